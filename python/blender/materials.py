# SPDX-License-Identifier: GPL-3.0-or-later
"""Materials as nodes of Blender, in the arrangement that its exporter of glTF understands."""

from __future__ import annotations

import bpy

from . import extras

_EXTENSIONS = {10497: "REPEAT", 33071: "EXTEND", 33648: "MIRROR"}


class Materials:
    """The materials of a file, with and without the colours of vertices."""

    def __init__(self, glb, folder):
        self._glb, self._folder = glb, folder
        self._made, self._images = {}, {}

    def get(self, index, has_colours):
        """A material by its place in the file; None for faces without one."""
        if index is None:
            return None
        entry = self._glb.list("materials")[index]
        # What rezkit adds to faces without a material only shows them white.
        if entry.get("extras", {}).get(extras.OWN, {}).get("default") and not has_colours:
            return None
        if (index, has_colours) not in self._made:
            material = bpy.data.materials.new(entry.get("name", "material"))
            self._fill(material, entry, has_colours)
            extras.keep(material, entry)
            self._made[index, has_colours] = material
        return self._made[index, has_colours]

    def _fill(self, material, entry, has_colours):
        if bpy.app.version < (5, 0):
            material.use_nodes = True
        tree = material.node_tree
        shader = next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")
        inputs, link = shader.inputs, tree.links.new
        surface = entry.get("pbrMetallicRoughness", {})
        base = surface.get("baseColorFactor", (1, 1, 1, 1))
        inputs["Base Color"].default_value = (*base[:3], 1)
        inputs["Alpha"].default_value = base[3]
        inputs["Metallic"].default_value = surface.get("metallicFactor", 1)
        inputs["Roughness"].default_value = surface.get("roughnessFactor", 1)
        material.diffuse_color = base
        material.use_backface_culling = not entry.get("doubleSided", False)
        mode = entry.get("alphaMode", "OPAQUE")
        if mode == "OPAQUE":
            inputs["Alpha"].default_value = 1
        if bpy.app.version < (4, 3):
            material.blend_method = {"MASK": "CLIP", "BLEND": "BLEND"}.get(mode, "OPAQUE")
        else:
            material.surface_render_method = "BLENDED" if mode == "BLEND" else "DITHERED"
        if base_texture := self._texture(tree, surface.get("baseColorTexture")):
            self._tint(tree, base_texture.outputs["Color"], inputs["Base Color"], base)
            if mode != "OPAQUE":
                link(base_texture.outputs["Alpha"], inputs["Alpha"])
        if has_colours:
            self._colour(tree, inputs["Base Color"], base)
        if both := self._texture(tree, surface.get("metallicRoughnessTexture"), is_data=True):
            split = tree.nodes.new("ShaderNodeSeparateColor")
            link(both.outputs["Color"], split.inputs["Color"])
            link(split.outputs["Green"], inputs["Roughness"])
            link(split.outputs["Blue"], inputs["Metallic"])
        if bumps := self._texture(tree, entry.get("normalTexture"), is_data=True):
            turn = tree.nodes.new("ShaderNodeNormalMap")
            turn.inputs["Strength"].default_value = entry["normalTexture"].get("scale", 1)
            link(bumps.outputs["Color"], turn.inputs["Color"])
            link(turn.outputs["Normal"], inputs["Normal"])
        glow = entry.get("emissiveFactor", (0, 0, 0))
        strength = entry.get("extensions", {}).get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1)
        inputs["Emission Color"].default_value = (*glow, 1)
        inputs["Emission Strength"].default_value = strength if any(glow) else 0
        if light := self._texture(tree, entry.get("emissiveTexture")):
            link(light.outputs["Color"], inputs["Emission Color"])

    def _tint(self, tree, source, target, base):
        """Multiplies a colour by that of the material, unless it is white."""
        if tuple(base[:3]) == (1, 1, 1):
            tree.links.new(source, target)
            return
        self._multiplied(tree, source, target).default_value = (*base[:3], 1)

    def _colour(self, tree, target, base):
        """Multiplies what a material has by the colours of vertices."""
        layer = tree.nodes.new("ShaderNodeVertexColor")
        layer.layer_name = "Color"
        before = target.links[0].from_socket if target.is_linked else None
        other = self._multiplied(tree, layer.outputs["Color"], target)
        if before is None:
            other.default_value = (*base[:3], 1)
        else:
            tree.links.new(before, other)

    @staticmethod
    def _multiplied(tree, source, target):
        """Puts a product before an input, and returns its other factor."""
        mix = tree.nodes.new("ShaderNodeMix")
        mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
        mix.inputs["Factor"].default_value = 1
        one, other = [socket for socket in mix.inputs if socket.type == "RGBA"]
        tree.links.new(source, one)
        tree.links.new(next(socket for socket in mix.outputs if socket.type == "RGBA"), target)
        return other

    def _texture(self, tree, entry, *, is_data=False):
        """A node with the image of a texture; None if there is none."""
        if entry is None:
            return None
        texture = self._glb.list("textures")[entry["index"]]
        source = texture.get("source", texture.get("extensions", {}).get("EXT_texture_webp", {}).get("source"))
        image = self._image(source, is_data) if source is not None else None
        if image is None:
            return None
        sampler = self._glb.list("samplers")[texture["sampler"]] if "sampler" in texture else {}
        node = tree.nodes.new("ShaderNodeTexImage")
        node.image = image
        node.extension = _EXTENSIONS.get(sampler.get("wrapS", 10497), "REPEAT")
        node.interpolation = "Closest" if sampler.get("magFilter") == 9728 else "Linear"
        return node

    def _image(self, index, is_data):
        if (index, is_data) not in self._images:
            entry, data = self._glb.list("images")[index], self._glb.image(index)
            name = entry.get("name") or entry.get("uri", "image")
            if data is not None:
                image = bpy.data.images.new(name, 1, 1)
                image.pack(data=data, data_len=len(data))
                image.source = "FILE"
            elif "uri" in entry and (self._folder / entry["uri"]).is_file():
                image = bpy.data.images.load(str(self._folder / entry["uri"]), check_existing=True)
            else:
                image = None
            if image is not None and is_data:
                image.colorspace_settings.is_data = True
            self._images[index, is_data] = image
        return self._images[index, is_data]
