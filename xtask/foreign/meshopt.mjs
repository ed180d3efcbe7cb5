// A glTF file with arrays that meshoptimizer compressed, in every mode and with every filter, and beside them, as the
// fallback that the extension allows, what meshoptimizer makes of them again:
//
//     node meshopt.mjs ../../fixtures/foreign/gltf/packed.gltf
import { writeFileSync } from "node:fs";
import { MeshoptDecoder, MeshoptEncoder } from "meshoptimizer";

await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);

const SIDE = 17;
const N = SIDE * SIDE;
const EXTENSION = "EXT_meshopt_compression";
const packed = [];
const plain = [];
const bufferViews = [];
const accessors = [];

const length = (parts) => parts.reduce((sum, part) => sum + part.length, 0);

function put(parts, bytes) {
  const offset = length(parts);
  parts.push(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
  return offset;
}

/** Adds an array, and returns its accessor. */
function add(source, count, byteStride, mode, filter, accessor, target) {
  const bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const stored = MeshoptEncoder.encodeGltfBuffer(bytes, count, byteStride, mode, 0);
  const again = new Uint8Array(count * byteStride);
  MeshoptDecoder.decodeGltfBuffer(again, count, byteStride, stored, mode, filter);
  const extension = { buffer: 0, byteOffset: put(packed, stored), byteLength: stored.length, byteStride, count, mode };
  if (filter !== "NONE") extension.filter = filter;
  const view = { buffer: 1, byteOffset: put(plain, again), byteLength: again.length, extensions: { [EXTENSION]: extension } };
  if (target) Object.assign(view, { target });
  if (target === 34962) Object.assign(view, { byteStride });
  bufferViews.push(view);
  return accessors.push({ bufferView: bufferViews.length - 1, count, ...accessor }) - 1;
}

const numbers = (count, of) => Float32Array.from({ length: count }, (_, at) => of(at));
const at = (vertex) => [vertex % SIDE, Math.floor(vertex / SIDE)];
const height = (x, y) => Math.sin(x * 0.5) * Math.cos(y * 0.4) * 3;
const unit = (parts) => parts.map((part) => part / Math.hypot(...parts));

const places = numbers(3 * N, (number) => {
  const [x, y] = at(Math.floor(number / 3));
  return [x * 1.25, height(x, y), -y * 0.75][number % 3];
});
const directions = numbers(4 * N, (number) => {
  const [x, y] = at(Math.floor(number / 4));
  return [...unit([Math.cos(x), Math.sin(y) - 0.3, Math.cos(x * y)]), 1][number % 4];
});
const min = [0, 1, 2].map((axis) => Math.min(...places.filter((_, number) => number % 3 === axis)) - 0.01);
const max = [0, 1, 2].map((axis) => Math.max(...places.filter((_, number) => number % 3 === axis)) + 0.01);
const vec = (type, componentType, more = {}) => ({ type, componentType, ...more });
const FLOAT = 5126, BYTE = 5120, SHORT = 5122;

const exponential = MeshoptEncoder.encodeFilterExp(places, N, 12, 15, "SharedVector");
const octahedral8 = MeshoptEncoder.encodeFilterOct(directions, N, 4, 8);
const octahedral16 = MeshoptEncoder.encodeFilterOct(directions, N, 8, 12);
const attributes = {
  POSITION: add(exponential, N, 12, "ATTRIBUTES", "EXPONENTIAL", vec("VEC3", FLOAT, { min, max }), 34962),
  NORMAL: add(octahedral8, N, 4, "ATTRIBUTES", "OCTAHEDRAL", vec("VEC3", BYTE, { normalized: true }), 34962),
  TANGENT: add(octahedral16, N, 8, "ATTRIBUTES", "OCTAHEDRAL", vec("VEC4", SHORT, { normalized: true }), 34962),
  TEXCOORD_0: add(numbers(2 * N, (number) => at(number >> 1)[number & 1] / SIDE), N, 8, "ATTRIBUTES", "NONE", vec("VEC2", FLOAT), 34962),
};

const corners = [];
const ends = [];
for (let y = 0; y + 1 < SIDE; y += 1) {
  for (let x = 0; x + 1 < SIDE; x += 1) {
    const a = y * SIDE + x;
    corners.push(a, a + 1, a + SIDE, a + SIDE, a + 1, a + SIDE + 1);
    ends.push(a, a + 1, a, N - 1 - a);
  }
}
const primitives = [
  { attributes, indices: add(Uint16Array.from(corners), corners.length, 2, "TRIANGLES", "NONE", vec("SCALAR", 5123), 34963) },
  // Jumps, and triangles that were seen before.
  { attributes, indices: add(Uint32Array.from([...corners.slice(0, 90).reverse(), ...corners]), 90 + corners.length, 4, "TRIANGLES", "NONE", vec("SCALAR", 5125), 34963) },
  { attributes, mode: 1, indices: add(Uint16Array.from(ends), ends.length, 2, "INDICES", "NONE", vec("SCALAR", 5123), 34963) },
  { attributes, mode: 0, indices: add(Uint32Array.from(ends).slice(0, 300), 300, 4, "INDICES", "NONE", vec("SCALAR", 5125), 34963) },
];

const KEYS = 40;
const turns = numbers(4 * KEYS, (number) => {
  const key = Math.floor(number / 4);
  return unit([Math.sin(key), Math.cos(key * 2), Math.sin(key * 3), Math.cos(key * 0.7)])[number % 4];
});
const times = numbers(KEYS, (key) => key / 24);
const input = add(times, KEYS, 4, "ATTRIBUTES", "NONE", vec("SCALAR", FLOAT, { min: [0], max: [times[KEYS - 1]] }));
const output = add(MeshoptEncoder.encodeFilterQuat(turns, KEYS, 8, 12), KEYS, 8, "ATTRIBUTES", "QUATERNION", vec("VEC4", SHORT, { normalized: true }));

const uri = (parts) => `data:application/octet-stream;base64,${Buffer.concat(parts).toString("base64")}`;
const file = {
  asset: { version: "2.0", generator: "meshoptimizer" },
  extensionsUsed: [EXTENSION, "KHR_mesh_quantization"],
  extensionsRequired: ["KHR_mesh_quantization"],
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives }],
  animations: [{ samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }] }],
  accessors,
  bufferViews,
  buffers: [
    { byteLength: length(packed), uri: uri(packed) },
    { byteLength: length(plain), uri: uri(plain), extensions: { [EXTENSION]: { fallback: true } } },
  ],
};
writeFileSync(process.argv[2], JSON.stringify(file));
