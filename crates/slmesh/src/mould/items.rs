//! Lists of values in a layout: one span, which is divided on demand.

use super::input::{Input, Parsed};
use super::words::part;
use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

/// The distance between the values whose positions are recorded, so that finding a value does not need to read all
/// before it.
pub(super) const EVERY: usize = 64;

/// A parser of values whose type is erased, which a layout calls again.
pub(super) trait Again: Send + Sync {
    fn again<'b>(&self, input: Input<'b>, context: u64) -> Parsed<'b, ()>;
}

/// A parser of values, and what identifies it.
#[derive(Clone)]
pub(super) struct Parser {
    pub(super) id: TypeId,
    pub(super) again: Arc<dyn Again>,
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Parser({:?})", self.id)
    }
}

/// Reads up to [`EVERY`] values again for a layout: each is a part with its index, unless it has names inside.
pub(super) fn again<'a>(
    input: Input<'a>,
    parser: &Parser,
    context: u64,
    first: usize,
    len: usize,
) -> Parsed<'a, ()> {
    let mut at = input;
    for index in first..first.saturating_add(EVERY) {
        if at.at() >= len {
            break;
        }
        let (rest, ()) = part(("", index), |input| parser.again.again(input, context))(at)?;
        if rest.at() == at.at() {
            break;
        }
        at = rest;
    }
    Ok((at, ()))
}
