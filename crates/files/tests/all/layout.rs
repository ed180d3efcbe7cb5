//! Layouts: each byte is covered once, equally in windows and in folded parts, and is found by its path.

use crate::support::{corpus, files, fixtures};
use files::internal::{Limits, Options, joined};
use files::layout::{Kept, Kind, Layout, Leaf};
use files::{READERS, Reader};
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// A leaf, with its name and value.
#[derive(Debug, Clone, PartialEq)]
struct LeafText {
    space: usize,
    range: Range<usize>,
    kind: Kind,
    name: String,
    value: String,
}

impl LeafText {
    fn from_leaf(leaf: &Leaf<'_>) -> Self {
        let Leaf { space, start, end, kind, .. } = *leaf;
        Self { space, range: start..end, kind, name: leaf.name(), value: leaf.value() }
    }
}

/// The files below a folder that a reader takes for its own.
fn each(folder: &Path, check: &mut dyn FnMut(&str, &[u8], &'static Reader)) {
    for path in files(folder) {
        let bytes = std::fs::read(&path).unwrap();
        for reader in READERS.iter().filter(|reader| (reader.detect)(&bytes)) {
            check(&path.display().to_string(), &bytes, reader);
        }
    }
}

fn all(layout: &Layout<'_>) -> Vec<LeafText> {
    let mut all = Vec::new();
    layout.leaves(&mut |leaf| {
        all.push(LeafText::from_leaf(&leaf));
        ControlFlow::Continue(())
    });
    all
}

/// The leaves with bytes of a window.
fn window<'a>(layout: &Layout<'a>, space: usize, range: &Range<usize>, kept: &mut Kept<'a>) -> Vec<LeafText> {
    let mut found = Vec::new();
    layout.leaves_in_with(space, range.clone(), kept, &mut |leaf| {
        if leaf.start < leaf.end {
            found.push(LeafText::from_leaf(&leaf));
        }
        ControlFlow::Continue(())
    });
    found
}

/// The number of bytes with a known type in all spaces; fails unless each byte is in exactly one leaf.
fn known(layout: &Layout<'_>, name: &str) -> [usize; 2] {
    let mut covered: Vec<usize> = vec![0; layout.n_spaces()];
    let mut n_known = 0;
    layout.leaves(&mut |leaf| {
        if leaf.start < leaf.end {
            assert_eq!(leaf.start, covered[leaf.space], "{name}: {leaf:?}");
            covered[leaf.space] = leaf.end;
            n_known += if leaf.kind == Kind::Typed { leaf.end - leaf.start } else { 0 };
        }
        ControlFlow::Continue(())
    });
    let lens: Vec<_> = (0..layout.n_spaces()).map(|space| layout.space(space).0.len()).collect();
    assert_eq!(covered, lens, "{name}");
    [n_known, covered.iter().sum()]
}

/// The spans that at most two others contain, with their spaces, and how many bytes the leaves of each kind have.
type Upper = (Vec<(String, usize, Range<usize>)>, HashMap<Kind, usize>);

fn upper(layout: &Layout<'_>) -> Upper {
    let (mut upper, mut kinds) = (Vec::new(), HashMap::new());
    for index in 0..layout.n_spans() {
        let span = layout.span(index).unwrap();
        if span.depth <= 2 {
            upper.push((layout.name(index), span.space, span.start..span.end));
        }
        if !matches!(span.kind, Kind::Part | Kind::Reference) {
            *kinds.entry(span.kind).or_default() += span.end - span.start;
        }
    }
    (upper, kinds)
}

#[test]
fn an_outline_has_the_upper_spans_and_as_many_bytes_of_each_kind() {
    let (mut n_all, mut n_kept) = (0, 0);
    for folder in [Some(fixtures()), corpus()].iter().flatten() {
        each(folder, &mut |name, bytes, reader| {
            let whole = (reader.layout)(bytes, Options::default());
            let outline = (reader.layout)(bytes, Options { is_outline: true, ..Options::default() });
            assert_eq!(upper(&outline), upper(&whole), "{name}");
            n_all += whole.n_spans();
            n_kept += outline.n_spans();
        });
    }
    assert!(n_kept < n_all / 2, "{n_kept} of {n_all}");
}

