"""Rows about many files."""

import json
import os
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import rezkit


def test_each_file_is_a_row(fixtures: Path, tmp_path: Path) -> None:
    path = fixtures / "rbxmesh/valid/v500.mesh"
    sources = [path, b"", b"<html>", tmp_path / "absent", path.read_bytes()]
    rows = rezkit.rows(sources)
    assert len(rows) == len(rezkit.table(sources)) == 5
    assert (rows[0]["format"], rows[0]["version"], rows[0]["n_vertices"]) == ("rbx-mesh", "5.00", 24)
    assert rows[0] == rows[4]
    assert [row["error"] is None for row in rows] == [True, False, False, False, True]
    assert "No such file" in rows[3]["error"]


def test_files_have_names(fixtures: Path, tmp_path: Path) -> None:
    path = fixtures / "rbxmesh/valid/v500.mesh"
    sources = [path, path.read_bytes(), tmp_path / "absent"]
    rows = rezkit.rows(sources, "files", names=["a.mesh", "b.mesh", "c.mesh"])
    assert [row["path"] for row in rows] == ["a.mesh", "b.mesh", "c.mesh"]
    assert rezkit.rows([path], "files")[0]["path"] == str(path)
    assert (rows[0]["sha256"], rows[2]["sha256"]) == (rows[1]["sha256"], None)
    with pytest.raises(ValueError, match="names and sources differ"):
        rezkit.rows(sources, "files", names=["a.mesh"])
    with pytest.raises(ValueError, match="is not one of files, contents"):
        rezkit.table(sources, "cars")


def test_rows_take_no_memory_together() -> None:
    """Paths of nested instances are longer together than the memory that reading may take."""
    place = rezkit.Document("rbxm")
    above = None
    for _ in range(10):
        above = place.add("Folder", above, name="n" * 100)
    for _ in range(5000):
        place.add("Folder", above)
    memory = 2 << 20
    rows = rezkit.rows([place.to_bytes()], "instances", max_memory=memory)
    assert len(rows) == 5010
    assert sum(len(row["path"]) for row in rows) > 2 * memory
    (content,) = rezkit.rows([place.to_bytes()], max_memory=memory)
    assert (content["error"], content["n_instances"]) == (None, 5010)


# The tables whose rows have no error.
SILENT = ["parts", "instances", "properties", "scripts", "references", "meshes", "bones", "textures", "findings"]


def warnings_of(call: Callable[[], object]) -> list[str]:
    """What is warned of, once for each file, at this line."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    assert {(one.category, one.filename) for one in caught} <= {(rezkit.TableWarning, __file__)}
    return [str(one.message) for one in caught]


@pytest.mark.parametrize("table", SILENT)
def test_a_file_without_rows_is_a_warning(table: str, fixtures: Path, tmp_path: Path) -> None:
    good, cut, absent = fixtures / "rbxbinary/valid/place.rbxl", tmp_path / "cut.rbxl", tmp_path / "absent"
    cut.write_bytes(good.read_bytes()[:20])
    sources = [good, cut, absent, b"<html>"]
    (error,) = (row["error"] for row in rezkit.rows([cut]))
    expected = [
        f'{cut}: no rows in "{table}": ',
        f'{absent}: no rows in "{table}": No such file or directory (os error 2)',
        f'sources[3]: no rows in "{table}": this is an HTML page, which cannot be read here',
    ]
    for function in (rezkit.rows, rezkit.table):
        said = warnings_of(lambda: function(sources, table))
        assert error in said[0]
        assert [said[0][: len(expected[0])], *said[1:]] == expected
        assert warnings_of(lambda: function([good], table)) == []
    (said,) = warnings_of(lambda: rezkit.rows([absent], table, names=["a.rbxl"]))
    assert said.startswith("a.rbxl: ")


def test_a_file_beyond_the_memory_is_a_warning(fixtures: Path) -> None:
    path = fixtures / "rbxbinary/valid/place.rbxl"
    (said,) = warnings_of(lambda: rezkit.rows([path], "instances", max_memory=1000))
    assert said.startswith(f'{path}: no rows in "instances": ')
    assert rezkit.rows([path], max_memory=1000)[0]["error"] in said
    assert issubclass(rezkit.TableWarning, UserWarning)
    with warnings.catch_warnings():
        warnings.simplefilter("error", rezkit.TableWarning)
        with pytest.raises(rezkit.TableWarning, match="no rows in .instances."):
            rezkit.table([path], "instances", max_memory=1000)


def test_damage_that_was_read_around_is_a_warning(fixtures: Path) -> None:
    place = (fixtures / "rbxbinary/valid/place.rbxl").read_bytes()
    (said,) = warnings_of(lambda: rezkit.rows([place[: len(place) // 2]], "instances"))
    assert said.startswith("sources[0]: ") and "damaged and w" in said


@pytest.mark.parametrize("table", ["contents", "files"])
def test_a_row_with_the_error_is_no_warning(table: str, tmp_path: Path) -> None:
    assert warnings_of(lambda: rezkit.rows([tmp_path / "absent"], table)) == []
    assert rezkit.rows([tmp_path / "absent"], table)[0]["error"] is not None


def test_buffers_next_to_a_gltf_are_found(fixtures: Path) -> None:
    path = fixtures / "foreign/gltf/gltf-transform/two_buffers/chair.gltf"
    rows = rezkit.rows([path], "meshes")
    assert sum(row["n_faces"] for row in rows) == sum(mesh.n_triangles for mesh in rezkit.open(path).meshes) == 108
    # Bytes have no folder.
    with pytest.warns(rezkit.TableWarning, match=r"^sources\[0\]: .* the file .geo metry.bin. was not found"):
        assert rezkit.rows([path.read_bytes()], "meshes") == []


def test_a_batch_says_what_it_is() -> None:
    batch = rezkit.table([b"version 1.00\n0\n"], "findings")
    assert (batch.table, len(batch), repr(batch)) == ("findings", 1, "<Batch: findings, 1 rows>")
    assert batch.columns[:2] == ["sha256", "rule"] or "rule" in batch.columns
    schema, array = batch.__arrow_c_array__()
    assert '"arrow_schema"' in repr(schema)
    assert '"arrow_array"' in repr(array)


@pytest.mark.skipif("REZ" not in os.environ, reason="REZ does not name the command rez")
@pytest.mark.parametrize("table", ["contents", "findings", "meshes", "bones", "instances", "scripts"])
def test_rows_are_those_of_the_command(table: str, fixtures: Path) -> None:
    paths, seen = [], set()
    for path in sorted(path for path in fixtures.glob("*/valid/*") if path.is_file()):
        # The command has a row for each content, however many files it is in.
        data = path.read_bytes()
        if data not in seen:
            seen.add(data)
            paths.append(path)
    command = [os.environ["REZ"], "table", "--format", "jsonl", "--table", table, "-o", "-", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, check=False)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(said) > 3, done.stderr
    order = lambda row: json.dumps(row, sort_keys=True)  # noqa: E731
    assert sorted(said, key=order) == sorted(rezkit.rows(paths, table), key=order)
