//! Format document, section 3, SSTR.

use super::string::string;
use crate::Error;
use crate::model::SharedStrings;
use crate::mould::output::{Output, count};

pub(super) fn sstr(data: &mut Output, shared: &SharedStrings) -> Result<(), Error> {
    data.value(&shared.version);
    data.value(&count::<u32>(shared.strings.len(), "strings")?);
    let mut hashes = shared.hashes.iter();
    for one in shared.strings.iter() {
        data.bytes(hashes.next().unwrap_or(&[0; 16]));
        string(data, one)?;
    }
    data.bytes(&shared.left_over);
    Ok(())
}
