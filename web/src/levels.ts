// Copies of shapes with very many triangles, and squares of terrain with as many: those that are near are drawn as they
// are, the others in a coarser form.

import * as three from "three";

/** Triangles of a picture: some are left for what casts shadows in it. */
const MOST = 1_600_000;
/** The share of the way to what is looked at that the camera moves before copies take another form. */
const MOVE = 0.1;
/** Steps of nearness, of which each is half as far again as the next. */
export const STEPS = 128;

/** Metres of the cubes of coarse terrain. */
const CUBE = 4.5;

/** What is drawn in two forms, each piece of it in one of them. */
interface Formed {
  /** How many triangles a piece has more where it is near. */
  readonly nMore: number;
  /** The triangles of all pieces where they are far away. */
  readonly nLeast: number;
  /** How near each is to an eye, for its size. */
  steps(eye: three.Vector3): Uint8Array;
  /** Draws those of a step and above as they are. */
  split(steps: Uint8Array, least: number): void;
}

/** The step of what has a size, so far away; both as squares. */
export function stepOf(size: number, distance: number): number {
  return Math.max(0, Math.min(STEPS - 1, Math.floor(2 * Math.log2(size / distance)) + STEPS / 2));
}

/** What each copy has: how many numbers of it, and where they are drawn from. */
interface List {
  all: Float32Array | Uint8Array;
  size: number;
  forms: [three.BufferAttribute, three.BufferAttribute];
}

/** The middle of each copy, and its size as a square. */
export function placesOf({ geometry, instanceMatrix, count }: three.InstancedMesh): Float32Array {
  geometry.computeBoundingSphere();
  const { center, radius } = geometry.boundingSphere!;
  const places = new Float32Array(4 * count);
  // Without an object for each: there may be a hundred thousand.
  const matrices = instanceMatrix.array;
  const { x, y, z } = center;
  for (let i = 0; i < count; i++) {
    let largest = 0;
    for (let axis = 0; axis < 3; axis++) {
      const at = 16 * i + axis;
      places[4 * i + axis] = matrices[at]! * x + matrices[at + 4]! * y + matrices[at + 8]! * z + matrices[at + 12]!;
      const column = 16 * i + 4 * axis;
      largest = Math.max(largest, matrices[column]! ** 2 + matrices[column + 1]! ** 2 + matrices[column + 2]! ** 2);
    }
    places[4 * i + 3] = radius * radius * largest;
  }
  return places;
}

/** Copies of a shape, as two meshes. */
export class Copies implements Formed {
  readonly fine: three.InstancedMesh;
  readonly coarse: three.InstancedMesh;
  readonly #nodes: Uint32Array;
  readonly #lists: List[];
  /** The middle of each, and its size as a square. */
  readonly #places: Float32Array;

  /** `fine` has all of them, and `coarse` another shape. */
  constructor(fine: three.InstancedMesh, coarse: three.InstancedMesh) {
    [this.fine, this.coarse] = [fine, coarse];
    this.#nodes = fine.userData["nodes"] as Uint32Array;
    const attributes = (mesh: three.InstancedMesh): three.BufferAttribute[] => [mesh.instanceMatrix, mesh.instanceColor!, mesh.geometry.attributes["finish"] as three.BufferAttribute];
    const others = attributes(coarse);
    this.#lists = attributes(fine).map((attribute, i) => ({ all: attribute.array.slice() as Float32Array | Uint8Array, size: attribute.itemSize, forms: [attribute, others[i]!] }));
    this.#places = placesOf(fine);
  }

  /** The matrices of all of them. */
  get matrices(): Float32Array {
    return this.#lists[0]!.all as Float32Array;
  }

  get nMore(): number {
    return (this.fine.geometry.index!.count - this.coarse.geometry.index!.count) / 3;
  }

