// The extension in code-server: `cargo xtask vscode --test` runs it, with what it packed. CODE_SERVER names the program, REZ
// the `rez` that is to be called, VSIX the extension, and PICTURES a folder for pictures.

import { expect, type FrameLocator, type Locator, type Page, test } from "@playwright/test";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixture } from "./support.ts";

const SERVER = process.env["CODE_SERVER"] ?? "code-server";
const REZ = process.env["REZ"] ?? "rez";
const FILES = ["rbxmesh/samples/vase.mesh", "m3d/samples/figure.m3d", "rbxxml/samples/hut.rbxlx"];

const folder = mkdtempSync(join(tmpdir(), "rezkit-vscode-"));
const workspace = join(folder, "assets");
let server: ChildProcess;
let address = "";

test.use({ offline: false });
test.describe.configure({ timeout: 180_000 });

const git = (...args: string[]): string => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: workspace, encoding: "utf8" });
const rez = (...args: string[]): string => execFileSync(REZ, args, { cwd: workspace, encoding: "utf8" });

/** Settings of the machine, which alone count for what runs on it, or of the user. */
function set(settings: object, of = "Machine"): void {
  mkdirSync(join(folder, "user", of), { recursive: true });
  writeFileSync(join(folder, "user", of, "settings.json"), JSON.stringify(settings));
}

test.beforeAll(async () => {
  mkdirSync(workspace);
  for (const file of FILES) cpSync(fixture(file), join(workspace, file.split("/").pop()!));
  rez("convert", "hut.rbxlx", "-o", "hut.rbxl");
  rez("new", "hut.rbxl", "Workspace/Hut", "Script", "Door", "Source=local x = = 3", "-o", "door.rbxl");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "The hut");
  rez("set", "--in-place", "hut.rbxl", "Workspace/Hut/Floor.Color=#c03a2b", "Workspace/Hut/Back.Position=0, 7, 9.5");
  set({ "workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden", "chat.disableAIFeatures": true, "git.openRepositoryInParentFolders": "never", "extensions.autoCheckUpdates": false, "extensions.autoUpdate": false }, "User");
  set({ "rezkit.rez": REZ });
  const places = ["--user-data-dir", join(folder, "user"), "--extensions-dir", join(folder, "extensions")];
  execFileSync(SERVER, [...places, "--install-extension", process.env["VSIX"]!], { stdio: "inherit" });
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
  address = `http://127.0.0.1:${port}/`;
  server = spawn(SERVER, [...places, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"], { stdio: "ignore" });
  await expect.poll(() => fetch(address).then(({ ok }) => ok, () => false), { timeout: 60_000 }).toBe(true);
});

test.afterAll(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The window with the files. */
async function opened(page: Page): Promise<void> {
  await page.goto(`${address}?folder=${workspace}`);
  await expect(file(page, "vase.mesh")).toBeVisible({ timeout: 60_000 });
}

const file = (page: Page, name: string): Locator => page.getByRole("treeitem", { name: new RegExp(`^${name}(?![a-z])`) });

/** Shows a file; the window may not know the extension yet. */
async function show(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await file(page, name).dblclick();
    await expect(page.locator("iframe.webview.ready:visible")).toBeVisible({ timeout: 4000 }).catch(async (error) => {
      await page.locator(".tab.active").click({ button: "middle", timeout: 1000 });
      throw error;
    });
  }).toPass({ timeout: 60_000 });
}

/** Runs a command, which the window may not know yet. */
async function run(page: Page, command: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("F1");
    await page.locator(".quick-input-box input").fill(`>${command}`, { timeout: 2000 });
    await page.getByRole("option", { name: command }).first().click({ timeout: 4000 });
  }).toPass({ timeout: 60_000 });
}

/** The page in the editor that is shown. */
const shown = (page: Page): FrameLocator => page.frameLocator("iframe.webview.ready:visible").frameLocator("#active-frame");

async function pictured(page: Page, name: string): Promise<void> {
  const pictures = process.env["PICTURES"];
  if (pictures) await page.waitForTimeout(4000).then(() => page.screenshot({ path: join(pictures, `${name}.png`) }));
}

