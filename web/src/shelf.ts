// Several files as a shelf: a picture, a verdict and the size of each, found by workers side by side.

import { Client } from "./client.ts";
import { counted, debounced, grouped, h, sentence, size } from "./dom.ts";
import type { Source } from "./files.ts";
import { Painter } from "./painter.ts";
import type { Card, Severity, Summary } from "./protocol.ts";
import { Rows } from "./rows.ts";

/** What is known of a file. */
interface Entry {
  source: Source;
  index: number;
  summary?: Summary;
  card?: Card;
  /** Why nothing is known. */
  reason?: string;
  picture?: string;
  /** Whether it has a picture, or there is none. */
  isPainted?: boolean;
}

const HEIGHT = 216;
const WIDTH = 190;
/** Files beyond this are opened only by choice. */
const LARGEST = 48 << 20;
/** What a worker reads before another takes its place: what it has read stays in its memory. */
const MOST_READ = 96 << 20;
/** How long a file may take, in milliseconds. */
const PATIENCE = 20_000;
/** Models that wait for their picture. */
const WAITING = 8;
const WORST: Severity[] = ["error", "warning", "note"];

export class Shelf {
  readonly element: HTMLElement;
  readonly #entries: Entry[];
  readonly #grid = h("div", { class: "shelf", role: "list", tabIndex: 0, "aria-label": "Files" });
  readonly #totals = h("p", { class: "totals", role: "status" });
  readonly #search = h("input", { type: "search", placeholder: "Name or format", "aria-label": "Filter the files" });
  readonly #order = h("select", { "aria-label": "Order" }, ...["As they came", "Worst first", "Largest first"].map((name) => h("option", null, name)));
  readonly #compare: HTMLButtonElement;
  readonly #rows: Rows;
  readonly #painter = new Painter(160);
  readonly #open: (index: number) => void;
  #shown: Entry[];
  #chosen: Entry[] = [];
  #perRow = 1;
  #next = 0;
  /** Each run of the workers has a number; those of older ones end. */
  #run = 0;
  #clients = new Set<Client>();

