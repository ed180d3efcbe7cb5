// Pictures of every view in three sizes, light and dark, to be looked at: in dist/screens.

import { expect, type Page, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import { fixture, garden, made, opened, openTabs, PAGE, tab } from "./support.ts";

const PLACE = `<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string><ProtectedString name="Source">-- Greets\nlocal name = "you"\nprint("Hello, " .. name)</ProtectedString></Properties></Item><Item class="Decal"><Properties><string name="Name">Sign</string><Content name="Texture"><url>rbxassetid://4711</url></Content></Properties></Item></roblox>`;

/** What is opened, and what is done before the picture. */
const VIEWS: Record<string, (page: Page) => Promise<void>> = {
  start: async (page) => expect(page.locator(".sample img[src]")).toHaveCount(6, { timeout: 120_000 }),
  mesh: async (page) => opened(page, fixture("rbxmesh/samples/vase.mesh")),
  place: async (page) => opened(page, fixture("rbxxml/samples/hut.rbxlx")),
  scripts: async (page) => opened(page, made("main.rbxmx", PLACE)),
  table: async (page) => opened(page, fixture("slmesh/samples/table.llmesh")),
  document: async (page) => opened(page, fixture("llsd/valid/everything.xml")),
  face: async (page) => {
    await opened(page, fixture("rbxmesh/samples/face.mesh"));
    await tab(page, "Model");
    await page.getByRole("button", { name: "Face controls" }).click();
  },
  animation: async (page) => {
    await opened(page, fixture("m3d/samples/figure.m3d"));
    await tab(page, "Model");
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await page.locator(".key-row .label").first().click();
  },
  pictures: async (page) => {
    await opened(page, fixture("m3d/valid/authored/auth_extra.sdk.m3d"));
    await tab(page, "Files inside");
  },
  shelf: async (page) => {
    const paths = ["rbxmesh/samples/vase.mesh", "rbxxml/samples/hut.rbxlx", "m3d/samples/castle.m3d", "slmesh/samples/table.llmesh", "llsd/valid/everything.xml", "foreign/walks/body.glb", "slmesh/rules/SLM013.fires.llmesh"];
    await page.setInputFiles("#pick", paths.map(fixture));
    await expect(page.locator(".card img").nth(3)).toBeVisible({ timeout: 60_000 });
  },
  compare: async (page) => {
    const now = garden(10).replace("<X>8</X><Y>6</Y><Z>10</Z>", "<X>8</X><Y>7</Y><Z>10</Z>");
    await page.setInputFiles("#pick", [made("old.rbxlx", garden(10)), made("new.rbxlx", now)]);
    await expect(page.locator('.totals[data-known="2"]')).toBeVisible({ timeout: 40_000 });
    for (const name of ["old", "new"]) await page.getByLabel(`Compare ${name}.rbxlx`).check();
    await page.getByRole("button", { name: "Compare old.rbxlx with new.rbxlx" }).click();
    await expect(page.locator(".over .viewer[data-drawn]")).toBeVisible({ timeout: 40_000 });
  },
  save: async (page) => {
    await opened(page, fixture("rbxxml/samples/hut.rbxlx"));
    await page.locator("#save-glb").click();
    await expect(page.locator(".losses")).toBeVisible();
  },
  cut: async (page) => opened(page, made("cut.mesh", readFileSync(fixture("rbxmesh/valid/v200.mesh")).subarray(0, 300))),
};

/** Of these, every view. */
const WHOLE = ["mesh", "place", "scripts", "table", "document"];

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(() => {
      test.use({ viewport: { width, height }, colorScheme });
      test(`${width} wide, ${colorScheme}`, async ({ page }) => {
        test.setTimeout(600_000);
        for (const [name, open] of Object.entries(VIEWS)) {
          await page.goto("about:blank");
          await page.goto(PAGE);
          await open(page);
          for (const view of WHOLE.includes(name) ? await openTabs(page) : [""]) {
            if (view) await tab(page, view);
            if (view === "Tree") await page.locator(".item").nth(1).click();
            if (view === "Overview" && name === "mesh") await page.locator(".rule summary").first().click();
            const viewer = page.locator(".viewer:visible");
            if ((await viewer.count()) > 0) await expect(viewer.first()).toHaveAttribute("data-drawn", /./, { timeout: 60_000 });
            await page.waitForTimeout(400);
            await page.screenshot({ path: `dist/screens/${name}${view && `-${view.toLowerCase().replace(" ", "-")}`}-${width}-${colorScheme}.png` });
          }
        }
      });
    });
  }
}
