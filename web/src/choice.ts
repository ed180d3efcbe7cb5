// What is chosen in a file, in which all views take part, and how an address says it.

import type { Hit, Named, Place } from "./protocol.ts";

/** A part of the model in three dimensions. */
export interface Spot {
  /** The level of detail: its number, from the finest on. */
  level: number;
  /** The face of a Second Life mesh. */
  part?: number;
  /** The first triangle of the level, where one list has those of all levels. */
  first?: number;
  /** The first, and the one behind the last. */
  vertices?: [number, number];
  triangles?: [number, number];
  /** The number of a joint. */
  joint?: number;
}

/** What is chosen; parts that are not known yet are absent. */
export interface Choice {
  place?: Place;
  node?: Hit;
  /** The number of a node of which no more is known yet. */
  nodeId?: number;
  /** The path of the node. */
  path?: string;
  /** A property of the node. */
  property?: string;
  spot?: Spot;
  /** The names of the first byte, from the outside in. */
  names?: string[];
  /** A line of a script, from 1; 0 is the whole script. */
  line?: number;
  /** A rule and its finding. */
  finding?: { rule: string; number: number };
}

/** The names as a path: `high_lod[0].Position.values[3]`. */
export function pathOf(names: string[]): string {
  return names.join(".").replaceAll(".[", "[");
}

const SL_LEVELS = ["high_lod", "medium_lod", "low_lod", "lowest_lod"];

/** What named bytes are in the model. `last` is the last of them. */
export function spotOf(family: string, first: Named | null, last: Named | null): Spot | null {
  if (!first) return null;
  const [from, to] = [pathOf(first.path), pathOf((last ?? first).path)];
  const number = (path: string, name: RegExp): number | null => {
    const found = name.exec(path)?.[1];
    return found === undefined ? null : Number(found);
  };
  const range = (name: RegExp): [number, number] | null => {
    const [start, end] = [number(from, name), number(to, name)];
    return start === null ? null : [start, Math.max(start, end ?? start) + 1];
  };
  if (family === "rbxmesh") {
    const vertices = range(/\bvertices\[(\d+)\]/) ?? range(/\benvelopes\[(\d+)\]/);
    const triangles = range(/\bfaces\[(\d+)\]/);
    const joint = number(from, /\bbones\[(\d+)\]/);
    if (vertices) return { level: 0, vertices };
    if (triangles) return { level: 0, triangles };
    return joint === null ? null : { level: 0, joint };
  }
  if (family === "slmesh") {
    const level = SL_LEVELS.findIndex((name) => from.includes(name));
    const joint = number(from, /\b(?:joint_names|inverse_bind_matrix|alt_inverse_bind_matrix)\[(\d+)\]/);
    if (joint !== null) return { level: 0, joint };
    const part = number(from, /_lod(?:\.\w+)*\[(\d+)\]/);
    if (level < 0) return null;
    if (part === null) return { level };
    const triangles = range(/\bTriangleList\D*\[(\d+)\]/);
    const vertices = range(/\b(?:Position|Normal|TexCoord0|Weights|Tangent)\.\D*\[(\d+)\]/);
    return { level, part, ...(triangles ? { triangles } : {}), ...(vertices ? { vertices } : {}) };
  }
  return null;
}

/** The paths at which the bytes of a spot may be, the best first. */
export function pathsOf(family: string, { level, part, first, vertices, triangles, joint }: Spot): string[] {
  if (family === "rbxmesh") {
    if (joint !== undefined) return [`bones[${joint}]`];
    if (vertices) return [`vertices[${vertices[0]}]`];
    const face = triangles?.[0] ?? first;
    return face === undefined ? ["faces"] : [`faces[${face}]`];
  }
  if (family === "slmesh") {
    if (joint !== undefined) return [`skin.joint_names[${joint}]`];
    const face = part === undefined ? (SL_LEVELS[level] ?? "physics_convex") : `${SL_LEVELS[level]}[${part}]`;
    if (vertices) return [`${face}.Position.values[${vertices[0]}]`, face];
    return triangles && part !== undefined ? [`${face}.TriangleList.values[${triangles[0]}]`, face] : [face];
  }
  return [];
}

/** A view, and what is chosen in it. */
export interface Address {
  view: string;
  place?: Place;
  /** The path of a node. */
  path?: string;
  /** A line of the script at this path. */
  line?: number;
  /** A triangle of the model. */
  spot?: Spot;
}

