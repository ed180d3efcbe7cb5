"""Documents of Roblox in both encodings."""

import copy
import io
import pickle
from pathlib import Path

import numpy
import pytest

import rezkit
from rezkit import Enum, classes
from rezkit.values import (
    CFrame,
    Color3,
    ColorKeypoint,
    Font,
    NumberKeypoint,
    NumberRange,
    Path2DControlPoint,
    PhysicalProperties,
    Ray,
    Rect,
    Region3,
    Region3int16,
    TweenInfo,
    UDim,
    UDim2,
    UniqueId,
    Vector2,
    Vector2int16,
    Vector3,
    Vector3int16,
)

XML = b"""<roblox version="4"><Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string>
</Properties><Item class="Part" referent="p"><Properties><string name="Name">Part</string>
<Vector3 name="size"><X>1</X><Y>2</Y><Z>3</Z></Vector3><bool name="Anchored">false</bool>
<Color3uint8 name="Color3uint8">4294901760</Color3uint8><float name="Transparency">0.5</float>
<token name="shape">1</token></Properties></Item></Item></roblox>"""


def test_a_change_of_another_program_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "place.rbxmx"
    path.write_bytes(XML)
    place = rezkit.open(path)
    place["Workspace/Part"].Anchored = True
    place.save(path)
    place["Workspace/Part"].Anchored = False
    place.save(path)
    assert path.read_bytes() == XML
    path.write_text("of another")
    with pytest.raises(OSError, match="changed the file in the meantime; nothing was written"):
        place.save(path)
    assert path.read_text() == "of another"
    assert [path.name for path in tmp_path.iterdir()] == ["place.rbxmx"]
    place.save(tmp_path / "other.rbxmx")


@pytest.mark.parametrize("to", ["rbxmx", "rbxm"])
def test_a_place_is_read_and_changed(to: str, tmp_path: Path) -> None:
    place = rezkit.open(rezkit.convert(XML, to).bytes)
    part = place["Workspace/Part"]
    assert part.Size == (1, 2, 3) == part.size
    assert part.Color3uint8 == Color3(1, 0, 0)
    part.Size = (4, 1, 2)
    part.Anchored = True
    part.Color3uint8 = (0, 0.5, 1)
    part.Transparency = 0.1
    assert (part.Size, part.Anchored) == (Vector3(4, 1, 2), True)
    assert part.Transparency == pytest.approx(0.1)
    assert part.kind("Transparency") == "Float32"
    # A file of somebody else that lies beside it.
    (tmp_path / "place.part").write_text("mine")
    place.save(tmp_path / "place")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["place", "place.part"]
    again = rezkit.open(tmp_path / "place")["Workspace/Part"]
    assert again.properties == part.properties
    assert again.Color3uint8 == pytest.approx((0, 128 / 255, 1))


@pytest.mark.parametrize("folder", ["rbxbinary", "rbxxml"])
def test_what_is_not_changed_stays(folder: str, fixtures: Path) -> None:
    n_read = 0
    for path in sorted((fixtures / folder / "valid").iterdir()):
        try:
            document = rezkit.open(path)
        except rezkit.FormatError:
            continue
        if isinstance(document, rezkit.Document) and not rezkit.identify(path)["wrappers"]:
            assert document.to_bytes() == path.read_bytes(), path
            for instance in document:
                assert instance.class_name
                assert set(dir(instance)) >= set(instance.properties)
            n_read += 1
    assert n_read > 4


