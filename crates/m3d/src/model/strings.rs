//! The string table.

use super::Name;
use geom::same;
use std::collections::HashMap;

/// The strings of a file, one after another, each terminated by a zero byte. Format document, section 4.3.
///
/// The first four are the titles; a [`Name`] is the offset of any other. Files may let names share the end of a
/// string, contain strings that nothing refers to, or lack the terminator of the last string. For this reason the
/// table is stored unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Strings {
    /// The raw bytes of the table.
    pub bytes: Vec<u8>,
}

same! {
    Strings { bytes }
}

/// An index of a string table, through which strings are added to it; see [`Strings::interner`].
#[derive(Debug)]
pub struct Interner<'a> {
    strings: &'a mut Strings,
    names: HashMap<Vec<u8>, Name>,
}

/// One of the first four strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Title {
    /// The name of the model.
    Name,
    /// The licence or conditions of use.
    Licence,
    /// The authors: `name <contact>, name <contact>`.
    Author,
    /// Comments, in lines; if the first line is `META`, the others are `keyword=value`.
    Description,
}

impl Title {
    /// All four, in their order in the file.
    pub const ALL: [Self; 4] = [Self::Name, Self::Licence, Self::Author, Self::Description];
}

impl Default for Strings {
    fn default() -> Self {
        Self { bytes: vec![0; 4] }
    }
}

impl Interner<'_> {
    /// Returns the name of a string, and adds the string if it is missing; see [`Strings::intern`].
    pub fn intern(&mut self, string: &str) -> Name {
        let string = up_to_zero(string).as_bytes();
        if string.is_empty() {
            return Name::NONE;
        }
        match self.names.get(string) {
            Some(name) => *name,
            None => {
                let name = self.strings.push(string);
                self.names.insert(string.to_vec(), name);
                name
            }
        }
    }
}

fn up_to_zero(string: &str) -> &str {
    string.split('\0').next().unwrap_or_default()
}

impl Strings {
    /// The string of a name; `None` if the name is 0 or outside the table, or if the string has no terminator.
    #[must_use]
    pub fn get(&self, name: Name) -> Option<&[u8]> {
        if name == Name::NONE { None } else { self.string_at(name.0 as usize) }
    }

    /// A title; `None` if the table ends before it.
    #[must_use]
    pub fn title(&self, title: Title) -> Option<&[u8]> {
        self.string_at(self.title_start(title)?)
    }

    /// The strings after the titles with their names, in order; a string without a terminator is left out.
    pub fn names(&self) -> impl Iterator<Item = (Name, &[u8])> {
        let mut at = self.titles_end().unwrap_or(self.bytes.len());
        std::iter::from_fn(move || {
            let string = self.string_at(at)?;
            let name = Name(u32::try_from(at).ok()?);
            at = at.saturating_add(string.len()).saturating_add(1);
            Some((name, string))
        })
    }

    /// Finds the name of a string, which must be a whole string of the table and not the end of another one.
    #[must_use]
    pub fn find(&self, string: &str) -> Option<Name> {
        self.names().find(|(_, found)| *found == string.as_bytes()).map(|(name, _)| name)
    }

    /// Returns the name of a string, and adds the string at the end of the table if it is missing. The name of an
    /// empty string is `Name::NONE`.
    ///
    /// A zero byte ends a string, so the bytes after one are dropped. Adding a string makes the table longer,
    /// so a name that dangled beyond its end may then refer to a string. This searches the whole table: for
    /// many strings, use [`interner`](Self::interner).
    pub fn intern(&mut self, string: &str) -> Name {
        let string = up_to_zero(string);
        if string.is_empty() {
            return Name::NONE;
        }
        self.find(string).unwrap_or_else(|| self.push(string.as_bytes()))
    }

