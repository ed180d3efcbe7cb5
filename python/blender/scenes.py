# SPDX-License-Identifier: GPL-3.0-or-later
"""Files as objects of Blender, and the selection as a file, by way of glTF.

What glTF has no place for is kept in extras, which are custom properties in Blender: it comes back when the objects are
exported to the format that they came from.
"""

from __future__ import annotations

import logging
import re
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import bpy
import rezkit


def import_file(context, path, *, rig=False, all_parts=False, assets=""):
    """Adds the objects of a file to the scene, and returns what glTF could not hold of it."""
    path = Path(path)
    made = rezkit.convert(path, "glb", rig=rig, all_parts=all_parts, files=_beside(path.parent, assets))
    scenes, collections, objects = set(bpy.data.scenes), set(bpy.data.collections), set(bpy.data.objects)
    with tempfile.TemporaryDirectory() as folder:
        # The name of the file becomes that of the collection.
        glb = Path(folder) / f"{path.stem}.glb"
        made.save(glb)
        options = {"import_scene_extras": True, "merge_vertices": False, "bone_heuristic": "BLENDER"}
        options |= {"disable_bone_shape": True, "loglevel": logging.ERROR}
        # Older releases do not have all of them.
        known = bpy.ops.import_scene.gltf.get_rna_type().properties.keys()
        bpy.ops.import_scene.gltf(filepath=str(glb), **{name: options[name] for name in options if name in known})
    if set(bpy.data.collections) == collections:
        _part(context, [one for one in bpy.data.objects if one not in objects], path.stem)
    _gather(context, set(bpy.data.collections) - collections, set(bpy.data.scenes) - scenes)
    return _lost(made)


def _beside(folder, assets):
    """Finds files beside a file, and assets of Roblox by their numbers."""

    def find(name):
        number = name.removeprefix("rbxassetid://")
        if number != name:
            places = [Path(assets)] if assets else [folder]
            found = [one for place in places for one in sorted(place.glob(f"{number}*")) if one.stem == number]
            return found[0].read_bytes() if number.isdigit() and found else None
        file = folder / name
        is_below = folder.resolve() in file.resolve().parents
        return file.read_bytes() if is_below and file.is_file() else None

    return find


def _part(context, objects, name):
    """Gives levels of detail collections, since Blender before 4.4 puts the objects of all scenes of a glTF into one."""
    if not any(LEVEL.search(one.name) for one in objects):
        return
    homes, sizes = {}, {}
    suffixes = {one: found[1] for one in objects if (found := LEVEL.search(one.name))}
    for one, suffix in suffixes.items():
        if suffix.startswith("LOD") and one.type == "MESH":
            sizes[suffix] = sizes.get(suffix, 0) + len(one.data.polygons)
    # The finest first: Second Life counts from the other end.
    levels = {suffix: f"lod{at + 1}" for at, suffix in enumerate(sorted(sizes, key=sizes.get, reverse=True))}
    for one in objects:
        home = levels.get(suffixes[one], "physics") if one in suffixes else name
        if home not in homes:
            homes[home] = bpy.data.collections.new(home)
            context.scene.collection.children.link(homes[home])
        for old in one.users_collection:
            old.objects.unlink(one)
        homes[home].objects.link(one)
    context.view_layer.update()
    for layer in context.view_layer.layer_collection.children:
        layer.hide_viewport = layer.hide_viewport or layer.name in homes.keys() - {name}


def _gather(context, collections, scenes):
    """Shows levels of detail, which glTF has in scenes of their own, as collections of one scene, which are hidden."""
    for layer in _layers(context.view_layer.layer_collection):
        if layer.exclude and layer.collection in collections:
            layer.exclude = False
            layer.hide_viewport = True
    for scene in scenes:
        bpy.data.scenes.remove(scene)
    shapes = [one for collection in collections for one in collection.objects if PHYSICS.search(one.name)]
    for one in shapes:
        # They have no normals: with flat faces, each corner would become a point of its own.
        if one.type == "MESH":
            one.data.shade_smooth()


