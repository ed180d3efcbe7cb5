// Each state, dark and light, without a fault that axe knows; and on a phone.

import { expect, test } from "@playwright/test";
import { accessible, colours, FAMILIES, fixture, made, opened, openTabs, PAGE, type Source, tab } from "./support.ts";

const SCRIPT = `<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string><ProtectedString name="Source">print(1)</ProtectedString></Properties></Item></roblox>`;

const FINDINGS = "slmesh/rules/SLM013.fires.llmesh";

const STATES: [string, Source, string | null][] = [
  ["mesh, overview", FAMILIES["Roblox mesh"], null],
  ["mesh, model", FAMILIES["Roblox mesh"], "Model"],
  ["mesh, bytes", FAMILIES["Roblox mesh"], "Bytes"],
  ["place, tree", FAMILIES["Roblox XML"], "Tree"],
  ["place, assets", FAMILIES["Roblox XML"], "Assets"],
  ["place, sizes", FAMILIES["Roblox XML"], "Sizes"],
  ["place, convert", FAMILIES["Roblox XML"], "Convert"],
  ["levels and joints", "slmesh/valid/uploaded.llmesh", "Model"],
  ["scripts", made("main.rbxmx", SCRIPT), "Scripts"],
  ["pictures", "m3d/valid/authored/auth_extra.sdk.m3d", "Inside"],
  ["findings", FINDINGS, null],
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    // Only the colours differ.
    const rules = colorScheme === "dark" ? ["color-contrast"] : [];

    test("empty, about and too large", async ({ page }) => {
      await page.goto(PAGE);
      await accessible(page, rules);
      await page.locator("#about").click();
      await accessible(page, rules);
      await page.keyboard.press("Escape");
      await opened(page, fixture(FAMILIES["Second Life mesh"]));
      await page.locator("#save-glb").click();
      await expect(page.locator(".losses")).toBeVisible();
      await accessible(page, rules);
    });

    test("the views", async ({ page }) => {
      test.setTimeout(180_000);
      await page.goto(PAGE);
      for (const [, path, name] of STATES) {
        await opened(page, typeof path === "string" ? fixture(path) : path);
        await tab(page, name ?? "Overview");
        if (name === "Model") await colours(page);
        if (path === FINDINGS) await page.locator(".rule summary").first().click();
        await page.waitForTimeout(150);
        await accessible(page, rules);
      }
      await opened(page, made("cut.mesh", "version 2.00\n\x0c\0"));
      await tab(page, "Overview");
      await expect(page.locator(".refusal")).toBeVisible();
      await accessible(page, rules);
    });
  });
}

test.describe("forced colours", () => {
  test.use({ forcedColors: "active" });

  test("the views", async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto(PAGE);
    for (const [, path, name] of STATES) {
      await opened(page, typeof path === "string" ? fixture(path) : path);
      await tab(page, name ?? "Overview");
      await page.waitForTimeout(150);
      await accessible(page, ["color-contrast", "aria-allowed-attr", "button-name"]);
    }
  });
});

test("a narrow window has no fault either", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PAGE);
  for (const [, path, name] of STATES) {
    await opened(page, typeof path === "string" ? fixture(path) : path);
    await tab(page, name ?? "Overview");
    await page.waitForTimeout(150);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await accessible(page);
  }
});

test("a phone has room for every view", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(PAGE);
  const fits = async (): Promise<void> => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  };
  await fits();
  for (const path of Object.values(FAMILIES)) {
    await opened(page, fixture(path));
    for (const name of await openTabs(page)) {
      await tab(page, name);
      await page.waitForTimeout(50);
      await fits();
    }
  }
  await tab(page, "Bytes");
  await expect(page.locator("#byte-7")).toBeInViewport();
  await expect(page.locator(".names button").first()).toBeInViewport();
});

test("the switch overrides the scheme of the system", async ({ page }) => {
  await page.goto(PAGE);
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await ground();
  await page.locator("#theme").click();
  expect(await ground()).not.toBe(before);
  await page.reload();
  await expect.poll(ground).not.toBe(before);
});