def test_trees() -> None:
    place = rezkit.Document("rbxm")
    model = place.add("Model", name="Car")
    wheels = [place.add("Part", model, name="Wheel") for _ in range(2)]
    assert [one.path for one in model.walk()] == ["Car", "Car/Wheel", "Car/Wheel[2]"]
    assert place.find("Car/Wheel[2]") == wheels[1] == model["Wheel[2]"]
    assert (wheels[0].parent, model.children, len({*wheels, model})) == (model, wheels, 3)
    assert place.find("Car/Door") is None
    assert "Car" in place and "Door" not in place
    with pytest.raises(KeyError):
        place["Door"]
    wheels[1].parent = None
    wheels[1].name = "Spare"
    assert [one.name for one in place.roots] == ["Car", "Spare"]
    copy = model.copy()
    assert (copy.path, len(place)) == ("Car[2]", 5)
    assert (copy.remove(), len(place)) == (2, 3)
    assert repr(copy) == "<Instance: removed>"
    other = rezkit.Document("rbxmx")
    assert [one.path for one in other.insert([model])] == ["Car"]
    with pytest.raises(ValueError, match="belongs to another document"):
        place.add("Part", other["Car"])
    with pytest.raises(rezkit.FormatError):
        model.move_to(wheels[0])


def test_kinds_of_values() -> None:
    place = rezkit.Document("rbxmx")
    part = place.add("Part", name="Part")
    values = {
        "CFrame": CFrame(Vector3(1, 2, 3)),
        "Udim": UDim(0.5, 3),
        "Udim2": UDim2(UDim(0.5, 3), UDim(1, -4)),
        "Uv": Vector2(0.5, 1),
        "Paint": Color3(1, 0.5, 0),
        "Physical": PhysicalProperties(1, 2, 0.5, 1, 1),
        "Face": Font("rbxasset://fonts/a.json", 700, 1),
        "Count": 3,
        "Large": 1 << 40,
        "Half": 0.5,
        "Text": "Tür",
        "Target": part,
        "Data": b"\0\xff",
    }
    for name, value in values.items():
        part.set(name, value, new=True)
    again = rezkit.open(place.to_bytes())["Part"]
    for name, value in values.items():
        expected = again if name == "Target" else value
        assert getattr(again, name) == expected, name
    assert again.CFrame.rotation == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    part.set("Style", 2, kind="Enum", new=True)
    assert (part.Style, part.kind("Style")) == (2, "Enum")
    part.set("Curve", [NumberKeypoint(0, 1), NumberKeypoint(1, 0.5)], kind="NumberSequence", new=True)
    assert part.Curve == [(0, 1, 0), (1, 0.5, 0)]
    part.Target = None
    assert part.Target is None


