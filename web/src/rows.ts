// Rows of equal height, of which only those in sight are in the page.

import { put } from "./dom.ts";

/** Browsers end at 17 to 33 million pixels; above this, the scroll bar stands for rows by a factor. */
const TALLEST = 8_000_000;

export class Rows {
  readonly element: HTMLElement;
  readonly #spacer = document.createElement("div");
  readonly #layer = document.createElement("div");
  readonly #rowHeight: number;
  readonly #draw: (first: number, last: number) => HTMLElement[];
  #count = 0;
  /** The first row in sight, with a fraction. */
  #top = 0;
  #isOwnScroll = false;
  #frame = 0;
  /** The rows in the page, and whether they may differ from what they should show. */
  #drawn: [number, number] = [0, 0];
  #isStale = true;
  /** While a row is pressed: ends once it is released, and the click has come. */
  #pressed: Promise<void> | null = null;
  #known = 0;

  /** Rows that are drawn above and below those in sight. With some, the browser scrolls by itself. */
  readonly #spare: number;

  constructor(element: HTMLElement, rowHeight: number, draw: (first: number, last: number) => HTMLElement[], spare = 0) {
    this.element = element;
    this.#rowHeight = rowHeight;
    this.#draw = draw;
    this.#spare = spare;
    element.classList.add("rows");
    this.#layer.className = spare > 0 ? "layer fixed" : "layer";
    element.append(this.#layer, this.#spacer);
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#layer.addEventListener("pointerdown", (event) => event.button === 0 && (event.target as HTMLElement).closest("[role=treeitem], [role=option], .card") && this.#press());
    new ResizeObserver(() => {
      this.#known = 0;
      this.refresh();
    }).observe(element);
  }

  /** Asked for once, since the page would be laid out for each answer. */
  get #height(): number {
    return (this.#known ||= this.element.clientHeight);
  }

  get count(): number {
    return this.#count;
  }

  get first(): number {
    return Math.floor(this.#top);
  }

  /** How many rows are in sight in full. */
  get nShown(): number {
    return Math.max(1, Math.floor(this.#height / this.#rowHeight));
  }

  set(count: number): void {
    this.#count = count;
    // Other rows than the one that was pressed may have its number now.
    this.#pressed = null;
    this.#spacer.style.height = `${Math.min(count * this.#rowHeight, TALLEST)}px`;
    this.#top = Math.min(this.#top, this.#last());
    this.#align();
    this.refresh();
  }

  /** Brings a row to the top. */
  scrollTo(row: number): void {
    this.#top = Math.max(0, Math.min(row, this.#last()));
    this.#align();
    this.refresh();
  }

  /** Says which row is chosen, if it is in the page: elements are named by what they are and their numbers. */
  mark(row: number, first: number, last: number, what: string): void {
    if (row >= first && row < last) this.element.setAttribute("aria-activedescendant", `${what}-${row}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** Brings a row into sight if it is not. */
  reveal(row: number): void {
    if (row < this.#top) this.scrollTo(row);
    else if (row + 1 > this.#top + this.nShown) this.scrollTo(row + 1 - this.nShown);
  }

  refresh(): void {
    this.#isStale = true;
    this.#paintLater();
  }

  /** Paints at once, for a row that is to have the keyboard. */
  repaint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#isStale = true;
    this.#paint();
  }

  #paintLater(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  /** Rows stay until the button is released, since the browser fires no click on one that is replaced meanwhile. */
  #press(): void {
    this.#pressed = new Promise((end) => {
      const over = new AbortController();
      const release = (): void => {
        over.abort();
        this.#pressed = null;
        this.#paintLater();
        setTimeout(end);
      };
      for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, release, { signal: over.signal });
    });
  }

  /** Waits until no row is pressed, so that other rows may take their place. */
  async released(): Promise<void> {
    await this.#pressed;
  }

  #paint(): void {
    if (this.#pressed) return;
    const top = Math.floor(this.#top);
    const first = Math.max(0, top - this.#spare);
    const last = Math.min(this.#count, top + Math.ceil(this.#height / this.#rowHeight) + 1 + this.#spare);
    // Most steps of scrolling only move the rows, which takes no layout.
    if (this.#spare === 0) this.#layer.style.transform = `translateY(${-(this.#top - first) * this.#rowHeight}px)`;
    if (!this.#isStale && first === this.#drawn[0] && last === this.#drawn[1]) return;
    [this.#drawn, this.#isStale] = [[first, last], false];
    const rows = this.#draw(first, last);
    const start = this.#spare === 0 ? 0 : first;
    rows.forEach((row, i) => (row.style.top = `${(start + i) * this.#rowHeight}px`));
    put(this.#layer, rows);
  }

  #last(): number {
    return Math.max(0, this.#count - this.#height / this.#rowHeight);
  }

  #range(): number {
    return Math.max(0, Math.min(this.#count * this.#rowHeight, TALLEST) - this.#height);
  }

  #isMapped(): boolean {
    return this.#count * this.#rowHeight > TALLEST;
  }

  /** Puts the scroll bar where the first row is. */
  #align(): void {
    const last = this.#last();
    const at = last === 0 ? 0 : (this.#top / last) * this.#range();
    if (Math.abs(at - this.element.scrollTop) < 1) return;
    this.#isOwnScroll = true;
    this.element.scrollTop = at;
  }

  #scrolled(): void {
    if (this.#isOwnScroll) {
      this.#isOwnScroll = false;
      return;
    }
    const range = this.#range();
    const at = this.element.scrollTop;
    this.#top = this.#isMapped() ? (range === 0 ? 0 : (at / range) * this.#last()) : at / this.#rowHeight;
    this.#paintLater();
  }

  /** By rows, where a pixel of the scroll bar stands for many. */
  #wheel(event: WheelEvent): void {
    if (!this.#isMapped() || event.ctrlKey) return;
    event.preventDefault();
    this.scrollTo(this.#top + event.deltaY / this.#rowHeight);
  }
}

/** The row of a tree that was clicked, if one was, and whether that was at the triangle that opens it. */
export function clicked(event: Event): { index: number; isTwist: boolean } | null {
  const target = event.target as HTMLElement;
  const index = target.closest<HTMLElement>(".item")?.dataset["index"];
  return index === undefined ? null : { index: Number(index), isTwist: target.classList.contains("twist") };
}
