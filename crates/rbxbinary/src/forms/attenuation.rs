//! The attenuation of a sound, by distance or by angle.

use super::words::{each, exactly, float};
use super::{Data, FormCodec};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list_while;
use crate::common::output::Output;

/// The distance or angle, and the volume, of each point of the curve.
pub(super) const ATTENUATION: FormCodec = FormCodec { name: "Attenuation", read, write };

fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    let (input, ()) = exactly::<_, u8>("version", 0)(input)?;
    list_while(
        "points",
        |input, _| !input.bytes().is_empty(),
        |input| {
            input.charge_elements(1)?;
            let (input, at) = float("at")(input)?;
            let (input, volume) = float("volume")(input)?;
            Ok((input, Data::List(vec![at, volume])))
        },
    )(input)
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    // Format document, section 6.5: the version is 0, and points follow until the end.
    out.value(&0_u8);
    each(all, "points", |point| {
        out.value(&point.float("at")?);
        out.value(&point.float("volume")?);
        Ok(())
    })
}
