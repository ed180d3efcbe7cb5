"""Numbers keep their kind: what a property cannot hold is an error, and changes nothing."""

import math
import pickle

import numpy
import pytest

import rezkit
from rezkit import Enum
from rezkit.values import CFrame, Color3, ColorKeypoint, Vector3


def parts(count: int = 3, class_name: str = "Part") -> rezkit.Instances:
    place = rezkit.Document("rbxm")
    for number in range(count):
        place.add(class_name, name=f"P{number}")
    return place.of_class(class_name)


def test_whole_numbers_of_64_bits_are_exact() -> None:
    values = parts(2, "IntValue")
    numbers = [9007199254740993, -9223372036854775808]
    for given in [numbers, numpy.array(numbers), numpy.array(numbers, dtype=object)]:
        values.assign("Value", given)
        assert values.get("Value").dtype == numpy.int64
        assert values.get("Value").tolist() == numbers
    for wrong, row in [(numpy.array([0.0, 2.0**63]), 1), (numpy.array([1.5, 1]), 0), ([1, 1 << 63], 1)]:
        with pytest.raises((TypeError, OverflowError), match=f"row {row}: "):
            values.assign("Value", wrong)
    with pytest.raises(OverflowError, match="^row 1: 9223372036854775808 is beyond 64 bits$"):
        values.assign("Value", numpy.array([0, 1 << 63], dtype=numpy.uint64))
    with pytest.raises(OverflowError, match="^row 1: 9223372036854775809 is beyond 64 bits$"):
        parts(3).assign("Size", numpy.array([[0] * 3, [0, (1 << 63) + 1, 0], [(1 << 64) - 1] * 3], dtype=numpy.uint64))
    assert values.get("Value").tolist() == numbers


def test_numbers_out_of_range_are_refused() -> None:
    some = parts()
    for name, wrong in [("Transparency", 1e39), ("Anchored", 2), ("Anchored", 0.5), ("Anchored", math.nan), ("Material", -1)]:
        with pytest.raises(TypeError, match=r"row 1: \[.*\] is not a value of type"):
            some.assign(name, numpy.array([0, wrong, 0]))
    with pytest.raises(TypeError, match="beyond 32 bits"):
        some[0].Size = (1, 1e39, 1)
    assert set(some[1].properties) == {"Name"}


@pytest.mark.parametrize(
    ("name", "given"),
    [("Transparency", [0.5, 0.5, "wrong"]), ("Transparency", numpy.array([0.5, 0.5, 1e300])), ("Material", ["Grass", "Grass", "Gras"])],
)
def test_all_are_changed_or_none(name: str, given: object) -> None:
    some = parts()
    before = some[0].document.to_bytes()
    with pytest.raises((TypeError, ValueError), match="row 2: "):
        some.assign(name, given)
    assert some[0].document.to_bytes() == before
    some[2].remove()
    with pytest.raises(ReferenceError, match="row 2: "):
        some.set(name, 0.5 if name == "Transparency" else Enum.Material.Grass)
    assert name not in some[0].properties


@pytest.mark.parametrize("class_name", ["Part", "PointLight"])
def test_colours_count_to_1_or_to_255(class_name: str) -> None:
    (one,) = parts(1, class_name)
    for given, hex_ in [
        ((128, 64, 0), "#804000"),
        ([64, 64, 64], "#404040"),
        ((0.5, 0.25, 0), "#804000"),
        ((1, 1, 0), "#ffff00"),
        (numpy.array([1, 0, 128], numpy.uint8), "#010080"),
        (numpy.array([1.0, 0, 0.5]), "#ff0080"),
        ("128, 64, 0", "#804000"),
    ]:
        one.Color = given
        assert one.Color.hex == hex_, given
    for wrong in [(128.0, 64.0, 0.0), (256, 0, 0), (-1, 0, 0), (math.nan, 0, 0), (-0.5, 0, 0), (128, 0.5, 0)]:
        with pytest.raises(TypeError, match="channels must be from 0 to 1, or whole numbers up to 255"):
            one.Color = wrong
    assert one.Color.hex == "#804000"


