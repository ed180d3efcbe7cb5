//! Bytes a second, and allocations: `cargo bench -p rbxxml`.

use divan::{AllocProfiler, Bencher, black_box, counter::BytesCount};
use rbxxml::{Color3uint8, Document, Item, ItemId, Position, Value};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// Two thousand parts as Studio would write them: 2.5 MB.
fn parts() -> Document {
    let mut document = Document::new();
    for number in 0..2000_u16 {
        let x = f32::from(number) * 0.05;
        let part = Item { referent: Some(format!("RBX{number:032X}").into()), ..Item::new("Part") }
            .with("Name", format!("Block{}", number % 50))
            .with("Anchored", number % 3 == 0)
            .with("CFrame", geom::Pose { position: geom::Vec3::new(x, 0.5, -x), ..geom::Pose::IDENTITY })
            .with("Color3uint8", Color3uint8 { r: 163, g: 162, b: 165 })
            .with("Material", Value::Enum(256))
            .with("Tags", Vec::<u8>::new())
            .with("Transparency", 0.2_f32)
            .with("size", geom::Vec3::new(4.0, 1.2, 2.0));
        document.add(None, part).expect("the document");
    }
    document
}

#[divan::bench]
fn read(bencher: Bencher) {
    let bytes = rbxxml::write(&parts()).expect("a document that the format can say");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| rbxxml::read(black_box(&bytes)));
}

#[divan::bench]
fn write(bencher: Bencher) {
    let document = parts();
    let n_bytes = rbxxml::write(&document).map_or(0, |bytes| bytes.len());
    bencher.counter(BytesCount::new(n_bytes)).bench(|| rbxxml::write(black_box(&document)));
}

#[divan::bench]
fn write_onto(bencher: Bencher) {
    let document = parts();
    let bytes = rbxxml::write(&document).expect("a document that the format can say");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| rbxxml::write_onto(black_box(&document), &bytes));
}

/// Ten thousand edits of a document with so many items: they should not take longer in a large one.
#[divan::bench(args = [1_000, 100_000])]
fn edit(bencher: Bencher, n_items: usize) {
    edit_of(bencher, n_items, |_| Item::new("Part").with("Name", "Block").with("Value", 1.0_f32));
}

/// The same, if no item has a value in common with another.
#[divan::bench(args = [1_000, 100_000])]
fn edit_own(bencher: Bencher, n_items: usize) {
    let item = |number| Item::new("Part").with("Name", format!("Block{number}")).with("Value", number as f32);
    edit_of(bencher, n_items, item);
}

fn edit_of(bencher: Bencher, n_items: usize, item: fn(usize) -> Item) {
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
struct Edit(usize, ItemId, ItemId);

impl Edit {
    /// Makes the edit, and returns the item that it adds.
    fn apply(&self, document: &mut Document) -> Option<ItemId> {
        let Self(kind, one, other) = *self;
        match kind {
            0 => return document.add(other, Item::new("Part")).ok(),
            1 => _ = document.set(one, "Value", other),
            // It fails if it would be in itself.
            2 => _ = document.reparent(one, other, Position::First),
            3 => return document.copy(one, other).ok(),
            _ => _ = document.remove(one),
        }
        None
    }
}

/// Makes edits and returns them, so that making them again takes no time for choosing. The same edits of a clone give the
/// same ids.
fn edits_at_random(document: &mut Document, ids: &mut Vec<ItemId>) -> Vec<Edit> {
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
