//! The edit form: a tree of items over the columns of a model.
//!
//! Unedited values stay in the columns of the file, and each item holds only its own changes; see docs/decisions/0008.

mod batch;
mod conversions;
mod edit;
mod growing;
mod holes;
mod ids;
mod item;
mod links;
mod owned;
mod path;
mod places;
mod query;
mod referrers;
mod shared;
mod to_model;

pub use edit::{Inserted, Removed};
pub use growing::NewValues;
pub use holes::Hole;
pub use item::{Item, ItemRef};
pub use links::{Children, Position};
pub use owned::OwnedValue;
pub use path::Paths;
pub use query::{Visit, Walk};
pub use to_model::{Filler, ModelOptions, Order};

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{
    Chunk, Class, ClassId, Column, Metadata, Model, Name, Referent, SharedIndex, Value, Values,
};
use crate::open::Opened;
use crate::outline::{self, Outline, TOP};
use crate::tree::Shape;
use crate::wire::END;
use batch::{Batch, BatchKey, ValueSource};
use growing::Growing;
use ids::Ids;
use links::{Ends, Links};
use referrers::Referrers;
use shared::Shared;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A model or a place as a tree of items that can be edited.
///
/// Make one [from](Document#impl-From<Model>-for-Document) a [`Model`], edit it, and turn it [into a
/// model](Self::to_model), which can be written. Each edit takes time in proportion to what it changes; making a document
/// and making a model of it take time in proportion to the whole.
///
/// The id of an item is its referent. Items of a file keep their referents; if several have the same, all but the first
/// get a new one, as do items with the referent -1.
///
/// ```rust,standalone_crate
/// # fn main() -> Result<(), rbxbinary::Error> {
/// # let file = include_bytes!("../fixtures/rbxbinary/valid/nested.rbxm");
/// use rbxbinary::{Document, Item};
///
/// let mut document = Document::from(rbxbinary::read(file)?);
/// let brick = document.find("Outer/Inner/Brick").unwrap();
/// document.set(brick, "Anchored", false)?;
/// document.add(brick, Item::new("Folder").with("Name", "Notes"))?;
/// let edited = rbxbinary::write_onto(&document.to_model()?, file)?;
/// let document = Document::from(rbxbinary::read(&edited)?);
/// assert!(document.find("Outer/Inner/Brick/Notes").is_some());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Document {
    /// The model that the document was built from. The values of its columns count, unless an item has changed them.
    base: Model,
    tables: Vec<Table>,
    /// The first table of each class.
    by_class: HashMap<Name, u32>,
    names: Names,
    /// The number of the property name `Name` in `names`.
    name: u32,
    /// The sources of unchanged values. The first ones are the columns of the file, one source for each table.
    sources: Vec<ValueSource>,
    batches: HashMap<BatchKey, u32>,
    /// The nodes by number, those of the file first; `None` for removed ones.
    nodes: Vec<Option<Node>>,
    ids: Ids,
    roots: Ends,
    n_removed: usize,
    /// Set if the hierarchy differs from that of the file.
    is_moved: bool,
    shared: Shared,
    referrers: Referrers,
}

/// An item. An edit visits several nodes that are far apart in memory, so each fills exactly one cache line.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct Node {
    links: Links,
    id: Referent,
    /// The index of the source that holds the unchanged values. `row` is the item's row in it.
    source: u32,
    row: u32,
    is_service: bool,
    /// The changed properties, by the number of the name; `None` for a removed property.
    changes: Vec<(u32, Option<OwnedValue>)>,
}

const _: () = assert!(size_of::<Option<Node>>() == 64);

/// A class: an INST chunk of the file, or a class that was added.
#[derive(Debug, Clone, Default)]
struct Table {
    class: Name,
    /// The index of its INST chunk.
    chunk: Option<usize>,
    /// The numbers of its properties, and the indices of their chunks; sorted.
    columns: Vec<(u32, usize)>,
    /// The numbers of the properties that were changed in some item.
    edited: BTreeSet<u32>,
    /// Set if items were added or removed since the file was read.
    has_other_rows: bool,
    /// Set if the id or the service marker of an item differs from the file.
    has_other_marks: bool,
    /// The source of the item that was added last.
    latest: Option<u32>,
}

