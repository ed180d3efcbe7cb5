"""Values of Roblox's properties that are more than a number or a text.

They are tuples with names, can be calculated with as in scripts, and hold numbers as the engine does, with 32 bits:

>>> from rezkit.values import CFrame, Color3, Vector3
>>> Vector3(4, 1, 2) * 2 + (0, 0.5, 0)
Vector3(8, 2.5, 4)
>>> CFrame.lookAt((0, 5, 0), (0, 5, -10)) * Vector3(0, 0, -4)
Vector3(0, 5, -4)
>>> Color3("#ff8800") == Color3.fromRGB(255, 136, 0)
True

What takes one of them takes a plain tuple, a list, or an array of NumPy just as well. Members have the names that they have
in scripts, whose first letter may be large: `CFrame.LookVector` is `CFrame.lookVector`.
"""

from __future__ import annotations

import colorsys
import ctypes
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

if TYPE_CHECKING:
    from typing_extensions import Self

_T = TypeVar("_T")


def _single(number: float) -> float:
    """The nearest number of 32 bits."""
    return ctypes.c_float(number).value


def _written(number: float) -> str:
    """The shortest text that is this number of 32 bits."""
    if not math.isfinite(number):
        return f"{'-' if number < 0 else ''}math.{'nan' if math.isnan(number) else 'inf'}"
    texts = (f"{number:.{digits}g}" for digits in range(6, 10))
    return next(text for text in texts if _single(float(text)) == number)


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    """The numbers in nested sequences, in a row."""
    for value in values:
        if isinstance(value, str) or not hasattr(value, "__iter__"):
            yield value
        else:
            yield from _flat(value)


def _numbers(values: tuple[Any, ...], count: int) -> list[Any]:
    """So many numbers, given one by one, or in a sequence or array."""
    numbers = list(_flat(values))
    if len(numbers) != count:
        raise TypeError(f"{count} numbers are needed, not {len(numbers)}")
    return numbers


