//! The GUID of an animation.

use super::words::{Parts, other};
use super::{Data, FormCodec};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::output::Output;
use crate::common::parsers::{field, fixed};
use std::fmt::Write as _;

/// A GUID as 32 hexadecimal digits.
pub(super) const GUID: FormCodec = FormCodec { name: "Guid", read, write };

fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    let (input, bytes) = field("guid", fixed::<16>)(input)?;
    let mut digits = String::with_capacity(32);
    // Writing to a string does not fail.
    bytes.iter().for_each(|byte| _ = write!(digits, "{byte:02x}"));
    Ok((input, vec![Data::from(&*digits)]))
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    let digits = Parts::take_all(all, |parts| parts.text("guid"))?;
    let (pairs, rest) = digits.as_chunks::<2>();
    let byte = |pair: &[u8; 2]| {
        let is_hexadecimal = pair.iter().all(u8::is_ascii_hexdigit);
        let pair = std::str::from_utf8(pair).ok().filter(|_| is_hexadecimal)?;
        u8::from_str_radix(pair, 16).ok()
    };
    let bytes = pairs.iter().map(byte).collect::<Option<Vec<_>>>();
    match bytes.filter(|bytes| bytes.len() == 16 && rest.is_empty()) {
        Some(bytes) => out.bytes(&bytes),
        None => return Err(other("32 hexadecimal digits")),
    }
    Ok(())
}
