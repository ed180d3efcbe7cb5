"""The verbs of `rez`."""

import mmap
import os
import pickle
import subprocess
import threading
import time
import json
from pathlib import Path

import pytest

import rezkit

CUBE = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


def test_files_are_known_by_their_content(fixtures: Path) -> None:
    assert rezkit.identify(fixtures / "rbxmesh/valid/v300.mesh")["version"] == "3.00"
    assert rezkit.identify(b"<html>", name="chair.mesh")["disagreement"].startswith("the name says")
    assert rezkit.identify(b"")["format"] == "empty"


def test_bytes_of_any_kind(fixtures: Path, tmp_path: Path) -> None:
    path = fixtures / "rbxmesh/valid/v300.mesh"
    data = path.read_bytes()
    expected = rezkit.info(data)
    assert expected["facts"]["vertices"] == 24
    assert rezkit.info(bytearray(data)) == rezkit.info(memoryview(data)) == expected
    assert rezkit.info(str(path)) == rezkit.info(path) == expected
    assert rezkit.info(rezkit.open(path)) == expected
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert rezkit.info(mapped) == expected
    with pytest.raises(TypeError, match="expected a path, bytes or an open file"):
        rezkit.info(7)
    with pytest.raises(FileNotFoundError) as caught:
        rezkit.info(tmp_path / "absent")
    assert caught.value.filename == str(tmp_path / "absent")


@pytest.mark.skipif("REZ" not in os.environ, reason="REZ does not name the command rez")
def test_info_is_what_the_command_says(fixtures: Path) -> None:
    paths = sorted(path for path in fixtures.glob("*/valid/**/*") if path.is_file())
    command = [os.environ["REZ"], "info", "--json", *map(str, paths)]
    lines = subprocess.run(command, capture_output=True, check=False).stdout.splitlines()
    said = {line.pop("file"): line for line in map(json.loads, lines)}
    n_equal = 0
    for path, row in zip(paths, rezkit.infos(paths), strict=True):
        if row["error"] is None:
            assert said[str(path)] == {"tool": f"rez {rezkit.__version__}", **row["info"]}, path
            n_equal += 1
    assert n_equal > 80


def test_rules(fixtures: Path) -> None:
    report = rezkit.check(fixtures / "slmesh/valid/part.llmesh", profiles=["sl-upload"])
    assert report["schema"] == "rezkit.check/1"
    empty = b"version 1.00\n0\n"
    assert [found["rule"] for found in rezkit.check(empty)["findings"]] == ["RBM032"]
    assert rezkit.check(empty, allow=["RBM032"])["findings"] == []
    with pytest.raises(ValueError, match="is not one of raylib, sl-upload, roblox"):
        rezkit.check(empty, profiles=["blender"])


def test_errors_say_where_and_pickle() -> None:
    with pytest.raises(rezkit.FormatError) as caught:
        rezkit.info(b"version 2.00\n\x0c\x00")
    error = caught.value
    assert (error.offset, error.within, error.path, error.rule) == (13, None, ["header"], "format")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is rezkit.FormatError
    assert (str(again), vars(again)) == (str(error), vars(error))
    assert isinstance(error, ValueError)


def test_a_bad_file_is_a_row(fixtures: Path, tmp_path: Path) -> None:
    sources = [fixtures / "rbxmesh/valid/v300.mesh", b"", tmp_path / "absent", b"{'a':i1}"]
    rows = rezkit.infos(sources)
    assert [row["error"] is None for row in rows] == [True, False, False, True]
    assert rows[0]["name"] == str(sources[0])
    assert rows[0]["info"] == rezkit.info(sources[0])
    assert rows[1]["error"]["message"].startswith("this is an empty file")
    assert "No such file" in rows[2]["error"]["message"]
    assert rezkit.checks(sources)[0]["report"] == rezkit.check(sources[0])


def test_other_threads_go_on(fixtures: Path) -> None:
    data = [path.read_bytes() for path in sorted(fixtures.glob("m3d/valid/*.m3d"))]
    n_turns, is_done = 0, threading.Event()

    def work() -> None:
        rezkit.infos(data * 50)
        is_done.set()

    threading.Thread(target=work).start()
    while not is_done.is_set():
        time.sleep(0.001)
        n_turns += 1
    assert n_turns > 3


def test_differences(fixtures: Path) -> None:
    diff = rezkit.diff(b"{'chair':{'legs':i4}}", b"{'chair':{'legs':i3}}")
    assert (diff["n_changed"], diff["changes"][0]["path"]) == (1, "chair")
    path = fixtures / "rbxmesh/valid/v300.mesh"
    assert rezkit.diff(path, path)["changes"] == []


