//! Reads joints. Format document, section 7.

use super::llsd::{KeyUse, ValueAt, boolean, known, list, map, real, reals, text};
use crate::common::input::Checked;
use crate::model::Skin;
use llsd::Kind;

/// Reads a skin; returns `None` if it is not a map. Format document, section 7.
pub(crate) fn skin(at: ValueAt<'_, '_>) -> Checked<Option<Skin>> {
    if !at.is(Kind::Map) {
        at.warn_of_kind("a map")?;
        return Ok(None);
    }
    let mut skin = Skin::default();
    (skin.other, skin.order) = map(at, |key, at| {
        Ok(match key {
            b"joint_names" => known(&mut skin.joint_names, list(at, text)?),
            b"inverse_bind_matrix" => known(&mut skin.inverse_bind_matrix, list(at, reals)?),
            b"bind_shape_matrix" => known(&mut skin.bind_shape_matrix, reals(at)?),
            b"alt_inverse_bind_matrix" => known(&mut skin.alt_inverse_bind_matrix, list(at, reals)?),
            b"pelvis_offset" => known(&mut skin.pelvis_offset, real(at)?),
            b"lock_scale_if_joint_position" => known(&mut skin.lock_scale_if_joint_position, boolean(at)?),
            _ => KeyUse::Unknown,
        })
    })?;
    Ok(Some(skin))
}
