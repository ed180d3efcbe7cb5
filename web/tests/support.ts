// What the tests in a browser share.

import type { AxeResults } from "axe-core";
import { test as alone, expect, type Locator, type Page } from "@playwright/test";
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Module } from "../src/module.ts";

export const PAGE = pathToFileURL("dist/rezkit.html").href;

/** Tests with a page of their own, which they load. */
export { alone };

/**
 * Tests that share one page, which goes back to its start before each of them: loading it takes longer than most take.
 * The files of earlier tests stay in its list.
 */
export const test = alone.extend<object, { kept: Page }>({
  kept: [async ({ browser }, use) => {
    const page = await browser.newPage({ offline: true, deviceScaleFactor: 0.5, permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(PAGE);
    await use(page);
    await page.close();
  }, { scope: "worker" }],
  page: async ({ kept, viewport, colorScheme }, use) => {
    await kept.setViewportSize(viewport!);
    await kept.emulateMedia({ colorScheme: colorScheme ?? null, forcedColors: null, reducedMotion: "reduce" });
    await kept.evaluate(() => document.querySelector("dialog")?.close());
    await kept.locator("#home").click();
    await use(kept);
  },
});

export function fixture(path: string): string {
  return join(process.cwd(), "../fixtures", path);
}

/** A file of each family. */
export const FAMILIES = {
  "Roblox mesh": "rbxmesh/valid/v500.mesh",
  "Roblox model": "rbxbinary/valid/nested.rbxm",
  "Roblox XML": "rbxxml/valid/all-types.rbxmx",
  "Second Life mesh": "slmesh/valid/uploaded.llmesh",
  LLSD: "llsd/valid/everything.notation",
  "Model 3D": "m3d/valid/rigged.m3d",
} as const;

/** A file on the disk, or made by a test. */
export type Source = string | Made;
export interface Made {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function made(name: string, contents: string | Buffer): Made {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(contents) };
}

export async function opened(page: Page, source: Source): Promise<void> {
  await page.setInputFiles("#pick", source);
  await expect(page).toHaveTitle(`${typeof source === "string" ? basename(source) : source.name}: rezkit`);
  await expect(page.locator("#tabs")).toBeVisible();
}

/** The names of the views that lead somewhere: those with tabs, and those in the menu. */
export async function openTabs(page: Page): Promise<string[]> {
  await expect(page.locator("#tabs[data-settled]")).toBeVisible();
  const tabs = await page.locator("[role=tab]:not([aria-disabled])").allTextContents();
  if (await page.locator("#more").isHidden()) return tabs;
  await page.getByRole("button", { name: "More views" }).click();
  const more = await page.locator("[role=menuitem]:enabled span").allTextContents();
  await page.keyboard.press("Escape");
  return [...tabs, ...more];
}

export async function tab(page: Page, name: string): Promise<void> {
  const own = page.getByRole("tab", { name, exact: true });
  if ((await own.count()) > 0) await own.click();
  else await fromMenu(page, "More views", name);
}

/** Types a text in the place of the one in a field, as a person does: `fill` would bring the focus with it. */
export async function typed(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await page.keyboard.press("Control+a");
  if (text === "") await page.keyboard.press("Delete");
  else await page.keyboard.type(text);
}

/** Opens a menu, and chooses from it. */
export async function fromMenu(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** No fault that axe knows, by all of its rules or by some. */
export async function accessible(page: Page, rules: string[] = []): Promise<void> {
  // Axe is taken into a page once. What passes is not described.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const faults = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ["violations"], ...(rules.length > 0 ? { runOnly: rules } : {}) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, rules);
  expect(faults).toEqual([]);
}

/** Waits for what changes to be laid out and drawn: in the next frame, or in the one behind it. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  });
}

/** How many colours the canvas has, after it was drawn. */
export async function colours(page: Page): Promise<number> {
  await expect(page.locator(".viewer[data-drawn]")).toBeVisible();
  await settled(page);
  return (await pixels(page)).nColours;
}

/** What tells the picture in the canvas from others. */
export async function picture(page: Page): Promise<string> {
  await settled(page);
  return String((await pixels(page)).hash);
}

/** Of the pixels of the canvas: a number that other pixels hardly have, and how many colours there are. */
async function pixels(page: Page): Promise<{ hash: number; nColours: number }> {
  return page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true })!;
    context.drawImage(canvas, 0, 0);
    const words = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    const seen = new Set<number>();
    let [hash, last] = [0, -1];
    for (const word of words) {
      hash = (Math.imul(hash, 31) + word) | 0;
      // Most are as the one before.
      if (word !== last) seen.add((last = word));
    }
    return { hash, nColours: seen.size };
  });
}

