//! Paths of items.

use super::tree::Document;
use super::value::ItemId;
use crate::common::path::{self, ItemTree, PathIndex};

/// Computes the paths of many items; returned by [`Document::paths`].
#[derive(Debug, Clone)]
pub struct Paths<'d>(PathIndex<'d, Document>);

impl Paths<'_> {
    /// The path of an item, like [`Document::path`].
    #[must_use]
    pub fn path(&self, id: ItemId) -> String {
        self.0.path(id)
    }

    /// The item at a path, like [`Document::find`]. The first call takes time in proportion to the whole document.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<ItemId> {
        self.0.find(path)
    }
}

impl ItemTree for Document {
    type Id = ItemId;

    fn item_name(&self, id: ItemId) -> Option<&[u8]> {
        self.item(id).map(|item| item.name_bytes())
    }

    fn item_parent(&self, id: ItemId) -> Option<ItemId> {
        self.parent(id)
    }

    fn items_in(&self, parent: Option<ItemId>) -> impl ExactSizeIterator<Item = ItemId> {
        self.children_of(parent)
    }

    fn all_items(&self) -> impl Iterator<Item = ItemId> {
        self.walk().map(|visit| visit.id)
    }
}

impl Document {
    /// The path of an item, from which [`find`](Self::find) finds it again: the names from the top level down, separated
    /// by slashes.
    ///
    /// If siblings have the same name, all but the first have a number: `Part` is the first, and `Part[2]` the second.
    /// In names, `/`, `[` and `\` follow a `\`, as does `'` at the start, and bytes that are not UTF-8 are written as
    /// `\xff`. An empty name is `''`. The path of a removed item is empty.
    ///
    /// ```
    /// use rbxxml::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let folder = document.add(None, Item::new("Folder").with("Name", "A/B"))?;
    /// let _ = document.add(folder, Item::new("Part"))?;
    /// let part = document.add(folder, Item::new("Part"))?;
    /// assert_eq!(document.path(part), r"A\/B/Part[2]");
    /// assert_eq!(document.find(r"A\/B/Part[2]"), Some(part));
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self, id: ItemId) -> String {
        path::path_to(self, id)
    }

    /// Computes the paths of many items. [`path`](Self::path) counts siblings in each call; this counts all of them
    /// once.
    ///
    /// ```
    /// use rbxxml::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// for _ in 0..3 {
    ///     document.add(None, Item::new("Part"))?;
    /// }
    /// let paths = document.paths();
    /// let all: Vec<_> = document.walk().map(|visit| paths.path(visit.id)).collect();
    /// assert_eq!(all, ["Part", "Part[2]", "Part[3]"]);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    #[must_use]
    pub fn paths(&self) -> Paths<'_> {
        Paths(PathIndex::new(self))
    }

    /// The names from the top level down, separated by dots, as `GetFullName` in scripts. It does not identify an item.
    #[must_use]
    pub fn full_name(&self, id: ItemId) -> String {
        path::full_name(self, id)
    }

    /// The item at a path such as `Workspace/Model/Part[2]`, which [`path`](Self::path) explains.
    ///
    /// `Part[1]` is the same as `Part`. In names, `\n`, `\r`, `\t` and `\u{202e}` are accepted too, because programs
    /// show invisible characters in this way. Each name takes time in proportion to the siblings; to find many items,
    /// use [`Paths::find`].
    #[must_use]
    pub fn find(&self, path: &str) -> Option<ItemId> {
        path::find(self, path)
    }
}
