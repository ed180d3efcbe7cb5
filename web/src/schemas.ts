// Made of core/schema.json by tests/schemas.node.ts; SCHEMAS=write makes it anew.

/** The light, the sky and the fog of a place, as of `Sky`; colours are linear. */
export interface Air {
  /** The direction towards the sun or the moon. */
  sun: [number, number, number];
  is_night: boolean;
  /** The strength of the light; 1 at the default brightness of a place. */
  strength: number;
  light: [number, number, number];
  ambient: [number, number, number];
  zenith: [number, number, number];
  horizon: [number, number, number];
  ground: [number, number, number];
  halo: [number, number, number];
  fog: Fog | null;
  bloom: number;
}

/** Triangles of a shape that are drawn by one call. */
export interface Batch {
  shape: number;
  surface: number;
  first: number;
  n_indices: number;
  /** The shape for copies that are far away, if it has one. */
  coarse: number | null;
  /** The number of copies: matrices of 16 numbers by columns, colours, finishes, and the numbers of nodes. It is 0 for merged parts, each of which has the end of its indices in `ends` next to its node. */
  n_copies: number;
  matrices: number;
  colours: number;
  finishes: number;
  nodes: number;
  n_pieces: number;
  ends: number;
  /** The square of a large shape. */
  square: [number, number] | null;
  /** The corners of the bounding box of all copies or parts, which would take the page a while to compute. */
  bounds: [[number, number, number], [number, number, number]];
}

/** A broken rule. */
export interface Broken {
  id: string;
  severity: Severity;
  /** The fault. */
  title: string;
  why: string;
  fix: string;
  /** The number of violations. */
  n: number;
  /** The number of violations in the list. */
  n_listed: number;
  /** The location of the first violation. */
  path: string;
  /** The first violation. */
  found: string;
  limit: string;
}

/** A file in a list of files. */
export interface Card {
  title: string;
  version: string | null;
  /** The reason why the file cannot be read. */
  problem: string | null;
  /** The number of findings of each severity. */
  findings: Record<string, number>;
  /** The number of triangles of the finest level of a mesh. */
  n_triangles: number | null;
}

/** A violation and its location. */
export interface Case {
  path: string;
  found: string;
  limit: string;
  place: Place | null;
}

/** The kind of difference in a part of a file. A part that was moved or renamed may have other properties as well. */
export type ChangeKind = "added" | "removed" | "moved" | "renamed" | "changed";

/** A change, with the number of the node in the new file and in the old one. */
export interface Changed {
  /** The shape of this result: `rezkit.change/2`. */
  schema: "rezkit.change/2";
  /** The kind of difference. */
  kind: ChangeKind;
  /** Its class or kind. */
  class: string;
  /** Its path in the new file; that in the old one if it was removed. */
  path: string;
  /** The number of parts in it that were added or removed with it. */
  n_inside: number;
  /** The number of its children that are in another order. */
  n_reordered: number;
  /** The properties that differ. */
  properties: PropertyChange[];
  node: number | null;
  old_node: number | null;
  /** Its path in the old file, if it was moved or renamed. */
  old_path?: string | undefined;
}

/** A selection by the user: a node, a path or bytes, from which the others are found. */
export interface Chosen {
  node?: number | undefined;
  /** The path of a node of the tree. */
  node_path?: string | undefined;
  /** The path of a part of the file, as in findings. */
  path?: string | undefined;
  place?: Place | undefined;
  property?: string | undefined;
  /** Requests the node of bytes, which requires a tree. */
  wants_node?: boolean | undefined;
  /** Requests the bytes of a node, which requires a layout. */
  wants_place?: boolean | undefined;
}

/** A class, and how many instances it has. */
export interface Class {
  /** Its name. */
  name: string;
  /** The number of instances or chunks. */
  count: number;
}

/** A collision group, and those with which its parts collide. */
export interface Collisions {
  /** Its number. */
  id: number;
  /** Its name. */
  name: string;
  /** The numbers of the groups with which it collides, possibly including its own. */
  collides_with: number[];
}

/** The result of `compare`. */
export interface Compared {
  diff: Diff;
  changes: Changed[];
  /** True if there are more changes than listed. */
  is_cut: boolean;
}

