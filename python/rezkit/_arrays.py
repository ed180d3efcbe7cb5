"""Arrays of NumPy, which is imported when the first is asked for."""

from __future__ import annotations

from typing import Any


def _numpy() -> Any:
    """The module, or an error that says how it is installed."""
    try:
        import numpy
    except ImportError as error:
        raise ModuleNotFoundError('arrays need NumPy: pip install "rezkit[arrays]"', name="numpy") from error
    return numpy


def array(data: bytes, dtype: str, columns: int) -> Any:
    """Numbers in rows, in the bytes that they are given in."""
    numpy = _numpy()

    from rezkit._views import read_only

    return read_only(numpy.frombuffer(data, dtype).reshape(-1, columns))


def data(values: Any, dtype: str, columns: int, what: str) -> bytes:
    """The bytes of numbers that are given in rows, or as one row after the other. No number is changed but by rounding."""
    numpy = _numpy()

    numbers = numpy.asarray([] if values is None else values)
    if numbers.dtype.kind not in "biuf":
        raise TypeError(f"{what} are numbers, not {numbers.dtype}")
    if numbers.size and (numbers.ndim > 2 or numbers.size % columns or (numbers.ndim == 2 and numbers.shape[1] != columns)):
        raise ValueError(f"{what} are rows of {columns} numbers, not an array of the shape {numbers.shape}")
    wanted = numpy.dtype(dtype)
    if wanted.kind == "u" and numbers.size:
        numbers = _whole(numbers, int(numpy.iinfo(wanted).max), what)
    with numpy.errstate(over="ignore"):
        made = numpy.ascontiguousarray(numbers, wanted)
    if wanted.kind == "f" and numbers.dtype.kind == "f" and (numpy.isinf(made) & ~numpy.isinf(numbers).reshape(made.shape)).any():
        raise ValueError(f"{what} are numbers of 32 bits, which end at {numpy.finfo(wanted).max:g}")
    return made.tobytes()


def _whole(numbers: Any, most: int, what: str) -> Any:
    """Whole numbers from 0 to the largest; floats are taken if they are such. Channels of colours may be floats to 1."""
    import numpy

    if numbers.dtype.kind == "f" and what == "colours" and ((numbers >= 0) & (numbers <= 1)).all():
        return numpy.round(numbers * most)
    # Of what is not a number, no comparison is true.
    is_wrong = ~((numbers >= 0) & (numbers <= most) & (numpy.floor(numbers) == numbers))
    if is_wrong.any():
        ways = f"whole numbers from 0 to {most:,}" + (", or all from 0 to 1" if what == "colours" else "")
        raise ValueError(f"{what} are {ways}, and not {numbers[is_wrong].ravel()[0]}")
    return numbers


def records(data: bytes, name: str, start: int, count: int, stride: int) -> Any:
    """Records of a file, where they are in it."""
    numpy = _numpy()

    fields = {name: field for name, field in _FIELDS[name].items() if field[1] < stride}
    names, formats = list(fields), [field[0] for field in fields.values()]
    offsets = [field[1] for field in fields.values()]
    dtype = numpy.dtype(
        {"names": names, "formats": formats, "offsets": offsets, "itemsize": stride} if count else []
    )
    if not count:
        return numpy.empty(0, {"names": names, "formats": formats, "offsets": offsets})
    return numpy.frombuffer(data, dtype, count, start)


# The fields of records, with their first bytes; those at the end are not in all versions.
_FIELDS: dict[str, dict[str, tuple[Any, int]]] = {
    "vertices": {
        "position": (("<f4", 3), 0),
        "normal": (("<f4", 3), 12),
        "uv": (("<f4", 2), 24),
        "tangent": (("u1", 4), 32),
        "colour": (("u1", 4), 36),
    },
    "faces": {"vertices": (("<u4", 3), 0)},
    "envelopes": {"bones": (("u1", 4), 0), "weights": (("u1", 4), 4)},
}
