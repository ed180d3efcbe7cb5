// How the page has bytes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decoded, encoded } from "../src/letters.ts";
import { unpacked } from "../src/lzma.ts";

test("bytes come back, whatever their number", () => {
  for (let length = 0; length < 60; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + length * 57) & 0xff);
    const text = encoded(bytes);
    assert.match(text, /^[ -;=-~\u00c0-\u07ff\u3000-\ucfff]*$/);
    assert.deepEqual(decoded(text), bytes);
  }
  for (const byte of [0, 1, 0xff]) {
    const bytes = new Uint8Array(260).fill(byte);
    assert.deepEqual(decoded(encoded(bytes)), bytes);
  }
});

test("a byte of the text holds 6.8 bits", () => {
  let seed = 1;
  const bytes = Uint8Array.from({ length: 100_000 }, () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 24);
  const ratio = (bytes.length * 8) / Buffer.byteLength(encoded(bytes));
  assert.ok(ratio > 6.77 && ratio < 6.82, String(ratio));
  assert.deepEqual(decoded(encoded(bytes)), bytes);
});

test("what was packed by another program comes back", () => {
  const plain = readFileSync("dist/page.js");
  assert.ok(plain.equals(unpacked(readFileSync("dist/page.js.lzma"))));
});
