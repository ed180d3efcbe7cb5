// What a person does with the page, on one file of each family and on files that are none.

import { type ConsoleMessage, expect } from "@playwright/test";
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import validator from "gltf-validator";
import { accessible, colours, FAMILIES, fixture, fromMenu, garden, made, opened, openTabs, picture, redrawn, tab, test, typed } from "./support.ts";

const messages: string[] = [];
const say = (message: ConsoleMessage): void => void (message.type() === "error" && messages.push(message.text()));
const fail = (error: Error): void => void messages.push(String(error));

test.beforeEach(({ page }) => {
  messages.length = 0;
  page.on("console", say).on("pageerror", fail);
});

test.afterEach(({ page }) => {
  page.off("console", say).off("pageerror", fail);
  expect(messages).toEqual([]);
});

const SAID: Record<keyof typeof FAMILIES, RegExp> = {
  "Roblox mesh": /^A Roblox mesh, version 5\.00, 1,788 bytes/,
  "Roblox model": /^A Roblox model “Outer”, 422 bytes/,
  "Roblox XML": /^A Roblox model as XML “All ❌ types <&> "quoted"”, 4,809 bytes/,
  "Second Life mesh": /^A Second Life mesh, version 1, 1,667 bytes, 1 face, 4 vertices/,
  LLSD: /^LLSD notation, 531 bytes/,
  "Model 3D": /^Model 3D, 293 bytes/,
};

test("each format: facts, findings, tree, bytes and sizes", async ({ page }) => {
  for (const [family, path] of Object.entries(FAMILIES)) {
    await opened(page, fixture(path));
    // The view of the file before stays.
    await tab(page, "Overview");
    await expect(page.locator("#sentence")).toHaveText(SAID[family as keyof typeof FAMILIES]);
    await expect(page.locator("dl.facts dt").first()).toHaveText("Format");
    await expect(page.locator(".verdict")).toHaveText(/error|warning|note|None/);

    await tab(page, "Tree");
    await expect(page.locator(".item").first()).toBeVisible();
    await page.getByRole("tree").focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.locator('.item[aria-selected="true"]')).toHaveCount(1);
    await expect(page.locator(".side h2")).not.toHaveText("");

    await tab(page, "Bytes");
    // What was chosen in the tree is in sight; the file begins before it.
    await page.getByLabel("Which bytes").selectOption("0");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    const first = readFileSync(fixture(path));
    await expect(page.locator("#byte-0")).toHaveText(first[0]!.toString(16).padStart(2, "0"));
    await expect(page.locator(".names button").first()).toBeVisible();
    // From a byte to its name, and from a name to its bytes.
    await page.locator("#byte-4").hover();
    await expect(page.locator(".hex .on").first()).toBeVisible();
    await expect(page.locator(".names .on")).toHaveCount(1);
    await page.locator(".names button").nth(1).hover();
    const leaf = await page.locator(".names button").nth(1).getAttribute("data-leaf");
    await expect(page.locator(`.hex .on[data-leaf="${leaf}"]`).first()).toBeVisible();

    await tab(page, "Sizes");
    await expect(page.locator("tbody tr").first()).toBeVisible();
    await expect(page.locator(".bar div").first()).toBeVisible();
  }
});

test("a model of each format is drawn, and becomes a GLB that the validator accepts", async ({ page }) => {
  for (const family of ["Roblox mesh", "Second Life mesh", "Model 3D"] as const) {
    await opened(page, fixture(FAMILIES[family]));
    await tab(page, "Model");
    expect(await colours(page)).toBeGreaterThan(4);
    for (const name of [/^Wireframe/, "Bounds", /^Clay/]) await page.getByRole("button", { name }).click();
    expect(await colours(page)).toBeGreaterThan(4);
    await expect(page.locator(".facts-line")).toHaveText(/triangles?, .*part/);

    await page.locator("#save-glb").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.locator(".losses")).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: /^Save / }).click()]);
    const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(await download.path())));
    expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
  }
});

