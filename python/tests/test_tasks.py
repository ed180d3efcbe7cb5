"""Tasks as people type them first who know NumPy, pandas, trimesh and lxml, and have seen the first page of the guide."""

import textwrap
import zipfile
from pathlib import Path

import numpy
import pytest

import rezkit

TASKS = {
    # Places
    "count the instances of each class": """
        from collections import Counter
        place = rezkit.open("place.rbxl")
        assert Counter(one.ClassName for one in place)["Part"] == 13
    """,
    "list what is in a service": """
        place = rezkit.open("place.rbxl")
        assert [child.Name for child in place.Workspace] == ["House", "Camera"]
    """,
    "find a part by its path": """
        place = rezkit.open("place.rbxl")
        assert place.find("Workspace/House/Roof").Size == (30, 1, 30)
    """,
    "find parts that cannot be seen": """
        place = rezkit.open("place.rbxl")
        assert [part.Name for part in place.of_class("Part") if part.Transparency == 1] == ["Wall0"]
    """,
    "find all that is a part of some class": """
        place = rezkit.open("place.rbxl")
        assert len(place.of_class("BasePart")) == 14
    """,
    "find scripts by a word": """
        place = rezkit.open("place.rbxl")
        found = [script.GetFullName() for script in place.of_class("Script") if "HttpService" in script.Source]
        assert found == ["Workspace.House.Main"]
    """,
    "choose rows of a frame": """
        parts = rezkit.open("place.rbxl").of_class("Part")
        frame = parts.to_pandas()
        assert frame[frame["Size.Y"] > 9]["Name"].tolist() == ["Wall10", "Wall11"]
    """,
    "average by group": """
        parts = rezkit.open("place.rbxl").of_class("Part")
        assert parts.to_pandas().groupby("Material")["Size.X"].mean()["Brick"] == 4
    """,
    "raise all parts": """
        place = rezkit.open("place.rbxl")
        parts = place.of_class("Part")
        parts["Position"] += (0, 10, 0)
        assert parts[0].Position == (0, 10, 0)
    """,
    "make all parts larger": """
        place = rezkit.open("place.rbxl")
        parts = place.of_class("Part")
        parts["Size"] *= 2
        assert parts[12].Size == (60, 2, 60)
    """,
    "colour the parts of a mask": """
        place = rezkit.open("place.rbxl")
        parts = place.of_class("Part")
        parts[parts["Transparency"] > 0.5]["Color"] = (255, 0, 0)
        assert (parts[0].Color.hex, parts[1].Color.hex) == ("#ff0000", "#a3a2a5")
    """,
    "write a frame back": """
        place = rezkit.open("place.rbxl")
        parts = place.of_class("Part")
        frame = parts.to_pandas()
        frame["Transparency"] = 0.5
        frame["Size.X"] *= 2
        parts.assign(frame)
        assert (parts[0].Transparency, parts[0].Size.x) == (0.5, 8)
    """,
    "set an attribute": """
        place = rezkit.open("place.rbxl")
        place["Workspace/House"].attributes["Price"] = 100
        place.save("new.rbxl")
        assert rezkit.open("new.rbxl")["Workspace/House"].attributes == {"Price": 100}
    """,
    "copy a model along a line": """
        place = rezkit.open("place.rbxl")
        for number in range(1, 3):
            house = place.Workspace.House.clone(place.Workspace)
            for part in house.of_class("Part"):
                part.Position += (50 * number, 0, 0)
        assert [part.Position.x for part in place.query("Part#Roof")] == [0, 50, 100]
    """,
    "delete all of a class": """
        place = rezkit.open("place.rbxl")
        for decal in place.of_class("Decal"):
            decal.delete()
        assert len(place.of_class("Decal")) == 0
    """,
    "measure distances": """
        parts = rezkit.open("place.rbxl").of_class("Part")
        distances = np.linalg.norm(parts["Position"] - parts[0].Position, axis=1)
        assert distances[3] == 15
    """,
    "replace an asset": """
        place = rezkit.open("place.rbxl")
        for decal in place.of_class("Decal"):
            decal.Texture = decal.Texture.replace("1818", "2020")
        assert place.of_class("Decal")[0].Texture == "rbxassetid://2020"
    """,
    "read a place by lxml": """
        import lxml.etree
        rezkit.open("place.rbxl").save("place.rbxlx")
        assert len(lxml.etree.parse("place.rbxlx").findall(".//Item[@class='Part']")) == 13
    """,
    "list the differences of two versions": """
        assert [change["path"] for change in rezkit.diff("place.rbxl", "newer.rbxl")["changes"]] == ["Workspace/House/Roof"]
    """,
    # Meshes and animations
    "look at arrays": """
        mesh = rezkit.open("ball.mesh").meshes[0]
        assert mesh.faces.max() + 1 == len(mesh.vertices)
        assert np.allclose(mesh.vertices.mean(axis=0), 0, atol=1e-6)
    """,
    "scale a mesh and save it": """
        mesh = rezkit.open("ball.mesh").meshes[0]
        mesh.vertices *= 2
        mesh.export("large.mesh")
        assert rezkit.open("large.mesh").meshes[0].extents.max() == 4
    """,
    "make a mesh from arrays": """
        vertices = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
        mesh = rezkit.Mesh(vertices=vertices, faces=[(0, 1, 2)])
        mesh.save("one.llmesh")
        assert rezkit.open("one.llmesh").meshes[0].n_triangles == 1
    """,
    "measure a volume by trimesh": """
        mesh = rezkit.open("ball.mesh").meshes[0]
        assert 3 < mesh.to_trimesh().volume < 4 * np.pi / 3
    """,
    "save a mesh of trimesh": """
        import trimesh
        box = trimesh.creation.box()
        rezkit.Mesh(box.vertices, box.faces).save("box.mesh")
        assert rezkit.open("box.mesh").meshes[0].n_triangles == 12
    """,
    "convert a folder": """
        for path in Path(".").glob("*.mesh"):
            rezkit.convert(path, path.with_suffix(".glb"))
        import trimesh
        assert len(trimesh.load("ball.glb").geometry) == 1
    """,
    "plot the keys of an animation": """
        animation = rezkit.open("wave.anim").animations[0]
        for track in animation["tracks"]:
            assert track["values"][:, 0].shape == track["times"].shape
        assert len(animation["tracks"]) > 0
    """,
    # Files
    "draw a picture": """
        with open("ball.png", "wb") as file:
            file.write(rezkit.thumb("ball.mesh", size=512))
        assert Path("ball.png").read_bytes()[16:24] == b"\\0\\0\\2\\0" * 2
    """,
    "find what is wrong": """
        assert [finding["rule"] for finding in rezkit.check("broken.mesh")["findings"]] == ["RBM015"]
    """,
    "make a table of many files": """
        frame = rezkit.table(Path(".").glob("*.mesh")).to_pandas()
        assert frame["n_warnings"].sum() == 1
    """,
    "open a file of an archive": """
        mesh = rezkit.open(zipfile.ZipFile("meshes.zip").read("ball.mesh"))
        assert len(mesh.meshes) == 1
    """,
    "read many files at once": """
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor() as pool:
            versions = list(pool.map(rezkit.info, sorted(Path(".").glob("*.mesh"))))
        assert [version["format"] for version in versions] == ["rbx-mesh"] * 2
    """,
}


