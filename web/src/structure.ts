// The structure of a file as a tree, beside its bytes.

import { grouped, h, hex } from "./dom.ts";
import { clicked, Rows } from "./rows.ts";
import type { Place, Span } from "./protocol.ts";
import type { Opened } from "./view.ts";

interface Line {
  name: string;
  value: string;
  place: Place;
  level: number;
  isOpen: boolean;
  /** The number of a part, or null for a value of a list. */
  id: number | null;
  /** Whether there is something in it: parts, or values of a list. */
  holds: "parts" | "values" | null;
  /** Where more of a list begins. */
  rest?: { from: number; of: Place };
}

const ROW = 24;
const PAGE = 500;
/** A list of so many bytes is opened for one of its values. */
const SHORT = 2048;

export class Structure {
  readonly element = h("div", { class: "tree structure", role: "tree", tabIndex: 0, "aria-label": "Structure of the bytes" });
  readonly #file: Opened;
  readonly #rows: Rows;
  readonly #choose: (place: Place) => void;
  #lines: Line[] = [];
  #active = -1;
  #asked = 0;
  #loaded: Promise<void> | null = null;

  constructor(file: Opened, choose: (place: Place) => void) {
    this.#file = file;
    this.#choose = choose;
    this.#rows = new Rows(this.element, ROW, (first, last) => this.#draw(first, last));
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  refresh(): void {
    this.#rows.refresh();
  }

  /** Opens what is around a byte, and marks the innermost part. */
  async follow(space: number, at: number): Promise<void> {
    const asked = ++this.#asked;
    await (this.#loaded ??= this.#load());
    const trail = await this.#file.client.ask("trail", { space, at }).catch(() => []);
    if (asked !== this.#asked) return;
    for (const id of trail.slice(0, -1)) {
      const index = this.#lines.findIndex((line) => line.id === id);
      if (index >= 0) await this.#open(index);
      if (asked !== this.#asked) return;
    }
    const list = this.#lines.findIndex((line) => line.id === trail.at(-1));
    const innermost = this.#lines[list];
    if (innermost?.holds === "values" && innermost.place.end - innermost.place.start <= SHORT) await this.#open(list);
    if (asked !== this.#asked) return;
    const value = this.#lines.findIndex(({ id, place, rest }, i) => i > list && id === null && !rest && place.space === space && place.start <= at && at < place.end);
    this.#activate(list >= 0 && this.#lines[list]!.isOpen && value >= 0 ? value : list);
  }

  async #load(): Promise<void> {
    this.#lines = (await this.#parts(null, 1).catch(() => []));
    // The file itself is opened, since it says nothing alone.
    if (this.#lines.length > 0) await this.#open(0);
    this.#rows.set(this.#lines.length);
  }

  async #parts(of: number | null, level: number): Promise<Line[]> {
    const lines: Line[] = [];
    for (;;) {
      const parts = await this.#file.client.ask("parts", { of: of ?? undefined, first: lines.length, n: PAGE });
      for (const part of parts) lines.push(lineOf(part, level));
      if (parts.length < PAGE || lines.length >= 20 * PAGE) return lines;
    }
  }

  async #values(place: Place, from: number, level: number): Promise<Line[]> {
    const leaves = await this.#file.client.ask("leaves", { space: place.space, from, to: Math.min(place.end, from + 64 * PAGE) });
    const shown = leaves.filter(({ start }) => start >= from).slice(0, PAGE);
    const lines: Line[] = shown.map(({ start, end, path, value }) => ({ name: path.at(-1) ?? "", value, place: { space: place.space, start, end }, level, isOpen: false, id: null, holds: null }));
    const last = shown.at(-1)?.end ?? place.end;
    if (last < place.end) lines.push({ name: `${grouped(place.end - last)} bytes more`, value: "", place: { ...place, start: last }, level, isOpen: false, id: null, holds: null, rest: { from: last, of: place } });
    return lines;
  }

  async #open(index: number): Promise<void> {
    const line = this.#lines[index];
    if (!line?.holds || line.isOpen) return;
    line.isOpen = true;
    const inside = line.holds === "parts" ? await this.#parts(line.id, line.level + 1) : await this.#values(line.place, line.place.start, line.level + 1);
    const at = this.#lines.indexOf(line);
    if (at < 0 || !line.isOpen) return;
    this.#insert(at + 1, 0, inside);
  }

  #insert(at: number, nRemoved: number, lines: Line[]): void {
    const active = this.#lines[this.#active];
    this.#lines = this.#lines.slice(0, at).concat(lines, this.#lines.slice(at + nRemoved));
    this.#active = active ? this.#lines.indexOf(active) : -1;
    this.#rows.set(this.#lines.length);
  }

  #close(index: number): void {
    const line = this.#lines[index];
    if (!line?.isOpen) return;
    line.isOpen = false;
    let end = index + 1;
    while ((this.#lines[end]?.level ?? 0) > line.level) end++;
    if (this.#active > index && this.#active < end) this.#active = index;
    this.#insert(index + 1, end - index - 1, []);
  }

  #activate(index: number): void {
    this.#active = index;
    if (index >= 0) this.#rows.reveal(index);
    this.#rows.refresh();
  }

  #take(index: number): void {
    const line = this.#lines[index];
    if (!line) return;
    if (line.rest) {
      void this.#values(line.rest.of, line.rest.from, line.level).then((lines) => this.#insert(this.#lines.indexOf(line), 1, lines));
      return;
    }
    // What is chosen here needs not be looked for.
    this.#asked++;
    this.#activate(index);
    this.#choose(line.place);
  }

  #draw(first: number, last: number): HTMLElement[] {
    const rows = this.#lines.slice(first, last).map((line, i) => this.#row(line, first + i));
    this.#rows.mark(this.#active, first, last, "structure");
    return rows;
  }

