//! From a document to the columns of a model.

mod place;
mod strings;

use super::gather::collected;
use super::links::NONE;
use super::neutral::{converted, neutral, type_id};
use super::{Defaults, Document, OwnedValue, Table, class, to_u32};
use crate::model::{
    Chunk, Class, ClassId, Column, Content, Hierarchy, Model, Name, Packed, Referent, SharedStrings, Strings,
    Value, Values,
};
use crate::wire::END;
use crate::{Error, ErrorKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use strings::Sharing;

/// The order in which [`Document::to_model_with`] arranges a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// That of the file, with its referents and class ids: chunks without an edit stay as they are, so that
    /// [`write_onto`](crate::write_onto()) copies them. What was added comes where Studio would put it. A document that
    /// was not made from a file is arranged as Studio does.
    #[default]
    File,
    /// That of Studio: referents in document order, classes and properties by name, children before their parents in the
    /// hierarchy. References to what is not in the document become null, and shared strings without a use are left out.
    Studio,
}

/// Options for [`Document::to_model_with`].
#[derive(Clone, Copy, Default)]
pub struct ModelOptions<'o> {
    order: Order,
    defaults: Option<&'o dyn Defaults>,
    refuses_holes: bool,
}

impl<'o> ModelOptions<'o> {
    /// Sets the order of chunks, rows and referents.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Sets the values for [holes](Hole). Without them, or where they know nothing, a hole gets the value of its type
    /// that says the least: zero, empty or none. For some properties that is far from the default, such as
    /// `Model.Scale`.
    #[must_use]
    pub fn defaults(mut self, defaults: &'o dyn Defaults) -> Self {
        self.defaults = Some(defaults);
        self
    }

    /// Makes a hole for which there is no default an error.
    #[must_use]
    pub fn refuse_holes(mut self, refuse: bool) -> Self {
        self.refuses_holes = refuse;
        self
    }
}

impl fmt::Debug for ModelOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { order, defaults, refuses_holes } = self;
        let mut shown = f.debug_struct("ModelOptions");
        shown.field("order", order).field("defaults", &defaults.is_some());
        shown.field("refuses_holes", refuses_holes).finish()
    }
}

/// A property that some items of a class have and others do not. A file has a value for each, so one was made up.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hole {
    /// The class.
    pub class: Name,
    /// The property.
    pub property: Name,
    /// The items without it.
    pub items: Vec<Referent>,
    /// The value that they got.
    pub value: OwnedValue,
    /// Whether it is from the [`Defaults`].
    pub is_default: bool,
}

impl Document {
    /// The columns of the document, in the order of the file, with holes filled by type.
    ///
    /// # Errors
    ///
    /// As [`to_model_with`](Self::to_model_with).
    pub fn to_model(&self) -> Result<Model, Error> {
        self.to_model_with(&ModelOptions::default()).map(|(model, _)| model)
    }

    /// The columns of the document, and the holes that were filled.
    ///
    /// # Errors
    ///
    /// If values of a property have types that are not related in items of one class, if items were added to or removed
    /// from a class that has columns which are not decoded, or if a hole is refused.
    ///
    /// ```
    /// use rbxbinary::{DefaultTable, Document, Item, ModelOptions};
    ///
    /// let mut document = Document::new();
    /// document.add(None, Item::new("Part").with("Transparency", 0.5_f32))?;
    /// let bare = document.add(None, Item::new("Part"))?;
    /// let defaults: DefaultTable = r#"{"Part": {"Transparency": 0}}"#.parse()?;
    /// let (model, holes) = document.to_model_with(&ModelOptions::default().defaults(&defaults))?;
    /// assert_eq!((&holes[0].items, holes[0].is_default), (&vec![bare], true));
    /// assert_eq!(model.column("Part", "Transparency").unwrap().values.len(), 2);
    /// assert!(document.to_model_with(&ModelOptions::default().refuse_holes(true)).is_err());
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn to_model_with(&self, options: &ModelOptions<'_>) -> Result<(Model, Vec<Hole>), Error> {
        let has_file = self.base.classes().next().is_some();
        let is_studio = options.order == Order::Studio || !has_file;
        let mut making = Making::new(self, options, is_studio);
        let chunks = if is_studio { making.in_studios_order()? } else { making.in_the_files_order()? };
        let is_same = !self.is_moved && !is_studio;
        let counts = self.base.header.counts.filter(|_| is_same);
        let header = crate::Header { counts, ..self.base.header };
        Ok((Model { header, chunks, trailing: self.base.trailing.clone() }, making.holes))
    }
}

