// The bytes: their structure, their colours, searching, selecting and where they lead.

import { expect, type Page } from "@playwright/test";
import { accessible, alone, FAMILIES, fixture, opened, PAGE, tab, test, typed } from "./support.ts";

/** The bytes that are selected, and the cursor. */
async function selected(page: Page): Promise<number[]> {
  const ids = await page.locator(".hex .target").evaluateAll((cells) => cells.map((cell) => Number(cell.id.slice(5))));
  return ids.length > 0 ? [ids[0]!, ids.at(-1)! + 1] : [];
}

test("the structure stands beside the bytes, and each leads to the other", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v400.mesh"));
  await tab(page, "Bytes");
  const structure = page.getByRole("tree", { name: "Structure of the bytes" });
  const active = structure.locator(".item.active");
  await expect(structure.locator(".item .label").nth(1)).toHaveText("first_line");
  await structure.locator(".item", { hasText: "vertices" }).first().click();
  await expect.poll(() => selected(page)).toContain(0x25);
  // A table opens, and each of its values leads to its bytes.
  await structure.press("ArrowRight");
  await structure.locator(".item", { hasText: "[1].position" }).click();
  await expect.poll(() => selected(page)).toEqual([0x4d, 0x59]);
  await expect(page.locator(".inspector .path")).toHaveText("vertices › [1].position");
  await typed(page, page.getByLabel("Go to"), "23");
  await page.getByLabel("Go to").press("Enter");
  await expect(active).toContainText("n_high_quality_lods1");
  // What is packed is in the tree too.
  await opened(page, fixture(FAMILIES["Roblox model"]));
  await page.getByLabel("Which bytes").selectOption("2");
  await expect(active).toContainText("id0");
  await expect(structure.locator(".item", { hasText: "chunks[1] INST" })).toHaveAttribute("aria-expanded", "true");
  await accessible(page);
});

test("bytes are found as hex, as numbers and as text, in all spaces", async ({ page }) => {
  await opened(page, fixture(FAMILIES["Roblox model"]));
  await tab(page, "Bytes");
  const search = page.getByLabel("Search the bytes");
  for (const [text, place, as] of [
    ["4d 45 54 41", [0x20, 0x24], "bytes"],
    ["0x494e5354", [0x54, 0x58], "bytes"],
    ["36", [0x24, 0x28], "a number"],
  ] as const) {
    await typed(page, search, text);
    await search.press("Enter");
    await expect.poll(() => selected(page)).toEqual(place);
    await expect(page.locator(".toolbar")).toContainText(`Found as ${as}`);
  }
  await typed(page, search, "explicitautojoints");
  await search.press("Enter");
  await expect.poll(() => selected(page)).toEqual([0x3a, 0x4c]);
  await search.press("Enter");
  await expect(page.getByLabel("Which bytes")).toHaveValue("1");
  await expect.poll(() => selected(page)).toEqual([8, 26]);
  await typed(page, search, "nowhere at all");
  await search.press("Enter");
  await expect(page.locator(".toolbar")).toContainText("No such bytes, taken as text");
});

alone("bytes are selected by mouse and Shift, and copied in five forms", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text: string) => void ((window as unknown as { copied: string }).copied = text) } });
  });
  await page.goto(`${PAGE}#bytes`);
  await opened(page, fixture("rbxmesh/valid/v400.mesh"));
  await page.locator("#byte-0").hover();
  await page.mouse.down();
  await page.locator("#byte-4").hover();
  await page.locator("#byte-6").hover();
  await page.mouse.up();
  await expect.poll(() => selected(page)).toEqual([0, 7]);
  await expect.poll(() => new URL(page.url()).hash).toBe("#bytes:file:0x0-0x7");
  const forms = { Hex: "76 65 72 73 69 6f 6e", Text: "version", C: "const unsigned char bytes[7] = {0x76, 0x65, 0x72, 0x73, 0x69, 0x6f, 0x6e};", Rust: "const BYTES: [u8; 7] = [0x76, 0x65, 0x72, 0x73, 0x69, 0x6f, 0x6e];", Base64: "dmVyc2lvbg==" };
  for (const [form, text] of Object.entries(forms)) {
    await page.getByLabel("Copied as").selectOption(form);
    await page.locator(".toolbar button", { hasText: /^Cop/ }).click();
    await expect.poll(() => page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(text);
  }
  await page.locator("#byte-9").click({ modifiers: ["Shift"] });
  await expect.poll(() => selected(page)).toEqual([0, 10]);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => selected(page)).toEqual([0, 11]);
});

test("bytes have colours by sort, heads, a strip to jump by, readings and links", async ({ page }) => {
  await opened(page, fixture("rbxmesh/valid/v400.mesh"));
  await tab(page, "Bytes");
  await expect(page.locator("#byte-17")).toHaveClass(/sort-count/);
  await expect(page.locator("#byte-37")).toHaveClass(/sort-float/);
  await expect(page.locator("#byte-29")).toHaveClass(/sort-length/);
  await expect(page.locator("#byte-19")).toHaveClass(/zero/);
  await expect(page.locator(".heads .byte")).toHaveText([..."0123456789abcdef"].map((digit) => `0${digit}`));
  // The last name of those in sight is scrolled to.
  const last = page.locator(".names button").last();
  await expect(last).not.toBeInViewport();
  await page.locator(".hex .line").nth(16).locator(".byte").first().hover();
  await expect(page.locator(".names button.on")).toBeInViewport();
  // 1,594 bytes; faces have the last but one part.
  const strip = page.locator(".map");
  await expect(strip).toHaveAttribute("style", /linear-gradient/);
  const { x, y, width } = (await strip.boundingBox())!;
  await page.mouse.click(x + width * (1300 / 1594), y + 5);
  await expect(page.locator(".inspector .path")).toContainText("faces");
  await typed(page, page.getByLabel("Go to"), "#1241");
  await page.getByLabel("Go to").press("Enter");
  const link = page.locator(".pointers button").first();
  const name = (await link.textContent())!;
  await link.click();
  await expect(page.locator(".inspector .path")).toHaveText(new RegExp(`^${name.replace("[", " › \\[").replace("]", "\\]")}`));
  const readings = page.locator(".inspector tbody tr");
  await typed(page, page.getByLabel("Go to"), "25");
  await page.getByLabel("Go to").press("Enter");
  // 00 00 80 3f
  await expect(readings.filter({ hasText: "float" }).locator("td").nth(1)).toHaveText("1");
  await expect(readings.filter({ hasText: "zigzag" }).locator("td").nth(1)).toHaveText("532676608");
  await expect(readings.filter({ hasText: "UUID" }).locator("td").nth(2)).toHaveText("0000803f-0000-80bf-0000-80bf0000803f");
});
