// The time of actions: play, speed, the keys of each joint, and the curves of one.

import * as three from "three";
import { h, rounded, save, svg } from "./dom.ts";
import { Rows } from "./rows.ts";
import type { Stage } from "./stage.ts";

const ROW = 22;
const SPEEDS = ["0.25", "0.5", "1", "2"];
/** What the parts of a curve are coloured as. */
const COLOURS = ["#d0463b", "#2f9e58", "#3b6fd0", "#a05fd0"];
/** Points of a curve. */
const FINE = 240;
/** Frames a second of a film. */
const FILM = 30;
/** Milliseconds that a film waits for a picture, and for its end: a page that nobody sees may draw nothing. */
const [PICTURE, END] = [250, 5000];

/** The keys of a joint, in seconds. */
interface Keys {
  joint: string;
  times: number[];
  tracks: three.KeyframeTrack[];
}

export class Timeline {
  readonly element: HTMLElement;
  readonly #stage: Stage;
  readonly #name: string;
  readonly #play = h("button", { "aria-label": "Play" }, "▶");
  readonly #time = h("input", { type: "range", min: "0", max: "1", step: "0.001", value: "0", "aria-label": "Time" });
  readonly #now = h("output", { class: "mono" });
  readonly #loop = h("input", { type: "checkbox", checked: true });
  readonly #speed = h("select", { "aria-label": "Speed" }, ...SPEEDS.map((speed) => h("option", { value: speed, selected: speed === "1" }, `${speed} ×`)));
  readonly #film = h("button", { title: "Records the action once" }, "Save as WebM");
  readonly #list = h("div", { class: "keys", role: "listbox", tabIndex: 0, "aria-label": "Joints and their keys" });
  readonly #rows: Rows;
  readonly #curves = h("div", { class: "curves", hidden: true, tabIndex: 0, role: "region", "aria-label": "Curves of the joint" });
  #keys: Keys[] = [];
  #chosen = -1;

  constructor(stage: Stage, name: string) {
    this.#stage = stage;
    this.#name = name;
    const clip = h("select", { "aria-label": "Action" }, h("option", { value: "-1" }, "rest"), ...stage.clips.map(({ name }, i) => h("option", { value: String(i) }, name || `action ${i + 1}`)));
    clip.value = String(stage.clip);
    this.#rows = new Rows(this.#list, ROW, (first, last) => this.#draw(first, last));
    this.#list.style.setProperty("--row", `${ROW}px`);
    const keys: HTMLButtonElement = h("button", { "aria-expanded": "false", onclick: () => {
      this.#list.hidden = !this.#list.hidden;
      keys.setAttribute("aria-expanded", String(!this.#list.hidden));
      if (this.#list.hidden) this.#curves.hidden = true;
      this.#rows.refresh();
    } }, "Keys");
    this.#list.hidden = true;
    const canFilm = typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported("video/webm");
    this.element = h("div", { class: "timeline", role: "group", "aria-label": "Actions" }, this.#curves, this.#list, h("div", { class: "player" }, clip, this.#play, this.#time, this.#now, this.#speed, h("label", null, this.#loop, "Loop"), keys, canFilm ? this.#film : null));
    clip.addEventListener("change", () => {
      stage.act(Number(clip.value));
      this.#tempo();
      this.#take();
    });
    this.#play.addEventListener("click", () => {
      if (!stage.isPlaying && Number(this.#time.value) > 0.999) stage.seek(0);
      stage.isPlaying = !stage.isPlaying;
      this.#show();
    });
    this.#time.addEventListener("input", () => this.#seek(Number(this.#time.value)));
    this.#speed.addEventListener("change", () => this.#tempo());
    this.#loop.addEventListener("change", () => this.#tempo());
    this.#film.addEventListener("click", () => void this.#record());
    this.#list.addEventListener("click", (event) => this.#click(event));
    this.#list.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by === undefined || this.#keys.length === 0) return;
      event.preventDefault();
      this.#choose(Math.max(0, Math.min(this.#keys.length - 1, this.#chosen + by)));
    });
    stage.onTime = (share) => {
      this.#time.value = String(share);
      this.#show();
    };
    this.#take();
  }

  /** The keys of the action that is chosen. */
  #take(): void {
    const clip = this.#stage.clips[this.#stage.clip];
    const joints = new Map<string, Keys>();
    for (const track of clip?.tracks ?? []) {
      const joint = track.name.replace(/\.[^.]*$/, "");
      const keys = joints.get(joint) ?? { joint: this.#stage.titleOf(joint), times: [], tracks: [] };
      keys.tracks.push(track);
      keys.times = [...new Set([...keys.times, ...track.times])].sort((a, b) => a - b);
      joints.set(joint, keys);
    }
    this.#keys = [...joints.values()];
    this.#chosen = -1;
    this.#curves.hidden = true;
    this.#rows.set(this.#keys.length);
    this.#show();
  }

  #tempo(): void {
    this.#stage.tempo(Number(this.#speed.value), this.#loop.checked);
  }

  #seek(share: number): void {
    this.#stage.isPlaying = false;
    this.#stage.seek(share);
    this.#time.value = String(share);
    this.#show();
  }

