//! Writing onto an original. Format document, section 8.

use crate::document::{Document, Entry, Places};
use crate::model::walk::{self, Walk};
use crate::mould::input::Reading;
use crate::mould::output::Output;
use crate::read::{self, encoding};
use crate::write;
use crate::{Duplicates, Encoding, Error, Header, Map, ReadOptions, Same, Style, Text, Value, WriteOptions};
use std::collections::HashMap;
use std::ptr;

/// Writes a document in the encoding of `original`, and takes from it, byte for byte, each value that is
/// the same there, with its key and with what stands before it: blanks, comments, commas.
///
/// So an untouched document comes back as it was, and an edited one differs
/// where it was edited. Of an original that cannot be read, or in which there is no value, only the
/// encoding matters.
///
/// ```
/// let original = b"{ 'size' : i12, 'name':\"chair\" }";
/// let mut value = llsd::read(original)?;
/// *value.get_mut("size").unwrap() = 34.into();
/// assert_eq!(llsd::write_onto(&value, original)?, b"{ 'size' : i34, 'name':\"chair\" }");
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// If the value holds what the encoding cannot carry.
pub fn write_onto(value: &Value, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(value, original, &ReadOptions::default(), &WriteOptions::default())
}

/// As [`write_onto`], of a value that was read with the options `read`; what is new is in the form that `options` ask
/// for, on one line.
///
/// Read with others, values of the original would seem to have changed. Encoding and header line stay.
///
/// # Errors
///
/// As [`write_onto`].
pub fn write_onto_with(
    value: &Value,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let encoding = encoding(original);
    let (old, entries) = match self::read(original, encoding, read) {
        // An entry has 32 bits for a place.
        Ok((old, entries)) if !entries.is_empty() && u32::try_from(original.len()).is_ok() => (old, entries),
        Ok((old, _)) if value.same(&old) => return Ok(original.into()),
        _ => return crate::write_with(value, &options.clone().encoding(encoding)),
    };
    let duplicates = read.duplicates;
    let options = options.clone().header(Header::None).style(Style::Compact);
    let onto = Onto { bytes: original, entries, encoding, duplicates, options };
    let Entry { start, end, .. } = onto.entry(0);
    let mut out = Output::default();
    out.bytes(onto.slice(0, start));
    onto.write(&mut out, value, &old)?;
    out.bytes(onto.slice(end, u32::MAX));
    Ok(out.0)
}

/// The value, and where those inside it lie.
fn read(original: &[u8], encoding: Encoding, options: &ReadOptions) -> Result<(Value, Places), Error> {
    let reading = Reading::new(false, options.limits);
    match encoding {
        Encoding::Binary => {
            let tape = reading.read(original, |input| read::binary::prefix_tape(input, options))?;
            Ok(Document::new(original, tape, options).to_value_and_places())
        }
        #[cfg(feature = "xml")]
        Encoding::Xml => reading.read(original, |input| read::xml::entries(input, options, true)),
        #[cfg(not(feature = "xml"))]
        Encoding::Xml => Err(Error::model(crate::ErrorKind::NotBuilt { encoding: "XML" })),
        Encoding::Notation => reading.read(original, |input| read::notation::entries(input, options, true)),
    }
}

/// The original, and where each of its values lies.
struct Onto<'a> {
    bytes: &'a [u8],
    entries: Places,
    encoding: Encoding,
    duplicates: Duplicates,
    options: WriteOptions,
}

