//! Checks facial animation.

use crate::common::kinds::counted;
use crate::common::rules::Findings;
use crate::model::{FacsBlock, MatrixValues, Mesh};
use crate::rules::{RBM022, RBM023, RBM024, RBM025};
use std::collections::HashSet;

pub(super) fn facs(mesh: &Mesh, findings: &mut Findings) {
    let facs = match &mesh.facs {
        FacsBlock::None => return,
        // A block without data has no format to check.
        FacsBlock::Raw { data, .. } if data.is_empty() => return,
        FacsBlock::Raw { format, data } => {
            let found = format!("{} of format {format}", counted(data.len(), "byte"));
            findings.add(&RBM025, "facs", found, "");
            return;
        }
        FacsBlock::Decoded(facs) => facs,
    };
    let (n_bones, n_poses) = (facs.bone_names.count(), facs.n_poses());
    for (index, matrix) in facs.transforms.iter().flatten().enumerate() {
        let path = format_args!("facs.transforms[{index}]");
        if (matrix.n_rows as usize, matrix.n_columns as usize) != (n_bones, n_poses) {
            let found = format_args!("{} by {}", matrix.n_rows, matrix.n_columns);
            findings.add(&RBM022, path, found, format_args!("{n_bones} by {n_poses}"));
        }
        let (is_sound, found) = match &matrix.values {
            MatrixValues::Quantised { min, max, .. } => {
                (min.is_finite() && max.is_finite() && min <= max, format!("{min} to {max}"))
            }
            MatrixValues::Floats(numbers) => {
                let count = numbers.iter().filter(|number| !number.is_finite()).count();
                (count == 0, format!("not finite: {}", counted(count, "number")))
            }
        };
        if !is_sound {
            findings.add(&RBM023, path, found, "");
        }
    }
    let bones: HashSet<_> = mesh.bone_names.iter().collect();
    for (index, name) in facs.bone_names.iter().enumerate().filter(|(_, name)| !bones.contains(name)) {
        let path = format_args!("facs.bone_names[{index}]");
        findings.add(&RBM024, path, String::from_utf8_lossy(name), "");
    }
}
