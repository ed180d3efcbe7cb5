"""What functions say of files: dicts that notebooks show as tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

_SHOWN = 50
# The lists that are shown as tables, with the columns that a person reads first.
_TABLES = {
    "findings": ("severity", "rule", "broken", "part", "path", "found"),
    "changes": ("kind", "class", "path", "properties", "n_inside"),
    "losses": ("severity", "count", "what", "places"),
}


class Report(dict[str, Any]):
    """A dict as `json.loads` has it from what `rez --json` prints.

    >>> import rezkit
    >>> report = rezkit.check(b"version 1.00\\n0\\n")
    >>> "<td>RBM032</td>" in report._repr_html_()
    True
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        facts, tables = "", ""
        for key, value in self.items():
            if key in _TABLES or (isinstance(value, list) and value and all(isinstance(one, dict) for one in value)):
                tables += table(key, value, _TABLES.get(key) or list(value[0]))
                continue
            inner = value if key == "facts" else {key: value}
            facts += "".join(
                f"<tr><th>{escape(str(name))}</th><td>{_cell(one)}</td></tr>" for name, one in inner.items() if one not in (None, [])
            )
        return f"<table>{facts}</table>{tables}"


class Meshes(list[Any]):
    """The meshes of a model."""

    def _repr_html_(self) -> str:
        rows = [{"name": one.name, "vertices": one.n_vertices, "triangles": one.n_triangles} for one in self[:_SHOWN]]
        return table("meshes", rows, ("name", "vertices", "triangles"), len(self))


def table(title: str, rows: list[dict[str, Any]], columns: Sequence[str], count: int | None = None) -> str:
    """The first rows as a table in HTML, below the number of all rows."""
    count = len(rows) if count is None else count
    used = [column for column in columns if any(row.get(column) not in (None, "") for row in rows)]
    head = "".join(f"<th>{column}</th>" for column in used)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row.get(column, ''))}</td>" for column in used) + "</tr>" for row in rows[:_SHOWN]
    )
    n_more = count - len(rows[:_SHOWN])
    more = f"<p>and {n_more:,} more</p>" if n_more else ""
    return f"<p>{count:,} {title}</p><table><tr>{head}</tr>{body}</table>{more}"


def _cell(value: Any) -> str:
    text = _text(value)
    return escape(text if len(text) <= 200 else text[:200] + "\u2026")


def _text(value: Any) -> str:
    if isinstance(value, dict) and {"name", "old", "new"} <= value.keys():
        value = f"{value['name']}: {value['old']} \u2192 {value['new']}"
    elif isinstance(value, dict):
        value = ", ".join(f"{key} {inner}" for key, inner in value.items())
    elif isinstance(value, list):
        value = ", ".join(_text(one) for one in value[:5]) + (f" and {len(value) - 5:,} more" if len(value) > 5 else "")
    elif isinstance(value, int) and not isinstance(value, bool):
        value = f"{value:,}"
    return str(value)
