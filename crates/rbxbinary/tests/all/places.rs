//! Positions of paths in a file, and the parts that a trace may omit.

use crate::each::CountingTracer;
use crate::locate as place;
use crate::recorder::Recorder;
use crate::support;
use rbxbinary::{
    Chunk, Class, Column, Descent, ErrorKind, Model, ReadOptions, Referent, Same, SpanStart, Strings, Values,
    read, trace, write,
};

/// A file with `n` items of a class, and a column of them.
fn file(n: usize, name: &str, values: Values) -> Vec<u8> {
    let referents = (0..n).map(|i| Referent(i as i32)).collect();
    let class = Class { name: "Bone".into(), referents, ..Class::default() };
    let column = Column { name: name.into(), values, ..Column::default() };
    write(&Model { chunks: vec![Chunk::Class(class), Chunk::Column(column)], ..Model::default() }).unwrap()
}

/// A value of an interleaved column is in several places: its first byte is the one that it is found by.
#[test]
fn a_value_of_a_column_is_found_by_its_first_byte() {
    const N: usize = 100_000;
    let bytes = file(N, "Weight", Values::Float32((0..N).map(|i| i as f32).collect()));
    let (buffer, first) = place(&bytes, "chunks[1] PROP Bone.Weight, values[0]").unwrap();
    let found = place(&bytes, "chunks[1] PROP Bone.Weight, values[70000]");
    assert_eq!(found, Some((buffer, first.start + 70_000..first.start + 70_001)));
    let others = place(&bytes, "chunks[1] PROP Bone.Weight, values_low_bytes.byte_1");
    assert_eq!(others, Some((buffer, first.start + N..first.start + 2 * N)));
    let recorder = Recorder::default();
    trace(&bytes, &ReadOptions::default(), &recorder).0.unwrap();
    assert!(recorder.spans.borrow().len() < 30, "{}", recorder.spans.borrow().len());
    // A single value is in one place.
    let bytes = support::fixture("rbxbinary/rules/RBX010.fires.rbxm");
    assert_eq!(place(&bytes, "x[0]").unwrap().1.len(), 4);
}

#[test]
fn what_is_skipped_is_read_all_the_same_unless_it_is_a_column() {
    // Long enough for the strings to take over the buffer that they were unpacked into.
    let bytes = file(1000, "Name", Values::String(Strings::new((0..1000).map(|i| i.to_string())).unwrap()));
    let options = ReadOptions::default();
    let model = read(&bytes).unwrap();
    type Wanted = fn(&SpanStart<'_>) -> Descent;
    let traced = |answer: Wanted| {
        let tracer = CountingTracer::new(|_, span| answer(span));
        let (result, _) = trace(&bytes, &options, &tracer);
        (result, tracer.n_unpacked.get())
    };
    let skip: [(Wanted, usize); 3] = [
        (|_| Descent::All, 2),
        (|span| if span.label.word == "plain" { Descent::Skip } else { Descent::All }, 2),
        (|span| if span.label.text == b"INST" { Descent::Skip } else { Descent::All }, 1),
    ];
    for (answer, n_unpacked) in skip {
        let (read, n) = traced(answer);
        assert_eq!((read.unwrap().difference(&model), n), (None, n_unpacked));
    }
    let (read, n) = traced(|span| if span.label.text == b"PROP" { Descent::Skip } else { Descent::All });
    let mut read = read.unwrap();
    let Chunk::Packed(packed) = &read.chunks[1] else { panic!() };
    assert_eq!((packed.name(), packed.column(), n), (*b"PROP", None, 1));
    read.unpack(1, &options).unwrap();
    assert_eq!(read.difference(&model), None);
    let (stopped, n) = traced(|span| if span.label.word == "values" { Descent::Stop } else { Descent::All });
    assert_eq!((stopped.unwrap_err().kind(), n), (&ErrorKind::Stopped, 2));
}
