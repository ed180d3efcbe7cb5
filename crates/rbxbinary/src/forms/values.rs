//! Typed values without names.

use super::words::{other, values};
use super::{Data, FormCodec, attributes};
use crate::attributes::Attribute;
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::output::{Output, count};
use crate::common::parsers::field;
use crate::common::wire::value;

/// The control points of a path.
pub(super) const POINTS: FormCodec = FormCodec {
    name: "Points",
    read: |input| read(input, |value| matches!(value, Attribute::Path2DControlPoint(_))),
    write,
};

/// The names of services.
pub(super) const SERVICES: FormCodec = FormCodec {
    name: "Services",
    read: |input| read(input, |value| matches!(value, Attribute::String(_))),
    write,
};

fn read(input: Input<'_>, is_one: fn(&Attribute) -> bool) -> Parsed<'_, Vec<Data>> {
    let (input, count) = field("count", value::<_, u32>)(input)?;
    list("values", count as usize, |input| {
        let (rest, value) = Attribute::parse(input)?;
        attributes::plain(input, &value)?;
        if is_one(&value) { Ok((rest, attributes::data(value))) } else { Err(attributes::unfit(input)) }
    })(input)
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    out.value(&count::<u32>(all.len(), "values")?);
    values(all, |parts| {
        let value = attributes::attribute(parts.any("value")?).ok_or_else(|| other("a value with a type"))?;
        out.bytes(&value.to_bytes()?);
        Ok(())
    })
}
