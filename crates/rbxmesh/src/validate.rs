//! Checks meshes that were read successfully for problems.

mod facs;
mod file;
mod geometry;
mod skin;

use crate::common::rules::Findings;
use crate::model::Mesh;
use crate::references::{Fault, Wrong, faults};
use std::convert::Infallible;

/// Checks a mesh against the [rules](crate::rules), part by part.
///
/// All findings are counted, but only the first 1,000 of each rule are kept.
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

/// Adds a fault of which the reader also warns.
fn add(fault: Fault, findings: &mut Findings) {
    match fault.wrong {
        Wrong::Beyond { what, found, bound } => {
            findings.add(fault.rule, fault, format_args!("{what} {found}"), format_args!("below {bound}"));
        }
        Wrong::Mismatch { found, expected } => findings.add(fault.rule, fault, found, expected),
        Wrong::Cycle => findings.add(fault.rule, fault, "the bone among its own ancestors", ""),
    }
}
