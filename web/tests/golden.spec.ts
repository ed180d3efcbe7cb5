// Pictures of three models beside golden ones of one browser; another browser may round pixels in another way.

import { expect, test } from "@playwright/test";
import { colours, fixture, opened, PAGE, tab } from "./support.ts";

const BROWSER = "156.";
const MODELS = { mesh: "rbxmesh/valid/v500.mesh", llmesh: "slmesh/valid/hulls.llmesh", m3d: "m3d/valid/rigged.m3d" };

test.use({ viewport: { width: 480, height: 420 }, colorScheme: "light" });

for (const [name, path] of Object.entries(MODELS)) {
  test(`the picture of ${name}`, async ({ page, browser }) => {
    test.skip(!browser.version().startsWith(BROWSER), `golden pictures are of version ${BROWSER}x, this is ${browser.version()}`);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(PAGE);
    await opened(page, fixture(path));
    await tab(page, "Model");
    expect(await colours(page)).toBeGreaterThan(4);
    await page.locator(".facts-line").evaluate((element) => element.remove());
    expect(await page.locator(".viewer canvas").screenshot()).toMatchSnapshot(`${name}.png`, { maxDiffPixelRatio: 0.002 });
  });
}
