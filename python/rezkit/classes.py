"""The classes of Roblox's engine, for annotations and questions.

>>> import rezkit
>>> from rezkit.classes import BasePart, Model
>>> door = rezkit.Document("rbxm").add("Part")
>>> isinstance(door, BasePart), isinstance(door, Model)
(True, False)

All instances are of one class, `rezkit.Instance`; what is here says which of them are meant. Editors and type checkers know
the properties of each class.
"""

from __future__ import annotations

import difflib

from rezkit import _native


class _Class(type):
    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, _native.Instance) and one.is_a(cls.__name__)


def __getattr__(name: str) -> type:
    known = [] if name.startswith("_") else _native._classes()
    if name not in known:
        near = difflib.get_close_matches(name, known, 3)
        raise AttributeError(f"there is no class {name!r}" + (f"; near it: {', '.join(near)}" if near else ""))
    made = globals()[name] = _Class(name, (), {"__module__": __name__, "__doc__": f"Instances that are a {name}."})
    return made


def __dir__() -> list[str]:
    return _native._classes()
