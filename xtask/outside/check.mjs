// Reads the cases that `cargo xtask outside` wrote, has other programs look at each GLB,
// and prints a line of JSON for each check that failed, and one with the counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

globalThis.self = globalThis;
globalThis.ProgressEvent = class {};

const validator = await import('gltf-validator');
const THREE = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { NodeIO } = await import('@gltf-transform/core');

const folder = process.argv[2];
const cases = JSON.parse(readFileSync(join(folder, 'cases.json')));
const counts = { files: 0, infos: {}, vertices: 0, joints: 0 };
const fail = (name, what) => console.log(JSON.stringify({ name, what }));
// What the validator may remark: levels of detail, pictures that nothing uses, tangents without a normal map,
// triangles without area.
const REMARKS = new Set([
  'UNSUPPORTED_EXTENSION', 'UNUSED_OBJECT', 'UNUSED_MESH_TANGENT',
  'ACCESSOR_INDEX_TRIANGLE_DEGENERATE', 'IMAGE_NPOT_DIMENSIONS', 'NODE_EMPTY', 'UNUSED_MESH_WEIGHTS',
]);

async function validated(name, bytes) {
  const { issues } = await validator.default.validateBytes(new Uint8Array(bytes), { maxIssues: 100 });
  for (const { severity, code, message, pointer } of issues.messages) {
    if (severity === 0 || !REMARKS.has(code)) fail(name, `validator: ${code} ${pointer}: ${message}`);
    counts.infos[code] = (counts.infos[code] ?? 0) + 1;
  }
}

/** Pictures cannot be decoded without a browser, and do not matter here. */
function loader() {
  const loader = new GLTFLoader();
  loader.register((parser) => {
    parser.loadTexture = () => Promise.resolve(new THREE.Texture());
    return { name: 'no_pictures' };
  });
  return loader;
}

function meshes(scene) {
  const found = [];
  scene.traverse((node) => node.isMesh && found.push(node));
  return found;
}

const close = (a, b, size) => a.every((value, at) => Math.abs(value - b[at]) <= 1e-5 * Math.max(1, size));

function posed(mesh, vertex) {
  const point = mesh.getVertexPosition(vertex, new THREE.Vector3());
  return point.applyMatrix4(mesh.matrixWorld).toArray();
}

async function loaded(test, bytes) {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const gltf = await loader().parseAsync(buffer, '');
  const { name, size } = test;
  const triangles = gltf.scenes.map((scene) => {
    scene.updateMatrixWorld(true);
    const all = meshes(scene).map((mesh) => (mesh.geometry.index ?? mesh.geometry.attributes.position).count / 3);
    return all.reduce((a, b) => a + b, 0);
  });
  if (JSON.stringify(triangles) !== JSON.stringify(test.triangles)) {
    fail(name, `three.js: triangles of scenes ${triangles}, expected ${test.triangles}`);
  }
  if (gltf.scene.userData.rezkit?.schema !== 'rezkit.gltf/1') fail(name, 'three.js: no userData.rezkit');
  const nodes = await gltf.parser.getDependencies('node');
  const check = (list, time) => {
    gltf.scenes.forEach((scene) => scene.updateMatrixWorld(true));
    for (const { node, matrix } of list) {
      counts.joints += 1;
      const own = nodes[node].matrixWorld.elements;
      if (!close(own, matrix, size)) fail(name, `three.js: node ${node} at ${time}: ${own}, expected ${matrix}`);
    }
  };
  check(test.rest, 'rest');
  const checkVertices = (list, when) => {
    gltf.scenes.forEach((scene) => scene.updateMatrixWorld(true));
    for (const { vertex, position } of list) {
      counts.vertices += 1;
      const node = nodes[test.mesh];
      const mesh = node.isMesh ? node : node.children[0];
      if (mesh.geometry.attributes.position.count <= vertex) continue;
      const own = posed(mesh, vertex);
      if (!close(own, position, size)) fail(name, `three.js: vertex ${vertex} ${when}: ${own}, expected ${position}`);
    }
  };
  checkVertices(test.vertices, 'at rest');
  for (const { node, rotation, vertices } of test.bent) {
    const joint = nodes[node];
    const before = joint.quaternion.clone();
    joint.quaternion.fromArray(rotation);
    checkVertices(vertices, `with node ${node} turned`);
    joint.quaternion.copy(before);
  }
  for (const { animation, time, joints, vertices } of test.animations) {
    const mixer = new THREE.AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[animation]);
    action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
    check(joints, `${animation} at ${time}`);
    checkVertices(vertices, `in ${animation} at ${time}`);
    mixer.stopAllAction();
  }
}

const io = new NodeIO();
for (const test of cases) {
  const bytes = readFileSync(join(folder, `${test.file}.glb`));
  counts.files += 1;
  await validated(test.name, bytes);
  await loaded(test, bytes).catch((error) => fail(test.name, `three.js: ${error}`));
  const rewritten = await io.writeBinary(await io.readBinary(new Uint8Array(bytes)));
  writeFileSync(join(folder, `${test.file}.rewritten.glb`), rewritten);
}
console.log(JSON.stringify({ counts }));
