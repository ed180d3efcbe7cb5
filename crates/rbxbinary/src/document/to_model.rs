//! Converts a document to the columns of a model.

mod column;
mod file;
mod place;
mod rows;
mod strings;
mod studio;

use super::links::NONE;
use super::{Document, OwnedValue};
use crate::common::error::Error;
use crate::model::{Chunk, Class, ClassId, Content, Hierarchy, Model, Name, Referent, Value};
use crate::references::Holder;
use std::fmt;
use strings::Sharing;

/// The order in which [`Document::to_model_with`] arranges a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// The order of the file, with its referents and class ids: unedited chunks stay as they are, so that
    /// [`write_onto`](crate::write_onto()) copies them. Added classes and properties are placed as Studio would place
    /// them. A document that was not read from a file is arranged as by `Studio`.
    #[default]
    File,
    /// The order of Studio: referents in document order, classes and properties by name, children before their parents
    /// in the hierarchy. References to items outside the document become null, and unused shared strings are omitted.
    Studio,
}

/// Returns the default value of a property for instances that lack it, or `None` if it is unknown. The arguments are
/// the class, the property, and the type of its values, numbered as in [`Values::type_id`](crate::Values::type_id):
/// 0x04 is a 32-bit float. A result of a related type is converted.
pub type Filler<'o> = dyn Fn(&[u8], &[u8], u8) -> Option<OwnedValue> + 'o;

/// Options for [`Document::to_model_with`].
#[derive(Clone, Copy, Default)]
#[must_use]
pub struct ModelOptions<'o> {
    order: Order,
    filler: Option<&'o Filler<'o>>,
}

impl<'o> ModelOptions<'o> {
    /// Sets the order of chunks, rows and referents.
    pub fn order(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Sets the function that fills [holes](Document::holes). This crate does not know the defaults of Roblox's
    /// classes, and zero is the default of few properties. So without a function, only three kinds of properties are
    /// filled: names with the class, references and unique ids with null.
    pub fn fill(self, filler: &'o Filler<'o>) -> Self {
        Self { filler: Some(filler), ..self }
    }
}

impl fmt::Debug for ModelOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { order, filler } = self;
        f.debug_struct("ModelOptions").field("order", order).field("fill", &filler.is_some()).finish()
    }
}

impl Document {
    /// Converts the document to a model, in the order of the file.
    ///
    /// # Errors
    ///
    /// The errors of [`to_model_with`](Self::to_model_with), and an error if there are [holes](Self::holes) other than
    /// names, references and unique ids.
    pub fn to_model(&self) -> Result<Model, Error> {
        self.to_model_with(&ModelOptions::default())
    }

    /// Converts the document to a model.
    ///
    /// # Errors
    ///
    /// If the values of a property in items of one class have unrelated types, if items were added to or removed from a
    /// class some of whose columns are not decoded, or if there is no value to fill a [hole](Self::holes).
    ///
    /// ```
    /// use rbxbinary::{Document, Item, ModelOptions, Value};
    ///
    /// let mut document = Document::new();
    /// document.add(None, Item::new("Part").with("Transparency", 0.5_f32))?;
    /// document.add(None, Item::new("Part"))?;
    /// let error = document.to_model().unwrap_err();
    /// assert_eq!(error.to_string(), "Part.Transparency of Part[2]: there is no value");
    ///
    /// let defaults = |class: &[u8], property: &[u8], _| match (class, property) {
    ///     (b"Part", b"Transparency") => Some(0.0_f32.into()),
    ///     _ => None,
    /// };
    /// let model = document.to_model_with(&ModelOptions::default().fill(&defaults))?;
    /// assert_eq!(model.column("Part", "Transparency").unwrap().values.get(1), Some(Value::Float32(0.0)));
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn to_model_with(&self, options: &ModelOptions<'_>) -> Result<Model, Error> {
        let has_file = self.base.classes().next().is_some();
        let is_studio = options.order == Order::Studio || !has_file;
        let mut making = Making::new(self, options, is_studio);
        let chunks = if is_studio { making.in_studios_order()? } else { making.in_the_files_order()? };
        let is_same = !self.is_moved && !is_studio;
        let counts = self.base.header.counts.filter(|_| is_same);
        let header = crate::model::Header { counts, ..self.base.header };
        Ok(Model { header, chunks, trailing: self.base.trailing.clone() })
    }
}

/// A model being made.
struct Making<'d, 'o> {
    document: &'d Document,
    options: &'o ModelOptions<'o>,
    is_studio: bool,
    /// The new referent of each node, by its number. Empty unless the model is in Studio's order.
    referents: Vec<Referent>,
    sharing: Sharing,
}

impl<'d, 'o> Making<'d, 'o> {
    fn new(document: &'d Document, options: &'o ModelOptions<'o>, is_studio: bool) -> Self {
        Self { document, options, is_studio, referents: Vec::new(), sharing: Sharing::default() }
    }

    /// The INST chunk for these items.
    fn class_chunk(&self, name: &Name, id: ClassId, rows: &[u32]) -> Class {
        let nodes = || rows.iter().filter_map(|number| self.document.node(*number));
        let format = nodes().any(|node| node.is_service).into();
        let markers =
            if format == 0 { Vec::new() } else { nodes().map(|node| node.is_service.into()).collect() };
        let referents = rows.iter().map(|number| self.referent_of(*number)).collect();
        Class { id, name: name.clone(), format, referents, markers, surplus: Vec::new() }
    }

    /// Replaces referents and shared-string indices of the document in a value by those of the model.
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

    /// The bytes of a string that may hold references, with the referents of the model; `None` if they do not change.
    fn renumbered_bytes(&self, holder: Holder, value: Value<'_>) -> Option<Vec<u8>> {
        let bytes = match value {
            Value::SharedString(index) => self.sharing.get(self.document, index)?,
            value => value.as_bytes()?,
        };
        holder.redirected(bytes, &mut |_, id| self.referent(id))
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
}
