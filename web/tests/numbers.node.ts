// Bytes as numbers, and what a search looks for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMS, half, readings, rotated, soughtIn } from "../src/numbers.ts";
import { sortOf } from "../src/sorts.ts";

test("floats of 16 bits and of Roblox", () => {
  assert.deepEqual([0x3c00, 0xc000, 0x7c00, 0x0001].map(half), [1, -2, Infinity, 2 ** -24]);
  assert.deepEqual([0x7f000000, 0x7f000001].map(rotated), [1, -1]);
});

test("readings have as many bytes as there are", () => {
  const names = (n: number): string[] => readings(new Uint8Array(n), 0).map(([name]) => name);
  assert.deepEqual(names(1), ["8 bits"]);
  assert.equal(names(15).includes("UUID"), false);
  assert.equal(names(16).at(-1), "UUID");
  assert.deepEqual(readings(new Uint8Array([1, 0, 0, 0x80]), 0).find(([name]) => name === "32 bits"), ["32 bits", "2147483649 / -2147483647", "16777344 / 16777344"]);
  assert.deepEqual(readings(new Uint8Array(2), 5), []);
});

test("a search tells bytes, numbers and texts apart", () => {
  assert.deepEqual(soughtIn(" 4d 5A ")?.patterns, [[0x4d, 0x5a]]);
  assert.deepEqual(soughtIn("0x4d5a")?.as, "bytes");
  assert.deepEqual(soughtIn("1.5")?.patterns[0], [0, 0, 0xc0, 0x3f]);
  assert.deepEqual(soughtIn("-1")?.patterns[0], [255, 255, 255, 255]);
  assert.deepEqual(soughtIn('"12"'), { patterns: [[0x31, 0x32]], any_case: true, as: "text" });
  assert.equal(soughtIn("  "), null);
});

test("bytes are copied as source code", () => {
  assert.equal(FORMS["Rust"]!(new Uint8Array([1, 255])), "const BYTES: [u8; 2] = [0x01, 0xff];");
});

test("names and values tell the sort", () => {
  const sort = (name: string, value: string): string => sortOf({ path: ["header", name], value, kind: "typed" });
  assert.deepEqual([sort("packed_len", "3"), sort("n_faces", "3"), sort("[3].uv", "(0.0, 1.0)"), sort("name", '"META"'), sort("body", "compressed, of 3 bytes"), sort("referents[0]", "0x00 …"), sort("version", "3")], ["length", "count", "float", "text", "packed", "id", ""]);
});
