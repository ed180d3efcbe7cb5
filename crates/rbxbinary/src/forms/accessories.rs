//! The accessories of an avatar, as JSON.

use super::words::{each, other, until};
use super::{Data, FormCodec};
use crate::attributes::Attribute;
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list_while;
use crate::common::output::Output;
use crate::common::parsers::{bytes, field, literal};
use crate::error::ErrorKind;
use nom::Err;

/// The keys and values of each accessory.
pub(super) const ACCESSORIES: FormCodec = FormCodec { name: "Accessories", read, write };

/// Reads the objects of an array without spaces and escapes. Strings written in another way are not decoded.
fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    let (input, ()) = symbol(input, b"[")?;
    if let Ok((input, ())) = literal(b"]")(input) {
        return Ok((input, Vec::new()));
    }
    let (input, all) = list_while("accessories", has_next, |input| {
        input.charge_elements(1)?;
        let (input, ()) = comma(input)?;
        let (input, ()) = symbol(input, b"{")?;
        let (input, pairs) = list_while("pairs", has_next, |input| {
            input.charge_elements(1)?;
            let (input, ()) = comma(input)?;
            let (input, ()) = symbol(input, b"\"")?;
            let (input, key) = until("key", b'"')(input)?;
            let (input, ()) = symbol(input, b":")?;
            let (input, value) = value(input)?;
            Ok((input, Data::List(vec![Data::Text(key.to_vec()), value])))
        })(input)?;
        let (input, ()) = symbol(input, b"}")?;
        Ok((input, Data::List(pairs)))
    })(input)?;
    let (input, ()) = symbol(input, b"]")?;
    Ok((input, all))
}

/// Returns true if a list continues. Any other text is left for the reader of its values to reject.
fn has_next(input: Input<'_>, n: usize) -> bool {
    if n == 0 { !input.bytes().starts_with(b"}") } else { input.bytes().starts_with(b",") }
}

/// The comma between values. [`has_next`] has seen it before every value but the first.
fn comma(input: Input<'_>) -> Parsed<'_, ()> {
    Ok(literal(b",")(input).unwrap_or((input, ())))
}

fn symbol<'a>(input: Input<'a>, expected: &'static [u8]) -> Parsed<'a, ()> {
    literal(expected)(input).map_err(|error| match error {
        Err::Error(error) => Err::Failure(error),
        failure => failure,
    })
}

fn value(input: Input<'_>) -> Parsed<'_, Data> {
    if let Ok((input, ())) = literal(b"\"")(input) {
        let (input, text) = until("value", b'"')(input)?;
        return Ok((input, Data::Text(text.to_vec())));
    }
    let len = input.bytes().iter().position(|byte| b",}".contains(byte)).unwrap_or_default();
    let (rest, word) = field("value", bytes(len))(input)?;
    let word = std::str::from_utf8(word).unwrap_or_default();
    let value = match word {
        "true" | "false" => Some(Data::Attribute(Attribute::Bool(u8::from(word == "true")))),
        word => word.parse().map(Data::Int).or_else(|_| word.parse().map(Data::Float)).ok(),
    };
    match value {
        Some(value) => Ok((rest, value)),
        None => Err(input.fatal(ErrorKind::Malformed { expected: "a number, a text, or yes or no" })),
    }
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    let mut is_first = true;
    out.bytes(b"[");
    each(all, "accessories", |accessory| {
        out.bytes(if std::mem::take(&mut is_first) { b"{" } else { b",{" });
        let mut is_first = true;
        while accessory.has_more() {
            let pair = std::slice::from_ref(accessory.any("pair")?);
            each(pair, "pairs", |pair| {
                if !std::mem::take(&mut is_first) {
                    out.bytes(b",");
                }
                text(out, pair.text("key")?)?;
                out.bytes(b":");
                write_value(out, pair.any("value")?)
            })?;
        }
        out.bytes(b"}");
        Ok(())
    })?;
    out.bytes(b"]");
    Ok(())
}

fn text(out: &mut Output, text: &[u8]) -> Result<(), Error> {
    if text.iter().any(|byte| matches!(byte, b'"' | b'\\' | 0..32)) {
        return Err(other("a text without quotes, backslashes and control characters"));
    }
    out.bytes(b"\"");
    out.bytes(text);
    out.bytes(b"\"");
    Ok(())
}

fn write_value(out: &mut Output, value: &Data) -> Result<(), Error> {
    match value {
        Data::Text(value) => text(out, value)?,
        Data::Int(number) => out.bytes(number.to_string().as_bytes()),
        Data::Float(number) if number.is_finite() => out.bytes(format!("{number:?}").as_bytes()),
        Data::Attribute(Attribute::Bool(value)) => out.bytes(if *value == 0 { b"false" } else { b"true" }),
        _ => return Err(other("a number, a text, or yes or no")),
    }
    Ok(())
}
