// Of thousands of lamps, the nearest in sight shine.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as three from "three";
import { Lamps, LAMPS } from "../src/lamps.ts";

test("the twelve lamps in sight that are nearest shine, the nearest first", () => {
  // In a line through the camera, in an order that says nothing; half of them are behind it.
  const at = Array.from({ length: 2000 }, (_, i) => ((i * 37) % 2000) - 999.5);
  const lamps = new Lamps(at.map((z) => ({ position: [0, 0, z], reach: 0.4, direction: [0, -1, 0], colour: [1, 1, 1], cone: [1, 0] })));
  const camera = new three.PerspectiveCamera(70, 1.5, 0.1, 5000);
  camera.position.z = 100;
  lamps.follow(camera);
  assert.equal(LAMPS.nLamps.value, 12);
  assert.deepEqual(LAMPS.lampPlaces.value.map(({ z }) => z), Array.from({ length: 12 }, (_, i) => -0.5 - i));
  camera.position.z = -995;
  lamps.follow(camera);
  assert.equal(LAMPS.nLamps.value, 5);
});
