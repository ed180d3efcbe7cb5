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


def joints_of(model):
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
    (own,) = bpy.context.scene.collection.children
    assert (own.name, [child.name for child in own.children]) == ("v500", ["lod1"])
    assert {action.name for action in bpy.data.actions} == {"FACS_c_JD", "FACS_c_LP", "FACS_c_JD-c_LP"}
    # Nothing else is left behind.
    assert (len(bpy.data.cameras), len(bpy.data.lights), len(bpy.context.scene.keys())) == (0, 0, 0)


def _surfaces(mesh):
    """The number of faces of each material."""
    counts = {}
    for _, material, start, end in mesh.groups:
        counts[material or ""] = counts.get(material or "", 0) + end - start
    return sorted(counts.items())


def facts(path):
    """Joints, faces, keys and names of a file, as sorted lists."""
    model = rezkit.open(rezkit.convert(path, "glb").bytes)
    nodes = model.nodes
    tracks = [(animation["name"], track) for animation in model.animations for track in animation["tracks"]]
    return {
        "joints": sorted(nodes[joint]["name"] for skin in model.skins for joint in skin["joints"]),
        "faces": sorted((mesh.n_triangles, *_surfaces(mesh)) for mesh in model.meshes),
        "keys": sorted((name, nodes[track["node"]]["name"], track["path"], len(track["times"])) for name, track in tracks),
        "names": sorted(node["name"] for node in nodes),
        "materials": sorted(material["name"] for material in model.materials),
    }


# Solid shapes, labels and parameters of Model 3D become triangles, and what is empty shows nothing.
FILES = [
    path
    for pattern in ["rbxmesh/valid/*.mesh", "slmesh/valid/*.llmesh", "m3d/valid/**/*.m3d", "foreign/anim/*.anim"]
    for path in sorted(FIXTURES.glob(pattern))
    if not path.stem.startswith(("hand_all", "hand_empty", "hand_mtllib", "auth_shapes", "v700_edgebreaker"))
    # The shorter way around a turn by 180 degrees is either.
    and path.stem != "a07_quantisation_extremes"
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_three_times_there_and_back(path, tmp_path):
    assert len(FILES) > 50
    target, before = path.suffix.removeprefix("."), facts(path)
    current = path
    for number in range(3):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        if not hasattr(bpy.types, "IMPORT_SCENE_OT_rezkit"):
            sys.modules["rezkit_extension"].register()
        imported(current)
        (tmp_path / str(number)).mkdir()
        current = exported(tmp_path / str(number) / path.name, target)
    assert facts(current) == before
    old, new = (rezkit.open(one).meshes for one in (path, current)) if target != "anim" else ([], [])
    for one, other in zip(old, new, strict=True):
        # What is not finite is left out, and faces that are there twice may have several vertices at a place.
        places = [mesh.positions[numpy.isfinite(mesh.positions).all(axis=1)] for mesh in (one, other)]
        assert numpy.array_equal(*[numpy.unique(numpy.round(each, 3) + 0.0, axis=0) for each in places])
        assert (len(one.weights) > 0) == (len(other.weights) > 0)


def test_keys_stay_where_they_are(tmp_path):
    """Three keys at times that are no frames are three keys at these times."""
    path = FIXTURES / "foreign/anim/a02_loop_wave.anim"
    imported(path)
    again = exported(tmp_path / "again.anim", "anim")
    animations = [rezkit.open(rezkit.convert(one, "glb").bytes).animations[0] for one in (path, again)]
    tracks = [sorted((len(t["times"]), *t["times"].tolist()) for t in animation["tracks"]) for animation in animations]
    assert [len(one) for one in tracks[0]] == [len(one) for one in tracks[1]]
    for one, other in zip(*tracks):
        assert numpy.allclose(one, other, atol=1e-4)
    # Curves between keys are something else, and are said to be.
    action = bpy.data.actions[0]
    curves = action.fcurves if not hasattr(action, "slots") else action.layers[0].strips[0].channelbag(action.slots[0]).fcurves
    for point in next(curve for curve in curves if len(curve.keyframe_points) > 2).keyframe_points:
        point.interpolation = "BEZIER"
    exporting = sys.modules["rezkit_extension.exporting"]
    report = exporting.export_file(bpy.context, tmp_path / "curved.anim", "anim")
    assert "one for each frame" in report.lines()[-1]


def test_doubled_faces(tmp_path):
    """Faces that are there twice stay."""
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    model = rezkit.Model("card")
    model.add(rezkit.Mesh(points, [(0, 1, 2), (0, 2, 1), (1, 3, 2), (1, 3, 2)]), name="card")
    model.convert("mesh").save(tmp_path / "card.mesh")
    assert len(imported(tmp_path / "card.mesh")["card"].data.polygons) == 4
    again = rezkit.open(exported(tmp_path / "again.mesh", "mesh")).meshes[0]
    assert (again.n_vertices, again.n_triangles) == (4, 4)
    # Those of a mesh that was made in Blender are lost, and are said to be.
    mesh = bpy.data.meshes.new("own")
    mesh.from_pydata(points, [], [(0, 1, 2), (0, 2, 1), (1, 3, 2)])
    own = bpy.data.objects.new("own", mesh)
    bpy.context.scene.collection.objects.link(own)
    bpy.context.view_layer.update()
    for one in bpy.context.view_layer.objects:
        one.select_set(one == own)
    exporting = sys.modules["rezkit_extension.exporting"]
    report = exporting.export_file(bpy.context, tmp_path / "own.mesh", "mesh")
    assert "lost: faces that were there twice, or had a corner twice" in report.lines()


@pytest.mark.parametrize("ending", ["llmesh", "m3d"])
def test_each_face_keeps_its_material(ending, tmp_path):
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 0, 0)]
    mesh = rezkit.Mesh(points, [(0, 1, 2), (1, 3, 2), (1, 4, 3)])
    mesh.groups = [("", "red", 0, 1), ("", "blue", 1, 3)]
    model = rezkit.Model("card")
    model.add_material("red", base=(1, 0, 0, 1))
    model.add_material("blue", base=(0, 0, 1, 1))
    model.add(mesh, name="card")
    model.convert(ending).save(tmp_path / f"card.{ending}")
    before = facts(tmp_path / f"card.{ending}")
    assert sorted(count for _, count in before["faces"][-1][1:]) == [1, 2]
    card = next(one for one in imported(tmp_path / f"card.{ending}").values() if one.type == "MESH")
    names = [card.data.materials[face.material_index].name for face in card.data.polygons]
    assert sorted(names.count(name) for name in set(names)) == [1, 2]
    after = facts(exported(tmp_path / f"again.{ending}", ending))
    assert (after["faces"], after["materials"]) == (before["faces"], before["materials"])


