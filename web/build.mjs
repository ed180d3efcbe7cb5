// Makes dist/rezkit.html of the module, the scripts and the style: one file that needs nothing else.
//
//     node build.mjs scripts
//     node build.mjs page [quick]
//
// The first writes dist/page.js, which has the style in it, too. The second makes the page of it, of the module and of
// the samples, packed with LZMA by `cargo xtask web`, as letters (src/letters.ts); a quick page has the module unpacked.
// The script that unpacks the others, those and the style are what the content security policy allows, by their hashes.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const text = (path) => readFileSync(new URL(path, here), "utf8");

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
    onResolve({ filter: /^(worker|style|licences):/ }, ({ path }) => ({ path, namespace: "made" }));
    onLoad({ filter: /^worker:/, namespace: "made" }, async () => {
      return { contents: await bundled("src/worker.ts"), loader: "text" };
    });
    onLoad({ filter: /^style:/, namespace: "made" }, async () => ({ contents: await style(), loader: "text" }));
    onLoad({ filter: /^licences:/, namespace: "made" }, () => ({ contents: licences, loader: "text" }));
  },
};

/** Shaders of materials that neither the page nor a GLB has; only lamps without shadows shine in all directions. */
const UNUSED = ["distance", "equirect", "linedashed", "meshlambert", "meshmatcap", "meshphong", "meshtoon", "sprite"];

/** Extensions that no GLB of ours has. */
const EXTENSIONS = /this\.register\( function \( parser \) \{\s*return new GLTF(Materials(Anisotropy|Bump|Clearcoat|DiffuseRoughness|Dispersion|Iridescence|Sheen|Transmission|Volume)Extension|Texture(AVIF|WebP)Extension|MeshGpuInstancing|MeshoptCompression)\( parser.*?\);\s*\} \);/gs;

/** What no material or light of the page or of a GLB of ours has, so that no shader is ever compiled with it. */
const NEVER = new Set([
  ...("ALPHAHASH ALPHAMAP ANISOTROPY ANISOTROPYMAP BATCHING BATCHING_COLOR BUMPMAP CLEARCOAT CLEARCOATMAP CLEARCOAT_NORMALMAP CLEARCOAT_ROUGHNESSMAP " +
    "DIFFUSE_ROUGHNESS DIFFUSE_ROUGHNESSMAP DISPERSION DISPLACEMENTMAP ENVMAP GRADIENTMAP INSTANCING_MORPH IRIDESCENCE IRIDESCENCEMAP IRIDESCENCE_THICKNESSMAP " +
    "LIGHTMAP LOGARITHMIC_DEPTH_BUFFER MATCAP RETROREFLECTION REVERSED_DEPTH_BUFFER SHEEN SHEEN_COLORMAP SHEEN_ROUGHNESSMAP SPECULARMAP SPECULAR_COLORMAP " +
    "SPECULAR_INTENSITYMAP THICKNESSMAP TRANSMISSION TRANSMISSIONMAP").split(" ").map((name) => `USE_${name}`),
  ..."CLIPPING_PLANES LIGHT_PROBE_GRIDS POINT_LIGHT_SHADOWS RECT_AREA_LIGHTS SPOT_LIGHT_COORDS SPOT_LIGHT_SHADOWS SUN_LIGHTS SUN_LIGHT_SHADOWS".split(" ").map((name) => `NUM_${name} > 0`),
  ..."ALPHA_TO_COVERAGE DECODE_VIDEO_TEXTURE DECODE_VIDEO_TEXTURE_EMISSIVE FOG_EXP2".split(" "),
  "defined( USE_LIGHT_PROBES )",
]);
/** Shadows are drawn in one way. */
const ALWAYS = "defined( SHADOWMAP_TYPE_PCF )";

/** Methods of classes of three.js, and what its closures make public. */
const MEMBER = /\n\t(?:static |async )*(?:get |set )?(\w+)\( ?[^\n]*?\) \{\n.*?\n\t\}(?=\n)|\n\tthis\.(\w+) = \2;(?=\n)/gs;

/** The files of three.js without members that nothing names but their definitions, and without those that write models as JSON. */
async function trimmed() {
  const { metafile } = await build({ ...options, entryPoints: ["src/main.ts"], plugins: [made, lean(new Map())], metafile: true });
  const [{ inputs }] = Object.values(metafile.outputs);
  const paths = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0 && !path.includes(":"));
  const texts = new Map(paths.map((path) => [path, text(path).replace(/\/\*.*?\*\/|(?<=\s)\/\/[^\n]*/gs, "")]));
  const ours = (path) => path.includes("node_modules/three/") && !path.includes("/shaders/");
  for (let n = -1, before = 0; n !== before; ) {
    before = n;
    const [words, definitions] = [new Map(), new Map()];
    const count = (map, name, by = 1) => map.set(name, (map.get(name) ?? 0) + by);
    for (const [path, text] of texts) {
      for (const [word] of text.matchAll(/\w+/g)) count(words, word);
      // One of a closure is named in the definition, and by the closure.
      if (ours(path)) for (const [, method, member] of text.matchAll(MEMBER)) count(definitions, method ?? member, method ? 1 : 3);
    }
    for (const [path, text] of texts) if (ours(path)) {
      texts.set(path, text.replace(MEMBER, (all, method, member = method) => (/^(to|from)JSON$/.test(member) || (member !== "constructor" && words.get(member) <= definitions.get(member)) ? "" : all)));
    }
    n = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  }
  return new Map([...texts].filter(([path]) => ours(path)).map(([path, text]) => [new URL(path, here).pathname, text]));
}

