# SPDX-License-Identifier: GPL-3.0-or-later
"""The selection as a file, by way of Blender's own exporter of glTF, which knows its modifiers, materials and constraints."""

from __future__ import annotations

import re
import tempfile
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import bpy
import rezkit

from . import extras, keys, marks, reports, rests
from .building import layers
from .glb import Glb
from .meshes import ODD, TRIANGLES


@dataclass(frozen=True)
class Target:
    """A format that can be exported."""

    title: str
    ending: str
    # The rules that its files are held to.
    profiles: tuple = ()


TARGETS = {
    "mesh": Target("Roblox mesh", ".mesh", ("roblox",)),
    "llmesh": Target("Second Life mesh", ".llmesh", ("sl-upload",)),
    "m3d": Target("Model 3D", ".m3d"),
    "anim": Target("Second Life animation", ".anim"),
    "rbxm": Target("Roblox model or animation", ".rbxm"),
}


@dataclass
class Options:
    """How objects are exported."""

    apply_modifiers: bool = False
    animations: bool = True
    # The rig that joints have the names of, and the Roblox character that animations move.
    rig: str = "auto"
    character: str = ""
    # New names of joints by the old ones.
    joints: dict | None = None


def target_of(path, target=None):
    """The format of a path, by its ending, which a format that is named has to agree with."""
    ending = Path(path).suffix.lower()
    by_ending = next((name for name, known in TARGETS.items() if known.ending == ending), None)
    if by_ending is None:
        endings = ", ".join(known.ending for known in TARGETS.values())
        raise ValueError(f"{Path(path).name!r} does not end in one of {endings}")
    if target and target != by_ending:
        title, own = TARGETS[target].title, TARGETS[target].ending
        raise ValueError(f"{Path(path).name!r} does not end in {own}, as files of the format {title} do")
    return by_ending


def export_file(context, path, target, options=None):
    """Writes the selected objects as a file, and returns a report."""
    options = options or Options()
    if not context.selected_objects:
        raise ValueError("nothing is selected")
    with tempfile.TemporaryDirectory() as folder, _with_levels(context), _with_extras(context):
        glb = Path(folder) / f"{Path(path).stem}.glb"
        losses = _write(context, glb, target, options)
        changes = {}
        if target in ("llmesh", "anim", "rbxm"):
            changes = {"rig_preset": options.rig, "map_joint": options.joints or {}}
        if target == "rbxm" and options.character:
            changes["rig"] = options.character
        if _is_split(context.selected_objects, Glb(glb.read_bytes())):
            # Blender keeps normals of corners so coarsely that those of one vertex are no longer equal.
            changes["weld"] = {"normal": 0.05, "tangent": float("inf")}
        made = rezkit.convert(glb, target, **changes)
    made.save(path)
    losses = reports.lost(made) + losses
    findings = rezkit.check(made.bytes, profiles=list(TARGETS[target].profiles))["findings"]
    findings = [one for one in findings if one["severity"] != "note"]
    return reports.Report(reports.summary(rezkit.info(made.bytes), target), losses, findings)


