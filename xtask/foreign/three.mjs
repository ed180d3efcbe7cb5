// Writes the models of `fixtures/foreign/gltf` with three.js 0.187.0, as GLB and OBJ.

import fs from "node:fs";
import * as THREE from "three";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";
import { OBJExporter } from "three/addons/exporters/OBJExporter.js";

// What the exporters expect of a browser.
globalThis.FileReader = class {
  readAsArrayBuffer(blob) {
    blob.arrayBuffer().then((buffer) => { this.result = buffer; this.onloadend(); });
  }
};

/** Objects with one material each, since its OBJ has one for each mesh. */
function divided({ materials, objects }) {
  const parts = (object) => materials.map(({ name }) => ({ ...object, name: `${object.name}_${name}`, triangles: object.triangles.filter((triangle) => triangle.material === name) }));
  return objects.flatMap(parts).filter((part) => part.triangles.length > 0);
}

function build(input, isUpward) {
  const materials = input.materials.map((of) => Object.assign(new THREE.MeshStandardMaterial({ metalness: of.metallic, roughness: of.roughness,
    opacity: of.base[3], transparent: of.base[3] < 1 }), { name: of.name }));
  materials.forEach((material, at) => material.color.setRGB(...input.materials[at].base.slice(0, 3)));
  const names = input.materials.map((material) => material.name);
  const scene = new THREE.Scene();
  const bones = (input.joints ?? []).map((joint) => Object.assign(new THREE.Bone(), { name: joint.name }));
  bones.forEach((bone, at) => {
    bone.position.set(...input.joints[at].translation);
    (input.joints[at].parent === null ? scene : bones[input.joints[at].parent]).add(bone);
  });
  for (const object of input.objects) {
    const triangles = names.flatMap((name) => object.triangles.filter((triangle) => triangle.material === name));
    const corners = triangles.flatMap((triangle) => triangle.corners);
    const geometry = new THREE.BufferGeometry();
    const attribute = (name, size, values) => geometry.setAttribute(name, new THREE.Float32BufferAttribute(values.flat(), size));
    attribute("position", 3, corners.map((corner) => corner.slice(0, 3)));
    attribute("normal", 3, corners.map((corner) => corner.slice(3, 6)));
    attribute("uv", 2, corners.map(([, , , , , , u, v]) => [u, isUpward ? 1 - v : v]));
    const used = names.filter((name) => triangles.some((triangle) => triangle.material === name));
    used.forEach((name, at) => {
      const of = (triangle) => triangle.material === name;
      geometry.addGroup(3 * triangles.findIndex(of), 3 * triangles.filter(of).length, at);
    });
    const skins = used.map((name) => materials[names.indexOf(name)]);
    const mesh = new (input.joints ? THREE.SkinnedMesh : THREE.Mesh)(geometry, skins.length > 1 ? skins : skins[0]);
    mesh.name = object.name;
    mesh.position.set(...object.translation);
    scene.add(mesh);
    if (input.joints) {
      const four = (corner, part) => [0, 1, 2, 3].map((at) => corner[8][at]?.[part] ?? 0);
      geometry.setAttribute("skinIndex", new THREE.Uint16BufferAttribute(corners.flatMap((corner) => four(corner, 0)), 4));
      attribute("skinWeight", 4, corners.map((corner) => four(corner, 1)));
      scene.updateMatrixWorld(true);
      mesh.bind(new THREE.Skeleton(bones));
    }
  }
  const { name, joint, times, rotations } = input.animation ?? {};
  const tracks = name ? [new THREE.QuaternionKeyframeTrack(`${input.joints[joint].name}.quaternion`, times, rotations.flat())] : [];
  return [scene, name ? [new THREE.AnimationClip(name, -1, tracks)] : []];
}

const folder = new URL("../../fixtures/foreign/gltf/", import.meta.url);
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const input = JSON.parse(fs.readFileSync(new URL(name, folder)));
  if (!input.objects) continue;
  const target = (extension) => new URL(name.replace(".json", `.three.${extension}`), folder);
  const [scene, animations] = build(input, false);
  const glb = await new GLTFExporter().parseAsync(scene, { binary: true, animations, onlyVisible: false });
  fs.writeFileSync(target("glb"), Buffer.from(glb));
  if (input.joints) continue;
  const [upward] = build({ ...input, objects: divided(input) }, true);
  upward.updateMatrixWorld(true);
  fs.writeFileSync(target("obj"), new OBJExporter().parse(upward));
}
