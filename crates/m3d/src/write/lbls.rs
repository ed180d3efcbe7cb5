//! Writing of LBLS chunks. Format document, section 6.11.

use super::reference::reference;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::model::{Label, Labels, Types};

pub(super) fn lbls(out: &mut Output, labels: &Labels, types: &Types) -> Result<(), Error> {
    reference(out, labels.group, types)?;
    reference(out, labels.language, types)?;
    reference(out, labels.colour, types)?;
    for (number, one) in labels.labels.iter().enumerate() {
        label(out, one, types).map_err(|error| error.inside(format!("labels[{number}]")))?;
    }
    out.bytes(&labels.surplus);
    Ok(())
}

fn label(out: &mut Output, label: &Label, types: &Types) -> Result<(), Error> {
    reference(out, label.vertex, types)?;
    reference(out, label.text, types)
}
