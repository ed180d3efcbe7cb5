// The report for bug trackers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, type Facts } from "../src/report.ts";

const facts: Facts = {
  name: "a|b`c.mesh",
  sha256: "00ff",
  summary: {
    identity: { schema: "rezkit.identity/1", format: "rbx-mesh", title: "a Roblox mesh", family: "rbxmesh", version: "2.00", wrappers: [], damage: null, disagreement: null },
    n_bytes: 1234,
    problem: null,
    text: null,
    is_model: true,
    is_place: false,
    is_archive: false,
    tool: "rezkit 0.1.0",
  },
  info: null,
  problem: null,
  rules: [],
};

test("the report has what identifies the file", () => {
  const text = markdown(facts);
  for (const part of ["### `a'b'c.mesh`", "a Roblox mesh, version 2.00", "1,234 bytes", "`00ff`", "rezkit 0.1.0"]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
});

test("findings are rows of a table, whatever they say", () => {
  const rule = { id: "RBM001", severity: "error" as const, title: "Counts | fit", why: "", fix: "", n: 1200, n_listed: 1000, path: "faces[0]", found: "a", limit: "" };
  const text = markdown({ ...facts, rules: [{ rule, first: { path: "faces[0]", found: "a\nb", limit: "", place: null } }] });
  assert.ok(text.includes("| RBM001 | error | 1,200 | Counts \\| fit | `faces[0]`: a b |"), text);
});

test("a refused file says why", () => {
  assert.ok(markdown({ ...facts, problem: "needs 4 bytes" }).includes("**It cannot be read:** needs 4 bytes"));
});
