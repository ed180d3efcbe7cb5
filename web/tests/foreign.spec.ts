// The first screens of models of other programs, and of animations that come without a model.

import { expect } from "@playwright/test";
import { readFileSync } from "node:fs";
import { colours, fixture, made, opened, picture, redrawn, test } from "./support.ts";

/** A pyramid without its base. */
const PYRAMID = [[[0, 0, 0], [1, 0, 0], [0.5, 1, 0.5]], [[1, 0, 0], [1, 0, 1], [0.5, 1, 0.5]], [[1, 0, 1], [0, 0, 1], [0.5, 1, 0.5]], [[0, 0, 1], [0, 0, 0], [0.5, 1, 0.5]]];
const STL = `solid pyramid\n${PYRAMID.map((corners) => `facet normal 0 0 0\nouter loop\n${corners.map((at) => `vertex ${at.join(" ")}`).join("\n")}\nendloop\nendfacet`).join("\n")}\nendsolid pyramid\n`;

/** Somebody who bows. */
const BVH = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 10 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Head
    {
      OFFSET 0 30 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 8 0
      }
    }
  }
  JOINT LeftUpLeg
  {
    OFFSET 5 -2 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT LeftLeg
    {
      OFFSET 0 -25 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 -25 0
      }
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 55 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 55 0 0 0 0 0 70 0 0 0 0 0 0 0 0 0 0
0 55 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
`;

const MODELS: [string, Buffer, RegExp][] = [
  ["lamp.glb", readFileSync(fixture("foreign/gltf/lamp.blender.glb")), /Materials/],
  ["packed.gltf", readFileSync(fixture("foreign/gltf/packed.gltf")), /Size/],
  ["lamp.obj", readFileSync(fixture("foreign/gltf/lamp.three.obj")), /Materials/],
  ["lamp.dae", readFileSync(fixture("foreign/gltf/lamp.assimp.dae")), /Materials/],
  ["pyramid.stl", Buffer.from(STL), /Triangles4/],
];

for (const [name, bytes, fact] of MODELS) test(`${name} has the overview of a mesh, and what each format would lose of it`, async ({ page }) => {
  await opened(page, made(name, bytes));
  expect(await colours(page)).toBeGreaterThan(4);
  await expect(page.locator(".headline")).toHaveText(/^All of it can be read$|^It can be shown, without \d+ things? that cannot be read$/);
  const gist = page.locator(".gist-facts");
  await expect(gist).toContainText(/Triangles[\d,]+/);
  await expect(gist).toContainText("Land impact, estimated");
  await expect(gist).toContainText(fact);
  const targets = page.getByRole("region", { name: "In other formats" });
  await expect(targets.locator("dt")).toContainText([/Roblox/, /Second Life/]);
  // Each has a sentence.
  await expect.poll(() => targets.locator("dd").allTextContents().then((said) => said.every((text) => text.endsWith(".")))).toBe(true);
  await expect(page.locator("main")).not.toContainText("`");
});

test("motion capture is played on a figure", async ({ page }) => {
  await opened(page, made("bow.bvh", BVH));
  await expect(page.locator(".gist-facts")).toContainText(/Joints5/);
  await expect(page.locator(".gist-facts")).toContainText("motion (");
  // Limbs are shaded, where lines would have a few colours.
  expect(await colours(page)).toBeGreaterThan(60);
  await page.keyboard.press("2");
  const before = await picture(page);
  await page.getByRole("button", { name: "Play" }).click();
  await redrawn(page, before, "the figure moves");
});
