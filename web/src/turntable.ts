// A model that turns slowly.

import * as three from "three";
import type { Shown } from "./stage.ts";
import { Studio } from "./studio.ts";

/** Milliseconds between two pictures. */
const FRAME = 30;
/** Seconds of a turn. */
const TURN = 24;

/** A model that turns slowly, and stands still for those who want no motion. */
export class Turntable {
  readonly canvas: HTMLCanvasElement;
  /** Draws, and goes on as long as the canvas is in the page. */
  turn: () => void = () => {};

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  show(model: Shown): void {
    const [shown] = model.scenes;
    if (!shown) return;
    const renderer = new three.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true });
    renderer.toneMapping = three.NeutralToneMapping;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    renderer.setSize(Math.max(1, width), Math.max(1, height), false);
    const scene = new three.Scene();
    const studio = new Studio(scene);
    scene.add(shown);
    scene.updateMatrixWorld(true);
    const { camera, centre, offset } = framed(shown);
    camera.aspect = Math.max(1, width) / Math.max(1, height);
    camera.updateProjectionMatrix();
    const mixer = new three.AnimationMixer(shown);
    const [clip] = model.animations.filter(({ duration }) => duration > 0);
    if (clip) mixer.clipAction(clip).play();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = performance.now();
    let last = start;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = (now: number): void => {
      if (!this.canvas.isConnected) return;
      const turned = offset.clone().applyAxisAngle(new three.Vector3(0, 1, 0), isStill ? 0 : ((now - start) / 1000 / TURN) * 2 * Math.PI);
      camera.position.copy(centre).add(turned);
      camera.lookAt(centre);
      studio.face(turned);
      mixer.update(isStill ? 0 : Math.min(0.1, (now - last) / 1000));
      last = now;
      renderer.render(scene, camera);
      // A slow turn needs no more pictures than a film has.
      if (!isStill) timer = setTimeout(() => requestAnimationFrame(draw), FRAME);
    };
    this.turn = () => {
      clearTimeout(timer);
      draw(performance.now());
    };
    this.turn();
  }
}

/** A camera that sees all of a model from its front, and where it stands from the middle. */
function framed(shown: three.Object3D): { camera: three.PerspectiveCamera; centre: three.Vector3; offset: three.Vector3 } {
  const bounds = new three.Box3().setFromObject(shown);
  const radius = Math.max(1e-6, bounds.getSize(new three.Vector3()).length() / 2);
  const camera = new three.PerspectiveCamera(35, 1);
  const centre = bounds.getCenter(new three.Vector3());
  const offset = new three.Vector3(0.55, 0.4, 1).setLength(radius / Math.sin((35 * Math.PI) / 360));
  camera.near = offset.length() / 1000;
  camera.far = offset.length() + 4 * radius;
  camera.updateProjectionMatrix();
  camera.position.copy(centre).add(offset);
  camera.lookAt(centre);
  return { camera, centre, offset };
}
