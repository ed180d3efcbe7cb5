//! Reading on several threads gives the results of reading on one.

use super::random::Random;
use rbxbinary::{
    CFrames, Chunk, Class, ClassId, Column, Compression, Hierarchy, Limits, Model, ReadOptions, Referent,
    Rotation, RotationId, Same, SharedIndex, SharedStrings, Strings, UniqueId, Unknown, Values, WriteOptions,
    open_with, read_with, write_onto_with, write_with,
};

const N: usize = 12_000;

/// Parts and folders with columns of many types: more than a megabyte.
fn place() -> Model {
    let n_folders = N / 10;
    let class = |id, name: &str, referents: std::ops::Range<usize>| {
        let referents = referents.map(|n| Referent(n as i32)).collect();
        Chunk::Class(Class { id: ClassId(id), name: name.into(), referents, ..Class::default() })
    };
    let column = |id, name: &str, values| {
        Chunk::Column(Column { class: ClassId(id), name: name.into(), values, ..Column::default() })
    };
    let names = |n: usize| Values::String(Strings::new((0..n).map(|i| format!("Part{}", i % 700))).unwrap());
    let frames: CFrames = (0..N)
        .map(|i| (Rotation::Id(RotationId::IDENTITY), geom::Vec3::new(i as f32 * 4.05, 0.5, -(i as f32))))
        .collect();
    let numbers = |from: usize| (0..N).map(move |i| (i * 7919 + from) as i32);
    let ids = numbers(3).map(|i| UniqueId { index: i as u32, time: 9, random: (i as u64) << 33 });
    let shared = SharedStrings::from(Strings::new(["one", "two", "three"]).unwrap());
    let children: Vec<_> = (0..N + n_folders).map(|n| Referent(n as i32)).collect();
    let parent = |i: usize| if i < N { Referent((N + i / 10) as i32) } else { Referent::NONE };
    let parents = (0..N + n_folders).map(parent).collect();
    let chunks = vec![
        Chunk::SharedStrings(shared),
        class(0, "Folder", N..N + n_folders),
        class(1, "Part", 0..N),
        column(0, "Name", names(n_folders)),
        column(1, "Anchored", Values::Bool(numbers(0).map(|i| (i & 1) as u8).collect())),
        column(1, "AssetId", Values::Int64(numbers(1).map(|i| i64::from(i) << 20).collect())),
        column(1, "CFrame", Values::CFrame(frames)),
        column(1, "Color", Values::Color3uint8(numbers(2).map(|i| [i as u8, 5, 9]).collect())),
        column(1, "Link", Values::Referent((0..N).map(|i| Referent((i / 3) as i32)).collect())),
        column(1, "Mesh", Values::SharedString((0..N).map(|i| SharedIndex((i % 3) as u32)).collect())),
        column(1, "Name", names(N)),
        column(1, "Notes", Values::String(Strings::new((0..N).map(|i| format!("{i:040}"))).unwrap())),
        column(1, "Transparency", Values::Float32(numbers(4).map(|i| i as f32).collect())),
        column(1, "UniqueId", Values::UniqueId(ids.collect())),
        column(1, "size", Values::Vector3((0..N).map(|i| [4.0, 1.2, i as f32]).collect())),
        Chunk::Hierarchy(Hierarchy { children, parents, ..Hierarchy::default() }),
        Chunk::End(b"</roblox>".to_vec()),
    ];
    Model { chunks, ..Model::default() }
}

fn written(model: &Model, compression: Compression) -> Vec<u8> {
    let options = WriteOptions::default().compression(compression);
    let [one, three] = [1, 3].map(|n| write_with(model, &options.clone().threads(n)).unwrap());
    assert!(one == three, "written differently");
    one
}

