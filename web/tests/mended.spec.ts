// What was once wrong with the page, one test for each.

import { expect, type Locator, type Page } from "@playwright/test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alone, FAMILIES, failing, fixture, garden, made, opened, openTabs, PAGE, settled, tab, test, typed } from "./support.ts";

const SCRIPT = `<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string><ProtectedString name="Source">print(1)</ProtectedString></Properties></Item></roblox>`;

test("script text has the colour of text, and the baseline of its line numbers", async ({ page }) => {
  await opened(page, made("main.rbxmx", SCRIPT));
  await tab(page, "Scripts");
  const code = page.locator(".source .code").first();
  await expect(code).toHaveText("print(1)");
  await expect(code).toHaveCSS("color", await page.evaluate(() => getComputedStyle(document.body).color));
  // Both at once: lines are made anew when they scroll or have been coloured.
  const apart = await page.evaluate(() => {
    const [number, code] = [".source .n", ".source .code"].map((name) => document.querySelector(name)!.getBoundingClientRect());
    return Math.abs(number!.y + number!.height / 2 - code!.y - code!.height / 2);
  });
  expect(apart).toBeLessThan(1);
});

alone("stopping a conversion keeps the file, and the conversion can be made again", async ({ page }) => {
  await failing(page, '{"convert"', "for (;;);");
  await expect(page.locator(".verdict")).toBeVisible();
  await tab(page, "Convert");
  await page.getByRole("button", { name: "Convert" }).click();
  await page.locator("#stop").click();
  await expect(page.locator("section[aria-label=Result]")).toContainText("Stopped");
  await expect(page.getByRole("tab", { name: "Convert" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Convert" }).click();
  await expect(page.getByRole("button", { name: /^Save v200\./ })).toBeVisible();
  await tab(page, "Bytes");
  await expect(page.locator("#byte-0")).toHaveText("76");
});

/** As a browser drops what lies on the disk. */
async function dropped(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 400, data: { items: [], files, dragOperationsMask: 1 } });
  }
}

alone("a folder that is dropped gives its files, or says that it is one", async ({ page }, info) => {
  // A browser that has only entries.
  await page.addInitScript(() => Reflect.deleteProperty(DataTransferItem.prototype, "getAsFileSystemHandle"));
  await page.goto(PAGE);
  const folder = info.outputPath("models");
  mkdirSync(folder);
  for (const name of ["a.mesh", "b.mesh"]) writeFileSync(join(folder, name), readFileSync(fixture("rbxmesh/valid/v200.mesh")));
  await dropped(page, [folder]);
  await expect(page.locator("main h2").first()).toHaveText("A folder");
  await expect(page.locator("main")).not.toContainText("defect");
  await page.setInputFiles("#pick-folder", folder);
  await expect(page.locator("#name")).toHaveText("2 files");
  await expect(page.locator("#files option")).toHaveText(["All 2 files", "models/a.mesh", "models/b.mesh"]);
  await page.locator(".card").first().click();
  await expect(page.locator("#name")).toHaveText("models/a.mesh");
});

alone("a folder that is dropped from the disk onto a page that lies there gives its files", async ({ page }, info) => {
  await page.goto(PAGE);
  const folder = info.outputPath("models");
  mkdirSync(join(folder, "more"), { recursive: true });
  for (const name of ["a.mesh", "more/b.mesh", ".hidden"]) writeFileSync(join(folder, name), readFileSync(fixture("rbxmesh/valid/v200.mesh")));
  await dropped(page, [folder]);
  await expect(page.locator("#files option")).toHaveText(["All 2 files", "models/a.mesh", "models/more/b.mesh"]);
});

alone("of three files none vanishes", async ({ page }) => {
  await page.goto(PAGE);
  const paths = ["rbxmesh/valid/v200.mesh", "slmesh/valid/part.llmesh", "m3d/valid/rigged.m3d"].map(fixture);
  await dropped(page, paths);
  await expect(page.locator(".card-name")).toHaveText(["v200.mesh", "part.llmesh", "rigged.m3d"]);
  await page.locator(".card").first().click();
  await expect(page.locator("#sentence")).toContainText("A Roblox mesh, version 2.00");
  const files = page.locator("#files");
  await expect(files.locator("option")).toHaveText(["All 3 files", "v200.mesh", "part.llmesh", "rigged.m3d"]);
  await files.selectOption("part.llmesh");
  await expect(page.locator("#sentence")).toContainText("Second Life mesh");
  await page.goBack();
  await expect(page.locator("#name")).toHaveText("v200.mesh");
  await page.goBack();
  await expect(page.locator(".card")).toHaveCount(3);
});

