// What casts shadows in a place with too many triangles for all of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as three from "three";
import { Casters } from "../src/casters.ts";
import { Levels } from "../src/levels.ts";

/** A group with boxes of these sides in a row along X, two apart; how many triangles cast shadows from a light above an eye. */
function cast(sides: number[], reach: number, eye: number, more: three.Mesh[] = [], turn = new three.Matrix4()): { total: number; outlines: Float32Array; group: three.Group } {
  const group = new three.Group();
  const mesh = new three.InstancedMesh(new three.BoxGeometry(), new three.MeshBasicMaterial(), sides.length);
  sides.forEach((side, i) => mesh.setMatrixAt(i, turn.clone().scale(new three.Vector3(side, side, side)).setPosition(2 * i, 0, 0)));
  mesh.castShadow = mesh.receiveShadow = true;
  group.add(mesh, ...more);
  const nOthers = more.reduce((sum, { geometry }) => sum + geometry.index!.count / 3, 0);
  const levels = new Levels([], 12 * sides.length + nOthers);
  const casters = new Casters(group, [{ mesh, matrices: mesh.instanceMatrix.array as Float32Array, nTriangles: 12 }], levels, 12 * sides.length + nOthers);
  const sun = new three.DirectionalLight();
  sun.position.set(eye, 2 * reach, 0);
  sun.target.position.set(eye, 0, 0);
  for (const object of [sun, sun.target]) object.updateMatrixWorld();
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0, far: 4 * reach });
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.camera.updateProjectionMatrix();
  sun.shadow.updateMatrices(sun);
  const camera = new three.PerspectiveCamera(70, 1, 1, 1e6);
  camera.position.set(eye, 5, 0);
  camera.lookAt(eye + 1, 5, 0);
  casters.choose(camera, sun.shadow);
  let total = 0;
  let outlines = new Float32Array();
  for (const child of group.children as three.Mesh[]) {
    if (!child.castShadow) continue;
    child.onBeforeShadow(...([] as unknown as Parameters<three.Mesh["onBeforeShadow"]>));
    const n = Math.min(child.geometry.index!.count, child.geometry.drawRange.count) / 3;
    total += child instanceof three.InstancedMesh ? n * child.count : n;
    if (child instanceof three.InstancedMesh && child !== mesh) outlines = (child.instanceMatrix.array as Float32Array).slice(0, 16 * child.count);
  }
  return { total, outlines, group };
}

/** Where outlines are along X. */
const places = (outlines: Float32Array): number[] => Array.from({ length: outlines.length / 16 }, (_, i) => outlines[16 * i + 12]!).sort((a, b) => a - b);

test("few boxes cast shadows as they are", () => {
  const { total, group } = cast(Array<number>(1000).fill(1), 100, 1000);
  assert.deepEqual([total, group.children.length], [12_000, 1]);
});

test("of 100,000 boxes, those in the light cast shadows by their outlines", () => {
  const { total, outlines } = cast(Array<number>(100_000).fill(1), 100, 1000);
  assert.equal(total, 4 * 101);
  assert.deepEqual([places(outlines)[0], places(outlines).at(-1)], [900, 1100]);
});

test("what is less than a point of the map casts nothing, and what is large does from everywhere", () => {
  const sides = Array.from({ length: 100_000 }, (_, i) => (i % 10_000 === 5000 ? 1000 : 1));
  const { outlines } = cast(sides, 200_000, 100_000);
  assert.deepEqual(places(outlines), Array.from({ length: 10 }, (_, i) => 2 * (5000 + 10_000 * i)));
});

test("a picture and its shadows have at most two million triangles, and those that are near cast some", () => {
  for (const n of [100_000, 140_000, 160_000]) {
    const { total, outlines } = cast(Array<number>(n).fill(300), 400_000, 100_000);
    assert.ok(total > 100_000 && total <= Math.max(200_000, 2_000_000 - 12 * n), String(total));
    const all = places(outlines);
    // All beside each other, around the eye.
    assert.equal(all.at(-1)! - all[0]!, 2 * (all.length - 1));
    assert.ok(all[0]! < 100_000 && all.at(-1)! > 100_000);
  }
});

test("of what is put together, the first triangles cast shadows; of squares, the nearest", () => {
  const material = new three.MeshBasicMaterial();
  const list = (nTriangles: number, x: number, square?: string): three.Mesh => {
    const geometry = new three.BufferGeometry().setIndex(new three.BufferAttribute(new Uint8Array(3 * nTriangles), 1));
    geometry.boundingBox = new three.Box3(new three.Vector3(x, 0, 0), new three.Vector3(x + 100, 10, 100));
    geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new three.Sphere());
    const mesh = new three.Mesh(geometry, material);
    mesh.castShadow = mesh.receiveShadow = true;
    if (square) mesh.userData["square"] = square;
    return mesh;
  };
  const rare = [list(300_000, 0), list(300_000, 0), list(300_000, 0)];
  const far = [100, 400, 300, 200].map((x) => list(100_000, x, String(x)));
  assert.ok(cast([1], 1000, 0, [...rare, ...far]).total <= 2_000_000 - 1_300_000);
  assert.deepEqual(rare.map(({ geometry }) => geometry.drawRange.count / 3), [300_000, 113_992, 0]);
  assert.deepEqual(far.map(({ castShadow }) => castShadow), [false, false, false, false]);
  const squares = [100, 400, 300, 200].map((x) => list(300_000, x, String(x)));
  cast([1], 1000, 0, squares);
  assert.deepEqual(squares.map(({ castShadow }) => castShadow), [true, false, false, false]);
  // Those that the picture does not have leave room.
  const behind = [-200, -500, -400, -300].map((x) => list(300_000, x, String(x)));
  cast([1], 1000, 0, behind);
  assert.deepEqual(behind.map(({ castShadow }) => castShadow), [true, false, true, true]);
});

test("an outline hides as much as its box, and looks away from the sun", () => {
  /** Twice the area of each triangle as it is seen from above; less than nothing, if it looks down. */
  const areas = ({ geometry: { index, attributes } }: three.Mesh, matrix: three.Matrix4): number[] => {
    const corners = Array.from(index!.array, (corner) => new three.Vector3().fromBufferAttribute(attributes["position"] as three.BufferAttribute, corner).applyMatrix4(matrix));
    return Array.from({ length: corners.length / 3 }, (_, i) => {
      const [a, b, c] = corners.slice(3 * i, 3 * i + 3) as [three.Vector3, three.Vector3, three.Vector3];
      return b.sub(a).cross(c.sub(a)).y;
    });
  };
  for (let i = 0; i < 20; i++) {
    const turn = new three.Matrix4().makeRotationFromEuler(new three.Euler(i, 2 * i, 3 * i)).scale(new three.Vector3(i % 2 === 0 ? 1 : -1, 2, 3));
    const { group, outlines } = cast(Array<number>(100_000).fill(1), 100, 1000, [], turn);
    const [mesh, outline] = group.children as [three.InstancedMesh, three.InstancedMesh];
    const box = areas(mesh, turn).reduce((sum, area) => sum + Math.abs(area), 0) / 2;
    const all = areas(outline, new three.Matrix4().fromArray(outlines));
    assert.ok(all.every((area) => area < 1e-6), String(all));
    assert.ok(Math.abs(box + all.reduce((sum, area) => sum + area, 0)) < 1e-4, `${box} ${all.join(" ")}`);
  }
});