/// The values of a property: a column of the file, or of a batch.
#[derive(Debug, Clone, Copy)]
enum Stored<'d> {
    File(&'d Values),
    Batch(&'d Growing),
}

/// The names of properties, with numbers.
#[derive(Debug, Clone, Default)]
struct Names {
    all: Vec<Name>,
    numbers: HashMap<Name, u32>,
}

impl Names {
    fn number(&mut self, name: &Name) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = to_u32(self.all.len());
        self.all.push(name.clone());
        self.numbers.insert(name.clone(), number);
        number
    }

    fn find(&self, name: &[u8]) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    fn get(&self, number: u32) -> Option<&Name> {
        self.all.get(number as usize)
    }
}

impl Node {
    fn change(&self, property: u32) -> Option<&Option<OwnedValue>> {
        let at = self.changes.binary_search_by_key(&property, |(name, _)| *name).ok()?;
        self.changes.get(at).map(|(_, change)| change)
    }
}

impl Table {
    /// The index of the chunk of a property.
    fn column(&self, property: u32) -> Option<usize> {
        let at = self.columns.binary_search_by_key(&property, |(name, _)| *name).ok()?;
        self.columns.get(at).map(|(_, chunk)| *chunk)
    }
}

/// An empty document with the metadata of Studio's models.
impl Default for Document {
    fn default() -> Self {
        // The only known pair, which Studio writes in models. Format document, section 3, META.
        let entries = vec![("ExplicitAutoJoints".into(), b"true".to_vec())];
        let metadata = Metadata { entries, ..Metadata::default() };
        let chunks = vec![Chunk::Metadata(metadata), Chunk::End(END.to_vec())];
        // There is no hierarchy, so the first model of it needs a new one.
        Self { is_moved: true, ..Model { chunks, ..Model::default() }.into() }
    }
}

impl From<Model> for Document {
    fn from(base: Model) -> Self {
        let shape = Shape::new(Outline::from_model(&base));
        Self::with(base, &shape)
    }
}

impl From<Opened> for Document {
    fn from(opened: Opened) -> Self {
        let (base, shape) = opened.into_parts();
        Self::with(base, &shape)
    }
}

/// Reads the bytes like [`read`](crate::read()).
impl TryFrom<&[u8]> for Document {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        crate::open(bytes).map(Self::from)
    }
}

impl Document {
    /// The document of a model with this shape.
    fn with(base: Model, shape: &Shape) -> Self {
        let outline = &shape.outline;
        let classes: Vec<_> = outline.classes.iter().map(|place| place.chunk).collect();
        let referents: Vec<_> =
            classes.iter().flat_map(|chunk| &class(&base, *chunk).referents).copied().collect();
        let numbers = &outline.numbers;
        let ids = Ids::new(numbers.clone(), &referents, &referrers::dangling(&base, numbers));
        let mut names = Names::default();
        let mut document = Self {
            tables: Vec::with_capacity(classes.len()),
            by_class: HashMap::new(),
            name: names.number(&"Name".into()),
            names,
            sources: Vec::with_capacity(classes.len()),
            batches: HashMap::new(),
            // The reserve keeps the first new item from moving all others.
            nodes: Vec::with_capacity(referents.len().saturating_add(referents.len() / 8)),
            ids,
            roots: Ends::EMPTY,
            n_removed: 0,
            is_moved: false,
            shared: Shared::new(&base),
            referrers: Referrers::default(),
            base,
        };
        for chunk in classes {
            document.adopt_class(chunk);
        }
        document.adopt_columns();
        document.adopt_references(outline);
        let twins: Vec<_> = document.ids.of_twins().collect();
        for (number, id) in twins {
            // The class and the hierarchy have to be written again, with the new id.
            document.is_moved = true;
            if let Some(table) = document.table_mut(number) {
                table.has_other_marks = true;
            }
            if let Some(node) = document.node_mut(number) {
                node.id = id;
            }
        }
        let parents = std::iter::once(TOP).chain((0..).take(referents.len()));
        for (parent, child) in
            parents.flat_map(|parent| outline.nodes.children(parent).map(move |child| (parent, child)))
        {
            document.put_last(child, parent);
        }
        document
    }

