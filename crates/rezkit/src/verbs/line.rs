//! Results as JSON Lines.

use crate::verbs::Converted;
use crate::verbs::convert::by_scene::{Exchanged, TriedLevels};
use scene::visible::to_json;
use scene::{Loss, MadeLevel, Problem};
use serde::Serialize;

/// A result with the name of its file, as `rez --json` prints it; `schema` gives a JSON Schema for each.
///
/// ```
/// use rezkit::{Line, identify};
///
/// let identity = identify(b"");
/// let line = Line { tool: "mine 1.0", file: "chair.mesh", result: &identity }.to_json();
/// assert!(line.starts_with(r#"{"tool":"mine 1.0","file":"chair.mesh","schema":"rezkit.identity/1","#));
/// ```
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Line<'l, T> {
    /// The program and its version.
    pub tool: &'l str,
    /// The name of the file.
    pub file: &'l str,
    /// The result of a verb.
    #[serde(flatten)]
    pub result: &'l T,
}

impl<T: Serialize> Line<'_, T> {
    /// The result as one line of JSON, without a line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// The problem in place of a result, if a file cannot be read.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Refusal<'p> {
    /// The shape of this result: `rezkit.problem/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.problem/1")))]
    pub schema: &'static str,
    /// The problem.
    pub problem: &'p Problem,
}

impl<'p> Refusal<'p> {
    /// The line for a problem.
    #[must_use]
    pub fn new(problem: &'p Problem) -> Self {
        Self { schema: "rezkit.problem/1", problem }
    }
}

/// The outcome of a conversion.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Conversion<'c> {
    /// The shape of this result: `rezkit.convert/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.convert/1")))]
    pub schema: &'static str,
    /// The path of the new file.
    pub output: &'c str,
    /// Set if the new file was saved; it is not if a loss is not allowed.
    pub is_saved: bool,
    /// The number of bytes of the old file.
    pub n_bytes_before: usize,
    /// The number of bytes of the new file.
    pub n_bytes: usize,
    /// The features that the new file cannot hold, or holds in another way; empty if nothing is lost.
    pub losses: &'c [Loss],
    /// Facts worth knowing that are no losses.
    pub notes: &'c [String],
}

impl<'c> Conversion<'c> {
    /// The line for a result of [`convert`](crate::convert()).
    #[must_use]
    pub fn new(converted: &'c Converted, output: &'c str, n_bytes_before: usize, is_saved: bool) -> Self {
        let Converted { bytes, losses, notes } = converted;
        let n_bytes = bytes.len();
        Self { schema: "rezkit.convert/1", output, is_saved, n_bytes_before, n_bytes, losses, notes }
    }
}

/// The outcome of a conversion by way of a scene.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Exchange<'e> {
    /// The shape of this result: `rezkit.exchange/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.exchange/1")))]
    pub schema: &'static str,
    /// The path of the new file.
    pub output: &'e str,
    /// Set if the new file was saved; it is not if a loss is not allowed.
    pub is_saved: bool,
    /// The number of bytes of the old file.
    pub n_bytes_before: usize,
    /// The number of bytes of the new file.
    pub n_bytes: usize,
    /// The names of the files that belong next to the new file.
    pub beside: Vec<&'e str>,
    /// The number of files at the start of this list that are models of the same format, because one model
    /// cannot hold everything.
    pub n_more: usize,
    /// The features that the new file cannot hold, or holds in another way; empty if nothing is lost.
    pub losses: &'e [Loss],
    /// Set if the new file has no content.
    pub is_empty: bool,
    /// The levels of detail that were made, the finest first; empty if none were requested.
    pub levels: &'e [MadeLevel],
    /// The levels of detail that were tried to stay below a cost.
    pub tried: &'e [TriedLevels],
}

impl<'e> Exchange<'e> {
    /// The line for a result of [`exchange::convert`](crate::exchange::convert()).
    #[must_use]
    pub fn new(made: &'e Exchanged, output: &'e str, n_bytes_before: usize, is_saved: bool) -> Self {
        let Exchanged { bytes, beside, n_more, losses, is_empty, levels, tried, .. } = made;
        let beside = beside.iter().map(|(name, _)| name.as_str()).collect();
        let n_bytes = bytes.len();
        Self {
            schema: "rezkit.exchange/1",
            output,
            is_saved,
            n_bytes_before,
            n_bytes,
            beside,
            n_more: *n_more,
            losses,
            is_empty: *is_empty,
            levels,
            tried,
        }
    }
}
