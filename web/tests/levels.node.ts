// Which form of squares of terrain and of copies is drawn, so that a picture has no more triangles than it should.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as three from "three";
import { Levels, Square } from "../src/levels.ts";

/** A mesh of so many triangles, 100 wide, so far to the right. */
function mesh(nTriangles: number, x: number): three.Mesh {
  const geometry = new three.BufferGeometry().setIndex(new three.BufferAttribute(new Uint8Array(3 * nTriangles), 1));
  geometry.boundingBox = new three.Box3(new three.Vector3(x, 0, 0), new three.Vector3(x + 100, 10, 100));
  return new three.Mesh(geometry);
}

const camera = new three.Camera();
const isDrawn = ({ layers }: three.Mesh): boolean => layers.test(camera.layers);
/** How many triangles the meshes have that are drawn. */
const drawn = (meshes: three.Mesh[]): number => meshes.filter(isDrawn).reduce((sum, { geometry }) => sum + geometry.index!.count / 3, 0);

test("of terrain with too many triangles, what is near is drawn as it is", () => {
  const [fine, coarse] = [200_000, 10_000].map((n) => Array.from({ length: 40 }, (_, i) => mesh(n, 100 * i)));
  const levels = new Levels([], 40 * 200_000);
  assert.equal(levels.isOver, true);
  levels.take(fine!.map((one, i) => new Square([one], [coarse![i]!], 1)));
  for (const x of [50, 2050, 3950]) {
    const eye = new three.Vector3(x, 5, 50);
    levels.follow(eye, eye.clone().setX(x + 1));
    const n = drawn([...fine!, ...coarse!]);
    assert.ok(n <= 1_600_000 && n > 1_300_000, String(n));
    const isNear = fine!.map(isDrawn);
    assert.equal(isNear[Math.floor(x / 100)], true);
    // Each square in one form, and those that are fine beside each other.
    assert.deepEqual(coarse!.map(isDrawn), isNear.map((is) => !is));
    assert.equal(isNear.lastIndexOf(true) - isNear.indexOf(true) + 1, isNear.filter(Boolean).length);
  }
});

test("what has few triangles is drawn as it is", () => {
  assert.equal(new Levels([], 1_500_000).isOver, false);
});
