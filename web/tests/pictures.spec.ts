// The pictures of docs/page.md, written where PICTURES=write says so.

import { test } from "@playwright/test";
import { join } from "node:path";
import { colours, fixture, made, opened, PAGE, tab } from "./support.ts";

test.skip(process.env["PICTURES"] !== "write", "PICTURES=write makes them anew");
test.use({ viewport: { width: 1200, height: 720 } });

const picture = (name: string): { path: string } => ({ path: join(process.cwd(), "../docs/images", `page-${name}.png`) });

test.describe("light", () => {
  test.use({ colorScheme: "light" });

  test("the overview", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("slmesh/rules/SLM013.fires.llmesh"));
    await page.locator(".rule summary").first().click();
    await page.locator(".cases li").first().waitFor();
    await page.screenshot(picture("overview"));
  });

  test("the model", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(PAGE);
    await opened(page, fixture("rbxmesh/valid/v500.mesh"));
    await tab(page, "Model");
    await colours(page);
    await page.screenshot(picture("model"));
  });

  test("the bytes", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxmesh/valid/v300.mesh"));
    await tab(page, "Bytes");
    await page.locator("#byte-36").hover();
    await page.screenshot(picture("bytes"));
  });

  test("the tree", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, fixture("rbxxml/valid/all-types.rbxmx"));
    await tab(page, "Tree");
    await page.getByRole("tree").focus();
    await page.keyboard.press("ArrowDown");
    await page.locator(".side table").waitFor();
    await page.screenshot(picture("tree"));
  });
});

test.describe("dark", () => {
  test.use({ colorScheme: "dark" });

  test("a file that is none", async ({ page }) => {
    await page.goto(PAGE);
    await opened(page, made("chair.mesh", "<!doctype html>\n<html>\n<head><title>404: Not found</title></head>\n<body>\n<p>The asset that you asked for does not exist.</p>\n</body>\n</html>\n"));
    await page.screenshot(picture("refused"));
  });
});
