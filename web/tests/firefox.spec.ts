// The page in Firefox: every view of each sample, with its model where Firefox can draw one.

import { expect, test } from "@playwright/test";
import { readFileSync, writeFileSync } from "node:fs";
import { Firefox } from "./firefox.ts";
import { fixture, garden, PAGE, town } from "./support.ts";

/** How many colours the picture of the model has. */
const COLOURS = `(() => {
  const canvas = document.querySelector(".viewer canvas"), { width, height } = canvas;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(canvas, 0, 0);
  return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
})()`;

const program = process.env["FIREFOX"];

test("every view of each sample in Firefox", { tag: "@slow" }, async () => {
  test.skip(!program, "no Firefox: install one, or name it in FIREFOX");
  test.setTimeout(120_000);
  const firefox = await Firefox.launch(program!, PAGE);
  try {
    const text = (selector: string): Promise<unknown> => firefox.value(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ""`);
    const click = (selector: string): Promise<unknown> => firefox.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
    await firefox.value(`window.faults = []; addEventListener("error", (event) => faults.push(event.message)); addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));`);
    const hasModels = await firefox.value(`document.createElement("canvas").getContext("webgl2") !== null`);
    let nSamples = 0;
    await expect.poll(async () => (nSamples = Number(await firefox.value(`document.querySelectorAll(".samples button").length`)))).toBeGreaterThan(4);
    for (let i = 0; i < nSamples; i++) {
      await click("#home");
      await click(`.samples button:nth-of-type(${i + 1})`);
      await expect.poll(() => text("#sentence"), { timeout: 20_000 }).toMatch(/ bytes| KiB/);
      const tabs = String(await firefox.value(`[...document.querySelectorAll("[role=tab]")].map((tab) => tab.id).join(" ")`)).split(" ");
      for (const tab of tabs) {
        if (await firefox.value(`document.getElementById("${tab}").hasAttribute("aria-disabled")`)) continue;
        await click(`#${tab}`);
        if (tab === "tab-model") await expect.poll(() => (hasModels ? firefox.value(`document.querySelector(".viewer").dataset.drawn !== undefined`) : text(".viewer h2")), { timeout: 20_000 }).toBe(hasModels ? true : "No WebGL");
        if (tab === "tab-model" && hasModels) await expect.poll(() => firefox.value(COLOURS), { timeout: 20_000 }).toBeGreaterThan(20);
        if (tab === "tab-bytes") await expect.poll(() => text("#byte-0")).toMatch(/^[0-9a-f]{2}$/);
        if (tab === "tab-tree") await expect.poll(() => text(".item")).not.toBe("");
        expect(await firefox.value(`document.getElementById("panel").textContent.length > 0`), tab).toBe(true);
      }
      // Those without tabs, by their addresses.
      for (const view of ["sizes", "inside", "assets", "convert"]) {
        await firefox.value(`location.hash = "#${view}"`);
        if (view === "sizes") await expect.poll(() => text("tbody")).not.toBe("");
        expect(await firefox.value(`document.getElementById("panel").textContent.length > 0`), view).toBe(true);
      }
    }
    // An address that is typed.
    await firefox.value(`location.hash = "#bytes:file:0x4"`);
    await expect.poll(() => firefox.value(`document.querySelector("#byte-4")?.classList.contains("cursor") ?? false`)).toBe(true);
    expect(await firefox.value(`faults.join("\\n")`)).toBe("");
  } finally {
    firefox.end();
  }
});

