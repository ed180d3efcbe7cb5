"""Loads each GLB with trimesh, and prints a line of JSON for each count or bound that differs."""

import json
import pathlib
import sys

import trimesh

folder = pathlib.Path(sys.argv[1])
for case in json.loads((folder / "cases.json").read_text()):
    scene = trimesh.load(folder / f"{case['file']}.glb", process=False)
    n_faces = 0
    for name in scene.graph.nodes_geometry:
        geometry = scene.geometry[scene.graph[name][1]]
        n_faces += len(getattr(geometry, "faces", []))
    if n_faces != case["triangles"][0]:
        print(json.dumps({"name": case["name"], "what": f"trimesh: {n_faces} triangles, expected {case['triangles'][0]}"}))
    bounds = case["bounds"]
    if bounds and scene.bounds is not None:
        far = abs(scene.bounds - bounds).max()
        if far > 1e-5 * max(1.0, case["size"]):
            print(json.dumps({"name": case["name"], "what": f"trimesh: bounds {scene.bounds.tolist()}, expected {bounds}"}))
print(json.dumps({"counts": {"files": len(json.loads((folder / "cases.json").read_text()))}}))
