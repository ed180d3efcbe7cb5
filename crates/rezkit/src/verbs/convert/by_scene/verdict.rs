//! A verdict on a file in another format, before it is uploaded.

use super::Exchanged;
use crate::verbs::check::{CheckOptions, Report, check};
use crate::verbs::info::{InfoOptions, info_with};
use files::Format;
use files::codec::Codec;
use files::{File, OpenOptions, StreamingCost};
use scene::{Loss, Problem};
use serde::Serialize;

/// The verdict of [`judge`] on a model as a file of a format.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The shape of this result: `rezkit.verdict/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.verdict/1")))]
    pub schema: &'static str,
    /// The format.
    pub format: Format,
    /// The number of bytes that the file would have.
    pub n_bytes: usize,
    /// The number of triangles of each level of detail, the finest first, if there are several.
    pub levels: Vec<usize>,
    /// The findings of the rules of the format.
    pub report: Report,
    /// The streaming cost, if it is a mesh of Second Life.
    pub streaming_cost: Option<StreamingCost>,
    /// The approximate cost of colliding with its hulls, if it is a mesh of Second Life; the formula for
    /// triangles is not published.
    pub physics_cost: Option<f64>,
    /// The features that the format cannot hold, or holds in another way.
    pub losses: Vec<Loss>,
}

/// Checks a result of [`convert`](super::convert()) by the rules of its format. For a Second Life mesh, also checks the
/// source by the rules of the uploader, and computes the cost for the size `scale` in metres, by default the size of
/// the mesh. If the result is several models, levels and cost are those of the first.
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
/// If the file cannot be read, which would be a bug of the conversion.
pub fn judge(made: &Exchanged, options: &CheckOptions, scale: Option<[f32; 3]>) -> Result<Verdict, Problem> {
    let mut verdict = judge_file(&made.bytes, options, scale)?;
    for bytes in made.models().skip(1) {
        let more = check(&File::open(bytes, &OpenOptions::default())?, options)?;
        verdict.n_bytes = verdict.n_bytes.saturating_add(bytes.len());
        verdict.report.add(more);
    }
    verdict.report.list(&made.uploader, options);
    verdict.losses.clone_from(&made.losses);
    Ok(verdict)
}

/// Checks like [`judge`], but takes any existing file.
///
/// # Errors
///
/// If the file cannot be read.
pub fn judge_file(bytes: &[u8], options: &CheckOptions, scale: Option<[f32; 3]>) -> Result<Verdict, Problem> {
    let file = File::open(bytes, &OpenOptions::default())?;
    let info = info_with(&file, &InfoOptions { scale })?;
    Ok(Verdict {
        schema: "rezkit.verdict/1",
        format: info.format,
        n_bytes: bytes.len(),
        levels: info.levels,
        report: check(&file, options)?,
        streaming_cost: info.streaming_cost,
        physics_cost: physics_cost(&file),
        losses: Vec::new(),
    })
}

fn physics_cost(file: &File<'_>) -> Option<f64> {
    if file.identity().format != Format::SlMesh {
        return None;
    }
    let (asset, _) = slmesh::MeshAsset::read(file.bytes(), file.options()).ok()?;
    let convex = asset.physics_convex.as_ref()?.value()?;
    let has_hulls = convex.hull_list.as_ref().is_some_and(|list| !list.is_empty());
    (has_hulls || asset.physics_triangles().is_none()).then(|| convex.physics_cost())
}
