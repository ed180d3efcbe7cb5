//! Makes the columns of an edited file, in the order of that file.

use super::super::{Document, Table, class};
use super::column::undecoded;
use super::rows::Rows;
use super::{Making, place};
use crate::common::error::Error;
use crate::model::{
    Chunk, Class, ClassId, Column, Name, Packed, SharedIndex, SharedStrings, Strings, Values,
};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The chunks to write for a class.
struct Plan<'d> {
    table: &'d Table,
    id: ClassId,
    /// The items of the class: first those of the file, in the order of the file.
    rows: Rows<'d>,
}

impl<'d> Making<'d, '_> {
    pub(super) fn in_the_files_order(&mut self) -> Result<Vec<Chunk>, Error> {
        let document = self.document;
        let by_id = document.tables_by_id();
        let plans = plans(document, &by_id);
        // Tables stand in the order of their chunks.
        let mut classes = plans.iter();
        let mut chunks = Vec::with_capacity(document.base.chunks.len());
        let mut has_hierarchy = false;
        // The columns of the file with indices that lead to no shared string.
        let mut dangling = Vec::new();
        for (index, chunk) in document.base.chunks.iter().enumerate() {
            let kept = match chunk {
                Chunk::Class(old) => {
                    classes.next().and_then(|plan| self.class_of_file(old, plan)).map(Cow::Owned)
                }
                Chunk::Column(Column { class, name, .. })
                | Chunk::Packed(Packed { column: Some((class, name)), .. }) => {
                    match by_id.get(class).and_then(|table| plans.get(*table as usize)) {
                        Some(plan) => self.column_of_file(index, chunk, name, plan)?,
                        None => Some(Cow::Borrowed(chunk)),
                    }
                }
                // All pairs go into the first of several.
                Chunk::Hierarchy(_) if document.is_moved => {
                    let is_first = !std::mem::replace(&mut has_hierarchy, true);
                    is_first.then(|| Cow::Owned(self.hierarchy()))
                }
                chunk => Some(Cow::Borrowed(chunk)),
            };
            if matches!(kept, Some(Cow::Borrowed(_))) && document.has_dangling_strings(chunk) {
                dangling.push(chunks.len());
            }
            chunks.extend(kept.map(Cow::into_owned));
        }
        let mut new = self.new_classes_and_columns(&plans)?;
        if document.is_moved && !has_hierarchy {
            new.push(self.hierarchy());
        }
        self.append_strings(&mut chunks, &mut new, &dangling)?;
        Ok(place::merged(chunks, new))
    }

    /// The new version of an INST chunk of the file; `None` if the class has no items any more.
    fn class_of_file(&self, old: &Class, plan: &Plan<'_>) -> Option<Chunk> {
        if !plan.table.has_other_rows && !plan.table.has_other_marks {
            return Some(Chunk::Class(Class { id: plan.id, ..old.clone() }));
        }
        let rows = plan.rows.numbers();
        if rows.is_empty() {
            return None;
        }
        let mut new = self.class_chunk(&plan.table.class, plan.id, rows);
        if old.format != 0 {
            let marker = |number: &u32| self.marker(*number, &old.markers);
            (new.format, new.markers) = (old.format, rows.iter().map(marker).collect());
        }
        new.surplus.clone_from(&old.surplus);
        Some(Chunk::Class(new))
    }

    /// The service marker of an item: the byte of the file if it still means the same, otherwise 0 or 1.
    fn marker(&self, number: u32, old: &[u8]) -> u8 {
        let Some(node) = self.document.node(number) else { return 0 };
        let old = old.get(node.row as usize).filter(|_| self.document.is_of_file(node));
        old.copied().filter(|old| (*old != 0) == node.is_service).unwrap_or(node.is_service.into())
    }

    /// A PROP chunk of the file with its edits; `None` if it is omitted.
    fn column_of_file<'c>(
        &mut self,
        index: usize,
        chunk: &'c Chunk,
        name: &Name,
        plan: &Plan<'_>,
    ) -> Result<Option<Cow<'c, Chunk>>, Error> {
        let Plan { table, rows, .. } = plan;
        let property =
            self.document.names.find(name).filter(|property| table.column(*property) == Some(index));
        let is_edited = property.is_some_and(|property| table.edited.contains(&property));
        if !table.has_other_rows && !is_edited {
            return Ok(Some(Cow::Borrowed(chunk)));
        }
        match (chunk, property) {
            _ if rows.numbers().is_empty() => Ok(None),
            // A column without a type is ignored, whatever its class has. Format document, section 8.
            (Chunk::Column(Column { values: Values::Absent, .. }), _) => Ok(Some(Cow::Borrowed(chunk))),
            (Chunk::Column(old), Some(property)) => {
                let values = self.column(&table.class, property, rows, &[table])?;
                let Column { class, name, surplus, .. } = old;
                let (class, name, surplus) = (*class, name.clone(), surplus.clone());
                let column = |values| Cow::Owned(Chunk::Column(Column { class, name, values, surplus }));
                Ok(values.map(column))
            }
            (_, Some(_)) => Err(undecoded(&table.class, name)),
            // An earlier column of a property that has another does not count, and would have the wrong length.
            (_, None) => Ok(None),
        }
    }

    /// The INST and PROP chunks that the file lacks.
    fn new_classes_and_columns(&mut self, plans: &[Plan<'_>]) -> Result<Vec<Chunk>, Error> {
        let mut new = Vec::new();
        for Plan { table, id, rows } in plans {
            if table.chunk.is_none() && !rows.numbers().is_empty() {
                new.push(Chunk::Class(self.class_chunk(&table.class, *id, rows.numbers())));
            }
            for property in table.edited.iter().filter(|property| table.column(**property).is_none()) {
                if let Some(values) = self.column(&table.class, *property, rows, &[table])? {
                    let name = self.document.names.get(*property).cloned().unwrap_or_default();
                    new.push(Chunk::Column(Column { class: *id, name, values, surplus: Vec::new() }));
                }
            }
        }
        Ok(new)
    }

    /// Adds the new shared strings to the last SSTR chunk, or makes one. The columns at `dangling` have indices that no
    /// string had; these are changed so that they do not refer to new strings.
    fn append_strings(
        &self,
        chunks: &mut [Chunk],
        new: &mut Vec<Chunk>,
        dangling: &[usize],
    ) -> Result<(), Error> {
        let mut strings =
            self.document.shared.added.iter().map(|string| &**string).chain(self.sharing.added()).peekable();
        if strings.peek().is_none() {
            return Ok(());
        }
        for at in dangling {
            if let Some(Chunk::Column(Column { values: Values::SharedString(all), .. })) = chunks.get_mut(*at)
            {
                all.iter_mut()
                    .filter(|index| self.document.leads_nowhere(**index))
                    .for_each(|index| *index = SharedIndex::NOWHERE);
            }
        }
        let last = chunks.iter_mut().rev().find_map(|chunk| match chunk {
            Chunk::SharedStrings(shared) => Some(shared),
            _ => None,
        });
        match last {
            Some(shared) => strings.try_for_each(|string| {
                // Zeros, as in newer files. Format document, section 3, SSTR.
                shared.hashes.push([0; 16]);
                shared.strings.push(string)
            }),
            None => {
                new.push(Chunk::SharedStrings(SharedStrings::from(Strings::new(strings)?)));
                Ok(())
            }
        }
    }
}

