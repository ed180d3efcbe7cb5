//! Writes the INST chunk, which declares a class and its instances. Format document, section 3.

use super::columns::referents;
use super::string::string;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::Class;

pub(super) fn inst(data: &mut Output, class: &Class) -> Result<(), Error> {
    data.value(&class.id.0);
    string(data, &class.name)?;
    data.value(&class.format);
    data.value(&count::<u32>(class.referents.len(), "referents")?);
    referents(data, &class.referents);
    // Readers take one marker per instance unless the format is 0. Format document, section 3, INST.
    let (expected, found) = (if class.format == 0 { 0 } else { class.referents.len() }, class.markers.len());
    if expected != found {
        return Err(Error::model(ErrorKind::Mismatch { what: "markers", found, expected }));
    }
    data.bytes(&class.markers);
    data.bytes(&class.surplus);
    Ok(())
}
