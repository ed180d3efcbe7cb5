// The package in a browser: the examples of its README, bundled and as it is, and the page with three.js.

import { expect, type Page, test } from "@playwright/test";
import { build } from "esbuild";
import { copyFileSync, createReadStream, existsSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { examples, installed } from "./npm.ts";

let folder = "";
let server: Server;
let address = "";
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

test.use({ offline: false });
// One after the other: it is installed once.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  ({ folder } = installed());
  copyFileSync("npm/example/index.html", join(folder, "index.html"));
  // What the examples read by node, a browser fetches.
  writeFileSync(join(folder, "fs.js"), "export const openAsBlob = (name) => fetch(name).then((answer) => answer.blob());");
  server = createServer(({ url }, answer) => {
    const path = join(folder, normalize(new URL(url!, "http://a").pathname));
    if (!existsSync(path)) return void answer.writeHead(404).end();
    answer.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
    // As a careful page has it.
    answer.setHeader("Content-Security-Policy", "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src blob:; connect-src 'self' blob:");
    createReadStream(path).pipe(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a page prints until it says that it is done. */
async function printed(page: Page, html: string): Promise<string> {
  writeFileSync(join(folder, "try.html"), html);
  const lines: string[] = [];
  const done = new Promise<void>((resolve) => {
    page.on("pageerror", (error) => (lines.push(String(error)), resolve()));
    page.on("console", async (message) => {
      if (message.text() === "done") resolve();
      else lines.push(message.text());
    });
  });
  await page.goto(`${address}/try.html`);
  await done;
  return lines.map((line) => `${line}\n`).join("");
}

const MAP = `<script type="importmap">{ "imports": { "node:fs": "/fs.js", "rezkit": "/node_modules/rezkit/npm/index.js", "rezkit/three": "/node_modules/rezkit/npm/three.js", "three": "/node_modules/three/build/three.module.js", "three/addons/": "/node_modules/three/examples/jsm/" } }</script>`;
/** Prints as node does. */
const PRELUDE = `
const print = console.log;
const shown = (value, inside) => Array.isArray(value) ? (value.length ? "[ " + value.map((one) => shown(one, true)).join(", ") + " ]" : "[]") : typeof value === "string" && inside ? "'" + value + "'" : String(value);
console.log = (...values) => print(values.map((value) => shown(value)).join(" "));
const read = (name) => fetch(name).then((answer) => answer.arrayBuffer());`;

for (const [i, { code, expected, kind }] of examples().entries()) {
  if (kind && kind !== "no-node") continue;
  test(`example ${i + 1} of the README`, async ({ page }) => {
    expect(await printed(page, `<!doctype html>${MAP}<script type="module">${PRELUDE}${code}\nprint("done");</script>`)).toBe(expected);
  });
}

test("esbuild bundles it, and a worker opens files", async ({ page }) => {
  const [bundled, worker] = ["bundled", "worker"].map((kind) => examples().find((example) => example.kind === kind)!.code);
  writeFileSync(join(folder, "worker.src.js"), bundled! + worker!);
  const result = await build({ entryPoints: [join(folder, "worker.src.js")], bundle: true, format: "esm", outfile: join(folder, "worker.js"), loader: { ".wasm": "file" }, logLevel: "silent" });
  expect(result.errors).toEqual([]);
  const html = `<script type="module">${PRELUDE}
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => { console.log(new TextDecoder().decode(data.subarray(0, 4)), data.length > 10000); worker.terminate(); print("done"); };
    worker.onerror = ({ message }) => { console.log(message); print("done"); };
    const bytes = await read("figure.m3d");
    // What is sent before the module is there would be lost.
    const send = () => worker.postMessage({ bytes, name: "figure.m3d" });
    for (let i = 0; i < 20; i++) setTimeout(send, 500 * i);
  </script>`;
  expect(await printed(page, html)).toBe("glTF true\n");
});

test("the page with three.js shows a figure that walks", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${address}/index.html?file=figure.m3d`);
  await expect(page.locator("body")).toHaveAttribute("data-shown", "figure.m3d");
  const drawn = await page.locator("canvas").evaluate(async (canvas: HTMLCanvasElement) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
    copy.drawImage(canvas, 0, 0);
    return copy.getImageData(0, 0, canvas.width, canvas.height).data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });
  expect(drawn).toBeGreaterThan(5000);
  if (process.env["PICTURES"]) await page.screenshot({ path: join(process.env["PICTURES"], "javascript-three.png") });
  expect(errors).toEqual([]);
});
