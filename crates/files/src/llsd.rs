//! LLSD documents.

pub mod outline;

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
use super::outline::Viewer;
use super::rules::{Findings, Profile};
use llsd::{Scalar, Value};
use scene::problem::Problem;
use std::collections::BTreeMap;
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::slice;

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
        // In the binary encoding, the bracket is followed by a count, whose first byte is 0 for counts below 16
        // million.
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
        // `write` emits one spelling of the header, and nothing after the value.
        let is_usual = bytes.starts_with(b"<? LLSD/Binary ?>\n");
        match llsd::binary::read_prefix(bytes, &llsd::ReadOptions::default()) {
            Ok((_, n_read, _)) if is_usual && n_read == bytes.len() => Exact::Bytes,
            _ => Exact::Values,
        }
    }

    /// Also checks for duplicate keys, which a value cannot represent.
    fn findings(&self, bytes: &[u8], options: Options, _: &[Profile]) -> Result<Findings, Problem> {
        let found = llsd::validate_with(bytes, &Self::read_options(options));
        Ok(found.map_or_else(|_| self.validate(), Self::found))
    }

    fn facts(&self, bytes: &[u8], facts: &mut Facts) {
        let encoding = format!("{:?}", llsd::encoding(bytes)).to_lowercase();
        facts.text("encoding", encoding);
        facts.text(
            "root",
            match self {
                Self::Array(values) => format!("array of {}", values.len()),
                Self::Map(map) => format!("map of {}", map.len()),
                other => format!("{:?}", other.kind()).to_lowercase(),
            },
        );
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

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_value(self, memory, look)
    }
}

/// The encoding in a header line such as `<? LLSD/Binary ?>`, regardless of case and spaces.
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

/// A step from a map or an array to a value in it.
#[derive(Clone, Debug)]
pub enum Step<'v> {
    Key(&'v llsd::Text),
    Index(usize),
}

/// A traversal of a value and all nested values, in order and without recursion. It keeps an iterator for each level
/// instead of the values, because a list may have millions.
#[derive(Debug)]
pub struct Walk<'v> {
    path: Vec<Step<'v>>,
    root: Option<&'v Value>,
    levels: Vec<Level<'v>>,
}

/// The remaining values of an array or a map.
#[derive(Debug)]
enum Level<'v> {
    Array(Enumerate<slice::Iter<'v, Value>>),
    Map(llsd::Iter<'v>),
}

impl<'v> Iterator for Level<'v> {
    type Item = (Step<'v>, &'v Value);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Array(values) => values.next().map(|(i, value)| (Step::Index(i), value)),
            Self::Map(entries) => entries.next().map(|(key, value)| (Step::Key(key), value)),
        }
    }
}

impl<'v> Walk<'v> {
    pub fn new(root: &'v Value) -> Self {
        Self { path: Vec::new(), root: Some(root), levels: Vec::new() }
    }

    /// The path of the last value, with a step for each level.
    pub fn path(&self) -> &[Step<'v>] {
        &self.path
    }

    fn step(&mut self) -> Option<&'v Value> {
        if let Some(root) = self.root.take() {
            return Some(root);
        }
        while let Some(level) = self.levels.last_mut() {
            let next = level.next();
            self.path.truncate(self.levels.len().saturating_sub(1));
            if let Some((step, value)) = next {
                self.path.push(step);
                return Some(value);
            }
            self.levels.pop();
        }
        None
    }
}

impl<'v> Iterator for Walk<'v> {
    type Item = &'v Value;

    fn next(&mut self) -> Option<&'v Value> {
        let value = self.step()?;
        let array = value.as_array().map(|array| Level::Array(array.iter().enumerate()));
        self.levels.extend(array.or_else(|| Some(Level::Map(value.as_map()?.iter()))));
        Some(value)
    }
}

/// Visits a value and all nested values.
pub fn visit<'v>(root: &'v Value, look: &mut dyn FnMut(&[Step<'v>], &'v Value)) {
    let mut walk = Walk::new(root);
    while let Some(value) = walk.next() {
        look(walk.path(), value);
    }
}

/// A path as text, such as `mesh[2].name`.
pub fn shown(path: &[Step<'_>]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_keeps_levels_and_not_values() {
        let text = format!("{{'a':[{}[i1,i2]],'b':{{'c':i3}}}}", "!,".repeat(1000));
        let value = llsd::notation::read(text.as_bytes()).unwrap();
        let (mut walk, mut paths) = (Walk::new(&value), Vec::new());
        while walk.next().is_some() {
            assert!(walk.levels.len() <= 3);
            paths.push(shown(walk.path()));
        }
        assert_eq!(paths.len(), 1 + 1 + 1001 + 2 + 1 + 1);
        assert_eq!(paths[..3], ["", "a", "a[0]"]);
        assert_eq!(paths[1002..], ["a[1000]", "a[1000][0]", "a[1000][1]", "b", "b.c"]);
    }
}