  constructor(sources: Source[], remarks: string[], open: (index: number) => void, compare: (old: number, now: number) => void) {
    this.#entries = sources.map((source, index) => ({ source, index }));
    this.#shown = this.#entries;
    this.#open = open;
    this.#compare = h("button", { disabled: true, title: "Choose two files by their boxes", onclick: () => compare(this.#chosen[0]!.index, this.#chosen[1]!.index) }, "Compare two");
    this.#rows = new Rows(this.#grid, HEIGHT, (first, last) => this.#draw(first, last));
    this.#grid.style.setProperty("--row", `${HEIGHT}px`);
    const bar = h("div", { class: "toolbar" }, this.#search, h("label", null, "Order", this.#order), h("span", { class: "grow" }), this.#compare);
    const said = remarks.length > 0 ? [h("ul", { class: "plain remarks", "aria-label": "Remarks" }, ...remarks.map((text) => h("li", null, sentence(text))))] : [];
    this.element = h("div", { class: "panel fixed", tabIndex: -1 }, bar, this.#totals, ...said, this.#grid);
    const filter = debounced(150, () => this.#filter());
    this.#search.addEventListener("input", () => filter());
    this.#order.addEventListener("change", () => this.#filter());
    this.#grid.addEventListener("click", (event) => this.#click(event));
    this.#grid.addEventListener("change", (event) => this.#choose(event));
    new ResizeObserver(() => this.#fit()).observe(this.#grid);
    this.#count();
  }

  /** Goes on finding out what the files are. */
  start(): void {
    const run = ++this.#run;
    const n = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));
    for (let i = 0; i < n; i++) void this.#work(run);
    this.#fit();
  }

  /** Ends the workers; what is known stays. */
  stop(): void {
    this.#run++;
    for (const client of this.#clients) client.end();
    this.#clients.clear();
    // What was being read is read again.
    this.#next = 0;
    for (const entry of this.#entries) if (!entry.picture) entry.isPainted = false;
  }

  async #work(run: number): Promise<void> {
    let client: Client | null = null;
    let nRead = 0;
    for (;;) {
      const entry = this.#unknown() ?? this.#unpainted();
      if (!entry || run !== this.#run) break;
      if (!client || nRead > MOST_READ) {
        this.#end(client);
        this.#clients.add((client = new Client(() => {})));
        nRead = 0;
      }
      nRead += entry.source.blob.size;
      if (!(await this.#look(entry, client, run))) {
        this.#end(client);
        client = null;
      }
      if (run !== this.#run) break;
      this.#changed();
    }
    this.#end(client);
  }

  #end(client: Client | null): void {
    if (!client) return;
    client.end();
    this.#clients.delete(client);
  }

  #unknown(): Entry | undefined {
    while (this.#next < this.#entries.length) {
      const entry = this.#entries[this.#next++]!;
      if (!entry.card && !entry.reason) return entry;
    }
    return undefined;
  }

  /** A model without a picture: one in sight, else any. */
  #unpainted(): Entry | undefined {
    const waits = ({ card, summary, isPainted }: Entry): boolean => !isPainted && card?.problem === null && summary?.is_model === true;
    const found = this.#inSight.find(waits) ?? this.#entries.find(waits);
    if (found) found.isPainted = true;
    return found;
  }

  get #inSight(): Entry[] {
    const first = this.#rows.first * this.#perRow;
    return this.#shown.slice(first, first + (this.#rows.nShown + 1) * this.#perRow);
  }

  /** Whether the worker can be asked about another file. */
  async #look(entry: Entry, client: Client, run: number): Promise<boolean> {
    const { blob, name } = entry.source;
    if (blob.size > LARGEST) {
      entry.reason = "large: opened when it is chosen";
      return true;
    }
    const timer = setTimeout(() => client.end("it takes too long"), PATIENCE);
    try {
      const summary = await client.open(blob, name, () => {});
      entry.card ??= await client.ask("card", {});
      entry.summary = summary;
      // What is not in sight gets its picture after all have a verdict.
      if (summary.is_model && !entry.card.problem && (entry.isPainted || this.#inSight.includes(entry))) {
        entry.isPainted = true;
        await this.#picture(entry, client, summary);
      }
      return true;
    } catch (error) {
      // Another run looks again at what this one was stopped at.
      if (run === this.#run && !entry.card) entry.reason = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes a picture, which comes when it is painted. */
  async #picture(entry: Entry, client: Client, summary: Summary): Promise<void> {
    try {
      const { result, bytes } = await client.askBytes("convert", { to: "glb", no_extras: true });
      const painted = this.#painter.paint(bytes.slice(0, result.n_bytes).buffer, summary).then((picture) => {
        entry.picture = picture;
        this.#changed();
      });
      painted.catch(() => {});
      // A picture that takes long holds up the others, and not what is said of the files.
      if (this.#painter.n >= WAITING) await Promise.race([painted.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))]);
    } catch {
      // A model that cannot be drawn has no picture.
    }
  }

  #timer = 0;

  /** Shows what is known by now, a few times a second. */
  #changed(): void {
    this.#timer ||= window.setTimeout(() => {
      this.#timer = 0;
      this.#count();
      if (this.#order.selectedIndex === 1) this.#filter();
      else this.#rows.refresh();
    }, 100);
  }

  #count(): void {
    const all = this.#entries;
    const known = all.filter(({ card, reason }) => card || reason).length;
    const bad = all.filter(({ card, reason }) => reason || card?.problem).length;
    const of = (severity: Severity): number => all.filter(({ card }) => (card?.findings[severity] ?? 0) > 0).length;
    const parts = [`${counted(all.length, "file")}, ${size(all.reduce((sum, { source }) => sum + source.blob.size, 0))}`];
    if (known < all.length) parts.push(`${grouped(known)} looked at`);
    if (bad > 0) parts.push(`${grouped(bad)} not read`);
    for (const severity of ["error", "warning"] as const) if (of(severity) > 0) parts.push(`${grouped(of(severity))} with ${severity}s`);
    if (known === all.length && bad + of("error") + of("warning") === 0) parts.push("nothing wrong");
    this.#totals.textContent = `${parts.join("; ")}.`;
    this.#totals.dataset["known"] = String(known);
  }

