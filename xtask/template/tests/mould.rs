//! The common part, on a toy format that uses all of it: records, chunks,
//! columns, strings, a part that is packed, and text.

#![allow(unreachable_pub, reason = "public in the crates that these files are part of")]

#[allow(dead_code, reason = "a test of parts")]
#[path = "../src/error.rs"]
mod error;
#[allow(dead_code, unused_imports, unused_macros, reason = "a test of parts")]
#[path = "../src/mould/mod.rs"]
mod mould;

use error::ErrorKind;
use mould::error::{Error, Place, Warnings};
use mould::input::*;
use mould::layout::{Layout, SpanKind};
use mould::limits::Limits;
use mould::output::{Output, count};
use mould::rules::{Findings, Rule, Severity};
use mould::same::{Same, same};
use mould::wire::{Field, Tag, Wire, wire};
use nom::Parser;
use proptest::prelude::*;

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
    let (input, n_points) = field("point count", value::<_, u16>)(input)?;
    let (mut input, points) = rows("points", n_points.into())(input)?;
    let mut chunks = Vec::new();
    while !input.bytes().is_empty() {
        let number = chunks.len();
        let (rest, chunk) = part(|| format!("chunk #{number}"), chunk)(input)?;
        chunks.push(chunk);
        input = rest;
    }
    Ok((input, Toy { points, chunks }))
}

