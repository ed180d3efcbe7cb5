// The model of a file in three dimensions, which is made once and stands in one place of the page at a time.

import type { Choice } from "./choice.ts";
import { Failed } from "./client.ts";
import { because, breather, h, sentence } from "./dom.ts";
import type { Source } from "./files.ts";
import { type Drawable, type Made, modelOf } from "./models.ts";
import { moved } from "./motion.ts";
import type { Info } from "./protocol.ts";
import { CONTEXT, type Marks, type Shown, Stage } from "./stage.ts";

/** Why there is no picture, where that is not the fault of the file. */
export const NO_WEBGL = "This browser gives the page no WebGL, by which models are drawn. All other views work, and the model can be saved as GLB.";

/** What a scenery has to know of a file. */
export interface Modelled extends Drawable {
  readonly info: Promise<Info>;
  /** What moves it, beside its own animations. */
  readonly motion: Source | null;
  /** Its bytes. */
  readonly blob: Blob;
  /** How nodes differ from those of an older file. */
  readonly differences: Map<number, string>;
  readonly choice: Choice;
  choose(choice: Choice, by: null): void;
}

export class Scenery {
  readonly canvas = h("canvas", { tabIndex: 0, "data-work": true, role: "img", "aria-label": "The model" });
  readonly element: HTMLElement;
  /** Rejected with the reason, if there is nothing to be seen. */
  readonly model: Promise<Made>;
  /** On which it stands, when the browser is ready to draw it. */
  readonly stage: Promise<Stage>;
  readonly #file: Modelled;
  readonly #names = h("div", { class: "joint-names", "aria-hidden": "true" });
  readonly #facts = h("p", { class: "facts-line" });
  readonly #play = h("button", { class: "play", hidden: true, onclick: () => this.#pause() });
  #made: Stage | null = null;
  /** What was seen last: here, or of the version before this one, with its picture until there is one. */
  #last: Stage | null;
  #still: HTMLElement | null;
  #pressed: [number, number] = [0, 0];
  #isEnded = false;
  #isCoarse = false;
  /** Whether there is no stage. Who asked for one says why. */
  #isRefused = false;
  /** The node that was chosen here, or gone to. */
  #own = -1;

