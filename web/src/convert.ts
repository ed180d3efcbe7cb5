// Conversions, whose report is shown before anything is saved.

import { zipSync } from "fflate";
import { grouped, h, save, sentence, size } from "./dom.ts";
import type { Lost, Report, Target, Wish } from "./protocol.ts";
import { because, type Opened, type View } from "./view.ts";

export interface Made {
  report: Report;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function convert(file: Opened, wish: Wish): Promise<Made> {
  const { result: report, bytes } = await file.client.askBytes("convert", wish);
  return { report, bytes };
}

/** Saves a file; with those beside it in a ZIP archive. */
export function saveMade({ report, bytes }: Made): void {
  if (report.beside.length === 0) {
    save(report.name, bytes);
    return;
  }
  const files: Record<string, Uint8Array> = { [report.name]: bytes.subarray(0, report.n_bytes) };
  let at = report.n_bytes;
  for (const [name, n] of report.beside) {
    files[name] = bytes.subarray(at, at + n);
    at += n;
  }
  const zip = zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
  save(`${report.name.replace(/\.[^.]*$/, "")}.zip`, zip as Uint8Array<ArrayBuffer>, "application/zip");
}

const ORDER = ["lost", "changed", "note"];

/** What could not be taken along, the worst first. */
export function losses({ losses, notes }: Pick<Report, "losses" | "notes">): HTMLElement {
  const worst = [...losses].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const nWorse = losses.filter(({ severity }) => severity !== "note").length;
  const verdict = losses.length === 0
    ? "Nothing is lost."
    : nWorse === 0
      ? "Nothing is lost; the notes say what is kept in another way."
      : `${grouped(nWorse)} ${nWorse === 1 ? "thing is" : "things are"} lost or changed.`;
  const rows = worst.map(lossRow);
  const head = h("tr", null, ...["", "What", "How often", "Where"].map((name, i) => h("th", { class: i === 2 ? "number" : "" }, name || h("span", { class: "unseen" }, "Severity"))));
  return h(
    "div",
    { class: "losses" },
    h("p", null, verdict),
    ...notes.map((note) => h("p", { class: "dim" }, `${sentence(note)}.`)),
    losses.length > 0 ? h("div", { class: "scroll-x" }, h("table", null, h("thead", null, head), h("tbody", null, ...rows))) : null,
  );
}

/** What can be done in the page, where the advice is for the command line. */
const ADVICE: Record<string, string> = {
  ASSET_MISSING: "the page requests nothing; it shows what the file itself has",
};

function lossRow({ code, severity, what, count, places, advice }: Lost): HTMLElement {
  const said = ADVICE[code] ?? advice;
  const where = places.filter(Boolean).slice(0, 3).join(", ");
  return h(
    "tr",
    null,
    h("td", null, h("span", { class: `severity ${severity}` }, severity)),
    h("td", null, sentence(what), code ? h("span", { class: "code" }, ` ${code}`) : null, said ? h("div", { class: "dim" }, `${sentence(said)}.`) : null),
    h("td", { class: "number" }, grouped(count)),
    h("td", { class: "dim" }, where),
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
