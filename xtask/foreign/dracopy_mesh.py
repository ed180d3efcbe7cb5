"""Writes the geometry of `fixtures/foreign/rbxmesh` with DracoPy 2.2.0, into the chunks of 7.00, which are by this script."""

import json
import pathlib
import struct

import DracoPy
import numpy

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/rbxmesh"


def chunk(name, version, payload):
    return struct.pack("<8sII", name, version, len(payload)) + payload


for path in sorted(FOLDER.glob("*.json")):
    mesh = json.loads(path.read_text())
    if "positions" not in mesh:
        continue
    column = lambda name, kind: numpy.array(mesh[name], kind)
    # The ids that Roblox gives to normals, texture coordinates, tangents and colours.
    others = {1: column("normals", "float32"), 2: column("uvs", "float32"), 3: column("tangents", "uint8"), 4: column("colours", "uint8")}
    stream = DracoPy.encode(column("positions", "float32"), column("faces", "uint32"), quantization_bits=16, compression_level=7,
                            preserve_order=True, generic_attributes=others)
    # It numbers the positions last, where Roblox has 0: a kind, a type, a width, whether they are normalised, an id.
    assert stream.count(b"\0\x09\x03\0\x05") == 1
    stream = stream.replace(b"\0\x09\x03\0\x05", b"\0\x09\x03\0\0")
    lods = struct.pack(f"<HBI{len(mesh['lods'])}I", mesh["lod_type"], mesh["n_high_quality_lods"], len(mesh["lods"]), *mesh["lods"])
    chunks = chunk(b"COREMESH", 2, struct.pack("<I", len(stream)) + stream) + chunk(b"LODS", 1, lods)
    path.with_suffix(".dracopy.mesh").write_bytes(b"version 7.00\n" + chunks)
