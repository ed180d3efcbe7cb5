//! The properties of rigs, each a list with one entry per joint, and the inputs of animation graph nodes.

use super::words::{Parts, exactly, int, long, other, text, values};
use super::{Data, FormCodec};
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

/// The number of each joint's label, which identifies it to the engine.
pub(super) const LABELS: FormCodec = FormCodec {
    name: "Labels",
    read: |input| counted(input, int::<_, u32>("label")),
    write: |all, out| counting(all, out, |out, parts| number(out, parts.int::<u32>("label")?)),
};

/// The name of each joint.
pub(super) const NAMES: FormCodec = FormCodec { name: "Names", read: read_names, write: write_names };

/// The index of each joint's parent.
pub(super) const PARENTS: FormCodec = FormCodec {
    name: "Parents",
    read: |input| counted(input, int::<_, u16>("parent")),
    write: |all, out| counting(all, out, |out, parts| number(out, parts.int::<u16>("parent")?)),
};

/// A transform of each joint.
pub(super) const TRANSFORMS: FormCodec = FormCodec {
    name: "Transforms",
    read: |input| counted(input, transform),
    write: |all, out| counting(all, out, write_transform),
};

/// The names of the inputs of a node of an animation graph.
pub(super) const PINS: FormCodec = FormCodec {
    name: "InputPins",
    read: |input| counted(input, text::<_, u32>("name")),
    write: |all, out| counting(all, out, |out, parts| long(out, parts.text("name")?)),
};

/// Reads a version, a count, and that many values.
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

/// Reads names. The lengths of all names come before the texts.
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

/// Reads the rows of a rotation matrix, then a position.
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
