//! Paths of items.

use super::tree::Document;
use super::value::ItemId;
use crate::common::path::{append, follow};
use std::collections::HashMap;
use std::iter;
use std::sync::OnceLock;

/// The children with each name, by parent and name.
type ByName<'d> = HashMap<(Option<ItemId>, &'d [u8]), Vec<ItemId>>;

/// Computes the paths of many items; returned by [`Document::paths`].
#[derive(Debug, Clone)]
pub struct Paths<'d> {
    document: &'d Document,
    /// The number of earlier siblings with the same name, for items that have any.
    indices: HashMap<ItemId, usize>,
    /// Filled by the first search.
    by_name: OnceLock<ByName<'d>>,
}

impl Paths<'_> {
    /// The path of an item, like [`Document::path`].
    #[must_use]
    pub fn path(&self, id: ItemId) -> String {
        self.document.joined(id, |id, _| self.indices.get(&id).copied().unwrap_or_default())
    }

    /// The item at a path, like [`Document::find`]. The first call takes time in proportion to the whole document.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<ItemId> {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name = HashMap::<_, Vec<_>>::new();
            for visit in self.document.walk() {
                let key = (self.document.parent(visit.id), visit.item.name_bytes());
                by_name.entry(key).or_default().push(visit.id);
            }
            by_name
        });
        follow(path, None, |parent, name, n_before| {
            by_name.get(&(parent, name))?.get(n_before).copied().map(Some)
        })?
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
        self.joined(id, |id, name| {
            let siblings = self.children_of(self.parent(id)).take_while(|sibling| *sibling != id);
            siblings.filter_map(|id| self.item(id)).filter(|other| other.name_bytes() == name).count()
        })
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
        let mut indices = HashMap::new();
        let parents = iter::once(None).chain(self.walk().map(|visit| Some(visit.id)));
        for siblings in parents.map(|parent| self.children_of(parent)).filter(|siblings| siblings.len() > 1) {
            // Not one map for all, because clearing it takes time in proportion to the most siblings.
            let mut same = HashMap::with_capacity(siblings.len());
            for id in siblings {
                let Some(item) = self.item(id) else { continue };
                let n_before = same.entry(item.name_bytes()).or_insert(0_usize);
                if *n_before > 0 {
                    indices.insert(id, *n_before);
                }
                *n_before = n_before.saturating_add(1);
            }
        }
        Paths { document: self, indices, by_name: OnceLock::new() }
    }

    /// The path of an item. `index` counts the earlier siblings with the same name.
    fn joined(&self, id: ItemId, index: impl Fn(ItemId, &[u8]) -> usize) -> String {
        let mut ids: Vec<_> = self.item(id).map(|_| id).into_iter().chain(self.ancestors(id)).collect();
        ids.reverse();
        let mut path = String::new();
        for (depth, id) in ids.into_iter().enumerate() {
            let Some(item) = self.item(id) else { continue };
            if depth > 0 {
                path.push('/');
            }
            append(&mut path, item.name_bytes(), index(id, item.name_bytes()));
        }
        path
    }

    /// The names from the top level down, separated by dots, as `GetFullName` in scripts. It does not identify an item.
    #[must_use]
    pub fn full_name(&self, id: ItemId) -> String {
        let mut ids: Vec<_> = self.item(id).map(|_| id).into_iter().chain(self.ancestors(id)).collect();
        ids.reverse();
        let names: Vec<_> = ids
            .into_iter()
            .filter_map(|id| self.item(id))
            .map(|item| item.name_lossy().into_owned())
            .collect();
        names.join(".")
    }

    /// The item at a path such as `Workspace/Model/Part[2]`, which [`path`](Self::path) explains.
    ///
    /// `Part[1]` is the same as `Part`. In names, `\n`, `\r`, `\t` and `\u{202e}` are accepted too, because programs
    /// show invisible characters in this way. Each name takes time in proportion to the siblings; to find many items,
    /// use [`Paths::find`].
    #[must_use]
    pub fn find(&self, path: &str) -> Option<ItemId> {
        follow(path, None, |parent, name, n_before| {
            let is_called = |id: &ItemId| self.item(*id).is_some_and(|item| item.name_bytes() == name);
            self.children_of(parent).filter(is_called).nth(n_before).map(Some)
        })?
    }
}
