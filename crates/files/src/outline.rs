//! A neutral view of any file as a tree of nodes with properties, which `print` and `diff` share.
//!
//! Nothing is copied out of the models: a view has a few bytes for each node, and hands out properties one by one.

mod checked;
pub(super) mod datum;
mod forms;
mod paths;
pub(super) mod rbx;
pub(super) mod sheet;

pub use self::checked::findings;
pub(crate) use self::datum::call;
pub use self::datum::{Datum, blob, line, short_hash};
pub use self::paths::{Children, FILE, Paths, SLASH, follow, is_shortened, is_whole, step};
pub use self::rbx::{AXES, FACES, attributes_alone, n_name_bytes, property_of};
pub(crate) use self::rbx::{of_document, of_model};

use super::roblox::items;
use dom::View;
use dom::words::in_scripts_of;
use geom::Vec3;
use std::borrow::Cow;

/// What looks at a view while it is there.
pub type Viewer<'l> = dyn FnMut(&dyn Outline) + 'l;

/// What looks at the properties of a node: names, and values.
pub type Visit<'v> = dyn FnMut(&Label<'_>, &Datum<'_>) + 'v;

/// A file as a tree. Node 0 is the file itself, and each node stands behind its parent.
#[expect(clippy::len_without_is_empty, reason = "the file itself is always there")]
pub trait Outline {
    /// How many nodes there are, at least one.
    fn len(&self) -> usize;

    /// The node that a node is in; that of the file is itself.
    fn parent(&self, number: u32) -> u32;

    /// Its class or kind.
    fn kind(&self, number: u32) -> &[u8];

    /// How it is found in its parent.
    fn step(&self, number: u32) -> Step<'_>;

    /// What stays the same when it is renamed and moved; 0 for none.
    fn id(&self, _number: u32) -> u128 {
        0
    }

    /// Visits the properties of a node in their canonical order.
    fn properties(&self, number: u32, visit: &mut Visit<'_>);

    /// Visits at least the property with this name.
    fn property(&self, number: u32, _name: &str, visit: &mut Visit<'_>) {
        self.properties(number, visit);
    }

    /// As [`properties`](Self::properties), in the order of the names that people read.
    fn shown_properties(&self, number: u32, visit: &mut Visit<'_>) {
        self.properties(number, visit);
    }

    /// The vertices of a node, whose single moves matter less than how far they go.
    fn points(&self, _number: u32) -> &[Vec3] {
        &[]
    }

    /// The instance that a path of a finding, such as `items[3] Part, Size`, is about.
    fn at(&self, _path: &str) -> Option<u32> {
        None
    }

    /// The instances of a model or place of Roblox, by the numbers of their nodes.
    fn instances(&self) -> Option<&View<'_>> {
        None
    }

    /// What stands between the steps of a path.
    fn separator(&self) -> char {
        '.'
    }
}

/// What scripts call a property of an instance, if that is not what the file calls it.
pub fn in_words(outline: &dyn Outline, number: u32, label: &Label<'_>) -> Option<&'static str> {
    let Label::Name(name) = label else { return None };
    in_scripts_of(outline.instances()?.get(number), name)
}

/// The name of a property as people read it.
pub fn shown_name(outline: &dyn Outline, number: u32, label: &Label<'_>) -> String {
    in_words(outline, number, label).map_or_else(|| label.to_string(), str::to_owned)
}

/// What the number of an enum item means: the names of the enum and of the item.
pub fn item(
    outline: &dyn Outline,
    number: u32,
    label: &Label<'_>,
    value: &Datum<'_>,
) -> Option<(&'static str, &'static str)> {
    let (Label::Name(name), Datum::Unsigned(item)) = (label, value) else { return None };
    outline.instances()?;
    items::item(outline.kind(number), name, u32::try_from(*item).ok()?)
}

/// How a node is found in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// By its name, which siblings may share.
    Name(&'a [u8]),
    /// By its place.
    Index(u32),
    /// By its place among those of its kind.
    Item(&'a [u8], u32),
}

/// The name of a property.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label<'a> {
    /// A name, in which points are escaped.
    Name(Cow<'a, [u8]>),
    /// The name of an attribute.
    Attribute(&'a [u8]),
    /// A place in an array.
    Index(usize),
    /// A key that is used as it is.
    Plain(&'static str),
}

impl<'a> Label<'a> {
    pub fn name(name: &'a [u8]) -> Self {
        Self::Name(Cow::Borrowed(name))
    }
}

impl std::fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => f.write_str(&step(name, '.')),
            Self::Attribute(name) => write!(f, "@{}", step(name, '.')),
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Plain(name) => f.write_str(name),
        }
    }
}