/// A model being made.
struct Making<'d, 'o> {
    document: &'d Document,
    options: &'o ModelOptions<'o>,
    is_studio: bool,
    /// In Studio's order, the new referent of each node.
    referents: Vec<Referent>,
    sharing: Sharing,
    holes: Vec<Hole>,
}

impl<'d, 'o> Making<'d, 'o> {
    fn new(document: &'d Document, options: &'o ModelOptions<'o>, is_studio: bool) -> Self {
        let (referents, sharing, holes) = (Vec::new(), Sharing::default(), Vec::new());
        Self { document, options, is_studio, referents, sharing, holes }
    }

    fn in_the_files_order(&mut self) -> Result<Vec<Chunk>, Error> {
        let document = self.document;
        let mut rows = vec![Vec::new(); document.tables.len()];
        for (number, node) in (0..).zip(&document.nodes) {
            if let Some(rows) = node.as_ref().and_then(|node| rows.get_mut(node.table as usize)) {
                rows.push(number);
            }
        }
        let by_id = document.tables_by_id();
        let ids = self.class_ids(&by_id);
        let by_chunk: BTreeMap<_, _> = document
            .tables
            .iter()
            .zip(0_usize..)
            .filter_map(|(table, number)| Some((table.chunk?, number)))
            .collect();
        let mut chunks = Vec::with_capacity(document.base.chunks.len());
        let mut has_hierarchy = false;
        for (index, chunk) in document.base.chunks.iter().enumerate() {
            let kept = match chunk {
                Chunk::Class(_) => match by_chunk.get(&index) {
                    Some(table) => self.class_of_file(*table, &rows, &ids),
                    None => Some(chunk.clone()),
                },
                Chunk::Column(Column { class, .. })
                | Chunk::Packed(Packed { column: Some((class, _)), .. }) => match by_id.get(class) {
                    Some(table) => self.column_of_file(index, chunk, *table as usize, &rows)?,
                    None => Some(chunk.clone()),
                },
                Chunk::Hierarchy(_) if document.is_moved => {
                    let is_first = !std::mem::replace(&mut has_hierarchy, true);
                    is_first.then(|| self.hierarchy())
                }
                chunk => Some(chunk.clone()),
            };
            chunks.extend(kept);
        }
        let mut new = Vec::new();
        for (number, table) in document.tables.iter().enumerate() {
            let (Some(rows), Some(id)) = (rows.get(number), ids.get(number)) else { continue };
            if table.chunk.is_none() && !rows.is_empty() {
                new.push(Chunk::Class(self.class_chunk(&table.class, *id, rows)));
            }
            let is_new = |property: &u32| table.is_edited(*property) && table.column(*property).is_none();
            for property in (0..to_u32(document.names.all.len())).filter(is_new) {
                if let Some(values) = self.column(&table.class, property, rows, None)? {
                    let name = document.names.get(property).cloned().unwrap_or_default();
                    new.push(Chunk::Column(Column { class: *id, name, values, surplus: Vec::new() }));
                }
            }
        }
        if document.is_moved && !has_hierarchy {
            new.push(self.hierarchy());
        }
        self.append_strings(&mut chunks, &mut new)?;
        Ok(place::merged(chunks, new))
    }

    /// The id of each table: that of the file, or one above all others.
    fn class_ids(&self, by_id: &BTreeMap<ClassId, u32>) -> Vec<ClassId> {
        let mut next = by_id.keys().last().map_or(0, |id| id.0.wrapping_add(1));
        let mut new_id = || {
            while by_id.contains_key(&ClassId(next)) {
                next = next.wrapping_add(1);
            }
            let id = ClassId(next);
            next = next.wrapping_add(1);
            id
        };
        let ids = (0_u32..).zip(&self.document.tables).map(|(number, table)| match table.chunk {
            Some(chunk) => {
                let id = class(&self.document.base, chunk).id;
                let is_first = by_id.get(&id) == Some(&number);
                // Columns of a repeated id belong to its first class.
                if is_first || !table.is_edited.contains(&true) { id } else { new_id() }
            }
            None => new_id(),
        });
        ids.collect()
    }

