//! Paths of items in a tree: names joined by slashes, for formats whose items have names that need not be unique.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{Debug, Write as _};
use std::hash::Hash;
use std::iter;
use std::sync::OnceLock;

/// A tree of items with names, in which paths lead to items.
pub(crate) trait ItemTree {
    type Id: Copy + Debug + Eq + Hash;

    /// The name of an item; `None` if it was removed.
    fn item_name(&self, id: Self::Id) -> Option<&[u8]>;
    /// The parent of an item; `None` at the top level.
    fn item_parent(&self, id: Self::Id) -> Option<Self::Id>;
    /// The children of an item, or without a parent the items at the top level, in order.
    fn items_in(&self, parent: Option<Self::Id>) -> impl ExactSizeIterator<Item = Self::Id>;
    /// All items.
    fn all_items(&self) -> impl Iterator<Item = Self::Id>;
}

/// The path of an item, from which [`find`] finds it; empty if the item was removed.
pub(crate) fn path_to<T: ItemTree>(tree: &T, id: T::Id) -> String {
    joined(tree, id, |id, name| {
        let before = tree.items_in(tree.item_parent(id)).take_while(|sibling| *sibling != id);
        before.filter(|sibling| tree.item_name(*sibling) == Some(name)).count()
    })
}

/// The names from the top level down, separated by dots.
pub(crate) fn full_name<T: ItemTree>(tree: &T, id: T::Id) -> String {
    let names = names_down_to(tree, id);
    names.into_iter().map(|(_, name)| String::from_utf8_lossy(name)).collect::<Vec<_>>().join(".")
}

/// The item at a path. Each name takes time in proportion to the siblings.
pub(crate) fn find<T: ItemTree>(tree: &T, path: &str) -> Option<T::Id> {
    follow(path, None, |parent, name, n_before| {
        let is_called = |id: &T::Id| tree.item_name(*id) == Some(name);
        tree.items_in(parent).filter(is_called).nth(n_before).map(Some)
    })?
}

/// The path of an item. `index` counts the earlier siblings with the same name.
fn joined<T: ItemTree>(tree: &T, id: T::Id, index: impl Fn(T::Id, &[u8]) -> usize) -> String {
    let mut path = String::new();
    for (depth, (id, name)) in names_down_to(tree, id).into_iter().enumerate() {
        if depth > 0 {
            path.push('/');
        }
        append(&mut path, name, index(id, name));
    }
    path
}

/// The ids and names from the top level down to an item; empty if the item was removed.
fn names_down_to<T: ItemTree>(tree: &T, id: T::Id) -> Vec<(T::Id, &[u8])> {
    let up = iter::successors(Some(id), |id| tree.item_parent(*id));
    let mut names: Vec<_> = up.map_while(|id| Some((id, tree.item_name(id)?))).collect();
    names.reverse();
    names
}

/// The children with each name, by parent and name.
type ByName<'t, I> = HashMap<(Option<I>, &'t [u8]), Vec<I>>;

/// Computes the paths of many items. [`path_to`] counts siblings in each call; this counts all of them once.
#[derive(Debug, Clone)]
pub(crate) struct PathIndex<'t, T: ItemTree> {
    tree: &'t T,
    /// The number of earlier siblings with the same name, for items that have any.
    indices: HashMap<T::Id, usize>,
    /// Filled by the first search.
    by_name: OnceLock<ByName<'t, T::Id>>,
}

impl<'t, T: ItemTree> PathIndex<'t, T> {
    pub(crate) fn new(tree: &'t T) -> Self {
        let mut indices = HashMap::new();
        let parents = iter::once(None).chain(tree.all_items().map(Some));
        for siblings in parents.map(|parent| tree.items_in(parent)).filter(|siblings| siblings.len() > 1) {
            // Not one map for all, because clearing it takes time in proportion to the most siblings.
            let mut same = HashMap::with_capacity(siblings.len());
            for id in siblings {
                let Some(name) = tree.item_name(id) else { continue };
                let n_before = same.entry(name).or_insert(0_usize);
                if *n_before > 0 {
                    indices.insert(id, *n_before);
                }
                *n_before = n_before.saturating_add(1);
            }
        }
        Self { tree, indices, by_name: OnceLock::new() }
    }

