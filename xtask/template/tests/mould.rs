//! The common part, on a toy format that uses all of it: records, chunks,
//! columns, strings, a part that is packed, and text.

#![allow(unreachable_pub, reason = "public in the crates that these files are part of")]

#[allow(dead_code, reason = "a test of parts")]
#[path = "../src/error.rs"]
mod error;
#[allow(dead_code, unused_imports, unused_macros, reason = "a test of parts")]
#[path = "../src/mould/mod.rs"]
mod mould;

mod options {
    use crate::mould::limits::{Defaults, Scale};

    pub(crate) const DEFAULTS: Defaults = Defaults {
        output_bytes: Scale { floor: 1 << 16, per_kilobyte: 1 << 11 },
        depth: 10,
        elements: Scale { floor: 1 << 16, per_kilobyte: 1 << 12 },
        spans: Scale { floor: 1 << 20, per_kilobyte: 1 << 8 },
    };
}

use error::ErrorKind;
use mould::assets::{asset_id, urls_in};
use mould::block::Plain;
use mould::divided::divided;
use mould::each::{each, each_with};
use mould::error::{Error, Place, Warnings};
use mould::input::{Input, Label, Parsed, Reading};
use mould::layout::{Asked, Layout, SpanKind};
use mould::limits::Limits;
use mould::output::{Output, count};
use mould::path::{append, segment};
use mould::raw::{inside, or_raw};
use mould::record;
use mould::rows::*;
use mould::rules::{Findings, Rule, Severity};
use mould::same::{Same, same};
use mould::show::{Field, Look, Show, quoted};
use mould::wire::{Wire, wire};
use mould::words::*;
use mould::zlib::*;
use nom::Parser;
use proptest::prelude::*;
use std::borrow::Cow;

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
    const LOOK: &'static Look = &Look::field(quoted);
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
    let start = input.at();
    let (input, Frame { tag: Tag(tag), len }) = field("frame", value)(input)?;
    let body = move |input| match &tag {
        b"NUMS" => numbers(input),
        b"NAME" => names_chunk(input),
        b"PACK" => part("body", |input| packed(start, input))(input),
        _ => unknown("data")(input).map(|(rest, data)| (rest, Chunk::Unknown { tag, data: data.to_vec() })),
    };
    inside(len as usize, or_raw(body, |data| Chunk::Unknown { tag, data: data.to_vec() }))(input)
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
    let mut all = Vec::new();
    let (input, n) = field("count", value::<_, u8>)(input)?;
    let (input, ()) = each("names", n.into(), name, 0, |name: &[u8]| all.push(name.to_vec()))(input)?;
    Ok((input, Chunk::Names(all)))
}

