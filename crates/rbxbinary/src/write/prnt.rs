//! Writes the PRNT chunk, which holds the hierarchy. Format document, section 3.

use super::columns::referents;
use super::sstr::other_version;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::Hierarchy;

pub(super) fn prnt(data: &mut Output, hierarchy: &Hierarchy) -> Result<(), Error> {
    other_version(hierarchy.version.into(), &hierarchy.surplus)?;
    data.value(&hierarchy.version);
    data.value(&count::<u32>(hierarchy.children.len(), "children")?);
    let (expected, found) = (hierarchy.children.len(), hierarchy.parents.len());
    if expected != found {
        return Err(Error::model(ErrorKind::Mismatch { what: "parents", found, expected }));
    }
    referents(data, &hierarchy.children);
    referents(data, &hierarchy.parents);
    data.bytes(&hierarchy.surplus);
    Ok(())
}
