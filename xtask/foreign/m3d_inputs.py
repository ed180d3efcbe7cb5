"""The models that go into the files of `fixtures/foreign/m3d`, in plain values without the indices of files."""

import json
import math
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/m3d"


def rounded(*numbers):
    return [round(number, 5) + 0.0 for number in numbers]


def torus(n_around, n_across, material_of, extras_of=lambda around, across: {}):
    """Faces whose corners hold all that they refer to: position, normal, texture coordinate, colour, skin."""
    def corner(i, j):
        around, across = 2 * math.pi * (i % n_around) / n_around, 2 * math.pi * (j % n_across) / n_across
        normal = (math.cos(across) * math.cos(around), math.sin(across), math.cos(across) * math.sin(around))
        middle = (0.7 * math.cos(around), 0, 0.7 * math.sin(around))
        return {"position": rounded(*(at + 0.25 * out for at, out in zip(middle, normal))), "normal": rounded(*normal),
                "uv": rounded(i / n_around, j / n_across), **extras_of(i % n_around, j % n_across)}
    faces = []
    for i in range(n_around):
        for j in range(n_across):
            a, b, c, d = corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)
            faces += [{"material": material_of(i), "corners": [a, d, c]}, {"material": material_of(i), "corners": [a, c, b]}]
    return faces


def about(name):
    return {"name": name, "licence": "CC0", "author": "the rezkit authors", "description": "Two lines\nof text.", "scale": 2.5}


MATERIALS = [
    {"name": "brass", "properties": {"Kd": "c08040ff", "Ns": 12.5, "Pr": 0.25, "Pm": 0.75}},
    {"name": "glass", "properties": {"Kd": "20406080", "d": 0.50196, "Ni": 1.5, "map_Kd": "pattern"}},
]


def ring():
    """A ring of two materials, with colours at its vertices."""
    colours = ["ff0000ff", "00ff00ff", "0000ffff", "80808080", "102030ff"]
    return {**about("Ring"), "materials": MATERIALS, "textures": ["pattern"],
            "faces": torus(12, 6, lambda i: "brass" if i % 3 else "glass", lambda i, j: {"colour": colours[(i + j) % 5]})}


def gem():
    """A small ring without textures, which programs that write text can write."""
    return {**about("Gem"), "materials": [{"name": "ruby", "properties": {"Kd": "c01030ff", "Ns": 96.5}}],
            "faces": torus(5, 3, lambda i: "ruby", lambda i, j: {"colour": ["c01030ff", "ff8080ff"][j % 2]})}


def snake():
    """A ring with a skeleton of four bones, skins of up to four, and two actions."""
    def skin(i, j):
        if j % 3 == 0:
            return {"skin": [["Tail", 0.25], ["Root", 0.25], ["Body", 0.25], ["Head", 0.25]]}
        names = ["Root", "Body", "Head", "Tail"]
        return {"skin": [[names[i // 3], 1.0]] if i % 3 == 0 else [[names[i // 3], 0.75], [names[(i // 3 + 1) % 4], 0.25]]}
    turn = lambda angle: rounded(0, math.sin(angle / 2), 0, math.cos(angle / 2))
    bone = lambda name, parent, at: {"name": name, "parent": parent, "position": rounded(*at), "orientation": turn(at[0])}
    bones = [bone("Root", None, (0, 0, 0)), bone("Body", "Root", (0.5, 0, 0.125)), bone("Head", "Body", (0, 0.25, 0.5)), bone("Tail", "Root", (-0.5, 0, 0))]
    move = lambda name, n: {"bone": name, "position": rounded(n / 10, 0.125, -n / 20), "orientation": turn(n / 3)}
    frames = lambda step: [{"time": step * n, "transforms": [move("Body", n + 1), move("Head", -n)][: 1 + n % 2]} for n in range(4)]
    return {**about("Snake"), "materials": MATERIALS[:1], "faces": torus(12, 6, lambda i: "brass", skin), "bones": bones,
            "actions": [{"name": "crawl", "duration": 1200, "frames": frames(300)}, {"name": "rest", "duration": 2000, "frames": frames(500)[:2]}]}


def tower():
    """Voxels of three kinds in two blocks."""
    cells = lambda w, h, d, rule: [[[rule(x, y, z) for x in range(w)] for z in range(d)] for y in range(h)]
    wall = cells(6, 5, 6, lambda x, y, z: "stone" if x in (0, 5) or z in (0, 5) else None)
    roof = cells(4, 3, 4, lambda x, y, z: "straw" if min(x, z, 3 - x, 3 - z) >= y else ("glass" if y == 2 else None))
    return {**about("Tower"), "materials": [], "faces": [], "voxel_types": {"stone": "909090ff", "straw": "e0c040ff", "glass": "4060ff80"},
            "voxel_blocks": [{"name": "wall", "position": [-3, 0, -3], "cells": wall}, {"name": "roof", "position": [-2, 5, -2], "cells": roof}]}


for make in (ring, gem, snake, tower):
    text = json.dumps(make(), separators=(",", ":"))
    (FOLDER / f"{make.__name__}.json").write_text(text.replace('{"material"', '\n{"material"').replace(',"bones"', ',\n"bones"') + "\n")
