// Each state, dark and light, without a fault that axe knows; and on a phone. These take longest, and run first.

import { expect, type Page } from "@playwright/test";
import { accessible, alone, colours, FAMILIES, fixture, made, opened, openTabs, PAGE, settled, type Source, tab, test } from "./support.ts";

const SCRIPT = `<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string><ProtectedString name="Source">print(1)</ProtectedString></Properties></Item></roblox>`;

/** What is looked at: a file, its view, and what is opened there. */
const STATES: [string, Source, string | null, ((page: Page) => Promise<void>)?][] = [
  ["mesh, overview", FAMILIES["Roblox mesh"], null],
  ["mesh, bytes", FAMILIES["Roblox mesh"], "Bytes"],
  ["mesh, model, face controls", FAMILIES["Roblox mesh"], "Model", (page) => page.getByRole("button", { name: "Face controls" }).click()],
  ["place, tree", FAMILIES["Roblox XML"], "Tree"],
  ["place, assets", FAMILIES["Roblox XML"], "Assets"],
  ["place, sizes", FAMILIES["Roblox XML"], "Sizes"],
  ["place, convert", FAMILIES["Roblox XML"], "Convert"],
  ["levels and joints", "slmesh/valid/uploaded.llmesh", "Model"],
  ["scripts", made("main.rbxmx", SCRIPT), "Scripts"],
  ["pictures", "m3d/valid/authored/auth_extra.sdk.m3d", "Files inside"],
  ["findings", "slmesh/rules/SLM013.fires.llmesh", null, (page) => page.locator(".rule summary").first().click()],
  ["place, overview", "rbxxml/samples/hut.rbxlx", null],
  ["document, overview", "llsd/valid/everything.xml", null],
  ["time line", "m3d/samples/figure.m3d", "Model", async (page) => {
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await page.locator(".key-row .label").first().click();
  }],
];

/** What is in sight has no fault: light, dark, and in forced colours 320 pixels wide. */
async function inAllColours(page: Page): Promise<void> {
  await accessible(page);
  // Only the colours differ.
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // Names are as before.
  await accessible(page, ["color-contrast", "scrollable-region-focusable", "nested-interactive", "aria-hidden-focus"]);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  await page.setViewportSize({ width: 1280, height: 600 });
}

test.describe("without a fault that axe knows", () => {
  test.use({ colorScheme: "light", viewport: { width: 1280, height: 600 } });

  test("empty, about, saving and what is cut short", async ({ page }) => {
    test.setTimeout(180_000);
    await inAllColours(page);
    await page.locator("#about").click();
    await inAllColours(page);
    await page.keyboard.press("Escape");
    await opened(page, fixture(FAMILIES["Second Life mesh"]));
    await page.locator("#save-glb").click();
    await expect(page.locator(".losses")).toBeVisible();
    await inAllColours(page);
    await page.keyboard.press("Escape");
    await opened(page, made("cut.mesh", "version 2.00\n\x0c\0"));
    await expect(page.locator(".refusal")).toBeVisible();
    await inAllColours(page);
  });

  for (const half of [0, 1]) {
    test(`the views, ${half + 1} of 2`, { tag: "@slow" }, async ({ page }) => {
      test.setTimeout(180_000);
      let last: Source | null = null;
      for (const [, path, name, open] of STATES.slice(7 * half, 7 * (half + 1))) {
        // Several views of one file follow each other.
        if (path !== last) await opened(page, typeof path === "string" ? fixture(path) : path);
        last = path;
        await tab(page, name ?? "Overview");
        if (name === "Model") await colours(page);
        await open?.(page);
        await settled(page);
        await inAllColours(page);
      }
    });
  }
});

test("a phone has room for every view", { tag: "@slow" }, async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 740 });
  const fits = async (): Promise<void> => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  };
  await fits();
  for (const path of Object.values(FAMILIES)) {
    await opened(page, fixture(path));
    for (const name of await openTabs(page)) {
      await tab(page, name);
      await settled(page);
      await fits();
    }
  }
  await tab(page, "Bytes");
  await expect(page.locator("#byte-7")).toBeInViewport();
  await expect(page.locator(".names button").first()).toBeInViewport();
});

alone("the switch overrides the scheme of the system", async ({ page }) => {
  await page.goto(PAGE);
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await ground();
  await page.locator("#theme").click();
  expect(await ground()).not.toBe(before);
  await page.reload();
  await expect.poll(ground).not.toBe(before);
});