    /// An INST of the file; `None` if it has no more items.
    fn class_of_file(&self, number: usize, rows: &[Vec<u32>], ids: &[ClassId]) -> Option<Chunk> {
        let (Some(table), Some(rows), Some(id)) =
            (self.document.tables.get(number), rows.get(number), ids.get(number))
        else {
            return None;
        };
        let old = class(&self.document.base, table.chunk.unwrap_or_default());
        if !table.has_other_rows {
            return Some(Chunk::Class(Class { id: *id, ..old.clone() }));
        }
        if rows.is_empty() {
            return None;
        }
        let mut new = self.class_chunk(&table.class, *id, rows);
        if old.format != 0 {
            let marker = |number: &u32| self.marker(*number, &old.markers);
            (new.format, new.markers) = (old.format, rows.iter().map(marker).collect());
        }
        new.surplus.clone_from(&old.surplus);
        Some(Chunk::Class(new))
    }

    /// The marker of an item: that of the file, if it says the same.
    fn marker(&self, number: u32, old: &[u8]) -> u8 {
        let Some(node) = self.document.node(number) else { return 0 };
        let old = old.get(node.row as usize).filter(|_| node.row != NONE);
        old.copied().filter(|old| (*old != 0) == node.is_service).unwrap_or(node.is_service.into())
    }

    fn class_chunk(&self, name: &Name, id: ClassId, rows: &[u32]) -> Class {
        let nodes = || rows.iter().filter_map(|number| self.document.node(*number));
        let format = nodes().any(|node| node.is_service).into();
        let markers =
            if format == 0 { Vec::new() } else { nodes().map(|node| node.is_service.into()).collect() };
        let referents = rows.iter().map(|number| self.referent_of(*number)).collect();
        Class { id, name: name.clone(), format, referents, markers, surplus: Vec::new() }
    }

    /// A PROP of the file, or what has become of it.
    fn column_of_file(
        &mut self,
        index: usize,
        chunk: &Chunk,
        table: usize,
        rows: &[Vec<u32>],
    ) -> Result<Option<Chunk>, Error> {
        let (Some(table), Some(rows)) = (self.document.tables.get(table), rows.get(table)) else {
            return Ok(None);
        };
        let property =
            table.columns.iter().find(|(_, column)| *column == index).map(|(property, _)| *property);
        let is_edited = property.is_some_and(|property| table.is_edited(property));
        if !table.has_other_rows && !is_edited {
            return Ok(Some(chunk.clone()));
        }
        match (chunk, property) {
            (Chunk::Column(Column { values: Values::Absent, .. }), _) if !rows.is_empty() => {
                Ok(Some(chunk.clone()))
            }
            (Chunk::Column(old), Some(property)) => {
                let values = self.column(&table.class, property, rows, Some(&old.values))?;
                Ok(values.map(|values| {
                    let Column { class, name, surplus, .. } = old;
                    Chunk::Column(Column {
                        class: *class,
                        name: name.clone(),
                        values,
                        surplus: surplus.clone(),
                    })
                }))
            }
            (Chunk::Packed(packed), Some(_)) if !rows.is_empty() => {
                let name = packed.column.as_ref().map(|(_, name)| name.clone()).unwrap_or_default();
                Err(undecoded(&table.class, &name))
            }
            // An earlier column of a property that has another does not count, and would have the wrong length.
            (_, None) if !table.has_other_rows => Ok(Some(chunk.clone())),
            _ => Ok(None),
        }
    }

