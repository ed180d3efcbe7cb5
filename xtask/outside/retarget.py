"""Measures animations that `rez` moved from other rigs to R15, without its code.

    python retarget.py measure REZ CLIPS [READER] > figures.csv
    python retarget.py bars BEFORE.csv AFTER.csv > bars.svg

CLIPS is a folder of BVH and GLB files; READER is the `rez` that shows what BVH files contain, by default REZ. The figures of a clip, the worst of its samples:

- moved: parts of 15 that turn by more than half a degree
- turn: degrees between the turns of a part since the first sample, here and in the source
- foot: distance of the ankle from its place in the source, relative to the socket of the hip, scaled by the length of the
  legs, as a percentage of the height of the character
- gap: the longest translation of the joint of a leg, as a percentage of the height of the character
- lean: degrees between the lines from the hips to the head, here and in the source, whose spines have other proportions
"""

import bisect
import json
import math
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HEIGHT = 5.1
"""Studs from the soles of the standard R15 character to the top of its head."""

SIDES = {"Left": "l", "Right": "r"}
PREFIX = r"(?:mixamorig:?|DEF-)?"
LIMBS = {
    "UpperArm": ["{p}{S}Arm", "{p}upper_?arm(?:01)?[._]?{s}", "UpArm_{s}", "{S}Shoulder"],
    "LowerArm": ["{p}{S}ForeArm", "{p}(?:lower_?arm(?:01)?|forearm)[._]?{s}", "LoArm_{s}", "{S}Elbow"],
    "Hand": ["{p}{S}Hand", "{p}(?:hand|wrist)[._]?{s}", "{S}Wrist"],
    "UpperLeg": ["{p}{S}UpLeg", "{p}(?:upper_?leg(?:01)?|thigh)[._]?{s}", "UpLeg_{s}", "{S}Thigh", "{S}Hip"],
    "LowerLeg": ["{p}{S}Leg", "{p}(?:lower_?leg(?:01)?|shin|calf)[._]?{s}", "LoLeg_{s}", "{S}Shin", "{S}Knee"],
    "Foot": ["{p}{S}Foot", "{p}foot[._]?{s}", "{S}Ankle"],
}
NAMES = {
    **{
        side + limb: [name.format(p=PREFIX, S=side, s=short) for name in names]
        for side, short in SIDES.items()
        for limb, names in LIMBS.items()
    },
    "LowerTorso": [PREFIX + "Hips?", "pelvis", "root", "DEF-spine"],
    "Head": [PREFIX + "Head", "DEF-spine.006"],
}
LEGS = [side + part for side in SIDES for part in ("UpperLeg", "LowerLeg", "Foot")]


