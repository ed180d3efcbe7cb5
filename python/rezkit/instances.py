"""Many instances at once: their properties as columns."""

from __future__ import annotations

import base64
from collections.abc import MutableMapping
from html import escape
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypeVar, overload

from rezkit import _frames, _native
from rezkit.enums import EnumItem
from rezkit.reports import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy import bool_, float32
    from numpy.typing import NDArray

    from rezkit import Document, Instance

    # Properties whose columns type checkers know; the first are arrays where all instances have the property.
    _Singles: TypeAlias = Literal[
        "CFrame", "Color", "Orientation", "Position", "Reflectance", "Rotation", "Size", "Transparency", "Brightness", "Range"
    ]
    _Flags: TypeAlias = Literal["Anchored", "CanCollide", "CanQuery", "CanTouch", "CastShadow", "Enabled", "Locked", "Massless"]
    _Texts: TypeAlias = Literal["ClassName", "Name", "Source"]

# What the columns of a property of several numbers are called, by the kind of its values.
_PARTS = {
    "Vector2": ("X", "Y"),
    "Vector3": ("X", "Y", "Z"),
    "Vector2int16": ("X", "Y"),
    "Vector3int16": ("X", "Y", "Z"),
    "Color3": ("R", "G", "B"),
    "Color3uint8": ("R", "G", "B"),
    "UDim": ("Scale", "Offset"),
    "UDim2": ("X.Scale", "X.Offset", "Y.Scale", "Y.Offset"),
    "NumberRange": ("Min", "Max"),
}
# What a row of instances is shown by.
_SHOWN = 20


_One = TypeVar("_One", bound="Instance")


