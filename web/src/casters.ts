// What casts shadows in a place where a picture that makes them would have too many triangles: what is seen most. Copies
// that are small or far away cast the shadow of a box, of which only the outline is drawn.

import * as three from "three";
import { gathered } from "./dom.ts";
import { type Levels, placesOf, STEPS, stepOf } from "./levels.ts";
import { OWN } from "./studio.ts";

/** Triangles of a picture and its shadows; some more are left for the sky and for what is marked. */
const MOST = 1_990_000;
/** Those of shadows in a picture that has more by itself. */
const LEAST = 200_000;
/** The share of the triangles of shadows that is for what is not copied, and the share of the rest for outlines. */
const SHARE = 0.6;
/** Triangles of an outline. */
const N_OUTLINE = 4;
/** The layer of what only the sun sees. */
const SHADOWS = 1;

/** Copies of a shape of so many triangles, and all of their matrices. */
export interface Copied {
  mesh: three.InstancedMesh;
  matrices: Float32Array;
  nTriangles: number;
}

/** Copies, as they cast shadows. */
interface Caster extends Copied {
  places: Float32Array;
  /** The middle of the shape, and the half sides of a box that casts about the same shadow. */
  middle: three.Vector3;
  half: three.Vector3;
  /** What casts the shadow of the shape itself; nothing, if it is a box. */
  exact: three.InstancedMesh | null;
  /** Whether it may cast that of the box: holes are not in it. */
  isWhole: boolean;
}

export class Casters {
  readonly #group: three.Group;
  readonly #levels: Levels;
  readonly #all: Caster[] = [];
  readonly #outlines: three.InstancedMesh | null = null;
  readonly #isOver: boolean;
  /** The triangles that shadows of copies may have, for which there is room. */
  readonly #nLeft: number;

