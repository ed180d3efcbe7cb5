//! The joints of a rig, each property of all of them, and the inputs of a node of an animation graph.

use super::words::{Parts, exactly, int, long, other, text, values};
use super::{Data, Kind};
use crate::attributes::Attribute;
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::output::{Output, count};
use crate::common::parsers::{ParseFn, bytes, field};
use crate::common::wire::{Wire, value};
use crate::model::Rotation;
use geom::{Mat3, Vec3};
use nom::Parser;

/// The numbers by which the engine identifies labels.
pub(super) const LABELS: Kind = Kind {
    name: "Labels",
    read: |input| counted(input, int::<_, u32>("label")),
    write: |all, out| counting(all, out, |out, parts| number(out, parts.int::<u32>("label")?)),
};

/// A list of names.
pub(super) const NAMES: Kind = Kind { name: "Names", read: read_names, write: write_names };

/// The numbers of the parents.
pub(super) const PARENTS: Kind = Kind {
    name: "Parents",
    read: |input| counted(input, int::<_, u16>("parent")),
    write: |all, out| counting(all, out, |out, parts| number(out, parts.int::<u16>("parent")?)),
};

/// The transforms of the labels.
pub(super) const TRANSFORMS: Kind = Kind {
    name: "Transforms",
    read: |input| counted(input, transform),
    write: |all, out| counting(all, out, write_transform),
};

/// The names of inputs.
pub(super) const PINS: Kind = Kind {
    name: "InputPins",
    read: |input| counted(input, text::<_, u32>("name")),
    write: |all, out| counting(all, out, |out, parts| long(out, parts.text("name")?)),
};

/// A version, a count, and values.
fn counted<'a>(input: Input<'a>, parser: impl ParseFn<'a, Data>) -> Parsed<'a, Vec<Data>> {
    let (input, ()) = exactly::<_, u32>("version", 1)(input)?;
    let (input, count) = field("count", value::<_, u32>)(input)?;
    list("values", count as usize, parser)(input)
}

fn counting(
    all: &[Data],
    out: &mut Output,
    write: impl Fn(&mut Output, &mut Parts<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    out.value(&1_u32);
    out.value(&count::<u32>(all.len(), "values")?);
    values(all, |parts| write(out, parts))
}

#[expect(clippy::unnecessary_wraps, reason = "what writes a value may fail elsewhere")]
fn number<const N: usize>(out: &mut Output, number: impl Wire<N>) -> Result<(), Error> {
    out.value(&number);
    Ok(())
}

/// All lengths come before all texts.
fn read_names(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    let (input, ()) = exactly::<_, u32>("version", 1)(input)?;
    let (input, count) = field("count", value::<_, u32>)(input)?;
    let (mut input, lengths) = list("lengths", count as usize, field("length", value::<_, u32>))(input)?;
    let mut names = Vec::with_capacity(lengths.len());
    for (i, len) in lengths.into_iter().enumerate() {
        let (rest, name) = field(("names", i), bytes(len as usize))(input)?;
        names.push(Data::Text(name.to_vec()));
        input = rest;
    }
    Ok((input, names))
}

fn write_names(all: &[Data], out: &mut Output) -> Result<(), Error> {
    counting(all, out, |out, parts| number(out, count::<u32>(parts.text("name")?.len(), "name")?))?;
    values(all, |parts| {
        out.bytes(parts.text("name")?);
        Ok(())
    })
}

/// The rows of the rotation, then the position.
fn transform(input: Input<'_>) -> Parsed<'_, Data> {
    (field("rotation", value::<_, Mat3>), field("position", value::<_, Vec3>))
        .map(|(matrix, position)| Data::Attribute(Attribute::CFrame((Rotation::Free(matrix), position))))
        .parse(input)
}

fn write_transform(out: &mut Output, parts: &mut Parts<'_>) -> Result<(), Error> {
    let Data::Attribute(Attribute::CFrame((rotation, position))) = parts.any("transform")? else {
        return Err(other("a CFrame"));
    };
    let matrix = match rotation {
        Rotation::Free(matrix) => Some(*matrix),
        // Transforms have all nine floats, whatever the rotation. Format document, section 6.5.
        Rotation::Id(id) => id.matrix(),
    };
    out.value(&matrix.ok_or_else(|| other("a known rotation"))?);
    out.value(position);
    Ok(())
}
