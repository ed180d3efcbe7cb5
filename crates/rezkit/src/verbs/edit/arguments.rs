//! The parser of arguments of values, in the form that `print` prints.

use crate::verbs::quotes::{plain, quoted};
use base64::Engine;
use dom::Kind;
use scene::{Problem, ProblemKind};
use std::str::FromStr;

/// An argument of a value.
#[derive(Debug, Clone, PartialEq)]
enum Argument<'t> {
    /// A number, or an unquoted word.
    Word(&'t str),
    /// A text in quotes.
    Text(String),
    /// A list in square brackets.
    List(Vec<Argument<'t>>),
}

impl<'t> Argument<'t> {
    /// The first word in the argument that values of a kind cannot represent, because it is NaN or exceeds
    /// their range.
    fn not_held_by(&self, kind: Kind) -> Option<&'t str> {
        match self {
            Self::Word(word) => Some(*word).filter(|word| !is_held(word, kind)),
            Self::Text(_) => None,
            Self::List(list) => list.iter().find_map(|argument| argument.not_held_by(kind)),
        }
    }
}

/// Returns true unless a word parses as NaN, or a finite number that becomes infinite in values of this kind.
fn is_held(word: &str, kind: Kind) -> bool {
    if kind == Kind::UniqueId {
        // Its digits may look like a number with an exponent.
        return true;
    }
    let most = if kind == Kind::Float64 { f64::MAX } else { f32::MAX.into() };
    let is_infinity = || word.to_ascii_lowercase().contains("inf");
    word.parse::<f64>().map_or(true, |number| !number.is_nan() && (number.abs() <= most || is_infinity()))
}

/// Parses a number for a component of a value.
pub(super) fn number(text: &str) -> Result<f32, Problem> {
    let text = text.trim();
    if !is_held(text, Kind::Float32) {
        return Err(no_such_number(text, Kind::Float32));
    }
    text.parse().map_err(|_| Problem::new(ProblemKind::Value, format!("{text} is not a number")))
}

#[cold]
fn no_such_number(word: &str, kind: Kind) -> Problem {
    let message = match word.parse::<f64>() {
        Ok(number) if !number.is_nan() => format!("{word} is too large for the type {}", kind.name()),
        _ => format!("{word} is not a number"),
    };
    Problem::new(ProblemKind::Value, message)
}

/// The arguments of a value: those in parentheses after a type, or the whole text.
pub(super) struct Arguments<'t> {
    text: &'t str,
    kind: Kind,
    arguments: Vec<Argument<'t>>,
}

impl<'t> Arguments<'t> {
    pub(super) fn new(kind: Kind, text: &'t str) -> Result<Self, Problem> {
        let name = match kind {
            Kind::CFrameQuat | Kind::OptionalCFrame => Kind::CFrame.name(),
            // The other types have their own names in text.
            kind => kind.name(),
        };
        let inner = text.trim().strip_prefix(name).unwrap_or(text).trim();
        // Scripts construct values by `.new`.
        let inner = inner.strip_prefix(".new").unwrap_or(inner);
        let inner = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner);
        let arguments = Self { text, kind, arguments: Vec::new() };
        let found = split(inner, true).ok_or_else(|| arguments.problem())?;
        match found.iter().find_map(|argument| argument.not_held_by(kind)) {
            Some(word) => Err(no_such_number(word, kind)),
            None => Ok(Self { arguments: found, ..arguments }),
        }
    }

    #[cold]
    pub(super) fn problem(&self) -> Problem {
        let message = format!("{} is not a value of type {}", self.text, self.kind.name());
        let problem = Problem::new(ProblemKind::Value, message);
        match self.kind.example() {
            Some(example) => problem.help(format!("write it as {example}")),
            None => problem,
        }
    }

    /// The number of arguments.
    pub(super) fn len(&self) -> usize {
        self.arguments.len()
    }

    /// All arguments, which must be N of one type.
    pub(super) fn all<T: FromStr, const N: usize>(&self) -> Result<[T; N], Problem> {
        let arguments = numbers(&self.arguments).and_then(|arguments| arguments.try_into().ok());
        arguments.ok_or_else(|| self.problem())
    }

    pub(super) fn one<T: FromStr>(&self) -> Result<T, Problem> {
        self.all().map(|[one]| one)
    }

    /// The indices of all arguments, which must be N.
    pub(super) fn indices<const N: usize>(&self) -> Result<[usize; N], Problem> {
        if self.len() == N { Ok(std::array::from_fn(|index| index)) } else { Err(self.problem()) }
    }

    /// One argument, where arguments have different types.
    pub(super) fn get<T: FromStr>(&self, index: usize) -> Result<T, Problem> {
        let one = self.arguments.get(index..=index).and_then(|argument| numbers(argument)?.pop());
        one.ok_or_else(|| self.problem())
    }

    /// A text in quotes; empty if the argument is missing.
    pub(super) fn text(&self, index: usize) -> Result<&str, Problem> {
        match self.arguments.get(index) {
            None => Ok(""),
            Some(Argument::Text(text)) => Ok(text),
            Some(_) => Err(self.problem()),
        }
    }

    /// Parses the numbers of each bracketed argument.
    pub(super) fn points<const N: usize>(&self) -> Result<Vec<[f32; N]>, Problem> {
        let point = |argument: &Argument<'_>| match argument {
            Argument::List(numbers_of) => numbers(numbers_of)?.try_into().ok(),
            _ => None,
        };
        let points: Option<Vec<_>> = self.arguments.iter().map(point).collect();
        points.filter(|points| !points.is_empty()).ok_or_else(|| self.problem())
    }

    /// The values at the two ends of a sequence, from two numbers, or from one number for both ends.
    pub(super) fn ends(&self) -> Option<[(f32, f32); 2]> {
        match numbers(&self.arguments)?[..] {
            [both] => Some([(0.0, both), (1.0, both)]),
            [from, to] => Some([(0.0, from), (1.0, to)]),
            _ => None,
        }
    }

    /// Parses bits, given by name or as a number.
    pub(super) fn bits(&self, words: &[&str]) -> Result<u32, Problem> {
        if let Ok(bits) = self.one::<u32>() {
            return Ok(bits);
        }
        self.arguments.iter().try_fold(0, |bits, argument| {
            let Argument::Word(word) = argument else { return Err(self.problem()) };
            let at = words.iter().position(|known| known == word).and_then(|at| u32::try_from(at).ok());
            at.map(|at| bits | 1 << at).ok_or_else(|| self.problem())
        })
    }
}

