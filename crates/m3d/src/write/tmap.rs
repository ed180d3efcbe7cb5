//! Writing of TMAP chunks. Format document, section 6.2.

use super::reference::coordinates;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::model::{TexCoords, TextureMap, Types};

pub(super) fn tmap(out: &mut Output, map: &TextureMap, types: &Types) -> Result<(), Error> {
    coordinates(map.pairs.coordinate_type(), types)?;
    match &map.pairs {
        TexCoords::U8(pairs) => out.rows(pairs),
        TexCoords::U16(pairs) => out.rows(pairs),
        TexCoords::F32(pairs) => out.rows(pairs),
        TexCoords::F64(pairs) => out.rows(pairs),
    }
    out.bytes(&map.surplus);
    Ok(())
}
