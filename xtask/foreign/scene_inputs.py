"""The models that go into the glTF and OBJ files of `fixtures/foreign/gltf`: metres, Y up, V downward, as in glTF."""

import json
import math
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/gltf"


def prism(outline, bottom, top, material, weights_of=None):
    """Triangles of a prism along Y, whose corners are position, normal, texture coordinates, and joints with weights."""
    triangles, count = [], len(outline)

    def corner(x, y, z, normal, u, v):
        made = [x, y, z, *normal, u, v]
        return [*made, weights_of(y)] if weights_of else made

    for at in range(count):
        (x0, z0), (x1, z1) = outline[at], outline[(at + 1) % count]
        length = math.hypot(x1 - x0, z1 - z0)
        normal = [round((z0 - z1) / length, 4) + 0.0, 0, round((x1 - x0) / length, 4) + 0.0]
        u0, u1 = at / count, (at + 1) / count
        a, b = corner(x0, bottom, z0, normal, u0, 1), corner(x1, bottom, z1, normal, u1, 1)
        c, d = corner(x1, top, z1, normal, u1, 0.25), corner(x0, top, z0, normal, u0, 0.25)
        triangles += [{"material": material, "corners": [a, b, c]}, {"material": material, "corners": [a, c, d]}]
    for y, up in ((bottom, -1), (top, 1)):
        fan = [corner(x, y, z, [0, up, 0], x / 4 + 0.5, z / 4 + 0.5) for x, z in outline[::up]]
        triangles += [{"material": material, "corners": [fan[0], fan[at], fan[at + 1]]} for at in range(1, count - 1)]
    return triangles


# Sides in the ratio of 3, 4 and 5, so that all normals are exact; counter-clockwise seen from above.
OCTAGON = [(1, -0.5), (0.25, -1.5), (-0.25, -1.5), (-1, -0.5), (-1, 0.5), (-0.25, 1.5), (0.25, 1.5), (1, 0.5)]


def scaled(outline, factor):
    return [(x * factor, z * factor) for x, z in outline]


def lamp():
    """Three objects with materials of their own, one of them with two, at places of their own."""
    materials = [
        {"name": "Iron", "base": [0.25, 0.25, 0.375, 1], "metallic": 1, "roughness": 0.5},
        {"name": "Paper", "base": [1, 0.75, 0.5, 0.75], "metallic": 0, "roughness": 1},
    ]
    return {"materials": materials, "objects": [
        {"name": "Foot", "translation": [0, 0, 0], "triangles": prism(OCTAGON, 0, 0.25, "Iron")},
        {"name": "Pole", "translation": [0, 0.25, 0], "triangles": prism(scaled(OCTAGON, 0.125), 0, 2, "Iron")},
        {"name": "Shade", "translation": [0.5, 2, -0.25], "triangles": prism(scaled(OCTAGON, 0.75), -0.5, 0.25, "Paper")
         + prism(scaled(OCTAGON, 0.25), 0.25, 0.5, "Iron")},
    ]}


def arm():
    """A prism of two joints, the upper of which turns around Z; what is expected of its vertices is from the formula."""
    def weights_of(y):
        return [[0, 1.0]] if y <= 1 else [[0, 0.5], [1, 0.5]] if y < 2 else [[1, 1.0]]
    triangles = [one for step in range(6) for one in prism(scaled(OCTAGON, 0.25), step / 2, step / 2 + 0.5, "Skin", weights_of)]
    # In quaternions that end with W.
    angles = [0, math.pi / 2, -math.pi / 6]
    rotations = [[0, 0, round(math.sin(angle / 2), 7), round(math.cos(angle / 2), 7)] for angle in angles]

    def posed(corner, angle):
        x, y, z = corner[:3]
        turned = [math.cos(angle) * x - math.sin(angle) * (y - 1.5), math.sin(angle) * x + math.cos(angle) * (y - 1.5) + 1.5, z]
        weight = sum(weight for joint, weight in corner[8] if joint == 1)
        return [round((1 - weight) * rest + weight * moved, 6) + 0.0 for rest, moved in zip((x, y, z), turned)]

    corners = [corner for triangle in triangles for corner in triangle["corners"]]
    return {
        "materials": [{"name": "Skin", "base": [0.5, 0.75, 0.25, 1], "metallic": 0, "roughness": 0.75}],
        "objects": [{"name": "Arm", "translation": [0, 0, 0], "triangles": triangles}],
        "joints": [{"name": "Upper", "parent": None, "translation": [0, 0, 0]}, {"name": "Lower", "parent": 0, "translation": [0, 1.5, 0]}],
        "animation": {"name": "Wave", "joint": 1, "times": [0, 0.5, 1.25], "rotations": rotations},
        "posed": [{"time": time, "positions": [posed(corner, angle) for corner in corners]} for time, angle in zip([0, 0.5, 1.25], angles)],
    }


for make in (lamp, arm):
    text = json.dumps(make(), separators=(",", ":"))
    (FOLDER / f"{make.__name__}.json").write_text(text.replace('{"material"', '\n{"material"').replace('{"time"', '\n{"time"') + "\n")
