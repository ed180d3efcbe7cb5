// Pictures of models beside golden ones of two versions of a browser; another one may round pixels in another way.

import { expect } from "@playwright/test";
import { alone as test, colours, fixture, garden, made, opened, PAGE, type Source, tab } from "./support.ts";

const BROWSERS = ["148.", "156."];
const MODELS: Record<string, Source> = {
  mesh: fixture("rbxmesh/valid/v500.mesh"),
  llmesh: fixture("slmesh/valid/hulls.llmesh"),
  m3d: fixture("m3d/valid/rigged.m3d"),
  place: made("garden.rbxlx", garden(24)),
};

test.use({ viewport: { width: 480, height: 420 }, deviceScaleFactor: 1, colorScheme: "light" });

test("models look as they did", async ({ page, browser }) => {
  const version = browser.version();
  test.skip(!BROWSERS.some((known) => version.startsWith(known)), `golden pictures are of ${BROWSERS.join(" and ")}, this is ${version}`);
  await page.goto(PAGE);
  // The list of files would make the header higher, and the picture lower.
  await page.locator("#others").evaluate((others) => (others.style.display = "none"));
  for (const [name, source] of Object.entries(MODELS)) {
    await opened(page, source);
    await tab(page, "Model");
    expect(await colours(page)).toBeGreaterThan(4);
    await page.locator(".facts-line").evaluate((element) => element.remove());
    expect(await page.locator(".viewer canvas").screenshot()).toMatchSnapshot(`${name}.png`, { maxDiffPixelRatio: 0.002 });
  }
});
