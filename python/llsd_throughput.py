"""Compares `rezkit.llsd` with python-llsd (`pip install llsd==1.2.4`), on documents that neither side chose: python -P llsd_throughput.py FILE…

Each file is read and written in all encodings that both have; what one of them does not read is named and left out. Beside
the files, a list of 100,000 numbers of each kind is written.
"""

import math
import random
import sys
import time
from pathlib import Path

import llsd as other

from rezkit import FormatError
from rezkit import llsd as ours

ENCODINGS = {
    "binary": (other.format_binary, other.parse_binary),
    "xml": (other.format_xml, other.parse_xml),
    "notation": (other.format_notation, other.parse_notation),
}


def seconds(what, value) -> float:
    """The best time of five, of as many calls as take a twentieth of a second."""
    start = time.perf_counter()
    what(value)
    n_calls = max(1, int(0.05 / (time.perf_counter() - start + 1e-9)))
    times = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(n_calls):
            what(value)
        times.append((time.perf_counter() - start) / n_calls)
    return min(times)


def lists() -> dict[str, list]:
    numbers = random.Random(1)
    return {
        "integers": [numbers.randrange(1 << 31) for _ in range(100_000)],
        "floats": [numbers.uniform(-1e6, 1e6) for _ in range(100_000)],
        "texts": [f"item {numbers.randrange(1 << 31)}" for _ in range(100_000)],
    }


def main(paths: list[Path]) -> None:
    documents = dict(lists())
    for path in paths:
        try:
            documents[path.name] = other.parse(path.read_bytes())
            ours.loads(path.read_bytes())
        except (other.LLSDParseError, FormatError, ValueError, IndexError) as error:
            documents.pop(path.name, None)
            print(f"left out: {path.name}: {error}")
    print("| Document | Encoding | Write | Read |\n|---|---|---|---|")
    ratios: list[float] = []
    for name, value in documents.items():
        mine = ours.loads(other.format_binary(value), "binary")
        for encoding, (form, parse) in ENCODINGS.items():
            data = form(value)
            write = seconds(form, value) / seconds(lambda value, encoding=encoding: ours.dumps(value, encoding), mine)
            read = seconds(parse, data) / seconds(lambda data, encoding=encoding: ours.loads(data, encoding), data)
            ratios += [write, read]
            print(f"| {name} | {encoding} | {write:.1f}x | {read:.1f}x |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean {mean:.1f}x, worst {min(ratios):.1f}x")


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
