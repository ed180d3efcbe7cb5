// Several files as a shelf: a picture, a verdict and the size of each, found by workers side by side.

import { Client, Failed } from "./client.ts";
import { because, counted, debounced, grouped, h, put, save, sentence, size, withoutArticle } from "./dom.ts";
import type { Source } from "./files.ts";
import type { Card, Severity, Summary } from "./protocol.ts";
import { Rows } from "./rows.ts";

const WORST: Severity[] = ["error", "warning", "note"];

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
  /** How often what was searched for is in it. */
  nFound?: number;
}

/** A card in the page, and what it says. */
interface Kept {
  said: string;
  element: HTMLElement;
}

/** What a file amounts to. */
const VERDICTS = ["not read", "error", "warning", "note", "nothing wrong", "not checked"] as const;

function verdictOf({ card, reason, summary }: Entry): (typeof VERDICTS)[number] | "" {
  // What is of another format, and called so, has no rules here.
  if (!reason && summary?.problem?.kind === "unsupported" && !summary.identity.disagreement) return "not checked";
  if (reason || card?.problem) return "not read";
  if (!card) return "";
  return WORST.find((severity) => (card.findings[severity] ?? 0) > 0) ?? "nothing wrong";
}

const collator = new Intl.Collator("en", { numeric: true });

/** In which order files stand. */
const ORDERS: Record<string, (a: Entry, b: Entry) => number> = {
  "As they came": (a, b) => a.index - b.index,
  "Worst first": (a, b) => weight(a) - weight(b),
  "Largest first": (a, b) => b.source.blob.size - a.source.blob.size,
  "Most triangles first": (a, b) => (b.card?.n_triangles ?? -1) - (a.card?.n_triangles ?? -1),
  "By format": (a, b) => collator.compare(a.card?.title ?? "\uffff", b.card?.title ?? "\uffff"),
  "By name": (a, b) => collator.compare(a.source.name, b.source.name),
};

function weight(entry: Entry): number {
  const verdict = verdictOf(entry);
  return verdict === "" ? VERDICTS.length : VERDICTS.indexOf(verdict);
}

const HEIGHT = 232;
const WIDTH = 190;
/** Files beyond this are opened only by choice. */
const LARGEST = 48 << 20;
/** Models of larger files have no picture. */
const LARGEST_PAINTED = 16 << 20;
/** What a worker reads before another takes its place: what it has read stays in its memory. */
const MOST_READ = 96 << 20;
/** How long a file may take, in milliseconds. */
const PATIENCE = 20_000;

