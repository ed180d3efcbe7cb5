"""Names that people know from scripts of Roblox, NumPy, pandas, trimesh and lxml, for what has another name here."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from html import escape
from pathlib import PurePath
from typing import Any

from rezkit import _native
from rezkit.instances import Instances


def _query(self: Any, expression: str) -> Instances[Any]:
    """What an expression or a selector chooses of all that is in it: see Document.query."""
    return _inside(self, self.document.query(expression))


def _inside(self: Any, found: Instances[Any]) -> Instances[Any]:
    inside = set(self.walk()[1:])
    return Instances(one for one in found if one in inside)


def _of_class(self: Any, class_name: str) -> Instances[Any]:
    """All of a class that is in it: see Document.of_class."""
    return _inside(self, self.document.of_class(class_name))


def _add(self: Any, class_name: str, *, name: str | None = None) -> Any:
    """Adds an instance, as the last in it."""
    return self.document.add(class_name, self, name=name)


def _iter(self: Any) -> Iterator[Any]:
    return iter(self.children)


def _descendants(self: Any) -> Instances[Any]:
    """All that is in it, parents first."""
    return Instances(self.walk()[1:])


def _find_first_child(self: Any, name: str, recursive: bool = False) -> Any:
    """The first child of a name, or None; the first of all that is in it if it is recursive."""
    return next((one for one in (_descendants(self) if recursive else self.children) if one.name == name), None)


def _find_first_child_of_class(self: Any, class_name: str) -> Any:
    """The first child of a class, or None."""
    return next((one for one in self.children if one.class_name == class_name), None)


def _find_first_child_which_is_a(self: Any, class_name: str) -> Any:
    """The first child of a class, or of one that is derived from it, or None."""
    return next((one for one in self.children if one.is_a(class_name)), None)


def _get_children(self: Any) -> Instances[Any]:
    """What is in it."""
    return self.children


def _get_full_name(self: Any) -> str:
    """The names of what it is in and its own, with dots between them."""
    names = [self.name]
    while (self := self.parent) is not None:
        names.append(self.name)
    return ".".join(reversed(names))


def _get_attribute(self: Any, name: str, default: Any = None) -> Any:
    """An attribute, or else the default."""
    return self.attributes.get(name, default)


def _at_top(self: Any, name: str) -> Any:
    """The service or other instance at the top of a name, or else of a class."""
    roots = self.roots if not name.startswith("_") else []
    for one in [one for one in roots if one.name == name] or [one for one in roots if one.class_name == name]:
        return one
    near = difflib.get_close_matches(name, {one.name for one in roots}, 3)
    raise AttributeError(
        f"a Document has no {name!r}, and nothing at its top has that name" + (f"; near it: {', '.join(near)}" if near else "")
    )


def _get_service(self: Any, class_name: str) -> Any:
    """The service of a class at the top, or None."""
    return next((one for one in self.roots if one.class_name == class_name), None)


def _bounds(self: Any) -> Any:
    """The lowest and the highest corner, as an array of two rows; None without vertices."""
    import numpy

    positions = self.positions
    return numpy.stack([positions.min(axis=0), positions.max(axis=0)]) if len(positions) else None


def _extents(self: Any) -> Any:
    """The lengths of the box around it; None without vertices."""
    bounds = _bounds(self)
    return None if bounds is None else bounds[1] - bounds[0]


def _trimesh(self: Any) -> Any:
    """The same as a mesh of trimesh, which counts V upwards."""
    import trimesh  # type: ignore[import-not-found, unused-ignore]

    made = trimesh.Trimesh(self.positions.copy(), self.triangles.copy(), process=False)
    if len(self.normals):
        made.vertex_normals = self.normals  # type: ignore[method-assign, unused-ignore]
    if len(self.uvs):
        made.visual = trimesh.visual.TextureVisuals(uv=self.uvs * (1, -1) + (0, 1))
    elif len(self.colours):
        made.visual = trimesh.visual.ColorVisuals(made, vertex_colors=self.colours)
    return made


def _trimesh_scene(self: Any) -> Any:
    """The same as a scene of trimesh."""
    import io

    import trimesh  # type: ignore[import-not-found, unused-ignore]

    return trimesh.load(io.BytesIO(self.convert("glb").bytes), file_type="glb")


def _save_model(self: Any, path: Any, **options: Any) -> list[dict[str, Any]]:
    """Saves it as the ending of a path says, and returns what the file could not hold: see rezkit.convert."""
    if not PurePath(path).suffix:
        raise ValueError(f"{str(path)!r} has no ending that says the format, such as .glb")
    return self.convert(path, **options).losses


def _save_mesh(self: Any, path: Any, **options: Any) -> list[dict[str, Any]]:
    """Saves the model if this is its only mesh: see Model.save."""
    if len(self.model.meshes) > 1:
        raise ValueError(
            f"the model of {self!r} has other meshes: model.save() saves all of them, and mesh.copy().save() this one "
            "without materials and joints"
        )
    return _save_model(self.model, path, **options)


def _instance_html(self: Any) -> str:
    """The path of an instance, and its properties as a table."""
    return f"<p>{escape(repr(self)[1:-1])}</p>{self.properties._repr_html_()}"


def _deep_copy(self: Any, memo: dict[int, Any]) -> Any:
    memo[id(self)] = made = self.__copy__()
    return made


def _copy(self: Any) -> Any:
    """One of its own with the same content."""
    return self.__copy__()


def _reduce_model(self: Any) -> tuple[Any, ...]:
    return _native.open, (self.to_bytes(),)


def _reduce_mesh(self: Any) -> tuple[Any, ...]:
    arrays = (self.normals, self.uvs, self.tangents, self.colours, self.joints, self.weights)
    if self.morphs:
        raise TypeError(f"{self!r} has morphs: pickle its model")
    return _mesh_of, (self.name, self.positions, self.triangles, *arrays, self.groups)


def _mesh_of(name: str, positions: Any, faces: Any, *arrays: Any) -> Any:
    *attributes, groups = arrays
    names = ("normals", "uv", "tangents", "colours", "joints", "weights")
    made = _native.Mesh(positions, faces, name=name, **dict(zip(names, attributes)))
    made.groups = groups
    return made


def _to_pandas(self: Any) -> Any:
    """The rows as a DataFrame of pandas."""
    return _to_pyarrow(self).to_pandas()


def _to_polars(self: Any) -> Any:
    """The rows as a DataFrame of Polars."""
    import polars  # type: ignore[import-not-found, unused-ignore]

    return polars.DataFrame(self)


def _to_pyarrow(self: Any) -> Any:
    """The rows as a record batch of pyarrow."""
    try:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError as error:
        raise ImportError("tables are converted by pyarrow, which is not installed; rezkit.rows returns dicts") from error

    return pyarrow.record_batch(self)


def _alias(of: type, name: str) -> property:
    """Another name of an array, which is set as the array is."""
    own = getattr(of, name)
    return property(own.__get__, own.__set__, doc=own.__doc__)


_Instance, _Document, _Model, _Mesh, _Batch = (
    _native.Instance,
    _native.Document,
    _native.Model,
    _native.Mesh,
    _native.Batch,
)
_NAMES: dict[type, dict[str, Any]] = {
    _Instance: {
        "query": _query,
        "of_class": _of_class,
        "add": _add,
        "descendants": _descendants,
        "find_first_child": _find_first_child,
        "delete": _Instance.remove,
        "clone": _Instance.copy,
        "FindFirstChild": _find_first_child,
        "FindFirstChildOfClass": _find_first_child_of_class,
        "FindFirstChildWhichIsA": _find_first_child_which_is_a,
        "GetChildren": _get_children,
        "GetDescendants": _descendants,
        "GetFullName": _get_full_name,
        "GetAttribute": _get_attribute,
        "SetAttribute": _Instance.set_attribute,
        "IsA": _Instance.is_a,
        "Destroy": _Instance.remove,
        "Clone": _Instance.copy,
        "__iter__": _iter,
        "_repr_html_": _instance_html,
    },
    _Document: {"__getattr__": _at_top, "GetService": _get_service},
    _Model: {
        "save": _save_model,
        "export": _save_model,
        "copy": _copy,
        "to_trimesh": _trimesh_scene,
        "__deepcopy__": _deep_copy,
        "__reduce__": _reduce_model,
    },
    _Mesh: {
        "vertices": _alias(_Mesh, "positions"),
        "faces": _alias(_Mesh, "triangles"),
        "uv": _alias(_Mesh, "uvs"),
        "vertex_normals": _alias(_Mesh, "normals"),
        "colors": _alias(_Mesh, "colours"),
        "bounds": property(_bounds),
        "extents": property(_extents),
        "save": _save_mesh,
        "export": _save_mesh,
        "copy": _copy,
        "to_trimesh": _trimesh,
        "__deepcopy__": _deep_copy,
        "__reduce__": _reduce_mesh,
    },
    _Batch: {"to_pandas": _to_pandas, "to_polars": _to_polars, "to_pyarrow": _to_pyarrow},
}
for _of, _names in _NAMES.items():
    for _name, _one in _names.items():
        setattr(_of, _name, _one)
