// One choice for all views, and the address that holds it.

import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { addressIn, addressOf, commandOf } from "../src/choice.ts";
import { alone, colours, fixture, fromMenu, garden, made, opened, PAGE, picture, redrawn, tab, test, typed } from "./support.ts";

const SCRIPTS = `<roblox version="4"><Item class="Folder"><Properties><string name="Name">Code</string></Properties>${["Alpha", "Beta"]
  .map((name) => `<Item class="Script"><Properties><string name="Name">${name}</string><ProtectedString name="Source">-- ${name}</ProtectedString></Properties></Item>`)
  .join("")}<Item class="Decal"><Properties><string name="Name">Sign</string><Content name="Texture"><url>rbxassetid://4711</url></Content></Properties></Item></Item></roblox>`;

/** What is marked in the model. */
async function marked(page: Page, why: "chosen" | "pointed"): Promise<unknown> {
  const text = await page.locator(".viewer").getAttribute(`data-${why}`);
  return text ? JSON.parse(text) : null;
}

async function clickModel(page: Page): Promise<void> {
  await colours(page);
  const box = (await page.locator("canvas").boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function chosenTab(page: Page): Promise<string> {
  return (await page.locator('[role=tab][aria-selected="true"]').textContent())!;
}

test("a triangle that is clicked leads to its bytes, and Back to the model", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v200.mesh"));
  await tab(page, "Model");
  await clickModel(page);
  await expect(page.locator(".viewer")).toHaveAttribute("data-chosen", /"triangles":\[\d+,\d+\]/);
  const { spot } = (await marked(page, "chosen")) as { spot: { triangles: [number, number] } };
  await page.locator("#chosen").getByRole("button", { name: "Bytes" }).click();
  await expect(page.locator(".inspector .path")).toContainText(`[${spot.triangles[0]}]`);
  // The faces begin at 0x3d9 and have 12 bytes each.
  const at = 0x3d9 + 12 * spot.triangles[0];
  await expect.poll(() => new URL(page.url()).hash).toMatch(new RegExp(`^#bytes:file:0x${at.toString(16)}`));
  await expect(page.locator("#command")).toContainText("rez dump v200.mesh");
  await page.goBack();
  await expect.poll(() => chosenTab(page)).toBe("Model");
});

test("bytes light their vertices and triangles on the model beside them", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v200.mesh"));
  await tab(page, "Bytes");
  await page.getByLabel("Side by side").selectOption("Model");
  await colours(page);
  // Vertices begin at 0x19 and have 40 bytes each.
  await page.locator(`#byte-${0x19 + 40}`).hover();
  await expect.poll(() => marked(page, "pointed")).toEqual({ spot: { level: 0, vertices: [1, 2] } });
  const before = await picture(page);
  await typed(page, page.getByLabel("Go to"), "3d9+36");
  await page.getByLabel("Go to").press("Enter");
  await expect.poll(() => marked(page, "chosen")).toEqual({ spot: { level: 0, triangles: [0, 3] } });
  await redrawn(page, before);
  await clickModel(page);
  await expect(page.locator(".inspector .path")).toContainText("faces");
});

test("a copy has a command, and a revision none; a path may have a colon", () => {
  expect(commandOf("overview", "copy (2)", {})).toBe("rez check 'copy (2)'");
  expect(commandOf("overview", "hut.rbxm (2)", {})).toBe("rez check 'hut.rbxm (2)'");
  expect(commandOf("overview", "hut.rbxm (12345678)", {})).toBe("");
  expect(commandOf("changes", "hut.rbxm", {}, "hut.rbxm (HEAD)")).toBe("");
  expect(addressIn("#scripts:Workspace/A:B")).toEqual({ view: "scripts", path: "Workspace/A:B" });
  expect(addressIn(addressOf({ view: "scripts", path: "Workspace/A:3", line: 7 }))).toEqual({ view: "scripts", path: "Workspace/A:3", line: 7 });
});

