//! Two edits of a large place: what changed, and both in one. `cargo bench -p rezkit --bench diff`

#![allow(missing_docs)]

use divan::AllocProfiler;
use rbxbinary::{Document, Item, OwnedValue, UniqueId, Value};
use rezkit::{DiffOptions, File, OpenOptions, diff, merge};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::LazyLock;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

const N_PARTS: usize = 107_000;

fn main() {
    divan::main();
}

/// A place of 107,000 instances, and two edits of one part in a hundred.
static FILES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    let mut document = Document::new();
    let mut parts = Vec::new();
    let mut model = None;
    for number in 0..N_PARTS {
        let id = UniqueId { random: 1, time: 1, index: u32::try_from(number).unwrap() };
        let item = |class: &str| {
            let item = Item::new(class).with("Name", class).with("UniqueId", id);
            item.with("SourceAssetId", i64::try_from(number).unwrap())
        };
        if number % 50 == 0 {
            model = Some(document.add(None, item("Model")).unwrap());
            continue;
        }
        let at = number as f32;
        let part = item("Part").with("Anchored", number % 3 == 0).with("Transparency", 0.0_f32);
        let part = part.with("size", geom::Vec3::new(4.0, at / 7.0, 2.0)).with("Material", Value::Enum(256));
        let part = part.with(
            "CFrame",
            geom::Pose { position: geom::Vec3::new(at, at / 3.0, 0.0), ..geom::Pose::default() },
        );
        parts.push(document.add(model, part).unwrap());
    }
    let write = |document: &Document| rbxbinary::write(&document.to_model().unwrap()).unwrap();
    let edited = |property: &str, value: OwnedValue, first: usize| {
        let mut document = document.clone();
        for id in parts.iter().skip(first).step_by(100) {
            document.set(*id, property, value.clone()).unwrap();
        }
        write(&document)
    };
    let ours = edited("Transparency", 0.75_f32.into(), 0);
    [write(&document), ours, edited("Anchored", true.into(), 50)]
});

fn open(file: usize) -> File<'static> {
    File::open(&FILES[file], &OpenOptions::default()).unwrap()
}

#[divan::bench]
fn diff_of_107000_parts(bencher: divan::Bencher<'_, '_>) {
    let (old, new) = (open(0), open(1));
    bencher.bench_local(|| {
        let mut n = 0;
        diff(&old, &new, &DiffOptions::default(), &mut |change| {
            n += black_box(change).properties.len();
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(n, 1049);
    });
}

#[divan::bench]
fn merge_of_107000_parts(bencher: divan::Bencher<'_, '_>) {
    let [base, ours, theirs] = [open(0), open(1), open(2)];
    bencher.bench_local(|| {
        let merged = merge(Some(&base), &ours, &theirs).unwrap();
        assert_eq!(merged.n_conflicts, 0);
        merged.bytes
    });
}