def test_conversions_of_animations(fixtures: Path) -> None:
    path = fixtures / "anim/valid/example.anim"
    made = rezkit.convert(path, "rbxmx", rig="r6", loop=True, priority="Core", ease=(0.5, 0.25))
    for expected in [b'<bool name="Loop">true<', b'<token name="Priority">1000<', b">Left Arm<"]:
        assert expected in made.bytes
    assert any("0.5 seconds in and 0.25 out" in loss["what"] for loss in made.losses)
    assert b">LeftUpperArm<" in rezkit.convert(path, "rbxmx", map_joint={"mHead": "mHead"}, rig_preset="second-life").bytes
    alike = [rezkit.convert(path, "glb", ease=ease).bytes for ease in [0.5, (0.5, 0.5), "0.5", "0.5,0.5"]]
    assert alike == alike[:1] * 4 and alike[0] != rezkit.convert(path, "glb").bytes
    for wrong in [{"loop": "often"}, {"priority": 9}, {"rig_preset": "robot"}, {"ease": "soon"}]:
        with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
            rezkit.convert(path, "rbxmx", **wrong)
    with pytest.raises(FileNotFoundError):
        rezkit.convert(path, "rbxmx", rig="nowhere.rbxm")


def test_conversions(fixtures: Path, tmp_path: Path) -> None:
    path = fixtures / "rbxmesh/valid/v300.mesh"
    glb = rezkit.convert(path, "glb")
    assert glb.bytes[:4] == b"glTF"
    assert rezkit.convert(glb.bytes, "mesh").bytes == path.read_bytes()
    assert rezkit.convert(path, "mesh", version="2.00").bytes[:12] == b"version 2.00"
    gltf = rezkit.convert(path, "gltf")
    gltf.save(tmp_path / "chair.gltf")
    assert list(gltf.beside) == [name.name for name in tmp_path.iterdir() if name.suffix == ".bin"]
    # What lies beside a file is found by its path, or by a function.
    assert rezkit.open(tmp_path / "chair.gltf").meshes[0].n_vertices == 24
    asked = []
    again = rezkit.convert(gltf.bytes, "mesh", files=lambda name: asked.append(name) or gltf.beside[name])
    assert (again.bytes, asked) == (path.read_bytes(), list(gltf.beside))
    with pytest.raises(ZeroDivisionError):
        rezkit.convert(gltf.bytes, "mesh", files=lambda name: 1 // 0)
    with pytest.raises(rezkit.FormatError, match="can be converted to: use one of glb"):
        rezkit.convert(path, "fbx")
    place = fixtures / "rbxbinary/valid/place.rbxl"
    assert rezkit.convert(place, "rbxmx").bytes.startswith(b"<roblox")


def test_round_trips(fixtures: Path) -> None:
    kept = rezkit.roundtrip(fixtures / "rbxmesh/valid/v500.mesh")
    assert (kept["broken"], kept["format"], kept["n_laws"] > 3) == ([], "rbx-mesh", True)


def test_pictures(fixtures: Path) -> None:
    model = rezkit.open(CUBE)
    png = model.thumb(size=(32, 16))
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (32, 16)
    assert model._repr_png_() == rezkit.thumb(CUBE)
    assert rezkit.thumb(CUBE, view="front") == rezkit.thumb(CUBE, view=(0, 0)) != rezkit.thumb(CUBE)
    with pytest.raises(ValueError, match="expected one of saved, about"):
        rezkit.thumb(CUBE, view="below")
    assert rezkit.open(b"{'a':i1}")._repr_png_() is None
    assert rezkit.thumb(CUBE, background=(1, 2, 3, 255)) != rezkit.thumb(CUBE)


def test_saving_leaves_no_half_file(tmp_path: Path) -> None:
    made = rezkit.convert(CUBE, "glb")
    made.save(tmp_path / "a.glb")
    assert [path.name for path in tmp_path.iterdir()] == ["a.glb"]
    with pytest.raises(FileNotFoundError):
        made.save(tmp_path / "absent" / "a.glb")


def test_models_find_the_meshes_that_were_saved_next_to_them(tmp_path: Path) -> None:
    obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n"
    rezkit.convert(obj, "rbxm").save(tmp_path / "card.rbxm")
    model = rezkit.open(rezkit.convert(tmp_path / "card.rbxm", "glb").bytes)
    # A box would have 12.
    assert [mesh.n_triangles for mesh in model.meshes] == [2]
