//! From a document to the columns of a model.

mod column;
mod file;
mod place;
mod rows;
mod strings;
mod studio;

use super::links::NONE;
use super::{Defaults, Document, OwnedValue};
use crate::Error;
use crate::model::{Chunk, Class, ClassId, Content, Hierarchy, Model, Name, Referent, Value};
use crate::references::Holder;
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

    /// Sets the values for [holes](Hole). Without them, or where they know nothing, `Name` is the class, a palette number
    /// is 194, medium stone grey, as Roblox's own default is, and any other hole gets the value of its type that says the
    /// least: zero, empty or none. For some properties that is far from the default, such as `Model.Scale`.
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
    /// The columns of the document, in the order of the file, and the holes that were filled by type.
    ///
    /// # Errors
    ///
    /// As [`to_model_with`](Self::to_model_with).
    ///
    /// ```
    /// use rbxbinary::{Document, Item, Value};
    ///
    /// let mut document = Document::new();
    /// document.add(None, Item::new("Team").with("TeamColor", Value::BrickColor(21)).with("Name", "Red"))?;
    /// document.add(None, Item::new("Team"))?;
    /// let (_, holes) = document.to_model()?;
    /// let filled: Vec<_> = holes.iter().map(|hole| (&*hole.property, hole.value.get())).collect();
    /// let expected = [(&b"Name"[..], Value::String(b"Team")), (&b"TeamColor"[..], Value::BrickColor(194))];
    /// assert_eq!(filled, expected);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn to_model(&self) -> Result<(Model, Vec<Hole>), Error> {
        self.to_model_with(&ModelOptions::default())
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

    /// An INST of these items.
    fn class_chunk(&self, name: &Name, id: ClassId, rows: &[u32]) -> Class {
        let nodes = || rows.iter().filter_map(|number| self.document.node(*number));
        let format = nodes().any(|node| node.is_service).into();
        let markers =
            if format == 0 { Vec::new() } else { nodes().map(|node| node.is_service.into()).collect() };
        let referents = rows.iter().map(|number| self.referent_of(*number)).collect();
        Class { id, name: name.clone(), format, referents, markers, surplus: Vec::new() }
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

    /// The bytes of a string that may hold references, with the referents of the model; `None` if they are the same.
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
