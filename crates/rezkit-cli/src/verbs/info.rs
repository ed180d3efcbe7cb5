//! The verb `info`: summaries of files.

use crate::args::{Common, Many, Paths, examples, scale};
use crate::assets::Assets;
use crate::batch;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::inputs::Input;
use crate::isolation::Isolation;
use crate::output::{Out, Terminal};
use crate::show::{
    BOLD, DIM, ODD, VALUE, clean, counted, csv, grouped, json, percent, rounded, short, size, styled,
};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::{
    Fact, Family, Info, InfoOptions, LargestPart, Problem, identify, info_of_scene, info_with, largest,
};
use std::fmt::{Display, Write};

/// Shows what files contain: counts, size, cost, what stands out.
///
/// Models of other programs (glTF, OBJ, Collada, STL, BVH) are shown, too, with what they are likely to cost in Second Life, and
/// whether they fit into Roblox. `rez FILE` is the same as `rez info FILE`.
///
/// A file that is named gets a screen. Files in folders and archives get a line each, or with -v a screen; if one cannot
/// be read, the line says why. With --json, --csv and --summary, the exit status is 3 then.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez info chair.mesh" => "one screen per file"
    "rez chair.glb" => "the same without the verb, for any file"
    "rez info chair.llmesh --scale 4,4,2" => "what a mesh costs in Second Life at another size"
    "rez info downloads" => "one line per file of a folder"
    "rez info place.rbxl --largest" => "what takes the most bytes, as du shows folders"
})]
pub(super) struct InfoArgs {
    #[command(flatten)]
    paths: Paths,
    /// The size in metres for which the land impact is estimated, as one number or X,Y,Z; by default the size of the
    /// model, or of a mesh of Second Life its size at upload.
    #[arg(long, value_name = "METRES", value_parser = scale, hide_short_help = true)]
    scale: Option<[f32; 3]>,
    /// Print the instances of a model or place that, with their descendants, take the most bytes, and the
    /// contents that take these bytes, such as scripts and terrain. Bytes are counted before compression.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20", conflicts_with_all = ["csv", "summary", "brief"])]
    largest: Option<usize>,
    /// Print a line per file, cut at the width of the terminal.
    #[arg(long, conflicts_with = "many")]
    brief: bool,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

pub(super) fn run(verb: &InfoArgs, common: &Common, out: &mut Out) -> Ending {
    if let Some(most) = verb.largest {
        return largest_of_all(verb, most, common, out);
    }
    let mut options = InfoOptions::default();
    options.scale = verb.scale;
    let (many, terminal) = (verb.many, out.terminal);
    if many.csv {
        out.print(&csv::row(COLUMNS));
    }
    let assets = Assets::none(common);
    let one = |input: &Input, bytes: &[u8]| {
        let done = match done::opened(input, bytes, common, many.json) {
            Ok(file) => {
                (info_with(&file, &options), tally::file(&file), Done::new(String::new(), Code::Fine))
            }
            Err(_) if identify(bytes).format.is_scene() => of_scene(input, bytes, &options, common, &assets),
            Err(done) => return Err(done),
        };
        let (info, mut lines, mut done) = done;
        let info = info.map_err(|problem| Done::refused(&input.name, problem, many.json))?;
        done.out = match many {
            _ if many.summary => {
                lines.extend(inside(&info));
                return Ok(Done::tallied(lines, Code::Fine));
            }
            _ if many.json => json::line(&input.name, &info),
            _ if many.csv => row(&input.name, &info),
            _ if verb.brief || input.is_found && !common.verbose => {
                terminal.cut(&brief(&input.name, &info)) + "\n"
            }
            _ => shown(&input.name, &info, terminal),
        };
        Ok(done)
    };
    let batch = batch::for_each_file(&verb.paths, common, many, verb.isolation, out, |input, bytes| {
        one(input, bytes).or_else(|done| not_readable(input, bytes, done, many, common.verbose, terminal))
    });
    if !many.summary && !many.csv && (batch.n_files != 1 || batch.n_skipped > 0) {
        let n_fine = batch.n_files.saturating_sub(batch.rest.len() + batch.n_refused);
        let found = match batch.rest.len() {
            0 => String::new(),
            n => format!("{} fine, {} not readable", grouped(n_fine), grouped(n)),
        };
        batch.tell(&found, out);
    }
    Ok(batch.code)
}

/// Prints the largest instances of each file.
fn largest_of_all(verb: &InfoArgs, most: usize, common: &Common, out: &mut Out) -> Ending {
    let terminal = out.terminal;
    let batch = batch::for_each_file(&verb.paths, common, verb.many, verb.isolation, out, |input, bytes| {
        let file = done::opened(input, bytes, common, verb.many.json)?;
        let parts = largest(&file, most.saturating_add(1))
            .map_err(|problem| Done::refused(&input.name, problem, verb.many.json))?;
        let text = match verb.many.json {
            true => parts.iter().map(|part| json::line(&input.name, part)).collect(),
            false => table_of_largest(&input.name, &parts, terminal),
        };
        Ok(Done::<bool>::new(text, Code::Fine))
    });
    Ok(batch.code)
}

/// A table of the largest instances, with the sorts of content that take at least a tenth of each.
fn table_of_largest(name: &str, parts: &[LargestPart], terminal: Terminal) -> String {
    let all = parts.first().map_or(0, |file| file.n_bytes);
    let mut text =
        format!("{BOLD}{}{BOLD:#}\n{DIM}{:>11}          {:>9}{DIM:#}\n", clean(name), "bytes", "instances");
    for part in parts {
        let shares = part.content.iter().filter(|share| share.n_bytes.saturating_mul(10) >= part.n_bytes);
        let shares: Vec<_> =
            shares.map(|share| format!("{} {}", share.name, percent(share.n_bytes, part.n_bytes))).collect();
        let line = format!(
            "{:>11}  {:>7} {:>9}  {}  {DIM}{}{DIM:#}",
            grouped(part.n_bytes),
            percent(part.n_bytes, all),
            grouped(part.n_parts),
            clean(&part.path),
            shares.join(", "),
        );
        text.push_str(&terminal.cut(&line));
        text.push('\n');
    }
    text
}

/// Summarises an unreadable file that was found in a folder: the problem takes the place of the summary.
fn not_readable(
    input: &Input,
    bytes: &[u8],
    mut done: Done<()>,
    many: Many,
    is_verbose: bool,
    terminal: Terminal,
) -> Result<Done<bool>, Done<()>> {
    let is_told = input.is_found && done.code == Code::Refused && many.is_text();
    let Some(problem) = done.problem.take_if(|_| is_told) else { return Err(done) };
    let mut done = Done { code: Code::Fine, rest: Some(true), ..done.without() };
    if !is_verbose {
        let format = rezkit::to_json(&identify(bytes).format);
        let line = columns(format.trim_matches('"'), bytes.len(), "not readable", '!', &input.name);
        done.out = terminal.cut(&format!("{line}: {}", clean(&problem.1.message))) + "\n";
        done.err = String::new();
    }
    Ok(done)
}

/// Summarises a scene file, which may refer to other files.
fn of_scene(
    input: &Input,
    bytes: &[u8],
    options: &InfoOptions,
    common: &Common,
    assets: &Assets,
) -> (Result<Info, Problem>, Vec<TallyLine>, Done<bool>) {
    let mut files = assets.beside(input.path());
    let open = done::options(common, input, bytes.len());
    let open = input.max_memory.map_or(open, |memory| open.max_memory(memory));
    let info = info_of_scene(bytes, &open, options, &mut |name| files.read(name));
    (info, tally::identity(&identify(bytes)), files.add_to(Done::new(String::new(), Code::Fine)))
}

/// The lines of a summary to be totalled.
fn inside(info: &Info) -> impl Iterator<Item = TallyLine> {
    let classes =
        info.classes.iter().map(|class| TallyLine::inside("class", class.name.clone(), class.count));
    classes.chain(info.remarks.iter().map(|remark| TallyLine::file("remark", remark.kind)))
}

const COLUMNS: [&str; 9] =
    ["file", "format", "version", "bytes", "instances", "vertices", "triangles", "size", "remarks"];

fn count(info: &Info, wanted: &str) -> Option<usize> {
    let mut facts = info.facts.iter();
    facts.find_map(|(name, fact)| match fact {
        Fact::Count(count) if *name == wanted => Some(*count),
        _ => None,
    })
}

/// The number of triangles. Formats that count only faces have triangular ones.
fn n_triangles(info: &Info) -> Option<usize> {
    count(info, "triangles").or_else(|| count(info, "faces"))
}

fn row(name: &str, info: &Info) -> String {
    let format = rezkit::to_json(&info.format);
    let version = info.version.as_ref().map(ToString::to_string).unwrap_or_default();
    let counts = [count(info, "instances"), count(info, "vertices"), n_triangles(info)]
        .map(|count| count.map(|count| count.to_string()).unwrap_or_default());
    let edges = |[min, max]: [[f32; 3]; 2]| {
        let edges: Vec<_> = min.iter().zip(max).map(|(min, max)| rounded(max - min)).collect();
        edges.join(" ")
    };
    let remarks: Vec<_> = info.remarks.iter().map(|remark| remark.kind).collect();
    let start = [&name as &dyn Display, &format.trim_matches('"'), &version, &info.n_bytes];
    let end = [&info.bounds.map(edges).unwrap_or_default() as &dyn Display, &remarks.join(" ")];
    csv::row(start.into_iter().chain(counts.iter().map(|count| count as &dyn Display)).chain(end))
}

/// A line in columns. The name comes last, because it may be long.
fn brief(name: &str, info: &Info) -> String {
    let format = rezkit::to_json(&info.format);
    let version = info.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    let format = format!("{}{version}", format.trim_matches('"'));
    let what = match count(info, "instances") {
        Some(n) => counted(n, "instance"),
        None => n_triangles(info).map_or(String::new(), |n| counted(n, "triangle")),
    };
    let mark = if info.remarks.is_empty() { ' ' } else { '!' };
    columns(&format, info.n_bytes, &what, mark, name)
}

fn columns(format: &str, n_bytes: usize, what: &str, mark: char, name: &str) -> String {
    format!("{format:16} {:>11} {what:>18} {mark} {}", size(n_bytes), clean(name))
}

/// Upper bounds on the lines of a summary and on the classes listed, and the minimum number of lines for parts.
const MOST_LINES: usize = 40;
const MOST_CLASSES: usize = 12;
const LEAST_PARTS: usize = 4;

fn shown(name: &str, info: &Info, terminal: Terminal) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n", clean(name));
    let version = info.version.as_ref().map(|version| format!(", version {version}")).unwrap_or_default();
    let _ = write!(text, "  {VALUE}{}{version}{VALUE:#}, {}", info.title, size(info.n_bytes));
    if !info.wrappers.is_empty() {
        let wrappers: Vec<_> = info.wrappers.iter().map(ToString::to_string).collect();
        let _ = write!(text, " in {}, {} without", wrappers.join(" in "), size(info.n_unwrapped_bytes));
    }
    if let Some(packed) = info.packed {
        let _ = write!(
            text,
            ", {} packed to {} of {}",
            counted(packed.n_parts, "part"),
            percent(packed.n_bytes, packed.n_plain_bytes),
            size(packed.n_plain_bytes)
        );
    }
    text.push_str("\n\n");
    facts(info, terminal, &mut text);
    classes(info, &mut text);
    collisions(info, terminal, &mut text);
    // Counts the headline, the line for the remaining parts, and the empty lines after groups.
    let n_lines = text.lines().count() + info.remarks.len() + 4;
    parts(info, MOST_LINES.saturating_sub(n_lines).max(LEAST_PARTS), &mut text);
    for remark in &info.remarks {
        let _ = writeln!(text, "  {ODD}!{ODD:#} {}", clean(&remark.text));
    }
    if !info.remarks.is_empty() {
        text.push('\n');
    }
    text
}

