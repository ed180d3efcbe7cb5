//! Reads the file header. Format document, section 1.

use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{field, literal};
use crate::common::wire::value;
use crate::context::Context;
use crate::error::ErrorKind;
use crate::outline;
use crate::wire::{FileHeader, MAGIC, SIGNATURE};
use nom::{Err, Parser};

/// The position in the file of the numbers of classes and instances.
const COUNTS: usize = 16;

/// The position of the reserved bytes, relative to the end of the signature.
const RESERVED: usize = 10;

pub(super) fn header(input: Input<'_>) -> Parsed<'_, FileHeader> {
    if is_xml(input.bytes()) {
        return Err(input.fatal(ErrorKind::OtherFormat { found: "a model in the XML format" }));
    }
    let (input, _) = (field("magic", literal(MAGIC)), field("signature", signature)).parse(input)?;
    let (rest, head) = field("numbers", value::<_, FileHeader>)(input)?;
    if head.version != 0 {
        let (expected, found) = ("version 0".into(), head.version.to_string());
        return Err(input.fatal(ErrorKind::Unexpected { expected, found }));
    }
    if head.reserved != [0; 8] {
        let (expected, found) = ("zeros as reserved bytes".into(), format!("{:?}", head.reserved));
        let (reserved, _) = input.split(RESERVED)?;
        reserved.warn(|| ErrorKind::Unexpected { expected, found })?;
    }
    Ok((rest, head))
}

/// Returns true for the XML format. A byte order mark, white space or an XML declaration may come first.
fn is_xml(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let root = text.strip_prefix(b"<roblox").and_then(<[u8]>::first);
    text.starts_with(b"<?xml") || root.is_some_and(|next| *next != b'!')
}

fn signature(input: Input<'_>) -> Parsed<'_, ()> {
    // The usual cause of other bytes is a transfer in text mode, which the error names. Format
    // document, section 1.
    literal(SIGNATURE)(input).map_err(|error| match error {
        Err::Error(_) if input.bytes().len() >= SIGNATURE.len() => {
            let found = input.bytes().get(..SIGNATURE.len()).unwrap_or_default().to_vec();
            input.fatal(ErrorKind::DamagedSignature { found })
        }
        error => error,
    })
}

/// The numbers of classes and instances in the header, if they differ from those of the chunks.
pub(super) fn counts(
    start: Input<'_>,
    head: FileHeader,
    context: &Context<'_>,
) -> Checked<Option<(u32, u32)>> {
    let claimed = (head.n_classes, head.n_instances);
    let counted = outline::counts(&context.chunks);
    if counted == claimed {
        return Ok(None);
    }
    let text = |(classes, instances)| format!("classes: {classes}, instances: {instances}");
    let (expected, found) = (format!("{} as in the chunks", text(counted)).into(), text(claimed));
    let (counts, _) = start.split(COUNTS)?;
    let kind = ErrorKind::Unexpected { expected, found };
    counts.warn_with(|| counts.error(kind).inside("numbers").inside("header"))?;
    // Wrong counts are kept, so that the header is written back as it was. Format document, section 8.
    Ok(Some(claimed))
}
