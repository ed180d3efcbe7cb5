// Flying by keys, over ground that ends it.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as three from "three";
import type { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Flight } from "../src/flight.ts";

/** A flight with W held for so many seconds, from a height of 2, with the ground at 0; the camera at its end. */
function flown(seconds: number, ahead: three.Vector3, isWalking = false): three.Vector3 {
  const [canvas, camera] = [new EventTarget(), new three.PerspectiveCamera()];
  camera.position.set(0, 2, 0);
  const controls = { target: camera.position.clone().add(ahead), update: () => {} };
  const room = (way: three.Vector3): number => (way.y < 0 ? camera.position.y / -way.y : Infinity) - 0.4;
  const flight = new Flight(canvas as HTMLCanvasElement, camera, controls as unknown as OrbitControls, () => {}, room);
  flight.isWalking = isWalking;
  canvas.dispatchEvent(Object.assign(new Event("keydown"), { key: "w", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }));
  for (let i = 0; i < seconds * 10; i++) flight.move(0.1, 1);
  return camera.position;
}

test("who flies down slides along the ground, and does not come through it", () => {
  const end = flown(20, new three.Vector3(0, -1, -1).normalize());
  assert.ok(Math.abs(end.y - 0.4) < 1e-6, String(end.y));
  // Ahead it goes on at the same speed: 20 seconds at 45 degrees.
  assert.ok(Math.abs(end.z + 20 * Math.SQRT1_2) < 0.2, String(end.z));
});

test("who flies up or ahead is not held", () => {
  assert.ok(Math.abs(flown(5, new three.Vector3(0, 1, 0.001).normalize()).y - 7) < 1e-3);
  assert.equal(flown(5, new three.Vector3(0, 0, -1)).y, 2);
});
