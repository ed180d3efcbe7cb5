// Rows of equal height, of which only those in sight are in the page.

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

  constructor(element: HTMLElement, rowHeight: number, draw: (first: number, last: number) => HTMLElement[]) {
    this.element = element;
    this.#rowHeight = rowHeight;
    this.#draw = draw;
    element.classList.add("rows");
    this.#layer.className = "layer";
    element.append(this.#layer, this.#spacer);
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.refresh()).observe(element);
  }

  get count(): number {
    return this.#count;
  }

  get first(): number {
    return Math.floor(this.#top);
  }

  /** How many rows are in sight in full. */
  get nShown(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.#rowHeight));
  }

  set(count: number): void {
    this.#count = count;
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
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const first = Math.floor(this.#top);
    const last = Math.min(this.#count, first + Math.ceil(this.element.clientHeight / this.#rowHeight) + 1);
    const rows = this.#draw(first, last);
    const shift = -(this.#top - first) * this.#rowHeight;
    rows.forEach((row, i) => (row.style.top = `${shift + i * this.#rowHeight}px`));
    this.#layer.replaceChildren(...rows);
  }

  #last(): number {
    return Math.max(0, this.#count - this.element.clientHeight / this.#rowHeight);
  }

  #range(): number {
    return Math.max(0, Math.min(this.#count * this.#rowHeight, TALLEST) - this.element.clientHeight);
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
    this.refresh();
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
