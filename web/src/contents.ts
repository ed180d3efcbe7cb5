// Scripts with search, and what else lies in a file as files of its own.

import { zipSync } from "fflate";
import type { Choice } from "./choice.ts";
import { counted, debounced, grouped, h, save, size } from "./dom.ts";
import { type Begin, beginsOf, LONGEST, piecesOf } from "./luau.ts";
import { Rows } from "./rows.ts";
import type { Content, Line } from "./protocol.ts";
import { because, type Opened, type View } from "./view.ts";

const ROW = 24;
const MOST_LINES = 1000;

export function contentsOf(file: Opened): Promise<Content[]> {
  return file.client.ask("contents", {});
}

/** A ZIP archive of contents, with their folders. */
export async function zipped(file: Opened, contents: [number, Content][]): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = {};
  for (const [index, { path }] of contents) files[path] = (await file.client.askBytes("content", { index })).bytes;
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}

function zipName(file: Opened, what: string): string {
  return `${file.name.replace(/\.[^.]*$/, "")}_${what}.zip`;
}

/** A line of the outline: a folder, or a script by its number among them. */
interface Entry {
  level: number;
  label: string;
  folder?: string;
  script?: number;
}

/** The scripts below the folders that they are in, but for those in folders that are closed. */
export function outlined(paths: string[], closed: Set<string>): Entry[] {
  const entries: Entry[] = [];
  let before: string[] = [];
  paths.forEach((path, script) => {
    const folders = path.split("/");
    const label = folders.pop()!;
    const nSame = folders.findIndex((folder, i) => folder !== before[i]);
    for (let i = nSame < 0 ? folders.length : nSame; i < folders.length; i++) {
      const folder = folders.slice(0, i + 1).join("/");
      if (!isIn(folder, closed)) entries.push({ level: i + 1, label: folders[i]!, folder });
    }
    before = folders;
    if (!isIn(path, closed)) entries.push({ level: folders.length + 1, label, script });
  });
  return entries;
}

/** Whether a path is inside of one of some folders. */
function isIn(path: string, folders: Set<string>): boolean {
  for (const folder of folders) if (path.startsWith(`${folder}/`)) return true;
  return false;
}

