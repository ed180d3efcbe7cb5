// The model in three dimensions, from the GLB that can be saved.

import * as three from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { VertexNormalsHelper } from "three/addons/helpers/VertexNormalsHelper.js";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { convert, type Made } from "./convert.ts";
import { counted, grouped, h, rounded, sentence } from "./dom.ts";
import { because, type Opened, type View } from "./view.ts";

/** Vertices above which no normals are drawn. */
const MOST_NORMALS = 200_000;
/** Meshes of one shape and material that are drawn at once. */
const FEW = 8;
/** Parts that are listed. */
const MOST_PARTS = 300;

interface Switch {
  label: string;
  title: string;
  isOn: boolean;
  apply: (isOn: boolean) => void;
}

export class ModelView implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #bar = h("div", { class: "toolbar" });
  readonly #canvas = h("canvas", { tabIndex: 0, role: "img", "aria-label": "The model" });
  readonly #facts = h("p", { class: "facts-line" });
  readonly #viewer = h("div", { class: "viewer" }, this.#canvas, this.#facts);
  #made: Promise<Made> | null = null;
  #stage: Stage | null = null;

  constructor(file: Opened) {
    this.#file = file;
    this.#bar.append(h("span", { class: "dim", role: "status" }, "Making the model…"));
    this.element = h("div", { class: "panel fixed" }, this.#bar, this.#viewer);
    this.made().then(
      (made) => this.#show(made),
      (error) => this.#fail(error),
    );
  }

  /** The GLB, which is made once. */
  made(): Promise<Made> {
    this.#made ??= convert(this.#file, { to: "glb" });
    return this.#made;
  }

  shown(): void {
    this.#stage?.resize();
  }

  ended(): void {
    this.#stage?.dispose();
  }

  #fail(error: unknown): void {
    this.#bar.replaceChildren(h("span", { role: "status" }, `It cannot be shown: ${because(error)}.`));
    this.#canvas.hidden = true;
  }

  async #show(made: Made): Promise<void> {
    try {
      // Textures of the file alone: a name of another file leads nowhere here.
      const manager = new three.LoadingManager();
      manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : "data:,"));
      const bytes = made.bytes.slice(0, made.report.n_bytes).buffer;
      const gltf = await new GLTFLoader(manager).parseAsync(bytes, "");
      this.#stage = new Stage(this.#viewer, this.#canvas, gltf);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#controls(this.#stage);
    this.#stage.onFacts = (text) => {
      this.#facts.textContent = text;
      this.#canvas.setAttribute("aria-label", `The model: ${text}`);
    };
    this.#stage.choose(0);
  }

  #controls(stage: Stage): void {
    const parts: HTMLElement[] = [];
    if (stage.names.length > 1) {
      const select = h("select", { onchange: () => stage.choose(Number(select.value)) }, ...stage.names.map((name, i) => h("option", { value: String(i) }, name)));
      parts.push(h("label", null, "Show", select));
    }
    for (const { label, title, isOn, apply } of stage.switches()) {
      const box = h("input", { type: "checkbox", checked: isOn, onchange: () => apply(box.checked) });
      parts.push(h("label", { title }, box, label));
    }
    if (stage.clips.length > 0) parts.push(...player(stage));
    const list = this.#parts(stage);
    parts.push(h("span", { class: "grow" }));
    if (list) {
      list.hidden = true;
      const toggle = h("button", { "aria-expanded": "false", onclick: () => {
        list.hidden = !list.hidden;
        toggle.setAttribute("aria-expanded", String(!list.hidden));
      } }, "Parts");
      parts.push(toggle);
      this.#viewer.append(list);
    }
    parts.push(h("button", { onclick: () => stage.frame() }, "Reset view"));
    this.#bar.replaceChildren(...parts);
  }

  /** The parts, each of which can be hidden. */
  #parts(stage: Stage): HTMLElement | null {
    const list = h("div", { class: "groups", role: "group", "aria-label": "Parts" });
    const fill = (): void => {
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
    stage.onChosen = fill;
    return list;
  }
}