def times(a, b):
    """The product of quaternions x, y, z, w."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def inverse(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    return times(times(q, (*v, 0.0)), inverse(q))[:3]


def degrees(q):
    return math.degrees(2 * math.atan2(math.hypot(*q[:3]), abs(q[3])))


def between(a, b):
    cosine = sum(x * y for x, y in zip(a, b)) / math.hypot(*a) / math.hypot(*b)
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


class Rig:
    """The nodes of a GLB, and its animations."""

    def __init__(self, path):
        data = path.read_bytes()
        (length,) = struct.unpack_from("<I", data, 12)
        self.json = json.loads(data[20 : 20 + length])
        self.bin = data[28 + length :]
        self.nodes = self.json["nodes"]
        self.names = [node.get("name", "") for node in self.nodes]
        self.above = [None] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            for child in node.get("children", []):
                self.above[child] = index
        self.animations = self.json.get("animations", [])
        self.arrays = {}

    def find(self, names):
        is_joint = lambda node: "mesh" not in node
        for name in names:
            for index, node in enumerate(self.nodes):
                if is_joint(node) and re.fullmatch(name, self.names[index], re.IGNORECASE):
                    return index
        return None

    def array(self, number):
        if number not in self.arrays:
            accessor = self.json["accessors"][number]
            view = self.json["bufferViews"][accessor["bufferView"]]
            width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
            start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            step = view.get("byteStride", 4 * width)
            row = lambda at: struct.unpack_from(f"<{width}f", self.bin, start + at * step)
            self.arrays[number] = [row(at) for at in range(accessor["count"])]
        return self.arrays[number]

    def moments(self, animation, most=40):
        samplers = animation["samplers"]
        all_times = sorted({time for sampler in samplers for (time,) in self.array(sampler["input"])})
        return all_times[:: -(-len(all_times) // most)]

    def pose(self, animation=None, time=0.0):
        """The rotations and the places of all nodes in the world."""
        local = [
            [node.get("translation", (0, 0, 0)), node.get("rotation", (0, 0, 0, 1)), node.get("scale", (1, 1, 1))]
            for node in self.nodes
        ]
        for channel in animation["channels"] if animation else []:
            target = channel["target"]
            slot = {"translation": 0, "rotation": 1, "scale": 2}.get(target["path"])
            if slot is not None and "node" in target:
                local[target["node"]][slot] = self.value(animation["samplers"][channel["sampler"]], time)
        worlds = {}

        def world(index):
            if index not in worlds:
                place, turn, scale = local[index]
                if self.above[index] is not None:
                    base, around, size = world(self.above[index])
                    moved = rotate(around, [a * b for a, b in zip(place, size)])
                    place, turn = [a + b for a, b in zip(base, moved)], times(around, turn)
                    scale = [a * b for a, b in zip(size, scale)]
                worlds[index] = place, turn, scale
            return worlds[index]

        return [world(index)[:2] for index in range(len(self.nodes))]

    def translation(self, pose, node):
        """The place of a node in the axes of the node above."""
        (base, around), (place, _) = pose[self.above[node]], pose[node]
        return rotate(inverse(around), minus(place, base))

    def socket(self, pose, rest, node):
        """The place of a node whose translation is that at rest."""
        base, around = pose[self.above[node]]
        return [a + b for a, b in zip(base, rotate(around, self.translation(rest, node)))]

    def value(self, sampler, time):
        keys = [time for (time,) in self.array(sampler["input"])]
        values, kind = self.array(sampler["output"]), sampler.get("interpolation", "LINEAR")
        if kind == "CUBICSPLINE":
            values = values[1::3]
        after = bisect.bisect_right(keys, time)
        if kind == "STEP" or after in (0, len(keys)):
            return values[max(after - 1, 0)]
        share = (time - keys[after - 1]) / (keys[after] - keys[after - 1])
        a, b = values[after - 1], values[after]
        if len(a) == 4 and sum(x * y for x, y in zip(a, b)) < 0:
            b = [-x for x in b]
        mixed = [x + (y - x) * share for x, y in zip(a, b)]
        length = math.hypot(*mixed) if len(mixed) == 4 else 1.0
        return [x / length for x in mixed]


def measured(source, result):
    """The figures of a clip."""
    theirs = {part: source.find(names) for part, names in NAMES.items()}
    theirs = {part: node for part, node in theirs.items() if node is not None}
    # The joint above a part carries its motion.
    joint = lambda part: result.above[result.names.index(part)]
    parts = [name for name in result.names if name in NAMES or name == "UpperTorso"]
    ours = {part: joint(part) for part in dict.fromkeys(parts)}
    shared = [part for part in ours if part in theirs]
    length = lambda pose, joints: sum(
        math.dist(pose[joints[side + a]][0], pose[joints[side + b]][0])
        for side in SIDES
        for a, b in (("UpperLeg", "LowerLeg"), ("LowerLeg", "Foot"))
    ) / 2
    rest = result.pose()
    size = length(rest, ours) / length(source.pose(), theirs)
    worst, moved = dict.fromkeys(["turn", "foot", "gap", "lean"], 0.0), set()
    yaw = None
    for number, animation in enumerate(source.animations):
        names = [other.get("name") for other in result.animations]
        own = result.animations[names.index(animation["name"]) if animation.get("name") in names else number]
        first = None
        for time in source.moments(animation):
            a, b = source.pose(animation, time), result.pose(own, time)
            yaw = yaw or facing(a, b, theirs, ours)
            first = first or (a, b)
            moved |= {part for part in ours if degrees(times(b[ours[part]][1], inverse(rest[ours[part]][1]))) > 0.5}
            for part in shared:
                since = [times(now[node][1], inverse(then[node][1]))
                         for now, then, node in ((a, first[0], theirs[part]), (b, first[1], ours[part]))]
                turned = times(times(yaw, since[0]), inverse(yaw))
                worst["turn"] = max(worst["turn"], degrees(times(turned, inverse(since[1]))))
            spine = lambda pose, joints: minus(pose[joints["Head"]][0], pose[joints["LowerTorso"]][0])
            worst["lean"] = max(worst["lean"], between(rotate(yaw, spine(a, theirs)), spine(b, ours)))
            for side in SIDES:
                foot, hip = side + "Foot", side + "UpperLeg"
                wanted = [x * size for x in rotate(yaw, minus(a[theirs[foot]][0], a[theirs[hip]][0]))]
                found = minus(b[ours[foot]][0], result.socket(b, rest, ours[hip]))
                worst["foot"] = max(worst["foot"], math.dist(wanted, found) / HEIGHT * 100)
            for part in LEGS:
                away = [result.translation(pose, ours[part]) for pose in (b, rest)]
                worst["gap"] = max(worst["gap"], math.dist(*away) / HEIGHT * 100)
    return [len(moved), *(round(worst[kind], 2) for kind in worst)]


def facing(a, b, theirs, ours):
    """The turn about Y from the source to the result: rigs face along an axis, unless they were turned on purpose."""
    across = lambda pose, joints: minus(pose[joints["LeftUpperLeg"]][0], pose[joints["RightUpperLeg"]][0])
    x, _, z = across(a, theirs)
    u, _, w = across(b, ours)
    yaw = math.atan2(u, w) - math.atan2(x, z)
    quarter = round(yaw / (math.pi / 2)) * math.pi / 2
    yaw = quarter if abs(yaw - quarter) < math.radians(12) else yaw
    return (0.0, math.sin(yaw / 2), 0.0, math.cos(yaw / 2))


def measure(rez, folder, reader=None):
    print("source,clip,moved,turn,foot,gap,lean")
    counts = {}
    for clip in sorted(Path(folder).iterdir()):
        with tempfile.TemporaryDirectory() as scratch:
            scene, model, moved = (Path(scratch) / name for name in ("a.glb", "b.rbxm", "c.glb"))
            steps = [(reader or rez, clip, scene), (rez, clip, model, "--rig=r15"), (rez, model, moved, "--rig=r15")]
            steps = [[program, "convert", *args[:1], *args[2:], "-o", args[1]] for program, *args in steps]
            if any(subprocess.run(step, capture_output=True).returncode > 1 for step in steps):
                print(f"{clip.name}: refused", file=sys.stderr)
                continue
            source = clip.name.split("-")[0]
            counts[source] = counts.get(source, 0) + 1
            source_rig = Rig(clip if clip.suffix == ".glb" else scene)
            print(source, counts[source], *measured(source_rig, Rig(moved)), sep=",", flush=True)


PANELS = [
    ("distance of feet, % of the height", 4, 20, 2),
    ("translation of a joint in a leg, % of the height", 5, 20, None),
]
"""A title, the column, the end of the scale, and the goal."""


def bars(before, after):
    """Bars of two figures: for each clip one before, in grey, and one after, in green."""
    rows = [[line.split(",") for line in Path(path).read_text().split()[1:]] for path in (before, after)]
    width, left, height = 250, 80, 14 * len(rows[1]) + 26
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 2 * (width + 90)}" height="{height}" '
          'font-family="sans-serif" font-size="10"><rect width="100%" height="100%" fill="#fff"/>')
    for panel, (title, column, most, goal) in enumerate(PANELS):
        x = left + panel * (width + 90)
        print(f'<text x="{x}" y="12">{title}</text>')
        for number, (then, now) in enumerate(zip(*rows)):
            y, values = 20 + 14 * number, [float(row[column]) for row in (then, now)]
            if panel == 0:
                print(f'<text x="{x - 6}" y="{y + 9}" text-anchor="end">{now[0]} {now[1]}</text>')
            lengths = [min(value / most, 1) * width for value in values]
            for length, offset, colour in zip(lengths, (0, 5), ("#bbb", "#2a7")):
                print(f'<rect x="{x}" y="{y + offset}" width="{length:.1f}" height="5" fill="{colour}"/>')
            label = f"{values[1]:g}" if values[0] == values[1] else f"{values[0]:g} → {values[1]:g}"
            print(f'<text x="{x + max(lengths) + 4:.1f}" y="{y + 9}">{label}</text>')
        if goal:
            print(f'<path d="M{x + goal / most * width} 16V{height - 6}" stroke="#c33" stroke-dasharray="3"/>')
    print("</svg>")


if __name__ == "__main__":
    {"measure": measure, "bars": bars}[sys.argv[1]](*sys.argv[2:])