def test_every_kind_of_value() -> None:
    """Where a kind is missing here, `python/src/document/instance/values.rs` lacks it, too."""
    attributes = {
        "Path2DControlPoint": Path2DControlPoint(*3 * [UDim2(UDim(0.5, 3), UDim(1, -4))]),
        "Region3": Region3(Vector3(0, 1, 2), Vector3(3.5, 4, 5)),
        "Region3int16": Region3int16(Vector3int16(0, 1, 2), Vector3int16(3, 4, -5)),
        "TweenInfo": TweenInfo(1, 2, 3, 4, 5, 1),
    }
    place = rezkit.open(rezkit.convert(XML, "rbxm").bytes)
    part = place["Workspace/Part"]
    values = {
        "String": "a",
        "ProtectedString": "print()",
        "BinaryString": b"\0",
        "SharedString": b"mesh",
        "Bytecode": b"\1",
        "Content": "rbxassetid://1",
        "ContentId": "rbxassetid://1",
        "Bool": True,
        "Int32": -5,
        "Int64": 1 << 40,
        "Float32": 0.5,
        "Float64": 0.1,
        "Enum": 3,
        "BrickColor": 21,
        "UDim": UDim(0.5, 3),
        "UDim2": UDim2(UDim(0.5, 3), UDim(1, -4)),
        "Ray": Ray(Vector3(1, 2, 3), Vector3(0, 0, 1)),
        "Faces": 5,
        "Axes": 3,
        "Vector2": Vector2(0.5, 1),
        "Vector3": Vector3(1, 2, 3),
        "Vector2int16": Vector2int16(1, -2),
        "Vector3int16": Vector3int16(1, -2, 3),
        "Color3": Color3(1, 0.5, 0),
        "Color3uint8": Color3(1, 0, 1),
        "CFrame": CFrame(Vector3(1, 2, 3)),
        "CFrameQuat": CFrame(Vector3(1, 2, 3)),
        "OptionalCFrame": CFrame(Vector3(1, 2, 3)),
        "Referent": part,
        "NumberRange": NumberRange(1, 2),
        "NumberSequence": [NumberKeypoint(0, 1), NumberKeypoint(1, 0.5)],
        "ColorSequence": [ColorKeypoint(0, Color3(1, 0, 0)), ColorKeypoint(1, Color3(0, 1, 0))],
        "Rect": Rect(Vector2(1, 2), Vector2(3, 4)),
        "PhysicalProperties": PhysicalProperties(1, 2, 0.5, 1, 1),
        "Font": Font("rbxasset://fonts/a.json", 700, 1),
        "UniqueId": UniqueId(1, 2, 3),
        "SecurityCapabilities": 1 << 63,
    }
    with pytest.raises(ValueError, match="is not one of") as error:
        part.set("Value", 1, kind="?", new=True)
    kinds = str(error.value).split("is not one of ")[1].split(", ")
    assert set(kinds) == set(values | attributes)
    # Each encoding lacks some, or has two as one.
    both = [part, rezkit.open(XML)["Workspace/Part"]]
    for kind, value in values.items():
        kept = []
        for one in both:
            try:
                one.set(kind, one if kind == "Referent" else value, kind=kind, new=True)
            except rezkit.FormatError:
                continue
            kept.append((one.get(kind) == (one if kind == "Referent" else value), one.kind(kind)))
        assert (True, kind) in kept, kind
    for kind, value in attributes.items():
        part.set_attribute(kind, value, kind=kind)
        assert part.attributes[kind] == value, kind


def test_wrong_values_change_nothing() -> None:
    place = rezkit.open(XML)
    part = place["Workspace/Part"]
    for name, value in [("size", (1, 2)), ("shape", 0.5), ("size", None), ("shape", Enum.Material.Grass)]:
        with pytest.raises(TypeError, match=f"is not an? (item of Enum.PartType|value of type {part.kind(name)})"):
            setattr(part, name, value)
    for name, text in [("size", "a"), ("Anchored", "perhaps"), ("shape", "Bal")]:
        with pytest.raises(ValueError, match=f"^{name}: .*(value of type|Ball[?])"):
            setattr(part, name, text)
    with pytest.raises(AttributeError, match="no property"):
        part.Absent
    with pytest.raises(AttributeError, match="no property"):
        part.absent = 1
    with pytest.raises(AttributeError):
        part.class_name = "Model"
    with pytest.raises(TypeError, match="name the type"):
        part.set("New", object(), new=True)
    deep: list = []
    deep.append(deep)
    with pytest.raises((TypeError, ValueError)):
        part.size = deep
    assert place.to_bytes() == XML


def test_attributes() -> None:
    place = rezkit.open(XML)
    part = place["Workspace/Part"]
    part.set_attribute("Speed", 4.5)
    part.set_attribute("Aim", Vector3(1, 2, 3))
    part.set_attribute("Title", "fast")
    assert part.attributes == {"Speed": 4.5, "Aim": (1, 2, 3), "Title": "fast"}
    assert part.unset_attribute("Aim") and not part.unset_attribute("Aim")
    again = rezkit.open(place.to_bytes())["Workspace/Part"]
    assert again.attributes == {"Speed": 4.5, "Title": "fast"}


