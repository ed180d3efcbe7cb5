# SPDX-License-Identifier: GPL-3.0-or-later
"""Marks by which objects and bones are found again in a file that Blender writes."""

from contextlib import contextmanager

MARK = "rezkit_node"


@contextmanager
def marked(objects):
    """Marks objects and bones by custom properties, which are extras of the nodes that are written meanwhile."""
    blocks = [*objects, *(bone for one in objects if one.type == "ARMATURE" for bone in one.data.bones)]
    for number, block in enumerate(blocks):
        block[MARK] = number
    try:
        yield
    finally:
        for block in blocks:
            del block[MARK]


def nodes_by_mark(glb):
    """The nodes of a file by their marks, which are taken away."""
    nodes = {}
    for number, node in enumerate(glb.list("nodes")):
        if MARK in node.get("extras", {}):
            nodes[node["extras"].pop(MARK)] = number
    return nodes