/// Splits text at commas outside quotes and brackets; `None` if one of these is not closed.
fn split(text: &str, with_lists: bool) -> Option<Vec<Argument<'_>>> {
    let (mut arguments, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        let (argument, after) = if rest.starts_with('"') {
            let end = quoted(rest)?;
            (Argument::Text(plain(rest.get(..end)?)), rest.get(end..)?)
        } else if let Some(inner) = rest.strip_prefix('[').filter(|_| with_lists) {
            let (inner, after) = inner.split_once(']')?;
            (Argument::List(split(inner, false)?), after)
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            (Argument::Word(word.trim()), after)
        };
        arguments.push(argument);
        rest = match after.trim_start().strip_prefix(',') {
            Some(rest) if !rest.trim().is_empty() => rest.trim_start(),
            None if after.trim().is_empty() => "",
            _ => return None,
        };
    }
    Some(arguments)
}

fn numbers<T: FromStr>(arguments: &[Argument<'_>]) -> Option<Vec<T>> {
    let number =
        |argument: &Argument<'_>| if let Argument::Word(word) = argument { word.parse().ok() } else { None };
    arguments.iter().map(number).collect()
}

/// The bytes of text, or of `base64("…")`.
pub(super) fn bytes(text: &str) -> Result<Vec<u8>, Problem> {
    let Some(digits) = text.strip_prefix("base64(").and_then(|text| text.strip_suffix(')')) else {
        return Ok(plain(text).into_bytes());
    };
    base64::engine::general_purpose::STANDARD
        .decode(plain(digits))
        .map_err(|error| Problem::new(ProblemKind::Value, format!("{digits} is not base64: {error}")))
}

/// Tags in the stored form, from a list as `Tags` is printed, or names between commas; other text is taken as it is.
pub(super) fn tags(text: &str) -> Result<Vec<u8>, Problem> {
    let list = text.trim().strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let is_list = |text: &&str| text.contains(',') && !text.starts_with(['"', '\'']);
    let Some(list) = list.or_else(|| Some(text.trim()).filter(is_list)) else {
        return bytes(text);
    };
    let names = split(list, false).unwrap_or_default();
    Ok(::rbxbinary::tags::write(names.iter().map(|name| match name {
        Argument::Text(text) => text.as_bytes(),
        Argument::Word(word) => word.as_bytes(),
        Argument::List(_) => b"",
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_split_outside_of_quotes_and_brackets() {
        let word = |text| Argument::Word(text);
        assert_eq!(split("1, -2.5 ,x", true).unwrap(), [word("1"), word("-2.5"), word("x")]);
        let text = r#""a, \"b\"", [0, 1], [2]"#;
        let expected = [
            Argument::Text("a, \"b\"".into()),
            Argument::List(vec![word("0"), word("1")]),
            Argument::List(vec![word("2")]),
        ];
        assert_eq!(split(text, true).unwrap(), expected);
        assert_eq!(split(" ", true).unwrap(), []);
        for broken in ["1,", "\"a", "[1", "[1] 2", "\"a\"b"] {
            assert_eq!(split(broken, true), None, "{broken}");
        }
    }

    #[test]
    fn bytes_and_tags_are_texts() {
        assert_eq!(bytes("base64(AAH/)").unwrap(), [0, 1, 255]);
        assert!(bytes("base64(!)").is_err());
        assert_eq!(tags("[\"Door\", Locked]").unwrap(), b"Door\0Locked");
        assert_eq!(tags("NPC, Enemy").unwrap(), b"NPC\0Enemy");
        assert_eq!(tags("\"Salt, pepper\"").unwrap(), b"Salt, pepper");
    }
}
