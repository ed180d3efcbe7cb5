"""Writes models of `fixtures/foreign/gltf` with trimesh 5.2.0, as GLB and OBJ."""

import json
import pathlib

import numpy
import trimesh
from trimesh.visual.material import PBRMaterial

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures/foreign/gltf"

input = json.loads((FOLDER / "lamp.json").read_text())
scene = trimesh.Scene()
for of in input["objects"]:
    for values in input["materials"]:
        corners = [corner for triangle in of["triangles"] if triangle["material"] == values["name"] for corner in triangle["corners"]]
        if not corners:
            continue
        material = PBRMaterial(name=values["name"], baseColorFactor=values["base"], metallicFactor=values["metallic"], roughnessFactor=values["roughness"],
                               alphaMode="BLEND" if values["base"][3] < 1 else None)
        rows = numpy.array(corners)
        # Its V grows upward.
        uvs = rows[:, 6:8] * [1, -1] + [0, 1]
        mesh = trimesh.Trimesh(rows[:, :3], numpy.arange(len(rows)).reshape(-1, 3), vertex_normals=rows[:, 3:6], process=False,
                               visual=trimesh.visual.TextureVisuals(uv=uvs, material=material))
        name = f"{of['name']}_{values['name']}"
        scene.add_geometry(mesh, node_name=name, geom_name=name, transform=trimesh.transformations.translation_matrix(of["translation"]))
(FOLDER / "lamp.trimesh.glb").write_bytes(scene.export(file_type="glb", include_normals=True))
text, others = trimesh.exchange.obj.export_obj(scene, include_normals=True, return_texture=True, mtl_name="lamp.trimesh.mtl")
(FOLDER / "lamp.trimesh.obj").write_text(text)
for name, data in others.items():
    (FOLDER / name).write_bytes(data)
