// Makes dist/rezkit.html of the module, the scripts and the style: one file that needs nothing else.
//
//     node build.mjs MODULE.wasm

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [, , modulePath] = process.argv;
if (!modulePath) throw new Error("usage: node build.mjs MODULE.wasm");
const here = new URL("./", import.meta.url);
const text = (path) => readFileSync(new URL(path, here), "utf8");

/** Files of the fixtures that the empty page offers. */
const SAMPLES = [
  ["rbxmesh/valid/v500.mesh", "Roblox mesh"],
  ["rbxbinary/valid/nested.rbxm", "Roblox model"],
  ["slmesh/valid/uploaded.llmesh", "Second Life mesh"],
  ["llsd/valid/everything.notation", "LLSD"],
  ["m3d/valid/rigged.m3d", "Model 3D"],
  ["slmesh/rules/SLM013.fires.llmesh", "a broken mesh"],
];

const samples = SAMPLES.map(([path, title]) => ({
  name: path.split("/").pop(),
  title,
  base64: readFileSync(new URL(`../fixtures/${path}`, here)).toString("base64"),
}));

const packages = ["three", "fflate"];
const licences = packages.map((name) => `${name}\n\n${text(`node_modules/${name}/LICENSE`).trim()}`).join("\n\n\n");

const options = {
  absWorkingDir: new URL(".", here).pathname,
  bundle: true,
  format: "iife",
  legalComments: "none",
  loader: { ".gz": "binary" },
  logLevel: "warning",
  minify: true,
  target: "es2022",
  write: false,
};

/** What the scripts import that is no file. */
const made = {
  name: "made",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(worker|samples|licences):/ }, ({ path }) => ({ path, namespace: "made" }));
    onLoad({ filter: /^worker:/, namespace: "made" }, async () => {
      const worker = await build({ ...options, entryPoints: ["src/worker.ts"] });
      return { contents: worker.outputFiles[0].text, loader: "text" };
    });
    onLoad({ filter: /^samples:/, namespace: "made" }, () => ({ contents: JSON.stringify(samples), loader: "json" }));
    onLoad({ filter: /^licences:/, namespace: "made" }, () => ({ contents: licences, loader: "text" }));
  },
};

mkdirSync(new URL("dist", here), { recursive: true });
writeFileSync(new URL("dist/core.wasm.gz", here), gzipSync(readFileSync(modulePath), { level: 9 }));
const scripts = await build({ ...options, entryPoints: ["src/main.ts"], plugins: [made] });
const styles = await build({ ...options, entryPoints: ["src/page.css"] });
// The end of the element must not stand in it.
const script = scripts.outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
const style = styles.outputFiles[0].text.trim();

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  "worker-src blob:",
  `style-src ${hash(style)}`,
  "style-src-attr 'unsafe-inline'",
  "img-src blob: data:",
  "connect-src blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

// By functions, since minified code has `$&` in it.
const page = text("src/page.html")
  .replace("%CSP%", () => policy)
  .replace("%STYLE%", () => style)
  .replace("%SCRIPT%", () => script);
writeFileSync(new URL("dist/rezkit.html", here), page);
console.log(`rezkit.html: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} packed`);