test("a narrow window of Firefox has room for a thousand files and 100,000 parts", { tag: "@slow" }, async () => {
  test.skip(!program, "no Firefox: install one, or name it in FIREFOX");
  test.setTimeout(300_000);
  const mesh = readFileSync(fixture("rbxmesh/valid/v200.mesh"));
  const meshes = Array.from({ length: 1000 }, (_, i) => test.info().outputPath(`${i}.mesh`));
  for (const path of meshes) writeFileSync(path, mesh);
  const place = test.info().outputPath("town.rbxlx");
  writeFileSync(place, town(100_000));
  const firefox = await Firefox.launch(program!, PAGE);
  try {
    const value = (expression: string, timeout = 60_000) => expect.poll(() => firefox.value(expression), { timeout });
    await firefox.resize(390, 844);
    await firefox.choose("#pick", ...meshes);
    await value(`document.querySelector(".totals")?.textContent ?? ""`).toContain("1,000");
    await value(`document.documentElement.scrollWidth`).toBe(390);
    await firefox.choose("#pick", place);
    await value("document.title").toBe("town.rbxlx: rezkit");
    await value(`document.querySelector(".gist-facts")?.textContent ?? ""`).toContain("100,001");
    await value(`document.querySelector(".viewer")?.dataset.drawn !== undefined || document.querySelector(".outline-list") !== null`, 200_000).toBe(true);
    for (const view of ["tree", "bytes", "model", "overview"]) {
      await firefox.value(`location.hash = "#${view}"`);
      await value(`document.getElementById("tab-${view}").ariaSelected`).toBe("true");
      await value(`document.documentElement.scrollWidth`).toBe(390);
    }
  } finally {
    firefox.end();
  }
});

test("a place is changed in Firefox by the keyboard alone, and has a name from right to left", { tag: "@slow" }, async () => {
  test.skip(!program, "no Firefox: install one, or name it in FIREFOX");
  test.setTimeout(120_000);
  const path = test.info().outputPath("حديقة.rbxlx");
  writeFileSync(path, garden(3));
  const firefox = await Firefox.launch(program!, PAGE);
  try {
    const value = (expression: string) => expect.poll(() => firefox.value(expression), { timeout: 60_000 });
    const focused = `document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent`;
    // The dialog itself is not of the page.
    await firefox.value(`document.getElementById("pick").addEventListener("click", (event) => { event.preventDefault(); document.title = "Choose"; }, { once: true })`);
    await firefox.press("Control+o");
    await value("document.title").toBe("Choose");
    await firefox.choose("#pick", path);
    await value("document.title").toBe("حديقة.rbxlx: rezkit");
    await value(`document.getElementById("tabs").hidden`).toBe(false);
    await firefox.press("3");
    await value(focused).toMatch(/^What is in the file/);
    const labels = `[...document.querySelectorAll(".tree .label")].map((label) => label.textContent).join()`;
    await value(labels).toBe("Workspace,Ball,Fence,Ground,Roof");
    await firefox.press("ArrowDown", "F2");
    await value(`document.activeElement.ariaLabel`).toBe("New name of Ball");
    await firefox.press("Control+a", ..."كرة", "Enter");
    await value(labels).toBe("Workspace,Fence,Ground,Roof,كرة");
    await value(focused).toMatch(/^What is in the file/);
    await firefox.press("Delete");
    await value(labels).toBe("Workspace,Fence,Ground,Roof");
    await firefox.press("Control+z");
    await value(labels).toBe("Workspace,Fence,Ground,Roof,كرة");
    await firefox.press("2");
    await value(`document.querySelector(".viewer")?.dataset.drawn !== undefined || document.querySelector(".viewer h2")?.textContent === "No WebGL"`).toBe(true);
    await firefox.press("Control+y", "3");
    await value(labels).toBe("Workspace,Fence,Ground,Roof");
    // From what is found to a property and into its value: five keys.
    await firefox.press("/");
    await value(focused).toBe("Search the tree");
    await firefox.press(..."Roof", "Enter");
    await value(`document.querySelector(".side h2").textContent`).toBe("Roof");
    await firefox.press("F6", "s", "i", "Tab");
    await value(focused).toBe("Size, X");
    await firefox.press("Control+a", "9", "Enter");
    await value(`document.querySelector(".edits").textContent`).toContain("3 changes");
    await firefox.press("Control+s");
    await value(`document.querySelector("dialog")?.textContent ?? ""`).toContain("حديقة");
    await value(focused).toBe("Save حديقة.rbxlx");
    // In a window without a desktop, Firefox presses no button by its keys.
    await firefox.value("document.activeElement.click()");
    await expect.poll(() => firefox.saved("حديقة.rbxlx"), { timeout: 60_000 }).toContain("<X>9</X>");
    expect(firefox.saved("حديقة.rbxlx")).not.toMatch(/Ball|كرة/);
    await value(`document.activeElement === document.body`).toBe(false);
  } finally {
    firefox.end();
  }
});
