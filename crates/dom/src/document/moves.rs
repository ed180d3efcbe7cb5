//! Moves of values from properties that the engine replaced to their replacements.

use super::Document;
use crate::classes::Migration;
use crate::counted::counted;
use crate::error::Error;
use crate::id::Id;
use crate::value::Value;

/// The results of moving the values of one old property of a class.
#[derive(Debug)]
pub struct Moves {
    migration: Migration,
    n_moved: usize,
    n_removed: usize,
    n_left: usize,
    /// The number of values of the new property that were written as the old one.
    n_kept: usize,
    /// The number of values of the new property that had to be added next to the old one.
    n_added: usize,
}

impl Moves {
    pub fn new(migration: Migration) -> Self {
        Self { migration, n_moved: 0, n_removed: 0, n_left: 0, n_kept: 0, n_added: 0 }
    }

    /// Moves the value of an instance as the engine does: where the new property exists, the old one is
    /// removed, and a value without a meaning stays.
    pub fn carry_out(&mut self, document: &mut Document, id: Id, name: &str) -> Result<(), Error> {
        let to = self.migration.to();
        let Some(old) = document.get(id, name) else { return Ok(()) };
        let count = if to.iter().any(|name| document.get(id, name).is_some()) {
            &mut self.n_removed
        } else if let Some(new) = self.migration.perform(&old) {
            for name in to {
                document.set(id, name, new.clone())?;
            }
            &mut self.n_moved
        } else {
            self.n_left = self.n_left.saturating_add(1);
            return Ok(());
        };
        *count = count.saturating_add(1);
        document.unset(id, name);
        Ok(())
    }

    /// The names of the new properties in files.
    pub(super) fn to(&self) -> Vec<&'static str> {
        self.migration.to()
    }

    /// The value of the old property that corresponds to the new properties of an instance.
    fn inverse(&self, document: &Document, id: Id) -> Option<Value<'static>> {
        let mut all =
            self.to().into_iter().map(|new| Some(document.as_engine(id, new, document.get(id, new)?)));
        let first = all.next()??;
        let is_one = all.all(|value| value.as_ref() == Some(&first));
        self.migration.invert(&first).filter(|_| is_one)
    }

    fn has_new(&self, document: &Document, id: Id) -> bool {
        self.to().iter().any(|new| document.get(id, new).is_some())
    }

    /// Returns true if the old property can express the value of the new one that an instance has, if any.
    pub(super) fn can_keep(&self, document: &Document, id: Id) -> bool {
        !self.has_new(document, id) || self.inverse(document, id).is_some()
    }

    /// Replaces the new property of an instance by the old one, which the file uses.
    pub(super) fn keep(&mut self, document: &mut Document, id: Id, name: &str) -> Result<(), Error> {
        let Some(old) = self.inverse(document, id) else { return Ok(()) };
        document.set(id, name, old)?;
        for new in self.to() {
            document.unset(id, new);
        }
        self.n_kept = self.n_kept.saturating_add(1);
        Ok(())
    }

    /// Gives an instance both the old and the new property, with the same meaning if the old one can express
    /// it.
    pub(super) fn double(&mut self, document: &mut Document, id: Id, name: &str) -> Result<(), Error> {
        match document.get(id, name) {
            _ if self.has_new(document, id) && document.is_from_file(id) => {}
            Some(old) if !self.has_new(document, id) => {
                let Some(new) = self.migration.perform(&old) else { return Ok(()) };
                for name in self.to() {
                    document.set(id, name, new.clone())?;
                }
                self.n_added = self.n_added.saturating_add(1);
            }
            None => {
                if let Some(old) = self.inverse(document, id) {
                    document.set(id, name, old)?;
                }
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Returns true if any instance was changed.
    pub(super) fn has_changed(&self) -> bool {
        [self.n_moved, self.n_removed, self.n_kept, self.n_added] != [0; 4]
    }

    /// The number of values that were moved or removed.
    pub fn n_values(&self) -> usize {
        self.n_moved.saturating_add(self.n_removed)
    }

    pub fn notes(&self, class: &str, name: &str) -> Vec<String> {
        let to = self.migration.to().join(", ");
        let all = [
            (self.n_moved, format!("moved to {to}")),
            (self.n_removed, format!("removed, since {to} exists")),
            (self.n_left, "kept, since the engine does not know them".to_owned()),
            (self.n_kept, format!("of {to}, which the file stores under this name")),
            (self.n_added, format!("copied to {to}, which the file did not have")),
        ];
        let some = all.into_iter().filter(|(n, _)| *n > 0);
        some.map(|(n, what)| format!("{class}.{name}: {} {what}", counted(n, "value"))).collect()
    }
}
