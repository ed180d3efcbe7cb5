// The model in three dimensions, from the GLB that can be saved, and its controls.

import * as three from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import type { Choice } from "./choice.ts";
import { Failed } from "./client.ts";
import { convert, type Made } from "./convert.ts";
import { debounced, grouped, h, rounded, save, sentence, size } from "./dom.ts";
import { regionsOf } from "./face.ts";
import { type Icon, icon } from "./icons.ts";
import type { Info } from "./protocol.ts";
import type { Shading } from "./shading.ts";
import { type Marks, nameOf, type Overlay, Stage, triangles } from "./stage.ts";
import { because, type Opened, type View } from "./view.ts";

/** Parts that are listed. */
const MOST_PARTS = 300;

/** What a module can have at most, with room for the file. */
const MOST_MEMORY = 3.5 * 2 ** 30;

const SHADINGS: Record<Shading, [Icon, string]> = {
  lit: ["lit", "Lit, with its materials"],
  clay: ["clay", "Clay: the form alone"],
  normals: ["normals", "Normals as colours"],
  uv: ["uv", "UV checker"],
  weights: ["weights", "Weights of a joint"],
  colours: ["colours", "Vertex colours"],
};

const OVERLAYS: Record<Overlay, [Icon, string]> = {
  wire: ["wire", "Wireframe over the surface"],
  bounds: ["bounds", "Bounds"],
  spikes: ["spikes", "Normals of vertices"],
  skeleton: ["skeleton", "Skeleton, with names"],
  ground: ["ground", "Ground"],
  person: ["person", "A person of 1.8 m"],
};

