"""Prints what python-llsd reads from standard input in an encoding: in each line a place, a tab and a value."""

import datetime
import struct
import sys
import uuid

import llsd

EPOCH = datetime.datetime(1970, 1, 1)
NAMED = {9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\"}


def plain(data):
    """Bytes as letters, as Rust escapes them."""
    return "".join(NAMED.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}") for byte in data)


def text(value):
    return plain(value.encode("utf-8", "surrogatepass") if isinstance(value, str) else bytes(value))


def shown(value):
    if value is None:
        return "undef"
    if isinstance(value, bool):
        return f"boolean {str(value).lower()}"
    if isinstance(value, int):
        return f"integer {value}"
    if isinstance(value, float):
        return "real NaN" if value != value else "real " + struct.pack(">d", value).hex()
    if isinstance(value, uuid.UUID):
        return f"uuid {value}"
    if isinstance(value, llsd.uri):
        return f'uri "{text(value)}"'
    if isinstance(value, str):
        return f'string "{text(value)}"'
    if isinstance(value, datetime.datetime):
        return f"date {(value - EPOCH).total_seconds():.6f}"
    if isinstance(value, datetime.date):
        return f"date {(datetime.datetime(value.year, value.month, value.day) - EPOCH).total_seconds():.6f}"
    if isinstance(value, (bytes, llsd.binary)):
        return f'binary "{text(value)}"'
    return f"{type(value).__name__} {value!r}"


READ = {"any": llsd.parse, "binary": llsd.parse_binary, "xml": llsd.parse_xml, "notation": llsd.parse_notation}
pending = [("", READ[sys.argv[1]](sys.stdin.buffer.read()))]
while pending:
    place, value = pending.pop()
    if isinstance(value, dict):
        print(f"{place}\tmap")
        pending.extend((f"{place}/{text(key)}", one) for key, one in value.items())
    elif isinstance(value, list):
        print(f"{place}\tarray")
        pending.extend((f"{place}[{index:04}]", one) for index, one in enumerate(value))
    else:
        print(f"{place}\t{shown(value)}")
