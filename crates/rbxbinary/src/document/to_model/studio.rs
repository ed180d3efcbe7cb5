//! The columns of a document in Studio's order.

use super::super::{Document, Table};
use super::Making;
use super::rows::Rows;
use crate::common::error::Error;
use crate::model::{Chunk, ClassId, Column, Name, Packed, Referent, SharedStrings, Strings};
use crate::wire::END;

impl Making<'_, '_> {
    pub(super) fn in_studios_order(&mut self) -> Result<Vec<Chunk>, Error> {
        let document = self.document;
        let order: Vec<_> = document.numbers().collect();
        self.referents = vec![Referent::NONE; document.nodes.len()];
        // Format document, section 7: numbered from 0, each before its descendants.
        for (number, referent) in order.iter().zip(0..) {
            if let Some(place) = self.referents.get_mut(*number as usize) {
                *place = Referent(referent);
            }
        }
        let (mut classes, mut columns) = (Vec::new(), Vec::new());
        for (Group { name, tables, rows }, id) in groups(document, &order).into_iter().zip((0..).map(ClassId))
        {
            classes.push(Chunk::Class(self.class_chunk(name, id, &rows)));
            let rows = Rows::new(document, rows);
            for property in document.properties_of(&tables) {
                if let Some(values) = self.column(name, property, &rows, &tables)? {
                    let name = document.names.get(property).cloned().unwrap_or_default();
                    columns.push(Chunk::Column(Column { class: id, name, values, surplus: Vec::new() }));
                }
            }
        }
        let kept = |is_kept: fn(&Chunk) -> bool| {
            document.base.chunks.iter().filter(move |chunk| is_kept(chunk)).cloned()
        };
        // The chunks are META, SSTR, INST, PROP, PRNT, END; signatures and unknown chunks come before END. Format
        // document, section 7.
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

/// The items of one class.
struct Group<'d> {
    name: &'d Name,
    tables: Vec<&'d Table>,
    /// The numbers of the nodes, in document order.
    rows: Vec<u32>,
}

/// Groups the items, which are in the order of `order`, by class. The groups are sorted by class name.
fn groups<'d>(document: &'d Document, order: &[u32]) -> Vec<Group<'d>> {
    let tables = &document.tables;
    // The items of a class are in the group of its first table.
    let mut groups: Vec<_> = tables
        .iter()
        .map(|table| Group { name: &table.class, tables: Vec::new(), rows: Vec::new() })
        .collect();
    let first: Vec<_> = tables
        .iter()
        .map(|table| document.by_class.get(&table.class).map_or(0, |first| *first as usize))
        .collect();
    let mut is_used = vec![false; tables.len()];
    for number in order {
        let Some(table) = document.node(*number).and_then(|node| document.table_number(node)) else {
            continue;
        };
        if let Some(group) = first.get(table).and_then(|first| groups.get_mut(*first)) {
            group.rows.push(*number);
        }
        if let Some(is_used) = is_used.get_mut(table) {
            *is_used = true;
        }
    }
    for ((table, first), _) in tables.iter().zip(first).zip(is_used).filter(|(_, is_used)| *is_used) {
        if let Some(group) = groups.get_mut(first) {
            group.tables.push(table);
        }
    }
    groups.retain(|group| !group.rows.is_empty());
    // Format document, section 7: by the bytes of their names.
    groups.sort_unstable_by_key(|group| group.name);
    groups
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
