// Several files: a list with pictures and verdicts, archives, and two versions compared.

import { expect, type Page } from "@playwright/test";
import { zipSync } from "fflate";
import { readFileSync } from "node:fs";
import { accessible, alone, fixture, fromMenu, garden, made, opened, PAGE, tab, test, typed } from "./support.ts";

const door = (name: string, size: number, inside = ""): string =>
  `<Item class="Part"><Properties><string name="Name">${name}</string><Vector3 name="size"><X>4</X><Y>${size}</Y><Z>1</Z></Vector3><CoordinateFrame name="CFrame"><X>${name.length}</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame><Color3uint8 name="Color3uint8">${0xff00ff00}</Color3uint8></Properties>${inside}</Item>`;
const place = (parts: string): Buffer =>
  Buffer.from(`<roblox version="4"><Item class="Workspace"><Properties><string name="Name">Workspace</string></Properties>${parts}</Item></roblox>`);
const OLD = place(door("Door", 7) + door("Window", 3) + door("Wall", 9));
const NEW = place(door("Door", 8) + door("Wall", 9) + door("Chimney", 2));

async function known(page: Page, n: number): Promise<void> {
  await expect(page.locator(".totals")).toHaveAttribute("data-known", String(n), { timeout: 40_000 });
}

alone("an archive becomes a shelf: verdicts, totals, a filter, and what fails fails alone", { tag: "@slow" }, async ({ page }) => {
  await page.goto(PAGE);
  const files = {
    "a/v200.mesh": readFileSync(fixture("rbxmesh/valid/v200.mesh")),
    "a/broken.llmesh": readFileSync(fixture("slmesh/rules/SLM013.fires.llmesh")),
    "cut.mesh": Buffer.from("version 2.00\n\x0c\0"),
    "page.mesh": Buffer.from("<!doctype html><title>404</title>"),
    "../../outside.rbxmx": OLD,
    "notes.md": Buffer.from("# Notes"),
    "body.glb": readFileSync(fixture("foreign/walks/body.glb")),
  };
  await page.setInputFiles("#pick", made("models.zip", Buffer.from(zipSync(files))));
  await known(page, 7);
  await expect(page.locator(".card-name")).toHaveText(["v200.mesh", "broken.llmesh", "cut.mesh", "page.mesh", "outside.rbxmx", "notes.md", "body.glb"]);
  const cards = page.locator(".card");
  await expect(cards.nth(0).locator(".card-verdict")).toHaveText("Nothing wrong");
  await expect(cards.nth(1).locator(".card-verdict")).toHaveText("1 note");
  await expect(cards.nth(2).locator(".card-verdict")).toHaveText("Cannot be read");
  await expect(cards.nth(0).locator("img")).toHaveAttribute("src", /^data:image\/png/);
  // What is of another format is shown, as far as it can be, and is no fault.
  await expect(cards.nth(5).locator(".card-verdict")).toHaveText("Not checked");
  await expect(cards.nth(6).locator("img")).toHaveAttribute("src", /^data:image\/png/);
  await expect(page.locator(".totals")).toContainText("7 files");
  await expect(page.locator(".totals")).toContainText("2 not read");
  await expect(page.locator(".totals")).toContainText("2 not checked");
  await accessible(page);
  await page.getByLabel("Order").selectOption("Worst first");
  await expect(page.locator(".card-name").first()).toHaveText("cut.mesh");
  await typed(page, page.getByLabel("Filter the files"), "v200");
  await expect(cards).toHaveCount(1);
  await cards.first().click();
  await expect(page.locator("#name")).toHaveText("models.zip/a/v200.mesh");
  await page.goBack();
  await expect(page.locator(".totals")).toBeVisible();
  // An archive that is none is a file that cannot be read.
  await page.setInputFiles("#pick", made("cut.zip", "PK\x03\x04 and nothing more"));
  await expect(page.locator("main h2")).toHaveText("No files in it");
});

