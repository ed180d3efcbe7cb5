//! The colours of the materials of terrain.

use super::words::{each, other};
use super::{Data, FormCodec};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::output::Output;
use crate::common::parsers::{field, fixed};
use crate::strings::MaterialColors;
use std::cell::Cell;

/// The name, and the red, green and blue components, of each material.
pub(super) const MATERIALS: FormCodec = FormCodec { name: "MaterialColors", read, write };

fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    let names = Cell::new(MaterialColors::NAMES.iter());
    list("colors", MaterialColors::NAMES.len(), |input| {
        let mut rest = names.take();
        let name = rest.next().copied().unwrap_or_default();
        names.set(rest);
        let (input, color) = field("color", fixed::<3>)(input)?;
        let color = color.map(|channel| Data::Int(channel.into()));
        Ok((input, Data::List([Data::from(name)].into_iter().chain(color).collect())))
    })(input)
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    let mut names = MaterialColors::NAMES.iter();
    each(all, "colors", |color| {
        if names.next().map(|name| name.as_bytes()) != Some(color.text("name")?) {
            return Err(other("all materials in their order"));
        }
        for channel in ["red", "green", "blue"] {
            out.value(&color.int::<u8>(channel)?);
        }
        Ok(())
    })
}
