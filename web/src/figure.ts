// A figure for an animation that has joints and no mesh: limbs between its joints, which move with them.

import * as three from "three";

/** Radii of limbs as shares of the figure's height, by the names of their upper joints; the first that fits counts. */
const RADII: [RegExp, number][] = [
  [/finger|thumb|index|middle|ring|pinky|toe|eye|face|tongue|teeth|lip|brow|ear|tail|wing/i, 0.008],
  [/neck/i, 0.03],
  [/head|skull/i, 0.06],
  [/hip|pelvis|spine|torso|chest|abdomen|root/i, 0.065],
  [/up(per)?_?leg|thigh/i, 0.045],
  [/leg|knee|shin|calf/i, 0.035],
  [/foot|ankle|hand|wrist/i, 0.022],
];
const USUAL = 0.028;
/** Joints that most figures lack; they have limbs where the animation moves them. */
const RARE = /hind|wing|tail|face|groin|\bear|ear(left|right)|eye|tongue|teeth|jaw|lip|brow|nose|cheek/i;
/** The head above its joint, as a share of the height. */
const HEAD = 0.065;

/** Limbs for joints, each with the joint that carries it. */
export function limbsOf(joints: three.Object3D[], isMoved: (joint: three.Object3D) => boolean, nameOf: (joint: three.Object3D) => string): [three.Object3D, three.Mesh][] {
  const limbs: [three.Object3D, three.Mesh][] = [];
  const places = joints.map((joint) => joint.getWorldPosition(new three.Vector3()));
  const tall = Math.max(1e-6, ...new three.Box3().setFromPoints(places).getSize(new three.Vector3()).toArray());
  const material = new three.MeshStandardMaterial({ color: 0x9aa4b3, roughness: 0.75 });
  for (const joint of joints) {
    const name = nameOf(joint);
    if (RARE.test(name) && !isMoved(joint)) continue;
    const radius = tall * (RADII.find(([names]) => names.test(name))?.[1] ?? USUAL);
    const size = joint.getWorldScale(new three.Vector3()).x || 1;
    const ends = joint.children.filter((child) => joints.includes(child) && (!RARE.test(nameOf(child)) || isMoved(child))).map(({ position }) => position.clone());
    if (ends.length === 0 && /head|skull/i.test(name)) ends.push(upwards(joint).multiplyScalar((tall * HEAD) / size));
    for (const end of ends) {
      const length = end.length();
      if (length * size < tall * 0.004) continue;
      const limb = new three.Mesh(new three.CapsuleGeometry(Math.min(radius / size, length), length, 6, 12), material);
      limb.position.copy(end).multiplyScalar(0.5);
      limb.quaternion.setFromUnitVectors(new three.Vector3(0, 1, 0), end.clone().normalize());
      limbs.push([joint, limb]);
    }
  }
  return limbs;
}

/** The world's up, as a joint has it. */
function upwards(joint: three.Object3D): three.Vector3 {
  return new three.Vector3(0, 1, 0).applyQuaternion(joint.getWorldQuaternion(new three.Quaternion()).invert());
}
