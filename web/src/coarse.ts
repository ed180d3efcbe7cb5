// Coarse forms of meshes with very many triangles, which are seen while a graphics card is given the meshes themselves.

import * as three from "three";
import { OWN } from "./studio.ts";

/** Triangles from which on a model is coarse at first, about how many it has then, and those of a mesh that stays as it is. */
const MANY = 300_000;
const FEW = 40_000;
const SMALL = 5000;
/** Cubes of a grid, and triangles by which the area of a surface is estimated. */
const MOST_CUBES = 1 << 22;
const SAMPLE = 50_000;

/** Puts a coarse mesh into each large one, which is in no layer then; returns those that are so. */
export function coarsened(meshes: three.Mesh[]): three.Mesh[] {
  const count = ({ geometry }: three.Mesh): number => (geometry.index?.count ?? 0) / 3;
  const total = meshes.reduce((sum, mesh) => sum + count(mesh), 0);
  if (total < MANY) return [];
  return meshes.filter((mesh) => {
    const n = count(mesh);
    const geometry = n > SMALL && clustered(mesh.geometry, (n * FEW) / total);
    if (!geometry) return false;
    const coarse = mesh.clone(false);
    coarse.geometry = geometry;
    coarse.matrixAutoUpdate = false;
    coarse.matrix.identity();
    coarse.userData[OWN] = true;
    mesh.layers.disableAll();
    mesh.add(coarse);
    return true;
  });
}

/** Shows large meshes as they are. */
export function refined(meshes: three.Mesh[]): void {
  for (const mesh of meshes) {
    mesh.layers.enable(0);
    const coarse = mesh.children.find(({ userData }) => userData[OWN]) as three.Mesh;
    coarse.removeFromParent();
    coarse.geometry.dispose();
  }
}

/** A geometry with about so many triangles, for which one vertex stands for all in a cube, in the middle of them; null if it has no area. */
function clustered({ index, attributes, boundingBox, boundingSphere }: three.BufferGeometry, nTriangles: number): three.BufferGeometry | null {
  const positions = attributes["position"];
  if (!index || !positions || !boundingBox) return null;
  const [triangle, normal, other, point] = [new three.Triangle(), new three.Vector3(), new three.Vector3(), new three.Vector3()];
  const triangleAt = (i: number): three.Triangle => (triangle.setFromAttributeAndIndices(positions, index.getX(i), index.getX(i + 1), index.getX(i + 2)), triangle);
  const step = 3 * Math.ceil(index.count / (3 * SAMPLE));
  let area = 0;
  for (let i = 0; i + 2 < index.count; i += step) area += (triangleAt(i).getArea() * step) / 3;
  const size = boundingBox.getSize(new three.Vector3());
  // A plane goes through some 1.5 cubes for each square of it, each of which has two triangles.
  let side = Math.sqrt((3 * area) / nTriangles);
  const along = (length: number): number => Math.floor(length / side) + 1;
  while (along(size.x) * along(size.y) * along(size.z) > MOST_CUBES) side *= 1.2;
  if (!(side > 0)) return null;
  const [nX, nY] = [along(size.x), along(size.y)];
  /** The number of the vertex of each cube, plus 1. */
  const cubes = new Uint32Array(nX * nY * along(size.z));
  const numbers = new Uint32Array(positions.count);
  const kept: number[] = [];
  const middles: three.Vector3[] = [];
  const counts: number[] = [];
  for (let i = 0; i < positions.count; i++) {
    const { x, y, z } = point.fromBufferAttribute(positions, i).sub(boundingBox.min);
    const cube = (Math.floor(z / side) * nY + Math.floor(y / side)) * nX + Math.floor(x / side);
    const number = (numbers[i] = (cubes[cube] ||= kept.push(i)) - 1);
    (middles[number] ??= new three.Vector3()).add(point);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  middles.forEach((middle, i) => middle.divideScalar(counts[i]!).add(boundingBox.min));
  const corners: number[] = [];
  for (let i = 0; i + 2 < index.count; i += 3) {
    const [a, b, c] = [numbers[index.getX(i)]!, numbers[index.getX(i + 1)]!, numbers[index.getX(i + 2)]!];
    if (a === b || b === c || c === a) continue;
    triangleAt(i).getNormal(normal);
    triangle.set(middles[a]!, middles[b]!, middles[c]!).getNormal(other);
    // What is turned over would hide what is below it.
    if (normal.dot(other) > 0) corners.push(a, b, c);
  }
  const coarse = new three.BufferGeometry().setIndex(corners);
  for (const [name, all] of Object.entries(attributes)) {
    const { array, itemSize, normalized } = all;
    const some = new three.BufferAttribute(new (array.constructor as Float32ArrayConstructor)(kept.length * itemSize), itemSize, normalized);
    kept.forEach((vertex, i) => {
      for (let n = 0; n < itemSize; n++) some.setComponent(i, n, all.getComponent(vertex, n));
    });
    coarse.setAttribute(name, some);
  }
  middles.forEach(({ x, y, z }, i) => coarse.attributes["position"]!.setXYZ(i, x, y, z));
  [coarse.boundingBox, coarse.boundingSphere] = [boundingBox, boundingSphere];
  return coarse;
}
