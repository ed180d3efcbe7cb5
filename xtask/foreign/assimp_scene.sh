#!/bin/sh
# Writes the lamp of `fixtures/foreign/gltf` with assimp 5.2.5 (Debian's assimp-utils), from what Blender has written.
set -eu
cd "$(dirname "$0")/../../fixtures/foreign/gltf"
assimp export lamp.blender.obj lamp.assimp.glb
assimp export lamp.blender.glb lamp.assimp.obj
assimp export arm.blender.glb arm.assimp.glb
assimp export lamp.blender.glb lamp.assimp.dae
assimp export arm.blender.glb arm.assimp.dae
# The time is not among our values.
sed -i 's/T[0-9:]*</T00:00:00</; s/>20[0-9-]*T/>2000-01-01T/' lamp.assimp.dae arm.assimp.dae