/// What is still to be written.
enum Step<'v> {
    /// A value, of which the original has `old` in this entry, so many levels down.
    Onto {
        new: &'v Value,
        old: &'v Value,
        entry: usize,
        depth: usize,
    },
    New(&'v Value),
    NewKey(&'v Text),
    /// What stands between two values of the original.
    Gap(&'v [u8]),
    /// As it stands in the original.
    Kept(&'v [u8]),
}

/// A part of a container to be written.
struct Part<'v> {
    /// Its number in the original.
    entry: Option<usize>,
    key: Option<&'v Text>,
    /// The value, and what it was; none if the original's text stays, since another value of its key counts.
    value: Option<(&'v Value, Option<&'v Value>)>,
}

/// So many levels down, a container is compared as a whole before it is entered. To do so further down would take
/// the square of the depth.
const COMPARED: usize = 128;

impl<'a> Onto<'a> {
    /// The root and all that is in it, without recursion: documents nest as deep as the limits allow.
    fn write(&self, out: &mut Output, new: &Value, old: &Value) -> Result<(), Error> {
        let mut pending = vec![Step::Onto { new, old, entry: 0, depth: 0 }];
        while let Some(step) = pending.pop() {
            match step {
                Step::Onto { new, old, entry, depth } => {
                    let steps = self.value(out, new, old, entry, depth)?;
                    pending.extend(steps.into_iter().rev());
                }
                Step::New(value) => {
                    self.fresh(out, value).map_err(|error| placed(error, new, |_, at| ptr::eq(at, value)))?;
                }
                Step::NewKey(key) => {
                    let is_there = |at: Option<&Text>, _: &Value| at.is_some_and(|at| ptr::eq(at, key));
                    self.fresh_key(out, key).map_err(|error| placed(error, new, is_there))?;
                }
                Step::Gap(gap) => {
                    // What ends in a letter or a digit may go on in what follows.
                    let is_open =
                        out.0.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'.');
                    let is_glued = self.encoding == Encoding::Notation && gap.is_empty() && is_open;
                    out.bytes(if is_glued { b"," } else { gap });
                }
                Step::Kept(bytes) => out.bytes(bytes),
            }
        }
        Ok(())
    }

    /// A value, of which the original has `old` in this entry.
    fn value<'v>(
        &'v self,
        out: &mut Output,
        new: &'v Value,
        old: &'v Value,
        entry: usize,
        depth: usize,
    ) -> Result<Vec<Step<'v>>, Error> {
        let Entry { start, end, .. } = self.entry(entry);
        let children = self.children(entry);
        if (depth < COMPARED || children.is_empty()) && new.same(old) {
            return Ok(vec![Step::Kept(self.slice(start, end))]);
        }
        if children.is_empty() || new.is_empty() {
            return Ok(vec![Step::New(new)]);
        }
        match (new, old) {
            (Value::Array(new), Value::Array(old)) => {
                let part = |(new, at): (_, Option<usize>)| Part {
                    entry: at.and_then(|at| children.get(at).copied()),
                    key: None,
                    value: Some((new, at.and_then(|at| old.get(at)))),
                };
                let parts = new.iter().zip(aligned(new, old)).map(part).collect();
                self.container(out, b'[', &children, (start, end), parts, depth)
            }
            (Value::Map(new), Value::Map(old)) => {
                self.container(out, b'{', &children, (start, end), self.parts(new, old, &children), depth)
            }
            _ => Ok(vec![Step::New(new)]),
        }
    }

    /// The entries of a map: in the order of the original if they have it, with those that count for nothing.
    fn parts<'v>(&self, new: &'v Map, old: &'v Map, children: &[usize]) -> Vec<Part<'v>> {
        // Which of several values of a key counts.
        let mut counts = vec![None; old.len()];
        for child in children {
            let counting = counts.get_mut(self.place(*child));
            let counting = counting.filter(|of| of.is_none() || self.duplicates != Duplicates::First);
            counting.into_iter().for_each(|counting| *counting = Some(*child));
        }
        let part = |(key, value): (&'v Text, &'v Value)| {
            let place = old.position(key);
            let was = place.and_then(|place| old.get_index(place)).map(|(_, was)| was);
            let entry = place.and_then(|place| *counts.get(place)?);
            Part { entry, key: Some(key), value: Some((value, was)) }
        };
        let (kept, added): (Vec<_>, Vec<_>) = new.iter().map(part).partition(|part| part.entry.is_some());
        let is_in_order = new.keys().zip(kept.iter().chain(&added)).all(|(key, part)| part.key == Some(key))
            && kept.is_sorted_by_key(|part| part.key.and_then(|key| old.position(key)));
        if !is_in_order {
            return new.iter().map(part).collect();
        }
        let in_original = children.iter().filter_map(|child| {
            let (key, was) = old.get_index(self.place(*child))?;
            let value = new.get(key)?;
            let counts = counts.get(self.place(*child)) == Some(&Some(*child));
            Some(Part { entry: Some(*child), key: Some(key), value: counts.then_some((value, Some(was))) })
        });
        in_original.chain(added).collect()
    }

    /// An array or a map.
    fn container<'v>(
        &'v self,
        out: &mut Output,
        tag: u8,
        children: &[usize],
        (start, end): (u32, u32),
        parts: Vec<Part<'v>>,
        depth: usize,
    ) -> Result<Vec<Step<'v>>, Error> {
        let first = children.first().map_or(end, |child| self.entry(*child).first_byte());
        let last = children.last().map_or(end, |child| self.entry(*child).end);
        if self.encoding == Encoding::Binary {
            write::binary::n_values(out, tag, parts.len())?;
        } else {
            out.bytes(self.slice(start, first));
        }
        // What stands before a part of the original; before the first stands the start tag.
        let gaps: HashMap<_, _> = children
            .windows(2)
            .filter_map(|pair| match pair {
                [before, part] => {
                    Some((*part, self.slice(self.entry(*before).end, self.entry(*part).first_byte())))
                }
                _ => None,
            })
            .collect();
        let second = children.get(1).and_then(|second| gaps.get(second).copied());
        let any_gap = self.separator(second.unwrap_or_default(), first);
        let depth = depth.saturating_add(1);
        let mut steps = Vec::new();
        for (number, Part { entry, key, value }) in parts.into_iter().enumerate() {
            if number > 0 {
                steps.push(Step::Gap(entry.and_then(|entry| gaps.get(&entry).copied()).unwrap_or(any_gap)));
            }
            let place = entry.map(|entry| self.entry(entry));
            match place {
                Some(place) => steps.push(Step::Kept(self.slice(place.first_byte(), place.start))),
                None => steps.extend(key.map(Step::NewKey)),
            }
            steps.extend(match (value, entry, place) {
                (Some((new, Some(old))), Some(entry), _) => Some(Step::Onto { new, old, entry, depth }),
                (Some((new, _)), ..) => Some(Step::New(new)),
                (None, _, place) => place.map(|place| Step::Kept(self.slice(place.start, place.end))),
            });
        }
        steps.push(Step::Kept(self.slice(last, end)));
        Ok(steps)
    }

    /// What a new value is separated by: as the second one in the original, but for comments and the like;
    /// if there is none, as a second value would be.
    fn separator(&self, second: &'a [u8], first: u32) -> &'a [u8] {
        let is_blank =
            |byte: &u8| byte.is_ascii_whitespace() || (*byte == b',' && self.encoding == Encoding::Notation);
        let len = second.iter().take_while(|byte| is_blank(byte)).count();
        let before = self.slice(0, first);
        match (self.encoding, second.get(..len).unwrap_or_default()) {
            (Encoding::Binary, _) => b"",
            (Encoding::Notation, b"") => b",",
            (Encoding::Xml, b"") => before.get(before.trim_ascii_end().len()..).unwrap_or_default(),
            (_, blanks) => blanks,
        }
    }

    fn fresh(&self, out: &mut Output, value: &Value) -> Result<(), Error> {
        match self.encoding {
            Encoding::Binary => write::binary::value(out, value, &self.options),
            #[cfg(feature = "xml")]
            Encoding::Xml => write::xml::value(out, value, &self.options),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Ok(()),
            Encoding::Notation => write::notation::value(out, value, &self.options),
        }
    }

    fn fresh_key(&self, out: &mut Output, key: &Text) -> Result<(), Error> {
        match self.encoding {
            Encoding::Binary => write::binary::map_key(out, key),
            #[cfg(feature = "xml")]
            Encoding::Xml => write::xml::map_key(out, key, &self.options),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Ok(()),
            Encoding::Notation => {
                write::notation::map_key(out, key, &self.options);
                Ok(())
            }
        }
    }

    fn entry(&self, number: usize) -> Entry {
        let none = Entry { start: u32::MAX, end: u32::MAX, key: u32::MAX, next: u32::MAX };
        self.entries.get(number).map_or(none, |(entry, _)| *entry)
    }

    /// Which value of its container it is.
    fn place(&self, number: usize) -> usize {
        self.entries.get(number).map_or(usize::MAX, |(_, place)| *place)
    }

    /// The numbers of the values right inside of a value.
    fn children(&self, entry: usize) -> Vec<usize> {
        let end = self.entry(entry).next as usize;
        let next = |at: &usize| Some(self.entry(*at).next as usize).filter(|next| *next < end);
        std::iter::successors(entry.checked_add(1).filter(|first| *first < end), next).collect()
    }

    fn slice(&self, start: u32, end: u32) -> &'a [u8] {
        let end = (end as usize).min(self.bytes.len());
        self.bytes.get(start as usize..end).unwrap_or_default()
    }
}

