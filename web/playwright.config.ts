import { defineConfig } from "@playwright/test";

/** Tests that run by themselves. */
const ALONE = process.env["ONLY"];

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  workers: 2,
  projects: [
    // A quarter of the pixels, which take the processor most of the time; layout, and what is pointed at, are the same.
    { name: "page", testIgnore: ALONE ? "*" : ["screens.spec.ts", "speed.spec.ts", "vscode.spec.ts"], fullyParallel: true, use: { deviceScaleFactor: 0.5 } },
    // By itself, when nothing else runs: ONLY=speed; to be looked at: ONLY=screens; or with code-server, which is not installed with the rest: ONLY=vscode.
    { name: "alone", testMatch: ALONE ? `${ALONE}.spec.ts` : [] },
  ],
  reporter: "list",
  snapshotPathTemplate: "tests/golden/{arg}{ext}",
  timeout: 60_000,
  // Other programs may run beside these.
  expect: { timeout: 15_000 },
  use: {
    browserName: "chromium",
    offline: true,
    viewport: { width: 1280, height: 800 },
    // Models that turn take a processor that draws, and which way they look then is not known.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "", args: ["--use-angle=swiftshader", "--webgl-antialiasing-mode=none"] },
  },
});
