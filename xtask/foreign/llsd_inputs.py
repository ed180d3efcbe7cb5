"""The values that go into the LLSD files of `fixtures/foreign/llsd`, as typed JSON."""

import datetime
import json
import pathlib
import struct
import uuid

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/llsd"


def real(number):
    return {"t": "real", "bits": struct.pack(">d", number).hex(), "v": str(number)}


def date(text):
    moment = datetime.datetime.fromisoformat(text)
    seconds = (moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)).total_seconds()
    return {"t": "date", "v": text, "le_bits": struct.pack("<d", seconds).hex()}


def undef():
    return {"t": "undef"}


def boolean(value):
    return {"t": "boolean", "v": value}


def integer(number):
    return {"t": "integer", "v": number}


def string(text):
    return {"t": "string", "v": text}


def uri(text):
    return {"t": "uri", "v": text}


def identity(name):
    return {"t": "uuid", "v": str(uuid.uuid5(uuid.NAMESPACE_URL, "https://example.com/" + name))}


def binary(data):
    return {"t": "binary", "hex": data.hex()}


def array(*values):
    return {"t": "array", "v": list(values)}


def mapping(**entries):
    return {"t": "map", "v": [[key, value] for key, value in entries.items()]}


def nested(depth):
    value = string("bottom")
    for level in range(depth):
        value = array(value, integer(level)) if level % 2 else mapping(inside=value)
    return value


def everything():
    """Each type with its edges, but for dates."""
    texts = ["", "plain", "g'day", 'say "hi"', "back\\slash \\n", "tab\there", "two\nlines", "<&>]]>", "été 水 𝄞", "0", "true"]
    return mapping(
        undef=undef(),
        booleans=array(boolean(True), boolean(False)),
        integers=array(*map(integer, [0, 1, -1, 256, 2147483647, -2147483648])),
        reals=array(*map(real, [0.5, -1.5, 0.1, 3.141592653589793, 1e-300, 1.7976931348623157e308, 5e-324])),
        strings=array(*map(string, texts)),
        uuids=array(identity("chair"), {"t": "uuid", "v": "00000000-0000-0000-0000-0000000000ff"}),
        uris=array(uri("https://example.com/a?b=c&d=(e)"), uri("http://slurl.com/secondlife/Ambleside/57/104/26/")),
        binaries=array(*map(binary, [b"\0", b"hello", bytes(range(256))])),
        empty=array(array(), {"t": "map", "v": []}),
        nested=nested(24),
    )


def dates():
    texts = ["2006-02-01T14:29:53+00:00", "1970-01-01T00:00:01+00:00", "2040-01-01T12:00:00+00:00",
             "2006-02-01T14:29:53.500000+00:00", "1999-12-31T23:59:59.250000+00:00"]
    return array(*map(date, texts))


def settings():
    """As the settings of a viewer: many keys of equal length, few of them telling."""
    kinds = [("Boolean", lambda n: boolean(n % 2 == 0)), ("S32", lambda n: integer(n * n)),
             ("F32", lambda n: real(n / 8 + 0.0625)), ("String", lambda n: string(f"value {n}")),
             ("Color4", lambda n: array(*map(real, [0.25, 0.5, n / 64 + 0.0078125, 0.75])))]
    entries = []
    for n in range(60):
        kind, value = kinds[n % len(kinds)]
        entry = mapping(Comment=string(f"What the {n}th of the settings is for"), Persist=integer(n % 2),
                        Type=string(kind), Value=value(n))
        entries.append([f"RenderSetting{n:02}OfTheViewer", entry])
    return {"t": "map", "v": entries}


def inventory():
    """As a list of inventory: the same keys in every row."""
    def row(n):
        return mapping(item_id=identity(f"item {n}"), parent_id=identity(f"folder {n // 8}"), name=string(f"Item {n}: shelf"),
                       type=string(["texture", "object", "notecard", "clothing"][n % 4]), asset=binary(bytes([n, 255 - n]) * (n % 5)),
                       flags=integer(n << 16), sale_price=integer(n * 10), weight=real(n / 16 + 0.03125), shared=boolean(n % 3 == 0))
    return array(*map(row, range(40)))


for make in (everything, dates, settings, inventory):
    text = json.dumps({"value": make()}, ensure_ascii=False, indent=None, separators=(",", ":"))
    (FOLDER / f"{make.__name__}.json").write_text(text.replace('],["', '],\n["').replace(',{"t":"map"', ',\n{"t":"map"') + "\n")
