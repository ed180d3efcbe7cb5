//! Typed values with names, encoded like attributes.

use super::words::{each, exactly, other};
use super::{Data, FormCodec};
use crate::attributes::{Attribute, Attributes};
use crate::common::error::Error;
use crate::common::input::{Checked, Input, Parsed};
use crate::common::output::Output;
use crate::error::ErrorKind;
use nom::Err;

/// The properties that a style rule sets.
pub(super) const PROPERTIES: FormCodec =
    FormCodec { name: "Properties", read, write: |all, out| write(all, out, true) };

/// The transitions of the properties that a style rule sets.
pub(super) const TRANSITIONS: FormCodec = FormCodec {
    name: "Transitions",
    read: |input| {
        let (input, ()) = exactly::<_, u16>("version", 2)(input)?;
        read(input)
    },
    write: |all, out| {
        // Format document, section 6.1: two bytes precede the count.
        out.value(&2_u16);
        write(all, out, true)
    },
};

/// The conditions under which a style applies.
pub(super) const CONDITIONS: FormCodec =
    FormCodec { name: "Conditions", read, write: |all, out| write(all, out, true) };

/// The player policies that Studio emulates.
pub(super) const POLICIES: FormCodec =
    FormCodec { name: "Policies", read, write: |all, out| write(all, out, false) };

fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    let (rest, attributes) = Attributes::parse(input)?;
    for (_, value) in &attributes.entries {
        plain(input, value)?;
    }
    let pair = |(name, value): (crate::model::Name, Attribute)| {
        Data::List(vec![Data::Text(name.to_vec()), data(value)])
    };
    Ok((rest, attributes.entries.into_iter().map(pair).collect()))
}

fn write(all: &[Data], out: &mut Output, counts_none: bool) -> Result<(), Error> {
    let mut entries = Vec::with_capacity(all.len());
    each(all, "entries", |entry| {
        let name = entry.text("name")?;
        let value = attribute(entry.any("value")?).ok_or_else(|| other("a value with a type"))?;
        entries.push((name.into(), value));
        Ok(())
    })?;
    let attributes = Attributes { entries, counts_none, ..Attributes::default() };
    out.bytes(&attributes.write()?);
    Ok(())
}

/// Rejects nested values, empty values, and references to instances, for which few programs look in such strings.
pub(super) fn plain(input: Input<'_>, value: &Attribute) -> Checked {
    match value {
        Attribute::Array(_) | Attribute::Dictionary(_) | Attribute::None | Attribute::Ref(_) => {
            Err(unfit(input))
        }
        _ => Ok(()),
    }
}

#[cold]
pub(super) fn unfit(input: Input<'_>) -> Err<Error> {
    input.fatal(ErrorKind::Malformed { expected: "values of other types" })
}

/// Converts an attribute; a string becomes [`Data::Text`].
pub(super) fn data(value: Attribute) -> Data {
    match value {
        Attribute::String(text) => Data::Text(text),
        value => Data::Attribute(value),
    }
}

/// Converts data to an attribute. Numbers become 64-bit floats, as in scripts; a list becomes `None`.
pub(super) fn attribute(data: &Data) -> Option<Attribute> {
    #[expect(clippy::cast_precision_loss, reason = "rounded to what there is")]
    Some(match data {
        Data::Text(text) => Attribute::String(text.clone()),
        Data::Attribute(value) => value.clone(),
        Data::Int(number) => Attribute::Float64(*number as f64),
        Data::Float(number) => Attribute::Float64((*number).into()),
        Data::Double(number) => Attribute::Float64(*number),
        Data::List(_) => return None,
    })
}
