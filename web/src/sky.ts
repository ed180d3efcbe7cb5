// The light of a place: its sun with shadows, the light from everywhere, and a sky.

import * as three from "three";
import { Bloom } from "./bloom.ts";
import type { Air } from "./protocol.ts";
import type { Room } from "./studio.ts";

/** Metres around what is looked at in which there are shadows. */
const REACH = 120;
/** Points of a side of the map of shadows. */
const MAP = 2048;

/** Light from everywhere on what looks up and down, of the light of default surroundings, and the light of a sun, as in `rez thumb`. */
const [ABOVE, BELOW, SUN] = [0.47, 0.23, 0.5].map((share) => share * Math.PI) as [number, number, number];
const GREY = 0.215861;

const VERTEX = "varying vec3 way; void main() { way = position; vec4 at = projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0); gl_Position = at.xyww; }";
/** The colour of the sky in a direction. */
export const SKY = `uniform vec3 zenith; uniform vec3 horizon; uniform vec3 ground; uniform vec3 sun; uniform vec3 halo;
vec3 sky(vec3 to) {
  vec3 colour = to.y < 0.0 ? mix(horizon, ground, min(1.0, -to.y * 9.0)) : mix(horizon, zenith, 1.0 - pow(1.0 - to.y, 3.0));
  float near = max(0.0, dot(to, sun));
  return colour + halo * (pow(near, 32.0) + 3.0 * smoothstep(0.9994, 0.9997, near));
}`;
const FRAGMENT = `${SKY} varying vec3 way;
void main() {
  gl_FragColor = vec4(sky(normalize(way)), 1.0);
  #include <colorspace_fragment>
}`;

/** What `SKY` takes. */
export function uniformsOf({ zenith, horizon, ground, sun, halo }: Air): Record<string, { value: three.Vector3 }> {
  return Object.fromEntries(Object.entries({ zenith, horizon, ground, sun, halo }).map(([name, numbers]) => [name, { value: new three.Vector3(...numbers) }]));
}

export class Outdoors implements Room {
  readonly #renderer: three.WebGLRenderer;
  /** Or the moon. */
  readonly #sun: three.DirectionalLight;
  readonly #way = new three.Vector3();
  readonly #reach: number;
  readonly #dome: three.Mesh;
  readonly #fog: { fog: three.Fog; start: number; end: number } | null;
  readonly #bloom: Bloom | null;
  /** What the shadows are around. */
  #middle: three.Vector3 | null = null;
  #last = 1;

  constructor(scene: three.Scene, renderer: three.WebGLRenderer, air: Air, unit: number) {
    const { sun, light, ambient, fog, bloom } = air;
    this.#renderer = renderer;
    this.#bloom = bloom > 0 ? new Bloom(bloom) : null;
    this.#reach = REACH / unit;
    const colour = (linear: [number, number, number]): three.Color => new three.Color().setRGB(...linear);
    const around = colour(ambient).multiply(colour(light)).multiplyScalar(1 / GREY);
    scene.add(new three.HemisphereLight(around.clone().multiplyScalar(ABOVE), around.clone().multiplyScalar(BELOW)));
    this.#way.set(...sun).negate();
    this.#sun = new three.DirectionalLight(colour(light), SUN);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(MAP, MAP);
    this.#sun.shadow.bias = -0.0006;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = three.PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    scene.add(this.#sun, this.#sun.target);
    this.#fog = fog && { fog: new three.Fog(colour(fog.colour), fog.start, fog.end), ...fog };
    if (this.#fog) scene.fog = this.#fog.fog;
    const material = new three.ShaderMaterial({ uniforms: uniformsOf(air), vertexShader: VERTEX, fragmentShader: FRAGMENT, side: three.BackSide, depthWrite: false });
    this.#dome = new three.Mesh(new three.SphereGeometry(1, 32, 16), material);
    this.#dome.frustumCulled = false;
    this.#dome.renderOrder = -1;
    scene.add(this.#dome);
  }

  /** From afar, fog is stretched up to what is looked at: else a place that is seen as a whole would be nothing but fog. */
  #place(distance: number): void {
    if (!this.#fog) return;
    const { fog, start, end } = this.#fog;
    const stretch = Math.max(1, (distance / end) * 5);
    [fog.near, fog.far] = [start * stretch, end * stretch];
  }

  /** The sun stays where it is. */
  face(): void {}

  /** Keeps the shadows around what is looked at, and makes them anew only when that is elsewhere. */
  follow(camera: three.Camera, target: three.Vector3, bounds: three.Box3): three.DirectionalLightShadow | null {
    const sun = this.#sun;
    const { center, radius } = bounds.getBoundingSphere(new three.Sphere());
    const distance = camera.position.distanceTo(target);
    this.#place(distance);
    // From far away, shadows are seen of what is far away.
    const reach = Math.min(radius, Math.max(this.#reach, distance * 0.9));
    const middle = reach === radius ? center : camera.position.clone().lerp(target, Math.min(1, this.#reach / Math.max(distance, 1e-6)));
    const isNear = this.#middle !== null && this.#middle.distanceTo(middle) < reach / 3;
    if (isNear && reach / this.#last < 1.5 && reach / this.#last > 0.6) return null;
    [this.#middle, this.#last] = [middle.clone(), reach];
    sun.target.position.copy(middle);
    sun.position.copy(middle).addScaledVector(this.#way, -2 * reach);
    sun.shadow.normalBias = (3 * reach) / MAP;
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0, far: 4 * reach });
    sun.shadow.camera.updateProjectionMatrix();
    sun.updateMatrixWorld();
    sun.target.updateMatrixWorld();
    sun.shadow.updateMatrices(sun);
    this.#renderer.shadowMap.needsUpdate = true;
    return sun.shadow;
  }

  finish(scene: three.Scene, camera: three.Camera): void {
    this.#bloom?.draw(this.#renderer, scene, camera, this.#dome);
  }

  end(): void {
    this.#bloom?.end();
    this.#sun.dispose();
    this.#dome.geometry.dispose();
  }
}
