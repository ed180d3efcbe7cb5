"""The recipes of docs/python.md for engines, which are installed apart: python/engines.txt."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rezkit

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from examples import DOCS, sections  # noqa: E402


def meshes() -> list[Path]:
    return sorted((FIXTURES / "rbxmesh/valid").glob("*.mesh"))


def versions() -> list[tuple[str, int]]:
    """How many meshes there are of each version, counted in Python."""
    found: dict[str, int] = {}
    for row in rezkit.rows(meshes()):
        found[row["version"]] = found.get(row["version"], 0) + 1
    return sorted(found.items())


def printed(code: str, tmp_path: Path) -> list[str]:
    """The lines that a recipe prints, in a process of its own."""
    script = tmp_path / "recipe.py"
    script.write_text(f"import rezkit\n{code}")
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
    return done.stdout.splitlines()


def run(heading: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The last line that the recipe prints."""
    shutil.copytree(FIXTURES / "rbxmesh/valid", tmp_path / "rbxmesh/valid")
    ((code, _),) = sections()[heading]
    return printed(f"from pathlib import Path\n{code}", tmp_path)[-1]


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


TABLES = ["files", "contents", "parts", "instances", "properties", "scripts"]
TABLES += ["references", "meshes", "bones", "textures", "findings"]


def rez(*arguments: object) -> None:
    """Runs the command, which REZ names."""
    program = os.environ.get("REZ") or shutil.which("rez")
    if program is None:
        pytest.skip("REZ names the command rez")
    done = subprocess.run([program, "table", *map(str, arguments)], capture_output=True, check=False)
    assert done.returncode in (0, 3), done.stderr.decode()


def folders() -> list[Path]:
    return [FIXTURES / name / "valid" for name in ["rbxmesh", "rbxbinary", "m3d", "slmesh"]]


def typed(heading: str, name: str) -> str:
    """The types of a table as a recipe of docs/python.md has them."""
    (code,) = (code for code, _ in sections()[heading] if "TYPES" in code or "types" in code)
    types = re.search(r"^(types|TYPES) = .*?\n(?=\w+ = pyarrow)", code, re.MULTILINE | re.DOTALL)
    assert types is not None
    known: dict[str, dict[str, str]] = {}
    exec(types[0], {}, known)
    pyarrow = pytest.importorskip("pyarrow")
    schema = pyarrow.record_batch(rezkit.table([], name)).schema
    return ", ".join(f"{field.name} {known[types[1]][str(field.type)]}" for field in schema)


