// The canvas: a model in a studio, drawn when something changes.

import * as three from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { VertexNormalsHelper } from "three/addons/helpers/VertexNormalsHelper.js";
import type { GLTF } from "three/addons/loaders/GLTFLoader.js";
import type { Casters } from "./casters.ts";
import type { Spot } from "./choice.ts";
import { coarsened, refined } from "./coarse.ts";
import { counted, gathered, grouped, rounded, sentence } from "./dom.ts";
import { Face, isPose } from "./face.ts";
import { limbsOf } from "./figure.ts";
import { Flight } from "./flight.ts";
import type { Lamps } from "./lamps.ts";
import { type Levels, Square } from "./levels.ts";
import { Pace } from "./pace.ts";
import type { Air } from "./protocol.ts";
import { type Shading, Shader } from "./shading.ts";
import { Outdoors } from "./sky.ts";
import { ground, OWN, person, type Room, STUD, Studio } from "./studio.ts";
import { end, upload } from "./upload.ts";

/** Vertices above which no normals are drawn. */
const MOST_NORMALS = 200_000;
/** Meshes of one shape and material that are drawn at once. */
const FEW = 8;
/** Triangles that are marked at most. */
const MOST_MARKED = 200_000;
/** Joints whose names are written. */
const MOST_NAMES = 150;
/** Parts of one instance that are marked. */
const MOST_BOXES = 1000;
/** Nodes that differ and are marked. */
const MOST_DIFFERENCES = 300;
const DIFFERENCES: Record<string, number> = { added: 0x2a9d5c, moved: 0x2f6fdc, renamed: 0x2f6fdc, changed: 0xd07a00 };
/** Metres a second: 16 studs. */
const WALK = 4.48;
/** Metres from which on things are seen. */
const HAND = 0.08;
/** Metres of the eye above the ground, how near a wall may come, and how fast what falls becomes faster, as in Roblox. */
const EYE = 1.4;
const WALL = 0.4;
const GRAVITY = 54.9;
/** Seconds of a turn, the angle of a swing in a place, and milliseconds between two pictures meanwhile. */
const TURN = 24;
const SWING = 0.05;
const PAUSE = 30;
/** Milliseconds that the camera stands still for before the picture has all of its points again. */
const REST = 250;
/** What a coarser form is called. */
export const FAR = "the same, far away";

/** How a stage draws. */
export const CONTEXT = { antialias: true, alpha: true, preserveDrawingBuffer: true };

/** What can be drawn over the model. */
export type Overlay = "wire" | "bounds" | "spikes" | "skeleton" | "ground" | "person";

/** What is marked in the model: the parts of an instance with those in it, which have the numbers up to an end, or a spot of a mesh. */
export type Marks = { node: number; end: number } | { spot: Spot };

/** What the parts of a mesh are: the end of the indices of each, and the number of its node. */
export interface Pieces {
  ends: Uint32Array;
  nodes: Uint32Array;
}

/** A camera. */
export interface View {
  position: three.Vector3;
  target: three.Vector3;
  fov: number;
}

/** What is shown, whatever it was made of. */
export interface Shown {
  /** The finest level, other levels, shapes for collisions. */
  scenes: three.Group[];
  animations: three.AnimationClip[];
  /** The length of 1 in metres. */
  unit: number;
  /** How many parts and triangles there are, where meshes do not tell. */
  nParts?: number;
  nTriangles?: number;
  /** What chooses the form of copies by their distance. */
  levels?: Levels;
  casters?: Casters;
  lamps?: Lamps;
  /** The camera of the first picture, and the one that was saved in a place. */
  view: View | null;
  saved?: View | null;
  /** The light of a place. */
  sky: Air | null;
}

/** What a GLB has. */
export function shownOf({ scene, scenes, animations, cameras: [given] }: GLTF): Shown {
  const units: unknown = scene.userData["rezkit"]?.units;
  const unit = units === "stud" ? STUD : typeof units === "number" && units > 0 ? units : 1;
  const target = given && aim(given);
  const view = given instanceof three.PerspectiveCamera && target ? { position: given.getWorldPosition(new three.Vector3()), target, fov: given.fov } : null;
  scenes.forEach(instanced);
  return { scenes, animations, unit, view, sky: null };
}

export interface Level {
  name: string;
  nTriangles: number;
}

export class Stage {
  /** Actions; poses of a face are mixed by its controls. */
  readonly clips: three.AnimationClip[];
  readonly poses: three.AnimationClip[];
  readonly levels: Level[];
  /** The numbers of triangles of the levels of detail, where one list has them all. */
  slices: number[] = [];
  onFacts: (text: string) => void = () => {};
  onChosen: () => void = () => {};
  onTime: (share: number) => void = () => {};
  /** Called when the camera stands elsewhere. */
  onMoved: () => void = () => {};
  clip = -1;
  joint = 0;
  #model: Shown;
  readonly #viewer: HTMLElement;
  readonly #names: HTMLElement;
  readonly #renderer: three.WebGLRenderer;
  readonly #scene = new three.Scene();
  readonly #studio: Room;
  readonly #flight: Flight;
  readonly #shader = new Shader();
  readonly #caster = new three.Raycaster();
  readonly #camera = new three.PerspectiveCamera(40, 1, 0.01, 1000);
  readonly #controls: OrbitControls;
  readonly #observer: ResizeObserver;
  readonly #helpers = new Map<string, three.Object3D[]>();
  readonly #on = new Set<Overlay>(["ground"]);
  #shading: Shading = "lit";
  #shown: three.Object3D = new three.Group();
  #mixer: three.AnimationMixer | null = null;
  #action: three.AnimationAction | null = null;
  #face: Face | null = null;
  #isPlaying = false;
  #lastTime = 0;
  #frame = 0;
  readonly #pace = new Pace();
  /** Where the camera was in the last picture, and what draws one with all points when it rests. */
  readonly #stood = new three.Matrix4();
  #rest = 0;
  /** Meshes of the finest level in whose places are coarse ones. */
  #large: three.Mesh[] = [];
  /** The box around what is shown. */
  #box: three.Box3 | null = null;
  /** Whether the camera goes around by itself, until somebody takes it. */
  #isTurning = false;
  /** Whether somebody has moved the camera. */
  isTaken = false;
  /** Whether there are joints and no mesh. */
  readonly #isBare: boolean;
  /** How fast the camera falls. */
  #fallen = 0;

