//! What can be read and is yet unsound.

mod facs;
mod file;
mod geometry;
mod skin;

use crate::mould::rules::Findings;
use crate::references::{Fault, faults};
use crate::{ErrorKind, Finding, Mesh};
use std::convert::Infallible;

/// What is wrong with a mesh, by its parts; empty if nothing is.
///
/// Of each rule the first 1,000 are told: a file that is broken all over would have millions.
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
    let mut findings = Findings::default();
    file::file(model, &mut findings);
    let Ok(()) = faults(model, |fault| {
        add(fault, &mut findings);
        Ok::<(), Infallible>(())
    });
    geometry::geometry(model, &mut findings);
    skin::skin(model, &mut findings);
    facs::facs(model, &mut findings);
    findings.into_vec()
}

/// What the reader warns of.
fn add(Fault { rule, part, index, kind }: Fault, findings: &mut Findings) {
    let path = format!("{}[{index}]", part.name().replace(' ', "_"));
    match kind {
        ErrorKind::OutOfRange { what, found, bound } => {
            findings.add(rule, path, format_args!("{what} {found}"), format_args!("below {bound}"));
        }
        ErrorKind::Mismatch { what, found, expected } => findings.add(rule, what, found, expected),
        kind => findings.add(rule, path, kind, ""),
    }
}
