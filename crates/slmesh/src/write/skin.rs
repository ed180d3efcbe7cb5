//! Writes joints. Format document, section 7.

use super::llsd::{Entries, boolean, list, real, reals, text};
use crate::model::Skin;
use crate::read::llsd as read;

/// Writes a skin: format document, section 7.
pub(crate) fn skin(skin: &Skin) -> Entries<'_> {
    let mut map = Entries::new(&skin.other, &skin.order);
    map.known("joint_names", &skin.joint_names, list(text), |at| read::list(at, read::text));
    let matrices = list(reals);
    map.known("inverse_bind_matrix", &skin.inverse_bind_matrix, &matrices, |at| read::list(at, read::reals));
    map.known("bind_shape_matrix", &skin.bind_shape_matrix, reals, read::reals);
    let alternatives = &skin.alt_inverse_bind_matrix;
    map.known("alt_inverse_bind_matrix", alternatives, &matrices, |at| read::list(at, read::reals));
    map.known("pelvis_offset", &skin.pelvis_offset, real, read::real);
    let lock = &skin.lock_scale_if_joint_position;
    map.known("lock_scale_if_joint_position", lock, boolean, read::boolean);
    map
}
