"""Writes models of `fixtures/foreign/roblox` again, as libraries for XML do: from what rbx_xml has written."""

import pathlib
import xml.dom.minidom
import xml.etree.ElementTree

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/roblox"

for name in ("types", "model"):
    text = (FOLDER / f"{name}.rbx_xml.rbxmx").read_text()
    tree = xml.etree.ElementTree.fromstring(text)
    (FOLDER / f"{name}.elementtree.rbxmx").write_bytes(xml.etree.ElementTree.tostring(tree, "us-ascii"))
    (FOLDER / f"{name}.minidom.rbxmx").write_bytes(xml.dom.minidom.parseString(text.encode()).toxml(encoding="utf-8"))
