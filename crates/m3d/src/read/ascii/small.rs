//! Reading of previews, scripts, labels, files and chunks of applications in the text form. Text format
//! document, sections 4, 8, 13 and 14.

use super::Text;
use super::line::{blanks, check, colour, expected, integer, line_end, next, reference, to_end, word, words};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::error::ErrorKind;
use crate::model::{Asset, Chunk, ColourRef, Label, Labels, Procedure, Unknown, VertexIndex};
use crate::read::frame::list_to_end;
use crate::wire::{is_reserved, until_zero};
use nom::Parser;
use nom::combinator::map;
use nom::sequence::terminated;

/// Reads the file name of the preview picture: text format document, section 4.
pub(super) fn preview<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = super::comment(input)?;
    let (rest, file) = file(rest)?;
    text.preview = Some((text.read_file)(&String::from_utf8_lossy(file)).unwrap_or_default());
    Ok((rest, ()))
}

/// Reads the name of a script: text format document, section 8.
pub(super) fn procedural<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = super::comment(input)?;
    let (rest, file) = file(rest)?;
    let script = text.names.name(identifier(file));
    text.chunks.push(Chunk::Procedure(Procedure { script, surplus: Vec::new() }));
    Ok((rest, ()))
}

/// Reads file names of assets: text format document, section 14. An asset whose file is missing has no data.
pub(super) fn assets<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = super::comment(input)?;
    let read = |input| {
        let (rest, file) = file(input)?;
        rest.charge_elements(24)?;
        let name = text.names.name(identifier(file));
        let data = (text.read_file)(&String::from_utf8_lossy(file)).unwrap_or_default();
        text.chunks.push(Chunk::Asset(Asset { name, data }));
        Ok((rest, ()))
    };
    map(list_to_end("files", read), |_| ()).parse(rest)
}

/// Reads a file name on a line of its own.
fn file(input: Input<'_>) -> Parsed<'_, &[u8]> {
    terminated(field("file", words), field("line_end", line_end)).parse(input)
}

/// The name of an asset, which is that of its file, without folders and without the extension of a picture.
fn identifier(file: &[u8]) -> &[u8] {
    let base = until_zero(file).rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
    let (start, end) = base.split_at_checked(base.len().saturating_sub(4)).unwrap_or_default();
    if end.eq_ignore_ascii_case(b".png") && !start.is_empty() { start } else { base }
}

/// Reads labels: text format document, section 13. A change of colour or language begins another chunk.
pub(super) fn labels<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, group) = super::name(input, "group")?;
    let mut labels = Labels { group: text.names.name(group), ..Labels::default() };
    let read = |input| {
        let (rest, line) = label_line(input)?;
        if matches!(line, LabelLine::Colour(_) | LabelLine::Language(_)) && !labels.labels.is_empty() {
            rest.charge_elements(24)?;
            let next = Labels { labels: Vec::new(), ..labels.clone() };
            text.chunks.push(Chunk::Labels(std::mem::replace(&mut labels, next)));
        }
        match line {
            LabelLine::Colour(colour) => labels.colour = ColourRef(colour),
            LabelLine::Language(language) => labels.language = text.names.name(language),
            LabelLine::Label(vertex, label) => {
                rest.charge_elements(3)?;
                let vertex = reference(vertex).unwrap_or(VertexIndex::NONE);
                check(input, 0, vertex, &text.context, || "vertex".into())?;
                labels.labels.push(Label { vertex, text: text.names.text(label) });
            }
        }
        Ok((rest, ()))
    };
    let (rest, _) = list_to_end("lines", read)(rest)?;
    text.chunks.push(Chunk::Labels(labels));
    Ok((rest, ()))
}

enum LabelLine<'a> {
    Colour(u32),
    Language(&'a [u8]),
    Label(i64, &'a [u8]),
}

fn label_line(input: Input<'_>) -> Parsed<'_, LabelLine<'_>> {
    let (rest, step) = match next(input) {
        Some(b'c' | b'l') => {
            let (rest, keyword) = field("keyword", word)(input)?;
            match keyword {
                b"color" => field("colour", colour).map(LabelLine::Colour).parse(rest)?,
                b"lang" => field("language", words).map(LabelLine::Language).parse(rest)?,
                _ => return Err(expected(input, "color, lang or a vertex")),
            }
        }
        // The blanks before the text separate it from the vertex; those inside are part of it.
        _ => (field("vertex", integer), field("text", |input| to_end(blanks(input))))
            .map(|(vertex, label)| LabelLine::Label(vertex, label))
            .parse(input)?,
    };
    let (rest, ()) = field("line_end", line_end)(rest)?;
    Ok((rest, step))
}

/// Reads a chunk of an application: text format document, section 14.
pub(super) fn extra<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, magic) = super::name(input, "magic")?;
    let Ok(magic) = <[u8; 4]>::try_from(magic) else {
        return Err(expected(input, "a name of four characters"));
    };
    // The reference library writes assets here, with the bytes of pointers instead of their content.
    if is_reserved(magic) {
        let expected = "the name of a chunk that has no section of its own".into();
        let found = magic.escape_ascii().to_string();
        input.warn(|| ErrorKind::Unexpected { expected, found })?;
        return super::skip(rest);
    }
    let mut data = Vec::new();
    let read = |input| {
        let (rest, line) = field("bytes", bytes)(input)?;
        data.extend(line);
        field("line_end", line_end)(rest)
    };
    let (rest, _) = list_to_end("lines", read)(rest)?;
    text.chunks.push(Chunk::Unknown(Unknown { magic, data }));
    Ok((rest, ()))
}

/// Reads the bytes on a line, which are hexadecimal numbers, and the blanks after them.
fn bytes(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    let (mut rest, mut bytes) = (input, Vec::new());
    while next(rest).is_some() {
        let byte;
        (rest, byte) = hex_byte(rest)?;
        bytes.push(byte);
    }
    Ok((blanks(rest), bytes))
}

fn hex_byte(input: Input<'_>) -> Parsed<'_, u8> {
    let start = blanks(input);
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    if let [high, low, rest @ ..] = start.bytes()
        && let (Some(high), Some(low)) = (digit(*high), digit(*low))
    {
        return Ok((start.with(rest), high << 4 | low));
    }
    Err(expected(input, "two hexadecimal digits"))
}