test("Go to takes an offset as it is shown", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v500.mesh"));
  await tab(page, "Bytes");
  const go = page.getByLabel("Go to");
  for (const [text, byte] of [["00000010", 16], ["1f0", 0x1f0], ["#100", 100], ["+16", 116]] as const) {
    await typed(page, go, text);
    await go.press("Enter");
    await expect(page.locator(`#byte-${byte}`)).toHaveClass(/cursor/);
  }
});

test("a finding says what is wrong, and not what would be right", async ({ page }) => {
  await opened(page, fixture("slmesh/rules/SLM045.fires.llmesh"));
  const rule = page.locator(".rule", { hasText: "SLM045" });
  await expect(rule.locator("summary")).toContainText("A joint is not part of the avatar's skeleton");
  await expect(page.locator("main")).not.toContainText("Every joint is part");
});

test("a mesh becomes one of its own version, unless another is chosen", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v400.mesh"));
  await tab(page, "Convert");
  await page.locator(".target-card", { hasText: "Roblox mesh" }).click();
  await expect(page.getByLabel("Version")).toHaveValue("4.00");
});

test("names and values are not broken inside of words", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  const long = `<roblox version="4"><Item class="Part"><Properties><string name="Name">P</string><string name="AnExtraordinarilyLongNameOfAProperty">${"0123456789abcdef".repeat(20)}</string><string name="Guid">${"0123456789abcdef".repeat(2)}</string></Properties></Item></roblox>`;
  await opened(page, made("long.rbxmx", long));
  await tab(page, "Tree");
  await page.locator(".item").first().click();
  // The panel is made anew for what was clicked.
  const lines = (text: Locator): Promise<number> => text.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  await expect.poll(() => lines(page.locator(".property-name > *", { hasText: "AnExtraordinarilyLongNameOfAProperty" }))).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => lines(page.getByLabel("Change Guid"))).toBe(1);
});

test("forced colours keep the chosen tab and the parts of the size bar", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await opened(page, fixture(FAMILIES["Roblox mesh"]));
  await tab(page, "Sizes");
  // Until then tabs are made anew.
  await openTabs(page);
  const border = (name: string): Promise<string> => page.getByRole("tab", { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await border("Sizes")).not.toBe(await border("Bytes"));
  expect(await border("Bytes")).toBe(await border("Tree"));
  const parts = await page.locator(".bar div").evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
  expect(new Set(parts).size).toBeGreaterThan(2);
});

test("printing gives all of a view", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v500.mesh"));
  await tab(page, "Sizes");
  await page.getByRole("button", { name: /^Parts of/ }).first().click();
  await page.locator("tbody").evaluate((body) => { for (let i = 0; i < 200; i++) body.append(body.lastElementChild!.cloneNode(true)); });
  const pdf = (await page.pdf()).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeGreaterThan(3);
});

