"""What editors and type checkers know of classes, enums and reports."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rezkit
from rezkit import Enum, classes

STUBS = Path(rezkit.__file__).parent

PROGRAM = """
import rezkit
from rezkit import Enum
from rezkit.classes import BasePart

place = rezkit.Document.open("place.rbxl")
for part in place.of_class("Part"):
    reveal_type(part.Material)
    part.Size = (1, 2, 3)
    part.Material = "Grass"
    part.Material = Enum.Material.Neon
    part.Anchord = True
    part.Nope
    Enum.Materail.Neon
door = place.add("Part", name="Door")
door.Transparency = "very"
door.Transparency = 0.5
place["Workspace/Door"].Anything
one = place["Workspace"]
if isinstance(one, BasePart):
    one.Transparancy = 1
    print(one.Color.hex)
reveal_type(place.check()["findings"][0]["rule"])
pose = rezkit.CFrame(1, 2, 3)
wrong: int = pose * pose
worse: int = pose * rezkit.Vector3(1, 2, 3)
opened = rezkit.open("any.file")
reveal_type(opened.of_class("Part")[0].Size)
if isinstance(opened, rezkit.Model):
    reveal_type(opened.meshes)
rezkit.table([], "mesh")
rezkit.Document("rblx")
rezkit.convert("a.mesh", "glbb")
reveal_type(opened.of_class("Part").get("Size"))
reveal_type(opened.walk().get("Shape"))
reveal_type(opened.of_class("BasePart"))
"""


def test_type_checkers_find_typos(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    options = ["--hide-error-context", "--no-error-summary", "--no-pretty", f"--cache-dir={tmp_path / 'cache'}"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "program.py"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    found = [line.split(": ", 1)[0].split(":")[1] + ": " + line.split(": ", 2)[2] for line in done.stdout.splitlines()]
    others = [line for line in found if "Literal[" in line]
    assert [line for line in found if line not in others] == [
        '8: Revealed type is "rezkit.enums.Material"',
        '12: "Part" has no attribute "Anchord"  [attr-defined]',
        '13: "Part" has no attribute "Nope"  [attr-defined]',
        '14: Module has no attribute "Materail"; maybe "Material"?  [attr-defined]',
        '23: Revealed type is "str"',
        '25: Incompatible types in assignment (expression has type "CFrame", variable has type "int")  [assignment]',
        '26: Incompatible types in assignment (expression has type "Vector3", variable has type "int")  [assignment]',
        '28: Revealed type is "tuple[float, float, float, fallback=rezkit.values.Vector3]"',
        '30: Revealed type is "list[rezkit._native.Mesh]"',
        '34: Revealed type is "numpy.ndarray[tuple[Any, ...], numpy.dtype[numpy.floating[numpy._typing._nbit_base._32Bit]]]"',
        '35: Revealed type is "numpy.ndarray[tuple[Any, ...], numpy.dtype[Any]] | list[Any]"',
        '36: Revealed type is "rezkit.instances.Instances[rezkit.classes.BasePart]"',
    ]
    assert [line.partition(" ")[0] for line in others] == ["31:", "32:", "33:"]
    assert all("Argument" in line and "expected \"Literal[" in line for line in others)


def test_a_wrong_keyword_fits_on_a_screen(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text('import rezkit\nrezkit.Document("rbxm").add("Part", nam="Door")\n')
    options = ["--no-pretty", f"--cache-dir={tmp_path / 'cache'}"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "program.py"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert 'did you mean "name"?' in done.stdout
    assert len(done.stdout.splitlines()) < 50


def test_the_formats_of_the_stubs_are_those_of_conversions() -> None:
    (formats,) = re.findall(r"^_Target: TypeAlias = Literal\[(.*?)\]", (STUBS / "_native.pyi").read_text(), re.M | re.S)
    names = set(ast.literal_eval(f"({formats})"))
    with pytest.raises(rezkit.FormatError, match="use one of (.*)") as error:
        rezkit.convert(b"version 1.00\n0\n", "nothing")
    assert names >= set(str(error.value).partition("use one of ")[2].split(", "))
    for name in names:
        with pytest.raises(ValueError) as error:
            rezkit.convert(b"no format", name)
        assert "use one of" not in str(error.value)


def test_stubs_are_true() -> None:
    """Each property of the stubs is one that instances have, and each item of an enum has its number."""
    place, n_properties = rezkit.Document("rbxm"), 0
    for one in ast.parse((STUBS / "classes.pyi").read_text()).body:
        if isinstance(one, ast.ClassDef) and one.name in dir(classes):
            # What a part or a script alone has is declared for all of them.
            instance = place.add({"BasePart": "Part", "BaseScript": "Script"}.get(one.name, one.name))
            assert isinstance(instance, getattr(classes, one.name))
            names = [line.target.id for line in one.body if isinstance(line, ast.AnnAssign)]
            for name in names:
                # Of a property that nobody knows, it would be an AttributeError.
                with pytest.raises(TypeError):
                    instance.set(name, object())
            n_properties += len(names)
    assert n_properties > 2500
    for one in ast.parse((STUBS / "enums.pyi").read_text()).body:
        if isinstance(one, ast.ClassDef) and one.name != "EnumItem":
            items = [line for line in one.body if isinstance(line, ast.Assign)]
            of = getattr(Enum, one.name)
            assert all(of[line.targets[0].id] == line.value.value for line in items), one.name
    assert sum(path.stat().st_size for path in STUBS.glob("*.pyi")) < 1_500_000
