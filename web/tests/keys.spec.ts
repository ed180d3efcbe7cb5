// Every key that the page names, pressed as a person does, with what it does; and where the keyboard is after each step.

import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { KEYS } from "../src/keys.ts";
import { alone, colours, fixture, garden, made, opened, PAGE, picture, redrawn, settled, tab, test, typed } from "./support.ts";

// Fewer points, which take the processor most of the time; three columns all the same.
test.use({ viewport: { width: 1280, height: 480 } });

/** Presses keys one after the other. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** What has the keyboard, by its name. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: active } = document;
    return active === document.body || !active ? "nothing" : (active.getAttribute("aria-label") || active.id || active.textContent);
  });
}

async function treeOf(page: Page, source: string): Promise<void> {
  await opened(page, made("garden.rbxlx", source));
  await tab(page, "Tree");
  await expect(page.locator(".item.active .label")).toHaveText("Workspace");
  await page.getByRole("tree").focus();
}

const edits = (page: Page) => page.getByRole("region", { name: "Edits" });
const labels = (page: Page) => page.locator(".tree .label");

/** A walk for each line of the list of keys, by its keys. */
const WALKS: Record<string, (page: Page) => Promise<void>> = {
  "Ctrl O": async (page) => {
    const choosing = page.waitForEvent("filechooser");
    // Until the browser has been asked to, it opens a dialog of its own.
    await settled(page);
    await press(page, "Control+o");
    await (await choosing).setFiles(fixture("rbxmesh/valid/v200.mesh"));
    await expect(page.locator("#name")).toHaveText("v200.mesh");
  },
  "Ctrl V": async (page) => {
    await page.evaluate(() => navigator.clipboard.writeText("{'a':i1}"));
    await press(page, "Control+v");
    await expect(page.locator("#sentence")).toContainText("LLSD notation");
  },
  "Ctrl S": async (page) => {
    await treeOf(page, garden(3));
    await press(page, "Control+s");
    await expect(page.locator("#status")).toHaveText("There is no change to save.");
    await press(page, "ArrowDown", "Delete", "F6");
    await expect(edits(page)).toContainText("1 change");
    await press(page, "Control+s");
    await expect(page.getByRole("dialog")).toContainText("Save garden.rbxlx");
    expect(await focused(page)).toBe("Save garden.rbxlx");
    await press(page, "Escape");
    await expect.poll(() => focused(page)).not.toBe("nothing");
  },
  "Ctrl Z, Ctrl Y": async (page) => {
    await treeOf(page, garden(3));
    await press(page, "ArrowDown", "ArrowDown", "ArrowDown");
    const height = page.getByLabel("Size, Y");
    await typed(page, height, "9");
    await press(page, "Enter");
    await expect(edits(page)).toContainText("1 change");
    await expect.poll(() => focused(page)).toBe("Size, Y");
    await press(page, "Control+z");
    await expect(height).toHaveValue("1");
    await press(page, "Control+y");
    await expect(height).toHaveValue("9");
    // From the search, from the model, and from another view.
    await page.getByLabel("Search the tree").focus();
    await press(page, "Control+z");
    await expect(height).toHaveValue("1");
    await page.locator("canvas").focus();
    await press(page, "Control+Shift+z");
    await expect(height).toHaveValue("9");
    await tab(page, "Sizes");
    await press(page, "Control+z");
    await expect(page.locator(".edits .last")).toHaveText("as it was");
    // Of what is being typed, the browser takes back letters.
    await tab(page, "Tree");
    await typed(page, page.getByLabel("Search the tree"), "Post");
    await press(page, "Control+y");
    await expect(height).toHaveValue("1");
  },
  "1 … 9": async (page) => {
    await opened(page, made("garden.rbxlx", garden(3)));
    for (const [digit, name, work] of [["2", "Model", "The model"], ["3", "Tree", "What is in the file"], ["5", "Bytes", "Bytes"]] as const) {
      await press(page, digit);
      await expect(page.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
      expect(await focused(page)).toMatch(new RegExp(`^${work}`));
    }
    // They are letters where something is typed.
    await press(page, "3");
    await page.getByLabel("Search the tree").focus();
    await page.keyboard.type("12");
    await expect(page.getByLabel("Search the tree")).toHaveValue("12");
    await expect(page.getByRole("tab", { name: "Tree" })).toHaveAttribute("aria-selected", "true");
  },
  "F6, Shift F6": async (page) => {
    await treeOf(page, garden(3));
    await typed(page, page.getByLabel("Search the tree"), "Ball");
    await press(page, "Enter");
    await expect(page.locator(".side h2")).toHaveText("Ball");
    // From a result to a property and into its value: five keys.
    await press(page, "F6", "s", "i", "Tab");
    await expect.poll(() => focused(page)).toBe("Size, X");
    await press(page, "Tab", "Shift+F6");
    expect(await focused(page)).toBe("What is in the file");
    await press(page, "Delete");
    await expect(edits(page)).toContainText("1 change");
    // From a property, and so from a result, to Save: at most five keys.
    await expect(page.getByRole("button", { name: "Reset view" })).toBeVisible();
    const seen: string[] = [];
    for (let i = 0; i < 9; i++) {
      await press(page, "F6");
      seen.push(await focused(page));
    }
    expect(seen).not.toContain("nothing");
    expect(seen.indexOf("Save…")).toBeGreaterThan(0);
    expect(seen.indexOf("Save…")).toBeLessThan(5);
    expect(seen).toContain("home");
    expect(seen).toContain("tab-tree");
  },
  "/": async (page) => {
    for (const [name, label] of [["Tree", "Search the tree"], ["Bytes", "Search the bytes"]] as const) {
      await opened(page, made("garden.rbxlx", garden(3)));
      await tab(page, name);
      await press(page, "/");
      await expect(page.getByLabel(label)).toBeFocused();
    }
  },
  Escape: async (page) => {
    await treeOf(page, garden(12));
    const search = page.getByLabel("Search the tree");
    await typed(page, search, "Post 11");
    await expect(labels(page)).toHaveText(["Workspace", "Fence", "Post 11"]);
    await press(page, "Escape");
    await expect(search).toHaveValue("");
    await expect(labels(page)).toHaveCount(5);
    await typed(page, search, "Post 11");
    await press(page, "Enter");
    await expect(page.locator(".item.active .label")).toHaveText("Post 11");
    await press(page, "Escape");
    await expect(search).toHaveValue("");
    await expect(page.locator(".item.active .label")).toHaveText("Post 11");
    await expect(labels(page).filter({ hasText: "Post 10" })).toBeVisible();
    expect(await focused(page)).toBe("What is in the file");
  },
  Tab: async (page) => {
    await treeOf(page, garden(3));
    await press(page, "Shift+Tab", "Shift+Tab");
    await expect(page.getByLabel("Search the tree")).toBeFocused();
    // Buttons side by side are one stop.
    await expect(page.getByRole("button", { name: "Reset view" })).toBeVisible();
    await page.getByRole("button", { name: "Lit, with its materials" }).focus();
    await press(page, "Tab");
    await expect(page.getByLabel("Go to", { exact: true })).toBeFocused();
    await press(page, "Shift+Tab");
    await expect(page.getByRole("button", { name: "Parts" })).toBeFocused();
  },
  "← → ↑ ↓": async (page) => {
    await treeOf(page, garden(3));
    await press(page, "ArrowLeft");
    await expect(labels(page)).toHaveText(["Workspace"]);
    await press(page, "ArrowRight");
    await expect(labels(page)).toHaveCount(5);
    await press(page, "ArrowDown", "ArrowDown", "ArrowUp");
    await expect(page.locator(".item.active .label")).toHaveText("Ball");
    await press(page, "F6", "ArrowDown", "ArrowUp", "ArrowRight");
    await page.getByRole("button", { name: "More of the tree" }).focus();
    await press(page, "Enter", "ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Open all" })).toBeFocused();
    await press(page, "Enter");
    await expect(labels(page).filter({ hasText: "Post 3" })).toBeVisible();
    await page.getByRole("separator", { name: "Width of the tree" }).focus();
    const width = (): Promise<number> => page.getByRole("tree").evaluate(({ clientWidth }) => clientWidth);
    const narrow = await width();
    await press(page, "ArrowRight");
    await expect.poll(width).toBe(narrow + 16);
    await press(page, "ArrowLeft");
    await press(page, "2");
    await colours(page);
    const before = await picture(page);
    await press(page, "ArrowLeft");
    await redrawn(page, before, "the model turns");
  },
  "Home, End": async (page) => {
    await treeOf(page, garden(3));
    await press(page, "End");
    await expect(page.locator(".item.active .label")).toHaveText("Roof");
    await press(page, "Home");
    await expect(page.locator(".item.active .label")).toHaveText("Workspace");
  },
  "Page Up, Page Down": async (page) => {
    await treeOf(page, garden(100));
    await press(page, "ArrowDown", "ArrowDown", "ArrowRight");
    await expect(labels(page).filter({ hasText: "Post" }).first()).toBeVisible();
    await press(page, "Home", "PageDown", "PageDown");
    const label = page.locator(".item.active .label");
    await expect(label).toHaveText(/^Post \d+$/);
    await press(page, "PageUp", "PageUp");
    await expect(label).toHaveText("Workspace");
  },
  "Shift with arrows": async (page) => {
    await opened(page, fixture("rbxmesh/valid/v200.mesh"));
    await tab(page, "Bytes");
    await page.getByRole("grid").focus();
    await press(page, "Control+Home", "Shift+ArrowRight", "Shift+ArrowRight");
    await expect(page.locator(".hex .target")).toHaveCount(3);
    await treeOf(page, garden(3));
    const heading = page.locator(".side h2");
    await press(page, "ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown");
    await expect(heading).toHaveText("3 chosen");
    await expect(page.locator(".item.active .label")).toHaveText(["Ball", "Fence", "Ground"]);
    await press(page, "Shift+ArrowUp");
    await expect(heading).toHaveText("2 chosen");
    await press(page, "ArrowDown");
    await expect(heading).toHaveText("Ground");
  },
  Enter: async (page) => {
    await treeOf(page, garden(3));
    await press(page, "Enter");
    await expect(labels(page)).toHaveText(["Workspace"]);
    await page.getByLabel("Search the tree").focus();
    // Before the search has begun by itself.
    await page.keyboard.type("Roof");
    await press(page, "Enter");
    await expect(page.locator(".item.active .label")).toHaveText("Roof");
    expect(await focused(page)).toBe("What is in the file");
    await inModel(page);
    await press(page, "Enter");
    await expect(page.locator(".viewer")).toHaveAttribute("data-chosen", /node/);
  },
  F2: async (page) => {
    await treeOf(page, garden(3));
    await press(page, "ArrowDown", "F2");
    await page.keyboard.type("Globe");
    await press(page, "Enter");
    await expect(labels(page)).toHaveText(["Workspace", "Fence", "Globe", "Ground", "Roof"]);
    expect(await focused(page)).toBe("What is in the file");
    await expect(page.locator("#chosen")).toContainText("Globe");
    // Delete takes letters then, and Escape keeps the name.
    await press(page, "F2", "Delete");
    await page.keyboard.type("Other");
    await press(page, "Escape");
    await expect(labels(page)).toHaveText(["Workspace", "Fence", "Globe", "Ground", "Roof"]);
    // In what a search found, too.
    await typed(page, page.getByLabel("Search the tree"), "Post 2");
    await press(page, "Enter");
    await expect(page.locator(".side h2")).toHaveText("Post 2");
    await press(page, "F2");
    await page.keyboard.type("Post 22");
    await press(page, "Enter");
    await expect(labels(page)).toHaveText(["Workspace", "Fence", "Post 22"]);
    await press(page, "F6", "c", "f", "F2");
    await expect(page.locator(".side").getByLabel("CFrame", { exact: true })).toBeFocused();
  },
  Delete: async (page) => {
    await treeOf(page, garden(3));
    await press(page, "ArrowDown", "ArrowDown", "Delete");
    await expect(labels(page)).toHaveText(["Workspace", "Ball", "Ground", "Roof"]);
    // What went, and how it comes back.
    const notice = page.locator(".notice");
    await expect(notice).toContainText("Fence is removed, and 3 instances in it");
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect(labels(page)).toHaveCount(5);
    await expect(notice).toHaveCount(0);
    await page.getByRole("tree").focus();
    await press(page, "Home", "ArrowDown", "Delete");
    await expect(labels(page)).toHaveText(["Workspace", "Fence", "Ground", "Roof"]);
    await expect(notice).toHaveCount(0);
    expect(await focused(page)).toBe("What is in the file");
  },
  "Ctrl X, Ctrl V": async (page) => {
    await treeOf(page, garden(3));
    await press(page, "ArrowDown", "Control+x", "ArrowDown", "Control+v");
    await expect(edits(page)).toContainText("Workspace/Ball goes into Workspace/Fence");
    await expect(labels(page)).toHaveText(["Workspace", "Fence", "Ground", "Roof"]);
    await press(page, "Control+z");
    await expect(labels(page)).toHaveCount(5);
  },
  letters: async (page) => {
    await treeOf(page, garden(3));
    await press(page, "ArrowDown");
    await expect(page.locator(".side h2")).toHaveText("Ball");
    await press(page, "F6", "c", "f");
    await expect(page.locator(".property .name", { hasText: "CFrame" })).toBeFocused();
    // Digits belong to names, and switch views only where nothing is being typed.
    await press(page, "c", "1");
    await expect(page.getByRole("tab", { name: "Tree" })).toHaveAttribute("aria-selected", "true");
  },
  "Ctrl Home, Ctrl End": async (page) => {
    const file = fixture("rbxmesh/valid/v200.mesh");
    await opened(page, file);
    await tab(page, "Bytes");
    await page.getByRole("grid").focus();
    await press(page, "Control+End");
    await expect(page.locator(`#byte-${readFileSync(file).length - 1}`)).toHaveClass(/cursor/);
    await press(page, "Control+Home");
    await expect(page.locator("#byte-0")).toHaveClass(/cursor/);
  },
  "W A S D, Q E": async (page) => inModel(page, "w", "s", "d", "a", "e", "q"),
  "+ −": async (page) => inModel(page, "+", "-"),
  F: async (page) => {
    await inModel(page, "+");
    await page.locator("canvas").click();
    await expect(page.locator(".viewer")).toHaveAttribute("data-chosen", /node/);
    const before = await picture(page);
    await page.locator("canvas").focus();
    await press(page, "f");
    await redrawn(page, before, "F goes there");
  },
  "right button": async (page) => {
    await inModel(page);
    const before = await picture(page);
    await page.locator("canvas").hover();
    await page.mouse.down({ button: "right" });
    await page.mouse.move(500, 300, { steps: 4 });
    await page.mouse.up({ button: "right" });
    await redrawn(page, before, "the head turns");
  },
};

