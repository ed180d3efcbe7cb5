# SPDX-License-Identifier: GPL-3.0-or-later
"""Actions as animations of glTF with the keys that they have.

Blender's own exporter writes a key for each frame wherever it finds a curve with a single key.
"""

from __future__ import annotations

import bpy
import numpy

from .marks import MARK

_PATHS = {"location": "translation", "rotation_quaternion": "rotation", "scale": "scale"}
_WIDTHS = {"location": 3, "rotation_quaternion": 4, "scale": 3}


def find(objects, *, only_active=False):
    """The actions of objects: pairs of a name and the curves by their owners."""
    found = {}
    for owner in _owners(objects):
        for name, action, slot in _actions(owner, only_active=only_active):
            found.setdefault(name, (action, []))[1].append((owner, _curves(action, slot)))
    return found


def are_plain(objects, animations):
    """True if keys say all of the movement: straight or constant, of quaternions, and not changed by anything else."""
    for one in objects:
        if one.type == "ARMATURE":
            has_drivers = one.animation_data is not None and len(one.animation_data.drivers) > 0
            if has_drivers or any(bone.constraints for bone in one.pose.bones):
                return False
        elif one.constraints:
            return False
    curves = [curve for _, owners in animations.values() for _, curves in owners for curve in curves]
    return all(_is_plain(curve) for curve in curves)


def put(glb, nodes, animations):
    """Adds animations to a file, whose nodes are known by their marks."""
    frames = bpy.context.scene.render.fps / bpy.context.scene.render.fps_base
    made = []
    for name, (action, owners) in animations.items():
        entry = {"name": name, "channels": [], "samplers": []}
        if own := action.get("rezkit"):
            entry["extras"] = {"rezkit": own.to_dict()}
        for owner, curves in owners:
            for node, path, kind, times, values in _tracks(glb, nodes, owner, curves):
                sampler = {"input": glb.add(times[:, None] / frames), "output": glb.add(values), "interpolation": kind}
                entry["samplers"].append(sampler)
                target = {"node": node, "path": path}
                entry["channels"].append({"sampler": len(entry["samplers"]) - 1, "target": target})
        if entry["channels"]:
            made.append(entry)
    if made:
        glb.json["animations"] = made


def _owners(objects):
    """Whatever may have actions."""
    for one in objects:
        yield one
        if one.type == "MESH" and one.data.shape_keys:
            yield one.data.shape_keys


def _actions(owner, *, only_active):
    """The actions of an owner: those of its tracks, and the one that moves it now."""
    data = owner.animation_data
    if data is None:
        return []
    found = [
        (track.name if len(track.strips) == 1 else strip.action.name, strip.action, getattr(strip, "action_slot", None))
        for track in data.nla_tracks
        for strip in track.strips
        if strip.action
    ]
    if data.action and data.action not in [action for _, action, _ in found]:
        found.append((data.action.name, data.action, getattr(data, "action_slot", None)))
    if only_active and data.action:
        found = [one for one in found if one[1] == data.action]
    return found[:1] if only_active else found


def _curves(action, slot):
    if not hasattr(action, "slots"):
        return list(action.fcurves)
    strips = [strip for layer in action.layers for strip in layer.strips]
    bags = [strip.channelbag(slot) for strip in strips] if slot else []
    return [curve for bag in bags if bag for curve in bag.fcurves]


def _is_plain(curve):
    is_known = curve.data_path.rpartition(".")[2] in {*_PATHS, "value"}
    kinds = {point.interpolation for point in curve.keyframe_points}
    return is_known and not curve.modifiers and len(kinds) == 1 and kinds <= {"LINEAR", "CONSTANT"}


def _tracks(glb, nodes, owner, curves):
    """Node, path, interpolation, frames and values of each property that moves."""
    by_path = {}
    for curve in curves:
        by_path.setdefault(curve.data_path, {})[curve.array_index] = curve
    weights = {path: parts for path, parts in by_path.items() if path.startswith("key_blocks")}
    if weights:
        yield from _weights(nodes, owner, weights)
    for data_path, parts in by_path.items():
        block_path, _, name = data_path.rpartition(".")
        if name not in _PATHS:
            continue
        try:
            block = owner.path_resolve(block_path) if block_path else owner
        except ValueError:
            # A bone that is no longer there.
            continue
        node = nodes.get((block.bone if block_path else block).get(MARK))
        if node is None:
            continue
        times = _times(parts.values())
        now = getattr(block, name)
        columns = [
            _at(parts[number], times) if number in parts else numpy.full(len(times), now[number])
            for number in range(_WIDTHS[name])
        ]
        values = _placed(glb.list("nodes")[node], name, numpy.stack(columns, axis=1), is_bone=bool(block_path))
        yield node, _PATHS[name], _kind(parts.values()), times, values


def _weights(nodes, keys, by_path):
    """The weights of shape keys, which are one track for each object with the mesh."""
    times = _times([parts[0] for parts in by_path.values()])
    columns = []
    for block in keys.key_blocks[1:]:
        curve = by_path.get(f'key_blocks["{bpy.utils.escape_identifier(block.name)}"].value', {}).get(0)
        columns.append(_at(curve, times) if curve else numpy.full(len(times), block.value))
    values = numpy.stack(columns, axis=1).reshape(-1, 1)
    for one in bpy.data.objects:
        if one.type == "MESH" and one.data.shape_keys == keys and one.get(MARK) in nodes:
            kind = _kind([parts[0] for parts in by_path.values()])
            yield nodes[one[MARK]], "weights", kind, times, values


def _times(curves):
    times = [point.co[0] for curve in curves for point in curve.keyframe_points]
    return numpy.unique(numpy.array(times, numpy.float64))


def _at(curve, times):
    points = curve.keyframe_points
    found = numpy.empty(2 * len(points), numpy.float32)
    points.foreach_get("co", found)
    if len(points) == len(times):
        # As it was written: evaluating would round.
        return found[1::2].astype(numpy.float64)
    return numpy.array([curve.evaluate(time) for time in times])


def _kind(curves):
    is_step = all(point.interpolation == "CONSTANT" for curve in curves for point in curve.keyframe_points)
    return "STEP" if is_step else "LINEAR"


def _placed(node, name, rows, *, is_bone):
    """Values as glTF has them: those of bones have its axes, and are seen from their rest, which the node has."""
    if name == "scale":
        return rows if is_bone else rows[:, [0, 2, 1]]
    if name == "location":
        if not is_bone:
            return numpy.stack([rows[:, 0], rows[:, 2], -rows[:, 1]], axis=1)
        return rows @ _matrix(node).T + numpy.array(node.get("translation", (0, 0, 0)))
    if not is_bone:
        return numpy.stack([rows[:, 1], rows[:, 3], -rows[:, 2], rows[:, 0]], axis=1)
    return _product(node.get("rotation", (0, 0, 0, 1)), rows[:, [1, 2, 3, 0]])


def _matrix(node):
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    return numpy.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def _product(a, rows):
    """The product of one quaternion with many, of x, y, z, w."""
    x, y, z, w = a
    i, j, k, l = rows.T
    parts = [
        w * i + x * l + y * k - z * j,
        w * j - x * k + y * l + z * i,
        w * k + x * j - y * i + z * l,
        w * l - x * i - y * j - z * k,
    ]
    return numpy.stack(parts, axis=1)