  /** `before` showed the version before this one: until there is a picture, its last one is seen, and the camera stays. */
  constructor(file: Modelled, before: Scenery | null = null) {
    this.#file = file;
    this.#last = before && before.#last;
    this.#still = (before && before.#still) ?? (this.#last && h("img", { alt: "", src: this.#last.still() }));
    this.element = h("div", { class: "viewer" }, this.canvas, this.#still, this.#names, this.#facts, this.#play);
    const { motion } = file;
    this.model = motion ? moved(file, file.blob, motion) : modelOf(file, true);
    const still = this.#still;
    this.stage = this.#make().finally(() => still?.remove());
    this.stage.catch(() => (this.#isRefused = true));
    this.canvas.addEventListener("pointerdown", (event) => (this.#pressed = [event.clientX, event.clientY]));
    this.canvas.addEventListener("click", (event) => this.#click(event));
    this.canvas.addEventListener("keydown", ({ key }) => key === "Enter" && this.#chooseMiddle());
    this.canvas.addEventListener("dblclick", (event) => this.#made?.focus(event.clientX, event.clientY));
  }

  async #make(): Promise<Stage> {
    const { motion } = this.#file;
    const { model, losses, isCoarse, square } = await this.model;
    const breathe = breather();
    // The one that the stage draws with: another would be waited for when it is collected.
    if (!this.canvas.getContext("webgl2", CONTEXT)) throw new Error(NO_WEBGL);
    await breathe();
    if (this.#isEnded) throw new Failed({ message: "stopped", isStopped: true });
    const stage = (this.#made = new Stage(this.element, this.canvas, this.#names, model));
    if (this.#file.summary.identity.family === "rbxmesh") stage.slices = await this.#file.info.then(({ levels }) => levels, () => []);
    stage.onFacts = (text) => {
      this.#facts.textContent = this.#isCoarse ? `${text}; coarse at first` : text;
      this.canvas.setAttribute("aria-label", `The model: ${text}`);
    };
    // What lies far away from the rest is not in the first picture.
    const far = losses.find(({ code }) => code === "OUTLIER");
    if (far) this.element.append(h("p", { class: "outliers" }, `${sentence(far.what)}: ${far.places.join(", ")}`));
    const large = isCoarse ? null : stage.coarsen();
    this.#isCoarse = isCoarse || large !== null;
    await breathe();
    await stage.prepare();
    if (this.#isEnded) throw new Failed({ message: "stopped", isStopped: true });
    // What moves does so at once, wherever it is seen first.
    stage.clip = motion ? 0 : stage.clips.findIndex(({ duration }) => duration > 0);
    stage.choose(0);
    if (this.#last?.isTaken) {
      stage.standAs(this.#last);
      this.#own = this.#file.choice.node?.id ?? -1;
    }
    this.#last = stage;
    this.#still = null;
    if (this.#file.differences.size > 0) stage.differences(this.#file.differences);
    this.follow(this.#file.choice);
    if (this.#isCoarse) this.#refine(stage, large, square).catch((error: unknown) => this.element.append(h("p", { class: "outliers" }, `It stays coarse: ${because(error)}`)));
    return stage;
  }

  /** Shows large meshes or terrain as they are, which takes longer. */
  async #refine(stage: Stage, large: Shown | null, square?: number): Promise<void> {
    // After the picture of the coarse ones, which the next frame draws.
    for (let i = 0; large && i < 2; i++) await new Promise(requestAnimationFrame);
    const model = large ?? (await modelOf(this.#file, false, square)).model;
    if (!this.#isEnded) await stage.prepare(model);
    if (this.#isEnded) return;
    this.#isCoarse = false;
    if (large) stage.showWhole();
    else stage.refine(model);
    this.follow(this.#file.choice);
  }

  /** Puts it into another place: where it is only looked at, it turns. */
  place(slot: HTMLElement, isLookedAt: boolean): void {
    if (this.#isRefused) return;
    slot.prepend(this.element);
    void this.stage.then((stage) => {
      if (this.element.parentElement !== slot) return;
      stage.isTurning = isLookedAt;
      this.#play.hidden = !isLookedAt || stage.clip < 0;
      this.#sayPlaying(stage);
      stage.resize();
      if (this.#file.differences.size > 0) stage.differences(this.#file.differences);
      // A page that is scrolled by touch goes on scrolling.
      this.canvas.style.touchAction = isLookedAt ? "pan-y" : "none";
      stage.draw();
    }).catch(() => {});
  }

  /** Pauses what moves, or lets it go on. */
  #pause(): void {
    if (!this.#made) return;
    this.#made.isPlaying = !this.#made.isPlaying;
    this.#sayPlaying(this.#made);
  }

  #sayPlaying({ isPlaying }: Stage): void {
    this.#play.textContent = isPlaying ? "❚❚ Pause" : "▶ Play";
  }

  /** Marks what is chosen. What was chosen elsewhere in a place is gone to, as it may be anywhere. */
  follow(choice: Choice): void {
    const marks = this.#marks(choice);
    this.#made?.mark(marks, "chosen");
    if (!marks || !("node" in marks) || marks.node === this.#own) return;
    this.#own = marks.node;
    if (this.#made?.isMarked("chosen")) this.#made.goTo("chosen");
  }

  point(choice: Choice | null): void {
    this.#made?.mark(choice ? this.#marks(choice) : null, "pointed");
  }

  #marks({ spot, node, nodeId }: Choice): Marks | null {
    const id = node?.id ?? nodeId;
    if (this.#file.summary.is_place) return id === undefined ? null : { node: id, end: node?.end ?? id + 1 };
    return spot ? { spot } : null;
  }

  /** Chooses what is under the pointer, unless it was dragged there. */
  #click(event: MouseEvent): void {
    const [x, y] = this.#pressed;
    if (Math.hypot(event.clientX - x, event.clientY - y) <= 4) this.#chooseAt(event.clientX, event.clientY);
  }

  #chooseMiddle(): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    this.#chooseAt(left + width / 2, top + height / 2);
  }

  #chooseAt(x: number, y: number): void {
    if (!this.#made) return;
    const found = this.#made.pick(x, y);
    const choice: Choice = !found ? {} : "node" in found ? { nodeId: found.node } : { spot: found.spot };
    this.#own = choice.nodeId ?? -1;
    this.#file.choose(choice, null);
    this.follow(choice);
  }

  end(): void {
    this.#isEnded = true;
    this.#made?.dispose();
  }
}
