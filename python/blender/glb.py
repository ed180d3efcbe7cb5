# SPDX-License-Identifier: GPL-3.0-or-later
"""The binary glTF that rezkit writes, and its arrays."""

from __future__ import annotations

import json

import numpy

_DTYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Glb:
    """A file in memory: lists of its JSON, and arrays that view its bytes."""

    def __init__(self, data):
        length = int.from_bytes(data[12:16], "little")
        self.json = json.loads(data[20 : 20 + length])
        self._bytes = memoryview(data)[28 + length :]
        self._added = []

    def list(self, key):
        """The list of all objects of a kind, such as nodes."""
        return self.json.get(key, [])

    def array(self, accessor):
        """The numbers of an accessor, with a row for each element; normalised ones are floats."""
        entry = self.json["accessors"][accessor]
        dtype, width = numpy.dtype(_DTYPES[entry["componentType"]]), _WIDTHS[entry["type"]]
        if "bufferView" in entry:
            rows = self._rows(entry["bufferView"], entry.get("byteOffset", 0), dtype, entry["count"], width)
        else:
            rows = numpy.zeros((entry["count"], width), dtype)
        if "sparse" in entry:
            rows = self._replaced(rows, entry["sparse"])
        if entry.get("normalized"):
            rows = numpy.maximum(rows / numpy.float32(numpy.iinfo(dtype).max), -1)
        return rows

    def image(self, index):
        """The bytes of an image; None if it is a file next to the model."""
        view = self.json["images"][index].get("bufferView")
        if view is None:
            return None
        entry = self.json["bufferViews"][view]
        start = entry.get("byteOffset", 0)
        return bytes(self._bytes[start : start + entry["byteLength"]])

    def add(self, rows):
        """Adds an array of floats with a row for each element, and returns its accessor."""
        rows = numpy.ascontiguousarray(rows, "<f4")
        start = len(self._bytes) + sum(map(len, self._added))
        self._added.append(rows.tobytes())
        self.json.setdefault("bufferViews", []).append({"buffer": 0, "byteOffset": start, "byteLength": rows.nbytes})
        kind = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}[rows.shape[1]]
        entry = {"bufferView": len(self.json["bufferViews"]) - 1, "componentType": 5126, "count": len(rows), "type": kind}
        self.json.setdefault("accessors", []).append(entry)
        return len(self.json["accessors"]) - 1

    def to_bytes(self):
        """The file, with what was added."""
        data = b"".join([bytes(self._bytes), *self._added])
        data += bytes(-len(data) % 4)
        if data:
            self.json["buffers"] = [{"byteLength": len(data)}]
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        chunks = len(text).to_bytes(4, "little") + b"JSON" + text + len(data).to_bytes(4, "little") + b"BIN\0" + data
        return b"glTF" + (2).to_bytes(4, "little") + (12 + len(chunks)).to_bytes(4, "little") + chunks

    def _rows(self, view, offset, dtype, count, width):
        entry = self.json["bufferViews"][view]
        strides = (entry.get("byteStride", dtype.itemsize * width), dtype.itemsize)
        return numpy.ndarray((count, width), dtype, self._bytes, entry.get("byteOffset", 0) + offset, strides)

    def _replaced(self, rows, sparse):
        """Rows of which some have other values."""
        indices, values = sparse["indices"], sparse["values"]
        dtype = numpy.dtype(_DTYPES[indices["componentType"]])
        places = self._rows(indices["bufferView"], indices.get("byteOffset", 0), dtype, sparse["count"], 1)
        rows = rows.copy()
        rows[places[:, 0]] = self._rows(
            values["bufferView"], values.get("byteOffset", 0), rows.dtype, sparse["count"], rows.shape[1]
        )
        return rows