/** `#bytes:block2:0x40-0x48`, `#bytes:file:0x40`, `#tree:Workspace/Part`, `#scripts:Workspace/Door:3`, `#model`, `#model:triangle:0/1/12`. */
export function addressOf({ view, place, path, line, spot }: Address): string {
  if (view === "model" && spot?.triangles) return `#model:triangle:${spot.level}/${spot.part ?? 0}/${spot.triangles[0]}`;
  if (view === "bytes" && place) {
    const space = place.space === 0 ? "file" : `block${place.space}`;
    const end = place.end > place.start + 1 ? `-0x${place.end.toString(16)}` : "";
    return `#bytes:${space}:0x${place.start.toString(16)}${end}`;
  }
  return path ? `#${view}:${encodeURIComponent(path).replaceAll("%2F", "/")}${view === "scripts" && line ? `:${line}` : ""}` : `#${view}`;
}

export function addressIn(hash: string): Address {
  const [view = "", ...rest] = hash.replace(/^#/, "").split(":");
  if (view === "bytes") {
    const found = /^(?:file|block(\d+)):0x([0-9a-f]+)(?:-0x([0-9a-f]+))?$/i.exec(rest.join(":"));
    if (!found) return { view };
    const start = Number.parseInt(found[2]!, 16);
    const end = found[3] === undefined ? start + 1 : Number.parseInt(found[3], 16);
    return { view, place: { space: Number(found[1] ?? 0), start, end: Math.max(end, start + 1) } };
  }
  const spot = view === "model" ? /^triangle:(\d+)\/(\d+)\/(\d+)$/.exec(rest.join(":")) : null;
  if (spot) {
    const [level = 0, part = 0, first = 0] = spot.slice(1).map(Number);
    return { view, spot: { level, part, triangles: [first, first + 1] } };
  }
  const line = view === "scripts" && rest.length > 1 && /^\d+$/.test(rest.at(-1)!) ? { line: Number(rest.pop()) } : {};
  try {
    return rest.length > 0 ? { view, path: decodeURIComponent(rest.join(":")), ...line } : { view };
  } catch {
    return { view };
  }
}

/** Files of other programs, which have no rules of their own. */
const SCENE = /\.(glb|gltf|vrm|obj|dae|stl|ply|bvh)$/i;

/** A word as a shell takes it. */
function quoted(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The name of a revision, `hut.rbxm (HEAD)`, and not that of a copy. */
const REVISION = /\.\w+ \((?!\d{1,3}\)).+\)$/;

/** The command that shows the same; of a revision there is none. */
export function commandOf(view: string, name: string, { place, names, finding, path, line }: Choice, old = ""): string {
  if (REVISION.test(name) || (view === "changes" && REVISION.test(old))) return "";
  const file = quoted(name.startsWith("-") ? `./${name}` : name);
  const stem = name.replace(/\.[^./]*$/, "");
  // Of Roblox models, a node is named by its path.
  const query = path && /\.rbx[lm]x?$/i.test(name) ? `rez query ${file} ${quoted(`path=${JSON.stringify(path)}`)}` : null;
  switch (view) {
    case "bytes": {
      if (!place) return `rez dump ${file}`;
      const at = `${place.space > 0 ? `${place.space}:` : ""}0x${place.start.toString(16)}`;
      return place.end > place.start + 1 && names ? `rez dump ${file} --part ${quoted(pathOf(names))}` : `rez dump ${file} --at ${at}`;
    }
    case "changes":
      return `rez diff ${quoted(old)} ${file}`;
    case "model":
      return `rez thumb ${file} -o ${quoted(`${stem}.png`)}`;
    case "tree":
      return query ? `${query} --json` : `rez print ${file}`;
    case "scripts":
      return query && line !== undefined ? `${query} --get Source` : `rez extract ${file} --only script -o ${quoted(`${stem}_scripts`)}`;
    case "inside":
      return `rez extract ${file} -o ${quoted(`${stem}_contents`)}`;
    case "sizes":
      return `rez info --json ${file}`;
    case "assets":
      return `rez list assets ${file}`;
    case "convert":
      return `rez convert ${file} --to glb`;
    default:
      if (SCENE.test(name)) return `rez info ${file}`;
      return finding ? `rez check --explain ${finding.rule}` : `rez check ${file}`;
  }
}
