"""Asks the questions of docs/tables.md, with DuckDB: tables.py REZ [--files N] [--format jsonl|parquet] [--write]

The fixtures are copied until there are N files (10,000 if nothing else is said), `REZ table` makes tables of them, and
each question is asked. With --write, docs/tables.md gets the questions and the answers.
"""

import argparse
import pathlib
import shutil
import subprocess
import tempfile

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]

QUESTIONS = [
    (
        "What is there, by format and version?",
        """SELECT format, version, count(*) AS contents, sum(n) AS files, count(error) AS broken
FROM {contents}
JOIN (SELECT sha256, count(*) AS n FROM {files} GROUP BY ALL) USING (sha256)
GROUP BY ALL ORDER BY contents DESC, format, version LIMIT 8""",
    ),
    (
        "Which files are duplicates, and how many bytes do they waste?",
        """SELECT sha256[:12] AS content, count(*) AS files, any_value(n_bytes) AS bytes,
       (count(*) - 1) * any_value(n_bytes) AS wasted
FROM {files} GROUP BY sha256 HAVING count(*) > 1 ORDER BY wasted DESC, content LIMIT 5""",
    ),
    (
        "Which are the biggest assets, and what do they hold?",
        """SELECT format, n_bytes, n_vertices, n_faces, n_instances, n_errors, min(path) AS path
FROM {contents} JOIN {files} USING (sha256)
GROUP BY ALL ORDER BY n_bytes DESC, path LIMIT 5""",
    ),
    (
        "Who refers to an asset, and where?",
        """SELECT min(f.path) AS file, i.path, class, property, uri
FROM {references} r JOIN {files} f USING (sha256) LEFT JOIN {instances} i USING (sha256, instance)
WHERE asset_id = 1 GROUP BY sha256, i.path, class, property, uri ORDER BY ALL LIMIT 5""",
    ),
    (
        "What do the checks find, by rule?",
        """SELECT rule, severity, count(*) AS findings, count(DISTINCT sha256) AS contents
FROM {findings} GROUP BY ALL ORDER BY findings DESC, rule LIMIT 8""",
    ),
]


def copies(folder, n_files):
    """Fixtures, again and again."""
    fixtures = sorted(path for path in (ROOT / "fixtures").rglob("*") if path.is_file())
    for number in range(n_files):
        path = fixtures[number % len(fixtures)]
        target = folder / str(number // len(fixtures)) / path.relative_to(ROOT / "fixtures")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def table(relation):
    """Columns and rows, as text."""
    rows = [[("" if cell is None else str(cell)) for cell in row] for row in relation.fetchall()]
    rows.insert(0, relation.columns)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines), len(rows) - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rez")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--format", default="jsonl")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        copies(scratch / "files", arguments.files)
        rez = pathlib.Path(arguments.rez).resolve()
        subprocess.run(
            [rez, "table", "files", "-o", "tables", "--quiet", "--format", arguments.format], cwd=scratch, check=True
        )
        text = ""
        names = ["files", "contents", "references", "instances", "findings"]
        paths = {name: f"'tables/{name}/*.{arguments.format}'" for name in names}
        with duckdb.connect() as connection:
            connection.execute(f"SET file_search_path = '{scratch}'")
            for question, query in QUESTIONS:
                shown = query.format(**paths)
                answer, n_rows = table(connection.sql(shown))
                assert n_rows > 0, question
                text += f"\n**{question}**\n\n```sql\n{shown}\n```\n\n```text\n{answer}\n```\n"
    if arguments.write:
        page = ROOT / "docs/tables.md"
        before, rest = page.read_text().split("<!-- queries -->\n")
        _, after = rest.split("<!-- end of queries -->")
        page.write_text(f"{before}<!-- queries -->\n{text}\n<!-- end of queries -->{after}")
    else:
        print(text)


main()
