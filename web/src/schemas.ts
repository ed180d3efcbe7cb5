// Made of crates/rezkit/schemas by tests/schemas.node.ts; SCHEMAS=write makes it anew.

/** A result. */
export interface Change {
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
  /** Its path in the old file, if it was moved or renamed. */
  old_path?: string;
}

/** What happened to a part of a file. Of a part that was moved or renamed, properties may have changed as well. */
export type ChangeKind = "added" | "removed" | "moved" | "renamed" | "changed";

/** A result. */
export interface Check {
  /** What the file is. */
  format: Format;
  /** How many errors, those that are not in the list included. */
  n_errors: number;
  /** How many warnings. */
  n_warnings: number;
  /** How many notes. */
  n_notes: number;
  /** The findings, of each rule at most a thousand, in the order in which the rules were first broken. */
  findings: Finding[];
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

/** A result. */
export interface Content {
  /** What it is. */
  kind: ContentKind;
  /** Where it goes, below the folder that things are extracted to: names joined by `/`, which are allowed on every */
  path: string;
  /** Where it is in the file. */
  source: string;
  /** How many bytes it has. */
  n_bytes: number;
}

/** The sorts of [`Content`]. */
export type ContentKind = "script" | "model" | "mesh" | "collision" | "image" | "asset" | "block" | "data";

/** A result. */
export interface Diff {
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

/** A result. */
export interface Edit {
  /** How many values were set or removed. */
  n_values: number;
  /** What else had to change: in a binary file, all instances of a class have a property or none. */
  notes: string[];
  /** What was lost by that, or made up. */
  losses: Loss[];
}

/** The bytes around a place: leaves of the layout, or lines of a text. */
export interface Excerpt {
  /** The lines, in the order of the bytes. */
  lines: ExcerptLine[];
  /** Where the packed part starts in the input, if these are bytes of its decompressed data. */
  packed_at?: number;
}

/** A line of an [`Excerpt`]. */
export interface ExcerptLine {
  /** The first byte. */
  start: number;
  /** The byte after its last. */
  end: number;
  /** The bytes in hexadecimal, at most the first eight; empty for a line of a text. */
  hex: string;
  /** The name of these bytes, or the text of the line. */
  text: string;
  /** Whether the place is in this line. */
  is_marked: boolean;
  /** The character of the text at which the place is. */
  column?: number;
  /** The number of the line in a text, counted from 1. */
  line?: number;
}

/** A number or a text. */
export type Fact = number | string;

/** Formats that one crate reads. */
export type Family = "llsd" | "slmesh" | "slanim" | "rbxmesh" | "rbxcsg" | "rbxbinary" | "rbxxml" | "m3d" | "exchange" | "other";

/** A broken rule, and where. */
export interface Finding {
  /** The id of the rule. */
  rule: string;
  /** How much it matters. */
  severity: Severity;
  /** The rule in one sentence. */
  title: string;
  /** What is wrong, in one sentence. */
  broken: string;
  /** The part of the file, as `dump` has it. */
  path: string;
  /** What is there. */
  found: string;
  /** What would be allowed; empty where the title says it. */
  limit: string;
  /** What to do. */
  help: string;
  /** Of the first finding of a rule that is broken often, how many more there are than the list has. */
  n_more?: number;
  /** The instance of a model or place that it is about, by its path as `print` has it. */
  part?: string;
  /** The bytes, where they are known. */
  range?: Range;
}

/** What a file can be: the formats of this workspace, and what turns up in their place. */
export type Format = "llsd-binary" | "llsd-xml" | "llsd-notation" | "sl-mesh" | "slm" | "sl-anim" | "rbx-mesh" | "csg-mesh" | "csg-solid" | "csg-physics" | "csg-key" | "rbx-binary" | "rbx-xml" | "m3d" | "a3d" | "glb" | "gltf" | "obj" | "mtl" | "collada" | "stl" | "bvh" | "ply" | "server-error" | "html" | "lfs-pointer" | "fbx" | "blend" | "usd" | "png" | "jpeg" | "jpeg2000" | "gif" | "bmp" | "web-p" | "dds" | "ktx" | "ogg" | "mp3" | "flac" | "wave" | "mp4" | "web-m" | "playlist" | "typeface" | "zip" | "seven-zip" | "rar" | "compressed" | "pdf" | "program" | "json" | "xml" | "text" | "empty" | "zeros" | "unknown";

/** A result. */
export interface Identity {
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

/** A result. */
export interface Info {
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
export type List = "scripts" | "assets" | "classes" | "strings" | "duplicates" | "dangling";

/** A result. */
export interface Listing {
  /** What the file is. */
  format: Format;
  /** What is listed. */
  what: List;
  /** The lines. */
  items: Item[];
}

/** Something that the new file could not express, or expresses differently. */
export interface Loss {
  /** The kind of loss. */
  code: LossCode;
  /** The severity. */
  severity: LossSeverity;
  /** A description. */
  what: string;
  /** How often it occurred. */
  count: number;
  /** Where it occurred, the first few times. */
  places: string[];
  /** How to avoid it; empty if that is not possible. */
  advice?: string;
}

/** The kinds of losses, those first that a person would miss first: what cannot be seen, what looks different, what */
export type LossCode = "RECOVERED" | "SHAPE_UNDRAWN" | "TRI_DROPPED" | "POS_NONFINITE" | "ASSET_MISSING" | "NODE_DROPPED" | "OUTLIER" | "TEXTURE_FORMAT" | "TEXTURE_EXTERNAL" | "MATERIAL_PROP" | "COLOUR_DROPPED" | "CAMERA_LIGHT_DROPPED" | "LABEL_NODE" | "VOXEL_MESHED" | "ANIM_RESAMPLED" | "ANIM_SCALE" | "FACS_BONE_ABSENT" | "FACS_REQUANTISED" | "PARAM_MORPH" | "JOINT_UNKNOWN" | "JOINT_SCALE" | "WORN_AWAY" | "BIND_SHEAR" | "ALT_BIND" | "HIERARCHY_ASSUMED" | "WEIGHT_TRUNCATED" | "LOD_DROPPED" | "LOD_ORDER_GUESSED" | "LOD_COPIED" | "PHYSICS_DROPPED" | "TRI_DEGENERATE" | "HULL_MADE" | "GROUP_MERGED" | "GROUP_SPLIT" | "NGON_SPLIT" | "NORMAL_MADE" | "NORMAL_CHANGED" | "TANGENT_NONE" | "UV_ROUNDED" | "COLOUR_ROUNDED" | "POS_ROUNDED" | "WEIGHT_ROUNDED" | "PALETTE_REBUILT" | "VERTEX_WELDED" | "VALUE" | "UNKNOWN_DATA" | "EXTENSION_IGNORED" | "RENAMED" | "REBUILT" | "EXTRAS_SCHEMA" | "FILE_FIELDS";

/** The severity of a [`Loss`]. */
export type LossSeverity = "note" | "changed" | "lost";

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

/** What went wrong, where in the bytes, and in which part of the file. */
export interface Problem {
  /** What sort of problem it is, for programs. */
  kind: ProblemKind;
  /** One sentence without a full stop, for people. */
  message: string;
  /** The part of the file: a JSON pointer in glTF, a line in OBJ; empty if it is the whole file. */
  path: string;
  /** The byte of the input, or of the JSON text of a GLB counted from the start of the file. If `inner` is there, where */
  byte: number | null;
  /** The bytes around the place, with what they are. */
  excerpt?: Excerpt;
  /** What to do about it. */
  help?: string;
  /** The byte of the plain data of something packed. */
  inner?: number;
  /** The memory to grant next in MiB, if there was too little. */
  needs_mebibytes?: number;
}

/** The sorts of [`Problem`]. */
export type ProblemKind = "framing" | "reference" | "value" | "limit" | "unsupported" | "empty" | "missing-file" | "dropped" | "format" | "io";

/** A property that differs. */
export interface PropertyChange {
  /** Its name; that of a property of an instance is the one that scripts use. */
  name: string;
  /** The value in the old file, if it is there. */
  old: string | null;
  /** The value in the new file, if it is there. */
  new: string | null;
  /** The lines that differ, if both values are texts of some lines, or models, whose text is that of */
  lines?: LineChange[];
  /** What the file calls it, if that is another name. */
  stored?: string;
}

/** Bytes of the input, or of the plain data of what is packed in it. */
export interface Range {
  /** The first byte. */
  start: number;
  /** The byte after the last. */
  end: number;
  /** Where the packed part starts in the input, if these are bytes of its plain data. */
  packed_at?: number;
}

/** Something unusual. */
export interface Remark {
  /** The name of the remark, such as `big-part`. */
  kind: string;
  /** The remark, in one sentence without a full stop. */
  text: string;
}

/** The importance of a finding. */
export type Severity = "note" | "warning" | "error";

/** The part of the land impact that follows from a Second Life mesh. The land impact is the largest of it and of two */
export interface StreamingCost {
  /** The size in metres that it is for; absent for uploads, whose instances have sizes of their own. */
  scale: [number, number, number] | null;
  /** The cost. */
  cost: number;
  /** The level of detail that contributes most. */
  largest_level: string;
}

/** A compressed stream that holds a file. */
export type Wrapper = "gzip" | "zlib" | "zstd";
