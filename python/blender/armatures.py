# SPDX-License-Identifier: GPL-3.0-or-later
"""Armatures, whose bones are the joints of skins."""

from __future__ import annotations

from dataclasses import dataclass, field

import bpy
from mathutils import Matrix

from . import axes, extras, rests


@dataclass
class Armature:
    """Joints that move together, and what Blender has for them."""

    # The node that is the armature itself; None if there is no such node.
    node: int | None
    # The joints, parents first.
    joints: list[int]
    # The skins that these joints belong to.
    skins: list[int]
    one: bpy.types.Object | None = None
    # The names of bones by their nodes, and where they are at rest, seen from their parent.
    names: dict[int, str] = field(default_factory=dict)
    rests: dict[int, Matrix] = field(default_factory=dict)


def find(glb, parents, order):
    """The armatures of a file: skins that share a joint, or a root of joints, are of one."""
    nodes, skins = glb.list("nodes"), glb.list("skins")
    marked = [at for at, node in enumerate(nodes) if _role(node) == "joint"]
    members = [set(skin["joints"]) for skin in skins]
    is_joint = set(marked).union(*members)
    groups = {}
    for joint in is_joint:
        groups.setdefault(_top(joint, parents, is_joint), set()).add(joint)
    for joints in members:
        # A skin of several roots joins their groups.
        tops = {_top(joint, parents, is_joint) for joint in joints}
        joined = set().union(*(groups[top] for top in tops))
        groups.update((_top(joint, parents, is_joint), joined) for joint in joined)
    different = {id(joints): joints for joints in groups.values()}
    found = [
        Armature(
            _home(nodes, parents, joints),
            [node for node in order if node in joints],
            [number for number, own in enumerate(members) if own & joints],
        )
        for joints in different.values()
    ]
    return sorted(found, key=lambda armature: armature.joints)


def _role(node):
    return node.get("extras", {}).get(extras.OWN, {}).get("role")


def _top(joint, parents, is_joint):
    """The joint furthest up that leads to a joint by joints alone."""
    while parents[joint] in is_joint:
        joint = parents[joint]
    return joint


def _home(nodes, parents, joints):
    """The node that all joints hang from, if it shows nothing of its own."""
    above = {parents[joint] for joint in joints if parents[joint] not in joints}
    if len(above) != 1 or None in above:
        return None
    (node,) = above
    return node if nodes[node].keys().isdisjoint({"mesh", "camera"}) else None


def build(context, glb, parents, armature):
    """Fills an armature, whose object is in the scene already."""
    nodes = glb.list("nodes")
    binds = _binds(glb, armature)
    bound = _bound(binds)
    context.view_layer.objects.active = armature.one
    bpy.ops.object.mode_set(mode="EDIT")
    worlds, bones = {}, armature.one.data.edit_bones
    length = _length(nodes, armature)
    for joint in armature.joints:
        above = worlds.get(parents[joint], Matrix())
        if joint in bound:
            worlds[joint] = bound[joint]
        else:
            place, turn, _ = axes.local(nodes[joint])
            worlds[joint] = above @ Matrix.LocRotScale(place, turn, None)
        armature.rests[joint] = above.inverted() @ worlds[joint]
        bone = bones.new(nodes[joint].get("name", "bone"))
        bone.tail = (0, length[joint], 0)
        bone.matrix = axes.TURN @ worlds[joint]
        bone.parent = bones.get(armature.names.get(parents[joint], ""))
        armature.names[joint] = bone.name
    bpy.ops.object.mode_set(mode="OBJECT")
    for joint in armature.joints:
        name = armature.names[joint]
        extras.keep(armature.one.data.bones[name], nodes[joint])
        rests.keep(armature.one.data.bones[name], nodes[joint], binds.get(joint))
        pose = armature.rests[joint].inverted() @ Matrix.LocRotScale(*axes.local(nodes[joint]))
        bone = armature.one.pose.bones[name]
        bone.rotation_mode = "QUATERNION"
        if max(abs(pose[row][column] - (row == column)) for row in range(4) for column in range(4)) > 1e-4:
            bone.matrix_basis = pose


def _binds(glb, armature):
    """The inverse bind matrices of joints, by columns; of several skins, the first that has one."""
    found = {}
    for number in armature.skins:
        skin = glb.list("skins")[number]
        if "inverseBindMatrices" in skin:
            for joint, columns in zip(skin["joints"], glb.array(skin["inverseBindMatrices"]).tolist()):
                found.setdefault(joint, columns)
    return found


def _bound(binds):
    """Where joints are in the pose in which a mesh was bound to them, without scale."""
    places = {}
    for joint, columns in binds.items():
        inverse = axes.matrix(columns)
        if abs(inverse.determinant()) > 1e-12:
            place, turn, _ = inverse.inverted().decompose()
            places[joint] = Matrix.LocRotScale(place, turn, None)
    return places


def _length(nodes, armature):
    """How long to draw each bone: as far as the nearest joint that hangs from it, or as its parent."""
    joints, lengths = set(armature.joints), {}
    for joint in reversed(armature.joints):
        far = [axes.local(nodes[child])[0].length for child in nodes[joint].get("children", []) if child in joints]
        lengths[joint] = min((one for one in far if one > 1e-3), default=0)
    usual = sorted(one for one in lengths.values() if one)
    usual = usual[len(usual) // 2] if usual else 0.1
    return {joint: length or usual for joint, length in lengths.items()}
