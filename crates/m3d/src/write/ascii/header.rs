//! Writing of the header in the text form. Text format document, section 3.

use super::line::Lines;
use crate::common::error::Error;
use crate::model::{Model, Title};

pub(super) fn header(out: &mut Lines, model: &Model) -> Result<(), Error> {
    out.word("3dmodel");
    out.real(model.scale, "scale").map_err(|error| error.inside("scale"))?;
    out.end();
    for title in [Title::Name, Title::Licence, Title::Author] {
        out.line(&one_line(model.strings.title(title).unwrap_or_default()));
    }
    let description = model.strings.title(Title::Description).unwrap_or_default();
    // An empty line would end the description.
    let lines = description.split(|byte| *byte == b'\n').map(without_return);
    let mut lines = lines.filter(|line| !line.trim_ascii().is_empty()).peekable();
    // The reference library takes an empty description for a line, too.
    if lines.peek().is_none() {
        out.end();
    }
    lines.for_each(|line| out.line(line));
    out.end();
    Ok(())
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Removes line ends from a text, so that it fits on one line.
pub(super) fn one_line(text: &[u8]) -> Vec<u8> {
    let line: Vec<u8> = text.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect();
    without_return(&line).to_vec()
}
