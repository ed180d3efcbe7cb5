// usage: node shots.mjs out sizes schemes file:tab[:clickselector] ...
import { chromium } from "playwright-core";
import { pathToFileURL } from "node:url";
const [out, sizes, schemes, ...jobs] = process.argv.slice(2);
const SIZES = { l: [1440, 900], m: [1024, 768], s: [390, 844] };
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--use-angle=swiftshader"] });
for (const job of jobs) {
  const [file, tab = "", act = ""] = job.split("::");
  const context = await browser.newContext({ reducedMotion: "reduce", offline: true });
  const page = await context.newPage();
  page.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text()));
  page.on("pageerror", (e) => console.log("PAGEERROR", String(e), e.stack));
  const [w0, h0] = SIZES[sizes[0]];
  await page.setViewportSize({ width: w0, height: h0 });
  await page.goto(pathToFileURL("dist/rezkit.html").href);
  await page.setInputFiles("#pick", file.split(","));
  const t0 = Date.now();
  await page.waitForSelector("#tabs:not([hidden])", { timeout: 60000 }).catch(() => console.log("no tabs"));
  if (tab) await page.getByRole("tab", { name: tab, exact: true }).click().catch((e) => console.log("notab", tab));
  await page.waitForSelector(tab === "Model" || !tab ? ".viewer[data-drawn], .outline-list, .refusal" : "#tabs[data-settled]", { timeout: 60000 }).catch(() => console.log("not drawn"));
  console.log(file, tab, "shown after", Date.now() - t0, "ms; calls", await page.evaluate(() => document.querySelector(".viewer")?.dataset.calls));
  await page.waitForSelector("#tabs[data-settled]", { timeout: 60000 }).catch(() => console.log("not settled"));
  await page.waitForTimeout(500);
  if (act) await page.evaluate(act).catch((e) => console.log("ACT", e.message));
  await page.waitForTimeout(act ? 700 : 200);
  for (const s of sizes) for (const scheme of schemes) {
    await page.setViewportSize({ width: SIZES[s][0], height: SIZES[s][1] });
    await page.emulateMedia({ colorScheme: scheme === "d" ? "dark" : "light", reducedMotion: "reduce" });
    await page.waitForTimeout(400);
    const name = `${file.split(",")[0].split("/").pop()}-${tab || "Overview"}-${s}${scheme}.png`;
    await page.screenshot({ path: `${out}/${name}` });
    const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (over) console.log("OVERFLOW", name);
  }
  await context.close();
}
await browser.close();
