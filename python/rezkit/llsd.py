"""LLSD as values of Python, in binary, XML, notation and JSON.

>>> from rezkit import llsd
>>> llsd.loads(llsd.dumps({"home": llsd.Uri("http://example.org/"), "legs": 4}))
{'home': Uri('http://example.org/'), 'legs': 4}
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from os import PathLike
from typing import Any, BinaryIO
from uuid import UUID, SafeUUID

__all__ = ["Timestamp", "Uri", "dump", "dumps", "format_pretty_xml", "load", "loads"]

_set = object.__setattr__
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Uri(str):
    """A URI, which LLSD has as a type of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Uri({str.__repr__(self)})"


class Timestamp(float):
    """A date that datetime does not have: seconds since 1970, such as those of the year 20000."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Timestamp({float.__repr__(self)})"


def _uuid_of(data: bytes) -> UUID:
    # As UUID.__init__ makes it of 16 bytes, without what else it takes: that needs twice the time.
    made = object.__new__(UUID)
    _set(made, "int", int.from_bytes(data, "big"))
    _set(made, "is_safe", SafeUUID.unknown)
    return made


def _date(seconds: float) -> datetime | Timestamp:
    try:
        return _EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        return Timestamp(seconds)


def _seconds(value: object) -> float | None:
    if not isinstance(value, datetime):
        return None
    if value.tzinfo is None:
        value = value.replace(tzinfo=timezone.utc)
    return (value - _EPOCH).total_seconds()


def _key(key: object) -> str | None:
    """The text of a key that is no text, as the elements of XML write its value."""
    if isinstance(key, datetime):
        seconds = _seconds(key)
        made = _EPOCH + timedelta(seconds=seconds or 0)
        return made.isoformat(timespec="microseconds" if made.microsecond else "seconds").replace("+00:00", "Z")
    if isinstance(key, UUID) or (isinstance(key, int) and not isinstance(key, bool)):
        return str(key)
    return None


from rezkit import _files  # noqa: E402
from rezkit._native import dumps, loads  # noqa: E402 - they use what is above


def load(file: int | str | PathLike[str] | BinaryIO, encoding: str | None = None) -> Any:
    """Reads LLSD from a path or an open file, as loads does.

    >>> import io
    >>> load(io.BytesIO(b"[i1,i2]"))
    [1, 2]
    """
    if hasattr(file, "read"):
        return loads(file.read(), encoding)
    with open(file, "rb", closefd=not isinstance(file, int)) as opened:
        return loads(opened.read(), encoding)


def dump(value: Any, file: int | str | PathLike[str] | BinaryIO, encoding: str = "binary", *, convert_keys: bool = False) -> None:
    """Writes LLSD to a path or an open file, as dumps does.

    >>> import io
    >>> file = io.BytesIO()
    >>> dump([1, 2], file, "notation")
    >>> file.getvalue()
    b'<? llsd/notation ?>\\n[i1,i2]'
    """
    data = dumps(value, encoding, convert_keys=convert_keys)
    if hasattr(file, "write"):
        _files.write(file, data)
        return
    # A number of an open file is the caller's to close.
    with open(file, "wb", closefd=not isinstance(file, int)) as opened:
        opened.write(data)


# The elements of values that contain others.
_CONTAINERS = {b"llsd", b"map", b"array"}


def format_pretty_xml(value: Any, *, convert_keys: bool = False) -> bytes:
    """Writes XML with a line for each value, laid out as python-llsd does, so that files in version control stay as they are.

    >>> print(format_pretty_xml({"legs": 4, "names": ["chair"]}).decode())
    <?xml version="1.0" ?>
    <llsd>
    <map>
        <key>legs</key>
        <integer>4</integer>
        <key>names</key>
        <array>
          <string>chair</string>
        </array>
      </map>
    </llsd>
    <BLANKLINE>
    """
    lines, depth = [b'<?xml version="1.0" ?>'], 0

    def add(line: bytes) -> None:
        lines.append(line if lines[-1] == b"<llsd>" else b"  " * depth + line)

    # Texts have no angle brackets, and attributes none either.
    for whole, is_end, name, is_empty in re.findall(
        rb"(<(/?)(\w+)[^>]*?(/?)>[^<]*)", dumps(value, "xml", convert_keys=convert_keys).partition(b"?>")[2]
    ):
        if name not in _CONTAINERS:
            if is_end:
                lines[-1] += whole
            elif is_empty:
                add(b"<%s/>" % name if name in {b"undef", b"uuid"} else b"<%s></%s>" % (name, name))
            else:
                add(whole.replace(b' encoding="base64">', b">", 1).replace(b"&quot;", b'"'))
            continue
        depth -= bool(is_end)
        add(b"<%s>" % name if is_empty else whole.strip())
        if is_empty:
            lines.append(b"  " * depth + b"</%s>" % name)
        depth += not is_end and not is_empty
    return b"\n".join(lines) + b"\n"
