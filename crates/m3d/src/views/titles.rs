//! Titles, authors and keywords of a model.

use crate::model::{Model, Name, Title};
use crate::visit::{Visitor, visit};
use std::borrow::Cow;
use std::ops::Range;

/// An author of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author<'a> {
    /// The author's name.
    pub name: Cow<'a, str>,
    /// An e-mail or web address; empty if none is given.
    pub contact: Cow<'a, str>,
}

impl Model {
    /// A title, with � for invalid UTF-8; empty if it is missing.
    #[must_use]
    pub fn title(&self, title: Title) -> Cow<'_, str> {
        String::from_utf8_lossy(self.strings.title(title).unwrap_or_default())
    }

    /// Replaces a title. A zero byte ends a title, so the bytes after one are dropped. Names keep their strings, even
    /// those that share bytes with the title, and dangling names stay dangling.
    ///
    /// ```
    /// use m3d::{Model, Title};
    ///
    /// let mut model = Model::default();
    /// let red = model.strings.intern("red");
    /// model.set_title(Title::Author, "A Name <a@example.org>, Another");
    /// let authors: Vec<_> = model.authors().collect();
    /// assert_eq!((&*authors[0].contact, &*authors[1].name), ("a@example.org", "Another"));
    /// # let _ = red;
    /// ```
    pub fn set_title(&mut self, title: Title, text: &str) {
        let text = text.split('\0').next().unwrap_or_default();
        let nothing = self.strings.n_ended();
        while self.strings.title_range(title).is_none() {
            self.strings.bytes.push(0);
        }
        let Some(range) = self.strings.title_range(title) else { return };
        let mut find = SuffixFinder { title: range.clone(), is_named: false };
        visit(self, &mut find);
        let old =
            if find.is_named { self.strings.bytes.get(range.clone()).map(<[u8]>::to_vec) } else { None };
        let kept = old.map(|old| self.strings.push(&old).0 as usize);
        self.strings.bytes.splice(range.clone(), text.bytes());
        let grown = self.strings.n_ended();
        visit(self, &mut TitleChange { title: range, len: text.len(), kept, nothing, grown });
    }

    /// The authors, from the title of the form `name <contact>, name <contact>`.
    pub fn authors(&self) -> impl Iterator<Item = Author<'_>> {
        let bytes = self.strings.title(Title::Author).unwrap_or_default();
        bytes.split(|byte| *byte == b',').filter_map(|one| {
            let one = one.trim_ascii();
            let start = one.iter().position(|byte| *byte == b'<').unwrap_or(one.len());
            let (name, contact) = one.split_at_checked(start)?;
            let contact = contact.strip_prefix(b"<").unwrap_or_default();
            let contact = contact.strip_suffix(b">").unwrap_or(contact);
            let text = String::from_utf8_lossy;
            (!one.is_empty()).then(|| Author { name: text(name.trim_ascii()), contact: text(contact) })
        })
    }

    /// The pairs of keyword and value in the description, one `keyword=value` per line. `None` unless its first line
    /// is `META` or the name of another schema in capitals.
    #[must_use]
    pub fn keywords(&self) -> Option<Vec<(Cow<'_, str>, Cow<'_, str>)>> {
        let mut lines = self.strings.title(Title::Description)?.split(|byte| *byte == b'\n');
        let schema = lines.next()?;
        if schema.is_empty() || !schema.iter().all(u8::is_ascii_uppercase) {
            return None;
        }
        let text = String::from_utf8_lossy;
        let pairs = lines.filter_map(|line| {
            let (key, value) = line.split_at_checked(line.iter().position(|byte| *byte == b'=')?)?;
            Some((text(key), text(value.get(1..)?)))
        });
        Some(pairs.collect())
    }
}

/// Determines whether a name of the model refers to a suffix of a title.
struct SuffixFinder {
    title: Range<usize>,
    is_named: bool,
}

impl Visitor for SuffixFinder {
    fn name(&mut self, name: &mut Name) {
        self.is_named |= *name != Name::NONE && self.title.contains(&(name.0 as usize));
    }
}

/// Updates names after the change of a title: names after the title move with it, names inside it move to a
/// copy of the old title, and dangling names move as far as the end of the table.
struct TitleChange {
    title: Range<usize>,
    /// The new length of the title.
    len: usize,
    /// The offset of the copy of the old title, counted in the table before the change.
    kept: Option<usize>,
    /// The offset from which names dangle, before and after the change.
    nothing: usize,
    grown: usize,
}

impl Visitor for TitleChange {
    fn name(&mut self, name: &mut Name) {
        let Range { start, end } = self.title;
        let mut at = name.0 as usize;
        if at >= self.nothing {
            return name.keep_dangling(self.nothing, self.grown);
        }
        if let Some(kept) = self.kept.filter(|_| self.title.contains(&at)) {
            at = at.saturating_sub(start).saturating_add(kept);
        }
        if at >= end && *name != Name::NONE {
            let at = at.saturating_sub(end).saturating_add(start).saturating_add(self.len);
            *name = Name(u32::try_from(at).unwrap_or(u32::MAX));
        }
    }
}
