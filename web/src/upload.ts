// What a graphics card needs for a model, given to it slice by slice: nothing waits for the program that draws, which may
// be busy for a while, so that the page answers meanwhile.

import * as three from "three";
import { breather, gathered } from "./dom.ts";

/** Bytes of a slice. */
const SLICE = 4 << 20;

/** How long a slice or a picture may take, in milliseconds. */
const PATIENCE = 5000;

/** Waits for what is drawn without holding up the page; whether it was drawn in time. */
export async function isDrawn(renderer: three.WebGLRenderer): Promise<boolean> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return true;
  gl.flush();
  const end = performance.now() + PATIENCE;
  while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 2));
  gl.deleteSync(fence);
  return performance.now() < end;
}

/** Ends a renderer and its context, once that has nothing to do: else the page would wait for it. */
export function end(renderer: three.WebGLRenderer): void {
  renderer.dispose();
  void isDrawn(renderer).then(() => renderer.forceContextLoss());
}

/** Compiles what draws a model in a scene, with its shadows, and what is as other objects; fills the model's buffers and textures. */
export async function upload(renderer: three.WebGLRenderer, scene: three.Scene, camera: three.Camera, model: three.Object3D, others: three.Object3D[] = []): Promise<void> {
  const meshes: three.Mesh[] = [];
  model.traverse((object) => object instanceof three.Mesh && object.layers.mask !== 0 && meshes.push(object));
  await compile(renderer, scene, camera, meshes, others);
  const textures = new Set(meshes.flatMap(({ material }) => [material].flat()).flatMap((material) => Object.values(material)).filter((value) => value instanceof three.Texture));
  for (const texture of textures) {
    renderer.initTexture(texture);
    await isDrawn(renderer);
  }
  const known = new Set<three.BufferAttribute | three.InterleavedBuffer>();
  let [slice, nBytes]: [three.Mesh[], number] = [[], 0];
  for (const mesh of meshes) {
    const n = bytesOf(mesh, known);
    if (slice.length > 0 && nBytes + n > SLICE) {
      fill(renderer, scene, camera, model, slice);
      await isDrawn(renderer);
      [slice, nBytes] = [[], 0];
    }
    slice.push(mesh);
    nBytes += n;
  }
  fill(renderer, scene, camera, model, slice);
  await isDrawn(renderer);
}

/** Compiles programs side by side, and asks about them only when they are ready. */
async function compile(renderer: three.WebGLRenderer, scene: three.Scene, camera: three.Camera, meshes: three.Mesh[], others: three.Object3D[]): Promise<void> {
  await isDrawn(renderer);
  const breathe = breather(() => isDrawn(renderer));
  const compiled: Promise<unknown>[] = [scene, ...others].map((object) => renderer.compileAsync(object, camera, scene));
  const isCopied = (mesh: three.Mesh): boolean => mesh instanceof three.InstancedMesh;
  // One mesh for each program: others have no more to compile.
  const sorts = gathered(meshes, (mesh) => `${isCopied(mesh)} ${[mesh.material].flat().map(({ uuid }) => uuid).join(" ")}`);
  for (const [mesh] of sorts.values()) {
    compiled.push(renderer.compileAsync(mesh!, camera, scene));
    await breathe();
  }
  if (renderer.shadowMap.enabled) {
    // As three.js draws shadows, but with a material that is known before.
    const depth = new three.MeshDepthMaterial({ side: three.BackSide });
    const target = new three.WebGLRenderTarget(1, 1);
    for (const [mesh] of gathered(meshes, isCopied).values()) {
      const shadow = shadowOf(mesh!, depth);
      renderer.setRenderTarget(target);
      compiled.push(renderer.compileAsync(shadow, camera, scene));
      renderer.setRenderTarget(null);
      await breathe();
    }
    target.dispose();
    // What has holes casts other shadows.
    for (const mesh of meshes) if ([mesh.material].flat().every(({ alphaTest }) => alphaTest === 0)) mesh.customDepthMaterial = depth;
  }
  await Promise.all(compiled);
  await isDrawn(renderer);
  // There is nothing to draw, so that each answers at once.
  for (const program of renderer.info.programs ?? []) {
    program.getUniforms();
    await breathe();
  }
}

/** A mesh with another material. Of copies, their lists are not copied. */
function shadowOf(mesh: three.Mesh, material: three.Material): three.Mesh {
  if (mesh instanceof three.InstancedMesh) return Object.assign(new three.InstancedMesh(mesh.geometry, material, 0), { instanceColor: mesh.instanceColor });
  return Object.assign(mesh.clone(false), { material });
}

/** The bytes of a mesh that are not yet known. */
function bytesOf(mesh: three.Mesh, known: Set<three.BufferAttribute | three.InterleavedBuffer>): number {
  const { attributes, index } = mesh.geometry;
  const own = mesh instanceof three.InstancedMesh ? [mesh.instanceMatrix, mesh.instanceColor] : [];
  let n = 0;
  for (const attribute of [...Object.values(attributes), index, ...own]) {
    const list = attribute instanceof three.InterleavedBufferAttribute ? attribute.data : attribute;
    if (!list || known.has(list)) continue;
    known.add(list);
    n += list.array.byteLength;
  }
  return n;
}

/** Fills the buffers of meshes, by drawing nothing of each: what is seen stays. */
function fill(renderer: three.WebGLRenderer, scene: three.Scene, camera: three.Camera, model: three.Object3D, meshes: three.Mesh[]): void {
  const undo: (() => void)[] = [];
  const set = <T extends object, K extends keyof T>(object: T, key: K, value: T[K]): void => {
    const before = object[key];
    undo.push(() => (object[key] = before));
    object[key] = value;
  };
  const { parent } = model;
  scene.add(model);
  const chosen = new Set<three.Object3D>(meshes);
  // All but these are in no layer.
  scene.traverse((object) => (object instanceof three.Mesh || object instanceof three.Line || object instanceof three.Points) && set(object.layers, "mask", chosen.has(object) ? camera.layers.mask : 0));
  for (const mesh of meshes) {
    set(mesh, "frustumCulled", false);
    set(mesh.geometry, "drawRange", { start: 0, count: 0 });
  }
  set(renderer, "autoClear", false);
  renderer.render(scene, camera);
  if (!parent) model.removeFromParent();
  for (const put of undo.reverse()) put();
}
