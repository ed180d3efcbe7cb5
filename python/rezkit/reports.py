"""What functions say of files: dicts that notebooks show as tables."""

from __future__ import annotations

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
        facts = "".join(
            f"<tr><th>{escape(key)}</th><td>{_cell(value)}</td></tr>" for key, value in self.items() if key not in _TABLES
        )
        tables = "".join(_table(key, self[key], columns) for key, columns in _TABLES.items() if key in self)
        return f"<table>{facts}</table>{tables}"


def _table(title: str, rows: list[dict[str, Any]], columns: tuple[str, ...]) -> str:
    used = [column for column in columns if any(row.get(column) not in (None, "") for row in rows)]
    head = "".join(f"<th>{column}</th>" for column in used)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row.get(column, ''))}</td>" for column in used) + "</tr>" for row in rows[:_SHOWN]
    )
    more = f"<p>and {len(rows) - _SHOWN:,} more</p>" if len(rows) > _SHOWN else ""
    return f"<p>{len(rows):,} {title}</p><table><tr>{head}</tr>{body}</table>{more}"


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
