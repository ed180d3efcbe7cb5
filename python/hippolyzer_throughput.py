"""Compares reading of Second Life's meshes and animations with Hippolyzer (`pip install hippolyzer==0.15.6`):
python -P hippolyzer_throughput.py FILE…

Both read a file from bytes up to numbers of Python or of NumPy: all levels of a mesh, all keys of an animation.
"""

import logging
import math
import sys
import time
from pathlib import Path

import hippolyzer.lib.base.serialization as serialization
from hippolyzer.lib.base.llanim import Animation
from hippolyzer.lib.base.mesh import LLMeshSerializer

import rezkit


def seconds(what, data: bytes) -> float:
    """The best time of five, of as many calls as take a twentieth of a second."""
    start = time.perf_counter()
    what(data)
    n_calls = max(1, int(0.05 / (time.perf_counter() - start + 1e-9)))
    times = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(n_calls):
            what(data)
        times.append((time.perf_counter() - start) / n_calls)
    return min(times)


def theirs(data: bytes) -> object:
    return serialization.BufferReader("!", data).read(LLMeshSerializer())


def ours(data: bytes) -> object:
    model = rezkit.open(data)
    return [(mesh.positions, mesh.normals, mesh.triangles) for mesh in model.meshes], model.skins, model.animations


def main(paths: list[Path]) -> None:
    logging.disable()
    print("| File | Bytes | Hippolyzer | rezkit | |\n|---|---|---|---|---|")
    ratios = []
    for path in paths:
        data, other = path.read_bytes(), Animation.from_bytes if path.suffix == ".anim" else theirs
        try:
            times = seconds(other, data), seconds(ours, data)
        except Exception as error:  # noqa: BLE001 - they have no class of their own
            print(f"left out: {path.name}: {type(error).__name__}: {error}")
            continue
        ratios.append(times[0] / times[1])
        print(f"| {path.name} | {len(data):,} | {times[0] * 1e3:.2f} ms | {times[1] * 1e3:.2f} ms | {ratios[-1]:.1f}x |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean {mean:.1f}x, worst {min(ratios):.1f}x")


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