/** Waits until the canvas shows something else. */
export async function redrawn(page: Page, before: string, why = "the picture changes"): Promise<void> {
  await expect.poll(async () => (await picture(page)) === before, { message: why, intervals: [50] }).toBe(false);
}

export function module(): Module {
  const compiled = new WebAssembly.Module(readFileSync("dist/core.wasm"));
  return new Module(new WebAssembly.Instance(compiled));
}

/** A mesh of version 2.00 of about so many bytes: a grid of hills. */
export function mesh(nBytes: number): Buffer {
  const side = Math.max(2, Math.floor(Math.sqrt(nBytes / (40 + 2 * 12))));
  const [nVertices, nFaces] = [side * side, 2 * (side - 1) * (side - 1)];
  const head = Buffer.from("version 2.00\n");
  const out = Buffer.alloc(head.length + 12 + nVertices * 40 + nFaces * 12);
  head.copy(out);
  let at = head.length;
  at = out.writeUInt16LE(12, at);
  at = out.writeUInt8(40, at);
  at = out.writeUInt8(12, at);
  at = out.writeUInt32LE(nVertices, at);
  at = out.writeUInt32LE(nFaces, at);
  for (let z = 0; z < side; z++) {
    for (let x = 0; x < side; x++) {
      const y = Math.sin(x / 9) * Math.cos(z / 7);
      for (const value of [x / 10, y, z / 10, 0, 1, 0, x / side, z / side]) at = out.writeFloatLE(value, at);
      at = out.writeUInt32LE(0x7f7f7f80, at);
      at = out.writeUInt32LE(0xffffffff, at);
    }
  }
  for (let z = 0; z + 1 < side; z++) {
    for (let x = 0; x + 1 < side; x++) {
      const corner = z * side + x;
      for (const index of [corner, corner + side, corner + 1, corner + 1, corner + side, corner + side + 1]) {
        at = out.writeUInt32LE(index, at);
      }
    }
  }
  return out;
}

/** A binary place of so many parts, in models of a hundred. */
export function place(nParts: number): Buffer {
  const property = (name: string, text: string): string => `<string name="${name}">${text}</string>`;
  const items: string[] = [];
  for (let i = 0; i < nParts; i++) {
    if (i % 100 === 0) items.push(`${i > 0 ? "</Item>" : ""}<Item class="Model"><Properties>${property("Name", `Model ${i / 100}`)}</Properties>`);
    items.push(`<Item class="Part"><Properties>${property("Name", `Part ${i}`)}<bool name="Anchored">${i % 2 === 0}</bool><CoordinateFrame name="CFrame"><X>${(i % 300) * 5}</X><Y>0</Y><Z>${Math.floor(i / 300) * 5}</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame></Properties></Item>`);
  }
  return packed(workspace(`${items.join("")}</Item>`));
}

const workspace = (inside: string): string => `<roblox version="4"><Item class="Workspace"><Properties><string name="Name">Workspace</string></Properties>${inside}</Item></roblox>`;

/** A part, with more properties. */
function part(kind: string, name: string, [width, height, depth]: readonly number[], [x, y, z]: readonly number[], colour: number, more: string): string {
  return `<Item class="${kind}"><Properties><string name="Name">${name}</string><Vector3 name="size"><X>${width}</X><Y>${height}</Y><Z>${depth}</Z></Vector3>
    <CoordinateFrame name="CFrame"><X>${x}</X><Y>${y}</Y><Z>${z}</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame>
    <Color3uint8 name="Color3uint8">${0xff000000 + colour}</Color3uint8>${more}</Properties></Item>`;
}

const shaped = (shape: number): string => `<token name="shape">${shape}</token>`;

/** A place: the ground, a ball, a roof, and a fence of so many equal posts. */
export function garden(nPosts: number): string {
  const posts = Array.from({ length: nPosts }, (_, i) => part("Part", `Post ${i + 1}`, [0.5, 4, 0.5], [2 * i - nPosts, 2, 8], 0x8a5a2b, shaped(1)));
  const inside = [
    part("Part", "Ground", [2 * nPosts + 4, 1, 24], [0, -0.5, 0], 0x4c8f4c, shaped(1)),
    part("Part", "Ball", [6, 6, 6], [-8, 3, 0], 0xc03a2b, shaped(0)),
    part("WedgePart", "Roof", [8, 6, 10], [8, 3, -2], 0x3a6fc0, shaped(1)),
    `<Item class="Model"><Properties><string name="Name">Fence</string></Properties>${posts.join("")}</Item>`,
  ];
  return workspace(inside.join(""));
}

