// Scripts with search, changed where they stand.

import type { Choice } from "./choice.ts";
import { saveScripts, scriptsOf } from "./contents.ts";
import { dialog } from "./dialogs.ts";
import { because, counted, debounced, grouped, h, pathText, size } from "./dom.ts";
import { quoted } from "./fields.ts";
import { type Begin, beginsOf, LONGEST, piecesOf } from "./luau.ts";
import { Rows } from "./rows.ts";
import type { Content, InScript, Line } from "./protocol.ts";
import type { Opened, View } from "./view.ts";

const ROW = 24;
const MOST_LINES = 1000;
/** Lines that are shown before they are replaced. */
const MOST_PREVIEWED = 200;

/** A line of the outline: a folder, or a script by its number among them. */
interface Entry {
  level: number;
  label: string;
  folder?: string;
  script?: number;
}

/** The scripts below the folders that they are in, but for those in folders that are closed. */
function outlined(paths: string[], closed: Set<string>): Entry[] {
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
  readonly #list = h("div", { class: "list", role: "tree", tabIndex: 0, "data-work": true, "aria-label": "Scripts" });
  readonly #source = h("div", { class: "source", tabIndex: 0, role: "region", "aria-label": "Source" });
  readonly #title = h("button", { class: "link", title: "Its place in the tree" });
  readonly #search = h("input", { type: "search", placeholder: "Search all scripts", "aria-label": "Search all scripts" });
  readonly #replacement = h("input", { type: "text", placeholder: "Replace with", "aria-label": "Replace with" });
  readonly #edit = h("button", { onclick: () => this.#write() }, "Edit");
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
  /** The first finding in each script, by its path. */
  #broken = new Map<string, InScript>();

  constructor(file: Opened, contents: Promise<Content[]>) {
    this.#file = file;
    this.#listRows = new Rows(this.#list, ROW, (first, last) => this.#drawList(first, last));
    this.#sourceRows = new Rows(this.#source, ROW, (first, last) => this.#drawSource(first, last));
    const bar = h(
      "div",
      { class: "toolbar" },
      this.#search,
      this.#state,
      ...(file.edits.canRemove ? [this.#replacement, h("button", { onclick: () => void this.#replace() }, "Replace…")] : []),
      h("span", { class: "grow" }),
      h("button", { onclick: () => void saveScripts(this.#file, this.#scripts) }, "Save all as ZIP"),
    );
    const right = h("div", { class: "side" }, h("div", { class: "source-head" }, h("h2", null, this.#title), file.edits.canRemove ? this.#edit : null), this.#source);
    this.element = h("div", { class: "panel fixed" }, bar, h("div", { class: "split wide-side" }, h("div", null, this.#list), right));
    const search = debounced(200, () => void this.#find(this.#search.value));
    this.#search.addEventListener("input", () => search());
    this.#search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "ArrowDown") return;
      event.preventDefault();
      void this.#find(this.#search.value).then(() => (this.#walk(0), this.#list.focus()));
    });
    this.#list.addEventListener("click", (event) => {
      const index = (event.target as HTMLElement).closest<HTMLElement>(".entry")?.dataset["index"];
      if (index !== undefined) void this.#choose(Number(index));
    });
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    void this.#load(contents);
  }

  async #load(contents: Promise<Content[]>): Promise<void> {
    try {
      this.#scripts = scriptsOf(await contents);
    } catch (error) {
      this.#state.textContent = because(error);
    }
    this.#outline();
    const first = this.#scripts.findIndex(([, { source }]) => source === this.#file.choice.path);
    if (this.#scripts.length > 0) void this.#show(this.#entryOf(Math.max(0, first)), this.#file.choice.line);
    const findings = await this.#file.client.ask("faults", {}).catch(() => []);
    for (const one of findings.reverse()) this.#broken.set(one.script, one);
    this.#listRows.refresh();
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
    const index = this.#scripts.findIndex(([, { source }]) => source === path);
    const isShown = this.#scripts[index]?.[0] === this.#shownScript && (line === undefined || line === this.#hitLine + 1);
    if (index < 0 || isShown) return;
    this.#found = null;
    this.#search.value = "";
    this.#closed.clear();
    this.#outline();
    void this.#show(this.#entryOf(index), line);
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
        const broken = this.#broken.get(script.source);
        if (broken) row.title = `${script.source}: line ${broken.line}: ${broken.text}`;
        row.append(h("span", { class: "grow" }, entry.label), broken ? h("span", { class: `severity ${broken.severity}` }, `line ${broken.line}`) : "", h("span", { class: "n" }, size(script.n_bytes)));
      }
      row.dataset["index"] = String(i);
      rows.push(row);
    }
    this.#listRows.mark(this.#active, first, last, "script");
    return rows;
  }

  #drawSource(first: number, last: number): HTMLElement[] {
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) {
      rows.push(
        h("div", { class: i === this.#hitLine ? "line hit" : "line" }, h("span", { class: "n" }, String(i + 1)), h("span", { class: "code" }, ...coloured(this.#lines[i] ?? "", this.#begins[i] ?? null))),
      );
    }
    return rows;
  }

  /** Shows a script, and tells the other views. */
  async #choose(index: number): Promise<void> {
    const folder = this.#found ? undefined : this.#entries[index]?.folder;
    if (folder !== undefined) return this.#fold(folder);
    await this.#show(index);
    const script = this.#scripts.find(([number]) => number === this.#shownScript)?.[1];
    const { hit } = script ? await this.#file.client.ask("follow", { node_path: script.source }) : { hit: null };
    if (hit && script) this.#file.choose({ node: hit, path: script.source, line: this.#hitLine + 1 }, this);
  }

  async #show(index: number, wanted = 0): Promise<void> {
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
    this.#title.replaceChildren(...pathText(path));
    this.#title.onclick = () => void this.#file.showPart([path]);
    const line = hit?.number ?? (wanted || (this.#broken.get(path)?.line ?? 0));
    this.#hitLine = line - 1;
    this.#sourceRows.scrollTo(Math.max(0, line - 6));
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

  /** Makes the source a text to be changed, with its colours below. */
  #write(): void {
    const script = this.#scripts.find(([index]) => index === this.#shownScript)?.[1];
    if (!script) return;
    const before = this.#lines.join("\n");
    const below = h("pre", { class: "below", "aria-hidden": "true" });
    const text = h("textarea", { class: "above", value: before, "aria-label": `Source of ${script.source}`, spellcheck: false });
    const refused = h("p", { class: "refused", role: "alert" });
    const colour = (): void => {
      const lines = text.value.split("\n");
      const begins = beginsOf(lines);
      below.replaceChildren(...lines.flatMap((line, i) => [...coloured(line, begins[i] ?? null), "\n"]));
    };
    const keep = async (): Promise<void> => {
      if (text.value === before) return end();
      refused.textContent = (await this.#set([[script.source, text.value]])) ?? "";
    };
    const end = (): void => editor.replaceWith(this.#source);
    const editor = h("div", { class: "editor" }, h("div", { class: "options" }, h("button", { class: "primary", title: "Ctrl S", onclick: () => void keep() }, "Keep"), h("button", { onclick: end }, "Cancel"), refused), h("div", { class: "editor-text" }, below, text));
    const later = debounced(60, colour);
    text.addEventListener("input", () => later());
    text.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") end();
      if (event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void keep();
      }
      if (event.key !== "Tab" || event.shiftKey) return;
      event.preventDefault();
      text.setRangeText("\t", text.selectionStart, text.selectionEnd, "end");
      later();
    });
    colour();
    this.#source.replaceWith(editor);
    text.focus();
    text.setSelectionRange(0, 0);
  }

  /** Gives scripts other sources, by their paths; says why not. */
  async #set(sources: [string, string][]): Promise<string | null> {
    const { client, edits } = this.#file;
    const found = await Promise.all(sources.map(([path]) => client.ask("follow", { node_path: path, wants_node: true })));
    return edits.make(sources.flatMap(([path, source], i) => {
      const node = found[i]!.hit?.id;
      return node === undefined ? [] : [{ step: { set: { node, property: "Source", value: quoted(source) } }, path }];
    }));
  }

  /** Replaces what is searched for in all scripts, after a look at each line. */
  async #replace(): Promise<void> {
    const [text, by] = [this.#search.value, this.#replacement.value];
    if (text === "") return void (this.#state.textContent = "Search for what is to be replaced");
    const found = await this.#file.client.ask("grep", { text, n: MOST_LINES });
    const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
    const scripts = [...new Set(found.map(({ index }) => index))];
    const pathOf = (index: number): string => this.#scripts.find(([number]) => number === index)?.[1].source ?? "";
    const refused = h("p", { class: "refused", role: "alert" });
    const act = async (): Promise<void> => {
      const decoder = new TextDecoder();
      const sources = await Promise.all(scripts.map(async (index): Promise<[string, string]> => [pathOf(index), decoder.decode((await this.#file.client.askBytes("content", { index })).bytes).replace(pattern, () => by)]));
      const reason = await this.#set(sources);
      if (reason) refused.textContent = reason;
      else window.close();
    };
    const rows = found.slice(0, MOST_PREVIEWED).map(({ index, number, text: line }) => h("tr", null, h("td", { class: "long" }, `${pathOf(index)}:${number}`), h("td", { class: "mono long" }, h("div", { class: "line-removed" }, line.trim()), h("div", { class: "line-added" }, line.trim().replace(pattern, () => by)))));
    const more = found.length > rows.length ? [h("p", { class: "hint" }, `and ${grouped(found.length - rows.length)} more lines`)] : [];
    const button = h("button", { class: "primary", disabled: found.length === 0, onclick: () => void act() }, `Replace in ${counted(scripts.length, "script")}`);
    const window = dialog(`Replace “${text}” with “${by}”`, [h("p", { class: "dim" }, `${found.length === MOST_LINES ? "At least " : ""}${counted(found.length, "line")} in ${counted(scripts.length, "script")}, capitals or not.`), h("div", { class: "scroll-x" }, h("table", null, h("tbody", null, ...rows))), ...more, refused], [button]);
  }
}

/** A line of Luau with its colours. */
function coloured(text: string, begin: Begin): (Node | string)[] {
  if (text.length > LONGEST) return [text];
  return piecesOf(text, begin).pieces.map(([sort, text]) => (sort ? h("span", { class: `luau-${sort}` }, text) : text));
}

/** Whether a key opens or closes a folder. */
function isToFold(key: string, isClosed: boolean): boolean {
  return key === "Enter" || key === " " || key === (isClosed ? "ArrowRight" : "ArrowLeft");
}
