//! The text form, `.a3d`.
//!
//! [`m3d::read`](crate::read()), [`trace`](crate::trace()) and [`write_onto`](crate::write_onto()) accept both forms.
//! This module reads the text form alone, and writes it.
//!
//! The text form has the same content as the binary form, with a few exceptions: it has no field widths, no
//! order or sharing of strings and colours, and no bytes that could not be decoded; [`losses`] lists the
//! features of a model that it cannot represent. Pictures and scripts are in files next to the text.

use crate::common::error::{Error, Warnings};
use crate::model::Model;
use crate::options::{LineEnd, ReadOptions};

mod losses;

pub use losses::{Loss, losses};
use std::str::FromStr;

/// Returns true if bytes start like a file of the text form. The first seven bytes suffice.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    bytes.starts_with(crate::wire::TEXT_MAGIC)
}

/// Reads a text. The model has the smallest field widths that hold it; its assets and its preview contain no
/// data.
///
/// # Errors
///
/// If the first word is not `3dmodel`, or a limit of [`ReadOptions::default`] is exceeded.
///
/// ```
/// let text = "3dmodel 2.5\ntri\nCC0-1.0\n\n\nVertex\n0 0 0\n1 0 0\n0 1 0\n\nMesh\n0 1 2\n";
/// let model = m3d::ascii::read(text.as_bytes())?;
/// assert_eq!((model.scale, model.vertices().unwrap().len()), (2.5, 3));
/// # Ok::<(), m3d::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Model, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(model, _)| model)
}

/// Reads a text, and returns recoverable errors as warnings.
///
/// # Errors
///
/// Those of [`read`]; strict reading also fails at the first problem that would otherwise be a warning.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Model, Warnings), Error> {
    crate::read::text(bytes, options, &|_| None)
}

/// Reads a text, and embeds the preview and the assets. `read_file` returns the content of a file that the text
/// names, or `None` if it does not exist.
///
/// The names come from the text and are untrusted: check that a name is not a path that leads out of your
/// folder.
///
/// # Errors
///
/// Those of [`read_with`].
///
/// ```
/// let text = b"3dmodel 1\n(noname)\nMIT\nme\n\n\nAssets\nskin.png\n";
/// let files = |file: &str| (file == "skin.png").then(|| b"a PNG file".to_vec());
/// let (model, _) = m3d::ascii::read_with_files(text, &m3d::ReadOptions::default(), files)?;
/// assert_eq!(model.asset("skin").unwrap().data, b"a PNG file");
/// # Ok::<(), m3d::Error>(())
/// ```
pub fn read_with_files(
    bytes: &[u8],
    options: &ReadOptions,
    read_file: impl Fn(&str) -> Option<Vec<u8>>,
) -> Result<(Model, Warnings), Error> {
    crate::read::text(bytes, options, &read_file)
}

/// Reads a text by [`read`].
///
/// ```
/// let model: m3d::Model = "3dmodel 1\ntri\nCC0-1.0\nme\n\n\nVertex\n0 0 0\n".parse()?;
/// assert_eq!(model.vertices().unwrap().len(), 1);
/// # Ok::<(), m3d::Error>(())
/// ```
impl FromStr for Model {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read(text.as_bytes())
    }
}

/// Writes a model as text, with the shortest numbers that read back the same.
///
/// The preview and the assets are not part of the text: write them to files next to it: `preview.png`, and
/// the files that [`Model::extract`] returns.
///
/// # Errors
///
/// If a number is infinite or not a number, if a mesh does not match its lists, if blocks of voxels have more than 16
/// million voxels, or if names, which may share bytes in a model, have more than 16 MiB when each is written out.
///
/// ```
/// use m3d::{Chunk, Mesh, Model, Vertices};
///
/// let corners = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.0]];
/// let mut model = Model::default();
/// model.chunks.push(Chunk::Vertices(Vertices::from_positions(corners)));
/// model.chunks.push(Chunk::Mesh(Mesh::from_triangles([[0, 1, 2]])));
/// model.fit();
/// let text = m3d::ascii::write(&model)?;
/// assert_eq!(m3d::ascii::read(&text)?, model);
/// # Ok::<(), m3d::Error>(())
/// ```
pub fn write(model: &Model) -> Result<Vec<u8>, Error> {
    crate::write::text(model)
}

/// Writes a model as text, with a selected line end.
///
/// # Errors
///
/// Those of [`write()`].
pub fn write_with(model: &Model, line_end: LineEnd) -> Result<Vec<u8>, Error> {
    crate::write::text_with(model, line_end)
}
