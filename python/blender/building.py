# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects of Blender, built from the arrays of a file."""

from __future__ import annotations

import math
from collections import Counter

import bpy
from mathutils import Matrix

from . import armatures, axes, extras
from .actions import Actions
from .materials import Materials
from .meshes import Meshes

# Lumens of a watt, as Blender's own importer of glTF has it.
_LUMENS = 683


class Building:
    """The nodes of a file on their way to objects."""

    def __init__(self, context, glb, name, folder):
        self._context, self._glb = context, glb
        self._nodes = glb.list("nodes")
        self._parents = [None] * len(self._nodes)
        for number, node in enumerate(self._nodes):
            for child in node.get("children", []):
                self._parents[child] = number
        self._order = self._from_the_top()
        self._meshes = Meshes(glb, Materials(glb, folder))
        self._armatures = armatures.find(glb, self._parents, self._order)
        self._bones = {joint: armature for armature in self._armatures for joint in armature.joints}
        self._homes = {armature.node: armature for armature in self._armatures if armature.node is not None}
        self._objects = {}
        self._collection = bpy.data.collections.new(name)
        context.scene.collection.children.link(self._collection)
        extras.keep(self._collection, glb.list("scenes")[0] if glb.list("scenes") else {})

    def build(self):
        """Adds all objects to a collection of their own, which it returns."""
        if self._context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        for one in self._context.selected_objects:
            one.select_set(False)
        collections = self._collections()
        self._create()
        for armature in self._armatures:
            if armature.node is None:
                name = self._glb.list("skins")[armature.skins[0]].get("name") if armature.skins else None
                armature.one = self._new(name or "Armature", bpy.data.armatures.new(name or "Armature"))
                armature.one.parent = self._objects.get(self._parents[armature.joints[0]])
                self._collection.objects.link(armature.one)
        for number in self._order:
            if number in self._objects:
                self._place(number, collections)
        for armature in self._armatures:
            armatures.build(self._context, self._glb, self._parents, armature)
        self._attach()
        for number, one in self._objects.items():
            self._deform(self._nodes[number], one)
        Actions(self._context, self._glb, self._objects, self._armatures).build()
        self._hide()
        return self._collection

    def _from_the_top(self):
        order = [number for number, parent in enumerate(self._parents) if parent is None]
        for number in order:
            order.extend(self._nodes[number].get("children", []))
        return order

    def _collections(self):
        """The collection of each node: levels of detail and collision shapes have their own, which are hidden."""
        found, scenes = {}, self._glb.list("scenes")
        for scene in scenes:
            home = self._collection
            if scene is not scenes[0]:
                home = bpy.data.collections.new(scene["name"])
                self._collection.children.link(home)
            for number in scene.get("nodes", []):
                found.setdefault(number, home)
        for number in self._order:
            found.setdefault(number, found.get(self._parents[number], self._collection))
        return found

    def _create(self):
        """Creates all objects in the order of their names, since Blender searches the place of each in a list."""
        wanted = [
            number
            for number, node in enumerate(self._nodes)
            # Nobody asked for a camera.
            if (number not in self._bones or "mesh" in node) and not ("camera" in node and "children" not in node)
        ]
        names = _unique([self._nodes[number].get("name", "node") for number in wanted])
        for name, number in sorted(zip(names, wanted), key=lambda one: (one[0].lower(), one[1])):
            armature = self._homes.get(number)
            data = bpy.data.armatures.new(name) if armature else self._data(self._nodes[number])
            self._objects[number] = self._new(name, data)
            if armature:
                armature.one = self._objects[number]

    def _place(self, number, collections):
        node, one = self._nodes[number], self._objects[number]
        if number not in self._bones:
            one.location, one.rotation_quaternion, one.scale = axes.placement(node)
            extras.keep(one, node)
        if one.type == "LIGHT":
            one.rotation_quaternion = one.rotation_quaternion @ axes.AIM
        above = self._parents[number]
        if above is not None and above not in self._bones:
            one.parent = self._objects.get(above)
        collections[number].objects.link(one)

    @staticmethod
    def _new(name, data):
        one = bpy.data.objects.new(name, data)
        one.rotation_mode = "QUATERNION"
        return one

    def _data(self, node):
        if "mesh" in node:
            return self._meshes.get(node["mesh"])
        light = node.get("extensions", {}).get("KHR_lights_punctual")
        if light is None or "children" in node:
            return None
        return _light(self._glb.json["extensions"]["KHR_lights_punctual"]["lights"][light["light"]])

    def _attach(self):
        """Hangs what belongs to a joint at its bone, whose children Blender counts from its end."""
        for number, one in self._objects.items():
            joint = number if number in self._bones else self._parents[number]
            if joint not in self._bones or "skin" in self._nodes[number]:
                continue
            armature = self._bones[joint]
            if number not in self._bones:
                node = self._nodes[number]
                one.location, one.rotation_quaternion, one.scale = axes.placement_at_bone(node)
            else:
                one.rotation_quaternion = axes.TURN.to_quaternion().inverted()
            one.parent, one.parent_type, one.parent_bone = armature.one, "BONE", armature.names[joint]
            length = armature.one.data.bones[one.parent_bone].length
            one.matrix_parent_inverse = Matrix.Translation((0, -length, 0))

    def _deform(self, node, one):
        if one.type != "MESH":
            return
        if "skin" in node:
            joints = self._glb.list("skins")[node["skin"]]["joints"]
            armature = self._bones[joints[0]]
            if not one.vertex_groups:
                self._meshes.skin(one, node["mesh"], [armature.names[joint] for joint in joints])
            one.parent = armature.one
            one.matrix_basis.identity()
            one.modifiers.new("Armature", "ARMATURE").object = armature.one
        if one.data.shape_keys is None:
            self._meshes.morph(one, node["mesh"], node.get("weights", []))

    def _hide(self):
        """Hides all but the first collection, and selects what is seen."""
        self._context.view_layer.update()
        own = [layer for layer in layers(self._context.view_layer.layer_collection) if layer.collection == self._collection]
        for layer in own:
            for child in layer.children:
                child.hide_viewport = True
        objects = self._collection.objects
        self._context.view_layer.objects.active = objects[0] if objects else None
        if objects:
            bpy.ops.object.select_same_collection(collection=self._collection.name)


def _unique(names):
    """Names of which no two are equal: as Blender makes them, but with as many digits as all of a name need."""
    totals, counts = Counter(names), Counter()
    found = []
    for name in names:
        digits = max(3, len(str(totals[name])))
        found.append(f"{name}.{counts[name]:0{digits}}" if counts[name] else name)
        counts[name] += 1
    return found


def layers(layer):
    """All collections of a view, from the outside in."""
    found = [layer]
    for one in found:
        found.extend(one.children)
    return found


def _light(entry):
    kind = {"directional": "SUN", "spot": "SPOT"}.get(entry["type"], "POINT")
    light = bpy.data.lights.new(entry.get("name", "light"), kind)
    light.color = entry.get("color", (1, 1, 1))
    intensity = entry.get("intensity", 1)
    light.energy = intensity / _LUMENS * (1 if kind == "SUN" else 4 * math.pi)
    if kind == "SPOT":
        spot = entry.get("spot", {})
        outer = spot.get("outerConeAngle", math.pi / 4)
        light.spot_size = 2 * outer
        light.spot_blend = 1 - spot.get("innerConeAngle", 0) / outer
    return light