/// Says where in the value the part lies that an error is of.
#[cold]
fn placed(error: Error, root: &Value, is_there: impl Fn(Option<&Text>, &Value) -> bool) -> Error {
    let mut walk = Walk::value(root);
    while let Some(step) = walk.next() {
        if matches!(step, walk::Step::Value(key, value) if is_there(key, value)) {
            return write::placed(error, &walk);
        }
    }
    error
}

impl Entry {
    /// The first byte of the key, if there is one, else of the value.
    fn first_byte(self) -> u32 {
        self.key.min(self.start)
    }
}

/// Which of the old values each new one comes from: one by one, if there are as many; else those that
/// begin and those that end both.
fn aligned(new: &[Value], old: &[Value]) -> Vec<Option<usize>> {
    // Without a look at them: each will be compared, and that at every level.
    if new.len() == old.len() {
        return (0..new.len()).map(Some).collect();
    }
    let same = |(new, old): &(&Value, &Value)| new.same(old);
    let shorter = new.len().min(old.len());
    let n_first = new.iter().zip(old).take_while(same).count();
    let n_last = new.iter().rev().zip(old.iter().rev()).take_while(same).count();
    let n_last = n_last.min(shorter.saturating_sub(n_first));
    let place = |at: usize| match new.len().checked_sub(at) {
        _ if at < n_first => Some(at),
        Some(to_end) if to_end <= n_last => old.len().checked_sub(to_end),
        _ => None,
    };
    (0..new.len()).map(place).collect()
}