/** Keys of the model, each of which changes the picture. */
async function inModel(page: Page, ...keys: string[]): Promise<void> {
  await opened(page, made("garden.rbxlx", garden(3)));
  await press(page, "2");
  await colours(page);
  for (const key of keys) {
    const before = await picture(page);
    await page.keyboard.down(key);
    await redrawn(page, before, `${key} moves the camera`);
    await page.keyboard.up(key);
  }
}

test("the walks are those of the list of keys", () => {
  expect(Object.keys(WALKS)).toEqual(KEYS.map(([keys]) => keys));
});

for (const [keys, walk] of Object.entries(WALKS)) test(`keys: ${keys}`, ({ page }) => walk(page));

test("a change leaves the camera where it is, and a click beside everything the keyboard in the view", async ({ page }) => {
  await treeOf(page, garden(3));
  // The bar of changes takes room from the canvas once.
  await press(page, "End", "Delete");
  await expect(edits(page)).toContainText("1 change");
  await press(page, "2");
  await colours(page);
  const canvas = page.locator("canvas");
  /** The picture in large squares: how shadows are sampled depends on where the camera was before. */
  const squares = (): Promise<number[]> => canvas.evaluate((canvas: HTMLCanvasElement) => {
    const context = new OffscreenCanvas(16, 16).getContext("2d")!;
    context.imageSmoothingQuality = "high";
    context.drawImage(canvas, 0, 0, 16, 16);
    return [...context.getImageData(0, 0, 16, 16).data];
  });
  const difference = (a: number[], b: number[]): number => Math.max(...a.map((one, i) => Math.abs(one - b[i]!)));
  const first = await squares();
  await press(page, ...Array<string>(6).fill("ArrowLeft"));
  await expect.poll(async () => difference(first, await squares())).toBeGreaterThan(50);
  // While the camera turns, the picture may have fewer points.
  await settled(page);
  await expect.poll(() => canvas.evaluate((it: HTMLCanvasElement) => it.width === Math.floor(it.clientWidth * devicePixelRatio))).toBe(true);
  await settled(page);
  const turned = await squares();
  await page.locator("#sentence").click();
  expect(await focused(page)).toMatch(/^The model/);
  await press(page, "Control+z", "Control+y");
  // Until a version is drawn, a picture of the one before stands over the canvas.
  await expect(page.locator("#status")).toHaveText(/^Redone/);
  await expect(page.locator(".viewer img")).toHaveCount(0);
  await expect.poll(async () => difference(turned, await squares())).toBeLessThan(12);
});

alone("opening, comparing and closing leave the keyboard in the view", { tag: "@slow" }, async ({ page }) => {
  await page.goto(PAGE);
  await opened(page, made("garden.rbxlx", garden(3)));
  await expect(page.locator("#panel")).toBeFocused();
  await press(page, "3");
  await expect(page.locator(".item.active .label")).toHaveText("Workspace");
  await press(page, "End", "Delete");
  await expect(edits(page)).toContainText("1 change");
  await press(page, "Control+s");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Compare with the original" }).focus();
  await press(page, "Enter");
  await expect(page.getByRole("listbox", { name: "Changes" })).toBeFocused();
  await expect(page.locator("#command")).toHaveText("rez diff garden.rbxlx garden.edited.rbxlx");
});
