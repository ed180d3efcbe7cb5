# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said of files that were imported and exported."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Options of the command, which messages mention, as the dialogs of Blender have them.
_OPTIONS = {
    "choose another with `--animation`": "choose another as the active action of the armature",
    "--assets": "Assets",
    "--map-joint OLD=NEW": "the dialog for joints",
    "--rig-preset RIG": "Rig",
    "--rig-preset none": "the rig None",
    "--rig=r15": "the character R15",
    "--rig=none": "the character Own Joints",
    "--joint-positions": "Joint Positions",
}
_OPTION = re.compile("|".join(re.escape(option) for option in sorted(_OPTIONS, key=len, reverse=True)))


@dataclass
class Report:
    """What is said of a file that was exported."""

    summary: str
    losses: list
    findings: list

    def lines(self):
        """What was lost, and what is wrong."""
        # Severe findings would be errors, and the file is there.
        wrong = [f"{finding['severity']} {finding['rule']}: {finding['broken']}" for finding in self.findings]
        return [line(loss) for loss in self.losses] + wrong

    def draw(self, menu, _context):
        """Shows it in a menu."""
        for text in self.lines() or ["Nothing was lost, and nothing is wrong."]:
            menu.layout.label(text=text)


def plain(text):
    """A message without options of the command: those that no dialog has lose their dashes."""
    text = _OPTION.sub(lambda found: _OPTIONS[found[0]], text)
    return re.sub(r"--map-joint \w+=|(?<!\S)(`?)--(?=[a-z])", r"\1", text)


def line(loss):
    """A loss as a line of text."""
    count = f" ({loss['count']})" if loss["count"] > 1 else ""
    return f"lost: {plain(loss['what'])}{count}"


def lost(made):
    """What was lost by a conversion."""
    # What is welded was one vertex before Blender.
    return [loss for loss in made.losses if loss["severity"] != "note" and loss["code"] != "VERTEX_WELDED"]


def summary(info, target):
    """Counts, and the land impact of a mesh for Second Life."""
    counts = [f"{name}: {value:,}" for name, value in info["facts"].items() if isinstance(value, int)]
    cost = info["streaming_cost"] if target == "llmesh" else None
    if cost is not None:
        counts.append(f"land impact {max(1, round(cost['cost']))} ({cost['cost']:.2f} for streaming)")
    return ", ".join([f"{info['n_bytes']:,} bytes", *counts])
