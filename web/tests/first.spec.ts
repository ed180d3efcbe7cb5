// What a person meets who drops a file: what it looks like, the verdict, and a place as people of Studio know it.

import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { colours, fixture, garden, made, opened, picture, redrawn, tab, test, typed } from "./support.ts";

/** How much of what is below the tabs the picture fills. */
async function share(page: Page): Promise<number> {
  await expect(page.locator(".look[data-drawn] .viewer[data-drawn], .look.outline .outline-list")).toBeVisible();
  const [look, main] = [await page.locator(".look").boundingBox(), await page.locator("#main").boundingBox()];
  return (look!.width * look!.height) / (main!.width * main!.height);
}

for (const [what, path, fact] of [["a mesh", "rbxmesh/samples/vase.mesh", "304"], ["a place", "rbxxml/samples/hut.rbxlx", "30"], ["a document", "llsd/valid/everything.xml", "46"]] as const) {
  test(`${what} fills nearly half of the first screen, beside it stand the verdict and what is asked first`, async ({ page }) => {
    await opened(page, fixture(path));
    for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      expect(await share(page)).toBeGreaterThan(0.38);
      await expect(page.locator(".headline")).not.toHaveText("Checking…");
      await expect(page.locator(".gist-facts dd").filter({ hasText: fact }).first()).toBeVisible();
      const heights = await page.locator(".gist-facts dd").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThan(30);
      await expect(page.locator(".content-bar")).not.toContainText(/PROP|SSTR|PRNT/);
    }
  });
}

test("a file that is about its scripts is shown by what is in it", async ({ page }) => {
  const scripts = (n: number): string => garden(1).replace("</Item></roblox>", `${'<Item class="ModuleScript"></Item>'.repeat(n)}</Item></roblox>`);
  await opened(page, made("few.rbxlx", scripts(40)));
  await expect(page.locator(".look[data-drawn] .viewer[data-drawn]")).toBeVisible();
  await opened(page, made("many.rbxlx", scripts(41)));
  await expect(page.locator(".look.outline .outline-list")).toContainText("ModuleScript");
});

test("shapes that are in other files are counted, and can be given", async ({ page }) => {
  await opened(page, made("mesh.rbxlx", garden(1).replace('class="WedgePart"><Properties>', 'class="MeshPart"><Properties><Content name="MeshId"><url>rbxassetid://1</url></Content>')));
  await expect(page.locator(".stand-ins")).toContainText("1 of 4 parts has its shape in another file, and is shown as a box or a hull. Files named by their ids, such as 1.mesh, fill it");
  await page.locator(".stand-ins input").setInputFiles({ name: "1.mesh", mimeType: "", buffer: readFileSync(fixture("rbxmesh/samples/vase.mesh")) });
  await expect(page.locator(".stand-ins")).toBeHidden();
  await expect(page.locator(".look .viewer canvas")).toHaveAttribute("aria-label", /^The model: 1,048 triangles, 4 parts/);
});

/** A mesh of Second Life whose only level is a list of faces that it does not have. */
function lost(): Buffer {
  const level = deflateSync(Buffer.from("[\x7f\x7f\x7f\x7f]"));
  const number = (n: number): string => `\0\0\0${String.fromCharCode(n)}`;
  const key = (name: string): string => `k${number(name.length)}${name}`;
  return Buffer.concat([Buffer.from(`{${number(1)}${key("high_lod")}{${number(2)}${key("offset")}i${number(0)}${key("size")}i${number(level.length)}}}`), level]);
}

