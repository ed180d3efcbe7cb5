// Why a model is not shown, and what can be done about it.

import { Failed } from "./client.ts";
import { because, h, sentence, size } from "./dom.ts";
import { NO_WEBGL } from "./scenery.ts";
import type { Opened } from "./view.ts";

/** What a module can have at most, with room for the file. */
const MOST_MEMORY = 3.5 * 2 ** 30;

/** What can be shown of the formats that other programs make. */
const OPENS = "This page opens GLB and glTF of version 2.0 with their buffers inside, plain, quantised, or compressed by meshopt or by Draco's sequential method, OBJ, and Collada. What is compressed by Draco's edgebreaker is to be exported again without.";

/** Whether a model only needs more memory than it was given. */
export function needsMemory(error: unknown): number | null {
  const needs = error instanceof Failed ? error.failure.problem?.needs_mebibytes : undefined;
  return needs !== undefined && needs * 2 ** 20 <= MOST_MEMORY ? needs * 2 ** 20 : null;
}

/** Why there is no model; what needs more memory than files that nobody knows get it if a person says so. */
export function refusalOf(file: Opened, error: unknown): { title: string; element: HTMLElement } {
  const memory = needsMemory(error);
  const parts = (title: string, ...more: HTMLElement[]): { title: string; element: HTMLElement } => ({ title, element: h("div", { class: "refusal" }, h("h2", null, title), ...more) });
  if (memory !== null) {
    const button = h("button", { class: "primary", onclick: () => file.grant(memory) }, "Show it");
    return parts(`This needs about ${size(memory)} of memory`, h("p", null, "A file that nobody knows gets less, so that it cannot fill the memory of this machine."), h("div", null, button));
  }
  if (because(error) === NO_WEBGL) return parts("No WebGL", h("p", null, NO_WEBGL));
  const opens = file.summary.identity.family === "exchange" ? [h("p", null, OPENS)] : [];
  return parts("It cannot be shown", h("p", null, `${sentence(because(error))}.`), ...opens);
}