export class ModelView implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #bar = h("div", { class: "toolbar" });
  readonly #canvas = h("canvas", { tabIndex: 0, role: "img", "aria-label": "The model" });
  readonly #facts = h("p", { class: "facts-line" });
  readonly #names = h("div", { class: "joint-names", "aria-hidden": "true" });
  readonly #strip = h("div", { class: "strip", hidden: true });
  readonly #viewer = h("div", { class: "viewer" }, this.#canvas, this.#names, this.#facts);
  #made: Promise<Made> | null = null;
  #granted: { memory?: number } = {};
  #stage: Stage | null = null;
  #pressed: [number, number] = [0, 0];

  constructor(file: Opened) {
    this.#file = file;
    this.#bar.append(h("span", { class: "dim", role: "status" }, "Making the model…"));
    this.element = h("div", { class: "panel fixed model" }, this.#bar, this.#viewer, this.#strip);
    this.#make();
    this.#canvas.addEventListener("pointerdown", (event) => (this.#pressed = [event.clientX, event.clientY]));
    this.#canvas.addEventListener("click", (event) => this.#click(event));
    this.#canvas.addEventListener("dblclick", (event) => this.#stage?.focus(event.clientX, event.clientY));
  }

  /** Makes what is shown, with the memory that a person granted, or the usual. */
  #make(): void {
    // What is shown of a place says which part is which instance; what is saved does not.
    const shown = this.#file.summary.is_place ? convert(this.#file, { to: "glb", numbers: true, ...this.#granted }) : this.made();
    shown.then(
      (made) => this.#show(made),
      (error) => this.#fail(error),
    );
  }

  follow(choice: Choice): void {
    this.#stage?.mark(this.#marks(choice), "chosen");
  }

  point(choice: Choice | null): void {
    this.#stage?.mark(choice ? this.#marks(choice) : null, "pointed");
  }

  #marks({ spot, node, nodeId }: Choice): Marks | null {
    const id = node?.id ?? nodeId;
    if (this.#file.summary.is_place) return id === undefined ? null : { node: id };
    return spot ? { spot } : null;
  }

  /** Chooses what is under the pointer, unless it was dragged there. */
  #click(event: MouseEvent): void {
    const [x, y] = this.#pressed;
    if (!this.#stage || Math.hypot(event.clientX - x, event.clientY - y) > 4) return;
    const found = this.#stage.pick(event.clientX, event.clientY);
    const choice: Choice = !found ? {} : "node" in found ? { nodeId: found.node } : { spot: found.spot };
    this.#file.choose(choice, this);
    this.follow(choice);
  }

  /** The GLB, which is made once. */
  made(): Promise<Made> {
    this.#made ??= convert(this.#file, { to: "glb", ...this.#granted });
    // What was stopped can be tried again.
    this.#made.catch(() => (this.#made = null));
    return this.#made;
  }

  shown(): void {
    this.#stage?.resize();
    if (this.#file.differences.size > 0) this.#stage?.differences(this.#file.differences);
  }

  ended(): void {
    this.#stage?.dispose();
  }

  #fail(error: unknown): void {
    const needs = error instanceof Failed ? error.failure.problem?.needs_mebibytes : undefined;
    if (needs !== undefined && needs * 2 ** 20 <= MOST_MEMORY) return this.#ask(needs * 2 ** 20);
    const { family } = this.#file.summary.identity;
    this.#refuse("It cannot be shown", `${sentence(because(error))}.`, ...(family === "exchange" ? [OPENS] : []));
  }

  /** Asks whether something may take more memory than files that nobody knows. */
  #ask(memory: number): void {
    const title = `This needs about ${size(memory)} of memory`;
    const button = h("button", { class: "primary" }, "Show it");
    button.addEventListener("click", () => {
      this.#granted = { memory };
      this.#bar.replaceChildren(h("span", { class: "dim", role: "status" }, "Making the model…"));
      this.#canvas.hidden = false;
      this.#viewer.replaceChildren(this.#canvas, this.#names, this.#facts);
      this.#make();
    });
    this.#refuse(title, "A file that nobody knows gets less, so that it cannot fill the memory of this machine.");
    this.#viewer.querySelector(".refusal")?.append(button);
  }

  #refuse(title: string, ...why: string[]): void {
    this.#bar.replaceChildren(h("span", { role: "status" }, title));
    this.#canvas.hidden = true;
    this.#viewer.replaceChildren(h("div", { class: "refusal" }, h("h2", null, title), ...why.map((text) => h("p", null, text))));
  }

  async #show(made: Made): Promise<void> {
    if (!hasWebGl()) return this.#refuse("No WebGL", "This browser gives the page no WebGL, by which models are drawn. All other views work, and the model can be saved as GLB.");
    try {
      // Textures of the file alone: a name of another file leads nowhere here.
      const manager = new three.LoadingManager();
      manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : "data:,"));
      const bytes = made.bytes.slice(0, made.report.n_bytes).buffer;
      const gltf = await new GLTFLoader(manager).parseAsync(bytes, "");
      this.#stage = new Stage(this.#viewer, this.#canvas, this.#names, gltf);
    } catch (error) {
      this.#fail(error);
      return;
    }
    const { levels } = await this.#file.info.catch(() => ({ levels: [] }));
    if (this.#file.summary.identity.family === "rbxmesh") this.#stage.slices = levels;
    this.#outliers(made);
    this.#controls(this.#stage);
    this.#stage.onFacts = (text) => {
      this.#facts.textContent = text;
      this.#canvas.setAttribute("aria-label", `The model: ${text}`);
    };
    this.#stage.choose(0);
    if (this.#file.differences.size > 0) this.#stage.differences(this.#file.differences);
    this.follow(this.#file.choice);
  }

  /** What lies far away from the rest is not in the first picture. */
  #outliers({ report }: Made): void {
    const far = report.losses.find(({ code }) => code === "OUTLIER");
    if (far) this.#viewer.append(h("p", { class: "outliers" }, `${sentence(far.what)}: ${far.places.join(", ")}`));
  }

  #controls(stage: Stage): void {
    const joint = this.#joint(stage);
    const shadings = stage.shadings.map((shading) => {
      const [picture, title] = SHADINGS[shading];
      const button = toggle(picture, title, shading === "lit", () => {
        stage.shade(shading);
        for (const [other, one] of buttons) one.setAttribute("aria-pressed", String(other === shading));
        joint.hidden = shading !== "weights";
      });
      return [shading, button] as const;
    });
    const buttons = new Map(shadings);
    const overlays = stage.overlays.map((overlay) => {
      const [picture, title] = OVERLAYS[overlay];
      const button: HTMLButtonElement = toggle(picture, title, stage.isOn(overlay), () => {
        stage.overlay(overlay, !stage.isOn(overlay));
        button.setAttribute("aria-pressed", String(stage.isOn(overlay)));
      });
      return button;
    });
    const panels = [this.#panel("parts", "Parts", this.#parts(stage))];
    if (stage.poses.length > 0) panels.push(this.#panel("face", "Face controls", face(stage)));
    const shot = toggle("picture", "Save as PNG", null, async () => {
      const picture = await stage.picture();
      if (picture) save(`${this.#file.name.replace(/\.[^.]*$/, "")}.png`, picture, "image/png");
    });
    this.#bar.classList.add("tools");
    this.#bar.replaceChildren(
      group("Surfaces", ...buttons.values()),
      joint,
      group("Over the model", ...overlays),
      ...(stage.clips.length > 0 ? [group("Actions", ...player(stage))] : []),
      h("span", { class: "grow" }),
      group("Panels", ...panels),
      group("Camera", toggle("fit", "Reset view", null, () => stage.frame()), shot),
    );
    void this.#file.info.catch(() => null).then((info) => this.#levels(stage, info));
  }

  /** A choice of the joint whose weights are shown. */
  #joint(stage: Stage): HTMLElement {
    const select = h("select", { "aria-label": "Joint", onchange: () => {
      stage.joint = Number(select.value);
      stage.shade("weights");
      const choice: Choice = { spot: { level: stage.level, joint: stage.joint } };
      this.#file.choose(choice, this);
      this.follow(choice);
    } });
    const label = h("label", { hidden: true }, "Joint", select);
    stage.onChosen = () => {
      select.replaceChildren(...stage.joints().map((joint, i) => h("option", { value: String(i) }, nameOf(joint))));
      select.value = String(stage.joint);
    };
    return label;
  }

  /** A panel over the canvas, and the button that shows it. */
  #panel(picture: Icon, title: string, list: HTMLElement): HTMLButtonElement {
    list.hidden = true;
    this.#viewer.append(list);
    const button: HTMLButtonElement = toggle(picture, title, null, () => {
      const isHidden = list.hidden;
      for (const other of this.#viewer.querySelectorAll<HTMLElement>(".groups")) other.hidden = true;
      list.hidden = !isHidden;
      for (const one of this.#bar.querySelectorAll("[aria-expanded]")) one.setAttribute("aria-expanded", "false");
      button.setAttribute("aria-expanded", String(!list.hidden));
    });
    button.setAttribute("aria-expanded", "false");
    return button;
  }

  /** The parts, each of which can be hidden. */
  #parts(stage: Stage): HTMLElement {
    const list = h("div", { class: "groups", role: "group", "aria-label": "Parts" });
    const before = stage.onChosen;
    stage.onChosen = () => {
      before();
      const meshes = stage.meshes();
      const lines = meshes.slice(0, MOST_PARTS).map((mesh) => {
        const box = h("input", { type: "checkbox", checked: mesh.visible, onchange: () => {
          mesh.visible = box.checked;
          stage.draw();
        } });
        return h("label", null, box, h("span", null, nameOf(mesh), h("span", { class: "dim" }, ` ${grouped(triangles(mesh))}`)));
      });
      const more = meshes.length > MOST_PARTS ? [h("p", { class: "hint" }, `and ${grouped(meshes.length - MOST_PARTS)} more`)] : [];
      list.replaceChildren(h("h3", null, "Parts and their triangles"), ...lines, ...more);
    };
    return list;
  }

  /** A strip with the levels of detail and shapes for collisions; of a Second Life mesh, also what it costs at a size. */
  #levels(stage: Stage, info: Info | null): void {
    const cost = info?.streaming_cost ?? null;
    if (stage.levels.length < 2 && !cost) return;
    const distances: HTMLElement[] = [];
    const buttons = stage.levels.map(({ name, nTriangles }, i) => {
      const distance = h("span", { class: "dim" });
      if (!/hull|phys|bound/i.test(name)) distances.push(distance);
      return h("button", { "aria-pressed": String(i === stage.level), onclick: () => {
        stage.choose(i);
        this.#file.choose({ spot: { level: i, first: stage.firstOf(i) } }, this);
      } }, h("b", null, name), h("span", null, `${grouped(nTriangles)} ▲`), distance);
    });
    const before = stage.onChosen;
    stage.onChosen = () => {
      before();
      buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === stage.level)));
    };
    this.#strip.replaceChildren(h("div", { class: "levels", role: "group", "aria-label": "Levels of detail" }, ...buttons));
    if (cost?.scale) this.#strip.append(this.#impact(cost.scale, distances));
    this.#strip.hidden = false;
  }

  /** The land impact at a size that is dragged, and the distances at which a viewer changes levels. */
  #impact(scale: number[], distances: HTMLElement[]): HTMLElement {
    const longest = Math.max(...scale, 1e-3);
    const said = h("output", { role: "status" });
    const ask = debounced(60, async (size: number) => {
      const now = scale.map((length) => Math.min(64, Math.max(0.01, (length / longest) * size)));
      const radius = Math.hypot(...now) / 2;
      // As far as the finest level is seen, and those after it; the last has no end.
      const ends = [0.24, 0.06, 0.03].map((share) => Math.min(512, radius / share));
      distances.forEach((distance, i) => (distance.textContent = i === 0 ? `to ${rounded(ends[0]!)} m` : `from ${rounded(ends[i - 1] ?? 512)} m`));
      const { streaming_cost } = await this.#file.client.ask("info", { scale: now });
      if (streaming_cost) said.textContent = `${rounded(size)} m: land impact ${streaming_cost.cost.toFixed(3)}`;
    });
    // A slider of powers: from a centimetre to 64 metres.
    const slider = h("input", { type: "range", min: "-2", max: String(Math.log10(64)), step: "0.01", value: String(Math.log10(longest)), "aria-label": "Longest side in metres", oninput: () => ask(10 ** Number(slider.value)) });
    ask(longest);
    return h("div", { class: "impact" }, h("label", null, "Size", slider), said);
  }
}

