// A model or place as the module draws it, as objects of three.js: few of them for many parts, and without a copy of the lists.

import * as three from "three";
import type { Cover, Drawing, Eye, Surface } from "./protocol.ts";
import type { Pieces, Shown, View } from "./stage.ts";

/** The sun of an afternoon. */
const DAY = { direction: new three.Vector3(0.55, -0.75, -0.4), strength: Math.PI };

const WRAPS = { repeat: three.RepeatWrapping, mirror: three.MirroredRepeatWrapping, clamp: three.ClampToEdgeWrapping };

export async function shownOf(drawing: Drawing, bytes: Uint8Array<ArrayBuffer>): Promise<Shown> {
  const { buffer, byteOffset } = bytes;
  const floats = (at: number, n: number): Float32Array<ArrayBuffer> => new Float32Array(buffer, byteOffset + at, n);
  const numbers = (at: number, n: number): Uint32Array<ArrayBuffer> => new Uint32Array(buffer, byteOffset + at, n);
  const images = await Promise.all(drawing.images.map(({ mime, at, n_bytes }) => decoded(bytes.subarray(at, at + n_bytes), mime)));
  const attributes = drawing.shapes.map(({ n_vertices: n, positions, normals, uvs, colours }) => {
    const list = (at: number | null, size: number): three.BufferAttribute | null => (at === null ? null : new three.BufferAttribute(floats(at, size * n), size));
    return { position: list(positions, 3), normal: list(normals, 3), uv: list(uvs, 2), color: list(colours, 3) };
  });
  const group = new three.Group();
  const materials = new Map<string, three.Material>();
  for (const { shape, surface, first, n_indices, n_copies, matrices, colours, nodes, n_pieces, ends, bounds } of drawing.batches) {
    const geometry = new three.BufferGeometry();
    for (const [name, list] of Object.entries(attributes[shape]!)) if (list) geometry.setAttribute(name, list);
    geometry.setIndex(new three.BufferAttribute(numbers(drawing.shapes[shape]!.indices + 4 * first, n_indices), 1));
    const isColoured = "color" in geometry.attributes;
    const isFlat = !("normal" in geometry.attributes);
    const key = `${surface} ${isColoured} ${isFlat}`;
    const material = materials.get(key) ?? materialOf(drawing.surfaces[surface]!, images, isColoured, isFlat);
    materials.set(key, material);
    const mesh = n_copies > 0 ? new three.InstancedMesh(geometry, material, 0) : new three.Mesh(geometry, material);
    const [low, high] = bounds;
    const box = new three.Box3(new three.Vector3(...low), new three.Vector3(...high));
    const bounded = mesh instanceof three.InstancedMesh ? mesh : geometry;
    [bounded.boundingBox, bounded.boundingSphere] = [box, box.getBoundingSphere(new three.Sphere())];
    if (mesh instanceof three.InstancedMesh) {
      mesh.count = n_copies;
      mesh.instanceMatrix = new three.InstancedBufferAttribute(floats(matrices, 16 * n_copies), 16);
      mesh.instanceColor = new three.InstancedBufferAttribute(floats(colours, 3 * n_copies), 3);
      mesh.userData["nodes"] = numbers(nodes, n_copies);
    } else {
      mesh.userData["pieces"] = { ends: numbers(ends, n_pieces), nodes: numbers(nodes, n_pieces) } satisfies Pieces;
    }
    mesh.name = n_copies > 1 ? `${n_copies} of one shape` : "shapes that are rare";
    mesh.castShadow = mesh.receiveShadow = !material.transparent;
    mesh.matrixAutoUpdate = false;
    group.add(mesh);
  }
  const { view, saved, sun, surroundings, unit, is_place } = drawing;
  return {
    scenes: [group],
    animations: [],
    unit,
    nParts: drawing.n_parts,
    view: view && eyeOf(view),
    saved: saved && eyeOf(saved),
    // A place without Lighting has a day.
    sky: !is_place ? null : { sun: sun ? { direction: new three.Vector3(...sun.direction), strength: sun.strength } : "outdoor_ambient" in surroundings ? null : DAY, surroundings },
  };
}

function eyeOf({ position, target, angle }: Eye): View {
  return { position: new three.Vector3(...position), target: new three.Vector3(...target), fov: angle };
}

async function decoded(bytes: Uint8Array<ArrayBuffer>, mime: string | null): Promise<ImageBitmap | null> {
  if (!mime || bytes.length === 0) return null;
  // A picture that cannot be decoded is left out, and its part has its own colour.
  return createImageBitmap(new Blob([bytes], { type: mime })).catch(() => null);
}

function materialOf(surface: Surface, images: (ImageBitmap | null)[], vertexColors: boolean, flatShading: boolean): three.Material {
  const { opacity, metallic, roughness, emissive, cutoff, is_blended, is_double_sided, is_unlit, textures } = surface;
  const side = is_double_sided ? three.DoubleSide : three.FrontSide;
  const transparent = is_blended || (opacity < 1 && cutoff === null);
  const [base, shine, bumps, shade, glow] = textures.map((cover, i) => cover && textureOf(cover, images[cover.image] ?? null, i === 0 || i === 4));
  const common = { side, transparent, opacity, vertexColors, alphaTest: cutoff ?? 0, depthWrite: !transparent, map: base ?? null };
  if (is_unlit) return new three.MeshBasicMaterial(common);
  const material = new three.MeshStandardMaterial({ ...common, flatShading, metalness: metallic, roughness, roughnessMap: shine ?? null, metalnessMap: shine ?? null, normalMap: bumps ?? null, aoMap: shade ?? null, emissiveMap: glow ?? null });
  material.emissive.setRGB(...emissive);
  const strength = textures[2]?.strength ?? 1;
  material.normalScale.set(strength, -strength);
  return material;
}

function textureOf({ wrap, is_nearest }: Cover, image: ImageBitmap | null, isColour: boolean): three.Texture | null {
  if (!image) return null;
  const texture = new three.Texture(image);
  texture.flipY = false;
  [texture.wrapS, texture.wrapT] = [WRAPS[wrap[0]], WRAPS[wrap[1]]];
  if (isColour) texture.colorSpace = three.SRGBColorSpace;
  if (is_nearest) texture.magFilter = three.NearestFilter;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}
