//! A common view of files as a tree of nodes with properties, which `print` and `diff` share.
//!
//! Nothing is copied from the models: a view takes a few bytes for each node, and passes properties to a callback one
//! by one.

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

/// A callback that receives a view while it exists.
pub type Viewer<'l> = dyn FnMut(&dyn Outline) + 'l;

/// A callback that receives the properties of a node: names and values.
pub type Visit<'v> = dyn FnMut(&Label<'_>, &Datum<'_>) + 'v;

/// A file as a tree. Node 0 is the file itself, and each node comes after its parent.
#[expect(clippy::len_without_is_empty, reason = "the file itself is always there")]
pub trait Outline {
    /// The number of nodes, at least one.
    fn len(&self) -> usize;

    /// The parent of a node; 0 for the file itself.
    fn parent(&self, number: u32) -> u32;

    /// The class or kind of a node.
    fn kind(&self, number: u32) -> &[u8];

    /// The step from the parent to a node.
    fn step(&self, number: u32) -> Step<'_>;

    /// The UniqueId of a node, which stays the same when the node is renamed and moved; 0 if it has none.
    fn id(&self, _number: u32) -> u128 {
        0
    }

    /// Visits the properties of a node in their canonical order.
    fn properties(&self, number: u32, visit: &mut Visit<'_>);

    /// Visits at least the property with this name, and possibly others.
    fn property(&self, number: u32, _name: &str, visit: &mut Visit<'_>) {
        self.properties(number, visit);
    }

    /// Visits the properties sorted by the names that are shown.
    fn shown_properties(&self, number: u32, visit: &mut Visit<'_>) {
        self.properties(number, visit);
    }

    /// The vertices of a node. Comparing them reports distances instead of single changes.
    fn points(&self, _number: u32) -> &[Vec3] {
        &[]
    }

    /// The node of the instance that the path of a finding, such as `items[3] Part, Size`, refers to.
    fn node_at(&self, _path: &str) -> Option<u32> {
        None
    }

    /// The instances of a Roblox model or place, by node number; `None` for other files.
    fn instances(&self) -> Option<&View<'_>> {
        None
    }

    /// The separator of the steps of a path.
    fn separator(&self) -> char {
        '.'
    }
}

/// The name in scripts of a property, if it differs from the name in the file.
pub fn in_words(outline: &dyn Outline, number: u32, label: &Label<'_>) -> Option<&'static str> {
    let Label::Name(name) = label else { return None };
    in_scripts_of(outline.instances()?.get(number), name)
}

/// The name under which a property is shown.
pub fn shown_name(outline: &dyn Outline, number: u32, label: &Label<'_>) -> String {
    in_words(outline, number, label).map_or_else(|| label.to_string(), str::to_owned)
}

/// Returns true if a property of an instance has its default, so that the file could have left it out.
pub fn is_default(outline: &dyn Outline, number: u32, label: &Label<'_>) -> bool {
    let Label::Name(name) = label else { return false };
    let instance = outline.instances().and_then(|view| view.get(number));
    let (Some(instance), Ok(name)) = (instance, std::str::from_utf8(name)) else { return false };
    instance.get(name).is_some_and(|value| instance.is_default(name, &value))
}

/// The names of the enum and of the item that the number in a property stands for.
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

/// The step from a parent to a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// A name, which siblings may share.
    Name(&'a [u8]),
    /// An index.
    Index(u32),
    /// A kind, and the index among siblings of that kind.
    Item(&'a [u8], u32),
}

/// The name of a property.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label<'a> {
    /// A name, in which dots are escaped.
    Name(Cow<'a, [u8]>),
    /// The name of an attribute.
    Attribute(&'a [u8]),
    /// An index in an array.
    Index(usize),
    /// A constant, which is printed without escapes.
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
