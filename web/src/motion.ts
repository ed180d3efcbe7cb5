// Animations of one file that move the model of another.

import * as three from "three";
import { Client } from "./client.ts";
import { stem } from "./dom.ts";
import type { Source } from "./files.ts";
import { convert } from "./made.ts";
import { type Drawable, loaded, modelOf } from "./models.ts";
import type { Loss } from "./protocol.ts";
import { nameOf, type Shown, shownOf } from "./stage.ts";

/** What a file is called that is given to be moved. */
const RIG = "rig";
/** What has animations and no parts. */
const CLASSES = ["KeyframeSequence", "CurveAnimation"];

/** Whether a file has animations and no model of its own. */
export async function isMotion({ blob, name }: Source): Promise<boolean> {
  if (!/\.(anim|bvh|rbxmx?)$/i.test(name)) return false;
  const client = new Client(() => {});
  try {
    const { identity, is_place } = await client.open(blob, name, () => {});
    if (!is_place) return ["sl-anim", "bvh"].includes(identity.format);
    const { classes, facts } = await client.ask("info", {});
    return !facts["parts"] && classes.some(({ name }) => CLASSES.includes(name));
  } catch {
    // What cannot be read is opened by itself, which says why.
    return false;
  } finally {
    client.end();
  }
}

/** The model of a file, moved by the animations of another. */
export async function moved(file: Drawable, rig: Blob, motion: Source): Promise<{ model: Shown; losses: Loss[] }> {
  let client = new Client(() => {});
  try {
    const { identity, is_place } = await client.open(motion.blob, motion.name, () => {});
    if (is_place && file.summary.is_place) {
      // The joints of Roblox models say themselves what they hold.
      await client.give(rig, RIG);
      const { gltf, losses } = await loaded(client, { rig: RIG, numbers: true });
      return { model: shownOf(gltf), losses };
    }
    const { model, losses } = await modelOf(file);
    const [shown] = model.scenes;
    if (identity.format === "bvh" && shown?.getObjectByName("mPelvis")) {
      const { bytes } = await convert({ client }, { to: "anim" });
      client.end();
      client = new Client(() => {});
      await client.open(new Blob([bytes]), `${stem(motion.name)}.anim`, () => {});
    }
    const { gltf: { scene, animations } } = await loaded(client, {});
    const clips = animations.map((clip) => onto(clip, scene, shown ?? new three.Group())).filter(({ tracks }) => tracks.length > 0);
    if (clips.length === 0) throw new Error(`none of the joints that ${motion.name} moves is in the model`);
    return { model: { ...model, animations: [...clips, ...model.animations] }, losses };
  } finally {
    client.end();
  }
}

/** An animation of the joints of one model, for the joints of another that are called the same. */
function onto(clip: three.AnimationClip, from: three.Object3D, to: three.Object3D): three.AnimationClip {
  const targets = new Map<string, three.Object3D>();
  to.traverse((object) => void (targets.has(nameOf(object)) || targets.set(nameOf(object), object)));
  from.updateMatrixWorld(true);
  to.updateMatrixWorld(true);
  const tracks = clip.tracks.flatMap((track) => {
    const [, name, property] = /^(.*)\.([^.]*)$/.exec(track.name)!;
    const source = from.getObjectByName(name!) ?? from.getObjectByProperty("uuid", name);
    const target = source && targets.get(nameOf(source));
    if (!source || !target) return [];
    const own = track.clone();
    own.name = `${target.name || target.uuid}.${property}`;
    const { values } = own;
    if (property === "quaternion") {
      // Turned from its rest by as much, whatever that is.
      const [turn, rest] = [new three.Quaternion(), target.quaternion.clone().multiply(source.quaternion.clone().invert())];
      for (let i = 0; i < values.length; i += 4) turn.fromArray(values, i).premultiply(rest).toArray(values, i);
      return [own];
    }
    // Bones keep their lengths: only what carries the whole is moved, by its height.
    if (property !== "position" || (source.parent instanceof three.Bone && targets.has(nameOf(source.parent)))) return [];
    const [here, there] = [source, target].map((object) => object.getWorldPosition(new three.Vector3()).y);
    const ratio = here! > 1e-3 && there! > 1e-3 ? there! / here! : 1;
    const [place, start] = [new three.Vector3(), target.position];
    for (let i = 0; i < values.length; i += 3) place.fromArray(values, i).sub(source.position).multiplyScalar(ratio).add(start).toArray(values, i);
    return [own];
  });
  return new three.AnimationClip(clip.name, clip.duration, tracks);
}
