//! Format document, section 2.

use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, literal};
use crate::wire::MAGIC;

pub(super) fn header(input: Input<'_>) -> Parsed<'_, ()> {
    field("magic", literal(MAGIC))(input)
}
