"""The trees that go into the models of `fixtures/foreign/roblox`, with every property by its type and name in files."""

import json
import math
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/roblox"
IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]


def item(kind, name, properties=None, children=(), id=None):
    made = {"class": kind, "name": name, "properties": properties or {}, "children": list(children)}
    return {"id": id, **made} if id else made


def axis_rotations():
    """The 24 rotations by right angles, row by row."""
    rows = [[sign if column == axis else 0 for column in range(3)] for axis in range(3) for sign in (1, -1)]
    def cross(a, b):
        return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    for x in rows:
        for y in rows:
            if sum(a * b for a, b in zip(x, y)) == 0:
                yield x + y + cross(x, y)


def turned(angle):
    """A rotation around Y, in numbers that 32 bits hold."""
    c, s = (round(f(angle) * 2**20) / 2**20 for f in (math.cos, math.sin))
    return [c, 0, s, 0, 1, 0, -s, 0, c]


def values(n):
    """One property of each type; all instances of a class have the same ones."""
    return {
        "AString": {"String": ["plain", "<&>\"' ]]> & more", "été 水 𝄞", ""][n]},
        "ABinaryString": {"BinaryString": ["00ff80", "", "c3a9", bytes(range(256)).hex()][n]},
        "ABool": {"Bool": n % 2 == 0},
        "AnInt32": {"Int32": [0, -1, 2147483647, -2147483648][n]},
        "AnInt64": {"Int64": [0, -1, 9223372036854775807, -9223372036854775808][n]},
        "AFloat32": {"Float32": [0.1, -1.5, 3.4028234663852886e38, 1.401298464324817e-45][n]},
        "AFloat64": {"Float64": [0.1, -1.5, 1.7976931348623157e308, 5e-324][n]},
        "AnEnum": {"Enum": [0, 256, 1376, 4294967295][n]},
        "ABrickColor": {"BrickColor": [194, 1, 1032, 26][n]},
        "AUDim": {"UDim": [n / 4, 7 - 5 * n]},
        "AUDim2": {"UDim2": [n / 8, -n, 0.5, 1000 * n]},
        "ARect": {"Rect": [n, -n, 10.5 + n, 20.25]},
        "ARay": {"Ray": [1, 2, 3 + n, 0, -1, 0.5]},
        "AVector2": {"Vector2": [n + 0.25, -1e6]},
        "AVector3": {"Vector3": [n, -0.001, 12345.678]},
        "AVector3int16": {"Vector3int16": [n, -32768, 32767]},
        "ACFrame": {"CFrame": [n, 2.5, -3, *[IDENTITY, turned(0.5), turned(-2), [0, 0, 1, 0, 1, 0, -1, 0, 0]][n]]},
        "AnOptionalCFrame": {"OptionalCFrame": [None, [1, 2, 3, *IDENTITY], None, [4, 5, 6, *turned(1)]][n]},
        "AColor3": {"Color3": [n / 4, 0.2, 1.5]},
        "AColor3uint8": {"Color3uint8": [n, 128, 255]},
        "Axes": {"Axes": [0, 1, 6, 7][n]},
        "Faces": {"Faces": [0, 1, 42, 63][n]},
        "ANumberRange": {"NumberRange": [-n, n]},
        "ANumberSequence": {"NumberSequence": [[0, 1, 0], [0.5, n, 0.25], [1, 0, 0]]},
        "AColorSequence": {"ColorSequence": [[0, 1, 0.5, 0.25], [1, 0, n / 4, 1]]},
        "APhysicalProperties": {"PhysicalProperties": [None, [0.7, 0.3, 0.5, 1, 100, 0.5], None, [2, 1, 0, 0.25, 0.75, 0]][n]},
        "AContentId": {"ContentId": ["", "rbxassetid://123", "rbxasset://textures/a b.png", "https://example.com/?a=1&b=2"][n]},
        "AContent": {"Content": ["", "rbxassetid://456", "rbxasset://sounds/x.ogg", "rbxassetid://4294967296"][n]},
        "AFont": {"Font": [["rbxasset://fonts/families/Arial.json", 400, 0, ""],
                           ["rbxasset://fonts/families/GothamSSm.json", 700, 1, "rbxasset://fonts/GothamSSm-Bold.otf"]][n % 2]},
        "ASharedString": {"SharedString": ["shared", "", "another one", "shared"][n].encode().hex()},
        "AUniqueId": {"UniqueId": [n, 123456789, [0, 1, 9223372036854775807, -5][n]]},
        "SomeCapabilities": {"SecurityCapabilities": [0, 1, 2**40 + 5, 2**63 - 1][n]},
        "ARef": {"Ref": [None, "first", "last", "folder"][n]},
    }


