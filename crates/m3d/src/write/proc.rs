//! Writing of PROC chunks. Format document, section 6.6.

use super::reference::reference;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::model::{Procedure, Types};

pub(super) fn proc(out: &mut Output, procedure: &Procedure, types: &Types) -> Result<(), Error> {
    reference(out, procedure.script, types)?;
    out.bytes(&procedure.surplus);
    Ok(())
}
