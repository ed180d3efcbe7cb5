//! Tests of the common part, on a toy format that uses all of it: records, chunks, columns, strings, a packed part,
//! and text.

#![allow(unreachable_pub, reason = "public in the crates that these files are part of")]

#[path = "../src/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "a test of parts")]
#[path = "../src/error.rs"]
mod error;
#[path = "all/support/locator.rs"]
mod locator;
#[path = "all/support/recorder.rs"]
mod recorder;

mod defaults {
    pub(crate) fn output_bytes(n_bytes: usize) -> usize {
        (2 * n_bytes).max(1 << 16)
    }

    pub(crate) const DEPTH: usize = 10;

    pub(crate) fn elements(n_bytes: usize) -> usize {
        (4 * n_bytes).max(1 << 16)
    }
}

use common::error::{Error, Place, Warnings};
use common::input::{Input, Parsed, Reading};
use common::limits::Limits;
use common::list::{list, list_until_failure, list_while};
use common::output::{Output, count};
use common::packed::PlainBuffer;
use common::parsers::*;
use common::path::{append, segment};
use common::printer::Printer;
use common::rules::{Findings, Rule, Severity};
use common::show::{Field, Show, SpanType, quoted};
use common::trace::{Buffer, Descent, Label, SpanStart, Trace};
use common::wire::{Wire, wire, *};
use common::zlib::*;
use common::zstd;
use error::ErrorKind;
use geom::{Same, same};
use locator::located;
use miniz_oxide::deflate::compress_to_vec_zlib;
use nom::Parser;
use proptest::prelude::*;
use recorder::{Recorder, check_traced};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::borrow::Cow;
use std::cell::RefCell;

// The toy's model, tables, reader and writer.

#[derive(Debug, Clone, PartialEq, Default)]
struct Toy {
    points: Vec<Point>,
    chunks: Vec<Chunk>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Debug, Clone, PartialEq)]
enum Chunk {
    Numbers(Vec<i32>),
    Names(Vec<Vec<u8>>),
    Packed { points: Vec<Point> },
    Unknown { tag: [u8; 4], data: Vec<u8> },
}

same! {
    Toy { points, chunks }
    Point { x, y }
    enum Chunk { Numbers(all), Names(all), Packed { points }, Unknown { tag, data } }
}

#[derive(Debug, Clone, Copy)]
struct Tag([u8; 4]);

impl Show for Tag {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(quoted);
}

impl Wire<4> for Tag {
    fn decode(bytes: &[u8; 4]) -> Self {
        Self(*bytes)
    }

    fn encode(&self) -> [u8; 4] {
        self.0
    }
}

#[derive(Debug)]
struct Frame {
    tag: Tag,
    len: u32,
}

wire! {
    Point = 8 bytes {
        0 x: f32,
        4 y: f32,
    }
    Frame = 8 bytes {
        0 tag: Tag,
        4 len: u32,
    }
}