def types():
    """Every type of value, in a class that no database has."""
    ids = ["first", None, None, "last"]
    return [item("Folder", "Folder", {}, [item("EveryTypeOfValue", f"Number {n}", values(n), id=ids[n]) for n in range(4)], id="folder")]


def rotations():
    """All rotations that the binary format has a number for, and some that it has none for."""
    all_of_them = [*axis_rotations(), *(turned(n / 3) for n in range(1, 9))]
    return [item("CFrameValue", f"Rotation {n}", {"Value": {"CFrame": [n, -n / 2, 1000.125, *rotation]}})
            for n, rotation in enumerate(all_of_them)]


def part(n, **more):
    properties = {
        "Anchored": {"Bool": n % 3 != 0}, "CanCollide": {"Bool": True}, "Transparency": {"Float32": n / 8},
        "CFrame": {"CFrame": [4 * n, 0.5, -n, *(turned(n / 5) if n % 2 else IDENTITY)]}, "size": {"Vector3": [4, 1 + n, 2]},
        "Color3uint8": {"Color3uint8": [20 * n, 255 - 20 * n, 99]}, "Material": {"Enum": [256, 272, 512][n % 3]}, "shape": {"Enum": 1},
        "CustomPhysicalProperties": {"PhysicalProperties": None if n % 2 else [0.7, 0.3, 0.5, 1, 1, 0.25]},
    }
    return item("Part", f"Part {n}" if n % 4 else "Part", properties, **more)


def model():
    """A model as people build them: parts, a script, values that point at each other."""
    source = "-- été\nlocal part = script.Parent\nprint(\"<\" .. part.Name .. \"> & 'more' ]]>\")\n\treturn\n"
    parts = [part(n, id=f"part{n}", children=[item("Decal", "Decal", {"Transparency": {"Float32": 0.25}})] if n % 4 == 1 else [])
             for n in range(12)]
    return [item("Model", "Garden", {"PrimaryPart": {"Ref": "part3"}}, [
        *parts,
        item("Script", "Watering", {"Source": {"String": source}, "Disabled": {"Bool": True}}),
        item("Configuration", "Settings", {}, [
            item("NumberValue", "Growth", {"Value": {"Float64": 0.1}}),
            item("StringValue", "Motto", {"Value": {"String": "Grow! 水"}}),
            item("BoolValue", "Open", {"Value": {"Bool": True}}),
            item("ObjectValue", "Gate", {"Value": {"Ref": "part7"}}),
            item("ObjectValue", "Nothing", {"Value": {"Ref": None}}),
            item("Vector3Value", "Wind", {"Value": {"Vector3": [0.5, 0, -0.25]}}),
            item("Color3Value", "Sky", {"Value": {"Color3": [0.25, 0.5, 1]}}),
        ]),
    ])]


def place():
    """A place: services, and a chain of folders 40 deep with names that paths have to quote."""
    names = ["a/b", "dot.ted", "été", "[1]", "quo\"te", " blank ", "Folder", "Folder"]
    chain = item("Folder", "bottom")
    for n in range(39):
        chain = item("Folder", names[n % len(names)], {}, [chain, item("Folder", "beside")] if n % 5 == 0 else [chain])
    return [
        item("Workspace", "Workspace", {}, [chain, *(part(n) for n in range(3))]),
        item("Lighting", "Lighting", {"Brightness": {"Float32": 2}, "TimeOfDay": {"String": "14:00:00"}}),
        item("ReplicatedStorage", "ReplicatedStorage", {}, [item("ModuleScript", "Module", {"Source": {"String": "return {}"}})]),
        item("ServerScriptService", "ServerScriptService"),
    ]


for make, extension in ((types, "rbxm"), (rotations, "rbxm"), (model, "rbxm"), (place, "rbxl")):
    text = json.dumps({"extension": extension, "items": make()}, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / f"{make.__name__}.json").write_text(text.replace('{"class"', '\n{"class"').replace('{"id"', '\n{"id"') + "\n")
