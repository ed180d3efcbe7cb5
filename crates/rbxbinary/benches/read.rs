//! Measures throughput and allocations: `cargo bench -p rbxbinary`.
//!
//! The input is a generated place of 20,000 parts; `xtask/peers` compares with other libraries on real files.

use divan::{AllocProfiler, Bencher, black_box, counter::BytesCount};
use rbxbinary::{
    CFrames, Chunk, Class, ClassId, Column, Document, Hierarchy, Item, Model, Position, ReadOptions,
    Referent, Referent as Id, Rotation, RotationId, Strings, Tree, Values,
};

#[path = "../../rbxxml/benches/documents/edits.rs"]
mod edits;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// Parts in a row, in one folder.
fn place() -> Model {
    const N: i32 = 20_000;
    let class = |id, name: &str, referents| {
        Chunk::Class(Class { id: ClassId(id), name: name.into(), referents, ..Class::default() })
    };
    let column = |id, name: &str, values| {
        Chunk::Column(Column { class: ClassId(id), name: name.into(), values, ..Column::default() })
    };
    let names = (0..N).map(|i| format!("Part{}", i % 100));
    let frame = |i: i32| (Rotation::Id(RotationId::IDENTITY), geom::Vec3::new(i as f32 * 4.05, 0.5, 0.0));
    let frames: CFrames = (0..N).map(frame).collect();
    let parents = vec![Referent(N); N as usize].into_iter().chain([Referent::NONE]).collect();
    let chunks = vec![
        class(0, "Folder", vec![Referent(N)]),
        class(1, "Part", (0..N).map(Referent).collect()),
        column(0, "Name", Values::String(Strings::new(["Row"]).unwrap())),
        column(1, "Anchored", Values::Bool(vec![1; N as usize])),
        column(1, "CFrame", Values::CFrame(frames)),
        column(1, "Name", Values::String(Strings::new(names).unwrap())),
        column(1, "size", Values::Vector3((0..N).map(|i| [4.0, 1.2, i as f32]).collect())),
        Chunk::Hierarchy(Hierarchy {
            children: (0..=N).map(Referent).collect(),
            parents,
            ..Hierarchy::default()
        }),
        Chunk::End(b"</roblox>".to_vec()),
    ];
    Model { chunks, ..Model::default() }
}

#[divan::bench]
fn read(bencher: Bencher) {
    let bytes = rbxbinary::write(&place()).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| rbxbinary::read(&bytes));
}

#[divan::bench]
fn read_names_alone(bencher: Bencher) {
    let bytes = rbxbinary::write(&place()).unwrap();
    let options = ReadOptions::default().columns(|_, property| property == b"Name");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| rbxbinary::read_with(&bytes, &options));
}

#[divan::bench]
fn walk(bencher: Bencher) {
    let model = place();
    let tree = Tree::new(&model);
    bencher.bench(|| tree.walk().map(|instance| black_box(instance).name().len()).sum::<usize>());
}

#[divan::bench]
fn write(bencher: Bencher) {
    let model = place();
    bencher.bench(|| rbxbinary::write(&model));
}

#[divan::bench]
fn write_onto(bencher: Bencher) {
    let model = place();
    let bytes = rbxbinary::write(&model).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| rbxbinary::write_onto(&model, &bytes));
}

/// Ten thousand edits of a document with so many items: they should not take longer in a large one.
#[divan::bench(args = [1_000, 100_000])]
fn edit(bencher: Bencher, n_items: usize) {
    edits::edit_of(bencher, n_items, |_| {
        Item::new("Part").with("Name", "Block").with("Value", Referent::NONE)
    });
}
