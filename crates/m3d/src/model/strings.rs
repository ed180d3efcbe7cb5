//! The string table.

use super::Name;
use crate::mould::same::same;
use std::collections::HashMap;

/// The strings of a file, each ended by a zero byte, one after the other. Format document, section 4.3.
///
/// The first four are the titles; others are reached by their offset, which a [`Name`] is. Files may share
/// the end of a string between names, keep strings that nothing names, or leave the last one without its
/// end: so the table is kept as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Strings {
    /// The table.
    pub bytes: Vec<u8>,
}

same! {
    Strings { bytes }
}

/// Puts strings into a table, see [`Strings::interner`].
#[derive(Debug)]
pub struct Interner<'a> {
    strings: &'a mut Strings,
    names: HashMap<Vec<u8>, Name>,
}

/// One of the first four strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Title {
    /// What the model is called.
    Name,
    /// The licence or conditions of use.
    Licence,
    /// Who made it: `name <contact>, name <contact>`.
    Author,
    /// Comments, in lines; a first line `META` makes the others `keyword=value`.
    Description,
}

impl Title {
    /// All four, in their order.
    pub const ALL: [Self; 4] = [Self::Name, Self::Licence, Self::Author, Self::Description];
}

impl Default for Strings {
    fn default() -> Self {
        Self { bytes: vec![0; 4] }
    }
}

impl Interner<'_> {
    /// As [`Strings::intern`].
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
    /// The string of this name; `None` for no name, and for one outside the table or without an end.
    #[must_use]
    pub fn get(&self, name: Name) -> Option<&[u8]> {
        if name == Name::NONE { None } else { self.at(name.0 as usize) }
    }

    /// One of the titles; `None` if the table ends before it.
    #[must_use]
    pub fn title(&self, title: Title) -> Option<&[u8]> {
        self.at(self.title_start(title)?)
    }

    /// The strings behind the titles with their names, in the order of the table; what has no end is left out.
    pub fn names(&self) -> impl Iterator<Item = (Name, &[u8])> {
        let mut at = self.titles_end().unwrap_or(self.bytes.len());
        std::iter::from_fn(move || {
            let string = self.at(at)?;
            let name = Name(u32::try_from(at).ok()?);
            at = at.saturating_add(string.len()).saturating_add(1);
            Some((name, string))
        })
    }

    /// The name of this string, if it is in the table as a whole string.
    #[must_use]
    pub fn find(&self, string: &str) -> Option<Name> {
        self.names().find(|(_, found)| *found == string.as_bytes()).map(|(name, _)| name)
    }

    /// The name of this string, put at the end if it is not in the table. No string, if it is empty.
    ///
    /// A zero byte ends a string, so what follows one is left out. A name beyond the end of the table, which names
    /// nothing, may name something once the table is longer. The whole table is looked through: for many strings see
    /// [`interner`](Self::interner).
    pub fn intern(&mut self, string: &str) -> Name {
        let string = up_to_zero(string);
        if string.is_empty() {
            return Name::NONE;
        }
        self.find(string).unwrap_or_else(|| self.push(string.as_bytes()))
    }

    /// Puts many strings into the table, each in the time that it takes alone.
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

    /// Whether this name is of this string: without a look at all of one that many may name.
    pub(crate) fn is(&self, name: Name, string: &[u8]) -> bool {
        let rest = self.bytes.get(name.0 as usize..).unwrap_or_default();
        let is_start = rest.strip_prefix(string).is_some_and(|rest| rest.first() == Some(&0));
        is_start && name != Name::NONE && !string.contains(&0)
    }

    /// The first bytes of a string, up to 255 of them: without a look at all of one that many may name.
    pub(crate) fn start(&self, name: Name) -> &[u8] {
        let rest = self.bytes.get(name.0 as usize..).unwrap_or_default();
        let rest = rest.get(..255).unwrap_or(rest);
        // One that is short and has no end is none.
        let open = if rest.len() < 255 { 0 } else { rest.len() };
        let len = rest.iter().position(|byte| *byte == 0).unwrap_or(open);
        if name == Name::NONE { &[] } else { rest.get(..len).unwrap_or_default() }
    }

    /// What names of equal strings have in common: their string, and of long ones the name itself.
    pub(crate) fn key(&self, name: Name) -> (&[u8], Name) {
        let start = self.start(name);
        (start, if start.len() < 255 { Name::NONE } else { name })
    }

    /// How many bytes belong to strings that have an end.
    pub(crate) fn n_ended(&self) -> usize {
        self.bytes.iter().rposition(|byte| *byte == 0).map_or(0, |last| last.saturating_add(1))
    }

    /// Puts a string at the end, after the titles, which become empty ones where they are missing.
    pub(crate) fn push(&mut self, string: &[u8]) -> Name {
        // Counted from the end, where many strings have been put before.
        let n_ends = self.bytes.iter().rev().filter(|byte| **byte == 0).take(Title::ALL.len()).count();
        let is_open = self.bytes.last().is_some_and(|last| *last != 0);
        let n_missing = Title::ALL.len().saturating_sub(n_ends).max(is_open.into());
        self.bytes.resize(self.bytes.len().saturating_add(n_missing), 0);
        // Beyond 4 GiB there is no such name, and the writer says that the table is too long.
        let name = Name(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
        self.bytes.extend_from_slice(string);
        self.bytes.push(0);
        name
    }

    /// Where a title starts and ends.
    pub(crate) fn title_range(&self, title: Title) -> Option<std::ops::Range<usize>> {
        let start = self.title_start(title)?;
        Some(start..start.saturating_add(self.at(start)?.len()))
    }

    /// The byte behind the titles.
    pub(crate) fn titles_end(&self) -> Option<usize> {
        Some(self.title_range(Title::Description)?.end.saturating_add(1))
    }

    fn title_start(&self, title: Title) -> Option<usize> {
        let mut start = 0_usize;
        for _ in Title::ALL.iter().take_while(|before| **before != title) {
            start = start.saturating_add(self.at(start)?.len()).saturating_add(1);
        }
        Some(start)
    }

    fn at(&self, start: usize) -> Option<&[u8]> {
        let rest = self.bytes.get(start..)?;
        rest.get(..rest.iter().position(|byte| *byte == 0)?)
    }
}
