"""Writes the assets of `fixtures/foreign/slmesh` with Hippolyzer 0.15.6."""

import json
import pathlib

from hippolyzer.lib.base import serialization as se
from hippolyzer.lib.base.datatypes import Vector2, Vector3
from hippolyzer.lib.base.mesh import LLMeshSerializer, MeshAsset, VertexWeight, positions_to_domain

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/slmesh"


def bounds(corners):
    return {"Min": [float(number) for number in corners[0]], "Max": [float(number) for number in corners[1]]}


def face(values):
    if values is None:
        return {"NoGeometry": True}
    positions, uvs = bounds(values["position_domain"]), bounds(values["uv_domain"])
    made = {
        "Position": positions_to_domain([Vector3(*row) for row in values["positions"]], positions),
        "PositionDomain": positions,
        "Normal": [Vector3(*row) for row in values["normals"]],
        "TexCoord0": positions_to_domain([Vector2(*row) for row in values["uvs"]], uvs),
        "TexCoord0Domain": uvs,
        "TriangleList": values["triangles"],
    }
    if "weights" in values:
        made["Weights"] = [[VertexWeight(joint, weight / 65535) for joint, weight in row] for row in values["weights"]]
    return made


def convex(values):
    domain = bounds(values["domain"])
    # It reads and writes points of hulls as numbers from -1 to 1.
    points = lambda rows: [Vector3(*(2 * number - 1 for number in row)) for row in positions_to_domain([Vector3(*row) for row in rows], domain)]
    made = {**domain, "BoundingVerts": points(values["bounding"])}
    if "hulls" in values:
        made["HullList"] = [len(hull) for hull in values["hulls"]]
        made["Positions"] = [point for hull in values["hulls"] for point in points(hull)]
    return made


for path in sorted(FOLDER.glob("*.json")):
    values = json.loads(path.read_text())
    if "levels" not in values:
        continue
    asset = MeshAsset()
    asset.segments = {name: [face(one) for one in faces] for name, faces in values["levels"].items()}
    if "convex" in values:
        asset.segments["physics_convex"] = convex(values["convex"])
    if "skin" in values:
        floats = lambda value: [floats(one) for one in value] if isinstance(value, list) else value if isinstance(value, str) else float(value)
        asset.segments["skin"] = {key: floats(value) for key, value in values["skin"].items()}
    asset.header = {"version": 1, **{name: {"offset": 0, "size": 0} for name in asset.segments}}
    writer = se.BufferWriter("!")
    writer.write(LLMeshSerializer(), asset)
    (FOLDER / f"generated/{path.stem}.hippolyzer.llmesh").write_bytes(writer.copy_buffer())