  #filter(): void {
    const text = this.#search.value.trim().toLowerCase();
    this.#shown = this.#entries.filter(({ source, card }) => `${source.name} ${card?.title ?? ""}`.toLowerCase().includes(text));
    const weight = ({ card, reason }: Entry): number => (reason || card?.problem ? 3 : card?.findings.error ? 2 : card?.findings.warning ? 1 : 0);
    if (this.#order.selectedIndex === 1) this.#shown = this.#shown.toSorted((a, b) => weight(b) - weight(a));
    if (this.#order.selectedIndex === 2) this.#shown = this.#shown.toSorted((a, b) => b.source.blob.size - a.source.blob.size);
    this.#fit();
  }

  #fit(): void {
    this.#perRow = Math.max(1, Math.floor((this.#grid.clientWidth - 24) / WIDTH));
    this.#rows.set(Math.ceil(this.#shown.length / this.#perRow));
  }

  #draw(first: number, last: number): HTMLElement[] {
    const rows: HTMLElement[] = [];
    for (let row = first; row < last; row++) {
      const cards = this.#shown.slice(row * this.#perRow, (row + 1) * this.#perRow).map((entry) => this.#card(entry));
      rows.push(h("div", { class: "shelf-row", role: "presentation" }, ...cards));
    }
    return rows;
  }

  #card(entry: Entry): HTMLElement {
    const { source, card, picture, summary } = entry;
    const name = source.name.split("/").pop()!;
    const version = card?.version ? ` ${card.version}` : "";
    const image = picture ? h("img", { src: picture, alt: "" }) : h("span", { class: "no-picture", "aria-hidden": "true" }, extension(name));
    const box = h("input", { type: "checkbox", "aria-label": `Compare ${source.name}`, checked: this.#chosen.includes(entry), disabled: !card || card.problem !== null });
    box.dataset["index"] = String(entry.index);
    const button = h(
      "button",
      { class: "card", title: source.name },
      image,
      h("span", { class: "card-name" }, name),
      h("span", { class: "dim" }, `${card ? sentence(card.title.replace(/^an? /, "")) : summary ? "" : "…"}${version}, ${size(source.blob.size)}`),
      verdict(entry),
    );
    button.dataset["index"] = String(entry.index);
    return h("div", { class: "card-box", role: "listitem" }, button, box);
  }

  #click(event: Event): void {
    const index = (event.target as HTMLElement).closest<HTMLElement>("button.card")?.dataset["index"];
    if (index !== undefined) this.#open(Number(index));
  }

  /** The last two that were chosen are compared, the first of them as the older one. */
  #choose(event: Event): void {
    const box = event.target as HTMLInputElement;
    const entry = this.#entries[Number(box.dataset["index"] ?? -1)];
    if (!entry) return;
    this.#chosen = this.#chosen.filter((one) => one !== entry);
    if (box.checked) this.#chosen = [...this.#chosen, entry].slice(-2);
    this.#compare.disabled = this.#chosen.length < 2;
    this.#compare.textContent = this.#chosen.length < 2 ? "Compare two" : `Compare ${this.#chosen.map(({ source }) => source.name.split("/").pop()).join(" with ")}`;
    this.#rows.refresh();
  }
}

function extension(name: string): string {
  return /\.([^.]{1,8})$/.exec(name)?.[1] ?? "file";
}

function verdict({ card, reason }: Entry): HTMLElement {
  if (reason || card?.problem) return h("span", { class: "card-verdict error", title: reason ?? card?.problem }, reason ? sentence(reason) : "Cannot be read");
  if (!card) return h("span", { class: "card-verdict dim" }, "Looking…");
  const worst = WORST.find((severity) => (card.findings[severity] ?? 0) > 0);
  return worst ? h("span", { class: `card-verdict ${worst}` }, counted(card.findings[worst]!, worst)) : h("span", { class: "card-verdict fine" }, "Nothing wrong");
}
