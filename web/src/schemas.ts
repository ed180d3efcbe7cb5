// Made of core/schema.json by tests/schemas.node.ts; SCHEMAS=write makes it anew.

/** What is drawn at once: some triangles of a shape. */
export interface Batch {
  shape: number;
  surface: number;
  first: number;
  n_indices: number;
  /** The shape for copies that are far away, if it has one. */
  coarse: number | null;
  /** How many copies: matrices of 16 numbers by columns, colours, finishes, and the numbers of nodes. 0 for parts put together, whose last index but one is known of each beside its node. */
  n_copies: number;
  matrices: number;
  colours: number;
  finishes: number;
  nodes: number;
  n_pieces: number;
  ends: number;
  /** Which square of something large it is. */
  square: [number, number] | null;
  /** The corners of the box around all of it, which would take the page a while to find. */
  bounds: [[number, number, number], [number, number, number]];
}

/** A broken rule. */
export interface Broken {
  id: string;
  severity: Severity;
  /** What is wrong. */
  title: string;
  why: string;
  fix: string;
  /** How often it is broken. */
  n: number;
  /** How many of these are kept. */
  n_listed: number;
}

/** A file in a list of files. */
export interface Card {
  title: string;
  version: string | null;
  /** Why it cannot be read. */
  problem: string | null;
  /** How many findings there are of each severity. */
  findings: Record<string, number>;
  /** The triangles of the finest level of a mesh. */
  n_triangles: number | null;
}

/** Where a rule is broken. */
export interface Case {
  path: string;
  found: string;
  limit: string;
  place: Place | null;
}

/** What happened to a part of a file. Of a part that was moved or renamed, properties may have changed as well. */
export type ChangeKind = "added" | "removed" | "moved" | "renamed" | "changed";

/** A change, with the number of its node in the new file, and in the old one. */
export interface Changed {
  /** The shape of this result: `rezkit.change/2`. */
  schema: "rezkit.change/2";
  /** What happened. */
  kind: ChangeKind;
  /** Its class or kind. */
  class: string;
  /** Its path in the new file; that in the old one if it was removed. */
  path: string;
  /** How many parts in it were added or removed with it. */
  n_inside: number;
  /** How many of its parts stand in another order. */
  n_reordered: number;
  /** The properties that differ. */
  properties: PropertyChange[];
  node: number | null;
  old_node: number | null;
  /** Its path in the old file, if it was moved or renamed. */
  old_path?: string | undefined;
}

/** What was chosen: one of these leads to the others. */
export interface Chosen {
  node?: number | undefined;
  /** The path of a node of the tree. */
  node_path?: string | undefined;
  /** The path of a part of the file, as in findings. */
  path?: string | undefined;
  place?: Place | undefined;
  property?: string | undefined;
  /** Whether the node of bytes is asked for, which takes a tree. */
  wants_node?: boolean | undefined;
  /** Whether the bytes of a node are asked for, which takes a layout. */
  wants_place?: boolean | undefined;
}

/** A class, and how many instances it has. */
export interface Class {
  /** Its name. */
  name: string;
  /** How many there are. */
  count: number;
}

/** A collision group, and those with which its parts collide. */
export interface Collisions {
  /** Its number. */
  id: number;
  /** Its name. */
  name: string;
  /** The numbers of those with which it collides, of which it may be one itself. */
  collides_with: number[];
}

/** What `compare` gives. */
export interface Compared {
  diff: Diff;
  changes: Changed[];
  /** Whether there are more. */
  is_cut: boolean;
}

/** A file inside. */
export interface Content {
  kind: ContentKind;
  /** Where it goes in a folder. */
  path: string;
  /** Where it is in the file. */
  source: string;
  n_bytes: number;
  /** What a browser shows it as, if it is an image. */
  mime: string | null;
}

/** The sorts of `Content`. */
export type ContentKind = "script" | "model" | "mesh" | "collision" | "image" | "asset" | "block" | "data";

/** A texture on a surface. */
export interface Cover {
  image: number;
  wrap: [Wrapping, Wrapping];
  is_nearest: boolean;
  strength: number;
}

