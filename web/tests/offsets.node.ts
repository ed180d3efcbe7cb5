// Offsets as people type them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { spanOf } from "../src/offsets.ts";

test("offsets are read as they are shown", () => {
  const read: [string, number, number][] = [
    ["00000010", 0x10, 0x11],
    ["1f0", 0x1f0, 0x1f1],
    ["0x1F0", 0x1f0, 0x1f1],
    ["10", 16, 17],
    ["#10", 10, 11],
    ["+16", 116, 117],
    ["-0x10", 84, 85],
    ["1f0-200", 0x1f0, 0x200],
    ["#10..#12", 10, 12],
    [" 20 + 8 ", 32, 40],
  ];
  for (const [text, start, end] of read) assert.deepEqual(spanOf(text, 100), { start, end }, text);
});

test("what is no offset is none", () => {
  for (const text of ["", "x", "0x", "#a", "-200", "20-10", "10-10", "1 2"]) assert.equal(spanOf(text, 100), null, text);
});