test("of a mesh without anything that can be read nothing is offered", async ({ page }) => {
  await opened(page, made("lost.llmesh", lost()));
  await expect(page.locator(".headline")).toContainText("Nothing in it can be shown or saved.");
  await expect(page.getByRole("tab", { name: "Convert" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.locator(".actions .primary:visible")).toHaveCount(0);
  await expect(page.locator(".gist-facts")).toBeHidden();
  await expect(page.locator(".rule", { hasText: "SLM005" }).locator(".found")).toHaveText("header");
  await page.locator(".headline").getByRole("button", { name: "See the bytes" }).click();
  await expect(page.getByRole("tab", { name: "Bytes" })).toHaveAttribute("aria-selected", "true");
});

test("a note says what was found, and voxels have a size", async ({ page }) => {
  await opened(page, made("house.rbxl", garden(1)));
  await expect(page.locator(".headline")).toHaveText("It can be used: 7 notes");
  await expect(page.locator(".rule", { hasText: "RZK002" }).locator(".found")).toHaveText("the name says a Roblox model or place, the content is a Roblox model or place as XML (.rbxlx)");
  await opened(page, fixture("m3d/rules/M3D044.fires.m3d"));
  await expect(page.locator(".rule .found").first()).toHaveText("chunks[1] VOXD, runs: 3 (allowed: 2)");
  await expect(page.locator(".gist-facts")).toContainText("Voxels2Size2 × 1 × 1 voxels");
});

test("a rule says where it is first broken, and a document what it holds", async ({ page }) => {
  const script = (name: string): string => `<Item class="Script"><Properties><string name="Name">${name}</string><string name="Source">local a\nlocal x = = 3</string></Properties></Item>`;
  await opened(page, made("code.rbxmx", `<roblox version="4">${script("One")}${script("Two")}</roblox>`));
  await expect(page.locator(".rule", { hasText: "SCR001" }).locator(".found")).toHaveText(/^One:2:11: expected an expression/);
  await opened(page, fixture("llsd/valid/everything.xml"));
  await expect(page.locator(".gist-facts")).toContainText(/Holds(array|map) of \d+/);
  await expect(page.locator(".headline .hint").first()).toContainText("Second Life");
  await opened(page, fixture("rbxmesh/valid/v400.mesh"));
  await expect(page.locator(".gist-facts dt").first()).toHaveText("Triangles, near → far");
});

test("an animation is paused and played on its first screen", async ({ page }) => {
  await opened(page, fixture("anim/valid/example.anim"));
  const play = page.locator(".look .play");
  await expect(play).toHaveText("▶ Play");
  await play.click();
  await expect(play).toHaveText("❚❚ Pause");
  await play.click();
  await expect(play).toHaveText("▶ Play");
  await page.getByRole("tab", { name: "Model" }).click();
  await expect(page.locator(".model .play")).toBeHidden();
  // The figure stands for the skeleton.
  await expect(page.getByRole("button", { name: /^Skeleton/ })).toHaveAttribute("aria-pressed", "false");
});

/** The share of a screen that the largest rectangle has in which there is nothing: squares of one colour. */
async function emptiness(page: Page): Promise<number> {
  const picture = (await page.locator("#main").screenshot()).toString("base64");
  return page.evaluate(async (picture) => {
    // In pixels of the screen, of which there are fewer than the page has.
    const SIDE = 20 * devicePixelRatio;
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
    const isEmpty = (x: number, y: number): boolean => {
      const first = y * SIDE * bitmap.width + x * SIDE;
      for (let i = 0; i < SIDE * SIDE; i++) if (pixels[first + Math.floor(i / SIDE) * bitmap.width + (i % SIDE)] !== pixels[first]) return false;
      return true;
    };
    const [width, height] = [Math.floor(bitmap.width / SIDE), Math.floor(bitmap.height / SIDE)];
    /** How many squares with nothing in them stand above each other, down to this row. */
    const heights = new Array<number>(width).fill(0);
    let most = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        heights[x] = isEmpty(x, y) ? heights[x]! + 1 : 0;
      }
      for (let left = 0; left < width; left++) {
        let low = Infinity;
        for (let right = left; right < width && heights[right]! > 0; right++) {
          low = Math.min(low, heights[right]!);
          most = Math.max(most, low * (right - left + 1));
        }
      }
    }
    return most / (width * height);
  }, picture);
}

for (const path of ["rbxmesh/samples/vase.mesh", "rbxxml/samples/hut.rbxlx", "llsd/valid/everything.xml"]) {
  test(`no screen is a third empty where ${path.split("/").pop()} is converted`, async ({ page }) => {
    await opened(page, fixture(path));
    await tab(page, "Convert");
    for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.locator(".result pre")).toBeVisible();
      expect(await emptiness(page), `${width} wide`).toBeLessThan(1 / 3);
    }
  });
}

