import { defineConfig } from "@playwright/test";

/** Tests that run by themselves. */
const ALONE = process.env["ONLY"];

const launched = (...more: string[]): object => ({ executablePath: process.env["CHROMIUM"] ?? "", args: ["--use-angle=swiftshader", "--webgl-antialiasing-mode=none", ...more] });
/**
 * What is drawn beside models is drawn without WebGL, which takes a third of the processor's time less. A screenshot of a
 * canvas with something over it may lack parts then, so that pictures to be looked at are taken otherwise.
 */
const QUICK = process.env["PICTURES"] ? [] : ["--disable-gpu-compositing"];

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  workers: 2,
  projects: [
    // A quarter of the pixels, which take the processor most of the time; layout, and what is pointed at, are the same.
    { name: "page", testIgnore: ALONE ? "*" : ["screens.spec.ts", "speed.spec.ts", "vscode.spec.ts"], fullyParallel: true, use: { deviceScaleFactor: 0.5, launchOptions: launched(...QUICK) } },
    // By itself, when nothing else runs: ONLY=speed; to be looked at: ONLY=screens; or with code-server, which is not installed with the rest: ONLY=vscode.
    { name: "alone", testMatch: ALONE ? `${ALONE}.spec.ts` : [] },
  ],
  reporter: "list",
  snapshotPathTemplate: "tests/golden/{arg}{ext}",
  timeout: 60_000,
  // What fails once and passes then is named as flaky.
  retries: 1,
  // Other programs may run beside these.
  expect: { timeout: 15_000 },
  use: {
    browserName: "chromium",
    offline: true,
    viewport: { width: 1280, height: 800 },
    // Models that turn take a processor that draws, and which way they look then is not known.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: launched(),
  },
});
