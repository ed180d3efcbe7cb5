"""The recipes of docs/python.md for engines, which are installed apart: python/engines.txt."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rezkit

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from examples import sections  # noqa: E402


def meshes() -> list[Path]:
    return sorted((FIXTURES / "rbxmesh/valid").glob("*.mesh"))


def versions() -> list[tuple[str, int]]:
    """How many meshes there are of each version, counted in Python."""
    found: dict[str, int] = {}
    for row in rezkit.rows(meshes()):
        found[row["version"]] = found.get(row["version"], 0) + 1
    return sorted(found.items())


def run(heading: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the recipe prints, in a process of its own."""
    shutil.copytree(FIXTURES / "rbxmesh/valid", tmp_path / "rbxmesh/valid")
    ((code, _),) = sections()[heading]
    script = tmp_path / "recipe.py"
    script.write_text(f"import rezkit\nfrom pathlib import Path\n{code}")
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
        env={**os.environ, "RAY_AUTH_MODE": "disabled"},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()[-1]


def test_pyarrow_takes_a_batch() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for table in ["contents", "files", "findings", "meshes", "bones", "parts"]:
        batch = rezkit.table(meshes(), table)
        taken = pyarrow.record_batch(batch)
        taken.validate(full=True)
        assert taken.schema == pyarrow.schema(batch)
        assert taken.num_rows == len(batch)
        assert taken.schema.metadata[b"rezkit.table"] == table.encode()
        rows = rezkit.rows(meshes(), table)
        assert [list(row) for row in rows[:1]] == [taken.schema.names][: len(rows)]
        found = [{**row} for row in taken.to_pylist()]
        for ours, theirs in zip(rows, found, strict=True):
            # JSON has the shortest digits of numbers of 32 bits, and text for what is not a number.
            for name, value in ours.items():
                if isinstance(value, float):
                    assert theirs[name] == pytest.approx(value, rel=1e-6), name
                elif not isinstance(theirs[name], float):
                    assert theirs[name] == value, name


def test_pandas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    assert run("pandas", tmp_path, monkeypatch) == "{'Granite': 9.0, 'Slate': 6.0}"


def test_columns_are_frames() -> None:
    place = rezkit.Document("rbxm")
    for number in range(3):
        place.add("Part", name=f"Stone{number}").Size = (1, number, 1)
    parts = place.of_class("Part")
    for name in ["pandas", "polars"]:
        pytest.importorskip(name)
        frame = getattr(parts, f"to_{name}")("Size", "Material")
        assert list(frame.columns) == ["Path", "ClassName", "Name", "Size.X", "Size.Y", "Size.Z", "Material"]
        assert (frame["Size.Y"].to_list(), frame["Material"].to_list()) == ([0, 1, 2], ["Plastic"] * 3)
        # A column comes back in one call.
        parts.assign("Transparency", frame["Size.Y"] / 4)
        assert parts.get("Transparency").tolist() == [0, 0.25, 0.5]


def test_polars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    assert run("Polars", tmp_path, monkeypatch) == str(versions()[:3])


def test_duckdb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    assert run("DuckDB", tmp_path, monkeypatch) == str(versions()[:3])
    batch = rezkit.table(meshes())
    found = duckdb.sql("SELECT version, count(*) FROM batch GROUP BY ALL ORDER BY ALL").fetchall()
    assert found == versions()


@pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java")
def test_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    assert run("Spark", tmp_path, monkeypatch) == str(versions()[:3])


def test_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    assert run("Ray", tmp_path, monkeypatch) == str(len(meshes()))


def test_frames_are_assigned() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    place = rezkit.Document("rbxm")
    for number in range(3):
        place.add("Part", name=f"Stone{number}").Size = (1, number, 1)
    parts = place.of_class("Part")
    frame = parts.to_pandas("Size", "Material", "Color")
    frame["Size.Y"] = [5, 6, 7]
    frame["Material"] = "Grass"
    # Rows in another order are those of the same instances.
    parts.assign(frame.sort_values("Size.Y", ascending=False))
    assert (parts.get("Size")[:, 1].tolist(), parts[0].Material.name) == ([5, 6, 7], "Grass")
    parts.assign("Transparency", frame.sort_values("Size.Y", ascending=False)["Size.Y"] / 10)
    assert parts.get("Transparency").tolist() == pytest.approx([0.5, 0.6, 0.7])
    parts.assign(polars.DataFrame({"Name": ["A", "B", "C"], "Size.X": [2, 3, 4]}))
    assert [(one.name, one.Size.x) for one in parts] == [("A", 2), ("B", 3), ("C", 4)]
    before = place.to_bytes()
    for wrong, match in [
        (frame, "row 0 of the frame is of another instance: its Path differs"),
        (frame[["Size.Y"]][1:], "3 rows are needed, not 2"),
        (frame[["Size.Y"]].set_index(pandas.Index([7, 8, 9])), "the index of the Series is not 0 to 2"),
        (pandas.DataFrame({"Transparency": [0.5, None, 0.5]}), "row 1 has no value"),
        (polars.DataFrame({"Transparency": [0.5, None, 0.5]}), "row 1 has no value"),
        (pandas.DataFrame({"Transparency": [0.5] * 3, "Material": ["Grass", "Grass", "Gras"]}), "row 2: "),
        (pandas.DataFrame({"Size.Q": [1, 2, 3]}), "no column Size.Q"),
    ]:
        with pytest.raises(ValueError, match=match):
            parts.assign(wrong)
    assert place.to_bytes() == before
    script = place.add("Script")
    script.set("Source", b"caf\xe9")
    scripts = place.of_class("Script")
    assert scripts.to_pandas("Source")["Source"][0] == "caf\udce9"
    assert scripts.to_polars("Source", errors="replace")["Source"].to_list() == ["caf�"]