def test_names_that_blender_changes(tmp_path):
    """Two imports of a file have the same names when they are exported, but for what was renamed."""
    path = FIXTURES / "m3d/valid/rigged.m3d"
    imported(path)
    objects = imported(path)
    assert {"rigged", "rigged.001"} <= set(objects)
    for one in bpy.context.view_layer.objects:
        one.select_set(one.name.endswith(".001"))
    exporting = sys.modules["rezkit_extension.exporting"]
    exporting.export_file(bpy.context, tmp_path / "rigged.m3d", "m3d")
    assert facts(tmp_path / "rigged.m3d") == facts(path)
    bpy.data.materials["red.001"].name = "rust"
    exporting.export_file(bpy.context, tmp_path / "rigged.m3d", "m3d")
    assert facts(tmp_path / "rigged.m3d")["materials"] == ["rust"]


def test_animations_of_roblox(tmp_path):
    path = FIXTURES / "rbxxml/assets/wave.rbxmx"
    objects = imported(path, rig=True)
    assert any(one.animation_data for one in objects.values())
    again = exported(tmp_path / "wave.rbxm", "rbxm", character="none")
    classes = {one.class_name for one in rezkit.open(again)}
    assert {"KeyframeSequence", "Keyframe", "Pose"} <= classes


def test_unknown_joints_are_named(tmp_path):
    imported(FIXTURES / "m3d/valid/rigged.m3d")
    for one in bpy.context.view_layer.objects:
        one.select_set(one.visible_get())
    with pytest.raises(RuntimeError, match="root .*perhaps mPelvis.*dialog for joints") as error:
        bpy.ops.export_scene.rezkit(filepath=str(tmp_path / "a.llmesh"))
    assert "--" not in str(error.value)
    joints = [{"name": "root", "joint": "mPelvis"}, {"name": "tip", "joint": "mTorso"}]
    assert bpy.ops.export_scene.rezkit(filepath=str(tmp_path / "a.llmesh"), joints=joints) == {"FINISHED"}
    assert {"mPelvis", "mTorso"} <= joints_of(rezkit.open(tmp_path / "a.llmesh"))


@pytest.mark.parametrize(
    ("name", "target", "message"),
    [
        ("a.slm", None, "does not end in one of .mesh, .llmesh, .m3d, .anim, .rbxm"),
        ("a.fbx", None, "does not end in one of"),
        ("a", None, "does not end in one of"),
        ("a.mesh", "m3d", "does not end in .m3d"),
    ],
)
def test_endings_that_are_not_known(name, target, message, tmp_path):
    imported(FIXTURES / "rbxmesh/valid/v200.mesh")
    options = {"target": target} if target else {}
    with pytest.raises(RuntimeError, match=message):
        bpy.ops.export_scene.rezkit(filepath=str(tmp_path / name), **options)
    assert not list(tmp_path.iterdir())
    with pytest.raises(RuntimeError, match="are none of"):
        bpy.ops.import_scene.rezkit(filepath=str(tmp_path / "a.fbx"))


def test_messages_name_no_options(extension):
    plain = sys.modules["rezkit_extension.reports"].plain
    assert plain("map joints with --map-joint OLD=NEW, or use --rig=none") == (
        "map joints with the dialog for joints, or use the character Own Joints"
    )
    assert plain("name them: --map-joint NAME=Head --map-joint NAME=Hips") == "name them: Head Hips"
    assert plain("pass `--other 3` or --more") == "pass `other 3` or more"


def test_the_console_has_a_line(tmp_path, capfd):
    imported(FIXTURES / "slmesh/valid/uploaded.llmesh")
    capfd.readouterr()
    exported(tmp_path / "again.llmesh", "llmesh")
    lines = capfd.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["Info", "Warning"]


def test_files_are_dropped():
    handler = bpy.types.FileHandler.bl_rna_get_subclass_py("IO_FH_rezkit")
    assert ".anim" in handler.bl_file_extensions.split(";")
    assert handler.bl_import_operator == "import_scene.rezkit"


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
    exporting = sys.modules["rezkit_extension.exporting"]
    report = exporting.export_file(bpy.context, tmp_path / "a.llmesh", "llmesh")
    assert "land impact 1 (" in report.summary
    report = exporting.export_file(bpy.context, tmp_path / "a.m3d", "m3d")
    assert "vertices" in report.summary and "land impact" not in report.summary


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
