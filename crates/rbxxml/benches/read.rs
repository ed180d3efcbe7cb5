//! Bytes a second, and allocations: `cargo bench -p rbxxml`.

use divan::{AllocProfiler, Bencher, black_box, counter::BytesCount};
use edits::edit_of;
use rbxxml::{Document, Item, ItemId as Id, Position, Value};

#[path = "documents/edits.rs"]
mod edits;

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
            .with("Color3uint8", [163, 162, 165])
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
