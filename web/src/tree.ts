// The tree of instances, blocks or chunks, with properties and search.

import type { Choice } from "./choice.ts";
import { copy, debounced, grouped, h } from "./dom.ts";
import { chipOf, COPIES, gistOf, kindIcon, reasonOf } from "./gist.ts";
import { type Enumeration, enumerationOf, itemOf } from "./enums.ts";
import { icon } from "./icons.ts";
import { clicked, Rows } from "./rows.ts";
import type { Node as Details, Row, Selected } from "./protocol.ts";
import { because, type Opened, type View } from "./view.ts";

interface Line extends Row {
  level: number;
  isOpen: boolean;
  /** Whether a search found it, and not only what is in it. */
  isFound?: boolean;
}

const ROW = 24;
const PAGE = 2000;
/** What "Open all" opens at most. */
const MOST_OPEN = 500_000;

export class TreeView implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #rows: Rows;
  readonly #tree = h("div", { class: "tree", role: "tree", tabIndex: 0, "aria-label": "What is in the file" });
  readonly #side = h("div", { class: "side", tabIndex: 0, role: "region", "aria-label": "Properties" });
  readonly #search = h("input", { type: "search", placeholder: "Door, or Size.Y>10", "aria-label": "Search the tree", title: "A text, or an expression as rez query takes it: class=Part and Anchored=false, Size.Y>10, name~*Door*, Model > .Tag" });
  readonly #state = h("span", { class: "dim", role: "status" });
  readonly #loaded: Promise<void>;
  /** The rows that are open, flat. */
  #lines: Line[] = [];
  /** What a search found, with what is around it, instead of them. */
  #hits: Line[] | null = null;
  /** What is searched for, and whether it is an expression. */
  #sought = { text: "", isQuery: false };
  /** What is known of nodes that were in sight. */
  readonly #details = new Map<number, Details>();
  #filterText = "";
  #active = -1;
  /** Answers to older questions are dropped. */
  #asked = 0;

  constructor(file: Opened) {
    this.#file = file;
    this.#rows = new Rows(this.#tree, ROW, (first, last) => this.#draw(first, last));
    const bar = h(
      "div",
      { class: "toolbar" },
      this.#search,
      this.#state,
      h("span", { class: "grow" }),
      h("button", { onclick: () => this.#showFile(), title: "What the file itself says" }, "The file"),
      h("button", { onclick: () => void this.openAll() }, "Open all"),
      h("button", { onclick: () => this.#closeAll() }, "Close all"),
    );
    this.element = h("div", { class: "panel fixed" }, bar, h("div", { class: "split" }, h("div", null, this.#tree), this.#side), file.edits.element);
    file.edits.onChanged = () => {
      this.#rows.refresh();
      void this.#properties(this.#shown[this.#active] ?? null);
    };
    this.#search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "ArrowDown") return;
      event.preventDefault();
      const first = this.#hits ? this.#hits.findIndex(({ isFound }) => isFound) : 0;
      if (this.#shown.length > 0) this.#choose(this.#active < 0 ? first : this.#active);
      this.#tree.focus();
    });
    const search = debounced(250, () => void this.#find(this.#search.value.trim()));
    this.#search.addEventListener("input", () => search());
    this.#tree.addEventListener("click", (event) => this.#click(event));
    this.#tree.addEventListener("dblclick", (event) => this.#doubleClick(event));
    this.#tree.addEventListener("keydown", (event) => this.#key(event));
    this.#side.append(h("p", { class: "hint" }, "Choose a row to see its properties."));
    this.#loaded = this.#load();
  }

  shown(): void {
    this.#rows.refresh();
  }

  follow({ node }: Choice): void {
    if (!node || this.#shown[this.#active]?.id === node.id) return;
    void this.goTo(node);
  }

  async #load(): Promise<void> {
    try {
      this.#lines = await this.#children(0, 1);
      // A single root is opened, so that there is something to see.
      if (this.#lines.length === 1) await this.#open(0);
      this.#update();
      if (this.#active < 0) await this.#properties(null);
    } catch (error) {
      this.#tree.replaceChildren();
      this.#side.replaceChildren(h("p", { class: "hint" }, because(error)));
    }
  }

  get #shown(): Line[] {
    return this.#hits ?? this.#lines;
  }

  #update(): void {
    this.#rows.set(this.#shown.length);
    if (!this.#hits) this.#state.textContent = `${grouped(this.#lines.length)} rows`;
  }

  async #children(of: number, level: number): Promise<Line[]> {
    const lines: Line[] = [];
    for (;;) {
      const page = await this.#file.client.ask("children", { of, first: lines.length, n: PAGE });
      for (const row of page) lines.push({ ...row, level, isOpen: false });
      if (page.length < PAGE) return lines;
    }
  }

  async #open(index: number): Promise<void> {
    const line = this.#lines[index];
    if (!line || line.isOpen || line.n_children === 0) return;
    line.isOpen = true;
    const children = await this.#children(line.id, line.level + 1);
    // It may have moved meanwhile.
    const at = this.#lines.indexOf(line);
    if (at < 0 || !line.isOpen) return;
    this.#lines = this.#lines.slice(0, at + 1).concat(children, this.#lines.slice(at + 1));
    if (this.#active > at) this.#active += children.length;
    this.#update();
  }

  #close(index: number): void {
    const line = this.#lines[index];
    if (!line?.isOpen) return;
    line.isOpen = false;
    let end = index + 1;
    while ((this.#lines[end]?.level ?? 0) > line.level) end++;
    this.#lines = this.#lines.slice(0, index + 1).concat(this.#lines.slice(end));
    if (this.#active > index) this.#active = this.#active < end ? index : this.#active - (end - index - 1);
    this.#update();
  }

  async openAll(): Promise<void> {
    const asked = ++this.#asked;
    this.#hits = null;
    const lines: Line[] = [];
    for (;;) {
      const page = await this.#file.client.ask("subtree", { of: 0, first: lines.length, n: PAGE });
      if (asked !== this.#asked) return;
      for (const row of page) lines.push({ ...row, level: row.depth ?? 1, isOpen: row.n_children > 0 });
      if (page.length < PAGE || lines.length > MOST_OPEN) break;
      this.#state.textContent = `Opening: ${grouped(lines.length)}`;
    }
    this.#lines = lines;
    this.#active = -1;
    this.#update();
  }

  #closeAll(): void {
    this.#asked++;
    this.#hits = null;
    this.#lines = this.#lines.filter(({ level }) => level === 1);
    for (const line of this.#lines) line.isOpen = false;
    this.#active = -1;
    this.#update();
  }

  async #find(text: string): Promise<void> {
    const asked = ++this.#asked;
    if (text === "") {
      this.#hits = null;
      this.#active = -1;
      this.#update();
      return;
    }
    this.#state.textContent = "Searching…";
    const isQuery = isExpression(text);
    let found: Selected;
    try {
      found = isQuery ? await this.#file.client.ask("select", { query: text }) : await this.#file.client.ask("search", { text });
    } catch (error) {
      if (asked === this.#asked) this.#state.textContent = because(error);
      return;
    }
    if (asked !== this.#asked) return;
    this.#sought = { text, isQuery };
    this.#hits = found.rows.map((row) => ({ ...row, level: row.depth, isOpen: row.n_children > 0, isFound: row.is_found }));
    this.#active = -1;
    const n = this.#hits.filter(({ isFound }) => isFound).length;
    const more = found.n > n ? "the first " : "";
    const count = n === 0 ? "Nothing found" : `${more}${grouped(n)} found${isQuery ? " by the expression" : ""}`;
    this.#state.textContent = [count, ...found.notes].join("; ");
    this.#rows.set(this.#hits.length);
    this.#rows.scrollTo(0);
  }

  /** Asks for what the lines in sight say of their nodes. */
  readonly #look = debounced(40, () => void this.#lookAt(this.#inSight));

  async #lookAt(lines: Line[]): Promise<void> {
    const unknown = lines.filter(({ id }) => !this.#details.has(id)).map(({ id }) => id);
    if (unknown.length === 0) return;
    const nodes = await this.#file.client.ask("nodes", { of: unknown }).catch(() => []);
    nodes.forEach((node, i) => this.#details.set(unknown[i]!, node));
    // Only what is near is kept.
    for (const id of this.#details.keys()) {
      if (this.#details.size <= 1000) break;
      this.#details.delete(id);
    }
    if (nodes.length > 0) this.#rows.refresh();
  }

  #inSight: Line[] = [];

  /** Leaves the search, and opens what is around a node. */
  async goTo(node: { id: number; around?: number[] }): Promise<void> {
    await this.#loaded;
    this.#hits = null;
    this.#search.value = "";
    for (const id of node.around ?? []) {
      const index = this.#lines.findIndex((other) => other.id === id);
      if (index >= 0) await this.#open(index);
    }
    this.#update();
    this.#activate(this.#lines.findIndex((other) => other.id === node.id));
  }

  /** Searches for a text. */
  find(text: string): void {
    this.#search.value = text;
    void this.#find(text);
  }

  #draw(first: number, last: number): HTMLElement[] {
    const lines = this.#shown;
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) {
      const line = lines[i];
      if (line) rows.push(this.#row(line, i));
    }
    this.#inSight = lines.slice(first, last);
    this.#look();
    const isSeen = this.#active >= first && this.#active < last;
    if (isSeen) this.#tree.setAttribute("aria-activedescendant", `node-${this.#active}`);
    else this.#tree.removeAttribute("aria-activedescendant");
    return rows;
  }

  #row(line: Line, index: number): HTMLElement {
    const isFolder = this.#hits ? this.#hits[index + 1]?.level === line.level + 1 : line.n_children > 0;
    const details = this.#details.get(line.id);
    const { text, isQuery } = this.#sought;
    const reason = details && line.isFound ? reasonOf(details, line.kind, line.name, text, isQuery) : null;
    const row = h(
      "div",
      {
        class: `item${index === this.#active ? " active" : ""}${line.isFound === false ? " around" : ""}`,
        role: "treeitem",
        id: `node-${index}`,
        "aria-level": String(line.level),
        "aria-selected": String(index === this.#active),
        "aria-expanded": isFolder ? String(line.isOpen) : undefined,
      },
      h("span", { class: "twist", "aria-hidden": "true" }, isFolder ? (line.isOpen ? "▾" : "▸") : ""),
      kindIcon(line.kind),
      h("span", { class: "label" }, line.name),
      line.kind && line.kind !== line.name ? h("span", { class: "kind" }, line.kind) : null,
      line.n_children > 0 ? h("span", { class: "many" }, grouped(line.n_children)) : null,
      details && line.isFound !== false ? gistOf(details, reason) : null,
    );
    if (details && this.#file.edits.isRemoved(details.path)) row.classList.add("gone");
    const difference = this.#file.differences.get(line.id);
    if (difference) row.append(h("span", { class: `change ${difference}` }, difference));
    row.style.paddingInlineStart = `${8 + 18 * (line.level - 1)}px`;
    row.dataset["index"] = String(index);
    return row;
  }

  #click(event: Event): void {
    const row = clicked(event);
    if (!row) return;
    if (row.isTwist && !this.#hits) this.#toggle(row.index);
    this.#choose(row.index);
  }

  #doubleClick(event: Event): void {
    const target = event.target as HTMLElement;
    if (this.#active < 0 || target.classList.contains("twist")) return;
    this.#act(this.#active);
  }

  #act(index: number): void {
    const hit = this.#hits?.[index];
    if (hit) void this.#leave(hit, index);
    else this.#toggle(index);
  }

  /** Leaves the search for a place in the whole tree. */
  async #leave({ id }: Line, index: number): Promise<void> {
    await this.goTo({ id, around: this.#around(index) });
    this.#tree.focus();
  }

  #toggle(index: number): void {
    if (this.#lines[index]?.isOpen) this.#close(index);
    else void this.#open(index);
  }

  #choose(index: number): void {
    const line = this.#shown[index];
    if (!line) return;
    this.#activate(index);
    const { id, kind, name, n_children } = line;
    this.#file.choose({ node: { id, kind, name, n_children, around: this.#around(index) } }, this);
  }

  /** The rows that a row is in, from the outside in. */
  #around(index: number): number[] {
    const around: number[] = [];
    const lines = this.#shown;
    let level = lines[index]?.level ?? 0;
    for (let i = index - 1; i >= 0 && level > 1; i--) {
      const line = lines[i]!;
      if (line.level >= level) continue;
      around.unshift(line.id);
      level = line.level;
    }
    return around;
  }

  #activate(index: number): void {
    const line = this.#shown[index];
    if (!line) return;
    this.#active = index;
    this.#rows.reveal(index);
    this.#rows.refresh();
    void this.#properties(line);
  }

  /** The keys of the ARIA practice for trees. */
  #key(event: KeyboardEvent): void {
    const [lines, at] = [this.#shown, this.#active];
    const line = lines[at];
    const page = this.#rows.nShown;
    const moves: Record<string, number> = {
      ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1, PageDown: at + page, PageUp: at - page,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      this.#choose(Math.max(0, Math.min(to, lines.length - 1)));
    } else if (event.key === "ArrowRight" && line && !this.#hits) {
      if (line.isOpen) this.#choose(at + 1);
      else void this.#open(at);
    } else if (event.key === "ArrowLeft" && line) {
      if (line.isOpen && !this.#hits) this.#close(at);
      else this.#choose(lines.findLastIndex((other, i) => i < at && other.level < line.level));
    } else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
      this.#file.edits.undo();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#act(at);
    } else {
      return;
    }
    event.preventDefault();
  }

  #showFile(): void {
    this.#active = -1;
    this.#rows.refresh();
    void this.#properties(null);
  }

  /** Shows the properties of a line, or those of the file. */
  async #properties(line: Line | null): Promise<void> {
    const asked = ++this.#asked;
    const node = await this.#file.client.ask("node", { of: line?.id ?? 0 });
    if (asked === this.#asked) this.#showNode(node, line);
  }

  #showNode({ path, properties }: Details, line: Line | null): void {
    const { edits } = this.#file;
    const copied = h("select", { "aria-label": "Copied as" }, ...Object.keys(COPIES).map((name) => h("option", null, name)));
    const button: HTMLButtonElement = h("button", { onclick: () => void copy(path, button) }, "Copy path");
    const copyAll: HTMLButtonElement = h("button", { onclick: () => void copy(COPIES[copied.value]!(path, properties), copyAll) }, "Copy all");
    const filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the properties", value: this.#filterText });
    const groups: [string, [string, string][]][] = [["", properties.filter(([name]) => !name.startsWith("@"))], ["Attributes", properties.filter(([name]) => name.startsWith("@"))]];
    const body = h("tbody");
    const fill = (): void => {
      this.#filterText = filter.value;
      const text = filter.value.trim().toLowerCase();
      const shown = groups.flatMap(([title, list]) => {
        const rows = list.filter(([name, value]) => `${name} ${value}`.toLowerCase().includes(text)).map((property) => this.#property(path, property, line));
        return title && rows.length > 0 ? [h("tr", null, h("th", { colSpan: 2 }, title)), ...rows] : rows;
      });
      body.replaceChildren(...shown);
    };
    filter.addEventListener("input", fill);
    fill();
    const index = this.#active;
    const back = line && this.#hits ? h("button", { onclick: () => void this.#leave(line, index) }, "Show in the tree") : null;
    const isRemovable = line && edits.canRemove && !edits.isRemoved(path);
    const remove = isRemovable ? h("button", { onclick: () => void edits.add({ what: "remove", node: line.id, path }) }, "Remove") : null;
    this.#side.replaceChildren(
      h("h2", null, line?.name ?? "The file"),
      h("p", { class: "hint" }, line ? `${line.kind}, ${path}` : path),
      h("div", { class: "options" }, button, back, remove, properties.length > 0 ? h("span", { class: "together" }, copied, copyAll) : null, properties.length > 5 ? filter : null),
      properties.length > 0
        ? h("table", null, h("thead", null, h("tr", null, h("th", null, "Property"), h("th", null, "Value"))), body)
        : h("p", { class: "hint" }, "It has no properties."),
    );
  }

  /** A property; its name leads to its bytes, and its value can be copied and changed. */
  #property(path: string, [name, value]: [string, string], line: Line | null): HTMLElement {
    const { edits } = this.#file;
    const node = line?.id ?? 0;
    const edited = edits.valueOf(node, name);
    const shown = edited ?? value;
    const cell = h("td", { class: edited === undefined ? "mono long" : "mono long edited" });
    const enumeration = /^\d+$/.test(value) ? enumerationOf(line?.kind ?? "", name) : null;
    const change = (): void => {
      const set = (value: string): void => void edits.add({ what: "set", node, path, property: name, value });
      const label = `${name}, new value`;
      const field: HTMLInputElement | HTMLSelectElement = enumeration ? choiceOf(enumeration, shown, label, set) : h("input", { type: "text", class: "mono", value: shown, "aria-label": label, spellcheck: false });
      field.addEventListener("keydown", (event: Event) => {
        const { key } = event as KeyboardEvent;
        event.stopPropagation();
        if (key === "Enter" && !enumeration) set(field.value);
        if (key === "Escape") rest();
      });
      cell.replaceChildren(field);
      field.focus();
      if (field instanceof HTMLInputElement) field.select();
    };
    const rest = (): void => {
      const one: HTMLButtonElement = h("button", { class: "copy-one", title: "Copy the value", "aria-label": `Copy the value of ${name}`, onclick: () => void navigator.clipboard.writeText(shown).catch(() => this.#file.say("The browser does not let the page copy.")) }, icon("copy"));
      // Data that are not shown, and texts of several lines, cannot be typed.
      const isTyped = edits.canSet(line?.kind, name) && !/\n|^<\d/.test(shown);
      const pencil = isTyped ? h("button", { class: "copy-one", title: "Change the value", "aria-label": `Change ${name}`, onclick: change }, icon("pencil")) : null;
      const chip = chipOf(shown);
      const item = line ? itemOf(line.kind, name, shown) : null;
      cell.replaceChildren(one, ...(pencil ? [pencil] : []), ...(chip ? [chip] : []), ...shortened(shown), ...(item ? [h("span", { class: "dim" }, " ", ...item.split(/(?<=\.)/).flatMap((word) => [word, h("wbr")]))] : []));
    };
    rest();
    const title = line ? h("button", { class: "link", title: "Its bytes", onclick: () => this.#file.choose({ node: { ...line, around: this.#around(this.#active) }, path, property: name }, null, "bytes") }, name) : name;
    return h("tr", null, h("td", null, title), cell);
  }
}

/** The items of an enum to choose from. */
function choiceOf({ items }: Enumeration, value: string, label: string, set: (value: string) => void): HTMLSelectElement {
  const select = h("select", { "aria-label": label }, ...[...items].map(([number, name]) => h("option", { value: String(number) }, `${number} ${name}`)));
  select.value = value;
  select.addEventListener("change", () => set(select.value));
  return select;
}

/** What is no word or text but asks for properties, as `rez query` does. */
function isExpression(text: string): boolean {
  return /[=<>~]|^(not|has|inside) |^[@#[]|^\.[A-Za-z_"]|:(not|has)\(|\S (and|or) \S/.test(text);
}

/** Long values are shown when they are asked for. */
function shortened(value: string): (Node | string)[] {
  const MOST = 600;
  if (value.length <= MOST) return [value];
  const rest = h("button", { class: "link", onclick: () => rest.replaceWith(value.slice(MOST)) }, ` … ${grouped(value.length - MOST)} more`);
  return [value.slice(0, MOST), rest];
}
