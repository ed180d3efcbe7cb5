//! Format document, section 2.

use crate::common::output::Output;
use crate::wire::MAGIC;

pub(super) fn header(out: &mut Output) {
    out.bytes(MAGIC);
}
