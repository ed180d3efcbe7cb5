//! The positions of new chunks among those of a file.

use crate::model::{Chunk, ClassId, Name};

/// The sort key of a chunk in Studio's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key<'c> {
    Metadata,
    SharedStrings,
    Class(&'c Name),
    Column(ClassId, &'c Name),
    Hierarchy,
    /// A chunk of any other kind, which is never added.
    Last,
}

fn key(chunk: &Chunk) -> Key<'_> {
    match chunk {
        Chunk::Metadata(_) => Key::Metadata,
        Chunk::SharedStrings(_) => Key::SharedStrings,
        Chunk::Class(class) => Key::Class(&class.name),
        Chunk::Column(column) => Key::Column(column.class, &column.name),
        Chunk::Hierarchy(_) => Key::Hierarchy,
        _ => Key::Last,
    }
}

/// Inserts each new chunk after the last chunk of the file that precedes it in Studio's order. So a file in Studio's
/// order stays in it, and in any other file, columns come after their class.
pub(super) fn merged(file: Vec<Chunk>, mut new: Vec<Chunk>) -> Vec<Chunk> {
    if new.is_empty() {
        return file;
    }
    new.sort_by(|one, other| key(one).cmp(&key(other)));
    // For each chunk of the file, the least key from it to the end.
    let mut least: Vec<_> = file.iter().map(key).collect();
    let mut after = Key::Last;
    for key in least.iter_mut().rev() {
        after = after.min(*key);
        *key = after;
    }
    // These keys never decrease, as the search requires.
    let places: Vec<_> =
        new.iter().map(|chunk| least.partition_point(|least| *least <= key(chunk))).collect();
    let mut merged = Vec::with_capacity(file.len().saturating_add(new.len()));
    let mut new = new.into_iter().zip(places).peekable();
    for (at, chunk) in file.into_iter().enumerate() {
        while let Some((chunk, _)) = new.next_if(|(_, place)| *place <= at) {
            merged.push(chunk);
        }
        merged.push(chunk);
    }
    merged.extend(new.map(|(chunk, _)| chunk));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Class, Column, Hierarchy};

    #[test]
    fn new_chunks_keep_the_order() {
        let class = |name: &str| Chunk::Class(Class { name: name.into(), ..Class::default() });
        let column = |class, name: &str| {
            Chunk::Column(Column { class: ClassId(class), name: name.into(), ..Column::default() })
        };
        let (hierarchy, end) = (Chunk::Hierarchy(Hierarchy::default()), Chunk::End(Vec::new()));
        let file =
            vec![class("A"), class("C"), column(0, "x"), column(1, "x"), hierarchy.clone(), end.clone()];
        let new = vec![column(2, "y"), column(0, "y"), class("B"), column(0, "a")];
        let expected = vec![
            class("A"),
            class("B"),
            class("C"),
            column(0, "a"),
            column(0, "x"),
            column(0, "y"),
            column(1, "x"),
            column(2, "y"),
            hierarchy,
            end,
        ];
        assert_eq!(merged(file, new), expected);
        // The class is at an odd place; its column comes after it all the same.
        let file = vec![column(0, "x"), class("A")];
        assert_eq!(merged(file, vec![column(0, "a")]), [column(0, "x"), class("A"), column(0, "a")]);
    }
}