@pytest.mark.parametrize("format", ["rbxm", "rbxmx"])
def test_strings_with_a_form_of_their_own(format: str) -> None:
    place = rezkit.Document(format)
    workspace, path = place.add("Workspace"), place.add("Path2D")
    workspace.set("CollisionGroupData", b"\x01\0", new=True)
    assert workspace.form("CollisionGroupData") == []
    workspace.set_form("CollisionGroupData", [["Default", 0, -1], ("Doors", 1, -3)])
    again = rezkit.open(place.to_bytes())["Workspace"]
    assert again.form("CollisionGroupData") == [["Default", 0, -1], ["Doors", 1, -3]]
    with pytest.raises(ValueError):
        workspace.set_form("CollisionGroupData", [["Doors", 256, 0]])
    point = Path2DControlPoint(UDim2(UDim(1, 2), UDim(0, 0)), UDim2(UDim(0, 0), UDim(0, 0)), UDim2(UDim(0, 0), UDim(0, 0)))
    path.set("PropertiesSerialize", b"\0\0\0\0", new=True)
    path.set_form("PropertiesSerialize", [point])
    assert path.form("PropertiesSerialize") == [point]
    assert path.form("Name") is None


@pytest.mark.parametrize("format", ["rbxm", "rbxmx"])
def test_attributes_refer_to_instances(format: str) -> None:
    place = rezkit.Document(format)
    door, bell = place.add("Part", name="Door"), place.add("Part", name="Bell")
    bell.set_attribute("Rings", door)
    bell.set_attribute("Fade", TweenInfo(0.5, 0, -1, 8, 1, 1))
    assert bell.attributes == {"Rings": door, "Fade": (0.5, 0, -1, 8, 1, 1)}
    assert not any(name.startswith("__") for name in bell.properties)
    again = rezkit.open(place.to_bytes())
    assert again["Bell"].attributes["Rings"] == again["Door"]
    again["Door"].remove()
    assert again["Bell"].attributes["Rings"] is None


def test_properties_are_removed() -> None:
    part = rezkit.open(XML)["Workspace/Part"]
    del part.Anchored
    assert "Anchored" not in part.properties
    assert part.get("Anchored", 7) is False
    with pytest.raises(AttributeError):
        del part.Anchored


def test_properties_that_nobody_knows_are_written_only_on_demand() -> None:
    place = rezkit.open(XML)
    part = place["Workspace/Part"]
    for name, near in [("Nope", "Name"), ("Anchord", "Anchored"), ("transparancy", "Transparency"), ("Siize", "Size")]:
        with pytest.raises(AttributeError, match=f"no property .*{name}.*near it: .*{near}"):
            setattr(part, name, 1)
        with pytest.raises(AttributeError, match=f"near it: .*{near}"):
            getattr(part, name)
    with pytest.raises(AttributeError, match="new=True"):
        part.set("Nope", 1, kind="Int32")
    with pytest.raises(AttributeError, match="cannot be changed"):
        part.ClassName = "Model"
    assert place.to_bytes() == XML
    part.set("Nope", 1, new=True)
    assert part.Nope == 1


def test_what_the_engine_knows_has_its_name_and_kind() -> None:
    part = rezkit.Document("rbxm").add("Part", name="Step")
    part.Size = (6, 0.5, 2)
    part.Color = (1, 0, 0)
    part.Material = 256
    part.Transparency = 0.5
    part.archivable = True
    kinds = {name: part.kind(name) for name in part.properties}
    assert kinds == {
        "Color": "Color3uint8",
        "Material": "Enum",
        "Name": "String",
        "Transparency": "Float32",
        "Archivable": "Bool",
        "Size": "Vector3",
    }


def test_values_are_the_defaults_until_they_are_set() -> None:
    place = rezkit.Document("rbxm")
    part = place.add("Part", name="Step")
    assert (part.Size, part.Position, part.CanCollide) == (Vector3(4, 1.2, 2), Vector3(0, 0, 0), True)
    assert (part.ClassName, part.Name, part.Parent, part.Material) == ("Part", "Step", None, Enum.Material.Plastic)
    # Only what is set is stored.
    assert (part.get("Size"), part.get("Nope", 5), list(part.properties)) == (part.Size, 5, ["Name"])
    part.Orientation = (0, 90, 0)
    part.Position = (1, 2, 3)
    assert part.CFrame * Vector3(0, 0, -1) == Vector3(0, 2, 3)
    part.Parent = place.add("Folder", name="Stairs")
    assert part.path == "Stairs/Step"
    # A frame has a position of its own.
    frame = place.add("Frame")
    frame.Position = (0.5, 0, 0.5, 0)
    assert frame.Position == UDim2(0.5, 0, 0.5, 0)


