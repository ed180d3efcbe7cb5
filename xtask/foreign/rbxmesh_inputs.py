"""The meshes that go into the files of `fixtures/foreign/rbxmesh`; V grows downward, as in files of 2.00 and later."""

import json
import math
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/rbxmesh"


def sphere(n_around, n_along, first=0):
    """Vertices with all their attributes, and faces that count from `first`."""
    columns = {"positions": [], "normals": [], "uvs": [], "tangents": [], "colours": []}
    for row in range(n_along + 1):
        for column in range(n_around + 1):
            around, along = 2 * math.pi * column / n_around, math.pi * row / n_along
            normal = [math.sin(along) * math.cos(around), math.cos(along), math.sin(along) * math.sin(around)]
            columns["normals"].append([round(number, 6) for number in normal])
            columns["positions"].append([round(number * size + at, 6) for number, size, at in zip(normal, (2, 1.5, 1), (0.5, 0, -3))])
            columns["uvs"].append([round(2 * column / n_around, 6), round(row / n_along - 0.25, 6)])
            columns["tangents"].append([round(127 - 127 * math.sin(around)), 127, round(127 + 127 * math.cos(around)), 254 * (column % 2)])
            columns["colours"].append([column * 9 % 256, row * 20 % 256, 255 - row, 255 if row else 128])
    at = lambda row, column: first + row * (n_around + 1) + column
    faces = [corners for row in range(n_along) for column in range(n_around) for corners in
             ([at(row, column), at(row + 1, column), at(row, column + 1)], [at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)])]
    return columns, faces


def shell():
    """A sphere of three levels, each with vertices of its own."""
    mesh, faces, lods = {}, [], [0]
    for n_around, n_along in ((16, 8), (8, 4), (5, 3)):
        columns, more = sphere(n_around, n_along, len(mesh.get("positions", [])))
        for name, values in columns.items():
            mesh.setdefault(name, []).extend(values)
        faces += more
        lods.append(len(faces))
    return {**mesh, "faces": faces, "lods": lods, "lod_type": 3, "n_high_quality_lods": 1}


def puppet():
    """A skin of two ranges, whose palettes differ, and a face with three controls."""
    mesh, faces = sphere(10, 6)
    more, more_faces = sphere(6, 4, len(mesh["positions"]))
    n_first, n_faces = len(mesh["positions"]), len(faces)
    for name, values in more.items():
        mesh[name].extend(values)
    frame = lambda n: [1, 0, 0, 0, 0.8, -0.6, 0, 0.6, 0.8, n / 4, 1 + n, -n / 8]
    names = ["Root", "LowerTorso", "Head", "Jaw", "LeftEyelid", "été"]
    bones = [{"name": name, "parent": None if n == 0 else (n - 1) // 2, "culling_distance": 1.5 * n, "rows_and_position": frame(n)} for n, name in enumerate(names)]
    slots = lambda n: [[n % 3, (n + 1) % 3, 0, 0], [255 - n % 128, n % 128, 0, 0]]
    subset = lambda faces, vertices, palette: {"faces": faces, "vertices": vertices, "bones": palette}
    n_all, n_all_faces = len(mesh["positions"]), n_faces + len(more_faces)
    controls, poses = ["c_JD", "l_EC", "r_EC"], 5
    matrix = lambda seed: [[round(math.sin(seed + 3 * bone + pose) * 8) / 16 for pose in range(poses)] for bone in range(2)]
    facs = {"bones": ["Jaw", "LeftEyelid"], "controls": controls, "two_pose_correctives": [[0, 1]], "three_pose_correctives": [[0, 1, 2]],
            "positions": [matrix(seed) for seed in range(3)], "angles": [[[16 * number for number in row] for row in matrix(seed)] for seed in range(3, 6)],
            "range_of_angles": [-8, 8]}
    return {**mesh, "faces": faces + more_faces, "lods": [0, n_all_faces], "lod_type": 0, "n_high_quality_lods": 1, "bones": bones,
            "envelopes": [slots(n) for n in range(n_all)],
            "subsets": [subset([0, n_faces], [0, n_first], [0, 1, 2]), subset([n_faces, len(more_faces)], [n_first, n_all - n_first], [5, 3, 4])], "facs": facs}


for make in (shell, puppet):
    text = json.dumps(make(), separators=(",", ":"), ensure_ascii=False)
    (FOLDER / f"{make.__name__}.json").write_text(text.replace(',"', ',\n"') + "\n")
