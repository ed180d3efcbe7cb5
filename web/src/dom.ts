// Elements, and how numbers look.

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/** Makes an element: properties by name, attributes with a dash or of SVG, `class`, and listeners that start with `on`. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props?: Props | null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === "class" || name === "role" || name === "for" || name.includes("-")) {
      element.setAttribute(name, value === true ? "" : String(value));
    } else {
      (element as unknown as Props)[name] = value;
    }
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** An element of SVG with these attributes. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string>, ...children: SVGElement[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Gives an element these children, without touching those that it has in the same order already. */
export function put(parent: Element, children: Element[]): void {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  children.forEach((child, i) => parent.children[i] !== child && parent.insertBefore(child, parent.children[i] ?? null));
}

export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`there is no #${id}`);
  return element as T;
}

const GROUPED = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** `12,345`. */
export function grouped(count: number): string {
  return GROUPED.format(count);
}

/** `1 finding`, `2 findings`. */
export function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** As `rez` says it: `1,029 bytes`, `626.5 KiB`. */
export function size(bytes: number): string {
  if (bytes < 10_240) return counted(bytes, "byte");
  const units = ["KiB", "MiB", "GiB"];
  let [value, unit] = [bytes / 1024, 0];
  while (value >= 1024 && unit < 2) [value, unit] = [value / 1024, unit + 1];
  return `${value.toFixed(1)} ${units[unit]}`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** Four digits say enough. */
export function rounded(number: number): string {
  return Number.isFinite(number) ? String(Number(number.toPrecision(4))) : String(number);
}

export function hex(number: number, digits = 0): string {
  return number.toString(16).padStart(digits, "0");
}

/** A path or an address that may be broken behind its slashes, and nowhere else if there is room. */
export function pathText(path: string): (Node | string)[] {
  return path.split(/(?<=[/?&])/).flatMap((part, i) => (i === 0 ? [part] : [h("wbr"), part]));
}

/** With a capital letter at its beginning. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The title of a format without `a` or `an`. */
export function withoutArticle(title: string): string {
  return title.replace(/^an? /, "");
}

/** The name of a file without its extension. */
export function stem(name: string): string {
  return name.replace(/\.[^.]*$/, "");
}

/** Hands a file to the browser to be saved. */
export function save(name: string, bytes: BlobPart, type = "application/octet-stream"): void {
  const url = window.URL.createObjectURL(new Blob([bytes], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => window.URL.revokeObjectURL(url), 60_000);
}

/** Copies a text; the button says so for a moment. */
export async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the permission there is the old way.
    const area = h("textarea", { value: text, class: "unseen" });
    (button.closest("dialog") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), 1200);
}

/** Calls at most once in so many milliseconds, with the last arguments. */
export function debounced<A extends unknown[]>(ms: number, call: (...args: A) => void): (...args: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), ms);
  };
}

/** What stands in the place of what could not be shown. */
export function because(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What has the same key, in the order in which it came. */
export function gathered<T, K>(all: T[], keyOf: (one: T) => K): Map<K, T[]> {
  const lists = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const list = lists.get(key);
    if (list) list.push(one);
    else lists.set(key, [one]);
  }
  return lists;
}

/** Milliseconds of work after which the page looks whether somebody waits for it. */
const BREATH = 8;

/** A pause for long work, which is made if the last one was a while ago. */
export function breather(pause: () => Promise<unknown> = () => new Promise((resolve) => setTimeout(resolve))): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < BREATH) return;
    await pause();
    start = performance.now();
  };
}
