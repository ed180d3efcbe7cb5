//! Reads a file into a mesh.
//!
//! The first step reads headers and tables, and only locates the large arrays. This outline is enough for a view and a
//! summary. For a model, the second step decodes the arrays.

mod chunks;
mod coremesh;
mod facs;
mod first_line;
mod header;
mod skinning;
mod v1;
mod v2;
mod v4;

pub(crate) use v1::text_faces;

use crate::common::error::{Error, Place, Warnings};
use crate::common::input::{Checked, Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::parsers::{ParseFn, part, remainder, surplus};
use crate::common::trace::Trace;
use crate::error::ErrorKind;
use crate::model::{Mesh, VDirection, Version};
use crate::options::ReadOptions;
use crate::outline::Outline;
use crate::references::{Fault, faults};
use crate::wire::{MAGIC, in_file};
use nom::Err;
use std::borrow::Cow;
use std::str::FromStr;

/// Returns true if the bytes look like a mesh of any version; the first 12 are enough.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    matches!(bytes.strip_prefix(MAGIC), Some([b'1'..=b'7', b'.', b'0'..=b'9', b'0'..=b'9', ..]))
}

/// Reads a mesh.
///
/// # Errors
///
/// If nothing usable can be read, or a default limit is exceeded.
///
/// ```
/// let file = b"version 1.01\n1\n\
///     [0,0,0][0,0,1][0,0,0][1,0,0][0,0,1][1,0,0][0,2.5,0][0,0,1][0,1,0]";
/// let mesh = rbxmesh::read(file)?;
/// assert_eq!(mesh.faces, [[0, 1, 2]]);
/// assert_eq!(mesh.vertices[2].position.y, 2.5);
/// # Ok::<(), rbxmesh::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Mesh, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(model, _)| model)
}

/// Reads a mesh, and returns recoverable errors as warnings.
///
/// # Errors
///
/// The errors of [`read`]. With [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Mesh, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, file)?;
    Ok((model, reading.into_warnings()))
}

/// Reads the bytes like [`read`].
impl TryFrom<&[u8]> for Mesh {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}

/// Reads text like [`read`]: versions 1.x are text.
impl FromStr for Mesh {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read(text.as_bytes())
    }
}

/// Parses a version such as `4.01`.
impl FromStr for Version {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Reading::new(true, Limits::default(), text.len()).read(text.as_bytes(), |input| {
            let (rest, version) = first_line::version(input)?;
            surplus("trailing")(rest).map(|(rest, _)| (rest, version))
        })
    }
}

/// Reads a mesh, and reports to `trace` what each byte is, up to any damage that ends reading.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Mesh, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, file);
    (result, reading.into_warnings())
}

/// Converts paths of findings to the names that [`trace`] reports. The model uses other names for some parts of the
/// file.
#[must_use]
pub fn paths_in_file<'p>(_: &[u8], _: &ReadOptions, paths: &[&'p str]) -> Vec<Cow<'p, str>> {
    paths.iter().map(|path| in_file(path)).collect()
}

