//! Reading of ASET chunks. Format document, section 6.13.

use super::reference::reference;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, remainder};
use crate::model::Asset;
use crate::wire::Context;
use nom::Parser;

pub(super) fn aset<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Asset> {
    (field("name", reference(context)), field("data", remainder))
        .map(|(name, data)| Asset { name, data: data.to_vec() })
        .parse(input)
}