  #row(line: Line, index: number): HTMLElement {
    const props = line.holds ? { "aria-expanded": String(line.isOpen) } : {};
    const row = h(
      "div",
      { class: index === this.#active ? "item active" : "item", role: "treeitem", id: `structure-${index}`, "aria-level": String(line.level), "aria-selected": String(index === this.#active), title: `0x${hex(line.place.start)} to 0x${hex(line.place.end)}`, ...props },
      h("span", { class: "twist", "aria-hidden": "true" }, line.holds ? (line.isOpen ? "▾" : "▸") : ""),
      h("span", { class: "label" }, line.name || "value"),
      line.value ? h("span", { class: "many mono" }, line.value) : null,
    );
    row.style.paddingLeft = `${6 + 14 * (line.level - 1)}px`;
    row.dataset["index"] = String(index);
    return row;
  }

  #click(event: Event): void {
    const row = clicked(event);
    if (row?.isTwist) this.#toggle(row.index);
    else if (row) this.#take(row.index);
  }

  #toggle(index: number): void {
    if (this.#lines[index]?.isOpen) this.#close(index);
    else void this.#open(index);
  }

  #key(event: KeyboardEvent): void {
    const [at, line, page] = [this.#active, this.#lines[this.#active], this.#rows.nShown];
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.#lines.length - 1, PageDown: at + page, PageUp: at - page }[event.key];
    if (to !== undefined) this.#take(Math.max(0, Math.min(to, this.#lines.length - 1)));
    else if (event.key === "ArrowRight" && line && !line.isOpen) void this.#open(at);
    else if (event.key === "ArrowRight" && line?.holds) this.#take(at + 1);
    else if (event.key === "ArrowLeft" && line?.isOpen) this.#close(at);
    else if (event.key === "ArrowLeft" && line) this.#take(Math.max(0, this.#lines.findLastIndex((other, i) => i < at && other.level < line.level)));
    else if (event.key === "Enter" || event.key === " ") this.#toggle(at);
    else return;
    event.preventDefault();
  }
}

function lineOf({ id, name, value, space, start, end, n_parts, is_list }: Span, level: number): Line {
  return { id, name, value, place: { space, start, end }, level, isOpen: false, holds: n_parts > 0 ? "parts" : is_list ? "values" : null };
}
