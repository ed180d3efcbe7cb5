// What differs between two versions of a file, as `rez diff` says it: a list to walk through, and both models from one camera.

import type { Choice } from "./choice.ts";
import { Client } from "./client.ts";
import { because, counted, grouped, h, sentence } from "./dom.ts";
import type { Source } from "./files.ts";
import { clicked, Rows } from "./rows.ts";
import type { Changed, Compared } from "./protocol.ts";
import { type Modelled, Scenery } from "./scenery.ts";
import type { Stage } from "./stage.ts";
import type { Opened, View } from "./view.ts";

const ROW = 24;
/** Milliseconds for which one version is seen while they blink. */
const BLINK = 700;
const KINDS = ["added", "removed", "moved", "renamed", "changed"] as const;

export class CompareView implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #old: Source;
  readonly #bar = h("div", { class: "toolbar" });
  readonly #list = h("div", { class: "list", role: "listbox", tabIndex: 0, "data-work": true, "aria-label": "Changes" });
  readonly #rows: Rows;
  readonly #detail = h("div", { class: "change-detail", tabIndex: 0, role: "region", "aria-label": "Before and after" });
  readonly #state = h("span", { class: "dim", role: "status" });
  readonly #models: Pair | null;
  readonly #hidden = new Set<string>();
  #all: Changed[] = [];
  #shown: Changed[] = [];
  #active = -1;

  constructor(file: Opened, old: Source, compared: Promise<Compared>, turn: () => void) {
    this.#file = file;
    this.#old = old;
    this.#rows = new Rows(this.#list, ROW, (first, last) => this.#draw(first, last));
    this.#models = file.summary.is_model ? new Pair(file, old) : null;
    const right = h("div", { class: "side compared" }, this.#models?.element ?? null, this.#detail);
    this.element = h("div", { class: "panel fixed changes" }, this.#bar, h("div", { class: "split wide-side" }, h("div", null, this.#list), right));
    this.#bar.append(h("span", { class: "dim", role: "status" }, `Comparing with ${old.name}…`));
    this.#list.addEventListener("click", (event) => {
      const row = clicked(event);
      if (row) this.#choose(row.index);
    });
    this.#list.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.#step(by);
    });
    compared.then(
      (compared) => this.#show(compared, turn),
      (error) => this.#bar.replaceChildren(h("h2", null, "They cannot be compared"), h("span", { class: "dim" }, `${sentence(because(error))}.`)),
    );
  }

  shown(): void {
    this.#rows.refresh();
    this.#models?.shown();
  }

  ended(): void {
    this.#models?.end();
  }

  /** What an address or another view names. */
  follow({ node }: Choice): void {
    const index = node ? this.#shown.findIndex((change) => change.node === node.id) : -1;
    if (index >= 0 && index !== this.#active) this.#activate(index);
  }

  #show({ diff, changes, is_cut }: Compared, turn: () => void): void {
    this.#all = this.#shown = changes;
    const counts: Record<string, number> = { added: diff.n_added, removed: diff.n_removed, moved: diff.n_moved, renamed: diff.n_renamed, changed: diff.n_changed };
    const kinds = KINDS.filter((kind) => counts[kind]! > 0).map((kind) => {
      const button: HTMLButtonElement = h("button", { class: `change ${kind}`, "aria-pressed": "true", title: `Show what is ${kind}`, onclick: () => {
        if (!this.#hidden.delete(kind)) this.#hidden.add(kind);
        button.setAttribute("aria-pressed", String(!this.#hidden.has(kind)));
        this.#filter();
      } }, `${grouped(counts[kind]!)} ${kind}`);
      return button;
    });
    const inside = diff.n_properties === 0 ? "" : `, in ${diff.n_properties === 1 ? "1 property" : `${grouped(diff.n_properties)} properties`}`;
    const title = changes.length === 0 ? "Nothing differs" : `${counted(changes.length, "part")} ${changes.length === 1 ? "differs" : "differ"}${inside}`;
    const steps = [h("button", { title: "The change before", onclick: () => this.#step(-1) }, "← Previous"), h("button", { title: "The change behind", onclick: () => this.#step(1) }, "Next →")];
    this.#bar.replaceChildren(h("h2", null, title), ...kinds, h("span", { class: "grow" }), this.#state, ...(changes.length > 1 ? steps : []), h("button", { onclick: turn }, "The other way round"));
    if (is_cut) this.#bar.append(h("span", { class: "dim" }, `The first ${grouped(changes.length)} are listed.`));
    this.#rows.set(changes.length);
    const chosen = changes.findIndex(({ node }) => node !== null && node === this.#file.choice.node?.id);
    if (changes.length > 0) this.#activate(Math.max(0, chosen));
  }

  #filter(): void {
    const active = this.#shown[this.#active];
    this.#shown = this.#all.filter(({ kind }) => !this.#hidden.has(kind));
    this.#rows.set(this.#shown.length);
    this.#active = active ? this.#shown.indexOf(active) : -1;
    this.#say();
  }

  #draw(first: number, last: number): HTMLElement[] {
    const rows = this.#shown.slice(first, last).map(({ kind, path }, i) => {
      const isActive = first + i === this.#active;
      const row = h("div", { class: isActive ? "entry item active" : "entry item", role: "option", id: `change-${first + i}`, "aria-selected": String(isActive), title: path }, h("span", { class: `change ${kind}` }, kind), h("span", { class: "grow" }, path));
      row.dataset["index"] = String(first + i);
      return row;
    });
    this.#rows.mark(this.#active, first, last, "change");
    return rows;
  }

  #step(by: number): void {
    if (this.#shown.length > 0) this.#choose(Math.max(0, Math.min(this.#shown.length - 1, this.#active + by)));
  }

  /** Shows a change here, and tells the other views, so that the address names it. */
  #choose(index: number): void {
    this.#activate(index);
    const { node, path } = this.#shown[index] ?? {};
    if (node !== null && node !== undefined) this.#file.choose({ nodeId: node, path: path! }, this);
  }

  #activate(index: number): void {
    const change = this.#shown[index];
    if (!change) return;
    this.#active = index;
    this.#rows.reveal(index);
    this.#rows.refresh();
    this.#say();
    this.#models?.go(change);
    this.#detail.replaceChildren(...detail(this.#file, this.#old, change));
  }

  #say(): void {
    this.#state.textContent = this.#shown.length > 1 ? `${grouped(this.#active + 1)} of ${grouped(this.#shown.length)}` : "";
  }
}

