// Conversions, whose report is shown before anything is saved.

import { dialog } from "./dialogs.ts";
import { h, sentence, size } from "./dom.ts";
import { losses } from "./losses.ts";
import { convert, type Made, saveMade } from "./made.ts";
import type { Target, Wish } from "./protocol.ts";
import { because, type Opened, type View } from "./view.ts";

/** The report of a file that was made, and the button that saves it. */
export function offer(made: Made): void {
  const { report } = made;
  const element = dialog(
    `Save as ${report.name}`,
    [h("p", { class: "dim" }, `${size(report.n_bytes)}, from ${size(report.n_bytes_before)}.`), losses(report)],
    [h("button", { class: "primary", autofocus: true, onclick: () => { saveMade(made); element.close(); } }, `Save ${report.name}`)],
  );
}

export function convertView(file: Opened, targets: Target[]): View {
  const cards = h("div", { class: "targets", role: "radiogroup", "aria-label": "Formats" });
  const options = h("div", { class: "options" });
  const result = h("section", { class: "sheet", hidden: true, "aria-label": "Result" });
  let chosen = targets[0];
  const wish: Wish = { to: chosen?.id ?? "" };
  const field = (label: string, values: string[], value: string, take: (value: string) => void): HTMLElement => {
    take(value);
    const select = h("select", null, ...values.map((value) => h("option", { value }, value)));
    select.value = value;
    select.addEventListener("change", () => take(select.value));
    return h("label", null, label, select);
  };
  // A mesh that stays one keeps its version.
  let own = "";
  void file.info.then(({ version }) => {
    own = version ?? "";
    if (chosen) choose(chosen);
  }).catch(() => {});
  const choose = (target: Target): void => {
    chosen = target;
    for (const name of ["version", "packing", "level"] as const) delete wish[name];
    wish.to = target.id;
    const isExchange = !file.summary.identity.family.startsWith("rbxmesh") && target.id === "mesh";
    options.replaceChildren();
    if (target.versions.length > 0 && !isExchange) options.append(field("Version", target.versions, target.versions.includes(own) ? own : target.versions[0]!, (value) => (wish.version = value)));
    if (target.packings.length > 0) options.append(field("Packed by", target.packings, target.packings[0]!, (value) => (wish.packing = value)));
    if (target.is_of_level) options.append(field("Level of detail", ["0", "1", "2", "3"], "0", (value) => (wish.level = Number(value))));
    const button = h("button", { class: "primary", onclick: () => void run() }, "Convert");
    options.append(button);
  };
  const run = async (): Promise<void> => {
    result.hidden = false;
    result.replaceChildren(h("p", { class: "hint", role: "status" }, "Converting…"));
    try {
      const made = await convert(file, wish);
      const { name, n_bytes, n_bytes_before } = made.report;
      result.replaceChildren(
        h("h2", null, `${name}, ${size(n_bytes)}`),
        h("p", { class: "verdict", role: "status" }, `from ${size(n_bytes_before)}`),
        h("div", { class: "hint" }, losses(made.report)),
        h("div", { class: "options" }, h("button", { class: "primary", onclick: () => saveMade(made) }, `Save ${name}`)),
      );
    } catch (error) {
      result.replaceChildren(h("p", { class: "hint", role: "status" }, `${sentence(because(error))}.`));
    }
  };
  for (const target of targets) {
    const input = h("input", { type: "radio", name: "target", value: target.id, checked: target === chosen, onchange: () => choose(target) });
    cards.append(h("label", { class: "target-card" }, input, h("span", null, target.title, h("br"), h("span", { class: "dim mono" }, `.${target.extension}`))));
  }
  if (chosen) choose(chosen);
  const sheet = h("section", { class: "sheet" }, h("h2", null, "Convert to"), cards, options);
  return { element: h("div", { class: "panel" }, h("div", { class: "page stack" }, sheet, result)) };
}