test("a mesh is shown by the page, and what is wrong with it is listed", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await opened(page);
  await show(page, "vase.mesh");
  await expect(shown(page).locator("#sentence")).toContainText("304 faces", { timeout: 60_000 });
  await expect(shown(page).locator("#tabs button", { hasText: "Bytes" })).toBeVisible();
  await page.keyboard.press("Control+Shift+M");
  const problems = page.locator(".markers-panel");
  await expect(problems).toContainText("faces[100]: A face has the same vertex twice (61, 61, 61)", { timeout: 30_000 });
  const row = problems.locator(".monaco-list-row", { hasText: "RBM018" }).first();
  await expect(row).toContainText(/\[Ln 1, Col [1-9]\d{3}/);
  await pictured(page, "vscode-mesh");
  await row.getByText("RBM018").click();
  await expect(shown(page).locator("#tab-bytes")).toHaveAttribute("aria-selected", "true", { timeout: 30_000 });
  await expect(shown(page).locator("#chosen")).toContainText("faces[100]");
  // The window itself asks its server, and the page nothing.
  expect(requests.filter((url) => !url.startsWith(address) && !/^(blob|data):/.test(url) && /rezkit/.test(url))).toEqual([]);
});

test("a syntax error of a script in a place is listed with its line and column", async ({ page }) => {
  await opened(page);
  await show(page, "door.rbxl");
  await page.keyboard.press("Control+Shift+M");
  const problems = page.locator(".markers-panel");
  await expect(problems).toContainText("Workspace/Hut/Door:1:11", { timeout: 30_000 });
  const row = problems.locator(".monaco-list-row", { hasText: "SCR001" });
  await expect(row).toContainText("[Ln 1, Col 11]");
  await row.getByText("SCR001").click();
  await expect(shown(page).locator(".line.hit")).toContainText("local x = = 3", { timeout: 30_000 });
});

test("a line that is found in a script is shown", async ({ page }) => {
  await opened(page);
  // The first one of the list is active, and before it comes the last.
  for (const [name, key] of [["door.rbxl", "Shift"], ["hut.rbxlx", "ArrowUp"]] as const) {
    await run(page, "rezkit: Search in Scripts");
    await page.getByPlaceholder("A text in the scripts").fill("ClockTime");
    await expect(page.getByRole("option", { name: new RegExp(`${name}$`) })).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: new RegExp(`^${name}(, preview)?$`) })).toBeVisible();
    // What is a text is shown as one.
    if (name === "hut.rbxlx") {
      const line = readFileSync(join(workspace, name), "utf8").split("\n").findIndex((line) => line.includes("ClockTime"));
      await expect(page.getByRole("button", { name: `Ln ${line + 1}, Col 1`, exact: true })).toBeVisible({ timeout: 60_000 });
    } else await expect(shown(page).locator(".line.hit")).toContainText("ClockTime", { timeout: 60_000 });
  }
});

test("a program that is not there is named once", async ({ page }) => {
  set({ "rezkit.rez": "/nowhere/rez" });
  await opened(page);
  for (const name of ["vase.mesh", "figure.m3d"]) {
    await show(page, name);
    await expect(shown(page).locator("#sentence")).not.toBeEmpty({ timeout: 60_000 });
  }
  const warning = page.locator(".notification-list-item", { hasText: "/nowhere/rez cannot be run" });
  await expect(warning).toHaveCount(1);
  await warning.getByRole("button", { name: "Open the Setting" }).click();
  await expect(page.locator(".settings-editor .setting-item", { hasText: "The program rez" })).toBeVisible({ timeout: 30_000 });
  set({ "rezkit.rez": REZ });
});

test("a finding in a text stands at its line", async ({ page }) => {
  const text = readFileSync(fixture("rbxxml/rules/RXX001.fires.rbxmx"), "utf8").replaceAll("<Item", "\n<Item");
  writeFileSync(join(workspace, "twice.rbxmx"), text);
  rez("convert", "door.rbxl", "-o", "door.rbxlx");
  const line = readFileSync(join(workspace, "door.rbxlx"), "utf8").split("\n").findIndex((line) => line.includes("local x = = 3"));
  await opened(page);
  await run(page, "rezkit: Check the Folders by rez");
  await page.keyboard.press("Control+Shift+M");
  await expect(page.locator(".markers-panel .monaco-list-row", { hasText: "RXX001" })).toContainText("[Ln 3, Col 27]", { timeout: 30_000 });
  await expect(page.locator(".markers-panel .monaco-list-row", { hasText: "SCR001" }).filter({ hasText: `[Ln ${line + 1}, ` })).toHaveCount(1);
});

