"""Writes models of `fixtures/foreign/m3d` with Blender 5.0.1 and the exporter of the crate model3d 0.0.1.

Usage: PYTHONHASHSEED=0 blender_m3d.py FOLDER, where io_scene_m3d.py is: `model3d/blender` in the sources of the crate.
"""

import json
import pathlib
import sys

import bpy
from mathutils import Matrix, Quaternion, Vector

sys.path.insert(0, sys.argv[1])
import io_scene_m3d

# The exporter is of Blender 2.8: a specular tint is a colour now, and vertex colours are stored otherwise.
del io_scene_m3d.mat_property_map[3]
FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/m3d"


def shade(text):
    return [byte / 255 for byte in bytes.fromhex(text)]


def skeleton(bones):
    armature = bpy.data.objects.new("Skeleton", bpy.data.armatures.new("Skeleton"))
    armature.animation_data_create()
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    matrices = {}
    for bone in bones:
        x, y, z, w = bone["orientation"]
        local = Matrix.Translation(bone["position"]) @ Quaternion((w, x, y, z)).to_matrix().to_4x4()
        matrices[bone["name"]] = matrices[bone["parent"]] @ local if bone["parent"] else local
        made = armature.data.edit_bones.new(bone["name"])
        made.tail = (0, 0.1, 0)
        made.matrix = matrices[bone["name"]]
        made.parent = armature.data.edit_bones[bone["parent"]] if bone["parent"] else None
    bpy.ops.object.mode_set(mode="OBJECT")


def mesh(model):
    corners = [corner for face in model["faces"] for corner in face["corners"]]
    positions = list(dict.fromkeys(tuple(corner["position"]) for corner in corners))
    data = bpy.data.meshes.new(model["name"])
    indices = [positions.index(tuple(corner["position"])) for corner in corners]
    data.from_pydata(positions, [], [indices[at : at + 3] for at in range(0, len(indices), 3)])
    for material in model["materials"]:
        made = bpy.data.materials.new(material["name"])
        made.use_nodes = True
        made.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = shade(material["properties"]["Kd"])
        data.materials.append(made)
    names = [material["name"] for material in model["materials"]]
    for polygon, face in zip(data.polygons, model["faces"]):
        polygon.material_index = names.index(face["material"])
    uvs = data.uv_layers.new().data
    for at, corner in enumerate(corners):
        uvs[at].uv = corner["uv"]
    made = bpy.data.objects.new(model["name"], data)
    for at, corner in zip(indices, corners):
        for bone, weight in corner.get("skin", []):
            group = made.vertex_groups.get(bone) or made.vertex_groups.new(name=bone)
            group.add([at], weight, "REPLACE")
    bpy.context.collection.objects.link(made)


def failed(kinds, message):
    assert "ERROR" not in kinds, message


for name, is_text in (("ring", False), ("snake", False), ("gem", True)):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    model = json.loads((FOLDER / f"{name}.json").read_text())
    if "bones" in model:
        skeleton(model["bones"])
    mesh(model)
    io_scene_m3d.write_m3d(
        bpy.context, str(FOLDER / f"{name}.blender.m3d"), failed, use_name=model["name"], use_license=model["licence"],
        use_author=model["author"], use_comment=model["description"], use_scale=model["scale"], use_selection=False,
        use_colors=False, use_animation=False, use_skeleton="bones" in model, use_quality="2", use_gridcompress=False, use_strmcompress=not is_text, use_ascii=is_text,
        global_matrix=Matrix.Identity(4))
