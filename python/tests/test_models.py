"""Meshes as arrays."""

import sys
from pathlib import Path

import numpy
import pytest

import rezkit


def test_a_roblox_mesh(fixtures: Path) -> None:
    model = rezkit.open(fixtures / "rbxmesh/valid/v400.mesh")
    fine, coarse = model.meshes
    assert (fine.n_vertices, fine.n_triangles, coarse.n_triangles) == (24, 12, 4)
    assert fine.positions.shape == fine.normals.shape == (24, 3)
    assert (fine.uvs.shape, fine.triangles.shape, fine.colours.shape) == ((24, 2), (12, 3), (0, 4))
    assert (fine.joints.dtype, fine.weights.sum(axis=1).tolist()) == (numpy.uint16, [1.0] * 24)
    assert [node["level"] for node in model.nodes[:2]] == [0, 1]
    assert model.skins[0]["inverse_bind"].shape == (2, 16)


def test_arrays_without_numpy_are_refused(fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mesh = rezkit.open(fixtures / "rbxmesh/valid/v400.mesh").meshes[0]
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ModuleNotFoundError, match=r'^arrays need NumPy: pip install "rezkit\[arrays\]"$'):
        _ = mesh.positions


def test_records_are_those_of_the_file(fixtures: Path) -> None:
    n_read = 0
    for path in sorted((fixtures / "rbxmesh/valid").glob("*.mesh")):
        if rezkit.identify(path)["version"] not in {"2.00", "3.00", "3.01", "4.00", "4.01", "5.00"}:
            continue
        data = path.read_bytes()
        model = rezkit.open(data)
        try:
            records = model.records()
        except rezkit.FormatError as error:
            # Headers that are longer than known are refused, as by strict reading.
            assert error.offset == 13, path
            continue
        vertices, faces = records["vertices"], records["faces"]["vertices"]
        # No copy: the arrays are where the bytes are.
        start = numpy.frombuffer(data, "u1").ctypes.data
        assert 0 <= vertices.ctypes.data - start < len(data), path
        assert not vertices.flags.writeable
        first, last = records["lods"][0]
        mesh = model.meshes[0]
        assert faces[first:last].shape == mesh.triangles.shape, path
        corners = vertices["position"][faces[first:last].ravel()]
        assert numpy.array_equal(corners, mesh.positions[mesh.triangles.ravel()], equal_nan=True), path
        n_read += 1
    assert n_read > 9


