// The module alone: every fixture, and every file of the corpus where there is one.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Module, Refused } from "../src/module.ts";
import type { Identity, Verb, Verbs } from "../src/protocol.ts";

/** The tests run in the folder `web`. */
const root = join(process.cwd(), "..");
const compiled = new WebAssembly.Module(readFileSync(join(root, "web/dist/core.wasm")));

/** What the library says of each file when it is compiled for this machine. */
const identities: Record<string, Identity> = JSON.parse(readFileSync(join(root, "web/dist/identities.json"), "utf8"));

function fresh(): Module {
  return new Module(new WebAssembly.Instance(compiled));
}

function opened(path: string): Module {
  const module = fresh();
  module.open(new Uint8Array(readFileSync(join(root, "fixtures", path))), path);
  return module;
}

/** The files in a folder, with the names that `identities` has for them. */
function files(title: string, folder: string): { path: string; name: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => ({ path: join(folder, name), name: `${title}/${name.replaceAll("\\", "/")}` }))
    .filter(({ path }) => statSync(path).isFile());
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
function askAll({ path, name }: { path: string; name: string }): void {
  const file = new Uint8Array(readFileSync(path));
  const module = fresh();
  assert.ok(module.room(file.subarray(0, 1 << 20)).most > 0);
  module.open(file, name);
  const { identity, problem, n_bytes } = module.ask("summary", {}).result;
  assert.equal(n_bytes, file.length);
  assert.deepEqual(identity, identities[name]);
  const info = answer(module, "info", {});
  // Models of other programs have facts, and are checked for a target alone.
  assert.ok(info !== null || answer(module, "check", { profiles: [] }) === null, "what has no facts is checked");
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
  answer(module, "search", { text: "a" });
  for (const { id } of answer(module, "check", { profiles: [] }) ?? []) {
    const paths = module.ask("findings", { rule: id, first: 0, n: 9 }).result.map(({ path }) => path);
    assert.equal(module.ask("instances", { paths }).result.length, paths.length);
  }
  assert.equal(module.ask("bytes", { space: 0, from: 0, to: 64 }).bytes.length, Math.min(64, info?.n_unwrapped_bytes ?? Math.min(64, n_bytes)));
  const summary = module.ask("summary", {}).result;
  if (summary.is_model) answer(module, "convert", { to: "glb" });
}

for (const format of readdirSync(join(root, "fixtures"), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  test(`the fixtures of ${format.name}`, () => {
    const all = files(`fixtures/${format.name}`, join(root, "fixtures", format.name));
    assert.ok(all.length > 3);
    for (const file of all) assert.doesNotThrow(() => askAll(file), file.name);
  });
}

const corpus = process.env["REZKIT_CORPUS"];
test("the corpus", { skip: corpus ? false : "REZKIT_CORPUS names no folder" }, () => {
  // The few larger ones would take as long as all of these; the tests of the library read them.
  const all = files("corpus", corpus!).filter(({ path }) => statSync(path).size < 100_000);
  assert.ok(all.length > 0 || !process.env["REZKIT_CORPUS_REQUIRED"]);
  for (const file of all) assert.doesNotThrow(() => askAll(file), file.name);
});

// `cargo run --release -p fuzz --bin bombs -- FOLDER` writes inputs that are made to take memory and time.
const bombs = process.env["REZ_BOMBS"];
test("what is made to be expensive", { skip: bombs ? false : "REZ_BOMBS names no folder" }, () => {
  for (const { path } of files("bombs", bombs!)) {
    const file = new Uint8Array(readFileSync(path));
    for (const [verb, args] of Object.entries(EXPENSIVE)) {
      const module = fresh();
      // Larger files are not read at all.
      if (file.length > module.room(file.subarray(0, 1 << 20)).most) break;
      module.open(file, path);
      assert.doesNotThrow(() => answer(module, verb as Verb, args as never), `${verb} of ${path}`);
    }
  }
});

/** What the package and the editor ask of a file that they know nothing of. */
const EXPENSIVE = { info: {}, check: { profiles: [] }, subtree: { of: 0, first: 0, n: 1000 }, search: { text: "a" }, draw: { still: true }, picture: { size: [64, 64] }, convert: { to: "glb" } };

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

test("what is packed to less than a hundredth is read", () => {
  const text = "a".repeat(50 << 20);
  const plain = fresh();
  plain.open(new TextEncoder().encode(`<roblox version="4"><Item class="StringValue"><Properties><string name="Value">${text}</string></Properties></Item></roblox>`), "long.rbxmx");
  const packed = plain.ask("convert", { to: "rbxm" }).bytes.slice();
  assert.ok(packed.length < text.length / 100);
  const module = fresh();
  module.open(packed, "long.rbxm");
  assert.equal(module.ask("info", {}).result.facts["instances"], 1);
});

test("a panic is told in its own words", () => {
  const { exports } = new WebAssembly.Instance(compiled);
  const module = new Module({ exports: { ...exports, rezkit_ask: exports["rezkit_fail"] } } as WebAssembly.Instance);
  module.open(new Uint8Array(), "empty");
  assert.throws(() => module.ask("summary", {}), ({ failure }: Refused) => failure.isTrap === true && /exports\.rs:\d+:\d+:\nthis is a trial$/.test(failure.message));
});

test("what a file leaves out has the default of its class", () => {
  const item = (kind: string, name: string, property = "") =>
    `<Item class="${kind}"><Properties><string name="Name">${name}</string>${property}</Properties></Item>`;
  const anchored = item("Part", "A", '<bool name="Anchored">true</bool><float name="Transparency">0.5</float>');
  const module = fresh();
  const model = `<roblox version="4">${anchored}${item("Part", "B")}${item("Folder", "C")}</roblox>`;
  module.open(new TextEncoder().encode(model), "parts.rbxmx");
  const names = (query: string) =>
    module.ask("select", { query, first: 0 }).result.rows.filter((row) => row.is_found).map((row) => row.name);
  assert.deepEqual(names("Anchored=false"), ["B"]);
  assert.deepEqual(names("Anchored=true"), ["A"]);
  assert.deepEqual(names("Transparency<0.5"), ["B"]);
  assert.deepEqual(names("not Anchored and not Transparency=0.5"), ["B", "C"]);
});

test("findings lead to bytes", () => {
  const mesh = opened("rbxbinary/rules/RBX010.fires.rbxm");
  const rules = mesh.ask("check", { profiles: [] }).result;
  assert.ok(rules.some(({ id, why, fix }) => id === "RBX010" && why && fix));
  const [found] = mesh.ask("findings", { rule: "RBX010", first: 0, n: 1 }).result;
  assert.equal(found?.place?.start, 13);
});
