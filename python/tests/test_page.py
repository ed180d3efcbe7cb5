"""The page docs/python.md, whose examples are run one after the other."""

import contextlib
import io
import shutil
from pathlib import Path

import pytest

from examples import sections

ENGINES = {"pandas", "Polars", "DuckDB", "Spark", "Ray"}


def test_what_is_printed(fixtures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ["m3d", "rbxbinary", "rbxmesh", "rbxxml"]:
        shutil.copytree(fixtures / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    n_run = 0
    for heading, examples in sections().items():
        for code, expected in examples if heading not in ENGINES else []:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(code, heading, "exec"), names)
            assert out.getvalue() == (expected or ""), heading
            n_run += 1
    assert n_run >= 20
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) == 3
    for picture in pictures:
        kept = fixtures.parent / "docs/images" / f"python-{picture.name}"
        assert kept.read_bytes() == picture.read_bytes(), picture.name
