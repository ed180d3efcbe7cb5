// Runs tests/*.node.ts under node, which does not read TypeScript before version 22.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { build } from "esbuild";

const entryPoints = readdirSync("tests").filter((name) => name.endsWith(".node.ts")).map((name) => `tests/${name}`);
if (entryPoints.length === 0) throw new Error("there are no tests");
const result = await build({
  entryPoints,
  outdir: "dist/tests",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  // Which starts a program beside it.
  external: ["esbuild"],
  logLevel: "warning",
  metafile: true,
});
const { status } = spawnSync(process.execPath, ["--test", ...Object.keys(result.metafile.outputs)], { stdio: "inherit" });
process.exit(status ?? 1);
