// The columns of a tree, a model and the properties, whose widths the page remembers.

import { h } from "./dom.ts";

type Side = "left" | "right";

/** Widths in pixels before anybody drags a handle, and the least; at most, a column has this share of the window. */
const USUAL: Record<Side, number> = { left: 280, right: 320 };
const LEAST = 180;
const MOST = 0.45;
/** Pixels of a step by an arrow key. */
const STEP = 16;

const TITLES: Record<Side, string> = { left: "Width of the tree", right: "Width of the properties" };

/** The two lines between columns, which are dragged or moved by arrow keys. */
export function handles(main: HTMLElement): HTMLElement[] {
  return (["left", "right"] as const).map((side) => handle(main, side));
}

function handle(main: HTMLElement, side: Side): HTMLElement {
  const element = h("div", { class: `handle ${side}`, role: "separator", tabIndex: 0, "aria-orientation": "vertical", "aria-label": TITLES[side], title: `${TITLES[side]}: drag, or arrow keys` });
  const outwards = side === "left" ? 1 : -1;
  let width = remembered(side);
  const take = (wanted: number): void => {
    width = Math.round(Math.max(LEAST, Math.min(wanted, MOST * window.innerWidth)));
    main.style.setProperty(`--${side}`, `${width}px`);
    element.setAttribute("aria-valuenow", String(width));
    element.setAttribute("aria-valuemin", String(LEAST));
    element.setAttribute("aria-valuemax", String(Math.round(MOST * window.innerWidth)));
  };
  take(width);
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const [start, before] = [event.clientX, width];
    element.setPointerCapture(event.pointerId);
    element.onpointermove = ({ clientX }) => take(before + outwards * (clientX - start));
    element.onpointerup = element.onpointercancel = () => {
      element.onpointermove = null;
      remember(side, width);
    };
  });
  element.addEventListener("dblclick", () => (take(USUAL[side]), remember(side, width)));
  element.addEventListener("keydown", (event) => {
    const by = { ArrowRight: outwards, ArrowLeft: -outwards }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    take(width + by * STEP);
    remember(side, width);
  });
  return element;
}

function remembered(side: Side): number {
  try {
    return Number(localStorage.getItem(`column-${side}`)) || USUAL[side];
  } catch {
    // Some browsers keep nothing for a file.
    return USUAL[side];
  }
}

function remember(side: Side, width: number): void {
  try {
    localStorage.setItem(`column-${side}`, String(width));
  } catch {
    // As above.
  }
}
