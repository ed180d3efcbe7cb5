//! Results about files among many, and about rules.

use dom::names::is_service;
use files::Family;
use files::documents;
use files::hash::sha256;
use files::{File, Identity, OpenOptions, RULES, Rule};
use serde::Serialize;

/// The identity of a file, with its size and hash.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Identified<'i> {
    /// The format, version and wrappers.
    #[serde(flatten)]
    pub identity: &'i Identity,
    /// The usual extension of such files, without the dot: `rbxl` for a place, `rbxm` for a model.
    pub extension: Option<&'static str>,
    /// The number of bytes.
    pub n_bytes: usize,
    /// The SHA-256 of its bytes, as 64 hexadecimal digits.
    pub sha256: String,
}

impl<'i> Identified<'i> {
    /// The line for an identified file.
    ///
    /// ```
    /// use rezkit::{Identified, identify};
    ///
    /// let place = b"<roblox version=\"4\"><Item class=\"Workspace\"></Item></roblox>";
    /// let identity = identify(place);
    /// assert_eq!(Identified::new(&identity, place).extension, Some("rbxlx"));
    /// ```
    #[must_use]
    pub fn new(identity: &'i Identity, bytes: &[u8]) -> Self {
        let extension = match identity.format.family() {
            Family::RbxBinary if is_place(bytes) => Some("rbxl"),
            Family::RbxXml if is_place(bytes) => Some("rbxlx"),
            _ => identity.format.extensions().first().copied(),
        };
        Self { identity, extension, n_bytes: bytes.len(), sha256: sha256(bytes).to_string() }
    }
}

/// Returns true if a service is at the root, which makes the file a place.
fn is_place(bytes: &[u8]) -> bool {
    let file = File::open(bytes, &OpenOptions::default()).ok();
    let model = file.as_ref().and_then(|file| Some((documents::read(file).ok()?.0, file.memory())));
    let mut is_place = false;
    if let Some((model, memory)) = model {
        let _ = documents::outline(&model, memory, &mut |outline| {
            let mut all = outline.instances().into_iter().flat_map(|view| {
                view.iter().map(|(number, instance)| (view.parent(number), instance.class()))
            });
            is_place = all.any(|(parent, class)| parent == 0 && is_service(class));
        });
    }
    is_place
}

/// A file that `rez sort` copies to a path by its content.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Sorted<'s> {
    /// The schema of this result: `rezkit.sorted/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.sorted/1")))]
    pub schema: &'static str,
    /// The path of the copy.
    pub output: &'s str,
    /// The SHA-256 of its bytes.
    pub sha256: &'s str,
    /// Set if a file with this content was there before.
    pub is_copy: bool,
    /// Set if the file was copied, or would have been; `false` for content that is there already.
    pub is_saved: bool,
}

impl<'s> Sorted<'s> {
    /// The line for a file that is sorted to `output`.
    #[must_use]
    pub fn new(output: &'s str, sha256: &'s str, is_copy: bool) -> Self {
        Self { schema: "rezkit.sorted/1", output, sha256, is_copy, is_saved: !is_copy }
    }
}

/// Content that occurs in several files, or several times in one.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Copies {
    /// The schema of this result: `rezkit.copies/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.copies/1")))]
    pub schema: &'static str,
    /// The SHA-256 of the content.
    pub sha256: String,
    /// The number of bytes.
    pub n_bytes: usize,
    /// The files; for content inside a file, followed by a colon and the path in the file.
    pub places: Vec<String>,
}

impl Copies {
    /// The line for content that occurs at these locations.
    #[must_use]
    pub fn new(sha256: String, n_bytes: usize, places: Vec<String>) -> Self {
        Self { schema: "rezkit.copies/1", sha256, n_bytes, places }
    }
}

/// A rule, with the format that it is for.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct RuleLine {
    /// The schema of this result: `rezkit.rule/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.rule/1")))]
    pub schema: &'static str,
    /// The library that reads the format, such as `rbxmesh`; `rezkit` for the rules of all formats, `luau` for those of scripts.
    pub format: &'static str,
    /// The rule.
    #[serde(flatten)]
    pub rule: Rule,
}

/// The rules of all formats.
///
/// ```
/// let all = rezkit::rule_lines();
/// assert!(all.iter().any(|line| line.format == "rbxmesh" && line.rule.id == "RBM001"));
/// ```
#[must_use]
pub fn rule_lines() -> Vec<RuleLine> {
    let line = |format, rule| RuleLine { schema: "rezkit.rule/1", format, rule };
    let mut readers: Vec<_> = files::READERS.iter().collect();
    readers.sort_by_key(|reader| reader.name);
    let of_formats = readers
        .into_iter()
        .flat_map(|reader| (reader.rules)().into_iter().map(|rule| line(reader.name, rule)));
    let all = RULES.iter().map(|rule| line("rezkit", **rule));
    #[cfg(feature = "scripts")]
    let all = all.chain(super::scripts::SCRIPT_RULES.iter().map(|rule| line("luau", **rule)));
    all.chain(of_formats).collect()
}