class Instances(list[_One]):
    """A list of instances, whose properties are columns.

    >>> import rezkit
    >>> place = rezkit.Document("rbxm")
    >>> for height in range(3):
    ...     place.add("Part", name="Step").Size = (4, height + 1, 4)
    >>> steps = place.of_class("Part")
    >>> steps.get("Size")[:, 1].tolist()
    [1.0, 2.0, 3.0]
    >>> steps.assign("Size", steps.get("Size") * 2)
    >>> steps.set("Anchored", True)
    >>> steps[2].Size, steps[0].Anchored
    (Vector3(8, 6, 8), True)
    """

    __slots__ = ()

    @overload
    def get(self, name: _Singles) -> NDArray[float32]: ...
    @overload
    def get(self, name: _Flags) -> NDArray[bool_]: ...
    @overload
    def get(self, name: _Texts) -> list[str]: ...
    @overload
    def get(self, name: str) -> NDArray[Any] | list[Any]: ...
    def get(self, name: str) -> Any:
        """The values of a property: an array of NumPy of their own, with a row for each instance, where all have numbers of one
        kind, else a list, with None where there is no such property."""
        return self._column(name)[1]

    def set(self, name: str, value: Any) -> None:
        """Sets a property of all to the same value, or of none if one of them does not take it."""
        _native._assign(self, [(name, [value] * len(self))])

    def assign(self, name: Any, values: Any = None) -> None:
        """Sets a property of each to its own value: a row of an array, or an item of a list or a Series, or the same number,
        text or row for all. Sets all, or none if one of them is wrong.

        A DataFrame, such as one of to_pandas, sets the properties that its columns are named after.

        >>> import rezkit
        >>> place = rezkit.Document("rbxm")
        >>> parts = place.insert([place.add("Part"), place.add("Part")])
        >>> parts.assign("Transparency", [0.25, 0.5])
        >>> parts.get("Transparency").tolist()
        [0.25, 0.5]
        """
        if hasattr(name, "columns") and values is None:
            _frames.assign(self, name)
            return
        values = _frames.in_order(values, len(self))
        if self._is_row(name, values):
            values = values[None].repeat(len(self), 0) if hasattr(values, "dtype") else [values] * len(self)
        if isinstance(values, str) or not hasattr(values, "__iter__"):
            self.set(name, values)
        elif hasattr(values, "dtype") and values.dtype.kind in "biuf":
            self._assign_numbers(name, values)
        else:
            _native._assign(self, [(name, values)])

    def _is_row(self, name: str, values: Any) -> bool:
        """True for one value of a property of several numbers, which is meant for all instances."""
        if not self or not hasattr(values, "__len__") or not 2 <= len(values) <= 3:
            return False
        kind = _native._numbers_of(self[:1], name)[0]
        return len(values) == len(_PARTS.get(kind or "", ())) and all(isinstance(value, Real) for value in values)

    def _assign_numbers(self, name: str, values: Any) -> None:
        import numpy

        n_rows = len(values) if values.ndim else 0
        width = values.size // n_rows if n_rows else 1
        numbers = values.reshape(-1)
        if values.dtype == numpy.uint64:
            # Properties are signed.
            beyond = numbers > numpy.iinfo(numpy.int64).max
            if beyond.any():
                first = int(beyond.argmax())
                raise OverflowError(f"row {first // width}: {numbers[first]} is beyond 64 bits")
        is_whole = values.dtype.kind in "biu"
        rows = numpy.ascontiguousarray(numbers, numpy.int64 if is_whole else numpy.float64)
        _native._assign_numbers(self, name, rows, width, values.dtype == numpy.uint8)

    def columns(self, *names: str, errors: str = "surrogateescape") -> dict[str, Any]:
        """Properties as columns by name, beside the path, the class and the name of each; without names, all properties. One
        of several numbers has a column for each, such as 'Size.X', and items of enums have their names. Texts that are not UTF-8
        have surrogates, or replacement characters with errors='replace'."""
        found: dict[str, Any] = {"Path": [], "ClassName": [], "Name": []}
        for instance in self:
            found["Path"].append(instance.path)
            found["ClassName"].append(instance.class_name)
            found["Name"].append(instance.name)
        for name in names or sorted({name for instance in self for name in instance.properties} - {"Name"}):
            kind, values = self._column(name)
            if kind == "Enum":
                items = {number: _shown(self[0], name, number) for number in set(values.tolist())}
                found[name] = [items[number] for number in values.tolist()]
            elif kind in _PARTS and hasattr(values, "T"):
                found.update({f"{name}.{part}": column for part, column in zip(_PARTS[kind], values.T)})
            else:
                found[name] = list(values) if getattr(values, "ndim", 1) > 1 else values
        if errors != "surrogateescape":
            found = {name: [_valid(one, errors) for one in values] if isinstance(values, list) else values for name, values in found.items()}
        return found

    def to_pandas(self, *names: str, errors: str = "surrogateescape") -> Any:
        """The columns as a DataFrame of pandas."""
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]

        return pandas.DataFrame(self.columns(*names, errors=errors))

    def to_polars(self, *names: str, errors: str = "surrogateescape") -> Any:
        """The columns as a DataFrame of Polars, which refuses texts that are not UTF-8."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.DataFrame(self.columns(*names, errors=errors), strict=False)

    def _column(self, name: str) -> tuple[str | None, Any]:
        kind, data, dtype, width = _native._numbers_of(self, name)
        if not dtype:
            return kind, data
        import numpy

        numbers = numpy.frombuffer(data, dtype)
        return kind, numbers if width == 1 else numbers.reshape(-1, *((4, 4) if width == 16 else (width,)))

    @overload
    def __getitem__(self, key: SupportsIndex) -> _One: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, key: _Singles) -> NDArray[float32]: ...
    @overload
    def __getitem__(self, key: _Flags) -> NDArray[bool_]: ...
    @overload
    def __getitem__(self, key: _Texts) -> list[str]: ...
    @overload
    def __getitem__(self, key: str) -> NDArray[Any] | list[Any]: ...
    @overload
    def __getitem__(self, key: slice | Sequence[bool] | Sequence[int] | NDArray[Any]) -> Instances[_One]: ...
    def __getitem__(self, key: Any) -> Any:
        """An instance, some of them by a slice, a mask or a list of places, or the values of a property, which cannot be
        written to: `assign` takes them."""
        if isinstance(key, str):
            values = self.get(key)
            if isinstance(values, list):
                return values
            from rezkit._views import read_only

            return read_only(values)
        if hasattr(key, "__index__") and not hasattr(key, "__len__"):
            return super().__getitem__(key)
        if isinstance(key, slice):
            return Instances(super().__getitem__(key))
        return Instances([super(Instances, self).__getitem__(place) for place in _places(key, len(self))])

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            self.assign(key, value)
        else:
            super().__setitem__(key, value)

    def __add__(self, other: Any) -> Any:
        return Instances(super().__add__(other))

    def copy(self) -> Instances[_One]:
        """Another list of the same instances."""
        return Instances(self)

    def _repr_html_(self) -> str:
        rows = (f"<tr><td>{escape(one.class_name)}</td><td>{escape(one.path)}</td></tr>" for one in self[:_SHOWN])
        more = f"<p>and {len(self) - _SHOWN:,} more</p>" if len(self) > _SHOWN else ""
        return f"<table><tr><th>Class</th><th>Path</th></tr>{''.join(rows)}</table>{more}"


class Entries(Report):
    """The properties or the attributes of an instance by name. What is set or deleted here is so in the instance, too.

    >>> import rezkit
    >>> door = rezkit.Document("rbxm").add("Part")
    >>> door.attributes["Price"] = 10
    >>> door.GetAttribute("Price")
    10
    """

    __slots__ = ("_get", "_set", "_unset")

    def __init__(self, values: dict[str, Any], get: Any, set: Any, unset: Any) -> None:
        super().__init__(values)
        self._get, self._set, self._unset = get, set, unset

    def __setitem__(self, name: str, value: Any) -> None:
        self._set(name, value)
        super().__setitem__(name, self._get(name))

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        self._unset(name)

    # By the two above.
    clear, pop, popitem = MutableMapping.clear, MutableMapping.pop, MutableMapping.popitem
    setdefault, update = MutableMapping.setdefault, MutableMapping.update

    def __ior__(self, other: Any) -> Any:  # type: ignore[misc]
        self.update(other)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def _places(key: Any, count: int) -> list[int]:
    """The places that a mask or a list of places chooses."""
    if hasattr(key, "to_numpy"):
        key = key.to_numpy()
    places = key.tolist() if hasattr(key, "tolist") else list(key)
    if any(isinstance(place, bool) for place in places):
        if len(places) != count or not all(isinstance(place, bool) for place in places):
            raise IndexError(f"a mask has a value for each of {count} instances")
        return [place for place, is_chosen in enumerate(places) if is_chosen]
    return places


def _valid(value: Any, errors: str) -> Any:
    """A text without surrogates."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", errors) if isinstance(value, str) else value


