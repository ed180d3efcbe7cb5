//! The emotes of an avatar, as text.

use super::words::{each, name_until, number, until};
use super::{Data, FormCodec};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list_while;
use crate::common::output::Output;

/// The name of each emote, and the numbers of its assets.
pub(super) const KNOWN: FormCodec = FormCodec { name: "Emotes", read, write };

/// The slot and the name of each emote.
pub(super) const EQUIPPED: FormCodec =
    FormCodec { name: "EquippedEmotes", read: read_equipped, write: write_equipped };

/// Reads `Name^Id^…^Id^\` for each emote.
fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    list_while("emotes", is_more, |input| {
        input.charge_elements(1)?;
        let (mut input, name) = name_until(input, b'^', b'\\')?;
        let mut emote = vec![Data::Text(name.to_vec())];
        while !input.bytes().starts_with(b"\\") {
            let (rest, id) = until(("ids", emote.len().saturating_sub(1)), b'^')(input)?;
            let (rest, id) = number(rest, id)?;
            emote.push(id);
            input = rest;
        }
        let (input, _) = until("end", b'\\')(input)?;
        Ok((input, Data::List(emote)))
    })(input)
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    each(all, "emotes", |emote| {
        out.bytes(emote.text("name")?);
        out.bytes(b"^");
        while emote.has_more() {
            out.bytes(format!("{}^", emote.int::<i64>("ids")?).as_bytes());
        }
        out.bytes(b"\\");
        Ok(())
    })
}

/// Reads `Slot^Name\` for each emote.
fn read_equipped(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    list_while("emotes", is_more, |input| {
        input.charge_elements(1)?;
        let (input, slot) = until("slot", b'^')(input)?;
        let (input, slot) = number(input, slot)?;
        let (input, name) = until("name", b'\\')(input)?;
        Ok((input, Data::List(vec![slot, Data::Text(name.to_vec())])))
    })(input)
}

fn write_equipped(all: &[Data], out: &mut Output) -> Result<(), Error> {
    each(all, "emotes", |emote| {
        let (slot, name) = (emote.int::<i64>("slot")?, emote.text("name")?);
        out.bytes(format!("{slot}^").as_bytes());
        out.bytes(name);
        out.bytes(b"\\");
        Ok(())
    })
}

fn is_more(input: Input<'_>, _: usize) -> bool {
    !input.bytes().is_empty()
}