def test_records_of_other_meshes_are_refused(fixtures: Path) -> None:
    with pytest.raises(rezkit.FormatError):
        rezkit.open(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").records()


@pytest.mark.parametrize("pattern", ["slmesh/valid/*.llmesh", "m3d/valid/*.m3d", "rbxmesh/valid/*.mesh"])
def test_all_arrays_fit_together(pattern: str, fixtures: Path) -> None:
    n_read = 0
    for path in sorted(fixtures.glob(pattern)):
        try:
            model = rezkit.open(path)
        except rezkit.FormatError as error:
            # A file may hold materials alone, say.
            assert error.rule in {"empty", "dropped", "unsupported", "value", "limit"}, (path, error)
            continue
        for mesh in model.meshes:
            n_vertices = mesh.n_vertices
            assert mesh.positions.shape == (n_vertices, 3)
            for array in [mesh.normals, mesh.tangents, mesh.uvs, mesh.colours, mesh.joints, mesh.weights]:
                assert len(array) in (0, n_vertices), path
            assert mesh.triangles.shape == (mesh.n_triangles, 3)
            assert mesh.triangles.max(initial=0) < max(n_vertices, 1)
            for vertices, offsets in mesh.morphs.values():
                assert len(vertices) == len(offsets)
            n_read += 1
        for node in model.nodes:
            assert node["mesh"] is None or node["mesh"] < len(model.meshes)
    assert n_read > 2


def test_gltf_both_ways(fixtures: Path) -> None:
    path = fixtures / "rbxmesh/valid/v400.mesh"
    before, after = rezkit.open(path).meshes[0], rezkit.open(rezkit.convert(path, "glb").bytes).meshes[0]
    assert numpy.array_equal(before.positions, after.positions)
    assert numpy.array_equal(before.triangles, after.triangles)
    assert numpy.allclose(before.weights, after.weights)


def test_meshes_are_made_and_changed() -> None:
    square = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    mesh = rezkit.Mesh(square, [(0, 1, 2), (0, 2, 3)], uv=numpy.array(square)[:, :2], name="square")
    assert (mesh.n_vertices, mesh.n_triangles, mesh.normals.shape) == (4, 2, (0, 3))
    mesh.compute_normals()
    assert mesh.normals.tolist() == [[0, 0, 1]] * 4
    mesh.positions = mesh.positions * [2, 1, 1]
    mesh.colours = [(255, 0, 0, 255)] * 4
    with pytest.raises(ValueError, match="read-only"):
        mesh.positions[0] = 7
    model = rezkit.Model("two")
    model.add_material("Red", (1, 0, 0, 1))
    first = model.add(mesh, name="first", material="Red")
    second = model.add(mesh, parent=first, translation=(0, 0, 3), scale=(1, 2, 1))
    model.meshes[1].positions = mesh.positions + 1
    assert second == 1
    assert (len(mesh.positions), mesh.positions.max()) == (4, 2)
    again = rezkit.open(model.to_bytes())
    assert [(node["name"], node["parent"], node["translation"]) for node in again.nodes] == [
        ("first", None, [0, 0, 0]),
        ("square", 0, [0, 0, 3]),
    ]
    assert again.meshes[1].positions.max(axis=0).tolist() == [3, 2, 1]
    assert [material["name"] for material in again.materials] == ["Red"]
    asset = rezkit.open(model.convert("mesh").bytes)
    assert sum(one.n_triangles for one in asset.meshes) == 4
    assert model.thumb(size=(64, 64)).startswith(b"\x89PNG")
    assert rezkit.open(mesh.model.convert("llmesh").bytes).meshes[0].n_triangles == 2


def test_what_is_no_mesh_is_refused() -> None:
    for arguments, match in [
        ({"vertices": [(0, 0)]}, "rows of 3 numbers"),
        ({"vertices": [(0, 0, 0)], "faces": [(0, 1, 2)]}, "does not exist"),
        ({"vertices": [(0, 0, 0)], "faces": [(0, -1, 0)]}, "from 0 to"),
        ({"vertices": [(0, 0, 0)], "normals": [(0, 0, 1)] * 2}, "one entry per vertex"),
        ({"vertices": [(0, 0, 0)], "joints": [(0, 0, 0, 0)]}, "without weights"),
    ]:
        with pytest.raises(ValueError, match=match):
            rezkit.Mesh(**arguments)
    model = rezkit.Model()
    with pytest.raises(ValueError, match="no material"):
        model.add(rezkit.Mesh([(0, 0, 0)]), material="Red")
    with pytest.raises(ValueError, match="parent"):
        model.add(rezkit.Mesh([(0, 0, 0)]), parent=0)


def test_what_is_changed_of_a_file_is_written(fixtures: Path) -> None:
    path = fixtures / "rbxmesh/valid/v500.mesh"
    model = rezkit.open(path)
    assert model.to_bytes() == path.read_bytes()
    before = model.meshes[0].positions
    model.meshes[0].positions = before * 2
    assert rezkit.identify(model)["format"] == "glb"
    again = rezkit.open(model.convert("mesh").bytes)
    assert again.meshes[0].positions.max() == pytest.approx(before.max() * 2, rel=1e-5)


def test_arrays_that_do_not_fit_together_are_errors_when_they_are_written() -> None:
    mesh = rezkit.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], uv=[(0, 0), (1, 0), (0, 1)], name="tent")
    mesh.triangles = [(0, 1, 9)]
    with pytest.raises(rezkit.FormatError, match='"tent" cannot be written: triangle 0 refers to a vertex that does not exist'):
        mesh.model.convert("mesh")
    # Until then, arrays may be assigned one after the other.
    mesh.positions = numpy.zeros((10, 3))
    with pytest.raises(rezkit.FormatError, match="does not have one entry per vertex"):
        mesh.model.to_bytes()
    mesh.uvs = numpy.zeros((10, 2))
    assert rezkit.open(mesh.model.to_bytes()).meshes[0].n_triangles == 1


def test_welding_keeps_the_version(fixtures: Path) -> None:
    """Faces of version 1 share no vertices."""
    for name in ["v100.mesh", "v101.mesh"]:
        glb = rezkit.convert(fixtures / "rbxmesh/valid" / name, "glb").bytes
        welded = rezkit.convert(glb, "mesh", weld={"normal": 0.05}).bytes
        assert welded == (fixtures / "rbxmesh/valid" / name).read_bytes()
