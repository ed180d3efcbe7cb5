# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs the extension with wheels: pack.py WHEEL... ARCHIVE."""

import sys
import zipfile
from pathlib import Path

FILES = ["LICENSE", "README.md", *sorted(path.name for path in Path(__file__).parent.glob("*.py") if path.name != "pack.py")]


def main(wheels: list[Path], archive: Path) -> None:
    """Writes the archive, which Blender installs; with several wheels it is for several platforms."""
    own = Path(__file__).parent
    manifest = (own / "blender_manifest.toml").read_text()
    head, build = manifest.split("[permissions]", 1)
    names = ", ".join(f'"./wheels/{wheel.name}"' for wheel in wheels)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("blender_manifest.toml", f"{head}wheels = [{names}]\n\n[permissions]{build}")
        for name in FILES:
            packed.write(own / name, name)
        for wheel in wheels:
            packed.write(wheel, f"wheels/{wheel.name}", zipfile.ZIP_STORED)


if __name__ == "__main__":
    *wheels, archive = map(Path, sys.argv[1:])
    main(wheels, archive)