def _shown(instance: Instance, name: str, number: int) -> str | int:
    """The name of the item with a number, in the enum of a property."""
    of = type(getattr(instance, name))
    return of(number).name if issubclass(of, EnumItem) else number


def _tree(place: Document) -> str:
    """The picture of a document, and what is in it."""
    lines: list[str] = []
    # What is left to show: an instance, or the end of one that is open. Services without content come last.
    pending: list[Instance | None] = [*reversed(sorted(place.roots, key=lambda one: not one.children))]
    while pending and len(lines) < 10 * _SHOWN:
        instance = pending.pop()
        if instance is None:
            lines.append("</details>")
            continue
        label = f"{escape(instance.name)} <small>{escape(instance.class_name)}</small>"
        children = instance.children
        if children:
            n_inside = len(instance.walk()) - 1
            lines.append(f"<details style='margin-left:1em'><summary>{label}: {n_inside:,} inside</summary>")
            pending.append(None)
            pending.extend(reversed(children))
        else:
            lines.append(f"<div style='margin-left:2em'>{label}</div>")
    lines.extend("</details>" for instance in pending if instance is None)
    left = sum(instance is not None for instance in pending)
    more = f"<p>and {left:,} more</p>" if left else ""
    picture = place._repr_png_()
    shown = f"<img src='data:image/png;base64,{base64.b64encode(picture).decode()}'>" if picture else ""
    return f"<p>{escape(repr(place)[1:-1])}</p>{shown}{''.join(lines)}{more}"