/** A node, with how many nodes it is in. */
export interface Deep {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number behind the last node in it: those in it have the numbers between. */
  end: number;
  depth: number;
}

/** What `diff` came to. */
export interface Diff {
  /** The shape of this result: `rezkit.diff/1`. */
  schema: "rezkit.diff/1";
  /** What the two files are. */
  formats: [Format, Format];
  /** How many parts each has, the file itself included. */
  n_parts: [number, number];
  /** How many parts were added, those in others included. */
  n_added: number;
  /** How many parts were removed, those in others included. */
  n_removed: number;
  /** How many parts have another parent. */
  n_moved: number;
  /** How many parts have another name and the same parent. */
  n_renamed: number;
  /** How many parts have other properties, another class or another order inside. */
  n_changed: number;
  /** How many properties differ. */
  n_properties: number;
}

/** A model or place as lists of numbers in the bytes that come with it. */
export interface Drawing {
  /** The length of 1 in metres. */
  unit: number;
  /** The camera of the first picture. */
  view: Eye | null;
  /** The camera that was saved in it. */
  saved: Eye | null;
  /** Whether it is a place, which has a sky. */
  is_place: boolean;
  sun: Sun | null;
  lamps: Lamp[];
  /** Colours of the air and of the light from everywhere as six hexadecimal digits, and distances of fog. */
  surroundings: Record<string, string>;
  surfaces: Surface[];
  images: Picture[];
  shapes: Shape[];
  batches: Batch[];
  n_triangles: number;
  n_parts: number;
  /** Whether much terrain is of larger cubes than it has. */
  is_coarse: boolean;
  /** The side of the squares into which what is large is cut. */
  square: number;
  losses: Loss[];
}

/** What `edit` gives. */
export interface Edited {
  /** The shape of this result: `rezkit.edit/1`. */
  schema: "rezkit.edit/1";
  /** How many values were set or removed. */
  n_values: number;
  /** What else had to change: in a binary file, all instances of a class have a property or none. */
  notes: string[];
  /** What was lost by that, or made up. */
  losses: Loss[];
}

/** The surroundings of a position: leaves of the layout, or lines of a text. */
export interface Excerpt {
  /** The lines, in the order of the bytes. */
  lines: ExcerptLine[];
  /** The start of the packed part in the input, if the lines are of its decompressed data. */
  packed_at?: number | undefined;
}

/** A line of an `Excerpt`. */
export interface ExcerptLine {
  /** The first byte. */
  start: number;
  /** The position after the last byte. */
  end: number;
  /** The bytes in hexadecimal, at most the first eight; empty for a line of a text. */
  hex: string;
  /** The name of these bytes, or the text of the line. */
  text: string;
  /** Marks the line that contains the position. */
  is_marked: boolean;
  /** The column of the position in characters. */
  column?: number | undefined;
  /** The number of the line in a text, counted from 1. */
  line?: number | undefined;
}

/** A camera. */
export interface Eye {
  position: [number, number, number];
  target: [number, number, number];
  /** In degrees. */
  angle: number;
}

/** A number or a text. */
export type Fact = number | string;

/** Formats that one crate reads. */
export type Family = "llsd" | "slmesh" | "slanim" | "rbxmesh" | "rbxcsg" | "rbxbinary" | "rbxxml" | "m3d" | "exchange" | "other";

/** What belongs together, with the node as it is found in the tree. */
export interface Followed {
  hit: Hit | null;
  node: number | null;
  place: Place | null;
  /** The first of the bytes, with its names from the outside in. */
  first: Named | null;
  /** The last of them. */
  last: Named | null;
}

/** What a file can be: the formats of this workspace, and what turns up in their place. */
export type Format = "llsd-binary" | "llsd-xml" | "llsd-notation" | "sl-mesh" | "slm" | "sl-anim" | "rbx-mesh" | "csg-mesh" | "csg-solid" | "csg-physics" | "csg-key" | "rbx-binary" | "rbx-xml" | "m3d" | "a3d" | "glb" | "gltf" | "obj" | "mtl" | "collada" | "stl" | "bvh" | "ply" | "server-error" | "html" | "lfs-pointer" | "fbx" | "blend" | "usd" | "png" | "jpeg" | "jpeg2000" | "gif" | "bmp" | "web-p" | "dds" | "ktx" | "ogg" | "mp3" | "flac" | "wave" | "mp4" | "web-m" | "playlist" | "typeface" | "zip" | "seven-zip" | "rar" | "compressed" | "pdf" | "program" | "json" | "xml" | "text" | "empty" | "zeros" | "unknown";