    pub(crate) fn path(&self, id: T::Id) -> String {
        joined(self.tree, id, |id, _| self.indices.get(&id).copied().unwrap_or_default())
    }

    pub(crate) fn find(&self, path: &str) -> Option<T::Id> {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name = HashMap::<_, Vec<_>>::new();
            for id in self.tree.all_items() {
                let Some(name) = self.tree.item_name(id) else { continue };
                by_name.entry((self.tree.item_parent(id), name)).or_default().push(id);
            }
            by_name
        });
        follow(path, None, |parent, name, n_before| {
            by_name.get(&(parent, name))?.get(n_before).copied().map(Some)
        })?
    }
}

/// Appends a name to a path. Among siblings of the same name, all but the first have a number: `Part[2]` is the second,
/// with `n_before` equal to one.
///
/// In the name, `/`, `[` and `\` are escaped by a `\`, as is `'` at the start, and bytes that are not UTF-8 are written
/// as `\xff`. An empty name is `''`.
pub(crate) fn append(path: &mut String, name: &[u8], n_before: usize) {
    match name {
        [] => path.push_str("''"),
        [b'\'', ..] => path.push('\\'),
        _ => {}
    }
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            if matches!(character, '/' | '[' | '\\') {
                path.push('\\');
            }
            path.push(character);
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            _ = write!(path, "\\x{byte:02x}");
        }
    }
    if n_before > 0 {
        _ = write!(path, "[{}]", n_before.saturating_add(1));
    }
}

/// Resolves a path from `top`. `child` finds an item in its parent, by its name and the number of siblings of that name
/// before it.
pub(crate) fn follow<I: Copy>(path: &str, top: I, child: impl Fn(I, &[u8], usize) -> Option<I>) -> Option<I> {
    let (mut found, mut rest) = (top, Some(path));
    while let Some(path) = rest {
        let (name, n_before, after) = segment(path)?;
        found = child(found, &name, n_before)?;
        rest = after;
    }
    Some(found)
}

/// A name, the number of siblings of that name before it, and the path after the slash.
pub(crate) type Segment<'p> = (Cow<'p, [u8]>, usize, Option<&'p str>);

/// Parses the first name of a path, as [`append`] writes it; returns `None` if the path is malformed.
///
/// In addition, the first of several siblings may have the number 1, and a name may have the escapes `\n`, `\r`, `\t` and
/// `\u{202e}`, with which `rez` prints invisible characters.
pub(crate) fn segment(path: &str) -> Option<Segment<'_>> {
    let nameless = path.strip_prefix("''").filter(|rest| rest.is_empty() || rest.starts_with(['/', '[']));
    let (plain, mut rest) = match nameless {
        Some(rest) => ("", rest),
        None => path.split_at_checked(path.find(['/', '[', '\\']).unwrap_or(path.len()))?,
    };
    let mut name = Cow::Borrowed(plain.as_bytes());
    loop {
        match rest.as_bytes() {
            [] | [b'/', ..] => return Some((name, 0, rest.get(1..))),
            [b'[', ..] => {
                let (number, after) = rest.get(1..)?.split_once(']')?;
                let after = if after.is_empty() { None } else { Some(after.strip_prefix('/')?) };
                return Some((name, number.parse::<usize>().ok()?.checked_sub(1)?, after));
            }
            [b'\\', b'x', ..] => {
                name.to_mut().push(u8::from_str_radix(rest.get(2..4)?, 16).ok()?);
                rest = rest.get(4..)?;
            }
            _ => {
                let (character, after) = character(rest)?;
                name.to_mut().extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = after;
            }
        }
    }
}

/// Parses a character of a name, which a `\` may escape; returns it and the text after it.
fn character(text: &str) -> Option<(char, &str)> {
    let escaped = text.strip_prefix('\\');
    if let Some((digits, after)) = escaped.and_then(|text| text.strip_prefix("u{")?.split_once('}')) {
        return Some((u32::from_str_radix(digits, 16).ok()?.try_into().ok()?, after));
    }
    let mut characters = escaped.unwrap_or(text).chars();
    let character = match (characters.next()?, escaped) {
        ('n', Some(_)) => '\n',
        ('r', Some(_)) => '\r',
        ('t', Some(_)) => '\t',
        (character, _) => character,
    };
    Some((character, characters.as_str()))
}