    fn in_studios_order(&mut self) -> Result<Vec<Chunk>, Error> {
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
                let old =
                    tables.iter().find_map(|table| Some(&document.column(table.column(property)?)?.values));
                if let Some(values) = self.column(name, property, rows, old)? {
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

    /// The values of a property of these items; `None` if none of them has it. `old` are those of the file.
    fn column(
        &mut self,
        class: &Name,
        property: u32,
        rows: &[u32],
        old: Option<&Values>,
    ) -> Result<Option<Values>, Error> {
        let document = self.document;
        let name = || document.names.get(property).cloned().unwrap_or_default();
        if rows.is_empty() {
            return Ok(None);
        }
        if matches!(old, Some(Values::Raw { .. })) || old.is_none() && self.is_packed(property, rows) {
            return Err(undecoded(class, &name()));
        }
        let value = |number: &u32| document.value(document.node(*number)?, property);
        let found: Vec<_> = rows.iter().map(value).collect();
        let mut present = found.iter().flatten();
        let Some(first) = present.next().map(|first| type_id(*first)) else { return Ok(None) };
        let old_type = old.and_then(Values::type_id);
        let is_uniform = present.all(|value| type_id(*value) == first);
        let all = old_type.and_then(|to| self.all_converted(&found, to));
        // What was set in all items may have another type than in the file.
        let all = all.or_else(|| {
            self.all_converted(&found, if is_uniform { first } else { old_type.unwrap_or(first) })
        });
        let Some((type_id, mut values)) = all else {
            return Err(self.mixed(class, &name(), rows, &found, old_type.unwrap_or(first)));
        };
        let filling = self.filling(class, &name(), type_id, rows, &found)?;
        let filled: Vec<_> = values
            .drain(..)
            .filter_map(|value| value.or(filling.as_ref().map(OwnedValue::get)))
            .map(|value| self.renumbered(value))
            .collect();
        let mut values = collected(type_id, &filled)?;
        if let (Values::Content(new), Some(Values::Content(old)), false) = (&mut values, old, self.is_studio)
        {
            new.externals.clone_from(&old.externals);
        }
        Ok(Some(values))
    }

    /// The values as ones of another type, if all can be converted.
    fn all_converted<'v>(
        &mut self,
        found: &[Option<Value<'v>>],
        to: u8,
    ) -> Option<(u8, Vec<Option<Value<'v>>>)>
    where
        'd: 'v,
    {
        let mut convert = |value: Value<'v>| match (value, to) {
            (Value::SharedString(_), 0x1c) => Some(value),
            (Value::SharedString(index), _) => {
                converted(Value::String(self.document.shared_string(index)?), to)
            }
            (Value::String(text), 0x1c) => Some(Value::SharedString(self.sharing.add(self.document, text))),
            (value, to) => converted(value, to),
        };
        let values = found.iter().map(|value| match value {
            Some(value) => convert(*value).map(Some),
            None => Some(None),
        });
        Some((to, values.collect::<Option<_>>()?))
    }

    /// The value for items without one, if there are any.
    fn filling(
        &mut self,
        class: &Name,
        property: &Name,
        type_id: u8,
        rows: &[u32],
        found: &[Option<Value<'_>>],
    ) -> Result<Option<OwnedValue>, Error> {
        let without = rows.iter().zip(found).filter(|(_, value)| value.is_none());
        let items: Vec<_> = without.filter_map(|(number, _)| Some(self.document.node(*number)?.id)).collect();
        let Some(first) = items.first() else { return Ok(None) };
        let inside = |error: Error| error.inside(format!("{class}.{property}"));
        let default = self.options.defaults.and_then(|of| of.default_of(class, property, type_id));
        let is_default = default.is_some();
        if !is_default && self.options.refuses_holes {
            let error = Error::model(ErrorKind::Missing { what: "value" });
            return Err(error.inside(format!("{class}.{property}, instance {first}")));
        }
        let value = match &default {
            Some(default) => {
                self.all_converted(&[Some(default.get())], type_id).and_then(|(_, all)| *all.first()?)
            }
            None if type_id == 0x1c => Some(Value::SharedString(self.sharing.add(self.document, b""))),
            None => neutral(type_id),
        };
        let found = || default.as_ref().map_or(0, |default| super::neutral::type_id(default.get()));
        let value = value.map(OwnedValue::from).ok_or_else(|| inside(wrong_type(type_id, found())))?;
        let (class, property, filling) = (class.clone(), property.clone(), value.clone());
        self.holes.push(Hole { class, property, items, value, is_default });
        Ok(Some(filling))
    }

    /// A value with the referents and indices of the model.
    fn renumbered<'v>(&mut self, value: Value<'v>) -> Value<'v> {
        if !self.is_studio {
            return value;
        }
        match value {
            Value::Referent(id) => Value::Referent(self.referent(id)),
            Value::Content(Content::Object(id)) => match self.referent(id) {
                Referent::NONE => Value::Content(Content::None),
                referent => Value::Content(Content::Object(referent)),
            },
            Value::SharedString(index) => Value::SharedString(self.sharing.used(self.document, index)),
            value => value,
        }
    }

    fn referent(&self, id: Referent) -> Referent {
        self.document.number(id).map_or(Referent::NONE, |number| self.referent_of(number))
    }

    fn referent_of(&self, number: u32) -> Referent {
        match self.referents.get(number as usize) {
            Some(referent) => *referent,
            None => self.document.node(number).map_or(Referent::NONE, |node| node.id),
        }
    }

    /// The hierarchy, children before their parents.
    fn hierarchy(&self) -> Chunk {
        let order = self.document.numbers_upwards();
        let children = order.iter().map(|number| self.referent_of(*number)).collect();
        let parent = |number: &u32| {
            let parent = self.document.links(*number).map_or(NONE, |links| links.parent);
            if parent == NONE { Referent::NONE } else { self.referent_of(parent) }
        };
        let parents = order.iter().map(parent).collect();
        Chunk::Hierarchy(Hierarchy { children, parents, ..Hierarchy::default() })
    }

    /// Adds the new shared strings to the last SSTR, or makes one.
    fn append_strings(&self, chunks: &mut [Chunk], new: &mut Vec<Chunk>) -> Result<(), Error> {
        let mut strings =
            self.document.shared.added.iter().map(|string| &**string).chain(self.sharing.added()).peekable();
        if strings.peek().is_none() {
            return Ok(());
        }
        let last = chunks.iter_mut().rev().find_map(|chunk| match chunk {
            Chunk::SharedStrings(shared) => Some(shared),
            _ => None,
        });
        match last {
            Some(shared) => strings.try_for_each(|string| {
                shared.hashes.push([0; 16]);
                shared.strings.push(string)
            }),
            None => {
                new.push(Chunk::SharedStrings(SharedStrings::from(Strings::new(strings)?)));
                Ok(())
            }
        }
    }

    /// Whether one of the items has this property in a column that is not decoded.
    fn is_packed(&self, property: u32, rows: &[u32]) -> bool {
        let tables: BTreeSet<_> =
            rows.iter().filter_map(|number| Some(self.document.node(*number)?.table)).collect();
        let tables = tables.into_iter().filter_map(|table| self.document.tables.get(table as usize));
        tables.filter_map(|table| table.column(property)).any(|chunk| self.document.column(chunk).is_none())
    }

    #[cold]
    fn mixed(
        &self,
        class: &Name,
        property: &Name,
        rows: &[u32],
        found: &[Option<Value<'_>>],
        to: u8,
    ) -> Error {
        let other =
            |value: &Value<'_>| converted(*value, to).is_none() && !matches!(value, Value::SharedString(_));
        let first = rows.iter().zip(found).find_map(|(number, value)| Some((number, value.filter(other)?)));
        let (id, found) = first.map_or((Referent::NONE, 0), |(number, value)| {
            (self.document.node(*number).map_or(Referent::NONE, |node| node.id), type_id(value))
        });
        wrong_type(to, found).inside(format!("{class}.{property}, instance {id}"))
    }
}

impl Document {
    /// The properties of some tables, sorted by name.
    fn properties_of(&self, tables: &[&Table]) -> Vec<u32> {
        let has = |property: &u32| {
            tables.iter().any(|table| table.is_edited(*property) || table.column(*property).is_some())
        };
        let mut properties: Vec<_> = (0..to_u32(self.names.all.len())).filter(has).collect();
        properties.sort_unstable_by_key(|property| self.names.get(*property));
        properties
    }
}

#[cold]
fn undecoded(class: &Name, property: &Name) -> Error {
    let (expected, found) = ("a decoded column".into(), "one that is kept as bytes".into());
    Error::model(ErrorKind::Unexpected { expected, found }).inside(format!("{class}.{property}"))
}

#[cold]
fn wrong_type(expected: u8, found: u8) -> Error {
    let name = |type_id| Values::type_name(type_id).unwrap_or("a known type");
    Error::model(ErrorKind::Unexpected { expected: name(expected).into(), found: name(found).into() })
}
