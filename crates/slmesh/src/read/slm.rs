//! Reads a viewer's saved upload. Format document, section 9.

use super::llsd::{
    FieldValue, KeyUse, ValueAt, any, charge_record, document, integer, known, list, map, reals, report, text,
};
use crate::common::error::{Error, Warnings};
use crate::common::input::{Checked, Input, Parsed, Reading};
use crate::common::parsers::{bytes, field, part, remainder, surplus};
use crate::common::trace::Trace;
use crate::error::ErrorKind;
use crate::model::slm::{Container, Instance, Item};
use crate::options::ReadOptions;
use llsd::{Kind, Value};

/// The maximum number of values of a saved upload that is recognised. Each instance has several, and all take memory.
const MAX_VALUES: usize = 1 << 20;

/// Returns true if the bytes look like a saved upload.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    let options = llsd::ReadOptions::default().limits(llsd::Limits::default().elements(MAX_VALUES));
    let value = |key: &str| {
        let (document, _) = llsd::Document::read_with(bytes, &options).ok()?;
        let mesh = document.root().get(key)?;
        Some(mesh.items().next().is_some_and(|asset| asset.kind() == Kind::String))
    };
    matches!(bytes, [b'{' | b'<', ..]) && value("mesh").unwrap_or_default()
}

/// Reads a saved upload and its assets.
///
/// # Errors
///
/// If it is not an LLSD map, or exceeds a limit of [`ReadOptions::default`].
pub fn read(bytes: &[u8]) -> Result<Container, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(container, _)| container)
}

/// Reads a saved upload, and returns recoverable errors as warnings.
///
/// # Errors
///
/// The errors of [`read`]. With [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Container, Warnings), Error> {
    let options = &options.for_input(bytes.len());
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let container = reading.read(bytes, |input| container(input, options, true))?;
    Ok((container, reading.into_warnings()))
}

/// Reads a saved upload, and reports each span of its bytes and of its assets to `trace`, like [`trace`](crate::trace).
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Container, Error>, Warnings) {
    let options = &options.for_input(bytes.len());
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, |input| container(input, options, true));
    (result, reading.into_warnings())
}

/// Reads a saved upload onto which another will be written, if possible. Its assets are kept as bytes.
pub(crate) fn original(bytes: &[u8], options: &ReadOptions) -> Option<Container> {
    Reading::new(false, options.limits, bytes.len())
        .read(bytes, |input| container(input, options, false))
        .ok()
}

/// Reads a container: format document, section 9.
fn container<'a>(input: Input<'a>, options: &ReadOptions, has_assets: bool) -> Parsed<'a, Container> {
    let mut container = Container::default();
    let (rest, read) = document(input, options, |at| {
        if !at.is(Kind::Map) {
            let found = format!("{:?}", at.node.kind()).to_lowercase();
            return Err(at.input().fatal(ErrorKind::Unexpected { expected: "a map".into(), found }));
        }
        (container.other, container.order) = map(at, |key, at| {
            Ok(match key {
                b"version" => known(&mut container.version, integer(at)?),
                b"name" => known(&mut container.name, text(at)?),
                b"mesh" => known(&mut container.mesh, list(at, |at| mesh(at, options, has_assets))?),
                b"instance" => known(&mut container.instance, instances(at)?),
                _ => KeyUse::Unknown,
            })
        })?;
        Ok(())
    })?;
    container.line = read.line;
    let (rest, trailing) = surplus("trailing")(rest)?;
    container.trailing = trailing.to_vec();
    Ok((rest, container))
}

pub(crate) fn meshes(at: ValueAt<'_, '_>) -> Checked<FieldValue<Vec<Item>>> {
    list(at, |at| mesh(at, &ReadOptions::unlimited(), true))
}

/// Reads an asset from the bytes of a string: format document, section 9.1. If `is_asked` is false, the asset is kept
/// as bytes.
fn mesh(at: ValueAt<'_, '_>, options: &ReadOptions, is_asked: bool) -> Checked<FieldValue<Item>> {
    // Five bytes of tag and count precede those of the string.
    let is_string = at.is(Kind::String) && at.input().bytes().first() == Some(&b's');
    if !is_string {
        report(at)?;
        at.warn_of_kind("a string of bytes")?;
        return Ok(FieldValue { value: Some(Item::Raw(at.node.to_text().into_bytes())), is_usual: false });
    }
    let (input, _) = field("length", bytes(5))(at.input())?;
    if !is_asked {
        return Ok(FieldValue { value: Some(Item::Raw(input.bytes().to_vec())), is_usual: true });
    }
    let asset = part("asset", |input| super::file(input, options, None))(input);
    let item = match asset {
        Ok((_, file)) => Item::Asset(Box::new(file.asset)),
        Err(error) => {
            input.recover(error)?;
            Item::Raw(remainder(input)?.1.to_vec())
        }
    };
    Ok(FieldValue { value: Some(item), is_usual: true })
}

pub(crate) fn instances(at: ValueAt<'_, '_>) -> Checked<FieldValue<Vec<Instance>>> {
    list(at, |at| {
        if at.is(Kind::Map) {
            return Ok(FieldValue { value: Some(instance(at)?), is_usual: true });
        }
        report(at)?;
        at.warn_of_kind("a map")?;
        Ok(FieldValue { value: None, is_usual: false })
    })
}

/// Reads an instance: format document, section 9.2.
fn instance(at: ValueAt<'_, '_>) -> Checked<Instance> {
    charge_record::<Instance>(at.input())?;
    let mut instance = Instance::default();
    (instance.other, instance.order) = map(at, |key, at| {
        Ok(match key {
            b"mesh_id" => known(&mut instance.mesh_id, integer(at)?),
            b"label" => known(&mut instance.label, text(at)?),
            b"transform" => known(&mut instance.transform, reals(at)?),
            b"material" => known(&mut instance.material, materials(at)?),
            _ => KeyUse::Unknown,
        })
    })?;
    Ok(instance)
}

pub(crate) fn materials(at: ValueAt<'_, '_>) -> Checked<FieldValue<Vec<Value>>> {
    list(at, |at| Ok(FieldValue { value: Some(any(at)?), is_usual: true }))
}

impl TryFrom<&[u8]> for Container {
    type Error = Error;

    /// Reads a saved upload like [`read`].
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}
