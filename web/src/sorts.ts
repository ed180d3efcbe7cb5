// What sort of value bytes are, by their name and what they say; and where numbers point to.

import type { Named, Space } from "./protocol.ts";

/** Each has a colour. */
export type Sort = "length" | "count" | "float" | "text" | "id" | "packed" | "";

const BY_NAME: [Sort, RegExp][] = [
  ["length", /(^|_)(len|length|size|bytes_used)$/],
  ["count", /^n_|(^|_)count$/],
  ["packed", /^(body|packed|compressed|stream)/],
  ["id", /(^|_)(id|ids|uuid|guid|hash|digest|magic|signature|creator|referents?)$/i],
];

export function sortOf({ path, value, kind }: Pick<Named, "path" | "value" | "kind">): Sort {
  if (kind !== "typed" && kind !== "part") return "";
  // `[3].position` is a position; of `values[3]` the list says what it is.
  const names = path.flatMap((name) => name.replace(/\[[^\]]*\]/g, "").split(/[ .]/)).filter(Boolean);
  const last = names.at(-1) ?? "";
  const found = BY_NAME.find(([, name]) => name.test(last));
  if (found) return found[0];
  if (/^(compressed|packed)\b/.test(value)) return "packed";
  if (/^"|^'|^b"/.test(value)) return "text";
  return /^[[(]*-?(\d+\.\d|\d+(\.\d+)?e-?\d|inf|nan)/i.test(value) ? "float" : "";
}

/** What a strip or a tree shows side by side in one colour: the outermost names, without numbers. */
export function groupOf(path: string[]): string {
  return path.slice(0, 2).map((name) => name.replace(/\[[^\]]*\]/g, "")).join(" ").replace(/^chunks /, "") || "file";
}

/** A part that a number stands for. */
export interface Pointer {
  title: string;
  /** Where to look for it, the best first; or the place itself. */
  paths: string[];
  place?: { space: number; start: number; end: number };
}

/** Numbers that stand for other parts: indexes, offsets, and what is packed. */
export function pointersOf(family: string, space: number, { path, value, start }: Named, spaces: Space[]): Pointer[] {
  const whole = path.join(".").replaceAll(".[", "[");
  const numbers = [...value.matchAll(/\d+/g)].map(([digits]) => Number(digits)).slice(0, 8);
  const each = (list: (n: number) => string, ns = numbers): Pointer[] => ns.map((n) => ({ title: list(n), paths: [list(n)] }));
  if (sortOf({ path, value, kind: "typed" }) === "packed" && space === 0) {
    const inside = spaces.filter((one) => one.start !== null && one.start <= start).at(-1);
    if (inside) return [{ title: "what is packed there", paths: [], place: { space: inside.number, start: 0, end: 1 } }];
  }
  if (family === "rbxmesh") {
    if (/^faces\[\d+\]/.test(whole)) return each((n) => `vertices[${n}]`);
    if (/^bones\[\d+\]\.(lod_)?parent/.test(whole)) return each((n) => `bones[${n}]`, numbers.filter((n) => n < 0xffff));
    if (/\bvertices_begin$/.test(whole)) return each((n) => `vertices[${n}]`);
    if (/\bfaces_begin$/.test(whole) || /^lod_offsets/.test(whole)) return each((n) => `faces[${n}]`);
  }
  if (family === "slmesh") {
    const triangle = /^(.*_lod(?:\.\w+)*\[\d+\])\.TriangleList/.exec(whole);
    if (triangle) return numbers.map((n) => ({ title: `Position [${n}]`, paths: [`${triangle[1]}.Position.values[${n}]`] }));
    const block = /^header\.(\w+)\.(offset|size)$/.exec(whole);
    if (block) return [{ title: block[1]!, paths: [block[1]!] }];
  }
  return [];
}
