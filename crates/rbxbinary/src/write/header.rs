//! Writes the file header. Format document, section 1.

use crate::common::output::Output;
use crate::model::Model;
use crate::outline::counts;
use crate::wire::{FileHeader, MAGIC, SIGNATURE};

pub(super) fn header(out: &mut Output, model: &Model) {
    out.bytes(MAGIC);
    out.bytes(SIGNATURE);
    // Wrong counts of the file that was read are written back. Format document, section 8.
    let (n_classes, n_instances) = model.header.counts.unwrap_or_else(|| counts(&model.chunks));
    out.value(&FileHeader { version: 0, n_classes, n_instances, reserved: model.header.reserved });
}
