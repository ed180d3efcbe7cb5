"""Writes the lamp of `fixtures/foreign/gltf` with pycollada 0.9.3: Z is up, in centimetres, with an index for each value of a corner."""

import json
import pathlib

import collada
import numpy
from collada.asset import UP_AXIS

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/gltf"


def shown(part):
    """A linear part of a colour as it is on the screen."""
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def turned(rows):
    return numpy.column_stack([rows[:, 0], -rows[:, 2], rows[:, 1]])


def source(name, rows, params):
    rows, indices = numpy.unique(rows, axis=0, return_inverse=True)
    return collada.source.FloatSource(name, rows.astype(numpy.float32).ravel(), params), indices.ravel()


input = json.loads((FOLDER / "lamp.json").read_text())
lamp = collada.Collada()
lamp.assetInfo.upaxis = UP_AXIS.Z_UP
lamp.assetInfo.unitname, lamp.assetInfo.unitmeter = "centimeter", 0.01
# The time is not among our values.
lamp.assetInfo.created = lamp.assetInfo.modified = lamp.assetInfo.created.replace(2000, 1, 1, 0, 0, 0, 0)
for values in input["materials"]:
    *base, opacity = values["base"]
    exponent = 2 / values["roughness"] ** 2 - 2
    effect = collada.material.Effect(f"{values['name']}-effect", [], "phong", diffuse=(*map(shown, base), 1), shininess=float(exponent),
                                     transparency=float(opacity), transparent=(1, 1, 1, 1), opaque_mode=collada.material.OPAQUE_MODE.A_ONE)
    lamp.effects.append(effect)
    lamp.materials.append(collada.material.Material(f"{values['name']}-material", values["name"], effect))
nodes = []
for of in input["objects"]:
    corners = numpy.array([corner for triangle in of["triangles"] for corner in triangle["corners"]])
    name = of["name"]
    positions, places = source(f"{name}-positions", turned(corners[:, :3]) * 100, ("X", "Y", "Z"))
    normals, directions = source(f"{name}-normals", turned(corners[:, 3:6]), ("X", "Y", "Z"))
    # Its V grows upward.
    uvs, coordinates = source(f"{name}-uvs", corners[:, 6:8] * [1, -1] + [0, 1], ("S", "T"))
    geometry = collada.geometry.Geometry(lamp, f"{name}-mesh", name, [positions, normals, uvs])
    inputs = collada.source.InputList()
    for offset, (semantic, of_what) in enumerate([("VERTEX", positions), ("NORMAL", normals), ("TEXCOORD", uvs)]):
        inputs.addInput(offset, semantic, f"#{of_what.id}")
    indices = numpy.column_stack([places, directions, coordinates]).reshape(-1, 3, 3)
    bound = []
    for material in lamp.materials:
        chosen = [triangle["material"] == material.name for triangle in of["triangles"]]
        if any(chosen):
            geometry.primitives.append(geometry.createTriangleSet(indices[chosen].ravel(), inputs, f"{material.name}-symbol"))
            bound.append(collada.scene.MaterialNode(f"{material.name}-symbol", material, inputs=[]))
    lamp.geometries.append(geometry)
    x, y, z = of["translation"]
    shift = collada.scene.TranslateTransform(100 * x, -100 * z, 100 * y)
    nodes.append(collada.scene.Node(name, [collada.scene.GeometryNode(geometry, bound)], [shift], name=name))
scene = collada.scene.Scene("scene", nodes)
lamp.scenes.append(scene)
lamp.scene = scene
lamp.write(str(FOLDER / "lamp.pycollada.dae"))
