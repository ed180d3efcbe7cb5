"""Columns of pandas and Polars, as values of instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rezkit import _native

if TYPE_CHECKING:
    from rezkit import Instances

# Columns that say which instance a row is of.
_IDENTITY = {"Path": "path", "ClassName": "class_name"}


def in_order(values: Any, count: int) -> Any:
    """Values in the order of the instances, which is that of the index of a Series."""
    if hasattr(values, "mask") and hasattr(values, "filled") and values.mask.any():
        raise ValueError("some values are masked: choose the instances first, as in parts[mask].assign(name, values[mask])")
    if hasattr(values, "index") and hasattr(values, "reindex"):
        if len(values) == count and sorted_index(values) != list(range(count)):
            raise ValueError(
                f"the index of the Series is not 0 to {count - 1} in any order, as to_pandas makes it: "
                "to_numpy() gives its values as they stand"
            )
        if len(values) == count:
            values = values.reindex(range(count))
    if hasattr(values, "to_numpy"):
        if hasattr(values, "isna") and values.isna().any():
            raise ValueError(f"row {int(values.isna().to_numpy().argmax())} has no value")
        if hasattr(values, "is_null") and values.is_null().any():
            raise ValueError(f"row {values.is_null().to_list().index(True)} has no value")
        return values.to_numpy()
    return values


def sorted_index(values: Any) -> list[Any] | None:
    """The labels of a Series in order; None if they have none."""
    labels = values.index.tolist()
    return sorted(labels) if all(isinstance(label, int) for label in labels) else None


def assign(instances: Instances[Any], frame: Any) -> None:
    """Sets the properties that the columns of a frame are named after, of all instances or of none."""
    found: dict[str, dict[str, Any]] = {}
    for column in list(frame.columns):
        values = in_order(frame[column], len(instances))
        if len(values) != len(instances):
            raise ValueError(f"{len(instances)} rows are needed, not {len(values)}")
        if column in _IDENTITY:
            _same(instances, column, list(values))
            continue
        name, _, part = str(column).partition(".")
        found.setdefault(name, {})[part] = values
    columns = {
        name: parts[""] if "" in parts else _joined(name, parts, *instances._column(name)) for name, parts in found.items()
    }
    _native._assign(instances, [(name, values.tolist()) for name, values in columns.items()])


def _same(instances: Instances[Any], column: str, values: list[Any]) -> None:
    own = [getattr(one, _IDENTITY[column]) for one in instances]
    if own != values:
        row = next((row for row, (one, other) in enumerate(zip(own, values)) if one != other))
        raise ValueError(f"row {row} of the frame is of another instance: its {column} differs")


def _joined(name: str, parts: dict[str, Any], kind: str | None, values: Any) -> Any:
    """The values of a property of several numbers, of which some have a column."""
    from rezkit.instances import _PARTS

    known = _PARTS.get(kind or "", ())
    for part, column in parts.items():
        if part not in known or not hasattr(values, "T"):
            raise ValueError(f"there is no column {name}.{part} of these instances")
        values[:, known.index(part)] = column
    return values
