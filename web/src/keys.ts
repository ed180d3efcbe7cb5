// The keys of the whole page, and the list of all keys. Those of a view are in it.

import { byId } from "./dom.ts";
import { focusWork, isTypedIn, isTyping } from "./focus.ts";
import type { Session } from "./session.ts";

/** All keys, with what each of them does: the page shows this list, and a test presses each. */
export const KEYS: [string, string][] = [
  ["Ctrl O", "open a file"],
  ["Ctrl V", "open a file from the clipboard"],
  ["Ctrl S", "save the changes"],
  ["Ctrl Z, Ctrl Y", "undo and redo changes"],
  ["1 … 9", "the views"],
  ["F6, Shift F6", "the next part of the page and the one before: tools, tree, properties, changes"],
  ["/", "search in the view that is shown"],
  ["Escape", "clear a search; stop what takes long"],
  ["Tab", "the next group of controls"],
  ["← → ↑ ↓", "move in groups, trees, properties and bytes; turn the model"],
  ["Home, End", "the first and the last row"],
  ["Page Up, Page Down", "as many rows up or down as are in sight"],
  ["Shift with arrows", "select bytes, or rows of the tree"],
  ["Enter", "open and close a row; from a search, go to its first result; choose what is in the middle of the model"],
  ["F2", "rename what is chosen in the tree; change the value of a property"],
  ["Delete", "remove what is chosen in the tree"],
  ["Ctrl X, Ctrl V", "move what is chosen in the tree into another row"],
  ["letters", "the property whose name begins with them"],
  ["Ctrl Home, Ctrl End", "the first and the last byte"],
  ["W A S D, Q E", "fly through the model as fast as a person walks; Shift is faster, the wheel sets the speed meanwhile"],
  ["+ −", "go nearer to the model and away from it"],
  ["F", "go to what is chosen in the model"],
  ["right button", "look around in the model"],
];

/** What keys do with the page. */
interface Actions {
  current(): Session | null;
  open(): void;
  stop(): void;
}

export function listen({ current, open, stop }: Actions): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    const session = current();
    if (event.ctrlKey || event.metaKey) {
      const act = changing(key.toLowerCase(), event.shiftKey, session);
      if (key.toLowerCase() === "o") open();
      // While something is typed, Ctrl Z is about the text.
      else if (!act || (isTypedIn(target as Node) && key.toLowerCase() !== "s")) return;
      else act();
    } else if (key === "Escape" && !byId("work").hidden) {
      stop();
    } else if (key === "Escape" && target instanceof HTMLInputElement && target.type === "search") {
      clear(target);
    } else if (isTyping(target) || event.altKey) {
      return;
    } else if (key === "/") {
      const search = searchField();
      if (!search) return;
      search.focus();
      search.select();
    } else if (/^[1-9]$/.test(key)) {
      const tab = session?.tabs[Number(key) - 1];
      if (!tab || tab.without !== undefined) return;
      session?.show(tab.id);
      focusWork();
    } else {
      return;
    }
    event.preventDefault();
  });
}

/** What Ctrl and a letter do with the changes of a file. */
function changing(letter: string, isShift: boolean, session: Session | null): (() => void) | null {
  if (!session) return null;
  const { edits } = session;
  const go = (by: number) => () => void edits.go(by);
  if (letter === "z") return go(isShift ? 1 : -1);
  if (letter === "y") return go(1);
  return letter === "s" ? () => void edits.offer() : null;
}

/** The search of the view in sight: fields that are no search, such as offsets, come last. */
function searchField(): HTMLInputElement | null {
  for (const selector of ["#panel .toolbar input[type=search]", "#main input[type=search]", "#main input[type=text]"]) {
    const found = [...document.querySelectorAll<HTMLInputElement>(selector)].find((field) => field.checkVisibility());
    if (found) return found;
  }
  return null;
}

/** Empties a search; an empty one is left. */
function clear(field: HTMLInputElement): void {
  if (field.value === "") return focusWork();
  field.value = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
