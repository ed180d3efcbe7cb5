// Small pictures of many models, by one canvas that nobody sees.

import * as three from "three";
import type { Summary } from "./protocol.ts";
import { Outdoors } from "./sky.ts";
import type { Shown } from "./stage.ts";
import { type Room, Studio } from "./studio.ts";
import { end, isDrawn, upload } from "./upload.ts";

/** Materials that are kept: what is compiled for one draws the next that is like it. */
const KEPT = 16;

export class Painter {
  readonly #side: number;
  /** How many pictures are wanted. */
  n = 0;
  #renderer: three.WebGLRenderer | null | undefined;
  readonly #kept: three.Material[] = [];
  /** One after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(side: number) {
    this.#side = side;
  }

  /** The picture of a model as an address, or an empty text. */
  paint(model: Shown, { identity }: Summary): Promise<string> {
    this.n++;
    const painted = this.#last.then(() => this.#paint(model, identity.family)).finally(() => this.n--);
    this.#last = painted.catch(() => {});
    return painted;
  }

  async #paint(model: Shown, family: string): Promise<string> {
    const renderer = (this.#renderer ??= this.#made());
    const [shown] = model.scenes;
    if (!renderer || !shown) return "";
    const scene = new three.Scene();
    const room: Room = model.sky ? new Outdoors(scene, renderer, model.sky, model.unit) : new Studio(scene);
    scene.add(shown);
    scene.updateMatrixWorld(true);
    const { camera, centre, offset } = framed(shown, model, family);
    room.face(offset);
    model.levels?.follow(camera.position, centre);
    await upload(renderer, scene, camera, shown);
    room.follow?.(camera, centre, new three.Box3().setFromObject(shown));
    model.lamps?.follow(camera);
    renderer.render(scene, camera);
    const isDone = await isDrawn(renderer);
    room.end?.();
    shown.traverse((object) => {
      if (!(object instanceof three.Mesh)) return;
      object.geometry.dispose();
      if (object instanceof three.SkinnedMesh) object.skeleton.dispose();
      this.#kept.push(...[object.material].flat());
    });
    for (const material of this.#kept.splice(0, Math.max(0, this.#kept.length - KEPT))) material.dispose();
    return isDone ? renderer.domElement.toDataURL() : "";
  }

  #made(): three.WebGLRenderer | null {
    try {
      const renderer = new three.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
      renderer.setSize(this.#side, this.#side, false);
      renderer.toneMapping = three.NeutralToneMapping;
      return renderer;
    } catch {
      return null;
    }
  }
}

/** A camera that sees all of a model from its front, and where it stands from the middle. */
function framed(shown: three.Object3D, { view }: Shown, family: string): { camera: three.PerspectiveCamera; centre: three.Vector3; offset: three.Vector3 } {
  const bounds = new three.Box3().setFromObject(shown);
  const radius = Math.max(1e-6, bounds.getSize(new three.Vector3()).length() / 2);
  const camera = new three.PerspectiveCamera(view?.fov ?? 35, 1);
  const centre = view?.target.clone() ?? bounds.getCenter(new three.Vector3());
  // What Roblox has looks along −Z.
  const front = family.startsWith("rbx") ? -1 : 1;
  const offset = view ? view.position.clone().sub(view.target) : new three.Vector3(0.55 * front, 0.4, front).setLength(radius / Math.sin((35 * Math.PI) / 360));
  camera.near = offset.length() / 1000;
  camera.far = offset.length() + 4 * radius;
  camera.updateProjectionMatrix();
  camera.position.copy(centre).add(offset);
  camera.lookAt(centre);
  return { camera, centre, offset };
}

/** Milliseconds between two pictures. */
const FRAME = 30;
/** Seconds of a turn. */
const TURN = 24;

/** A model that turns slowly, and stands still for those who want no motion. */
export class Turntable {
  readonly canvas: HTMLCanvasElement;
  #renderer: three.WebGLRenderer | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  async show(model: Shown, family: string): Promise<void> {
    const [shown] = model.scenes;
    if (!shown) return;
    const renderer = (this.#renderer = new three.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true }));
    renderer.toneMapping = three.NeutralToneMapping;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    renderer.setSize(Math.max(1, width), Math.max(1, height), false);
    const scene = new three.Scene();
    const studio = new Studio(scene);
    scene.add(shown);
    scene.updateMatrixWorld(true);
    const { camera, centre, offset } = framed(shown, model, family);
    camera.aspect = Math.max(1, width) / Math.max(1, height);
    camera.updateProjectionMatrix();
    const mixer = new three.AnimationMixer(shown);
    const [clip] = model.animations.filter(({ duration }) => duration > 0);
    if (clip) mixer.clipAction(clip).play();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = performance.now();
    let last = start;
    const draw = (now: number): void => {
      if (!this.#renderer) return;
      const turned = offset.clone().applyAxisAngle(new three.Vector3(0, 1, 0), isStill ? 0 : ((now - start) / 1000 / TURN) * 2 * Math.PI);
      camera.position.copy(centre).add(turned);
      camera.lookAt(centre);
      studio.face(turned);
      mixer.update(isStill ? 0 : Math.min(0.1, (now - last) / 1000));
      last = now;
      if (this.canvas.isConnected) renderer.render(scene, camera);
      // A slow turn needs no more pictures than a film has.
      if (!isStill) setTimeout(() => requestAnimationFrame(draw), FRAME);
    };
    draw(start);
  }

  end(): void {
    if (this.#renderer) end(this.#renderer);
    this.#renderer = null;
  }
}
