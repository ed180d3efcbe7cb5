// How many points a picture has while the camera moves: fewer of them where the machine takes long to draw it.

import type * as three from "three";
import { isDrawn } from "./upload.ts";

/** Shares of the points of a side. Each picture has about half as many as the one before. */
const SHARES = [1, 0.7, 0.5, 0.35];
/** A picture that takes more milliseconds than that has too many points, and one that takes less may have twice as many. */
const [SLOW, QUICK] = [100, 25];

export class Pace {
  #step = 0;
  /** Whether the time of a picture is being taken, which is not yet drawn. */
  isTaken = false;

  /** The share of the points of a side. */
  get share(): number {
    return SHARES[this.#step]!;
  }

  /** Takes the time of what a renderer was just asked to draw, but of one picture after the other. */
  async time(renderer: three.WebGLRenderer): Promise<void> {
    if (this.isTaken) return;
    this.isTaken = true;
    const start = performance.now();
    await isDrawn(renderer);
    this.isTaken = false;
    const ms = performance.now() - start;
    if (ms > SLOW) this.#step = Math.min(this.#step + 1, SHARES.length - 1);
    else if (ms < QUICK) this.#step = Math.max(this.#step - 1, 0);
  }
}