function detail(file: Opened, old: Source, { kind, class: of, path, old_path, n_inside, n_reordered, properties, node }: Changed): HTMLElement[] {
  const name = node === null ? h("span", null, path) : h("button", { class: "link", title: "In the tree", onclick: () => void file.showPart([path]) }, path);
  const beside = [of, old_path ? `was ${old_path}` : "", n_inside > 0 ? `with ${counted(n_inside, "part")} in it` : "", n_reordered > 0 ? `${grouped(n_reordered)} in another order` : ""].filter(Boolean).join(", ");
  const rows = properties.map(({ name, old, new: now, lines }) => {
    if (!lines?.length) return h("tr", null, h("td", null, name), h("td", { class: "mono long old" }, short(old)), h("td", { class: "mono long new" }, short(now)));
    const side = (without: string): HTMLElement => h("pre", { class: "lines" }, ...lines.slice(0, 400).map(({ kind, text }) => h("span", { class: `line-${kind}` }, kind === without ? "\n" : `${text}\n`)));
    return h("tr", null, h("td", null, name), h("td", { class: "long" }, side("added")), h("td", { class: "long" }, side("removed")));
  });
  const head = ["Property", `Before: ${old.name}`, `After: ${file.name}`].map((name) => h("th", null, name));
  return [
    h("h2", null, h("span", { class: `change ${kind}` }, kind), name),
    h("p", { class: "hint" }, beside),
    ...(rows.length > 0 ? [h("div", { class: "scroll-x" }, h("table", { class: "before-after" }, h("thead", null, h("tr", null, ...head)), h("tbody", null, ...rows)))] : []),
  ];
}

function short(value: string | null): string {
  return value === null ? "—" : value.length > 300 ? `${value.slice(0, 300)} …` : value;
}

/** Both models from one camera: a slider uncovers the old one, or they take turns. */
class Pair {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #slot = h("div", { class: "slot" });
  readonly #over = h("div", { class: "slot over" });
  readonly #slider = h("input", { type: "range", min: "0", max: "100", value: "50", "aria-label": "How much is seen of the version before", oninput: () => this.#cover(Number(this.#slider.value)) });
  readonly #blink: HTMLButtonElement;
  readonly #client = new Client(() => {});
  #old: Scenery | null = null;
  #stages: [Stage, Stage] | null = null;
  #timer = 0;
  #wanted: Changed | null = null;

  constructor(file: Opened, old: Source) {
    this.#file = file;
    this.#blink = h("button", { "aria-pressed": "false", onclick: () => this.#take(this.#timer === 0) }, "Blink");
    this.element = h("div", { class: "pair" }, h("div", { class: "stacked" }, this.#slot, this.#over), h("div", { class: "pair-bar" }, h("span", null, "Before"), this.#slider, h("span", null, "After"), this.#blink));
    this.#cover(50);
    void this.#open(old).catch(() => this.#over.remove());
  }

  async #open(old: Source): Promise<void> {
    const summary = await this.#client.open(old.blob, old.name, () => {});
    const modelled: Modelled = { client: this.#client, summary, granted: {}, blob: old.blob, motion: null, info: this.#client.ask("info", {}), differences: new Map(), choice: {}, choose: () => {} };
    this.#old = new Scenery(modelled);
    this.#old.place(this.#over, false);
    const stages = await Promise.all([this.#file.scenery.stage, this.#old.stage]);
    this.#stages = stages;
    const [now, before] = stages;
    now.onMoved = () => before.standAs(now);
    before.standAs(now);
    if (this.#wanted) this.go(this.#wanted);
  }

  /** Takes the model back from the view that had it. */
  shown(): void {
    this.#file.scenery.place(this.#slot, false);
  }

  /** Marks the part that differs in both, and goes there. */
  go({ node, old_node }: Changed): void {
    this.#wanted = { node, old_node } as Changed;
    if (!this.#stages) return;
    const [now, before] = this.#stages;
    const mark = (stage: Stage, id: number | null): void => stage.mark(id === null ? null : { node: id, end: id + 1 }, "chosen");
    mark(now, node);
    mark(before, old_node);
    if (node !== null) return now.goTo("chosen");
    before.goTo("chosen");
    now.standAs(before);
  }

  #cover(share: number): void {
    this.#over.style.clipPath = `inset(0 ${100 - share}% 0 0)`;
    this.element.style.setProperty("--cover", `${share}%`);
  }

  #take(isBlinking: boolean): void {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#blink.setAttribute("aria-pressed", String(isBlinking));
    if (!isBlinking) return this.#cover(Number(this.#slider.value));
    let isOld = false;
    this.#timer = window.setInterval(() => this.#cover((isOld = !isOld) ? 100 : 0), BLINK);
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#stages) this.#stages[0].onMoved = () => {};
    this.#old?.end();
    this.#client.end();
  }
}