def test_texts_are_values() -> None:
    part = rezkit.Document("rbxm").add("Part")
    part.Size, part.Position, part.Material = "4, 1, 2", "0,10,0", "Grass"
    part.Color, part.Anchored = "#ff8800", "true"
    assert (part.Size, part.Position, part.Material) == (Vector3(4, 1, 2), Vector3(0, 10, 0), 1280)
    assert (part.Color.hex, part.Anchored) == ("#ff8800", True)
    part.BrickColor = "Bright red"
    assert (part.BrickColor, part.Color.hex, "BrickColor" in part.properties) == (21, "#c4281c", False)


def test_enums_have_names(tmp_path: Path) -> None:
    place = rezkit.Document("rbxmx")
    part = place.add("Part")
    part.Material = Enum.Material.Neon
    part.set_attribute("Of", Enum.Material.Grass)
    assert (part.Material, part.Material.name, repr(part.Material)) == (288, "Neon", "Enum.Material.Neon")
    again = rezkit.open(place.to_bytes())["Part"]
    assert (again.Material is Enum.Material.Neon, again.attributes) == (True, {"Of": Enum.Material.Grass})
    assert pickle.loads(pickle.dumps(part.Material)) is Enum.Material.Neon
    # One that is newer than what is known.
    part.Material = 99999
    assert (repr(part.Material), part.Material.value) == ("Enum.Material(99999)", 99999)
    with pytest.raises(AttributeError, match="near it: Material"):
        Enum.Materail  # noqa: B018
    for name in dir(Enum):
        items = list(getattr(Enum, name))
        assert all(getattr(Enum, name)(item.value) is item for item in items)
    assert place.of_class("Part").columns("Material")["Material"] == ["99999"]


def test_classes_are_asked_for() -> None:
    place = rezkit.Document("rbxm")
    part = place.add("SpawnLocation")
    assert (part.is_a("BasePart"), part.is_a("Model")) == (True, False)
    assert (isinstance(part, classes.BasePart), isinstance(part, classes.Model)) == (True, False)
    with pytest.raises(AttributeError, match="near it: BasePart"):
        classes.BasePrat  # noqa: B018


def test_a_file_can_be_asked_to_be_a_document(fixtures: Path) -> None:
    assert len(rezkit.Document.open(XML)) == len(rezkit.open(XML))
    assert rezkit.Model.open(fixtures / "rbxmesh/valid/v500.mesh").meshes
    with pytest.raises(TypeError, match="this is a rezkit.Model, not a rezkit.Document"):
        rezkit.Document.open(fixtures / "rbxmesh/valid/v500.mesh")


def test_new_parts_have_the_defaults_of_the_engine(tmp_path: Path) -> None:
    place = rezkit.open(rezkit.convert(XML, "rbxm").bytes)
    place.add("Part", place["Workspace"], name="New")
    assert place.save(tmp_path / "place.rbxl") == []
    new = rezkit.open(tmp_path / "place.rbxl")["Workspace/New"]
    assert new.Size == pytest.approx((4, 1.2, 2))
    assert (new.Transparency, new.shape, new.Anchored) == (0, 1, False)
    assert new.Color3uint8 == pytest.approx((163 / 255, 162 / 255, 165 / 255))


