"""Reads animations with Hippolyzer, and prints a line of JSON for each value that differs, or if it writes other bytes."""

import json
import pathlib
import sys

from hippolyzer.lib.base.llanim import Animation

folder = pathlib.Path(sys.argv[1])
HEADER = (
    "base_priority duration emote_name loop_in_point loop_out_point loop ease_in_duration ease_out_duration hand_pose"
).split()


def told(case, what):
    print(json.dumps({"name": case["name"], "what": f"Hippolyzer: {what}"}))


def keys(rows):
    """Times and values in one list."""
    return [[time, *values] for time, values in rows]


def is_near(found, expected, off):
    return len(found) == len(expected) and all(
        len(one) == len(other) and all(abs(a - b) <= off for a, b in zip(one, other))
        for one, other in zip(found, expected)
    )


def check(case):
    data = (folder / f"{case['file']}.anim").read_bytes()
    animation = Animation.from_bytes(data)
    for field in HEADER:
        found = getattr(animation, field)
        if found != case[field]:
            told(case, f"{field} is {found}, expected {case[field]}")
    joints = list(animation.joints.items(multi=True))
    if [name for name, _ in joints] != [joint["name"] for joint in case["joints"]]:
        told(case, f"joints are {[name for name, _ in joints]}")
    for (name, joint), expected in zip(joints, case["joints"]):
        if joint.priority != expected["priority"]:
            told(case, f"{name} has priority {joint.priority}")
        # It reads angles of version 0.1 as if they were parts of a quaternion.
        rotations = keys((key.time, tuple(key.rot)[:3]) for key in joint.rot_keyframes)
        positions = keys((key.time, key.pos) for key in joint.pos_keyframes)
        if case["is_current"] and not is_near(rotations, expected["rotations"], case["off_rotation"]):
            told(case, f"{name} has rotations {rotations}, expected {expected['rotations']}")
        if not is_near(positions, expected["positions"], case["off_position"]):
            told(case, f"{name} has positions {positions}, expected {expected['positions']}")
    constraints = [[one.chain_length, int(one.type), *one.source_offset] for one in animation.constraints]
    if constraints != case["constraints"]:
        told(case, f"constraints are {constraints}, expected {case['constraints']}")
    written = animation.to_bytes()
    if written != data:
        told(case, f"writes {len(written)} other bytes")
    return sum(len(joint.rot_keyframes) + len(joint.pos_keyframes) for _, joint in joints)


cases = json.loads((folder / "animations.json").read_text())
n_keys = [check(case) for case in cases]
print(json.dumps({"counts": {"files": len(cases), "keys": sum(n_keys)}}))
