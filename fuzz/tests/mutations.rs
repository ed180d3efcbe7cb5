//! Every body on every fixture, whole, cut short and damaged, and on the samples
//! of `fixtures/foreign` and of the folder that `REZKIT_CORPUS` names. `REZKIT_BODY` chooses one body.

use fuzz::laws::caught;
use fuzz::mutate::{MOST_GROWTH, Random, cuts, mutant, n_mutants};
use fuzz::{BODIES, Body, OTHERS, bounds, damage, packed, points, spliced, structured};
use rezkit::{File, Format};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "../../xtask/template/tests/all/support/mod.rs"]
mod support;

#[test]
fn files_and_their_mutants_keep_the_laws() {
    if BODIES.is_empty() {
        eprintln!("skipped: no format is registered in fuzz/src/lib.rs yet");
    }
    let samples = support::samples("");
    let only = std::env::var("REZKIT_BODY").ok();
    let bodies = BODIES.iter().filter(|body| only.as_ref().is_none_or(|name| name == body.name));
    let fixtures: Vec<_> = bodies.map(|body| (body, support::fixtures(body.name))).collect();
    let mut files = Vec::new();
    for (body, fixtures) in &fixtures {
        assert!(!fixtures.is_empty(), "no fixtures of {}", body.name);
        let samples = samples.iter().filter(|(_, bytes)| (body.detect)(bytes));
        files.extend(fixtures.iter().chain(samples).map(|file| (body, file)));
    }
    let n_runs =
        files.iter().map(|(_, (_, bytes))| 1 + cuts(bytes.len()).len() as u64 + n_of(bytes)).sum::<u64>();
    eprintln!("{n_runs} inputs of {} files", files.len());
    keep(&files, |(body, (name, bytes))| mutants(body, name, bytes));
}

/// Inputs that `cargo xtask fuzz` found and kept, if it ran.
#[test]
fn kept_inputs_keep_the_laws() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let of = |body: &'static Body| {
        support::files(corpus.join(body.name)).into_iter().map(move |file| (body, file))
    };
    let files: Vec<_> = fuzz::all().flat_map(of).collect();
    keep(&files, |(body, (name, bytes))| {
        caught(|| (body.run)(bytes)).map_err(|text| format!("{} {name}: {text}", body.name))
    });
}

/// Checks all files, and fails with all that break a law. All cores take files in turn: this is the longest of all
/// tests.
fn keep<F: Sync>(files: &[F], check: impl Fn(&F) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        let files = std::iter::from_fn(|| files.get(next.fetch_add(1, Ordering::Relaxed)));
        files.filter_map(|file| check(file).err()).collect::<Vec<_>>()
    };
    let broken: Vec<String> = std::thread::scope(|scope| {
        let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..n_cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("panics are caught")).collect()
    });
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The number of mutants of a file, multiplied by `REZKIT_MUTANTS`.
fn n_of(bytes: &[u8]) -> u64 {
    let times: u64 = std::env::var("REZKIT_MUTANTS").map_or(1, |times| times.parse().expect("a number"));
    n_mutants(bytes.len()) * times
}

/// Stops at the first mutant of a file that breaks a law.
fn mutants(body: &Body, file: &str, bytes: &[u8]) -> Result<(), String> {
    let run = |mutant: String, bytes: &[u8]| {
        caught(|| (body.run)(bytes)).map_err(|text| format!("{} {file}{mutant}: {text}", body.name))
    };
    run(String::new(), bytes)?;
    for cut in cuts(bytes.len()) {
        run(format!(", cut to {cut} bytes"), &bytes[..cut])?;
    }
    for seed in 0..n_of(bytes) {
        run(format!(", mutant {seed}"), &mutant(bytes, seed))?;
    }
    Ok(())
}

