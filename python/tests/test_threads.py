"""Threads that use one document or model; objects that lie about themselves."""

import sys
import sysconfig
import threading
from collections.abc import Callable

import numpy
import pytest

import rezkit


def run(change: Callable[[], object], look: Callable[[], object], count: int) -> None:
    """Changes something, while another thread looks at it for longer."""
    errors: list[BaseException] = []
    is_done = threading.Event()

    def looks() -> None:
        try:
            while not is_done.is_set():
                look()
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    other = threading.Thread(target=looks)
    other.start()
    try:
        for _ in range(count):
            change()
    finally:
        is_done.set()
        other.join()
    assert not errors


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has its lock")
def test_importing_brings_no_lock() -> None:
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined, unused-ignore]


def test_a_document_is_changed_while_it_is_saved() -> None:
    place = rezkit.Document("rbxm")
    parts = place.insert([place.add("Part") for _ in range(1500)])
    first = parts[0]

    def change() -> None:
        added = place.add("Part", first, name="New")
        place.insert([added], first)
        added.Size = (1, 2, 3)
        added.copy().remove()
        parts.assign("Transparency", numpy.zeros(len(parts)))
        first.set_attribute("A", 1)
        added.remove()

    run(change, place.to_bytes, 20)
    assert len(place) == 3000 + 20
    run(change, lambda: (len(place.query("class=Part")), parts.get("Size"), repr(place)), 5)


def test_a_model_is_changed_while_it_is_written() -> None:
    mesh = rezkit.Mesh(numpy.zeros((30_000, 3)), [(0, 1, 2)])
    model = rezkit.Model()
    model.add(mesh)

    def change() -> None:
        model.meshes[0].compute_normals()
        model.add_material(f"M{len(model.materials)}")

    run(change, lambda: (model.to_bytes(), model.meshes[0].positions), 10)
    assert len(model.materials) == 10


class Endless(list):
    """A list that claims to be longer than memory."""

    def __len__(self) -> int:
        return 1 << 62


def test_lengths_are_not_believed() -> None:
    place = rezkit.Document("rbxm")
    part = place.add("Part")
    mesh = rezkit.Mesh([(0, 0, 0)])
    assert len(rezkit.infos(Endless([b""]))) == len(rezkit.rows(Endless([b""]))) == 1
    part.Size = Endless([1, 2, 3])
    assert part.Size == (1, 2, 3)
    assert [one.name for one in place.insert(Endless([part]))] == ["Part"]
    assert rezkit.llsd.loads(rezkit.llsd.dumps(Endless([1]))) == [1]
    assert len(rezkit.open(rezkit.copy(place, Endless(["Part"]), rezkit.Document("rbxm")))) == 1
    mesh.groups = Endless()
    rezkit.check(b"version 1.00\n0\n", profiles=Endless(), allow=Endless())
    with pytest.raises(TypeError, match="several values"):
        rezkit.infos("a.mesh")
    assert len(rezkit.infos(one for one in [b"", b""])) == 2