def _write(context, path, target, options):
    """Writes a GLB, and returns what was lost by that."""
    objects = context.selected_objects
    animations = keys.find(objects, only_active=target == "anim") if options.animations else {}
    is_sampled = not keys.are_plain(objects, animations)
    is_one = sum(one.type == "ARMATURE" for one in bpy.data.objects) == 1
    wanted = {
        "filepath": str(path),
        "export_format": "GLB",
        "use_selection": True,
        "use_active_scene": True,
        "export_extras": True,
        "export_apply": options.apply_modifiers,
        "export_animations": options.animations and is_sampled,
        # An animation of Second Life is the one that can be seen.
        "export_animation_mode": "ACTIVE_ACTIONS" if target == "anim" else "ACTIONS",
        # Actions of other armatures are not meant.
        "export_anim_single_armature": is_one,
        # Hulls may be points alone.
        "use_mesh_edges": True,
        "use_mesh_vertices": True,
        "export_cameras": False,
        "export_lights": False,
        # The armature itself is no bone.
        "export_armature_object_remove": True,
    }
    # Older releases do not have all of them.
    known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
    meshes = {one.data for one in objects if one.type == "MESH"}
    n_faces = sum(len(mesh.polygons) for mesh in meshes)
    # The exporter has a line for each object.
    with marks.marked(objects), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        bpy.ops.export_scene.gltf(**{name: value for name, value in wanted.items() if name in known})
        glb = Glb(path.read_bytes())
        _mend_colours(glb)
        extras.restore_names(glb, path.stem)
        nodes = marks.nodes_by_mark(glb)
        rests.restore(glb, nodes, objects)
        keys.put(glb, nodes, {} if is_sampled else animations)
        for mesh in glb.list("meshes"):
            mesh.get("extras", {}).pop(ODD, None)
        path.write_bytes(glb.to_bytes())
    losses = []
    if n_lost := n_faces - sum(len(mesh.polygons) for mesh in meshes):
        losses.append({"what": "faces that were there twice, or had a corner twice", "count": n_lost})
    if is_sampled and glb.list("animations"):
        what = "keys of animations: there is one for each frame, because curves or constraints move objects between keys"
        losses.append({"what": what, "count": 1})
    return losses


def _mend_colours(glb):
    """Declares the colours of loose vertices and edges as Blender writes them: of three numbers, though it says four."""
    loose = [one for mesh in glb.list("meshes") for one in mesh["primitives"] if one.get("mode", TRIANGLES) != TRIANGLES]
    for primitive in loose:
        if "COLOR_0" in primitive["attributes"]:
            entry = glb.json["accessors"][primitive["attributes"]["COLOR_0"]]
            if glb.json["bufferViews"][entry["bufferView"]]["byteLength"] == 12 * entry["count"]:
                entry["type"] = "VEC3"


def _is_split(objects, glb):
    """True if vertices became several on the way to a GLB."""
    meshes = {one.data for one in objects if one.type == "MESH"}
    written = {one["attributes"]["POSITION"] for mesh in glb.list("meshes") for one in mesh["primitives"]}
    n_written = sum(glb.list("accessors")[position]["count"] for position in written)
    return n_written > sum(len(mesh.vertices) for mesh in meshes) or any(ODD in mesh for mesh in meshes)


@contextmanager
def _with_extras(context):
    """Gives the scene what rezkit has kept of the file that all selected objects come from, and takes it away again."""
    known = [one for one in bpy.data.collections if extras.OWN in one]
    sources = {
        next((home.name for home in known if one.name in home.all_objects), None) for one in context.selected_objects
    }
    before = context.scene.get(extras.OWN)
    before = before.to_dict() if before is not None else None
    if len(sources) == 1 and None not in sources:
        context.scene[extras.OWN] = bpy.data.collections[sources.pop()][extras.OWN].to_dict()
    try:
        yield
    finally:
        if before is not None:
            context.scene[extras.OWN] = before
        elif extras.OWN in context.scene:
            del context.scene[extras.OWN]


# What the names of levels of detail, and of shapes for physics, end in.
_LEVEL = re.compile(r"_(LOD\d+|PHYS|BOUND|HULL(_\d+)?)(\.\d+)?$")


@contextmanager
def _with_levels(context):
    """Selects what belongs to the selection and is hidden: levels of detail and shapes for physics by their names, and all
    that is hidden of a file of which nothing that is seen is left out."""
    hidden = [layer for layer in layers(context.view_layer.layer_collection) if layer.hide_viewport]
    names = {one.name for one in context.selected_objects}
    whole = [home for home in bpy.data.collections if extras.OWN in home and {one.name for one in home.objects} <= names]
    of_files = {one.name for home in whole for one in home.all_objects}
    for layer in hidden:
        layer.hide_viewport = False
    context.view_layer.update()
    added = [
        one
        for one in context.view_layer.objects
        if not one.select_get() and (one.name in of_files or _LEVEL.sub("", one.name) in names - {one.name})
    ]
    for one in added:
        one.select_set(True)
    try:
        yield
    finally:
        for one in added:
            one.select_set(False)
        for layer in hidden:
            layer.hide_viewport = True
