// The model in three dimensions, from the GLB that can be saved, and its controls.

import type { Choice } from "./choice.ts";
import { debounced, gathered, grouped, h, rounded, save, stem } from "./dom.ts";
import { regionsOf } from "./face.ts";
import { type Icon, icon } from "./icons.ts";
import { convert, type Made } from "./made.ts";
import type { Info, Row } from "./protocol.ts";
import { refusalOf } from "./refusal.ts";
import type { Scenery } from "./scenery.ts";
import type { Shading } from "./shading.ts";
import { nameOf, type Overlay, type Stage, triangles } from "./stage.ts";
import { Timeline } from "./timeline.ts";
import type { Opened, View } from "./view.ts";

/** Parts that are listed. */
const MOST_PARTS = 300;
/** Places to go to, of each sort. */
const MOST_SPOTS = 100;

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
  readonly #slot = h("div", { class: "slot" });
  readonly #strip = h("div", { class: "strip", hidden: true });
  #made: Promise<Made> | null = null;
  #timeline: Timeline | null = null;
  /** Which scenery the controls are of. */
  #scenery: Scenery | null = null;

  constructor(file: Opened) {
    this.#file = file;
    this.element = h("div", { class: "panel fixed model" }, this.#bar, this.#slot, this.#strip);
  }

  /** The GLB, which is made once. */
  made(): Promise<Made> {
    this.#made ??= convert(this.#file, { to: "glb", ...this.#file.granted });
    // What was stopped can be tried again.
    this.#made.catch(() => (this.#made = null));
    return this.#made;
  }

  shown(): void {
    const { scenery } = this.#file;
    scenery.place(this.#slot, false);
    if (this.#scenery === scenery) return;
    this.#scenery = scenery;
    for (const other of this.#slot.querySelectorAll(".groups, .viewer")) if (other !== scenery.element) other.remove();
    this.#bar.replaceChildren(h("span", { class: "dim", role: "status" }, "Making the model…"));
    scenery.stage.then(
      (stage) => this.#controls(stage),
      (error) => this.#fail(error),
    );
  }

  follow(choice: Choice): void {
    this.#scenery?.follow(choice);
  }

  point(choice: Choice | null): void {
    this.#scenery?.point(choice);
  }

  #fail(error: unknown): void {
    const { title, element } = refusalOf(this.#file, error);
    this.#bar.replaceChildren(h("span", { role: "status" }, title));
    this.#slot.replaceChildren(h("div", { class: "viewer" }, element));
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
      if (picture) save(`${stem(this.#file.name)}.png`, picture, "image/png");
    });
    this.#bar.classList.add("tools");
    this.#bar.replaceChildren(
      group("Surfaces", ...buttons.values()),
      joint,
      group("Over the model", ...overlays),
      h("span", { class: "grow" }),
      group("Panels", ...panels),
      group("Camera", ...(this.#file.summary.is_place ? [this.#spots(stage), this.#walk(stage)] : []), toggle("fit", "Reset view", null, () => stage.frame()), shot),
    );
    void this.#file.info.catch(() => null).then((info) => this.#levels(stage, info));
    stage.onChosen();
    this.#timeline?.element.remove();
    this.#timeline = stage.clips.length > 0 ? new Timeline(stage, stem(this.#file.name)) : null;
    if (this.#timeline) this.element.append(this.#timeline.element);
  }

  /** Where the camera can go in a place: the saved camera, where players begin, and what stands in the workspace. */
  #spots(stage: Stage): HTMLElement {
    const select = h("select", { "aria-label": "Go to", onchange: () => {
      const [what, id] = select.value.split(" ");
      select.value = "";
      if (what === "saved" && stage.saved) stage.stand(stage.saved);
      if (what === "node") this.#file.choose({ nodeId: Number(id) }, null);
    } }, h("option", { value: "" }, "Go to…"));
    if (stage.saved) select.append(h("option", { value: "saved" }, "The saved camera"));
    const add = (title: string, rows: Row[]): void => {
      const options = rows.slice(0, MOST_SPOTS).map(({ id, name }) => h("option", { value: `node ${id}` }, name));
      if (options.length > 0) select.append(h("optgroup", { label: title }, ...options));
    };
    void this.#file.client.ask("select", { query: "class=SpawnLocation" }).then(async ({ rows }) => {
      add("Where players begin", rows.filter(({ is_found }) => is_found));
      const outermost = await this.#file.client.ask("children", { of: 0, first: 0, n: MOST_SPOTS });
      const workspace = outermost.find(({ kind }) => kind === "Workspace");
      const inside = workspace ? await this.#file.client.ask("children", { of: workspace.id, first: 0, n: 1000 }) : outermost;
      add("Models", inside.filter(({ kind, n_children }) => n_children > 0 && ["Model", "Folder"].includes(kind)).sort((a, b) => a.name.localeCompare(b.name)));
    }).catch(() => {});
    return select;
  }

  #walk(stage: Stage): HTMLElement {
    const button: HTMLButtonElement = toggle("walk", "Walk, with gravity", stage.isWalking, () => {
      stage.isWalking = !stage.isWalking;
      button.setAttribute("aria-pressed", String(stage.isWalking));
      this.#file.scenery.canvas.focus();
    });
    return button;
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
    this.#slot.append(list);
    const button: HTMLButtonElement = toggle(picture, title, null, () => {
      const isHidden = list.hidden;
      for (const other of this.#slot.querySelectorAll<HTMLElement>(".groups")) other.hidden = true;
      list.hidden = !isHidden;
      for (const one of this.#bar.querySelectorAll("[aria-expanded]")) one.setAttribute("aria-expanded", "false");
      button.setAttribute("aria-expanded", String(!list.hidden));
      if (isHidden) list.querySelector<HTMLElement>("input, button")?.focus();
    });
    button.setAttribute("aria-expanded", "false");
    list.addEventListener("keydown", ({ key }) => key === "Escape" && (button.click(), button.focus()));
    return button;
  }

  /** The parts, each of which can be hidden. */
  #parts(stage: Stage): HTMLElement {
    const list = h("div", { class: "groups", role: "group", "aria-label": "Parts" });
    const before = stage.onChosen;
    stage.onChosen = () => {
      before();
      // Those that were put together are one part in several lists.
      const parts = [...gathered(stage.meshes(), (mesh) => (mesh.userData["pieces"] ? nameOf(mesh) : mesh)).values()];
      const lines = parts.slice(0, MOST_PARTS).map((meshes) => {
        const box = h("input", { type: "checkbox", checked: meshes[0]!.visible, onchange: () => {
          for (const mesh of meshes) mesh.visible = box.checked;
          stage.draw();
        } });
        const n = meshes.reduce((sum, mesh) => sum + triangles(mesh), 0);
        return h("label", null, box, h("span", null, nameOf(meshes[0]!), h("span", { class: "dim" }, ` ${grouped(n)}`)));
      });
      const more = parts.length > MOST_PARTS ? [h("p", { class: "hint" }, `and ${grouped(parts.length - MOST_PARTS)} more`)] : [];
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
      const { streaming_cost } = await this.#file.client.ask("info", { scale: now as [number, number, number] });
      if (streaming_cost) said.textContent = `${rounded(size)} m: land impact ${streaming_cost.cost.toFixed(3)}`;
    });
    // A slider of powers: from a centimetre to 64 metres.
    const slider = h("input", { type: "range", min: "-2", max: String(Math.log10(64)), step: "0.01", value: String(Math.log10(longest)), "aria-label": "Longest side in metres", oninput: () => ask(10 ** Number(slider.value)) });
    ask(longest);
    return h("div", { class: "impact" }, h("label", null, "Size", slider), said);
  }
}

/** A button with a picture, whose words are its tooltip; `null` if it is not switched on and off. Until one was used, each has a word. */
function toggle(picture: Icon, title: string, isOn: boolean | null, act: () => void): HTMLButtonElement {
  const known = (): void => {
    document.documentElement.classList.add("knows-tools");
    act();
  };
  const button = h("button", { class: "icon", title, "aria-label": title, onclick: known }, icon(picture), h("span", { class: "word", "aria-hidden": "true" }, picture));
  if (isOn !== null) button.setAttribute("aria-pressed", String(isOn));
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