  get #duration(): number {
    return this.#stage.clips[this.#stage.clip]?.duration ?? 0;
  }

  #show(): void {
    const { isPlaying, clip } = this.#stage;
    this.#play.textContent = isPlaying ? "❚❚" : "▶";
    this.#play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    for (const control of [this.#play, this.#time, this.#speed, this.#loop, this.#film]) control.disabled = clip < 0;
    this.#now.textContent = clip < 0 ? "" : `${(Number(this.#time.value) * this.#duration).toFixed(2)} of ${rounded(this.#duration)} s`;
    this.element.style.setProperty("--now", this.#time.value);
  }

  #draw(first: number, last: number): HTMLElement[] {
    const duration = Math.max(this.#duration, 1e-6);
    const rows = this.#keys.slice(first, last).map(({ joint, times }, i) => {
      const number = first + i;
      const dots = times.map((time) => {
        const dot = h("i");
        dot.style.left = `${(100 * time) / duration}%`;
        return dot;
      });
      const row = h("div", { class: number === this.#chosen ? "key-row item active" : "key-row item", role: "option", id: `joint-${number}`, "aria-selected": String(number === this.#chosen), title: `${joint}: ${times.length} keys` }, h("span", { class: "label" }, joint), h("span", { class: "track", "aria-hidden": "true" }, ...dots));
      row.dataset["index"] = String(number);
      return row;
    });
    this.#rows.mark(this.#chosen, first, last, "joint");
    return rows;
  }

  /** A joint shows its curves; a place on its track is a time. */
  #click(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>(".key-row");
    if (!row) return;
    const track = row.querySelector(".track")!.getBoundingClientRect();
    if (event.clientX >= track.left) this.#seek(Math.max(0, Math.min(1, (event.clientX - track.left) / track.width)));
    this.#choose(Number(row.dataset["index"]));
  }

  #choose(number: number): void {
    this.#chosen = number;
    this.#rows.reveal(number);
    this.#rows.refresh();
    const keys = this.#keys[number];
    if (!keys) return;
    this.#curves.hidden = false;
    this.#curves.replaceChildren(...keys.tracks.map((track) => this.#curve(track)));
  }

  /** The numbers of a track over its time. */
  #curve(track: three.KeyframeTrack): HTMLElement {
    const size = track.getValueSize();
    const interpolant = (track as unknown as { createInterpolant: () => { evaluate: (time: number) => ArrayLike<number> } }).createInterpolant();
    const duration = Math.max(this.#duration, 1e-6);
    const points = Array.from({ length: FINE + 1 }, (_, i) => Array.from(interpolant.evaluate((duration * i) / FINE)).slice(0, size));
    const all = points.flat();
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const y = (value: number): number => 58 - (56 * (value - low)) / Math.max(high - low, 1e-9);
    const lines = COLOURS.slice(0, size).map((colour, part) => svg("polyline", { fill: "none", stroke: colour, "vector-effect": "non-scaling-stroke", "stroke-width": "1.5", points: points.map((values, i) => `${i},${y(values[part]!).toFixed(2)}`).join(" ") }));
    const what = track.name.split(".").at(-1)!;
    const curves = svg("svg", { viewBox: `0 0 ${FINE} 60`, preserveAspectRatio: "none", role: "img", "aria-label": `Curves of the ${what}` }, ...lines);
    return h("figure", null, h("figcaption", null, `${what === "quaternion" ? "rotation, X Y Z W" : `${what}, X Y Z`}, from ${rounded(low)} to ${rounded(high)}`), curves);
  }

  /** Shows the action once, picture by picture, and saves what is seen: a machine that draws slowly takes longer for it. */
  async #record(): Promise<void> {
    const stage = this.#stage;
    const stream = stage.film();
    const [film] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
    const recorder = new MediaRecorder(stream, { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    const wasPlaying = stage.isPlaying;
    this.#film.disabled = true;
    this.#film.textContent = "Recording…";
    recorder.start();
    const pictures = Math.max(2, Math.round((FILM * this.#duration) / Number(this.#speed.value)));
    for (let i = 0; i <= pictures; i++) {
      this.#seek(i / pictures);
      const next = after(1000 / FILM);
      // Behind the drawing that was asked for.
      await Promise.race([new Promise(requestAnimationFrame), after(PICTURE)]);
      film?.requestFrame();
      await next;
    }
    if (recorder.state !== "inactive") recorder.stop();
    await Promise.race([ended, after(END)]);
    stage.isPlaying = wasPlaying;
    this.#film.textContent = "Save as WebM";
    this.#film.disabled = false;
    save(`${this.#name}.webm`, await new Blob(pieces).arrayBuffer(), "video/webm");
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
