//! What can be read and is yet unsound.

mod facs;
mod file;
mod geometry;
mod skin;

use crate::references::{Fault, faults};
use crate::{ErrorKind, Finding, Mesh};
use std::convert::Infallible;

/// What is wrong with a mesh, by its parts; empty if nothing is.
///
/// ```
/// use rbxmesh::{Mesh, rules, validate};
///
/// let findings = validate(&Mesh { faces: vec![[0, 1, 2]], ..Mesh::default() });
/// assert_eq!(findings[0].rule, &rules::RBM001);
/// assert_eq!(findings[0].path, "faces[0]");
/// ```
#[must_use]
pub fn validate(model: &Mesh) -> Vec<Finding> {
    let mut findings = Vec::new();
    file::file(model, &mut findings);
    let Ok(()) = faults(model, |fault| {
        findings.push(finding(fault));
        Ok::<(), Infallible>(())
    });
    geometry::geometry(model, &mut findings);
    skin::skin(model, &mut findings);
    facs::facs(model, &mut findings);
    findings
}

/// What the reader warns of.
fn finding(Fault { rule, part, index, kind }: Fault) -> Finding {
    let path = format!("{}[{index}]", part.name().replace(' ', "_"));
    match kind {
        ErrorKind::OutOfRange { what, found, bound } => {
            Finding::new(rule, path, format_args!("{what} {found}"), format_args!("below {bound}"))
        }
        ErrorKind::Mismatch { what, found, expected } => Finding::new(rule, what, found, expected),
        kind => Finding::new(rule, path, kind, ""),
    }
}
