//! The default limits, on files whose contents are far larger than their length.

use rbxbinary::{
    Attribute, Attributes, Chunk, Class, ClassId, Column, Compression, Document, ErrorKind, Hierarchy,
    Limits, Model, ModelOptions, Name, Order, ReadOptions, Referent, Same, SharedIndex, Strings, Tree,
    Values, WriteOptions, read, read_with, recompress, validate, write, write_onto, write_with,
};

const MIB: usize = 1 << 20;

/// A file of these chunks, and END.
fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    let end = [&b"END\0\0\0\0\0\x09\0\0\0\0\0\0\0"[..], b"</roblox>"].concat();
    [b"<roblox!\x89\xff\r\n\x1a\n\0\0".as_slice(), &[0; 16], &chunks.concat(), &end].concat()
}

fn number(n: usize) -> [u8; 4] {
    u32::try_from(n).unwrap().to_le_bytes()
}

/// A chunk that is a zstd frame of raw bytes and of runs of one byte: 128 KiB in four.
fn zstd(name: &[u8; 4], head: &[u8], runs: &[(u8, usize)]) -> Vec<u8> {
    let plain_len = head.len() + runs.iter().map(|(_, n)| n).sum::<usize>();
    let mut frame = [&b"\x28\xb5\x2f\xfd\xa0"[..], &number(plain_len)].concat();
    let mut block = |kind: usize, len: usize, body: &[u8]| {
        frame.extend_from_slice(&number(len << 3 | kind << 1)[..3]);
        frame.extend_from_slice(body);
    };
    block(0, head.len(), head);
    for (byte, n) in runs {
        for start in (0..*n).step_by(MIB / 8) {
            block(1, (MIB / 8).min(n - start), &[*byte]);
        }
    }
    frame.extend([1, 0, 0]);
    [&name[..], &number(frame.len()), &number(plain_len), &[0; 4], &frame].concat()
}

/// A class of `n` instances, whose referents increase by `step`.
fn inst(n: usize, step: u8) -> Vec<u8> {
    let head = [&[0; 4][..], &number(6), b"Folder", &[0], &number(n)].concat();
    zstd(b"INST", &head, &[(0, 3 * n), (2 * step, n)])
}

fn limit_of(bytes: &[u8]) -> (&'static str, usize) {
    match read(bytes).unwrap_err().kind() {
        ErrorKind::LimitExceeded { limit, left, .. } => (limit, *left),
        other => panic!("{other}"),
    }
}

#[test]
fn a_million_equal_folders_are_read_in_any_compression() {
    const N: i32 = 1_000_000;
    let class =
        Class { name: "Folder".into(), referents: (0..N).map(Referent).collect(), ..Class::default() };
    let names = Values::String(Strings::new((0..N).map(|_| "Folder")).unwrap());
    let column = |name: &str, values| Column { name: name.into(), values, ..Column::default() };
    let children = (0..N).map(Referent).collect();
    let hierarchy = Hierarchy { children, parents: vec![Referent::NONE; N as usize], ..Hierarchy::default() };
    let chunks = vec![
        Chunk::Class(class),
        Chunk::Column(column("Archivable", Values::Bool(vec![1; N as usize]))),
        Chunk::Column(column("Capabilities", Values::SecurityCapabilities(vec![0; N as usize]))),
        Chunk::Column(column("Name", names)),
        Chunk::Column(column("SourceAssetId", Values::Int64(vec![-1; N as usize]))),
        Chunk::Hierarchy(hierarchy),
        Chunk::End(b"</roblox>".to_vec()),
    ];
    let model = Model { chunks, ..Model::default() };
    let forms: &[Compression] = match cfg!(feature = "zstd") {
        true => &[Compression::Lz4, Compression::Zstd],
        false => &[Compression::Lz4],
    };
    for form in forms {
        let bytes = write_with(&model, &WriteOptions::default().compression(*form)).unwrap();
        assert!(bytes.len() < MIB, "{} bytes", bytes.len());
        let (again, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.total(), 0);
        assert!(again.same(&model));
        assert!(validate(&again).is_empty());
        assert!(write_onto(&again, &bytes).unwrap() == bytes);
    }
}