test("a joint, and a face of a Second Life mesh, lead to their bytes", async ({ page }) => {
  await opened(page, fixture("slmesh/valid/uploaded.llmesh"));
  await tab(page, "Bytes");
  await page.getByLabel("Side by side").selectOption("Model");
  await clickModel(page);
  await expect(page.locator(".inspector .path")).toContainText("TriangleList");
  await expect.poll(() => marked(page, "chosen")).toMatchObject({ spot: { level: 0, part: 0 } });
  await expect(page.locator("#command")).toContainText(/rez dump uploaded\.llmesh --(at \d:0x|part 'high_lod)/);
});

test("a level of detail leads to its bytes and its node, and they to it", async ({ page }) => {
  await opened(page, fixture("slmesh/valid/uploaded.llmesh"));
  await tab(page, "Tree");
  await page.getByLabel("Side by side").selectOption("Model");
  await colours(page);
  const levels = page.getByRole("group", { name: "Levels of detail" }).getByRole("button");
  await levels.nth(2).click();
  await expect(page.locator(".item.active")).toContainText("low_lod");
  await page.locator(".item", { hasText: "medium_lod" }).first().click();
  await expect(levels.nth(1)).toHaveAttribute("aria-pressed", "true");
  await opened(page, fixture("rbxmesh/valid/v500.mesh"));
  await tab(page, "Bytes");
  await page.getByLabel("Side by side").selectOption("Model");
  await colours(page);
  await levels.nth(1).click();
  await expect(page.locator(".inspector .path")).toContainText("faces › [12]");
});

test("a part of a place that is clicked is chosen in the tree, and the reverse", async ({ page }) => {
  await opened(page, made("garden.rbxlx", garden(24)));
  await tab(page, "Tree");
  await page.getByLabel("Side by side").selectOption("Model");
  await colours(page);
  await fromMenu(page, "More of the tree", "Open all");
  await expect(page.locator(".item", { hasText: "Post 7" })).toBeVisible();
  await page.locator(".item", { hasText: "Ball" }).click();
  await expect.poll(() => marked(page, "chosen")).toMatchObject({ node: 3 });
  await expect(page.locator("#command")).toHaveText("rez query garden.rbxlx 'path=\"Workspace/Ball\"' --json");
  await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toBe("#tree:Workspace/Ball");
  // The camera went to it; the first view has other parts in its middle.
  await page.getByRole("button", { name: "Reset view" }).click();
  await clickModel(page);
  await expect.poll(() => marked(page, "chosen")).not.toMatchObject({ node: 3 });
  await expect(page.locator(".item.active")).not.toContainText("Ball");
  // One of many that are drawn at once.
  await page.locator(".item", { hasText: "Post 7" }).click();
  await expect.poll(() => marked(page, "chosen")).toMatchObject({ node: 12 });
});

for (const [encoding, path, item, names] of [["binary", "rbxbinary/valid/nested.rbxm", "Brick", /PROP.*values/], ["XML", "rbxxml/valid/all-types.rbxmx", "All", /items\[0\] Folder › \w/]] as const) {
  test(`${encoding}: an instance and its property lead to their bytes, and bytes to their instance`, async ({ page }) => {
    await opened(page, fixture(path));
    await tab(page, "Tree");
    await page.locator(".item", { hasText: item }).first().click();
    await expect(page.locator(".side h2")).toContainText(item);
    const name = await page.locator(".item.active .label").textContent();
    const property = page.locator(".property-name button").last();
    await property.click();
    await expect.poll(() => chosenTab(page)).toBe("Bytes");
    await expect(page.locator(".inspector .path")).toContainText(names);
    const [, cursor] = /^byte-(\d+)$/.exec((await page.locator(".byte.cursor").getAttribute("id"))!)!;
    await page.locator(`#byte-${cursor}`).click();
    await tab(page, "Tree");
    await expect(page.locator(".item.active .label")).toHaveText(name!);
  });
}

alone("an address that is typed leads to bytes of a buffer", async ({ page }) => {
  await page.goto(`${PAGE}#bytes:block2:0x4`);
  await opened(page, fixture("rbxbinary/valid/nested.rbxm"));
  await expect(page.getByLabel("Which bytes")).toHaveValue("2");
  await expect(page.locator("#byte-4")).toHaveClass(/cursor/);
  await expect(page.locator("#command")).toHaveText("rez dump nested.rbxm --at 2:0x4");
  await page.evaluate(() => (location.hash = "#bytes:file:0x20-0x24"));
  await expect(page.locator(".hex .target")).toHaveCount(4);
  await page.goBack();
  await expect(page.getByLabel("Which bytes")).toHaveValue("2");
});

test("classes, sizes, assets and scripts are links", async ({ page }) => {
  await opened(page, made("code.rbxmx", SCRIPTS));
  await page.getByRole("button", { name: "2 Script" }).click();
  await expect.poll(() => chosenTab(page)).toBe("Tree");
  await expect(page.locator(".item:not(.around)")).toHaveCount(2);
  await tab(page, "Assets");
  await page.getByRole("button", { name: /^Code\/Sign/ }).click();
  await expect(page.locator(".item.active")).toContainText("Sign");
  await tab(page, "Scripts");
  await page.locator(".list .entry[title]").nth(1).click();
  await page.getByRole("button", { name: "Code/Beta" }).click();
  await expect.poll(() => chosenTab(page)).toBe("Tree");
  await expect(page.locator(".item.active")).toContainText("Beta");
  await tab(page, "Sizes");
  await page.locator("tbody .link").first().click();
  await expect.poll(() => chosenTab(page)).toMatch(/Tree|Bytes/);
});

test("files that are called by their ids fill the model", async ({ page }) => {
  const part = `<roblox version="4"><Item class="MeshPart"><Properties><string name="Name">M</string><Content name="MeshId"><url>rbxassetid://4711</url></Content><Vector3 name="size"><X>2</X><Y>2</Y><Z>2</Z></Vector3></Properties></Item></roblox>`;
  await opened(page, made("m.rbxmx", part));
  await tab(page, "Assets");
  const mesh = { name: "4711.mesh", mimeType: "", buffer: readFileSync(fixture("rbxmesh/valid/v200.mesh")) };
  await page.getByLabel("Files called by their ids").setInputFiles([mesh, { ...mesh, name: "1.mesh" }]);
  await expect(page.locator("#status")).toHaveText("1 asset given: the model is made anew.");
  await page.locator("#save-glb").click();
  await expect(page.getByRole("dialog")).not.toContainText("ASSET_MISSING");
  await page.keyboard.press("Escape");
  await tab(page, "Model");
  await colours(page);
  await expect(page.locator(".facts-line")).toContainText("12 triangles");
});

test("a script that is chosen in the tree is the one in sight", async ({ page }) => {
  await opened(page, made("code.rbxmx", SCRIPTS));
  await tab(page, "Tree");
  await page.locator(".item", { hasText: "Beta" }).click();
  await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toBe("#tree:Code/Beta");
  await tab(page, "Scripts");
  await expect(page.locator(".source .code").first()).toHaveText("-- Beta");
});

test("a finding leads to bytes, and its rule to the command that explains it", async ({ page }) => {
  await opened(page, fixture("rbxbinary/rules/RBX010.fires.rbxm"));
  const rule = page.locator(".rule", { hasText: "RBX010" });
  await rule.locator("summary").click();
  await rule.locator(".cases button").first().click();
  await expect(page.locator(".hex .target")).toHaveCount(4);
  await tab(page, "Tree");
  await expect(page.locator(".item.active")).toContainText("Folder");
  await tab(page, "Overview");
  await expect(page.locator("#command")).toHaveText("rez check --explain RBX010");
});