#[test]
fn every_byte_is_in_one_leaf_of_a_known_type() {
    let folders = [Some(fixtures()), corpus()];
    let (mut n_files, mut shares) = (0, HashMap::new());
    for folder in folders.iter().flatten() {
        each(folder, &mut |name, bytes, reader| {
            let layout = (reader.layout)(bytes, Options::default());
            let [n_known, n_all] = known(&layout, name);
            let is_sound = layout.error().is_none() && layout.warnings().total() == 0;
            if is_sound {
                let share: &mut [usize; 2] = shares.entry(reader.name).or_default();
                *share = [share[0] + n_known, share[1] + n_all];
            }
            n_files += 1;
        });
    }
    assert!(n_files > 500, "{n_files}");
    assert_eq!(shares.len(), READERS.len());
    for (reader, [n_known, n_all]) in shares {
        assert!(n_known * 100 >= n_all * 99, "{reader}: {n_known} of {n_all} bytes");
    }
}

/// Defines functions that follow a single path, which the tests of the format crates use as well.
macro_rules! follower {
    ($($format:ident)+) => { $(
        pub(crate) mod $format {
            mod format {
                pub(crate) use ::$format::{Buffer, Descent, SpanKind, SpanStart, SpanType, Trace};
            }
            pub(crate) mod locator {
                include!("../../../../xtask/template/tests/all/support/locator.rs");
            }
        }
    )+ };
}

mod follow {
    follower! { llsd m3d rbxbinary rbxmesh rbxxml slmesh }
}

/// The range that a single path leads to, in the form of a layout.
fn located_alone(format: &str, bytes: &[u8], path: &str) -> Option<(Option<usize>, Range<usize>)> {
    macro_rules! located {
        ($format:ident $(:: $of:ident)? $(, $in_file:path)?) => {{
            let options = $format::ReadOptions::default();
            $(let path = &*$in_file(bytes, &options, &[path])[0];)?
            let (buffer, range) = follow::$format::locator::located(path, |trace| {
                drop($format$(::$of)?::trace(bytes, &options, trace));
            })?;
            match buffer {
                $format::Buffer::Inner(start) => Some((Some(start), range)),
                _ => Some((None, range)),
            }
        }};
    }
    match format {
        "anim" => located!(slmesh::anim),
        "llsd" => located!(llsd),
        "m3d" => located!(m3d, m3d::paths_in_file),
        "rbxbinary" => located!(rbxbinary),
        "rbxcsg" => located!(rbxmesh::csg),
        "rbxmesh" => located!(rbxmesh, rbxmesh::paths_in_file),
        "rbxxml" => located!(rbxxml),
        "slmesh" if slmesh::slm::detect(bytes) => located!(slmesh::slm),
        "slmesh" => located!(slmesh),
        _ => unreachable!("{format}"),
    }
}

#[test]
fn many_paths_lead_where_each_leads_alone() {
    let mut n_found = 0;
    for folder in [Some(fixtures()), corpus()].iter().flatten() {
        each(folder, &mut |name, bytes, reader| {
            let layout = (reader.layout)(bytes, Options::default());
            let findings = reader.check(bytes, Options::default(), &[]);
            let findings = findings.iter().flat_map(|found| &found.list).map(|one| one.path.clone());
            let problems = layout.warnings().list.into_iter().chain(layout.error()).map(|one| one.path);
            let paths: Vec<_> = findings.chain(problems).take(10).collect();
            let paths: Vec<_> = paths.iter().map(String::as_str).collect();
            for (path, place) in paths.iter().zip(layout.locate(&paths)) {
                let whole = (*path == "file").then_some((None, 0..bytes.len()));
                let alone = located_alone(reader.name, bytes, path).or(whole);
                assert_eq!(place, alone, "{name}: {path}");
                n_found += usize::from(place.is_some());
            }
        });
    }
    assert!(n_found > 500, "{n_found}");
}

