//! LLSD documents.

pub(crate) mod outline;

use super::Format;
use super::addresses::is_address;
use super::codec::{Adapted, Codec};
use super::facts::Facts;
use super::identify::Found;
use super::identify::text::is_text;
use super::items::{Item, Items, List, repeated};
use super::laws::Exact;
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::Look;
use super::rules::{Findings, Profile};
use llsd::{Scalar, Value};
use scene::problem::Problem;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

codec!(llsd, ::llsd, Value; depth elements);

impl Described for Value {
    const TITLE: &'static str = "LLSD";
    const BYTES_OF_ELEMENT: usize = 80;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        header(text.trim_ascii_start()).map(Found::new)
    }

    fn guess(bytes: &[u8]) -> Option<Found> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        // In binary, the bracket is followed by a count, whose first byte is 0 below 16 million.
        let format = match text.trim_ascii_start() {
            [b'{' | b'[', 0, ..] => Format::LlsdBinary,
            [b'{' | b'[', ..] => Format::LlsdNotation,
            _ if is_text(text) => Format::LlsdNotation,
            _ => Format::LlsdBinary,
        };
        llsd::detect(bytes).then(|| Found::new(format))
    }
}

impl AnyModel for Value {
    fn owed(&self, bytes: &[u8]) -> Exact {
        // The header of one spelling, and nothing behind the value, is what `write` gives.
        let is_usual = bytes.starts_with(b"<? LLSD/Binary ?>\n");
        match llsd::binary::read_prefix(bytes, &llsd::ReadOptions::default()) {
            Ok((_, n_read, _)) if is_usual && n_read == bytes.len() => Exact::Bytes,
            _ => Exact::Values,
        }
    }

    /// Including duplicate keys, which a value cannot have.
    fn findings(&self, bytes: &[u8], options: Options, _: &[Profile]) -> Result<Findings, Problem> {
        let found = llsd::validate_with(bytes, &Self::read_options(options));
        Ok(found.map_or_else(|_| self.validate(), Self::found))
    }

    fn facts(&self, bytes: &[u8], facts: &mut Facts) {
        let encoding = format!("{:?}", llsd::encoding(bytes)).to_lowercase();
        facts.text("encoding", encoding);
        let mut n_values = 0_usize;
        let mut depth = 0;
        visit(self, &mut |path, value| {
            n_values = n_values.saturating_add(1);
            depth = depth.max(path.len());
            let count = facts.classes.entry(format!("{:?}", value.kind()).to_lowercase()).or_default();
            *count = count.saturating_add(1);
        });
        facts.count("values", n_values);
        facts.count("depth", depth);
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        let mut classes = BTreeMap::<String, usize>::new();
        let mut blobs = Vec::new();
        let mut flow = ControlFlow::Continue(());
        visit(self, &mut |path, value| {
            if flow.is_break() {
                return;
            }
            let kind = || format!("{:?}", value.kind()).to_lowercase();
            match (what, value.scalar()) {
                (List::Classes, _) => {
                    let count = classes.entry(kind()).or_default();
                    *count = count.saturating_add(1);
                }
                (List::Strings, Scalar::String(text)) => {
                    let (shown, n_bytes) = (String::from_utf8_lossy(&text), text.len());
                    flow = items.push(Item::new(self::shown(path), kind(), shown, n_bytes));
                }
                (List::Assets, Scalar::Uri(text) | Scalar::String(text)) => {
                    let text = String::from_utf8_lossy(&text);
                    if is_address(&text) {
                        flow = items.push(Item::new(shown(path), kind(), text, 0));
                    }
                }
                (List::Assets, Scalar::Uuid(id)) if id != llsd::Uuid::default() => {
                    flow = items.push(Item::new(shown(path), kind(), id.to_string(), 0));
                }
                (List::Duplicates, Scalar::Binary(bytes)) if bytes.len() >= 64 => {
                    blobs.push((bytes, path.to_vec()));
                }
                _ => {}
            }
        });
        flow?;
        repeated(blobs.into_iter(), "binary", |path| shown(&path), items)?;
        items.extend(classes.into_iter().map(|(kind, count)| Item::new("", kind, "", count)))
    }

    fn outline(&self, memory: usize, look: &mut Look<'_>) -> Result<(), Problem> {
        outline::of_value(self, memory, look)
    }
}

/// The encoding that a header line names: `<? LLSD/Binary ?>` in any case, with or without blanks.
fn header(text: &[u8]) -> Option<Format> {
    let name = text.strip_prefix(b"<?")?.trim_ascii_start();
    let names = [
        ("llsd/binary", Format::LlsdBinary),
        ("llsd/xml", Format::LlsdXml),
        ("llsd/notation", Format::LlsdNotation),
    ];
    let is_named = |expected: &str| {
        name.get(..expected.len()).is_some_and(|found| found.eq_ignore_ascii_case(expected.as_bytes()))
    };
    names.into_iter().find(|(expected, _)| is_named(expected)).map(|(_, format)| format)
}

/// A step into a value.
#[derive(Clone)]
pub(crate) enum Step<'v> {
    Key(&'v llsd::Text),
    Index(usize),
}

/// Visits a value and everything in it, without recursion; the path has a step for each level.
pub(crate) fn visit<'v>(root: &'v Value, look: &mut dyn FnMut(&[Step<'v>], &'v Value)) {
    let mut path = Vec::new();
    let mut pending = vec![(0_usize, None, root)];
    while let Some((depth, step, value)) = pending.pop() {
        path.truncate(depth.saturating_sub(1));
        path.extend(step);
        look(&path, value);
        let inner = depth.saturating_add(1);
        if let Some(array) = value.as_array() {
            pending.extend(
                array.iter().enumerate().rev().map(|(i, value)| (inner, Some(Step::Index(i)), value)),
            );
        } else if let Some(map) = value.as_map() {
            let entries = map.keys().zip(map.values()).rev();
            pending.extend(entries.map(|(key, value)| (inner, Some(Step::Key(key)), value)));
        }
    }
}

/// A path for people: `mesh[2].name`.
pub(crate) fn shown(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Index(i) => text.push_str(&format!("[{i}]")),
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&key.to_str_lossy());
            }
        }
    }
    text
}