alone("a page that is loaded anew names the file that it needs, and goes to what was chosen in that one alone", { tag: "@slow" }, async ({ page }) => {
  await page.goto(PAGE);
  const file = fixture(FAMILIES["Roblox model"]);
  await opened(page, file);
  await tab(page, "Tree");
  await page.locator(".item").last().click();
  const address = /#tree:.+/;
  await expect(page).toHaveURL(address);
  const label = await page.locator(".item.active .label").textContent();
  await page.reload();
  await expect(page).toHaveTitle("rezkit");
  await expect(page.locator(".drop strong")).toHaveText(/^The page does not have nested\.rbxm any more: open it again to go to .+ in the tree\.$/);
  await opened(page, file);
  await expect(page.locator(".item.active .label")).toHaveText(label!);
  await page.reload();
  await opened(page, fixture(FAMILIES["Roblox mesh"]));
  await expect(page).toHaveURL(/#tree$/);
  // A step back is to a file that is not there.
  await page.goBack();
  await expect(page.locator(".drop strong")).toHaveText("The page does not have nested.rbxm any more: open it again to go on.");
});

test("the header says that a file is cut short", async ({ page }) => {
  await opened(page, made("cut.mesh", readFileSync(fixture("rbxmesh/valid/v200.mesh")).subarray(0, 300)));
  await expect(page.locator("#sentence")).toContainText("it cannot be read");
  await expect(page.locator("#sentence")).toHaveClass("broken");
});

test("advice in the page names no options of the command line", async ({ page }) => {
  const part = `<roblox version="4"><Item class="MeshPart"><Properties><string name="Name">M</string><Content name="MeshId"><url>rbxassetid://1</url></Content></Properties></Item></roblox>`;
  await opened(page, made("m.rbxmx", part));
  await page.locator("#save-glb").click();
  await expect(page.locator(".losses")).toContainText("ASSET_MISSING");
  await expect(page.locator(".losses")).not.toContainText("--");
});

test("the page promises no more than its policy holds", async ({ page }) => {
  await page.locator("#about").click();
  const about = page.getByRole("dialog");
  await expect(about).not.toContainText("could not send anything");
  await expect(about).toContainText("No policy covers navigation");
});

test("what has no model is saved as scripts, or in another format", async ({ page }) => {
  const save = page.locator("#save-other");
  const source = "--!strict\n--[[ ======\n  Opens the door\n====== ]]";
  await opened(page, made("main.rbxmx", SCRIPT.replace("print(1)", source)));
  await expect(page.locator(".outline-list .gist")).toHaveText(/^Opens the door/);
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  expect(download.suggestedFilename()).toBe("main_scripts.zip");
  await opened(page, fixture(FAMILIES.LLSD));
  await expect(save).toHaveText("Convert…");
  await expect(page.locator(".outline-list .gist").first()).toBeVisible();
  await save.click();
  await expect(page.getByRole("tab", { name: "Convert" })).toHaveAttribute("aria-selected", "true");
  await opened(page, fixture("rbxmesh/valid/v200.mesh"));
  await expect(save).toBeHidden();
});

test("a file with nothing else shows its interface", async ({ page }) => {
  const frame = `<Item class="Frame"><Properties><UDim2 name="Size"><XS>1</XS><XO>0</XO><YS>0.5</YS><YO>0</YO></UDim2></Properties></Item>`;
  await opened(page, made("gui.rbxmx", `<roblox version="4"><Item class="ScreenGui">${frame}</Item></roblox>`));
  const picture = page.getByRole("img", { name: "The interface" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(720);
  await expect(page.locator(".outline-list")).toContainText("ScreenGui");
});

test("neither model nor GLB is offered where there is nothing to show", async ({ page }) => {
  await opened(page, made("main.rbxmx", SCRIPT));
  await expect(page.getByRole("tab", { name: "Model" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.locator("#save-glb")).toBeHidden();
  // Who comes back to the overview finds the same.
  for (const name of ["Tree", "Overview"]) await tab(page, name);
  await settled(page);
  await expect(page.locator(".look .outline-list")).toBeVisible();
  await expect(page.locator(".look .viewer")).toHaveCount(0);
  await opened(page, made("none.mesh", "version 1.00\n0\n"));
  await expect(page.getByRole("tab", { name: "Model" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.locator("#save-glb")).toBeHidden();
  await opened(page, fixture("rbxmesh/valid/v200.mesh"));
  await expect(page.locator("#save-glb")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Model" })).not.toHaveAttribute("aria-disabled", "true");
});

alone("a browser without WebGL says so", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(PAGE);
  await opened(page, fixture("rbxmesh/valid/v200.mesh"));
  await tab(page, "Model");
  await expect(page.locator(".viewer h2")).toHaveText("No WebGL");
  await expect(page.locator(".viewer")).toContainText("All other views work");
  // The reason stays, and there is no empty picture over it.
  for (const name of ["Tree", "Model"]) await tab(page, name);
  await expect(page.locator(".viewer h2")).toHaveText("No WebGL");
  await expect(page.locator(".viewer canvas")).toHaveCount(0);
});

alone("tabs stay where they are once they are shown", async ({ page }) => {
  await page.goto(PAGE);
  await page.evaluate(() => {
    const seen = ((window as unknown as { seen: string[] }).seen = []) as string[];
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLElement>("#tabs")!;
      if (!bar.hidden) seen.push([...bar.children].map((tab) => `${tab.textContent} ${Math.round(tab.getBoundingClientRect().x)}`).join());
    }).observe(document.querySelector("#tabs")!, { childList: true, attributes: true });
  });
  await opened(page, made("main.rbxmx", SCRIPT));
  await expect(page.locator("#tabs[data-settled]")).toBeVisible();
  await tab(page, "Scripts");
  await page.waitForTimeout(300);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen).size).toBe(1);
  expect(await openTabs(page)).toEqual(["Overview", "Tree", "Scripts", "Bytes", "Sizes", "Convert"]);
});

test("a GLB that is refused says what opens", async ({ page }) => {
  await opened(page, made("broken.glb", Buffer.from("glTF\x02\0\0\0\x0c\0\0\0", "latin1")));
  await tab(page, "Model");
  await expect(page.locator(".viewer .refusal")).toContainText("GLB");
  await expect(page.locator(".viewer .refusal")).toContainText("This page opens");
});

alone("a row that is made anew while the button is down is clicked all the same", async ({ page }) => {
  await page.goto(PAGE);
  await opened(page, made("garden.rbxlx", garden(24)));
  await tab(page, "Tree");
  await page.getByLabel("Side by side").selectOption("");
  await page.locator(".item", { hasText: "Ball" }).hover();
  await page.mouse.down();
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width, height: height - 50 });
  await settled(page);
  await page.mouse.up();
  await expect(page.locator(".item.active")).toContainText("Ball");
});