/** Materials of parts, by their numbers in files. */
const MATERIALS = [256, 272, 288, 512, 528, 784, 800, 816, 832, 848, 880, 912, 1040, 1056, 1072, 1088, 1280, 1284, 1312, 1328, 1536, 1568];

/** A place of so many blocks, balls, cylinders, wedges and unions of many sizes, materials, colours and transparencies. */
export function town(nParts: number): string {
  const union = `<BinaryString name="MeshData">${readFileSync(fixture("rbxcsg/valid/mesh_2.csg")).toString("base64")}</BinaryString>`;
  const side = Math.ceil(Math.sqrt(nParts));
  const parts = Array.from({ length: nParts }, (_, i) => {
    // Numbers that look as if they had no order.
    const some = (n: number): number => Math.floor(((i * 0.618_034 * n) % 1) * n);
    const kind = i % 50 === 0 ? "UnionOperation" : i % 7 === 0 ? "WedgePart" : "Part";
    const size = [1 + some(5), 1 + some(9), 1 + some(7)];
    const at = [4 * (i % side) - 2 * side, size[1]! / 2, 4 * Math.floor(i / side) - 2 * side];
    const more = `<token name="Material">${MATERIALS[some(MATERIALS.length)]}</token><float name="Transparency">${i % 11 === 0 ? some(8) / 10 : 0}</float>`;
    return part(kind, `Part ${i + 1}`, size, at, (i * 2_654_435) & 0xffffff, more + (kind === "UnionOperation" ? union : shaped(i % 5 === 0 ? 0 : i % 5 === 1 ? 2 : 1)));
  });
  return workspace(part("Part", "Ground", [4 * side, 1, 4 * side], [0, -0.5, 0], 0x4c8f4c, shaped(1)) + parts.join(""));
}

/** A place as a binary file. */
export function packed(xml: string): Buffer {
  const core = module();
  core.open(new TextEncoder().encode(xml), "place.rbxlx");
  return Buffer.from(core.ask("convert", { to: "rbxm" }).bytes);
}

/** The first worker of the page fails at a question: its module panics, runs out of memory, or the file is stopped. */
export async function failing(page: Page, verb: string, body: string): Promise<void> {
  await page.addInitScript(([verb, body]) => {
    const shim = `
      const instantiate = WebAssembly.instantiate;
      WebAssembly.instantiate = async (module) => {
        const { exports } = await instantiate.call(WebAssembly, module);
        let input = [0, 0];
        const text = () => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, ...input));
        const rezkit_input = (length) => (input = [exports.rezkit_input(length), length])[0];
        const rezkit_ask = () => { if (text().includes('${verb}')) { ${body} } exports.rezkit_ask(); };
        return { exports: { ...exports, rezkit_input, rezkit_ask } };
      };`;
    const create = URL.createObjectURL.bind(URL);
    const shimmed = new Map<string, string>();
    URL.createObjectURL = (blob: Blob): string => {
      const url = create(blob);
      if (blob instanceof Blob && blob.type === "text/javascript") shimmed.set(url, create(new Blob([shim, blob])));
      return url;
    };
    const Real = Worker;
    window.Worker = class extends Real {
      constructor(url: string | URL) {
        super(shimmed.get(String(url)) ?? url);
        shimmed.delete(String(url));
      }
    };
  }, [verb, body] as const);
  await page.goto(PAGE);
  await page.setInputFiles("#pick", fixture("rbxmesh/valid/v200.mesh"));
}

/** Shows a place as a GLB in a page with three.js. */
export async function shownByThree(page: Page, place: Buffer, name: string): Promise<void> {
  const core = module();
  core.open(place, name);
  const glb = Buffer.from(core.ask("convert", { to: "glb" }).bytes).toString("base64");
  const { outputFiles } = await build({ entryPoints: ["tests/three.ts"], bundle: true, write: false, format: "iife" });
  await page.goto("about:blank");
  await page.setContent("<style>body { margin: 0; overflow: hidden }</style>");
  await page.addScriptTag({ content: outputFiles[0]!.text });
  await page.evaluate((glb) => (window as unknown as { show: (bytes: ArrayBuffer) => Promise<void> }).show(Uint8Array.from(atob(glb), (letter) => letter.charCodeAt(0)).buffer), glb);
}