fn chunk(input: Input<'_>) -> Parsed<'_, Chunk> {
    let start = input.at();
    let (input, Frame { tag: Tag(tag), len }) = row("frame")(input)?;
    let body = move |input| match &tag {
        b"NUMS" => numbers(input),
        b"NAME" => names(input),
        b"PACK" => span("body", |input| packed(start, input))(input),
        _ => unknown("data")(input).map(|(rest, data)| (rest, Chunk::Unknown { tag, data: data.to_vec() })),
    };
    inside(len as usize, or_raw(body, |data| Chunk::Unknown { tag, data: data.to_vec() }))(input)
}

fn numbers(input: Input<'_>) -> Parsed<'_, Chunk> {
    let (input, n) = field("count", value::<_, u32>)(input)?;
    let (input, all) = planes("numbers", n as usize, i32::from_be_bytes, |all| all)(input)?;
    if !input.bytes().is_empty() {
        input.warn(ErrorKind::LeftOver { n_bytes: input.bytes().len() })?;
    }
    Ok((input, Chunk::Numbers(all)))
}

fn names(input: Input<'_>) -> Parsed<'_, Chunk> {
    let mut all = Vec::new();
    let (input, n) = field("count", value::<_, u8>)(input)?;
    let name = |input| {
        let (input, len) = value::<_, u8>(input)?;
        bytes(len.into())(input)
    };
    let (input, ()) = each(n.into(), name, |name| all.push(name.to_vec()))(input)?;
    Ok((input, Chunk::Names(all)))
}

/// «Packed» by turning every bit.
fn packed(start: usize, input: Input<'_>) -> Parsed<'_, Chunk> {
    input.grant_output(input.bytes().len())?;
    let plain: Vec<u8> = input.bytes().iter().map(|byte| !byte).collect();
    let points = input.block(start, &plain, |input| rows("points", input.bytes().len() / 8)(input))?;
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
        out.after(frame, |out| match chunk {
            Chunk::Numbers(all) => {
                out.value(&count::<u32>(all.len(), "numbers")?);
                out.planes(all, |number| number.to_be_bytes());
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

const LIMITS: Limits = Limits { output_bytes: 1 << 16, depth: 10, elements: 1 << 16 };

fn read(bytes: &[u8]) -> Result<(Toy, Warnings), Error> {
    let reading = Reading::new(false, LIMITS);
    let toy = reading.read(bytes, toy)?;
    Ok((toy, reading.into_warnings()))
}

fn read_strictly(bytes: &[u8]) -> Result<Toy, Error> {
    Reading::new(true, LIMITS).read(bytes, toy)
}

fn layout(bytes: &[u8]) -> Layout<'_> {
    Reading::new(false, LIMITS).layout(bytes, toy)
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

// Layout.

fn lines(layout: &Layout<'_>) -> Vec<String> {
    let line = |leaf: mould::layout::Leaf<'_>| {
        format!("{}:{:02x}..{:02x} {} = {}", leaf.space, leaf.start, leaf.end, leaf.name, leaf.value)
    };
    layout.leaves().map(line).collect()
}

#[test]
fn a_layout_names_every_byte() {
    let bytes = write(&sample()).unwrap();
    let layout = layout(&bytes);
    assert_eq!(
        lines(&layout),
        [
            "0:00..04 magic = ",
            "0:04..06 point count = 1",
            "0:06..0a x = 1",
            "0:0a..0e y = -0.5",
            "0:0e..12 tag = \"NUMS\"",
            "0:12..16 len = 12",
            "0:16..1a count = 2",
            "0:1a..1c byte 0 of each = [0, 255]",
            "0:1c..1e byte 1 of each = [0, 255]",
            "0:1e..20 byte 2 of each = [0, 255]",
            "0:20..22 byte 3 of each = [1, 254]",
            "0:22..26 tag = \"NAME\"",
            "0:26..2a len = 6",
            "0:2a..2b count = 2",
            "0:2b..2d value 0 = \"a\"",
            "0:2d..30 value 1 = \"bc\"",
            "0:30..34 tag = \"PACK\"",
            "0:34..38 len = 8",
            "0:38..40 body = ",
            "1:00..04 x = 1",
            "1:04..08 y = -0.5",
            "0:40..44 tag = \"WHAT\"",
            "0:44..48 len = 2",
            "0:48..4a data = \"?!\"",
        ]
    );
    assert_eq!(layout.flaw(), None);
    assert_eq!((layout.block_start(0), layout.block_start(1)), (None, Some(0x30)));
    let path = |mut span: usize| {
        let mut names = vec![];
        loop {
            names.push(layout.spans()[span].name.to_string());
            let Some(parent) = layout.spans()[span].parent else { break };
            assert!(parent < span && layout.spans()[span].depth == layout.spans()[parent].depth + 1);
            span = parent;
        }
        names
    };
    let in_block = layout.leaves().find(|leaf| leaf.space == 1).unwrap();
    assert_eq!(path(in_block.span), ["points", "plain data", "body", "chunk #2", "file"]);
}

#[test]
fn every_cut_and_every_damage_is_placed_and_covered() {
    let whole = write(&sample()).unwrap();
    for cut in 0..whole.len() {
        let bytes = &whole[..cut];
        assert_eq!(layout(bytes).flaw(), None, "cut at {cut}");
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
            assert_eq!(layout(&bytes).flaw(), None, "damaged at {at}");
            if let Ok((toy, _)) = read(&bytes) {
                assert_eq!(read(&write(&toy).unwrap()).unwrap().0.difference(&toy), None);
            }
        }
    }
}

#[test]
fn a_branch_not_taken_leaves_no_span() {
    fn either(input: Input<'_>) -> Parsed<'_, ()> {
        let first = part("first", field("a", literal(b"abc")));
        nom::branch::alt((first, part("second", field("a", literal(b"ab"))))).parse(input)
    }
    let layout = Reading::new(false, LIMITS).layout(b"abx", either);
    let names: Vec<_> = layout.spans().iter().map(|span| &*span.name).collect();
    assert_eq!(names, ["file", "second", "a", "trailing"]);
}

#[test]
fn bytes_claimed_twice_are_counted_once() {
    fn parser(input: Input<'_>) -> Parsed<'_, ()> {
        let (rest, _) = field("first", bytes(4))(input)?;
        let second = input.elsewhere(2, 4)?;
        part("second", |input| field("inside", bytes(4))(input))(second)?;
        let third = input.elsewhere(8, 2)?;
        field("third", bytes(2))(third)?;
        Ok((rest, ()))
    }
    let layout = Reading::new(false, LIMITS).layout(b"0123456789ab", parser);
    assert_eq!(layout.flaw(), None);
    let kinds: Vec<_> =
        layout.spans().iter().map(|span| (&*span.name, span.kind, span.start, span.end)).collect();
    assert_eq!(
        kinds,
        [
            ("file", SpanKind::Part, 0, 12),
            ("first", SpanKind::Field, 0, 4),
            ("second", SpanKind::Reference, 2, 6),
            ("inside", SpanKind::Reference, 2, 6),
            ("gap", SpanKind::Gap, 4, 8),
            ("third", SpanKind::Field, 8, 10),
            ("trailing", SpanKind::Gap, 10, 12),
        ]
    );
    let error =
        Reading::new(false, LIMITS).read(b"0123", |input| input.elsewhere(usize::MAX, 4).map(|i| (i, ())));
    assert_eq!(error.unwrap_err().kind(), &ErrorKind::UnexpectedEnd { needed: 4, left: 0 });
}

#[test]
fn records_sized_by_the_file_fall_into_their_fields() {
    fn parser(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
        let (input, width) = field("width", value::<_, u8>)(input)?;
        let fields = move || {
            let show = |bytes: &[u8]| format!("{bytes:?}");
            let first = Field { name: "first", at: 0, len: 1, show: mould::wire::show::<_, u8> };
            vec![first, Field { name: "second", at: 1, len: width.into(), show }]
        };
        let (input, all) = sized_records("records", usize::from(width) + 1, 2, fields)(input)?;
        Ok((input, all.to_vec()))
    }
    let layout = Reading::new(false, LIMITS).layout(b"\x02abcdef!", parser);
    assert_eq!(
        lines(&layout),
        [
            "0:00..01 width = 2",
            "0:01..02 [0].first = 97",
            "0:02..04 [0].second = [98, 99]",
            "0:04..05 [1].first = 100",
            "0:05..07 [1].second = [101, 102]",
            "0:07..08 trailing = ",
        ]
    );
    assert_eq!(Reading::new(false, LIMITS).read(b"\x02abcdef!", parser), Ok(b"abcdef".to_vec()));
}

#[test]
fn values_are_rows_of_one_span() {
    let read =
        |bytes: &'static [u8]| Reading::new(false, LIMITS).layout(bytes, |input| part("names", names)(input));
    let leaves = |layout: &Layout<'_>| -> Vec<_> {
        layout
            .leaves()
            .map(|leaf| format!("{:x}..{:x} {} {}", leaf.start, leaf.end, leaf.name, leaf.value))
            .collect()
    };
    let layout = read(b"\x03\x01a\x00\x02bc");
    assert_eq!(layout.spans().len(), 4);
    assert_eq!(
        leaves(&layout),
        ["0..1 count 3", "1..3 value 0 \"a\"", "3..4 value 1 \"\"", "4..7 value 2 \"bc\""]
    );
    assert_eq!(layout.flaw(), None);
    // Those before one that cannot be read are shown.
    let layout = read(b"\x03\x01a\x00\x09bc");
    assert_eq!(leaves(&layout)[1..], ["1..3 value 0 \"a\"", "3..4 value 1 \"\"", "4..7 trailing "]);
    assert_eq!(layout.flaw(), None);
    assert_eq!(layout.error().unwrap().path().collect::<Vec<_>>(), ["names", "value 2"]);
}

#[test]
fn spans_nest_deeply_without_recursion() {
    const DEPTH: usize = 200_000;
    let layout = Reading::new(false, LIMITS).layout(b"x", |input| {
        let open: Vec<_> = (0..DEPTH).map(|_| input.open("level")).collect();
        let (rest, _) = remainder(input)?;
        open.into_iter().rev().for_each(|span| rest.close(span, SpanKind::Field, String::new));
        Ok((rest, ()))
    });
    assert_eq!(layout.spans().last().unwrap().depth, DEPTH);
    assert_eq!(layout.flaw(), None);
}

// Errors, warnings and limits.

#[test]
fn errors_say_what_where_and_inside_what() {
    let mut bytes = write(&sample()).unwrap();
    bytes[0x12] = 200;
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "chunk #0: needs 200 bytes, and 52 are left (at byte 0x16)");
    assert_eq!(error.path().collect::<Vec<_>>(), ["chunk #0"]);

    bytes[0x12] = 12;
    bytes[0x2d] = 3;
    let (toy, warnings) = read(&bytes).unwrap();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].to_string(), "chunk #1, value 1: needs 3 bytes, and 2 are left (at byte 0x2e)",);
    assert_eq!(toy.chunks[1], Chunk::Unknown { tag: *b"NAME", data: b"\x02\x01a\x03bc".to_vec() });
    assert_eq!(read_strictly(&bytes).unwrap_err(), warnings[0]);
    assert_eq!(layout(&bytes).warnings().count(), 1);
}

#[test]
fn what_is_left_over_is_kept_and_warned_of() {
    fn rest(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
        left_over("rest")(fixed::<2>(input)?.0).map(|(rest, left)| (rest, left.to_vec()))
    }
    for (bytes, n_left) in [(&b"ab"[..], 0), (b"abcd", 2)] {
        let reading = Reading::new(false, LIMITS);
        assert_eq!(reading.read(bytes, rest).unwrap(), &bytes[2..]);
        let warnings = reading.into_warnings();
        let strict = Reading::new(true, LIMITS).read(bytes, rest).err();
        assert_eq!(strict.as_ref(), warnings.first());
        let text = strict.map(|error| error.to_string());
        assert_eq!(text, (n_left > 0).then(|| "2 bytes are left over (at byte 0x2)".into()));
        let layout = Reading::new(false, LIMITS).layout(bytes, rest);
        let unknown = layout.leaves().filter(|leaf| leaf.kind == SpanKind::Unknown);
        assert_eq!(unknown.map(|leaf| leaf.end - leaf.start).sum::<usize>(), n_left);
    }
}

#[test]
fn errors_in_plain_data_have_the_place_of_their_chunk() {
    let result: Result<(), _> = Reading::new(false, LIMITS).read(b"head", |input| {
        let plain = vec![1, 2, 3];
        let (rest, _) = bytes(4)(input)?;
        part("packed", |input: Input<'_>| {
            let number = input.block(2, &plain, |input| {
                let (input, _) = bytes(2)(input)?;
                part("number", value::<_, u32>)(input)
            })?;
            Ok((input, number))
        })(rest)?;
        Ok((rest, ()))
    });
    let error = result.unwrap_err();
    assert_eq!(error.place(), Place::Chunk { start: 2, at: 2 });
    let text = "packed, number: needs 4 bytes, and 1 are left (at byte 0x2 of the chunk at byte 0x2)";
    assert_eq!(error.to_string(), text);
}

#[test]
fn a_limit_is_an_error_even_where_parts_may_fail() {
    let bytes = write(&Toy { points: vec![], chunks: vec![Chunk::Numbers(vec![7; 9])] }).unwrap();
    let few = Reading::new(false, LIMITS.elements(8));
    let error = few.read(&bytes, toy).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::LimitExceeded { limit: "elements", requested: 9, left: 8 });
    assert_eq!(error.path().collect::<Vec<_>>(), ["chunk #0", "numbers"]);
    assert!(Reading::new(false, LIMITS.elements(9)).read(&bytes, toy).is_ok());

    let bytes = write(&sample()).unwrap();
    let error = Reading::new(false, LIMITS.output_bytes(7)).read(&bytes, toy).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::LimitExceeded { limit: "output bytes", requested: 8, left: 7 });

    let deep = |input: Input<'_>| (0..3).try_for_each(|_| input.enter());
    let read =
        |limit| Reading::new(false, LIMITS.depth(limit)).read(b"", |input| deep(input).map(|()| (input, ())));
    assert!(read(3).is_ok());
    assert!(read(2).unwrap_err().to_string().contains("levels of depth"));
    let balanced = Reading::new(false, LIMITS.depth(1)).read(b"", |input| {
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
    let reading = Reading::new(false, LIMITS);
    fn warn(input: Input<'_>) -> Parsed<'_, ()> {
        (0..1500).try_for_each(|n_bytes| input.warn(ErrorKind::LeftOver { n_bytes }))?;
        Ok((input, ()))
    }
    reading.read(b"", |input| part("all", warn)(input)).unwrap();
    let warnings = reading.into_warnings();
    assert_eq!((warnings.len(), warnings.count()), (1000, 1500));
    assert!(warnings.iter().all(|warning| warning.path().eq(["all"])));
}

#[test]
fn counts_that_lie_allocate_nothing() {
    let read = |parser: fn(Input<'_>) -> Parsed<'_, ()>| {
        Reading::new(false, LIMITS).read(b"1234", parser).unwrap_err()
    };
    let end = |error: Error| matches!(error.kind(), ErrorKind::UnexpectedEnd { .. });
    assert!(end(read(|input| rows::<_, u64>("x", usize::MAX)(input).map(|(rest, _)| (rest, ())))));
    assert!(end(read(
        |input| planes("x", usize::MAX, u32::from_be_bytes, |x| x)(input).map(|(rest, _)| (rest, ()))
    )));
    assert!(end(read(|input| each(usize::MAX, value::<_, u8>, |_| ())(input))));
    assert!(end(read(|input| inside(usize::MAX, value::<_, u8>)(input).map(|(rest, _)| (rest, ())))));
}

#[test]
fn lines_and_columns_count_from_one() {
    let at = |at| Error::new(Place::Input(at), ErrorKind::NotYet).line_column("ä\nbö c".as_bytes());
    assert_eq!(at(0), Some((1, 1)));
    assert_eq!(at(2), Some((1, 2)));
    assert_eq!(at(6), Some((2, 3)));
    assert_eq!(at(99), Some((2, 5)));
    assert_eq!(Error::model(ErrorKind::NotYet).line_column(b""), None);
}

#[test]
fn noms_text_parsers_know_their_place() {
    use nom::{
        bytes::complete::tag, character::complete::digit1, multi::separated_list1, sequence::delimited,
    };
    fn list(input: Input<'_>) -> Parsed<'_, Vec<Vec<u8>>> {
        let number = digit1.map(|digits: Input<'_>| digits.bytes().to_vec());
        delimited(tag("["), separated_list1(tag(","), number), tag("]")).parse(input)
    }
    let read = |bytes| Reading::new(false, LIMITS).read(bytes, list);
    assert_eq!(read(b"[1,23]"), Ok(vec![b"1".to_vec(), b"23".to_vec()]));
    assert_eq!(read(b"[1,23;").unwrap_err().to_string(), "expected tag, found \";\" (at byte 0x5)");
}

// Identity, tables, rules.

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
    crate::mould::rules::rules! {
        TOY001 Warning "Points are finite" why "Nothing draws them" fix "Remove them";
        TOY002 Note "Points are few" why "They cost room" fix "Remove some";
    }
}

#[test]
fn findings_print_on_one_line() {
    let mut findings = Findings::default();
    findings.add(&toy_rules::TOY001, "points[3].x", f32::NAN, "");
    findings.add(&toy_rules::TOY002, "points", 30, 20);
    let lines: Vec<_> = findings.into_vec().iter().map(ToString::to_string).collect();
    assert_eq!(lines[0], "warning TOY001: points[3].x: Points are finite; found NaN");
    assert_eq!(lines[1], "note TOY002: points: Points are few; found 30, limit 20");
    assert_eq!(toy_rules::RULES, [&toy_rules::TOY001, &toy_rules::TOY002]);
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
}

#[test]
fn of_each_rule_a_thousand_findings_are_kept() {
    let mut findings = Findings::default();
    (0..3000).for_each(|i| findings.add(&toy_rules::TOY001, format!("points[{i}]"), "", ""));
    findings.add(&toy_rules::TOY002, "points", 3000, 20);
    let all = findings.into_vec();
    assert_eq!(
        (all.len(), all[999].path.as_str(), all[1000].rule),
        (1001, "points[999]", &toy_rules::TOY002)
    );
}

proptest! {
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
        prop_assert_eq!(warnings.count(), 0);
        prop_assert_eq!(layout(&bytes).flaw(), None);
    }

    #[test]
    fn planes_undo_each_other(two: Vec<u16>, four: Vec<u32>, eight: Vec<u64>) {
        let mut out = Output::default();
        out.planes(&two, |n| n.to_be_bytes());
        prop_assert_eq!(interleaved(&out.0, two.len(), u16::from_be_bytes), two);
        let mut out = Output::default();
        out.planes(&four, |n| n.to_be_bytes());
        prop_assert_eq!(interleaved(&out.0, four.len(), u32::from_be_bytes), four);
        let mut out = Output::default();
        out.planes(&eight, |n| n.to_be_bytes());
        prop_assert_eq!(interleaved(&out.0, eight.len(), u64::from_be_bytes), eight);
    }
}