/** What of three.js is never called: devices for virtual reality, light from pictures of surroundings, and parts of shaders and of the loader. */
const lean = (texts) => ({
  name: "lean",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^three$/ }, () => ({ path: new URL("node_modules/three/src/Three.js", here).pathname, sideEffects: false }));
    onLoad({ filter: new RegExp(`ShaderLib/(${UNUSED.join("|")})\\.glsl\\.js$`) }, () => ({ contents: "export const vertex = '', fragment = '';" }));
    onLoad({ filter: /shaders\/Shader\w+\/\w+\.glsl\.js$/ }, ({ path }) => ({ contents: readFileSync(path, "utf8").replace(/\/\* glsl \*\/`(.*?)`/gs, (_, shader) => JSON.stringify(defined(tight(shader)))) }));
    onLoad({ filter: /loaders\/GLTFLoader\.js$/ }, ({ path }) => ({ contents: (texts.get(path) ?? readFileSync(path, "utf8")).replace(EXTENSIONS, "") }));
    onLoad({ filter: /(PMREMGenerator|CubeCamera)\.js$/ }, ({ path }) => ({ contents: `export class ${basename(path, ".js")} {}` }));
    onLoad({ filter: /WebGLUniformsGroups\.js$/ }, () => ({ contents: "export function WebGLUniformsGroups() { return { dispose() {} }; }" }));
    onLoad({ filter: /loaders\/FileLoader\.js$/ }, () => ({ contents: `import { Loader } from "./Loader.js"; export class FileLoader extends Loader { setResponseType() {} }` }));
    onLoad({ filter: /webxr\/WebXRManager\.js$/ }, () => ({
      contents: `import { EventDispatcher } from "../../core/EventDispatcher.js";
        export class WebXRManager extends EventDispatcher {
          enabled = false;
          isPresenting = false;
          setAnimationLoop() {}
          getEnvironmentBlendMode() {}
          dispose() {}
        }`,
    }));
    onLoad({ filter: /node_modules\/three\/.*\.js$/ }, ({ path }) => (texts.has(path) ? { contents: texts.get(path) } : undefined));
  },
});

/** A shader without comments and indents. */
function tight(shader) {
  const lines = shader.replace(/\/\*.*?\*\//gs, "").replace(/\/\/.*/g, "").split("\n");
  return lines.map((line) => line.trim()).filter(Boolean).join("\n");
}

/** A shader without what is never compiled. */
function defined(shader) {
  const kept = [];
  /** For each condition around a line: whether it is met, if that is known, and whether it leaves the line out. */
  const around = [];
  for (const line of shader.split("\n")) {
    const [, word, condition] = /^#\s*(ifdef|ifndef|if|elif|else|endif)\b\s*(.*)$/.exec(line) ?? [];
    if (word?.startsWith("if")) {
      const isNever = condition.split(condition.includes("||") ? "\n" : " && ").some((part) => NEVER.has(part.replace(/^\( (.*) \)$/, "$1")));
      const isMet = isNever ? word === "ifndef" : condition === ALWAYS || undefined;
      around.push({ isMet, isLeftOut: isMet === false });
    }
    const inner = word && around.at(-1);
    if (inner?.isMet === undefined) {
      if (around.every(({ isLeftOut }) => !isLeftOut)) kept.push(line);
    } else if (word === "elif" && !inner.isMet) throw new Error(`${line} follows a condition that is never met`);
    else if (/^el/.test(word)) inner.isLeftOut = inner.isMet;
    if (word === "endif") around.pop();
  }
  return kept.join("\n");
}

/** What esbuild makes of a file. */
async function bundled(path, more = {}) {
  const { outputFiles } = await build({ ...options, entryPoints: [path], ...more });
  return outputFiles[0].text.trim();
}

const style = () => bundled("src/page.css");

async function page(isQuick) {
  const { encoded } = await import(`data:text/javascript,${encodeURIComponent(await bundled("src/letters.ts", { format: "esm" }))}`);
  const letters = (path) => encoded(readFileSync(new URL(path, here)));
  const [packed, core, samples] = ["page.js.lzma", isQuick ? "core.wasm" : "core.wasm.lzma", "samples.lzma"].map((name) => letters(`dist/${name}`));
  const start = await bundled("src/start.ts");
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(start)} ${hash(text("dist/page.js"))} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    `style-src ${hash(await style())}`,
    "style-src-attr 'unsafe-inline'",
    "img-src blob: data:",
    "connect-src blob: data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const parts = { CSP: policy, CORE: core, SAMPLES: samples, PACKED: packed, START: start };
  // By a function, since minified code has `$&` in it.
  const whole = text("src/page.html").replace(/%([A-Z]+)%/g, (_, name) => parts[name]);
  writeFileSync(new URL("dist/rezkit.html", here), whole);
  const [nBytes, nCore, nPacked, nSamples] = [whole, core, packed, samples].map((text) => Buffer.byteLength(text));
  const shares = { "the module": nCore, "the scripts": nPacked, "the samples": nSamples, "the rest": nBytes - nCore - nPacked - nSamples };
  for (const [name, length] of Object.entries(shares)) console.log(`${name}: ${length} bytes`);
  const packedSize = isQuick ? "" : `, ${gzipSync(whole, { level: 9 }).length} packed`;
  console.log(`rezkit.html: ${nBytes} bytes${packedSize}`);
}

const [step, kind] = process.argv.slice(2);
if (step === "scripts") writeFileSync(new URL("dist/page.js", here), await bundled("src/main.ts", { plugins: [made, lean(await trimmed())] }));
else if (step === "page") await page(kind === "quick");
else throw new Error("node build.mjs scripts, then node build.mjs page [quick]");
