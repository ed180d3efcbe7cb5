"""Writes `fixtures/foreign/SOURCES.md`: which program wrote each file, from which values, and the checksum.

Run it after a program has written files anew, and read the difference.
"""

import hashlib
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign"

# What follows the name of the input in the name of a file: the program, and the script that runs it.
PROGRAMS = {
    "assimp": ("assimp 5.2.5", "assimp_scene.sh"),
    "blender": ("Blender 5.0.1", "blender_scene.py"),
    "draco-core": ("draco-core 2.3.3; chunks by the script", "rust/src/bin/draco_core.rs"),
    "dracopy": ("DracoPy 2.2.0; chunks and the id of positions by the script", "dracopy_mesh.py"),
    "elementtree": ("xml.etree of Python 3.11, from what rbx_xml wrote", "xml_rewritten.py"),
    "gltf-transform": ("glTF-Transform 4.5.1", "gltf_transform.mjs"),
    "hippolyzer": ("Hippolyzer 0.15.6", "hippolyzer_mesh.py"),
    "llsd-rs": ("llsd-rs 0.1.7", "rust/src/bin/llsd_rs.rs"),
    "minidom": ("xml.dom.minidom of Python 3.11, from what rbx_xml wrote", "xml_rewritten.py"),
    "pycollada": ("pycollada 0.9.3", "pycollada_scene.py"),
    "python-llsd": ("python-llsd 1.2.4", "python_llsd.py"),
    "rbx_binary": ("rbx_binary 3.0.1", "rust/src/bin/rbx_dom.rs"),
    "rbx_mesh": ("rbx_mesh 0.8.2", "rust/src/bin/rbx_mesh.rs"),
    "rbx_xml": ("rbx_xml 3.0.1", "rust/src/bin/rbx_dom.rs"),
    "script": ("the script alone", "text_mesh.py"),
    "sdk": ("Model 3D SDK 1.0.0, of the crate model3d 0.0.1", "m3d_sdk.py"),
    "serde-llsd": ("serde-llsd 0.3.6", "rust/src/bin/serde_llsd.rs"),
    "three": ("three.js 0.187.0", "three.mjs"),
    "trimesh": ("trimesh 5.2.0", "trimesh_scene.py"),
}
# Those that write two formats.
OF_FORMAT = {
    ("m3d", "blender"): ("Blender 5.0.1, exporter of the crate model3d 0.0.1", "blender_m3d.py"),
    ("llsd", "node-metaverse"): ("node-metaverse 0.8.16", "node_metaverse_llsd.mjs"),
    ("slmesh", "node-metaverse"): ("node-metaverse 0.8.16", "node_metaverse_mesh.mjs"),
}
INPUTS = {"gltf": "scene_inputs.py", "llsd": "llsd_inputs.py", "m3d": "m3d_inputs.py", "rbxmesh": "rbxmesh_inputs.py",
          "roblox": "roblox_inputs.py", "slmesh": "slmesh_inputs.py"}
ALONE = {
    "anim/expected.json": ("Hippolyzer 0.15.6, which reads them", "not kept", "the files beside it"),
    "llsd/vectors.json": ("python-llsd 1.2.4, and by hand what its notes say", "`python_llsd.py` compares", ""),
    "gltf/packed.gltf": ("meshoptimizer 1.3.0", "`meshopt.mjs`", "values of the script"),
    "gltf/expected.json": ("a reader in numpy, which shares nothing with ours", "not kept", "the files in the folders beside it"),
}
# Files in folders of `gltf`: a chair, a rigged cylinder and others of ours, of which `expected.json` has the facts.
FOLDERS = {
    "assimp": "assimp 5.2.5", "blender": "Blender 5.0.1", "gltf-transform": "glTF-Transform 4.5.1", "gltfpack": "gltfpack 1.3.0",
    "pygltflib": "pygltflib 1.16.5", "three": "three.js 0.187.0", "trimesh": "trimesh 5.2.0",
}


def row(path):
    name = path.relative_to(FOLDER).as_posix()
    kind, parts = name.split("/")[0], path.name.split(".")
    source = f"`{kind}/{parts[0]}.json`"
    if name in ALONE:
        program, script, source = ALONE[name]
    elif kind == "gltf" and name.count("/") > 1:
        program, script, source = FOLDERS[name.split("/")[1]], "not kept", "models of ours"
    elif kind == "walks":
        program, script, source = PROGRAMS["blender"][0], "`blender_walks.py`", "the script"
    elif kind == "anim":
        program, script, source = PROGRAMS["hippolyzer"][0], "not kept", "values of ours"
    elif path.suffix == ".json":
        program, script, source = "values of ours", f"`{INPUTS[kind]}`", ""
    else:
        known = [token for token in (*PROGRAMS, "node-metaverse") if parts[1] == token or parts[1].startswith(token + "-")]
        program, script = OF_FORMAT.get((kind, known[0])) or PROGRAMS[known[0]]
        script = f"`{script}`"
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"| `{name}` | {program} | {script} | {source} | `{checksum}` |"


files = sorted(path for path in FOLDER.rglob("*") if path.is_file() and path.name != "SOURCES.md")
head = """# Files that other programs wrote

What went in are values of ours, in the `.json` beside the files; what came out is what the programs made of them. The tests `foreign` of each crate compare what we read with what went in. All of it is CC0.

[xtask/foreign](../../xtask/foreign/README.md) has the scripts. `cargo xtask fixtures --check` compares the checksums.

| File | Written by | Script | From | SHA-256 |
|---|---|---|---|---|
"""
(FOLDER / "SOURCES.md").write_text(head + "\n".join(map(row, files)) + "\n")
