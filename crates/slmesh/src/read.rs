//! Reads mesh assets.

pub(crate) mod block;
pub(crate) mod body;
pub(crate) mod header;
pub(crate) mod llsd;
pub(crate) mod lod;
pub(crate) mod physics;
pub(crate) mod skin;
pub(crate) mod slm;
pub(crate) mod zlib;

use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::trace::Trace;
use crate::error::ErrorKind;
use crate::model::MeshAsset;
use crate::options::ReadOptions;
use ::llsd::Text;
use std::collections::HashSet;

/// Returns true if the bytes look like a mesh asset; the first few hundred are enough.
///
/// A mesh asset is a binary LLSD map that contains the name of a block for a level of detail or for physics. For saved
/// uploads, which contain such maps, see [`slm::detect`](crate::slm::detect).
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    let start = bytes.get(..4096).unwrap_or(bytes);
    let start = match start {
        // The preamble of a viewer's cache: format document, section 1.3.
        [1, 0, 0, 0, _, _, _, _, _, _, _, _, rest @ ..] => rest,
        _ => start,
    };
    let is_map = matches!(start.trim_ascii_start(), [b'{', 0, 0, ..] | [b'<', b'?', ..]);
    // The map of its entry follows each name.
    let names: [&[u8]; 3] = [b"_lod{", b"physics_convex{", b"physics_mesh{"];
    // A saved upload contains whole assets, as strings in the array `mesh`: format document, section 9.
    let is_container = |bytes: &[u8]| matches!(bytes, [b'm', b'e', b's', b'h', b'[', _, _, _, _, b's']);
    is_map
        && names.iter().any(|name| start.windows(name.len()).any(|bytes| bytes == *name))
        && !start.windows(10).any(is_container)
}

/// Reads a mesh asset.
///
/// # Errors
///
/// If there is no header, or the input exceeds a limit of [`ReadOptions::default`].
///
/// ```
/// let error = slmesh::read(b"glTF").unwrap_err();
/// assert_eq!(error.to_string(), "header: expected a map, found \"glTF\" (at byte 0x0)");
/// ```
pub fn read(bytes: &[u8]) -> Result<MeshAsset, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(asset, _)| asset)
}

/// Reads a mesh asset, and returns recoverable errors as warnings.
///
/// # Errors
///
/// The errors of [`read`]. With [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(MeshAsset, Warnings), Error> {
    let options = &options.for_input(bytes.len());
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let file = reading.read(bytes, |input| file(input, options, None))?;
    Ok((file.asset, reading.into_warnings()))
}

/// Reads a mesh asset, and reports each span of its bytes, and of the decompressed data of its blocks, to `trace`. An
/// invalid file is reported up to the error.
///
/// A block that the tracer [skips](crate::Descent::Skip) is not decompressed; the asset then has its compressed bytes.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<MeshAsset, Error>, Warnings) {
    let options = &options.for_input(bytes.len());
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, |input| file(input, options, None)).map(|file| file.asset);
    (result, reading.into_warnings())
}

/// An asset, and the positions of its parts in the file.
pub(crate) struct File {
    pub(crate) asset: MeshAsset,
    /// The position of the first byte after the header.
    pub(crate) body_start: usize,
    pub(crate) places: body::Places,
}

/// Reads a file: format document, section 1.
pub(crate) fn file<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    compared: Option<&mut block::ComparedBlocks<'_>>,
) -> Parsed<'a, File> {
    llsd::charge_record::<MeshAsset>(input)?;
    let mut asset = MeshAsset::default();
    let (start, head) = header::preamble(input)?;
    let (rest, entries) = header::header(start, options, &mut asset)?;
    asset.preamble = header::check_preamble(input, head, rest.position().saturating_sub(start.position()))?;
    if entries.is_empty() {
        // An example is a saved upload, which contains its assets one level deeper.
        let kind = ErrorKind::Unexpected { expected: "a block".into(), found: "none".into() };
        body::warn_of(start, "header", kind)?;
    }
    let body_start = rest.position().saturating_sub(input.position());
    let (rest, places) = body::body(rest, entries, options, &mut asset, compared)?;
    Ok((rest, File { asset, body_start, places }))
}

/// Reads a file onto which an asset will be written, if possible. The contents of its blocks are compared with those of
/// `asset` one by one and dropped, so this needs no more memory than the largest block.
pub(crate) fn original(
    bytes: &[u8],
    options: &ReadOptions,
    asset: &MeshAsset,
) -> Option<(File, HashSet<Text>)> {
    let options = &options.for_input(bytes.len());
    let mut compared = block::ComparedBlocks::new(asset);
    let reading = Reading::new(false, options.limits, bytes.len());
    let file = reading.read(bytes, |input| file(input, options, Some(&mut compared))).ok()?;
    Some((file, compared.same))
}

impl TryFrom<&[u8]> for MeshAsset {
    type Error = Error;

    /// Reads a mesh asset like [`read`].
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}
