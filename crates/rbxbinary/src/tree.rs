//! Views of a model as instances, names and paths.

mod instance;

pub use instance::Instance;

use crate::common::path::follow;
use crate::model::{Chunk, Class, ClassId, Column, Model, Name, Referent, SharedIndex, SharedTable, Values};
use crate::outline::{Children, Outline, TOP};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

/// A view of a [`Model`] as a tree of named instances.
///
/// The tree contains only indices, 20 bytes per instance. Irregular files are resolved as follows: an instance without
/// a valid parent is at the top level, as is one instance of each cycle; if several instances have the same referent,
/// the first is used, and if several columns are for the same property, the last.
///
/// ```rust,standalone_crate
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let file = include_bytes!("../fixtures/rbxbinary/valid/nested.rbxm");
/// let model = rbxbinary::read(file)?;
/// let tree = rbxbinary::Tree::new(&model);
/// let part = tree.find("Outer/Inner/Brick").ok_or("no such part")?;
/// assert_eq!(part.class_name(), b"Part");
/// assert_eq!(part.get("Anchored").and_then(|value| value.as_bool()), Some(true));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Tree<'a> {
    model: &'a Model,
    shape: Arc<Shape>,
    /// The number of earlier siblings with the same name, per instance; computed when a path is first requested.
    indices: OnceLock<Vec<u32>>,
    /// The columns with the numbers of their classes, sorted by class number and then by name.
    columns: Vec<(usize, &'a Column)>,
    /// The index where the columns of each class start, then the end.
    starts: Vec<usize>,
    shared: SharedTable<'a>,
}

/// The parents and children of all instances.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) outline: Outline,
    children: OnceLock<Children>,
}

impl Shape {
    pub(crate) fn new(outline: Outline) -> Self {
        Self { outline, children: OnceLock::new() }
    }

    /// The lists of children. They are built on first use, because a walk does not need them.
    fn children(&self) -> &Children {
        self.children.get_or_init(|| Children::new(&self.outline))
    }
}