fn facts(info: &Info, terminal: Terminal, text: &mut String) {
    let mut lines: Vec<(&str, String)> = Vec::new();
    for (name, fact) in &info.facts {
        match fact {
            Fact::Count(count) => lines.push((name, grouped(*count))),
            Fact::Text(text) => lines.push((name, text.clone())),
            _ => {}
        }
    }
    if let Some([min, max]) = info.bounds {
        let size: Vec<_> = min.iter().zip(max).map(|(min, max)| rounded(max - min)).collect();
        let corner = |corner: [f32; 3]| corner.map(rounded).join(" ");
        let size = format!("{}, from {} to {}", size.join(" × "), corner(min), corner(max));
        // The size follows the counts of the shape.
        let is_other = |(name, _): &&(&str, String)| !["triangles", "faces", "vertices"].contains(name);
        let n_before = lines.iter().rev().skip_while(is_other).count();
        lines.insert(n_before, ("size", size));
    }
    if !info.levels.is_empty() {
        let levels: Vec<_> = info.levels.iter().map(|count| grouped(*count)).collect();
        lines.push(("levels", format!("{} triangles", levels.join(" → "))));
    }
    if let Some(cost) = info.streaming_cost {
        let scale =
            cost.scale.map(|scale| format!(" at {} m", scale.map(rounded).join(" × "))).unwrap_or_default();
        lines.push(if info.format.family() == Family::SlMesh {
            ("streaming cost", format!("{:.3}{scale}, most of it for {}", cost.cost, cost.largest_level))
        } else {
            let levels =
                if info.levels.is_empty() { ", if each level has a third of the triangles" } else { "" };
            let about = grouped(cost.cost.round().max(1.0) as usize);
            ("land impact", format!("about {about} in Second Life{scale}{levels}"))
        });
    }
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let room = terminal.width.map_or(100, |columns| columns.saturating_sub(width + 4).max(20));
    for (name, value) in &lines {
        let _ = writeln!(text, "  {DIM}{name:width$}{DIM:#}  {}", short(value, room));
    }
    if !lines.is_empty() {
        text.push('\n');
    }
}

