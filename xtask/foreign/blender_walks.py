"""Writes the models of `fixtures/foreign/walks` with Blender 5.0.1, exported with what it does by default: a body that hangs on
the skeleton of `rez convert --rig sl-avatar -o avatar.glb`, and a jug of a game.

    python3 blender_walks.py avatar.glb
"""

import math
import pathlib
import sys

import bpy

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/walks"

# How thick the body is at each joint, in metres; what is on the left is on the right, too.
JOINTS = {
    "mPelvis": 0.13, "mTorso": 0.13, "mChest": 0.14, "mNeck": 0.06, "mHead": 0.09, "mSkull": 0.11,
    "mCollarLeft": 0.07, "mShoulderLeft": 0.07, "mElbowLeft": 0.055, "mWristLeft": 0.045,
    "mHipLeft": 0.1, "mKneeLeft": 0.075, "mAnkleLeft": 0.055, "mFootLeft": 0.05, "mToeLeft": 0.04,
}

# Radius and height along the side of the jug.
SIDE = [(0.3, 0), (0.42, 0.15), (0.48, 0.35), (0.46, 0.6), (0.36, 0.85), (0.22, 1), (0.2, 1.15), (0.27, 1.25)]
STEPS = 32


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def material(name, *colour):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*colour, 1)
    return made


def thing(name, vertices, edges, faces, of):
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, edges, faces)
    data.materials.append(of)
    made = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(made)
    bpy.context.view_layer.objects.active = made
    made.select_set(True)
    return made


def finish():
    bpy.ops.object.shade_smooth()
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.uv.smart_project()
    bpy.ops.object.mode_set(mode="OBJECT")


def body(skeleton):
    empty()
    bpy.ops.import_scene.gltf(filepath=skeleton)
    armature = next(made for made in bpy.data.objects if made.type == "ARMATURE")
    for made in [made for made in bpy.data.objects if made.type == "MESH"]:
        bpy.data.objects.remove(made)
    radii = JOINTS | {name.replace("Left", "Right"): radius for name, radius in JOINTS.items()}
    bones = {name: armature.data.bones[name] for name in radii}
    number = {name: at for at, name in enumerate(bones)}

    def above(bone):
        while bone.parent and bone.parent.name not in number:
            bone = bone.parent
        return bone.parent

    edges = [(number[above(bone).name], number[name]) for name, bone in bones.items() if above(bone)]
    heads = [armature.matrix_world @ bone.head_local for bone in bones.values()]
    made = thing("Body", heads, edges, [], material("Skin", 0.8, 0.5, 0.35))
    made.modifiers.new("Skin", "SKIN")
    for name, radius in radii.items():
        made.data.skin_vertices[0].data[number[name]].radius = (radius, radius)
    made.data.skin_vertices[0].data[number["mPelvis"]].use_root = True
    made.modifiers.new("Smooth", "SUBSURF").levels = 1
    bpy.ops.object.convert(target="MESH")
    finish()
    # Automatic weights, on the joints of the body alone.
    for bone in armature.data.bones:
        bone.use_deform = bone.name in number
    bpy.ops.object.select_all(action="DESELECT")
    made.select_set(True)
    armature.select_set(True)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    bpy.ops.export_scene.gltf(filepath=str(FOLDER / "body.glb"))


def jug():
    empty()
    clay, iron = material("Clay", 0.6, 0.25, 0.12), material("Iron", 0.15, 0.15, 0.17)
    angles = [2 * math.pi * step / STEPS for step in range(STEPS)]
    vertices = [(0, 0, 0)]
    vertices += [(radius * math.cos(angle), radius * math.sin(angle), height) for radius, height in SIDE for angle in angles]
    faces = []
    for step in range(STEPS):
        beside = (step + 1) % STEPS
        faces.append((0, 1 + beside, 1 + step))
        for row in range(1, STEPS * (len(SIDE) - 1), STEPS):
            faces.append((row + step, row + beside, row + STEPS + beside, row + STEPS + step))
    thing("Jug", vertices, [], faces, clay)
    finish()
    rings = [("Hoop", 0.49, 0.025, (0, 0, 0.35), 0, iron), ("Rim", 0.27, 0.025, (0, 0, 1.25), 0, iron),
             ("Handle", 0.22, 0.04, (0.42, 0, 0.9), math.pi / 2, clay)]
    for name, major, minor, place, turn, of in rings:
        bpy.ops.mesh.primitive_torus_add(
            major_segments=STEPS, minor_segments=8, major_radius=major, minor_radius=minor, location=place, rotation=(turn, 0, 0))
        made = bpy.context.object
        made.name = made.data.name = name
        made.data.materials.append(of)
        bpy.ops.object.shade_smooth()
    bpy.ops.export_scene.gltf(filepath=str(FOLDER / "jug.glb"))


body(sys.argv[1])
jug()
