//! Format document, section 2.

use crate::mould::input::{Input, Parsed};
use crate::mould::words::{field, literal};
use crate::wire::MAGIC;

pub(super) fn header(input: Input<'_>) -> Parsed<'_, ()> {
    field("magic", literal(MAGIC))(input)
}
