// The tree of instances, blocks or chunks, with properties and search.

import type { Choice } from "./choice.ts";
import { because, counted, debounced, grouped, h } from "./dom.ts";
import { arranged, FOLDED, type Line, sorted } from "./explorer.ts";
import { learnFrom } from "./enums.ts";
import { held, isTypedIn } from "./focus.ts";
import { gistOf, kindIcon, reasonOf } from "./gist.ts";
import { menu } from "./menu.ts";
import { notice } from "./notice.ts";
import { Properties } from "./properties.ts";
import { clicked, Rows } from "./rows.ts";
import type { Deep, Node as Details, Row, Selected } from "./protocol.ts";
import type { Opened, View } from "./view.ts";

const ROW = 24;
const PAGE = 2000;
/** Nodes whose properties are shown together. */
const MOST_TOGETHER = 200;
/** Rows of a file that are all shown at first. */
const SMALL = 100;
/** What "Open all" opens at most. */
const MOST_OPEN = 500_000;

export class TreeView implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #rows: Rows;
  readonly #tree = h("div", { class: "tree", role: "tree", tabIndex: 0, "data-work": true, "aria-label": "What is in the file" });
  readonly #panel: Properties;
  readonly #words = h("datalist", { id: "words" });
  readonly #search = h("input", { type: "search", placeholder: "Door, or Size.Y>10", "aria-label": "Search the tree", title: "A text, or an expression as rez query takes it: class=Part and Anchored=false, Size.Y>10, name~*Door*, Model > .Tag" });
  readonly #state = h("span", { class: "dim", role: "status" });
  readonly #loaded: Promise<void>;
  #inSight: Line[] = [];
  /** The rows that are open, flat. */
  #lines: Line[] = [];
  /** What a search found, with what is around it, instead of them. */
  #hits: Line[] | null = null;
  /** What is searched for, and whether it is an expression. */
  #sought = { text: "", isQuery: false };
  /** What is known of nodes that were in sight. */
  readonly #details = new Map<number, Details>();
  #active = -1;
  /** The numbers of the nodes that are chosen together with the active one. */
  #also = new Set<number>();
  /** Takes the path of the next row that is chosen, which is a value. */
  #pick: ((path: string) => void) | null = null;
  /** The row whose name is being changed: it stays as it is while the rows around it are drawn again. */
  #naming: { id: number; row: HTMLElement } | null = null;
  /** The row that is dragged. */
  #dragged: Line | null = null;
  /** The rows that Ctrl X took, until Ctrl V puts them into another. */
  #cut: Line[] = [];
  /** The path of the row into which what is chosen is moved. */
  #landing: string | null = null;
  /** Answers to older searches are dropped, and so are those to older looks at properties. */
  #asked = 0;
  #looked = 0;
  /** The numbers of the nodes that the panel shows. */
  #of = "";

  constructor(file: Opened) {
    this.#file = file;
    this.#panel = new Properties(file);
    this.#search.setAttribute("list", "words");
    this.#rows = new Rows(this.#tree, ROW, (first, last) => this.#draw(first, last));
    const bar = h(
      "div",
      { class: "toolbar" },
      this.#search,
      this.#words,
      this.#state,
      menu("More of the tree", () => [
        { title: "Properties of the file", act: () => this.#showFile() },
        { title: "Open all", act: () => void this.openAll() },
        { title: "Close all", act: () => this.#closeAll() },
      ]),
    );
    this.element = h("div", { class: "panel fixed in-tree" }, bar, h("div", { class: "split explorer" }, h("div", null, this.#tree), this.#panel.element));
    this.#search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "ArrowDown") return;
      event.preventDefault();
      void this.#goToFirst();
    });
    const search = debounced(250, () => void (this.#isSought || this.#find(this.#search.value.trim())));
    this.#search.addEventListener("input", () => search());
    this.#tree.addEventListener("click", (event) => this.#click(event));
    this.#tree.addEventListener("dblclick", (event) => this.#doubleClick(event));
    this.#tree.addEventListener("keydown", (event) => this.#key(event));
    if (file.edits.canRemove) this.#drags();
    this.#panel.say("Choose a row to see its properties.");
    void file.info.then(({ classes }) => this.#words.append(...classes.slice(0, 200).map(({ name }) => h("option", { value: file.summary.is_place ? `class=${name}` : name })))).catch(() => {});
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
      if (this.#file.summary.is_place) await learnFrom(this.#file.client);
      this.#lines = await this.#small() ?? await this.#children(0, 1);
      // A single root is opened, so that there is something to see; of a place, what people look for.
      const first = this.#lines.length === 1 ? 0 : this.#lines.findIndex(({ kind }) => kind === "Workspace");
      if (first >= 0) await this.#open(first);
      this.#update();
      if (this.#active < 0 && !this.#file.choice.node && (first >= 0 || (await this.#isSilent()))) this.#activate(Math.max(0, first));
      else if (this.#active < 0) await this.#properties();
    } catch (error) {
      this.#tree.replaceChildren();
      this.#panel.say(because(error));
    }
  }

  /** All rows of what is no place and has few; `null` if there are more. */
  async #small(): Promise<Line[] | null> {
    if (this.#file.summary.is_place) return null;
    const rows = await this.#file.client.ask("subtree", { of: 0, first: 0, n: SMALL + 1 });
    return rows.length <= SMALL ? rows.map(opened) : null;
  }

  /** Whether the file itself has no properties. */
  async #isSilent(): Promise<boolean> {
    const [file] = await this.#file.client.ask("nodes", { of: [0] });
    return file?.properties.length === 0;
  }

  /** Another version of the file: what was open is opened again, and what is chosen by then is chosen. */
  async renew(): Promise<void> {
    const open = new Set(pathsOf(this.#lines).filter((_, i) => this.#lines[i]!.isOpen));
    const before = this.#active;
    let lines: Line[];
    try {
      lines = await this.#opened(await this.#children(0, 1), open);
    } catch (error) {
      this.#panel.say(because(error));
      return;
    }
    await this.#rows.released();
    const isOther = this.#active !== before;
    const [line, landing, old] = [this.#shown[this.#active], this.#landing, pathsOf(this.#shown)];
    const chosen = this.#chosenLines.map((one) => ({ name: baseOf(one.name), path: old[this.#shown.indexOf(one)]! }));
    const top = this.#rows.first;
    this.#details.clear();
    this.#also.clear();
    this.#cut = [];
    this.#lines = lines;
    // Who changes what a search found goes on with it.
    if (this.#hits) await this.#find(this.#search.value.trim());
    else this.#update();
    // What is chosen stays so, wherever it was moved.
    const paths = pathsOf(this.#shown);
    const found: number[] = [];
    for (const { name, path } of chosen) {
      found.push(landing === null ? paths.indexOf(path) : paths.findLastIndex((other, i) => !found.includes(i) && baseOf(other) === `${landing}/${name}`));
    }
    const [same = -1] = found;
    this.#active = same >= 0 ? same : landing !== null ? paths.indexOf(landing) : this.#shown.findIndex(({ id, kind }) => id === line?.id && kind === line.kind);
    if (!isOther && chosen.length > 1) this.#also = new Set(found.flatMap((i) => this.#shown[i]?.id ?? []));
    this.#rows.scrollTo(top);
    // What was chosen meanwhile was so by its number in the version before; its name and its path may be others, too.
    if (isOther && this.#active >= 0) return this.#choose(this.#active);
    if (this.#file.choice.node) this.#tell(this.#active);
    await this.#properties();
  }

  get #shown(): Line[] {
    return this.#hits ?? this.#lines;
  }

  #update(): void {
    this.#rows.set(this.#shown.length);
    if (!this.#hits) this.#state.textContent = `${grouped(this.#lines.length)} rows`;
  }

  async #children(of: number, level: number): Promise<Line[]> {
    const rows: Row[] = [];
    for (let n = PAGE; n === PAGE; ) {
      const page = await this.#file.client.ask("children", { of, first: rows.length, n: PAGE });
      rows.push(...page);
      n = page.length;
    }
    const { is_place } = this.#file.summary;
    const lines = (is_place && of === 0 ? arranged(rows) : rows).map((row) => ({ ...row, level, isOpen: false }));
    return is_place && of !== 0 ? sorted(lines) : lines;
  }

  /** What is in a line, which is open now. */
  async #inside(line: Line): Promise<Line[]> {
    line.isOpen = true;
    return line.folded ? line.folded.map((row) => ({ ...row, level: line.level, isOpen: false })) : this.#children(line.id, line.level + 1);
  }

  /** Lines with what is in them, where their paths say that they are open. */
  async #opened(lines: Line[], open: Set<string>, above = ""): Promise<Line[]> {
    const all: Line[] = [];
    for (const line of lines) {
      const path = `${above}/${line.name}`;
      all.push(line);
      // One by one, since there may be more than a call takes arguments.
      if (open.has(path)) for (const inside of await this.#opened(await this.#inside(line), open, path)) all.push(inside);
    }
    return all;
  }

  async #open(index: number): Promise<void> {
    const line = this.#lines[index];
    if (!line || line.isOpen || line.n_children === 0) return;
    const children = await this.#inside(line);
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
    if (line.folded) end += line.folded.length;
    else while ((this.#lines[end]?.level ?? 0) > line.level) end++;
    this.#lines = this.#lines.slice(0, index + 1).concat(this.#lines.slice(end));
    if (this.#active > index) this.#active = this.#active < end ? index : this.#active - (end - index - 1);
    this.#update();
  }

  async openAll(): Promise<void> {
    const asked = ++this.#asked;
    const lines: Line[] = [];
    for (;;) {
      const page = await this.#file.client.ask("subtree", { of: 0, first: lines.length, n: PAGE });
      if (asked !== this.#asked) return;
      lines.push(...page.map(opened));
      if (page.length < PAGE || lines.length > MOST_OPEN) break;
      this.#state.textContent = `Opening: ${grouped(lines.length)}`;
    }
    // It may have been chosen meanwhile.
    const chosen = this.#shown[this.#active]?.id;
    this.#hits = null;
    this.#lines = lines;
    this.#active = lines.findIndex(({ id }) => id === chosen);
    this.#update();
    void this.#properties();
  }

  #closeAll(): void {
    this.#asked++;
    this.#hits = null;
    this.#lines = this.#lines.filter(({ level }) => level === 1);
    for (const line of this.#lines) line.isOpen = false;
    this.#active = -1;
    this.#update();
    void this.#properties();
  }

  async #find(text: string): Promise<void> {
    const asked = ++this.#asked;
    if (text === "") {
      const line = this.#hits?.[this.#active];
      if (line) return this.goTo({ id: line.id, around: this.#around(this.#active) });
      this.#hits = null;
      this.#active = -1;
      this.#update();
      void this.#properties();
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
    const more = found.n > n ? `, the first ${grouped(n)} are shown` : "";
    const count = n === 0 ? "Nothing found" : `${grouped(found.n)} found${isQuery ? " by the expression" : ""}${more}`;
    this.#state.textContent = [count, ...found.notes].join("; ");
    this.#rows.set(this.#hits.length);
    this.#rows.scrollTo(0);
    void this.#properties();
  }

  /** Asks for what the lines in sight say of their nodes. */
  readonly #look = debounced(40, () => void this.#lookAt(this.#inSight));

  async #lookAt(lines: Line[]): Promise<void> {
    const unknown = lines.filter(({ id }) => id !== FOLDED && !this.#details.has(id)).map(({ id }) => id);
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

  /** Whether what the tree shows is what the search field asks for. */
  get #isSought(): boolean {
    const text = this.#search.value.trim();
    return this.#hits ? this.#sought.text === text : text === "";
  }

  /** Goes from the search to what it finds first, or to what is chosen of it already. */
  async #goToFirst(): Promise<void> {
    if (!this.#isSought) await this.#find(this.#search.value.trim());
    const first = this.#hits ? this.#hits.findIndex(({ isFound }) => isFound) : 0;
    if (this.#shown.length > 0) this.#choose(this.#active < 0 ? first : this.#active);
    this.#tree.focus();
  }

  /** Searches for a text. */
  find(text: string): void {
    this.#search.value = text;
    void this.#find(text);
  }

  #draw(first: number, last: number): HTMLElement[] {
    this.#inSight = this.#shown.slice(first, last);
    this.#look();
    this.#rows.mark(this.#active, first, last, "node");
    return this.#inSight.map((line, i) => (line.id === this.#naming?.id ? this.#naming.row : this.#row(line, first + i)));
  }

  #row(line: Line, index: number): HTMLElement {
    const isFolder = this.#hits ? this.#hits[index + 1]?.level === line.level + 1 : line.n_children > 0;
    const details = this.#details.get(line.id);
    const { text, isQuery } = this.#sought;
    const reason = details && line.isFound ? reasonOf(details, line.kind, line.name, text, isQuery) : null;
    const row = h(
      "div",
      {
        class: `item${index === this.#active || this.#also.has(line.id) ? " active" : ""}${line.isFound === false ? " around" : ""}`,
        role: "treeitem",
        id: `node-${index}`,
        "aria-level": String(line.level),
        "aria-selected": String(index === this.#active || this.#also.has(line.id)),
        "aria-expanded": isFolder ? String(line.isOpen) : undefined,
      },
      h("span", { class: "twist", "aria-hidden": "true" }, isFolder ? (line.isOpen ? "▾" : "▸") : ""),
      line.folded ? null : kindIcon(line.kind),
      h("span", { class: line.folded ? "label dim" : "label" }, line.name),
      line.kind && line.kind !== line.name ? h("span", { class: "kind" }, line.kind) : null,
      line.n_children > 0 && !line.folded ? h("span", { class: "many" }, grouped(line.n_children)) : null,
      details && line.isFound !== false ? gistOf(details, reason) : null,
    );
    row.draggable = this.#file.edits.canRemove && !line.folded;
    const difference = this.#file.differences.get(line.id);
    if (difference) row.append(h("span", { class: `change ${difference}` }, difference));
    else if (this.#hasDifference(line)) row.append(h("span", { class: "change inside", title: "Something in it differs" }, "•"));
    row.style.paddingInlineStart = `${8 + 18 * (line.level - 1)}px`;
    row.dataset["index"] = String(index);
    return row;
  }

  #click(event: MouseEvent): void {
    const row = clicked(event);
    if (!row || event.target instanceof HTMLInputElement) return;
    const line = this.#shown[row.index];
    if ((row.isTwist || line?.folded) && !this.#hits) this.#toggle(row.index);
    if (line?.folded) return;
    const before = this.#active;
    if (event.ctrlKey || event.metaKey) this.#together(before, row.index);
    else if (event.shiftKey) this.#extend(row.index);
    else this.#also.clear();
    this.#choose(row.index);
  }

  /** Chooses a row beside others, or not any more. */
  #together(before: number, index: number): void {
    const [old, line] = [this.#shown[before], this.#shown[index]];
    if (old) this.#also.add(old.id);
    if (line && old !== line && this.#also.has(line.id)) this.#also.delete(line.id);
    else if (line) this.#also.add(line.id);
  }

  /** Chooses all rows up to one: from the active row, or from the other end of those that are chosen. */
  #extend(to: number): void {
    const chosen = this.#shown.flatMap(({ id }, i) => (this.#also.has(id) ? [i] : []));
    const from = (chosen[0] === this.#active ? chosen.at(-1) : chosen[0]) ?? this.#active;
    this.#also = new Set(this.#shown.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1).map(({ id }) => id).filter((id) => id !== FOLDED));
  }

  #doubleClick(event: Event): void {
    const target = event.target as HTMLElement;
    if (this.#active < 0 || target.classList.contains("twist") || target instanceof HTMLInputElement) return;
    if (target.classList.contains("label") && this.#file.edits.canRemove && !this.#hits) this.#rename(this.#active);
    else this.#act(this.#active);
  }

  /** Puts a field in the place of a name, and the keyboard into the field. */
  #rename(index: number): void {
    const line = this.#shown[index];
    if (!line) return;
    const [row, field] = [this.#row(line, index), this.#nameField(line)];
    row.querySelector(".label")?.replaceWith(field);
    row.draggable = false;
    this.#naming = { id: line.id, row };
    this.#rows.reveal(index);
    this.#rows.repaint();
    field.focus();
    field.select();
  }

  #nameField(line: Line): HTMLInputElement {
    // Siblings of one name are told apart by numbers, which are no part of their names.
    const plain = baseOf(line.name);
    const field = h("input", { type: "text", class: "name-field", value: plain, "aria-label": `New name of ${line.name}`, spellcheck: false });
    const end = async (isKept: boolean): Promise<void> => {
      if (this.#naming?.id !== line.id) return;
      const hadFocus = document.activeElement === field;
      this.#naming = null;
      this.#rows.refresh();
      if (hadFocus) this.#tree.focus();
      if (!isKept || field.value === plain) return;
      const reason = await this.#file.edits.make([{ step: { rename: { node: line.id, name: field.value } }, path: this.#details.get(line.id)?.path ?? line.name }]);
      this.#file.say(reason ?? "");
    };
    field.addEventListener("blur", () => void end(true));
    field.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && event.key !== "F6") event.stopPropagation();
      if (event.key === "Enter") void end(true);
      if (event.key === "Escape") void end(false);
    });
    return field;
  }

  /** What is dragged onto an instance goes into it. */
  #drags(): void {
    const rowOf = (event: Event): HTMLElement | null => (event.target as HTMLElement).closest<HTMLElement>(".item");
    const lineOf = (event: Event): Line | undefined => this.#shown[Number(rowOf(event)?.dataset["index"] ?? -1)];
    this.#tree.addEventListener("dragstart", (event) => {
      this.#dragged = lineOf(event) ?? null;
      event.dataTransfer?.setData("text/plain", this.#dragged?.name ?? "");
    });
    this.#tree.addEventListener("dragover", (event) => {
      const [line, dragged] = [lineOf(event), this.#dragged];
      if (!dragged || !line || line.folded) return;
      event.preventDefault();
      event.stopPropagation();
      for (const row of this.#tree.querySelectorAll(".drop")) row.classList.remove("drop");
      rowOf(event)?.classList.add("drop");
    });
    this.#tree.addEventListener("drop", (event) => {
      const [line, dragged] = [lineOf(event), this.#dragged];
      this.#dragged = null;
      if (!dragged || !line || line.folded || line.id === dragged.id) return;
      event.preventDefault();
      event.stopPropagation();
      void this.#move(this.#also.has(dragged.id) ? this.#chosenLines : [dragged], line);
    });
    this.#tree.addEventListener("dragend", () => {
      this.#dragged = null;
      for (const row of this.#tree.querySelectorAll(".drop")) row.classList.remove("drop");
    });
  }

  async #move(moved: Line[], into: Line): Promise<void> {
    const nodes = await this.#file.client.ask("nodes", { of: [into.id, ...moved.map(({ id }) => id)] });
    // Those that are chosen, or one that is dragged.
    if (moved.includes(this.#shown[this.#active]!)) this.#landing = pathsOf(this.#shown)[this.#shown.indexOf(into)] ?? null;
    const reason = await this.#file.edits.make(moved.map(({ id }, i) => ({ step: { move: { node: id, parent: into.id } }, path: nodes[i + 1]!.path, to: nodes[0]!.path })));
    this.#landing = null;
    this.#file.say(reason ?? "");
  }

  /** Whether something in an instance differs from an older file. */
  #hasDifference({ id, end, folded }: Line): boolean {
    if (folded || this.#file.differences.size === 0) return false;
    for (const node of this.#file.differences.keys()) if (node > id && node < end) return true;
    return false;
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
    if (!line || line.folded) return line && this.#activate(index);
    if (this.#pick) return void this.#picked(line, this.#pick);
    this.#activate(index);
    this.#tell(index);
  }

  /** Tells the other views what is chosen. */
  #tell(index: number): void {
    const line = this.#shown[index];
    if (!line || line.folded) return;
    const { id, kind, name, n_children, end } = line;
    this.#file.choose({ node: { id, kind, name, n_children, end, around: this.#around(index) } }, this);
  }

  /** The row is the value of a reference. */
  async #picked({ id }: Line, take: (path: string) => void): Promise<void> {
    this.#pick = null;
    this.#tree.classList.remove("picking");
    take((await this.#file.client.ask("node", { of: id })).path);
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
    if (!this.#also.has(line.id)) this.#also.clear();
    this.#rows.reveal(index);
    this.#rows.refresh();
    void this.#properties();
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
    if (event.ctrlKey || event.metaKey) {
      // A name that is being changed is cut by letters.
      if (event.target !== this.#tree || !this.#cutOrPaste(event.key.toLowerCase(), line)) return;
    } else if (event.key === "F2" && line && this.#file.edits.canRemove && !line.folded) {
      this.#rename(at);
    } else if (event.key === "Delete" && line && this.#file.edits.canRemove && !line.folded) {
      void this.#remove();
    } else if (to !== undefined) {
      const row = Math.max(0, Math.min(to, lines.length - 1));
      if (event.shiftKey) this.#extend(row);
      else this.#also.clear();
      this.#choose(row);
    } else if (event.key === "ArrowRight" && line && !this.#hits) {
      if (line.isOpen) this.#choose(at + 1);
      else void this.#open(at);
    } else if (event.key === "ArrowLeft" && line) {
      if (line.isOpen && !this.#hits) this.#close(at);
      else this.#choose(lines.findLastIndex((other, i) => i < at && other.level < line.level));
    } else if (event.key === "Escape" && this.#hits) {
      void this.#clearSearch(at);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#act(at);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Takes the chosen rows, or puts those that were taken into a row. */
  #cutOrPaste(letter: string, line: Line | undefined): boolean {
    if (!this.#file.edits.canRemove) return false;
    if (letter === "x") {
      this.#cut = this.#chosenLines;
      this.#file.say(`Ctrl V moves ${this.#cut.length === 1 ? this.#cut[0]!.name : counted(this.#cut.length, "instance")} into the chosen row.`);
    } else if (letter === "v" && this.#cut.length > 0 && line && !line.folded) {
      void this.#move(this.#cut.splice(0), line);
    } else {
      return false;
    }
    return true;
  }

  /** Shows the whole tree again, at the row that is chosen. */
  async #clearSearch(at: number): Promise<void> {
    const line = this.#hits?.[at];
    this.#search.value = "";
    if (line) await this.#leave(line, at);
    else await this.#find("");
  }

  /** Removes what is chosen. What goes with it is said, with the way back. */
  async #remove(): Promise<void> {
    const lines = this.#chosenLines;
    const nodes = await this.#file.client.ask("nodes", { of: lines.map(({ id }) => id) });
    const reason = await this.#file.edits.make(lines.map(({ id }, i) => ({ step: { remove: { node: id } }, path: nodes[i]!.path })));
    this.#file.say(reason ?? "");
    const nInside = lines.reduce((sum, { id, end }) => sum + end - id - 1, 0);
    const what = lines.length === 1 ? lines[0]!.name : counted(lines.length, "instance");
    if (reason === null && nInside > 0) notice(`${what} is removed, and ${counted(nInside, "instance")} in it. Ctrl Z brings it back.`, "Undo", () => void this.#file.edits.go(-1));
  }

  #showFile(): void {
    this.#active = -1;
    this.#also.clear();
    this.#rows.refresh();
    void this.#properties();
  }

  /** What is chosen: the active row, and those together with it. */
  get #chosenLines(): Line[] {
    const active = this.#shown[this.#active];
    if (!active || active.folded) return [];
    const others = this.#shown.filter((line) => line !== active && this.#also.has(line.id));
    return [active, ...others].slice(0, MOST_TOGETHER);
  }

  /** Shows the properties of what is chosen, or those of the file. */
  async #properties(): Promise<void> {
    const asked = ++this.#looked;
    const [lines, index] = [this.#chosenLines, this.#active];
    const ids = lines.length > 0 ? lines.map(({ id }) => id) : [0];
    // Until the answer comes, the panel is about what was chosen before: nothing of that is to be changed or removed.
    const { element } = this.#panel;
    const restore = held(element);
    element.inert = ids.join() !== this.#of;
    const nodes = await this.#file.client.ask("nodes", { of: ids }).finally(() => (element.inert &&= asked !== this.#looked));
    if (asked !== this.#looked) return;
    // What is being typed is kept first.
    if (isTypedIn(element) && ids.join() === this.#of) return element.addEventListener("change", () => void this.#properties(), { once: true });
    this.#of = ids.join();
    const [line] = lines;
    this.#panel.show(lines, nodes, {
      pick: (take) => {
        this.#pick = take;
        this.#tree.classList.add("picking");
      },
      remove: () => void this.#remove(),
      leave: line && this.#hits ? () => void this.#leave(line, index) : null,
      bytes: (property) => line && this.#file.choose({ node: { ...line, around: this.#around(index) }, path: nodes[0]!.path, property }, null, "bytes"),
    });
    restore();
  }
}

/** The path of each line: the names of those that it is in, and its own. */
function pathsOf(lines: Line[]): string[] {
  const above = [""];
  return lines.map(({ level, name }) => (above[level] = `${above[level - 1]}/${name}`));
}

/** A name or path without the number that tells siblings of one name apart. */
function baseOf(name: string): string {
  return name.replace(/\[\d+\]$/, "");
}

/** The line of a row whose children follow it. */
function opened(row: Deep): Line {
  return { ...row, level: row.depth, isOpen: row.n_children > 0 };
}

/** What is no word or text but asks for properties, as `rez query` does. */
function isExpression(text: string): boolean {
  return /[=<>~]|^(not|has|inside) |^[@#[]|^\.[A-Za-z_"]|:(not|has)\(|\S (and|or) \S/.test(text);
}
