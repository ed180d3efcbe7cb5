// The properties of what is chosen in the tree: of one node, of several at once, or of the file.

import { h } from "./dom.ts";
import { groupOf, GROUPS } from "./enums.ts";
import { fieldOf } from "./fields.ts";
import { refill } from "./focus.ts";
import { COPIES, kindIcon } from "./gist.ts";
import { icon } from "./icons.ts";
import { menu } from "./menu.ts";
import type { Line } from "./explorer.ts";
import type { Node as Details } from "./protocol.ts";
import type { Opened } from "./view.ts";

type Property = [string, string];

/** What the panel asks of the tree. */
export interface Host {
  /** Lets the next row that is chosen be a value. */
  pick(take: (path: string) => void): void;
  /** Removes the rows that are chosen. */
  remove: () => void;
  /** Leaves the search for the place of a row in the whole tree; `null` if there is no search. */
  leave: (() => void) | null;
  /** Shows the bytes of a property of the row that is chosen. */
  bytes(property: string): void;
}

export class Properties {
  readonly element = h("div", { class: "side", tabIndex: -1, role: "region", "aria-label": "Properties" });
  readonly #file: Opened;
  #filter = "";

  constructor(file: Opened) {
    this.#file = file;
  }

  say(text: string): void {
    this.element.replaceChildren(h("p", { class: "hint" }, text));
  }

