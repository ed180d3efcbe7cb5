//! Format document, section 5.

use crate::mould::output::Output;
use crate::{Error, ErrorKind, Value, WriteOptions};

super::entry_functions!("XML");

fn file(_out: &mut Output, _value: &Value, _options: &WriteOptions) -> Result<(), Error> {
    Err(Error::model(ErrorKind::NotBuilt { encoding: "XML" }))
}
