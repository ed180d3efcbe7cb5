// Hostile files, failures, stopping, and that nothing leaves the machine.

import { expect, type Page } from "@playwright/test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync } from "node:fs";
import { accessible, alone, failing, fixture, made, opened, PAGE, tab, test } from "./support.ts";

alone("nothing leaves the page, whatever is tried", async ({ browser }) => {
  let nRequests = 0;
  const server = createServer((_, response) => {
    nRequests++;
    response.end("x");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const context = await browser.newContext({ offline: false });
  const page = await context.newPage();
  await page.goto(url);
  expect(nRequests).toBeGreaterThan(0);
  await page.goto(PAGE);
  nRequests = 0;
  // A file that names another one elsewhere.
  const json = { asset: { version: "2.0" }, images: [{ uri: `${url}a.png` }], textures: [{ source: 0 }], materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }], scenes: [{ nodes: [0] }], nodes: [{}] };
  await opened(page, made("far.gltf", JSON.stringify(json)));
  await tab(page, "Model");
  const outcome = await page.evaluate(async (url) => {
    const tried: Record<string, string> = {};
    const element = (tag: string, set: (element: HTMLElement & { src: string; href: string; rel: string }) => void): Promise<string> =>
      new Promise((done) => {
        const made = document.createElement(tag) as HTMLElement & { src: string; href: string; rel: string };
        made.onload = () => done("loaded");
        made.onerror = () => done("refused");
        set(made);
        document.body.append(made);
        setTimeout(() => done("nothing"), 500);
      });
    tried["fetch"] = await fetch(url, { mode: "no-cors" }).then(() => "loaded", () => "refused");
    try {
      tried["beacon"] = navigator.sendBeacon(url, "x") ? "queued" : "refused";
    } catch {
      tried["beacon"] = "refused";
    }
    tried["socket"] = await new Promise((done) => {
      try {
        const socket = new WebSocket(url.replace("http", "ws"));
        socket.onopen = () => done("loaded");
        socket.onerror = () => done("refused");
      } catch {
        done("refused");
      }
    });
    tried["image"] = await element("img", (made) => (made.src = url));
    tried["style"] = await element("link", (made) => { made.rel = "stylesheet"; made.href = url; });
    tried["script"] = await element("script", (made) => (made.src = url));
    await element("iframe", (made) => (made.src = url));
    await element("form", (made) => { made.setAttribute("action", url); (made as unknown as HTMLFormElement).submit?.(); });
    const worker = new Worker(URL.createObjectURL(new Blob([`
      fetch("${url}", { mode: "no-cors" }).then(() => postMessage("loaded"), () => postMessage("refused"));
    `])));
    tried["worker"] = await new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
    const evals = new Worker(URL.createObjectURL(new Blob([`try { eval("1"); postMessage("ran"); } catch { postMessage("refused"); }`])));
    tried["eval"] = await new Promise((done) => (evals.onmessage = ({ data }) => done(data)));
    return tried;
  }, url);
  await page.waitForTimeout(300);
  expect(nRequests).toBe(0);
  for (const [way, what] of Object.entries(outcome)) if (way !== "beacon") expect([way, what]).toEqual([way, "refused"]);
  await context.close();
  server.close();
});

test("every file that once broke a reader, or is refused, leaves a page that works", { tag: "@slow" }, async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const folders = ["llsd/crashers", "rbxxml/crashers", "m3d/invalid", "rbxmesh/invalid"];
  for (const folder of folders) {
    for (const name of readdirSync(fixture(folder)).filter((name) => name.includes(".")).slice(0, 3)) {
      await opened(page, fixture(`${folder}/${name}`));
      await tab(page, "Overview");
      await expect(page.locator(".refusal, dl.facts").first()).toBeVisible();
      await tab(page, "Bytes");
    }
  }
  expect(errors).toEqual([]);
});

async function nextOpens(page: Page): Promise<void> {
  await expect(page.getByText("Open another file")).toBeVisible();
  await opened(page, fixture("rbxmesh/valid/v300.mesh"));
  await expect(page.locator("#sentence")).toHaveText(/^A Roblox mesh, version 3\.00/);
}

for (const verb of ["summary", "check"]) {
  alone(`a panic of the module at ${verb} is told, and the next file opens`, async ({ page }) => {
    await failing(page, `"${verb}"`, "exports.rezkit_fail();");
    await expect(page.locator("h2")).toHaveText("The reader ended unexpectedly");
    await expect(page.locator("main pre")).toHaveText(/^panicked at web.core.src.exports\.rs:\d+:\d+:\nthis is a trial$/);
    await expect(page.locator("#tabs")).toBeHidden();
    await accessible(page);
    await nextOpens(page);
  });
}

alone("a trap without a word is told as what it is: no memory", async ({ page }) => {
  await failing(page, '"summary"', "throw new WebAssembly.RuntimeError('unreachable');");
  await expect(page.locator("h2")).toHaveText("Not enough memory");
  await expect(page.locator("main")).toContainText('rez info "v200.mesh"');
  await accessible(page);
  await nextOpens(page);
});

alone("what never answers can be stopped", async ({ page }) => {
  await failing(page, '"check"', "for (;;);");
  await expect(page.locator("dl.facts")).toBeVisible();
  await page.locator("#stop").click();
  // What was read stays open.
  await expect(page.locator("main")).toContainText("Stopped.");
  await expect(page.locator("#name")).toHaveText("v200.mesh");
  await accessible(page);
  await opened(page, fixture("rbxmesh/valid/v300.mesh"));
  await expect(page.locator("#sentence")).toHaveText(/^A Roblox mesh, version 3\.00/);
});

test("a file that is too large is refused before it is read", async ({ page }) => {
  // A sparse file of the browser: only its first bytes are read.
  await page.evaluate(() => {
    const piece = new Blob([new Uint8Array(1 << 20)]);
    const head = new Blob(['<roblox version="4">']);
    const data = new DataTransfer();
    data.items.add(new File([head, ...Array.from({ length: 120 }, () => piece)], "huge.rbxlx"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(page.locator("h2")).toHaveText("Too large for a page");
  await expect(page.locator("main")).toContainText("96.0 MiB");
  await expect(page.locator("main code").last()).toContainText('rez info "huge.rbxlx"');
  await accessible(page);
  await opened(page, fixture("rbxmesh/valid/v200.mesh"));
});

alone("a file that takes long to open can be stopped, and the next file opens", async ({ page }) => {
  await failing(page, '"summary"', "for (;;);");
  await page.locator("#stop").click();
  await expect(page.locator("h2")).toHaveText("Stopped");
  await nextOpens(page);
});