    /// Returns an index of the table, with which many strings are added without a search for each.
    ///
    /// ```
    /// let mut model = m3d::Model::default();
    /// let red = model.strings.intern("red");
    /// let mut names = model.strings.interner();
    /// let [blue, again, none] = ["blue", "red", ""].map(|string| names.intern(string));
    /// assert_eq!((again, none, &*model.text(blue)), (red, m3d::Name::NONE, "blue"));
    /// ```
    pub fn interner(&mut self) -> Interner<'_> {
        let mut names = HashMap::new();
        for (name, string) in self.names() {
            names.entry(string.to_vec()).or_insert(name);
        }
        Interner { strings: self, names }
    }

    /// Returns true if a name refers to this string. Compares no more bytes than `string` has, because many names may
    /// share a long string.
    pub(crate) fn is(&self, name: Name, string: &[u8]) -> bool {
        let rest = self.bytes.get(name.0 as usize..).unwrap_or_default();
        let is_start = rest.strip_prefix(string).is_some_and(|rest| rest.first() == Some(&0));
        is_start && name != Name::NONE && !string.contains(&0)
    }

    /// The first bytes of a string, at most 255. In an untrusted file, many names may share one long string,
    /// so that finding the end of each would take quadratic time.
    #[must_use]
    pub fn start(&self, name: Name) -> &[u8] {
        let rest = self.bytes.get(name.0 as usize..).unwrap_or_default();
        let rest = rest.get(..255).unwrap_or(rest);
        // Without a terminator, only a string that is cut off anyway is accepted.
        let open = if rest.len() < 255 { 0 } else { rest.len() };
        let len = rest.iter().position(|byte| *byte == 0).unwrap_or(open);
        if name == Name::NONE { &[] } else { rest.get(..len).unwrap_or_default() }
    }

    /// A key that is equal for names of equal strings. For strings that [`start`](Self::start) shortens, it
    /// is only equal for equal names.
    #[must_use]
    pub fn key(&self, name: Name) -> (&[u8], Name) {
        let start = self.start(name);
        (start, if start.len() < 255 { Name::NONE } else { name })
    }

    /// The number of bytes up to and including the end of the last terminated string.
    pub(crate) fn n_ended(&self) -> usize {
        self.bytes.iter().rposition(|byte| *byte == 0).map_or(0, |last| last.saturating_add(1))
    }

    /// Appends a string. Adds empty titles first if any are missing.
    pub(crate) fn push(&mut self, string: &[u8]) -> Name {
        // The titles are counted from the end, because the table is long after many calls.
        let n_ends = self.bytes.iter().rev().filter(|byte| **byte == 0).take(Title::ALL.len()).count();
        let is_open = self.bytes.last().is_some_and(|last| *last != 0);
        let n_missing = Title::ALL.len().saturating_sub(n_ends).max(is_open.into());
        self.bytes.resize(self.bytes.len().saturating_add(n_missing), 0);
        // Beyond 4 GiB no name exists; the writer then reports that the table is too long.
        let name = Name(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
        self.bytes.extend_from_slice(string);
        self.bytes.push(0);
        name
    }

    /// The byte range of a title in the table.
    pub(crate) fn title_range(&self, title: Title) -> Option<std::ops::Range<usize>> {
        let start = self.title_start(title)?;
        Some(start..start.saturating_add(self.string_at(start)?.len()))
    }

    /// The offset of the first byte after the titles.
    pub(crate) fn titles_end(&self) -> Option<usize> {
        Some(self.title_range(Title::Description)?.end.saturating_add(1))
    }

    fn title_start(&self, title: Title) -> Option<usize> {
        let mut start = 0_usize;
        for _ in Title::ALL.iter().take_while(|before| **before != title) {
            start = start.saturating_add(self.string_at(start)?.len()).saturating_add(1);
        }
        Some(start)
    }

    fn string_at(&self, start: usize) -> Option<&[u8]> {
        let rest = self.bytes.get(start..)?;
        rest.get(..rest.iter().position(|byte| *byte == 0)?)
    }
}
