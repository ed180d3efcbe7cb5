"""Imports rigs and animations with Blender, and prints a line of JSON for each joint that is missing or elsewhere.

It draws the middle pose of those whose case names a picture.
"""

import json
import pathlib
import sys

import bpy

folder = pathlib.Path(sys.argv[1])


def told(case, what):
    print(json.dumps({"name": case["name"], "what": f"Blender: {what}"}))


def places(armature):
    """Where the joints are, or without an armature all objects, in the axes of glTF."""
    if armature:
        heads = {bone.name: armature.matrix_world @ bone.head for bone in armature.pose.bones}
    else:
        heads = {thing.name: thing.matrix_world.translation for thing in bpy.data.objects}
    return {name: (head.x, head.z, -head.y) for name, head in heads.items()}


def compare(case, found, expected, when):
    if missing := sorted(set(expected) - set(found)):
        told(case, f"{len(missing)} joints are not there, such as {missing[0]}")
    far = {
        name: max(abs(a - b) for a, b in zip(found[name], place))
        for name, place in expected.items()
        if name in found
    }
    worst = max(far, key=far.get)
    if far[worst] > case["near"]:
        told(case, f"{worst} is {far[worst]:.6f} m away {when}: {found[worst]}, expected {expected[worst]}")


def check(case):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(folder / f"{case['file']}.glb"))
    armature = next((thing for thing in bpy.data.objects if thing.type == "ARMATURE"), None)
    if armature:
        if len(armature.data.bones) != len(case["rest"]):
            told(case, f"{len(armature.data.bones)} joints, expected {len(case['rest'])}")
        # At rest, whatever an animation does.
        armature.data.pose_position = "REST"
        bpy.context.view_layer.update()
        compare(case, places(armature), case["rest"], "at rest")
        armature.data.pose_position = "POSE"
    for pose in case["poses"]:
        go(pose["time"])
        compare(case, places(armature), pose["joints"], f"at {pose['time']} s")
    if case["picture"]:
        go(case["poses"][len(case["poses"]) // 2]["time"])
        draw(str(folder / case["picture"]))


def go(time):
    scene = bpy.context.scene
    frame = time * scene.render.fps / scene.render.fps_base
    scene.frame_set(int(frame), subframe=frame - int(frame))


def sticks(armature):
    """Each joint as a stick to the one above it."""
    sticks = bpy.data.curves.new("sticks", "CURVE")
    sticks.dimensions = "3D"
    sticks.bevel_depth = 0.012
    for bone in armature.pose.bones:
        if bone.parent:
            stick = sticks.splines.new("POLY")
            stick.points.add(1)
            for point, place in zip(stick.points, (bone.parent.head, bone.head)):
                point.co = (*(armature.matrix_world @ place), 1)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("sticks", sticks))


def draw(path):
    """The joints of an armature, or else all objects, from the front and a little from the side."""
    from mathutils import Vector

    armature = next((thing for thing in bpy.data.objects if thing.type == "ARMATURE"), None)
    if armature:
        sticks(armature)
    scene = bpy.context.scene
    place, middle = ((3.4, -2.0, 1.5), (0, 0, 1.0)) if armature else ((4.0, 11.0, 4.5), (0, 0, 3.0))
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = place
    camera.rotation_euler = (Vector(middle) - camera.location).to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(camera)
    light = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    light.rotation_euler = camera.rotation_euler
    light.rotation_euler.x -= 0.5
    light.data.energy = 4
    scene.collection.objects.link(light)
    scene.camera = camera
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    scene.render.resolution_x = scene.render.resolution_y = 480
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


cases = json.loads((folder / "skeletons.json").read_text())
for case in cases:
    check(case)
print(json.dumps({"counts": {"files": len(cases), "poses": sum(len(case["poses"]) for case in cases)}}))
