"""The examples of docs/python.md and docs/tables.md."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "python.md"


def sections(page: Path = PAGE) -> dict[str, list[tuple[str, str | None]]]:
    """The code below each heading, with what it prints, if the page says it."""
    found: dict[str, list[tuple[str, str | None]]] = {}
    pattern = r"^##+ ([^\n]+)$|^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?"
    heading = ""
    for match in re.finditer(pattern, page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        if match[1]:
            heading = match[1]
        else:
            found.setdefault(heading, []).append((match[2], match[3]))
    return found