test("levels of detail, skeleton and controls of the face can be chosen", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v500.mesh"));
  await tab(page, "Model");
  await colours(page);
  for (const name of [/^Skeleton/, /^Normals of/]) await page.getByRole("button", { name }).click();
  await expect(page.locator(".joint-names span")).toHaveText(["Root", "Jaw"]);
  await page.getByRole("button", { name: "Face controls" }).click();
  await expect(page.locator(".groups.face summary")).toHaveText([/^Jaw/, /^Mouth/]);
  const before = await picture(page);
  await page.getByLabel("Jaw drop").fill("1");
  await redrawn(page, before);
  await page.getByRole("button", { name: "Reset the face" }).click();
  await expect(page.getByLabel("Jaw drop")).toHaveValue("0");
  await opened(page, fixture("slmesh/valid/uploaded.llmesh"));
  await tab(page, "Model");
  const levels = page.getByRole("group", { name: "Levels of detail" }).getByRole("button");
  await expect.poll(() => levels.count()).toBeGreaterThan(3);
  const facts = await page.locator(".facts-line").textContent();
  await levels.nth(1).click();
  await expect(page.locator(".facts-line")).not.toHaveText(facts!);
  await expect(levels.nth(1)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Parts" }).click();
  await page.locator(".groups input").first().uncheck();
});

test("a Roblox place: its parts stand where they belong", async ({ page }) => {
  await opened(page, made("garden.rbxlx", garden(100)));
  await expect(page.locator("#sentence")).toContainText("105 instances");
  await tab(page, "Model");
  expect(await colours(page)).toBeGreaterThan(16);
  // Blocks are drawn at once, and what is rare together: a ball and a roof.
  await expect(page.locator(".facts-line")).toHaveText(/triangles, 103 parts, 204 × 7 × 24$/);
  await page.getByRole("button", { name: "Parts" }).click();
  await expect(page.locator(".groups label")).toHaveText(["101 of one shape 1,212", /^shapes that are rare \d+$/]);
  const before = await picture(page);
  await page.getByLabel(/^shapes that are rare/).uncheck();
  await redrawn(page, before);
  await tab(page, "Tree");
  await fromMenu(page, "More of the tree", "Open all");
  await expect(page.locator(".toolbar [role=status]").first()).toHaveText("105 rows");
});

test("a finding leads to the instance that it is about", async ({ page }) => {
  await opened(page, fixture("rbxbinary/rules/RBX003.fires.rbxm"));
  const rule = page.locator(".rule", { hasText: "RBX003" });
  await rule.locator("summary").click();
  await rule.getByRole("button", { name: "Folder “Folder”" }).click();
  await expect(page.getByRole("tab", { name: "Tree" })).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".item.active")).toContainText("Folder");
  await expect(page.locator(".property-list")).toContainText("Target");
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
});

test("a finding says why and what to do, and leads to its bytes", async ({ page }) => {
  await opened(page, fixture("rbxbinary/rules/RBX010.fires.rbxm"));
  const rule = page.locator(".rule", { hasText: "RBX010" });
  await rule.locator("summary").click();
  await expect(rule.locator(".why")).toContainText("What to do");
  await rule.locator(".cases button").first().click();
  await expect(page.getByRole("tab", { name: "Bytes" })).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".hex .target")).toHaveCount(4);
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
});

test("what a Second Life mesh costs depends on its size", async ({ page }) => {
  await opened(page, fixture("slmesh/valid/part.llmesh"));
  const cost = page.locator("dl.facts [role=status]");
  await expect(cost).toHaveText("0.060, most of it for lowest_lod");
  for (const axis of ["X", "Y", "Z"]) await typed(page, page.getByLabel(`Size along ${axis} in metres`), "60");
  await expect(cost).toHaveText("0.060, most of it for high_lod");
});

