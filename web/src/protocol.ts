// What the page and the worker say to each other, and the shapes of answers, which `web/core` makes. Those that rezkit
// describes by schemas are made of these.

import type * as schemas from "./schemas.ts";
import type { Diff, Identity, Info, Listing, Loss as Lost, Problem, Severity } from "./schemas.ts";

export type { ExcerptLine, Identity, Info, Listing, Loss as Lost, Problem, PropertyChange, Severity } from "./schemas.ts";

/** A difference, with the numbers of the node in both files. */
export type Change = schemas.Change & { node: number | null; old_node: number | null };
/** A file inside, and what a browser takes it for. */
export type Content = schemas.Content & { mime: string | null };
export type Edited = schemas.Edit;

export interface Summary {
  identity: Identity;
  n_bytes: number;
  problem: Problem | null;
  text: string | null;
  is_model: boolean;
  is_place: boolean;
  is_archive: boolean;
  tool: string;
}

export interface Broken {
  id: string;
  severity: Severity;
  title: string;
  why: string;
  fix: string;
  n: number;
  n_listed: number;
}

export interface Place {
  space: number;
  start: number;
  end: number;
}

export interface Case {
  path: string;
  found: string;
  limit: string;
  place: Place | null;
}

export interface Space {
  number: number;
  name: string;
  len: number;
  start: number | null;
}

export interface Named {
  start: number;
  end: number;
  kind: "part" | "typed" | "unknown" | "reference" | "gap" | "folded";
  path: string[];
  value: string;
}

/** A part of the structure of the bytes. */
export interface Part extends Place {
  id: number;
  name: string;
  kind: Named["kind"];
  n_parts: number;
  is_list: boolean;
  value: string;
}

/** Bytes of one meaning, in a strip of the whole file. */
export interface Stripe {
  start: number;
  end: number;
  kind: Named["kind"];
  path: string[];
}

export interface Row {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number behind the last node in it: those in it have the numbers between. */
  end: number;
  /** How many nodes it is in, where several levels are told at once. */
  depth?: number;
}

export interface Hit extends Row {
  around: number[];
}

/** What belongs together. */
export interface Together {
  hit: Hit | null;
  place: Place | null;
  first: Named | null;
  last: Named | null;
}

export interface Node {
  path: string;
  properties: [string, string][];
}

/** What a text or an expression finds: each node below those that it is in. */
export interface Selected {
  n: number;
  rows: (Row & { depth: number; is_found: boolean })[];
  notes: string[];
}

/** A file in a list of files. */
export interface Card {
  title: string;
  version: string | null;
  problem: string | null;
  findings: Partial<Record<Severity, number>>;
  n_triangles: number | null;
}

/** The files in an archive. */
interface Members {
  members: { path: string; n_bytes: number }[];
  problems: string[];
  is_cut: boolean;
}

export interface Compared {
  diff: Diff;
  changes: Change[];
  is_cut: boolean;
}

/** A change of the file, as a person makes it. */
export type Step = { node: number; path: string } & ({ what: "set"; property: string; value: string } | { what: "rename"; name: string } | { what: "move"; parent: number; to: string } | { what: "remove" });

export interface Sizes {
  n_bytes: number;
  lines: { name: string; depth: number; count: number; n_bytes: number; is_in_file: boolean }[];
  /** The same by what a person sees or uses of them. */
  content: { name: string; n_bytes: number }[];
}

/** A texture on a surface. */
export interface Cover {
  image: number;
  wrap: ["repeat" | "mirror" | "clamp", "repeat" | "mirror" | "clamp"];
  is_nearest: boolean;
  strength: number;
}

/** How light falls on something; each part has a finish of its own. */
export interface Surface {
  emissive: [number, number, number];
  cutoff: number | null;
  is_blended: boolean;
  is_double_sided: boolean;
  is_unlit: boolean;
  /** Colour, roughness with metallicity, normals, occlusion, light of its own. */
  textures: (Cover | null)[];
}

/** A camera. */
export interface Eye {
  position: [number, number, number];
  target: [number, number, number];
  /** In degrees. */
  angle: number;
}

/** Vertices and triangles, by where their lists are. */
export interface Shape {
  n_vertices: number;
  positions: number;
  /** With finishes, four bytes with a sign. */
  normals: number | null;
  uvs: number | null;
  /** Linear red, green and blue; with finishes, four numbers of 16 bits. */
  colours: number | null;
  /** How metallic, rough and opaque it is, and how much it glows: of parts put together. */
  finishes: number | null;
  /** Of 16 bits if there are at most 65,536 vertices. */
  indices: number;
  n_indices: number;
}

/** Some triangles of a shape that are drawn at once: copies, or parts put together. */
export interface Batch {
  shape: number;
  surface: number;
  first: number;
  n_indices: number;
  /** The shape for copies that are far away. */
  coarse: number | null;
  n_copies: number;
  matrices: number;
  colours: number;
  finishes: number;
  nodes: number;
  n_pieces: number;
  ends: number;
  /** Which square of something large it is. */
  square: [number, number] | null;
  bounds: [[number, number, number], [number, number, number]];
}

