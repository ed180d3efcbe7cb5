// The lamps of a place. The nearest of those that light something in sight shine, without shadows.

import * as three from "three";
import type { Lamp } from "./protocol.ts";

/** Lamps that shine at once. */
const MOST = 12;
/** Lamps become weaker from this share of the distance of the nearest one that does not shine. */
const FADING = 0.75;

const four = (): three.Vector4[] => Array.from({ length: MOST }, () => new three.Vector4());

/**
 * What all surfaces ask of each lamp: its place and how far it shines, its direction and the cosine at which its cone ends,
 * its colour and the cosine at which its cone begins. They are set just before a picture, so all stages share them.
 */
export const LAMPS = { nLamps: { value: 0 }, lampPlaces: { value: four() }, lampWays: { value: four() }, lampColours: { value: four() } };

export const LAMPS_HEAD = `uniform int nLamps; uniform vec4 lampPlaces[${MOST}]; uniform vec4 lampWays[${MOST}]; uniform vec4 lampColours[${MOST}];`;

/** Goes behind the lights of three.js. Near a lamp, surfaces are no brighter than at an eighth of its reach. */
export const LAMPS_BODY = `for (int i = 0; i < ${MOST}; i++) {
  if (i >= nLamps) break;
  vec3 toLamp = lampPlaces[i].xyz - geometryPosition;
  float away = length(toLamp), reach = lampPlaces[i].w;
  toLamp /= max(away, 1e-6);
  float left = max(0.0, 1.0 - pow(away / reach, 4.0));
  float cone = smoothstep(lampWays[i].w, lampColours[i].w, dot(-toLamp, lampWays[i].xyz));
  float nearest = max(away, reach / 8.0);
  vec3 shine = lampColours[i].rgb * (left * left * cone * max(0.0, dot(geometryNormal, toLamp)) / (nearest * nearest));
  reflectedLight.directDiffuse += shine * BRDF_Lambert(material.diffuseContribution);
}`;

/** A lamp, and where it is seen. */
interface Shining extends Lamp {
  sphere: three.Sphere;
}

export class Lamps {
  readonly #all: Shining[];

  constructor(all: Lamp[]) {
    this.#all = all.map((lamp) => ({ ...lamp, sphere: new three.Sphere(new three.Vector3(...lamp.position), lamp.reach) }));
  }

  /** Chooses those that shine, as the camera sees them. */
  follow(camera: three.Camera): void {
    camera.updateMatrixWorld();
    const frustum = new three.Frustum().setFromProjectionMatrix(new three.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    // The nearest, and the next one. There may be thousands in each frame: most are only asked how far away they are.
    const seen: { lamp: Shining; away: number }[] = [];
    let end = Infinity;
    for (const lamp of this.#all) {
      const away = lamp.sphere.center.distanceTo(camera.position);
      if (away >= end || !frustum.intersectsSphere(lamp.sphere)) continue;
      const before = seen.findLastIndex((other) => other.away <= away);
      seen.splice(before + 1, 0, { lamp, away });
      seen.length = Math.min(seen.length, MOST + 1);
      end = seen[MOST]?.away ?? Infinity;
    }
    LAMPS.nLamps.value = Math.min(MOST, seen.length);
    seen.slice(0, MOST).forEach(({ lamp: { sphere, reach, direction, colour, cone }, away }, i) => {
      const place = sphere.center.clone().applyMatrix4(camera.matrixWorldInverse);
      const way = new three.Vector3(...direction).transformDirection(camera.matrixWorldInverse);
      // Lamps do not vanish at once where others come nearer.
      const share = Math.min(1, (1 - away / end) / (1 - FADING));
      LAMPS.lampPlaces.value[i]!.set(place.x, place.y, place.z, reach);
      LAMPS.lampWays.value[i]!.set(way.x, way.y, way.z, cone[1]);
      LAMPS.lampColours.value[i]!.set(colour[0] * share, colour[1] * share, colour[2] * share, cone[0]);
    });
  }
}