fn toy(input: Input<'_>) -> Parsed<'_, Toy> {
    let (input, ()) = field("magic", literal(b"TOY\n"))(input)?;
    let (input, n_points) = field("point_count", value::<_, u16>)(input)?;
    let (mut input, points) = rows("points", n_points.into())(input)?;
    let mut chunks = Vec::new();
    while !input.bytes().is_empty() {
        let name = Label {
            word: "chunks",
            index: Some(chunks.len()),
            text: input.bytes().get(..4).unwrap_or_default(),
        };
        let (rest, chunk) = part(name, chunk)(input)?;
        chunks.push(chunk);
        input = rest;
    }
    Ok((input, Toy { points, chunks }))
}

fn chunk(input: Input<'_>) -> Parsed<'_, Chunk> {
    let start = input.position();
    let (input, Frame { tag: Tag(tag), len }) = field("frame", value)(input)?;
    let body = move |input| match &tag {
        b"NUMS" => numbers(input),
        b"NAME" => names_chunk(input),
        b"PACK" => part("body", |input| packed(start, input))(input),
        _ => unknown("data")(input).map(|(rest, data)| (rest, Chunk::Unknown { tag, data: data.to_vec() })),
    };
    let (rest, own) = input.split(len as usize)?;
    let (_, chunk) = body(own).or_else(|error| {
        own.recover(error)?;
        remainder.map(|data| Chunk::Unknown { tag, data: data.to_vec() }).parse(own)
    })?;
    Ok((rest, chunk))
}

fn numbers(input: Input<'_>) -> Parsed<'_, Chunk> {
    let (input, n) = field("count", value::<_, u32>)(input)?;
    let (input, all) = rows("numbers", n as usize)(input)?;
    if !input.bytes().is_empty() {
        input.warn(|| ErrorKind::Surplus { n_bytes: input.bytes().len() })?;
    }
    Ok((input, Chunk::Numbers(all)))
}

fn names_chunk(input: Input<'_>) -> Parsed<'_, Chunk> {
    let (input, n) = field("count", value::<_, u8>)(input)?;
    list("names", n.into(), name).map(Chunk::Names).parse(input)
}

fn name(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    let (input, len) = field("len", value::<_, u8>)(input)?;
    field("letters", bytes(len.into())).map(<[u8]>::to_vec).parse(input)
}

/// Reads a packed part, which is «compressed» by inverting every bit.
fn packed(start: usize, input: Input<'_>) -> Parsed<'_, Chunk> {
    input.charge_output(input.bytes().len())?;
    let len = input.bytes().len();
    let mut plain = PlainBuffer { buffer: input.bytes().iter().map(|byte| !byte).collect(), len };
    let points = input.read_inner(start, &mut plain, |input| rows("points", len / 8)(input))?;
    let (rest, _) = remainder(input)?;
    Ok((rest, Chunk::Packed { points }))
}

fn write(toy: &Toy) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    out.bytes(b"TOY\n");
    out.value(&count::<u16>(toy.points.len(), "points")?);
    out.rows(&toy.points);
    for chunk in &toy.chunks {
        let tag = match chunk {
            Chunk::Numbers(_) => *b"NUMS",
            Chunk::Names(_) => *b"NAME",
            Chunk::Packed { .. } => *b"PACK",
            Chunk::Unknown { tag, .. } => *tag,
        };
        let frame = |len| Ok(Frame { tag: Tag(tag), len: count(len, "chunk")? });
        out.prefixed(frame, |out| match chunk {
            Chunk::Numbers(all) => {
                out.value(&count::<u32>(all.len(), "numbers")?);
                out.rows(all);
                Ok(())
            }
            Chunk::Names(all) => {
                out.value(&count::<u8>(all.len(), "names")?);
                all.iter().try_for_each(|name| {
                    out.value(&count::<u8>(name.len(), "name")?);
                    out.bytes(name);
                    Ok(())
                })
            }
            Chunk::Packed { points } => {
                points.iter().for_each(|point| out.bytes(&point.encode().map(|byte| !byte)));
                Ok(())
            }
            Chunk::Unknown { data, .. } => {
                out.bytes(data);
                Ok(())
            }
        })?;
    }
    Ok(out.0)
}

const LIMITS: Limits = Limits { output_bytes: None, depth: None, elements: None };

fn reading(strict: bool, limits: Limits) -> Reading<'static> {
    Reading::new(strict, limits, 0)
}

fn read(bytes: &[u8]) -> Result<(Toy, Warnings), Error> {
    format::read_with(bytes, &format::ReadOptions::default())
}

fn read_strictly(bytes: &[u8]) -> Result<Toy, Error> {
    reading(true, LIMITS).read(bytes, toy)
}

/// The toy as the crate of a format.
mod format {
    pub(crate) use crate::common::show::{SpanKind, SpanType};
    pub(crate) use crate::common::trace::{Buffer, Descent, SpanStart, Trace};
    use crate::{Error, LIMITS, Reading, Toy, Warnings, reading, toy};
    pub(crate) use geom::Same;

    #[derive(Default)]
    pub(crate) struct ReadOptions {
        pub(crate) strict: bool,
    }

    pub(crate) fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Toy, Warnings), Error> {
        let reading = reading(options.strict, LIMITS);
        let toy = reading.read(bytes, toy)?;
        Ok((toy, reading.into_warnings()))
    }

    pub(crate) fn trace(
        bytes: &[u8],
        options: &ReadOptions,
        trace: &dyn Trace,
    ) -> (Result<Toy, Error>, Warnings) {
        let reading = Reading::new(options.strict, LIMITS, bytes.len()).with_trace(trace);
        (reading.read(bytes, toy), reading.into_warnings())
    }
}

fn sample() -> Toy {
    let points = vec![Point { x: 1.0, y: -0.5 }];
    let chunks = vec![
        Chunk::Numbers(vec![1, -2]),
        Chunk::Names(vec![b"a".to_vec(), b"bc".to_vec()]),
        Chunk::Packed { points: points.clone() },
        Chunk::Unknown { tag: *b"WHAT", data: b"?!".to_vec() },
    ];
    Toy { points, chunks }
}

// Tracing.

/// The spans that a reader reports for these bytes: the leaves in the order of the file, and the error.
fn spans_of<T>(bytes: &[u8], parser: impl FnMut(Input<'_>) -> Parsed<'_, T>) -> (Vec<String>, Option<Error>) {
    let recorder = Recorder::default();
    let error = Reading::new(false, LIMITS, bytes.len()).with_trace(&recorder).read(bytes, parser).err();
    recorder.check(bytes, "toy");
    let mut leaves: Vec<_> = recorder.spans.take().into_iter().filter(|span| !span.has_inside).collect();
    let start = |buffer| if let Buffer::Inner(start) = buffer { Some(start) } else { None };
    leaves.sort_by_key(|span| (start(span.buffer), span.range.start, span.range.end));
    let line = |span: recorder::Span| {
        let start = match span.buffer {
            Buffer::Input => String::new(),
            Buffer::Inner(start) => format!("{start:02x}:"),
        };
        let value = if span.value.is_empty() { String::new() } else { format!(" = {}", span.value) };
        format!("{start}{:02x}..{:02x} {}{value}", span.range.start, span.range.end, span.name)
    };
    (leaves.into_iter().map(line).collect(), error)
}

#[test]
fn a_trace_covers_every_byte() {
    let bytes = write(&sample()).unwrap();
    assert_eq!(
        spans_of(&bytes, toy).0,
        [
            "00..04 magic",
            "04..06 point_count = 1",
            "06..0e points",
            "0e..16 frame = Frame { tag: Tag([78, 85, 77, 83]), len: 12 }",
            "16..1a count = 2",
            "1a..22 numbers",
            "22..2a frame = Frame { tag: Tag([78, 65, 77, 69]), len: 6 }",
            "2a..2b count = 2",
            "2b..2c len = 1",
            "2c..2d letters = \"a\"",
            "2d..2e len = 2",
            "2e..30 letters = \"bc\"",
            "30..38 frame = Frame { tag: Tag([80, 65, 67, 75]), len: 8 }",
            "38..40 body",
            "40..48 frame = Frame { tag: Tag([87, 72, 65, 84]), len: 2 }",
            "48..4a data = \"?!\"",
            "30:00..08 points",
        ]
    );
}

#[test]
fn paths_may_leave_out_parts_and_lead_to_what_is_nearest() {
    let bytes = write(&sample()).unwrap();
    let find = |path| {
        located(path, |locator| {
            let _ = Reading::new(false, LIMITS, bytes.len()).with_trace(locator).read(&bytes, toy);
        })
    };
    for (path, range) in [
        ("points[0].y", 0x0a..0x0e),
        ("points[0]", 0x06..0x0e),
        ("chunks[1].names[1].letters", 0x2e..0x30),
        ("names[1]", 0x2d..0x30),
        ("NUMS, numbers[1]", 0x1e..0x22),
        ("chunks[0] and more, numbers[1]", 0x1e..0x22),
        ("chunks[3].len", 0x44..0x48),
        // A name that does not exist leads to the span around it.
        ("points[7].x", 0x06..0x0e),
        ("chunks[0].names[3]", 0x0e..0x22),
    ] {
        assert_eq!(find(path), Some((Buffer::Input, range)), "{path}");
    }
    assert_eq!(find("chunks[2].body.points[0].y"), Some((Buffer::Inner(0x30), 4..8)));
    // The name of a span only starts with this.
    assert_eq!(find("point"), None);
}

#[test]
fn lists_end_at_the_end_or_at_a_failure() {
    /// Reads names that are at most as long as the number before them.
    fn limited(input: Input<'_>) -> Parsed<'_, (Vec<Vec<u8>>, usize)> {
        let (input, most) = field("most", value::<_, u8>)(input)?;
        let checked = |input| {
            let (rest, name) = name(input)?;
            if name.len() > most.into() {
                input.warn(|| ErrorKind::TooLong { len: name.len() })?;
            }
            Ok((rest, name))
        };
        let more = |at: Input<'_>, _| !at.bytes().is_empty();
        let (rest, (all, failure)) = list_until_failure(input, "names", more, &mut { checked })?;
        failure.map_or(Ok(()), |failure| rest.recover(failure))?;
        let (rest, left) = remainder(rest)?;
        Ok((rest, (all, left.len())))
    }
    let names = |text: &[&[u8]]| text.iter().map(|name| name.to_vec()).collect::<Vec<_>>();
    let read = |bytes: &[u8], strict| {
        let reading = reading(strict, LIMITS);
        let result = reading.read(bytes, limited);
        (result, reading.into_warnings().iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(read(b"\x02\x01a\x02bc", false), (Ok((names(&[b"a", b"bc"]), 0)), vec![]));
    let warnings = vec![
        "names[1]: there are 2, more than the format can count (at byte 0x3)".to_owned(),
        "names[2].letters: needs 9 bytes, and 1 is left (at byte 0x7)".to_owned(),
    ];
    let bytes = b"\x01\x01a\x02bc\x09d";
    assert_eq!(read(bytes, false), (Ok((names(&[b"a", b"bc"]), 2)), warnings.clone()));
    assert_eq!(read(bytes, true).0.unwrap_err().to_string(), warnings[0]);
    let error = read(b"\x02\x03a", true).0.unwrap_err().to_string();
    assert_eq!(error.split(':').next(), Some("names[0].letters"));
    assert_eq!(
        spans_of(bytes, limited).0,
        [
            "00..01 most = 1",
            "01..02 len = 1",
            "02..03 letters = \"a\"",
            "03..04 len = 2",
            "04..06 letters = \"bc\""
        ]
    );
    // A list with fewer values than its count is an error.
    fn two(input: Input<'_>) -> Parsed<'_, Vec<Vec<u8>>> {
        list("names", 2, name)(input)
    }
    assert_eq!(reading(false, LIMITS).read(b"\0\0", two), Ok(names(&[b"", b""])));
    let error = reading(false, LIMITS).read(b"\x01a", two).unwrap_err().to_string();
    assert!(error.starts_with("names[1].len: needs 1"), "{error}");
}

#[test]
fn a_list_is_traced_from_a_later_value_on() {
    /// A tracer that wants a list from this value on, which starts at this byte, and records the indices of reported
    /// values.
    struct LateTracer((usize, usize), RefCell<Vec<usize>>);

    impl Trace for LateTracer {
        fn enter(&self, span: &SpanStart<'_>) -> Descent {
            self.1.borrow_mut().extend(span.label.index);
            let (index, start) = self.0;
            if span.label.word == "names" { Descent::From { index, start } } else { Descent::All }
        }

        fn leave(&self, _: &[u8], _: u64) {}

        fn fail(&self, _: bool) {}
    }

    fn any(input: Input<'_>) -> Parsed<'_, Vec<Vec<u8>>> {
        list_while("names", |at, _| !at.bytes().is_empty(), name)(input)
    }
    fn four(input: Input<'_>) -> Parsed<'_, Vec<Vec<u8>>> {
        input.source.reading.is_independent.set(true);
        list("names", 4, name)(input)
    }
    fn any_independent(input: Input<'_>) -> Parsed<'_, Vec<Vec<u8>>> {
        input.source.reading.is_independent.set(true);
        any(input)
    }
    let spans_from = |first, parser: fn(Input<'_>) -> Parsed<'_, Vec<Vec<u8>>>| {
        let trace = LateTracer(first, RefCell::default());
        let names =
            Reading::new(false, LIMITS, 9).with_trace(&trace).read(b"\x01a\x02bc\x01d\x01e", parser).unwrap();
        (
            names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect::<String>(),
            trace.1.take(),
        )
    };
    assert_eq!(spans_from((0, 0), four), ("abcde".into(), vec![0, 1, 2, 3]));
    assert_eq!(spans_from((2, 5), four), ("de".into(), vec![2, 3]));
    assert_eq!(spans_from((3, 7), any_independent), ("e".into(), vec![3]));
    // The reader does not declare these values independent.
    assert_eq!(spans_from((2, 5), |input| list("names", 4, name)(input)).1, [0, 1, 2, 3]);
    assert_eq!(spans_from((3, 7), any).1, [0, 1, 2, 3]);
}

#[test]
fn every_cut_and_every_damage_has_a_place() {
    let whole = write(&sample()).unwrap();
    for cut in 0..whole.len() {
        let bytes = &whole[..cut];
        check_traced(bytes);
        match read_strictly(bytes) {
            Ok(toy) => assert!(toy.chunks.len() < 4, "cut at {cut}"),
            Err(error) => match error.place() {
                Place::Input(at) => assert!(at <= cut, "{error}"),
                place => panic!("{place:?}"),
            },
        }
    }
    for at in 0..whole.len() {
        for mask in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= mask;
            check_traced(&bytes);
            if let Ok((toy, _)) = read(&bytes) {
                assert_eq!(read(&write(&toy).unwrap()).unwrap().0.difference(&toy), None);
            }
        }
    }
}

#[test]
fn an_abandoned_alternative_is_not_reported() {
    fn either(input: Input<'_>) -> Parsed<'_, ()> {
        let first = part("first", field("a", literal(b"abc")));
        nom::branch::alt((first, part("second", field("a", literal(b"ab"))))).parse(input)
    }
    assert_eq!(spans_of(b"abx", either).0, ["00..02 a"]);
}

/// A tracer that skips all spans, or stops at the first span of a name.
struct SkippingTracer(&'static str, std::cell::Cell<usize>);

impl Trace for SkippingTracer {
    fn enter(&self, span: &SpanStart<'_>) -> Descent {
        self.1.set(self.1.get() + 1);
        if span.label.word == self.0 { Descent::Stop } else { Descent::Skip }
    }

    fn leave(&self, _: &[u8], _: u64) {}

    fn fail(&self, _: bool) {}
}

#[test]
fn skipped_spans_are_read_and_not_reported_and_a_stop_ends_reading() {
    let bytes = write(&sample()).unwrap();
    let traced = |word| {
        let tracer = SkippingTracer(word, 0.into());
        let (toy, warnings) = format::trace(&bytes, &format::ReadOptions::default(), &tracer);
        (toy, warnings.total(), tracer.1.get())
    };
    // The magic number, a count, a table and four chunks.
    let (toy, n_warnings, n_spans) = traced("");
    assert_eq!((toy.unwrap().difference(&sample()), n_warnings, n_spans), (None, 0, 7));
    assert!(traced("chunks").0.is_err());
    assert_eq!(traced("chunks").2, 4);
}

#[test]
fn a_printer_prints_a_line_for_each_span() {
    let bytes = write(&Toy { points: vec![Point { x: 1.0, y: -0.5 }], ..Toy::default() }).unwrap();
    let printer = Printer::new(Vec::new());
    let (toy, warnings) = format::trace(&bytes[..bytes.len() - 1], &format::ReadOptions::default(), &printer);
    assert_eq!((toy.is_err(), warnings.total()), (true, 0));
    assert_eq!(
        String::from_utf8(printer.into_inner()).unwrap(),
        "00000000 magic\n00000004 point_count = 1\n00000006 points cannot be read"
    );
    // Room for one line.
    let mut room = [0; 24];
    let (toy, _) = format::trace(&bytes, &format::ReadOptions::default(), &Printer::new(&mut room[..]));
    assert_eq!(toy.unwrap_err().kind(), &ErrorKind::Stopped);
}

#[test]
fn a_table_sized_by_the_file_is_one_span() {
    fn fields(width: usize) -> Vec<Field> {
        let first = Field { name: "first", at: 0, len: 1, show: common::wire::show::<_, u8> };
        vec![first, Field { name: "second", at: 1, len: width, show: quoted }]
    }
    fn parser(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
        let (input, width) = field("width", value::<_, u8>)(input)?;
        let shown = const { &SpanType::table(|width| Cow::Owned(fields(width as usize))) };
        let (input, all) = records("records", 2, usize::from(width) + 1, shown, width.into())(input)?;
        Ok((input, all.to_vec()))
    }
    assert_eq!(spans_of(b"\x02abcdef!", parser).0, ["00..01 width = 2", "01..07 records"]);
    assert_eq!(reading(false, LIMITS).read(b"\x02abcdef!", parser), Ok(b"abcdef".to_vec()));
}

// Errors, warnings and limits.

#[test]
fn errors_have_a_kind_a_place_and_a_path() {
    let mut bytes = write(&sample()).unwrap();
    bytes[0x12] = 200;
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "chunks[0] NUMS: needs 200 bytes, and 52 are left (at byte 0x16)");
    assert_eq!(error.path().collect::<Vec<_>>(), ["chunks[0] NUMS"]);

    bytes[0x12] = 12;
    bytes[0x2d] = 3;
    let (toy, warnings) = read(&bytes).unwrap();
    assert_eq!(warnings.len(), 1);
    assert_eq!(
        warnings[0].to_string(),
        "chunks[1] NAME, names[1].letters: needs 3 bytes, and 2 are left (at byte 0x2e)",
    );
    assert_eq!(toy.chunks[1], Chunk::Unknown { tag: *b"NAME", data: b"\x02\x01a\x03bc".to_vec() });
    assert_eq!(read_strictly(&bytes).unwrap_err(), warnings[0]);
}

#[test]
fn a_surplus_is_kept_with_a_warning() {
    fn rest(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
        surplus("surplus")(fixed::<2>(input)?.0).map(|(rest, left)| (rest, left.to_vec()))
    }
    for (bytes, n_left) in [(&b"ab"[..], 0), (b"abcd", 2)] {
        let reading = reading(false, LIMITS);
        assert_eq!(reading.read(bytes, rest).unwrap(), &bytes[2..]);
        let warnings = reading.into_warnings();
        let strict = Reading::new(true, LIMITS, 0).read(bytes, rest).err();
        assert_eq!(strict.as_ref(), warnings.first());
        let text = strict.map(|error| error.to_string());
        assert_eq!(text, (n_left > 0).then(|| "2 bytes are left over (at byte 0x2)".into()));
        let expected = if n_left == 0 { vec![] } else { vec!["02..04 surplus = \"cd\""] };
        assert_eq!(spans_of(bytes, rest).0, expected);
    }
}

#[test]
fn errors_in_decompressed_data_have_the_place_of_their_chunk() {
    let result: Result<(), _> = reading(false, LIMITS).read(b"head", |input| {
        let (rest, _) = bytes(4)(input)?;
        part("packed", |input: Input<'_>| {
            let mut plain = PlainBuffer { buffer: vec![1, 2, 3], len: 3 };
            let number = input.read_inner(2, &mut plain, |input| {
                let (input, _) = bytes(2)(input)?;
                part("number", value::<_, u32>)(input)
            })?;
            Ok((input, number))
        })(rest)?;
        Ok((rest, ()))
    });
    let error = result.unwrap_err();
    assert_eq!(error.place(), Place::Inner { start: 2, at: 2 });
    let text =
        "packed.number: needs 4 bytes, and 1 is left (at byte 0x2 of the data decompressed from byte 0x2)";
    assert_eq!(error.to_string(), text);
}

#[test]
fn a_limit_is_an_error_even_where_parts_may_fail() {
    let bytes = write(&Toy { points: vec![], chunks: vec![Chunk::Numbers(vec![7; 9])] }).unwrap();
    let few = reading(false, LIMITS.elements(8));
    let error = few.read(&bytes, toy).unwrap_err();
    assert_eq!(
        error.kind(),
        &ErrorKind::LimitExceeded { limit: "elements", requested: 9, left: 8, option: None }
    );
    assert_eq!(error.path().collect::<Vec<_>>(), ["chunks[0] NUMS", "numbers"]);
    assert!(reading(false, LIMITS.elements(9)).read(&bytes, toy).is_ok());

    let bytes = write(&sample()).unwrap();
    let error = reading(false, LIMITS.output_bytes(7)).read(&bytes, toy).unwrap_err();
    assert_eq!(
        error.kind(),
        &ErrorKind::LimitExceeded { limit: "output bytes", requested: 8, left: 7, option: None }
    );

    let deep = |input: Input<'_>| (0..3).try_for_each(|_| input.enter());
    let read =
        |limit| reading(false, LIMITS.depth(limit)).read(b"", |input| deep(input).map(|()| (input, ())));
    assert!(read(3).is_ok());
    assert!(read(2).unwrap_err().to_string().contains("levels of depth"));
    let balanced = reading(false, LIMITS.depth(1)).read(b"", |input| {
        (0..3).try_for_each(|_| {
            input.enter()?;
            input.leave();
            Ok(())
        })?;
        Ok((input, ()))
    });
    assert_eq!(balanced, Ok(()));
}

#[test]
fn a_thousand_warnings_are_kept_and_all_are_counted() {
    let reading = reading(false, LIMITS);
    fn warn(input: Input<'_>) -> Parsed<'_, ()> {
        (0..1500).try_for_each(|n_bytes| input.warn(|| ErrorKind::Surplus { n_bytes }))?;
        Ok((input, ()))
    }
    reading.read(b"", |input| part("all", warn)(input)).unwrap();
    let warnings = reading.into_warnings();
    assert_eq!((warnings.len(), warnings.total()), (1000, 1500));
    assert!(warnings.iter().all(|warning| warning.path().eq(["all"])));
}

#[test]
fn warnings_that_are_only_counted_are_not_constructed() {
    use std::cell::Cell;
    let n_made = Cell::new(0);
    let reading = reading(false, LIMITS);
    let result = reading.read(b"", |input| {
        for _ in 0..1500 {
            input.warn(|| {
                n_made.set(n_made.get() + 1);
                ErrorKind::NotYet
            })?;
        }
        Ok((input, ()))
    });
    assert_eq!((result, n_made.get(), reading.into_warnings().total()), (Ok(()), 1000, 1500));
    struct Counted<'c>(&'c Cell<usize>);
    impl std::fmt::Display for Counted<'_> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.set(self.0.get() + 1);
            f.write_str("points")
        }
    }
    n_made.set(0);
    let mut findings = Findings::default();
    (0..3000).for_each(|_| findings.add(&toy_rules::TOY001, Counted(&n_made), "", ""));
    assert_eq!(n_made.get(), 1000);
}

#[test]
fn a_limit_that_was_not_set_grows_with_the_input_and_says_what_raises_it() {
    let granted = |limits: Limits, n_bytes| limits.resolve(n_bytes).elements.get();
    assert_eq!(granted(LIMITS, 0), 1 << 16);
    assert_eq!(granted(LIMITS, 1 << 20), 1 << 22);
    assert_eq!(granted(LIMITS.elements(7), 1 << 20), 7);
    let read = |limits| {
        reading(false, limits).read(b"", |input| {
            input.charge_elements(70_000)?;
            Ok((input, ()))
        })
    };
    let text = |limits| read(limits).unwrap_err().to_string();
    assert_eq!(
        text(LIMITS),
        "exceeds the limit of elements: 70000 requested, 65536 left; raise it with `Limits::elements` (at byte 0x0)"
    );
    assert_eq!(
        text(LIMITS.elements(9)),
        "exceeds the limit of elements: 70000 requested, 9 left (at byte 0x0)"
    );
}

#[test]
fn counts_that_lie_allocate_nothing() {
    let read =
        |parser: fn(Input<'_>) -> Parsed<'_, ()>| reading(false, LIMITS).read(b"1234", parser).unwrap_err();
    let end = |error: Error| matches!(error.kind(), ErrorKind::UnexpectedEnd { .. });
    assert!(end(read(|input| rows::<_, u64>("x", usize::MAX)(input).map(|(rest, _)| (rest, ())))));
    assert!(end(read(|input| list("x", usize::MAX, name)(input).map(|(rest, _)| (rest, ())))));
    assert!(end(read(|input| input.split(usize::MAX).map(|(rest, _)| (rest, ())))));
}

// Comparison, tables, rules.

#[test]
fn the_same_means_every_bit() {
    let toy = sample();
    let differs = |change: fn(&mut Toy)| {
        let mut other = toy.clone();
        change(&mut other);
        assert_eq!(other.same(&toy), other.difference(&toy).is_none());
        other.difference(&toy)
    };
    assert_eq!(differs(|_| ()), None);
    assert_eq!(differs(|toy| toy.points[0].y = 0.5).unwrap(), ".points[0].y: 0.5 is not -0.5");
    assert_eq!(differs(|toy| toy.points.clear()).unwrap(), ".points: 0 elements are not 1");
    assert_eq!(
        differs(|toy| toy.chunks[0] = Chunk::Numbers(vec![1, 2])).unwrap(),
        ".chunks[0].Numbers.0[1]: 2 is not -2",
    );
    assert_eq!(differs(|toy| toy.chunks[0] = Chunk::Names(vec![])).unwrap(), ".chunks[0]: only one is Names",);
    assert!(f32::NAN.same(&f32::NAN) && !0.0_f64.same(&-0.0));
    assert!(!f32::NAN.same(&f32::from_bits(0x7fc0_0001)));
}

mod toy_rules {
    crate::common::rules::rules! {
        TOY001 Warning "Points are finite" broken "A point is not finite" why "Nothing draws them" fix "Remove them";
        TOY002 Note "Points are few" broken "There are many points" why "They cost room" fix "Remove some";
    }
}

#[test]
fn findings_print_on_one_line() {
    let mut findings = Findings::default();
    findings.add(&toy_rules::TOY001, "points[3].x", f32::NAN, "");
    findings.add(&toy_rules::TOY002, "points", 30, 20);
    let lines: Vec<_> = findings.to_vec().iter().map(ToString::to_string).collect();
    assert_eq!(lines[0], "warning TOY001: points[3].x: A point is not finite; found NaN");
    assert_eq!(lines[1], "note TOY002: points: There are many points; found 30, limit 20");
    assert_eq!(toy_rules::RULES, [&toy_rules::TOY001, &toy_rules::TOY002]);
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
}

#[test]
fn of_each_rule_a_thousand_findings_are_kept() {
    let mut findings = Findings::default();
    (0..3000).for_each(|i| findings.add(&toy_rules::TOY001, format_args!("points[{i}]"), "", ""));
    findings.add(&toy_rules::TOY002, "points", 3000, 20);
    assert!(findings.counts().eq([(&toy_rules::TOY001, 3000), (&toy_rules::TOY002, 1)]));
    assert_eq!((findings.total(), findings.len()), (3001, 1001));
    let all = findings.to_vec();
    assert_eq!(
        (all.len(), all[999].path.as_str(), all[1000].rule),
        (1001, "points[999]", &toy_rules::TOY002)
    );
}

// Paths and addresses.

#[test]
fn paths_are_taken_apart_as_they_were_put_together() {
    for (name, n_before, expected) in [
        (&b"Part"[..], 0, "Part"),
        (b"Part", 1, "Part[2]"),
        (b"a/b.c", 0, r"a\/b.c"),
        (b"[1]\\x", 0, r"\[1]\\x"),
        (b"\xffx\xc3\xa9", 6, r"\xffxé[7]"),
        (b"\\n\n", 0, "\\\\n\n"),
        (b"", 0, "''"),
        (b"", 1, "''[2]"),
        (b"''", 0, r"\''"),
        (b"'a'", 1, r"\'a'[2]"),
    ] {
        let mut path = String::new();
        append(&mut path, name, n_before);
        assert_eq!(path, expected);
        assert_eq!(segment(&path), Some((name.into(), n_before, None)), "{path}");
        path.push_str("/more");
        assert_eq!(segment(&path), Some((name.into(), n_before, Some("more"))), "{path}");
    }
    for (path, name, n_before) in [
        ("Part[1]", &b"Part"[..], 0),
        ("", b"", 0),
        ("[3]", b"", 2),
        ("''[1]", b"", 0),
        ("'a'", b"'a'", 0),
        (r"\n\r\t\u{202e}\u{e9}\(u", b"\n\r\t\xe2\x80\xae\xc3\xa9(u", 0),
    ] {
        assert_eq!(segment(path), Some((name.into(), n_before, None)), "{path}");
    }
    for broken in ["a[", "a[b]", "a[0]", "a[1", "a[1]b", r"\", r"\x", r"\xg0", r"\xé", r"\u{}", r"\u{110000}"]
    {
        assert_eq!(segment(broken), None, "{broken}");
    }
}

// zlib.

/// The decompressed data of a zlib stream, and the length of the deflate stream or its error.
fn inflated(zlib: &[u8], limit: usize) -> (Vec<u8>, Result<usize, String>) {
    let mut plain = PlainBuffer::default();
    let end = inflate(&zlib[HEADER..], limit, &mut plain);
    assert!(plain.buffer.capacity() <= limit.saturating_add(1));
    (plain.bytes().to_vec(), end.map_err(|kind| kind.to_string()))
}

#[test]
fn a_stream_that_is_broken_says_how() {
    let text = b"some plain data, some plain data";
    let packed = compress_to_vec_zlib(text, 6);
    let len = packed.len() - HEADER - CHECKSUM;
    let end = |bytes: &[u8]| inflated(bytes, 100).1;
    assert_eq!(inflated(&packed, 100), (text.to_vec(), Ok(len)));
    let cut = Err("does not decompress: it is cut short".into());
    assert_eq!((end(&packed[..2]), end(&packed[..8])), (cut.clone(), cut.clone()));
    assert_eq!((end(&packed[..len + 1]), end(&packed[..len + 2])), (cut, Ok(len)));
    let mut damaged = packed.clone();
    damaged[2] = 0xff;
    assert_eq!(end(&damaged), Err("does not decompress: it is damaged".into()));
    assert_eq!((adler32(b""), adler32(b"123456789")), (1, 0x091e_01de));
}

#[test]
fn a_bomb_takes_no_more_than_the_limit() {
    let packed = compress_to_vec_zlib(&vec![0; 50 << 20], 9);
    let (plain, end) = inflated(&packed, 1 << 20);
    assert_eq!(plain.len(), (1 << 20) + 1);
    assert_eq!(end, Err("does not decompress: it is longer than the limit".into()));
}

proptest! {
    #[test]
    fn what_is_packed_is_unpacked(mut plain: Vec<u8>, level in 0_u8..10, repeat in 0_usize..2000) {
        plain = plain.repeat(repeat.min(1 + 200_000 / plain.len().max(1)));
        let packed = compress_to_vec_zlib(&plain, level);
        prop_assert!(packed.ends_with(&adler32(&plain).to_be_bytes()));
        let followed = [&packed[..], b"tail"].concat();
        let (found, end) = inflated(&followed, plain.len());
        prop_assert_eq!(end, Ok(packed.len() - HEADER - CHECKSUM));
        prop_assert!(found == plain);
        if let Some(less) = plain.len().checked_sub(1) {
            prop_assert!(inflated(&packed, less).1.unwrap_err().ends_with("the limit"));
        }
    }

    #[test]
    fn reading_undoes_writing(bits: Vec<(u32, u32)>, numbers: Vec<i32>, names: Vec<Vec<u8>>, data: Vec<u8>) {
        let points: Vec<_> =
            bits.into_iter().map(|(x, y)| Point { x: f32::from_bits(x), y: f32::from_bits(y) }).collect();
        let chunks = vec![
            Chunk::Numbers(numbers),
            Chunk::Names(names),
            Chunk::Packed { points: points.clone() },
            Chunk::Unknown { tag: *b"WHAT", data },
        ];
        let toy = Toy { points, chunks };
        let bytes = write(&toy).unwrap();
        let (again, warnings) = read(&bytes).unwrap();
        prop_assert_eq!(again.difference(&toy), None);
        prop_assert_eq!(warnings.total(), 0);
        check_traced(&bytes);
    }
}

// zstd.

/// The maximum size of a decompressed block.
const BLOCK: usize = 128 << 10;

/// Noise, runs and repetitions that fill several blocks.
fn several_blocks() -> impl Strategy<Value = Vec<u8>> {
    let noise = prop::collection::vec(any::<u8>(), 0..300);
    let run = (any::<u8>(), 0..200_000_usize).prop_map(|(byte, n)| vec![byte; n]);
    let words =
        (prop::collection::vec(any::<u8>(), 1..20), 1..9000_usize).prop_map(|(word, n)| word.repeat(n));
    prop::collection::vec(prop_oneof![noise, run, words], 0..5).prop_map(|parts| parts.concat())
}

/// A frame with another header. That of `ruzstd` has the magic number, a descriptor and the window size.
fn with_header(packed: &[u8], header: &[u8]) -> Vec<u8> {
    [zstd::MAGIC, header, &packed[6..]].concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_ruzstd_packs_is_decoded(plain in several_blocks(), cut: prop::sample::Index) {
        let packed = compress_to_vec(&*plain, CompressionLevel::Fastest);
        let mut decoded = vec![1, 2, 3];
        prop_assert!(zstd::decode(&packed, plain.len(), &mut decoded).is_ok());
        prop_assert!(decoded == plain);
        prop_assert!(zstd::decode(&packed, plain.len() + 1, &mut decoded).is_err());
        prop_assert!(zstd::decode(&packed[..cut.index(packed.len())], plain.len(), &mut decoded).is_err());
        prop_assert!(zstd::decode(&[&packed[..], &[0]].concat(), plain.len(), &mut decoded).is_err());
        if !plain.is_empty() {
            prop_assert!(zstd::decode(&packed, plain.len() - 1, &mut decoded).is_err());
        }
        // Large windows without a length, and each width of the length.
        let len = plain.len() as u64;
        let mut headers = vec![vec![0, 0xf0], vec![0, 14 << 3]];
        headers.push([&[0xc0, 0xf0][..], &len.to_le_bytes()].concat());
        headers.push([&[0xa0][..], &len.to_le_bytes()[..4]].concat());
        if (256..65_792).contains(&len) {
            headers.push([&[0x60][..], &(len - 256).to_le_bytes()[..2]].concat());
        }
        if len < 256 {
            headers.push(vec![0x20, len as u8]);
        }
        for header in headers {
            let packed = with_header(&packed, &header);
            prop_assert!(zstd::decode(&packed, plain.len(), &mut decoded).is_ok(), "{:02x?}", header);
            prop_assert!(decoded == plain);
        }
    }
}

#[test]
fn frames_that_lie_take_little() {
    // Repeated blocks that decode to 128 KiB from four bytes.
    let frame = |header: &[u8], n_blocks| {
        [zstd::MAGIC, header, &[0x02, 0, 0x10, b'x'].repeat(n_blocks), &[1, 0, 0]].concat()
    };
    let mut plain = Vec::new();
    // The declared window would hold all the output.
    let broken = zstd::decode(&frame(&[0, 0xf0], 1000), 300, &mut plain).unwrap_err();
    assert_eq!((broken, plain.capacity()), (2 * BLOCK, 0));
    // The frame claims a gigabyte but ends almost at once.
    let claim = [&[0xa0][..], &(1_u32 << 30).to_le_bytes()].concat();
    let broken = zstd::decode(&frame(&claim, 1), 1 << 30, &mut plain).unwrap_err();
    assert_eq!((broken, plain.capacity()), (2 * BLOCK, 2 * BLOCK - BLOCK));
    // The length differs from that of the chunk, or the frame needs a dictionary or a newer decoder.
    for header in [&[0xa0, 0, 0, 3, 0][..], &[1, 0x50, 7], &[2, 0x50, 0, 7], &[0x08, 0x50]] {
        assert!(zstd::decode(&frame(header, 1), BLOCK, &mut plain).is_err(), "{header:02x?}");
    }
    for header in [&[0, 0x50][..], &[1, 0x50, 0], &[0x10, 0x50]] {
        assert!(zstd::decode(&frame(header, 1), BLOCK, &mut plain).is_ok(), "{header:02x?}");
    }
}