alone("nothing is wrong only where something was checked", async ({ page }) => {
  await page.goto(PAGE);
  await page.setInputFiles("#pick", [made("one.md", "# Notes"), made("two.md", "# Notes")]);
  await expect(page.locator(".totals")).toHaveText("2 files, 14 bytes; 2 not checked.");
});

alone("of an archive with a bomb, all but the bomb are listed", { tag: "@slow" }, async ({ page }) => {
  await page.goto(PAGE);
  const files = { "good.mesh": readFileSync(fixture("rbxmesh/valid/v200.mesh")), "bomb.mesh": new Uint8Array(100 << 20), "other.txt": new Uint8Array([120]) };
  await page.setInputFiles("#pick", made("bomb.zip", Buffer.from(zipSync(files, { level: 1 }))));
  await known(page, 2);
  await expect(page.locator(".remarks")).toContainText("bomb.mesh");
  await expect(page.locator(".card-verdict").first()).toHaveText("Nothing wrong");
});

alone("two versions are compared, as rez diff does", { tag: "@slow" }, async ({ page }) => {
  await page.goto(PAGE);
  await page.setInputFiles("#pick", [made("old.rbxmx", OLD), made("new.rbxmx", NEW)]);
  await known(page, 2);
  await page.getByLabel("Compare old.rbxmx").check();
  await page.getByLabel("Compare new.rbxmx").check();
  await page.getByRole("button", { name: "Compare old.rbxmx with new.rbxmx" }).click();
  await expect(page.getByRole("tab", { name: "Changes" })).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("#command")).toHaveText("rez diff old.rbxmx new.rbxmx");
  const list = page.locator(".list .entry");
  const rows = page.locator(".before-after tbody tr");
  await expect(page.locator("main h2").first()).toContainText("differ");
  const door = list.filter({ hasText: "Workspace/Door" });
  await door.click();
  await expect(door).toHaveText("changedWorkspace/Door");
  await expect(rows).toHaveText(["SizeVector3(4, 7, 1)Vector3(4, 8, 1)"]);
  await expect(list.filter({ hasText: /^(added|renamed)Workspace\/Chimney/ })).toHaveCount(1);
  // Both models stand behind one slider, seen by one camera.
  await expect(page.locator(".over .viewer")).toHaveAttribute("data-chosen", /node/);
  const over = page.locator(".over");
  await page.getByLabel("How much is seen of the version before").fill("20");
  await expect(over).toHaveCSS("clip-path", "inset(0px 80% 0px 0px)");
  await accessible(page);
  // What is not wanted is filtered, and the rest is walked through.
  await page.getByRole("button", { name: /^\d+ changed/ }).click();
  await expect(door).toHaveCount(0);
  await page.getByRole("button", { name: /^\d+ changed/ }).click();
  await door.click();
  await page.locator(".change-detail h2 button").click();
  await expect(page.locator(".item.active")).toContainText("changed");
  await tab(page, "Model");
  await expect(page.locator(".viewer")).toHaveAttribute("data-differences", "2");
  await expect(page.locator(".viewer")).toHaveAttribute("data-chosen", /node/);
  await tab(page, "Changes");
  await page.getByRole("button", { name: "The other way round" }).click();
  await expect(page.locator("#name")).toHaveText("old.rbxmx");
  await door.click();
  await expect(rows).toHaveText(["SizeVector3(4, 8, 1)Vector3(4, 7, 1)"]);
});

test("the tree is searched by expressions, and says why", async ({ page }) => {
  await opened(page, made("new.rbxmx", NEW));
  await tab(page, "Tree");
  const search = page.getByLabel("Search the tree");
  await typed(page, search, "class=Part and size.Y>7");
  const items = page.locator(".item");
  await expect(items.locator(".label")).toHaveText(["Workspace", "Door", "Wall"]);
  await expect(items.nth(1).locator(".reason")).toContainText("Size Vector3(4, 8, 1)");
  await expect(items.first()).toHaveClass(/around/);
  await typed(page, search, "class=");
  await expect(page.locator(".toolbar [role=status]").first()).toContainText("expected a value");
  await typed(page, search, "Wall");
  await expect(items.locator(".label")).toHaveText(["Workspace", "Wall"]);
  await search.press("Enter");
  await expect(page.locator(".item.active .label")).toHaveText("Wall");
  await expect(page.locator(".side h2")).toHaveText("Wall");
  await page.keyboard.press("Enter");
  await expect(items.first().locator(".label")).toHaveText("Workspace");
  await expect(page.getByLabel("Color, as a colour")).toHaveValue("#00ff00");
  await accessible(page);
});

