# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension as it is installed, in Blender without a window."""

import importlib
import os
import sys
import zipfile
from pathlib import Path

import bpy
import numpy
import pytest
import rezkit

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"


@pytest.fixture(scope="session")
def extension(tmp_path_factory):
    """The unpacked extension, registered."""
    folder = tmp_path_factory.mktemp("extension")
    with zipfile.ZipFile(os.environ["REZKIT_EXTENSION"]) as packed:
        packed.extractall(folder / "rezkit_extension")
    sys.path.insert(0, str(folder))
    module = importlib.import_module("rezkit_extension")
    module.register()
    yield folder / "rezkit_extension"
    module.unregister()


@pytest.fixture(autouse=True)
def empty(extension):
    """An empty scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Which has taken away what was registered.
    if not hasattr(bpy.types, "IMPORT_SCENE_OT_rezkit"):
        sys.modules["rezkit_extension"].register()


def imported(path, **options):
    """The objects of a file by their names."""
    assert bpy.ops.import_scene.rezkit(filepath=str(path), **options) == {"FINISHED"}
    return {one.name: one for one in bpy.context.scene.collection.all_objects}


def exported(path, target, **options):
    """Exports what is seen, and with it the levels of detail, which are hidden."""
    for one in bpy.context.view_layer.objects:
        one.select_set(one.visible_get())
    assert bpy.ops.export_scene.rezkit(filepath=str(path), target=target, **options) == {"FINISHED"}
    return path


def weights(one):
    """The weights of each vertex by the names of the groups."""
    names = [group.name for group in one.vertex_groups]
    return [{names[group.group]: group.weight for group in vertex.groups} for vertex in one.data.vertices]


def joints(model):
    """The names of all joints."""
    return {model.nodes[joint]["name"] for skin in model.skins for joint in skin["joints"]}


def test_the_archive_is_an_extension(extension):
    manifest = (extension / "blender_manifest.toml").read_text()
    assert 'license = ["SPDX:GPL-3.0-or-later"]' in manifest
    wheels = [line for line in manifest.splitlines() if line.startswith("wheels = ")]
    assert len(wheels) == 1
    for wheel in (extension / "wheels").glob("*.whl"):
        assert f'"./wheels/{wheel.name}"' in wheels[0]
    assert (extension / "LICENSE").read_text().lstrip().startswith("GNU GENERAL PUBLIC LICENSE")


def test_a_roblox_mesh_with_skin_and_levels():
    objects = imported(FIXTURES / "rbxmesh/valid/v500.mesh")
    mesh, coarse = objects["v500"], objects["v500_LOD1"]
    assert (len(mesh.data.vertices), len(coarse.data.vertices)) == (24, 8)
    expected = rezkit.open(FIXTURES / "rbxmesh/valid/v500.mesh").meshes[0]
    # Y up becomes Z up.
    x, y, z = expected.positions.T
    found = numpy.array([vertex.co for vertex in mesh.data.vertices])
    assert numpy.allclose(found, numpy.stack([x, -z, y], axis=1), atol=1e-6)
    assert mesh.find_armature() is not None
    assert {group.name for group in mesh.vertex_groups} == {"Root", "Jaw"}
    assert all(abs(sum(each.values()) - 1) < 1e-5 for each in weights(mesh))
    # One scene, in which the levels are collections.
    assert len(bpy.data.scenes) == 1
    assert {"v500", "lod1"} <= {one.name for one in bpy.context.scene.collection.children}
    # Older releases add the name of the armature.
    actions = {action.name.removesuffix("_Armature") for action in bpy.data.actions}
    assert {"FACS_c_JD", "FACS_c_LP"} <= actions


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("rbxmesh/valid/v300.mesh", "mesh"),
        ("rbxmesh/valid/v400.mesh", "mesh"),
        ("rbxmesh/valid/v500.mesh", "mesh"),
        ("slmesh/valid/uploaded.llmesh", "llmesh"),
        ("slmesh/valid/influences.llmesh", "llmesh"),
        ("m3d/valid/rigged.m3d", "m3d"),
    ],
)
def test_there_and_back(name, target, tmp_path):
    before = rezkit.open(FIXTURES / name)
    objects = imported(FIXTURES / name)
    assert objects
    path = exported(tmp_path / f"again.{target}", target)
    after = rezkit.open(path)
    counts = [[(mesh.n_vertices, mesh.n_triangles) for mesh in model.meshes] for model in (before, after)]
    assert counts[0] == counts[1]
    for old, new in zip(before.meshes, after.meshes, strict=True):
        order = [numpy.lexsort(numpy.round(mesh.positions, 3).T) for mesh in (old, new)]
        assert numpy.allclose(old.positions[order[0]], new.positions[order[1]], atol=1e-3)
        assert len(old.weights) == len(new.weights)
        if len(old.weights):
            sums = [numpy.sort(mesh.weights, axis=1).sum(axis=0) for mesh in (old, new)]
            assert numpy.allclose(sums[0], sums[1], atol=0.02 * old.n_vertices)
    assert joints(before) == joints(after)


def test_smooth_meshes_keep_their_vertices(tmp_path):
    """Normals of corners are coarser in Blender than in files, which made each corner a vertex of its own."""
    n = 60
    u, v = (grid.ravel() for grid in numpy.meshgrid(*[numpy.linspace(0, 1, n + 1)] * 2))
    yaw, pitch = u * 2 * numpy.pi, (v - 0.5) * numpy.pi
    points = numpy.stack([numpy.cos(yaw) * numpy.cos(pitch), numpy.sin(pitch), -numpy.sin(yaw) * numpy.cos(pitch)], 1)
    corner = (numpy.arange(n)[:, None] * (n + 1) + numpy.arange(n)[None]).ravel()
    halves = [numpy.stack([corner, corner + 1, corner + n + 2], 1), numpy.stack([corner, corner + n + 2, corner + n + 1], 1)]
    model = rezkit.Model("ball")
    model.add(rezkit.Mesh(points, numpy.concatenate(halves), normals=points, uv=numpy.stack([u, v], 1)), name="ball")
    model.convert("llmesh").save(tmp_path / "ball.llmesh")
    before = rezkit.open(tmp_path / "ball.llmesh").meshes[0]
    assert before.n_vertices >= (n + 1) ** 2 - 2 * n
    imported(tmp_path / "ball.llmesh")
    for one in bpy.context.view_layer.objects:
        one.select_set(one.visible_get())
    # The format is said by the ending.
    assert bpy.ops.export_scene.rezkit(filepath=str(tmp_path / "again.llmesh")) == {"FINISHED"}
    after = rezkit.open(tmp_path / "again.llmesh")
    assert after.format == "sl-mesh"
    assert (after.meshes[0].n_vertices, after.meshes[0].n_triangles) == (before.n_vertices, before.n_triangles)


def test_shape_keys():
    objects = imported(FIXTURES / "m3d/valid/hand/hand_all_u8.m3d")
    keys = [one.data.shape_keys for one in objects.values() if one.type == "MESH" and one.data.shape_keys]
    assert [[block.name for block in all_keys.key_blocks] for all_keys in keys] == [["Basis", "width"]]
    model = rezkit.open(FIXTURES / "m3d/valid/hand/hand_all_u8.m3d")
    (offsets,) = [mesh.morphs["width"][1] for mesh in model.meshes if mesh.morphs]
    basis, width = keys[0].key_blocks
    # Blender puts the triangles of each material together, and so has its vertices in another order.
    moved = numpy.array([b.co - a.co for a, b in zip(basis.data, width.data, strict=True)])
    lengths = [numpy.sort(numpy.linalg.norm(array, axis=1)) for array in (moved, offsets)]
    n_moved = int((lengths[1] > 1e-6).sum())
    assert n_moved > 0
    assert numpy.allclose(lengths[0][-n_moved:], lengths[1][-n_moved:], atol=1e-5)
    assert numpy.allclose(lengths[0][:-n_moved], 0, atol=1e-6)


def test_the_land_impact_is_said(tmp_path):
    imported(FIXTURES / "slmesh/valid/uploaded.llmesh")
    for one in bpy.context.view_layer.objects:
        one.select_set(True)
    scenes = sys.modules["rezkit_extension.scenes"]
    report = scenes.export_file(bpy.context, tmp_path / "a.llmesh", "llmesh")
    assert "land impact 1 (" in report.summary


def test_places_are_parts_with_their_colours():
    xml = (
        b'<roblox version="4"><Item class="Part" referent="a"><Properties><string name="Name">Door</string>'
        b'<Vector3 name="size"><X>4</X><Y>1</Y><Z>2</Z></Vector3><CoordinateFrame name="CFrame"><X>0</X><Y>5</Y>'
        b"<Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21>"
        b'<R22>1</R22></CoordinateFrame><Color3uint8 name="Color3uint8">4294901760</Color3uint8></Properties></Item>'
        b"</roblox>"
    )
    path = Path(bpy.app.tempdir) / "door.rbxmx"
    path.write_bytes(xml)
    objects = imported(path)
    (door,) = [one for one in objects.values() if one.type == "MESH"]
    assert door.data.materials or door.material_slots
    corners = numpy.array([door.matrix_world @ vertex.co for vertex in door.data.vertices])
    size = corners.max(axis=0) - corners.min(axis=0)
    # A stud is 0.28 metres.
    assert numpy.allclose(size / size[0], [1, 0.5, 0.25], atol=1e-4)


def test_broken_files_are_errors():
    with pytest.raises(RuntimeError, match="an HTML page"):
        path = Path(bpy.app.tempdir) / "broken.mesh"
        path.write_bytes(b"<!doctype html><html></html>")
        bpy.ops.import_scene.rezkit(filepath=str(path))
    with pytest.raises(RuntimeError, match="nothing is selected"):
        bpy.ops.export_scene.rezkit(filepath="a.mesh", target="mesh")
