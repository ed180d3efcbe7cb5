# SPDX-License-Identifier: GPL-3.0-or-later
"""The axes of glTF, where Y points up, and those of Blender, where Z does.

Objects have the axes of Blender. Bones keep those that joints have in the file: only what they hang from is turned.
"""

import math

import numpy
from mathutils import Matrix, Quaternion, Vector

# Turns the axes of glTF to those of Blender.
TURN = Matrix.Rotation(math.pi / 2, 4, "X")
# Lights and cameras look along -Z in both.
AIM = Quaternion((1, 0, 0), math.pi / 2)


def points(rows):
    """Positions or directions."""
    return numpy.stack([rows[:, 0], -rows[:, 2], rows[:, 1]], axis=1)


def quaternions(rows):
    """Rotations of x, y, z, w as rows of w, x, y, z."""
    return numpy.stack([rows[:, 3], rows[:, 0], -rows[:, 2], rows[:, 1]], axis=1)


def scales(rows):
    """Scales along each axis."""
    return rows[:, [0, 2, 1]]


def matrix(columns):
    """A matrix that is given by columns, with the axes that it has."""
    return Matrix([columns[at::4] for at in range(4)])


def local(node):
    """The translation, rotation and scale of a node, with the axes of the file."""
    i, j, k, w = node.get("rotation", (0, 0, 0, 1))
    return Vector(node.get("translation", (0, 0, 0))), Quaternion((w, i, j, k)), Vector(node.get("scale", (1, 1, 1)))


def placement(node):
    """The translation, rotation and scale of a node, with the axes of Blender."""
    (x, y, z), (w, i, j, k), (a, b, c) = local(node)
    return Vector((x, -z, y)), Quaternion((w, i, -k, j)), Vector((a, c, b))


def placement_at_bone(node):
    """The same of a node that hangs from a bone, which has the axes of the file."""
    (place, turn, (a, b, c)) = local(node)
    return place, turn @ TURN.to_quaternion().inverted(), Vector((a, c, b))
