// A word about what was done, with a way back, for some seconds.

import { h } from "./dom.ts";

/** Milliseconds for which it stays. */
const STAY = 10_000;

let shown: HTMLElement | null = null;

/** Shows a sentence and a button; another one takes its place. */
export function notice(text: string, title: string, act: () => void): void {
  endNotice();
  const element = h("div", { class: "notice", role: "status" }, h("span", null, text), h("button", { onclick: () => (endNotice(), act()) }, title));
  shown = element;
  document.body.append(element);
  setTimeout(() => shown === element && endNotice(), STAY);
}

export function endNotice(): void {
  shown?.remove();
  shown = null;
}