  constructor(viewer: HTMLElement, canvas: HTMLCanvasElement, names: HTMLElement, model: Shown) {
    this.#model = model;
    this.#viewer = viewer;
    this.#names = names;
    this.clips = model.animations.filter((clip) => !isPose(clip));
    this.poses = model.animations.filter(isPose);
    this.levels = model.scenes.map((scene, i) => ({ name: i === 0 ? "finest" : sceneName(scene.name, i), nTriangles: model.nTriangles ?? meshesIn(scene).reduce((sum, mesh) => sum + triangles(mesh), 0) }));
    this.#renderer = new three.WebGLRenderer({ canvas, ...CONTEXT });
    // Colours of a place are those of its description.
    if (!model.sky) this.#renderer.toneMapping = three.NeutralToneMapping;
    // What programs say of themselves would be waited for.
    this.#renderer.debug.checkShaderErrors = false;
    this.#studio = model.sky ? new Outdoors(this.#scene, this.#renderer, model.sky, model.unit) : new Studio(this.#scene);
    if (model.sky) this.#on.delete("ground");
    // Actions without a mesh are seen by the joints that they move.
    this.#isBare = model.scenes.every((scene) => meshesIn(scene).length === 0) && model.scenes.some((scene) => bonesIn(scene).length > 0);
    model.scenes.forEach(paintHulls);
    // Before those that act on a key end its way.
    for (const taken of ["pointerdown", "wheel", "keydown"]) canvas.addEventListener(taken, () => this.#take(), { passive: true, capture: true });
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.listenToKeyEvents(canvas);
    this.#controls.addEventListener("change", () => {
      this.draw();
      this.onMoved();
    });
    this.#flight = new Flight(canvas, this.#camera, this.#controls, () => this.draw(), (way) => (this.#distance(way) ?? Infinity) - Math.min(WALL / this.unit, this.#extent() / 100));
    canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#observer = new ResizeObserver(() => this.resize());
    this.#observer.observe(viewer);
  }

  /** The length of 1 in metres. */
  get unit(): number {
    return this.#model.unit;
  }

  get unitName(): string {
    return this.unit === STUD ? "stud" : "metre";
  }

  meshes(): three.Mesh[] {
    return meshesIn(this.#shown);
  }

  /** Shows large meshes coarsely at first; returns what has to be prepared before they are shown as they are, if there are any. */
  coarsen(): Shown | null {
    const { scenes: [scene], levels, view } = this.#model;
    // From inside, single triangles are seen.
    const isOutside = scene && !levels && !(view && new three.Box3().setFromObject(scene).containsPoint(view.position));
    this.#large = isOutside ? coarsened(meshesIn(scene)) : [];
    const copies = this.#large.map((mesh) => mesh.clone(false));
    for (const { layers } of copies) layers.set(0);
    return copies.length > 0 ? { ...this.#model, scenes: [new three.Group().add(...copies)] } : null;
  }

  /** Makes ready what draws the finest level, without holding up the page. */
  async prepare({ scenes: [scene] }: Shown = this.#model): Promise<void> {
    const others = this.#on.has("ground") ? [ground(new three.Box3()).object] : [];
    if (scene) await upload(this.#renderer, this.#scene, this.#camera, scene, others);
  }

  /** Shows a scene: the finest level, another level, or shapes for collisions. */
  choose(index: number): void {
    const scene = this.#model.scenes[index];
    if (!scene) return;
    this.#show(scene);
    this.frame();
    // Not in the task of the first picture, which takes long enough.
    this.#follow();
    this.onFacts(this.#said());
    this.onChosen();
  }

  /** Shows large meshes as they are. */
  showWhole(): void {
    refined(this.#large);
    this.draw();
    this.onFacts(this.#said());
  }

  /** Shows the same in more detail, from where the camera is. */
  refine(finer: Shown): void {
    const [scene] = finer.scenes;
    const [level] = this.levels;
    if (!scene || !level) return;
    const { scenes, view } = this.#model;
    this.#model = { ...finer, view };
    level.nTriangles = finer.nTriangles ?? level.nTriangles;
    if (finer.levels?.isOver) finer.levels.take(squared(scene, scenes.flatMap(meshesIn), this.unit));
    this.#show(scene);
    for (const mesh of scenes.flatMap(meshesIn)) mesh.geometry.dispose();
    this.draw();
    this.onFacts(this.#said());
  }

  #show(scene: three.Group): void {
    this.#shader.shade([], "lit", 0);
    for (const name of [...this.#helpers.keys()]) this.#helper(name, []);
    this.#scene.remove(this.#shown);
    this.#shown = scene;
    this.#box = null;
    this.#scene.add(scene);
    scene.updateMatrixWorld(true);
    if (this.#isBare) this.#dress();
    this.#mixer = new three.AnimationMixer(scene);
    this.#face = this.poses.length > 0 ? new Face(scene, this.poses) : null;
    this.act(this.clip);
    this.shade(this.#shading);
    for (const overlay of this.#on) this.overlay(overlay, true);
  }

  /** An animation alone moves a figure, which is nothing of the file. */
  #dress(): void {
    const moved = new Set(this.clips.flatMap(({ tracks }) => tracks.map(({ name }) => name.replace(/\.[^.]*$/, ""))));
    const limbs = limbsOf(this.joints(), ({ name, uuid }) => moved.has(name) || moved.has(uuid), nameOf);
    for (const [joint, limb] of limbs) {
      limb.userData[OWN] = true;
      joint.add(limb);
    }
    // Without a figure the skeleton is all that is seen.
    if (limbs.length === 0) this.#on.add("skeleton");
  }

  /** The level of detail that is shown: the number of its scene. */
  get level(): number {
    return Math.max(0, this.#model.scenes.indexOf(this.#shown as three.Group));
  }

  /** The ways to look at the surfaces that the model has what for. */
  get shadings(): Shading[] {
    const all = this.#model.scenes.flatMap(meshesIn);
    const has = (name: string): boolean => all.some((mesh) => name in mesh.geometry.attributes);
    const list: Shading[] = ["lit", "clay", "normals"];
    if (has("uv")) list.push("uv");
    if (all.some((mesh) => mesh instanceof three.SkinnedMesh)) list.push("weights");
    if (has("color")) list.push("colours");
    return list;
  }

  get shading(): Shading {
    return this.#shading;
  }

  shade(shading: Shading): void {
    this.#shading = shading;
    this.#shader.shade(this.meshes(), shading, this.joint);
    this.draw();
  }

  /** What can be drawn over the model. */
  get overlays(): Overlay[] {
    const all = this.#model.scenes.flatMap(meshesIn);
    const nVertices = all.reduce((sum, mesh) => sum + (mesh.geometry.attributes["position"]?.count ?? 0), 0);
    const list: Overlay[] = ["wire", "bounds"];
    if (nVertices <= MOST_NORMALS && all.some((mesh) => "normal" in mesh.geometry.attributes)) list.push("spikes");
    if (this.#isBare || all.some((mesh) => mesh instanceof three.SkinnedMesh)) list.push("skeleton");
    return [...list, "ground", "person"];
  }

  isOn(overlay: Overlay): boolean {
    return this.#on.has(overlay);
  }

  overlay(overlay: Overlay, isOn: boolean): void {
    if (isOn) this.#on.add(overlay);
    else this.#on.delete(overlay);
    this.#helper(overlay, isOn ? this.#made(overlay) : []);
    // Both the model and the person are to be seen.
    if (overlay === "person") this.frame();
    if (overlay === "ground") this.onFacts(this.#said());
    this.draw();
  }

  #made(overlay: Overlay): three.Object3D[] {
    switch (overlay) {
      case "wire":
        return this.meshes().map(wired);
      case "bounds":
        return [new three.Box3Helper(this.#bounds(), 0x4568dc)];
      case "spikes":
        return this.meshes().filter((mesh) => !(mesh instanceof three.InstancedMesh) && mesh.geometry.attributes["normal"]).map((mesh) => new VertexNormalsHelper(mesh, this.#extent() / 40, 0x2a9d5c));
      case "skeleton":
        return [new three.SkeletonHelper(this.#shown)];
      case "ground":
        return [ground(this.#bounds()).object];
      case "person":
        return [person(this.#bounds(), this.unit, this.#camera.position.clone().sub(this.#controls.target))];
    }
  }

  /** What is under a point of the window: a joint where they are shown, an instance, or a triangle. */
  pick(x: number, y: number): Marks | null {
    const at = this.#placeOf(x, y);
    const joint = this.#isBare || this.#on.has("skeleton") ? this.#jointAt(at) : -1;
    if (joint >= 0) return { spot: { level: this.level, joint } };
    const hit = this.#hit(at);
    if (!hit) return null;
    const node = nodeOf(hit);
    if (node) return { node, end: node + 1 };
    const triangle = this.#firstTriangle() + (hit.faceIndex ?? 0);
    return { spot: { level: this.level, part: this.meshes().indexOf(hit.object as three.Mesh), triangles: [triangle, triangle + 1] } };
  }

  /** A point of the window, as the camera has it: from -1 to 1. */
  #placeOf(x: number, y: number): three.Vector2 {
    const { left, top, width, height } = this.#renderer.domElement.getBoundingClientRect();
    return new three.Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height);
  }

  #hit(at: three.Vector2): three.Intersection | undefined {
    this.#caster.setFromCamera(at, this.#camera);
    return this.#caster.intersectObjects(this.meshes().filter(({ visible }) => visible), false)[0];
  }

  /** Turns the camera to what is under a point of the window, and goes near it. */
  focus(x: number, y: number): void {
    const hit = this.#hit(this.#placeOf(x, y));
    if (!hit) return this.frame();
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    this.#controls.target.copy(hit.point);
    this.#camera.position.copy(hit.point).add(offset.setLength(Math.max(offset.length() / 2.5, this.#camera.near * 20)));
    this.#controls.update();
    this.draw();
  }

  #jointAt(at: three.Vector2): number {
    const reach = 12;
    const { clientWidth: width, clientHeight: height } = this.#viewer;
    let [best, nearest] = [-1, reach];
    this.joints().forEach((joint, i) => {
      const point = joint.getWorldPosition(new three.Vector3()).project(this.#camera);
      const distance = Math.hypot(((point.x - at.x) * width) / 2, ((point.y - at.y) * height) / 2);
      if (distance < nearest) [best, nearest] = [i, distance];
    });
    return best;
  }

  joints(): three.Object3D[] {
    const skinned = this.meshes().find((mesh) => mesh instanceof three.SkinnedMesh);
    return (skinned as three.SkinnedMesh | undefined)?.skeleton.bones ?? bonesIn(this.#shown);
  }

  /** Levels of a Roblox mesh are slices of one list of triangles. */
  #firstTriangle(): number {
    return this.firstOf(this.level);
  }

  firstOf(level: number): number {
    return this.slices.slice(0, level).reduce((sum, n) => sum + n, 0);
  }

  /** Marks parts of the model, by what they are marked for; nothing else is marked for that. */
  mark(marks: Marks | null, why: "chosen" | "pointed"): void {
    const colour = why === "chosen" ? 0xff8a00 : 0x00b8ff;
    if (marks && "spot" in marks) marks = { spot: { ...marks.spot, level: this.#levelOf(marks.spot) } };
    if (marks && "spot" in marks && why === "chosen") {
      if (marks.spot.level !== this.level && this.#model.scenes[marks.spot.level]) this.choose(marks.spot.level);
      if (marks.spot.joint !== undefined) this.joint = marks.spot.joint;
      if (this.#shading === "weights") this.shade("weights");
    }
    const objects = !marks ? [] : "node" in marks ? this.#boxes(marks, colour) : this.#spots(marks.spot, colour);
    this.#helper(why, objects);
    this.#viewer.dataset[why] = marks && objects.length > 0 ? JSON.stringify(marks) : "";
    this.draw();
  }

  /** Boxes around what differs from an older file, in a colour for each way. */
  differences(nodes: Map<number, string>): void {
    const boxes = [...nodes].slice(0, MOST_DIFFERENCES).flatMap(([node, kind]) => this.#boxes({ node, end: node + 1 }, DIFFERENCES[kind] ?? 0xd07a00));
    this.#helper("differences", boxes);
    this.#viewer.dataset["differences"] = String(boxes.length);
    this.draw();
  }

  /** Of a list with the triangles of all levels, a triangle tells the level. */
  #levelOf({ level, triangles }: Spot): number {
    if (!triangles || this.slices.length < 2) return level;
    let end = 0;
    const found = this.slices.findIndex((n) => triangles[0] < (end += n));
    return found < 0 ? level : found;
  }

  /** A box around each part of an instance and of those in it. */
  #boxes({ node, end }: { node: number; end: number }, colour: number): three.Object3D[] {
    const boxes: three.Object3D[] = [];
    const add = (box: three.Box3, matrix: three.Matrix4): void => {
      if (boxes.length >= MOST_BOXES) return;
      const edges = new three.LineSegments(
        new three.EdgesGeometry(new three.BoxGeometry(...box.getSize(new three.Vector3()).toArray())),
        new three.LineBasicMaterial({ color: colour, depthTest: false, transparent: true }),
      );
      edges.geometry.translate(...box.getCenter(new three.Vector3()).toArray());
      edges.applyMatrix4(matrix);
      edges.renderOrder = 9;
      boxes.push(edges);
    };
    const isIn = (number: number): boolean => number >= node && number < end;
    /** What is cut into squares has one box. */
    const around = new Map<number, three.Box3>();
    for (const mesh of this.meshes()) {
      const nodes = mesh.userData["nodes"] as ArrayLike<number> | undefined;
      const pieces = mesh.userData["pieces"] as Pieces | undefined;
      if (mesh instanceof three.InstancedMesh && nodes) {
        for (let i = 0; i < nodes.length; i++) {
          if (!isIn(nodes[i]!)) continue;
          const own = new three.Matrix4();
          mesh.getMatrixAt(i, own);
          mesh.geometry.computeBoundingBox();
          add(mesh.geometry.boundingBox!, own.premultiply(mesh.matrixWorld));
        }
      } else if (pieces) {
        pieces.nodes.forEach((number, i) => {
          if (!isIn(number)) return;
          const box = pieces.ends.length === 1 ? mesh.geometry.boundingBox! : boxOf(mesh.geometry, pieces.ends[i - 1] ?? 0, pieces.ends[i]!);
          around.set(number, box.clone().union(around.get(number) ?? box));
        });
      } else if (numbersAround(mesh).includes(node)) {
        mesh.geometry.computeBoundingBox();
        add(mesh.geometry.boundingBox!, mesh.matrixWorld);
      }
    }
    for (const box of around.values()) add(box, this.#shown.matrixWorld);
    return boxes;
  }

  #spots({ level, part, vertices, triangles, joint }: Spot, colour: number): three.Object3D[] {
    if (level !== this.level) return [];
    const points: three.Vector3[] = [];
    if (joint !== undefined) {
      const bone = this.joints()[joint];
      return bone ? [dots([bone.getWorldPosition(new three.Vector3())], colour)] : [];
    }
    const mesh = this.meshes()[part ?? 0];
    // A level is shown, and not marked.
    if (!mesh || (part === undefined && !vertices && !triangles)) return [];
    const place = (vertex: number): void => {
      const point = mesh.getVertexPosition(vertex, new three.Vector3());
      points.push(point.applyMatrix4(mesh.matrixWorld));
    };
    const { index, attributes } = mesh.geometry;
    const nVertices = attributes["position"]?.count ?? 0;
    if (vertices) {
      for (let i = vertices[0]; i < Math.min(vertices[1], nVertices, vertices[0] + MOST_MARKED); i++) place(i);
      return points.length > 0 ? [dots(points, colour)] : [];
    }
    const nCorners = index?.count ?? nVertices;
    const first = this.#firstTriangle();
    const [from, to] = triangles ?? [first, first + nCorners / 3];
    for (let i = 3 * (from - first); i < Math.min(3 * (to - first), nCorners, 3 * (from - first + MOST_MARKED)); i++) place(index ? index.getX(i) : i);
    if (points.length === 0) return [];
    const surface = new three.Mesh(
      new three.BufferGeometry().setFromPoints(points),
      new three.MeshBasicMaterial({ color: colour, side: three.DoubleSide, transparent: true, opacity: 0.75, toneMapped: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 }),
    );
    surface.renderOrder = 8;
    // A small triangle is seen by its corners.
    return points.length <= 30 ? [surface, dots(points, colour, 5)] : [surface];
  }

  /** Plays an action, or shows the rest. */
  act(clip: number): void {
    this.clip = clip;
    this.#action?.stop();
    this.#mixer?.stopAllAction();
    const found = this.clips[clip];
    this.#action = found && this.#mixer ? this.#mixer.clipAction(found).play() : null;
    this.isPlaying = this.#action !== null && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.draw();
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  set isPlaying(isPlaying: boolean) {
    this.#isPlaying = isPlaying && this.#action !== null;
    this.#lastTime = performance.now();
    this.draw();
  }

  /** How fast actions are, and whether they begin again. */
  tempo(speed: number, isLoop: boolean): void {
    if (!this.#mixer || !this.#action) return;
    this.#mixer.timeScale = speed;
    this.#action.setLoop(isLoop ? three.LoopRepeat : three.LoopOnce, isLoop ? Infinity : 1);
    this.#action.clampWhenFinished = true;
    if (isLoop) this.#action.paused = false;
  }

  /** Shows the action at a share of its time. */
  seek(share: number): void {
    if (!this.#action || !this.#mixer) return;
    const { duration } = this.#action.getClip();
    // The end itself would be the beginning of the next round.
    this.#action.paused = false;
    this.#action.time = Math.min(share, 0.9999) * duration;
    this.#mixer.update(0);
    this.draw();
  }

  /** Sets a control of the face. */
  pose(code: string, value: number): void {
    this.#face?.set(code, value);
    this.draw();
  }

  resetFace(): void {
    this.#face?.reset();
    this.draw();
  }

  /** Puts the camera where the GLB has one, which sees what pictures show. */
  frame(): void {
    const bounds = this.#bounds();
    const centre = bounds.getCenter(new three.Vector3());
    const radius = Math.max(1e-6, bounds.getSize(new three.Vector3()).length() / 2);
    const { view } = this.#model;
    const narrow = Math.max(1, 1 / this.#camera.aspect);
    const whole = (fov: number): number => (radius / Math.sin((fov * Math.PI) / 360)) * narrow;
    if (view) {
      const { position, target, fov } = view;
      this.#camera.fov = fov;
      // A camera inside of a place stays there.
      const isInside = bounds.containsPoint(position);
      this.#camera.position.copy(position).sub(target).multiplyScalar(isInside ? 1 : narrow).add(target);
      this.#controls.target.copy(target);
      // What turns, and is not only a part of the model, shows all of its sides.
      const isWhole = position.distanceTo(target) > whole(fov) / 2;
      if (this.#isTurning && isWhole && !isInside && !this.#model.sky) this.#include(bounds, narrow);
    } else {
      this.#camera.position.copy(centre).add(new three.Vector3(0.55, 0.4, 1).normalize().multiplyScalar(whole(this.#camera.fov) * 1.05));
      this.#controls.target.copy(centre);
    }
    const [figure] = this.#helpers.get("person") ?? [];
    if (figure) this.#include(new three.Box3().setFromObject(figure).union(bounds), narrow);
    this.#studio.face(this.#camera.position.clone().sub(this.#controls.target));
    this.#controls.update();
    this.draw();
  }

  /** The camera that was saved in a place. */
  get saved(): View | null {
    return this.#model.saved ?? null;
  }

  stand({ position, target, fov }: View): void {
    this.isTaken = true;
    this.#isTurning = false;
    this.#camera.fov = fov;
    this.#camera.position.copy(position);
    this.#controls.target.copy(target);
    this.#controls.update();
    this.draw();
  }

  get isWalking(): boolean {
    return this.#flight.isWalking;
  }

  /** Whether the camera walks on what is below it, and falls; else it flies. It begins where somebody looks. */
  set isWalking(isWalking: boolean) {
    this.#take();
    this.#fallen = 0;
    const hit = isWalking ? this.#hit(new three.Vector2(0, 0)) : undefined;
    if (hit) {
      const ahead = this.#controls.target.clone().sub(this.#camera.position).normalize();
      const eye = EYE / this.unit;
      this.#camera.position.copy(hit.point).addScaledVector(ahead, -2 * (WALL / this.unit));
      this.#camera.position.y += eye;
      // Who looked straight down looks north.
      if (ahead.setY(0).lengthSq() < 1e-6) ahead.set(0, 0, -1);
      this.#controls.target.copy(this.#camera.position).add(ahead.setLength(eye));
      this.#controls.update();
    }
    this.#flight.isWalking = isWalking;
    this.#lastTime = performance.now();
    this.draw();
  }

  /** Falls to what is below, or steps onto it. */
  #fall(seconds: number): void {
    const eye = EYE / this.unit;
    const below = this.#distance(new three.Vector3(0, -1, 0));
    // Below everything, nothing ends the fall.
    if (below === null) return void (this.#fallen = 0);
    this.#fallen += (GRAVITY / this.unit) * seconds;
    const down = Math.min(this.#fallen * seconds, below - eye);
    if (below - eye - down < 1e-3) this.#fallen = 0;
    this.#camera.position.y -= down;
    this.#controls.target.y -= down;
    this.#controls.update();
  }

  /** How far it is from the camera to what is in a direction. */
  #distance(direction: three.Vector3): number | null {
    this.#caster.set(this.#camera.position, direction);
    return this.#caster.intersectObjects(this.meshes().filter(({ visible }) => visible), false)[0]?.distance ?? null;
  }

  isMarked(why: string): boolean {
    return this.#helpers.has(why);
  }

  /** Looks as another one does. */
  standAs(other: Stage): void {
    this.isTaken = true;
    this.#camera.fov = other.#camera.fov;
    this.#camera.position.copy(other.#camera.position);
    this.#controls.target.copy(other.#controls.target);
    this.#camera.lookAt(this.#controls.target);
    this.draw();
  }

  /** Goes to what is marked for that, or to everything. */
  goTo(why: "chosen" | "pointed" | "differences"): void {
    const objects = this.#helpers.get(why) ?? [];
    if (objects.length === 0) return this.frame();
    const box = new three.Box3();
    for (const object of objects) box.expandByObject(object);
    this.isTaken = true;
    this.#isTurning = false;
    this.#include(box, Math.max(1, 1 / this.#camera.aspect), true);
    this.#controls.update();
    this.draw();
  }

  /** What is near is seen from a hand's breadth on, and what is far as long as it is there. */
  #planes(): void {
    const bounds = this.#bounds();
    const wide = bounds.getSize(new three.Vector3()).length();
    const away = bounds.distanceToPoint(this.#camera.position);
    this.#camera.near = Math.max(away * 0.9, Math.min(wide / 2000, HAND / this.unit));
    this.#camera.far = away + wide * 1.5 + this.#camera.near * 10;
    this.#camera.updateProjectionMatrix();
  }

  /** Goes back until a box is seen. */
  #include(box: three.Box3, narrow: number, isNear = false): void {
    const { center, radius } = box.getBoundingSphere(new three.Sphere());
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    const distance = (Math.max(radius, 1e-6) / Math.sin((this.#camera.fov * Math.PI) / 360)) * narrow;
    this.#controls.target.copy(center);
    this.#camera.position.copy(center).add(offset.setLength(isNear ? distance * 1.4 : Math.max(distance, offset.length())));
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#viewer;
    if (width === 0 || height === 0) return;
    this.#fit(1);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    if (!this.isTaken) this.frame();
    this.draw();
  }

  /** Gives pictures a share of the points of each side. */
  #fit(share: number): void {
    const { clientWidth: width, clientHeight: height } = this.#viewer;
    if (width === 0 || height === 0) return;
    const ratio = share * Math.min(2, window.devicePixelRatio);
    const { domElement: canvas } = this.#renderer;
    // Each time that a size is set, there is a new buffer, which is waited for.
    if (canvas.width !== Math.floor(width * ratio) || canvas.height !== Math.floor(height * ratio)) this.#renderer.setDrawingBufferSize(width, height, ratio);
  }

  draw(): void {
    if (this.#frame || !this.#shown.parent) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      const seconds = Math.min(0.1, (now - this.#lastTime) / 1000);
      this.#lastTime = now;
      if (this.#isPlaying && this.#action) {
        this.#mixer?.update(seconds);
        // What is played once pauses at its end.
        if (this.#action.paused) this.#isPlaying = false;
        const { duration } = this.#action.getClip();
        const share = duration > 0 ? this.#action.time / duration : 0;
        this.onTime(share > 1 ? share % 1 : share);
      }
      if (this.#isTurning) this.#turn(seconds);
      this.#flight.move(seconds, this.#speed());
      if (this.#flight.isWalking) this.#fall(seconds);
      for (const helper of this.#helpers.get("spikes") ?? []) (helper as VertexNormalsHelper).update();
      this.#follow();
      this.#model.lamps?.follow(this.#camera);
      this.#render();
      this.#writeNames();
      this.#viewer.dataset["drawn"] = String(Number(this.#viewer.dataset["drawn"] ?? 0) + 1);
      const { calls, triangles } = this.#renderer.info.render;
      Object.assign(this.#viewer.dataset, { calls, triangles });
      if (!this.#viewer.isConnected) return;
      if (this.#isPlaying || this.#flight.isMoving || this.#fallen !== 0) this.draw();
      else if (this.#isTurning) setTimeout(() => this.draw(), PAUSE);
    });
  }

  /** Draws, with fewer points where the camera moves and that would take long. */
  #render(): void {
    this.#camera.updateMatrix();
    // What turns by itself is only looked at.
    const isMoving = !this.#isTurning && (this.#isPlaying || !this.#camera.matrix.equals(this.#stood));
    this.#stood.copy(this.#camera.matrix);
    const { share } = this.#pace;
    this.#fit(isMoving ? share : 1);
    this.#renderer.render(this.#scene, this.#camera);
    this.#studio.finish?.(this.#scene, this.#camera);
    clearTimeout(this.#rest);
    if (!isMoving) return;
    void this.#pace.time(this.#renderer);
    if (share < 1) this.#sharpen();
  }

  /** Draws with all points when the camera has stood still for a while, and what it saw last is there. */
  #sharpen(): void {
    this.#rest = window.setTimeout(() => (this.#pace.isTaken ? this.#sharpen() : this.draw()), REST);
  }

  /** Chooses the forms of what is drawn, and what casts shadows, as the camera sees them. */
  #follow(): void {
    this.#planes();
    this.#model.levels?.follow(this.#camera.position, this.#controls.target);
    const shadow = this.#studio.follow?.(this.#camera, this.#controls.target, this.#bounds());
    if (shadow) this.#model.casters?.choose(this.#camera, shadow);
  }

  #take(): void {
    this.isTaken = true;
    this.#isTurning = false;
  }

  get isTurning(): boolean {
    return this.#isTurning;
  }

  /** Turns around the model; in a place, where walls may stand around the camera, it only swings. */
  set isTurning(isTurning: boolean) {
    this.#isTurning = isTurning && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#lastTime = performance.now();
    this.draw();
  }

  #turn(seconds: number): void {
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    const now = performance.now() / 1000;
    const angle = this.#model.sky ? SWING * Math.cos((2 * Math.PI * now) / TURN) * ((2 * Math.PI) / TURN) * seconds : (2 * Math.PI * seconds) / TURN;
    offset.applyAxisAngle(this.#camera.up, angle);
    this.#camera.position.copy(this.#controls.target).add(offset);
    this.#camera.lookAt(this.#controls.target);
    if (!this.#model.sky) this.#studio.face(offset);
  }

  /** Units a second: as a person walks, or in what is small, as wide as the model in four seconds. */
  #speed(): number {
    return Math.min(WALK / this.unit, this.#extent() / 4);
  }

  /** The names of joints, beside them. */
  #writeNames(): void {
    // Those of actions alone stand in the time line: here they would hide each other.
    const joints = this.#on.has("skeleton") && !this.#isBare ? this.joints().slice(0, MOST_NAMES) : [];
    const { clientWidth: width, clientHeight: height } = this.#viewer;
    while (this.#names.childElementCount > joints.length) this.#names.lastElementChild!.remove();
    joints.forEach((joint, i) => {
      const label = (this.#names.children[i] ?? this.#names.appendChild(document.createElement("span"))) as HTMLElement;
      const { x, y, z } = joint.getWorldPosition(new three.Vector3()).project(this.#camera);
      label.textContent = nameOf(joint);
      label.style.display = z < 1 ? "" : "none";
      label.style.transform = `translate(${((x + 1) / 2) * width + 5}px, ${((1 - y) / 2) * height - 8}px)`;
    });
  }

  /** What is seen, as a film of the pictures that are asked for. */
  film(): MediaStream {
    return this.#renderer.domElement.captureStream(0);
  }

  /** What a node is called in the file: the loader takes letters out of names that mean something in its paths. */
  titleOf(name: string): string {
    const node = this.#shown.getObjectByName(name) ?? this.#shown.getObjectByProperty("uuid", name);
    return node ? nameOf(node) : name;
  }

  /** The address of a copy of the last picture. */
  still(): string {
    return this.#renderer.domElement.toDataURL("image/webp");
  }

  /** The picture as it is seen, as a PNG file. */
  picture(): Promise<Blob | null> {
    this.#fit(1);
    this.#renderer.render(this.#scene, this.#camera);
    this.#studio.finish?.(this.#scene, this.#camera);
    return new Promise((resolve) => this.#renderer.domElement.toBlob(resolve, "image/png"));
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#isPlaying = this.#isTurning = false;
    this.#flight.end();
    this.#studio.end?.();
    this.#observer.disconnect();
    this.#controls.dispose();
    this.#shader.dispose();
    for (const scene of this.#model.scenes) for (const mesh of meshesIn(scene)) mesh.geometry.dispose();
    end(this.#renderer);
  }

  /** The arrow keys turn the model; with Ctrl or Shift they move it, which the controls do themselves. F goes to what is chosen. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "f") return this.goTo("chosen");
    if (event.shiftKey) return;
    const step = 0.12;
    const turns: Record<string, [number, number, number]> = {
      ArrowLeft: [-step, 0, 1], ArrowRight: [step, 0, 1], ArrowUp: [0, -step, 1], ArrowDown: [0, step, 1], "+": [0, 0, 0.9], "-": [0, 0, 1.1],
    };
    const turn = turns[event.key];
    if (!turn) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [around, over, nearer] = turn;
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    const at = new three.Spherical().setFromVector3(offset);
    at.theta += around;
    at.phi = Math.max(0.05, Math.min(Math.PI - 0.05, at.phi + over));
    at.radius *= nearer;
    this.#camera.position.setFromSpherical(at).add(this.#controls.target);
    this.#controls.update();
    this.draw();
  }

  #bounds(): three.Box3 {
    if (this.#box) return this.#box;
    const bounds = new three.Box3();
    // Of what lists were made the boxes are known.
    for (const mesh of this.meshes()) bounds.expandByObject(mesh, !mesh.userData["pieces"]);
    for (const bone of this.#isBare ? this.joints() : []) bounds.expandByPoint(bone.getWorldPosition(new three.Vector3()));
    // Limbs are around joints, and a head is above its own.
    if (this.#isBare && !bounds.isEmpty()) bounds.expandByScalar(bounds.getSize(new three.Vector3()).y * 0.08);
    this.#box = bounds.isEmpty() ? new three.Box3(new three.Vector3(-1, -1, -1), new three.Vector3(1, 1, 1)) : bounds;
    return this.#box;
  }

  #extent(): number {
    return this.#bounds().getSize(new three.Vector3()).length();
  }

  #said(): string {
    const meshes = this.meshes();
    const n = this.levels[this.level]?.nTriangles ?? 0;
    const nParts = this.#model.nParts ?? meshes.reduce((sum, mesh) => sum + (mesh instanceof three.InstancedMesh ? mesh.count : 1), 0);
    const bounds = this.#bounds();
    const extent = bounds.getSize(new three.Vector3()).toArray().map(rounded).join(" × ");
    const said = `${this.#isBare ? counted(this.joints().length, "joint") : `${counted(n, "triangle")}, ${counted(nParts, "part")}`}, ${extent}`;
    if (!this.#on.has("ground")) return said;
    const { square } = ground(bounds);
    return `${said}; a square is ${rounded(square)} ${this.unitName}${square === 1 ? "" : "s"}`;
  }

  #helper(name: string, objects: three.Object3D[]): void {
    for (const old of this.#helpers.get(name) ?? []) old.removeFromParent();
    if (objects.length === 0) this.#helpers.delete(name);
    else this.#helpers.set(name, objects);
    for (const object of objects) {
      object.userData[OWN] = true;
      if (!object.parent) this.#scene.add(object);
    }
  }
}

/** The meshes of a model, without what is drawn over it. */
function meshesIn(root: three.Object3D): three.Mesh[] {
  const meshes: three.Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof three.Mesh && !object.userData[OWN]) meshes.push(object);
  });
  return meshes;
}

/** Squares of a model in its scene, with those of a coarser form of it, which the scene then has as well. */
function squared(scene: three.Group, coarse: three.Mesh[], unit: number): Square[] {
  const bySquare = (meshes: three.Mesh[]): Map<string, three.Mesh[]> => gathered(meshes.filter(({ userData }) => userData["square"]), ({ userData }) => userData["square"] as string);
  const [fine, other] = [bySquare(meshesIn(scene)), bySquare(coarse)];
  return [...fine].flatMap(([square, meshes]) => {
    const coarser = other.get(square);
    if (!coarser) return [];
    for (const mesh of coarser) mesh.name = FAR;
    scene.add(...coarser);
    return [new Square(meshes, coarser, unit)];
  });
}

function bonesIn(root: three.Object3D): three.Object3D[] {
  const bones: three.Object3D[] = [];
  root.traverse((object) => object instanceof three.Bone && bones.push(object));
  return bones;
}

/** The edges of a mesh over its surface, moved as it is. */
function wired(mesh: three.Mesh): three.Object3D {
  const over = mesh.clone(false);
  over.material = new three.MeshBasicMaterial({ color: 0x1f2733, wireframe: true, transparent: true, opacity: 0.55, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });
  if (mesh.morphTargetInfluences) over.morphTargetInfluences = mesh.morphTargetInfluences;
  over.raycast = () => {};
  over.layers.set(0);
  mesh.parent?.add(over);
  return over;
}

/** Hulls are told apart by their colours. */
function paintHulls(scene: three.Object3D): void {
  const meshes = meshesIn(scene);
  const hulls = meshes.filter((mesh) => /_HULL_\d+/.test(nameOf(mesh)));
  // What is around all of them would hide them.
  for (const mesh of meshes.filter((mesh) => /_BOUND/.test(nameOf(mesh)))) {
    mesh.material = new three.MeshStandardMaterial({ color: 0x8f97a5, transparent: true, opacity: 0.18, depthWrite: false, side: three.DoubleSide });
  }
  hulls.forEach((mesh, i) => {
    // The angle of the golden section: no two neighbours are alike.
    const color = new three.Color().setHSL((i * 0.618_034) % 1, 0.55, 0.6);
    mesh.material = new three.MeshStandardMaterial({ color, roughness: 0.9, side: three.DoubleSide, flatShading: true, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });
  });
}

export function triangles(mesh: three.Mesh): number {
  const { index, attributes } = mesh.geometry;
  const n = (index ? index.count : (attributes["position"]?.count ?? 0)) / 3;
  return Math.floor(n) * (mesh instanceof three.InstancedMesh ? mesh.count : 1);
}

/** Points that are seen from everywhere. */
function dots(points: three.Vector3[], colour: number, size = 9): three.Points {
  const material = new three.PointsMaterial({ color: colour, size, sizeAttenuation: false, depthTest: false, transparent: true });
  const all = new three.Points(new three.BufferGeometry().setFromPoints(points), material);
  all.renderOrder = 9;
  return all;
}

/** The number of the instance that was hit. */
function nodeOf({ object, instanceId, faceIndex }: three.Intersection): number | undefined {
  const pieces = object.userData["pieces"] as Pieces | undefined;
  if (pieces) return pieces.nodes[pieces.ends.findIndex((end) => end > 3 * (faceIndex ?? 0))];
  const nodes = object.userData["nodes"] as ArrayLike<number> | undefined;
  return instanceId === undefined || !nodes ? numbersAround(object)[0] : nodes[instanceId];
}

/** The box around some triangles. */
function boxOf({ index, attributes }: three.BufferGeometry, first: number, end: number): three.Box3 {
  const [box, point] = [new three.Box3(), new three.Vector3()];
  const positions = attributes["position"] as three.BufferAttribute;
  for (let i = first; i < end; i++) box.expandByPoint(point.fromBufferAttribute(positions, index!.getX(i)));
  return box;
}

/** The numbers of the instances that an object is in, from the inside out. */
function numbersAround(object: three.Object3D): number[] {
  const numbers: number[] = [];
  for (let one: three.Object3D | null = object; one; one = one.parent) {
    const number: unknown = one.userData["rezkit"]?.node;
    if (typeof number === "number") numbers.push(number);
  }
  return numbers;
}

/** What a camera of ours looks at. */
function aim(camera: three.Camera): three.Vector3 | null {
  const target: unknown = camera.userData["rezkit"]?.target;
  return Array.isArray(target) && target.length === 3 ? new three.Vector3(...(target as [number, number, number])) : null;
}

function materials(mesh: three.Mesh): three.MeshStandardMaterial[] {
  return (Array.isArray(mesh.material) ? mesh.material : [mesh.material]) as three.MeshStandardMaterial[];
}

/** As the file has it: the loader takes letters out of names that mean something in its paths. */
export function nameOf(mesh: three.Object3D): string {
  return String(mesh.userData["name"] ?? mesh.name) || "mesh";
}

/** `lod1` for people. */
function sceneName(name: string, index: number): string {
  const level = /^lod(\d+)$/i.exec(name);
  return level ? `level of detail ${level[1]}` : sentence(name || `scene ${index + 1}`).toLowerCase();
}

/** Draws meshes that share a shape and a material at once, so that a place of many parts stays fluent. */
function instanced(scene: three.Object3D): void {
  scene.updateMatrixWorld(true);
  const still = meshesIn(scene).filter((mesh) => !(mesh instanceof three.SkinnedMesh) && !mesh.morphTargetInfluences?.length);
  const alike = gathered(still, (mesh) => `${mesh.geometry.uuid} ${materials(mesh).map(({ uuid }) => uuid).join(" ")}`);
  const back = scene.matrixWorld.clone().invert();
  for (const meshes of alike.values()) {
    const [first] = meshes;
    if (!first || meshes.length < FEW) continue;
    const all = new three.InstancedMesh(first.geometry, first.material, meshes.length);
    all.name = `${nameOf(first)} and ${grouped(meshes.length - 1)} like it`;
    all.userData["nodes"] = meshes.map((mesh) => numbersAround(mesh)[0] ?? 0);
    meshes.forEach((mesh, i) => {
      all.setMatrixAt(i, back.clone().multiply(mesh.matrixWorld));
      mesh.removeFromParent();
    });
    scene.add(all);
  }
}
