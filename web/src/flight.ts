// Flying or walking through a model: the letters W A S D, Q and E; Shift is faster, the wheel sets how fast, the right button looks around.

import * as three from "three";
import type { OrbitControls } from "three/addons/controls/OrbitControls.js";

const LETTERS = "wasdqe";
const DOWN = new three.Vector3(0, -1, 0);
/** How much faster Shift is, and what the wheel may make of the speed. */
const FASTER = 4;
const [SLOWEST, FASTEST] = [1 / 16, 32];
/** Radians for a pixel. */
const TURN = 0.004;

export class Flight {
  readonly #camera: three.PerspectiveCamera;
  readonly #controls: OrbitControls;
  readonly #draw: () => void;
  /** How far the camera can go in a direction before it is too near to what is there. */
  readonly #room: (way: three.Vector3) => number;
  readonly #held = new Set<string>();
  #isFast = false;
  #factor = 1;
  #isWalking = false;

  constructor(canvas: HTMLCanvasElement, camera: three.PerspectiveCamera, controls: OrbitControls, draw: () => void, room: (way: three.Vector3) => number) {
    this.#camera = camera;
    this.#controls = controls;
    this.#draw = draw;
    this.#room = room;
    controls.mouseButtons = { LEFT: three.MOUSE.ROTATE, MIDDLE: three.MOUSE.PAN };
    canvas.addEventListener("keydown", (event) => this.#press(event), { capture: true });
    canvas.addEventListener("keyup", (event) => {
      this.#held.delete(event.key.toLowerCase());
      this.#isFast = event.shiftKey;
    });
    canvas.addEventListener("blur", () => this.#held.clear());
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { capture: true, passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointermove", (event) => (event.buttons === 2 || (this.#isWalking && event.buttons === 1)) && this.#look(event.movementX, event.movementY));
  }

  get isMoving(): boolean {
    return this.#held.size > 0;
  }

  get isWalking(): boolean {
    return this.#isWalking;
  }

  /** Who walks looks around with either button, and does not turn around what is far away. */
  set isWalking(isWalking: boolean) {
    this.#isWalking = isWalking;
    this.#controls.enableRotate = !isWalking;
  }

  #press(event: KeyboardEvent): void {
    this.#isFast = event.shiftKey;
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || letter.length !== 1 || !LETTERS.includes(letter)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#held.add(letter);
    this.#draw();
  }

  /** While somebody flies, the wheel sets the speed; else it goes nearer. */
  #wheel(event: WheelEvent): void {
    if (!this.isMoving) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#factor = Math.min(FASTEST, Math.max(SLOWEST, this.#factor * (event.deltaY < 0 ? 1.25 : 0.8)));
  }

  /** Turns the head. */
  #look(x: number, y: number): void {
    const { position, up } = this.#camera;
    const offset = this.#controls.target.clone().sub(position);
    const at = new three.Spherical().setFromVector3(offset.applyAxisAngle(up, -x * TURN));
    at.phi = Math.min(Math.PI - 0.05, Math.max(0.05, at.phi + y * TURN));
    this.#controls.target.copy(position).add(offset.setFromSpherical(at));
    this.#controls.update();
    this.#draw();
  }

  /** Moves camera and target by the letters that are held, at so many units a second. */
  move(seconds: number, speed: number): void {
    if (!this.isMoving) return;
    const ahead = this.#controls.target.clone().sub(this.#camera.position);
    if (this.#isWalking) ahead.y = 0;
    ahead.normalize();
    const aside = ahead.clone().cross(this.#camera.up).normalize();
    const move = new three.Vector3();
    const up = this.#isWalking ? new three.Vector3() : this.#camera.up;
    const ways: [string, three.Vector3, number][] = [["w", ahead, 1], ["s", ahead, -1], ["d", aside, 1], ["a", aside, -1], ["e", up, 1], ["q", up, -1]];
    for (const [letter, way, sign] of ways) if (this.#held.has(letter)) move.addScaledVector(way, sign);
    if (this.#isWalking && (move.lengthSq() === 0 || this.#room(move.clone().normalize()) <= 0)) return;
    move.setLength(seconds * speed * this.#factor * (this.#isFast ? FASTER : 1));
    // Who flies ahead and looks down does not come through the ground.
    if (!this.#isWalking && move.y < 0) move.y = -Math.min(-move.y, Math.max(0, this.#room(DOWN)));
    this.#camera.position.add(move);
    this.#controls.target.add(move);
    this.#controls.update();
  }

  end(): void {
    this.#held.clear();
  }
}