def test_columns_of_colours_count_to_1_or_to_255() -> None:
    some = parts(2)
    for given, expected in [
        (numpy.array([[1, 0, 1], [0, 1, 0]], numpy.uint8), ["#010001", "#000100"]),
        (numpy.array([[1, 0, 1], [255, 128, 0]]), ["#010001", "#ff8000"]),
        (numpy.array([[1, 0, 1], [0.5, 0.5, 0]]), ["#ff00ff", "#808000"]),
    ]:
        some.assign("Color", given)
        assert [one.Color.hex for one in some] == expected
        some.assign("Color", some.get("Color"))
        assert [one.Color.hex for one in some] == expected
    with pytest.raises(TypeError, match="row 1: "):
        some.assign("Color", numpy.array([[1, 0, 1], [255.0, 128, 0]]))


def test_colours_brighter_than_white_are_kept_where_files_hold_them() -> None:
    (light,) = parts(1, "PointLight")
    light.Color = Color3(2, 0, 0)
    assert light.Color == Color3(2, 0, 0)
    (part,) = parts(1)
    with pytest.raises(TypeError, match="channels"):
        part.Color = Color3(2, 0, 0)
    (trail,) = parts(1, "Trail")
    trail.Color = [ColorKeypoint(0, Color3(10, 0, 0)), (1, (255, 0, 0), 0)]
    assert [point.color for point in trail.Color] == [Color3(10, 0, 0), Color3(1, 0, 0)]


def test_matrices_are_poses() -> None:
    (part,) = parts(1)
    part.CFrame = numpy.eye(4)
    assert part.CFrame == CFrame()
    with pytest.raises(TypeError, match="the last row"):
        part.CFrame = numpy.ones((4, 4))


def test_numbers_of_meshes_are_only_rounded() -> None:
    mesh = rezkit.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    mesh.colours = numpy.full((3, 4), 0.5)
    assert mesh.colours.tolist() == [[128] * 4] * 3
    mesh.colours = numpy.full((3, 4), 64.0)
    assert mesh.colours.tolist() == [[64] * 4] * 3
    for name, wrong, match in [
        ("colours", numpy.full((3, 4), math.nan), "all from 0 to 1, and not nan"),
        ("colours", numpy.full((3, 4), 1.5), "not 1.5"),
        ("triangles", [(0, 1.9, 2)], "whole numbers"),
        ("joints", numpy.full((3, 4), -1), "not -1"),
        ("positions", numpy.full((3, 3), 1e39), "32 bits"),
    ]:
        with pytest.raises(ValueError, match=match):
            setattr(mesh, name, wrong)
    with pytest.raises(TypeError, match="are numbers"):
        mesh.positions = [("1", "2", "3")] * 3


def test_columns_are_copies_and_lists_are_chosen_from() -> None:
    some = parts(4)
    sizes = some.get("Size")
    sizes[:, 0] *= 2
    assert some[0].Size.x == 4
    some["Size"] = sizes
    assert some["Size"][:, 0].tolist() == [8] * 4
    with pytest.raises(ValueError, match="read-only"):
        some["Size"][:, 0] *= 2
    some["Transparency"] = [0, 0.25, 0.5, 0.75]
    chosen = some[some["Transparency"] > 0.3]
    assert type(chosen) is rezkit.Instances and [one.name for one in chosen] == ["P2", "P3"]
    assert [one.name for one in some[[0, 2]]] == [one.name for one in some[numpy.array([0, 2])]] == ["P0", "P2"]
    assert type(some + some[:1]) is type(some.copy()) is rezkit.Instances and len(some + some[:1]) == 5
    assert some.copy() is not some
    some.assign("Transparency", 0.125)
    assert some.get("Transparency").tolist() == [0.125] * 4
    with pytest.raises(IndexError, match="a mask has a value for each of 4"):
        some[[True, False]]
    with pytest.raises(ValueError, match="masked"):
        some.assign("Transparency", numpy.ma.array([0.5] * 4, mask=[True, False, False, False]))


