//! A reader of JSON, for tables of defaults.

use crate::common::error::Error;
use crate::error::ErrorKind;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, multispace0};
use nom::combinator::{map, value};
use nom::multi::separated_list0;
use nom::number::complete::recognize_float;
use nom::sequence::{delimited, separated_pair};
use nom::{IResult, Parser};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Values inside others: those of a property in a class, and the numbers of that value.
const DEEPEST: usize = 4;

pub(super) fn read(text: &str) -> Result<Json, Error> {
    let whole = delimited(multispace0, |text| json(text, DEEPEST), multispace0).parse(text);
    match whole {
        Ok(("", json)) => Ok(json),
        _ => Err(Error::model(ErrorKind::Malformed { expected: "JSON" })),
    }
}

fn json(text: &str, depth: usize) -> IResult<&str, Json> {
    let Some(inner) = depth.checked_sub(1) else {
        return Err(nom::Err::Failure(nom::error::Error::new(text, nom::error::ErrorKind::TooLarge)));
    };
    let entry = || separated_pair(string, spaced(char(':')), move |text| json(text, inner));
    alt((
        value(Json::Null, tag("null")),
        value(Json::Bool(true), tag("true")),
        value(Json::Bool(false), tag("false")),
        map(string, Json::String),
        map(list('[', ']', move |text| json(text, inner)), Json::List),
        map(list('{', '}', entry()), Json::Object),
        number,
    ))
    .parse(text)
}

/// Items between brackets, separated by commas.
fn list<'t, T>(
    open: char,
    close: char,
    item: impl Parser<&'t str, Output = T, Error = nom::error::Error<&'t str>>,
) -> impl Parser<&'t str, Output = Vec<T>, Error = nom::error::Error<&'t str>> {
    delimited((char(open), multispace0), separated_list0(spaced(char(',')), item), (multispace0, char(close)))
}

fn spaced<'t, T>(
    inner: impl Parser<&'t str, Output = T, Error = nom::error::Error<&'t str>>,
) -> impl Parser<&'t str, Output = T, Error = nom::error::Error<&'t str>> {
    delimited(multispace0, inner, multispace0)
}

fn number(text: &str) -> IResult<&str, Json> {
    let (rest, number) = recognize_float(text)?;
    let is_plain = number.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    match number.parse() {
        Ok(number) if is_plain => Ok((rest, Json::Number(number))),
        _ => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Float))),
    }
}

fn string(text: &str) -> IResult<&str, String> {
    let (mut rest, _) = char('"')(text)?;
    let mut string = String::new();
    loop {
        let (after, plain) = take_while(|next| next != '"' && next != '\\')(rest)?;
        string.push_str(plain);
        let (after, end) = alt((char('"'), char('\\'))).parse(after)?;
        if end == '"' {
            return Ok((after, string));
        }
        let (after, character) = escape(after)?;
        string.push(character);
        rest = after;
    }
}

/// What follows a backslash.
fn escape(text: &str) -> IResult<&str, char> {
    let fail = || nom::Err::Failure(nom::error::Error::new(text, nom::error::ErrorKind::Escaped));
    let (rest, first) = nom::character::complete::anychar(text)?;
    let character = match first {
        '"' | '\\' | '/' => first,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return unicode(rest).ok_or_else(fail),
        _ => return Err(fail()),
    };
    Ok((rest, character))
}

/// Four hexadecimal digits; of a character above 0xffff, those of its two halves.
fn unicode(text: &str) -> Option<(&str, char)> {
    fn unit(text: &str) -> Option<(&str, u16)> {
        let (digits, rest) = text.split_at_checked(4)?;
        Some((rest, u16::from_str_radix(digits, 16).ok()?))
    }
    let (rest, first) = unit(text)?;
    if let Some(character) = char::from_u32(first.into()) {
        return Some((rest, character));
    }
    let (rest, second) = unit(rest.strip_prefix("\\u")?)?;
    let character = char::decode_utf16([first, second]).next()?.ok()?;
    Some((rest, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read() {
        let number = Json::Number;
        let json =
            read(r#" {"a": [1, -2.5e1 ,0], "b\n\u00e9\ud83d\ude00\/": {}, "c": [null, true, false, "x"]} "#);
        let Json::Object(entries) = json.unwrap() else { panic!("not an object") };
        assert_eq!(entries[0], ("a".into(), Json::List(vec![number(1.0), number(-25.0), number(0.0)])));
        assert_eq!(entries[1], ("b\né😀/".into(), Json::Object(vec![])));
        let last = vec![Json::Null, Json::Bool(true), Json::Bool(false), Json::String("x".into())];
        assert_eq!(entries[2].1, Json::List(last));
        for wrong in
            ["", "{", "[1,]", "{\"a\" 1}", "nul", "inf", "\"\\x\"", "\"\\ud800\"", "1 2", "[[[[[1]]]]]"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
