// Animations that come beside a model, and films of them.

import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { colours, fixture, type Made, made, opened, picture, redrawn, tab, test } from "./support.ts";

const onDisk = (path: string): Made => made(basename(path), readFileSync(fixture(path)));

/** A character of Roblox: parts, each on a joint of the one before. */
function character(): string {
  const names = ["HumanoidRootPart", "LowerTorso", "UpperTorso", "RightUpperArm"];
  const turn = "<R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22>";
  const at = (name: string, [x, y, z]: number[]): string => `<CoordinateFrame name="${name}"><X>${x}</X><Y>${y}</Y><Z>${z}</Z>${turn}</CoordinateFrame>`;
  const parts = names.map((name, i) => {
    const joint = `<Item class="Motor6D"><Properties><Ref name="Part0">P${i - 1}</Ref><Ref name="Part1">P${i}</Ref>${at("C0", [i === 3 ? 1 : 0, 0.5, 0])}${at("C1", [0, -0.5, 0])}</Properties></Item>`;
    return `<Item class="Part" referent="P${i}"><Properties><string name="Name">${name}</string><Vector3 name="size"><X>1</X><Y>1</Y><Z>0.5</Z></Vector3>${at("CFrame", [i === 3 ? 1 : 0, i, 0])}</Properties>${i > 0 ? joint : ""}</Item>`;
  });
  return `<roblox version="4"><Item class="Model"><Properties><string name="Name">Somebody</string></Properties>${parts.join("")}</Item></roblox>`;
}

/** A bow of the old joints of Second Life's avatar. */
const BOW = `HIERARCHY
ROOT hip
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Xrotation Zrotation Yrotation
  JOINT abdomen
  {
    OFFSET 0 3 0
    CHANNELS 3 Xrotation Zrotation Yrotation
    End Site
    {
      OFFSET 0 3 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 43 0 0 0 0 0 0 0
0 43 0 60 0 0 30 0 0
0 40 0 90 0 0 45 0 0
`;

/** That an action of this name moves the model in sight. */
async function isMoved(page: Page, name: RegExp): Promise<void> {
  const action = page.getByLabel("Action", { exact: true });
  await expect(action.locator("option:checked")).toHaveText(name);
  await colours(page);
  await page.getByLabel("Time").fill("0.05");
  const start = await picture(page);
  await page.getByLabel("Time").fill("0.6");
  await redrawn(page, start, "the action moves the model");
}

test("an animation that is dropped onto a mesh of Second Life moves it", async ({ page }) => {
  await opened(page, fixture("slmesh/valid/uploaded.llmesh"));
  await page.setInputFiles("#pick", onDisk("anim/valid/old.anim"));
  await expect(page.getByRole("tab", { name: "Model" })).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveTitle("uploaded.llmesh: rezkit");
  await isMoved(page, /old/);
  // As the old names of its joints say.
  await page.setInputFiles("#pick", made("bow.bvh", BOW));
  await expect(page.getByLabel("Action", { exact: true }).locator("option:checked")).toHaveText(/bow/);
  await isMoved(page, /bow/);
});

test("keyframes that come together with a character move it", async ({ page }) => {
  await page.setInputFiles("#pick", [onDisk("rbxxml/assets/wave.rbxmx"), made("somebody.rbxmx", character())]);
  await expect(page).toHaveTitle("somebody.rbxmx: rezkit");
  await isMoved(page, /Wave/);
  await expect(page.locator(".facts-line")).toContainText("4 parts");
});

test("an animation of other joints is opened by itself", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v500.mesh"));
  await opened(page, onDisk("anim/valid/example.anim"));
  await expect(page.locator("#sentence")).toContainText("joints");
});

test("an action is saved as WebM", async ({ page }) => {
  test.skip(!(await page.evaluate(() => typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported("video/webm"))), "this browser records no WebM");
  await opened(page, fixture("m3d/samples/figure.m3d"));
  await tab(page, "Model");
  await colours(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as WebM" }).click()]);
  expect(download.suggestedFilename()).toBe("figure.webm");
  const film = readFileSync(await download.path());
  // The mark of EBML, what it is, and more than one picture.
  expect(film.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  expect(film.subarray(0, 64).includes("webm")).toBe(true);
  expect(film.length).toBeGreaterThan(5000);
  await expect(page.getByRole("button", { name: "Save as WebM" })).toBeEnabled();
});
