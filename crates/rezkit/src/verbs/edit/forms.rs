//! The parser of structured strings, in the form that `print` prints them.

use super::arguments::{Arguments, bytes};
use super::value::value;
use crate::verbs::quotes::{plain, quoted};
use dom::{Kind, Value};
use rbxbinary::forms::{Data, StringForm};
use scene::{Problem, ProblemKind};
use std::borrow::Cow;

/// The bytes that a text stands for, if it begins with the name of the structure.
pub(super) fn form(form: StringForm, text: &str) -> Option<Result<Vec<u8>, Problem>> {
    let inner = text.trim().strip_prefix(form.name())?.strip_prefix('(')?.strip_suffix(')')?;
    let wrong =
        |text: String| Problem::new(ProblemKind::Value, text).help("`rez print` shows which words it uses");
    let none = || wrong(format!("{text} is not a value of the form {}", form.name()));
    let write = |all: Vec<Data>| form.write(&all).map_err(|error| wrong(error.to_string()));
    Some(data(inner).ok_or_else(none).and_then(|all| write(all?)))
}

/// Upper bound on the nesting of lists, which no structure reaches.
const MOST_NESTED: usize = 64;

/// Parses values separated by commas.
fn data(text: &str) -> Option<Result<Vec<Data>, Problem>> {
    let (mut all, mut outer, mut rest) = (Vec::new(), Vec::new(), text.trim_start());
    // True where a value is expected instead of a comma.
    let mut is_open = true;
    while let Some(letter) = rest.chars().next() {
        let behind = rest.get(letter.len_utf8()..).unwrap_or_default();
        rest = match letter {
            '[' if is_open && outer.len() < MOST_NESTED => {
                outer.push(std::mem::take(&mut all));
                behind
            }
            ']' if !is_open || all.is_empty() => {
                let list = Data::List(std::mem::replace(&mut all, outer.pop()?));
                all.push(list);
                is_open = false;
                behind
            }
            ',' if !is_open => {
                is_open = true;
                behind
            }
            _ if is_open => {
                let (one, behind) = one(rest)?;
                match one {
                    Ok(one) => all.push(one),
                    Err(problem) => return Some(Err(problem)),
                }
                is_open = false;
                behind
            }
            _ => return None,
        }
        .trim_start();
    }
    let is_whole = outer.is_empty() && (!is_open || all.is_empty());
    is_whole.then_some(Ok(all))
}

/// Parses a value other than a list; also returns the text after it.
fn one(text: &str) -> Option<(Result<Data, Problem>, &str)> {
    if text.starts_with('"') {
        let (text, behind) = text.split_at_checked(quoted(text)?)?;
        return Some((Ok(Data::Text(plain(text).into_bytes())), behind));
    }
    let end = text.find([',', ']', '(']).unwrap_or(text.len());
    let word = text.get(..end)?.trim();
    if text.get(end..)?.starts_with('(') {
        let (call, behind) = text.split_at_checked(end_of_call(text)?)?;
        return Some((typed(word, call), behind));
    }
    let data = match word {
        "true" | "false" => return Some((attribute(&Value::Bool(word == "true")), text.get(end..)?)),
        word => number(word)?,
    };
    Some((Ok(data), text.get(end..)?))
}

/// The offset after the bracket that closes a call.
fn end_of_call(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0_usize);
    while let Some(letter) = text.get(at..)?.chars().next() {
        at = at.checked_add(match letter {
            '"' => quoted(text.get(at..)?)?,
            letter => letter.len_utf8(),
        })?;
        match letter {
            '(' => depth = depth.checked_add(1)?,
            ')' if depth == 1 => return Some(at),
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

fn number(word: &str) -> Option<Data> {
    if let Ok(number) = word.parse() {
        return Some(Data::Int(number));
    }
    let (short, long): (f32, f64) = (word.parse().ok()?, word.parse().ok()?);
    // A number with as few digits as an `f32` needs is an `f32`.
    let is_short =
        f64::from(short).to_bits() == long.to_bits() || short.to_string() == word || short.is_nan();
    Some(if is_short { Data::Float(short) } else { Data::Double(long) })
}

/// Parses a value with its type.
fn typed(name: &str, call: &str) -> Result<Data, Problem> {
    let inner = || call.split_once('(').and_then(|(_, inner)| inner.strip_suffix(')')).unwrap_or_default();
    match name {
        "base64" => bytes(call).map(Data::Text),
        "Enum" => {
            let (name, number) = inner().rsplit_once(',').unwrap_or((inner(), ""));
            let number = Arguments::new(Kind::Enum, number)?.one()?;
            attribute(&Value::EnumItem(Cow::Owned(plain(name.trim()).into_bytes()), number))
        }
        _ => {
            let kind = Kind::of_name(name).ok_or_else(|| super::no_type(name, Kind::NAMES))?;
            attribute(&value(kind, call, &|_| None)?)
        }
    }
}

fn attribute(value: &Value<'_>) -> Result<Data, Problem> {
    let none = || {
        Problem::new(
            ProblemKind::Unsupported,
            format!("{} is not a type of such values", value.kind().name()),
        )
    };
    value.to_attribute().map(Data::Attribute).ok_or_else(none)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_no_deeper_than_can_be_dropped() {
        let nested = |n: usize| data(&("[".repeat(n) + "1" + &"]".repeat(n))).is_some();
        assert_eq!([60, 70, 1_000_000].map(nested), [true, false, false]);
    }
}
