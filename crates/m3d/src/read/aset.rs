//! Format document, section 6.13: ASET.

use super::reference::reference;
use crate::Asset;
use crate::mould::input::{Input, Parsed};
use crate::mould::words::{field, remainder};
use crate::wire::Context;

pub(super) fn aset<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Asset> {
    let (input, name) = field("name", reference(context))(input)?;
    let (input, data) = field("data", remainder)(input)?;
    Ok((input, Asset { name, data: data.to_vec() }))
}