@pytest.mark.parametrize("name", TABLES)
def test_polars_reads_json_lines(name: str, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    for form in ["jsonl", "parquet"]:
        rez(*folders(), "--table", name, "--format", form, "-o", tmp_path / form)
    ((code, _),) = sections(DOCS / "tables.md")["Polars and JSON Lines"]
    recipe: dict[str, Any] = {}
    exec(code.partition("\nprint(")[0], recipe)
    found = recipe["read"](tmp_path / "jsonl", name).collect()
    expected = polars.read_parquet(tmp_path / f"parquet/{name}/*.parquet")
    assert found.schema == expected.schema
    assert len(found) > 0
    # JSON has no number for infinity.
    assert found.drop("num", strict=False).equals(expected.drop("num", strict=False))


@pytest.mark.parametrize("name", TABLES)
def test_duckdb_has_the_types_of_every_table(name: str, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    rez(*folders(), "--table", name, "--format", "parquet", "-o", tmp_path)
    database = duckdb.connect()
    database.sql(f"CREATE TABLE typed ({typed('DuckDB', name)})")
    database.sql(f"INSERT INTO typed SELECT * FROM '{tmp_path}/{name}/*.parquet'")
    ((n_rows,),) = database.sql("SELECT count(*) FROM typed").fetchall()
    assert n_rows == len(rezkit.rows([path for folder in folders() for path in folder.rglob("*.*")], name)) or name == "files"
    assert n_rows > 0


@pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java")
def test_spark_makes_every_table(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    ((code, _),) = sections()["Spark"]
    calls = "\n".join(
        f"contents_of = lambda batches: (pyarrow.record_batch(rezkit.table(b['content'].to_pylist(), {name!r})) for b in batches)\n"
        f"print({name!r}, files.select('content').mapInArrow(contents_of, {typed('Spark', name)!r}).count())"
        for name in TABLES
        if name != "files"
    )
    assert_counts(f"{code.partition('rows = files')[0]}{calls}\nspark.stop()\n", tmp_path)


def assert_counts(code: str, tmp_path: Path) -> None:
    """Runs a recipe, which prints the name of each table with the number of its rows for the fixtures."""
    lines = printed(code.replace("rbxmesh/valid", str(FIXTURES / "rbxbinary/valid")), tmp_path)
    counts = dict(line.split() for line in lines if line.split(" ")[0] in TABLES)
    paths = [path for path in (FIXTURES / "rbxbinary/valid").iterdir() if path.is_file()]
    assert counts == {name: str(len(rezkit.rows(paths, name))) for name in TABLES if name != "files"}


def test_ray_makes_every_table(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    ((code, _),) = sections()["Ray"]
    head, function, call = re.split(r"(def contents_of.*?\n\n\n)", code, flags=re.DOTALL)
    calls = "".join(
        f"{function.replace('to_pylist())', f'to_pylist(), {name!r})')}"
        f"print({name!r}, len(files.map_batches(contents_of, batch_format='pyarrow').take_all()))\n"
        for name in TABLES
        if name != "files"
    )
    files = call.partition("rows = files")[0]
    assert calls.count("to_pylist(), '") == len(TABLES) - 1
    assert_counts(f"{head}{files}{calls}ray.shutdown()\n", tmp_path)


def test_machines_share_work(tmp_path: Path) -> None:
    """Two jobs at once, of which some contents are in both."""
    duckdb = pytest.importorskip("duckdb")
    program = os.environ.get("REZ") or shutil.which("rez")
    if program is None:
        pytest.skip("REZ names the command rez")
    one, other = FIXTURES / "rbxbinary", FIXTURES / "rbxbinary/valid"
    jobs = [
        subprocess.Popen(
            [program, "table", folder, "--format", "parquet", "-o", tmp_path / f"tables-{number}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for number, folder in enumerate([one, other])
    ]
    assert all(job.wait() in (0, 3) for job in jobs)
    rez(one, "--format", "parquet", "-o", tmp_path / "whole")
    text = (DOCS / "tables.md").read_text("utf-8").partition("### Many machines")[2].partition("###")[0]
    queries = re.findall(r"^```sql\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for query, name in zip(queries, ["contents", "instances"], strict=True):
        query = query.replace("tables-*", str(tmp_path / "tables-*"))
        found = sorted(map(repr, duckdb.sql(query).fetchall()))
        everything = duckdb.sql(f"SELECT * FROM '{tmp_path}/tables-*/{name}/*.parquet'").fetchall()
        expected = sorted(map(repr, duckdb.sql(f"SELECT * FROM '{tmp_path}/whole/{name}/*.parquet'").fetchall()))
        assert found == expected
        assert len(everything) > len(found) > 0


def test_object_stores(tmp_path: Path) -> None:
    """A store of fsspec in memory has what S3 has: no folders, and files as a whole."""
    fsspec = pytest.importorskip("fsspec")
    program = os.environ.get("REZ") or shutil.which("rez")
    if program is None:
        pytest.skip("REZ names the command rez")
    archive = tmp_path / "part-1.tar"
    subprocess.run(["tar", "-cf", archive, "-C", FIXTURES / "rbxmesh", "valid"], check=True)
    store = fsspec.filesystem("memory")
    store.put(str(archive), "/crawl/part-1.tar")
    ((code, _),) = sections(DOCS / "tables.md")["Object stores"]
    recipe: dict[str, Any] = {}
    exec(code, recipe)
    recipe["tables_of"]("memory://crawl/part-1.tar", "memory://tables", rez=program)
    rez(archive, "--format", "parquet", "-o", tmp_path / "tables")
    local = {path.relative_to(tmp_path / "tables").as_posix(): path for path in (tmp_path / "tables").rglob("*.parquet")}
    assert {path.removeprefix("/tables/") for path in store.find("/tables")} == set(local)
    contents = next(path for name, path in local.items() if name.startswith("contents/"))
    assert store.cat_file(f"/tables/contents/{contents.name}") == contents.read_bytes()


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
