"""Files that a caller has opened."""

from __future__ import annotations

import io
from typing import Any


def write(file: Any, data: bytes) -> None:
    """Writes all bytes: a file without a buffer may take some of them at a time, and one that does not block none."""
    left = memoryview(data)
    while True:
        taken = file.write(left)
        if taken is None and isinstance(file, io.RawIOBase):
            raise BlockingIOError(f"{len(data) - len(left)} of {len(data)} bytes were written: the file takes no more now")
        # What has no buffer of the system's, such as a wrapper of one's own, may return nothing.
        if taken is None or taken >= len(left):
            return
        if taken < 1:
            raise OSError(f"{len(data) - len(left)} of {len(data)} bytes were written: the file takes no more")
        left = left[taken:]
