//! Ten thousand edits of a document: they should not take longer in a large one. The documents are those of the crate.

use super::{Document, Id, Item, Position};
use divan::Bencher;

/// Measures edits of a document with so many items.
pub(super) fn edit_of(bencher: Bencher, n_items: usize, item: fn(usize) -> Item) {
    let mut document = Document::new();
    let mut ids = Vec::new();
    for number in 0..n_items {
        let parent = ids.get(number / 10).copied().filter(|_| number > 0);
        ids.push(document.add(parent, item(number)).expect("its parent"));
    }
    let copy = || {
        let mut document = document.clone();
        // Growing is a matter of the document's history, and not of the edits.
        let last = document.add(None, Item::default()).expect("more ids");
        (document, last)
    };
    let (mut first, last) = copy();
    ids.push(last);
    let edits = edits_at_random(&mut first, &mut ids);
    bencher.with_inputs(copy).bench_values(|(mut document, _)| {
        edits.iter().for_each(|edit| _ = edit.apply(&mut document));
        document
    });
}

/// An edit: its kind, and two items.
struct Edit(usize, Id, Id);

impl Edit {
    /// Makes the edit, and returns the item that it adds.
    fn apply(&self, document: &mut Document) -> Option<Id> {
        let Self(kind, one, other) = *self;
        match kind {
            0 => return document.add(other, Item::new("Part")).ok(),
            1 => _ = document.set(one, "Value", other),
            // It fails if it would be in itself.
            2 => _ = document.move_to(one, other, Position::First),
            3 => return document.copy(one, other).ok(),
            _ => _ = document.remove(one),
        }
        None
    }
}

/// Makes edits and returns them, so that making them again takes no time for choosing. The same edits of a clone give the
/// same ids.
fn edits_at_random(document: &mut Document, ids: &mut Vec<Id>) -> Vec<Edit> {
    let mut state = 1_u64;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % bound
    };
    let edits = (0..10_000).map(|number| {
        let kind = number % 5;
        let (mut at, other) = (random(ids.len()), ids[random(ids.len())]);
        // Copied and removed are items without children, of which a large document has more.
        while kind > 2 && document.children(ids[at]).len() > 0 {
            at = random(ids.len());
        }
        let edit = Edit(kind, ids[at], other);
        ids.extend(edit.apply(document));
        if kind == 4 {
            ids.swap_remove(at);
        }
        edit
    });
    edits.collect()
}