/** A choice of actions and poses, play and pause, and the time. */
function player(stage: Stage): HTMLElement[] {
  const select = h("select", null, h("option", { value: "-1" }, "rest"), ...stage.clips.map((clip, i) => h("option", { value: String(i) }, clip.name.replace(/^FACS_/, "FACS: ") || `action ${i + 1}`)));
  const play = h("button", { "aria-label": "Play" }, "▶");
  const time = h("input", { type: "range", min: "0", max: "1", step: "0.001", value: "0", "aria-label": "Time" });
  const show = (): void => {
    play.textContent = stage.isPlaying ? "❚❚" : "▶";
    play.setAttribute("aria-label", stage.isPlaying ? "Pause" : "Play");
    play.disabled = time.disabled = stage.clip < 0;
  };
  select.addEventListener("change", () => {
    stage.act(Number(select.value));
    show();
  });
  play.addEventListener("click", () => {
    stage.isPlaying = !stage.isPlaying;
    show();
  });
  time.addEventListener("input", () => {
    stage.isPlaying = false;
    stage.seek(Number(time.value));
    show();
  });
  stage.onTime = (share) => (time.value = String(share));
  show();
  return [h("label", null, "Action", select), play, time];
}

function triangles(mesh: three.Mesh): number {
  const { index, attributes } = mesh.geometry;
  const n = (index ? index.count : (attributes["position"]?.count ?? 0)) / 3;
  return Math.floor(n) * (mesh instanceof three.InstancedMesh ? mesh.count : 1);
}

/** The canvas, drawn when something changes. */
class Stage {
  readonly clips: three.AnimationClip[];
  readonly names: string[];
  onFacts: (text: string) => void = () => {};
  onChosen: () => void = () => {};
  onTime: (share: number) => void = () => {};
  clip = -1;
  readonly #gltf: GLTF;
  readonly #viewer: HTMLElement;
  readonly #renderer: three.WebGLRenderer;
  readonly #scene = new three.Scene();
  readonly #sun = new three.DirectionalLight(0xffffff, 1.6);
  readonly #camera = new three.PerspectiveCamera(40, 1, 0.01, 1000);
  readonly #controls: OrbitControls;
  readonly #observer: ResizeObserver;
  readonly #helpers = new Map<string, three.Object3D[]>();
  readonly #originals = new Map<three.Material, { map: three.Texture | null; vertexColors: boolean }>();
  #shown: three.Object3D = new three.Group();
  #mixer: three.AnimationMixer | null = null;
  #action: three.AnimationAction | null = null;
  #isPlaying = false;
  #lastTime = 0;
  #frame = 0;

