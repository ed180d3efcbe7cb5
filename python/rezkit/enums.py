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

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        return _item, (type(self).__name__, self.value)


# Enums are made once, so that items are the same ones whenever they are asked for. They are not beside the names of this
# module: files may name an enum as they like.
_made: dict[str, type[EnumItem]] = {}


def __getattr__(name: str) -> type[EnumItem]:
    if name.startswith("_") or _native._enum(name) is None:
        near = difflib.get_close_matches(name, _native._enums(), 3)
        raise AttributeError(f"there is no enum {name!r}" + (f"; near it: {', '.join(near)}" if near else ""))
    return _enum(name)


def __dir__() -> list[str]:
    return _native._enums()


def _enum(name: str) -> type[EnumItem]:
    if name not in _made:
        items = _native._enum(name) or []
        _made[name] = EnumItem(name, items, module=__name__)  # type: ignore[arg-type, assignment, call-overload]
    return _made[name]


def _item(name: str, number: int) -> EnumItem:
    """The item with a number, of an enum that may be newer than this package."""
    return _enum(name)(number)
