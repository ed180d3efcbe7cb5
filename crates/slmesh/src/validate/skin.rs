//! Joints.

use super::Findings;
use super::joints::is_joint;
use crate::model::{Matrix, Skin};
use crate::rules::*;

/// The viewer's LL_MAX_JOINTS_PER_MESH_OBJECT.
const MAX_JOINTS: usize = 110;

/// SLM044 to SLM048.
pub(super) fn skin(path: &str, skin: &Skin, findings: &mut Findings) {
    let keys = [("joint_names", 0), ("pelvis_offset", 0), ("lock_scale_if_joint_position", 0)];
    super::forms(path, &skin.other, &keys, findings);
    let mut find = |rule, place: &str, found: String, limit: String| {
        findings.add(rule, format!("{path}, {place}"), found, limit);
    };
    let n_joints = skin.n_joints();
    if n_joints > MAX_JOINTS {
        find(&SLM044, "joint_names", n_joints.to_string(), MAX_JOINTS.to_string());
    }
    for name in skin.joint_names.iter().flatten().filter(|name| !is_joint(name.as_bytes())) {
        find(&SLM045, "joint_names", name.to_string(), String::new());
    }
    let n_matrices = skin.inverse_bind_matrix.as_ref().map_or(0, Vec::len);
    if n_matrices != n_joints {
        find(&SLM046, "inverse_bind_matrix", n_matrices.to_string(), n_joints.to_string());
    }
    match (&skin.alt_inverse_bind_matrix, skin.pelvis_offset) {
        (Some(all), _) if all.len() != n_joints => {
            find(&SLM047, "alt_inverse_bind_matrix", all.len().to_string(), n_joints.to_string());
        }
        (Some(_), None) => find(&SLM047, "pelvis_offset", "none".into(), String::new()),
        _ => {}
    }
    let lists = [
        ("inverse_bind_matrix", skin.inverse_bind_matrix.as_deref()),
        ("alt_inverse_bind_matrix", skin.alt_inverse_bind_matrix.as_deref()),
        ("bind_shape_matrix", skin.bind_shape_matrix.as_ref().map(std::slice::from_ref)),
    ];
    for (name, list) in lists {
        matrices(name, list.unwrap_or_default(), skin, &mut find);
    }
}

/// SLM048.
fn matrices(
    name: &str,
    list: &[Matrix],
    skin: &Skin,
    find: &mut impl FnMut(&'static crate::Rule, &str, String, String),
) {
    for (number, _) in
        list.iter().enumerate().filter(|(_, matrix)| !matrix.iter().all(|value| value.is_finite()))
    {
        find(&SLM048, &format!("{name}, value {number}"), "what is no finite number".into(), String::new());
    }
    // How it was stored is kept where it was not sixteen reals.
    let Some(stored) = skin.other.get(name) else { return };
    let is_list = name != "bind_shape_matrix";
    let all: Vec<&llsd::Value> = if is_list { stored.values().collect() } else { vec![stored] };
    for (number, matrix) in all.iter().enumerate().filter(|(_, matrix)| matrix.len() != 16) {
        find(&SLM048, &format!("{name}, value {number}"), format!("{} numbers", matrix.len()), "16".into());
    }
    if all.iter().all(|matrix| matrix.len() == 16) {
        find(&SLM036, name, "numbers of other types".into(), String::new());
    }
}
