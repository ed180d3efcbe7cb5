// Makes dist/site: the documents of the repository as HTML, where they lie in it; the page; and the API of the crates.
// Then follows all links.
//
//     node site.mjs FOLDER_THAT_RUSTDOC_WROTE

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { marked } from "marked";

const root = new URL("../", import.meta.url);
const site = new URL("dist/site/", import.meta.url);
const repository = "https://github.com/rezkit/rezkit";
const style = readFileSync(new URL("src/site.css", import.meta.url), "utf8");

const tracked = new Set(execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n"));
const documents = [...tracked].filter((path) => path.endsWith(".md") && !path.startsWith("xtask/template/"));
const texts = new Map(documents.map((path) => [path, readFileSync(new URL(path, root), "utf8")]));
const title = (path) => /^# (.*)$/m.exec(texts.get(path))?.[1] ?? path;

/** The folders of documents without a README: what they hold, and the heading of the list that stands there. */
const LISTS = {
  "docs/decisions": "Decisions",
  "docs/formats": "What each byte of a format means",
  "docs/migrate": "Coming from another library",
  "docs/rules": "What each rule means",
};
for (const [folder, heading] of Object.entries(LISTS)) {
  const inside = documents.filter((path) => posix.dirname(path) === folder);
  const lines = inside.map((path) => `- [${title(path)}](${posix.basename(path)})`);
  texts.set(`${folder}/README.md`, `# ${heading}\n\n${lines.join("\n")}\n`);
}

/** What stands above every document. */
const NAV = {
  "index.html": "rezkit",
  "rezkit.html": "Open a file",
  "docs/index.html": "Documents",
  "docs/rez.html": "The command",
  "docs/python.html": "Python",
  "docs/javascript.html": "JavaScript",
  "docs/formats/index.html": "Formats",
  "docs/rules/index.html": "Rules",
  "api/index.html": "API",
};

/** Letters that mean something in HTML. */
const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Where a document is in the site. */
const address = (path) => path.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html");

/** The anchor of a heading, as GitHub makes it. */
function anchor(html, seen) {
  const plain = html.toLowerCase().replace(/<[^>]*>|&[a-z#0-9]+;/g, "");
  const name = plain.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
  const n = seen.get(name) ?? 0;
  seen.set(name, n + 1);
  return n ? `${name}-${n}` : name;
}

/** Where a link of a document leads: in the site to documents and images, else to the repository. */
function target(href, path) {
  const own = href.replace(new RegExp(`^${repository}/(blob|tree)/main/`), "/");
  if (/^([a-z]+:|#)/.test(own) || path.startsWith("api/")) return href;
  const [, name, hash] = /^([^#]*)(.*)$/.exec(own);
  const file = posix.join(name.startsWith("/") ? "" : posix.dirname(path), name).replace(/^\/|\/$/g, "");
  const document = [file, `${file}/README.md`].find((path) => texts.has(path));
  const inside = document ? address(document) : /^docs\/images\//.test(file) ? file : undefined;
  if (inside) return posix.relative(posix.dirname(path), inside) + hash;
  return `${repository}/${tracked.has(file) ? "blob" : "tree"}/main/${file}${hash}`;
}

function html(path) {
  const tokens = marked.lexer(texts.get(path));
  const seen = new Map();
  marked.walkTokens(tokens, (token) => {
    if (token.type === "link" || token.type === "image") token.href = target(token.href, path);
    // Lines that rustdoc compiles and does not show.
    if (token.type === "code" && path.startsWith("crates/") && ["", "rust"].includes(token.lang ?? "")) {
      token.text = token.text.replace(/^#( .*)?$\n?/gm, "").trim();
    }
  });
  const renderer = new marked.Renderer();
  renderer.heading = function ({ tokens, depth }) {
    const inner = this.parser.parseInline(tokens);
    return `<h${depth} id="${anchor(inner, seen)}">${inner}</h${depth}>\n`;
  };
  const here = posix.dirname(path);
  const nav = Object.entries(NAV).map(([page, name]) => `<a href="${posix.relative(here, page)}">${name}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title(path))}: rezkit</title>
<style>${style}</style>
</head>
<body>
<nav>${nav.join(" ")} <a href="${repository}">Source</a></nav>
<main>
${marked.parser(tokens, { renderer })}
</main>
</body>
</html>
`;
}

/** The links of all pages that lead nowhere, and how many there are in all. */
function followed() {
  const files = new Set(readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(site.pathname, posix.join(entry.parentPath, entry.name))));
  const [anchors, moved, links] = [new Map(), new Map(), []];
  for (const path of files) {
    // The page is a program, and has no links.
    if (!path.endsWith(".html") || path === "rezkit.html") continue;
    const ids = new Set();
    anchors.set(path, ids);
    const text = readFileSync(new URL(path, site), "utf8");
    // Where an item is inside its crate; its script goes on to where it is offered, with the anchor.
    const target = /<meta http-equiv="refresh" content="0;URL=([^"]*)">/.exec(text);
    if (target) moved.set(path, posix.join(posix.dirname(path), target[1]));
    for (const [tag] of text.matchAll(/<[a-z][^>]*>/g)) {
      for (const [, name, quoted, bare] of tag.matchAll(/\s(id|href|src)=(?:"([^"]*)"|([^\s"'>\\]+))/g)) {
        const value = (quoted ?? bare).replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
        if (name === "id") ids.add(value);
        // What other crates implement, of which rustdoc asks for lists that need not be there.
        else if (!value.includes("/trait.impl/")) links.push([path, value]);
      }
    }
  }
  const leads = ([path, link]) => {
    const own = link.replace(new RegExp(`^${repository}/(blob|tree)/main/`), "/");
    if (/^[a-z]+:/.test(own)) return true;
    const [, name, hash] = /^([^?#]*)[^#]*#?(.*)$/.exec(own);
    if (own.startsWith("/") && !texts.has(name.slice(1))) return [...tracked].some((file) => `/${file}/`.startsWith(`${name}/`));
    let file = own.startsWith("/") ? address(name.slice(1)) : name ? posix.join(posix.dirname(path), decodeURI(name)) : path;
    if (file.endsWith("/")) file += "index.html";
    // Lines of a source are a range.
    const line = /^\d+-\d+$/.test(hash) ? hash.split("-")[0] : hash;
    const ids = anchors.get(moved.get(file) ?? file);
    return files.has(file) && (!line || !ids || ids.has(line) || ids.has(decodeURIComponent(line)));
  };
  return { links: links.length, pages: anchors.size, dead: links.filter((link) => !leads(link)) };
}

rmSync(site, { recursive: true, force: true });
for (const path of texts.keys()) {
  const file = new URL(address(path), site);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, html(path));
}
cpSync(new URL("docs/images", root), new URL("docs/images", site), { recursive: true });
cpSync(new URL("dist/rezkit.html", import.meta.url), new URL("rezkit.html", site));
const api = new URL("api/", site);
cpSync(process.argv[2], api, { recursive: true });
const crates = readdirSync(api).filter((name) => existsSync(new URL(`${name}/all.html`, api)));
texts.set("api/README.md", `# API\n\n${crates.map((name) => `- [${name}](${name}/index.html)`).join("\n")}\n`);
writeFileSync(new URL("index.html", api), html("api/README.md"));
const { links, pages, dead } = followed();
for (const [path, link] of dead) console.error(`${path} has a link to ${link}, where nothing is`);
console.log(`dist/site: ${texts.size} documents, ${pages} pages in all, with ${links} links, ${dead.length} of them dead`);
process.exit(dead.length ? 1 : 0);