/// Windows at several places of each space, from its start to its end and back.
fn windows(layout: &Layout<'_>) -> Vec<(usize, Range<usize>)> {
    let mut windows = Vec::new();
    for space in 0..layout.n_spaces() {
        let len = layout.space(space).0.len();
        let of_len = |n: usize| (0..=4).map(move |i| (space, len * i / 5..(len * i / 5 + n).min(len)));
        windows.extend([1, 20, len / 6].into_iter().flat_map(of_len).filter(|(_, range)| !range.is_empty()));
    }
    let back: Vec<_> = windows.iter().rev().cloned().collect();
    windows.extend(back);
    windows
}

fn check_windows(name: &str, layout: &Layout<'_>) {
    let all = all(layout);
    let mut kept = Kept::around(1000);
    for (space, range) in windows(layout) {
        let is_in = |leaf: &&LeafText| {
            leaf.space == space && leaf.range.start.max(range.start) < leaf.range.end.min(range.end)
        };
        let expected: Vec<_> = all.iter().filter(is_in).cloned().collect();
        for kept in [&mut kept, &mut Kept::default()] {
            let found = window(layout, space, &range, kept);
            assert!(found == expected, "{name}: {space}:{range:?}: {:?}", different(&found, &expected));
        }
    }
}

/// The first leaf that is not as expected, and the expected one.
fn different<'l>(found: &'l [LeafText], expected: &'l [LeafText]) -> [Option<&'l LeafText>; 2] {
    let at = found.iter().zip(expected).take_while(|(found, expected)| found == expected).count();
    [found.get(at), expected.get(at)]
}

