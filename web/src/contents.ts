// What lies in a file as files of its own, but for scripts.

import { zipSync } from "fflate";
import { because, counted, grouped, h, pathText, save, size, stem } from "./dom.ts";
import type { Content } from "./protocol.ts";
import { type Opened, sheetView, type View } from "./view.ts";

export function contentsOf(file: Opened): Promise<Content[]> {
  return file.client.ask("contents", {});
}

/** A ZIP archive of contents, with their folders. */
export async function zipped(file: Opened, contents: [number, Content][]): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = {};
  for (const [index, { path }] of contents) files[path] = (await file.client.askBytes("content", { index })).bytes;
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}

export function zipName(file: Opened, what: string): string {
  return `${stem(file.name)}_${what}.zip`;
}

export function scriptsOf(contents: Content[]): [number, Content][] {
  return numbered(contents).filter(([, { kind }]) => kind === "script");
}

/** Saves scripts as files of an archive. */
export async function saveScripts(file: Opened, scripts: [number, Content][]): Promise<void> {
  save(zipName(file, "scripts"), await zipped(file, scripts), "application/zip");
}

/** Images, embedded assets and unpacked parts. */
export function insideView(file: Opened, contents: Promise<Content[]>): View {
  return sheetView("Looking…", contents.then((contents) => inside(file, numbered(contents).filter(([, { kind }]) => kind !== "script"))));
}

function numbered(contents: Content[]): [number, Content][] {
  return contents.map((content, i) => [i, content]);
}

function inside(file: Opened, others: [number, Content][]): HTMLElement[] {
  const MOST = 500;
  const hasPictures = others.some(([, { mime }]) => mime);
  const rows = others.slice(0, MOST).map(([index, content]) => {
    const saveOne = async (): Promise<void> => save(content.path.split("/").pop()!, (await file.client.askBytes("content", { index })).bytes);
    return h(
      "tr",
      null,
      hasPictures ? h("td", null, picture(file, index, content)) : null,
      h("td", { class: "mono name" }, ...pathText(content.path)),
      h("td", { class: "extra" }, content.kind),
      h("td", { class: "number" }, size(content.n_bytes)),
      h("td", { class: "extra long" }, h("button", { class: "link", onclick: () => void file.showPart([content.source]) }, ...pathText(content.source))),
      h("td", null, h("button", { "aria-label": `Save ${content.path}`, onclick: () => void saveOne() }, "Save")),
    );
  });
  const head = [["Picture", ""], ["File", ""], ["Kind", "extra"], ["Size", "number"], ["Where", "extra"]].slice(hasPictures ? 0 : 1).map(([name, of]) => h("th", { class: of! }, name!));
  return [
    h("h2", null, `${counted(others.length, "file")} inside`),
    h("div", { class: "options" }, h("button", { class: "primary", onclick: async () => save(zipName(file, "contents"), await zipped(file, others), "application/zip") }, "Save all as ZIP")),
    h("div", { class: "scroll-x" }, h("table", null, h("thead", null, h("tr", null, ...head, h("th", null, h("span", { class: "unseen" }, "Save")))), h("tbody", null, ...rows))),
    ...(others.length > MOST ? [h("p", { class: "hint" }, `${grouped(others.length - MOST)} more are in the archive.`)] : []),
  ];
}

function picture(file: Opened, index: number, { mime, path }: Content): HTMLElement | string {
  if (!mime) return "";
  const image = h("img", { class: "preview", alt: `Picture ${path}` });
  file.client.askBytes("content", { index }).then(
    ({ bytes }) => (image.src = URL.createObjectURL(new Blob([bytes], { type: mime }))),
    (error) => (image.alt = because(error)),
  );
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "dim" }, "no picture")));
  return image;
}
