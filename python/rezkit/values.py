"""Values of Roblox's properties that are more than a number or a text: tuples with names.

>>> from rezkit.values import Vector3
>>> Vector3(4, 1, 2).y
1

Where a property has a kind already, plain tuples of numbers do as well.
"""

from __future__ import annotations

from typing import NamedTuple


class Vector2(NamedTuple):
    """Two numbers."""

    x: float
    y: float


class Vector3(NamedTuple):
    """Three numbers."""

    x: float
    y: float
    z: float


class Vector2int16(NamedTuple):
    """Two whole numbers."""

    x: int
    y: int


class Vector3int16(NamedTuple):
    """Three whole numbers."""

    x: int
    y: int
    z: int


class Color3(NamedTuple):
    """Red, green and blue, usually from 0 to 1; also what files have as three bytes."""

    r: float
    g: float
    b: float


class UDim(NamedTuple):
    """Scale and offset."""

    scale: float
    offset: int


class UDim2(NamedTuple):
    """Scale and offset for each axis."""

    x: UDim
    y: UDim


class CFrame(NamedTuple):
    """Position and rotation; the rotation by the rows of its matrix."""

    position: Vector3
    rotation: tuple[tuple[float, float, float], ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class Ray(NamedTuple):
    """A point and a direction."""

    origin: Vector3
    direction: Vector3


class NumberRange(NamedTuple):
    """The lowest and the highest of some numbers."""

    min: float
    max: float


class NumberKeypoint(NamedTuple):
    """A number at a time from 0 to 1; a list of them is a NumberSequence."""

    time: float
    value: float
    envelope: float = 0.0


class ColorKeypoint(NamedTuple):
    """A colour at a time from 0 to 1; a list of them is a ColorSequence."""

    time: float
    color: Color3
    envelope: float = 0.0


class Rect(NamedTuple):
    """Two corners."""

    min: Vector2
    max: Vector2


class Region3(NamedTuple):
    """Two corners in space."""

    min: Vector3
    max: Vector3


class Region3int16(NamedTuple):
    """Two corners in space, of whole numbers."""

    min: Vector3int16
    max: Vector3int16


class PhysicalProperties(NamedTuple):
    """What replaces the properties of a material."""

    density: float
    friction: float
    elasticity: float
    friction_weight: float
    elasticity_weight: float
    acoustic_absorption: float | None = None


class Font(NamedTuple):
    """A typeface: the address of its family, its weight, its style (1 is italic), and the face that was last used."""

    family: str
    weight: int = 400
    style: int | str = 0
    cached_face: str = ""


class UniqueId(NamedTuple):
    """What stays the same when an instance is moved and renamed."""

    random: int
    time: int
    counter: int


class Path2DControlPoint(NamedTuple):
    """A point of a curve with its tangents, as attributes have them."""

    position: UDim2
    left_tangent: UDim2
    right_tangent: UDim2


class TweenInfo(NamedTuple):
    """How something changes over time, as attributes have it: easing style and direction are numbers of enum items."""

    time: float
    delay: float
    repeat_count: int
    easing_style: int
    easing_direction: int
    reverses: int


class EnumItem(NamedTuple):
    """The name of an enum and the number of its item, as attributes have them."""

    enum: str
    value: int
