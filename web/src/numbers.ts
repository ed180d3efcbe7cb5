// Bytes as numbers and texts: what an inspector shows, what a search looks for, and how bytes are copied.

import { hex } from "./dom.ts";

/** What the bytes at a place are, little-endian and big-endian. */
export function readings(bytes: Uint8Array, at: number): [string, string, string][] {
  if (at < 0 || at >= bytes.length) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, Math.min(16, bytes.length - at));
  const float = (value: number, digits = 9): string => String(Number(value.toPrecision(digits)));
  const u32 = (little: boolean): number => view.getUint32(0, little);
  const table: [string, number, (little: boolean) => string][] = [
    ["8 bits", 1, () => `${view.getUint8(0)} / ${view.getInt8(0)}`],
    ["16 bits", 2, (little) => `${view.getUint16(0, little)} / ${view.getInt16(0, little)}`],
    ["half", 2, (little) => float(half(view.getUint16(0, little)), 4)],
    ["32 bits", 4, (little) => `${u32(little)} / ${view.getInt32(0, little)}`],
    ["float", 4, (little) => float(view.getFloat32(0, little), 7)],
    ["zigzag", 4, (little) => String((u32(little) >>> 1) ^ -(u32(little) & 1))],
    ["rotated", 4, (little) => float(rotated(u32(little)), 7)],
    ["time", 4, (little) => new Date(u32(little) * 1000).toISOString().slice(0, 19)],
    ["64 bits", 8, (little) => String(view.getBigUint64(0, little))],
    ["double", 8, (little) => float(view.getFloat64(0, little))],
    ["UUID", 16, (little) => uuid(bytes.subarray(at, at + 16), little)],
  ];
  const same = new Set(["8 bits"]);
  return table.filter(([, n]) => n <= view.byteLength).map(([name, , read]) => [name, read(true), same.has(name) ? "" : read(false)]);
}

/** A float of 16 bits. */
export function half(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** A float of Roblox, whose sign is its last bit. */
export function rotated(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, (bits >>> 1) | (bits << 31));
  return view.getFloat32(0);
}

/** As Windows writes it, the first three groups are little-endian. */
function uuid(bytes: Uint8Array, little: boolean): string {
  const order = little ? [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15] : [...bytes.keys()];
  const digits = order.map((i) => hex(bytes[i]!, 2)).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What a search looks for. */
interface Sought {
  patterns: number[][];
  any_case: boolean;
  /** As what the text was understood. */
  as: string;
}

/** `0x4d5a` and `4d 5a` are bytes, `12` and `0.5` are numbers in any usual form, and the rest, or what is in quotes, is text. */
export function soughtIn(text: string): Sought | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const digits = /^0x((?:[0-9a-f]{2})+)$/i.exec(trimmed)?.[1] ?? (/^[0-9a-f]{2}(\s+[0-9a-f]{2})+$/i.test(trimmed) ? trimmed.replace(/\s/g, "") : null);
  if (digits) return { patterns: [digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16))], any_case: false, as: "bytes" };
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(trimmed)) return { patterns: formsOf(trimmed), any_case: false, as: "a number" };
  const plain = /^"(.*)"$/.exec(trimmed)?.[1] ?? trimmed;
  return { patterns: [[...new TextEncoder().encode(plain)]], any_case: true, as: "text" };
}

/** A number as integers of 32 and 64 bits, as floats and as digits. */
function formsOf(text: string): number[][] {
  const [number, view] = [Number(text), new DataView(new ArrayBuffer(8))];
  const forms: number[][] = [];
  const add = (n: number, write: (little: boolean) => void): void => {
    for (const little of [true, false]) {
      write(little);
      forms.push([...new Uint8Array(view.buffer.slice(0, n))]);
    }
  };
  const isWhole = /^-?\d+$/.test(text);
  if (isWhole && Math.abs(number) < 2 ** 32) add(4, (little) => view.setInt32(0, number, little));
  if (isWhole && Math.abs(number) >= 2 ** 32) add(8, (little) => view.setBigInt64(0, BigInt.asIntN(64, BigInt(text)), little));
  add(4, (little) => view.setFloat32(0, number, little));
  add(8, (little) => view.setFloat64(0, number, little));
  forms.push([...new TextEncoder().encode(text)]);
  return forms;
}

/** How bytes are copied. */
export const FORMS: Record<string, (bytes: Uint8Array) => string> = {
  Hex: (bytes) => [...bytes].map((byte) => hex(byte, 2)).join(" "),
  Text: (bytes) => new TextDecoder().decode(bytes),
  C: (bytes) => `const unsigned char bytes[${bytes.length}] = {${listed(bytes)}};`,
  Rust: (bytes) => `const BYTES: [u8; ${bytes.length}] = [${listed(bytes)}];`,
  Base64: (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
};

function listed(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `0x${hex(byte, 2)}`).join(", ");
}