const SCRIPTS = `<roblox version="4"><Item class="Folder"><Properties><string name="Name">Code</string></Properties>${["Alpha", "Beta"]
  .map((name) => `<Item class="Script"><Properties><string name="Name">${name}</string><ProtectedString name="Source">-- ${name}
local part = game.Workspace
print("rbxassetid://77", part)
</ProtectedString></Properties></Item>`)
  .join("")}<Item class="Decal"><Properties><string name="Name">Sign</string><Content name="Texture"><url>rbxassetid://4711</url></Content></Properties></Item></Item></roblox>`;

test("scripts are searched, and saved as a ZIP", async ({ page }) => {
  await opened(page, made("code.rbxmx", SCRIPTS));
  await tab(page, "Scripts");
  // Two scripts in a folder, which can be closed.
  await expect(page.locator(".list .entry")).toHaveText(["▾ Code", /^Alpha/, /^Beta/]);
  await page.locator(".list .entry").first().click();
  await expect(page.locator(".list .entry")).toHaveText(["▸ Code"]);
  await page.locator(".list").press("ArrowRight");
  await expect(page.locator(".source .code").first()).toHaveText("-- Alpha");
  await typed(page, page.getByLabel("Search all scripts"), "beta");
  await expect(page.locator(".list .entry")).toHaveCount(1);
  await page.locator(".list .entry").click();
  await expect(page.locator(".source .hit .code")).toHaveText("-- Beta");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all as ZIP" }).click()]);
  expect(download.suggestedFilename()).toBe("code_scripts.zip");
  const zip = readFileSync(await download.path());
  expect(zip.subarray(0, 2).toString()).toBe("PK");
  expect(zip.includes("Beta.server.luau")).toBe(true);
});

test("a script with a syntax error is marked with its line", async ({ page }) => {
  const source = (name: string, text: string): string => `<Item class="Script"><Properties><string name="Name">${name}</string><ProtectedString name="Source">${text}</ProtectedString></Properties></Item>`;
  await opened(page, made("broken.rbxmx", `<roblox version="4">${source("One", "print(1)")}${source("Two", "local a = 1\nlocal b = = 2")}</roblox>`));
  await tab(page, "Scripts");
  const two = page.locator(".list .entry", { hasText: "Two" });
  await expect(two.locator(".severity")).toHaveText("line 2");
  await expect(page.locator(".list .severity")).toHaveCount(1);
  await two.click();
  await expect(page.locator(".source .hit .code")).toHaveText("local b = = 2");
});

test("assets are listed once, with where they are used", async ({ page }) => {
  await opened(page, made("code.rbxmx", SCRIPTS));
  await tab(page, "Assets");
  await expect(page.locator("tbody tr", { hasText: "rbxassetid://4711" })).toContainText("Code/Sign");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as text" }).click()]);
  expect(readFileSync(await download.path(), "utf8")).toContain("rbxassetid://4711\n");
});

test("the tree is searched by name and by value", async ({ page }) => {
  await opened(page, made("code.rbxmx", SCRIPTS));
  await tab(page, "Tree");
  await typed(page, page.getByLabel("Search the tree"), "4711");
  await expect(page.locator(".item .label")).toHaveText(["Code", "Sign"]);
  await page.locator(".item").nth(1).dblclick();
  await expect(page.locator(".item.active")).toContainText("Sign");
  await expect(page.locator(".side")).toContainText("rbxassetid://4711");
});

test("a model becomes XML, with its report", async ({ page }) => {
  await opened(page, fixture(FAMILIES["Roblox model"]));
  await tab(page, "Convert");
  await page.getByText("Roblox, XML").click();
  await page.getByRole("button", { name: "Convert" }).click();
  await expect(page.locator("main h2").last()).toHaveText(/nested\.rbxmx, /);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save nested.rbxmx" }).click()]);
  expect(readFileSync(await download.path(), "utf8")).toContain("<roblox");
});

