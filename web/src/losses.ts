// What a conversion or a change could not take along.

import { grouped, h, sentence } from "./dom.ts";
import type { Loss, Report } from "./protocol.ts";

const ORDER = ["lost", "changed", "note"];

/** The worst first, and of these the most frequent. */
export function worstFirst(losses: Loss[]): Loss[] {
  return [...losses].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || b.count - a.count);
}

/** What could not be taken along, the worst first. */
export function losses({ losses, notes }: Pick<Report, "losses" | "notes">): HTMLElement {
  const worst = worstFirst(losses);
  const nWorse = losses.filter(({ severity }) => severity !== "note").length;
  const verdict = losses.length === 0
    ? "Nothing is lost."
    : nWorse === 0
      ? "Nothing is lost; the notes say what is kept in another way."
      : `${["lost", "changed"].flatMap((severity) => kinds(losses, severity)).join(", ")}.`;
  const rows = worst.map(lossRow);
  const head = h("tr", null, ...["", "What", "How often", "Where"].map((name, i) => h("th", { class: i === 2 ? "number" : "" }, name || h("span", { class: "unseen" }, "Severity"))));
  return h(
    "div",
    { class: "losses" },
    h("div", { class: "losses-head" }, h("p", null, verdict), losses.some(({ code }) => code) ? codes() : null),
    ...notes.map((note) => h("p", { class: "dim" }, `${sentence(note)}.`)),
    losses.length > 0 ? h("div", { class: "scroll-x" }, h("table", null, h("thead", null, head), h("tbody", null, ...rows))) : null,
  );
}

/** `3 kinds of things are lost`. */
function kinds(losses: Loss[], severity: string): string[] {
  const n = losses.filter((loss) => loss.severity === severity).length;
  return n === 0 ? [] : [`${n === 1 ? "1 kind of thing is" : `${grouped(n)} kinds of things are`} ${severity}`];
}

/** A button that shows the codes by which `rez` names losses. */
function codes(): HTMLElement {
  const button: HTMLButtonElement = h("button", { class: "small", "aria-pressed": "false", onclick: () => {
    const isOn = button.closest(".losses")!.classList.toggle("with-codes");
    button.setAttribute("aria-pressed", String(isOn));
  } }, "Codes");
  return button;
}

/** What can be done in the page, where the advice is for the command line. */
const ADVICE: Record<string, string> = {
  ASSET_MISSING: "the page requests nothing; it shows what the file itself has",
};

function lossRow({ code, severity, what, count, places, advice }: Loss): HTMLElement {
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
