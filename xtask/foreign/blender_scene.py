"""Writes the models of `fixtures/foreign/gltf` with Blender 5.0.1, as GLB and OBJ."""

import json
import pathlib

import bpy
from mathutils import Matrix, Quaternion, Vector

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/gltf"
FRAMES_PER_SECOND = 24


def up(x, y, z):
    """Blender has Z up; its exporters turn that back."""
    return Vector((x, -z, y))


def build(model):
    for of in model["materials"]:
        material = bpy.data.materials.new(of["name"])
        material.use_nodes = True
        inputs = material.node_tree.nodes["Principled BSDF"].inputs
        inputs["Base Color"].default_value = of["base"]
        inputs["Alpha"].default_value = of["base"][3]
        inputs["Metallic"].default_value = of["metallic"]
        inputs["Roughness"].default_value = of["roughness"]
    armature = skeleton(model) if "joints" in model else None
    for of in model["objects"]:
        corners = [corner for triangle in of["triangles"] for corner in triangle["corners"]]
        positions = list(dict.fromkeys(tuple(corner[:3]) for corner in corners))
        indices = [positions.index(tuple(corner[:3])) for corner in corners]
        data = bpy.data.meshes.new(of["name"])
        data.from_pydata([up(*at) for at in positions], [], [indices[at : at + 3] for at in range(0, len(indices), 3)])
        names = sorted({triangle["material"] for triangle in of["triangles"]})
        for name in names:
            data.materials.append(bpy.data.materials[name])
        uvs = data.uv_layers.new().data
        for at, corner in enumerate(corners):
            # Its V grows upward.
            uvs[at].uv = (corner[6], 1 - corner[7])
        for polygon, triangle in zip(data.polygons, of["triangles"]):
            polygon.material_index = names.index(triangle["material"])
            polygon.use_smooth = False
        made = bpy.data.objects.new(of["name"], data)
        made.location = up(*of["translation"])
        bpy.context.collection.objects.link(made)
        if armature:
            made.parent = armature
            made.modifiers.new("Armature", "ARMATURE").object = armature
            for at, corner in zip(indices, corners):
                for joint, weight in corner[8]:
                    name = model["joints"][joint]["name"]
                    group = made.vertex_groups.get(name) or made.vertex_groups.new(name=name)
                    group.add([at], weight, "REPLACE")


def skeleton(model):
    armature = bpy.data.objects.new("Skeleton", bpy.data.armatures.new("Skeleton"))
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    heads = []
    for joint in model["joints"]:
        parent = joint["parent"]
        heads.append(up(*joint["translation"]) + (heads[parent] if parent is not None else Vector()))
        bone = armature.data.edit_bones.new(joint["name"])
        bone.head, bone.tail = heads[-1], heads[-1] + Vector((0, 0, 1))
        bone.parent = armature.data.edit_bones[parent] if parent is not None else None
    bpy.ops.object.mode_set(mode="OBJECT")
    animation = model["animation"]
    bone = armature.pose.bones[model["joints"][animation["joint"]]["name"]]
    rest = bone.bone.matrix_local.to_quaternion()
    for time, (x, y, z, w) in zip(animation["times"], animation["rotations"]):
        bone.rotation_quaternion = rest.inverted() @ Quaternion((w, x, -z, y)) @ rest
        bone.keyframe_insert("rotation_quaternion", frame=time * FRAMES_PER_SECOND)
    armature.animation_data.action.name = animation["name"]
    for layer in armature.animation_data.action.layers:
        for strip in layer.strips:
            for bag in strip.channelbags:
                for curve in bag.fcurves:
                    for key in curve.keyframe_points:
                        key.interpolation = "LINEAR"
    return armature


for name in ("lamp", "arm"):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FRAMES_PER_SECOND
    model = json.loads((FOLDER / f"{name}.json").read_text())
    build(model)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 30
    bpy.ops.export_scene.gltf(filepath=str(FOLDER / f"{name}.blender.glb"), export_force_sampling=False, export_optimize_animation_size=False)
    if "joints" not in model:
        bpy.ops.wm.obj_export(filepath=str(FOLDER / f"{name}.blender.obj"), export_triangulated_mesh=False)
