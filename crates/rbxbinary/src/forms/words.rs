//! Parsers and printers that the forms share.

use super::Data;
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::output::{Output, count};
use crate::common::parsers::{ParseFn, bytes, field};
use crate::common::trace::Name;
use crate::common::wire::{Wire, value};
use crate::error::ErrorKind;
use nom::Parser;
use std::fmt::Display;

/// Reads an integer.
pub(super) fn int<'a, const N: usize, T: Wire<N> + Into<i64>>(name: impl Name) -> impl ParseFn<'a, Data> {
    move |input| field(name, value::<N, T>).map(|number| Data::Int(number.into())).parse(input)
}

/// Reads a 32-bit float.
pub(super) fn float<'a>(name: impl Name) -> impl ParseFn<'a, Data> {
    move |input| field(name, value::<_, f32>).map(Data::Float).parse(input)
}

/// Reads a number that must have this value.
pub(super) fn exactly<'a, const N: usize, T: Wire<N> + PartialEq + Display>(
    name: &'static str,
    expected: T,
) -> impl ParseFn<'a, ()> {
    move |input| {
        let (rest, found) = field(name, value::<N, T>)(input)?;
        if found == expected {
            return Ok((rest, ()));
        }
        let (expected, found) = (format!("{name} {expected}").into(), found.to_string());
        Err(input.fatal(ErrorKind::Unexpected { expected, found }))
    }
}

/// Reads a length of this type, and a text of that length.
pub(super) fn text<'a, const N: usize, T: Wire<N> + Into<u32>>(name: impl Name) -> impl ParseFn<'a, Data> {
    let read = |input: Input<'a>| {
        let (input, len) = value::<N, T>(input)?;
        bytes(len.into() as usize)(input)
    };
    move |input| field(name, read).map(|text: &[u8]| Data::Text(text.to_vec())).parse(input)
}

/// Reads the bytes up to the byte `end`, and skips that byte.
pub(super) fn until<'a>(name: impl Name, end: u8) -> impl ParseFn<'a, &'a [u8]> {
    let read = move |input: Input<'a>| {
        let all = input.bytes();
        let Some(len) = all.iter().position(|byte| *byte == end) else {
            return Err(input.fatal(ErrorKind::Unexpected {
                expected: format!("a text that ends with \"{}\"", end.escape_ascii()).into(),
                found: "none".into(),
            }));
        };
        let (rest, text) = bytes(len)(input)?;
        Ok((bytes(1)(rest)?.0, text))
    };
    move |input| field(name, read)(input)
}

/// Reads a name up to the byte `end`. It may not contain `outer`, the byte that ends the enclosing list, because the
/// engine splits by that first.
pub(super) fn name_until(input: Input<'_>, end: u8, outer: u8) -> Parsed<'_, &[u8]> {
    let (rest, name) = until("name", end)(input)?;
    if name.contains(&outer) {
        return Err(
            input.fatal(ErrorKind::Malformed { expected: "a name without the character that ends an entry" })
        );
    }
    Ok((rest, name))
}

/// Parses an integer in decimal digits.
pub(super) fn number<'a>(input: Input<'a>, digits: &[u8]) -> Parsed<'a, Data> {
    match std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()) {
        Some(number) => Ok((input, Data::Int(number))),
        None => Err(input.fatal(ErrorKind::Malformed { expected: "a number" })),
    }
}

/// Returns the error for data that the form cannot express.
#[cold]
pub(super) fn other(expected: &'static str) -> Error {
    Error::model(ErrorKind::Malformed { expected })
}

/// The values of a list that have not been taken yet.
pub(super) struct Parts<'d>(std::slice::Iter<'d, Data>);

impl<'d> Parts<'d> {
    /// Takes the values of a list with `take`. Fails if some are left over.
    pub(super) fn take_all<T>(
        list: &'d [Data],
        take: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut parts = Self(list.iter());
        let taken = take(&mut parts)?;
        if parts.0.next().is_none() { Ok(taken) } else { Err(other("fewer values")) }
    }

    fn next(&mut self, name: &'static str) -> Result<&'d Data, Error> {
        self.0.next().ok_or_else(|| other("more values").inside(name))
    }

    pub(super) fn int<T: TryFrom<i64>>(&mut self, name: &'static str) -> Result<T, Error> {
        let number = if let Data::Int(number) = self.next(name)? { T::try_from(*number).ok() } else { None };
        number.ok_or_else(|| other("a whole number in its range").inside(name))
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "rounded to what there is"
    )]
    pub(super) fn float(&mut self, name: &'static str) -> Result<f32, Error> {
        match self.next(name)? {
            Data::Float(number) => Ok(*number),
            Data::Int(number) => Ok(*number as f32),
            Data::Double(number) => Ok(*number as f32),
            _ => Err(other("a number").inside(name)),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "rounded to what there is")]
    pub(super) fn double(&mut self, name: &'static str) -> Result<f64, Error> {
        match self.next(name)? {
            Data::Double(number) => Ok(*number),
            Data::Float(number) => Ok((*number).into()),
            Data::Int(number) => Ok(*number as f64),
            _ => Err(other("a number").inside(name)),
        }
    }

    pub(super) fn text(&mut self, name: &'static str) -> Result<&'d [u8], Error> {
        if let Data::Text(text) = self.next(name)? { Ok(text) } else { Err(other("a text").inside(name)) }
    }

    /// Returns the next value, of any type.
    pub(super) fn any(&mut self, name: &'static str) -> Result<&'d Data, Error> {
        self.next(name)
    }

    /// Returns true if more values follow.
    pub(super) fn has_more(&self) -> bool {
        !self.0.as_slice().is_empty()
    }
}

/// Calls `take` with the values of each list in `all`.
pub(super) fn each(
    all: &[Data],
    name: &'static str,
    mut take: impl FnMut(&mut Parts<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    all.iter().enumerate().try_for_each(|(i, one)| {
        let Data::List(list) = one else { return Err(other("a list").inside(format!("{name}[{i}]"))) };
        Parts::take_all(list, &mut take).map_err(|error| error.inside(format!("{name}[{i}]")))
    })
}

/// Calls `take` until it has taken all values.
pub(super) fn values(
    all: &[Data],
    mut take: impl FnMut(&mut Parts<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    Parts::take_all(all, |parts| {
        while parts.has_more() {
            take(parts)?;
        }
        Ok(())
    })
}

/// Writes a 32-bit length, then the bytes.
pub(super) fn long(out: &mut Output, text: &[u8]) -> Result<(), Error> {
    out.value(&count::<u32>(text.len(), "text")?);
    out.bytes(text);
    Ok(())
}
