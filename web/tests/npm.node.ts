// The package as its users have it: installed, in node.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type * as rezkit from "../npm/index.ts";
import { examples, installed } from "./npm.ts";

const { folder } = installed();
after(() => rmSync(folder, { recursive: true, force: true }));
const { open, load, Refused } = (await import(pathToFileURL(join(folder, "node_modules/rezkit/npm/index.js")).href)) as typeof rezkit;

const MODULE = join(folder, "node_modules/rezkit/npm/rezkit.wasm");
const file = (name: string): Uint8Array => new Uint8Array(readFileSync(join("../fixtures", name)));
const vase = file("rbxmesh/samples/vase.mesh");

/** Runs a script where the package is installed. */
function ran(code: string): string {
  writeFileSync(join(folder, "example.mjs"), code);
  return execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" });
}

for (const [i, { code, expected, kind }] of examples().entries()) {
  test(`example ${i + 1} of the README`, { skip: kind ? `it is for ${kind}` : false }, () => assert.equal(ran(code), expected));
}

test("the module is that of the page, and nothing but our files is packed", () => {
  assert.deepEqual(readFileSync(MODULE), readFileSync("dist/core.wasm"));
  const all = readdirSync(join(folder, "node_modules/rezkit"), { recursive: true, encoding: "utf8" });
  const code = /^(npm|src)([\\/][a-z]+(\.d\.ts|\.js|\.wasm))?$/;
  const others = all.filter((name) => !code.test(name)).sort();
  assert.deepEqual(others, ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"]);
});

test("types are those of TypeScript's users", () => {
  const code = `import { open, type Info, type Mesh } from "rezkit";
using file = await open(new Uint8Array());
const info: Info = file.info();
const mesh: Mesh = file.mesh();
const positions: Float32Array = mesh.shapes[0]!.positions;
// @ts-expect-error
file.info().facets;
const found: number = file.query("Part").nodes[0]!.id;
export { info, positions, found };`;
  writeFileSync(join(folder, "user.mts"), code);
  const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "--types", "", "user.mts"], { cwd: folder, stdio: "inherit" });
});

test("files are opened as browsers and node give them, and nothing else is", async () => {
  const name = "vase.mesh";
  const given = [vase, vase.slice().buffer, new Blob([vase.slice()]), new File([vase.slice()], name), new Response(vase.slice())];
  for (const content of given) {
    const mesh = await open(content as Blob);
    assert.equal(mesh.info().facts["faces"], 304);
    mesh.close();
  }
  const refused: [unknown, RegExp][] = [[undefined, /this is undefined/], [name, /this is a String/], [Promise.resolve(vase), /this is a Promise: await it first/], [new DataView(vase.slice().buffer), /this is a DataView/], [new Uint16Array(2), /this is a Uint16Array/], [new Response("gone", { status: 404 }), /status 404/]];
  for (const [content, why] of refused) await assert.rejects(open(content as Blob), (error: Error) => error instanceof TypeError && why.test(error.message));
});

test("enum items have their names, and what is refused has one, too", async () => {
  const place = await open(file("rbxxml/samples/hut.rbxlx"));
  assert.equal(place.get("Workspace/Hut/Floor").properties["Material"], "WoodPlanks");
  const changed = await open(place.set("Workspace/Hut/Floor", "Material", "Slate").bytes);
  assert.equal(changed.get("Workspace/Hut/Floor").properties["Material"], "Slate");
  changed.close();
  assert.throws(() => place.get("Workspace/Nothing"), { name: "Refused", message: "nothing has the path Workspace/Nothing" });
  place.close();
});

test("views end with the next call, and with the file", async () => {
  const mesh = await open(vase);
  const { positions, indices } = mesh.mesh().shapes[0]!;
  assert.deepEqual([positions.length, indices.length], [558, 912]);
  assert.ok(positions.buffer.byteLength > 1 << 20, "a view on the memory");
  const own = mesh.gltf().bytes;
  assert.deepEqual([positions.length, indices.length], [0, 0]);
  const again = mesh.mesh().shapes[0]!.positions;
  mesh.close();
  assert.deepEqual([again.length, own.length > 1000], [0, true]);
  assert.throws(() => mesh.info(), /the file is closed/);
  mesh.close();
});

test("what moves has arrays, too", async () => {
  const figure = await open(file("m3d/samples/figure.m3d"));
  assert.ok(figure.mesh().n_triangles > 500);
  figure.close();
});

test("memory is freed", async () => {
  const round = async (n: number): Promise<number> => {
    for (let i = 0; i < n; i++) {
      const mesh = await open(vase);
      mesh.gltf();
      mesh.close();
    }
    return process.memoryUsage().rss;
  };
  // FILES=10000 takes minutes.
  const [before, after] = [await round(200), await round(Number(process.env["FILES"] ?? 400))];
  assert.ok(after < before + (100 << 20), `${before}, then ${after} bytes`);
});

test("what is refused says why, and what is no file of ours is told, too", async () => {
  const broken = await open(new TextEncoder().encode("version 2.00\n\f\0"), { name: "vase.mesh" });
  assert.throws(() => broken.info(), (error: InstanceType<typeof Refused>) => error instanceof Refused && error.failure.problem?.byte === 13);
  broken.close();
  const page = await open(new TextEncoder().encode("<!doctype html>"));
  assert.deepEqual([page.format, page.summary.problem?.kind], ["html", "unsupported"]);
  page.close();
  const huge = new Uint8Array(97 << 20);
  huge.set(new TextEncoder().encode('<roblox version="4">'));
  await assert.rejects(open(huge), ({ failure }: InstanceType<typeof Refused>) => failure.room?.most === 96 << 20);
});

test("a module that ended is left, and the next file opens", async () => {
  const whole = await load();
  const instantiate = WebAssembly.instantiate;
  const failing = async (module: WebAssembly.Module): Promise<WebAssembly.Instance> => {
    const { exports } = await instantiate(module);
    let asked = 0;
    return { exports: { ...exports, rezkit_ask: () => (asked++ ? (exports["rezkit_fail"] as () => void)() : (exports["rezkit_ask"] as () => void)()) } };
  };
  WebAssembly.instantiate = failing as unknown as typeof instantiate;
  const mesh = await open(vase).finally(() => (WebAssembly.instantiate = instantiate));
  assert.throws(() => mesh.info(), ({ failure }: InstanceType<typeof Refused>) => failure.isTrap === true && /this is a trial/.test(failure.message));
  assert.throws(() => mesh.info(), /the file is closed/);
  assert.equal(whole, await load());
  const next = await open(vase);
  assert.equal(next.info().facts["faces"], 304);
  next.close();
});

test("a worker has the package, takes a compiled module, and can be ended", async () => {
  const code = `import { parentPort, workerData } from "node:worker_threads";
import { load, open } from "rezkit";
await load(workerData);
parentPort.on("message", async (bytes) => {
  const file = await open(bytes);
  parentPort.postMessage(file.info().facts.faces);
  for (;;);
});`;
  writeFileSync(join(folder, "worker.mjs"), code);
  const worker = new Worker(join(folder, "worker.mjs"), { workerData: await load() });
  const answer = new Promise((resolve) => worker.once("message", resolve));
  worker.postMessage(vase);
  assert.equal(await answer, 304);
  await worker.terminate();
});
