//! What can be read and is yet unsound.

mod facs;
mod file;
mod geometry;
mod skin;

use crate::references::{Fault, Wrong, faults};
use crate::{Findings, Mesh};
use std::convert::Infallible;

/// What is wrong with a mesh, by its parts; empty if nothing is.
///
/// Of each rule the first 1,000 are kept, and all are counted; [`Layout::find`](crate::Layout::find) says where in a
/// file the path of one leads.
///
/// ```
/// use rbxmesh::{Mesh, rules, validate};
///
/// let findings = validate(&Mesh { faces: vec![[0, 1, 2]], ..Mesh::default() });
/// assert_eq!(findings[0].rule, &rules::RBM001);
/// assert_eq!(findings[0].path, "faces[0]");
/// ```
#[must_use]
pub fn validate(model: &Mesh) -> Findings {
    let mut findings = Findings::default();
    file::file(model, &mut findings);
    let Ok(()) = faults(model, |fault| {
        add(fault, &mut findings);
        Ok::<(), Infallible>(())
    });
    geometry::geometry(model, &mut findings);
    skin::skin(model, &mut findings);
    facs::facs(model, &mut findings);
    findings
}

/// What the reader warns of.
fn add(fault: Fault, findings: &mut Findings) {
    match fault.wrong {
        Wrong::Beyond { what, found, bound } => {
            findings.add(fault.rule, fault, format_args!("{what} {found}"), format_args!("below {bound}"));
        }
        Wrong::Mismatch { found, expected } => findings.add(fault.rule, fault, found, expected),
        Wrong::Cycle => findings.add(fault.rule, fault, "the bone among its own ancestors", ""),
    }
}