/** A file inside the open file. */
export interface Content {
  kind: ContentKind;
  /** The path below the folder of extraction. */
  path: string;
  /** The path in the file. */
  source: string;
  n_bytes: number;
  /** The media type of an image that browsers show. */
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

/** A node, with the number of its ancestors. */
export interface Deep {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number after that of the last descendant. Descendants have the numbers from the next one to this. */
  end: number;
  depth: number;
}

/** The result of `diff`. */
export interface Diff {
  /** The shape of this result: `rezkit.diff/1`. */
  schema: "rezkit.diff/1";
  /** The formats of the two files. */
  formats: [Format, Format];
  /** The number of parts of each file, including the file itself. */
  n_parts: [number, number];
  /** The number of parts that were added, including those in others. */
  n_added: number;
  /** The number of parts that were removed, including those in others. */
  n_removed: number;
  /** The number of parts with another parent. */
  n_moved: number;
  /** The number of parts with another name and the same parent. */
  n_renamed: number;
  /** The number of parts with other properties, another class or another order of children. */
  n_changed: number;
  /** The number of properties that differ. */
  n_properties: number;
}

/** A model or place for drawing. Its lists of numbers are in the bytes of the answer. */
export interface Drawing {
  /** The length of 1 in metres. */
  unit: number;
  /** The camera of the first picture. */
  view: Eye | null;
  /** The camera that was saved in the place. */
  saved: Eye | null;
  /** Set for a place, which has a sky. */
  is_place: boolean;
  sky: Air | null;
  lamps: Lamp[];
  surfaces: Surface[];
  images: Picture[];
  shapes: Shape[];
  batches: Batch[];
  n_triangles: number;
  n_parts: number;
  /** True if large terrain is drawn with cubes larger than its voxels. */
  is_coarse: boolean;
  /** The side of the squares into which large shapes are cut, in units. */
  square: number;
  losses: Loss[];
}

/** The result of `edit`. */
export interface Edited {
  /** The shape of this result: `rezkit.edit/1`. */
  schema: "rezkit.edit/1";
  /** The number of values that were set or removed. */
  n_values: number;
  /** Further changes: in a binary file, all instances of a class have a property or none. */
  notes: string[];
  /** The values that these changes lost or made up. */
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
  /** The vertical field of view, in degrees. */
  angle: number;
}

/** A number or a text. */
export type Fact = number | string;

/** Formats that one crate reads. */
export type Family = "llsd" | "slmesh" | "slanim" | "rbxmesh" | "rbxcsg" | "rbxbinary" | "rbxxml" | "m3d" | "exchange" | "other";

/** Fog between two distances. */
export interface Fog {
  colour: [number, number, number];
  start: number;
  end: number;
}

/** The node, bytes and names that belong together, with the ancestors of the node. */
export interface Followed {
  hit: Hit | null;
  node: number | null;
  place: Place | null;
  /** The first leaf of the bytes, with its names. */
  first: Named | null;
  /** The last leaf of the bytes. */
  last: Named | null;
}

/** The format of a file: those of this workspace, and what turns up in their place. */
export type Format = "llsd-binary" | "llsd-xml" | "llsd-notation" | "sl-mesh" | "slm" | "sl-anim" | "rbx-mesh" | "csg-mesh" | "csg-solid" | "csg-physics" | "csg-key" | "rbx-binary" | "rbx-xml" | "m3d" | "a3d" | "glb" | "gltf" | "obj" | "mtl" | "collada" | "stl" | "bvh" | "ply" | "server-error" | "html" | "lfs-pointer" | "fbx" | "blend" | "usd" | "png" | "jpeg" | "jpeg2000" | "gif" | "bmp" | "web-p" | "dds" | "ktx" | "ogg" | "mp3" | "flac" | "wave" | "mp4" | "web-m" | "playlist" | "typeface" | "zip" | "seven-zip" | "rar" | "compressed" | "pdf" | "program" | "json" | "xml" | "text" | "empty" | "zeros" | "unknown";

/** A node that was found, or an ancestor of one. */
export interface Found {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number after that of the last descendant. Descendants have the numbers from the next one to this. */
  end: number;
  depth: number;
  is_found: boolean;
}

/** A node that was found, with its ancestors, outermost first. */
export interface Hit {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number after that of the last descendant. Descendants have the numbers from the next one to this. */
  end: number;
  around: number[];
}

/** The options for drawing. */
export interface How {
  /** Draws large terrain with cubes larger than its voxels. */
  coarse?: boolean | undefined;
  /** The memory that the user allows, in bytes. */
  memory?: number | undefined;
  /** The side of squares, if it must equal that of another drawing next to this one. */
  square?: number | undefined;
  /** Draws moving parts at rest. */
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

/** A finding in a script. */
export interface InScript {
  /** The path of the script. */
  script: string;
  severity: Severity;
  /** The line, from 1. */
  line: number;
  /** The problem in one sentence. */
  text: string;
}

/** The result of `info`. */
export interface Info {
  /** The shape of this result: `rezkit.info/1`. */
  schema: "rezkit.info/1";
  /** The format of the file. */
  format: Format;
  /** The name of the format. */
  title: string;
  /** The version, where there is one. */
  version: string | null;
  /** The number of bytes of the file. */
  n_bytes: number;
  /** The wrappers around the content, outermost first. */
  wrappers: Wrapper[];
  /** The number of bytes of the content without its wrappers. */
  n_unwrapped_bytes: number;
  /** The number of bytes of the packed parts, in the file and as plain data. */
  packed: Packed | null;
  /** The facts about the content: names, and numbers or texts. */
  facts: Record<string, Fact>;
  /** The smallest box around all vertices: its lower and its upper corner. */
  bounds: [[number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf"], [number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf", number | "NaN" | "inf" | "-inf"]] | null;
  /** The triangles of each level of detail, the finest first; empty without levels. */
  levels: number[];
  /** The streaming cost of a Second Life mesh; an estimate for other models. */
  streaming_cost: StreamingCost | null;
  /** The number of instances or chunks of each class, the most frequent first. */
  classes: Class[];
  /** The collision groups of a place, and which collide with which. */
  collision_groups: Collisions[];
  /** The parts at the top levels of the file, with their sizes. */
  parts: Part[];
  /** The number of recoverable errors that reading met. */
  n_warnings: number;
  /** The remarks on what stands out, at most five. */
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

/** The kind of some bytes. */
export type Kind = "part" | "typed" | "unknown" | "reference" | "gap" | "folded";

/** A light with a position. */
export interface Lamp {
  position: [number, number, number];
  /** The direction of the middle of the light cone. */
  direction: [number, number, number];
  /** The linear colour, in candela. */
  colour: [number, number, number];
  /** The distance that the light reaches. */
  reach: number;
  /** The cosines of the angles at which the light begins to weaken, and at which it ends. */
  cone: [number, number];
}

/** A line of a script. */
export interface Line {
  index: number;
  /** The number, counted from 1. */
  number: number;
  text: string;
}

/** A line of a text that changed. */
export interface LineChange {
  /** The kind of difference. */
  kind: LineKind;
  /** Its number, counted from 1: of a removed line in the old text, of other lines in the new text. */
  line: number;
  /** The line; empty for omitted lines. */
  text: string;
}

/** The kind of difference in a line. */
export type LineKind = "same" | "added" | "removed" | "gap";

/** The kinds of lists. */
export type List = "scripts" | "assets" | "classes" | "strings" | "duplicates" | "dangling" | "requires" | "remotes" | "services";

/** The report on the files in an archive. */
export interface Listed {
  members: Member[];
  /** The problems of members that could not be read. */
  problems: string[];
  /** True if there are more members than listed. */
  is_cut: boolean;
}

/** The result of `list`. */
export interface Listing {
  /** The schema of this result: `rezkit.list/1`. */
  schema: "rezkit.list/1";
  /** The format of the file. */
  format: Format;
  /** The kind of items. */
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

/** The kinds of losses, ordered by how soon a person would notice them: missing geometry, different appearance, different motion, and last, data that only files contain. */
export type LossCode = "RECOVERED" | "SHAPE_UNDRAWN" | "TRI_DROPPED" | "POS_NONFINITE" | "ASSET_MISSING" | "NODE_DROPPED" | "OUTLIER" | "TEXTURE_FORMAT" | "TEXTURE_EXTERNAL" | "MATERIAL_PROP" | "COLOUR_DROPPED" | "CAMERA_LIGHT_DROPPED" | "LABEL_NODE" | "VOXEL_MESHED" | "ANIM_RESAMPLED" | "ANIM_SCALE" | "PLAYBACK" | "FACS_BONE_ABSENT" | "FACS_REQUANTISED" | "PARAM_MORPH" | "JOINT_UNKNOWN" | "JOINT_SCALE" | "WORN_AWAY" | "BIND_SHEAR" | "ALT_BIND" | "HIERARCHY_ASSUMED" | "WEIGHT_TRUNCATED" | "LOD_DROPPED" | "LOD_ORDER_GUESSED" | "LOD_COPIED" | "PHYSICS_DROPPED" | "TRI_DEGENERATE" | "HULL_MADE" | "GROUP_MERGED" | "GROUP_SPLIT" | "NGON_SPLIT" | "NORMAL_MADE" | "NORMAL_CHANGED" | "UV_MISSING" | "TANGENT_NONE" | "UV_ROUNDED" | "COLOUR_ROUNDED" | "POS_ROUNDED" | "WEIGHT_ROUNDED" | "PALETTE_REBUILT" | "VERTEX_WELDED" | "VALUE" | "REFERENCE_BROKEN" | "UNKNOWN_DATA" | "EXTENSION_IGNORED" | "RENAMED" | "REBUILT" | "EXTRAS_SCHEMA" | "FILE_FIELDS";

/** The severity of a `Loss`. */
export type LossSeverity = "note" | "changed" | "lost";

export interface Member {
  path: string;
  n_bytes: number;
}

/** A range of bytes with a name and a value. */
export interface Named {
  start: number;
  end: number;
  kind: Kind;
  /** The names of the enclosing parts, outermost first, and the name of the bytes. */
  path: string[];
  value: string;
}

/** A node with its path and its properties. */
export interface Node {
  /** Its path. */
  path: string;
  /** Its properties as `print()` shows them, by the names that scripts use; a value of several lines is one text. */
  properties: [string, string][];
}

/** Packed parts, all together. */
export interface Packed {
  /** The number of packed parts. */
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
  /** The number of parts around it. */
  depth: number;
  /** The number of spans with this name. */
  n_spans: number;
  /** The bytes of these spans together. */
  n_bytes: number;
  /** Set for bytes of the file, as opposed to the plain data of a packed part. */
  is_in_file: boolean;
}

/** An image file. */
export interface Picture {
  mime: string | null;
  at: number;
  n_bytes: number;
}

/** A range of bytes in a space. */
export interface Place {
  space: number;
  start: number;
  end: number;
}

/** The report on a picture. */
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
  /** The lines that differ, if both values are texts of several lines, or models, which are compared as `print` prints them. */
  lines?: LineChange[] | undefined;
  /** The name in the file, if it differs. */
  stored?: string | undefined;
}

/** A remark on something unusual in a file. */
export interface Remark {
  /** The name of the remark, such as `big-part`. */
  kind: string;
  /** The remark, in one sentence without a full stop. */
  text: string;
}

/** The report on a new file. */
export interface Report {
  /** The name under which the file is saved. */
  name: string;
  n_bytes_before: number;
  n_bytes: number;
  /** The names and the sizes of files that belong next to it. */
  beside: [string, number][];
  losses: Loss[];
  notes: string[];
}

/** The maximum size of a file, as `room` estimates it. */
export interface Room {
  /** The title of the format. */
  title: string;
  /** The maximum number of bytes of such a file. */
  most: number;
}

/** A node of the tree. */
export interface Row {
  id: number;
  kind: string;
  name: string;
  n_children: number;
  /** The number after that of the last descendant. Descendants have the numbers from the next one to this. */
  end: number;
}

/** The results of a search for a text or an expression. */
export interface Selected {
  /** The number of nodes. */
  n: number;
  /** The nodes that were found, each after its ancestors. */
  rows: Found[];
  /** The reasons why the answer may be wrong. */
  notes: string[];
}

/** The importance of a finding. */
export type Severity = "note" | "warning" | "error";

/** The vertices and triangles of a shape, as offsets of their lists in the bytes. */
export interface Shape {
  n_vertices: number;
  positions: number;
  /** The normals of merged parts, in units of 1/127, with a fourth number that is unused. */
  normals: number | null;
  uvs: number | null;
  /** Linear red, green and blue; for merged parts, in units of 1/65,535, with a fourth number that is 1. */
  colours: number | null;
  /** The finishes of merged parts. */
  finishes: number | null;
  /** The indices, of 16 bits if there are at most 65,536 vertices. */
  indices: number;
  n_indices: number;
}

/** The options of a picture. */
export interface Sitting {
  /** The point of view in degrees: around the model to its left, and up. */
  angles?: [number, number] | undefined;
  /** Red, green, blue and opacity up to 255; by default, the background is transparent. */
  background?: [number, number, number, number] | undefined;
  level?: number | undefined;
  /** The memory that the user allows after being asked, in bytes. */
  memory?: number | undefined;
  /** Width and height in pixels; 512 each by default. */
  size?: [number, number] | undefined;
  /** The point of view, by its name in `rez thumb --view`. */
  view?: string | undefined;
}

/** A part of a file, or parts of one kind taken together. */
export interface SizeLine {
  /** The name of a chunk, a block, a class or a property. */
  name: string;
  /** The number of parts around it. */
  depth: number;
  /** The number of parts. */
  count: number;
  /** The number of their bytes. */
  n_bytes: number;
  /** Set for bytes of the file, as opposed to the plain data of a packed part. */
  is_in_file: boolean;
}

/** The bytes of one sort of content. */
export interface SizeShare {
  /** The name, such as `terrain` or `positions`. */
  name: string;
  /** The number of bytes; for a file that is packed as a whole, those of the plain data. */
  n_bytes: number;
}

/** The result of `sizes`. */
export interface Sizes {
  /** The shape of this result: `rezkit.sizes/1`. */
  schema: "rezkit.sizes/1";
  /** The number of bytes of the content without its wrappers. */
  n_bytes: number;
  /** The parts, each after the one that it is in, the larger of siblings first. */
  lines: SizeLine[];
  /** The sizes by purpose, such as textures or scripts, the largest first. */
  content: SizeShare[];
}

/** The text to search for, and the start of the search. */
export interface Sought {
  space: number;
  from: number;
  /** The byte sequences to find; any of them matches. */
  patterns: number[][];
  /** Ignores case. */
  any_case: boolean;
}

/** A space of bytes: the file, or the plain data of a packed part. */
export interface Space {
  number: number;
  name: string;
  len: number;
  /** The start of the packed part in the file. */
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
  /** True if the children of the part are values. */
  is_list: boolean;
  /** The value, if the part is a value. */
  value: string;
}

/** A change by a person, with the numbers of nodes. */
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

/** Bytes of one kind, as the overview strip of a file shows them. */
export interface Stripe {
  start: number;
  end: number;
  kind: Kind;
  path: string[];
}

/** The identity of the file, which is the first answer. */
export interface Summary {
  identity: Identity;
  n_bytes: number;
  /** The problem, if the file is not of the six families or cannot be read. */
  problem: Problem | null;
  /** The start of the file, if it is text of no known format. */
  text: string | null;
  /** True if there is a model to show. */
  is_model: boolean;
  /** True if the file may have scripts. */
  is_place: boolean;
  /** True if the file contains other files. */
  is_archive: boolean;
  tool: string;
}

/** The reaction of a surface to light; its parts differ only in colour and `Finish`. */
export interface Surface {
  emissive: [number, number, number];
  /** The opacity below which pixels are not drawn, if any. */
  cutoff: number | null;
  is_blended: boolean;
  is_double_sided: boolean;
  is_unlit: boolean;
  /** The textures of colour, roughness with metallicity, normals, occlusion, and emission, as in `Slot::ALL`. */
  textures: [Cover | null, Cover | null, Cover | null, Cover | null, Cover | null];
}

/** A target of conversions. */
export interface Target {
  /** The name in `rez convert --to`. */
  id: string;
  title: string;
  extension: string;
  /** The versions that the user may choose. */
  versions: string[];
  /** The packings that the user may choose. */
  packings: string[];
  /** True if one level of detail has to be chosen. */
  is_of_level: boolean;
}

/** The questions, and the answer to each. */
export interface Verbs {
  /** The ids and addresses of assets in the file. */
  assets: [{}, Listing];
  /** The bytes of a window. */
  bytes: [{ space: number; from: number; to: number }, null];
  /** The summary of the file in a list of files. */
  card: [{}, Card];
  /** The broken rules, with how often each is broken. */
  check: [{ profiles: string[] }, Broken[]];
  /** The children of a node of the tree. */
  children: [{ of: number; first: number; n: number }, Row[]];
  /** The differences from an older file that the page passed. */
  compare: [{}, Compared];
  /** One of the files inside. */
  content: [{ index: number }, null];
  /** The files inside the file. */
  contents: [{}, Content[]];
  /** A conversion. */
  convert: [Wish, Report];
  /** A model or place as lists of numbers for a graphics card. */
  draw: [How, Drawing | null];
  /** The file with some changes. */
  edit: [{ steps: Step[] }, Edited];
  /** The names of enum items, as JSON. */
  enums: [{}, null];
  /** The findings in scripts, of the last check if there was one. */
  faults: [{}, InScript[]];
  /** The findings of one rule. */
  findings: [{ rule: string; first: number; n: number }, Case[]];
  /** The node, bytes and names that belong to a choice. */
  follow: [Chosen, Followed];
  /** The lines of scripts that contain a text. */
  grep: [{ text: string; n: number }, Line[]];
  /** The facts about the file. */
  info: [{ scale?: [number, number, number] | undefined }, Info];
  /** The instances that findings concern, by the paths of the findings. */
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
  /** A picture of the file, as PNG. */
  picture: [Sitting, Portrait];
  /** The bytes of a part, by its path. */
  place: [{ path: string }, Place | null];
  /** The nodes that contain a text. */
  search: [{ text: string }, Selected];
  /** The next match of a search in the bytes. */
  seek: [Sought, Place | null];
  /** The nodes that an expression selects, from an index on. */
  select: [{ query: string; first?: number | undefined }, Selected];
  /** The sizes of the components of the file. */
  sizes: [{}, Sizes];
  /** The spaces of bytes: the file, and the plain data of packed parts. */
  spaces: [{}, Space[]];
  /** The kinds of bytes of a space, at a glance. */
  strip: [{ space: number; n: number }, Stripe[]];
  /** All descendants of a node, each after its parent. */
  subtree: [{ of: number; first: number; n: number }, Deep[]];
  /** The identity of the file. */
  summary: [{}, Summary];
  /** The formats to which the file can be converted. */
  targets: [{}, Target[]];
  /** The parts that a byte is in. */
  trail: [{ space: number; at: number }, number[]];
}

/** The options of a conversion. */
export interface Wish {
  /** The name of a target. */
  to: string;
  /** The seconds of the transitions into animations and out of them, such as `0.2,0.5`. */
  ease?: string | undefined;
  /** The level of detail to convert, for formats without levels. */
  level?: number | undefined;
  /** The repetition of animations: `yes`, `no`, or a range of seconds such as `0.5..1.5`. */
  loop?: string | undefined;
  /** New names for joints: the name in the file, and the new one. */
  map_joint?: [string, string][] | undefined;
  /** The memory that the user allows after being asked, in bytes. */
  memory?: number | undefined;
  /** Leaves out the data that a conversion back to the source format needs. */
  no_extras?: boolean | undefined;
  /** Adds the numbers of instances to nodes, for a model that is only displayed. */
  numbers?: boolean | undefined;
  packing?: string | undefined;
  /** The priority of animations, as a number of Second Life or a name of Roblox. */
  priority?: string | undefined;
  /** The rig that animations move: the name of a Roblox model that the session has received, or `r15`, `r6` or `none`. */
  rig?: string | undefined;
  /** The rig by whose names the joints are called. */
  rig_preset?: string | undefined;
  /** The version of a Roblox mesh. */
  version?: string | undefined;
}

/** A compressed stream that holds a file. */
export type Wrapper = "gzip" | "zlib" | "zstd";

/** The continuation of a texture beyond its edges. */
export type Wrapping = "repeat" | "mirror" | "clamp";