/** A node that was found, or that one is in. */
export interface Found {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number behind the last node in it: those in it have the numbers between. */
  end: number;
  depth: number;
  is_found: boolean;
}

/** A node that was found, with those around it from the outside in. */
export interface Hit {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number behind the last node in it: those in it have the numbers between. */
  end: number;
  around: number[];
}

/** How something is drawn. */
export interface How {
  /** Whether much terrain is of larger cubes than it has. */
  coarse?: boolean | undefined;
  /** The memory that a person grants. */
  memory?: number | undefined;
  /** The side of the squares of another drawing, beside which this one is shown. */
  square?: number | undefined;
  /** Whether what moves is drawn at rest. */
  still?: boolean | undefined;
}

/** The result of `identify`. */
export interface Identity {
  /** The schema of this result, for programs that read it as JSON: `rezkit.identity/1`. */
  schema: "rezkit.identity/1";
  /** The format of the content. */
  format: Format;
  /** The name of the format. */
  title: string;
  /** The crate that reads it. */
  family: Family;
  /** The version, if the format states one at its start. */
  version: string | null;
  /** The compression formats around the content, outermost first. */
  wrappers: Wrapper[];
  /** Damage that can be recognised: sent as text, truncated, a broken stream. */
  damage: string | null;
  /** The format that the file name suggests, if it is another one. */
  disagreement: string | null;
}

/** What `info` gives. */
export interface Info {
  /** The shape of this result: `rezkit.info/1`. */
  schema: "rezkit.info/1";
  /** What the file is. */
  format: Format;
  /** The same in words. */
  title: string;
  /** The version, where there is one. */
  version: string | null;
  /** How many bytes the file has. */
  n_bytes: number;
  /** What the content was packed in, outermost first. */
  wrappers: Wrapper[];
  /** How many bytes the content has outside of what it is packed in. */
  n_unwrapped_bytes: number;
  /** How many bytes the packed parts take in the file, and how many they have as plain data. */
  packed: Packed | null;
  /** What the file holds: names, and numbers or texts. */
  facts: Record<string, Fact>;
  /** The smallest box around all vertices: its lower and its upper corner. */
  bounds: [[number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf"], [number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf"]] | null;
  /** The triangles of each level of detail, the finest first; empty without levels. */
  levels: number[];
  /** What a Second Life mesh costs; of models that are none yet, an estimate. */
  streaming_cost: StreamingCost | null;
  /** How many instances or chunks there are of each class, the most frequent first. */
  classes: Class[];
  /** The collision groups of a place, and which collide with which. */
  collision_groups: Collisions[];
  /** The upper parts of the file, with their sizes. */
  parts: Part[];
  /** How many recoverable errors reading met. */
  n_warnings: number;
  /** What stands out, at most five remarks. */
  remarks: Remark[];
}

/** A line of a list. */
export interface Item {
  /** The path of the part; empty if the line is about the whole file. */
  path: string;
  /** Its class, or the property that contains it. */
  kind: string;
  /** The text, the address or the id; empty if the path says everything. */
  value: string;
  /** A count or a size in bytes; 0 if it has no meaning. */
  count: number;
}

/** What kind of bytes these are. */
export type Kind = "part" | "typed" | "unknown" | "reference" | "gap" | "folded";

/** A light that shines from a place. */
export interface Lamp {
  position: [number, number, number];
  /** The way that its light goes in the middle. */
  direction: [number, number, number];
  /** Linear, in candela. */
  colour: [number, number, number];
  /** How far it shines. */
  reach: number;
  /** The cosines of the angles at which it becomes weaker, and at which it ends. */
  cone: [number, number];
}

/** A line of a script. */
export interface Line {
  index: number;
  /** From 1. */
  number: number;
  text: string;
}

