// No two files of the page use each other, directly or by way of others.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

test("the files of the page make no circles", () => {
  const names = readdirSync("src").filter((name) => name.endsWith(".ts"));
  const uses = new Map(names.map((name) => [name, [...readFileSync(`src/${name}`, "utf8").matchAll(/from "\.\/([\w-]+\.ts)"/g)].map(([, used]) => used!)]));
  // Whoever uses no file that is left is taken away, until nothing or a circle is left.
  for (let n = -1; n !== uses.size; ) {
    n = uses.size;
    for (const [name, used] of [...uses]) if (!used.some((other) => uses.has(other))) uses.delete(name);
  }
  assert.deepEqual([...uses.keys()], []);
});