test("pictures inside are shown", async ({ page }) => {
  await opened(page, fixture("m3d/valid/authored/auth_extra.sdk.m3d"));
  await tab(page, "Files inside");
  await expect(page.locator("img.preview")).toBeVisible();
  await expect.poll(() => page.locator("img.preview").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8);
});

test("decompressed parts are spaces of their own", async ({ page }) => {
  await opened(page, fixture(FAMILIES["Roblox model"]));
  await tab(page, "Bytes");
  await page.getByLabel("Which bytes").selectOption("2");
  await expect(page.locator(".names button").first()).toContainText("id");
  await typed(page, page.getByLabel("Go to"), "0x4");
  await page.keyboard.press("Enter");
  await expect(page.locator(".inspector .path")).toContainText("name");
  await expect(page.locator("#byte-8")).toHaveText("46");
});

test("a page that was saved instead of the mesh is told", async ({ page }) => {
  await opened(page, made("chair.mesh", "<!doctype html><title>404</title><p>Not found"));
  await expect(page.locator("#sentence")).toContainText("An HTML page");
  await expect(page.locator(".refusal h2")).toHaveText("It cannot be read");
  await expect(page.locator("main")).toContainText("The name says a Roblox mesh");
  await expect(page.locator("main pre")).toContainText("404");
  await accessible(page);
  await tab(page, "Bytes");
  await expect(page.locator("#byte-0")).toHaveText("3c");
});

test("an error of a server is told, and an empty file", async ({ page }) => {
  await opened(page, made("asset", `{"errors":[{"code":0,"message":"Unable to find"}]}`));
  await expect(page.locator("#sentence")).toContainText("server's error message");
  await opened(page, made("empty.rbxm", ""));
  await expect(page.locator(".refusal")).toContainText("The download or save failed");
});

test("a broken file says where, and shows the bytes there", async ({ page }) => {
  const whole = readFileSync(fixture("rbxmesh/valid/v200.mesh"));
  await opened(page, made("cut.mesh", whole.subarray(0, 300)));
  await expect(page.locator(".refusal")).toContainText("at byte 0x");
  await expect(page.locator(".excerpt mark")).toHaveCount(1);
  await expect.poll(() => openTabs(page)).toEqual(["Overview", "Bytes"]);
  await expect(page.locator("#save-glb")).toBeHidden();
  await tab(page, "Bytes");
  await expect(page.locator(".names button").first()).toBeVisible();
});

test("a file in gzip is opened", async ({ page }) => {
  const packed = gzipSync(readFileSync(fixture("rbxmesh/valid/v200.mesh")));
  expect(gunzipSync(packed).length).toBe(1129);
  await opened(page, made("a.mesh.gz", packed));
  await expect(page.locator("#sentence")).toContainText("in gzip");
  await tab(page, "Bytes");
  await expect(page.locator("#byte-0")).toHaveText("76");
});

test("a file is dropped, in both ways of a browser", async ({ page }) => {
  const data = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["{'a':i1}"], "dropped.notation"));
    return data;
  });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await expect(page.locator("#name")).toHaveText("dropped.notation");
  await expect(page.locator("#sentence")).toContainText("LLSD notation");
  const session = await page.context().newCDPSession(page);
  const files = [fixture("rbxmesh/valid/v200.mesh")];
  // A browser that has much to do may take no notice of a drag.
  await expect(async () => {
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: 400, y: 400, data: { items: [], files, dragOperationsMask: 1 } });
    }
    await expect(page.locator("#name")).toHaveText("v200.mesh", { timeout: 3000 });
  }).toPass();
});