/** A line of a text that changed. */
export interface LineChange {
  /** What happened to it. */
  kind: LineKind;
  /** Its number, counted from 1: of a removed line in the old text, of other lines in the new text. */
  line: number;
  /** The line; empty for omitted lines. */
  text: string;
}

/** What happened to a line. */
export type LineKind = "same" | "added" | "removed" | "gap";

/** The kinds of lists. */
export type List = "scripts" | "assets" | "classes" | "strings" | "duplicates" | "dangling" | "requires" | "remotes" | "services";

/** What is said of the files in an archive. */
export interface Listed {
  members: Member[];
  /** What could not be read. */
  problems: string[];
  /** Whether there are more. */
  is_cut: boolean;
}

/** The result of `list`. */
export interface Listing {
  /** The schema of this result: `rezkit.list/1`. */
  schema: "rezkit.list/1";
  /** What the file is. */
  format: Format;
  /** What is listed. */
  what: List;
  /** The lines. */
  items: Item[];
}

/** A feature that the new file cannot represent, or represents differently. */
export interface Loss {
  /** The kind of loss. */
  code: LossCode;
  /** The severity. */
  severity: LossSeverity;
  /** A description. */
  what: string;
  /** The number of occurrences. */
  count: number;
  /** The places of the first few occurrences. */
  places: string[];
  /** Advice on avoiding the loss; empty if that is not possible. */
  advice?: string | undefined;
}

/** The kinds of losses, ordered by how soon a person would notice them: missing geometry, different appearance, different motion, and last what only files have. */
export type LossCode = "RECOVERED" | "SHAPE_UNDRAWN" | "TRI_DROPPED" | "POS_NONFINITE" | "ASSET_MISSING" | "NODE_DROPPED" | "OUTLIER" | "TEXTURE_FORMAT" | "TEXTURE_EXTERNAL" | "MATERIAL_PROP" | "COLOUR_DROPPED" | "CAMERA_LIGHT_DROPPED" | "LABEL_NODE" | "VOXEL_MESHED" | "ANIM_RESAMPLED" | "ANIM_SCALE" | "PLAYBACK" | "FACS_BONE_ABSENT" | "FACS_REQUANTISED" | "PARAM_MORPH" | "JOINT_UNKNOWN" | "JOINT_SCALE" | "WORN_AWAY" | "BIND_SHEAR" | "ALT_BIND" | "HIERARCHY_ASSUMED" | "WEIGHT_TRUNCATED" | "LOD_DROPPED" | "LOD_ORDER_GUESSED" | "LOD_COPIED" | "PHYSICS_DROPPED" | "TRI_DEGENERATE" | "HULL_MADE" | "GROUP_MERGED" | "GROUP_SPLIT" | "NGON_SPLIT" | "NORMAL_MADE" | "NORMAL_CHANGED" | "TANGENT_NONE" | "UV_ROUNDED" | "COLOUR_ROUNDED" | "POS_ROUNDED" | "WEIGHT_ROUNDED" | "PALETTE_REBUILT" | "VERTEX_WELDED" | "VALUE" | "UNKNOWN_DATA" | "EXTENSION_IGNORED" | "RENAMED" | "REBUILT" | "EXTRAS_SCHEMA" | "FILE_FIELDS";

/** The severity of a `Loss`. */
export type LossSeverity = "note" | "changed" | "lost";

export interface Member {
  path: string;
  n_bytes: number;
}

/** Named bytes. */
export interface Named {
  start: number;
  end: number;
  kind: Kind;
  /** The names of what it is in, from the outside in, and its own. */
  path: string[];
  value: string;
}

/** A node, with what it holds. */
export interface Node {
  /** Its path. */
  path: string;
  /** Its properties as `print()` shows them, by the names that scripts use, those with several lines as one text. */
  properties: [string, string][];
}

/** Packed parts, all together. */
export interface Packed {
  /** How many there are. */
  n_parts: number;
  /** Their bytes in the file. */
  n_bytes: number;
  /** The bytes of their plain data. */
  n_plain_bytes: number;
}

