"""Calls that are made again and again take no more memory: REZ_CALLS=100000 makes as many of each."""

import copy
import gc
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import rezkit
from rezkit import llsd
from rezkit.values import CFrame, Color3, Vector3

STATUS = Path("/proc/self/statm")
N_CALLS = int(os.environ.get("REZ_CALLS", "300"))
MESH = (Path(__file__).resolve().parents[2] / "fixtures/rbxmesh/valid/v500.mesh").read_bytes()
OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


def place() -> rezkit.Document:
    made = rezkit.Document("rbxm")
    part = made.add("Part", name="Part")
    part.Size, part.Material = (1, 2, 3), "Grass"
    return made


PLACE = place()
FILE = PLACE.to_bytes()
PART = PLACE["Part"]
FUNCTIONS: dict[str, Callable[[], object]] = {
    "identify": lambda: rezkit.identify(MESH),
    "info": lambda: rezkit.info(MESH),
    "check": lambda: rezkit.check(MESH),
    "diff": lambda: rezkit.diff(FILE, FILE),
    "merge": lambda: rezkit.merge(FILE, FILE, FILE),
    "roundtrip": lambda: rezkit.roundtrip(MESH),
    "convert": lambda: rezkit.convert(OBJ, "mesh"),
    "thumb": lambda: rezkit.thumb(OBJ, size=(8, 8)),
    "infos": lambda: rezkit.infos([MESH]),
    "checks": lambda: rezkit.checks([MESH]),
    "table": lambda: rezkit.table([MESH]),
    "rows": lambda: rezkit.rows([MESH]),
    "open document": lambda: list(rezkit.open(FILE)),
    "open model": lambda: rezkit.open(MESH).meshes[0].positions,
    "make document": place,
    "make model": lambda: rezkit.Model().add(rezkit.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])),
    "query": lambda: PLACE.query("class=Part and size.Y>1"),
    "properties": lambda: PART.properties,
    "set and get": lambda: (setattr(PART, "CFrame", CFrame(1, 2, 3)), PART.CFrame, PART.Material),
    "column": lambda: PLACE.of_class("Part").assign("Size", PLACE.of_class("Part").get("Size")),
    "attribute": lambda: (PART.set_attribute("A", Vector3(1, 2, 3)), PART.attributes),
    "copies": lambda: (copy.deepcopy(PLACE), pickle.loads(pickle.dumps(PART))),
    "add and remove": lambda: PLACE.add("Part", name="Door").remove(),
    "html": lambda: PLACE.of_class("Part")._repr_html_(),
    "llsd": lambda: llsd.loads(llsd.dumps({"a": [1, 2.5, "x"]}, "xml")),
    "values": lambda: (Vector3(1, 2, 3) * 2, Color3("#ff8800").hex, CFrame(1, 2, 3) * CFrame(4, 5, 6)),
}


def pages() -> int:
    gc.collect()
    return int(STATUS.read_text().split()[1])


@pytest.mark.skipif(not STATUS.exists(), reason="only Linux says what memory is used")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_grows(name: str) -> None:
    call = FUNCTIONS[name]
    # What is made once, and what the allocator keeps.
    for _ in range(N_CALLS // 10 + 20):
        call()
    before = pages()
    for _ in range(N_CALLS):
        call()
    # A mebibyte, or twenty bytes a call where there are many.
    assert (pages() - before) * 4096 <= max(1 << 20, 20 * N_CALLS), name