export class ScriptsView implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  #scripts: [number, Content][] = [];
  readonly #list = h("div", { class: "list", role: "tree", tabIndex: 0, "aria-label": "Scripts" });
  readonly #source = h("div", { class: "source", tabIndex: 0, role: "region", "aria-label": "Source" });
  readonly #title = h("button", { class: "link", title: "Its place in the tree" });
  readonly #search = h("input", { type: "search", placeholder: "Search all scripts", "aria-label": "Search all scripts" });
  readonly #state = h("span", { class: "dim", role: "status" });
  readonly #listRows: Rows;
  readonly #sourceRows: Rows;
  #lines: string[] = [];
  #begins: Begin[] = [];
  #entries: Entry[] = [];
  readonly #closed = new Set<string>();
  /** What is found of a search, instead of the scripts. */
  #found: Line[] | null = null;
  #active = -1;
  #hitLine = -1;
  #shownScript = -1;

  constructor(file: Opened, contents: Promise<Content[]>) {
    this.#file = file;
    this.#listRows = new Rows(this.#list, ROW, (first, last) => this.#drawList(first, last));
    this.#sourceRows = new Rows(this.#source, ROW, (first, last) => this.#drawSource(first, last));
    const bar = h(
      "div",
      { class: "toolbar" },
      this.#search,
      this.#state,
      h("span", { class: "grow" }),
      h("button", { onclick: () => void this.#saveAll() }, "Save all as ZIP"),
    );
    const right = h("div", { class: "side" }, h("h2", null, this.#title), this.#source);
    this.element = h("div", { class: "panel fixed" }, bar, h("div", { class: "split wide-side" }, h("div", null, this.#list), right));
    const search = debounced(200, () => void this.#find(this.#search.value));
    this.#search.addEventListener("input", () => search());
    this.#list.addEventListener("click", (event) => {
      const index = (event.target as HTMLElement).closest<HTMLElement>(".entry")?.dataset["index"];
      if (index !== undefined) void this.#choose(Number(index));
    });
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    void this.#load(contents);
  }

  async #load(contents: Promise<Content[]>): Promise<void> {
    try {
      this.#scripts = numbered(await contents).filter(([, { kind }]) => kind === "script");
    } catch (error) {
      this.#state.textContent = because(error);
    }
    this.#outline();
    const first = this.#scripts.findIndex(([, { source }]) => source === this.#file.choice.path);
    if (this.#scripts.length > 0) void this.#show(this.#entryOf(Math.max(0, first)));
  }

  #outline(): void {
    this.#entries = outlined(this.#scripts.map(([, { path }]) => path.replace(/^scripts\//, "")), this.#closed);
    this.#listRows.set(this.#count);
  }

  #entryOf(script: number): number {
    return this.#entries.findIndex((entry) => entry.script === script);
  }

  #fold(folder: string): void {
    if (!this.#closed.delete(folder)) this.#closed.add(folder);
    this.#outline();
    this.#active = this.#entries.findIndex((entry) => entry.folder === folder);
    this.#listRows.refresh();
  }

  shown(): void {
    this.#listRows.refresh();
    this.#sourceRows.refresh();
  }

  /** Shows the script that was chosen elsewhere. */
  follow({ path, line }: Choice): void {
    if (line) return;
    const index = this.#scripts.findIndex(([, { source }]) => source === path);
    if (index < 0 || this.#scripts[index]![0] === this.#shownScript) return;
    this.#found = null;
    this.#search.value = "";
    this.#closed.clear();
    this.#outline();
    void this.#show(this.#entryOf(index));
  }

  get #count(): number {
    return this.#found ? this.#found.length : this.#entries.length;
  }

  #drawList(first: number, last: number): HTMLElement[] {
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) {
      const isActive = i === this.#active;
      const row = h("div", { class: isActive ? "entry active" : "entry", role: "treeitem", id: `script-${i}`, "aria-selected": String(isActive) });
      const hit = this.#found?.[i];
      const entry = hit ? null : this.#entries[i];
      const script = (hit ? this.#scripts.find(([index]) => index === hit.index) : this.#scripts[entry?.script ?? -1])?.[1];
      if (entry) row.setAttribute("aria-level", String(entry.level));
      if (entry) row.style.paddingInlineStart = `${16 * entry.level}px`;
      if (script) row.title = script.source;
      if (hit && script) {
        row.append(h("span", { class: "grow mono" }, hit.text.trim()), h("span", { class: "n" }, `${script.path.split("/").pop()}:${hit.number}`));
      } else if (entry?.folder !== undefined) {
        const isClosed = this.#closed.has(entry.folder);
        row.setAttribute("aria-expanded", String(!isClosed));
        row.append(h("span", { class: "grow dim" }, `${isClosed ? "▸" : "▾"} ${entry.label}`));
      } else if (entry && script) {
        row.append(h("span", { class: "grow" }, entry.label), h("span", { class: "n" }, size(script.n_bytes)));
      }
      row.dataset["index"] = String(i);
      rows.push(row);
    }
    if (this.#active >= first && this.#active < last) this.#list.setAttribute("aria-activedescendant", `script-${this.#active}`);
    else this.#list.removeAttribute("aria-activedescendant");
    return rows;
  }

  #drawSource(first: number, last: number): HTMLElement[] {
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) {
      rows.push(
        h("div", { class: i === this.#hitLine ? "line hit" : "line" }, h("span", { class: "n" }, String(i + 1)), h("span", { class: "code" }, ...this.#coloured(i))),
      );
    }
    return rows;
  }

  #coloured(line: number): (Node | string)[] {
    const text = this.#lines[line] ?? "";
    if (text.length > LONGEST) return [text];
    return piecesOf(text, this.#begins[line] ?? null).pieces.map(([sort, text]) => (sort ? h("span", { class: `luau-${sort}` }, text) : text));
  }

  /** Shows a script, and tells the other views. */
  async #choose(index: number): Promise<void> {
    const folder = this.#found ? undefined : this.#entries[index]?.folder;
    if (folder !== undefined) return this.#fold(folder);
    await this.#show(index);
    const script = this.#scripts.find(([number]) => number === this.#shownScript)?.[1];
    const { hit } = script ? await this.#file.client.ask("follow", { node_path: script.source }) : { hit: null };
    if (hit && script) this.#file.choose({ node: hit, path: script.source, line: { script: this.#shownScript, line: this.#hitLine } }, this);
  }

  async #show(index: number): Promise<void> {
    const hit = this.#found?.[index];
    const of = hit ? hit.index : this.#scripts[this.#entries[index]?.script ?? -1]?.[0];
    if (of === undefined) return;
    this.#active = index;
    this.#listRows.reveal(index);
    this.#listRows.refresh();
    const script = this.#scripts.find(([number]) => number === of)?.[1];
    if (of !== this.#shownScript) {
      const { bytes } = await this.#file.client.askBytes("content", { index: of });
      this.#lines = new TextDecoder().decode(bytes).split(/\r?\n/);
      this.#begins = beginsOf(this.#lines);
      this.#shownScript = of;
      this.#sourceRows.set(this.#lines.length);
    }
    const path = script?.source ?? "";
    this.#title.textContent = path;
    this.#title.onclick = () => void this.#file.showPart([path]);
    this.#hitLine = hit ? hit.number - 1 : -1;
    this.#sourceRows.scrollTo(hit ? Math.max(0, hit.number - 6) : 0);
  }

  #key(event: KeyboardEvent): void {
    const to = { ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, Home: 0, End: this.#count - 1 }[event.key];
    const folder = this.#found ? undefined : this.#entries[this.#active]?.folder;
    if (to !== undefined) this.#walk(Math.max(0, Math.min(to, this.#count - 1)));
    else if (folder !== undefined && isToFold(event.key, this.#closed.has(folder))) this.#fold(folder);
    else return;
    event.preventDefault();
  }

  /** Goes to a line; a folder stays as it is. */
  #walk(index: number): void {
    if (this.#found || this.#entries[index]?.script !== undefined) return void this.#choose(index);
    this.#active = index;
    this.#listRows.reveal(index);
    this.#listRows.refresh();
  }

  async #find(text: string): Promise<void> {
    this.#found = text === "" ? null : await this.#file.client.ask("grep", { text, n: MOST_LINES });
    if (text !== this.#search.value) return;
    const n = this.#found?.length ?? 0;
    this.#state.textContent = this.#found ? (n === MOST_LINES ? `the first ${grouped(n)} lines` : counted(n, "line")) : "";
    this.#active = -1;
    this.#listRows.set(this.#count);
    this.#listRows.scrollTo(0);
  }

  async #saveAll(): Promise<void> {
    save(zipName(this.#file, "scripts"), await zipped(this.#file, this.#scripts), "application/zip");
  }
}

/** Whether a key opens or closes a folder. */
function isToFold(key: string, isClosed: boolean): boolean {
  return key === "Enter" || key === " " || key === (isClosed ? "ArrowRight" : "ArrowLeft");
}

/** Images, embedded assets and unpacked parts. */
export function insideView(file: Opened, contents: Promise<Content[]>): View {
  const sheet = h("section", { class: "sheet" }, h("p", { class: "hint" }, "Looking…"));
  contents.then(
    (contents) => sheet.replaceChildren(...inside(file, numbered(contents).filter(([, { kind }]) => kind !== "script"))),
    (error) => sheet.replaceChildren(h("p", { class: "hint" }, because(error))),
  );
  return { element: h("div", { class: "panel" }, h("div", { class: "page" }, sheet)) };
}

function numbered(contents: Content[]): [number, Content][] {
  return contents.map((content, i) => [i, content]);
}

function inside(file: Opened, others: [number, Content][]): HTMLElement[] {
  const MOST = 500;
  const rows = others.slice(0, MOST).map(([index, content]) => {
    const saveOne = async (): Promise<void> => save(content.path.split("/").pop()!, (await file.client.askBytes("content", { index })).bytes);
    return h(
      "tr",
      null,
      h("td", null, picture(file, index, content)),
      h("td", { class: "mono long" }, content.path),
      h("td", { class: "extra" }, content.kind),
      h("td", { class: "number" }, size(content.n_bytes)),
      h("td", { class: "extra long" }, h("button", { class: "link", onclick: () => void file.showPart([content.source]) }, content.source)),
      h("td", null, h("button", { "aria-label": `Save ${content.path}`, onclick: () => void saveOne() }, "Save")),
    );
  });
  const head = ["Picture", "File", "Kind", "Size", "Where"].map((name, i) => h("th", { class: ["", "", "extra", "number", "extra"][i] }, name));
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
