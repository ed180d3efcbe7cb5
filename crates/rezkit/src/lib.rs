#![doc = include_str!("../README.md")]
// Lints against panics on untrusted input. The same in every format crate.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

#[macro_use]
pub mod codec;
mod allowance;
mod asset;
mod check;
mod convert;
mod counted;
mod diff;
mod dump;
mod edit;
mod excerpt;
pub mod exchange;
mod extract;
mod family;
mod file;
mod file_names;
mod formats;
pub mod gltf;
mod identify;
mod info;
mod json;
pub mod laws;
#[doc(hidden)]
pub mod layout;
mod line;
mod list;
mod loss;
mod merge;
pub mod obj;
mod outline;
mod print;
mod problem;
mod roundtrip;
pub mod scene;
#[cfg(test)]
mod schemas;
mod sizes;
pub mod stl;
pub mod thumb;
mod tree;
mod visible;
mod wrapper;

pub use allowance::usual_memory;
pub use asset::Asset;
pub use check::{
    CheckOptions, Finding, RULES, RZK001, RZK002, RZK010, RZK011, Range, Report, check, github, rule, rules,
    sarif,
};
pub use codec::{Rule, Severity};
pub use convert::{
    ConvertOptions, Converted, Extracted, Packing, Target, bundle_assets, convert, convert_json,
    extract_assets,
};
pub use diff::{Change, ChangeKind, Diff, DiffOptions, LineChange, LineKind, PropertyChange, diff};
pub use dump::{At, DumpEnd, DumpLine, DumpOptions, dump};
pub use edit::{Edit, Edited, VALUE_KINDS, edit};
pub use excerpt::{Excerpt, ExcerptLine};
pub use extract::{Content, ContentKind, extract, implant};
pub use family::{Fact, Item, List, Profile};
pub use file::{File, OpenOptions};
pub use formats::roblox::names::{StringKind, StringKinds};
pub use formats::{Support, formats, roblox};
pub use identify::{Family, Format, Identity, identify, identify_named};
pub use info::{
    Class, Info, InfoOptions, Packed, Part, Remark, StreamingCost, THRESHOLDS, Threshold, info, info_with,
};
pub use json::Json;
pub use layout::Kind;
pub use line::{Conversion, Exchange, Line, Refusal};
pub use list::{Listing, list};
pub use loss::{Loss, LossCode, LossSeverity};
pub use merge::{Conflict, ConflictKind, Merge, merge};
pub use print::{PrintKind, PrintLine, PrintedPart, print, print_parts, summary};
pub use problem::{Problem, ProblemKind, Warnings};
pub use rbxmesh::{Version as MeshVersion, WeldOptions};
pub use roundtrip::{Kept, roundtrip};
pub use sizes::{SizeLine, Sizes, sizes};
pub use tree::{Node, Tree};
pub use visible::{to_json, visible};
pub use wrapper::{Wrapper, unwrapped};

/// What users rely on when they hand values between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<Asset>();
    shared::<Identity>();
    shared::<Problem>();
    shared::<scene::Scene>();
};
