// The model of a file in three dimensions, as objects of three.js.

import * as three from "three";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import type { Client } from "./client.ts";
import { shownOf as drawn } from "./drawing.ts";
import { convert } from "./made.ts";
import type { Loss, Summary, Wish } from "./protocol.ts";
import { type Shown, shownOf } from "./stage.ts";

/** A file with a model. */
export interface Drawable {
  readonly client: Client;
  readonly summary: Summary;
  /** The memory that a person granted. */
  readonly granted: { memory?: number };
}

export interface Made {
  model: Shown;
  losses: Loss[];
  /** Whether much terrain is of larger cubes than it has, and the side of the squares into which that is cut. */
  isCoarse?: boolean;
  square?: number;
}

/** A place as lists of numbers; what moves, and all else, as a GLB. Much terrain is coarse if that is wished, which is there much sooner; `square` is the side of squares of one that was so. */
export async function modelOf(file: Drawable, coarse = false, square?: number): Promise<Made> {
  const { client, summary, granted } = file;
  if (summary.is_place) {
    const { result, bytes } = await client.askBytes("draw", { ...granted, coarse, ...(square ? { square } : {}) });
    if (result) return { model: await drawn(result, bytes), losses: result.losses, isCoarse: result.is_coarse, square: result.square };
  }
  const { gltf, losses } = await loaded(client, { numbers: summary.is_place, ...granted });
  if (/mesh$/.test(summary.identity.family)) tint(gltf);
  return { model: shownOf(gltf), losses };
}

/** Gives what has no colour of its own one that is seen on a bright ground. */
function tint({ scenes }: GLTF): void {
  for (const scene of scenes) scene.traverse((object) => {
    for (const material of object instanceof three.Mesh ? [object.material].flat() : []) {
      if (!material.map && !material.vertexColors && material.color.getHex() === 0xffffff) material.color.setHex(0xcbc7c0);
    }
  });
}

/** A file as a GLB, with textures of the file alone: a name of another file leads nowhere here. */
export async function loaded(client: Client, wish: Omit<Wish, "to">): Promise<{ gltf: GLTF; losses: Loss[] }> {
  const { report, bytes } = await convert({ client }, { to: "glb", ...wish });
  const manager = new three.LoadingManager();
  manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : "data:,"));
  return { gltf: await new GLTFLoader(manager).parseAsync(bytes.slice(0, report.n_bytes).buffer, ""), losses: report.losses };
}