/** A button with a picture, whose words are its tooltip; `null` if it is not switched on and off. */
function toggle(picture: Icon, title: string, isOn: boolean | null, act: () => void): HTMLButtonElement {
  const button = h("button", { class: "icon", title, "aria-label": title, onclick: act });
  if (isOn !== null) button.setAttribute("aria-pressed", String(isOn));
  button.append(icon(picture));
  return button;
}

function group(title: string, ...parts: HTMLElement[]): HTMLElement {
  return h("div", { class: "tool-group", role: "group", "aria-label": title }, ...parts);
}

/** A slider for each control of the face, by region. */
function face(stage: Stage): HTMLElement {
  const sliders: HTMLInputElement[] = [];
  const regions = regionsOf(stage.poses).map(([region, controls]) => {
    const rows = controls.map(({ code, title }) => {
      const slider = h("input", { type: "range", min: "0", max: "1", step: "0.01", value: "0", oninput: () => stage.pose(code, Number(slider.value)) });
      sliders.push(slider);
      return h("label", { title: code }, h("span", null, title), slider);
    });
    return h("details", { open: true }, h("summary", null, `${region} `, h("span", { class: "dim" }, grouped(rows.length))), ...rows);
  });
  const reset = h("button", { onclick: () => {
    for (const slider of sliders) slider.value = "0";
    stage.resetFace();
  } }, "Reset the face");
  return h("div", { class: "groups face", role: "group", "aria-label": "Face controls" }, reset, ...regions);
}