fn name(input: Input<'_>, _: u64) -> Parsed<'_, &[u8]> {
    let (input, len) = field("len", value::<_, u8>)(input)?;
    field("letters", bytes(len.into()))(input)
}

/// «Packed» by turning every bit.
fn packed(start: usize, input: Input<'_>) -> Parsed<'_, Chunk> {
    input.grant_output(input.bytes().len())?;
    let plain: Vec<u8> = input.bytes().iter().map(|byte| !byte).collect();
    let points =
        input.block(start, &mut plain.into(), |input| rows("points", input.bytes().len() / 8)(input))?;
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

const LIMITS: Limits = Limits { output_bytes: None, depth: None, elements: None, spans: None };

fn reading(strict: bool, limits: Limits) -> Reading {
    Reading::new(strict, limits, 0)
}

fn read(bytes: &[u8]) -> Result<(Toy, Warnings), Error> {
    let reading = reading(false, LIMITS);
    let toy = reading.read(bytes, toy)?;
    Ok((toy, reading.into_warnings()))
}

fn read_strictly(bytes: &[u8]) -> Result<Toy, Error> {
    reading(true, LIMITS).read(bytes, toy)
}

const ASKED: Asked = Asked { strict: false, limits: LIMITS, aliases: &[("tips[]", "points[].x")] };

fn layout(bytes: &[u8]) -> Layout<'_> {
    record::layout(bytes, ASKED, toy)
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
    let line =
        |leaf: mould::layout::Span<'_>| format!("{}:{:02x}..{:02x} {leaf}", leaf.space, leaf.start, leaf.end);
    layout.leaves().map(line).collect()
}

fn names(layout: &Layout<'_>) -> Vec<String> {
    layout.spans().map(|span| span.name()).collect()
}

#[test]
fn a_layout_names_every_byte() {
    let bytes = write(&sample()).unwrap();
    let layout = layout(&bytes);
    assert_eq!(
        lines(&layout),
        [
            "0:00..04 magic = ",
            "0:04..06 point_count = 1",
            "0:06..0a [0].x = 1",
            "0:0a..0e [0].y = -0.5",
            "0:0e..12 tag = \"NUMS\"",
            "0:12..16 len = 12",
            "0:16..1a count = 2",
            "0:1a..1e [0] = 1",
            "0:1e..22 [1] = -2",
            "0:22..26 tag = \"NAME\"",
            "0:26..2a len = 6",
            "0:2a..2b count = 2",
            "0:2b..2c [0].len = 1",
            "0:2c..2d [0].letters = \"a\"",
            "0:2d..2e [1].len = 2",
            "0:2e..30 [1].letters = \"bc\"",
            "0:30..34 tag = \"PACK\"",
            "0:34..38 len = 8",
            "0:38..40 body = ",
            "1:00..04 [0].x = 1",
            "1:04..08 [0].y = -0.5",
            "0:40..44 tag = \"WHAT\"",
            "0:44..48 len = 2",
            "0:48..4a data = \"?!\"",
        ]
    );
    assert_eq!(layout.flaw(), None);
    assert_eq!((layout.block_start(0), layout.block_start(1)), (None, Some(0x30)));
    for span in layout.spans().filter(|span| span.index > 0) {
        let parent = layout.span(span.parent().unwrap()).unwrap();
        assert!(parent.index < span.index && span.depth() == parent.depth() + 1);
    }
    let in_block = layout.leaves().find(|leaf| leaf.space == 1).unwrap();
    assert_eq!(in_block.path(), "chunks[2] PACK, body.plain.points[0].x");
}

/// The leaves of a window are those of all that touch it.
fn check_windows(layout: &Layout<'_>) {
    let all: Vec<_> = layout.leaves().collect();
    let shown = |leaf: &mould::layout::Span<'_>| format!("{leaf:?}");
    for space in 0..layout.n_spaces() {
        let len = layout.space(space).len();
        for start in 0..len {
            for end in [start + 1, start + 3, start + 17, len] {
                let found = layout.leaves_in(space, start..end).filter(|leaf| leaf.start < leaf.end);
                let found: Vec<_> = found.map(|leaf| shown(&leaf)).collect();
                let touches = |leaf: &&mould::layout::Span<'_>| {
                    leaf.space == space && leaf.start < leaf.end && leaf.start < end && leaf.end > start
                };
                let expected: Vec<_> = all.iter().filter(touches).map(shown).collect();
                assert_eq!(found, expected, "{start}..{end} of space {space}");
            }
        }
    }
}

#[test]
fn a_window_has_the_leaves_that_touch_it() {
    let mut toy = sample();
    toy.chunks.push(Chunk::Names((0..200_u8).map(|n| vec![n; usize::from(n % 3)]).collect()));
    let bytes = write(&toy).unwrap();
    check_windows(&layout(&bytes));
}

#[test]
fn every_path_leads_back() {
    let mut toy = sample();
    toy.chunks.push(Chunk::Names((0..200_u8).map(|n| vec![n; usize::from(n % 3)]).collect()));
    let bytes = write(&toy).unwrap();
    let layout = layout(&bytes);
    let shown = |span: &mould::layout::Span<'_>| {
        format!("{}:{}..{} {}", span.space, span.start, span.end, span.path())
    };
    for leaf in layout.leaves().chain(layout.spans().skip(1)) {
        assert_eq!(layout.find(&leaf.path()).map(|found| shown(&found)), Some(shown(&leaf)));
    }
}