impl<'a> Tree<'a> {
    /// Builds the tree of a model.
    ///
    /// [`open`](crate::open()) reads a file together with its tree.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        Self::with(model, Arc::new(Shape::new(Outline::from_model(model))))
    }

    /// The tree of a model with this shape.
    pub(crate) fn with(model: &'a Model, shape: Arc<Shape>) -> Self {
        let shared = model.shared_strings();
        let (indices, columns, starts) = (OnceLock::new(), Vec::new(), Vec::new());
        let mut tree = Self { model, shape, indices, columns, starts, shared };
        tree.sort_columns();
        tree
    }

    fn sort_columns(&mut self) {
        fn key<'c>((class, column): &(usize, &'c Column)) -> (usize, &'c Name) {
            (*class, &column.name)
        }
        let mut indices = BTreeMap::new();
        for (index, class) in self.shape.outline.classes.iter().enumerate() {
            if let Some(Chunk::Class(class)) = self.model.chunks.get(class.chunk) {
                // If classes share an id, columns belong to the first of them. Format document, section 8.
                indices.entry(class.id).or_insert(index);
            }
        }
        self.columns.reserve_exact(self.model.chunks.len());
        // The columns of a class are usually adjacent, so most need no look-up.
        let mut last: (Option<ClassId>, Option<usize>) = (None, None);
        // A column without a type is ignored, even if it is the last column of its property.
        for column in self.model.columns().filter(|column| !matches!(column.values, Values::Absent)) {
            if last.0 != Some(column.class) {
                last = (Some(column.class), indices.get(&column.class).copied());
            }
            self.columns.extend(last.1.map(|index| (index, column)));
        }
        // Studio writes the columns sorted, so sorting is rarely needed.
        if !self.columns.is_sorted_by(|one, next| key(one) < key(next)) {
            // The last of several columns for one property is used. Reversing puts it first, the sort is stable, and
            // `dedup_by` keeps the first.
            self.columns.reverse();
            self.columns.sort_by(|one, other| key(one).cmp(&key(other)));
            self.columns.dedup_by(|one, other| key(one) == key(other));
        }
        let mut end = 0;
        self.starts.push(0);
        for class in 0..self.shape.outline.classes.len() {
            let rest = self.columns.get(end..).unwrap_or_default();
            end = end.saturating_add(rest.iter().take_while(|(of, _)| *of == class).count());
            self.starts.push(end);
        }
    }

    /// The model that the tree shows.
    #[must_use]
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The number of instances.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.outline.len()
    }

    /// Returns true if there are no instances.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nesting depth: 1 if all instances are at the top level.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.shape.outline.depth
    }

    /// The instances at the top level, in order.
    pub fn roots(&self) -> impl ExactSizeIterator<Item = Instance<'_>> + DoubleEndedIterator {
        self.shape.children().get(TOP).iter().map(|number| Instance::new(self, *number))
    }

    /// All instances, class by class, in file order.
    pub fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        (0..).take(self.len()).map(|number| Instance::new(self, number))
    }

    /// All instances in depth-first order, parents before their children.
    pub fn walk(&self) -> impl Iterator<Item = Instance<'_>> {
        self.walk_from(self.shape.outline.nodes.first(TOP), TOP)
    }

    /// The instances of the class with this name.
    pub fn of_class(&self, name: &str) -> impl Iterator<Item = Instance<'_>> {
        let classes = (0_usize..).zip(&self.shape.outline.classes);
        let named = classes.filter_map(move |(index, place)| {
            let Some(Chunk::Class(class)) = self.model.chunks.get(place.chunk) else { return None };
            (class.name == *name).then_some((index, place.first, class.referents.len()))
        });
        named.flat_map(|(_, first, n)| (first..).take(n).map(|number| Instance::new(self, number)))
    }

    /// The instance with this referent.
    #[must_use]
    pub fn get(&self, referent: Referent) -> Option<Instance<'_>> {
        self.shape.outline.number_of(referent).map(|number| Instance::new(self, number))
    }

    /// The instance at a path such as `Workspace/Model/Part[2]`, which [`Instance::path`] explains.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<Instance<'_>> {
        let number = follow(path, TOP, |parent, name, n_before| {
            let children = self.shape.outline.nodes.children(parent);
            let mut same = children.filter(|number| Instance::new(self, *number).name() == name);
            same.nth(n_before)
        })?;
        Some(Instance::new(self, number))
    }

    /// The shared string with this index.
    #[must_use]
    pub fn shared_string(&self, index: SharedIndex) -> Option<&'a [u8]> {
        self.shared.get(index)
    }

    /// The number of earlier siblings with the same name.
    fn index(&self, number: u32) -> usize {
        let indices = self.indices.get_or_init(|| {
            let mut indices = vec![0; self.len()];
            for parent in std::iter::once(TOP).chain((0..).take(self.len())) {
                let siblings = self.shape.children().get(parent);
                if siblings.len() < 2 {
                    continue;
                }
                // Not one map for all, because clearing it takes time in proportion to the most siblings.
                let mut same = HashMap::with_capacity(siblings.len());
                for number in siblings {
                    let next = same.entry(Instance::new(self, *number).name()).or_insert(0_u32);
                    if let Some(index) = indices.get_mut(*number as usize) {
                        *index = *next;
                    }
                    *next = next.saturating_add(1);
                }
            }
            indices
        });
        indices.get(number as usize).map_or(0, |index| *index as usize)
    }

    /// The class of an instance, its row in that class, and the number of the class.
    #[inline]
    fn place(&self, number: u32) -> Option<(&'a Class, usize, usize)> {
        let (index, place, row) = self.shape.outline.place(number)?;
        let Some(Chunk::Class(class)) = self.model.chunks.get(place.chunk) else { return None };
        Some((class, row, index))
    }

    /// The columns of the class with this number, sorted by name.
    #[inline]
    fn columns_of(&self, index: usize) -> &[(usize, &'a Column)] {
        let start = self.starts.get(index).copied().unwrap_or_default();
        let end = self.starts.get(index.saturating_add(1)).copied().unwrap_or_default();
        self.columns.get(start..end).unwrap_or_default()
    }

    /// Walks the descendants of `top` in depth-first order, starting at `first`.
    fn walk_from(&self, first: u32, top: u32) -> impl Iterator<Item = Instance<'_>> {
        let mut next = first;
        std::iter::from_fn(move || {
            let number = next;
            next = self.shape.outline.nodes.after(number, top);
            (number != TOP).then(|| Instance::new(self, number))
        })
    }
}
