# SPDX-License-Identifier: GPL-3.0-or-later
"""Animations as actions, whose keys are at the times that the file has."""

from __future__ import annotations

import bpy
import numpy

from . import axes, extras

_CONSTANT, _LINEAR, _BEZIER = 0, 1, 2
_FREE = 0


class Actions:
    """Turns the animations of a file into actions of the objects that were made of it."""

    def __init__(self, context, glb, objects, armatures):
        render = context.scene.render
        self._frames = render.fps / render.fps_base
        self._glb, self._objects = glb, objects
        self._bones = {joint: armature for armature in armatures for joint in armature.joints}

    def build(self):
        """Adds all animations as tracks, which are muted; the only one of a file is also what moves the objects."""
        animations = self._glb.list("animations")
        for animation in animations:
            self._build(animation, is_only=len(animations) == 1)

    def _build(self, animation, *, is_only):
        owners = {}
        for channel in animation["channels"]:
            node, path = channel["target"].get("node"), channel["target"]["path"]
            for owner in self._owners(node, path):
                owners.setdefault(owner.as_pointer(), (owner, []))[1].append(channel)
        name, action = animation.get("name", "animation"), None
        for owner, channels in owners.values():
            if action is None or not hasattr(action, "slots"):
                action = bpy.data.actions.new(name)
                extras.keep(action, animation)
            curves, slot = _curves(action, owner)
            for channel in channels:
                self._channel(curves, channel, animation["samplers"][channel["sampler"]])
            self._assign(owner, name, action, slot, is_only=is_only)

    def _owners(self, node, path):
        """The data that has the curves of a node."""
        if node in self._bones and path != "weights":
            return [self._bones[node].one]
        one = self._objects.get(node)
        if one is None:
            return []
        if path == "weights":
            return [one.data.shape_keys] if one.type == "MESH" and one.data.shape_keys else []
        return [one]

    @staticmethod
    def _assign(owner, name, action, slot, *, is_only):
        data = owner.animation_data_create()
        track = data.nla_tracks.new()
        strip = track.strips.new(name, int(action.frame_range[0]), action)
        track.name, track.mute = name, True
        if slot is not None:
            strip.action_slot = slot
        if is_only:
            data.action = action
            if slot is not None:
                data.action_slot = slot

    def _channel(self, curves, channel, sampler):
        node, path = channel["target"]["node"], channel["target"]["path"]
        times = self._glb.array(sampler["input"])[:, 0].astype(numpy.float64) * self._frames
        values = self._glb.array(sampler["output"]).astype(numpy.float64)
        kind = sampler.get("interpolation", "LINEAR")
        if path == "weights":
            values = values.reshape(len(times), -1)
            names = [block.name for block in self._objects[node].data.shape_keys.key_blocks[1:]]
            if kind == "CUBICSPLINE":
                values = values.reshape(len(times), 3, -1)[:, 1]
            for number, name in enumerate(names[: values.shape[1]]):
                data_path = f'key_blocks["{bpy.utils.escape_identifier(name)}"].value'
                _curve(curves, data_path, 0, None, times, values[:, number], kind)
            return
        # Rows of tangents are turned as values are, without what moves the origin.
        rows = values.reshape(len(times), 3, -1) if kind == "CUBICSPLINE" else values[:, None]
        parts = range(rows.shape[1])
        seen = [self._seen(node, path, rows[:, at], is_tangent=len(parts) == 3 and at != 1) for at in parts]
        rows = numpy.stack(seen, axis=1)
        middle = rows[:, rows.shape[1] // 2]
        if path == "rotation":
            rows *= _signs(middle)[:, None, None]
            middle = rows[:, rows.shape[1] // 2]
        prefix, group = self._prefix(node)
        data_path = prefix + {"translation": "location", "rotation": "rotation_quaternion", "scale": "scale"}[path]
        for number in range(middle.shape[1]):
            tangents = (rows[:, 0, number], rows[:, 2, number]) if kind == "CUBICSPLINE" else None
            _curve(curves, data_path, number, group, times, middle[:, number], kind, tangents, self._frames)

    def _prefix(self, node):
        if node not in self._bones:
            return "", None
        name = self._bones[node].names[node]
        return f'pose.bones["{bpy.utils.escape_identifier(name)}"].', name

    def _seen(self, node, path, rows, *, is_tangent):
        """Values as Blender has them: those of bones have the axes of the file, and are seen from their rest."""
        rest = self._bones[node].rests[node] if node in self._bones else None
        if path == "scale":
            return axes.scales(rows) if rest is None else rows
        if path == "translation":
            if rest is None:
                return axes.points(rows)
            turn = numpy.array(rest.to_3x3())
            return (rows if is_tangent else rows - numpy.array(rest.translation)) @ turn
        if rest is None:
            return axes.quaternions(rows)
        return _product(numpy.array(rest.to_quaternion().inverted()), rows[:, [3, 0, 1, 2]])


def _product(a, b):
    """The product of one quaternion with many."""
    w, x, y, z = a
    i, j, k, l = b.T
    parts = [
        w * i - x * j - y * k - z * l,
        w * j + x * i + y * l - z * k,
        w * k - x * l + y * i + z * j,
        w * l + x * k - y * j + z * i,
    ]
    return numpy.stack(parts, axis=1)


def _signs(rows):
    """Signs that make each quaternion the nearer of two to the one before: Blender goes straight between their numbers."""
    steps = numpy.where((rows[1:] * rows[:-1]).sum(axis=1) < 0, -1.0, 1.0)
    return numpy.concatenate([[1.0], numpy.cumprod(steps)])[: len(rows)]


def _curves(action, owner):
    """The list of curves of an action for the data that it moves, and the slot, which Blender before 4.4 does not have."""
    if not hasattr(action, "slots"):
        action.id_root = owner.id_type if hasattr(owner, "id_type") else action.id_root
        return action.fcurves, None
    slot = action.slots.new(owner.id_type, owner.name)
    layer = action.layers[0] if action.layers else action.layers.new("Layer")
    strip = layer.strips[0] if layer.strips else layer.strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True).fcurves, slot


def _curve(curves, data_path, index, group, times, values, kind, tangents=None, frames=1.0):
    """Adds a curve with all its keys at once."""
    try:
        curve = curves.new(data_path, index=index, group_name=group or "")
    except TypeError:
        curve = curves.new(data_path, index=index, action_group=group or "")
    points = curve.keyframe_points
    points.add(len(times))
    points.foreach_set("co", numpy.stack([times, values], axis=1).ravel().astype(numpy.float32))
    shape = {"STEP": _CONSTANT, "CUBICSPLINE": _BEZIER}.get(kind, _LINEAR)
    points.foreach_set("interpolation", numpy.full(len(times), shape, numpy.int32))
    if tangents is not None and len(times) > 1:
        _handles(points, times, values, tangents, frames)
    curve.update()


def _handles(points, times, values, tangents, frames):
    """The handles of a curve whose tangents are per second: a third of the way to the next key."""
    steps = numpy.diff(times) / 3
    before, after = numpy.concatenate([steps[:1], steps]), numpy.concatenate([steps, steps[-1:]])
    for side, width, tangent in [("left", -before, tangents[0]), ("right", after, tangents[1])]:
        handles = numpy.stack([times + width, values + width * tangent / frames], axis=1)
        points.foreach_set(f"handle_{side}_type", numpy.full(len(times), _FREE, numpy.int32))
        points.foreach_set(f"handle_{side}", handles.ravel().astype(numpy.float32))