@pytest.mark.parametrize("to", ["rbxm", "rbxmx"])
def test_sources_are_texts(to: str) -> None:
    place = rezkit.Document(to)
    script = place.add("Script")
    source = b"print('caf\xe9')" if to == "rbxm" else b"print('caf')"
    script.set("Source", source)
    script = rezkit.open(place.to_bytes())["Script"]
    assert script.Source == source.decode("utf-8", "surrogateescape")
    assert (script.bytes("Source"), script.text("Source", "replace")) == (source, source.decode("utf-8", "replace"))
    script.Source = script.Source
    assert script.bytes("Source") == source
    scripts = script.document.of_class("Script")
    assert scripts.columns("Source", errors="replace")["Source"] == [source.decode("utf-8", "replace")]
    assert isinstance(script.document.add("Terrain").get("SmoothGrid", b""), bytes)


def test_columns_are_calculated_in_place() -> None:
    some = parts()
    some["Size"] *= 2
    some["Position"] += (0, 1, 0)
    assert (some[2].Size, some[2].Position) == (Vector3(8, 2.4, 4), Vector3(0, 1, 0))
    column = some["Size"]
    kept = column
    column *= 2
    assert (type(column), column[0, 0], kept[0, 0]) == (numpy.ndarray, 16, 8)
    # What would change a copy alone is refused.
    with pytest.raises(ValueError, match="read-only"):
        some["Size"][:, 0] *= 2
    back = pickle.loads(pickle.dumps(kept))
    assert numpy.array_equal(back, kept) and repr(kept[0]).startswith("array([8.")


@pytest.mark.parametrize("given", [(255, 128, 0), [1.0, 128 / 255, 0.0], numpy.array([255, 128, 0], numpy.uint8), "#ff8000", Color3(1, 128 / 255, 0)])
def test_a_row_is_meant_for_all(given: object) -> None:
    for count in (1, 3, 5):
        some = parts(count)
        some["Color"] = given
        assert {part.Color.hex for part in some} == {"#ff8000"}
    # Rows of other lengths are values of single instances.
    with pytest.raises(ValueError, match="5 rows are needed, not 2"):
        some["Color"] = (1, 0)
    some["Transparency"] = [0.1, 0.2, 0.3, 0.4, 0.5]
    assert some[4].Transparency == 0.5


def test_dicts_of_an_instance_change_it() -> None:
    part = parts(1)[0]
    attributes = part.attributes
    attributes["Price"] = 10
    attributes.update(Of="wood", At=Vector3(1, 2, 3))
    attributes |= {"Sold": True}
    assert part.attributes == attributes == {"Price": 10, "Of": "wood", "At": Vector3(1, 2, 3), "Sold": True}
    assert (attributes.pop("Of"), attributes.setdefault("Price", 7)) == ("wood", 10)
    del attributes["At"]
    assert part.attributes == {"Price": 10, "Sold": True}
    attributes.clear()
    assert part.attributes == {}
    part.properties["Material"] = "Grass"
    assert part.Material == Enum.Material.Grass
    with pytest.raises(AttributeError, match="near it: Material"):
        part.properties["Materail"] = "Grass"
    assert type(pickle.loads(pickle.dumps(part.properties))) is dict


def test_classes_that_no_instance_has() -> None:
    place = parts(2)[0].document
    assert len(place.of_class("BasePart")) == 2
    assert place.of_class("Decal") == []
    for of_class in (place.of_class, place.add("Model").of_class):
        with pytest.raises(ValueError, match="there is no class Prt"):
            of_class("Prt")