#[test]
fn a_record_inside_a_value_leads_back() {
    fn pair(input: Input<'_>, _: u64) -> Parsed<'_, ()> {
        let (input, _) = field("start", value::<_, Point>)(input)?;
        let (input, _) = field(("ends", 0), value::<_, Point>)(input)?;
        Ok((input, ()))
    }
    fn pairs(input: Input<'_>) -> Parsed<'_, ()> {
        divided("pairs", input.bytes().len(), pair, 0)(input).map(|(rest, _)| (rest, ()))
    }
    let bytes: Vec<u8> = (0..4_u8).flat_map(|n| Point { x: n.into(), y: 0.5 }.encode()).collect();
    let layout = record::layout(&bytes, ASKED, pairs);
    let paths: Vec<_> = layout.leaves().map(|leaf| format!("{} {}", leaf.path(), leaf.value())).collect();
    assert_eq!(
        paths,
        [
            "pairs[0].start.x 0",
            "pairs[0].start.y 0.5",
            "pairs[0].ends[0].x 1",
            "pairs[0].ends[0].y 0.5",
            "pairs[1].start.x 2",
            "pairs[1].start.y 0.5",
            "pairs[1].ends[0].x 3",
            "pairs[1].ends[0].y 0.5",
        ]
    );
    for leaf in layout.leaves() {
        let found = layout.find(&leaf.path()).unwrap();
        assert_eq!((found.path(), found.start, found.end), (leaf.path(), leaf.start, leaf.end));
    }
    let whole = layout.find("pairs[1].ends[0]").unwrap();
    assert_eq!((whole.path(), whole.start, whole.end), ("pairs[1].ends[0]".into(), 24, 32));
}

#[test]
fn paths_may_leave_out_parts_and_lead_to_what_is_nearest() {
    let bytes = write(&sample()).unwrap();
    let layout = layout(&bytes);
    let find = |path| layout.find(path).map(|found| format!("{}: {found}", found.path()));
    let found = |text: &str| Some(text.to_owned());
    assert_eq!(find("points[0].y"), found("points[0].y: [0].y = -0.5"));
    assert_eq!(
        find("chunks[1].names[1].letters"),
        found("chunks[1] NAME, names[1].letters: [1].letters = \"bc\"")
    );
    assert_eq!(find("NUMS, numbers[1]"), found("chunks[0] NUMS, numbers[1]: [1] = -2"));
    assert_eq!(find("chunks[0] and more, numbers[1]"), found("chunks[0] NUMS, numbers[1]: [1] = -2"));
    assert_eq!(find("chunks[3].len"), found("chunks[3] WHAT, frame.len: len = 2"));
    // An alias of the toy, what is not there, and what only begins like a name.
    assert_eq!(find("tips[0]"), found("points[0].x: [0].x = 1"));
    assert_eq!(find("points[7].x"), found("points: points = "));
    assert_eq!(find("chunks[0].names[3]"), found("chunks[0] NUMS: chunks[0] NUMS = "));
    assert_eq!(find("point"), None);
    let record = layout.find("points[0]").unwrap();
    assert_eq!((record.start, record.end), (6, 14));
    let value = layout.find("names[1]").unwrap();
    assert_eq!((value.start, value.end), (0x2d, 0x30));
}

#[test]
fn the_place_of_an_error_leads_to_its_leaf() {
    let mut bytes = write(&sample()).unwrap();
    bytes[0x2d] = 3;
    let layout = layout(&bytes);
    let leaf = layout.leaf_of(layout.warnings()[0].place()).unwrap();
    assert_eq!((leaf.start, leaf.path().as_str()), (0x2d, "chunks[1] NAME, gap"));
    let leaf = layout.leaf_of(Place::Inner { start: 0x30, at: 5 }).unwrap();
    assert_eq!(leaf.path(), "chunks[2] PACK, body.plain.points[0].y");
}

#[test]
fn long_lists_are_one_span() {
    let n = 50_000;
    let mut bytes = b"\xff".repeat(0);
    (0..n).for_each(|i| bytes.extend_from_slice(&[2, b'a' + (i % 26) as u8, b'!']));
    fn list(input: Input<'_>) -> Parsed<'_, ()> {
        each("names", input.bytes().len() / 3, name, 0, drop)(input)
    }
    let layout = record::layout(&bytes, ASKED, list);
    assert_eq!((layout.n_spans(), layout.leaves().count()), (2, 100_000));
    let leaf = layout.leaf_at(0, 3 * 40_000 + 1).unwrap();
    assert_eq!(format!("{}: {leaf}", leaf.path()), "names[40000].letters: [40000].letters = \"m!\"");
    assert_eq!(layout.find("names[40000].len").unwrap().start, 3 * 40_000);
}

#[test]
fn values_that_hold_long_tables_are_shown_in_parts() {
    fn rows_of(input: Input<'_>, _: u64) -> Parsed<'_, ()> {
        let (input, count) = field("count", value::<_, u16>)(input)?;
        let (input, _) = field("nothing", bytes(0))(input)?;
        rows::<_, u16>("rows", count.into())(input).map(|(rest, _)| (rest, ()))
    }
    fn list(input: Input<'_>) -> Parsed<'_, ()> {
        each("lists", 3, rows_of, 0, drop)(input)
    }
    let counts = [3_000_u16, 0, 1_024];
    let file: Vec<u8> = counts
        .iter()
        .flat_map(|count| [count.to_le_bytes().to_vec(), vec![7; 2 * usize::from(*count)]].concat())
        .collect();
    let layout = record::layout(&file, ASKED, list);
    assert_eq!((layout.n_spans(), layout.flaw()), (2, None));
    let leaves: Vec<_> = layout.leaves().map(|leaf| (leaf.path(), leaf.start, leaf.end)).collect();
    let mut expected = Vec::new();
    let mut at = 0;
    for (i, count) in counts.into_iter().enumerate() {
        expected.push((format!("lists[{i}].count"), at, at + 2));
        expected.push((format!("lists[{i}].nothing"), at + 2, at + 2));
        at += 2;
        for row in 0..count {
            expected.push((format!("lists[{i}].rows[{row}]"), at, at + 2));
            at += 2;
        }
        // A table without records is a leaf of its own.
        if count == 0 {
            expected.push((format!("lists[{i}].rows"), at, at));
        }
    }
    assert_eq!(leaves, expected);
}

#[test]
fn values_go_on_up_to_the_end_or_to_one_that_cannot_be_read() {
    /// Names, none longer than what stands before them says.
    fn limited(input: Input<'_>) -> Parsed<'_, (Vec<Vec<u8>>, usize)> {
        let (input, most) = field("most", value::<_, u8>)(input)?;
        let mut all = Vec::new();
        let read = |input| {
            let (rest, name) = name(input, 0)?;
            if name.len() > most.into() {
                input.warn(|| ErrorKind::TooLong { len: name.len() })?;
            }
            all.push(name.to_vec());
            Ok((rest, ()))
        };
        let (rest, ()) = each_with("names", None, name, 0, read)(input)?;
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
    assert_eq!(
        read(b"\x02\x03a", true).0.unwrap_err().to_string().split(':').next(),
        Some("names[0].letters")
    );
    let layout = record::layout(bytes, ASKED, limited);
    let texts: Vec<_> = layout.leaves().map(|leaf| leaf.path()).collect();
    assert_eq!(
        texts,
        ["most", "names[0].len", "names[0].letters", "names[1].len", "names[1].letters", "trailing"]
    );
    assert_eq!(layout.warnings().iter().map(ToString::to_string).collect::<Vec<_>>(), warnings);
    // A count that is not reached is an error.
    fn two(input: Input<'_>) -> Parsed<'_, ()> {
        each_with("names", Some(2), name, 0, |input| name(input, 0).map(|(rest, _)| (rest, ())))(input)
    }
    assert!(reading(false, LIMITS).read(b"\0\0", two).is_ok());
    assert!(
        reading(false, LIMITS).read(b"\0", two).unwrap_err().to_string().starts_with("names[1].len: needs 1")
    );
}

// Folding.

/// Chunks of so many fields each; some hold plain data.
fn parts(input: Input<'_>) -> Parsed<'_, ()> {
    let (mut at, mut number) = (input, 0);
    while let [n, ..] = at.bytes() {
        let parser = if n % 2 == 0 { values } else { packed_values };
        (at, ()) = part(("chunks", number), parser)(at)?;
        number += 1;
    }
    Ok((at, ()))
}

fn values(input: Input<'_>) -> Parsed<'_, ()> {
    let (mut input, n) = field("n", value::<_, u8>)(input)?;
    for i in 0..usize::from(n) {
        (input, _) = field(("values", i), value::<_, u8>)(input)?;
    }
    Ok((input, ()))
}

fn packed_values(input: Input<'_>) -> Parsed<'_, ()> {
    let n = input.bytes().first().copied().unwrap_or_default();
    let (rest, bytes) = input.split(usize::from(n) + 1)?;
    let mut plain = bytes.bytes().to_vec().into();
    input.block(input.at(), &mut plain, |input| part("inside", values)(input))?;
    Ok((rest, ()))
}

fn folded(bytes: &[u8], spans: usize) -> Layout<'_> {
    record::layout(bytes, Asked { limits: LIMITS.spans(spans), ..ASKED }, parts)
}

#[test]
fn many_spans_are_folded_and_can_be_opened() {
    let mut bytes = Vec::new();
    for i in 0..1000_usize {
        let n = [0, 1, 5, 4, 250][i % 5] as u8;
        bytes.push(n);
        bytes.extend((0..n).map(|value| value ^ i as u8));
    }
    let whole = folded(&bytes, 1 << 20);
    assert!(whole.spans().all(|span| span.kind != SpanKind::Folded));
    for limit in [1, 300, 1_000, 10_000] {
        let layout = folded(&bytes, limit);
        assert_eq!(layout.flaw(), None);
        assert!(layout.n_spans() <= limit.max(256) + 2, "{limit}: {}", layout.n_spans());
        assert_eq!(names(&layout), names(&folded(&bytes, limit)), "deterministic");
        let n_all: usize = layout.spans().map(|span| 1 + span.n_folded()).sum();
        assert_eq!(n_all, whole.n_spans());
        // What is folded opens: every value can be reached.
        for at in (0..bytes.len()).step_by(4999) {
            let mut layout = folded(&bytes, limit);
            loop {
                let leaf = layout.leaf_at(0, at).unwrap();
                if leaf.kind != SpanKind::Folded {
                    assert_eq!(leaf.path(), whole.leaf_at(0, at).unwrap().path());
                    break;
                }
                let (n_folded, unfolded) = (leaf.n_folded(), layout.unfold(leaf.index).unwrap());
                assert_eq!((unfolded.flaw(), unfolded.n_spaces()), (None, whole.n_spaces()));
                assert!(unfolded.leaf_at(0, at).unwrap().n_folded() < n_folded, "{limit}, {at}");
                layout = unfolded;
            }
        }
    }
}

#[test]
fn the_path_of_what_is_folded_leads_to_what_stands_for_it() {
    let bytes = [1, 7].repeat(2_000);
    let layout = folded(&bytes, 500);
    let found = layout.find("chunks[700].values[0]").unwrap();
    assert_eq!(found.kind, SpanKind::Folded);
    assert!(found.start <= 1400 && 1402 <= found.end, "{found:?}");
    assert!(found.name().starts_with("chunks[") && found.name().contains("..="), "{}", found.name());
    let mut layout = layout.unfold(found.index).unwrap();
    while let Some(found) = layout.find("chunks[700].values[0]").filter(|found| found.n_folded() > 0) {
        layout = layout.unfold(found.index).unwrap();
    }
    assert_eq!(layout.find("chunks[700].values[0]").unwrap().value(), "7");
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
    let layout = record::layout(b"abx", ASKED, either);
    assert_eq!(names(&layout), ["file", "second", "a", "trailing"]);
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
    let layout = record::layout(b"0123456789ab", ASKED, parser);
    assert_eq!(layout.flaw(), None);
    let kinds: Vec<_> = layout.spans().map(|span| (span.name(), span.kind, span.start, span.end)).collect();
    let kinds: Vec<_> = kinds.iter().map(|(name, kind, start, end)| (&**name, *kind, *start, *end)).collect();
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
    let error = reading(false, LIMITS).read(b"0123", |input| input.elsewhere(usize::MAX, 4).map(|i| (i, ())));
    assert_eq!(error.unwrap_err().kind(), &ErrorKind::UnexpectedEnd { needed: 4, left: 0 });
}

#[test]
fn records_sized_by_the_file_fall_into_their_fields() {
    fn fields(width: usize) -> Vec<Field> {
        let first = Field { name: "first", at: 0, len: 1, show: mould::wire::show::<_, u8> };
        vec![first, Field { name: "second", at: 1, len: width, show: quoted }]
    }
    fn parser(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
        let (input, width) = field("width", value::<_, u8>)(input)?;
        let look = const { &Look::table(|width| Cow::Owned(fields(width as usize))) };
        let (input, all) = records("records", 2, usize::from(width) + 1, look, width.into())(input)?;
        Ok((input, all.to_vec()))
    }
    let layout = record::layout(b"\x02abcdef!", ASKED, parser);
    assert_eq!(
        lines(&layout),
        [
            "0:00..01 width = 2",
            "0:01..02 [0].first = 97",
            "0:02..04 [0].second = \"bc\"",
            "0:04..05 [1].first = 100",
            "0:05..07 [1].second = \"ef\"",
            "0:07..08 trailing = ",
        ]
    );
    assert_eq!(reading(false, LIMITS).read(b"\x02abcdef!", parser), Ok(b"abcdef".to_vec()));
}

#[test]
fn values_are_rows_of_one_span() {
    let read = |bytes: &'static [u8]| record::layout(bytes, ASKED, |input| part("list", names_chunk)(input));
    let leaves = |layout: &Layout<'_>| -> Vec<_> {
        layout.leaves().map(|leaf| format!("{:x}..{:x} {leaf}", leaf.start, leaf.end)).collect()
    };
    let layout = read(b"\x03\x01a\x00\x02bc");
    assert_eq!(layout.spans().len(), 4);
    assert_eq!(
        leaves(&layout),
        [
            "0..1 count = 3",
            "1..2 [0].len = 1",
            "2..3 [0].letters = \"a\"",
            "3..4 [1].len = 0",
            "4..4 [1].letters = \"\"",
            "4..5 [2].len = 2",
            "5..7 [2].letters = \"bc\"",
        ]
    );
    assert_eq!(layout.flaw(), None);
    // Those before one that cannot be read are shown.
    let layout = read(b"\x03\x01a\x00\x09bc");
    assert_eq!(
        leaves(&layout)[1..],
        [
            "1..2 [0].len = 1",
            "2..3 [0].letters = \"a\"",
            "3..4 [1].len = 0",
            "4..4 [1].letters = \"\"",
            "4..7 trailing = ",
        ]
    );
    assert_eq!(layout.flaw(), None);
    assert_eq!(layout.error().unwrap().path().collect::<Vec<_>>(), ["list", "names[2]", "letters"]);
}

#[test]
fn spans_nest_deeply_without_recursion() {
    const DEPTH: usize = 200_000;
    fn deep(input: Input<'_>) -> Parsed<'_, ()> {
        let open: Vec<_> = (0..DEPTH).map(|_| input.open("level", Look::PART)).collect();
        let (rest, _) = remainder(input)?;
        open.into_iter().rev().for_each(|span| rest.close(span, 0));
        Ok((rest, ()))
    }
    let layout = record::layout(b"x", ASKED, deep);
    assert_eq!((layout.n_spans(), layout.flaw()), (DEPTH + 1, None));
    assert_eq!(layout.spans().last().unwrap().depth(), usize::from(u16::MAX));
    // They are all open, so that none can be folded.
    let layout = record::layout(b"x", Asked { limits: LIMITS.spans(1000), ..ASKED }, deep);
    assert_eq!((layout.n_spans(), layout.flaw()), (DEPTH + 1, None));
}

// Errors, warnings and limits.

#[test]
fn errors_say_what_where_and_inside_what() {
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
    assert_eq!(layout(&bytes).warnings().total(), 1);
}

#[test]
fn a_surplus_is_kept_and_warned_of() {
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
        let layout = record::layout(bytes, ASKED, rest);
        let unknown = layout.leaves().filter(|leaf| leaf.kind == SpanKind::Unknown);
        assert_eq!(unknown.map(|leaf| leaf.end - leaf.start).sum::<usize>(), n_left);
    }
}

#[test]
fn errors_in_plain_data_have_the_place_of_their_chunk() {
    let result: Result<(), _> = reading(false, LIMITS).read(b"head", |input| {
        let plain = vec![1, 2, 3];
        let (rest, _) = bytes(4)(input)?;
        part("packed", |input: Input<'_>| {
            let number = input.block(2, &mut plain.clone().into(), |input| {
                let (input, _) = bytes(2)(input)?;
                part("number", value::<_, u32>)(input)
            })?;
            Ok((input, number))
        })(rest)?;
        Ok((rest, ()))
    });
    let error = result.unwrap_err();
    assert_eq!(error.place(), Place::Inner { start: 2, at: 2 });
    let text = "packed.number: needs 4 bytes, and 1 is left (at byte 0x2 of the plain data of what is packed at byte 0x2)";
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
fn what_is_only_counted_is_not_made() {
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
    let granted = |limits: Limits, n_bytes| limits.resolve(n_bytes).elements;
    assert_eq!(granted(LIMITS, 0), 1 << 16);
    assert_eq!(granted(LIMITS, 1 << 20), (1 << 22) + (1 << 12));
    assert_eq!(granted(LIMITS.elements(7), 1 << 20), 7);
    let read = |limits| {
        reading(false, limits).read(b"", |input| {
            input.grant_elements(70_000)?;
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
    assert!(end(read(|input| each("x", usize::MAX, name, 0, |_| ())(input))));
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
fn findings_are_printed_by_rule_and_errors_first() {
    let mut findings = Findings::default();
    assert_eq!(findings.to_string(), "");
    findings.add(&toy_rules::TOY002, "points", 30, 20);
    (0..2000).for_each(|i| findings.add(&toy_rules::TOY001, format_args!("points[{i}].x"), "NaN", ""));
    findings.add(&toy_rules::TOY002, "chunks[2] PACK, points", 40, 20);
    assert_eq!(
        findings.to_string(),
        "warning TOY001: Points are finite; 2000 times
  points[0].x: found NaN
  points[1].x: found NaN
  points[2].x: found NaN
  and 1997 more
note TOY002: Points are few; 2 times
  points: found 30, limit 20
  chunks[2] PACK, points: found 40, limit 20"
    );
    let mut findings = Findings::default();
    findings.add(&toy_rules::TOY001, "points[3].x", "NaN", "");
    findings.add(&toy_rules::TOY002, "points", 30, 20);
    assert_eq!(
        findings.to_string(),
        "warning TOY001: points[3].x: Points are finite; found NaN
note TOY002: points: Points are few; found 30, limit 20"
    );
}

#[test]
fn of_each_rule_a_thousand_findings_are_kept() {
    let mut findings = Findings::default();
    (0..3000).for_each(|i| findings.add(&toy_rules::TOY001, format_args!("points[{i}]"), "", ""));
    findings.add(&toy_rules::TOY002, "points", 3000, 20);
    assert!(findings.counts().eq([(&toy_rules::TOY001, 3000), (&toy_rules::TOY002, 1)]));
    assert_eq!((findings.total(), findings.len()), (3001, 1001));
    let all = findings.into_vec();
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

#[test]
fn addresses_end_where_a_text_goes_on() {
    let text = b"play('rbxassetid://12') http://www.roblox.com/asset/?id=34 https://example.com/1 RBXASSET://a.png\n://";
    let urls = urls_in(text);
    assert_eq!(urls, ["rbxassetid://12", "http://www.roblox.com/asset/?id=34", "RBXASSET://a.png"]);
    let ids: Vec<_> = urls.iter().map(|url| asset_id(url)).collect();
    assert_eq!(ids, [Some(12), Some(34), None]);
    assert_eq!(asset_id("rbxthumb://type=Asset&id=5&w=150"), Some(5));
    assert_eq!(asset_id("rbxassetid:// 99999999999999999999"), None);
    assert!(urls_in(b"http://roblox.com.example.net/?id=1").is_empty());
}

// zlib.

const ENGINES: &[Engine] = &[
    Engine::MinizOxide,
    #[cfg(feature = "zlib-rs")]
    Engine::ZlibRs,
];

fn inflated(bytes: &[u8], engine: Engine, limit: usize) -> (Vec<u8>, Inflated) {
    let mut plain = Plain::default();
    let inflated = inflate_zlib(bytes, engine, limit, &mut plain);
    (plain.take(), inflated)
}

#[test]
fn a_stream_that_is_broken_says_how() {
    let packed = deflate_zlib(b"some plain data, some plain data", Engine::default(), 6).unwrap();
    for engine in ENGINES {
        let end = |bytes: &[u8]| match inflated(bytes, *engine, 100).1.end {
            End::Broken(kind) => kind.to_string(),
            end => format!("{end:?}"),
        };
        assert_eq!(end(&packed), "Whole");
        assert_eq!(end(b""), "does not decompress: it is cut short");
        assert_eq!(end(b"what"), "does not decompress: it does not start like a zlib stream");
        assert_eq!(end(&packed[..8]), "does not decompress: it is cut short");
        assert_eq!(end(&packed[..packed.len() - 1]), "does not decompress: it ends before its checksum");
        let mut damaged = packed.clone();
        *damaged.last_mut().unwrap() ^= 1;
        let sum = u32::from_be_bytes(*packed.last_chunk().unwrap());
        let text = format!("the checksum of the plain data is {sum:#010x}, and {:#010x} is stored", sum ^ 1);
        assert_eq!(end(&damaged), text);
        assert_eq!(inflated(&damaged, *engine, 100).0, b"some plain data, some plain data");
        damaged = packed.clone();
        damaged[2] = 0xff;
        assert_eq!(end(&damaged), "does not decompress: it is damaged");
    }
    assert_eq!(Engine::default(), Engine::MinizOxide, "what is written does not depend on features");
    assert_eq!((adler32(b"", Engine::FASTEST), adler32(b"123456789", Engine::FASTEST)), (1, 0x091e_01de));
}

#[test]
fn a_bomb_takes_no_more_than_the_limit() {
    let packed = deflate_zlib(&vec![0; 50 << 20], Engine::default(), 9).unwrap();
    for engine in ENGINES {
        let mut plain = Plain::default();
        let inflated = inflate_zlib(&packed, *engine, 1 << 20, &mut plain);
        assert_eq!((inflated.end, plain.bytes().len()), (End::TooLong, 1 << 20));
        assert!(plain.buffer.capacity() <= (1 << 20) + 1);
    }
}

proptest! {
    #[test]
    fn any_engine_unpacks_what_any_packs(mut plain: Vec<u8>, level in 0_u8..10, repeat in 0_usize..2000) {
        plain = plain.repeat(repeat.min(1 + 200_000 / plain.len().max(1)));
        for packer in ENGINES {
            let packed = deflate_zlib(&plain, *packer, level).unwrap();
            for engine in ENGINES {
                let followed = [&packed[..], b"tail"].concat();
                let (found, end) = inflated(&followed, *engine, plain.len());
                prop_assert_eq!(end, Inflated { n_read: packed.len(), end: End::Whole });
                prop_assert!(found == plain);
                if let Some(less) = plain.len().checked_sub(1) {
                    prop_assert_eq!(inflated(&packed, *engine, less).1.end, End::TooLong);
                }
            }
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
        prop_assert_eq!(layout(&bytes).flaw(), None);
    }
}