/// Texts with lists whose values are read again from one in the middle on, one list after another.
fn long_texts() -> [(&'static str, Vec<u8>); 2] {
    let corner = |i: usize| format!("[{},2,{}][0,1,0][0.5,0,0]", i % 7, i * i);
    let corners: String = (0..900).map(corner).collect();
    let lines = |line: &dyn Fn(usize) -> String| (0..700).map(line).collect::<String>();
    let pairs = lines(&|i| format!("0.{i} 1\n"));
    let vertices = lines(&|i| format!("{i} -{} 0 1{}\n", i * i, if i % 3 == 0 { " #ff00ff00" } else { "" }));
    let corner = |i: usize| format!("{0}/{0}/{0}", i % 700);
    let polygons = lines(&|i| format!("{} {} {}\n", corner(i), corner(i * 5), corner(i * 11)));
    // The last of these depend on those before them.
    let bones: String = (0..200).map(|i| format!("{}0 1 bone {i}\n", ["", "/"][i % 2])).collect();
    let moves: String = (0..200).map(|i| format!("{i} 0 1\n")).collect();
    let skeleton = format!("Bones\n{bones}\nAction 9 walk\nframe 0\n{moves}\nLabels\n1 a\n2 b\n");
    let model = format!("Textmap\n{pairs}\nVertex\n{vertices}\nMesh\n{polygons}\n{skeleton}\nEnd\n");
    [
        ("rbxmesh", format!("version 1.00\n300\n{corners}").into_bytes()),
        ("m3d", format!("3dmodel 1\nname\nlicence\nauthor\n\n\n{model}").into_bytes()),
    ]
}

/// More values, and more bytes of them, than are read at once; every 64th has others inside it.
fn long_list() -> Vec<u8> {
    let value = |i: usize| if i % 64 == 63 { format!("[i{i},'{i}']") } else { format!("i{i}") };
    let values: Vec<_> = (0..70_000).map(value).collect();
    format!("[[{}],{{'short':[i1,i2]}}]", values.join(",")).into_bytes()
}

#[test]
fn a_window_has_the_leaves_that_all_have_there() {
    each(&fixtures(), &mut |name, bytes, reader| {
        check_windows(name, &(reader.layout)(bytes, Options::default()));
    });
    let reader = READERS.iter().find(|reader| reader.name == "llsd").unwrap();
    check_windows("a long list", &(reader.layout)(&long_list(), Options::default()));
    for (name, bytes) in long_texts() {
        let reader = READERS.iter().find(|reader| reader.name == name).unwrap();
        let layout = (reader.layout)(&bytes, Options::default());
        assert_eq!((layout.error(), layout.warnings().total()), (None, 0), "{name}");
        check_windows(name, &layout);
    }
}

/// The leaves of a window, with those in folded parts.
fn unfolded(layout: &Layout<'_>, space: usize, range: Range<usize>, level: usize, found: &mut Vec<LeafText>) {
    assert!(level < 16, "opening a folded part leaves it folded: {space}:{range:?} of {layout:?}");
    let mut folded = Vec::new();
    layout.leaves_in(space, range.clone(), &mut |leaf| {
        if leaf.start < leaf.end {
            let range = leaf.start.max(range.start)..leaf.end.min(range.end);
            folded.push((
                LeafText::from_leaf(&leaf),
                (leaf.kind == Kind::Folded).then_some((leaf.span, range)),
            ));
        }
        ControlFlow::Continue(())
    });
    for (leaf, fold) in folded {
        match fold {
            Some((span, range)) => {
                unfolded(&layout.unfold(span).unwrap(), space, range, level + 1, found);
            }
            None => found.push(leaf),
        }
    }
}

#[test]
fn folded_parts_cover_each_byte_and_open() {
    const MOST: usize = 256;
    let options = Options { limits: Limits { spans: Some(MOST), ..Limits::default() }, ..Options::default() };
    let mut n_folded = 0;
    let mut look = |name: &str, bytes: &[u8], reader: &Reader| {
        let whole = (reader.layout)(bytes, Options::default());
        if whole.n_spans() <= MOST {
            return;
        }
        let layout = (reader.layout)(bytes, options);
        known(&layout, name);
        // Spans around each other are not folded: where they are many, the limit is doubled.
        assert!(layout.n_spans() <= 4 * MOST, "{name}: {} spans", layout.n_spans());
        n_folded += 1;
        let mut open = Vec::new();
        unfolded(&layout, 0, 0..bytes.len(), 0, &mut open);
        let expected: Vec<_> =
            all(&whole).into_iter().filter(|leaf| leaf.space == 0 && !leaf.range.is_empty()).collect();
        assert!(open == expected, "{name}: {:?}", different(&open, &expected));
    };
    each(&fixtures(), &mut look);
    // A gap of a byte before each span.
    let quotes = "<a b='<a b=\"".repeat(2000);
    let gaps =
        format!("<roblox version='4'><Item class='A'><Properties>{quotes}</Properties></Item></roblox>");
    look("gaps", gaps.as_bytes(), READERS.iter().find(|reader| reader.name == "rbxxml").unwrap());
    assert!(n_folded > 30, "{n_folded}");
}

#[test]
fn paths_lead_back_to_leaves() {
    let mut n_paths = 0;
    each(&fixtures(), &mut |name, bytes, reader| {
        let layout = (reader.layout)(bytes, Options::default());
        let mut places = HashMap::new();
        layout.leaves(&mut |leaf| {
            let mut names = vec![leaf.name()];
            if names[0].is_empty() {
                return ControlFlow::Continue(());
            }
            let parent = |span| layout.span(span)?.parent;
            let mut next = if leaf.is_value { Some(leaf.span) } else { parent(leaf.span) };
            while let Some(span) = next {
                names.push(layout.name(span));
                next = parent(span);
            }
            names.pop();
            let path = joined(names.iter().rev().map(String::as_str));
            places.entry(path).or_insert_with(Vec::new).push((leaf.space, leaf.start..leaf.end, leaf.kind));
            ControlFlow::Continue(())
        });
        let mut paths: Vec<_> =
            places.into_iter().filter(|(_, all)| all.len() == 1 && all[0].2 == Kind::Typed).collect();
        paths.sort_by_key(|(_, all)| (all[0].0, all[0].1.start));
        let every = paths.len().div_ceil(8).max(1);
        for (path, all) in paths.into_iter().step_by(every) {
            let (space, range, _) = all[0].clone();
            n_paths += 1;
            // Blocks of a broken file may share their bytes.
            let found = layout.find(&path).map(|(space, range)| (layout.space(space).1, range));
            assert_eq!(found, Some((layout.space(space).1, range)), "{name}: {path}");
        }
    });
    assert!(n_paths > 3000, "{n_paths}");
}
