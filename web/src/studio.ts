// The room that a model stands in: light, ground, and a person for scale.

import * as three from "three";

/** Metres of a stud. */
export const STUD = 0.28;
/** The height of the person, in metres. */
const TALL = 1.8;
/** Lines of the ground on each side of the middle. */
const LINES = 10;

/** What belongs to the picture and not to the model. */
export const OWN = "own";

/** Where a model stands: what lights it. */
export interface Room {
  /** Turns lights to the side from which it is looked at. */
  face(offset: three.Vector3): void;
  /** Called before each picture; gives what makes its shadows, if they are made anew. */
  follow?(camera: three.Camera, target: three.Vector3, bounds: three.Box3): three.DirectionalLightShadow | null;
  /** Called after each picture, for what is added to it. */
  finish?(scene: three.Scene, camera: three.Camera): void;
  end?(): void;
}

/**
 * A neutral studio: a bright ceiling, one light from the side, a weaker one from the other, one from behind. Together
 * they give a white surface less than white; only what shines is clipped.
 */
export class Studio implements Room {
  readonly #lamps = new three.Group();

  constructor(scene: three.Scene) {
    scene.add(new three.HemisphereLight(0xffffff, 0xa4a4ab, 1.5));
    for (const [x, y, z, strength] of [[2, 4, 3, 1.9], [-4, 2, 2, 0.5], [-1, 3, -4, 0.5]] as const) {
      const lamp = new three.DirectionalLight(0xffffff, strength);
      lamp.position.set(x, y, z);
      this.#lamps.add(lamp);
    }
    scene.add(this.#lamps);
  }

  /** Turns the lights, so that they fall on the front whichever side that is. */
  face(offset: three.Vector3): void {
    this.#lamps.rotation.y = Math.atan2(offset.x, offset.z) - Math.PI / 6;
  }
}

/** The side of a square of the ground: 1, 2 or 5 of some unit, so that some ten of them are as wide as the model. */
function squareOf(width: number): number {
  const rough = Math.max(width, 1e-6) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
}

/** A grid below a model. */
export function ground(bounds: three.Box3): { object: three.Object3D; square: number } {
  const { x, z } = bounds.getSize(new three.Vector3());
  const square = squareOf(Math.max(x, z));
  const centre = bounds.getCenter(new three.Vector3());
  const grid = new three.GridHelper(2 * LINES * square, 2 * LINES, 0x7d8694, 0x9aa2af);
  grid.material.transparent = true;
  grid.material.opacity = 0.45;
  grid.material.depthWrite = false;
  // On lines through the origin, so that the squares can be counted.
  grid.position.set(Math.round(centre.x / square) * square, bounds.min.y - 0.0005 * square, Math.round(centre.z / square) * square);
  return { object: grid, square };
}

/** A person beside a model, to the right of who looks at it from `offset`; `unit` is the length of 1 in metres. */
export function person(bounds: three.Box3, unit: number, offset: three.Vector3): three.Object3D {
  const tall = TALL / unit;
  const material = new three.MeshStandardMaterial({ color: 0x8f97a5, roughness: 1, transparent: true, opacity: 0.8 });
  const figure = new three.Group();
  const part = (shape: three.BufferGeometry, x: number, y: number): void => {
    const mesh = new three.Mesh(shape, material);
    mesh.position.set(x * tall, y * tall, 0);
    figure.add(mesh);
  };
  part(new three.SphereGeometry(0.065 * tall, 20, 14), 0, 0.935);
  part(new three.CapsuleGeometry(0.085 * tall, 0.22 * tall, 6, 16), 0, 0.66);
  for (const side of [-1, 1]) {
    part(new three.CapsuleGeometry(0.045 * tall, 0.37 * tall, 6, 12), side * 0.055, 0.23);
    part(new three.CapsuleGeometry(0.033 * tall, 0.32 * tall, 6, 12), side * 0.13, 0.62);
  }
  const right = new three.Vector3(offset.z, 0, -offset.x).normalize();
  const { x, z } = bounds.getSize(new three.Vector3());
  const reach = (Math.abs(right.x) * x + Math.abs(right.z) * z) / 2 + 0.3 * tall;
  figure.position.copy(bounds.getCenter(new three.Vector3())).addScaledVector(right, reach).setY(bounds.min.y);
  figure.lookAt(figure.position.clone().add(new three.Vector3(offset.x, 0, offset.z)));
  return figure;
}
