//! The outcome of one execution, and its cause.

use crate::check::{ENDS, Peer, Values};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The classes of outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Refuse,
    Agree,
    WeMore,
    TheyMore,
    Differ,
    /// The peer ends its process, or does not end.
    Ends,
    /// We panic, or end the process.
    Fault,
}

impl Class {
    pub(super) const ALL: [Self; 7] =
        [Self::Refuse, Self::Agree, Self::WeMore, Self::TheyMore, Self::Differ, Self::Ends, Self::Fault];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Refuse => "both refuse",
            Self::Agree => "both agree",
            Self::WeMore => "we read more",
            Self::TheyMore => "it reads more",
            Self::Differ => "differ",
            Self::Ends => "ends the process",
            Self::Fault => "fault of ours",
        }
    }

    pub(super) fn parse(title: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.title() == title)
    }

    /// True if each cause is listed, with its shortest file.
    pub(super) fn is_listed(self) -> bool {
        !matches!(self, Self::Refuse | Self::Agree | Self::WeMore)
    }
}

/// What happened, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) class: Class,
    /// Empty if there is nothing to explain.
    pub(super) cause: String,
}

/// Reads bytes with both sides.
pub(super) fn outcome(pair: &Peer, bytes: &[u8]) -> Outcome {
    let read = |by: fn(&[u8]) -> Result<Values, String>| catch_unwind(AssertUnwindSafe(|| by(bytes)));
    let (class, cause) = match (read(pair.ours), read(pair.theirs)) {
        (Err(_), _) => (Class::Fault, "panic".into()),
        (Ok(_), Ok(Err(error))) if error.starts_with(ENDS) => (Class::Ends, shape(&error[ENDS.len()..])),
        (Ok(Err(_)), Ok(Err(_)) | Err(_)) => (Class::Refuse, String::new()),
        (Ok(Ok(_)), Err(_)) => (Class::WeMore, "it panics".into()),
        (Ok(Ok(_)), Ok(Err(error))) => (Class::WeMore, shape(&error)),
        (Ok(Err(error)), Ok(Ok(_))) => (Class::TheyMore, shape(&error)),
        (Ok(Ok(ours)), Ok(Ok(theirs))) if ours == theirs => (Class::Agree, String::new()),
        (Ok(Ok(ours)), Ok(Ok(theirs))) => (Class::Differ, difference(pair, bytes, &ours, &theirs)),
    };
    Outcome { class, cause }
}

/// The first difference of two maps, without the values themselves, and the first warning of ours.
fn difference(pair: &Peer, bytes: &[u8], ours: &Values, theirs: &Values) -> String {
    let differs = |place: &&String| ours.get(*place) != theirs.get(*place);
    let first = ours.keys().find(differs).into_iter().chain(theirs.keys().find(differs)).min();
    let side = |values: &Values| {
        first.and_then(|place| values.get(place)).map_or("nothing".into(), |text| shape(text))
    };
    // Other places begin with a number or have names from the file.
    let place = first.filter(|place| place.starts_with(char::is_alphabetic));
    let place = place.map_or_else(String::new, |place| format!("{}: ", shape(place)));
    let cause = format!("{place}{} / {}", side(ours), side(theirs));
    match (pair.warning)(bytes) {
        Some(warning) => format!("{cause}; warning: {}", shape(&warning)),
        None => cause,
    }
}

/// A text without the values in it: texts in quotes and numbers, of which several in a row count as one.
pub(super) fn shape(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
    let (mut made, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next().filter(|_| made.len() < 100) {
        let token = if first == '"' {
            let end = rest.char_indices().skip(1).scan(false, |is_escaped, (at, c)| {
                let ends = c == '"' && !*is_escaped;
                *is_escaped = c == '\\' && !*is_escaped;
                Some((at, ends))
            });
            let end = end.into_iter().find(|(_, ends)| *ends).map_or(rest.len(), |(at, _)| at + 1);
            made += "'…'";
            end
        } else if is_word(first) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let word = &rest[..end];
            let is_number =
                word.contains(|c: char| c.is_ascii_digit()) || ["NaN", "inf", "-inf"].contains(&word);
            match is_number {
                false => made += word,
                true if made.trim_end().ends_with('#') => {}
                true => made.push('#'),
            }
            end
        } else {
            let before = made.trim_end().len();
            match first {
                // Several lists in a row count as one.
                '[' if made.trim_end().ends_with(']') => made.truncate(before - 1),
                ']' | ')' => {
                    made.truncate(before);
                    made.push(first);
                }
                // A comma ends a cell of the table, and an asterisk stands for any text.
                ' ' | ',' | '\n' | '\t' | '\r' | '*' if made.ends_with(' ') => {}
                ',' | '\n' | '\t' | '\r' | '*' => made.push(' '),
                // An argument of a process has no zero byte.
                _ if first.is_control() => {}
                _ => made.push(first),
            }
            first.len_utf8()
        };
        rest = &rest[token..];
    }
    made.trim().to_owned()
}

/// Prints the values that both sides read differently.
pub(super) fn show(pair: &Peer, bytes: &[u8], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let Outcome { class, cause } = outcome(pair, bytes);
    writeln!(out, "{}: {}: {cause}", pair.name, class.title())?;
    let side =
        |values: Result<Values, String>| values.unwrap_or_else(|error| [("error".into(), error)].into());
    let (ours, theirs) = (side((pair.ours)(bytes)), side((pair.theirs)(bytes)));
    let places: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
    for place in places.into_iter().filter(|place| ours.get(*place) != theirs.get(*place)) {
        writeln!(out, "  {place}: we {:?}, it {:?}", ours.get(place), theirs.get(place))?;
    }
    Ok(())
}

/// Removes parts of a file as long as its cause stays the same.
pub(super) fn shrink(pair: &Peer, path: &Path, cause: &str) -> io::Result<()> {
    let mut bytes = fs::read(path)?;
    let (mut len, mut n_tries) = (bytes.len() / 2, 0);
    while len > 0 && n_tries < 3000 {
        let mut at = 0;
        while at < bytes.len() && n_tries < 3000 {
            let shorter = [&bytes[..at], &bytes[(at + len).min(bytes.len())..]].concat();
            n_tries += 1;
            if outcome(pair, &shorter).cause == cause {
                bytes = shorter;
                // The process may be ended at any time.
                let new = path.with_extension("new");
                fs::write(&new, &bytes)?;
                fs::rename(new, path)?;
            } else {
                at += len;
            }
        }
        len /= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_no_values() {
        assert_eq!(shape(r#"name "a \" b" in Some(12)"#), "name '…' in Some(#)");
        assert_eq!(shape("[1.0, -2e9, NaN] [0.5, 1.0]"), "[#]");
        assert_eq!(shape("real 7ff8000000000000"), "real #");
    }
}