@dataclass
class Report:
    """What is said of a file that was exported."""

    summary: str
    losses: list
    findings: list

    def draw(self, menu, _context):
        """Shows it in a menu."""
        for text in [line(loss) for loss in self.losses] + [
            f"{finding['severity']} {finding['rule']}: {finding['broken']}" for finding in self.findings
        ]:
            menu.layout.label(text=text)
        if not self.losses and not self.findings:
            menu.layout.label(text="Nothing was lost, and nothing is wrong.")


@contextmanager
def _with_levels(context):
    """Selects the levels of detail and the shapes for physics of what is selected, which may be hidden."""
    layers = [layer for layer in _layers(context.view_layer.layer_collection) if layer.hide_viewport]
    selected = {one.name for one in context.selected_objects}
    for layer in layers:
        layer.hide_viewport = False
    context.view_layer.update()
    added = [
        one
        for one in context.view_layer.objects
        if not one.select_get() and LEVEL.sub("", one.name) in selected - {one.name}
    ]
    for one in added:
        one.select_set(True)
    try:
        yield
    finally:
        for one in added:
            one.select_set(False)
        for layer in layers:
            layer.hide_viewport = True


# What the names of shapes for physics end in.
PHYSICS = re.compile(r"_(PHYS|BOUND|HULL(_\d+)?)(\.\d+)?$")
# What the names of levels of detail, and of shapes for physics, end in.
LEVEL = re.compile(r"_(LOD\d+|PHYS|BOUND|HULL(_\d+)?)(\.\d+)?$")


def _layers(layer):
    """All collections of a view, from the outside in."""
    found = [layer]
    for one in found:
        found.extend(one.children)
    return found


def export_file(context, path, target, *, apply_modifiers=False, animations=True):
    """Writes the selected objects as a file, and returns a report."""
    if not context.selected_objects:
        raise ValueError("nothing is selected")
    with tempfile.TemporaryDirectory() as folder, _with_levels(context):
        glb = Path(folder) / f"{Path(path).stem}.glb"
        bpy.ops.export_scene.gltf(
            filepath=str(glb),
            export_format="GLB",
            use_selection=True,
            use_active_scene=True,
            export_extras=True,
            export_apply=apply_modifiers,
            export_animations=animations,
            export_animation_mode="ACTIONS",
            export_cameras=False,
            export_lights=False,
            # The armature itself is no bone.
            export_armature_object_remove=True,
        )
        # Blender keeps normals of corners so coarsely that those of one vertex are no longer equal.
        made = rezkit.convert(glb, target, weld={"normal": 0.05, "tangent": float("inf")})
    made.save(path)
    info = rezkit.info(made.bytes)
    profiles = {"llmesh": ["sl-upload"], "mesh": ["roblox"]}.get(target, [])
    findings = [one for one in rezkit.check(made.bytes, profiles=profiles)["findings"] if one["severity"] != "note"]
    return Report(_summary(info), _lost(made), findings)


def _summary(info):
    """Counts, and the land impact of a mesh for Second Life."""
    facts = info["facts"]
    counts = [f"{name}: {value:,}" for name, value in facts.items() if isinstance(value, int)]
    cost = info["streaming_cost"]
    if cost is not None:
        counts.append(f"land impact {max(1, round(cost['cost']))} ({cost['cost']:.2f} for streaming)")
    return ", ".join([f"{info['n_bytes']:,} bytes", *counts])


def _lost(made):
    # What is welded was one vertex before Blender.
    return [loss for loss in made.losses if loss["severity"] != "note" and loss["code"] != "VERTEX_WELDED"]


def line(loss):
    """A loss as a line of text."""
    count = f" ({loss['count']})" if loss["count"] > 1 else ""
    return f"lost: {loss['what']}{count}"
