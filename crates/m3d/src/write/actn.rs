//! Writing of ACTN chunks. Format document, section 6.12.

use super::reference::{count, reference};
use crate::common::error::Error;
use crate::common::output::{self, Output};
use crate::model::{Action, Frame, Transform, Types};

pub(super) fn actn(out: &mut Output, action: &Action, types: &Types) -> Result<(), Error> {
    reference(out, action.name, types)?;
    out.value(&output::count::<u16>(action.frames.len(), "frames")?);
    out.value(&action.duration);
    for (number, one) in action.frames.iter().enumerate() {
        frame(out, one, types).map_err(|error| error.inside(format!("frames[{number}]")))?;
    }
    out.bytes(&action.surplus);
    Ok(())
}

fn frame(out: &mut Output, frame: &Frame, types: &Types) -> Result<(), Error> {
    out.value(&frame.time);
    count(out, frame.transforms.len(), "transforms", types.transforms)?;
    for (number, one) in frame.transforms.iter().enumerate() {
        transform(out, one, types).map_err(|error| error.inside(format!("transforms[{number}]")))?;
    }
    Ok(())
}

fn transform(out: &mut Output, transform: &Transform, types: &Types) -> Result<(), Error> {
    reference(out, transform.bone, types)?;
    reference(out, transform.position, types)?;
    reference(out, transform.orientation, types)
}
