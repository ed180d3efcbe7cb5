// Four people, each with what they came for, by clicks that are counted: docs/page.md has the numbers.

import { expect, type Locator, type Page } from "@playwright/test";
import { alone, fixture, garden, made, opened, PAGE, test } from "./support.ts";

/** Clicks, and counts them; typing is not counted. */
class Hand {
  n = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(what: Locator | string): Promise<void> {
    this.n++;
    await (typeof what === "string" ? this.#page.getByRole("button", { name: what, exact: true }) : what).click();
  }

  async tab(name: string): Promise<void> {
    await this.click(this.#page.getByRole("tab", { name, exact: true }));
  }
}

test.use({ viewport: { width: 1440, height: 900 } });

test("a player sees the place, goes to the roof, and makes a picture: 4 clicks", async ({ page }) => {
  const hand = new Hand(page);
  await opened(page, made("garden.rbxlx", garden(10)));
  await expect(page.locator(".look .viewer[data-drawn]")).toBeVisible();
  await hand.tab("Tree");
  await hand.click(page.getByLabel("Search the tree"));
  await page.keyboard.type("Roof");
  await expect(page.locator(".toolbar [role=status]").first()).toContainText("1 found");
  await hand.click(page.locator(".item", { hasText: "Roof" }));
  await expect(page.locator(".viewer")).toHaveAttribute("data-chosen", /node/);
  const [download] = await Promise.all([page.waitForEvent("download"), hand.click("Save as PNG")]);
  expect(download.suggestedFilename()).toBe("garden.png");
  expect(hand.n).toBe(4);
});

test("an artist reads triangles and size, looks at the UVs, and saves a GLB: 4 clicks", async ({ page }) => {
  const hand = new Hand(page);
  await opened(page, fixture("rbxmesh/samples/vase.mesh"));
  await expect(page.locator(".gist-facts")).toContainText("304");
  await expect(page.locator(".gist-facts")).toContainText("1.32 × 2 × 1.32 studs");
  await hand.tab("Model");
  await hand.click("UV checker");
  await hand.click(page.locator("#save-glb"));
  const [download] = await Promise.all([page.waitForEvent("download"), hand.click(page.getByRole("dialog").getByRole("button", { name: /^Save / }))]);
  expect(download.suggestedFilename()).toBe("vase.glb");
  expect(hand.n).toBe(4);
});

test("a reverse engineer goes from a fault to its bytes, and reads the number: 2 clicks", async ({ page }) => {
  const hand = new Hand(page);
  await opened(page, fixture("rbxmesh/samples/vase.mesh"));
  const rule = page.locator(".rule", { hasText: "RBM015" });
  await hand.click(rule.locator("summary"));
  await hand.click(rule.locator(".cases button").first());
  await expect(page.locator(".inspector .value")).not.toBeEmpty();
  await expect(page.locator(".hex .cursor")).toBeVisible();
  expect(hand.n).toBe(2);
});

alone("a team lead sees what changed between two versions, before and after, in the model: 4 clicks", async ({ page }) => {
  const hand = new Hand(page);
  await page.goto(PAGE);
  const [old, now] = [garden(10), garden(10).replace("<X>8</X><Y>6</Y><Z>10</Z>", "<X>8</X><Y>7</Y><Z>10</Z>")];
  await page.setInputFiles("#pick", [made("old.rbxlx", old), made("new.rbxlx", now)]);
  await expect(page.locator('.totals[data-known="2"]')).toBeVisible({ timeout: 40_000 });
  await hand.click(page.getByLabel("Compare old.rbxlx"));
  await hand.click(page.getByLabel("Compare new.rbxlx"));
  await hand.click("Compare old.rbxlx with new.rbxlx");
  await expect(page.locator(".before-after tbody tr")).toHaveText(["SizeVector3(8, 6, 10)Vector3(8, 7, 10)"]);
  await expect(page.locator(".over .viewer")).toHaveAttribute("data-chosen", /node/);
  await hand.click("Blink");
  await expect(page.locator(".over")).toHaveCSS("clip-path", /inset\(0px( 0%)?.*\)/);
  expect(hand.n).toBe(4);
});