    /// An empty document, like [`Document::default`].
    ///
    /// ```
    /// use rbxbinary::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let folder = document.add(None, Item::new("Folder").with("Name", "Maps"))?;
    /// let part = document.add(folder, Item::new("Part").with("Transparency", 0.5_f32))?;
    /// document.add(folder, Item::new("ObjectValue").with("Value", part))?;
    /// let file = rbxbinary::write(&document.to_model()?)?;
    /// assert_eq!(Document::try_from(&*file)?.len(), 3);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len().saturating_sub(self.n_removed)
    }

    /// Returns true if the document has no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An item; `None` if it was removed.
    #[must_use]
    pub fn item(&self, id: Referent) -> Option<ItemRef<'_>> {
        self.item_of(self.number(id)?)
    }

    /// The value of a property, by its name in the file, such as `size`.
    #[must_use]
    pub fn get(&self, id: Referent, property: &str) -> Option<Value<'_>> {
        self.item(id)?.get(property)
    }

    fn adopt_class(&mut self, chunk: usize) {
        let Class { name, referents, markers, .. } = class(&self.base, chunk);
        let table = to_u32(self.tables.len());
        self.by_class.entry(name.clone()).or_insert(table);
        for (row, id) in (0_u32..).zip(referents) {
            let is_service = markers.get(row as usize).is_some_and(|marker| *marker != 0);
            let (links, changes) = (Links::NEW, Vec::new());
            self.nodes.push(Some(Node { links, id: *id, source: table, row, is_service, changes }));
        }
        self.sources.push(ValueSource { table, batch: None });
        self.tables.push(Table { class: name.clone(), chunk: Some(chunk), ..Table::default() });
    }

    fn adopt_columns(&mut self) {
        let mut by_id = self.tables_by_id();
        for (chunk, of) in self.base.chunks.iter().enumerate() {
            let (id, name) = match of {
                // A column without a type is ignored, even if it is the last column of its property.
                Chunk::Column(Column { values: Values::Absent, .. }) => continue,
                Chunk::Column(column) => (column.class, &column.name),
                Chunk::Packed(packed) => match &packed.column {
                    Some((id, name)) => (*id, name),
                    None => continue,
                },
                _ => continue,
            };
            let table = by_id.get_mut(&id).and_then(|table| self.tables.get_mut(*table as usize));
            if let Some(table) = table {
                table.columns.push((self.names.number(name), chunk));
            }
        }
        for table in &mut self.tables {
            // If a property has several columns, the last one is used.
            table.columns.sort_by_key(|(name, chunk)| (*name, std::cmp::Reverse(*chunk)));
            table.columns.dedup_by_key(|(name, _)| *name);
        }
    }

    /// Maps the class ids of the file to tables; if several classes have the same id, to the first.
    fn tables_by_id(&self) -> BTreeMap<ClassId, u32> {
        let mut by_id = BTreeMap::new();
        for (number, table) in (0..).zip(&self.tables) {
            if let Some(chunk) = table.chunk {
                // If classes share an id, columns belong to the first of them. Format document, section 8.
                by_id.entry(class(&self.base, chunk).id).or_insert(number);
            }
        }
        by_id
    }

    fn item_of(&self, number: u32) -> Option<ItemRef<'_>> {
        let node = self.node(number)?;
        let class = &self.table(node)?.class;
        Some(ItemRef { id: node.id, class, document: self, node })
    }

    /// The value of a property of an item.
    fn value<'d>(&'d self, node: &'d Node, property: u32) -> Option<Value<'d>> {
        match node.change(property) {
            Some(change) => change.as_ref().map(OwnedValue::get),
            None => self.stored(node, property),
        }
    }

    /// The value of a property that is not changed.
    fn stored(&self, node: &Node, property: u32) -> Option<Value<'_>> {
        self.value_in(self.stored_in(node.source, property)?, node.row)
    }

    /// The values of a property in a source.
    fn stored_in(&self, source: u32, property: u32) -> Option<Stored<'_>> {
        let ValueSource { table, batch } = self.sources.get(source as usize)?;
        if let Some(batch) = batch {
            return batch.column(property).map(Stored::Batch);
        }
        let column = self.column(self.tables.get(*table as usize)?.column(property)?)?;
        Some(Stored::File(&column.values))
    }

    fn value_in<'d>(&self, stored: Stored<'d>, row: u32) -> Option<Value<'d>> {
        match stored {
            Stored::Batch(values) => values.get(row as usize),
            Stored::File(values) => Some(match values.get(row as usize)? {
                // An index that leads nowhere must not lead to a string that is added.
                Value::SharedString(index) if self.leads_nowhere(index) => {
                    Value::SharedString(SharedIndex::NOWHERE)
                }
                value => value,
            }),
        }
    }

    /// All decoded values of an item.
    fn values<'d>(&'d self, node: &'d Node) -> Vec<(&'d Name, Value<'d>)> {
        let changes = node.changes.iter().filter_map(|(name, change)| Some((*name, change.as_ref()?.get())));
        let source = self.sources.get(node.source as usize);
        let batch = source.and_then(|source| source.batch.as_ref());
        let table = self.table(node).filter(|_| batch.is_none());
        let columns = table.into_iter().flat_map(|table| &table.columns).map(|(name, _)| *name);
        let stored = columns
            .chain(batch.into_iter().flat_map(Batch::properties))
            .filter(|name| node.change(*name).is_none())
            .filter_map(|name| Some((name, self.stored(node, name)?)));
        changes.chain(stored).filter_map(|(name, value)| Some((self.names.get(name)?, value))).collect()
    }

    /// The bytes of a string-like value.
    fn bytes_of<'d>(&'d self, value: Value<'d>) -> Option<&'d [u8]> {
        match value {
            Value::SharedString(index) => self.shared_string(index),
            value => value.as_bytes(),
        }
    }

    /// A column of the file.
    fn column(&self, chunk: usize) -> Option<&Column> {
        if let Chunk::Column(column) = self.base.chunks.get(chunk)? { Some(column) } else { None }
    }

    /// The table of an item.
    fn table(&self, node: &Node) -> Option<&Table> {
        self.tables.get(self.table_number(node)?)
    }

    fn table_number(&self, node: &Node) -> Option<usize> {
        self.sources.get(node.source as usize).map(|source| source.table as usize)
    }

    fn table_mut(&mut self, number: u32) -> Option<&mut Table> {
        let source = self.node(number)?.source;
        self.tables.get_mut(self.sources.get(source as usize)?.table as usize)
    }

    /// The number of an item that was not removed.
    fn number(&self, id: Referent) -> Option<u32> {
        self.ids.get(id).filter(|number| self.node(*number).is_some())
    }

    /// Returns the number of an item like [`number`](Self::number), or an error if it is missing.
    fn need(&self, id: Referent) -> Result<u32, Error> {
        self.number(id).ok_or_else(|| Error::model(ErrorKind::NoSuchItem))
    }

    /// Returns true if the values of an item are in the columns of the file.
    fn is_of_file(&self, node: &Node) -> bool {
        self.sources.get(node.source as usize).is_some_and(|source| source.batch.is_none())
    }

    fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get(number as usize)?.as_ref()
    }

    fn node_mut(&mut self, number: u32) -> Option<&mut Node> {
        self.nodes.get_mut(number as usize)?.as_mut()
    }
}

/// The class whose chunk has this index, which comes from an outline of the model.
fn class(model: &Model, chunk: usize) -> &Class {
    static NO_CLASS: std::sync::LazyLock<Class> = std::sync::LazyLock::new(Class::default);
    model.chunks.get(chunk).and_then(outline::class).unwrap_or(&NO_CLASS)
}

/// Converts a number of nodes or names, which 32 bits hold: [`Document::add`] fails before there are more nodes.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
