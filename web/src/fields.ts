// Values that are changed where they stand: what each kind of value is changed by.

import { h, hex } from "./dom.ts";
import { type Enumeration, enumerationOf } from "./enums.ts";
import { chipOf } from "./gist.ts";

/** A value, and what is done with it. */
interface Field {
  /** What the control is called. */
  label: string;
  kind: string;
  property: string;
  value: string;
  /** Several instances have several values. */
  isMixed: boolean;
  isReadOnly: boolean;
  set: (value: string) => void;
  /** Lets somebody choose an instance elsewhere. */
  pick: ((take: (path: string) => void) => void) | null;
}

/** Letters of a value that are shown at first. */
const MOST = 600;

/** A value with what changes it. */
export function fieldOf(field: Field): HTMLElement {
  const { value, label, set, isMixed, isReadOnly } = field;
  if (isReadOnly || /\n|^<\d/.test(value)) return h("span", { class: "value" }, isMixed ? "several values" : "", ...(isMixed ? [] : shortened(value)));
  if (/^(true|false)$/.test(value)) {
    const box = h("input", { type: "checkbox", checked: value === "true" && !isMixed, indeterminate: isMixed, "aria-label": label, onchange: () => set(String(box.checked)) });
    return box;
  }
  const enumeration = enumerationOf(field.kind, field.property);
  if (enumeration && isItem(enumeration, value)) return choiceOf(enumeration, field);
  const colour = chipOf(value) && !isMixed ? colourOf(field) : null;
  const parts = /^(Vector[23])\((.+)\)$/.exec(value);
  if (parts && !isMixed) return vectorOf(parts[1]!, parts[2]!.split(", "), field);
  return h("span", { class: "value-row" }, colour, textOf(field), pickerOf(field));
}

/** Items have their names, and numbers where the list is older than the file. */
function isItem({ items }: Enumeration, value: string): boolean {
  return /^\d+$/.test(value) || [...items.values()].includes(value);
}

function choiceOf({ items }: Enumeration, { value, label, set, isMixed }: Field): HTMLElement {
  const some = isMixed ? [h("option", { value: "" }, "several values")] : [];
  const names = [...items.values()];
  // A number that has no name here may be newer.
  const own = !names.includes(value) && !isMixed ? [h("option", { value }, value)] : [];
  // Files and edits have numbers.
  const numberOf = (name: string): string => String([...items].find(([, other]) => other === name)?.[0] ?? name);
  const select = h("select", { "aria-label": label, onchange: () => set(numberOf(select.value)) }, ...some, ...own, ...names.map((name) => h("option", { value: name }, name)));
  select.value = isMixed ? "" : value;
  return select;
}

function colourOf({ value, label, set }: Field): HTMLElement {
  const [, kind = "", list = ""] = /^(Color3(?:uint8)?)\((.*)\)$/.exec(value) ?? [];
  const scale = kind === "Color3uint8" ? 1 : 255;
  const parts = list.split(", ").map((part) => Math.round(Number(part) * scale));
  const input = h("input", {
    type: "color", value: `#${parts.map((part) => hex(Math.max(0, Math.min(255, part)), 2)).join("")}`, "aria-label": `${label}, as a colour`,
    onchange: () => {
      const bytes = [1, 3, 5].map((at) => Number.parseInt(input.value.slice(at, at + 2), 16));
      set(`${kind}(${bytes.map((byte) => (scale === 1 ? byte : Number((byte / 255).toFixed(6)))).join(", ")})`);
    },
  });
  return input;
}

function vectorOf(kind: string, parts: string[], { label, set }: Field): HTMLElement {
  const fields = parts.map((part, i) => {
    const input = h("input", { type: "text", class: "mono short", value: part, "aria-label": `${label}, ${"XYZ"[i]}`, spellcheck: false });
    keep(input, part, () => set(`${kind}(${fields.map((field) => field.value.trim()).join(", ")})`));
    return input;
  });
  return h("span", { class: "vector" }, ...fields);
}

/** A text that becomes a field when somebody clicks it. */
function textOf({ value, label, set, isMixed }: Field): HTMLElement {
  const inner = /^"([^"\\]*)"$/.exec(value)?.[1];
  const plain = isMixed ? "" : (inner ?? value);
  const button: HTMLButtonElement = h("button", { class: "value as-text", title: "Change it", "aria-label": `Change ${label}`, "data-name": label, onclick: () => {
    const input = h("input", { type: "text", class: "mono", value: plain, "aria-label": label, spellcheck: false });
    keep(input, plain, () => set(inner === undefined ? input.value : quoted(input.value)), () => input.replaceWith(button));
    button.replaceWith(input);
    input.focus();
    input.select();
  } }, ...(isMixed ? ["several values"] : plain === "" ? ["empty"] : shortened(plain)));
  if (isMixed || plain === "") button.classList.add("dim");
  return button;
}

/** What Enter and leaving keep, and Escape does not. */
function keep(input: HTMLInputElement, before: string, set: () => void, rest: () => void = () => {}): void {
  let kept = before;
  let isEnding = false;
  const end = (isKept: boolean): void => {
    // A field that is taken away loses the focus while that happens.
    if (isEnding) return;
    // What was refused stays to be mended, and is not sent twice.
    if (isKept && input.value !== kept) {
      kept = input.value;
      if (kept !== before) return set();
    } else if (isKept && kept !== before) return;
    input.value = kept = before;
    isEnding = true;
    rest();
    isEnding = false;
  };
  input.addEventListener("blur", () => end(true));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    end(event.key === "Enter");
    // Nothing is being typed any more, so that Ctrl Z is about changes: the browser says so only when the field is left.
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

/** Where an instance is chosen, for `-> Workspace/Door` and `none`. */
function pickerOf({ value, label, pick, set, isMixed }: Field): HTMLElement | null {
  const isReference = !isMixed && (value === "none" || value.startsWith("-> "));
  if (!isReference || !pick) return null;
  const button: HTMLButtonElement = h("button", { class: "small", "aria-label": `${label}: choose an instance`, onclick: () => {
    button.textContent = "Choose in the tree…";
    pick(set);
  } }, "Pick");
  return button;
}

/** A text in quotes, as rezkit reads it. */
export function quoted(text: string): string {
  const letters: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };
  return `"${text.replace(/["\\\x00-\x1f]/g, (letter) => letters[letter] ?? `\\u{${hex(letter.charCodeAt(0))}}`)}"`;
}

/** Paths and names have room to break at their signs. Very long values are shown when they are asked for. */
function shortened(value: string): (Node | string)[] {
  if (value.length <= MOST) return value.split(/(?<=[/_]|[a-z]\.)(?=\w)/i).flatMap((word, i) => (i > 0 ? [h("wbr"), word] : [word]));
  const rest = h("button", { class: "link", onclick: () => rest.replaceWith(value.slice(MOST)) }, ` … ${value.length - MOST} more`);
  return [value.slice(0, MOST), rest];
}
