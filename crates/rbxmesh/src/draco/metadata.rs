//! Reads the metadata of a stream and of its attributes. Format document, section 13.7.

use super::varint::varint;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{bytes, field, part};
use crate::common::wire::value;

/// Metadata: blocks of entries, which are kept as bytes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Metadata<'a> {
    /// The blocks of attributes, each with the id of its attribute.
    pub(super) attributes: Vec<(u32, &'a [u8])>,
    pub(super) geometry: &'a [u8],
}

/// Reads the metadata. Section 13.7.
pub(super) fn metadata(input: Input<'_>) -> Parsed<'_, Metadata<'_>> {
    let (mut rest, n_attributes) = field("attribute_count", varint)(input)?;
    let mut attributes = Vec::new();
    for number in 0..n_attributes as usize {
        let attribute;
        (rest, attribute) = part(("attributes", number), self::attribute)(rest)?;
        attributes.push(attribute);
    }
    let (rest, geometry) = part("geometry", block)(rest)?;
    Ok((rest, Metadata { attributes, geometry }))
}

fn attribute(input: Input<'_>) -> Parsed<'_, (u32, &[u8])> {
    let (input, id) = field("id", varint)(input)?;
    let (rest, block) = block(input)?;
    Ok((rest, (id, block)))
}

/// Reads a block, including nested blocks, and returns its bytes.
fn block(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let (mut rest, mut n_left) = entries(input)?;
    let mut number = 0_usize;
    // A block ends where the first block in it begins, so that all follow each other, however deep they are.
    while n_left > 0 {
        let n_inner;
        (rest, n_inner) =
            part(("blocks", number), |input| name(input).and_then(|(rest, ())| entries(rest)))(rest)?;
        n_left = n_left.saturating_add(n_inner).saturating_sub(1);
        number = number.saturating_add(1);
    }
    let len = rest.position().saturating_sub(input.position());
    Ok((rest, input.bytes().get(..len).unwrap_or_default()))
}

/// Reads the entries of a block, and returns the number of blocks inside it.
fn entries(input: Input<'_>) -> Parsed<'_, u32> {
    let (mut rest, n_entries) = field("entry_count", varint)(input)?;
    for number in 0..n_entries as usize {
        rest.charge_elements(1)?;
        (rest, ()) = part(("entries", number), entry)(rest)?;
    }
    field("block_count", varint)(rest)
}

fn entry(input: Input<'_>) -> Parsed<'_, ()> {
    let (rest, ()) = name(input)?;
    let (rest, size) = field("size", varint)(rest)?;
    let (rest, _) = field("value", bytes(size as usize))(rest)?;
    Ok((rest, ()))
}

fn name(input: Input<'_>) -> Parsed<'_, ()> {
    let (rest, len) = field("name_length", value::<_, u8>)(input)?;
    let (rest, _) = field("name", bytes(len.into()))(rest)?;
    Ok((rest, ()))
}

impl Metadata<'_> {
    pub(super) fn n_bytes(&self) -> usize {
        self.attributes.iter().map(|(_, block)| block.len()).fold(self.geometry.len(), usize::saturating_add)
    }
}
