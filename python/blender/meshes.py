# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes, filled with whole arrays at once: all faces stay, also those that are there twice."""

from __future__ import annotations

import bpy
import numpy

from . import axes, extras

POINTS, LINES, TRIANGLES = 0, 1, 4


# The custom property with the number of faces that have vertices of their own, because Blender removes faces that are there
# twice, or have a corner twice, before it exports a mesh.
ODD = "rezkit_odd_faces"


class Meshes:
    """The meshes of a file, which are built when the first object shows them."""

    def __init__(self, glb, materials):
        self._glb, self._materials = glb, materials
        self._made = {}
        # Meshes that differ in their materials alone share arrays.
        self._by_shape = {}
        # The vertex of the file that each vertex comes from.
        self._sources = {}

    def get(self, index):
        """A mesh by its place in the file."""
        if index not in self._made:
            entry = self._glb.list("meshes")[index]
            mesh = self._shape(index, entry)
            has_colours = len(mesh.color_attributes) > 0
            # Copies have the slots of their original; emptying the list would give all faces the first material.
            for slot, primitive in enumerate(entry["primitives"]):
                material = self._materials.get(primitive.get("material"), has_colours)
                if slot < len(mesh.materials):
                    mesh.materials[slot] = material
                else:
                    mesh.materials.append(material)
            extras.keep(mesh, entry)
            self._made[index] = mesh
        return self._made[index]

    def skin(self, one, index, groups):
        """Gives an object the influences of its mesh, by the names of the joints."""
        primitives, sources = self._glb.list("meshes")[index]["primitives"], self._sources[index]
        names = [one.vertex_groups.new(name=name) for name in groups]
        vertices = numpy.repeat(numpy.arange(len(sources)), 4)
        for number in range(2):
            joints = _joined(self._glb, primitives, f"JOINTS_{number}", 4)
            if joints is not None:
                weights = _joined(self._glb, primitives, f"WEIGHTS_{number}", 4)
                _weigh(names, vertices, joints[sources].astype(int).ravel(), weights[sources].ravel())

    def morph(self, one, index, weights):
        """Gives an object the shape keys of its mesh."""
        entry, sources = self._glb.list("meshes")[index], self._sources[index]
        names = entry.get("extras", {}).get("targetNames", [])
        if not any(primitive.get("targets") for primitive in entry["primitives"]):
            return
        basis = _joined(self._glb, entry["primitives"], "POSITION", 3)
        one.shape_key_add(name="Basis", from_mix=False)
        for number, name in enumerate(names):
            key = one.shape_key_add(name=name, from_mix=False)
            key.slider_min, key.slider_max = -10, 10
            key.value = weights[number] if number < len(weights) else 0
            moved = basis + _offsets(self._glb, entry["primitives"], number)
            key.data.foreach_set("co", axes.points(moved)[sources].astype(numpy.float32).ravel())

    def _shape(self, index, entry):
        arrays = [(sorted(one["attributes"].items()), one.get("indices"), one.get("targets")) for one in entry["primitives"]]
        name, shape = entry.get("name", "mesh"), repr(arrays)
        if shape in self._by_shape:
            mesh, self._sources[index] = self._by_shape[shape]
            mesh = mesh.copy()
            mesh.name = name
            return mesh
        mesh = bpy.data.meshes.new(name)
        self._sources[index] = _fill(self._glb, mesh, entry["primitives"])
        self._by_shape[shape] = mesh, self._sources[index]
        return mesh


def _weigh(groups, vertices, joints, weights):
    """Adds influences, in one call for all vertices of a joint that have the same weight."""
    is_set = weights > 0
    vertices, joints, weights = vertices[is_set], joints[is_set], weights[is_set]
    order = numpy.lexsort((weights, joints))
    vertices, joints, weights = vertices[order], joints[order], weights[order]
    is_new = (numpy.diff(joints) != 0) | (numpy.diff(weights) != 0)
    starts = numpy.concatenate([[0], numpy.flatnonzero(is_new) + 1, [len(joints)]])
    for start, end in zip(starts, starts[1:]):
        if start < end and joints[start] < len(groups):
            groups[joints[start]].add(vertices[start:end].tolist(), float(weights[start]), "ADD")


def _parts(glb, primitives):
    """The different sets of vertices, with their numbers; primitives of a mesh may share one."""
    seen = {}
    for primitive in primitives:
        attributes = primitive["attributes"]
        seen.setdefault(attributes["POSITION"], attributes)
    accessors = glb.list("accessors")
    return [(attributes, accessors[position]["count"]) for position, attributes in seen.items()]