fn classes(info: &Info, text: &mut String) {
    if info.classes.is_empty() {
        return;
    }
    let shown = info.classes.iter().take(MOST_CLASSES);
    let mut list: Vec<_> = shown
        .map(|class| format!("{} {}", grouped(class.count), styled(VALUE, short(&class.name, 40))))
        .collect();
    if info.classes.len() > MOST_CLASSES {
        list.push(format!("and {} more", grouped(info.classes.len() - MOST_CLASSES)));
    }
    for line in list.chunks(4) {
        let _ = writeln!(text, "  {}", line.join(", "));
    }
    text.push('\n');
}

/// A table of collision groups, with a mark where two groups collide.
fn collisions(info: &Info, terminal: Terminal, text: &mut String) {
    let groups = &info.collision_groups;
    // A single group, which all parts have, always collides with itself.
    if groups.len() < 2 {
        return;
    }
    let ids = groups.iter().map(|group| format!("{:>3}", group.id)).collect::<String>();
    let width = groups.iter().map(|group| short(&group.name, 24).chars().count()).max().unwrap_or_default();
    let _ = writeln!(text, "  {DIM}{:>3}  {:width$} {ids}  collide{DIM:#}", "", "groups");
    for group in groups {
        let marks =
            groups.iter().map(|other| if group.collides_with.contains(&other.id) { "  ●" } else { "  ·" });
        let name = short(&group.name, 24);
        let line = format!("  {:>3}  {name:width$} {}", group.id, marks.collect::<String>());
        let _ = writeln!(text, "{}", terminal.cut(&line));
    }
    text.push('\n');
}

