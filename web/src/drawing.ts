// A model or place as the module draws it, as objects of three.js: few of them for many parts, and without a copy of the lists.

import * as three from "three";
import { Casters, type Copied } from "./casters.ts";
import { GLOW, ONLY_GLOW } from "./bloom.ts";
import { breather } from "./dom.ts";
import { GRAIN } from "./grain.ts";
import { LAMPS, LAMPS_BODY, LAMPS_HEAD, Lamps } from "./lamps.ts";
import { Copies, Levels } from "./levels.ts";
import { batchLists, shapeLists } from "./lists.ts";
import type { Air, Cover, Drawing, Eye, Surface } from "./protocol.ts";
import { SKY, uniformsOf } from "./sky.ts";
import { FAR, type Pieces, type Shown, type View } from "./stage.ts";

const WRAPS = { repeat: three.RepeatWrapping, mirror: three.MirroredRepeatWrapping, clamp: three.ClampToEdgeWrapping };

export async function shownOf(drawing: Drawing, bytes: Uint8Array<ArrayBuffer>): Promise<Shown> {
  const images = await Promise.all(drawing.images.map(({ mime, at, n_bytes }) => decoded(bytes.subarray(at, at + n_bytes), mime)));
  const shapes = drawing.shapes.map((shape) => {
    const { positions, normals, uvs, colours, finishes, indices } = shapeLists(shape, bytes);
    // Integers are shares.
    const list = (numbers: three.TypedArray | null): three.BufferAttribute | null => numbers && new three.BufferAttribute(numbers, numbers.length / (shape.n_vertices || 1), !(numbers instanceof Float32Array));
    return { indices, lists: { position: list(positions), normal: list(normals), uv: list(uvs), color: list(colours), finish: list(finishes) } };
  });
  const geometryOf = (number: number, first: number, nIndices: number): three.BufferGeometry => {
    const { indices, lists } = shapes[number]!;
    const geometry = new three.BufferGeometry();
    for (const [name, list] of Object.entries(lists)) if (list) geometry.setAttribute(name, list);
    return geometry.setIndex(new three.BufferAttribute(indices.subarray(first, first + nIndices), 1));
  };
  const group = new three.Group();
  const copies: Copies[] = [];
  const casting: Copied[] = [];
  let [nOthers, nCasting] = [0, 0];
  const materials = new Map<string, three.Material>();
  const breathe = breather();
  for (const batch of drawing.batches) {
    await breathe();
    const { shape, surface, first, n_indices, coarse, n_copies, square, bounds } = batch;
    const { matrices, colours, finishes, nodes, ends } = batchLists(batch, bytes);
    const geometry = geometryOf(shape, first, n_indices);
    const isColoured = "color" in geometry.attributes;
    const isFlat = !("normal" in geometry.attributes);
    const key = `${surface} ${isColoured} ${isFlat}`;
    const material = materials.get(key) ?? materialOf(drawing.surfaces[surface]!, images, isColoured, isFlat, drawing.lamps.length > 0, drawing.sky);
    materials.set(key, material);
    const [low, high] = bounds;
    const box = new three.Box3(new three.Vector3(...low), new three.Vector3(...high));
    const add = (mesh: three.Mesh, bounded: three.InstancedMesh | three.BufferGeometry, name: string): void => {
      [bounded.boundingBox, bounded.boundingSphere] = [box, box.getBoundingSphere(new three.Sphere())];
      mesh.name = name;
      mesh.castShadow = mesh.receiveShadow = !material.transparent;
      mesh.matrixAutoUpdate = false;
      group.add(mesh);
    };
    if (!material.transparent) nCasting += (Math.max(1, n_copies) * n_indices) / 3;
    if (n_copies === 0) {
      const mesh = new three.Mesh(geometry, material);
      mesh.userData["pieces"] = { ends, nodes } satisfies Pieces;
      if (square) mesh.userData["square"] = square.join(" ");
      add(mesh, geometry, square ? "large shapes" : "shapes that are rare");
      nOthers += n_indices / 3;
      continue;
    }
    const copied = (geometry: three.BufferGeometry, matrices: Float32Array, colours: Float32Array, finishes: Uint8Array, name: string): three.InstancedMesh => {
      const mesh = new three.InstancedMesh(geometry, material, 0);
      mesh.count = n_copies;
      mesh.instanceMatrix = new three.InstancedBufferAttribute(matrices, 16);
      mesh.instanceColor = new three.InstancedBufferAttribute(colours, 3);
      geometry.setAttribute("finish", new three.InstancedBufferAttribute(finishes, 4, true));
      mesh.userData["nodes"] = nodes;
      add(mesh, mesh, name);
      return mesh;
    };
    const fine = copied(geometry, matrices, colours, finishes, `${n_copies} of one shape`);
    if (coarse === null) nOthers += (n_copies * n_indices) / 3;
    else copies.push(new Copies(fine, copied(geometryOf(coarse, 0, drawing.shapes[coarse]!.n_indices), new Float32Array(16 * n_copies), new Float32Array(3 * n_copies), new Uint8Array(4 * n_copies), FAR)));
    if (fine.castShadow) casting.push({ mesh: fine, matrices: coarse === null ? matrices : copies.at(-1)!.matrices, nTriangles: n_indices / 3 });
  }
  const { view, saved, sky, unit, is_place } = drawing;
  const levels = new Levels(copies, nOthers);
  return {
    scenes: [group],
    animations: [],
    unit,
    nParts: drawing.n_parts,
    nTriangles: drawing.n_triangles,
    levels,
    ...(is_place ? { casters: new Casters(group, casting, levels, nCasting) } : {}),
    lamps: new Lamps(drawing.lamps),
    view: view && eyeOf(view),
    saved: saved && eyeOf(saved),
    sky,
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

/** What each part adds to the programs of three.js, behind their chunks. Its pattern is drawn by where it is in the world. */
const VERTEX: Record<string, string> = {
  color_vertex: "vFinish = finish; vColor.a *= finish.b;",
  project_vertex: `vec4 place = vec4(transformed, 1.0);
    #ifdef USE_INSTANCING
      place = instanceMatrix * place;
    #endif
    vPlace = (modelMatrix * place).xyz;
    #ifdef USE_INSTANCING
      // A label turns to the camera around its own height.
      if (abs(finish.a * 255.0 - 254.0) < 0.5) {
        vec3 up = instanceMatrix[1].xyz, middle = instanceMatrix[3].xyz;
        vec3 right = normalize(cross(up, cameraPosition - middle)) * length(instanceMatrix[0].xyz);
        vPlace = middle + right * transformed.x + up * transformed.y;
        gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
      }
    #endif`,
};
const FRAGMENT: Record<string, string> = {
  metalnessmap_fragment: "metalnessFactor *= vFinish.r;",
  roughnessmap_fragment: "roughnessFactor *= vFinish.g;",
  normal_fragment_begin: `int kind = int(vFinish.a * 255.0 + 0.5);
    vec2 pixel = vec2(length(dFdx(vPlace)), length(dFdy(vPlace)));
    if (kind > 0 && kind < 254) diffuseColor.rgb *= grain(kind, vPlace, inverseTransformDirection(normal, viewMatrix), max(pixel.x, pixel.y));`,
  // Metals have no light but what they reflect of the surroundings, which here is that of the sky and the ground.
  lights_fragment_end: `#if NUM_HEMI_LIGHTS > 0
      vec3 mirror = reflect(-geometryViewDir, geometryNormal);
      reflectedLight.indirectSpecular += material.specularColorBlended * getHemisphereLightIrradiance(hemisphereLights[0], mirror) * (RECIPROCAL_PI * 1.3 * (1.0 - 0.3 * roughnessFactor));
    #endif`,
  emissivemap_fragment: "totalEmissiveRadiance += step(0.999, vFinish.a) * diffuseColor.rgb;",
  dithering_fragment: GLOW,
};

function behind(text: string, added: Record<string, string>): string {
  return Object.entries(added).reduce((text, [chunk, more]) => text.replace(`#include <${chunk}>`, `#include <${chunk}>\n${more}`), text);
}

/** How metallic, rough and opaque something is, and its pattern or that it glows, comes from an attribute of each part. */
function finished(shader: three.WebGLProgramParametersWithUniforms): void {
  const varying = "flat varying vec4 vFinish; varying vec3 vPlace;\n";
  Object.assign(shader.uniforms, ONLY_GLOW);
  shader.vertexShader = `attribute vec4 finish; ${varying}${behind(shader.vertexShader, VERTEX)}`;
  shader.fragmentShader = behind(shader.fragmentShader, FRAGMENT).replace("void main()", `uniform float onlyGlow; ${varying}${GRAIN}\nvoid main()`);
}

/** As well, the lamps of a place shine on it. */
function finishedAndLit(shader: three.WebGLProgramParametersWithUniforms): void {
  finished(shader);
  Object.assign(shader.uniforms, LAMPS);
  shader.fragmentShader = `${LAMPS_HEAD}\n${behind(shader.fragmentShader, { lights_fragment_end: LAMPS_BODY })}`;
}

/** As well, water has waves, and reflects the sky. */
function watery(air: Air, isLit: boolean): (shader: three.WebGLProgramParametersWithUniforms) => void {
  return (shader) => {
    (isLit ? finishedAndLit : finished)(shader);
    Object.assign(shader.uniforms, uniformsOf(air));
    shader.fragmentShader = `${SKY}\n${behind(shader.fragmentShader, WATER)}`;
  };
}

const WATER: Record<string, string> = {
  normal_fragment_maps: `if (kind == 12) normal = normalize((viewMatrix * vec4(ripple(vPlace, inverseTransformDirection(normal, viewMatrix), max(pixel.x, pixel.y)), 0.0)).xyz);`,
  opaque_fragment: `if (kind == 12) {
    vec3 mirror = inverseTransformDirection(reflect(-normalize(vViewPosition), normal), viewMatrix);
    float share = 0.02 + 0.98 * pow(1.0 - clamp(dot(normalize(vViewPosition), normal), 0.0, 1.0), 5.0);
    gl_FragColor = mix(gl_FragColor, vec4(sky(vec3(mirror.x, abs(mirror.y), mirror.z)), 1.0), share);
  }`,
};

function materialOf(surface: Surface, images: (ImageBitmap | null)[], vertexColors: boolean, flatShading: boolean, isLit: boolean, air: Air | null): three.Material {
  const { emissive, cutoff, is_blended: transparent, is_double_sided, is_unlit, textures } = surface;
  const side = is_double_sided ? three.DoubleSide : three.FrontSide;
  const [base, shine, bumps, shade, glow] = textures.map((cover, i) => cover && textureOf(cover, images[cover.image] ?? null, i === 0 || i === 4));
  const common = { side, transparent, vertexColors, alphaTest: cutoff ?? 0, depthWrite: !transparent, map: base ?? null };
  const standard = (): three.MeshStandardMaterial => {
    const material = new three.MeshStandardMaterial({ ...common, flatShading, metalness: 1, roughness: 1, roughnessMap: shine ?? null, metalnessMap: shine ?? null, normalMap: bumps ?? null, aoMap: shade ?? null, emissiveMap: glow ?? null });
    material.emissive.setRGB(...emissive);
    const strength = textures[2]?.strength ?? 1;
    material.normalScale.set(strength, -strength);
    return material;
  };
  const material = is_unlit ? new three.MeshBasicMaterial(common) : standard();
  material.onBeforeCompile = transparent && air && !is_unlit ? watery(air, isLit) : isLit && !is_unlit ? finishedAndLit : finished;
  // Programs are told apart by the texts of these functions.
  material.customProgramCacheKey = () => `${material.onBeforeCompile.toString()} ${isLit}`;
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
