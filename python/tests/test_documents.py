"""Documents of Roblox in both encodings."""

from pathlib import Path

import pytest

import rezkit
from rezkit.values import (
    CFrame,
    Color3,
    Font,
    NumberKeypoint,
    PhysicalProperties,
    TweenInfo,
    UDim,
    UDim2,
    Vector2,
    Vector3,
)

XML = b"""<roblox version="4"><Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string>
</Properties><Item class="Part" referent="p"><Properties><string name="Name">Part</string>
<Vector3 name="size"><X>1</X><Y>2</Y><Z>3</Z></Vector3><bool name="Anchored">false</bool>
<Color3uint8 name="Color3uint8">4294901760</Color3uint8><float name="Transparency">0.5</float>
<token name="shape">1</token></Properties></Item></Item></roblox>"""


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
    with pytest.raises(ValueError, match="of another document"):
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


def test_wrong_values_change_nothing() -> None:
    place = rezkit.open(XML)
    part = place["Workspace/Part"]
    for name, value in [("size", (1, 2)), ("size", "a"), ("Anchored", "yes"), ("shape", 0.5), ("size", None)]:
        with pytest.raises(TypeError, match=f"is not a value of type {part.kind(name)}"):
            setattr(part, name, value)
    with pytest.raises(AttributeError, match="no property"):
        part.Absent
    with pytest.raises(AttributeError, match="no property"):
        part.absent = 1
    with pytest.raises(AttributeError):
        part.class_name = "Model"
    with pytest.raises(TypeError, match="name it"):
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
    assert part.get("Anchored", 7) == 7
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
    # What scripts have and files have not.
    with pytest.raises(AttributeError):
        part.Position = (0, 0, 0)
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
        "Color3uint8": "Color3uint8",
        "Material": "Enum",
        "Name": "String",
        "Transparency": "Float32",
        "archivable": "Bool",
        "size": "Vector3",
    }


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
        assert (caught.value.rule, caught.value.help) == ("dropped", "lossy=True saves it nevertheless")
    assert not list(tmp_path.iterdir())
    losses = place.save(tmp_path / "a.rbxmx", lossy=True)
    assert [(loss["severity"], loss["count"]) for loss in losses] == [("lost", 1)]
    assert "Nope" not in rezkit.open(tmp_path / "a.rbxmx")["Workspace/Part"].properties