fn parts(info: &Info, most: usize, text: &mut String) {
    // The file itself is the headline.
    let parts: Vec<_> = info.parts.iter().filter(|part| part.depth > 0).collect();
    if parts.is_empty() {
        return;
    }
    let n_outer = parts.iter().filter(|part| part.depth == 1).count();
    let mut has_room = false;
    let mut shown: Vec<_> = parts
        .into_iter()
        .filter(|part| {
            // The contents of a part are listed if there are few parts and this one is large.
            if part.depth == 1 {
                has_room = n_outer <= most / 2 && part.n_bytes > info.n_unwrapped_bytes / 5;
            }
            part.depth == 1 || has_room
        })
        .collect();
    let n_left = shown.len().saturating_sub(most);
    shown.truncate(most);
    let _ = writeln!(text, "  {DIM}{:>11}  {:>7}  part{DIM:#}", "bytes", "");
    for part in shown {
        let share =
            if part.is_in_file { percent(part.n_bytes, info.n_unwrapped_bytes) } else { String::new() };
        let many = if part.n_spans > 1 { format!(" × {}", grouped(part.n_spans)) } else { String::new() };
        let indent = 2 * (part.depth - 1);
        let (bytes, name) = (grouped(part.n_bytes), short(&part.name, 70));
        let _ = writeln!(text, "  {bytes:>11}  {share:>7}  {:indent$}{name}{many}", "");
    }
    if n_left > 0 {
        let _ = writeln!(text, "  {DIM}{:>11}  {:>7}  and {} more{DIM:#}", "", "", grouped(n_left));
    }
    text.push('\n');
}
