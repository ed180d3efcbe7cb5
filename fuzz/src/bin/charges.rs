//! Measures the memory limit that common operations need, compared with the memory that they take.
//!
//! `cargo run --release -p fuzz --bin charges -- [FILE…]` prints a table of what takes more than 16 MB, of these files or of
//! some that are made: the peak of the heap, the least grant that suffices, and the one divided by the other. What is
//! charged before it is made may be charged too high, and then a file is refused that the memory would do for. With
//! `--check` first it fails if the quotient is more than 1.25 anywhere.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use peak_alloc::PeakAlloc;
use rezkit::exchange::{self, ExchangeOptions};
use rezkit::{ConvertOptions, File, Format, OpenOptions, Problem, ProblemKind, identify, print};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::{env, fs};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Every file is allowed this much memory, so lower figures do not matter.
const SMALL: usize = 16 << 20;

/// Upper bound on the ratio between charged and used memory.
const MOST: f64 = 1.25;

/// An operation on a file within a memory limit.
type Verb = fn(&[u8], usize) -> Result<(), Problem>;

const VERBS: [(&str, Verb); 4] = [("glb", glb), ("thumb", thumb), ("convert", converted), ("print", printed)];

fn main() -> ExitCode {
    let mut paths: Vec<String> = env::args().skip(1).collect();
    let is_check = paths.first().is_some_and(|first| first == "--check");
    paths.drain(..usize::from(is_check));
    let mut files: Vec<(String, Vec<u8>)> =
        paths.iter().filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect();
    if paths.is_empty() {
        files = made();
    }
    println!("| File | Bytes | Verb | Peak, MB | Least grant, MB | Quotient |\n|---|---|---|---|---|---|");
    let mut is_fine = true;
    for (name, bytes) in files {
        for (verb, run) in VERBS {
            let before = ALLOCATOR.current_usage();
            ALLOCATOR.reset_peak_usage();
            let done = run(&bytes, usize::MAX / 4);
            // The file itself counts as well.
            let peak = ALLOCATOR.peak_usage().saturating_sub(before) + bytes.len();
            if done.is_err() || peak < SMALL {
                continue;
            }
            let least = least(&bytes, run);
            let quotient = least as f64 / peak as f64;
            println!(
                "| {name} | {} | {verb} | {:.0} | {:.0} | {quotient:.2} |",
                bytes.len(),
                peak as f64 / 1e6,
                least as f64 / 1e6
            );
            is_fine &= quotient <= MOST;
        }
    }
    if is_fine || !is_check { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The least grant within which something is done, to a fiftieth.
fn least(bytes: &[u8], run: Verb) -> usize {
    let is_enough = |memory| match run(bytes, memory) {
        Err(problem) => problem.kind != ProblemKind::Limit,
        Ok(()) => true,
    };
    let mut enough = 1 << 20;
    while !is_enough(enough) {
        enough *= 2;
    }
    let mut too_little = enough / 2;
    while enough - too_little > enough / 50 {
        let between = usize::midpoint(too_little, enough);
        if is_enough(between) {
            enough = between;
        } else {
            too_little = between;
        }
    }
    enough
}

fn glb(bytes: &[u8], memory: usize) -> Result<(), Problem> {
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = options.scene.max_memory(memory);
    exchange::convert(bytes, &options, &mut |_| None).map(|made| drop(black_box(made)))
}

/// Draws a thumbnail, dividing the memory limit as `rez thumb` does.
fn thumb(bytes: &[u8], memory: usize) -> Result<(), Problem> {
    let reading = exchange::SceneOptions::default().max_memory(memory);
    let (scene, _) = exchange::read(bytes, &reading, &mut |_| None)?;
    let options = rezkit::thumb::ThumbOptions::default().size(256, 256).max_memory(memory / 2);
    rezkit::thumb::draw(&scene, &options).map(|picture| drop(black_box(picture)))
}

fn converted(bytes: &[u8], memory: usize) -> Result<(), Problem> {
    let to = if identify(bytes).format == Format::RbxBinary { Format::RbxXml } else { Format::RbxBinary };
    let file = File::open(bytes, &OpenOptions::default().max_memory(memory))?;
    rezkit::convert(&file, &ConvertOptions::to(to)).map(|made| drop(black_box(made)))
}

fn printed(bytes: &[u8], memory: usize) -> Result<(), Problem> {
    let file = File::open(bytes, &OpenOptions::default().max_memory(memory))?;
    print(&file, &mut |line| {
        black_box(line);
        ControlFlow::Continue(())
    })
    .map(drop)
}

/// Places of many parts, of long texts, and of much of what is small.
fn made() -> Vec<(String, Vec<u8>)> {
    let part = |number: usize, text: &str| {
        format!(
            "<Item class='Part'><Properties><string name='Name'>{text} {number}</string><Vector3 name='size'><X>4</X>\
             <Y>1</Y><Z>2</Z></Vector3><CoordinateFrame name='CFrame'><X>{number}</X><Y>{}</Y><Z>0</Z><R00>1</R00>\
             <R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22>\
             </CoordinateFrame></Properties></Item>",
            number % 97
        )
    };
    let place = |items: String| {
        format!("<roblox version='4'><Item class='Workspace'>{items}</Item></roblox>").into_bytes()
    };
    let script = "print('one line of many')\n".repeat(40_000);
    let script = |number: usize| {
        format!(
            "<Item class='Script'><Properties><string name='Name'>{number}</string><ProtectedString name='Source'>\
             <![CDATA[{script}]]></ProtectedString></Properties></Item>"
        )
    };
    let properties = |kind: &str, count: usize| {
        let property = |number: usize| format!("<{kind} name='p{}'>{number}</{kind}>", number % 100);
        let item = |item: usize| {
            let properties: String = (0..100).map(|number| property(item * 100 + number)).collect();
            format!("<Item class='A'><Properties>{properties}</Properties></Item>")
        };
        place((0..count / 100).map(item).collect())
    };
    vec![
        ("400,000 empty instances".to_owned(), place("<Item class='A'></Item>".repeat(400_000))),
        ("500,000 numbers".to_owned(), properties("int", 500_000)),
        ("500,000 short texts".to_owned(), properties("string", 500_000)),
        ("2,000,000 unknown elements".to_owned(), place("<x/>".repeat(2_000_000))),
        ("30,000 parts".to_owned(), place((0..30_000).map(|number| part(number, "Part")).collect())),
        ("20 scripts of 1 MB".to_owned(), place((0..20).map(script).collect())),
    ]
}
