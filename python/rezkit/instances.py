"""Many instances at once: their properties as columns."""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

from rezkit import _native
from rezkit.enums import EnumItem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rezkit import Document, Instance

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

    def get(self, name: str) -> Any:
        """The values of a property: an array of NumPy with a row for each instance where all have numbers of one kind, else a
        list, with None where there is no such property."""
        return self._column(name)[1]

    def set(self, name: str, value: Any) -> None:
        """Sets a property of all to the same value."""
        for instance in self:
            instance.set(name, value)

    def assign(self, name: str, values: Iterable[Any]) -> None:
        """Sets a property of each to its own value: a row of an array, or an item of a list or a Series."""
        if hasattr(values, "to_numpy"):
            values = values.to_numpy()
        if hasattr(values, "dtype") and values.dtype.kind in "biuf":
            import numpy

            rows = numpy.ascontiguousarray(values, numpy.float64)
            n_rows = len(rows) if rows.ndim else 0
            width = rows.size // n_rows if n_rows else 1
            _native._assign_numbers(self, name, rows.reshape(-1), width)
            return
        values = list(values)
        if len(values) != len(self):
            raise ValueError(f"{len(self)} values are needed, not {len(values)}")
        for instance, value in zip(self, values):
            instance.set(name, value)

    def columns(self, *names: str) -> dict[str, Any]:
        """Properties as columns by name, beside the path, the class and the name of each; without names, all properties. One
        of several numbers has a column for each, such as 'Size.X', and items of enums have their names."""
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
        return found

    def to_pandas(self, *names: str) -> Any:
        """The columns as a DataFrame of pandas."""
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]

        return pandas.DataFrame(self.columns(*names))

    def to_polars(self, *names: str) -> Any:
        """The columns as a DataFrame of Polars."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.DataFrame(self.columns(*names), strict=False)

    def _column(self, name: str) -> tuple[str | None, Any]:
        kind, data, dtype, width = _native._numbers_of(self, name)
        if not dtype:
            return kind, data
        import numpy

        numbers = numpy.frombuffer(data, dtype)
        return kind, numbers if width == 1 else numbers.reshape(-1, *((4, 4) if width == 16 else (width,)))

    @overload
    def __getitem__(self, key: SupportsIndex) -> _One: ...
    @overload
    def __getitem__(self, key: slice) -> Instances[_One]: ...
    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return Instances(found) if isinstance(key, slice) else found

    def _repr_html_(self) -> str:
        rows = (f"<tr><td>{escape(one.class_name)}</td><td>{escape(one.path)}</td></tr>" for one in self[:_SHOWN])
        more = f"<p>and {len(self) - _SHOWN:,} more</p>" if len(self) > _SHOWN else ""
        return f"<table><tr><th>Class</th><th>Path</th></tr>{''.join(rows)}</table>{more}"


def _shown(instance: Instance, name: str, number: int) -> str | int:
    """The name of the item with a number, in the enum of a property."""
    of = type(getattr(instance, name))
    return of(number).name if issubclass(of, EnumItem) else number


def _tree(place: Document) -> str:
    """The picture of a document, and what is in it."""
    lines: list[str] = []
    # What is left to show: an instance, or the end of one that is open.
    pending: list[Instance | None] = list(reversed(place.roots))
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
