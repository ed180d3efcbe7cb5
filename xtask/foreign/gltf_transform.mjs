// Writes the models of `fixtures/foreign/gltf` with glTF-Transform 4.5.1.

import { Document, NodeIO } from "@gltf-transform/core";
import { KHRMeshQuantization } from "@gltf-transform/extensions";
import { quantize } from "@gltf-transform/functions";
import fs from "node:fs";

function build(input) {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const floats = (type, rows) => accessor(type, new Float32Array(rows.flat()));
  const materials = Object.fromEntries(input.materials.map((of) => [of.name, document.createMaterial(of.name).setBaseColorFactor(of.base)
    .setMetallicFactor(of.metallic).setRoughnessFactor(of.roughness).setAlphaMode(of.base[3] < 1 ? "BLEND" : "OPAQUE")]));
  const scene = document.createScene("Scene");
  const joints = (input.joints ?? []).map((joint) => document.createNode(joint.name).setTranslation(joint.translation));
  (input.joints ?? []).forEach((joint, at) => (joint.parent === null ? scene : joints[joint.parent]).addChild(joints[at]));
  for (const object of input.objects) {
    const mesh = document.createMesh(object.name);
    for (const name of new Set(object.triangles.map((triangle) => triangle.material))) {
      const corners = object.triangles.filter((triangle) => triangle.material === name).flatMap((triangle) => triangle.corners);
      // Equal corners become one vertex.
      const keys = corners.map((corner) => JSON.stringify(corner));
      const unique = [...new Set(keys)];
      const vertices = unique.map((key) => JSON.parse(key));
      const primitive = document.createPrimitive().setMaterial(materials[name])
        .setIndices(accessor("SCALAR", new Uint16Array(keys.map((key) => unique.indexOf(key)))))
        .setAttribute("POSITION", floats("VEC3", vertices.map((corner) => corner.slice(0, 3))))
        .setAttribute("NORMAL", floats("VEC3", vertices.map((corner) => corner.slice(3, 6))))
        .setAttribute("TEXCOORD_0", floats("VEC2", vertices.map((corner) => corner.slice(6, 8))));
      if (input.joints) {
        const four = (corner, part) => [0, 1, 2, 3].map((at) => corner[8][at]?.[part] ?? 0);
        primitive.setAttribute("JOINTS_0", accessor("VEC4", new Uint8Array(vertices.flatMap((corner) => four(corner, 0)))));
        primitive.setAttribute("WEIGHTS_0", floats("VEC4", vertices.map((corner) => four(corner, 1))));
      }
      mesh.addPrimitive(primitive);
    }
    const node = document.createNode(object.name).setMesh(mesh).setTranslation(object.translation);
    scene.addChild(node);
    if (input.joints) {
      const places = input.joints.map((joint) => joint.parent === null ? joint.translation : joint.translation.map((number, at) => number + input.joints[joint.parent].translation[at]));
      const inverse = places.map(([x, y, z]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
      const skin = document.createSkin("Skeleton").setInverseBindMatrices(floats("MAT4", inverse)).setSkeleton(joints[0]);
      joints.forEach((joint) => skin.addJoint(joint));
      node.setSkin(skin);
      const { name, joint, times, rotations } = input.animation;
      const sampler = document.createAnimationSampler().setInput(floats("SCALAR", times)).setOutput(floats("VEC4", rotations)).setInterpolation("LINEAR");
      const channel = document.createAnimationChannel().setTargetNode(joints[joint]).setTargetPath("rotation").setSampler(sampler);
      document.createAnimation(name).addSampler(sampler).addChannel(channel);
    }
  }
  return document;
}

const folder = new URL("../../fixtures/foreign/gltf/", import.meta.url);
const io = new NodeIO().registerExtensions([KHRMeshQuantization]);
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const input = JSON.parse(fs.readFileSync(new URL(name, folder)));
  if (!input.objects) continue;
  const target = (kind) => new URL(name.replace(".json", `.gltf-transform${kind}.glb`), folder);
  fs.writeFileSync(target(""), await io.writeBinary(build(input)));
  const small = build(input);
  await small.transform(quantize());
  fs.writeFileSync(target("-quantised"), await io.writeBinary(small));
}
