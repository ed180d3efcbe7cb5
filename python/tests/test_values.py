"""Values of properties, and how they are calculated with."""

from __future__ import annotations

import copy
import math
import pickle
import random

import numpy
import pytest

import rezkit
from rezkit.values import CFrame, Color3, UDim, UDim2, Vector2, Vector3


def test_vectors_are_calculated_with() -> None:
    a, b = Vector3(1, 2, 3), Vector3(4, 5, 6)
    assert (a + b, a - b, a * b, -a, 2 * a, a * 2) == ((5, 7, 9), (-3, -3, -3), (4, 10, 18), (-1, -2, -3), (2, 4, 6), (2, 4, 6))
    assert (b / 2, b // (3, 2, 4), 1 / Vector2(2, 4)) == ((2, 2.5, 3), (1, 2, 1), (0.5, 0.25))
    assert (a + [1, 1, 1], (1, 1, 1) - a, numpy.array([1, 1, 1]) @ a) == ((2, 3, 4), (0, -1, -2), 6)
    assert (a.dot(b), Vector2(3, 4).magnitude, a.cross(b), abs(-a)) == (32, 5, (-3, 6, -3), (1, 2, 3))
    assert (a.lerp(b, 0.5), Vector3(0, 3, 4).unit) == (Vector3(2.5, 3.5, 4.5), Vector3(0, 0.6, 0.8))
    assert (a.X, a.Magnitude, a.Dot(b)) == (1, a.magnitude, 32)
    assert repr(Vector3(1, 0, -0.0) / (0, 0, 3)) == "Vector3(math.inf, math.nan, -0)"
    assert {Vector3(1, 2, 3): 1}[Vector3([1, 2, 3])] == 1
    for wrong in [lambda: a + 1, lambda: a + (1, 2), lambda: a * "2", lambda: Vector3(1, 2), lambda: a.W, lambda: a.w]:
        with pytest.raises((TypeError, AttributeError)):
            wrong()


def test_numbers_have_32_bits() -> None:
    generator = random.Random(7)
    for _ in range(2000):
        mine = [generator.uniform(-1000, 1000) for _ in range(6)]
        a, b = (numpy.array(part, numpy.float32) for part in (mine[:3], mine[3:]))
        own, other = Vector3(mine[:3]), Vector3(b)
        assert (own + other, own - other, own * other, own / other) == tuple(
            tuple(map(float, result)) for result in (a + b, a - b, a * b, a / b)
        )
        assert eval(repr(own)) == own
    part = rezkit.Document("rbxm").add("Part")
    part.Size = (0.1, 1 / 3, 7)
    assert part.Size == Vector3(0.1, 1 / 3, 7)
    assert repr(part.Size) == "Vector3(0.1, 0.33333334, 7)"


def test_poses() -> None:
    door = CFrame(1, 2, 3) * CFrame.Angles(0.3, -1.2, 2.5)
    assert CFrame(door.position, door.rotation) == CFrame(*door.position, *sum(door.rotation, ())) == door
    assert numpy.asarray(door).shape == (4, 4)
    assert CFrame(numpy.asarray(door)) == door
    assert eval(repr(door)) == door and repr(CFrame(1, 2.5, 3)) == "CFrame(1, 2.5, 3)"
    place = Vector3(-4, 5, 0.5)
    expected = numpy.asarray(door, float) @ [*place, 1]
    assert tuple(door * place) == pytest.approx(expected[:3], abs=1e-5)
    assert tuple(door.inverse() * (door * place)) == pytest.approx(place, abs=1e-5)
    both = numpy.asarray(door, float) @ numpy.asarray(CFrame.lookAt((1, 5, 2), (9, 2, 3)), float)
    assert numpy.asarray(door * CFrame.lookAt((1, 5, 2), (9, 2, 3))) == pytest.approx(both, abs=1e-5)
    with pytest.raises(ZeroDivisionError):
        CFrame(0, 0, 0, *[0] * 9).inverse()


def test_directions() -> None:
    watching = CFrame.lookAt((0, 10, 0), (0, 10, 50))
    assert (watching.lookVector, watching.UpVector, watching.rightVector) == ((0, 0, 1), (0, 1, 0), (-1, 0, 0))
    for straight in [(0, 50, 0), (0, -50, 0)]:
        rows = numpy.array(CFrame.lookAt((0, 0, 0), straight).rotation)
        assert rows @ rows.T == pytest.approx(numpy.eye(3), abs=1e-6)
    for angles in [(0.1, 0.2, 0.3), (-1.2, 3, -3), (0, math.pi / 2, 0)]:
        assert CFrame.fromOrientation(*angles).toOrientation() == pytest.approx(angles, abs=1e-5)
    quarter = CFrame.Angles(0, math.pi / 2, 0)
    assert tuple(quarter * Vector3(0, 0, -4)) == pytest.approx((-4, 0, 0), abs=1e-6)
    assert (quarter + (1, 2, 3)).position - (1, 2, 3) == (0, 0, 0)


def test_colours() -> None:
    assert Color3("#ff8800") == Color3("f80") == Color3.fromRGB(255, 136, 0) == Color3.fromHex("ff8800")
    assert Color3("#ff8800").hex == "#ff8800"
    assert Color3.fromHSV(1 / 3, 1, 1) == (0, 1, 0)
    assert Color3(0, 0.5, 1).toHSV() == pytest.approx((7 / 12, 1, 1))
    for wrong in ["#ff88", "red", ""]:
        with pytest.raises(ValueError, match="no colour"):
            Color3(wrong)


def test_places_on_screens() -> None:
    half = UDim2.fromScale(0.5, 0.5)
    assert half + UDim2.fromOffset(3, -4) == UDim2(0.5, 3, 0.5, -4) == ((0.5, 3), (0.5, -4))
    assert half - UDim2(UDim(0.25, 1), UDim(0, 0)) == UDim2(0.25, -1, 0.5, 0)
    assert half.lerp(UDim2(1, 10, 0, 5), 0.5) == UDim2(0.75, 5, 0.25, 2)
    assert repr(half) == "UDim2(UDim(0.5, 0), UDim(0.5, 0))" and (-half).X.Scale == -0.5


@pytest.mark.parametrize("value", [Vector3(1, 2, 3), CFrame(1, 2, 3), Color3("#ff8800"), UDim2(1, 2, 3, 4)])
def test_values_are_copied(value: tuple) -> None:
    for one in [copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))]:
        assert one == value and type(one) is type(value)


def test_any_sequence_is_a_value() -> None:
    part = rezkit.Document("rbxm").add("Part")
    for size in [numpy.array([1, 2, 3.0]), numpy.array([1, 2, 3]), [1, 2, 3], range(1, 4), Vector3(1, 2, 3)]:
        part.Size = size
        assert part.Size == (1, 2, 3)
    part.CFrame = numpy.asarray(CFrame(4, 5, 6))[:3, 3]
    assert part.CFrame == CFrame(4, 5, 6)
    part.Transparency, part.Anchored = numpy.float32(0.5), numpy.bool_(True)
    assert (part.Transparency, part.Anchored) == (0.5, True)
    with pytest.raises(TypeError, match="is not a value of type Vector3"):
        part.Size = iter([1, 2, 3])
