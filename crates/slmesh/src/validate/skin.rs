//! Checks joints.

use super::Findings;
use super::joints::is_joint;
use crate::common::kinds::counted;
use crate::model::{Matrix, Skin};
use crate::rules::*;
use crate::wire::shown;
use llsd::Value;

/// The maximum number of joints: the viewer's LL_MAX_JOINTS_PER_MESH_OBJECT.
const MAX_JOINTS: usize = 110;

/// Checks SLM044 to SLM048.
pub(super) fn skin(path: &str, skin: &Skin, findings: &mut Findings) {
    let keys = [("joint_names", 0), ("pelvis_offset", 0), ("lock_scale_if_joint_position", 0)];
    super::forms(path, &skin.other, &keys, findings);
    let n_joints = skin.n_joints();
    if n_joints > MAX_JOINTS {
        // The path is that of the first surplus joint.
        let path = format_args!("{path}.joint_names[{MAX_JOINTS}]");
        findings.add(&SLM044, path, format_args!("{n_joints} joints"), MAX_JOINTS);
    }
    for (number, name) in skin.joint_names.iter().flatten().enumerate() {
        if is_joint(name.as_bytes()) {
            continue;
        }
        findings.add(&SLM045, format_args!("{path}.joint_names[{number}]"), shown(name.as_bytes()), "");
    }
    // If the counts differ, the viewer drops all joints.
    let n_matrices = skin.inverse_bind_matrix.as_ref().map_or(0, Vec::len);
    if n_matrices != n_joints {
        findings.add(&SLM046, format_args!("{path}.inverse_bind_matrix"), n_matrices, n_joints);
    }
    match (&skin.alt_inverse_bind_matrix, skin.pelvis_offset) {
        (Some(all), _) if all.len() != n_joints => {
            findings.add(&SLM047, format_args!("{path}.alt_inverse_bind_matrix"), all.len(), n_joints);
        }
        // The uploader writes the offset whenever it writes the alternatives.
        (Some(_), None) => findings.add(&SLM047, format_args!("{path}.pelvis_offset"), "none", ""),
        _ => {}
    }
    let lists = [
        ("inverse_bind_matrix", skin.inverse_bind_matrix.as_deref()),
        ("alt_inverse_bind_matrix", skin.alt_inverse_bind_matrix.as_deref()),
    ];
    for (name, list) in lists {
        let stored = skin.other.get(name).map(|stored| stored.values().collect());
        let all = format!("{path}.{name}");
        matrices(&all, |number| format!("{all}[{number}]"), list.unwrap_or_default(), stored, findings);
    }
    let (name, one) = ("bind_shape_matrix", skin.bind_shape_matrix.as_ref());
    let stored = skin.other.get(name).map(|stored| vec![stored]);
    let all = format!("{path}.{name}");
    matrices(&all, |_| all.clone(), one.map(std::slice::from_ref).unwrap_or_default(), stored, findings);
}

/// Checks SLM048 for matrices. If they were not stored as sixteen reals, their stored form is checked too.
fn matrices(
    all: &str,
    one: impl Fn(usize) -> String,
    list: &[Matrix],
    stored: Option<Vec<&Value>>,
    findings: &mut Findings,
) {
    for (number, matrix) in list.iter().enumerate() {
        if let Some(of) = matrix.iter().position(|value| !value.is_finite()) {
            findings.add(&SLM048, format_args!("{}[{of}]", one(number)), "a number that is not finite", "");
        }
    }
    let Some(stored) = stored else { return };
    for (number, matrix) in stored.iter().enumerate().filter(|(_, matrix)| matrix.len() != 16) {
        findings.add(&SLM048, one(number), counted(matrix.len(), "number"), "16");
    }
    if stored.iter().all(|matrix| matrix.len() == 16) {
        let is_real = |value: &Value| value.kind() == llsd::Kind::Real;
        let odd = stored
            .iter()
            .enumerate()
            .find_map(|(number, matrix)| Some((number, matrix.values().position(|value| !is_real(value))?)));
        let path = odd.map_or(all.to_owned(), |(number, of)| format!("{}[{of}]", one(number)));
        findings.add(&SLM036, path, "a number of another type", "");
    }
}
