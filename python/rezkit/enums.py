"""The enums of Roblox's engine, as scripts have them.

>>> from rezkit import Enum
>>> Enum.Material.Grass
Enum.Material.Grass
>>> Enum.Material.Grass == 1280, Enum.Material["Grass"], Enum.Material(1280).name
(True, Enum.Material.Grass, 'Grass')

Items are whole numbers with a name. One that is newer than this package is the number alone: `Enum.Material(99999)`.
"""

from __future__ import annotations

import difflib
from enum import IntEnum

from rezkit import _native


class EnumItem(IntEnum):
    """An item of an enum."""

    @classmethod
    def _missing_(cls, value: object) -> EnumItem | None:
        if not isinstance(value, int):
            return None
        item = int.__new__(cls, value)
        item._name_, item._value_ = str(value), value
        return item

    def __repr__(self) -> str:
        known = self.name in type(self).__members__
        return f"Enum.{type(self).__name__}.{self.name}" if known else f"Enum.{type(self).__name__}({self.value})"

    __str__ = __repr__


def __getattr__(name: str) -> type[EnumItem]:
    items = None if name.startswith("_") else _native._enum(name)
    if items is None:
        near = difflib.get_close_matches(name, _native._enums(), 3)
        raise AttributeError(f"there is no enum {name!r}" + (f"; near it: {', '.join(near)}" if near else ""))
    return _made(name, items)


def __dir__() -> list[str]:
    return _native._enums()


def _made(name: str, items: list[tuple[str, int]]) -> type[EnumItem]:
    # It is made once: items are the same ones whenever they are asked for.
    made: type[EnumItem] = EnumItem(name, items, module=__name__)  # type: ignore[arg-type, assignment, call-overload]
    globals()[name] = made
    return made


def _item(name: str, number: int) -> EnumItem:
    """The item with a number, of an enum that may be newer than this package."""
    of = globals().get(name) or _made(name, _native._enum(name) or [])
    return of(number)