/** Spans of the same name inside the same part, taken together. */
export interface Part {
  /** The name; without numbers if there are several. */
  name: string;
  /** How many parts it is in. */
  depth: number;
  /** How many spans there are of this name. */
  n_spans: number;
  /** How many bytes they have. */
  n_bytes: number;
  /** Whether these are bytes of the file, and not of the plain data of something packed. */
  is_in_file: boolean;
}

/** A file of an image. */
export interface Picture {
  mime: string | null;
  at: number;
  n_bytes: number;
}

/** Bytes of a space. */
export interface Place {
  space: number;
  start: number;
  end: number;
}

/** What is said of a picture. */
export interface Portrait {
  n_triangles: number;
  losses: Loss[];
}

/** An error or warning, with its position in the bytes and its path in the file. */
export interface Problem {
  /** The kind of problem, for programs. */
  kind: ProblemKind;
  /** One sentence without a full stop, for people. */
  message: string;
  /** The part of the file: a JSON pointer in glTF, a line in OBJ; empty if it is the whole file. */
  path: string;
  /** The position in the input in bytes; for the JSON of a GLB, counted from the start of the file. If `inner` is present, the start of the packed part. */
  byte: number | null;
  /** The bytes around the position, with their meaning. */
  excerpt?: Excerpt | undefined;
  /** Advice for the user. */
  help?: string | undefined;
  /** The position in the decompressed data of a packed part, in bytes. */
  inner?: number | undefined;
  /** The limit on memory to try next in MiB, if it was exceeded. */
  needs_mebibytes?: number | undefined;
}

/** The kinds of `Problem`. */
export type ProblemKind = "framing" | "reference" | "value" | "limit" | "unsupported" | "empty" | "missing-file" | "dropped" | "format" | "io";

/** A property that differs. */
export interface PropertyChange {
  /** Its name; that of a property of an instance is the one that scripts use. */
  name: string;
  /** The value in the old file, if it is there. */
  old: string | null;
  /** The value in the new file, if it is there. */
  new: string | null;
  /** The lines that differ, if both values are texts of some lines, or models, whose text is that of `print`. */
  lines?: LineChange[] | undefined;
  /** What the file calls it, if that is another name. */
  stored?: string | undefined;
}

/** Something unusual. */
export interface Remark {
  /** The name of the remark, such as `big-part`. */
  kind: string;
  /** The remark, in one sentence without a full stop. */
  text: string;
}

/** What is said of a new file. */
export interface Report {
  /** The name that it is saved by. */
  name: string;
  n_bytes_before: number;
  n_bytes: number;
  /** The names and the sizes of files that belong beside it. */
  beside: [string, number][];
  losses: Loss[];
  notes: string[];
}

/** How large a file may be, as `room` says it. */
export interface Room {
  /** What the file is. */
  title: string;
  /** The most bytes that such a file may have. */
  most: number;
}

/** A node of the tree. */
export interface Row {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number behind the last node in it: those in it have the numbers between. */
  end: number;
}

/** What a text or an expression finds. */
export interface Selected {
  /** How many nodes. */
  n: number;
  /** Each node that was found, below those that it is in. */
  rows: Found[];
  /** Why the answer may be wrong. */
  notes: string[];
}

/** The importance of a finding. */
export type Severity = "note" | "warning" | "error";

/** Vertices and triangles, by where their lists are. */
export interface Shape {
  n_vertices: number;
  positions: number;
  /** Of parts put together, in shares of 127, with a fourth number for which there is no use. */
  normals: number | null;
  uvs: number | null;
  /** Linear red, green and blue; of parts put together, in shares of 65,535, with a fourth that is 1. */
  colours: number | null;
  /** Of parts put together. */
  finishes: number | null;
  /** Of 16 bits if there are at most 65,536 vertices. */
  indices: number;
  n_indices: number;
}

/** What a picture should be like. */
export interface Sitting {
  /** The same in degrees: around the model to its left, and up. */
  angles?: [number, number] | undefined;
  /** Red, green, blue and opacity up to 255; by default nothing. */
  background?: [number, number, number, number] | undefined;
  level?: number | undefined;
  /** The memory that a person grants, after they were told what it needs. */
  memory?: number | undefined;
  /** Width and height in pixels; 512 each by default. */
  size?: [number, number] | undefined;
  /** From where it is seen: a name, as `rez thumb --view` has it. */
  view?: string | undefined;
}