test("a new file is shown before it is saved", async ({ page }) => {
  await opened(page, fixture("rbxmesh/samples/vase.mesh"));
  await tab(page, "Convert");
  const start = page.locator(".result pre");
  await expect(start).toContainText("00000000  67 6c 54 46");
  await page.locator(".target-card", { hasText: "OBJ" }).click();
  await expect(start).toContainText(/^#|^mtllib|^o |^v /);
  await expect(page.getByRole("button", { name: "Save vase.obj" })).toBeVisible();
});

test("the services of a place stand in Studio's order, the empty ones in one line, the workspace open", async ({ page }) => {
  const service = (name: string, inside = ""): string => `<Item class="${name}"><Properties><string name="Name">${name}</string></Properties>${inside}</Item>`;
  const part = '<Item class="Part"><Properties><string name="Name">Brick</string></Properties></Item>';
  const services = ["Chat", "ServerStorage", "Teams", "BadgeService", "Lighting", "Workspace", "StarterGui"].map((name) => service(name, /Storage|Work/.test(name) ? part : ""));
  await opened(page, made("shop.rbxlx", `<roblox version="4">${services.join("")}</roblox>`));
  await tab(page, "Tree");
  const labels = page.locator(".tree .label");
  await expect(labels).toHaveText(["Workspace", "Brick", "Lighting", "ServerStorage", "4 services that are empty"]);
  await expect(page.locator(".side h2")).toHaveText("Workspace");
  await labels.last().click();
  await expect(labels).toHaveText(["Workspace", "Brick", "Lighting", "ServerStorage", "4 services that are empty", "StarterGui", "Teams", "Chat", "BadgeService"]);
});

test("a search says how many it finds, and not how many it shows", async ({ page }) => {
  await opened(page, made("garden.rbxlx", garden(1200)));
  await tab(page, "Tree");
  const state = page.locator(".toolbar [role=status]").first();
  await typed(page, page.getByLabel("Search the tree"), "Post 119");
  await expect(state).toHaveText("11 found");
  await typed(page, page.getByLabel("Search the tree"), "Post");
  await expect(state).toHaveText("1,200 found, the first 500 are shown");
});

test("many parts take few calls to draw, and each can be chosen", async ({ page }) => {
  await opened(page, made("garden.rbxlx", garden(3000)));
  await tab(page, "Model");
  await expect(page.locator(".viewer[data-drawn]")).toBeVisible();
  expect(Number(await page.locator(".viewer").getAttribute("data-calls"))).toBeLessThan(30);
  await page.locator("canvas").click();
  await expect(page.locator(".viewer")).toHaveAttribute("data-chosen", /"node":\d+/);
});

test("who changes what a search found goes on with the search", async ({ page }) => {
  await opened(page, made("garden.rbxlx", garden(10)));
  await tab(page, "Tree");
  const labels = page.locator(".tree .label");
  await typed(page, page.getByLabel("Search the tree"), "Post 1");
  await expect(labels).toHaveText(["Workspace", "Fence", "Post 1", "Post 10"]);
  await labels.last().click();
  await typed(page, page.getByLabel("Size, Y"), "9");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Edits" })).toContainText("1 change");
  await expect(labels).toHaveText(["Workspace", "Fence", "Post 1", "Post 10"]);
  await expect(page.locator(".item.active .label")).toHaveText("Post 10");
  await expect(page.getByLabel("Size, Y")).toHaveValue("9");
});

test("scripts are searched and replaced, after a look at each line", async ({ page }) => {
  const script = (name: string, source: string): string => `<Item class="Script"><Properties><string name="Name">${name}</string><ProtectedString name="Source">${source}</ProtectedString></Properties></Item>`;
  await opened(page, made("code.rbxmx", `<roblox version="4">${script("One", "wait(1)")}${script("Two", "local n = 2\nWait(n)")}</roblox>`));
  await tab(page, "Scripts");
  await typed(page, page.getByLabel("Search all scripts"), "wait(");
  await typed(page, page.getByLabel("Replace with"), "task.wait(");
  await page.getByRole("button", { name: "Replace…" }).click();
  await expect(page.locator("dialog .line-added")).toHaveText(["task.wait(1)", "task.wait(n)"]);
  await page.getByRole("button", { name: "Replace in 2 scripts" }).click();
  await expect(page.getByRole("region", { name: "Edits" })).toContainText("1 change");
  await expect(page.locator(".source .code").first()).toHaveText("task.wait(1)");
  // And one by hand.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await typed(page, page.getByLabel("Source of One"), "print('on\u00e9')\n");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("region", { name: "Edits" })).toContainText("2 changes");
  await expect(page.locator(".source .code").first()).toHaveText("print('on\u00e9')");
});

test("an action has a time line with the keys of each joint and the curves of one", async ({ page }) => {
  await opened(page, fixture("m3d/samples/figure.m3d"));
  await tab(page, "Model");
  // Who comes here at once finds the figure at rest.
  await page.getByLabel("Action", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Keys", exact: true }).click();
  const rows = page.locator(".key-row");
  await expect(rows.filter({ hasText: "arm.l" }).locator("i")).toHaveCount(9);
  await rows.filter({ hasText: "arm.l" }).locator(".label").click();
  await expect(page.locator(".curves svg").first()).toBeVisible();
  await page.getByLabel("Time").fill("0.5");
  await expect(page.locator(".player output")).toHaveText("0.52 of 1.04 s");
});

test("who walks through a place falls to the ground, and goes to what it is made of", async ({ page }) => {
  await opened(page, made("garden.rbxlx", garden(10)));
  await tab(page, "Model");
  const viewer = page.locator(".viewer");
  await expect(viewer).toHaveAttribute("data-drawn", /./);
  await page.getByLabel("Go to", { exact: true }).selectOption("Fence");
  await expect(viewer).toHaveAttribute("data-chosen", /node/);
  const before = await picture(page);
  await page.getByRole("button", { name: "Walk, with gravity" }).click();
  await redrawn(page, before, "the camera falls");
  // Once it stands, nothing is drawn any more.
  const drawn = (): Promise<string | null> => viewer.getAttribute("data-drawn");
  await expect.poll(async () => {
    const last = await drawn();
    await page.waitForTimeout(300);
    return last === (await drawn());
  }).toBe(true);
  const standing = await picture(page);
  await page.keyboard.down("w");
  await redrawn(page, standing, "W goes ahead");
  await page.keyboard.up("w");
});

test("an animation alone is seen by the joints that it moves", async ({ page }) => {
  await opened(page, fixture("anim/valid/codes.anim"));
  await expect(page.locator(".look .facts-line")).toContainText(/\d+ joints/);
  expect(await colours(page)).toBeGreaterThan(20);
});
