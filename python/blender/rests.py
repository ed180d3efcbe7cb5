# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints at rest, whose numbers Blender rounds: they come back as they were if nobody moved the bone."""

import numpy

from .marks import MARK

# The custom properties of a bone with the numbers of its joint.
_LOCAL, _BIND = "rezkit_rest", "rezkit_bind"
# How much Blender rounds by.
_NEAR = 1e-4


def keep(bone, node, bind):
    """Keeps where a joint is, seen from its parent, and its inverse bind matrix, if it has one."""
    if node.get("scale", [1, 1, 1]) == [1, 1, 1]:
        bone[_LOCAL] = [*map(float, node.get("translation", (0, 0, 0))), *map(float, node.get("rotation", (0, 0, 0, 1)))]
    if bind is not None:
        bone[_BIND] = bind


def restore(glb, nodes, objects):
    """Replaces numbers of joints by those that they were rounded from."""
    binds = {}
    for one in objects:
        for bone in one.data.bones if one.type == "ARMATURE" else []:
            number = nodes.get(bone.get(MARK))
            if number is not None:
                node = glb.list("nodes")[number]
                for name in (_LOCAL, _BIND):
                    node.get("extras", {}).pop(name, None)
                _restore_local(node, bone)
                binds[number] = bone.get(_BIND)
    for skin in glb.list("skins"):
        if "inverseBindMatrices" in skin:
            rows = glb.array(skin["inverseBindMatrices"]).copy()
            for row, joint in enumerate(skin["joints"]):
                bind = binds.get(joint)
                if bind is not None and numpy.allclose(rows[row], bind, atol=_NEAR):
                    rows[row] = bind
            skin["inverseBindMatrices"] = glb.add(rows)
    _leave_out_skins(glb)


def _restore_local(node, bone):
    if _LOCAL not in bone:
        return
    *place, i, j, k, w = bone[_LOCAL]
    now = node.get("rotation", (0, 0, 0, 1))
    is_turned = 1 - abs(sum(one * other for one, other in zip(now, (i, j, k, w)))) > _NEAR**2
    is_moved = not numpy.allclose(node.get("translation", (0, 0, 0)), place, atol=_NEAR)
    if not (is_turned or is_moved or "scale" in node and not numpy.allclose(node["scale"], 1, atol=_NEAR)):
        node["translation"], node["rotation"] = place, [i, j, k, w]
        node.pop("scale", None)


def _leave_out_skins(glb):
    """Leaves out skins that Blender adds for joints that move no mesh."""
    nodes = glb.list("nodes")
    if any("skin" in node for node in nodes) or not glb.list("skins"):
        return
    joints = [nodes[joint] for skin in glb.list("skins") for joint in skin["joints"]]
    if all(joint.get("extras", {}).get("rezkit", {}).get("role") == "joint" for joint in joints):
        del glb.json["skins"]
