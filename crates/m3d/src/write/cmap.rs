//! Writing of CMAP chunks. Format document, section 6.1.

use crate::common::output::Output;
use crate::model::ColourMap;

pub(super) fn cmap(out: &mut Output, map: &ColourMap) {
    out.rows(&map.colours);
    out.bytes(&map.surplus);
}