alone("changes are seen at once, undone, kept, and the only difference of what is saved", { tag: "@slow" }, async ({ page }) => {
  await page.goto(PAGE);
  await opened(page, made("new.rbxmx", NEW));
  await tab(page, "Tree");
  await fromMenu(page, "More of the tree", "Open all");
  await page.locator(".item", { hasText: "Door" }).click();
  const edits = page.getByRole("region", { name: "Edits" });
  const height = page.getByLabel("Size, Y");
  // What rezkit refuses is no change, and the reason stands beside the field.
  await typed(page, height, "tall");
  await height.press("Enter");
  await expect(page.locator(".refused:visible")).toContainText("tall");
  await expect(edits).toBeHidden();
  await typed(page, height, "10");
  await page.locator(".item .label", { hasText: "Chimney" }).hover();
  await height.press("Enter");
  // A click of which the rows of the new version come between the two halves.
  await page.mouse.down();
  await expect(edits).toContainText("Workspace/Door.Size = Vector3(4, 10, 1)");
  await expect(page.locator(".item", { hasText: "Door" })).toContainText("4, 8, 1");
  await page.waitForTimeout(300);
  await page.mouse.up();
  await expect(page.locator(".side h2")).toHaveText("Chimney");
  await page.locator(".item", { hasText: "Door" }).click();
  await expect(height).toHaveValue("10");
  await page.locator(".item", { hasText: "Chimney" }).click();
  await fromMenu(page, "More of the properties", "Remove");
  await expect(page.locator(".tree .label")).toHaveText(["Workspace", "Door", "Wall"]);
  await accessible(page);
  await edits.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".tree .label")).toHaveText(["Workspace", "Chimney", "Door", "Wall"]);
  await expect(edits).toContainText("1 change");
  // They stay while another file is looked at.
  await opened(page, made("old.rbxmx", OLD));
  await page.goBack();
  await expect(edits).toContainText("Workspace/Door.Size = Vector3(4, 10, 1)");
  expect(await page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(true);
  await edits.getByRole("button", { name: "Save…" }).click();
  await expect(page.locator("dialog")).toContainText("1 change");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save new.rbxmx" }).click()]);
  const saved = readFileSync(await download.path(), "utf8");
  expect(saved.replace(/>\s+</g, "><")).toBe(NEW.toString().replace("<Y>8</Y>", "<Y>10</Y>"));
  expect(await page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(false);
  await edits.getByRole("button", { name: "Save…" }).click();
  await page.getByRole("button", { name: "Compare with the original" }).click();
  await expect(page.locator(".list .entry")).toHaveText(["changedWorkspace/Door"]);
  await expect(page.locator(".before-after tbody tr")).toHaveText(["SizeVector3(4, 8, 1)Vector3(4, 10, 1)"]);
});

