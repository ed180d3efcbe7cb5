//! Reads values that are texts. Format document, section 3.

use super::spelled::{Notes, Spelled};
use crate::common::input::Parsed;
use crate::model::{Spelling, Text};
use crate::read::opening::Opening;
use crate::read::text::Beside;
use crate::wire::is_cdata;

/// Reads a text, whose white space is part of the value.
pub(super) fn string<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Text>> {
    let (rest, (text, form)) = value.text(Beside::Indentation)?;
    Ok((rest, Spelled { value: text, notes: notes(form.plain_space, false) }))
}

/// Reads the source of a script, which old versions of Studio wrote as text.
pub(super) fn script<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Text>> {
    let (rest, (text, form)) = value.text(Beside::Text)?;
    let can_be_cdata = !text.is_empty() && is_cdata(&text);
    // White space needs no protection in CDATA, which the script will be written in.
    let plain_space = form.plain_space && !(can_be_cdata && form.has_cdata);
    Ok((rest, Spelled { value: text, notes: notes(plain_space, can_be_cdata && !form.has_cdata) }))
}

fn notes(plain_space: bool, is_text: bool) -> Notes {
    (plain_space || is_text).then(|| Spelling { plain_space, is_text, ..Spelling::default() }.into())
}