def place() -> rezkit.Document:
    """A house of twelve walls and a roof, with a ramp, a sign and a script."""
    made = rezkit.Document("rbxl")
    workspace = made.add("Workspace")
    house = made.add("Model", workspace, name="House")
    for number in range(12):
        wall = made.add("Part", house, name=f"Wall{number}")
        wall.Size, wall.Position, wall.Material = (4, number, 1), (5 * number, 0, 0), "Brick"
    made["Workspace/House/Wall0"].Transparency = 1
    roof = made.add("Part", house, name="Roof")
    roof.Size = (30, 1, 30)
    made.add("WedgePart", house, name="Ramp")
    made.add("Decal", roof, name="Sign").Texture = "rbxassetid://1818"
    made.add("Script", house, name="Main").Source = "local web = game:GetService('HttpService')\n"
    made.add("Camera", workspace)
    return made


def ball() -> rezkit.Mesh:
    """A ball of 12 by 24 faces around the origin."""
    yaw, pitch = numpy.meshgrid(numpy.linspace(0, 2 * numpy.pi, 25)[:-1], numpy.linspace(-0.5, 0.5, 13)[1:-1] * numpy.pi)
    rings = numpy.stack([numpy.cos(yaw) * numpy.cos(pitch), numpy.sin(pitch), numpy.sin(yaw) * numpy.cos(pitch)], axis=2)
    points = [*rings.reshape(-1, 3), (0, -1, 0), (0, 1, 0)]
    faces = []
    for column in range(24):
        after = (column + 1) % 24
        faces += [(264, column, after), (265, 240 + after, 240 + column)]
        for row in range(0, 240, 24):
            faces += [(row + column, row + 24 + column, row + 24 + after), (row + column, row + 24 + after, row + after)]
    return rezkit.Mesh(points, faces, name="ball")


@pytest.fixture
def folder(tmp_path: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the tasks, and the files in it."""
    monkeypatch.chdir(tmp_path)
    made = place()
    made.save("place.rbxl")
    made["Workspace/House/Roof"].Material = "Slate"
    made.save("newer.rbxl")
    ball().model.save("ball.mesh")
    (tmp_path / "broken.mesh").write_bytes((fixtures / "rbxmesh/rules/RBM015.fires.mesh").read_bytes())
    (tmp_path / "wave.anim").write_bytes((fixtures / "foreign/anim/a02_loop_wave.anim").read_bytes())
    with zipfile.ZipFile("meshes.zip", "w") as archive:
        archive.write("ball.mesh")
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("task", TASKS)
def test_tasks(task: str) -> None:
    assert len(TASKS) == 31
    exec(textwrap.dedent(TASKS[task]), {"np": numpy, "rezkit": rezkit, "Path": Path, "zipfile": zipfile})
