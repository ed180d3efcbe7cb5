//! Properties that only some items of a class have.

use super::Document;
use crate::model::{Name, Referent};

/// A property that some items of a class have and others lack. A file has a value for every item, so
/// [`Document::to_model_with`] needs a value for the items that lack the property.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hole {
    /// The class.
    pub class: Name,
    /// The property.
    pub property: Name,
    /// The items that have it.
    pub with: Vec<Referent>,
    /// The number of items that lack it.
    pub n_without: usize,
    /// Set if the class has the property in the file that was read; `None` if that file does not have the class.
    pub is_of_file: Option<bool>,
}

impl Document {
    /// The properties that only some items of a class have.
    ///
    /// ```
    /// use rbxbinary::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let glass = document.add(None, Item::new("Part").with("Transparency", 0.5_f32))?;
    /// document.add(None, Item::new("Part"))?;
    /// let hole = &document.holes()[0];
    /// assert_eq!((&*hole.property, &hole.with, hole.n_without), (&b"Transparency"[..], &vec![glass], 1));
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    #[must_use]
    pub fn holes(&self) -> Vec<Hole> {
        // A table without added items and changed properties has complete columns: those of the file.
        let may_have = |table: &super::Table| table.has_other_rows || !table.edited.is_empty();
        let mut rows = vec![Vec::new(); self.tables.len()];
        for (number, node) in (0_u32..).zip(&self.nodes) {
            let table = node.as_ref().and_then(|node| self.table_number(node));
            if let Some(table) = table.filter(|table| self.tables.get(*table).is_some_and(may_have))
                && let Some(rows) = rows.get_mut(table)
            {
                rows.push(number);
            }
        }
        let mut holes = Vec::new();
        for (table, rows) in self.tables.iter().zip(rows) {
            let stored = table.columns.iter().filter(|(_, chunk)| self.is_decoded(*chunk));
            let stored = stored.map(|(property, _)| *property).filter(|_| table.has_other_rows);
            let edited = table.edited.iter().copied().filter(|property| {
                table.column(*property).is_none_or(|chunk| !table.has_other_rows && self.is_decoded(chunk))
            });
            for property in stored.chain(edited) {
                let values = rows.iter().zip(self.values_of(property, &rows));
                let with =
                    values.filter_map(|(number, value)| value.and(self.node(*number)).map(|node| node.id));
                let with: Vec<_> = with.collect();
                let n_without = rows.len().saturating_sub(with.len());
                if let Some(property_name) = self.names.get(property)
                    && !with.is_empty()
                    && n_without > 0
                {
                    holes.push(Hole {
                        class: table.class.clone(),
                        property: property_name.clone(),
                        with,
                        n_without,
                        is_of_file: table.chunk.map(|_| table.column(property).is_some()),
                    });
                }
            }
        }
        holes
    }
}
