//! Paths of items.

use super::tree::Document;
use super::value::ItemId;
use crate::mould::path::{append, segment};

impl Document {
    /// The path of an item, from which [`find`](Self::find) finds it again: the names from the top level down, separated
    /// by slashes.
    ///
    /// Of siblings with the same name, all but the first have an index: `Part[1]` is the second. In names, `/`, `[` and
    /// `\` follow a `\`, and bytes that are not UTF-8 are written as `\xff`. The path of a removed item is empty.
    ///
    /// ```
    /// use rbxxml::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let folder = document.add(None, Item::new("Folder").with("Name", "A/B"))?;
    /// let _ = document.add(folder, Item::new("Part"))?;
    /// let part = document.add(folder, Item::new("Part"))?;
    /// assert_eq!(document.path(part), r"A\/B/Part[1]");
    /// assert_eq!(document.find(r"A\/B/Part[1]"), Some(part));
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self, id: ItemId) -> String {
        let mut ids: Vec<_> = self.item(id).map(|_| id).into_iter().chain(self.ancestors(id)).collect();
        ids.reverse();
        let mut path = String::new();
        for (depth, id) in ids.into_iter().enumerate() {
            let Some(item) = self.item(id) else { continue };
            if depth > 0 {
                path.push('/');
            }
            let siblings = self.children_of(self.parent(id)).take_while(|sibling| *sibling != id);
            let same = siblings.filter_map(|id| self.item(id)).filter(|other| other.name() == item.name());
            append(&mut path, item.name(), same.count());
        }
        path
    }

    /// The names from the top level down, separated by dots, as `GetFullName` in scripts. It does not identify an item.
    #[must_use]
    pub fn full_name(&self, id: ItemId) -> String {
        let mut ids: Vec<_> = self.item(id).map(|_| id).into_iter().chain(self.ancestors(id)).collect();
        ids.reverse();
        let names: Vec<_> =
            ids.into_iter().filter_map(|id| self.item(id)).map(|item| item.name().to_string()).collect();
        names.join(".")
    }

    /// The item at a path such as `Workspace/Model/Part[1]`, which [`path`](Self::path) explains.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<ItemId> {
        let mut found = None;
        let mut rest = Some(path);
        while let Some(path) = rest {
            let (name, index, after) = segment(path)?;
            let is_called = |id: &ItemId| self.item(*id).is_some_and(|item| **item.name() == *name);
            found = Some(self.children_of(found).filter(is_called).nth(index)?);
            rest = after;
        }
        found
    }
}