#[test]
fn limits_that_are_not_set_follow_from_the_length() {
    let with = |limits| ReadOptions::default().limits(limits);
    // The minimum output limit, a limit that replaces it, and the limit for a longer file.
    let bytes = file(&[zstd(b"NEWS", b"", &[(7, 48 * MIB + 1)])]);
    assert_eq!(limit_of(&bytes), ("output bytes", 48 * MIB));
    assert!(read_with(&bytes, &with(Limits::default().output_bytes(48 * MIB + 1))).is_ok());
    assert!(read(&file(&[zstd(b"NEWS", b"", &[(7, 48 * MIB)])])).is_ok());
    let junk = [b"JUNK".as_slice(), &[0; 4], &number(6 * MIB), &[0; 4], &vec![0; 6 * MIB]].concat();
    let more = |n_bytes| file(&[junk.clone(), zstd(b"NEWS", b"", &[(7, n_bytes)])]);
    assert!(read(&more(72 * MIB)).is_ok());
    assert_eq!(limit_of(&more(73 * MIB)).0, "output bytes");
    // An instance counts four times.
    let n = 3 * MIB;
    assert!(read(&file(&[inst(n, 1)])).is_ok());
    assert_eq!(limit_of(&file(&[inst(n + 1, 1)])), ("elements", 9 * MIB - 1));
    let more = file(&[junk, inst(n + 1, 1)]);
    assert!(read(&more).is_ok());
    assert!(read_with(&more, &with(Limits::default().elements(12 << 20))).is_err());
    // The error says which option raises a limit that was not set.
    assert!(
        read(&bytes)
            .unwrap_err()
            .to_string()
            .ends_with("raise it with `Limits::output_bytes` (at byte 0x30)")
    );
    // Setting one limit, even below its default, does not change the others.
    assert!(read_with(&bytes, &with(Limits::default().depth(1))).is_err());
}

#[test]
fn what_is_written_takes_no_more_than_twice_its_length() {
    let original = file(&[[b"JUNK".as_slice(), &[0; 4], &number(MIB), &[0; 4], &vec![0; MIB]].concat()]);
    let written = write_onto(&read(&file(&[])).unwrap(), &original).unwrap();
    assert!(written == file(&[]) && written.capacity() <= 2 * written.len(), "{}", written.capacity());
}

#[test]
fn warnings_by_the_million_are_counted() {
    const N: usize = 1_000_000;
    // All with the referent 0.
    let (model, warnings) = read_with(&file(&[inst(N, 0)]), &ReadOptions::default()).unwrap();
    // All but the first are duplicates; PRNT is missing; and the counts in the header are 0.
    assert_eq!((warnings.total(), warnings.len()), (N - 1 + 2, 1000));
    let last = "chunks[0] INST Folder, referents[999]: instance 0 already exists \
                (at byte 0x3fa of the data decompressed from byte 0x20)";
    assert_eq!(warnings.last().map(ToString::to_string).as_deref(), Some(last));
    assert_eq!(Tree::new(&model).len(), N);
    let findings = validate(&model);
    assert_eq!(findings.counts().next().map(|(rule, n)| (rule.id, n)), Some(("RBX001", N - 1)));
    assert_eq!(findings.iter().filter(|one| one.rule.id == "RBX001").count(), 1000);
    let strict = read_with(&file(&[inst(N, 0)]), &ReadOptions::default().strict(true)).unwrap_err();
    assert_eq!(strict.to_string(), warnings[0].to_string());
}

#[test]
fn sparse_referents_are_found() {
    const N: i32 = 300_000;
    let model = read(&file(&[inst(N as usize, 100)])).unwrap();
    let tree = Tree::new(&model);
    for number in [1, 2, N / 2, N] {
        assert_eq!(tree.get(Referent(100 * number)).unwrap().referent(), Referent(100 * number));
        assert_eq!(tree.get(Referent(100 * number - 1)), None);
    }
}

