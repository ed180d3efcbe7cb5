//! The operations on files. Each verb works on all formats that have the content it needs.

mod check;
pub(crate) mod convert;
mod diff;
mod dump;
mod edit;
mod extract;
mod formats;
mod grep;
mod info;
mod land_impact;
mod line;
mod list;
pub mod lod;
mod many;
mod merge;
mod migrate;
mod print;
mod project;
pub(crate) mod query;
mod quotes;
mod refs;
mod roundtrip;
mod schemas;
#[cfg(feature = "scripts")]
mod scripts;
mod shrink;
mod sizes;
mod sourcemap;
pub mod table;
mod tree;

pub use check::{CheckOptions, Finding, Range, Report, check, github, rule, rules, sarif};
pub use convert::{
    ConvertOptions, Converted, ConvertedParts, ConvertedTo, Extracted, Packing, Target, TargetOptions,
    bundle_assets, convert, convert_in_pieces, convert_json, convert_to, convert_to_in_pieces,
    extract_assets,
};
pub use diff::{
    Change, ChangeKind, Diff, DiffOptions, DiffSide, LineChange, LineKind, PropertyChange, diff, diff_sides,
};
pub use dump::{At, DumpEnd, DumpLine, DumpOptions, dump};
pub use edit::{
    AssetMap, Edit, Edited, NodeEdit, VALUE_KINDS, edit, edit_in_pieces, edit_nodes, replace_in_scripts,
};
pub use extract::{Content, ContentKind, extract, extract_where, implant};
pub use formats::{Support, formats};
pub use grep::{FoundLine, Pattern, grep};
pub use info::{
    Class, Info, InfoOptions, Packed, Part, Remark, THRESHOLDS, Threshold, info, info_of_scene, info_with,
};
pub use line::{Conversion, Exchange, Line, Refusal};
pub use list::{Listing, list, list_where};
pub use many::{Copies, Identified, RuleLine, Sorted, rule_lines};
pub use merge::{
    Conflict, ConflictKind, LineConflict, Merge, MergeOptions, MergeSide, Prefer, merge, merge_sides,
    merge_with, restore,
};
pub use migrate::migrate;
pub use print::{
    PrintKind, PrintLine, PrintOptions, PrintedPart, Typed, print, print_parts, print_with, summary,
};
pub use project::{PROJECT_FILE, Project, implant_project, project};
pub use query::{Answered, Field, Match, Query, query, query_fields};
pub use refs::{Refs, Use, refs};
pub use roundtrip::{Kept, roundtrip};
pub use schemas::{schema, schemas};
#[cfg(feature = "scripts")]
pub use scripts::{SCRIPT_RULES, ScriptUse, UseKind, Uses, dot, uses};
pub use shrink::shrink;
pub use sizes::{LargestPart, SizeLine, SizeShare, Sizes, largest, sizes};
pub use sourcemap::{SourcemapOptions, sourcemap};
pub use tree::{Node, Tree};

/// A fixture that travels in the package.
#[cfg(test)]
pub(crate) fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(format!("{}/fixtures/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}
