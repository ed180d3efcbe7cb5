// Makes dist/site: the page, and the documents of rules and formats beside it as HTML.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { marked } from "marked";

const docs = new URL("../docs/", import.meta.url);
const site = new URL("dist/site/", import.meta.url);
const repository = "https://github.com/rezkit/rezkit/blob/main/";
const style = readFileSync(new URL("src/site.css", import.meta.url), "utf8");

/** Letters that mean something in HTML. */
const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The anchor of a heading, as GitHub makes it. */
const anchor = (text) => text.toLowerCase().replace(/<[^>]*>|&[a-z#0-9]+;/g, "").replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");

marked.use({
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      return `<h${depth} id="${anchor(html)}">${html}</h${depth}>\n`;
    },
  },
});

function html(markdown, title, folder) {
  const home = folder === "" ? "" : "../";
  // Documents of the site are linked here, everything else in the repository.
  const linked = markdown.replace(/\]\(([^)#:]+)(#[^)]*)?\)/g, (whole, path, hash = "") => {
    const target = new URL(path, new URL(folder, docs));
    const name = target.pathname.slice(docs.pathname.length);
    if (target.pathname.startsWith(docs.pathname) && PAGES.includes(name)) return `](${home}${name.replace(/\.md$/, ".html")}${hash})`;
    if (/\.(png|svg)$/.test(path)) return whole;
    const inside = target.pathname.slice(new URL("..", docs).pathname.length);
    return `](${repository}${inside}${hash})`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}: rezkit</title>
<style>${style}</style>
</head>
<body>
<nav><a href="${home}index.html">Open a file</a> <a href="${home}page.html">About the page</a> <a href="${home}documents.html">Rules and formats</a> <a href="https://github.com/rezkit/rezkit">Source</a></nav>
<main>
${marked.parse(linked)}
</main>
</body>
</html>
`;
}

const names = (folder) => readdirSync(new URL(folder, docs)).filter((name) => name.endsWith(".md")).map((name) => `${folder}${name}`);
const PAGES = ["page.md", "gltf.md", "errata.md", ...names("formats/"), ...names("rules/")];

for (const folder of ["", "formats/", "rules/", "images/"]) mkdirSync(new URL(folder, site), { recursive: true });
const titles = {};
for (const name of PAGES) {
  const markdown = readFileSync(new URL(name, docs), "utf8");
  titles[name] = /^# (.*)$/m.exec(markdown)?.[1] ?? name;
  const folder = name.includes("/") ? name.replace(/[^/]*$/, "") : "";
  writeFileSync(new URL(name.replace(/\.md$/, ".html"), site), html(markdown, titles[name], folder));
}
const list = (folder) => PAGES.filter((name) => name.startsWith(folder)).map((name) => `- [${titles[name]}](${name})`).join("\n");
const documents = `# Rules and formats\n\n## What each byte of a format means\n\n${list("formats/")}\n\n## What each rule means\n\n${list("rules/")}\n\n## More\n\n- [${titles["gltf.md"]}](gltf.md)\n- [${titles["errata.md"]}](errata.md)\n`;
writeFileSync(new URL("documents.html", site), html(documents, "Rules and formats", ""));
for (const name of readdirSync(new URL("images/", docs))) copyFileSync(new URL(`images/${name}`, docs), new URL(`images/${name}`, site));
const page = new URL("dist/rezkit.html", import.meta.url);
if (!existsSync(page)) throw new Error("there is no page: `cargo xtask web` makes it");
copyFileSync(page, new URL("index.html", site));
console.log(`dist/site: the page and ${PAGES.length + 1} documents`);