def _joined(glb, primitives, name, width):
    """An attribute of all vertices, with zeros where a primitive has none; None if none has."""
    parts = _parts(glb, primitives)
    if not any(name in attributes for attributes, _ in parts):
        return None
    rows = [glb.array(attributes[name]) if name in attributes else numpy.zeros((n, width)) for attributes, n in parts]
    return numpy.concatenate(rows).astype(numpy.float32)


def _offsets(glb, primitives, number):
    """How far a shape key moves each vertex."""
    of_part = {}
    for primitive in primitives:
        targets = primitive.get("targets", [])
        if number < len(targets) and "POSITION" in targets[number]:
            of_part.setdefault(primitive["attributes"]["POSITION"], glb.array(targets[number]["POSITION"]))
    rows = [of_part.get(attributes["POSITION"], numpy.zeros((n, 3))) for attributes, n in _parts(glb, primitives)]
    return numpy.concatenate(rows)


def _corners(glb, primitives):
    """The corners of triangles, the material of each triangle, and the ends of lines."""
    starts, n_vertices = {}, 0
    for attributes, n in _parts(glb, primitives):
        starts[attributes["POSITION"]] = n_vertices
        n_vertices += n
    corners, surfaces, lines = [], [], []
    for slot, primitive in enumerate(primitives):
        position = primitive["attributes"]["POSITION"]
        if "indices" in primitive:
            indices = glb.array(primitive["indices"]).ravel().astype(numpy.int32)
        else:
            indices = numpy.arange(glb.list("accessors")[position]["count"], dtype=numpy.int32)
        indices = indices + starts[position]
        mode = primitive.get("mode", TRIANGLES)
        if mode == TRIANGLES:
            corners.append(indices)
            surfaces.append(numpy.full(len(indices) // 3, slot, numpy.int32))
        elif mode == LINES:
            lines.append(indices)
    empty = numpy.zeros(0, numpy.int32)
    return tuple(numpy.concatenate([empty, *each]) for each in (corners, surfaces, lines))


def _apart(corners, n_vertices):
    """Gives faces that are there twice, or have a corner twice, vertices of their own: the corners, and the vertex that each
    vertex comes from."""
    faces = corners.reshape(-1, 3)
    ordered = numpy.sort(faces, axis=1)
    is_odd = (ordered[:, 0] == ordered[:, 1]) | (ordered[:, 1] == ordered[:, 2])
    _, first = numpy.unique(ordered, axis=0, return_index=True)
    is_again = numpy.ones(len(faces), bool)
    is_again[first] = False
    odd = numpy.flatnonzero(is_odd | is_again)
    sources = numpy.concatenate([numpy.arange(n_vertices), faces[odd].ravel()])
    faces = faces.copy()
    faces[odd] = n_vertices + numpy.arange(3 * len(odd)).reshape(-1, 3)
    return faces.ravel().astype(numpy.int32), sources, len(odd)


def _fill(glb, mesh, primitives):
    """Fills a mesh, and returns the vertex of the file that each of its vertices comes from."""
    positions = _joined(glb, primitives, "POSITION", 3)
    corners, surfaces, lines = _corners(glb, primitives)
    corners, sources, n_odd = _apart(corners, len(positions))
    if n_odd:
        mesh[ODD] = n_odd
    mesh.vertices.add(len(sources))
    mesh.vertices.foreach_set("co", axes.points(positions)[sources].ravel())
    if len(lines):
        mesh.edges.add(len(lines) // 2)
        mesh.edges.foreach_set("vertices", lines)
    mesh.loops.add(len(corners))
    mesh.loops.foreach_set("vertex_index", corners)
    mesh.polygons.add(len(corners) // 3)
    mesh.polygons.foreach_set("loop_start", numpy.arange(0, len(corners), 3, dtype=numpy.int32))
    mesh.polygons.foreach_set("material_index", surfaces)
    uv = _joined(glb, primitives, "TEXCOORD_0", 2)
    if uv is not None:
        layer = mesh.uv_layers.new(name="UVMap", do_init=False)
        uv = numpy.stack([uv[:, 0], 1 - uv[:, 1]], axis=1)
        layer.uv.foreach_set("vector", uv[sources[corners]].ravel())
    colours = _joined(glb, primitives, "COLOR_0", 4)
    if colours is not None:
        layer = mesh.color_attributes.new("Color", "BYTE_COLOR", "POINT")
        layer.data.foreach_set("color", colours[sources].ravel())
        mesh.color_attributes.render_color_index = 0
        mesh.color_attributes.active_color_index = 0
    mesh.update(calc_edges=True, calc_edges_loose=bool(len(lines)))
    # Flat faces would make each corner a vertex of its own on the way back.
    mesh.shade_smooth()
    normals = _joined(glb, primitives, "NORMAL", 3)
    if normals is not None:
        mesh.normals_split_custom_set_from_vertices(axes.points(normals)[sources])
    return sources
