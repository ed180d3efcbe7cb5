# SPDX-License-Identifier: GPL-3.0-or-later
"""What glTF has no place for: custom properties in Blender, which come back when objects are exported."""

# The custom property with what rezkit keeps for the way back.
OWN = "rezkit"
# The name in the file, and the one in Blender, where no two objects have the same.
_NAME, _AS = "name", "blender_name"


def keep(block, entry):
    """Keeps the extras of an entry of glTF, and its name if Blender has given the block another one."""
    extras = dict(entry.get("extras", {}))
    extras.pop("targetNames", None)
    own = dict(extras.get(OWN, {}))
    name = own.get(_NAME, entry.get("name", block.name))
    if block.name != name:
        extras[OWN] = {**own, _NAME: name, _AS: block.name}
    for key, value in extras.items():
        try:
            block[key] = value
        except (TypeError, OverflowError):
            # A list of different kinds, or a number beyond 32 bits.
            continue


def restore_names(glb, title):
    """Gives what was not renamed in Blender the name that it has in its file, and the scene, which has the name of Blender's,
    that of its file or else this title."""
    for scene in glb.list("scenes"):
        own = scene.get("extras", {}).get(OWN, {})
        own.pop(_AS, None)
        scene["name"] = own.pop(_NAME, title)
    for entry in [*glb.list("nodes"), *glb.list("meshes"), *glb.list("materials")]:
        own = entry.get("extras", {}).get(OWN, {})
        if _AS in own:
            if own.pop(_AS) == entry["name"]:
                entry["name"] = own[_NAME]
            own.pop(_NAME)