/** A light that shines from a place; `cone` has the cosines of the angles at which it becomes weaker, and at which it ends. */
export interface Lamp {
  position: [number, number, number];
  direction: [number, number, number];
  colour: [number, number, number];
  reach: number;
  cone: [number, number];
}

/** A model or place as lists of numbers in the bytes that come with it. */
export interface Drawing {
  unit: number;
  view: Eye | null;
  saved: Eye | null;
  is_place: boolean;
  sun: { direction: [number, number, number]; strength: number } | null;
  lamps: Lamp[];
  surroundings: Record<string, string>;
  surfaces: Surface[];
  images: { mime: string | null; at: number; n_bytes: number }[];
  shapes: Shape[];
  batches: Batch[];
  n_triangles: number;
  n_parts: number;
  is_coarse: boolean;
  /** The side of squares. */
  square: number;
  losses: Lost[];
}

export interface Line {
  index: number;
  number: number;
  text: string;
}

export interface Target {
  id: string;
  title: string;
  extension: string;
  versions: string[];
  packings: string[];
  is_of_level: boolean;
}

export interface Report {
  name: string;
  n_bytes_before: number;
  n_bytes: number;
  beside: [string, number][];
  losses: Lost[];
  notes: string[];
}

/** What a picture should be like. */
export interface Sitting {
  /** Width and height in pixels; 512 each by default. */
  size?: [number, number];
  level?: number;
  /** From where it is seen, as `rez thumb --view` names it. */
  view?: string;
  /** The same in degrees: around the model to its left, and up. */
  angles?: [number, number];
  /** Red, green, blue and opacity up to 255; by default nothing. */
  background?: [number, number, number, number];
  memory?: number;
}

/** What is said of a picture. */
export interface Portrait {
  n_triangles: number;
  losses: Lost[];
}

export interface Wish {
  to: string;
  version?: string;
  packing?: string;
  level?: number;
  no_extras?: boolean;
  numbers?: boolean;
  /** The name of the file that was given with it whose joints its animations move. */
  rig?: string;
  /** The memory that a person grants, after they were told what it needs. */
  memory?: number;
}

/** The questions, and the answer to each. */
export interface Verbs {
  summary: [{}, Summary];
  info: [{ scale?: number[] | undefined }, Info];
  check: [{ profiles: string[] }, Broken[]];
  findings: [{ rule: string; first: number; n: number }, Case[]];
  spaces: [{}, Space[]];
  leaves: [{ space: number; from: number; to: number }, Named[]];
  bytes: [{ space: number; from: number; to: number }, null];
  place: [{ path: string }, Place | null];
  parts: [{ of: number | null; first: number; n: number }, Part[]];
  trail: [{ space: number; at: number }, number[]];
  strip: [{ space: number; n: number }, Stripe[]];
  seek: [{ space: number; from: number; patterns: number[][]; any_case: boolean }, Place | null];
  children: [{ of: number; first: number; n: number }, Row[]];
  subtree: [{ of: number; first: number; n: number }, Row[]];
  node: [{ of: number }, Node];
  nodes: [{ of: number[] }, Node[]];
  select: [{ query: string; first?: number }, Selected];
  follow: [{ node?: number | undefined; property?: string | undefined; node_path?: string | undefined; path?: string; place?: Place | undefined; wants_node?: boolean; wants_place?: boolean }, Together];
  search: [{ text: string }, Selected];
  instances: [{ paths: string[] }, (Hit | null)[]];
  sizes: [{}, Sizes];
  assets: [{}, Listing];
  contents: [{}, Content[]];
  content: [{ index: number }, null];
  grep: [{ text: string; n: number }, Line[]];
  draw: [{ memory?: number; coarse?: boolean; still?: boolean; square?: number | null }, Drawing | null];
  picture: [Sitting, Portrait];
  targets: [{}, Target[]];
  convert: [Wish, Report];
  card: [{}, Card];
  members: [{}, Members];
  member: [{ index: number }, null];
  compare: [{}, Compared];
  edit: [{ steps: Record<string, object>[] }, Edited];
}

export type Verb = keyof Verbs;

/** From the page to the worker. */
export type Request =
  | { core: string | WebAssembly.Module }
  | { id: number; open: Blob; name: string }
  | { id: number; beside: Blob; name: string }
  | { id: number; portrait: number }
  | { id: number; question: Record<string, object> };

/** Why there is no answer. */
export interface Failure {
  message: string;
  problem?: Problem | null;
  /** The module ended: nothing more can be asked. */
  isTrap?: boolean;
  /** Somebody stopped it. */
  isStopped?: boolean;
  /** The browser does not give the file's bytes. */
  isUnread?: boolean;
  /** There was not enough memory. */
  isFull?: boolean;
  /** The file is too large: what it is, and how large it may be. */
  room?: { title: string; most: number };
}

/** From the worker to the page. */
export type Reply =
  | { compiled: WebAssembly.Module }
  | { id: number; result: unknown; bytes?: Uint8Array }
  | { id: number; error: Failure }
  | { id: number; progress: number };