class _Members:
    """Names as in scripts, whose first letter may be large."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        small = name[:1].lower() + name[1:]
        if small == name or small.startswith("_"):
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        return getattr(self, small)

    def __repr__(self) -> str:
        parts = (_written(part) if isinstance(part, float) else repr(part) for part in self)  # type: ignore[attr-defined]
        return f"{type(self).__name__}({', '.join(parts)})"


class _Singles(_Members):
    """Numbers of 32 bits that are calculated with one by one."""

    __slots__ = ()

    def _each(self, other: Any, operation: Any) -> Any:
        own: tuple[float, ...] = self  # type: ignore[assignment]
        if hasattr(other, "__iter__"):
            theirs = [float(number) for number in other]
            if len(theirs) != len(own):
                return NotImplemented
        elif isinstance(other, str) or not hasattr(other, "__float__"):
            return NotImplemented
        else:
            theirs = [float(other)] * len(own)
        # One operation on numbers of 32 bits, done with 64 and rounded, is what 32 bits give.
        return self._make([_single(operation(a, _single(b))) for a, b in zip(own, theirs)])  # type: ignore[attr-defined]

    def __add__(self, other: Any) -> Self:
        return self._each(other, lambda a, b: a + b) if hasattr(other, "__iter__") else NotImplemented

    def __sub__(self, other: Any) -> Self:
        return self._each(other, lambda a, b: a - b) if hasattr(other, "__iter__") else NotImplemented

    def __mul__(self, other: Any) -> Self:
        return self._each(other, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> Self:
        return self._each(other, _quotient)

    def __floordiv__(self, other: Any) -> Self:
        return self._each(other, lambda a, b: _floor(_quotient(a, b)))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Any) -> Self:
        return self._each(other, lambda a, b: b - a) if hasattr(other, "__iter__") else NotImplemented

    def __rtruediv__(self, other: Any) -> Self:
        return self._each(other, lambda a, b: _quotient(b, a))

    def __neg__(self) -> Self:
        return self._make([-number for number in self])  # type: ignore[attr-defined]

    def __abs__(self) -> Self:
        return self._make([abs(number) for number in self])  # type: ignore[attr-defined]

    def lerp(self, other: Iterable[float], alpha: float) -> Self:
        """Between this, at 0, and another, at 1."""
        return self + (self._each(other, lambda a, b: b - a)) * alpha


def _quotient(a: float, b: float) -> float:
    """As in scripts, where nothing is an error."""
    if b:
        return a / b
    return math.nan if not a or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


def _floor(number: float) -> float:
    return float(math.floor(number)) if math.isfinite(number) else number


class _Vector(_Singles):
    """What has a length."""

    __slots__ = ()

    @property
    def magnitude(self) -> float:
        """Its length."""
        return _single(math.sqrt(math.fsum(number * number for number in self)))  # type: ignore[attr-defined]

    @property
    def unit(self) -> Self:
        """The vector of length 1 in the same direction."""
        return self / self.magnitude

    def dot(self, other: Iterable[float]) -> float:
        """The sum of the products of their numbers."""
        return _single(math.fsum(self._each(other, lambda a, b: a * b)))


class _Vector2(NamedTuple):
    x: float
    y: float


class Vector2(_Vector, _Vector2):
    """Two numbers.

    >>> Vector2(3, 4).magnitude
    5.0
    """

    __slots__ = ()

    def __new__(cls, *numbers: Any) -> Self:
        return cls._make(map(_single, _numbers(numbers or (0.0, 0.0), 2)))


class _Vector3(NamedTuple):
    x: float
    y: float
    z: float


class Vector3(_Vector, _Vector3):
    """Three numbers.

    >>> Vector3(1, 0, 0).cross((0, 1, 0))
    Vector3(0, 0, 1)
    """

    __slots__ = ()

    def __new__(cls, *numbers: Any) -> Self:
        return cls._make(map(_single, _numbers(numbers or (0.0, 0.0, 0.0), 3)))

    def cross(self, other: Iterable[float]) -> Vector3:
        """What is at right angles to both."""
        (a, b, c), (x, y, z) = self, Vector3(other)
        pairs = ((b * z, c * y), (c * x, a * z), (a * y, b * x))
        return Vector3([_single(first) - _single(second) for first, second in pairs])


class Vector2int16(NamedTuple):
    """Two whole numbers."""

    x: int
    y: int


class Vector3int16(NamedTuple):
    """Three whole numbers."""

    x: int
    y: int
    z: int


class _Color3(NamedTuple):
    r: float
    g: float
    b: float


class Color3(_Singles, _Color3):
    """Red, green and blue, usually from 0 to 1; also what files have as three bytes.

    >>> Color3("#ff8800").hex
    '#ff8800'
    """

    __slots__ = ()

    def __new__(cls, *numbers: Any) -> Self:
        if len(numbers) == 1 and isinstance(numbers[0], str):
            return cls.fromHex(numbers[0])
        return cls._make(map(_single, _numbers(numbers or (0.0, 0.0, 0.0), 3)))

    @classmethod
    def fromRGB(cls, r: float, g: float, b: float) -> Self:
        """By numbers from 0 to 255."""
        return cls(r / 255, g / 255, b / 255)

    @classmethod
    def fromHex(cls, text: str) -> Self:
        """By a text such as '#ff8800' or 'f80'."""
        digits = text.removeprefix("#")
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        try:
            red, green, blue = bytes.fromhex(digits)
        except ValueError:
            raise ValueError(f"{text!r} is no colour such as '#ff8800'") from None
        return cls.fromRGB(red, green, blue)

    @classmethod
    def fromHSV(cls, hue: float, saturation: float, value: float) -> Self:
        """By hue, saturation and value, each from 0 to 1."""
        return cls(*colorsys.hsv_to_rgb(hue, saturation, value))

    def toHSV(self) -> tuple[float, float, float]:
        """Hue, saturation and value."""
        return colorsys.rgb_to_hsv(*self)

    @property
    def hex(self) -> str:
        """The nearest of the 16,777,216 colours that have such a text."""
        channels = (round(255 * min(max(number, 0), 1)) for number in self)
        return "#" + bytes(channels).hex()


class _UDim(NamedTuple):
    scale: float
    offset: int


class _Offsets(_Members):
    """Scales and offsets, which are added and subtracted by turns."""

    __slots__ = ()

    def __add__(self, other: Any) -> Self:
        return type(self)([one + two for one, two in zip(_flat(self), _flat(other), strict=True)])  # type: ignore[call-arg, call-overload]

    def __sub__(self, other: Any) -> Self:
        return type(self)([one - two for one, two in zip(_flat(self), _flat(other), strict=True)])  # type: ignore[call-arg, call-overload]

    def __neg__(self) -> Self:
        return type(self)([-number for number in _flat(self)])  # type: ignore[call-arg, call-overload]


class UDim(_Offsets, _UDim):
    """Scale and offset.

    >>> UDim(0.5, 3) + UDim(0.25, -1)
    UDim(0.75, 2)
    """

    __slots__ = ()

    def __new__(cls, *numbers: Any) -> Self:
        scale, offset = _numbers(numbers or (0.0, 0), 2)
        return cls._make((_single(scale), int(offset)))


class _UDim2(NamedTuple):
    x: UDim
    y: UDim


class UDim2(_Offsets, _UDim2):
    """Scale and offset for each axis.

    >>> UDim2(0.5, 3, 1, -4) == UDim2(UDim(0.5, 3), UDim(1, -4))
    True
    """

    __slots__ = ()

    def __new__(cls, *numbers: Any) -> Self:
        a, b, c, d = _numbers(numbers or (0.0, 0, 0.0, 0), 4)
        return cls._make((UDim(a, b), UDim(c, d)))

    @classmethod
    def fromScale(cls, x: float, y: float) -> Self:
        """By scales alone."""
        return cls(x, 0, y, 0)

    @classmethod
    def fromOffset(cls, x: int, y: int) -> Self:
        """By offsets alone."""
        return cls(0, x, 0, y)

    def lerp(self, other: Any, alpha: float) -> UDim2:
        """Between this, at 0, and another, at 1; offsets are rounded."""
        steps = zip(_flat(self), _flat(other))
        a, b, c, d = (start + (end - start) * alpha for start, end in steps)
        return UDim2(a, round(b), c, round(d))


_Rows = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
_NO_TURN: _Rows = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class _CFrame(NamedTuple):
    position: Vector3
    rotation: _Rows


class CFrame(_Members, _CFrame):
    """Position and rotation; the rotation by the rows of its matrix.

    It is made of three numbers, a position, a position and rows, twelve numbers, or a matrix of four rows, such as an array
    of NumPy, which `numpy.asarray` makes of it.

    >>> door = CFrame(0, 5, 0) * CFrame.fromOrientation(0, math.radians(90), 0)
    >>> (door * Vector3(0, 0, -1)).x, door.inverse() * door.position
    (-1.0, Vector3(0, 0, 0))
    """

    __slots__ = ()

    def __new__(cls, *numbers: Any) -> Self:
        parts = [_single(number) for number in _flat(numbers)]
        if len(parts) == 16:
            if parts[12:] != [0, 0, 0, 1]:
                raise ValueError("the last row of a matrix has to be 0, 0, 0, 1")
            parts = [parts[at] for at in (3, 7, 11, 0, 1, 2, 4, 5, 6, 8, 9, 10)]
        if len(parts) not in (0, 3, 12):
            raise TypeError(f"3, 12 or 16 numbers are needed, not {len(parts)}")
        return cls._of(parts or [0.0, 0.0, 0.0])

    @classmethod
    def _of(cls, parts: Sequence[float]) -> Self:
        rows = (tuple(parts[3:6]), tuple(parts[6:9]), tuple(parts[9:12])) if len(parts) > 3 else _NO_TURN
        return cls._make((Vector3._make(parts[:3]), rows))

    @classmethod
    def lookAt(cls, at: Iterable[float], target: Iterable[float], up: Iterable[float] = (0.0, 1.0, 0.0)) -> Self:
        """At a place, with its front towards another."""
        at = Vector3(at)
        back = (at - target).unit
        right = Vector3(up).cross(back)
        if not right.magnitude > 0:
            right = Vector3(1, 0, 0) if abs(back.y) > 0 else Vector3(0, 0, 1)
        right = right.unit
        return cls(at, zip(right, back.cross(right), back))

    @classmethod
    def Angles(cls, x: float, y: float, z: float) -> Self:
        """Turned about Z, then Y, then X, in radians."""
        return cls(0, 0, 0, _product(_product(_turn(0, x), _turn(1, y)), _turn(2, z)))

    @classmethod
    def fromOrientation(cls, x: float, y: float, z: float) -> Self:
        """Turned about Z, then X, then Y, in radians, as the property Orientation has it in degrees."""
        return cls(0, 0, 0, _product(_product(_turn(1, y), _turn(0, x)), _turn(2, z)))

    def toOrientation(self) -> tuple[float, float, float]:
        """The turns about X, Y and Z of fromOrientation."""
        (a, _, c), (d, e, f), (_, _, i) = self.rotation
        x = math.asin(min(max(-f, -1.0), 1.0))
        if abs(f) < 0.9999999:
            return _single(x), _single(math.atan2(c, i)), _single(math.atan2(d, e))
        return _single(x), _single(math.atan2(-self.rotation[2][0], a)), 0.0

    @property
    def rightVector(self) -> Vector3:
        """The direction to its right, the first column."""
        return self._column(0)

    @property
    def upVector(self) -> Vector3:
        """The direction upwards, the second column."""
        return self._column(1)

    @property
    def lookVector(self) -> Vector3:
        """The direction of its front, against the third column."""
        return -self._column(2)

    def _column(self, index: int) -> Vector3:
        return Vector3([row[index] for row in self.rotation])

    def inverse(self) -> CFrame:
        """What undoes it."""
        return CFrame._of(_native._pose_inverse(tuple(_flat(self))))

    @overload  # type: ignore[override]
    def __mul__(self, other: CFrame) -> CFrame: ...
    @overload
    def __mul__(self, other: Iterable[float]) -> Vector3: ...
    def __mul__(self, other: Any) -> Any:
        """A pose in this pose, or a place in it."""
        own = tuple(_flat(self))
        if isinstance(other, CFrame):
            return CFrame._of(_native._pose_times(own, tuple(_flat(other))))
        return Vector3._make(_native._pose_places(own, Vector3(other)))

    def __add__(self, other: Iterable[float]) -> CFrame:  # type: ignore[override]
        return CFrame._make((self.position + other, self.rotation))

    def __sub__(self, other: Iterable[float]) -> CFrame:
        return CFrame._make((self.position - other, self.rotation))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        rows = [(*row, place) for row, place in zip(self.rotation, self.position)]
        return numpy.array([*rows, (0.0, 0.0, 0.0, 1.0)], dtype or numpy.float32)

    def __repr__(self) -> str:
        numbers = self.position if self.rotation == _NO_TURN else _flat(self)
        return f"CFrame({', '.join(map(_written, numbers))})"


def _turn(axis: int, radians: float) -> list[list[float]]:
    """The rows of a turn about an axis."""
    rows = [[float(row == column) for column in range(3)] for row in range(3)]
    one, two = (axis + 1) % 3, (axis + 2) % 3
    rows[one][one] = rows[two][two] = math.cos(radians)
    rows[two][one] = math.sin(radians)
    rows[one][two] = -rows[two][one]
    return rows


def _product(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    return [[sum(one * other for one, other in zip(row, column)) for column in zip(*b)] for row in a]


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


from rezkit import _native  # noqa: E402 - its functions make what is above
