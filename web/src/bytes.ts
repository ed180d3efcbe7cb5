// Every byte with its name: rows of bytes, the names of those in sight, and the value under the cursor.

import { because, copy, debounced, h, hex, percent, save, size } from "./dom.ts";
import { type Choice, spotOf } from "./choice.ts";
import { FORMS, readings, soughtIn } from "./numbers.ts";
import { spanOf } from "./offsets.ts";
import { Rows } from "./rows.ts";
import { groupOf, type Pointer, pointersOf, type Sort, sortOf } from "./sorts.ts";
import { Structure } from "./structure.ts";
import type { Named, Place, Space, Stripe } from "./protocol.ts";
import type { Opened, View } from "./view.ts";

/** What is in the page: bytes of one space, and their leaves. */
interface Window {
  space: number;
  from: number;
  bytes: Uint8Array;
  leaves: Named[];
  sorts: Sort[];
  /** For each byte, the number of its leaf, or -1. */
  leafOf: Int32Array;
}

const ROW = 24;
/** How many names are listed of those in sight. */
const MOST_NAMES = 400;
/** How many bytes are copied at most. */
const MOST_COPIED = 1 << 20;
/** Pieces of the strip of a whole space. */
const PIECES = 400;
/** How wide the view is that has room for the structure beside the bytes. */
const WIDE = 1100;