/// Reads on one thread and on three.
fn compare(bytes: &[u8], options: &ReadOptions, what: &str) {
    let [one, three] = [1, 3].map(|n| read_with(bytes, &options.clone().threads(n)));
    match (&one, &three) {
        (Ok((one, warnings)), Ok((three, others))) => {
            assert!(one.same(three), "{what}: {:?}", one.difference(three));
            assert_eq!(warnings, others, "{what}");
            let (opened, warnings) = open_with(bytes, &options.clone().threads(2)).unwrap();
            assert!(opened.model().same(one) && warnings == *others, "{what}, opened");
        }
        (Err(one), Err(three)) => assert_eq!(one, three, "{what}"),
        _ => panic!("{what}: {one:?} on one thread, and {three:?} on three"),
    }
}

/// Everything as it is, strictly, and with each limit.
fn compare_all(bytes: &[u8], what: &str) {
    let (options, limits) = (ReadOptions::default(), Limits::default());
    compare(bytes, &options, what);
    compare(bytes, &options.clone().strict(true), what);
    for n in [1000, 30_000, 100_000, 300_000] {
        compare(bytes, &options.clone().limits(limits.elements(n)), &format!("{what}, {n} elements"));
        compare(bytes, &options.clone().limits(limits.output_bytes(4 * n)), &format!("{what}, {n} bytes"));
    }
}

#[test]
fn a_sound_place_is_the_same() {
    let place = place();
    for compression in [Compression::Lz4, Compression::Stored] {
        let bytes = written(&place, compression);
        let (read, write) = (ReadOptions::default().threads(3), WriteOptions::default().threads(3));
        assert!(read_with(&bytes, &read).unwrap().0.same(&place));
        assert!(write_onto_with(&place, &bytes, &read, &write).unwrap() == bytes);
        compare_all(&bytes, "sound");
        let some = ReadOptions::default().columns(|class, property| class == b"Part" && property < b"N");
        compare(&bytes, &some, "some columns");
        compare(&bytes, &some.forget_others(true), "some columns alone");
    }
}

#[test]
fn places_with_faults_are_the_same() {
    type Edit = fn(&mut Vec<Chunk>);
    let place = place();
    let edited = |edit: Edit| {
        let mut model = place.clone();
        edit(&mut model.chunks);
        written(&model, Compression::Lz4)
    };
    let raw = |name: &str| {
        let values = Values::Raw { type_id: 0x77, data: vec![1, 2, 3] };
        Chunk::Column(Column { class: ClassId(1), name: name.into(), values, ..Column::default() })
    };
    let cases: [(&str, Edit); 7] = [
        ("a class after columns", |chunks| chunks.swap(2, 9)),
        ("columns before all classes", |chunks| chunks[1..15].rotate_left(2)),
        ("a class twice", |chunks| chunks.insert(3, chunks[1].clone())),
        ("a class twice, late", |chunks| chunks.insert(8, chunks[2].clone())),
        ("a column twice", |chunks| chunks.insert(8, chunks[7].clone())),
        ("an unknown chunk", |chunks| {
            chunks.insert(6, Chunk::Unknown(Unknown { name: *b"NEWS", data: vec![1; 9] }))
        }),
        ("no hierarchy", |chunks| drop(chunks.remove(15))),
    ];
    for (what, edit) in cases {
        compare_all(&edited(edit), what);
    }
    let mut unknown = place.clone();
    unknown.chunks.splice(5..5, [raw("A"), raw("B")]);
    compare_all(&written(&unknown, Compression::Lz4), "unknown types");
}

#[test]
fn damaged_places_are_the_same() {
    let mut random = Random::new(5);
    for compression in [Compression::Stored, Compression::Lz4] {
        let bytes = written(&place(), compression);
        for case in 0..40 {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len());
                damaged[at] ^= 1 << random.below(8);
            }
            if case % 8 == 0 {
                damaged.truncate(random.below(bytes.len()));
            }
            let options = ReadOptions::default().strict(case % 4 == 1);
            compare(&damaged, &options, &format!("{compression:?}, case {case}"));
        }
    }
}
