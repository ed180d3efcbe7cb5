//! Writes the META chunk, which holds the metadata. Format document, section 3.

use super::string::string;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::model::Metadata;

pub(super) fn meta(data: &mut Output, metadata: &Metadata) -> Result<(), Error> {
    data.value(&count::<u32>(metadata.entries.len(), "entries")?);
    for (key, value) in &metadata.entries {
        string(data, key)?;
        string(data, value)?;
    }
    data.bytes(&metadata.surplus);
    Ok(())
}
