// The glow around what shines, in places that have it: what shines is drawn alone and small, blurred, and added.

import * as three from "three";

/** 1 while only what shines is drawn; all materials of parts have it. */
export const ONLY_GLOW = { onlyGlow: { value: 0 } };
/** Goes to the end of their programs. */
export const GLOW = `if (onlyGlow > 0.5) {
  gl_FragColor.rgb = vec3(0.0);
  #ifdef STANDARD
    gl_FragColor.rgb = min(totalEmissiveRadiance, 1.0);
  #endif
  #ifdef USE_FOG
    gl_FragColor.rgb *= 1.0 - fogFactor;
  #endif
}`;

/** The points of a picture for one of the glow, and how much of that is added at most. */
const COARSE = 4;
const STRENGTH = 0.9;

const VERTEX = "varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }";
const BLUR = `uniform sampler2D picture; uniform vec2 step; uniform float strength; varying vec2 at;
void main() {
  vec3 sum = vec3(0.0); float all = 0.0;
  for (int i = -6; i <= 6; i++) {
    float share = exp(-float(i * i) / 12.0);
    sum += share * texture2D(picture, at + float(i) * step).rgb;
    all += share;
  }
  gl_FragColor = vec4(sum * strength / all, 1.0);
}`;

export class Bloom {
  readonly #targets = [0, 1].map(() => new three.WebGLRenderTarget(1, 1, { type: three.HalfFloatType }));
  readonly #uniforms = { picture: { value: null as three.Texture | null }, step: { value: new three.Vector2() }, strength: { value: 1 } };
  readonly #quad: three.Mesh<three.PlaneGeometry, three.ShaderMaterial>;
  readonly #strength: number;

  /** `strength` is from 0 to 1. */
  constructor(strength: number) {
    this.#strength = STRENGTH * strength;
    const material = new three.ShaderMaterial({ uniforms: this.#uniforms, vertexShader: VERTEX, fragmentShader: BLUR, blending: three.AdditiveBlending, depthTest: false, depthWrite: false, transparent: true });
    this.#quad = new three.Mesh(new three.PlaneGeometry(2, 2), material);
    this.#quad.frustumCulled = false;
  }

  /** Adds the glow to a picture that was just drawn. `hidden` is what shines without being a part. */
  draw(renderer: three.WebGLRenderer, scene: three.Scene, camera: three.Camera, hidden: three.Object3D): void {
    const [width, height] = renderer.getDrawingBufferSize(new three.Vector2()).divideScalar(COARSE).ceil().toArray();
    const [one, other] = this.#targets as [three.WebGLRenderTarget, three.WebGLRenderTarget];
    for (const target of this.#targets) target.setSize(width, height);
    ONLY_GLOW.onlyGlow.value = 1;
    hidden.visible = false;
    // What is counted is the picture and its glow.
    renderer.info.autoReset = false;
    renderer.setRenderTarget(one);
    renderer.render(scene, camera);
    ONLY_GLOW.onlyGlow.value = 0;
    hidden.visible = true;
    this.#blur(renderer, one, other, [2 / width, 0], 1);
    renderer.autoClear = false;
    this.#blur(renderer, other, null, [0, 2 / height], 2 * this.#strength);
    renderer.autoClear = renderer.info.autoReset = true;
  }

  #blur(renderer: three.WebGLRenderer, from: three.WebGLRenderTarget, to: three.WebGLRenderTarget | null, step: [number, number], strength: number): void {
    this.#uniforms.picture.value = from.texture;
    this.#uniforms.step.value.set(...step);
    this.#uniforms.strength.value = strength;
    renderer.setRenderTarget(to);
    renderer.render(this.#quad, new three.Camera());
  }

  end(): void {
    for (const target of this.#targets) target.dispose();
    this.#quad.material.dispose();
    this.#quad.geometry.dispose();
  }
}
