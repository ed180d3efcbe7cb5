// The light of a place: its sun with shadows, the light from everywhere, and a sky.

import * as three from "three";
import type { Room } from "./studio.ts";

/** What is known of the light; colours are six hexadecimal digits, and distances of fog numbers. */
export interface Light {
  sun: { direction: three.Vector3; strength: number } | null;
  surroundings: Record<string, string>;
}

/** Metres around what is looked at in which there are shadows. */
const REACH = 120;
/** Points of a side of the map of shadows. */
const MAP = 2048;

/** The height of the sun, as a sine, below which light is warm and the sky pale: that of `rez thumb`. */
const LOW_SUN = 0.35;
/** Fog that ends nearer, in lengths of the place, hides the sky as well; the engine's rule is not known. */
const HIDES_SKY = 2000;

/** What shines at night. */
const MOON = { direction: new three.Vector3(0.4, -0.8, -0.45), strength: 1.5 };

const VERTEX = "varying vec3 way; void main() { way = position; vec4 at = projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0); gl_Position = at.xyww; }";
const FRAGMENT = `uniform vec3 top; uniform vec3 low; uniform vec3 below; uniform vec3 sun; uniform vec3 shine; varying vec3 way;
void main() {
  vec3 to = normalize(way);
  vec3 colour = to.y < 0.0 ? mix(low, below, min(1.0, -to.y * 4.0)) : mix(low, top, pow(to.y, 0.55));
  float near = max(0.0, dot(to, sun));
  colour += shine * (0.25 * pow(near, 60.0) + smoothstep(0.9994, 0.9997, near));
  gl_FragColor = vec4(colour, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

export class Outdoors implements Room {
  readonly #renderer: three.WebGLRenderer;
  /** Or the moon. */
  readonly #sun: three.DirectionalLight;
  readonly #way = new three.Vector3();
  readonly #reach: number;
  readonly #dome: three.Mesh;
  readonly #fog: { fog: three.Fog; start: number; end: number } | null;
  /** What the shadows are around. */
  #middle: three.Vector3 | null = null;
  #last = 1;

  constructor(scene: three.Scene, renderer: three.WebGLRenderer, { sun, surroundings }: Light, unit: number) {
    this.#renderer = renderer;
    this.#reach = REACH / unit;
    const colour = (name: string, usual: number): three.Color => (surroundings[name] ? new three.Color(`#${surroundings[name]}`) : new three.Color(usual));
    const isDay = sun !== null;
    // The light of rooms, if it is brighter than that outside. The darker both are, the darker the shadows; a place that has
    // none is not black.
    const [outside, inside] = [colour("outdoor_ambient", 0x808080), colour("ambient", 0)];
    outside.setRGB(Math.max(outside.r, inside.r), Math.max(outside.g, inside.g), Math.max(outside.b, inside.b));
    const around = outside.lerp(new three.Color(0x808080), 0.35);
    if (!isDay) around.multiply(new three.Color(0x86a0d8));
    scene.add(new three.HemisphereLight(around.clone().multiplyScalar(1.25), around.clone().multiplyScalar(0.75), 4.2));
    const { direction, strength } = sun ?? MOON;
    this.#way.copy(direction).normalize();
    // In the evening, light is warm and the sky pale.
    const evening = isDay ? Math.min(1, Math.max(0, 1 + this.#way.y / LOW_SUN)) : 0;
    const towards = (day: number, late: number): three.Color => new three.Color(day).lerp(new three.Color(late), evening);
    this.#sun = new three.DirectionalLight(isDay ? towards(0xfff4e2, 0xffc98a) : 0x8aa8e6, 0.95 * strength);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(MAP, MAP);
    this.#sun.shadow.bias = -0.0006;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = three.PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    scene.add(this.#sun, this.#sun.target);
    const [top, low, below] = isDay ? [towards(0x3f77c2, 0x3c4a78), towards(0xc3d7ea, 0xe8b98c), towards(0xaebfce, 0x8f7d74)] : [0x0a1230, 0x263560, 0x16203e].map((night) => new three.Color(night)) as [three.Color, three.Color, three.Color];
    if (surroundings["sky"]) low.lerp(colour("sky", 0), 0.5);
    this.#fog = fogOf(surroundings);
    if (this.#fog) {
      const { fog, end } = this.#fog;
      scene.fog = fog;
      for (const part of [top, low, below]) part.lerp(fog.color, Math.min(1, Math.max(0, 2 * (1 - end / HIDES_SKY))));
    }
    const uniforms = { top: { value: top }, low: { value: low }, below: { value: below }, sun: { value: this.#way.clone().negate() }, shine: { value: new three.Color(isDay ? 0xfff1d0 : 0x4a5a78) } };
    const material = new three.ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT, side: three.BackSide, depthWrite: false });
    this.#dome = new three.Mesh(new three.SphereGeometry(1, 32, 16), material);
    this.#dome.frustumCulled = false;
    this.#dome.renderOrder = -1;
    scene.add(this.#dome);
  }

  /** Fog begins behind what is looked at from afar: else a place that is seen as a whole would be nothing but fog. */
  #place(distance: number): void {
    if (!this.#fog) return;
    const { fog, start, end } = this.#fog;
    const behind = Math.max(0, distance - end / 2);
    [fog.near, fog.far] = [start + behind, end + behind];
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

  end(): void {
    this.#sun.dispose();
    this.#dome.geometry.dispose();
  }
}

function fogOf({ fog = "C0C0C0", fog_start = "0", fog_end }: Record<string, string>): { fog: three.Fog; start: number; end: number } | null {
  if (fog_end === undefined) return null;
  const [start, end] = [Number(fog_start), Math.max(1, Number(fog_end))];
  return { fog: new three.Fog(`#${fog}`, start, end), start: Math.min(start, end - 1e-3), end };
}
