"""Writes `fixtures/foreign/rbxmesh` in the versions of text, of which no package has a writer: by this script alone."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/rbxmesh"

mesh = json.loads((FOLDER / "shell.json").read_text())
for version, scale in (("1.00", 2), ("1.01", 1)):
    corners = []
    for vertex in (vertex for face in mesh["faces"][: mesh["lods"][1]] for vertex in face):
        u, v = mesh["uvs"][vertex]
        for row in ([number * scale for number in mesh["positions"][vertex]], mesh["normals"][vertex], [u, 1 - v, 0]):
            corners.append("[" + ",".join(f"{number:.9g}" for number in row) + "]")
    text = f"version {version}\n{mesh['lods'][1]}\n{''.join(corners)}"
    (FOLDER / f"shell.script-{version}.mesh").write_text(text)