/** A part of a file, or parts of one kind taken together. */
export interface SizeLine {
  /** What it is called: a chunk, a block, a class or a property. */
  name: string;
  /** How many parts it is in. */
  depth: number;
  /** How many there are. */
  count: number;
  /** How many bytes they have. */
  n_bytes: number;
  /** Whether these are bytes of the file, and not of the plain data of something packed. */
  is_in_file: boolean;
}

/** The bytes of one sort of content. */
export interface SizeShare {
  /** What it is, such as `terrain` or `positions`. */
  name: string;
  /** How many bytes it has; of a file that is packed as a whole, those of the plain data. */
  n_bytes: number;
}

/** What `sizes` gives. */
export interface Sizes {
  /** The shape of this result: `rezkit.sizes/1`. */
  schema: "rezkit.sizes/1";
  /** How many bytes the content has outside of what it is packed in. */
  n_bytes: number;
  /** The parts, each behind the one that it is in, the larger of those side by side first. */
  lines: SizeLine[];
  /** The same by what a person sees or uses of them, the largest first. */
  content: SizeShare[];
}

/** What is searched for, and from where on. */
export interface Sought {
  space: number;
  from: number;
  /** One of these. */
  patterns: number[][];
  /** Whether a letter stands for the small one and the capital. */
  any_case: boolean;
}

/** A space of bytes: the file, or the plain data of a packed part. */
export interface Space {
  number: number;
  name: string;
  len: number;
  /** Where the packed part is in the file. */
  start: number | null;
}

/** A part of the structure: a line of the tree of bytes. */
export interface Span {
  id: number;
  name: string;
  kind: Kind;
  space: number;
  start: number;
  end: number;
  n_parts: number;
  /** Whether it falls into values that are no parts. */
  is_list: boolean;
  /** What it says, if it is one value. */
  value: string;
}

/** What a person changes, by the numbers of nodes. */
export type Step = { set: { node: number; property: string; value: string } } | { rename: { node: number; name: string } } | { move: { node: number; parent: number } } | { remove: { node: number } };

/** The part of the land impact that follows from a Second Life mesh. The land impact is the largest of it and of two costs that only the simulator knows, rounded. */
export interface StreamingCost {
  /** The size in metres that it is for; absent for uploads, whose instances have sizes of their own. */
  scale: [number, number, number] | null;
  /** The cost. */
  cost: number;
  /** The level of detail that contributes most. */
  largest_level: string;
}

/** Bytes of one meaning, as a strip of the whole file shows them. */
export interface Stripe {
  start: number;
  end: number;
  kind: Kind;
  path: string[];
}

/** The first answer. */
export interface Summary {
  identity: Identity;
  n_bytes: number;
  /** Why the six families do not have it. */
  problem: Problem | null;
  /** The start of a text that is none of ours. */
  text: string | null;
  /** Whether there is something to show in three dimensions. */
  is_model: boolean;
  /** Whether it may have scripts. */
  is_place: boolean;
  /** Whether it holds other files. */
  is_archive: boolean;
  tool: string;
}

/** The sun of a place. */
export interface Sun {
  /** The way that its light goes. */
  direction: [number, number, number];
  /** 1 is that of a place with the usual brightness. */
  strength: number;
}

/** How light falls on something; each part has a colour and a `Finish` of its own. */
export interface Surface {
  emissive: [number, number, number];
  /** What is less opaque is not seen; nothing, if that does not matter. */
  cutoff: number | null;
  is_blended: boolean;
  is_double_sided: boolean;
  is_unlit: boolean;
  /** Of colour, roughness with metallicity, normals, occlusion, and light of its own, as in `Slot::ALL`. */
  textures: [Cover | null, Cover | null, Cover | null, Cover | null, Cover | null];
}

/** What a file can become. */
export interface Target {
  /** As `rez convert --to` names it. */
  id: string;
  title: string;
  extension: string;
  /** The versions to choose from. */
  versions: string[];
  /** The packings to choose from. */
  packings: string[];
  /** Whether one level of detail has to be chosen. */
  is_of_level: boolean;
}

