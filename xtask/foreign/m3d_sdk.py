"""Writes the models of `fixtures/foreign/m3d` with the Model 3D SDK, the header of the crate model3d 0.0.1.

Usage: m3d_sdk.py FOLDER, where m3d.h is: `model3d` in the sources of the crate.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
FOLDER = HERE.parents[1] / "fixtures/foreign/m3d"
UNDEFINED, ORIENTATION = 0xFFFFFFFF, 0xFFFFFFFE
# The numbers of properties, and what they hold.
PROPERTIES = {"Kd": (0, "colour"), "Ns": (3, "float"), "d": (7, "float"), "Pr": (64, "float"), "Pm": (65, "float"), "Ni": (67, "float"), "map_Kd": (128, "map")}
# Quality and flags: 64 leaves coordinates as they are, 16384 leaves the file without compression, 32768 is text.
FORMS = {"int8": (0, 64), "int16": (1, 64 | 16384), "float": (2, 64), "double": (3, 64 | 16384), "text": (2, 64 | 32768)}


class Table(list):
    """Rows that are kept once."""

    def add(self, *row):
        if row not in self:
            self.append(row)
        return self.index(row)


def colour(text):
    return int.from_bytes(bytes.fromhex(text), "little")


def records(model):
    """The lines that m3d_sdk.c reads: lists first, then what refers to them."""
    uvs, skins, vertices, rest = Table(), Table(), Table(), []
    names = [bone["name"] for bone in model.get("bones", [])]
    materials = [material["name"] for material in model["materials"]]

    def vertex(at, w=1, colour_of=0, skin=UNDEFINED):
        return vertices.add(*at, w, colour_of, skin)

    def corner(values):
        skin = UNDEFINED
        if "skin" in values:
            pairs = [(names.index(name), weight) for name, weight in values["skin"]]
            skin = skins.add(*(pairs + [(UNDEFINED, 0)] * 4)[:4])
        return (vertex(values["position"], 1, colour(values.get("colour", "00000000")), skin), vertex(values["normal"]), uvs.add(*values["uv"]))

    for material in model["materials"]:
        rest.append(f"material {material['name']}")
        for key, value in material["properties"].items():
            number, kind = PROPERTIES[key]
            shown = colour(value) if kind == "colour" else model["textures"].index(value) if kind == "map" else value
            rest.append(f"{kind} {number} {shown}")
    for face in model["faces"]:
        corners = (f"{' '.join(map(str, corner(values)))}" for values in face["corners"])
        rest.append(f"face {materials.index(face['material'])} {' '.join(corners)}")
    pose = lambda values: f"{vertex(values['position'])} {vertex(values['orientation'][:3], values['orientation'][3], 0, ORIENTATION)}"
    for bone in model.get("bones", []):
        parent = UNDEFINED if bone["parent"] is None else names.index(bone["parent"])
        rest.append(f"bone {parent} {pose(bone)} {bone['name']}")
    for action in model.get("actions", []):
        rest.append(f"action {action['duration']} {action['name']}")
        for frame in action["frames"]:
            rest.append(f"frame {frame['time']}")
            rest += (f"transform {names.index(move['bone'])} {pose(move)}" for move in frame["transforms"])
    kinds = list(model.get("voxel_types", {}))
    rest += (f"voxeltype {colour(shade)} {name}" for name, shade in model.get("voxel_types", {}).items())
    for block in model.get("voxel_blocks", []):
        cells = block["cells"]
        data = [0xFFFF if cell is None else kinds.index(cell) for layer in cells for row in layer for cell in row]
        size = (len(cells[0][0]), len(cells), len(cells[0]))
        rest.append(f"voxels {' '.join(map(str, (*block['position'], *size, *data)))} {block['name']}")
    titles = [f"{key} {model[key]}".replace("\n", "\x1f") for key in ("name", "licence", "author", "description", "scale")]
    lists = [f"texture {name}" for name in model.get("textures", [])] + [f"uv {u} {v}" for u, v in uvs]
    lists += (f"skin {' '.join(f'{bone} {weight}' for bone, weight in skin)}" for skin in skins)
    lists += (f"vertex {' '.join(map(str, row))}" for row in vertices)
    return "\n".join(titles + lists + rest) + "\n"


with tempfile.TemporaryDirectory() as folder:
    program = f"{folder}/m3d_sdk"
    subprocess.run(["cc", "-O1", "-w", "-I", sys.argv[1], HERE / "m3d_sdk.c", "-lm", "-o", program], check=True)
    for path in sorted(FOLDER.glob("*.json")):
        model = json.loads(path.read_text())
        for form, (quality, flags) in FORMS.items():
            # It crashes when it writes textures as text, and does not read its own text of skins, actions and voxels.
            is_of_use = {"gem": True, "tower": form in ("float", "double")}.get(path.stem, form != "text")
            if not is_of_use:
                continue
            made = subprocess.run([program, str(quality), str(flags)], input=records(model).encode(), capture_output=True, check=True)
            path.with_suffix(f".sdk-{form}.{'a3d' if form == 'text' else 'm3d'}").write_bytes(made.stdout)