test("instances are named, moved and changed together", async ({ page }) => {
  await opened(page, made("new.rbxmx", NEW));
  await tab(page, "Tree");
  const labels = page.locator(".tree .label");
  await page.locator(".item", { hasText: "Door" }).click();
  await page.getByRole("tree").press("F2");
  await page.keyboard.type("Gate");
  await page.keyboard.press("Enter");
  await expect(labels).toHaveText(["Workspace", "Chimney", "Gate", "Wall"]);
  await page.locator(".item", { hasText: "Chimney" }).dragTo(page.locator(".item", { hasText: "Wall" }));
  await expect(labels).toHaveText(["Workspace", "Gate", "Wall"]);
  await page.locator(".item", { hasText: "Gate" }).click();
  await page.locator(".item", { hasText: "Wall" }).click({ modifiers: ["Control"] });
  await expect(page.locator(".side h2")).toHaveText("2 chosen");
  await page.getByLabel("Color, as a colour").fill("#ff0000");
  const edits = page.getByRole("region", { name: "Edits" });
  await expect(edits).toContainText("3 changes");
  await expect(page.locator(".item.active .label")).toHaveText(["Gate", "Wall"]);
  await expect(page.locator(".side h2")).toHaveText("2 chosen");
  await page.locator(".item", { hasText: "Gate" }).click();
  await expect(page.getByLabel("Color, as a colour")).toHaveValue("#ff0000");
  for (let i = 0; i < 3; i++) await edits.getByRole("button", { name: "Undo" }).click();
  await expect(labels).toHaveText(["Workspace", "Chimney", "Door", "Wall"]);
  await edits.getByRole("button", { name: "Redo" }).click();
  await expect(labels).toHaveText(["Workspace", "Chimney", "Gate", "Wall"]);
});

test("what is removed is what the tree has chosen, whatever the panel showed before", async ({ page }) => {
  await opened(page, made("new.rbxmx", place(door("Door", 7, door("Knob", 1)) + door("Wall", 9))));
  await tab(page, "Tree");
  const [labels, title] = [page.locator(".tree .label"), page.locator(".side h2")];
  await fromMenu(page, "More of the tree", "Open all");
  await page.locator(".item", { hasText: "Knob" }).click();
  await expect(title).toHaveText("Knob");
  const offered = async (): Promise<string[]> => {
    await page.getByRole("button", { name: "More of the properties" }).click();
    const items = await page.getByRole("menuitem").allTextContents();
    await page.keyboard.press("Escape");
    return items;
  };
  await fromMenu(page, "More of the tree", "Close all");
  // Nothing is chosen, and so nothing is to be removed.
  await expect.poll(offered).not.toContain("RemoveDelete");
  await typed(page, page.getByLabel("Search the tree"), "Knob");
  await labels.filter({ hasText: "Door" }).click();
  await expect(title).toHaveText("Door");
  await fromMenu(page, "More of the tree", "Open all");
  await expect(page.locator(".item.active .label")).toHaveText("Door");
  await fromMenu(page, "More of the properties", "Remove");
  await expect(labels).toHaveText(["Workspace", "Wall"]);
});

test("items of enums are chosen by their names", async ({ page }) => {
  await opened(page, made("garden.rbxlx", garden(3)));
  await tab(page, "Tree");
  await page.locator(".item", { hasText: "Ball" }).click();
  const shape = page.getByLabel("Shape", { exact: true });
  await expect(shape).toHaveValue("Ball");
  await shape.selectOption("Cylinder");
  await expect(page.locator(".edits .last")).toHaveText("Workspace/Ball.Shape = 2");
  await expect(shape).toHaveValue("Cylinder");
});

test("of Model 3D, titles are set", async ({ page }) => {
  await opened(page, fixture("m3d/samples/castle.m3d"));
  await tab(page, "Tree");
  await fromMenu(page, "More of the tree", "Properties of the file");
  const set = async (name: string, value: string): Promise<void> => {
    await page.getByRole("button", { name: `Change ${name}`, exact: true }).click();
    await typed(page, page.getByLabel(name, { exact: true }), value);
    await page.keyboard.press("Enter");
  };
  await set("scale", "large");
  await expect(page.locator(".refused:visible")).toContainText("large is not a value");
  await page.keyboard.press("Escape");
  await set("name", "A fort");
  await page.getByRole("button", { name: "More of the properties" }).click();
  await expect(page.getByRole("menuitem", { name: "Remove" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Edits" }).getByRole("button", { name: "Save…" }).click();
  await page.getByRole("button", { name: "Compare with the original" }).click();
  await expect(page.locator(".before-after tbody tr")).toHaveText([/^name"A castle""A fort"$/]);
});