/** The questions, and the answer to each. */
export interface Verbs {
  /** Ids and addresses of assets. */
  assets: [{}, Listing];
  /** The bytes of a window. */
  bytes: [{ space: number; from: number; to: number }, null];
  /** What a list of files shows of it. */
  card: [{}, Card];
  /** The broken rules, with how often each is broken. */
  check: [{ profiles: string[] }, Broken[]];
  /** The children of a node of the tree. */
  children: [{ of: number; first: number; n: number }, Row[]];
  /** What differs from the file that was given with it, which is the older one. */
  compare: [{}, Compared];
  /** One of the files inside. */
  content: [{ index: number }, null];
  /** What is inside as files of their own. */
  contents: [{}, Content[]];
  /** A conversion. */
  convert: [Wish, Report];
  /** A model or place as lists of numbers for a graphics card. */
  draw: [How, Drawing | null];
  /** The file with some changes. */
  edit: [{ steps: Step[] }, Edited];
  /** The findings of one rule. */
  findings: [{ rule: string; first: number; n: number }, Case[]];
  /** What belongs to what was chosen: a node, its bytes, and their names. */
  follow: [Chosen, Followed];
  /** The lines of scripts that contain a text. */
  grep: [{ text: string; n: number }, Line[]];
  /** What it holds. */
  info: [{ scale?: [number, number, number] | undefined }, Info];
  /** The instances that findings are about, by the paths of these. */
  instances: [{ paths: string[] }, (Hit | null)[]];
  /** The leaves of a window. */
  leaves: [{ space: number; from: number; to: number }, Named[]];
  /** One of the files in an archive. */
  member: [{ index: number }, null];
  /** The files in an archive. */
  members: [{}, Listed];
  /** The path and the properties of a node. */
  node: [{ of: number }, Node];
  /** The paths and the properties of several nodes. */
  nodes: [{ of: number[] }, Node[]];
  /** The parts that a part of the bytes consists of. */
  parts: [{ first: number; n: number; of?: number | undefined }, Span[]];
  /** A picture of it, as a PNG file. */
  picture: [Sitting, Portrait];
  /** The bytes of a part, by its path. */
  place: [{ path: string }, Place | null];
  /** The nodes that contain a text. */
  search: [{ text: string }, Selected];
  /** The next bytes that are sought. */
  seek: [Sought, Place | null];
  /** The nodes that an expression chooses, from some number on. */
  select: [{ query: string; first?: number | undefined }, Selected];
  /** What the bytes are made of. */
  sizes: [{}, Sizes];
  /** The spaces of bytes: the file, and the plain data of packed parts. */
  spaces: [{}, Space[]];
  /** What the bytes of a space are, at a glance. */
  strip: [{ space: number; n: number }, Stripe[]];
  /** All nodes in a node, each behind the one that it is in. */
  subtree: [{ of: number; first: number; n: number }, Deep[]];
  /** What the file is. */
  summary: [{}, Summary];
  /** What it can be converted to. */
  targets: [{}, Target[]];
  /** The parts that a byte is in. */
  trail: [{ space: number; at: number }, number[]];
}

/** What a file should become. */
export interface Wish {
  /** The name of a target. */
  to: string;
  /** The level of detail of formats that have one. */
  level?: number | undefined;
  /** The memory that a person grants, after they were told what it needs. */
  memory?: number | undefined;
  /** Whether nothing is kept for the way back. */
  no_extras?: boolean | undefined;
  /** Whether nodes say of which instance they are, for a model that is only shown. */
  numbers?: boolean | undefined;
  packing?: string | undefined;
  /** The name of the file that was given with it whose joints its animations move: a model of Roblox. */
  rig?: string | undefined;
  /** The version of a Roblox mesh. */
  version?: string | undefined;
}

/** A compressed stream that holds a file. */
export type Wrapper = "gzip" | "zlib" | "zstd";

/** How a texture continues beyond its edges. */
export type Wrapping = "repeat" | "mirror" | "clamp";
