"""Compares `rezkit.table` with the same loop in Rust: python -P throughput.py PROGRAM [FOLDER].

PROGRAM is what `cargo build --release -p rezkit --features draco,tables,zlib-rs --example table_loop` builds; FOLDER is
fixtures by default. The files are in memory, each as often as makes 10,000 of them, and go by five hundreds.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import rezkit

N_FILES = 10_000
N_TIMES = 3


def seconds(blobs: list[bytes], n_threads: int) -> float:
    """The best time of some, for the rows of all files."""
    parts = [blobs[start : start + 500] for start in range(0, len(blobs), 500)]
    times = []
    for _ in range(N_TIMES):
        with ThreadPoolExecutor(n_threads) as pool:
            # One thread is the main thread: the allocator of Linux is slower in all others.
            run = pool.map if n_threads > 1 else map
            start = time.perf_counter()
            n_rows = sum(map(len, run(rezkit.table, parts)))
            times.append(time.perf_counter() - start)
        assert n_rows == len(blobs)
    return min(times)


def main(program: str, folder: Path) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    files = (files * (N_FILES // len(files) + 1))[:N_FILES]
    blobs = [path.read_bytes() for path in files]
    n_bytes = sum(map(len, blobs))
    rust = float(subprocess.run([program, *files], capture_output=True, check=True).stdout)
    print(f"{len(blobs):,} files, {n_bytes / 1e6:.1f} MB")
    print(f"Rust, one thread      {rust:6.2f} s")
    for n_threads in (1, 2):
        time_taken = seconds(blobs, n_threads)
        print(f"table(), {n_threads} thread{'s' * (n_threads > 1):1}    {time_taken:6.2f} s, {rust / time_taken:.2f} times as fast")


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).resolve().parents[1] / "fixtures"
    main(sys.argv[1], folder)