  /** Shows nodes with what they have in common; without lines, the file. */
  show(lines: Line[], nodes: Details[], host: Host): void {
    const [line] = lines;
    const [first] = nodes;
    if (!first) return this.say("It is not there any more.");
    const isOne = nodes.length === 1;
    const shared = first.properties.filter(([name]) => nodes.every(({ properties }) => properties.some(([other]) => other === name)));
    const filter = h("input", { type: "search", placeholder: "Filter properties", "aria-label": "Filter the properties", value: this.#filter });
    const body = h("div", { class: "property-list" });
    body.addEventListener("keydown", (event) => walk(body, event));
    const fill = (): void => {
      this.#filter = filter.value;
      const text = filter.value.trim().toLowerCase();
      const rows = new Map<string, HTMLElement[]>();
      for (const property of shared) {
        if (!property.join(" ").toLowerCase().includes(text)) continue;
        const group = line && this.#file.summary.is_place ? groupOf(property[0]) : "";
        rows.set(group, [...(rows.get(group) ?? []), this.#row(lines, nodes, property, host)]);
      }
      const groups = [...rows].sort(([a], [b]) => GROUPS.indexOf(a) - GROUPS.indexOf(b));
      body.replaceChildren(...groups.flatMap(([group, list]) => [...(group ? [h("h3", null, group)] : []), ...list]));
    };
    filter.addEventListener("input", fill);
    fill();
    // What the heading does not say.
    const hints = line ? [...new Set([line.kind, first.path])].filter((hint) => hint && hint !== line.name) : [];
    refill(
      this.element,
      h("h2", null, line ? kindIcon(line.kind) : "", isOne ? (line?.name ?? "The file") : `${nodes.length} chosen`),
      isOne && hints.length === 0 ? "" : h("p", { class: "hint" }, isOne ? hints.join(", ") : "What you change here is changed in all of them."),
      this.#tools(lines, nodes, host, shared.length > 5 ? filter : null),
      shared.length > 0 ? body : h("p", { class: "hint" }, isOne ? "It has no properties." : "They have no properties in common."),
    );
  }

  /** The filter, and a menu of what can be done with the nodes. */
  #tools(lines: Line[], nodes: Details[], { leave, remove }: Host, filter: HTMLElement | null): HTMLElement {
    const [first] = nodes;
    const write = (text: string): void => void navigator.clipboard.writeText(text).then(() => this.#file.say("Copied"), () => this.#file.say("The browser does not let the page copy."));
    const more = menu("More of the properties", () => [
      ...(leave ? [{ title: "Show in the tree", key: "Enter", act: leave }] : []),
      ...(nodes.length === 1 ? [{ title: "Copy path", act: () => write(first!.path) }, ...Object.entries(COPIES).map(([name, copyOf]) => ({ title: `Copy all as ${name}`, act: () => write(copyOf(first!.path, first!.properties)) }))] : []),
      ...(lines.length > 0 && this.#file.edits.canRemove ? [{ title: "Remove", key: "Delete", act: remove }] : []),
    ]);
    return h("div", { class: "options" }, filter, more);
  }

  #row(lines: Line[], nodes: Details[], [name, value]: Property, host: Host): HTMLElement {
    const { edits } = this.#file;
    const [line] = lines;
    const kind = line?.kind;
    const isMixed = nodes.some(({ properties }) => properties.find(([other]) => other === name)?.[1] !== value);
    const refused = h("p", { class: "refused", role: "alert", hidden: true });
    const set = async (value: string): Promise<void> => {
      const of = lines.length > 0 ? lines.map(({ id }) => id) : [0];
      const reason = await edits.make(of.map((node, i) => ({ step: { set: { node, property: name, value } }, path: nodes[i]!.path })));
      refused.hidden = !reason;
      refused.textContent = reason ?? "";
    };
    const isReadOnly = !edits.canSet(kind, name);
    const field = fieldOf({ label: name, kind: kind ?? "", property: name, value, isMixed, isReadOnly, set: (value) => void set(value), pick: host.pick });
    const one: HTMLButtonElement = h("button", { class: "copy-one", title: "Copy the value", "aria-label": `Copy the value of ${name}`, onclick: () => void navigator.clipboard.writeText(value).catch(() => this.#file.say("The browser does not let the page copy.")) }, icon("copy"));
    const label = line ? h("button", { class: "link name", "data-entry": true, title: `${name}: to its bytes`, onclick: () => host.bytes(name) }, name) : h("span", { class: "name", tabIndex: 0, "data-entry": true, title: name }, name);
    return h("div", { class: "property" }, h("div", { class: "property-name" }, label), h("div", { class: "property-value" }, field, one, refused));
  }
}

/** Letters that are typed within so many milliseconds are one name. */
const TOGETHER = 800;
let [sought, soughtAt] = ["", 0];

/** The keys of the list, which is one stop of the Tab key for each row: arrow keys and letters go to rows, F2 into a value. */
function walk(body: HTMLElement, event: KeyboardEvent): void {
  const { key, target } = event;
  const now = event.timeStamp;
  const rows = [...body.querySelectorAll<HTMLElement>(".property")];
  const row = (target as HTMLElement).closest<HTMLElement>(".property");
  const at = row ? rows.indexOf(row) : -1;
  const isName = (target as HTMLElement).classList.contains("name");
  if (!row || event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return;
  if (key === "Tab") return leave(rows, row, target as HTMLElement, event.shiftKey);
  const step = { ArrowDown: 1, ArrowUp: -1, ...(isName ? { Home: -at, End: rows.length - 1 - at } : {}) }[key];
  if (step !== undefined) {
    nameIn(rows[Math.max(0, Math.min(rows.length - 1, at + step))]!)?.focus();
  } else if (key === "F2" || (isName && key === "ArrowRight")) {
    const field = row.querySelector<HTMLElement>(":is(input, select, button):not(.name, .copy-one)");
    field?.focus();
    if (field instanceof HTMLButtonElement && key === "F2") field.click();
  } else if (isName && (/^\p{L}$/u.test(key) || (/^\d$/.test(key) && now - soughtAt < TOGETHER))) {
    sought = now - soughtAt < TOGETHER ? sought + key.toLowerCase() : key.toLowerCase();
    soughtAt = now;
    const found = rows.find((row) => nameIn(row)?.textContent?.toLowerCase().startsWith(sought));
    if (found) nameIn(found)?.focus();
  } else if (key === "Escape" && !isName) {
    nameIn(row)?.focus();
  } else {
    return;
  }
  event.preventDefault();
}

function nameIn(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>(".name");
}

/** From the last control of a row the Tab key leaves the list, and from the first one backwards. */
function leave(rows: HTMLElement[], row: HTMLElement, from: HTMLElement, isBack: boolean): void {
  const edge = isBack ? nameIn(row) : [...row.querySelectorAll<HTMLElement>(":is(input, select, button)")].at(-1);
  if (from !== edge) return;
  const end = isBack ? nameIn(rows[0]!) : [...rows.at(-1)!.querySelectorAll<HTMLElement>(":is(input, select, button)")].at(-1);
  end?.focus({ preventScroll: true });
}
