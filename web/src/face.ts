// The controls of a face: poses that are mixed.

import * as three from "three";

const PREFIX = "FACS_";

/** Regions of a face, with the codes of their controls without the side; the last takes what the others do not. */
const REGIONS: [string, string[]][] = [
  ["Brows", ["COR", "BL", "IBR", "OBR"]],
  ["Eyes", ["EC", "ELD", "ELL", "ELR", "ELU", "EULR"]],
  ["Cheeks and nose", ["CHP", "CHR", "NW"]],
  ["Jaw", ["JD", "JL", "JR", "CR"]],
  ["Tongue", ["TD", "TO", "TU"]],
  ["Mouth", []],
];

const NAMES: Record<string, string> = {
  COR: "Corrugator", CR: "Chin raiser", CRUL: "Chin raiser, upper lip", ELD: "Look down", ELL: "Look left", ELR: "Look right", ELU: "Look up",
  FN: "Funneler", FP: "Flat pucker", JD: "Jaw drop", JL: "Jaw left", JR: "Jaw right", LLS: "Lower lip suck", LP: "Lip presser", LPT: "Lips together",
  ML: "Mouth left", MR: "Mouth right", PK: "Pucker", TD: "Tongue down", TO: "Tongue out", TU: "Tongue up", ULS: "Upper lip suck", BL: "Brow lowerer",
  CHP: "Cheek puff", CHR: "Cheek raiser", DM: "Dimpler", EC: "Eye closed", EULR: "Upper lid raiser", IBR: "Inner brow raiser", LCD: "Lip corner down",
  LCP: "Lip corner puller", LLD: "Lower lip depressor", LS: "Lip stretcher", NW: "Nose wrinkler", OBR: "Outer brow raiser", ULR: "Upper lip raiser",
};

export interface Control {
  code: string;
  title: string;
}

/** The controls of some animations, by region. */
export function regionsOf(clips: three.AnimationClip[]): [string, Control[]][] {
  const codes = new Set(clips.filter(isPose).flatMap(({ name }) => partsOf(name)));
  const regions = REGIONS.map(([title]): [string, Control[]] => [title, []]);
  for (const code of codes) {
    const [, side = "", plain = code] = /^([lrc])_(.+)$/.exec(code) ?? [];
    const index = REGIONS.findIndex(([, own]) => own.includes(plain));
    const sided = { l: ", left", r: ", right" }[side] ?? "";
    regions.at(index)![1].push({ code, title: `${NAMES[plain] ?? code}${sided}` });
  }
  return regions.filter(([, controls]) => controls.length > 0);
}

export function isPose({ name }: three.AnimationClip): boolean {
  return name.startsWith(PREFIX);
}

function partsOf(name: string): string[] {
  return name.slice(PREFIX.length).split("-");
}

/** Mixes poses: each counts as much as its control, a corrective as much as the product of its controls. */
export class Face {
  readonly #mixer: three.AnimationMixer;
  readonly #poses: { parts: string[]; action: three.AnimationAction }[];
  readonly #values = new Map<string, number>();

  constructor(root: three.Object3D, clips: three.AnimationClip[]) {
    this.#mixer = new three.AnimationMixer(root);
    this.#poses = clips.filter(isPose).map((clip) => {
      const added = three.AnimationUtils.makeClipAdditive(clip.clone());
      const action = this.#mixer.clipAction(added);
      return { parts: partsOf(clip.name), action };
    });
  }

  get isMoved(): boolean {
    return [...this.#values.values()].some((value) => value !== 0);
  }

  set(code: string, value: number): void {
    this.#values.set(code, value);
    for (const { parts, action } of this.#poses) {
      if (!parts.includes(code)) continue;
      const weight = parts.reduce((product, part) => product * (this.#values.get(part) ?? 0), 1);
      if (weight === 0) {
        action.stop();
        continue;
      }
      action.play();
      action.paused = true;
      action.time = action.getClip().duration;
      action.setEffectiveWeight(weight);
    }
    this.#mixer.update(0);
  }

  reset(): void {
    this.#values.clear();
    this.#mixer.stopAllAction();
  }
}
