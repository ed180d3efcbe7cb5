//! Writes values whose parts are elements. Format document, section 6.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Element, PartSpelling};
use crate::read::markup::is_element;
use crate::write::Writer;
use crate::write::markup::pairs;

impl<'m> Writer<'m> {
    /// Writes a child on a line of its own. The end tag of its parent will be on a line of its own too.
    pub(super) fn child(&mut self, name: &str, depth: usize, content: impl FnOnce(&mut Self)) {
        let inside = depth.saturating_add(1);
        self.line(inside);
        self.is_tall = false;
        self.part(name, |writer| {
            content(writer);
            if writer.is_tall {
                writer.line(inside);
            }
        });
        self.is_tall = true;
    }

    /// Writes children of the same type, in the order of `names`.
    pub(super) fn array<T>(
        &mut self,
        names: &[&str],
        values: impl IntoIterator<Item = T>,
        depth: usize,
        write: impl Fn(&mut Self, T),
    ) {
        for (name, value) in names.iter().zip(values) {
            self.child(name, depth, |writer| write(writer, value));
        }
    }

    /// Writes a component of a value, with the attributes that its spelling records.
    pub(super) fn part(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        self.out.push(b'<');
        self.out.extend_from_slice(name.as_bytes());
        let n_around = self.path.len();
        let spelling = if self.parts.is_empty() { None } else { self.enter(name) };
        if let Some(spelling) = spelling {
            pairs(&spelling.attributes).for_each(|(name, value)| self.attribute(name, value));
        }
        self.out.push(b'>');
        content(self);
        if let Some(spelling) = spelling {
            spelling.children.iter().for_each(|child| self.out.extend_from_slice(&child.source));
        }
        self.path.truncate(n_around);
        self.end_tag(name.as_bytes());
    }

    /// Adds a name to `path`; returns the spelling of the component at that path.
    #[cold]
    fn enter(&mut self, name: &str) -> Option<&'m PartSpelling> {
        if !self.path.is_empty() {
            self.path.push(b'/');
        }
        self.path.extend_from_slice(name.as_bytes());
        self.parts.iter().find(|part| *part.path == *self.path)
    }
}

/// Checks that all sources are complete elements, because others would be read differently.
pub(in crate::write) fn are_elements(children: &[Element]) -> Result<(), Error> {
    match children.iter().all(|child| is_element(&child.source)) {
        true => Ok(()),
        false => Err(Error::model(ErrorKind::BadSource)),
    }
}