#[test]
fn shared_strings_are_found_among_many_chunks() {
    const N: u32 = 300_000;
    let chunk = |i: u32| Chunk::SharedStrings(Strings::new([i.to_le_bytes()]).unwrap().into());
    let empty = Chunk::SharedStrings(Strings::default().into());
    let mut chunks: Vec<_> = (0..N).map(chunk).collect();
    chunks.insert(7, empty.clone());
    chunks.push(empty);
    let model = Model { chunks, ..Model::default() };
    let (all, tree) = (model.shared_strings(), Tree::new(&model));
    assert_eq!((all.len(), all.is_empty()), (N as usize, false));
    // A search through all chunks for every string would take minutes.
    for i in 0..N {
        assert_eq!(all.get(SharedIndex(i)), Some(&i.to_le_bytes()[..]));
        assert_eq!(tree.shared_string(SharedIndex(i)), all.get(SharedIndex(i)));
    }
    assert_eq!((all.get(SharedIndex(N)), all.get(SharedIndex(u32::MAX))), (None, None));
    assert!(Model::default().shared_strings().is_empty());
}

#[test]
fn many_alike_chunks_are_written_onto_in_linear_time() {
    // All have the same name and length, and all but the last have moved.
    const N: u32 = 50_000;
    let chunk = |i: u32| Chunk::SharedStrings(Strings::new([i.to_le_bytes()]).unwrap().into());
    let model = Model { chunks: (0..N).map(chunk).collect(), ..Model::default() };
    let stored = write_with(&model, &WriteOptions::default().compression(Compression::Stored)).unwrap();
    let mut edited = model.clone();
    edited.chunks[..N as usize - 1].reverse();
    // Chunks that were not found in the original would be compressed.
    let written = write_onto(&edited, &stored).unwrap();
    assert_eq!(written.len(), stored.len());
    assert_ne!(write(&edited).unwrap().len(), stored.len());
    assert!(read(&written).unwrap().same(&edited));
}

#[test]
fn documents_of_many_classes_and_columns_are_made_in_linear_time() {
    const N: u32 = 20_000;
    let class = |id: u32| {
        let referents = vec![Referent(id as i32)];
        let name = format!("Class{id}").as_str().into();
        Chunk::Class(Class { id: ClassId(id), name, referents, ..Class::default() })
    };
    let column = |number: u32| {
        let name = format!("Property{number}").as_str().into();
        Chunk::Column(Column { name, values: Values::Bool(vec![1]), ..Column::default() })
    };
    let mut model = Model::default();
    model.chunks.extend((0..N).map(class));
    model.chunks.extend((0..N).map(column));
    let mut document = Document::from(model.clone());
    assert!(document.to_model().unwrap() == model);
    let last = format!("Property{}", N - 1);
    assert_eq!(document.set_all(|_, _| true, last.as_str(), false), N as usize);
    let copy = document.copy(Referent(0), None).unwrap();
    assert_eq!(document.item(copy).unwrap().properties().count(), N as usize);
    for order in [Order::File, Order::Studio] {
        let model = document.to_model_with(&ModelOptions::default().order(order)).unwrap();
        assert_eq!((model.columns().count(), document.holes().len()), (2 * N as usize - 1, 0));
    }
}

#[test]
fn chunks_are_not_recompressed_beyond_the_limit() {
    let bytes = file(&[zstd(b"aaaa", &[], &[(0, 2 * MIB)])]);
    let limits = Limits::default().output_bytes(MIB);
    let error = recompress(&bytes, Compression::Lz4, &ReadOptions::default().limits(limits)).unwrap_err();
    let text = "aaaa: exceeds the limit of output bytes: 2097152 requested, 1048576 left (at byte 0x20)";
    assert_eq!(error.to_string(), text);
}

/// Miri would have to fill the memory, and zeros that nobody reads take none.
#[test]
#[cfg(all(target_pointer_width = "64", not(miri)))]
fn texts_of_attributes_are_shorter_than_4_gib() {
    let mut attributes = Attributes::default();
    attributes.entries.push((Name::from("Title"), Attribute::String(vec![0; 1 << 32])));
    assert_eq!(
        attributes.write().unwrap_err().to_string(),
        "Title.string: there are 4294967296, more than the format can count"
    );
}
