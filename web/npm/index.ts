// For `Symbol.dispose` with the usual libraries of TypeScript.
/// <reference lib="esnext.disposable" preserve="true" />

// The package: files, each in a module of its own.

import { batchLists, type BatchLists, shapeLists, type ShapeLists } from "../src/lists.ts";
import { Module, Refused } from "../src/module.ts";
import type { Batch, Case, Compared, Deep, Drawing, Edited, Info, Broken, Portrait, Report, Selected, Shape, Sitting, Step, Summary, Target, Verb, Verbs, Wish } from "../src/protocol.ts";

export { Refused };
export type * from "../src/protocol.ts";

/** What a module is made of: where it is, its bytes, or itself. */
export type Source = URL | string | Response | BufferSource | WebAssembly.Module;

let compiled: Promise<WebAssembly.Module> | null = null;

/** Compiles the module, once; the first call may say where it is, if that is not beside this script. Workers that are sent
 * what it gives need not compile it again. */
export function load(source: Source = new URL("./rezkit.wasm", import.meta.url)): Promise<WebAssembly.Module> {
  compiled ??= compile(source);
  compiled.catch(() => (compiled = null));
  return compiled;
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  // Asked for at run time, so that no bundler looks for it; node does not fetch files.
  const system = String(source).startsWith("file:") && (globalThis as { process?: typeof process }).process?.getBuiltinModule?.("node:fs/promises");
  if (system) return WebAssembly.compile(await system.readFile(new URL(source)));
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${response.url} is not there: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The bytes of a file. */
export type Bytes = Uint8Array | ArrayBuffer;

/** A file as browsers and node give it: its bytes, a blob (a `File` among them), or the answer to a request. */
export type Content = Bytes | Blob | Response;

function viewed(bytes: Bytes): Uint8Array {
  if (bytes instanceof Uint8Array) return bytes;
  // By its tag: a buffer may come from another realm.
  if (tagOf(bytes) === "ArrayBuffer") return new Uint8Array(bytes);
  throw new TypeError(`the bytes of a file are a Uint8Array or an ArrayBuffer, and this is ${described(bytes)}`);
}

async function contentOf(content: Content): Promise<Uint8Array> {
  if (content instanceof Response && !content.ok) throw new TypeError(`there is no file in an answer of status ${content.status}: ${content.url}`);
  if (content instanceof Response || content instanceof Blob) return new Uint8Array(await content.arrayBuffer());
  try {
    return viewed(content);
  } catch {
    throw new TypeError(`open takes a Uint8Array, an ArrayBuffer, a Blob or a Response, and this is ${described(content)}${tagOf(content) === "Promise" ? ": await it first" : ""}`);
  }
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function described(value: unknown): string {
  return value === undefined || value === null ? String(value) : `a ${tagOf(value)}`;
}

/** How a file is opened. */
export interface Options {
  /** Its name, by which it is told what was expected of it. */
  name?: string;
  /** Files that it names, such as the meshes of a place by their ids. */
  beside?: Record<string, Bytes>;
}

/** Opens a file. What is none of our formats is opened, too: `summary.problem` says so. */
export async function open(content: Content, { name = nameOf(content), beside = {} }: Options = {}): Promise<RezkitFile> {
  const file = await contentOf(content);
  const module = new Module(await WebAssembly.instantiate(await load()));
  const room = module.room(file.subarray(0, HEAD));
  if (file.length > room.most) throw new Refused({ message: `${room.title} of ${file.length} bytes is too large: the most is ${room.most}`, room });
  module.open(file, name);
  for (const [name, bytes] of Object.entries(beside)) module.beside(viewed(bytes), name);
  return new RezkitFile(module);
}

/** The name that a browser's file or the address of an answer has. */
function nameOf(content: Content): string {
  if (typeof File !== "undefined" && content instanceof File) return content.name;
  const last = content instanceof Response ? content.url.split(/[?#]/)[0]!.split("/").pop() : "";
  return last ? decodeURIComponent(last) : "file";
}

/** Enough to see what a file is. */
const HEAD = 1 << 20;

/** The arrays of a shape; triangles are three indices each. */
export type ShapeArrays = Omit<Shape, keyof ShapeLists> & ShapeLists;

/** Triangles of a shape that are drawn at once, and where its copies are. */
export type BatchArrays = Omit<Batch, keyof BatchLists> & BatchLists;

/** A model or place at rest, as a graphics card takes it. */
export interface Mesh extends Omit<Drawing, "shapes" | "batches" | "images"> {
  shapes: ShapeArrays[];
  batches: BatchArrays[];
  images: { mime: string | null; bytes: Uint8Array }[];
}

/** A file, until it is closed: by `using`, or by `close`. */
export class RezkitFile {
  #module: Module | null;
  /** What it is. */
  readonly summary: Summary;

  /** @internal */
  constructor(module: Module) {
    this.#module = module;
    this.summary = module.ask("summary", {}).result;
  }

  get format(): Summary["identity"]["format"] {
    return this.summary.identity.format;
  }

  /** Asks anything that the page asks. Bytes are a view, which is empty after the next call. */
  ask<V extends Verb>(verb: V, args: Verbs[V][0]): { result: Verbs[V][1]; bytes: Uint8Array<ArrayBuffer> } {
    if (!this.#module) throw new Refused({ message: "the file is closed" });
    try {
      return this.#module.ask(verb, args);
    } catch (error) {
      // What a module would answer after a trap is worth nothing.
      if (error instanceof Refused && error.failure.isTrap) this.close();
      throw error;
    }
  }

  /** What it holds: counts, bounds, levels, classes. */
  info(scale?: [number, number, number]): Info {
    return this.ask("info", { scale }).result;
  }

  /** The rules that it breaks, also those of programs, such as `roblox`. */
  check(profiles: string[] = []): Broken[] {
    return this.ask("check", { profiles }).result;
  }

  /** Where it breaks a rule that the last `check` named. */
  findings(rule: string, first = 0, n = 100): Case[] {
    return this.ask("findings", { rule, first, n }).result;
  }

  /** All nodes in a node, each behind the one that it is in; 0 is the file. */
  tree(of = 0, first = 0, n = 1000): Deep[] {
    return this.ask("subtree", { of, first, n }).result;
  }

  /** The nodes that an expression or a selector chooses: at most 500, from some number on. */
  query(query: string, first = 0): { n: number; nodes: Selected["rows"]; notes: string[] } {
    const { n, rows, notes } = this.ask("select", { query, first }).result;
    return { n, nodes: rows.filter(({ is_found }) => is_found), notes };
  }

  /** The number of a node, by its path. */
  find(path: string): number | null {
    const id = this.ask("follow", { node_path: path }).result.hit?.id;
    // Of a path that leads nowhere, the page shows the last node that there is.
    return id !== undefined && this.ask("node", { of: id }).result.path === path ? id : null;
  }

  /** A node with its properties, as texts, by its number or its path. Enum items have their names. */
  get(node: number | string): { path: string; properties: Record<string, string> } {
    const { path, properties } = this.ask("node", { of: this.#number(node) }).result;
    return { path, properties: Object.fromEntries(properties) };
  }

  /** The file with one value changed, as a text that `rez set` takes; this one stays as it is. */
  set(node: number | string, property: string, value: string): Edited & { bytes: Uint8Array<ArrayBuffer> } {
    return this.edit([{ set: { node: this.#number(node), property, value } }]);
  }

  /** The file with some changes; this one stays as it is. */
  edit(steps: Step[]): Edited & { bytes: Uint8Array<ArrayBuffer> } {
    const { result, bytes } = this.ask("edit", { steps });
    return { ...result, bytes: bytes.slice() };
  }

  /** What differs from an older file. */
  compare(old: Bytes, name = "old"): Compared {
    this.beside(name, old);
    return this.ask("compare", {}).result;
  }

  /** Gives it a file that it names. */
  beside(name: string, bytes: Bytes): void {
    if (!this.#module) throw new Refused({ message: "the file is closed" });
    this.#module.beside(viewed(bytes), name);
  }

  /** The arrays of a model or place, without a copy: views, which are empty after the next call. */
  mesh(options: { memory?: number; coarse?: boolean } = {}): Mesh {
    const { result, bytes } = this.ask("draw", { ...options, still: true });
    const { shapes, batches, images, ...drawing } = result!;
    return {
      ...drawing,
      images: images.map(({ mime, at, n_bytes }) => ({ mime, bytes: bytes.subarray(at, at + n_bytes) })),
      shapes: shapes.map((shape) => ({ ...shape, ...shapeLists(shape, bytes) })),
      batches: batches.map((batch) => ({ ...batch, ...batchLists(batch, bytes) })),
    };
  }

  /** A picture of a model or place, as a PNG file. */
  picture(options: Sitting = {}): Portrait & { bytes: Uint8Array<ArrayBuffer> } {
    const { result, bytes } = this.ask("picture", options);
    return { ...result, bytes: bytes.slice() };
  }

  /** A model or place as a GLB file. */
  gltf(wish: Omit<Wish, "to"> = {}): Converted {
    return this.convert({ ...wish, to: "glb" });
  }

  /** What `convert` can make of it. */
  targets(): Target[] {
    return this.ask("targets", {}).result;
  }

  /** A file of another format, such as `rbxmx`, and those that belong beside it. */
  convert(wish: Wish): Converted {
    const { result, bytes } = this.ask("convert", wish);
    let at = result.n_bytes;
    const beside = result.beside.map(([name, n]) => [name, bytes.slice(at, (at += n))] as const);
    return { ...result, bytes: bytes.slice(0, result.n_bytes), beside: Object.fromEntries(beside) };
  }

  /** Frees its memory, and ends the views on it. */
  close(): void {
    this.#module?.release();
    this.#module = null;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #number(node: number | string): number {
    const number = typeof node === "number" ? node : this.find(node);
    if (number === null) throw new Refused({ message: `nothing has the path ${node}` });
    return number;
  }
}

/** What a conversion made. */
export interface Converted extends Omit<Report, "beside"> {
  bytes: Uint8Array<ArrayBuffer>;
  beside: Record<string, Uint8Array<ArrayBuffer>>;
}
