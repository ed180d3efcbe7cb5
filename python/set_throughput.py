"""Compares a column that is assigned in one call with the same in Rust: python -P set_throughput.py PROGRAM.

PROGRAM is what `cargo build --release -p rezkit --features classes,draco,tables,zlib-rs --example set_all` builds.
"""

import subprocess
import sys
import time

import numpy

import rezkit

N_PARTS = 100_000


def main(program: str) -> None:
    place = rezkit.Document("rbxm")
    for _ in range(N_PARTS):
        place.add("Part").Size = (1, 1, 1)
    parts = place.of_class("Part")
    sizes = numpy.full((N_PARTS, 3), 2.0)
    calls = {
        "assign": lambda: parts.assign("Size", sizes),
        "get": lambda: parts.get("Size"),
        "loop": lambda: [setattr(part, "Size", (1, 2, 3)) for part in parts],
    }
    rust = float(subprocess.run([program], capture_output=True, check=True).stdout)
    print(f"Rust {rust * 1e3:.0f} ms")
    for name, call in calls.items():
        times = []
        for _ in range(5):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        print(f"{name} {min(times) * 1e3:.0f} ms, {min(times) / rust:.2f} times as long")


if __name__ == "__main__":
    main(sys.argv[1])
