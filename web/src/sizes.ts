// What the bytes are made of, as a bar and a table.

import { grouped, h, percent, size } from "./dom.ts";
import type { Sizes } from "./protocol.ts";
import { type Opened, sheetView, type View } from "./view.ts";

/** Lines beside each other that are shown at first. */
const MOST = 200;
/** Sorts of content that are named below the bar. */
const LEGEND = 6;
const HUES = [222, 160, 35, 285, 195, 10, 100, 250, 60, 330];

export function sizesView(file: Opened): View {
  return sheetView("Counting…", file.client.ask("sizes", {}).then((sizes) => shown(file, sizes)));
}

interface Line {
  name: string;
  count: number;
  bytes: number;
  depth: number;
  isInFile: boolean;
  children: Line[];
  /** The names of the lines that it is in, and its own. */
  names: string[];
}

function nested(sizes: Sizes): Line[] {
  const top: Line[] = [];
  const around: Line[] = [];
  for (const { name, depth, count, n_bytes, is_in_file } of sizes.lines) {
    const line: Line = { name, count, bytes: n_bytes, depth, isInFile: is_in_file, children: [], names: [] };
    around.length = depth;
    line.names = [...(around[depth - 1]?.names ?? []), name];
    (around[depth - 1]?.children ?? top).push(line);
    around[depth] = line;
  }
  return top;
}

function colour(i: number): string {
  const hue = HUES[i % HUES.length];
  return `light-dark(hsl(${hue} 50% 50%), hsl(${hue} 45% 62%))`;
}

/** What the bytes are of, as a bar and a legend. */
export function contentBar({ content }: Sizes): { bar: HTMLElement; legend: HTMLElement } {
  const whole = content.reduce((sum, { n_bytes }) => sum + n_bytes, 0);
  const bar = h("div", { class: "bar", role: "img", "aria-label": content.slice(0, LEGEND).map(({ name, n_bytes }) => `${name} ${percent(n_bytes, whole)}`).join(", ") });
  const legend = h("div", { class: "legend" });
  content.forEach(({ name, n_bytes }, i) => {
    const piece = h("div", { title: `${name}: ${size(n_bytes)}` });
    piece.style.flex = String(n_bytes);
    piece.style.background = colour(i);
    bar.append(piece);
    if (i >= LEGEND) return;
    const swatch = h("span", { class: "swatch" });
    swatch.style.background = colour(i);
    legend.append(h("span", null, swatch, `${name} `, h("span", { class: "dim" }, percent(n_bytes, whole))));
  });
  return { bar, legend };
}

function shown(file: Opened, sizes: Sizes): HTMLElement[] {
  const top = nested(sizes);
  const { bar, legend } = contentBar(sizes);
  const body = h("tbody");
  append(file, body, top, sizes.n_bytes, null);
  // What is largest is looked into at once.
  const largest = top.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (largest) body.querySelectorAll<HTMLButtonElement>(".fold, .fold-space")[top.indexOf(largest)]?.click();
  const head = h("tr", null, ...["Part", "How many", "Bytes", "Share"].map((name, i) => h("th", { class: i > 0 ? "number" : "" }, name)));
  return [
    h("h2", null, `${size(sizes.n_bytes)} in all`),
    bar,
    legend,
    h("div", { class: "scroll-x" }, h("table", null, h("thead", null, head), body)),
  ];
}

function append(file: Opened, body: HTMLElement, lines: Line[], whole: number, after: HTMLElement | null): HTMLElement[] {
  const rows = lines.slice(0, MOST).map((line) => row(file, line, whole));
  if (lines.length > MOST) {
    const rest = lines.slice(MOST);
    const more: HTMLElement = h("tr", null, h("td", { colSpan: 4 }, h("button", { onclick: () => { append(file, body, rest, whole, more); more.remove(); } }, `Show ${grouped(rest.length)} more`)));
    rows.push(more);
  }
  if (after) after.after(...rows);
  else body.append(...rows);
  return rows;
}

/** Where the bytes of a line are, or what the tree finds of it. */
async function lead(file: Opened, { name, names }: Line): Promise<void> {
  const isFound = await file.showPart([names.join("."), name, ...(names.length > 1 ? [names.slice(1).join(".")] : [])]);
  if (!isFound) file.find(name);
}

function row(file: Opened, line: Line, whole: number): HTMLElement {
  const name = h("td");
  const link = h("button", { class: "link", onclick: () => void lead(file, line) }, line.name);
  name.style.paddingInlineStart = `${12 + 22 * line.depth}px`;
  const cells = [
    h("td", { class: "number" }, grouped(line.count)),
    h("td", { class: "number" }, grouped(line.bytes)),
    h("td", { class: "number" }, line.isInFile ? percent(line.bytes, whole) : "unpacked"),
  ];
  const element = h("tr", null, name, ...cells);
  if (line.children.length === 0) {
    name.append(h("span", { class: "fold-space" }), link);
    return element;
  }
  let inside: HTMLElement[] | null = null;
  const fold: HTMLButtonElement = h("button", { class: "fold", "aria-expanded": "false", "aria-label": `Parts of ${line.name}`, onclick: () => {
    if (inside) {
      for (const row of inside) row.remove();
      inside = null;
    } else {
      inside = append(file, element.parentElement!, line.children, whole, element);
    }
    fold.textContent = inside ? "▾" : "▸";
    fold.setAttribute("aria-expanded", String(inside !== null));
  } }, "▸");
  name.append(fold, link);
  return element;
}