export class BytesView implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #loaded: Promise<void>;
  readonly #rows: Rows;
  readonly #grid: HTMLElement;
  readonly #names = h("div", { class: "names", role: "group", "aria-label": "Names of the bytes in sight" });
  readonly #inspector = h("div", { class: "inspector", "aria-live": "off", tabIndex: 0, role: "region", "aria-label": "What the bytes say" });
  readonly #spaceField = h("select", { "aria-label": "Which bytes" });
  readonly #jump = h("input", { type: "text", class: "mono", size: 14, placeholder: "1f0", spellcheck: false, title: "As offsets are shown: 1f0 or 0x1f0. Decimal: #496. From the cursor: +16. A range: 1f0-200 or 1f0+16" });
  readonly #search = h("input", { class: "short", type: "search", placeholder: "Text, 0x4d5a, 12.5", "aria-label": "Search the bytes", title: "Bytes such as 0x4d5a or 4d 5a, a number in any usual form, or text; what is in quotes is text" });
  readonly #found = h("span", { class: "dim", role: "status" });
  readonly #form = h("select", { "aria-label": "Copied as" }, ...Object.keys(FORMS).map((name) => h("option", null, name)));
  readonly #copy: HTMLButtonElement = h("button", { title: "Copies what is selected", onclick: () => void this.#copySelected() }, "Copy");
  readonly #heads = h("div", { class: "heads", "aria-hidden": "true" });
  readonly #strip = h("div", { class: "map", role: "slider", tabIndex: 0, "aria-label": "Place in these bytes", "aria-valuemin": "0" }, h("div", { class: "map-window" }));
  readonly #structure: Structure;
  readonly #fold: HTMLButtonElement = h("button", { "aria-pressed": "false" }, "Structure");
  #stripes: Stripe[] = [];
  /** Where a selection by mouse or Shift began. */
  #anchor = 0;
  #isDragging = false;
  #dragged = -1;
  #isStructureChosen = false;
  /** Called when the first bytes are in the page. */
  readonly #settle: () => void;
  readonly painted: Promise<void>;
  #spaces: Space[] = [{ number: 0, name: "file", len: 0, start: null }];
  #space = 0;
  #window: Window | null = null;
  /** The window that is being asked for. */
  #asked = "";
  #cursor = 0;
  /** Behind the last byte that is chosen. */
  #end = 1;
  /** How often something was to be shown, while the spaces were not known. */
  #shows = 0;
  #target: Place | null = null;
  #marked = -1;
  #perRow = 16;

  constructor(file: Opened) {
    this.#file = file;
    let settle = (): void => {};
    this.painted = new Promise((resolve) => (settle = resolve));
    this.#settle = settle;
    this.#structure = new Structure(file, (place) => this.#file.choose({ place }, null));
    this.#grid = h("div", { class: "hex", role: "grid", tabIndex: 0, "data-work": true, "aria-label": "Bytes", "aria-readonly": "true", id: "hex" });
    this.#rows = new Rows(this.#grid, ROW, (first, last) => this.#draw(first, last));
    this.#spaceField.addEventListener("change", () => this.#file.choose({ place: { space: Number(this.#spaceField.value), start: 0, end: 1 } }, null, "bytes"));
    this.#jump.addEventListener("change", () => this.#jumpTo(this.#jump.value));
    const bar = h(
      "div",
      { class: "toolbar" },
      this.#spaceField,
      h("label", null, "Go to", this.#jump),
      this.#search,
      this.#found,
      h("span", { class: "grow" }),
      this.#fold,
      this.#form,
      this.#copy,
      h("button", { onclick: () => void this.#save() }, "Save these bytes"),
    );
    const side = h("div", { class: "side" }, this.#inspector, this.#names);
    this.element = h("div", { class: "panel fixed" }, bar, this.#strip, h("div", { class: "split" }, this.#structure.element, h("div", null, this.#heads, this.#grid), side));
    this.#search.addEventListener("keydown", (event) => event.key === "Enter" && void this.#seek());
    this.#search.addEventListener("input", () => (this.#found.textContent = ""));
    this.#strip.addEventListener("pointerdown", (event) => this.#jumpByStrip(event));
    this.#strip.addEventListener("pointermove", (event) => this.#nameOfStrip(event));
    this.#strip.addEventListener("keydown", (event) => this.#keyOfStrip(event));
    this.#grid.addEventListener("mouseover", (event) => this.#hover(event));
    this.#grid.addEventListener("mouseleave", () => this.#pointAt(-1));
    this.#grid.addEventListener("mousedown", (event) => this.#press(event));
    document.addEventListener("mouseup", () => this.#release());
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#names.addEventListener("mouseover", (event) => this.#hoverName(event));
    this.#names.addEventListener("focusin", (event) => this.#hoverName(event));
    this.#names.addEventListener("mouseleave", () => this.#pointAt(-1));
    this.#names.addEventListener("click", (event) => this.#clickName(event));
    new ResizeObserver(() => this.#fit()).observe(this.#grid);
    new ResizeObserver(() => this.#isStructureChosen || this.#showStructure(this.element.clientWidth >= WIDE)).observe(this.element);
    this.#drawHeads();
    this.#spaces[0]!.len = file.summary.n_bytes;
    this.#listSpaces();
    this.#loaded = this.#load();
  }

  shown(): void {
    this.#fit();
    this.#rows.refresh();
  }

  follow({ place }: Choice): void {
    if (!place || (place.space === this.#space && place.start === this.#cursor && place.end === this.#end)) return;
    void this.#show(place);
  }

  point(choice: Choice | null): void {
    const place = choice?.place;
    const leaf = place && this.#window?.space === place.space ? (this.#window.leafOf[place.start - this.#window.from] ?? -1) : -1;
    this.#mark(leaf);
  }

  /** Shows bytes and marks them, as soon as the spaces are known. */
  async #show(place: Place): Promise<void> {
    const asked = ++this.#shows;
    await this.#loaded;
    if (asked !== this.#shows) return;
    this.#space = this.#spaces.some(({ number }) => number === place.space) ? place.space : 0;
    this.#spaceField.value = String(this.#space);
    this.#target = place.end > place.start + 1 ? place : null;
    this.#end = place.end;
    this.#cursor = place.start;
    this.#anchor = place.start;
    this.#setRows();
    this.#rows.scrollTo(Math.max(0, Math.floor(place.start / this.#perRow) - 3));
    this.#inspect();
    this.#followStructure();
    if (this.#stripSpace !== this.#space) void this.#loadStrip();
  }

  /** The structure follows once the cursor rests. */
  readonly #followStructure = debounced(120, () => {
    if (this.element.classList.contains("with-structure") && !this.#file.summary.problem) void this.#structure.follow(this.#space, this.#cursor);
  });

  #showStructure(isShown: boolean): void {
    this.element.classList.toggle("with-structure", isShown && !this.#file.summary.problem);
    this.#fold.hidden = this.#file.summary.problem !== null;
    this.#fold.setAttribute("aria-pressed", String(isShown));
    this.#fold.onclick = () => {
      this.#isStructureChosen = true;
      this.#showStructure(!isShown);
    };
    if (isShown) this.#followStructure();
    this.#structure.refresh();
  }

  async #load(): Promise<void> {
    try {
      this.#spaces = await this.#file.client.ask("spaces", {});
    } catch (error) {
      this.#inspector.textContent = because(error);
      return;
    }
    this.#listSpaces();
    this.#setRows();
  }

  #listSpaces(): void {
    const options = this.#spaces.map(({ number, name, len }) =>
      h("option", { value: String(number) }, number === 0 ? `The file, ${size(len)}` : `${number}: ${name}, ${size(len)}`),
    );
    this.#spaceField.replaceChildren(...options);
    this.#spaceField.value = String(this.#space);
    this.#setRows();
  }

  get #len(): number {
    return this.#spaces.find(({ number }) => number === this.#space)?.len ?? 0;
  }

  #setRows(): void {
    const rows = Math.ceil(this.#len / this.#perRow);
    this.#grid.setAttribute("aria-rowcount", String(rows));
    this.#rows.set(rows);
  }

  /** Half a row where there is no room for a whole one. */
  #fit(): void {
    const perRow = this.#grid.clientWidth > 0 && this.#grid.clientWidth < 560 ? 8 : 16;
    if (perRow === this.#perRow) return;
    this.#perRow = perRow;
    this.#drawHeads();
    this.#setRows();
  }

  #drawHeads(): void {
    const cells = Array.from({ length: this.#perRow }, (_, i) => h("span", { class: "byte" }, hex(i, 2)));
    this.#heads.replaceChildren(h("span", { class: "at" }, "offset  "), h("span", { class: "cells" }, ...cells), h("span", { class: "glyphs" }, "text"));
  }

  #stripSpace = -1;

  /** What the whole space is, in pieces. */
  async #loadStrip(): Promise<void> {
    const space = (this.#stripSpace = this.#space);
    this.#stripes = this.#file.summary.problem ? [] : await this.#file.client.ask("strip", { space, n: PIECES }).catch(() => []);
    if (space !== this.#space) return;
    const groups = [...new Set(this.#stripes.map(({ path }) => groupOf(path)))];
    const len = Math.max(1, this.#len);
    const stops = this.#stripes.map(({ start, end, path, kind }) => `${colourOf(groups.indexOf(groupOf(path)), kind)} ${((100 * start) / len).toFixed(2)}% ${((100 * end) / len).toFixed(2)}%`);
    this.#strip.style.backgroundImage = stops.length > 0 ? `linear-gradient(to right, ${stops.join(", ")})` : "";
    this.#strip.dataset["groups"] = String(groups.length);
  }

  #placeOnStrip(event: PointerEvent): number {
    const { left, width } = this.#strip.getBoundingClientRect();
    return Math.max(0, Math.min(this.#len - 1, Math.floor(((event.clientX - left) / width) * this.#len)));
  }

  #jumpByStrip(event: PointerEvent): void {
    const start = this.#placeOnStrip(event);
    if (this.#len > 0) this.#file.choose({ place: { space: this.#space, start, end: start + 1 } }, null);
  }

  #nameOfStrip(event: PointerEvent): void {
    const at = this.#placeOnStrip(event);
    const stripe = this.#stripes.find(({ start, end }) => start <= at && at < end);
    this.#strip.title = `0x${hex(at)}${stripe ? ` ${stripe.path.join(" › ")}` : ""}`;
    if (event.buttons === 1) this.#jumpByStrip(event);
  }

  #keyOfStrip(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#moveTo(this.#cursor + by * Math.max(1, Math.floor(this.#len / 100)));
  }

  #markStrip(from: number, to: number): void {
    const len = Math.max(1, this.#len);
    const window = this.#strip.firstElementChild as HTMLElement;
    window.style.left = `${(100 * from) / len}%`;
    window.style.width = `${(100 * (to - from)) / len}%`;
    this.#strip.setAttribute("aria-valuemax", String(Math.max(0, this.#len - 1)));
    this.#strip.setAttribute("aria-valuenow", String(this.#cursor));
    this.#strip.setAttribute("aria-valuetext", `0x${hex(this.#cursor)}`);
  }

  /** The next place with what is typed. */
  async #seek(): Promise<void> {
    const sought = soughtIn(this.#search.value);
    if (!sought) return;
    const { patterns, any_case, as } = sought;
    const from = this.#target || this.#found.textContent ? this.#cursor + 1 : this.#cursor;
    const place = await this.#file.client.ask("seek", { space: this.#space, from, patterns, any_case }).catch(() => null);
    if (!place) {
      this.#found.textContent = `No such bytes, taken as ${as}`;
      return;
    }
    const isAround = place.space < this.#space || (place.space === this.#space && place.start < from);
    this.#found.textContent = isAround ? `Found as ${as}, from the start` : `Found as ${as}`;
    this.#file.choose({ place }, null);
  }

  async #copySelected(): Promise<void> {
    const [from, to] = [this.#cursor, Math.max(this.#end, this.#cursor + 1)];
    const { bytes } = await this.#file.client.askBytes("bytes", { space: this.#space, from, to: Math.min(to, from + MOST_COPIED) });
    await copy(FORMS[this.#form.value]!(bytes), this.#copy);
    if (to - from > MOST_COPIED) this.#file.say(`Only the first ${size(MOST_COPIED)} were copied.`);
  }

  #draw(first: number, last: number): HTMLElement[] {
    const [from, to] = [first * this.#perRow, Math.min(last * this.#perRow, this.#len)];
    const window = this.#window;
    if (!window || window.space !== this.#space || from < window.from || to > window.from + window.bytes.length) {
      void this.#fetch(from, to);
    }
    this.#listNames(from, to);
    this.#markStrip(from, to);
    this.#rows.mark(this.#cursor, from, to, "byte");
    return Array.from({ length: last - first }, (_, i) => this.#row(first + i));
  }

  #row(row: number): HTMLElement {
    const start = row * this.#perRow;
    const cells = h("span", { class: "cells", role: "presentation" });
    let text = "";
    const window = this.#window?.space === this.#space ? this.#window : null;
    for (let at = start; at < Math.min(start + this.#perRow, this.#len); at++) {
      const index = window ? at - window.from : -1;
      const byte = window?.bytes[index];
      const leaf = window?.leafOf[index] ?? -1;
      const cell = h("span", { class: this.#classOf(at, leaf), role: "gridcell", id: `byte-${at}` }, byte === undefined ? "··" : hex(byte, 2));
      cell.dataset["leaf"] = String(leaf);
      cell.dataset["at"] = String(at);
      cells.append(cell);
      text += byte === undefined ? " " : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";
    }
    return h(
      "div",
      { class: "line", role: "row", "aria-rowindex": String(row + 1) },
      h("span", { class: "at", role: "rowheader" }, hex(start, 8)),
      cells,
      h("span", { class: "glyphs", role: "gridcell" }, text),
    );
  }

  #classOf(at: number, leaf: number): string {
    const window = this.#window;
    const named = window?.leaves[leaf];
    const classes = ["byte"];
    if (named) classes.push(`kind-${named.kind}`);
    if (window?.sorts[leaf]) classes.push(`sort-${window.sorts[leaf]}`);
    if (window?.bytes[at - window.from] === 0) classes.push("zero");
    if (leaf >= 0 && leaf % 2 === 1) classes.push("part-a");
    if (leaf >= 0 && leaf === this.#marked) classes.push("on");
    if (this.#target && this.#target.space === this.#space && at >= this.#target.start && at < this.#target.end) classes.push("target");
    if (at === this.#cursor) classes.push("cursor");
    return classes.join(" ");
  }

  /** Asks for the bytes in sight, and as many before and after them. */
  async #fetch(from: number, to: number): Promise<void> {
    const around = to - from;
    const range = { space: this.#space, from: Math.max(0, from - around), to: Math.min(this.#len, to + around) };
    const asked = JSON.stringify(range);
    if (asked === this.#asked) return;
    this.#asked = asked;
    try {
      const [{ bytes }, leaves] = await Promise.all([
        this.#file.client.askBytes("bytes", range),
        this.#file.client.ask("leaves", range),
      ]);
      // Another window may have been asked for since.
      if (asked !== this.#asked) return;
      const leafOf = new Int32Array(bytes.length).fill(-1);
      leaves.forEach((leaf, i) => leafOf.fill(i, Math.max(0, leaf.start - range.from), Math.max(0, leaf.end - range.from)));
      this.#window = { space: range.space, from: range.from, bytes, leaves, leafOf, sorts: leaves.map(sortOf) };
      this.#marked = -1;
      this.#rows.refresh();
      this.#inspect();
      requestAnimationFrame(() => setTimeout(() => this.#ask(), 0));
    } catch (error) {
      this.#asked = "";
      this.#settle();
      this.#inspector.textContent = because(error);
    }
  }

  /** What is asked for once the bytes are in sight. */
  #ask(): void {
    this.#settle();
    if (this.#stripSpace !== this.#space) void this.#loadStrip();
    this.#followStructure();
  }

  #listNames(from: number, to: number): void {
    const window = this.#window;
    if (!window || window.space !== this.#space) return;
    const names: HTMLElement[] = [];
    window.leaves.forEach((leaf, i) => {
      if (leaf.end <= from || leaf.start >= to || leaf.start === leaf.end || names.length >= MOST_NAMES) return;
      const [name, value] = [leaf.path.slice(-2).join(".").replaceAll(".[", "["), leaf.value];
      const button = h(
        "button",
        { tabIndex: -1, class: i === this.#marked ? "on" : "" },
        h("span", { class: "dim" }, hex(leaf.start, 8)),
        h("span", null, name, value ? h("span", { class: "value" }, ` = ${value}`) : null),
      );
      button.dataset["leaf"] = String(i);
      names.push(button);
    });
    // One stop of the tab key for all of them.
    if (names[0]) names[0].tabIndex = 0;
    if (names.length === 0) {
      const text = this.#file.summary.problem ? "This is not one of the formats whose bytes have names here." : "No names here.";
      names.push(h("p", { class: "hint" }, text));
    }
    this.#names.replaceChildren(...names);
  }

  #hover(event: Event): void {
    const { leaf, at } = (event.target as HTMLElement).dataset;
    if (this.#isDragging && at !== undefined) {
      // Drawing the row anew brings another cell under the pointer, with the same byte.
      if (Number(at) !== this.#dragged) this.#select((this.#dragged = Number(at)), true);
      return;
    }
    if (leaf === undefined) return;
    this.#pointAt(Number(leaf));
    // Into sight, without moving what is around the list.
    const [names, name] = [this.#names, this.#names.querySelector<HTMLElement>(".on")];
    if (!name) return;
    const [outer, inner] = [names.getBoundingClientRect(), name.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) names.scrollTop += inner.top - outer.top - names.clientHeight / 3;
  }

  #press(event: MouseEvent): void {
    const at = (event.target as HTMLElement).dataset["at"];
    if (at === undefined || event.button !== 0) return;
    // The browser would select letters.
    event.preventDefault();
    this.#grid.focus();
    [this.#isDragging, this.#dragged] = [true, Number(at)];
    this.#select(Number(at), event.shiftKey);
  }

  #release(): void {
    if (!this.#isDragging) return;
    this.#isDragging = false;
    this.#chooseSelected();
  }

  /** Selects up to a byte, from it or from where a selection began. */
  #select(at: number, isMore: boolean): void {
    at = Math.max(0, Math.min(at, this.#len - 1));
    if (!isMore) this.#anchor = at;
    [this.#cursor, this.#end] = [Math.min(at, this.#anchor), Math.max(at, this.#anchor) + 1];
    this.#target = this.#end > this.#cursor + 1 ? { space: this.#space, start: this.#cursor, end: this.#end } : null;
    this.#rows.reveal(Math.floor(at / this.#perRow));
    this.#rows.refresh();
    const window = this.#window;
    this.#marked = window ? (window.leafOf[this.#cursor - window.from] ?? -1) : -1;
    this.#inspect();
  }

  #chooseSelected(): void {
    this.#followStructure();
    if (this.#len > 0) this.#file.choose({ place: { space: this.#space, start: this.#cursor, end: this.#end } }, this);
  }

  #hoverName(event: Event): void {
    const leaf = (event.target as HTMLElement).closest("button")?.dataset["leaf"];
    if (leaf !== undefined) this.#pointAt(Number(leaf));
  }

  /** Marks a leaf here, and what it is in the other views. */
  #pointAt(leaf: number): void {
    if (leaf === this.#marked) return;
    this.#mark(leaf);
    const named = this.#window?.leaves[leaf];
    const spot = named ? spotOf(this.#file.summary.identity.family, named, named) : null;
    this.#file.point(spot ? { spot } : null, this);
  }

  /** Marks the bytes and the name of a leaf; only what is in the page is touched. */
  #mark(leaf: number): void {
    if (leaf === this.#marked) return;
    for (const element of this.element.querySelectorAll(".on")) element.classList.remove("on");
    this.#marked = leaf;
    if (leaf < 0) return this.#inspect();
    for (const cell of this.#grid.querySelectorAll(`[data-leaf="${leaf}"]`)) cell.classList.add("on");
    this.#names.querySelector(`[data-leaf="${leaf}"]`)?.classList.add("on");
    this.#inspect();
  }

  #clickName(event: Event): void {
    const leaf = (event.target as HTMLElement).closest("button")?.dataset["leaf"];
    const named = leaf === undefined ? undefined : this.#window?.leaves[Number(leaf)];
    if (named) this.#moveTo(named.start);
  }

  #moveTo(at: number, isMore = false): void {
    this.#select(at, isMore);
    this.#chooseSelected();
  }

  #key(event: KeyboardEvent): void {
    const page = this.#perRow * this.#rows.nShown;
    const steps: Record<string, number> = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#perRow, ArrowDown: this.#perRow, PageUp: -page, PageDown: page,
      Home: event.ctrlKey ? -this.#cursor : -(this.#cursor % this.#perRow),
      End: event.ctrlKey ? this.#len : this.#perRow - 1 - (this.#cursor % this.#perRow),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // A selection grows at the end that is not its anchor.
    const from = event.shiftKey && this.#cursor === this.#anchor ? this.#end - 1 : this.#cursor;
    this.#moveTo(from + step, event.shiftKey);
  }

  #jumpTo(text: string): void {
    const span = spanOf(text, this.#cursor);
    if (!span) {
      this.#file.say(`${text} is not an offset: they are typed as shown, such as 1f0, or #496 in decimal.`);
    } else if (span.start >= this.#len) {
      this.#file.say(`There is no byte 0x${hex(span.start)}: the last is 0x${hex(Math.max(0, this.#len - 1))}.`);
    } else {
      this.#file.say("");
      this.#file.choose({ place: { space: this.#space, start: span.start, end: Math.min(span.end, this.#len) } }, null, "bytes");
      this.#grid.focus();
    }
  }

  /** The leaf that is marked, else the one under the cursor, and the numbers at the cursor. */
  #inspect(): void {
    const window = this.#window;
    if (!window || window.space !== this.#space) return;
    const under = window.leafOf[this.#cursor - window.from] ?? -1;
    const leaf = window.leaves[this.#marked >= 0 ? this.#marked : under];
    const at = this.#marked >= 0 && leaf ? leaf.start : this.#cursor;
    const parts: (HTMLElement | null)[] = [];
    if (leaf) {
      const n = leaf.end - leaf.start;
      const share = percent(n, this.#len);
      parts.push(
        h("p", { class: "path" }, leaf.path.join(" › ")),
        h("p", { class: "value" }, leaf.value || "\u00a0"),
        h("p", { class: "dim" }, `0x${hex(leaf.start)} to 0x${hex(leaf.end)}, ${size(n)}${n > 64 ? `, ${share}` : ""}${KINDS[leaf.kind] ?? ""}`),
      );
      const pointers = pointersOf(this.#file.summary.identity.family, this.#space, leaf, this.#spaces);
      if (pointers.length > 0) parts.push(h("p", { class: "pointers" }, "Leads to ", ...pointers.flatMap((pointer, i) => [i > 0 ? ", " : "", this.#link(pointer)])));
    } else {
      parts.push(h("p", { class: "path" }, `Byte 0x${hex(at)}`));
    }
    parts.push(numbers(window.bytes, at - window.from));
    this.#inspector.replaceChildren(...parts.filter((part): part is HTMLElement => part !== null));
  }

  #link({ title, paths, place }: Pointer): HTMLElement {
    const follow = async (): Promise<void> => {
      if (place) return this.#file.choose({ place }, null, "bytes");
      for (const path of paths) {
        const found = await this.#file.client.ask("place", { path }).catch(() => null);
        if (found) return this.#file.choose({ place: found }, null, "bytes");
      }
      this.#file.say(`${title} is not in the file.`);
    };
    return h("button", { class: "link", onclick: () => void follow() }, title);
  }

  async #save(): Promise<void> {
    const space = this.#spaces.find(({ number }) => number === this.#space);
    const target = this.#target?.space === this.#space ? this.#target : null;
    const [from, to] = target ? [target.start, target.end] : [0, this.#len];
    const { bytes } = await this.#file.client.askBytes("bytes", { space: this.#space, from, to });
    const name = target ? `bytes_${hex(from)}_${hex(to)}` : (space?.name ?? "bytes").replace(/\W+/g, "_");
    save(`${name}.bin`, bytes);
  }
}

const KINDS: Record<string, string> = {
  unknown: ", of unknown meaning",
  gap: ", claimed by nothing",
  reference: ", counted elsewhere",
  folded: ", too many to name one by one",
};

/** What the bytes at a place are as numbers. */
function numbers(bytes: Uint8Array, at: number): HTMLElement | null {
  const rows = readings(bytes, at).map(([name, little, big]) => h("tr", null, h("td", { class: "dim" }, name), h("td", null, little), h("td", { class: "dim" }, big)));
  if (rows.length === 0) return null;
  const head = h("tr", null, h("th", null, "as"), h("th", null, "little-endian"), h("th", null, "big-endian"));
  return h("table", null, h("thead", null, head), h("tbody", null, ...rows));
}

const HUES = [222, 160, 35, 285, 195, 10, 100, 250, 60, 330];

/** The colour of a group of names in the strip; what is claimed by nothing is red. */
function colourOf(group: number, kind: Named["kind"]): string {
  if (kind === "gap") return "var(--gap)";
  return `light-dark(hsl(${HUES[group % HUES.length]} 50% 58%), hsl(${HUES[group % HUES.length]} 42% 52%))`;
}
