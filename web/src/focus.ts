// Where the keyboard is: in the view that is shown, in one of its regions, and in one control of a group.

/** Parts of the page between which F6 goes, in their order on the page. */
const REGIONS = "#bar, nav, .toolbar, .strip, .timeline, .viewer, .said, [data-work], .side, .edits, .change-detail, .panel:not(.fixed, .overview), #foot";
/** Controls that are one stop of the Tab key, with arrow keys between them: side by side, or one below the other. */
const GROUPS = ".toolbar, .options, .actions, .edits-row, .chips, .levels, .samples, #chosen";
const LISTS = ".outline-list, .edit-list";
const CONTROLS = "button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, a[href], [tabindex]";
/** Inputs in which nothing is typed. */
const UNTYPED = new Set(["checkbox", "radio", "range", "button", "file", "color"]);

/** Whether keys go into a field as text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !UNTYPED.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The field in which something was typed that is not taken over yet. */
let typed: Node | null = null;

export function isTypedIn(element: Node): boolean {
  return element.contains(typed);
}

/** Puts the focus where the work of the view in sight is done. */
export function focusWork(): void {
  const panel = document.getElementById("panel");
  const work = panel?.matches("[data-work]") ? panel : panel?.querySelector<HTMLElement>("[data-work]");
  const place = work ?? panel ?? document.getElementById("main");
  place?.focus({ preventScroll: true });
  if (document.activeElement !== place) document.getElementById("main")?.focus();
}

/** Replaces children; the control that had the focus has it again, or the one of the same name. */
export function refill(element: HTMLElement, ...children: (Node | string)[]): void {
  const restore = held(element);
  element.replaceChildren(...children);
  restore();
}

/** Remembers which control of an element has the focus; gives it back to the one of the same name, or to the first, unless something else has it by then. */
export function held(element: HTMLElement): () => void {
  const active = element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const name = active && active !== element ? nameOf(active) : null;
  return () => {
    if (name === null || document.activeElement !== document.body) return;
    const same = controlsIn(element).find((control) => nameOf(control) === name) ?? element.querySelector<HTMLElement>("[data-entry]:not(:disabled)");
    same?.focus({ preventScroll: true });
    if (same instanceof HTMLInputElement && isTyping(same)) same.select();
  };
}

/** A field and the button that becomes it have one name. */
function nameOf(control: HTMLElement): string {
  return control.dataset["name"] ?? control.getAttribute("aria-label") ?? control.textContent ?? "";
}

function controlsIn(element: ParentNode): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }) && !control.closest("[inert]"));
}

/** Makes the keys of regions and groups work, and brings the focus back to the view when the element that has it is removed. */
export function keepFocus(): void {
  const last = new WeakMap<Element, HTMLElement>();
  let focused: Element | null = null;
  document.addEventListener("input", ({ target }) => (typed = target as Node));
  for (const end of ["change", "focusin"]) document.addEventListener(end, ({ type, target }) => (type === "change" || target !== typed) && (typed = null));
  document.addEventListener("focusin", ({ target }) => {
    focused = target as Element;
    const region = focused.closest(REGIONS);
    if (region) last.set(region, focused as HTMLElement);
  });
  new MutationObserver(() => {
    if (focused && !focused.isConnected && document.activeElement === document.body) focusWork();
  }).observe(document.body, { childList: true, subtree: true });
  // A click where there is nothing takes the focus from what has it; windows over the page keep it themselves.
  document.addEventListener("mouseup", () => document.activeElement === document.body && focusWork());
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.key === "F6") step(event.shiftKey ? -1 : 1, last);
    else if (event.key === "Tab") return leaveGroup(event.shiftKey);
    else if (event.ctrlKey || event.metaKey || event.altKey || !moveInGroup(event)) return;
    event.preventDefault();
  });
}

/** Goes to the next region: to what had the focus there last, else to its first control. */
function step(by: number, last: WeakMap<Element, HTMLElement>): void {
  // Of regions inside of each other, the inner ones count.
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter((region) => region.checkVisibility() && !region.querySelector(REGIONS) && entryOf(region, last));
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  const to = here < 0 ? regions.findIndex((region) => region.closest("#panel")) : (here + by + regions.length) % regions.length;
  const region = regions[to];
  if (region) entryOf(region, last)!.focus();
}

function entryOf(region: HTMLElement, last: WeakMap<Element, HTMLElement>): HTMLElement | null {
  const before = last.get(region);
  const controls = controlsIn(region);
  const same = before && controls.find((control) => control === before || nameOf(control) === nameOf(before));
  // Letters go to properties, and not into a value that was left.
  if (same) return same.closest(".property")?.querySelector<HTMLElement>(".name") ?? same;
  return region.querySelector<HTMLElement>("[data-entry]:not(:disabled)") ?? (region.tabIndex >= 0 && !region.matches(".side") ? region : (controls[0] ?? null));
}

/** The buttons around one in its group, up to fields in which something is typed: those have keys of their own. */
function runOf(control: Element | null): HTMLElement[] {
  const group = control?.closest<HTMLElement>(`${GROUPS}, ${LISTS}`);
  if (!group || isTyping(control)) return [];
  const controls = controlsIn(group);
  const at = controls.indexOf(control as HTMLElement);
  const isEnd = (one: HTMLElement): boolean => isTyping(one);
  const [before, after] = [controls.findLastIndex((one, i) => i < at && isEnd(one)), controls.findIndex((one, i) => i > at && isEnd(one))];
  return at < 0 ? [] : controls.slice(before + 1, after < 0 ? controls.length : after);
}

/** Before the browser goes on from the control, it stands at the end of its group. */
function leaveGroup(isBack: boolean): void {
  const run = runOf(document.activeElement);
  (isBack ? run[0] : run.at(-1))?.focus({ preventScroll: true });
}

function moveInGroup({ key, target }: KeyboardEvent): boolean {
  const run = runOf(target as Element);
  const isList = (target as Element).closest(LISTS) !== null;
  const at = run.indexOf(target as HTMLElement);
  const [ahead, back] = isList ? ["ArrowDown", "ArrowUp"] : ["ArrowRight", "ArrowLeft"];
  // A slider goes by its arrow keys.
  if (run.length < 2 || (target instanceof HTMLInputElement && target.type === "range")) return false;
  const to = { [ahead]: at + 1, [back]: at - 1, Home: 0, End: run.length - 1 }[key];
  if (to === undefined) return false;
  run[(to + run.length) % run.length]!.focus();
  return true;
}
