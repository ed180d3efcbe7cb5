// A button that opens a list of actions.

import { h } from "./dom.ts";

/** An action, and the key that does the same. */
export interface Item {
  title: string;
  key?: string;
  /** Why it cannot be chosen now. */
  without?: string | undefined;
  act: () => void;
}

/** A button with three dots or a word. What it offers is asked for when it is opened. */
export function menu(label: string, itemsOf: () => Item[], face = "⋯"): HTMLButtonElement {
  const button: HTMLButtonElement = h("button", { class: "icon", title: label, "aria-label": label, "aria-haspopup": "menu", onclick: () => open(button, label, itemsOf()) }, face);
  return button;
}

function open(button: HTMLButtonElement, label: string, items: Item[]): void {
  const list = h("div", { class: "menu", role: "menu", popover: "auto", "aria-label": label }, ...items.map(({ title, key, without, act }) =>
    h("button", { role: "menuitem", tabIndex: -1, disabled: without !== undefined, title: without, onclick: () => (list.hidePopover(), act()) }, h("span", null, title), key ? h("kbd", null, key) : null)));
  document.body.append(list);
  list.addEventListener("toggle", (event) => (event as ToggleEvent).newState === "closed" && list.remove());
  list.addEventListener("keydown", (event) => walk(list, event));
  list.showPopover();
  const { left, right, bottom } = button.getBoundingClientRect();
  const width = list.offsetWidth;
  list.style.left = `${Math.max(8, left + width > window.innerWidth - 8 ? right - width : left)}px`;
  list.style.top = `${Math.max(8, Math.min(bottom + 4, window.innerHeight - list.offsetHeight - 8))}px`;
  list.querySelector<HTMLButtonElement>("button:enabled")?.focus();
}

function walk(list: HTMLElement, event: KeyboardEvent): void {
  const items = [...list.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Tab") list.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}