test("a text can be shown as a place, and is shown anew when it changes", async ({ page }) => {
  await opened(page);
  await show(page, "hut.rbxl");
  await expect(shown(page).locator("#sentence")).toContainText("A Roblox place", { timeout: 60_000 });
  await pictured(page, "vscode-place");
  const before = await shown(page).locator("#sentence").textContent();
  writeFileSync(join(workspace, "hut.rbxl"), readFileSync(join(workspace, "figure.m3d")));
  await expect(shown(page).locator("#sentence")).not.toHaveText(before!, { timeout: 30_000 });
  git("checkout", "--quiet", "hut.rbxl");
  rez("set", "--in-place", "hut.rbxl", "Workspace/Hut/Floor.Color=#c03a2b");
});

test("a change is compared in the view of changes", async ({ page }) => {
  await opened(page);
  await page.keyboard.press("Control+Shift+G");
  const change = page.getByRole("treeitem", { name: /hut\.rbxl/ });
  await change.hover();
  await change.getByRole("button", { name: /^Compare in 3D/ }).click();
  await expect(shown(page).locator("main h2").first()).toContainText("differ", { timeout: 60_000 });
  await expect(shown(page).locator(".before-after")).toContainText("Before: hut.rbxl (index)");
  await pictured(page, "vscode-changes");
});

test("a click on a change shows one comparison, and a second click the same one", async ({ page }) => {
  await opened(page);
  // Then the window knows the extension.
  await show(page, "vase.mesh");
  await page.keyboard.press("Control+Shift+G");
  for (let i = 0; i < 2; i++) {
    await page.getByRole("treeitem", { name: /^hut\.rbxl, Modified/ }).click();
    await expect(shown(page).locator("main h2").first()).toContainText("differ", { timeout: 60_000 });
    await expect(page.getByRole("tab", { name: /hut\.rbxl/ })).toHaveCount(1);
    await expect(page.getByRole("tab", { name: "hut.rbxl (index) ↔ hut.rbxl" })).toBeVisible();
  }
  await expect(shown(page).locator(".before-after")).toContainText("Before: hut.rbxl (index)");
  await expect(shown(page).locator("#copy-command")).toBeHidden();
  const before = await shown(page).locator("main h2").first().textContent();
  rez("set", "--in-place", "hut.rbxl", "Workspace/Hut/Floor.Transparency=0.5");
  await expect(shown(page).locator("main h2").first()).not.toHaveText(before!, { timeout: 60_000 });
});

test("the commit that added a file shows it alone", async ({ page }) => {
  await opened(page);
  await file(page, "hut.rbxl").click();
  await page.getByRole("button", { name: /^Timeline/ }).click();
  await page.locator(".timeline-tree-view .monaco-list-row", { hasText: "The hut" }).click({ timeout: 60_000 });
  await expect(shown(page).locator("#sentence")).toContainText("A Roblox place", { timeout: 60_000 });
  await expect(shown(page).locator("#tab-changes")).toHaveCount(0);
});

test("a revision is chosen and compared with", async ({ page }) => {
  await opened(page);
  await show(page, "hut.rbxl");
  await expect(shown(page).locator("#sentence")).toContainText("A Roblox place", { timeout: 60_000 });
  await page.getByRole("button", { name: /^Compare with a Revision/ }).click();
  await page.getByRole("option", { name: /The hut/ }).click();
  await expect(shown(page).locator("main h2").first()).toContainText("differ", { timeout: 60_000 });
});

test("what is refused and what takes long ends nothing but its own editor", async ({ page }) => {
  writeFileSync(join(workspace, "broken.mesh"), "version 2.00\n\x0c");
  await opened(page);
  await show(page, "broken.mesh");
  await expect(shown(page).locator("main")).toContainText("cut short", { timeout: 60_000 });
  await show(page, "figure.m3d");
  await expect(shown(page).locator("#sentence")).toContainText("Model 3D", { timeout: 60_000 });
});