def test_what_is_made_up_is_named_and_nothing_is_lost_by_it(tmp_path: Path) -> None:
    place = rezkit.open(XML)
    place["Workspace/Part"].set("OfTomorrow", 7, new=True)
    place = rezkit.open(place.to_bytes())
    place.save(tmp_path / "a.rbxl")
    place = rezkit.open(tmp_path / "a.rbxl")
    place.add("Part", name="New")
    (loss,) = place.save(tmp_path / "a.rbxl")
    assert (loss["severity"], loss["places"]) == ("changed", ["New.OfTomorrow"])
    assert rezkit.open(tmp_path / "a.rbxl")["New"].OfTomorrow == 7


def test_a_document_is_saved_as_its_extension_says(tmp_path: Path) -> None:
    place = rezkit.open(XML)
    for name, format in [("a.rbxm", "rbx-binary"), ("a.RBXL", "rbx-binary"), ("a.rbxlx", "rbx-xml"), ("a", "rbx-xml")]:
        assert place.save(tmp_path / name) == []
        assert rezkit.identify(tmp_path / name)["format"] == format
        assert rezkit.diff(XML, tmp_path / name)["changes"] == []
    assert (tmp_path / "a.rbxlx").read_bytes() == XML
    with pytest.raises(ValueError, match="convert"):
        place.save(tmp_path / "a.glb")
    assert not (tmp_path / "a.glb").exists()


def test_values_are_lost_only_on_demand(tmp_path: Path) -> None:
    place = rezkit.open(rezkit.convert(XML, "rbxm").bytes)
    place.add("Part", name="Second")
    place["Workspace/Part"].set("Nope", 1, new=True)
    for save in [place.to_bytes, lambda: place.save(tmp_path / "a.rbxm"), lambda: place.save(tmp_path / "a.rbxmx")]:
        with pytest.raises(rezkit.FormatError, match="values would be lost: values of Part.Nope") as caught:
            save()
        assert (caught.value.rule, caught.value.help) == ("dropped", "to save it anyway, use lossy=True")
    assert not list(tmp_path.iterdir())
    losses = place.save(tmp_path / "a.rbxmx", lossy=True)
    assert [(loss["severity"], loss["count"]) for loss in losses] == [("lost", 1)]
    assert "Nope" not in rezkit.open(tmp_path / "a.rbxmx")["Workspace/Part"].properties


def test_a_removed_instance_says_where_it_was() -> None:
    place = rezkit.open(XML)
    part = place["Workspace/Part"]
    part.remove()
    for use in [lambda: part.Size, lambda: part.name, lambda: part.children, lambda: setattr(part, "Size", (1, 1, 1)), part.remove]:
        with pytest.raises(ReferenceError, match="Workspace/Part.* was removed"):
            use()
    assert repr(part) == "<Instance: removed>" and part == part and len({part, part}) == 1


def test_of_very_many_removed_instances_the_newest_are_remembered() -> None:
    place = rezkit.Document("rbxm")
    first = place.add("Part", name="First")
    first.remove()
    for _ in range(10_000):
        last = place.add("Part", name="Last")
        last.remove()
    with pytest.raises(ReferenceError, match="^the instance was removed$"):
        _ = first.Name
    with pytest.raises(ReferenceError, match='^the instance "Last" was removed$'):
        _ = last.Name


@pytest.mark.parametrize("format", ["rbxm", "rbxmx"])
def test_documents_are_copied_and_pickled(format: str) -> None:
    place = rezkit.open(rezkit.convert(XML, format).bytes)
    part = place["Workspace/Part"]
    for other in [copy.copy(place), copy.deepcopy(place), pickle.loads(pickle.dumps(place))]:
        assert other.to_bytes() == place.to_bytes()
        other["Workspace/Part"].Transparency = 0.75
        assert other["Workspace/Part"].Transparency == 0.75 != part.Transparency
    both = copy.deepcopy([place, part])
    assert both[0]["Workspace/Part"] == both[1] != part
    again = pickle.loads(pickle.dumps([part, place]))
    assert again[0] == again[1]["Workspace/Part"]
    assert len(pickle.loads(pickle.dumps(rezkit.Document(format)))) == 0


