//! Writes mesh assets. The functions have the names and the order of those that read.

pub(crate) mod block;
pub(crate) mod body;
pub(crate) mod header;
pub(crate) mod llsd;
pub(crate) mod lod;
pub(crate) mod physics;
pub(crate) mod skin;
pub(crate) mod slm;
pub(crate) mod zlib;

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::MeshAsset;
use crate::options::{ReadOptions, WriteOptions};
use crate::read;
use body::{Frames, Original};
use geom::Same;

/// Writes a mesh asset.
///
/// # Errors
///
/// If the asset has more items than the format can count, or would be read differently: for example if two blocks
/// have the same name.
pub fn write(asset: &MeshAsset) -> Result<Vec<u8>, Error> {
    write_with(asset, &WriteOptions::default())
}

/// Writes a mesh asset with options.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_with(asset: &MeshAsset, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    file(asset, None, options)
}

/// Writes a mesh asset, and copies from `original` every block whose content is unchanged.
///
/// An unmodified asset is written exactly like the original, and after an edit of one level of detail, all other blocks
/// keep their bytes. The offsets in the header are recomputed. If the original is damaged, its readable blocks are
/// copied.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto(asset: &MeshAsset, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(asset, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`]. `read` are the options with which the asset was read, and `options` are for writing.
///
/// Other reading options might make values of the original seem changed.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto_with(
    asset: &MeshAsset,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let theirs = read::original(original, read, asset);
    let original = theirs.as_ref().map(|(file, same)| Original::new(file, same, original));
    file(asset, original.as_ref(), options)
}

/// Writes a file: format document, section 1.
fn file(
    asset: &MeshAsset,
    original: Option<&Original<'_>>,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    header::check_names(asset)?;
    let frames = body::body(asset, original, options)?;
    let mut out = Vec::new();
    if let Some(original) = original
        && has_same_header(asset, &frames, original, options)?
    {
        out.extend_from_slice(original.bytes.get(..original.file.body_start).unwrap_or_default());
    } else {
        let header = header::header(asset, &frames, options)?;
        header::preamble(&mut out, asset, &header)?;
        out.extend_from_slice(&header);
    }
    out.extend_from_slice(&frames.bytes);
    Ok(out)
}

/// Returns true if the header of the original describes the new body exactly, including the offsets.
fn has_same_header(
    asset: &MeshAsset,
    frames: &Frames<'_>,
    original: &Original<'_>,
    options: &WriteOptions,
) -> Result<bool, Error> {
    let theirs = &original.file.asset;
    let same_head = asset.line == theirs.line && asset.preamble.same(&theirs.preamble);
    let stored = Frames::of_original(original);
    Ok(same_head
        && original.file.places.iter().all(|place| frames.has(place))
        && header::entries_of(asset, frames, options)?.same(&header::entries_of(
            theirs,
            &stored,
            &WriteOptions::default(),
        )?))
}

/// Converts a length to the type in which the format stores it. The error states which part is too long.
fn count<T: TryFrom<usize>>(len: usize, what: &'static str) -> Result<T, Error> {
    T::try_from(len).map_err(|_| Error::model(ErrorKind::TooLong { len }).inside(what))
}
