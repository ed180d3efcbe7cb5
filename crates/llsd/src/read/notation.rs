//! Format document, section 6.

use crate::mould::input::{Input, Parsed};
use crate::{Error, ErrorKind, ReadOptions, Value, Warnings};

super::entry_functions!("notation", file, prefix);

pub(crate) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    prefix(input, options)
}

fn prefix<'a>(input: Input<'a>, _options: &ReadOptions) -> Parsed<'a, Value> {
    Err(input.fatal(ErrorKind::NotBuilt { encoding: "notation" }))
}
