// Large meshes have a coarse form at first.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as three from "three";
import { coarsened, refined } from "../src/coarse.ts";

/** A ball, whose bounds are known as those of a loaded mesh. */
function ball(nAround: number): three.Mesh {
  const geometry = new three.SphereGeometry(10, nAround, nAround / 2);
  geometry.computeBoundingBox();
  return new three.Mesh(geometry);
}

test("a large mesh has a coarse one in it, which keeps to its surface, until it is refined", () => {
  const [large, small] = [ball(800), ball(30)];
  assert.deepEqual(coarsened([large, small]), [large]);
  assert.equal(large.layers.mask, 0);
  assert.equal(small.layers.mask, 1);
  const coarse = large.children[0] as three.Mesh;
  assert.equal(coarse.layers.mask, 1);
  const { attributes: { position, normal, uv }, index, boundingBox } = coarse.geometry;
  const n = index!.count / 3;
  assert.ok(n > 20_000 && n < 60_000, `${n} triangles`);
  assert.equal(boundingBox, large.geometry.boundingBox);
  assert.equal(uv!.count, position!.count);
  const [point, outwards] = [new three.Vector3(), new three.Vector3()];
  for (let i = 0; i < position!.count; i++) {
    point.fromBufferAttribute(position!, i);
    assert.ok(Math.abs(point.length() - 10) < 0.1, `a vertex is ${point.length()} from the middle`);
    assert.ok(point.normalize().dot(outwards.fromBufferAttribute(normal!, i)) > 0.98);
  }
  // Together they have the area of the ball, and all look outwards.
  const triangle = new three.Triangle();
  let area = 0;
  for (let i = 0; i < index!.count; i += 3) {
    triangle.setFromAttributeAndIndices(position!, index!.getX(i), index!.getX(i + 1), index!.getX(i + 2));
    area += triangle.getArea();
    assert.ok(triangle.getNormal(outwards).dot(triangle.getMidpoint(point)) > 0, "a triangle is turned over");
  }
  assert.ok(Math.abs(area / (400 * Math.PI) - 1) < 0.03, `an area of ${area}`);
  refined([large]);
  assert.equal(large.layers.mask, 1);
  assert.deepEqual(large.children, []);
});

test("what is small altogether, or has no area, stays as it is", () => {
  assert.deepEqual(coarsened([ball(400)]), []);
  const flat = ball(800);
  flat.geometry.scale(0, 0, 0);
  flat.geometry.computeBoundingBox();
  assert.deepEqual(coarsened([flat]), []);
  assert.equal(flat.layers.mask, 1);
});
