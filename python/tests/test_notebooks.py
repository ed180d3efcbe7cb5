"""What notebooks show, and what people have from other packages."""

from __future__ import annotations

import base64
import signal
import threading
from pathlib import Path

import pytest

import rezkit


def small_place() -> rezkit.Document:
    place = rezkit.Document("rbxm")
    car = place.add("Model", name="Car <1>")
    for _ in range(3):
        place.add("Part", car, name="Wheel").Size = (1, 2, 3)
    return place


def test_documents_show_their_picture_and_tree() -> None:
    html = small_place()._repr_html_()
    assert "Car &lt;1&gt; <small>Model</small>: 3 inside" in html and html.count("Wheel") == 3
    assert "data:image/png;base64," in html and html.count("<details") == html.count("</details>") == 1
    wide = rezkit.Document("rbxm")
    for _ in range(300):
        wide.add("Folder")
    assert "and 100 more" in wide._repr_html_()


def test_places_show_their_first_view_and_services_with_content_first() -> None:
    place = rezkit.Document("rbxl")
    for service in ["Lighting", "Workspace", "Teams", "ReplicatedStorage"]:
        place.add(service)
    place.add("Folder", place["ReplicatedStorage"])
    for number in range(40):
        block = place.add("Part", place["Workspace"])
        block.Size, block.Position = (4, 9, 4), (number % 8 * 12, 4.5, number // 8 * 12)
    far = place.add("Part", place["Workspace"])
    far.Position = (9000, 0, 0)
    html = place._repr_html_()
    places = [html.index(f"{name} <small>") for name in ["Workspace", "ReplicatedStorage", "Lighting", "Teams"]]
    assert places == sorted(places)
    views = [base64.b64encode(place.thumb(**options)).decode() for options in [{}, {"view": "all"}]]
    assert [view in html for view in views] == [True, False]


def test_lists_show_tables(fixtures: Path) -> None:
    wheels = small_place().query("Part")
    assert "<td>Part</td><td>Car &lt;1&gt;/Wheel</td>" in wheels._repr_html_()
    html = wheels[0]._repr_html_()
    assert "Car &lt;1&gt;/Wheel" in html and "<tr><th>Size</th><td>Vector3(1, 2, 3)</td></tr>" in html
    paths = [fixtures / "rbxmesh/valid/v500.mesh"] * 25
    html = rezkit.table(paths, "meshes")._repr_html_()
    assert "<p>50 rows of meshes</p>" in html and "<th>n_vertices</th>" in html
    assert html.count("<tr>") == 21 and "and 30 more" in html
    html = rezkit.open(paths[0]).meshes._repr_html_()
    assert "<p>2 meshes</p>" in html and "<tr><td>v500</td><td>24</td><td>12</td></tr>" in html
    html = rezkit.info(paths[0])._repr_html_()
    assert "<tr><th>vertices</th><td>24</td></tr>" in html and "<p>21 parts</p>" in html
    assert "[]" not in html and "None" not in html


def test_reports_show_tables() -> None:
    place, other = small_place(), small_place()
    other["Car <1>/Wheel[2]"].Size = (7, 2, 3)
    diff = place.diff(other)
    assert isinstance(diff, dict) and diff["n_changed"] == 1
    assert "Size: Vector3(1, 2, 3) → Vector3(7, 2, 3)" in diff._repr_html_()
    place["Car <1>/Wheel[3]"].Size = (0, 2, 3)
    (finding,) = place.check()["findings"]
    assert (finding["rule"], finding["instance"]) == ("RBX010", place["Car <1>/Wheel[3]"])
    assert "<td>RBX010</td>" in place.check()._repr_html_()
    assert "<th>n_bytes</th>" in rezkit.info(other)._repr_html_()


def test_what_two_people_changed_goes_together() -> None:
    base = rezkit.open(small_place().to_bytes())
    ours, theirs = rezkit.open(base.to_bytes()), rezkit.open(base.to_bytes())
    ours["Car <1>"].LevelOfDetail = 1
    ours["Car <1>/Wheel"].Transparency = 0.5
    theirs["Car <1>"].LevelOfDetail = 2
    theirs["Car <1>"].name = "Bus"
    merged, conflicts = rezkit.merge(ours, theirs, base)
    bus = rezkit.open(merged)["Bus"]
    assert (bus.LevelOfDetail, bus["Wheel"].Transparency, len(conflicts)) == (1, 0.5, 1)


def test_bars_are_shown_where_there_are_any(fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[int] = []

    class Bar:
        def __init__(self, total: int, unit: str) -> None:
            assert (total, unit) == (3, "file")

        def update(self, count: int) -> None:
            moved.append(count)

        def close(self) -> None:
            moved.append(-1)

    module = type(rezkit)("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(__import__("sys").modules, "tqdm", type(rezkit)("tqdm"))
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", module)
    rezkit.infos([fixtures / "rbxmesh/valid/v300.mesh"] * 3, progress=True)
    assert moved == [1, 1, 1, -1]


@pytest.mark.usefixtures("control_c")
def test_an_interrupt_ends_many_files(fixtures: Path) -> None:
    path = fixtures / "rbxmesh/valid/v300.mesh"
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            rezkit.checks([path] * 10_000)
    timer.join()
