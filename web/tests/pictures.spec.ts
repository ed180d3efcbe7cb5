// The pictures of docs/page.md, written where PICTURES=write says so.

import { expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { colours, fixture, garden, made, module, opened, PAGE, shownByThree, tab, typed } from "./support.ts";

test.skip(process.env["PICTURES"] !== "write", "PICTURES=write makes them anew");
test.use({ viewport: { width: 1200, height: 720 }, deviceScaleFactor: 1 });

const picture = (name: string): { path: string } => ({ path: join(process.cwd(), "../docs/images", `page-${name}.png`) });

test.describe("light", () => {
  test.use({ colorScheme: "light" });

  test("the start", async ({ page }) => {
    await page.goto(PAGE);
    await expect(page.locator(".sample img[src]")).toHaveCount(6, { timeout: 20_000 });
    await page.waitForTimeout(600);
    await page.screenshot(picture("start"));
  });

  test("the overview", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxmesh/samples/vase.mesh"));
    await page.locator(".rule summary").first().click();
    await page.locator(".cases li").first().waitFor();
    await page.locator(".look[data-drawn]").waitFor();
    await page.screenshot(picture("overview"));
  });

  test("the first screen of a place", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxxml/samples/hut.rbxlx"));
    await page.locator(".look[data-drawn] .viewer[data-drawn]").waitFor();
    await page.locator(".legend").waitFor();
    await page.waitForTimeout(300);
    await page.screenshot(picture("place"));
  });

  test("the time of an action", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(PAGE);
    await opened(page, fixture("m3d/samples/figure.m3d"));
    await tab(page, "Model");
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await page.locator(".key-row .label", { hasText: "arm.l" }).click();
    await page.getByLabel("Time").fill("0.37");
    await page.waitForTimeout(300);
    await page.screenshot(picture("time"));
  });

  test("the model", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(PAGE);
    await opened(page, fixture("rbxmesh/samples/face.mesh"));
    await tab(page, "Model");
    await colours(page);
    await page.getByRole("button", { name: "Face controls" }).click();
    for (const [name, value] of [["Jaw drop", "0.7"], ["Lip corner puller, left", "1"], ["Lip corner puller, right", "1"], ["Eye closed, left", "0.9"], ["Outer brow raiser, right", "1"]] as const) await page.getByLabel(name).fill(value);
    await page.waitForTimeout(200);
    await page.screenshot(picture("model"));
  });

  test("levels of detail", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(PAGE);
    await opened(page, fixture("slmesh/samples/table.llmesh"));
    await tab(page, "Model");
    await colours(page);
    await page.getByRole("button", { name: /^A person/ }).click();
    await page.getByLabel("Longest side in metres").fill("0.6");
    await page.waitForTimeout(400);
    await page.screenshot(picture("levels"));
  });

  test("the bytes", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxmesh/samples/vase.mesh"));
    await tab(page, "Bytes");
    await page.getByLabel("Side by side").selectOption("Model");
    await colours(page);
    // Triangles.
    await typed(page, page.getByLabel("Go to"), "1d70+180");
    await page.getByLabel("Go to").press("Enter");
    await expect(page.locator("#byte-7536")).toHaveText(/^[0-9a-f]{2}$/);
    await page.screenshot(picture("bytes"));
  });

  test("the structure of bytes", async ({ page }) => {
    await page.goto(`${PAGE}#bytes`);
    await opened(page, fixture("rbxmesh/valid/v400.mesh"));
    await typed(page, page.getByLabel("Go to"), "4d+12");
    await page.getByLabel("Go to").press("Enter");
    await page.waitForTimeout(500);
    await page.screenshot(picture("hex"));
  });

  test("several files", async ({ page }) => {
    await page.goto(PAGE);
    const paths = ["m3d/samples/figure.m3d", "rbxmesh/samples/face.mesh", "rbxxml/samples/hut.rbxlx", "slmesh/samples/table.llmesh", "m3d/samples/castle.m3d", "rbxmesh/samples/vase.mesh", "rbxmesh/valid/v500.mesh", "rbxmesh/valid/v200_nan.mesh", "slmesh/rules/SLM045.fires.llmesh", "rbxmesh/valid/v400.mesh", "rbxxml/valid/all-types.rbxmx", "llsd/valid/everything.notation"];
    const sources = [...paths.map((path) => ({ name: path.split("/").pop()!, mimeType: "", buffer: readFileSync(fixture(path)) })), { name: "garden.rbxlx", mimeType: "", buffer: Buffer.from(garden(24)) }, { name: "chair.mesh", mimeType: "", buffer: Buffer.from("<!doctype html>") }];
    await page.setInputFiles("#pick", sources);
    await page.locator(`.totals[data-known="${sources.length}"]`).waitFor();
    await page.waitForTimeout(2500);
    await page.screenshot(picture("shelf"));
  });

  test("two versions", async ({ page }) => {
    await page.goto(PAGE);
    const [old, now] = [garden(10), garden(10).replace("Ball", "Globe").replace("<X>8</X><Y>6</Y><Z>10</Z>", "<X>8</X><Y>7</Y><Z>10</Z>")];
    await page.setInputFiles("#pick", [{ name: "garden_1.rbxlx", mimeType: "", buffer: Buffer.from(old) }, { name: "garden_2.rbxlx", mimeType: "", buffer: Buffer.from(now) }]);
    await page.locator('.totals[data-known="2"]').waitFor();
    await page.getByLabel("Compare garden_1.rbxlx").check();
    await page.getByLabel("Compare garden_2.rbxlx").check();
    await page.getByRole("button", { name: /^Compare garden_1/ }).click();
    await page.locator(".changes").waitFor();
    await page.locator(".list .entry", { hasText: "Roof" }).click();
    await expect(page.locator(".over .viewer[data-drawn]")).toBeVisible();
    await page.waitForTimeout(600);
    await page.screenshot(picture("compare"));
  });

  test("the tree", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxxml/samples/hut.rbxlx"));
    await tab(page, "Tree");
    await page.getByLabel("Side by side").selectOption("Model");
    await colours(page);
    await typed(page, page.getByLabel("Search the tree"), "class=Part and size.Y>8");
    await page.locator(".item", { hasText: "Back" }).click();
    await page.locator(".property-list").waitFor();
    await page.waitForTimeout(300);
    await page.screenshot(picture("tree"));
  });

  test("edits", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxxml/samples/hut.rbxlx"));
    await tab(page, "Tree");
    const find = async (name: string): Promise<void> => {
      await typed(page, page.getByLabel("Search the tree"), name);
      await page.locator(".item", { has: page.getByText(name, { exact: true }) }).click();
    };
    await find("Rug");
    await page.getByLabel("Color, as a colour").fill("#3c7854");
    await expect(page.getByRole("region", { name: "Edits" })).toContainText("1 change");
    await find("Stool");
    await typed(page, page.getByLabel("Size, Y"), "3");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Edits" })).toContainText("2 changes");
    await colours(page);
    await page.screenshot(picture("edits"));
  });

  test("a place in thirty lines of three.js, in the page, and by rez thumb", async ({ page }) => {
    const sides: Buffer[] = [];
    await page.setViewportSize({ width: 600, height: 470 });
    await shownByThree(page, readFileSync(fixture("rbxxml/samples/hut.rbxlx")), "hut.rbxlx");
    sides.push(await page.locator("canvas").screenshot());
    await page.goto(PAGE);
    await page.setViewportSize({ width: 600, height: 720 });
    await opened(page, fixture("rbxxml/samples/hut.rbxlx"));
    await tab(page, "Model");
    await colours(page);
    await page.locator(".facts-line").evaluate((element) => element.remove());
    sides.push(await page.locator("canvas").screenshot());
    const core = module();
    core.open(readFileSync(fixture("rbxxml/samples/hut.rbxlx")), "hut.rbxlx");
    sides.push(Buffer.from(core.ask("picture", { size: [600, 600] }).bytes));
    await page.goto("about:blank");
    await page.setViewportSize({ width: 1200, height: 400 });
    const images = sides.map((side) => `<img width="400" height="400" style="object-fit: cover" src="data:image/png;base64,${side.toString("base64")}">`);
    await page.setContent(`<body style="margin: 0; display: flex">${images.join("")}</body>`);
    await page.screenshot(picture("three"));
  });

  test("scripts", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxxml/samples/hut.rbxlx"));
    await tab(page, "Scripts");
    await page.locator(".source .code").first().waitFor();
    await page.screenshot(picture("scripts"));
  });
});

test.describe("dark", () => {
  test.use({ colorScheme: "dark" });

  test("a file that is none", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, made("chair.mesh", "<!doctype html>\n<html>\n<head><title>404: Not found</title></head>\n<body>\n<p>The asset that you asked for does not exist.</p>\n</body>\n</html>\n"));
    await page.screenshot(picture("refused"));
  });
});
