//! The columns of a document in Studio's order.

use super::super::{Document, Table};
use super::Making;
use crate::Error;
use crate::model::{Chunk, ClassId, Column, Name, Packed, Referent, SharedStrings, Strings};
use crate::wire::END;
use std::collections::{BTreeMap, BTreeSet};

impl Making<'_, '_> {
    pub(super) fn in_studios_order(&mut self) -> Result<Vec<Chunk>, Error> {
        let document = self.document;
        let order: Vec<_> = document.numbers().collect();
        self.referents = vec![Referent::NONE; document.nodes.len()];
        for (number, referent) in order.iter().zip(0..) {
            if let Some(place) = self.referents.get_mut(*number as usize) {
                *place = Referent(referent);
            }
        }
        let mut groups: BTreeMap<&Name, (BTreeSet<u32>, Vec<u32>)> = BTreeMap::new();
        for number in &order {
            let Some(node) = document.node(*number) else { continue };
            let Some(table) = document.tables.get(node.table as usize) else { continue };
            let (tables, rows) = groups.entry(&table.class).or_default();
            tables.insert(node.table);
            rows.push(*number);
        }
        let (mut classes, mut columns) = (Vec::new(), Vec::new());
        for ((name, (tables, rows)), id) in groups.iter().zip((0..).map(ClassId)) {
            classes.push(Chunk::Class(self.class_chunk(name, id, rows)));
            let tables: Vec<_> =
                tables.iter().filter_map(|table| document.tables.get(*table as usize)).collect();
            for property in document.properties_of(&tables) {
                if let Some(values) = self.column(name, property, rows, &tables)? {
                    let name = document.names.get(property).cloned().unwrap_or_default();
                    columns.push(Chunk::Column(Column { class: id, name, values, surplus: Vec::new() }));
                }
            }
        }
        let kept = |is_kept: fn(&Chunk) -> bool| {
            document.base.chunks.iter().filter(move |chunk| is_kept(chunk)).cloned()
        };
        let mut chunks: Vec<_> = kept(|chunk| matches!(chunk, Chunk::Metadata(_))).collect();
        let strings = std::mem::take(&mut self.sharing).into_used();
        if !strings.is_empty() {
            chunks.push(Chunk::SharedStrings(SharedStrings::from(Strings::new(strings)?)));
        }
        chunks.append(&mut classes);
        chunks.append(&mut columns);
        chunks.push(self.hierarchy());
        chunks.extend(kept(|chunk| {
            matches!(
                chunk,
                Chunk::Signatures(_) | Chunk::Unknown(_) | Chunk::Packed(Packed { column: None, .. })
            )
        }));
        chunks.push(Chunk::End(END.to_vec()));
        Ok(chunks)
    }
}

impl Document {
    /// The properties of some tables, sorted by name.
    fn properties_of(&self, tables: &[&Table]) -> Vec<u32> {
        let stored = tables.iter().flat_map(|table| table.columns.iter().map(|(property, _)| *property));
        let edited = tables.iter().flat_map(|table| table.edited.iter().copied());
        let mut properties: Vec<_> = stored.chain(edited).collect();
        properties.sort_unstable_by_key(|property| self.names.get(*property));
        properties.dedup();
        properties
    }
}
