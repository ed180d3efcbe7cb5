"""The examples in the documentation."""

import doctest
import inspect

import pytest

import rezkit


def documented() -> list[tuple[str, str]]:
    """All names with the texts that they have."""
    found = [("rezkit", rezkit.__doc__), ("llsd", rezkit.llsd.__doc__), ("values", rezkit.values.__doc__)]
    found += [("classes", rezkit.classes.__doc__), ("Enum", rezkit.Enum.__doc__)]
    for name in rezkit.__all__:
        one = getattr(rezkit, name)
        found.append((name, inspect.getdoc(one)))
        if inspect.isclass(one):
            own = [(f"{name}.{inner}", inspect.getdoc(getattr(one, inner))) for inner in vars(one)]
            found.extend(pair for pair in own if not pair[0].split(".")[1].startswith("_"))
    for kind in vars(rezkit.values).values():
        if inspect.isclass(kind) and issubclass(kind, tuple) and not kind.__name__.startswith("_"):
            found.append((f"values.{kind.__name__}", inspect.getdoc(kind)))
    found.extend((f"llsd.{name}", inspect.getdoc(getattr(rezkit.llsd, name))) for name in rezkit.llsd.__all__)
    return found


def module_of(name: str) -> dict[str, object]:
    """The names that an example may use without importing them."""
    first = name.split(".")[0]
    if hasattr(rezkit.values, first):
        return dict(vars(rezkit.values))
    return dict(vars(getattr(rezkit, first))) if first in ("llsd", "values") and "." in name else {}


@pytest.mark.parametrize(("name", "text"), documented())
def test_examples(name: str, text: str) -> None:
    # A name without documentation helps nobody.
    assert text
    example = doctest.DocTestParser().get_doctest(text, module_of(name), name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_the_classes_have_examples() -> None:
    for one in [rezkit.Document, rezkit.Instance, rezkit.Model, rezkit.Mesh, rezkit.info, rezkit.convert]:
        assert ">>>" in one.__doc__
