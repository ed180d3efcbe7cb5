"""The examples in the documentation."""

import doctest
import inspect

import pytest

import rezkit


def documented() -> list[tuple[str, str]]:
    """All names with the texts that they have."""
    found = [("rezkit", rezkit.__doc__), ("llsd", rezkit.llsd.__doc__), ("values", rezkit.values.__doc__)]
    for name in rezkit.__all__:
        one = getattr(rezkit, name)
        found.append((name, inspect.getdoc(one)))
        if inspect.isclass(one):
            own = [(f"{name}.{inner}", inspect.getdoc(getattr(one, inner))) for inner in vars(one)]
            found.extend(pair for pair in own if not pair[0].split(".")[1].startswith("_"))
    found.extend((f"llsd.{name}", inspect.getdoc(getattr(rezkit.llsd, name))) for name in rezkit.llsd.__all__)
    return found


@pytest.mark.parametrize(("name", "text"), documented())
def test_examples(name: str, text: str) -> None:
    # A name without documentation helps nobody.
    assert text
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_the_classes_have_examples() -> None:
    for one in [rezkit.Document, rezkit.Instance, rezkit.Model, rezkit.Mesh, rezkit.info, rezkit.convert]:
        assert ">>>" in one.__doc__
