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
    place.save(tmp_path / "place")
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
        setattr(part, name, value)
    again = rezkit.open(place.to_bytes())["Part"]
    for name, value in values.items():
        expected = again if name == "Target" else value
        assert getattr(again, name) == expected, name
    assert again.CFrame.rotation == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    part.set("Style", 2, kind="Enum")
    assert (part.Style, part.kind("Style")) == (2, "Enum")
    part.set("Curve", [NumberKeypoint(0, 1), NumberKeypoint(1, 0.5)], kind="NumberSequence")
    assert part.Curve == [(0, 1, 0), (1, 0.5, 0)]
    part.Target = None
    assert part.Target is None


def test_wrong_values_change_nothing() -> None:
    place = rezkit.open(XML)
    part = place["Workspace/Part"]
    for name, value in [("size", (1, 2)), ("size", "a"), ("Anchored", "yes"), ("shape", 0.5), ("size", None)]:
        with pytest.raises(TypeError, match=f"is no {part.kind(name)}"):
            setattr(part, name, value)
    with pytest.raises(AttributeError, match="no property"):
        part.Absent
    with pytest.raises(AttributeError, match="set can add it"):
        part.absent = 1
    with pytest.raises(AttributeError):
        part.class_name = "Model"
    with pytest.raises(TypeError, match="name it"):
        part.New = object()
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