export class Shelf {
  readonly element: HTMLElement;
  readonly #entries: Entry[];
  readonly #grid = h("div", { class: "shelf", role: "list", tabIndex: 0, "aria-label": "Files" });
  readonly #totals = h("p", { class: "totals", role: "status" });
  readonly #search = h("input", { type: "search", placeholder: "Name or format", "aria-label": "Filter the files" });
  readonly #order = h("select", { "aria-label": "Order" }, ...Object.keys(ORDERS).map((name) => h("option", null, name)));
  readonly #format = h("select", { "aria-label": "Format" }, h("option", { value: "" }, "All formats"));
  readonly #verdict = h("select", { "aria-label": "Verdict" }, h("option", { value: "" }, "All verdicts"), ...VERDICTS.map((name) => h("option", { value: name }, sentence(name))));
  readonly #inside = h("input", { type: "search", placeholder: "Search inside, Enter", "aria-label": "Search inside of the files" });
  readonly #compare: HTMLButtonElement;
  readonly #rows: Rows;
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
    this.#rows = new Rows(this.#grid, HEIGHT, (first, last) => this.#draw(first, last), 1);
    this.#grid.style.setProperty("--row", `${HEIGHT}px`);
    const bar = h("div", { class: "toolbar" }, this.#search, this.#inside, this.#format, this.#verdict, h("label", null, "Order", this.#order), h("span", { class: "grow" }), h("button", { onclick: () => this.#report("csv") }, "CSV"), h("button", { onclick: () => this.#report("html") }, "HTML report"), this.#compare);
    const said = remarks.length > 0 ? [h("ul", { class: "plain remarks", "aria-label": "Remarks" }, ...remarks.map((text) => h("li", null, sentence(text))))] : [];
    this.element = h("div", { class: "panel fixed", tabIndex: -1 }, bar, this.#totals, ...said, this.#grid);
    const filter = debounced(150, () => this.#filter());
    this.#search.addEventListener("input", () => filter());
    for (const select of [this.#order, this.#format, this.#verdict]) select.addEventListener("change", () => this.#filter());
    this.#inside.addEventListener("keydown", (event) => event.key === "Enter" && void this.#searchInside());
    this.#inside.addEventListener("search", () => this.#inside.value === "" && void this.#searchInside());
    this.#grid.addEventListener("click", (event) => this.#click(event));
    this.#grid.addEventListener("change", (event) => this.#choose(event));
    new ResizeObserver(() => this.#fit()).observe(this.#grid);
    this.#count();
  }

  /** Goes on finding out what the files are. */
  start(): void {
    const run = ++this.#run;
    // The page and what it is drawn by need a processor, too.
    const n = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
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
    const waits = (entry: Entry): boolean => !entry.isPainted && entry.summary?.is_model === true && verdictOf(entry) !== "not read";
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
      if (summary.is_model && verdictOf(entry) !== "not read" && (entry.isPainted || this.#inSight.includes(entry))) {
        entry.isPainted = true;
        return await this.#picture(entry, client, run);
      }
      return true;
    } catch (error) {
      // Another run looks again at what this one was stopped at.
      if (run === this.#run && !entry.card) entry.reason = because(error);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes a picture; says whether the worker can be asked about another file. */
  async #picture(entry: Entry, client: Client, run: number): Promise<boolean> {
    if (entry.source.blob.size > LARGEST_PAINTED) return true;
    try {
      entry.picture = await client.picture();
      return true;
    } catch (error) {
      // A model that cannot be drawn has no picture. That is all that is known of one of another format, unless it was stopped.
      if (run === this.#run && entry.summary?.problem) entry.reason = because(error);
      return error instanceof Failed && !error.failure.isTrap && !error.failure.isStopped;
    }
  }

  /** Looks for a text in the trees of all files, one after the other; those without it are not listed then. */
  async #searchInside(): Promise<void> {
    const text = this.#inside.value.trim();
    const run = ++this.#searched;
    for (const entry of this.#entries) delete entry.nFound;
    this.#filter();
    if (text === "") return this.#count();
    let client = new Client(() => {});
    let [nRead, nDone] = [0, 0];
    for (const entry of this.#entries) {
      if (run !== this.#searched || !this.element.isConnected) break;
      const { blob, name } = entry.source;
      entry.nFound = 0;
      if (entry.card?.problem !== null || blob.size > LARGEST) continue;
      if ((nRead += blob.size) > MOST_READ) {
        client.end();
        [client, nRead] = [new Client(() => {}), blob.size];
      }
      entry.nFound = await client.open(blob, name, () => {}).then(() => client.ask("search", { text })).then(({ n }) => n, () => 0);
      this.#totals.textContent = `Searched ${grouped(++nDone)} of ${grouped(this.#entries.length)} files for “${text}”`;
    }
    client.end();
    if (run !== this.#searched) return;
    this.#filter();
    this.#totals.textContent = `“${text}” is in ${counted(this.#shown.length, "file")}.`;
  }

  #searched = 0;

  /** All that is known of the files that are listed, as a table. */
  #report(kind: "csv" | "html"): void {
    const head = ["File", "Format", "Version", "Bytes", "Triangles", "Verdict", "Errors", "Warnings", "Notes", "Problem"];
    const rows = this.#shown.map((entry) => {
      const { source, card, reason } = entry;
      const n = (severity: Severity): number => card?.findings[severity] ?? 0;
      return [source.name, withoutArticle(card?.title ?? ""), card?.version ?? "", source.blob.size, card?.n_triangles ?? "", verdictOf(entry), n("error"), n("warning"), n("note"), reason ?? card?.problem ?? ""].map(String);
    });
    if (kind === "csv") {
      // A cell that begins as a formula would be one in a spreadsheet.
      const cell = (text: string): string => `"${(/^[=+\-@]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
      return save("files.csv", [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n", "text/csv");
    }
    const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const row = (cells: string[], tag: string): string => `<tr>${cells.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("")}</tr>`;
    const style = "body{font:14px system-ui;margin:2em}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:4px 8px;text-align:start}";
    save("files.html", `<!doctype html><meta charset="utf-8"><title>${rows.length} files</title><style>${style}</style><h1>${counted(rows.length, "file")}</h1><p>${escaped(this.#totals.textContent ?? "")}</p><table>${row(head, "th")}${rows.map((cells) => row(cells, "td")).join("\n")}</table>`, "text/html");
  }

  #timer = 0;

  /** Shows what is known by now, a few times a second. */
  #changed(): void {
    this.#timer ||= window.setTimeout(() => {
      this.#timer = 0;
      this.#count();
      const titles = new Set(this.#entries.flatMap(({ card }) => card?.title ?? []));
      for (const { value } of this.#format.options) titles.delete(value);
      this.#format.append(...[...titles].map((title) => h("option", { value: title }, sentence(withoutArticle(title)))));
      if (this.#order.selectedIndex > 0 || this.#verdict.value || this.#format.value) this.#filter();
      else this.#rows.refresh();
    }, 100);
  }

  #count(): void {
    const all = this.#entries;
    const known = all.filter(({ card, reason }) => card || reason).length;
    const [bad, other] = [all.filter((entry) => verdictOf(entry) === "not read").length, all.filter((entry) => verdictOf(entry) === "not checked").length];
    const of = (severity: Severity): number => all.filter(({ card }) => (card?.findings[severity] ?? 0) > 0).length;
    const parts = [`${counted(all.length, "file")}, ${size(all.reduce((sum, { source }) => sum + source.blob.size, 0))}`];
    if (known < all.length) parts.push(`${grouped(known)} looked at`);
    if (bad > 0) parts.push(`${grouped(bad)} not read`);
    for (const severity of ["error", "warning"] as const) if (of(severity) > 0) parts.push(`${grouped(of(severity))} with ${severity}s`);
    if (other > 0) parts.push(`${grouped(other)} not checked`);
    if (known === all.length && other < known && bad + of("error") + of("warning") === 0) parts.push("nothing wrong");
    this.#totals.textContent = `${parts.join("; ")}.`;
    this.#totals.dataset["known"] = String(known);
  }

  #filter(): void {
    const text = this.#search.value.trim().toLowerCase();
    const [format, verdict] = [this.#format.value, this.#verdict.value];
    const isWanted = (entry: Entry): boolean => {
      const { source, card, nFound } = entry;
      return `${source.name} ${card?.title ?? ""}`.toLowerCase().includes(text) && (!format || card?.title === format) && (!verdict || verdictOf(entry) === verdict) && nFound !== 0;
    };
    this.#shown = this.#entries.filter(isWanted).sort(ORDERS[this.#order.value]);
    this.#fit();
  }

  #fit(): void {
    this.#perRow = Math.max(1, Math.floor((this.#grid.clientWidth - 24) / WIDTH));
    this.#rows.set(Math.ceil(this.#shown.length / this.#perRow));
  }

  /** The cards in sight, and their rows by their numbers. */
  #cards = new Map<Entry, Kept>();
  #lines = new Map<number, HTMLElement>();

  #draw(first: number, last: number): HTMLElement[] {
    const [cards, lines] = [this.#cards, this.#lines];
    [this.#cards, this.#lines] = [new Map(), new Map()];
    for (let row = first; row < last; row++) {
      const line = lines.get(row) ?? h("div", { class: "shelf-row", role: "presentation" });
      this.#lines.set(row, line);
      put(line, this.#shown.slice(row * this.#perRow, (row + 1) * this.#perRow).map((entry) => this.#kept(entry, cards.get(entry))));
    }
    return [...this.#lines.values()];
  }

  /** A card with nothing new to say stays as it is, and its picture is decoded once. */
  #kept(entry: Entry, before: Kept | undefined): HTMLElement {
    const { card, picture, summary, reason, nFound } = entry;
    const said = [Boolean(card), Boolean(picture), Boolean(summary), reason, nFound, this.#chosen.includes(entry)].join();
    const kept: Kept = before?.said === said ? before : { said, element: this.#card(entry) };
    this.#cards.set(entry, kept);
    return kept.element;
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
      h("span", { class: "dim" }, `${card ? sentence(withoutArticle(card.title)) : summary ? "" : "…"}${version}`),
      h("span", { class: "dim" }, `${size(source.blob.size)}${card?.n_triangles ? `, ${grouped(card.n_triangles)} ▲` : ""}`),
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

function verdict(entry: Entry): HTMLElement {
  const { card, reason, nFound } = entry;
  if (nFound) return h("span", { class: "card-verdict" }, `found ${grouped(nFound)} ×`);
  const said = verdictOf(entry);
  if (said === "not checked") return h("span", { class: "card-verdict dim", title: card?.problem }, "Not checked");
  if (said === "not read") return h("span", { class: "card-verdict error", title: reason ?? card?.problem }, reason ? sentence(reason) : "Cannot be read");
  if (!card) return h("span", { class: "card-verdict dim" }, "Looking…");
  const worst = WORST.find((severity) => (card.findings[severity] ?? 0) > 0);
  return worst ? h("span", { class: `card-verdict ${worst}` }, counted(card.findings[worst]!, worst)) : h("span", { class: "card-verdict fine" }, "Nothing wrong");
}
