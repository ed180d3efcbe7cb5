//! Writing of ASET chunks. Format document, section 6.13.

use super::reference::reference;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::model::{Asset, Types};

pub(super) fn aset(out: &mut Output, asset: &Asset, types: &Types) -> Result<(), Error> {
    reference(out, asset.name, types)?;
    out.bytes(&asset.data);
    Ok(())
}