test("a file and a text are pasted", async ({ page }) => {
  const paste = (kind: "file" | "text"): Promise<void> =>
    page.evaluate((kind) => {
      const data = new DataTransfer();
      if (kind === "file") data.items.add(new File(["version 1.00\n0\n"], "pasted.mesh"));
      else data.setData("text/plain", "{'a':i1}");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, kind);
  await paste("file");
  await expect(page.locator("#name")).toHaveText("pasted.mesh");
  await paste("text");
  await expect(page.locator("#sentence")).toContainText("LLSD notation");
});

test("the back button leads to views, files and the start", async ({ page }) => {
  await opened(page, fixture(FAMILIES["Roblox mesh"]));
  await tab(page, "Bytes");
  await opened(page, fixture(FAMILIES.LLSD));
  await expect(page.locator("#name")).toHaveText("everything.notation");
  await page.goBack();
  await expect(page.locator("#name")).toHaveText("v500.mesh");
  await expect(page.getByRole("tab", { name: "Bytes" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(page.locator("h1", { hasText: "See what is inside" })).toBeVisible();
  await page.goForward();
  await expect(page.locator("#name")).toHaveText("v500.mesh");
});

test("everything is reached with the keyboard", async ({ page }) => {
  await page.locator("#home").focus();
  await page.getByRole("group", { name: "Samples" }).getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#tabs")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("tab", { name: "Model" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Model" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Tree" })).toBeFocused();
  await expect(page.locator(".item").first()).toBeVisible();
  await page.getByRole("tree").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await expect(page.locator(".item.active")).toHaveCount(1);
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search the tree")).toBeFocused();
  await tab(page, "Bytes");
  // What was chosen in the tree comes into sight.
  await expect(page.locator(".hex .cursor")).toBeVisible();
  await page.getByRole("grid").focus();
  for (const key of ["Control+Home", "ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await expect(page.locator("#byte-18")).toHaveClass(/cursor/);
  await expect(page.getByRole("grid")).toHaveAttribute("aria-activedescendant", "byte-18");
  await page.keyboard.press("Control+End");
  await expect(page.locator(`#byte-${readFileSync(fixture("m3d/samples/figure.m3d")).length - 1}`)).toHaveClass(/cursor/);
});

test("the report has the hash, the format and the findings", async ({ page }) => {
  await opened(page, fixture("rbxmesh/rules/RBM032.fires.mesh"));
  await page.locator("#report").click();
  const text = page.getByRole("textbox", { name: "Report" });
  await expect(text).toHaveValue(/SHA-256 \| `[0-9a-f]{64}`/);
  await expect(text).toHaveValue(/RBM032/);
  await accessible(page);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("RBM032");
});

test("a GLB is shown and becomes a mesh", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v300.mesh"));
  await page.locator("#save-glb").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("dialog").getByRole("button", { name: /^Save / }).click()]);
  const glb = readFileSync(await download.path());
  await opened(page, made("back.glb", glb));
  await expect(page.locator("#sentence")).toContainText("GLB");
  await tab(page, "Model");
  expect(await colours(page)).toBeGreaterThan(4);
  await tab(page, "Convert");
  await page.locator(".target-card", { hasText: "Roblox mesh" }).click();
  await page.getByRole("button", { name: "Convert" }).click();
  const [back] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save back.mesh" }).click()]);
  expect(readFileSync(await back.path()).equals(readFileSync(fixture("rbxmesh/valid/v300.mesh")))).toBe(true);
});

test("memory stays flat over thirty files", { tag: "@slow" }, async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const taken = async (): Promise<{ heap: number; nodes: number }> => {
    await page.locator("#home").click();
    // Those of the page and of the empty page; the others have ended.
    await expect.poll(() => page.workers().length).toBeLessThanOrEqual(3);
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
    return { heap: of("JSHeapUsedSize"), nodes: of("Nodes") };
  };
  const round = async (): Promise<void> => {
    for (const path of Object.values(FAMILIES)) {
      await opened(page, fixture(path));
      await expect(page.locator(".headline")).not.toHaveText("Checking…");
    }
  };
  await round();
  const before = await taken();
  for (let i = 0; i < 4; i++) await round();
  const after = await taken();
  // What is kept of a file is its name, its bytes, and an option.
  expect(after.heap - before.heap).toBeLessThan(3 << 20);
  expect(after.nodes - before.nodes).toBeLessThan(1000);
});
