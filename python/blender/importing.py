# SPDX-License-Identifier: GPL-3.0-or-later
"""Files as objects of Blender."""

from __future__ import annotations

from pathlib import Path

import rezkit

from . import reports
from .building import Building
from .glb import Glb

# The endings of files that can be imported.
ENDINGS = [".mesh", ".llmesh", ".slm", ".anim", ".m3d", ".a3d", ".rbxm", ".rbxl", ".rbxmx", ".rbxlx"]


def import_file(context, path, *, rig=False, all_parts=False, assets=""):
    """Adds the objects of a file to the scene in a collection of their own, and returns what could not be shown of it."""
    path = Path(path)
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"files that end in {path.suffix!r} are none of {', '.join(ENDINGS)}")
    made = rezkit.convert(path, "glb", rig=rig, all_parts=all_parts, files=_beside(path.parent, assets))
    Building(context, Glb(made.bytes), path.stem, path.parent).build()
    return reports.lost(made)


def _beside(folder, assets):
    """Finds files beside a file, and assets of Roblox by their numbers."""

    def find(name):
        number = name.removeprefix("rbxassetid://")
        if number != name:
            places = [Path(assets)] if assets else [folder]
            found = [one for place in places for one in sorted(place.glob(f"{number}*")) if one.stem == number]
            return found[0].read_bytes() if number.isdigit() and found else None
        # What an export wrote next to a model of Roblox, until it is uploaded.
        file = folder / name.removeprefix("rbxasset://rezkit/")
        is_below = folder.resolve() in file.resolve().parents
        return file.read_bytes() if is_below and file.is_file() else None

    return find
