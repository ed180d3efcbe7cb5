// What the empty page shows: files to try, and one of them as a model that turns above its bytes.

import { Client } from "./client.ts";
import { byId, h, hex } from "./dom.ts";
import type { Source } from "./files.ts";
import { decoded } from "./letters.ts";
import { unpacked } from "./lzma.ts";
import { modelOf } from "./models.ts";
import { Turntable } from "./turntable.ts";

interface Sample {
  name: string;
  title: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** An address, as soon as it was drawn. */
  picture?: string;
}

let known: Sample[] | null = null;

/** The samples in the page: a line of JSON, then the files. */
function samples(): Sample[] {
  if (known) return known;
  const all = unpacked(decoded(byId("samples").textContent ?? ""));
  let at = all.indexOf(10) + 1;
  const list = JSON.parse(new TextDecoder().decode(all.subarray(0, at))) as { name: string; title: string; n_bytes: number }[];
  known = list.map(({ name, title, n_bytes }) => ({ name, title, bytes: all.subarray(at, (at += n_bytes)) }));
  return known;
}

function sourceOf({ bytes, name }: Sample): Source {
  return { blob: new Blob([bytes]), name };
}

/** How long the page waits before it shows the model, so that whoever has a file at hand does not wait for it. */
const PATIENCE = 1500;
/** Bytes that run below it. */
const N_BYTES = 360;

/** Buttons for the samples, and the first of them, which turns and walks above its bytes. */
export class Show {
  readonly #canvas = h("canvas", { class: "live", role: "img", "aria-label": "A figure that walks, above its bytes" });
  readonly #bytes = h("div", { class: "running", "aria-hidden": "true" });
  readonly element = h("div", { class: "show" }, this.#canvas, this.#bytes);
  readonly buttons: HTMLElement[];
  readonly #pictures = samples().map(({ picture }) => h("img", { src: picture, alt: "", width: 112, height: 112 }));
  readonly #turntable = new Turntable(this.#canvas);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #client: Client | null = null;
  #isSeen = false;

  constructor(open: (source: Source) => void) {
    this.buttons = samples().map((sample, i) => h("button", { class: "sample", onclick: () => open(sourceOf(sample)) }, this.#pictures[i], h("span", null, sample.title)));
  }

  start(): void {
    this.#isSeen = true;
    this.#timer = setTimeout(() => void this.#begin().catch(() => this.stop()), PATIENCE);
  }

  async #begin(): Promise<void> {
    if (!this.#canvas.dataset["drawn"]) await this.#raise();
    else this.#turntable.turn();
    for (const [i, sample] of samples().entries()) await this.#picture(sample, this.#pictures[i]!);
  }

  /** Puts the model above its bytes. */
  async #raise(): Promise<void> {
    const { blob, name } = sourceOf(samples()[0]!);
    const client = (this.#client = new Client(() => {}));
    const summary = await client.open(blob, name, () => {});
    const { bytes } = await client.askBytes("bytes", { space: 0, from: 0, to: N_BYTES });
    const leaves = await client.ask("leaves", { space: 0, from: 0, to: N_BYTES });
    const named = leaves.map(({ start, end, path, kind }) => {
      const own = [...bytes.subarray(start, Math.min(end, N_BYTES))].map((byte) => hex(byte, 2)).join(" ");
      return h("span", { class: `run ${kind}` }, h("span", { class: "mono" }, own), h("span", { class: "dim" }, path.at(-1) ?? ""));
    });
    // Twice, so that the end of one is followed by the beginning of the other.
    this.#bytes.replaceChildren(h("div", null, ...named, ...named.map((one) => one.cloneNode(true) as HTMLElement)));
    const { model } = await modelOf({ client, summary, granted: {} });
    this.#close();
    if (!this.#isSeen) return;
    this.#turntable.show(model);
    this.#canvas.dataset["drawn"] = "1";
  }

  /** Draws the picture of a sample, once. */
  async #picture(sample: Sample, image: HTMLImageElement): Promise<void> {
    if (sample.picture || !this.#isSeen) return;
    const client = (this.#client = new Client(() => {}));
    const { blob, name } = sourceOf(sample);
    await client.open(blob, name, () => {});
    image.src = sample.picture = await client.picture();
    this.#close();
  }

  #close(): void {
    this.#client?.end();
    this.#client = null;
  }

  /** What draws stays: to end it, the page would wait for what the graphics card does for others. */
  stop(): void {
    this.#isSeen = false;
    clearTimeout(this.#timer);
    this.#close();
  }
}