fn plans<'d>(document: &'d Document, by_id: &BTreeMap<ClassId, u32>) -> Vec<Plan<'d>> {
    // After the highest id it goes on with 0: fewer classes fit in memory than there are ids.
    let mut next = by_id.keys().last().map_or(0, |id| id.0.wrapping_add(1));
    let mut new_id = || {
        while by_id.contains_key(&ClassId(next)) {
            next = next.wrapping_add(1);
        }
        let id = ClassId(next);
        next = next.wrapping_add(1);
        id
    };
    let mut rows = vec![Vec::new(); document.tables.len()];
    for (number, node) in (0..).zip(&document.nodes) {
        let table = node.as_ref().and_then(|node| rows.get_mut(document.table_number(node)?));
        table.into_iter().for_each(|rows| rows.push(number));
    }
    let plan = |((number, table), rows): ((u32, &'d Table), Vec<u32>)| {
        let old = table.chunk.map(|chunk| class(&document.base, chunk).id);
        // Columns of a repeated id belong to its first class, so another class that needs columns needs another id.
        let is_usable = |id: &ClassId| by_id.get(id) == Some(&number) || table.edited.is_empty();
        Plan { table, id: old.filter(is_usable).unwrap_or_else(&mut new_id), rows: Rows::new(document, rows) }
    };
    (0..).zip(&document.tables).zip(rows).map(plan).collect()
}
