//! Values of properties that the engine replaced, which go to those that took their place.

use super::Document;
use crate::classes::Migration;
use crate::counted::counted;
use crate::error::Error;
use crate::id::Id;

/// What became of the values of an old property of a class.
#[derive(Debug)]
pub struct Moves {
    migration: Migration,
    n_moved: usize,
    n_removed: usize,
    n_left: usize,
}

impl Moves {
    pub fn new(migration: Migration) -> Self {
        Self { migration, n_moved: 0, n_removed: 0, n_left: 0 }
    }

    /// Moves the value of an instance as the engine does: where the new property exists, the old one is ignored, and a
    /// value that means nothing stays where it is.
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

    /// How many values were moved or removed.
    pub fn n_values(&self) -> usize {
        self.n_moved.saturating_add(self.n_removed)
    }

    pub fn notes(&self, class: &str, name: &str) -> Vec<String> {
        let to = self.migration.to().join(", ");
        let all = [
            (self.n_moved, format!("moved to {to}")),
            (self.n_removed, format!("removed, since {to} is there")),
            (self.n_left, "left, since the engine knows no such value".to_owned()),
        ];
        let some = all.into_iter().filter(|(n, _)| *n > 0);
        some.map(|(n, what)| format!("{class}.{name}: {} {what}", counted(n, "value"))).collect()
    }
}
