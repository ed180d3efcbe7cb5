// The module alone: every fixture, and every file of the corpus where there is one.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { Module, Refused } from "../src/module.ts";
import type { Verb, Verbs } from "../src/protocol.ts";

/** The tests run in the folder `web`. */
const root = join(process.cwd(), "..");
const compiled = new WebAssembly.Module(gunzipSync(readFileSync(join(root, "web/dist/core.wasm.gz"))));

function fresh(): Module {
  return new Module(new WebAssembly.Instance(compiled));
}

function opened(path: string): Module {
  const module = fresh();
  module.open(new Uint8Array(readFileSync(join(root, "fixtures", path))), path);
  return module;
}

function files(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** The answer, or null if the file is refused; a trap fails the test. */
function answer<V extends Verb>(module: Module, verb: V, args: Verbs[V][0]): Verbs[V][1] | null {
  try {
    return module.ask(verb, args).result;
  } catch (error) {
    if (error instanceof Refused && !error.failure.isTrap) return null;
    throw error;
  }
}

/** Asks everything that the page asks of a file. */
function askAll(path: string): void {
  const file = new Uint8Array(readFileSync(path));
  const module = fresh();
  assert.ok(module.room(file.subarray(0, 1 << 20)).most > 0);
  module.open(file, path);
  const { problem, n_bytes } = module.ask("summary", {}).result;
  assert.equal(n_bytes, file.length);
  const info = answer(module, "info", {});
  assert.equal(answer(module, "check", { profiles: [] }) === null, info === null, "info and check disagree");
  if (problem === null) {
    for (const { number, len } of module.ask("spaces", {}).result) {
      const window = { space: number, from: 0, to: 512 };
      let covered = 0;
      for (const leaf of module.ask("leaves", window).result) {
        assert.ok(leaf.start === covered || leaf.start === leaf.end, `a gap at ${covered} of space ${number}`);
        covered = Math.max(covered, leaf.end);
      }
      assert.ok(covered >= Math.min(512, len), `space ${number} is covered up to ${covered} of ${len}`);
    }
  }
  for (const { id } of answer(module, "children", { of: 0, first: 0, n: 20 }) ?? []) module.ask("node", { of: id });
  answer(module, "sizes", {});
  answer(module, "assets", {});
  answer(module, "contents", {});
  assert.equal(module.ask("bytes", { space: 0, from: 0, to: 64 }).bytes.length, Math.min(64, info?.n_unwrapped_bytes ?? Math.min(64, n_bytes)));
  const summary = module.ask("summary", {}).result;
  if (summary.is_model) answer(module, "convert", { to: "glb" });
}

for (const format of readdirSync(join(root, "fixtures"))) {
  test(`the fixtures of ${format}`, () => {
    const paths = files(join(root, "fixtures", format));
    assert.ok(paths.length > 3);
    for (const path of paths) assert.doesNotThrow(() => askAll(path), path);
  });
}

const corpus = process.env["REZKIT_CORPUS"];
test("the corpus", { skip: corpus ? false : "REZKIT_CORPUS names no folder" }, () => {
  const paths = files(corpus!).filter((path) => statSync(path).size < 8 << 20);
  assert.ok(paths.length > 0 || !process.env["REZKIT_CORPUS_REQUIRED"]);
  for (const path of paths) assert.doesNotThrow(() => askAll(path), path);
});

test("the module imports nothing", () => {
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
});

test("a mesh is told, annotated and converted", () => {
  const mesh = opened("rbxmesh/valid/v300.mesh");
  const { identity } = mesh.ask("summary", {}).result;
  assert.deepEqual([identity.title, identity.version], ["a Roblox mesh", "3.00"]);
  const [leaf] = mesh.ask("leaves", { space: 0, from: 13, to: 15 }).result;
  assert.deepEqual([leaf?.path, leaf?.start, leaf?.end], [["header", "header_size"], 13, 15]);
  const { result, bytes } = mesh.ask("convert", { to: "glb" });
  assert.equal(result.name, "v300.glb");
  assert.equal(new TextDecoder().decode(bytes.subarray(0, 4)), "glTF");
});

test("a module that runs out of memory says so", () => {
  const module = fresh();
  assert.throws(() => module.reserve(2 ** 31 + 2 ** 28, "large"), (error: Refused) => error.failure.message.includes("memory"));
});

test("findings lead to bytes", () => {
  const mesh = opened("rbxbinary/rules/RBX010.fires.rbxm");
  const rules = mesh.ask("check", { profiles: [] }).result;
  assert.ok(rules.some(({ id, why, fix }) => id === "RBX010" && why && fix));
  const [found] = mesh.ask("findings", { rule: "RBX010", first: 0, n: 1 }).result;
  assert.equal(found?.place?.start, 13);
});
