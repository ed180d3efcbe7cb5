#!/bin/sh
# Writes the lamp of `fixtures/foreign/gltf` with assimp 5.2.5 (Debian's assimp-utils), from what Blender has written.
set -eu
cd "$(dirname "$0")/../../fixtures/foreign/gltf"
assimp export lamp.blender.obj lamp.assimp.glb
assimp export lamp.blender.glb lamp.assimp.obj
assimp export arm.blender.glb arm.assimp.glb
