//! Collision groups, and which of them collide with each other.

use super::words::{each, exactly, int, name_until, number, text, until};
use super::{Data, FormCodec};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::{list, list_while};
use crate::common::output::{Output, count};
use crate::common::parsers::field;
use crate::common::wire::value;

/// The name and number of each group, and a mask of the groups it collides with, with a bit for each number.
pub(super) const DATA: FormCodec = FormCodec { name: "CollisionGroups", read, write };

/// Collision groups as text, in older files.
pub(super) const TEXT: FormCodec = FormCodec { name: "CollisionGroups", read: read_text, write: write_text };

/// The byte before the mask. It is the attribute type of a 32-bit integer, or else the length of the mask; no file has
/// another value.
const MASK: u8 = 4;

/// A group of parts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CollisionGroup {
    /// The name of the group, by which its parts refer to it.
    pub name: Vec<u8>,
    /// The number of the group, by which parts in older files refer to it.
    pub id: u8,
    /// The groups with which this one may collide: one bit for each group number.
    pub mask: i32,
}

/// The maximum number of groups: the mask has 32 bits.
const MOST_GROUPS: usize = 32;

/// The maximum number of characters of a name in messages.
const MOST_LETTERS: usize = 40;

impl CollisionGroup {
    /// The name of the group of all parts without a group name.
    pub const DEFAULT: &'static [u8] = b"Default";

    /// The groups in a decoded string of either form of `CollisionGroups`. Groups with numbers of 32 and above are
    /// omitted, because a mask has 32 bits. If several groups have the same number, the first is used.
    ///
    /// ```
    /// use rbxbinary::forms::{CollisionGroup, StringForm};
    ///
    /// let form = StringForm::for_property(b"Workspace", b"CollisionGroups").unwrap();
    /// let groups = CollisionGroup::all(&form.read(br"Default^0^-1\Doors^1^-3")?);
    /// assert!(groups[0].collides_with(&groups[1]) && !groups[1].collides_with(&groups[1]));
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    #[must_use]
    pub fn all(data: &[Data]) -> Vec<Self> {
        let group = |one: &Data| match one {
            Data::List(parts) => match parts.as_slice() {
                [Data::Text(name), Data::Int(id), Data::Int(mask)] => Some(Self {
                    name: name.clone(),
                    id: (*id).try_into().ok()?,
                    mask: (*mask).try_into().ok()?,
                }),
                _ => None,
            },
            _ => None,
        };
        let mut all: Vec<Self> = Vec::new();
        for group in data.iter().filter_map(group).filter(|group| usize::from(group.id) < MOST_GROUPS) {
            if all.iter().all(|other| other.id != group.id) {
                all.push(group);
            }
        }
        all
    }

    /// Returns true if a group has this name. An empty name is that of the default group.
    #[must_use]
    pub fn has_name(all: &[Self], name: &[u8]) -> bool {
        name.is_empty() || name == Self::DEFAULT || all.iter().any(|group| group.name == name)
    }

    /// Returns true if a group has this number, by which parts in older files refer to it.
    #[must_use]
    pub fn has_id(all: &[Self], id: i32) -> bool {
        id == 0 || all.iter().any(|group| i32::from(group.id) == id)
    }

    /// The names of the groups in order, separated by commas and cut to 40 characters each.
    #[must_use]
    pub fn names(all: &[Self]) -> String {
        let name = |group: &Self| -> String {
            String::from_utf8_lossy(&group.name).chars().take(MOST_LETTERS).collect()
        };
        all.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// Returns true if parts of the two groups collide: the mask of each has to contain the other.
    #[must_use]
    pub fn collides_with(&self, other: &Self) -> bool {
        // Format document, section 6.5: they collide only if each mask has the bit of the other group.
        let names = |one: &Self, id: u8| one.mask.checked_shr(id.into()).is_some_and(|bits| bits & 1 != 0);
        names(self, other.id) && names(other, self.id)
    }
}

fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    let (input, ()) = exactly::<_, u8>("version", 1)(input)?;
    let (input, count) = field("count", value::<_, u8>)(input)?;
    list("groups", count.into(), |input| {
        let (input, id) = int::<_, u8>("id")(input)?;
        let (input, ()) = exactly("type", MASK)(input)?;
        let (input, mask) = int::<_, i32>("mask")(input)?;
        let (input, name) = text::<_, u8>("name")(input)?;
        Ok((input, Data::List(vec![name, id, mask])))
    })(input)
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    out.value(&1_u8);
    out.value(&count::<u8>(all.len(), "groups")?);
    each(all, "groups", |group| {
        let name = group.text("name")?;
        out.value(&group.int::<u8>("id")?);
        out.value(&MASK);
        out.value(&group.int::<i32>("mask")?);
        out.value(&count::<u8>(name.len(), "name")?);
        out.bytes(name);
        Ok(())
    })
}

/// Reads `Name^Id^Mask` for each group, with `\` between groups.
fn read_text(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    list_while(
        "groups",
        |input, _| !input.bytes().is_empty(),
        |input| {
            input.charge_elements(1)?;
            let (input, name) = name_until(input, b'^', b'\\')?;
            let (input, id) = until("id", b'^')(input)?;
            let (input, id) = number(input, id)?;
            // The last group has no separator after it.
            let (input, mask) = match input.bytes().contains(&b'\\') {
                true => until("mask", b'\\')(input)?,
                false => field("mask", crate::common::parsers::remainder)(input)?,
            };
            let (input, mask) = number(input, mask)?;
            Ok((input, Data::List(vec![Data::Text(name.to_vec()), id, mask])))
        },
    )(input)
}

fn write_text(all: &[Data], out: &mut Output) -> Result<(), Error> {
    let mut is_first = true;
    each(all, "groups", |group| {
        if !std::mem::take(&mut is_first) {
            out.bytes(b"\\");
        }
        out.bytes(group.text("name")?);
        let (id, mask) = (group.int::<u8>("id")?, group.int::<i32>("mask")?);
        out.bytes(format!("^{id}^{mask}").as_bytes());
        Ok(())
    })
}
