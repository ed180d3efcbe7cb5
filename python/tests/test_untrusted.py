"""Broken and hostile files: each function gives a value, a row or an error, and the process goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

# What a child process does with each file that it is given; `resource` is not on Windows.
CHILD = """
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]), int(sys.argv[1])))
except ImportError:
    pass
import rezkit

def walk(source):
    one = rezkit.open(source)
    if isinstance(one, rezkit.Document):
        for instance in list(one)[:20]:
            instance.properties, instance.attributes, instance.path, repr(instance)
        one.to_bytes()
    if isinstance(one, rezkit.Model):
        one.nodes, one.skins, one.materials, one.animations, one.losses
        for mesh in one.meshes[:200]:
            mesh.positions, mesh.triangles, mesh.weights, mesh.groups, mesh.morphs
        one.records()
    if isinstance(one, rezkit.Llsd):
        rezkit.llsd.dumps(one.value, "notation")

FUNCTIONS = [
    rezkit.identify, rezkit.info, rezkit.check, rezkit.roundtrip, walk, rezkit.llsd.loads,
    lambda data: rezkit.diff(data, data),
    lambda data: rezkit.convert(data, "glb"),
    lambda data: rezkit.convert(data, "rbxmx"),
    lambda data: rezkit.thumb(data, size=(32, 32)),
]
n_values = n_errors = 0
for path in sys.stdin.read().splitlines():
    print(path, flush=True)
    with open(path, "rb") as file:
        data = file.read()
    assert len(rezkit.infos([data])) == len(rezkit.checks([data])) == 1
    for function in FUNCTIONS:
        try:
            function(data)
            n_values += 1
        except (ValueError, OverflowError):
            n_errors += 1
print(n_values, n_errors)
"""


def run(paths: list[Path], memory: int) -> tuple[int, int]:
    """The numbers of values and of errors."""
    command = [sys.executable, "-c", CHILD, str(memory)]
    names = "\n".join(map(str, paths))
    done = subprocess.run(command, input=names, capture_output=True, text=True, timeout=300, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, (lines[-1:], done.stderr[-2000:])
    n_values, n_errors = lines[-1].split()
    return int(n_values), int(n_errors)


@pytest.mark.parametrize("family", ["llsd", "m3d", "rbxbinary", "rbxmesh", "rbxxml", "slmesh"])
def test_fixtures(family: str, fixtures: Path) -> None:
    paths = sorted(path for path in (fixtures / family).rglob("*") if path.is_file() and path.suffix != ".md")
    n_values, n_errors = run(paths, 4 << 30)
    assert n_values > 2 * len(paths)
    assert n_errors > len(paths) // 2


# `cargo run --release -p fuzz --bin bombs -- FOLDER` writes inputs that are made to take memory and time.
BOMBS = sorted(path for path in Path(os.environ.get("REZ_BOMBS", "absent")).rglob("*") if path.is_file())


@pytest.mark.skipif(not BOMBS, reason="REZ_BOMBS names no folder of inputs that are made to be expensive")
@pytest.mark.parametrize("path", BOMBS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_bombs(path: Path) -> None:
    n_values, n_errors = run([path], 6 << 30)
    assert n_values + n_errors == 10
