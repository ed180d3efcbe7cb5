// How the page has bytes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded, encoded } from "../src/letters.ts";

test("bytes come back, whatever their number", () => {
  for (let length = 0; length < 40; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + length * 57) & 0xff);
    const text = encoded(bytes);
    assert.match(text, /^[#-;=-~]*$/);
    assert.deepEqual(decoded(text), bytes);
  }
  assert.deepEqual(decoded(encoded(new Uint8Array(26).fill(0xff))), new Uint8Array(26).fill(0xff));
  assert.equal(encoded(new Uint8Array(1300)).length, 1600);
});
