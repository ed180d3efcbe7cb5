//! What would become of a file in another format, before anything is uploaded.

use super::Exchanged;
use crate::verbs::check::{CheckOptions, Report, check};
use crate::verbs::info::{InfoOptions, info_with};
use crate::{File, Format, Loss, OpenOptions, Problem, StreamingCost};
use serde::Serialize;

/// What [`judge`] says of a model as a file of a format.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The shape of this result: `rezkit.verdict/1`.
    #[cfg_attr(test, schemars(extend("const" = "rezkit.verdict/1")))]
    pub schema: &'static str,
    /// The format.
    pub format: Format,
    /// How many bytes the file would have.
    pub n_bytes: usize,
    /// How many triangles each level of detail has, the finest first, if there are several.
    pub levels: Vec<usize>,
    /// What the rules of the format say.
    pub report: Report,
    /// The streaming cost, if it is a mesh of Second Life.
    pub streaming_cost: Option<StreamingCost>,
    /// What the format cannot hold, or holds in another way.
    pub losses: Vec<Loss>,
}

/// Checks what [`convert`](super::convert()) gave by the rules of its format, and tells what it costs at a size in
/// metres, or else at the size that it has.
///
/// ```
/// use rezkit::exchange::{ExchangeOptions, convert, judge};
/// use rezkit::{CheckOptions, Format, Profile};
///
/// let obj = b"o chair\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
/// let made = convert(obj, &ExchangeOptions::to(Format::SlMesh), &mut |_| None)?;
/// let options = CheckOptions { profiles: vec![Profile::SlUpload], ..CheckOptions::default() };
/// let verdict = judge(&made, &options, Some([1.0, 1.0, 2.0]))?;
/// let cost = verdict.streaming_cost.unwrap();
/// assert_eq!((verdict.report.n_errors, cost.scale), (0, Some([1.0, 1.0, 2.0])));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, which only a fault of ours can cause.
pub fn judge(made: &Exchanged, options: &CheckOptions, scale: Option<[f32; 3]>) -> Result<Verdict, Problem> {
    let file = File::open(&made.bytes, &OpenOptions::default())?;
    let info = info_with(&file, &InfoOptions { scale })?;
    Ok(Verdict {
        schema: "rezkit.verdict/1",
        format: info.format,
        n_bytes: made.bytes.len(),
        levels: info.levels,
        report: check(&file, options)?,
        streaming_cost: info.streaming_cost,
        losses: made.losses.clone(),
    })
}
