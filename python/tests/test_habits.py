"""Names that people try first, who come from NumPy, pandas, trimesh, lxml or scripts of Roblox."""

import copy
import pickle
from pathlib import Path

import numpy
import pytest

import rezkit


class Known:
    """What the expressions below are about."""

    def __init__(self, folder: Path, fixtures: Path) -> None:
        self.place = rezkit.Document("rbxl")
        self.workspace = self.place.add("Workspace")
        self.car = self.place.add("Model", self.workspace, name="Car")
        self.wheels = [self.place.add("Part", self.car, name="Wheel") for _ in range(3)]
        self.part = self.wheels[0]
        self.parts = self.place.of_class("Part")
        self.mesh = rezkit.Mesh([(0, 0, 0), (1, 0, 0), (0, 2, 0)], [(0, 1, 2)], uv=[(0, 0), (1, 0), (0, 1)], name="tent")
        self.model = self.mesh.model
        self.path = folder
        self.walk = fixtures / "anim/valid"
        self.numpy, self.rezkit, self.copy, self.pickle = numpy, rezkit, copy, pickle


# What works, and gives this.
NAMES: dict[str, object] = {
    # lxml and xml.etree
    "[one.name for one in car]": ["Wheel"] * 3,
    "len(car.children)": 3,
    "car.find('Wheel').name": "Wheel",
    "car.get('Nope', 7)": 7,
    "len(list(place))": 5,
    "place.find('Workspace/Car').name": "Car",
    "[one.name for one in car.query('Part')]": ["Wheel"] * 3,
    "car.parent.name": "Workspace",
    "list(part.attributes)": [],
    "car['Wheel'].name": "Wheel",
    "'Workspace/Car' in place": True,
    "len(place.roots)": 1,
    # scripts of Roblox
    "place.Workspace.Car.Wheel.Name": "Wheel",
    "place.GetService('Workspace').ClassName": "Workspace",
    "car.find_first_child('Wheel').name": "Wheel",
    "car.FindFirstChild('Nope')": None,
    "workspace.FindFirstChild('Wheel', True).Parent.Name": "Car",
    "car.FindFirstChildOfClass('Part').Name": "Wheel",
    "car.FindFirstChildWhichIsA('BasePart').Name": "Wheel",
    "len(car.GetChildren())": 3,
    "len(workspace.GetDescendants())": 4,
    "len(workspace.descendants())": 4,
    "part.GetFullName()": "Workspace.Car.Wheel",
    "part.IsA('BasePart')": True,
    "part.is_a('BasePart')": True,
    "(part.SetAttribute('A', 1), part.GetAttribute('A'))[1]": 1,
    "(part.Clone().Parent, len(place))": (None, 6),
    "(part.clone().name, len(place))": ("Wheel", 6),
    "(part.Destroy(), len(place))": (1, 4),
    "(part.delete(), len(place))": (1, 4),
    "(part.remove(), len(place))": (1, 4),
    "[one.name for one in car.of_class('Part')]": ["Wheel"] * 3,
    "car.add('Decal', name='Sign').path": "Workspace/Car/Sign",
    "rezkit.Color3.fromRGB(255, 0, 0).hex": "#ff0000",
    "rezkit.Vector3(1, 2, 3).x": 1,
    "rezkit.CFrame(1, 2, 3).Position.y": 2,
    "rezkit.Enum.Material.Grass.value": 1280,
    "(setattr(part, 'CFrame', numpy.eye(4)), part.Position.x)[1]": 0,
    "(setattr(part, 'Color', (255, 128, 0)), part.Color.hex)[1]": "#ff8000",
    # pandas and NumPy
    "parts['Size'].shape": (3, 3),
    "parts[parts['Transparency'] < 1][0].name": "Wheel",
    "len(parts[[0, 2]])": 2,
    "len(parts[:2])": 2,
    "len(parts + parts)": 6,
    "len(parts.copy())": 3,
    "(parts.assign('Transparency', 0.25), parts.get('Transparency').tolist())[1]": [0.25] * 3,
    "(parts.set('Anchored', True), part.Anchored)[1]": True,
    "parts.get('Size').flags.writeable": True,
    "list(parts.columns('Name'))": ["Path", "ClassName", "Name"],
    "callable(parts.to_pandas)": True,
    "callable(parts.to_polars)": True,
    "callable(rezkit.table([b'']).to_pandas)": True,
    "callable(rezkit.table([b'']).to_pyarrow)": True,
    "rezkit.table([b'']).columns[0]": "sha256",
    "len(rezkit.table([b'']))": 1,
    # trimesh
    "mesh.vertices.shape": (3, 3),
    "mesh.faces.tolist()": [[0, 1, 2]],
    "mesh.bounds.tolist()": [[0, 0, 0], [1, 2, 0]],
    "mesh.extents.tolist()": [1, 2, 0],
    "mesh.uv.shape": (3, 2),
    "mesh.vertex_normals.shape": (0, 3),
    "(setattr(mesh, 'vertices', mesh.vertices * 2), mesh.positions.max())[1]": 4,
    "mesh.copy().name": "tent",
    "copy.deepcopy(mesh).vertices.tolist() == mesh.vertices.tolist()": True,
    "pickle.loads(pickle.dumps(mesh)).uv.tolist()": [[0, 0], [1, 0], [0, 1]],
    "copy.copy(model).meshes[0].name": "tent",
    "pickle.loads(pickle.dumps(model)).meshes[0].n_triangles": 1,
    "(model.save(path / 'a.glb'), rezkit.open(path / 'a.glb').meshes[0].n_vertices)[1]": 3,
    "rezkit.convert(model, path / 'a.llmesh').bytes == (path / 'a.llmesh').read_bytes()": True,
    "callable(mesh.to_trimesh)": True,
    "callable(model.to_trimesh)": True,
    "model.images": [],
}
# Names of the same packages that are errors; each says so.
MISSING = [
    "place.iter()",
    "place.xpath('//Part')",
    "part.tag",
    "parts.loc[0]",
    "parts.iloc[0]",
    "parts.shape",
    "parts.apply(str)",
    "mesh.apply_transform(numpy.eye(4))",
    "mesh.area",
    "mesh.show()",
    "rezkit.load(path)",
    "rezkit.read(path)",
]