  /** Takes copies out of what casts shadows in a group, if all of it has too many triangles. */
  constructor(group: three.Group, copies: Copied[], levels: Levels, nCasting: number) {
    [this.#group, this.#levels] = [group, levels];
    const nLeft = (this.#nLeft = Math.max(LEAST, MOST - levels.most));
    this.#isOver = nCasting > nLeft;
    if (!this.#isOver) return;
    for (const mesh of group.children) if (mesh instanceof three.InstancedMesh) mesh.castShadow = false;
    const casting = (geometry: three.BufferGeometry, { material, instanceColor }: three.InstancedMesh, nTriangles: number, n: number): three.InstancedMesh => {
      const mesh = new three.InstancedMesh(geometry, material, 0);
      mesh.instanceMatrix = new three.InstancedBufferAttribute(new Float32Array(16 * Math.min(n, Math.floor(nLeft / nTriangles))), 16);
      // Shadows have no colours, but copies with them are what a program was compiled for.
      mesh.instanceColor = instanceColor;
      mesh.castShadow = true;
      mesh.frustumCulled = mesh.matrixAutoUpdate = false;
      mesh.userData[OWN] = true;
      mesh.layers.set(SHADOWS);
      group.add(mesh);
      return mesh;
    };
    for (const copied of copies) {
      const { mesh, nTriangles, matrices } = copied;
      const isWhole = (mesh.material as three.Material).alphaTest === 0;
      mesh.geometry.computeBoundingBox();
      const box = mesh.geometry.boundingBox!;
      const size = box.getSize(new three.Vector3());
      // Seen from all sides, what bulges outwards covers a quarter of its surface.
      const share = Math.min(1, Math.sqrt(surfaceOf(mesh.geometry) / (2 * (size.x * size.y + size.y * size.z + size.z * size.x))));
      const isBox = isWhole && nTriangles === 12 && share > 0.999;
      const exact = isBox ? null : casting(mesh.geometry, mesh, nTriangles, matrices.length / 16);
      this.#all.push({ ...copied, places: placesOf(mesh), exact, isWhole, middle: box.getCenter(new three.Vector3()), half: size.multiplyScalar(share / 2) });
    }
    const whole = this.#all.filter(({ isWhole }) => isWhole);
    if (whole[0]) this.#outlines = casting(outline(), whole[0].mesh, N_OUTLINE, whole.reduce((sum, { matrices }) => sum + matrices.length / 16, 0));
  }

  /** Chooses what casts shadows, as a camera sees it, before a light makes them. */
  choose(view: three.Camera, shadow: three.DirectionalLightShadow): void {
    if (!this.#isOver) return;
    const { camera, mapSize } = shadow;
    camera.layers.enable(SHADOWS);
    view.updateMatrixWorld();
    const eye = view.position;
    const nAll = Math.max(LEAST, MOST - this.#levels.most + this.#unseen(view));
    const nLeft = Math.min(this.#nLeft, nAll - this.#others(eye, shadow.getFrustum(), this.#all.length > 0 ? SHARE * nAll : nAll));
    const point = (camera.right - camera.left) / mapSize.x;
    const seen = this.#all.filter(({ mesh }) => mesh.visible).map((caster) => ({ ...caster, steps: stepsOf(caster, eye, camera, point) }));
    /** The least step, so that all from it on have at most so many triangles; and how many they have. */
    const within = (nMost: number, least: number, nOf: (caster: Caster) => number): [number, number] => {
      const triangles = new Float64Array(STEPS);
      for (const caster of seen) {
        const n = nOf(caster);
        for (const step of caster.steps) triangles[step]! += n;
      }
      let [from, sum] = [STEPS, 0];
      while (from > least && sum + triangles[from - 1]! <= nMost) sum += triangles[--from]!;
      return [from, sum];
    };
    const [least, n] = within(SHARE * nLeft, 1, ({ isWhole, nTriangles }) => (isWhole ? N_OUTLINE : nTriangles));
    const [leastExact] = within(nLeft - n, least, ({ isWhole, exact, nTriangles }) => (isWhole && exact ? nTriangles : 0));
    const outlines = this.#outlines;
    const drawn = [outlines, ...this.#all.map(({ exact }) => exact)].filter((mesh) => mesh !== null);
    for (const mesh of drawn) mesh.count = 0;
    const sun = camera.getWorldDirection(new three.Vector3());
    for (const caster of seen) {
      const { steps, exact, isWhole, matrices } = caster;
      for (let i = 0; i < steps.length; i++) {
        if (steps[i]! < least) continue;
        if (exact && (!isWhole || steps[i]! >= leastExact)) copy(exact.instanceMatrix.array, exact.count++, matrices, i);
        else writeOutline(outlines!.instanceMatrix.array, 16 * outlines!.count++, caster, 16 * i, sun);
      }
    }
    for (const { instanceMatrix, count } of drawn) {
      instanceMatrix.clearUpdateRanges();
      instanceMatrix.addUpdateRange(0, 16 * count);
      instanceMatrix.needsUpdate = true;
    }
  }

  /** What is drawn that is not copied. */
  get #single(): three.Mesh[] {
    return this.#group.children.filter((mesh): mesh is three.Mesh => mesh instanceof three.Mesh && !(mesh instanceof three.InstancedMesh) && mesh.visible && mesh.layers.isEnabled(0));
  }

  /** The triangles of what a camera does not see. */
  #unseen({ projectionMatrix, matrixWorldInverse }: three.Camera): number {
    const frustum = new three.Frustum().setFromProjectionMatrix(projectionMatrix.clone().multiply(matrixWorldInverse));
    return total(this.#single.filter((mesh) => !frustum.intersectsObject(mesh)));
  }

  /** Leaves some of what is not copied out, if it has more triangles; gives how many it has then. */
  #others(eye: three.Vector3, frustum: three.Frustum, nMost: number): number {
    const all = this.#single.filter((mesh) => mesh.receiveShadow && frustum.intersectsObject(mesh));
    const away = ({ geometry }: three.Mesh): number => geometry.boundingBox!.distanceToPoint(eye);
    const [squares, rare] = [true, false].map((is) => all.filter(({ userData }) => "square" in userData === is)) as [three.Mesh[], three.Mesh[]];
    const share = Math.min(1, nMost / total(rare));
    let sum = 0;
    for (const lists of gathered(rare, ({ material }) => material).values()) {
      let left = Math.floor(share * total(lists));
      // What is largest comes first.
      for (const mesh of lists) {
        const count = Math.min(left, total([mesh]));
        mesh.onBeforeShadow = () => mesh.geometry.setDrawRange(0, 3 * count);
        mesh.onAfterShadow = () => mesh.geometry.setDrawRange(0, Infinity);
        left -= count;
        sum += count;
      }
    }
    for (const mesh of squares.sort((a, b) => away(a) - away(b))) {
      mesh.castShadow = sum + total([mesh]) <= nMost;
      if (mesh.castShadow) sum += total([mesh]);
    }
    return sum;
  }
}

/** The triangles of meshes. */
function total(meshes: three.Mesh[]): number {
  return meshes.reduce((sum, { geometry }) => sum + geometry.index!.count / 3, 0);
}

/** How near each copy is to an eye, for its size; 0 for what the camera of a light does not see, or sees as less than a point. */
function stepsOf({ places }: Caster, eye: three.Vector3, { matrixWorldInverse: { elements: e }, right, far }: three.OrthographicCamera, point: number): Uint8Array {
  const steps = new Uint8Array(places.length / 4);
  for (let i = 0; i < steps.length; i++) {
    const [x, y, z, size] = [places[4 * i]!, places[4 * i + 1]!, places[4 * i + 2]!, places[4 * i + 3]!];
    const radius = Math.sqrt(size);
    const aside = Math.abs(e[0]! * x + e[4]! * y + e[8]! * z + e[12]!);
    const above = Math.abs(e[1]! * x + e[5]! * y + e[9]! * z + e[13]!);
    const deep = -(e[2]! * x + e[6]! * y + e[10]! * z + e[14]!);
    if (2 * radius < point || Math.max(aside, above) > right + radius || deep < -radius || deep > far + radius) continue;
    steps[i] = Math.max(1, stepOf(size, (x - eye.x) ** 2 + (y - eye.y) ** 2 + (z - eye.z) ** 2));
  }
  return steps;
}

/** The area of all triangles. */
function surfaceOf({ index, attributes }: three.BufferGeometry): number {
  const [a, b, c] = [new three.Vector3(), new three.Vector3(), new three.Vector3()];
  const positions = attributes["position"] as three.BufferAttribute;
  let sum = 0;
  for (let i = 0; i < index!.count; i += 3) {
    [a, b, c].forEach((corner, j) => corner.fromBufferAttribute(positions, index!.getX(i + j)));
    sum += b.sub(a).cross(c.sub(a)).length() / 2;
  }
  return sum;
}

/** What of a cube with the corners 1 and -1 hides as much as all of it, for what looks at it along 1, 1, 1 or about so. */
function outline(): three.BufferGeometry {
  const corners = new three.BufferAttribute(new Float32Array([-1, 1, 1, 1, -1, 1, 1, 1, -1, -1, -1, 1, 1, -1, -1, -1, 1, -1]), 3);
  // Shadows need no normals, but shapes that have some are what a program was compiled for.
  return new three.BufferGeometry().setAttribute("position", corners).setAttribute("normal", corners).setIndex([0, 1, 2, 3, 1, 0, 4, 2, 1, 5, 0, 2]);
}

/** Copies a matrix, without an object for each: there may be a hundred thousand. */
function copy(to: three.TypedArray, at: number, from: Float32Array, i: number): void {
  for (let j = 0; j < 16; j++) to[16 * at + j] = from[16 * i + j]!;
}

/** Writes the matrix of the outline of a copy, for a sun that shines along a way; without an object for each, too. */
function writeOutline(to: three.TypedArray, at: number, { matrices, middle, half }: Caster, from: number, sun: three.Vector3): void {
  for (let row = 0; row < 3; row++) {
    const m = from + row;
    to[at + 12 + row] = matrices[m]! * middle.x + matrices[m + 4]! * middle.y + matrices[m + 8]! * middle.z + matrices[m + 12]!;
  }
  to[at + 15] = 1;
  // A box is the same with its sides turned round: so that the sun shines along all of them.
  for (let axis = 0; axis < 3; axis++) {
    const m = from + 4 * axis;
    const along = matrices[m]! * sun.x + matrices[m + 1]! * sun.y + matrices[m + 2]! * sun.z;
    const side = Math.sign(along || 1) * half.getComponent(axis);
    for (let row = 0; row < 3; row++) to[at + 4 * axis + row] = matrices[m + row]! * side;
    to[at + 4 * axis + 3] = 0;
  }
  if (determinant(to, at) >= 0) return;
  for (let row = at; row < at + 3; row++) {
    const first = to[row]!;
    to[row] = to[row + 4]!;
    to[row + 4] = first;
  }
}

/** That of the upper left part of a matrix: less than 0 if it mirrors. */
function determinant(m: three.TypedArray, at: number): number {
  const product = (a: number, b: number, c: number): number => m[at + a]! * m[at + b]! * m[at + c]!;
  return product(0, 5, 10) + product(4, 9, 2) + product(8, 1, 6) - product(8, 5, 2) - product(4, 1, 10) - product(0, 9, 6);
}
