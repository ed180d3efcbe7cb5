// What each of the formats that a model can be converted to would not keep.

import { because, grouped, h, sentence } from "./dom.ts";
import { worstFirst } from "./losses.ts";
import { convert } from "./made.ts";
import type { Loss, Target } from "./protocol.ts";
import type { Opened } from "./view.ts";

/** Letters of a loss that are shown here; the conversion itself shows all. */
const LONGEST = 120;
/** Files of at most so many bytes are tried without being asked. */
const SMALL = 1 << 20;

/** A line for each target, filled one after the other once the model is drawn. */
export function targetsSection(file: Opened): HTMLElement {
  const list = h("dl", { class: "facts" });
  const section = h("section", { "aria-label": "In other formats" }, h("h2", null, "In other formats"), list);
  void file.client.ask("targets", {}).then(async (targets) => {
    const lines = targets.map((target): [Target, HTMLElement] => [target, h("dd", null, "…")]);
    list.append(...lines.flatMap(([{ title, extension }, said]) => [h("dt", null, `${title}, .${extension}`), said]));
    if (file.summary.n_bytes > SMALL) await asked(section, list);
    await file.scenery.stage.catch(() => {});
    for (const [{ id }, said] of lines) said.replaceChildren(...(await lossesIn(file, id)));
  }).catch(() => section.remove());
  return section;
}

/** Waits for a person, since a large file takes long. */
function asked(section: HTMLElement, list: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    list.hidden = true;
    const button = h("button", { onclick: () => {
      button.parentElement?.remove();
      list.hidden = false;
      resolve();
    } }, "Find out what each would lose");
    section.append(h("div", { class: "options" }, button));
  });
}

async function lossesIn(file: Opened, to: string): Promise<(HTMLElement | string)[]> {
  try {
    const { report } = await convert(file, { to }, true);
    return [said(report.losses)];
  } catch (error) {
    return [h("span", { class: "dim" }, `Not possible: ${short(`${because(error)}.`)}`)];
  }
}

/** Lists of names may be long: they end after a name. */
function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[,;:]? [^,;:]*$/, "")} …` : text;
}

/** `Lost: vertices with joint weights; joints; and 3 more.` */
function said(losses: Loss[]): string {
  const worse = worstFirst(losses).filter(({ severity }) => severity !== "note");
  if (worse.length === 0) return "Nothing is lost.";
  const [first, second] = worse;
  const more = worse.length > 2 ? `; and ${grouped(worse.length - 2)} more` : "";
  return `${sentence(first!.severity)}: ${[first, second].flatMap((loss) => (loss ? short(loss.what) : [])).join("; ")}${more}.`;
}