  constructor(viewer: HTMLElement, canvas: HTMLCanvasElement, gltf: GLTF) {
    this.#gltf = gltf;
    this.#viewer = viewer;
    this.clips = gltf.animations;
    this.names = gltf.scenes.map((scene, i) => (i === 0 ? "finest level" : sceneName(scene.name, i)));
    this.#renderer = new three.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.#renderer.toneMapping = three.NoToneMapping;
    this.#scene.add(new three.HemisphereLight(0xffffff, 0x8a8f9c, 2.1));
    this.#scene.add(this.#sun);
    for (const scene of gltf.scenes) instanced(scene);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.listenToKeyEvents(canvas);
    this.#controls.addEventListener("change", () => this.draw());
    canvas.addEventListener("keydown", (event) => this.#turn(event));
    this.#observer = new ResizeObserver(() => this.resize());
    this.#observer.observe(viewer);
  }

  meshes(): three.Mesh[] {
    const meshes: three.Mesh[] = [];
    this.#shown.traverse((object) => {
      if (object instanceof three.Mesh) meshes.push(object);
    });
    return meshes;
  }

  /** Shows a scene: the finest level, another level, or shapes for collisions. */
  choose(index: number): void {
    const scene = this.#gltf.scenes[index];
    if (!scene) return;
    for (const name of [...this.#helpers.keys()]) this.#helper(name, []);
    this.#scene.remove(this.#shown);
    this.#shown = scene;
    this.#scene.add(scene);
    scene.updateMatrixWorld(true);
    this.#mixer = new three.AnimationMixer(scene);
    this.act(this.clip);
    for (const { isOn, apply } of this.switches()) if (isOn) apply(true);
    this.frame();
    this.onFacts(this.#said());
    this.onChosen();
  }

  /** What can be switched on and off, where the file has it. */
  switches(): Switch[] {
    const all = this.#gltf.scenes.flatMap((scene) => {
      const meshes: three.Mesh[] = [];
      scene.traverse((object) => { if (object instanceof three.Mesh) meshes.push(object); });
      return meshes;
    });
    const has = (test: (mesh: three.Mesh) => boolean): boolean => all.some(test);
    const list: Switch[] = [
      { label: "Wireframe", title: "Edges of triangles instead of surfaces", isOn: this.#is("wireframe"), apply: (isOn) => this.#each("wireframe", isOn, (material) => (material.wireframe = isOn)) },
      { label: "Bounds", title: "The smallest box around everything", isOn: this.#is("bounds"), apply: (isOn) => this.#set("bounds", isOn, () => [new three.Box3Helper(this.#bounds(), 0x4568dc)]) },
    ];
    const vertices = all.reduce((sum, mesh) => sum + (mesh.geometry.attributes["position"]?.count ?? 0), 0);
    if (vertices <= MOST_NORMALS && has((mesh) => "normal" in mesh.geometry.attributes)) {
      list.push({ label: "Normals", title: "The direction of each vertex", isOn: this.#is("normals"), apply: (isOn) => this.#set("normals", isOn, () => this.meshes().filter((mesh) => !(mesh instanceof three.InstancedMesh)).map((mesh) => new VertexNormalsHelper(mesh, this.#extent() / 40, 0x2a9d5c))) });
    }
    if (has((mesh) => mesh instanceof three.SkinnedMesh)) {
      list.push({ label: "Skeleton", title: "The joints that move the model", isOn: this.#is("skeleton"), apply: (isOn) => this.#set("skeleton", isOn, () => [new three.SkeletonHelper(this.#shown)]) });
    }
    if (has((mesh) => "color" in mesh.geometry.attributes)) {
      list.push({ label: "Vertex colours", title: "Colours of vertices", isOn: !this.#is("no-colours"), apply: (isOn) => this.#each("no-colours", !isOn, (material, original) => (material.vertexColors = isOn && original.vertexColors)) });
    }
    if (has((mesh) => materials(mesh).some(({ map }) => map))) {
      list.push({ label: "Textures", title: "Images on the surfaces", isOn: !this.#is("no-textures"), apply: (isOn) => this.#each("no-textures", !isOn, (material, original) => (material.map = isOn ? original.map : null)) });
    }
    return list;
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

  /** Shows the action at a share of its time. */
  seek(share: number): void {
    if (!this.#action || !this.#mixer) return;
    const { duration } = this.#action.getClip();
    // The end itself would be the beginning of the next round.
    this.#action.time = Math.min(share, 0.9999) * duration;
    this.#mixer.update(0);
    this.draw();
  }

  /** Puts the camera where the GLB has one, which sees what pictures show. */
  frame(): void {
    const bounds = this.#bounds();
    const centre = bounds.getCenter(new three.Vector3());
    const radius = Math.max(1e-6, bounds.getSize(new three.Vector3()).length() / 2);
    const [given] = this.#gltf.cameras;
    const target = given && aim(given);
    const narrow = Math.max(1, 1 / this.#camera.aspect);
    if (given instanceof three.PerspectiveCamera && target) {
      this.#camera.fov = given.fov;
      const position = given.getWorldPosition(new three.Vector3());
      this.#camera.position.copy(position.sub(target).multiplyScalar(narrow).add(target));
      this.#controls.target.copy(target);
    } else {
      const distance = (radius / Math.sin((this.#camera.fov * Math.PI) / 360)) * narrow;
      this.#camera.position.copy(centre).add(new three.Vector3(0.55, 0.4, 1).normalize().multiplyScalar(distance * 1.05));
      this.#controls.target.copy(centre);
    }
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    // Whatever the front is, light falls on it.
    this.#sun.position.set(2, 4, 3).applyAxisAngle(new three.Vector3(0, 1, 0), Math.atan2(offset.x, offset.z) - Math.PI / 6);
    const distance = offset.length();
    this.#camera.near = distance / 1000;
    this.#camera.far = distance * 20;
    this.#camera.updateProjectionMatrix();
    this.#controls.update();
    this.draw();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#viewer;
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    const isFirst = this.#camera.aspect === 1;
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    if (isFirst) this.frame();
    this.draw();
  }

  draw(): void {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      if (this.#isPlaying && this.#action) {
        this.#mixer?.update(Math.min(0.1, (now - this.#lastTime) / 1000));
        this.#lastTime = now;
        const { duration } = this.#action.getClip();
        this.onTime(duration > 0 ? (this.#action.time % duration) / duration : 0);
      }
      for (const helper of this.#helpers.get("normals") ?? []) (helper as VertexNormalsHelper).update();
      this.#renderer.render(this.#scene, this.#camera);
      this.#viewer.dataset["drawn"] = String(Number(this.#viewer.dataset["drawn"] ?? 0) + 1);
      if (this.#isPlaying && this.#viewer.isConnected) this.draw();
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#isPlaying = false;
    this.#observer.disconnect();
    this.#controls.dispose();
    for (const mesh of this.meshes()) mesh.geometry.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  /** The arrow keys turn the model; with Ctrl or Shift they move it, which the controls do themselves. */
  #turn(event: KeyboardEvent): void {
    if (event.ctrlKey || event.shiftKey || event.metaKey) return;
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
    const bounds = new three.Box3().setFromObject(this.#shown, true);
    return bounds.isEmpty() ? new three.Box3(new three.Vector3(-1, -1, -1), new three.Vector3(1, 1, 1)) : bounds;
  }

  #extent(): number {
    return this.#bounds().getSize(new three.Vector3()).length();
  }

  #said(): string {
    const meshes = this.meshes();
    const n = meshes.reduce((sum, mesh) => sum + triangles(mesh), 0);
    const nParts = meshes.reduce((sum, mesh) => sum + (mesh instanceof three.InstancedMesh ? mesh.count : 1), 0);
    const extent = this.#bounds().getSize(new three.Vector3()).toArray().map(rounded).join(" × ");
    return `${counted(n, "triangle")}, ${counted(nParts, "part")}, ${extent}`;
  }

  #is(name: string): boolean {
    return this.#helpers.has(name);
  }

  #set(name: string, isOn: boolean, make: () => three.Object3D[]): void {
    this.#helper(name, []);
    if (isOn) this.#helper(name, make());
    this.draw();
  }

  #helper(name: string, objects: three.Object3D[]): void {
    for (const old of this.#helpers.get(name) ?? []) this.#scene.remove(old);
    if (objects.length === 0) this.#helpers.delete(name);
    else this.#helpers.set(name, objects);
    for (const object of objects) this.#scene.add(object);
  }

  /** Changes all materials, and remembers that under a name. */
  #each(name: string, isOn: boolean, change: (material: three.MeshStandardMaterial, original: { map: three.Texture | null; vertexColors: boolean }) => void): void {
    if (isOn) this.#helpers.set(name, []);
    else this.#helpers.delete(name);
    for (const scene of this.#gltf.scenes) {
      scene.traverse((object) => {
        if (!(object instanceof three.Mesh)) return;
        for (const material of materials(object)) {
          const original = this.#originals.get(material) ?? { map: material.map, vertexColors: material.vertexColors };
          this.#originals.set(material, original);
          change(material, original);
          material.needsUpdate = true;
        }
      });
    }
    this.draw();
  }
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
function nameOf(mesh: three.Object3D): string {
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
  const alike = new Map<string, three.Mesh[]>();
  scene.traverse((object) => {
    if (!(object instanceof three.Mesh) || object instanceof three.SkinnedMesh || object.morphTargetInfluences?.length) return;
    const key = `${object.geometry.uuid} ${materials(object).map(({ uuid }) => uuid).join(" ")}`;
    const same = alike.get(key);
    if (same) same.push(object);
    else alike.set(key, [object]);
  });
  const back = scene.matrixWorld.clone().invert();
  for (const meshes of alike.values()) {
    const [first] = meshes;
    if (!first || meshes.length < FEW) continue;
    const all = new three.InstancedMesh(first.geometry, first.material, meshes.length);
    all.name = `${nameOf(first)} and ${grouped(meshes.length - 1)} like it`;
    meshes.forEach((mesh, i) => {
      all.setMatrixAt(i, back.clone().multiply(mesh.matrixWorld));
      mesh.removeFromParent();
    });
    scene.add(all);
  }
}
