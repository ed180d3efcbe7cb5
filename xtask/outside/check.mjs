// Reads the cases that `cargo xtask outside` wrote, has other programs look at each GLB,
// and prints a line of JSON for each check that failed, and one with the counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

globalThis.self = globalThis;
globalThis.ProgressEvent = class {};

const validator = await import('gltf-validator');
const THREE = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
const { NodeIO } = await import('@gltf-transform/core');

const folder = process.argv[2];
const cases = JSON.parse(readFileSync(join(folder, 'cases.json')));
const counts = { files: 0, infos: {}, vertices: 0, joints: 0, compressed: 0, bytes: 0, small: 0, packed: 0 };
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

/** The JSON of a GLB, and its binary chunk. */
function parts(bytes) {
  const length = bytes.readUInt32LE(12);
  return [JSON.parse(bytes.subarray(20, 20 + length)), bytes.subarray(20 + length + 8)];
}

const NUMBERS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const SIZES = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

/** Triangles with their smallest index first, and the smaller of the others second if there are two. */
function turned(indices) {
  const all = [];
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = indices.slice(at, at + 3).map((index) => String(index).padStart(10, '0'));
    all.push([`${a} ${b} ${c}`, `${b} ${c} ${a}`, `${c} ${a} ${b}`].sort()[0]);
  }
  return all.join();
}

/** The reference decoder makes of our arrays what they were. */
function unpacked(name, small, packed) {
  const [plain, plainBin] = parts(small);
  const [json, bin] = parts(packed);
  const views = json.bufferViews?.map((view) => {
    const stored = view.extensions?.EXT_meshopt_compression;
    if (!stored) return bin.subarray(view.byteOffset, view.byteOffset + view.byteLength);
    counts.compressed += 1;
    const target = new Uint8Array(stored.count * stored.byteStride);
    const source = bin.subarray(stored.byteOffset, stored.byteOffset + stored.byteLength);
    MeshoptDecoder.decodeGltfBuffer(target, stored.count, stored.byteStride, source, stored.mode, 'NONE');
    return Buffer.from(target.buffer);
  });
  json.accessors?.forEach((accessor, number) => {
    const other = plain.accessors[number];
    const stride = json.bufferViews[accessor.bufferView].byteStride ?? NUMBERS[accessor.type] * SIZES[accessor.componentType];
    const bytes = (view, from) => view.subarray(from ?? 0, (from ?? 0) + accessor.count * stride);
    const own = bytes(views[accessor.bufferView], accessor.byteOffset);
    const { byteOffset } = plain.bufferViews[other.bufferView];
    const expected = bytes(plainBin.subarray(byteOffset), other.byteOffset);
    if (own.equals(expected)) return;
    const numbers = (buffer) => {
      const copy = new Uint8Array(buffer);
      return [...(stride === 2 ? new Uint16Array(copy.buffer) : new Uint32Array(copy.buffer))];
    };
    const isOfTriangles = accessor.type === 'SCALAR' && (stride === 2 || stride === 4) && accessor.count % 3 === 0;
    if (!isOfTriangles || turned(numbers(own)) !== turned(numbers(expected))) {
      fail(name, `meshoptimizer: accessor ${number} is another`);
    }
  });
}

/** What three.js shows of a file with instances, short numbers and compression. */
async function loadedSmall(test, bytes) {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const gltf = await loader().setMeshoptDecoder(MeshoptDecoder).parseAsync(buffer, '');
  const triangles = gltf.scenes.map((scene) => {
    const all = meshes(scene).map((mesh) => ((mesh.geometry.index ?? mesh.geometry.attributes.position).count / 3) * (mesh.count ?? 1));
    return all.reduce((a, b) => a + b, 0);
  });
  if (JSON.stringify(triangles) !== JSON.stringify(test.triangles)) {
    fail(test.name, `three.js: triangles of scenes when small ${triangles}, expected ${test.triangles}`);
  }
}

await MeshoptDecoder.ready;
const io = new NodeIO();
for (const test of cases) {
  const bytes = readFileSync(join(folder, `${test.file}.glb`));
  counts.files += 1;
  await validated(test.name, bytes);
  await loaded(test, bytes).catch((error) => fail(test.name, `three.js: ${error}`));
  const [small, packed] = ['small', 'packed'].map((name) => readFileSync(join(folder, `${test.file}.${name}.glb`)));
  counts.bytes += bytes.length;
  counts.small += small.length;
  counts.packed += packed.length;
  for (const file of [small, packed]) {
    await validated(`${test.name}, small`, file);
    await loadedSmall(test, file).catch((error) => fail(test.name, `three.js: ${error}`));
  }
  unpacked(test.name, small, packed);
  const rewritten = await io.writeBinary(await io.readBinary(new Uint8Array(bytes)));
  writeFileSync(join(folder, `${test.file}.rewritten.glb`), rewritten);
}
console.log(JSON.stringify({ counts }));
