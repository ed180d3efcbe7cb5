"""Assets of Roblox, Second Life and Model 3D: read, checked, changed, converted and drawn.

A file is a path, or bytes, a bytearray, a memoryview or an mmap:

>>> import rezkit
>>> rezkit.identify(b"version 2.00\\n")["title"]
'a Roblox mesh'

What is asked of any file:

    identify, info, check, diff, roundtrip     dicts, as `rez --json` prints them; tables in notebooks
    merge                                      what two people changed, in one file
    copy, restore, new                         instances copied, from an older version, of a class
    convert                                    another format, with what it could not hold
    thumb                                      a picture: the bytes of a PNG
    infos, checks                              many files at once, where a bad one is a row
    table, rows                                rows about many files, for Arrow, DuckDB, Polars, Spark and Ray

What is opened with open() is a

    Document    a model or place of Roblox, to look at and to change; many Instances are columns, and Enum has the items
    Model       a mesh, glTF, OBJ or Collada, with arrays of NumPy; also made of them
    Llsd        LLSD, as values of Python; see also rezkit.llsd

and all of these show themselves as pictures in notebooks. Errors are FormatError, which say the byte and the part:

>>> try:
...     rezkit.info(b"version 2.00\\n\\x0c\\x00")
... except rezkit.FormatError as error:
...     error.offset, error.path
(13, ['header'])
"""

from rezkit import classes, enums as Enum, llsd, reports, values
from rezkit._native import (
    Batch,
    Converted,
    Document,
    File,
    FormatError,
    Instance,
    Llsd,
    Mesh,
    Model,
    TableWarning,
    __version__,
    check,
    checks,
    convert,
    copy,
    diff,
    identify,
    info,
    infos,
    merge,
    new,
    open,
    restore,
    roundtrip,
    rows,
    table,
    thumb,
)

from rezkit import _habits as _habits
from rezkit.instances import Instances
from rezkit.values import CFrame, Color3, UDim, UDim2, Vector2, Vector3

__all__ = [
    "Batch",
    "CFrame",
    "Color3",
    "Converted",
    "Document",
    "Enum",
    "File",
    "FormatError",
    "Instance",
    "Instances",
    "Llsd",
    "Mesh",
    "Model",
    "TableWarning",
    "UDim",
    "UDim2",
    "Vector2",
    "Vector3",
    "__version__",
    "check",
    "checks",
    "classes",
    "convert",
    "copy",
    "diff",
    "identify",
    "info",
    "infos",
    "llsd",
    "merge",
    "new",
    "open",
    "reports",
    "restore",
    "roundtrip",
    "rows",
    "table",
    "thumb",
    "values",
]