  get nLeast(): number {
    return (this.#nodes.length * this.coarse.geometry.index!.count) / 3;
  }

  steps({ x, y, z }: three.Vector3): Uint8Array {
    const places = this.#places;
    const steps = new Uint8Array(this.#nodes.length);
    for (let i = 0; i < steps.length; i++) {
      const [dx, dy, dz] = [places[4 * i]! - x, places[4 * i + 1]! - y, places[4 * i + 2]! - z];
      steps[i] = stepOf(places[4 * i + 3]!, dx * dx + dy * dy + dz * dz);
    }
    return steps;
  }

  split(steps: Uint8Array, least: number): void {
    const nodes = [new Uint32Array(steps.length), new Uint32Array(steps.length)] as const;
    const counts: [number, number] = [0, 0];
    // Neighbours often have the same form, and are copied at once.
    for (let [start, end] = [0, 0]; start < steps.length; start = end) {
      const isFine = steps[start]! >= least;
      while (end < steps.length && steps[end]! >= least === isFine) end++;
      const which = isFine ? 0 : 1;
      const at = counts[which];
      counts[which] += end - start;
      nodes[which].set(this.#nodes.subarray(start, end), at);
      for (const { all, size, forms } of this.#lists) forms[which].array.set(all.subarray(size * start, size * end), size * at);
    }
    [this.fine, this.coarse].forEach((mesh, which) => {
      mesh.count = counts[which]!;
      mesh.userData["nodes"] = nodes[which]!.subarray(0, mesh.count);
    });
    for (const { forms } of this.#lists) for (const form of forms) form.needsUpdate = true;
  }
}

/** A square of terrain, as it is and of larger cubes. Meshes of the other form are in no layer. */
export class Square implements Formed {
  readonly #forms: readonly [three.Mesh[], three.Mesh[]];
  readonly #bounds = new three.Box3();
  readonly #size: number;

  /** `unit` is the length of 1 in metres. */
  constructor(fine: three.Mesh[], coarse: three.Mesh[], unit: number) {
    this.#forms = [fine, coarse];
    for (const { geometry } of fine) this.#bounds.union(geometry.boundingBox!);
    this.#size = CUBE / unit;
  }

  get nMore(): number {
    return trianglesOf(this.#forms[0]) - this.nLeast;
  }

  get nLeast(): number {
    return trianglesOf(this.#forms[1]);
  }

  steps(eye: three.Vector3): Uint8Array {
    return Uint8Array.of(stepOf(this.#size ** 2, this.#bounds.distanceToPoint(eye) ** 2));
  }

  split([step]: Uint8Array, least: number): void {
    const isFine = step! >= least;
    this.#forms.forEach((meshes, form) => meshes.forEach(({ layers }) => (form === 0) === isFine ? layers.set(0) : layers.disableAll()));
  }
}

function trianglesOf(meshes: three.Mesh[]): number {
  return meshes.reduce((sum, { geometry }) => sum + geometry.index!.count / 3, 0);
}

export class Levels {
  readonly #all: Formed[];
  /** The triangles that pieces may have more than in their coarser form. */
  #nLeft: number;
  #eye: three.Vector3 | null = null;

  /** `nOthers` is how many triangles all else has. */
  constructor(all: Formed[], nOthers: number) {
    this.#all = all;
    this.#nLeft = MOST - nOthers - all.reduce((sum, { nLeast }) => sum + nLeast, 0);
  }

  /** Whether there are more triangles than a picture should have, unless some of them get a coarser form. */
  get isOver(): boolean {
    return this.#nLeft < 0;
  }

  /** The triangles that a picture has at most. */
  get most(): number {
    return Math.max(this.#all.length > 0 ? MOST : 0, MOST - this.#nLeft);
  }

  /** Takes squares of what was among all else. */
  take(squares: Square[]): void {
    this.#all.push(...squares);
    for (const { nMore } of squares) this.#nLeft += nMore;
  }

  /** Chooses the form of each piece, for a camera that looks at a target, if it stands elsewhere than before. */
  follow(eye: three.Vector3, target: three.Vector3): void {
    if (this.#all.length === 0 || (this.#eye && this.#eye.distanceTo(eye) < MOVE * eye.distanceTo(target))) return;
    this.#eye = eye.clone();
    const triangles = new Float64Array(STEPS);
    const all = this.#all.map((formed) => ({ formed, steps: formed.steps(eye), n: formed.nMore }));
    for (const { steps, n } of all) for (const step of steps) triangles[step]! += n;
    let [least, sum] = [STEPS, 0];
    while (least > 0 && (sum += triangles[least - 1]!) <= this.#nLeft) least--;
    for (const { formed, steps } of all) formed.split(steps, least);
  }
}
