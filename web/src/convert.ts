// Conversions, whose report is shown before anything is saved.

import { dialog } from "./dialogs.ts";
import { because, h, hex, sentence, size } from "./dom.ts";
import { losses } from "./losses.ts";
import { convert, type Made, saveMade } from "./made.ts";
import type { Target, Wish } from "./protocol.ts";
import type { Opened, View } from "./view.ts";

/** The report of a file that was made, and the button that saves it. */
export function offer(made: Made): void {
  const { report } = made;
  const element = dialog(
    `Save as ${report.name}`,
    [h("p", { class: "dim" }, `${size(report.n_bytes)}, from ${size(report.n_bytes_before)}.`), losses(report)],
    [h("button", { class: "primary", autofocus: true, onclick: () => { saveMade(made); element.close(); } }, `Save ${report.name}`)],
  );
}

/** Files of at most so many bytes are converted as soon as a format is chosen. */
const SMALL = 4 << 20;
/** What is shown of the start of a new file: letters of a text, and rows of bytes. */
const LETTERS = 20_000;
const ROWS = 200;
/** Pixels of the window from which on rows have more bytes. */
const WIDE = 1400;

export function convertView(file: Opened, targets: Target[]): View {
  const cards = h("div", { class: "targets", role: "radiogroup", "aria-label": "Formats" });
  const options = h("div", { class: "options" });
  const result = h("section", { class: "result", "aria-label": "Result" });
  let chosen = targets[0];
  const wish: Wish = { to: chosen?.id ?? "" };
  const field = (label: string, values: string[], value: string, take: (value: string) => void): HTMLElement => {
    take(value);
    const select = h("select", null, ...values.map((value) => h("option", { value }, value)));
    select.value = value;
    select.addEventListener("change", () => {
      take(select.value);
      show();
    });
    return h("label", null, label, select);
  };
  // A mesh that stays one keeps its version.
  let own = "";
  void file.info.then(({ version }) => (own = version ?? ""), () => {}).then(() => chosen && choose(chosen));
  const choose = (target: Target): void => {
    chosen = target;
    for (const name of ["version", "packing", "level"] as const) delete wish[name];
    wish.to = target.id;
    const isExchange = !file.summary.identity.family.startsWith("rbxmesh") && target.id === "mesh";
    options.replaceChildren();
    if (target.versions.length > 0 && !isExchange) options.append(field("Version", target.versions, target.versions.includes(own) ? own : target.versions[0]!, (value) => (wish.version = value)));
    if (target.packings.length > 0) options.append(field("Packed by", target.packings, target.packings[0]!, (value) => (wish.packing = value)));
    if (target.is_of_level) options.append(field("Level of detail", ["0", "1", "2", "3"], "0", (value) => (wish.level = Number(value))));
    options.append(h("button", { onclick: () => void run() }, "Convert"));
    show();
  };
  /** What takes long is only done if somebody says so. */
  const show = (): void => {
    if (file.summary.n_bytes <= SMALL) return void run();
    n++;
    result.replaceChildren(h("p", { class: "hint" }, "It is a large file: “Convert” makes the new one, and says what is lost before anything is saved."));
  };
  let n = 0;
  const run = async (): Promise<void> => {
    const number = ++n;
    result.replaceChildren(h("p", { class: "hint", role: "status" }, "Converting…"));
    let parts: HTMLElement[];
    try {
      const made = await convert(file, wish);
      const { name, n_bytes, n_bytes_before } = made.report;
      parts = [
        h("div", { class: "result-head" }, h("h2", null, `${name}, ${size(n_bytes)}`), h("span", { class: "dim", role: "status" }, `from ${size(n_bytes_before)}`), h("button", { class: "primary", onclick: () => saveMade(made) }, `Save ${name}`)),
        losses(made.report),
        h("h3", null, "How it begins"),
        h("pre", { class: "excerpt", tabIndex: 0, "aria-label": "How it begins" }, startOf(made.bytes.subarray(0, n_bytes))),
      ];
    } catch (error) {
      parts = [h("p", { class: "hint", role: "status" }, `${sentence(because(error))}.`)];
    }
    // Another format may have been chosen since.
    if (number === n) result.replaceChildren(...parts);
  };
  for (const target of targets) {
    const input = h("input", { type: "radio", name: "target", value: target.id, checked: target === chosen, onchange: () => choose(target) });
    cards.append(h("label", { class: "target-card" }, input, h("span", null, target.title), h("span", { class: "dim mono" }, `.${target.extension}`)));
  }
  return { element: h("div", { class: "panel convert" }, h("div", { class: "choices" }, h("h2", null, "Convert to"), cards, options), result) };
}

/** The start of a text, or of bytes. */
function startOf(bytes: Uint8Array): string {
  const start = bytes.subarray(0, LETTERS);
  const text = new TextDecoder().decode(start, { stream: true });
  if (!/[\0-\x08\ufffd]/.test(text)) return text;
  const perRow = window.innerWidth < WIDE ? 16 : 32;
  const rows = Array.from({ length: Math.min(ROWS, Math.ceil(bytes.length / perRow)) }, (_, row) => {
    const own = [...bytes.subarray(row * perRow, (row + 1) * perRow)];
    const letters = own.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
    return `${hex(row * perRow, 8)}  ${own.map((byte) => hex(byte, 2)).join(" ").padEnd(3 * perRow)} ${letters}`;
  });
  return rows.join("\n");
}
