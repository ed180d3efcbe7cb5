"""Arrays that cannot be written to, since what they were read from would not change. NumPy has to be installed."""

from __future__ import annotations

from typing import Any

import numpy

_OPERATORS = "add and floordiv lshift matmul mod mul or pow rshift sub truediv xor"


class array(numpy.ndarray[Any, Any]):
    """A read-only array. `mesh.vertices *= 2` calculates a new array and assigns it, as for other attributes and columns.

    The class has the name by which NumPy shows arrays.
    """

    def __array_wrap__(self, result: Any, context: Any = None, return_scalar: bool = False) -> Any:
        # What is calculated is an array like any other.
        return result[()] if return_scalar else result.view(numpy.ndarray)


def _in_place(name: str) -> Any:
    own, other = getattr(numpy.ndarray, f"__i{name}__"), getattr(numpy.ndarray, f"__{name}__")
    return lambda self, value: own(self, value) if self.flags.writeable else other(self, value)


for _name in _OPERATORS.split():
    setattr(array, f"__i{_name}__", _in_place(_name))


def read_only(values: numpy.ndarray[Any, Any]) -> array:
    """The same numbers as an array that cannot be written to."""
    values.flags.writeable = False
    return values.view(array)