def test_open_files_are_read_and_written(tmp_path: Path) -> None:
    (tmp_path / "a.rbxmx").write_bytes(XML)
    with open(tmp_path / "a.rbxmx", "rb") as file, rezkit.open(file) as place:
        assert place.path == tmp_path / "a.rbxmx"
    buffer = io.BytesIO()
    assert place.save(buffer) == []
    assert rezkit.open(io.BytesIO(buffer.getvalue()))["Workspace/Part"].name == "Part"
    rezkit.convert(buffer.getvalue(), "rbxm").save(saved := io.BytesIO())
    assert rezkit.identify(saved.getvalue())["format"] == "rbx-binary"
    with open(tmp_path / "a.rbxmx") as text, pytest.raises(TypeError, match="rb"):
        rezkit.open(text)
    assert (place.get("Workspace/Part").name, place.get("Workspace/None"), place.get("None", 7)) == ("Part", None, 7)


class Narrow(io.RawIOBase):
    """A file that takes a few bytes at a time, and no more than so many."""

    def __init__(self, most: int) -> None:
        self.taken, self.most = b"", most

    def write(self, data) -> int | None:
        part = bytes(data[: min(3, self.most - len(self.taken))])
        self.taken += part
        return len(part) or None


def test_a_file_that_takes_some_bytes_gets_all_or_it_is_an_error() -> None:
    place, whole = rezkit.open(XML), Narrow(1000)
    place.save(whole)
    assert whole.taken == XML
    with pytest.raises(BlockingIOError, match=f"^9 of {len(XML)} bytes were written"):
        place.save(Narrow(9))
    with pytest.raises(BlockingIOError):
        rezkit.llsd.dump([1, 2], Narrow(9))


def test_properties_are_columns() -> None:
    place = rezkit.Document("rbxm")
    for number in range(5):
        part = place.add("Part", name=f"P{number}")
        part.Size, part.Transparency, part.Material = (number, 1, 2), number / 8, 256
        part.CFrame, part.Anchored, part.Color = CFrame(number, 2, 3), bool(number % 2), (1, 0, 0)
    place.add("Folder", name="F")
    parts = place.of_class("Part")
    assert parts.get("Size").tolist() == [[number, 1, 2] for number in range(5)]
    assert parts.get("CFrame").shape == (5, 4, 4) and parts.get("CFrame")[3, 0, 3] == 3
    assert (parts.get("Anchored").dtype, parts.get("Material").tolist()) == (bool, [256] * 5)
    assert place.walk().get("Transparency") == [0, 0.125, 0.25, 0.375, 0.5, None]
    sizes = parts.get("Size")
    parts.assign("Size", sizes * [1, 2, 1])
    parts.assign("Transparency", range(5))
    parts.assign("CFrame", parts.get("CFrame"))
    parts[1:3].set("Name", "Renamed")
    assert [(one.Size.y, one.Transparency, one.name) for one in parts[:3]] == [(2, 0, "P0"), (2, 1, "Renamed"), (2, 2, "Renamed")]
    assert parts[4].CFrame == CFrame(4, 2, 3)
    for wrong in [numpy.zeros((4, 3)), numpy.zeros((5, 2)), [1, 2]]:
        with pytest.raises((TypeError, ValueError)):
            parts.assign("Size", wrong)
    with pytest.raises(TypeError, match=r"\[0.5\] is not a value of type Enum"):
        parts.assign("Material", numpy.full(5, 0.5))
    with pytest.raises(AttributeError, match="near it: Size"):
        parts.assign("Sise", sizes)
    columns = place.walk().columns("Transparency")
    assert list(columns) == ["Path", "ClassName", "Name", "Transparency"] and columns["Path"][0] == "P0"
    assert list(parts.columns("Size", "Material")) == ["Path", "ClassName", "Name", "Size.X", "Size.Y", "Size.Z", "Material"]
    assert "<td>Part</td><td>P0</td>" in parts._repr_html_()