/// The terrain of the fixture, and a bomb of each kind that is drawn.
#[test]
fn terrain_and_its_mutants_keep_the_laws() {
    let model = rbxbinary::read(&support::fixture("rbxbinary/valid/terrain.rbxl")).expect("a model");
    let column = model.column("Terrain", "SmoothGrid").expect("terrain");
    let island = column.values.get(0).and_then(|value| value.as_bytes().map(<[u8]>::to_vec)).expect("bytes");
    let body = OTHERS.iter().find(|body| body.name == "terrain").expect("a body");
    mutants(body, "the island", &island).unwrap_or_else(|broken| panic!("{broken}"));
    for bomb in fuzz::bombs::for_format("terrain") {
        // A few chunks.
        let bytes = bomb.part(2000);
        (body.run)(&bytes);
        mutants(body, bomb.name, &bytes).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// The examples of the format document.
#[test]
fn strings_with_forms_and_their_mutants_keep_the_laws() {
    const DOCUMENT: &str = include_str!("../../docs/formats/rbxbinary.md");
    let body = OTHERS.iter().find(|body| body.name == "forms").expect("a body");
    let mut n_examples = 0;
    for example in DOCUMENT.split("```form ").skip(1) {
        let (name, example) = example.split_once('\n').expect("a name");
        let digits = example.split(" => ").next().expect("bytes").split_whitespace();
        let bytes: Vec<u8> = digits.map(|byte| u8::from_str_radix(byte, 16).expect("two digits")).collect();
        mutants(body, name, &bytes).unwrap_or_else(|broken| panic!("{broken}"));
        n_examples += 1;
    }
    assert!(n_examples > 15, "{n_examples}");
}

/// A house without a floor, in a few hulls.
#[test]
fn hulls_of_a_house_and_its_mutants_keep_the_laws() {
    let positions = [
        [0, 0, 0],
        [80, 0, 0],
        [80, 0, 60],
        [0, 0, 60],
        [0, 40, 0],
        [80, 40, 0],
        [80, 40, 60],
        [0, 40, 60],
        [0, 70, 30],
        [80, 70, 30],
    ];
    let triangles = [
        [0, 1, 5],
        [0, 5, 4],
        [1, 2, 6],
        [1, 6, 5],
        [2, 3, 7],
        [2, 7, 6],
        [3, 0, 4],
        [3, 4, 7],
        [4, 5, 9],
        [4, 9, 8],
        [6, 7, 8],
        [6, 8, 9],
        [5, 6, 9],
        [7, 4, 8],
        [0, 6, 3],
        [2, 5, 8],
        [1, 1, 1],
        [9, 8, 7],
        [0, 2, 9],
        [3, 6, 8],
    ];
    let mut house = [&[4_u8][..], positions.as_flattened(), triangles.as_flattened()].concat();
    // Hulls take long: too long a file for all its cuts, as what is left over says nothing.
    house.resize(300, 0);
    let body = OTHERS.iter().find(|body| body.name == "hulls").expect("a body");
    mutants(body, "a house", &house).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn meshes_of_any_bytes_are_simplified() {
    let body = OTHERS.iter().find(|body| body.name == "simplify").expect("a body");
    for bomb in fuzz::bombs::for_format("simplify") {
        // A few hundred triangles, between fewer vertices than it says.
        let bytes = bomb.part(1000);
        (body.run)(&bytes);
        let bytes = [&60_u16.to_le_bytes(), &bytes[2..2 + 60 * 16], &bytes[bytes.len() - 1800..]].concat();
        mutants(body, bomb.name, &bytes).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn mutants_are_the_same_each_time_and_little_longer() {
    let original = b"0123456789abcdef".repeat(9);
    let mut n_changed = 0;
    for bytes in [&original[..], b"x", b""] {
        for seed in 0..2000 {
            let damaged = mutant(bytes, seed);
            assert_eq!(damaged, mutant(bytes, seed));
            assert!(damaged.len() <= bytes.len() + MOST_GROWTH, "seed {seed}");
            n_changed += usize::from(damaged != bytes);
        }
    }
    assert!(n_changed > 4000, "{n_changed}");
    assert_ne!(mutant(&original, 1), mutant(&original, 2));
}

#[test]
fn the_larger_a_file_the_fewer_its_mutants() {
    assert_eq!([0, 1000, 10_000, 100_000, 10_000_000].map(n_mutants), [3, 3, 3, 1, 1]);
    assert!(cuts(256).into_iter().eq(0..256));
    assert_eq!([0, 257, 10_000, 100_000].map(|len| cuts(len).len()), [0, 3, 3, 1]);
    assert!(cuts(10_000).iter().all(|cut| *cut < 10_000));
    assert_eq!(cuts(10_000), cuts(10_000));
}

#[test]
fn a_panic_is_caught_with_what_it_says() {
    assert_eq!(caught(|| panic!("{} things", 2)), Err::<(), _>("2 things".into()));
    assert_eq!(caught(|| panic!("one thing")), Err::<(), _>("one thing".into()));
    assert_eq!(caught(|| 1), Ok(1));
}

/// Places with scripts, models and services that are each another kind of file in a project.
#[test]
fn damaged_places_stay_as_they_are_when_nothing_is_put_back() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/rezkit-cli/tests/cli/rojo.rbxlx");
    let text = std::fs::read(path).expect("a place");
    let binary = rezkit::File::open(&text, &Default::default()).expect("a place");
    let binary =
        rezkit::convert(&binary, &rezkit::ConvertOptions::to(Format::RbxBinary)).expect("a place").bytes;
    for place in [text, binary] {
        for seed in 0..20 * n_of(&place) {
            let damaged = structured(&place, seed).unwrap_or_else(|| mutant(&place, seed));
            caught(|| points::put_back(&damaged)).unwrap_or_else(|text| panic!("mutant {seed}: {text}"));
        }
    }
}

/// Scenes, conversions, and what takes several files, on short fixtures and on copies that are damaged by structure.
#[test]
fn single_entry_points_keep_their_laws() {
    let (mut n_runs, mut n_structured) = (0, 0);
    for body in fuzz::all().filter(|body| body.entries.is_empty()) {
        for (number, (name, bytes)) in support::fixtures("").iter().enumerate() {
            // One of several, so that all of them are quick.
            if bytes.len() > 2048 || !(number + body.name.len()).is_multiple_of(5) {
                continue;
            }
            let several = match body.name {
                "diff" => points::joined(bytes, 1),
                "merge" => points::joined(bytes, 2),
                _ => Some(bytes.clone()).filter(|bytes| (body.detect)(bytes)),
            };
            let Some(bytes) = several else { continue };
            let damaged = structured(&bytes, number as u64).into_iter().collect::<Vec<_>>();
            n_structured += damaged.len();
            for bytes in [bytes.clone(), mutant(&bytes, 1)].iter().chain(&damaged) {
                n_runs += 1;
                if let Err(text) = caught(|| (body.run)(bytes)) {
                    panic!("{} {name}: {text}", body.name);
                }
            }
        }
    }
    assert!(n_runs > 300 && n_structured > 100, "{n_runs} runs, {n_structured} of them damaged by structure");
}

/// The same seed gives the same damage, and a part that is gone or there twice leaves a file that is recognised.
#[test]
fn damage_by_structure_depends_on_its_seed() {
    let bytes = support::fixture("rbxbinary/valid/terrain.rbxl");
    let made: Vec<_> = (0..64).map(|seed| structured(&bytes, seed)).collect();
    let again: Vec<_> = (0..64).map(|seed| structured(&bytes, seed)).collect();
    assert_eq!(made, again);
    let damaged: Vec<_> = made.into_iter().flatten().collect();
    let n_read = damaged.iter().filter(|bytes| rbxbinary::read(bytes).is_ok()).count();
    assert!(damaged.len() > 40 && n_read > 5, "{} of {}", n_read, damaged.len());
    assert_eq!(structured(b"nothing", 0), None);
}

/// A packed part is read as the data that were packed, in each way of its format.
#[test]
fn packed_parts_are_replaced() {
    for (folder, n_ways) in [("rbxbinary", 3), ("slmesh", 1), ("m3d", 1), ("rbxcsg", 1)] {
        let mut n_checked = 0;
        for (name, bytes) in support::fixtures(folder).iter().filter(|(name, _)| name.contains("valid")) {
            let Ok(file) = File::open(bytes, &Default::default()) else { continue };
            let layout = file.layout();
            let mut plain = layout.space(1).0.to_vec();
            let Some(last) = plain.last_mut() else { continue };
            *last ^= 1;
            let made = |seed| packed::replaced(bytes, &layout, 1, &plain, &mut Random::new(seed));
            let made: BTreeSet<_> = (0..20).filter_map(made).collect();
            for bytes in &made {
                let again = File::open(bytes, &Default::default()).expect("a file");
                let layout = again.layout();
                let is_stored = bytes.windows(plain.len()).any(|part| part == plain);
                assert!(is_stored || (1..layout.n_spaces()).any(|at| layout.space(at).0 == plain), "{name}");
            }
            n_checked += usize::from(made.len() == n_ways);
        }
        assert!(n_checked > 0, "{folder}");
    }
}

/// Each number of a text becomes each text at a bound, and nothing else changes.
#[test]
fn numbers_in_texts_are_replaced() {
    let made: BTreeSet<_> =
        (0..5000).filter_map(|seed| bounds::text(b"<a>-1.5</a><b>7</b>", &mut Random::new(seed))).collect();
    let all: BTreeSet<_> = bounds::TEXTS
        .iter()
        .flat_map(|new| [format!("<a>{new}</a><b>7</b>"), format!("<a>-1.5</a><b>{new}</b>")])
        .map(String::into_bytes)
        .collect();
    assert_eq!(made, all);
}

/// Floats become infinite and NaN, and counts the largest integers; nothing else changes.
#[test]
fn values_are_replaced_by_bounds() {
    let bytes = support::fixture("rbxmesh/valid/v200.mesh");
    let file = File::open(&bytes, &Default::default()).expect("a mesh");
    let layout = file.layout();
    let mut values = BTreeSet::new();
    for seed in 0..3000 {
        let made = bounds::value(&layout, 0, &mut Random::new(seed)).expect("a value");
        let differ = |(a, b): (&u8, &u8)| a != b;
        let Some(first) = bytes.iter().zip(&made).position(differ) else { continue };
        let n = made[first..].iter().zip(&bytes[first..]).rposition(differ).expect("a difference") + 1;
        assert!(made.len() == bytes.len() && n <= 13, "{n} bytes differ");
        values.extend(made[first..].first_chunk().map(|field| u32::from_le_bytes(*field)));
    }
    assert!([0x7f80_0000, 0x7fc0_0000, u32::MAX, 0x7fff_ffff].iter().all(|bound| values.contains(bound)));
}

/// A part comes from the other file, whose rest does not.
#[test]
fn parts_of_two_files_are_joined() {
    let [one, other] =
        ["rbxbinary/valid/terrain.rbxl", "rbxbinary/valid/all_types.rbxm"].map(support::fixture);
    let made: Vec<_> = (0..100).map(|seed| spliced(&one, &other, seed)).collect();
    let has_ends = |made: &&Vec<u8>| made.starts_with(&one[..16]) && made.ends_with(&one[one.len() - 16..]);
    let n_read = made
        .iter()
        .filter(has_ends)
        .filter(|made| rbxbinary::read(made).is_ok_and(|model| Ok(model) != rbxbinary::read(&one)))
        .count();
    assert!(n_read > 10, "{n_read}");
    assert_eq!(spliced(b"abc", b"def", 1), spliced(b"abc", b"def", 1));
}

/// The files come first, and then damage.
#[test]
fn mutants_of_files_have_numbers() {
    let files = [b"[i1,i2]".to_vec(), b"{'a':r1.5}".to_vec()];
    let mut made = Vec::new();
    let mut add = |_, mutant| {
        made.push(mutant);
        Ok::<_, ()>(())
    };
    assert_eq!(damage::mutants(&files, 0..1000, &mut add), Ok(()));
    assert_eq!(made[..2], files);
    for number in [1, 77, 255, 256, 999] {
        assert_eq!(damage::mutant_of(&files, number), made[usize::try_from(number).expect("small")]);
    }
    let n_different = made.iter().collect::<BTreeSet<_>>().len();
    assert!(n_different > 500, "{n_different}");
}

/// Words and signs in any order, of which many are questions.
#[test]
fn questions_are_answered_alike() {
    const TOKENS: &str = "Part Model Script BasePart Anchored Size.Y size Position.X @OnFire name class isa path Parent \
        = != > >> < <= ~ !~ ( ) [ ] [$OnFire] [Anchored=true] .a #a :not( :has( , and or not has inside true 2 Door \
        Door/a *a* \"a\" \" none Neon";
    let tokens: Vec<_> = TOKENS.split_whitespace().collect();
    let body = OTHERS.iter().find(|body| body.name == "question").expect("a body");
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..150 {
        let words: Vec<_> = (0..=next(9)).map(|_| tokens[next(tokens.len())]).collect();
        let text = words.join([" ", ""][next(2)]);
        caught(|| (body.run)(text.as_bytes())).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}
