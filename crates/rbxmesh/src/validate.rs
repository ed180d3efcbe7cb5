//! Problems of a mesh that can be read.

mod facs;
mod file;
mod geometry;
mod skin;

use crate::common::rules::Findings;
use crate::model::Mesh;
use crate::references::{Fault, Wrong, faults};
use std::convert::Infallible;

/// Lists the problems of a mesh, part by part.
///
/// The first 1,000 findings of each rule are kept, and all are counted.
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

/// The faults that the reader warns of, too.
fn add(fault: Fault, findings: &mut Findings) {
    match fault.wrong {
        Wrong::Beyond { what, found, bound } => {
            findings.add(fault.rule, fault, format_args!("{what} {found}"), format_args!("below {bound}"));
        }
        Wrong::Mismatch { found, expected } => findings.add(fault.rule, fault, found, expected),
        Wrong::Cycle => findings.add(fault.rule, fault, "the bone among its own ancestors", ""),
    }
}
