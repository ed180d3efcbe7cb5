"""The meshes that go into the assets of `fixtures/foreign/slmesh`, in model space and in plain numbers."""

import json
import math
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/slmesh"
LEVELS = ("high_lod", "medium_lod", "low_lod", "lowest_lod")


def rounded(rows):
    return [[round(number, 6) for number in row] for row in rows]


def domain(rows):
    return [[min(column) for column in zip(*rows)], [max(column) for column in zip(*rows)]]


def face(positions, normals, uvs, triangles, weights=None):
    positions, uvs = rounded(positions), rounded(uvs)
    made = {"positions": positions, "position_domain": domain(positions), "normals": rounded(normals), "uvs": uvs,
            "uv_domain": domain(uvs), "triangles": triangles}
    return {**made, "weights": weights} if weights else made


def box(size, at=(0, 0, 0), repeats=1):
    """24 vertices, so that each side has normals of its own."""
    positions, normals, uvs, triangles = [], [], [], []
    for axis in range(3):
        for sign in (-1, 1):
            first = len(positions)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = [0, 0, 0]
                corner[axis], corner[(axis + 1) % 3], corner[(axis + 2) % 3] = sign, u * sign, v
                positions.append([at[i] + corner[i] * size[i] / 2 for i in range(3)])
                normals.append([sign if i == axis else 0 for i in range(3)])
                uvs.append([(u + 1) / 2 * repeats, (v + 1) / 2 * repeats - 0.25])
            triangles += [[first, first + 1, first + 2], [first, first + 2, first + 3]]
    return face(positions, normals, uvs, triangles)


def cylinder(n_around, n_along, weights_of=None):
    """A cylinder along Z from 0 to 2, whose seam has two columns of vertices."""
    positions, normals, uvs, weights = [], [], [], []
    for row in range(n_along + 1):
        for column in range(n_around + 1):
            angle, height = 2 * math.pi * column / n_around, 2 * row / n_along
            normals.append([math.cos(angle), math.sin(angle), 0])
            positions.append([0.3 * math.cos(angle), 0.3 * math.sin(angle), height])
            uvs.append([column / n_around, height / 2])
            if weights_of:
                weights.append(weights_of(height / 2, column))
    at = lambda row, column: row * (n_around + 1) + column
    triangles = [corners for row in range(n_along) for column in range(n_around) for corners in
                 ([at(row, column), at(row, column + 1), at(row + 1, column + 1)], [at(row, column), at(row + 1, column + 1), at(row + 1, column)])]
    return face(positions, normals, uvs, triangles, weights)


def furniture():
    """Four levels of three faces, of which the lower ones have no geometry."""
    table, leg, knob = box([1, 0.6, 0.05], [0, 0, 0.4]), box([0.05, 0.05, 0.8], [0.4, 0.2, 0], 3), box([0.04, 0.04, 0.04], [0, 0.31, 0.35])
    return {"levels": dict(zip(LEVELS, ([table, leg, knob], [table, leg, None], [table, None, None], [box([1, 0.6, 0.85]), None, None])))}


def column():
    """A curved surface, as the viewer's automatic levels are."""
    return {"levels": {name: [cylinder(around, along)] for name, around, along in zip(LEVELS, (24, 12, 8, 4), (8, 4, 2, 1))},
            "convex": {"domain": [[-0.3, -0.3, 0], [0.3, 0.3, 2]], "bounding": rounded(cylinder(6, 1)["positions"])}}


def rigged():
    """Two to four joints at each vertex, and a skin whose matrices are all different."""
    def weights_of(height, column):
        pairs = [[0, 1 - height], [1, height]] if 0 < height < 1 else [[int(height), 1.0]]
        if column % 5 == 0 and len(pairs) == 2:
            pairs = [[0, (1 - height) / 2], [1, height / 2], [2, 0.25], [3, 0.25]]
        return [[joint, round(weight * 65535)] for joint, weight in pairs]
    matrix = lambda n: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, n / 4, -n / 8, -0.5 * n, 1]
    return {"levels": {name: [cylinder(around, along, weights_of)] for name, around, along in zip(LEVELS, (16, 8, 6, 5), (8, 4, 2, 1))},
            "skin": {"joint_names": ["mPelvis", "mTorso", "mChest", "mNeck"], "bind_shape_matrix": [2, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0, 0.125, 0, 3, 1],
                     "inverse_bind_matrix": [matrix(n) for n in range(4)], "alt_inverse_bind_matrix": [matrix(n + 4) for n in range(4)]}}


def hulls():
    """Physics of two hulls, and of a mesh."""
    corners = lambda at: [[at + x, y, z] for x in (-0.25, 0.25) for y in (-0.5, 0.5) for z in (-0.125, 0.125)]
    points = corners(-0.5) + corners(0.5) + [[0.5, 0, 0.5]]
    return {"levels": {"high_lod": [box([1.5, 1, 0.25]), box([0.1, 0.1, 0.1], [0, 0, 0.3])], "lowest_lod": [box([1.5, 1, 0.25]), None],
                       "physics_mesh": [box([1.5, 1, 0.25])]},
            "convex": {"domain": domain(points), "bounding": [[x, y, z] for x in (-0.75, 0.75) for y in (-0.5, 0.5) for z in (-0.125, 0.5)],
                       "hulls": [points[:8], points[8:]]}}


for make in (furniture, column, rigged, hulls):
    text = json.dumps(make(), separators=(",", ":"))
    (FOLDER / f"{make.__name__}.json").write_text(text.replace(',"', ',\n"').replace("-0.0,", "0.0,").replace("-0.0]", "0.0]") + "\n")
