// Makes dist/rezkit.html of the module, the scripts and the style: one file that needs nothing else.
//
//     node build.mjs
//
// The scripts are packed with gzip and the module with LZMA, both as letters (src/letters.ts). The script that unpacks
// the scripts and the scripts themselves are what the content security policy lets run, by their hashes.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

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

const letters = await build({ ...options, entryPoints: ["src/letters.ts"], format: "esm" });
const { encoded } = await import(`data:text/javascript,${encodeURIComponent(letters.outputFiles[0].text)}`);

const scripts = await build({ ...options, entryPoints: ["src/main.ts"], plugins: [made] });
const starts = await build({ ...options, entryPoints: ["src/start.ts"] });
const styles = await build({ ...options, entryPoints: ["src/page.css"] });
const [script, start, style] = [scripts, starts, styles].map(({ outputFiles }) => outputFiles[0].text.trim());
// Smaller blocks, each with codes of its own, fit scripts and texts better.
const packed = encoded(gzipSync(script, { level: 9, memLevel: 6 }));
const core = encoded(readFileSync(new URL("dist/core.wasm.lzma", here)));

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(start)} ${hash(script)} 'wasm-unsafe-eval'`,
  "worker-src blob:",
  `style-src ${hash(style)}`,
  "style-src-attr 'unsafe-inline'",
  "img-src blob: data:",
  "connect-src blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const parts = { CSP: policy, STYLE: style, CORE: core, PACKED: packed, START: start };
// By a function, since minified code has `$&` in it.
const page = text("src/page.html").replace(/%([A-Z]+)%/g, (_, name) => parts[name]);
writeFileSync(new URL("dist/rezkit.html", here), page);

const shares = { "the module": core.length, "the scripts": packed.length, "the rest": page.length - core.length - packed.length };
for (const [name, length] of Object.entries(shares)) console.log(`${name}: ${length} bytes`);
console.log(`rezkit.html: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} packed`);