/** What can be shown of the formats that other programs make. */
const OPENS = "This page opens GLB and glTF of version 2.0 with their buffers inside, plain, quantised, or compressed by meshopt or by Draco's sequential method, and OBJ. What is compressed by Draco's edgebreaker is to be exported again without.";

let isDrawable: boolean | undefined;

/** Whether the browser draws in three dimensions. */
function hasWebGl(): boolean {
  isDrawable ??= document.createElement("canvas").getContext("webgl2") !== null;
  return isDrawable;
}

/** A choice of actions, play and pause, the time, the speed, and whether they begin again. */
function player(stage: Stage): HTMLElement[] {
  const select = h("select", { "aria-label": "Action" }, h("option", { value: "-1" }, "rest"), ...stage.clips.map((clip, i) => h("option", { value: String(i) }, clip.name || `action ${i + 1}`)));
  const play = h("button", { "aria-label": "Play" }, "▶");
  const time = h("input", { type: "range", min: "0", max: "1", step: "0.001", value: "0", "aria-label": "Time" });
  const speeds = ["0.25", "0.5", "1", "2"];
  const speed = h("select", { "aria-label": "Speed" }, ...speeds.map((speed) => h("option", { value: speed, selected: speed === "1" }, `${speed} ×`)));
  const loop = h("input", { type: "checkbox", checked: true });
  const show = (): void => {
    play.textContent = stage.isPlaying ? "❚❚" : "▶";
    play.setAttribute("aria-label", stage.isPlaying ? "Pause" : "Play");
    for (const control of [play, time, speed, loop]) control.disabled = stage.clip < 0;
  };
  const tempo = (): void => stage.tempo(Number(speed.value), loop.checked);
  select.addEventListener("change", () => {
    stage.act(Number(select.value));
    tempo();
    show();
  });
  play.addEventListener("click", () => {
    const isAtEnd = Number(time.value) > 0.999;
    if (!stage.isPlaying && isAtEnd) stage.seek(0);
    stage.isPlaying = !stage.isPlaying;
    show();
  });
  time.addEventListener("input", () => {
    stage.isPlaying = false;
    stage.seek(Number(time.value));
    show();
  });
  speed.addEventListener("change", tempo);
  loop.addEventListener("change", tempo);
  stage.onTime = (share) => {
    time.value = String(share);
    show();
  };
  show();
  return [select, play, time, speed, h("label", null, loop, "Loop")];
}
