"""LLSD as values of Python."""

import re
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import rezkit
from rezkit import llsd

VALUE = {
    "nothing": None,
    "yes": True,
    "legs": 4,
    "size": 0.5,
    "name": "Tür",
    "id": uuid.UUID("d7f4aeca-88f1-42a1-b385-b97b18abb255"),
    "made": datetime(2006, 2, 1, 14, 29, 53, 500000, tzinfo=timezone.utc),
    "home": llsd.Uri("http://example.org/"),
    "data": b"\0\xff",
    "list": [1, [2.5, {}], []],
}


@pytest.mark.parametrize("encoding", ["binary", "xml", "notation", "json-tagged"])
def test_values_come_back(encoding: str) -> None:
    data = llsd.dumps(VALUE, encoding)
    back = llsd.loads(data, encoding)
    assert back == VALUE
    assert {key: type(value) for key, value in back.items()} == {
        key: type(value) for key, value in VALUE.items()
    }
    assert list(back) == list(VALUE)
    if encoding != "json-tagged":
        assert llsd.loads(data) == rezkit.open(data).value == VALUE
    if encoding == "notation":
        assert llsd.loads(data.decode()) == VALUE


def test_plain_json() -> None:
    assert llsd.loads(llsd.dumps({"id": VALUE["id"], "a": [1, None]}, "json"), "json") == {
        "id": str(VALUE["id"]),
        "a": [1, None],
    }


def test_dates() -> None:
    # Without a zone, a time is in UTC; others are moved there.
    east = datetime(2020, 1, 1, 2, tzinfo=timezone(timedelta(hours=2)))
    assert llsd.loads(llsd.dumps([datetime(2020, 1, 1), east])) == [datetime(2020, 1, 1, tzinfo=timezone.utc)] * 2
    far = llsd.loads(llsd.dumps(llsd.Timestamp(1e15)))
    assert type(far) is llsd.Timestamp
    assert far == 1e15


def test_text_that_is_not_utf_8() -> None:
    data = b"[\0\0\0\x01s\0\0\0\x02a\xff]"
    assert llsd.loads(data) == ["a\udcff"]
    assert data in llsd.dumps(llsd.loads(data))


def test_what_llsd_does_not_have() -> None:
    with pytest.raises(OverflowError, match="32 bits"):
        llsd.dumps(1 << 31)
    with pytest.raises(TypeError, match="LLSD has no"):
        llsd.dumps({1, 2})
    with pytest.raises(TypeError, match="keys of LLSD must be text"):
        llsd.dumps({1: 2})
    inside: list = []
    inside.append(inside)
    with pytest.raises(ValueError, match="nested"):
        llsd.dumps(inside)
    with pytest.raises(ValueError, match="is not one of binary, xml"):
        llsd.dumps(1, "yaml")


def test_errors_say_where() -> None:
    with pytest.raises(rezkit.FormatError) as caught:
        llsd.loads(b"[i7, what]")
    assert (caught.value.offset, caught.value.path) == (5, ["[1]"])


def test_deep_values_are_refused_or_read() -> None:
    with pytest.raises(rezkit.FormatError):
        llsd.loads(b"[" * 100_000 + b"]" * 100_000)
    deepest = b"[" * 100 + b"]" * 100
    assert llsd.dumps(llsd.loads(deepest), "notation").endswith(deepest)


def test_all_fixtures(fixtures: Path) -> None:
    n_read = 0
    for path in sorted((fixtures / "llsd/valid").iterdir()):
        data = path.read_bytes()
        try:
            value = rezkit.open(data).value
        except rezkit.FormatError:
            continue
        # A date has microseconds in Python.
        again = llsd.loads(llsd.dumps(value, "binary"))
        assert repr(again) == repr(value), path
        n_read += 1
    assert n_read > 5


def test_files_are_read_and_written(tmp_path: Path) -> None:
    llsd.dump({"legs": 4}, tmp_path / "a.llsd", "xml")
    assert llsd.load(tmp_path / "a.llsd") == {"legs": 4}
    with open(tmp_path / "b.llsd", "wb") as file:
        llsd.dump([1, 2.5], file)
    with open(tmp_path / "b.llsd", "rb") as file:
        assert llsd.load(file) == [1, 2.5]
    document = rezkit.open(tmp_path / "a.llsd")
    assert (document["legs"], "legs" in document, list(document), len(document)) == (4, True, ["legs"], 1)
    assert rezkit.open(tmp_path / "b.llsd")[1] == 2.5


def test_descriptors_stay_open(tmp_path: Path) -> None:
    with open(tmp_path / "a.llsd", "w+b", buffering=0) as file:
        llsd.dump([1], file.fileno())
        file.seek(0)
        assert llsd.load(file.fileno()) == [1]
        assert file.fileno()


def test_keys_become_texts_on_demand() -> None:
    made = datetime(2006, 2, 1, 14, 29, 53, tzinfo=timezone.utc)
    value = {1: "a", VALUE["id"]: {made: [{-2: None}]}, VALUE["made"]: 1}
    expected = {
        "1": "a",
        "d7f4aeca-88f1-42a1-b385-b97b18abb255": {"2006-02-01T14:29:53Z": [{"-2": None}]},
        "2006-02-01T14:29:53.500000Z": 1,
    }
    with pytest.raises(TypeError, match="convert_keys=True"):
        llsd.dumps(value)
    for encoding in ["binary", "xml", "notation"]:
        assert llsd.loads(llsd.dumps(value, encoding, convert_keys=True)) == expected
    assert llsd.loads(llsd.format_pretty_xml(value, convert_keys=True)) == expected
    for wrong, error in [({1: 2, "1": 3}, ValueError), ({1.5: 1}, TypeError), ({True: 1}, TypeError), ({None: 1}, TypeError)]:
        with pytest.raises(error):
            llsd.dumps(wrong, convert_keys=True)


@pytest.mark.parametrize(
    "value", [VALUE, 1, "", " a\n <b> & ]]> \r\n ", [], {}, [[]], [[[1], {"a": {}}]], {"a b": " "}, b"", None], ids=repr
)
def test_pretty_xml_reads_as_the_same(value: object) -> None:
    pretty = llsd.format_pretty_xml(value)
    assert llsd.loads(pretty) == llsd.loads(llsd.dumps(value, "xml")) == value


def test_pretty_xml_is_laid_out_as_by_python_llsd() -> None:
    value = {"a": [], "b": [{"c": '"<'}], "d": None, "e": b"ab", "f": ""}
    assert llsd.format_pretty_xml(value).decode() == '''<?xml version="1.0" ?>
<llsd>
<map>
    <key>a</key>
    <array>
    </array>
    <key>b</key>
    <array>
      <map>
        <key>c</key>
        <string>"&lt;</string>
      </map>
    </array>
    <key>d</key>
    <undef/>
    <key>e</key>
    <binary>YWI=</binary>
    <key>f</key>
    <string></string>
  </map>
</llsd>
'''
    assert llsd.format_pretty_xml([]) == b'<?xml version="1.0" ?>\n<llsd>\n<array>\n  </array>\n</llsd>\n'


def test_the_page_for_those_who_come_from_python_llsd() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/migrate/python-llsd-in-python.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(code, {})