/// Reads a file of any version. Format document, section 1.
fn file(input: Input<'_>) -> Parsed<'_, Mesh> {
    let (rest, outline) = contents(input, true)?;
    let Outline { mut head, vertices, envelopes, faces, n_text_faces, starts, .. } = outline;
    // Text cannot be located without parsing it, so its faces are read only for a model.
    if head.version.major == 1 {
        let (rest, ()) = v1::faces(rest, n_text_faces, &mut head)?;
        return Ok((rest, head));
    }
    let bytes = input.bytes();
    head.envelopes = envelopes.on(bytes).to_vec();
    if head.draco.is_none() {
        head.vertices = vertices.on(bytes).to_vec();
        head.faces = faces.on(bytes).to_vec();
    }
    // Broken references are warnings. Format document, section 11.
    faults(&head, |fault| {
        let Fault { table, index, field, .. } = fault;
        let (at, _) = input.split(starts.position(table, index, field))?;
        at.warn_with(|| at.error(fault.kind()).inside(fault.to_string()))
    })?;
    Ok((rest, head))
}

/// Reads headers and tables. Of 1.x, it reads the first two lines; of other versions, it passes over the whole file.
pub(crate) fn outline(input: Input<'_>) -> Parsed<'_, Outline> {
    contents(input, false)
}

/// Reads the outline like [`outline`], and decodes Draco streams if `decodes` is set.
fn contents(input: Input<'_>, decodes: bool) -> Parsed<'_, Outline> {
    refuse_other_formats(input)?;
    let (rest, (version, line_end)) = part("first_line", first_line::first_line)(input)?;
    let v_direction = VDirection::for_version(version);
    let head = Mesh { version, line_end, v_direction, ..Mesh::default() };
    let mut outline = Outline { decodes, head, ..Outline::default() };
    let body = match version.major {
        1 => v1::v1,
        2 => v2::v2,
        3 => v2::v3,
        4 => v4::v4,
        5 => v4::v5,
        6 | 7 => chunks::chunks,
        _ => return Err(input.fatal(ErrorKind::UnknownVersion { version })),
    };
    // Except in 1.00, the digits after the point change nothing. Format document, section 2.
    if !Version::ALL.contains(&version) {
        input.warn(|| ErrorKind::UnknownVersion { version })?;
    }
    let (mut rest, ()) = body(rest, &mut outline)?;
    // Only the first two lines of text have been read so far.
    if version.major > 1 && !rest.bytes().is_empty() {
        let trailing;
        (rest, trailing) = surplus("trailing")(rest)?;
        outline.head.trailing = trailing.to_vec();
    }
    Ok((rest, outline))
}

/// The first bytes and names of other formats that are often mistaken for meshes.
const OTHER_FORMATS: &[(&[u8], &str)] = &[
    // The name CSGMDL under the key that hides it.
    (b"\x15\x7d\x29\x15\x75\x6c", "the render data (CSGMDL) of a union"),
    (b"CSGPHS", "the collision data (CSGPHS) of a union"),
    (b"CSGK", "the collision key (CSGK) of a union"),
    (b"<roblox!", "a Roblox model or place"),
    (b"<roblox", "a Roblox model or place as XML"),
    (b"\x1f\x8b", "a gzip stream"),
    (b"\x28\xb5\x2f\xfd", "a zstd stream"),
    (b"{", "JSON, likely a server's answer"),
    (b"<", "HTML or XML, likely a server's answer"),
];

fn refuse_other_formats(input: Input<'_>) -> Checked {
    match OTHER_FORMATS.iter().find(|(start, _)| input.bytes().starts_with(start)) {
        Some((_, found)) => Err(input.fatal(ErrorKind::OtherFormat { found })),
        None => Ok(()),
    }
}

/// Keeps a part that cannot be read, up to the end of the input, as the result of `raw` for its bytes. This is nom's
/// `alt` with a warning.
///
/// Call it inside the parser that names the part, so that the warning has the name.
fn or_raw<'a, T>(mut parser: impl ParseFn<'a, T>, raw: impl Fn(&'a [u8]) -> T) -> impl ParseFn<'a, T> {
    move |input| {
        parser(input).or_else(|error| {
            input.recover(error)?;
            // Without a name, because the first of these bytes already have names.
            let (rest, bytes) = remainder(input)?;
            Ok((rest, raw(bytes)))
        })
    }
}

/// Runs `parser`; if it fails, keeps the values read so far, and the rest of the file as trailing bytes.
fn or_trailing<'a>(
    input: Input<'a>,
    outline: &mut Outline,
    parser: impl FnOnce(Input<'a>, &mut Outline) -> Parsed<'a, ()>,
) -> Parsed<'a, ()> {
    parser(input, outline).or_else(|failure| {
        // A part that is too short for its count fails where it starts.
        let failed_at = match &failure {
            Err::Error(error) | Err::Failure(error) => error.place(),
            Err::Incomplete(_) => Place::Model,
        };
        let Place::Input(at) = failed_at else { return Err(failure) };
        input.recover(failure)?;
        let (rest, _) = input.split(at.saturating_sub(input.position()))?;
        // The bytes have no span name, since the trace extends to the failure.
        let (rest, bytes) = remainder(rest)?;
        outline.head.trailing = bytes.to_vec();
        Ok((rest, ()))
    })
}