@pytest.fixture
def known(tmp_path: Path, fixtures: Path) -> dict[str, object]:
    return dict(vars(Known(tmp_path, fixtures)))


@pytest.mark.parametrize("expression", NAMES)
def test_names_work(expression: str, known: dict[str, object]) -> None:
    assert eval(expression, known) == NAMES[expression]


@pytest.mark.parametrize("expression", MISSING)
def test_other_names_are_errors(expression: str, known: dict[str, object]) -> None:
    with pytest.raises(AttributeError):
        eval(expression, known)


def test_names_at_the_top_say_what_is_near() -> None:
    place = rezkit.Document("rbxl")
    place.add("Workspace")
    with pytest.raises(AttributeError, match="near it: Workspace"):
        place.Worksapce
    assert not hasattr(place, "__wrapped__")


def test_keys_of_animations_are_arrays(fixtures: Path) -> None:
    path = next(path for path in sorted((fixtures / "slmesh").parent.rglob("*.anim")) if path.parent.name == "valid")
    (animation,) = rezkit.open(path).animations
    tracks = animation["tracks"]
    assert tracks
    for track in tracks:
        assert track["path"] in {"translation", "rotation", "scale", "weights"}
        width = {"translation": 3, "rotation": 4, "scale": 3}.get(track["path"], 1)
        assert track["values"].shape == (len(track["times"]), width * (3 if track["interpolation"] == "cubic" else 1))
        assert (numpy.diff(track["times"]) >= 0).all()
    assert max(track["times"].max() for track in tracks) == pytest.approx(animation["end"])


def test_copies_are_apart() -> None:
    mesh = rezkit.Mesh([(0, 0, 0)])
    for other in [mesh.copy(), copy.deepcopy(mesh), pickle.loads(pickle.dumps(mesh))]:
        other.positions = [(1, 1, 1)]
        assert mesh.positions.tolist() == [[0, 0, 0]]
    model = rezkit.Model("a")
    copied = model.copy()
    copied.add(mesh)
    assert (len(copied.meshes), model.meshes) == (1, [])


def test_a_model_is_saved_only_as_something(tmp_path: Path) -> None:
    model = rezkit.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]).model
    with pytest.raises(ValueError, match="no ending"):
        model.save(tmp_path / "a")
    with pytest.raises(rezkit.FormatError, match="fbx"):
        model.save(tmp_path / "a.fbx")
    assert list(tmp_path.iterdir()) == []
