//! Measurements of whole commands: `rez` and other programs that do the same job, each in its own process.

use crate::data::grid::{self, Grid};
use crate::data::mesh;
use crate::rows::{llsd, rbxbinary, rbxxml};
use ::llsd::Encoding;
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rbx_dom_weak::types::Variant;
use rbx_dom_weak::{Instance, WeakDom};
use rezkit::Format;
use rezkit::exchange::{ExchangeOptions, convert};
use slmesh::anim::{self, Animation, Joint, Key, Keys};
use std::env;
use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The hidden first argument of a child process, which runs a loop over a third-party library.
pub const CHILD: &str = "--as";

/// The number of turns of each contender, whose median counts. The next constant is the number of seconds after which
/// no more turns begin.
const TURNS: usize = 5;
const ENOUGH: f64 = 30.0;

/// A job: its title, its input, the extension of its output, and the commands that do it, ours first. `peers` is this
/// program, `python` a Python with the packages of requirements.txt, and `hippolyzer` a Python with Hippolyzer.
type Job<'a> = (&'a str, &'a str, &'a str, &'a [&'a str]);

const JOBS: &[Job<'_>] = &[
    ("print", "100KB.rbxm", "", PRINT_BINARY),
    ("print", "1.5MB.rbxl", "", PRINT_BINARY),
    ("print", "8MB.rbxl", "", PRINT_BINARY),
    ("print", "parts100k.rbxl", "", PRINT_BINARY),
    ("print", "parts1000k.rbxl", "", PRINT_BINARY),
    ("print", "parts100k.rbxlx", "", PRINT),
    ("print", "parts340k.rbxlx", "", PRINT),
    ("print", "every_joint.anim", "", PRINT_KEYS),
    ("print", "keys.anim", "", PRINT_KEYS),
    ("to the other encoding", "100KB.rbxm", "rbxmx", CONVERT),
    ("to the other encoding", "1.5MB.rbxl", "rbxlx", CONVERT),
    ("to the other encoding", "8MB.rbxl", "rbxlx", CONVERT),
    ("to the other encoding", "parts100k.rbxl", "rbxlx", CONVERT),
    ("to the other encoding", "parts1000k.rbxl", "rbxlx", CONVERT),
    ("to the other encoding", "parts100k.rbxlx", "rbxl", CONVERT),
    ("to the other encoding", "parts340k.rbxlx", "rbxl", CONVERT),
    ("set one value", "parts100k.rbxl", "rbxl", SET),
    ("set one value", "parts100k.rbxlx", "rbxlx", SET),
    ("differences", "parts100k.rbxl", "", DIFF),
    ("differences", "parts100k.rbxlx", "", DIFF),
    ("facts of 100,000 files", "files", "", &["rez info -q IN", "peers --as info IN"]),
    ("to OBJ", "64MB.mesh", "obj", &["rez convert -qf IN -o OUT", "peers --as obj IN OUT"]),
    ("to OBJ", "64MB.glb", "obj", ASSIMP),
    ("to GLB", "64MB.obj", "glb", ASSIMP),
    ("to GLB", "table.llmesh", "glb", GLB),
    ("to GLB", "grid.llmesh", "glb", GLB),
    ("a third of the triangles", "grid.glb", "glb", LEVEL),
    ("to binary", "records-xml.llsd", "llsd", LLSD),
    ("to XML", "records-binary.llsd", "xml", LLSD),
];

const PRINT: &[&str] = &["rez print IN", "peers --as print IN"];
const PRINT_BINARY: &[&str] = &["rez print IN", "peers --as print IN", "rbx-util view-binary IN"];
const PRINT_KEYS: &[&str] = &["rez print IN", "hippolyzer KEYS IN"];
const CONVERT: &[&str] = &["rez convert -qf IN -o OUT", "rbx-util convert IN OUT"];
const SET: &[&str] = &["rez set -qf IN Workspace/Model7.Name=New -o OUT", "peers --as set IN OUT"];
const DIFF: &[&str] = &["rez diff IN IN2", "peers --as diff IN IN2"];
const SYNTAX: &[&str] = &["rez check -q IN", "peers --as syntax IN"];
const ASSIMP: &[&str] = &["rez convert -qf IN -o OUT", "assimp export IN OUT"];
const GLB: &[&str] = &["rez convert -qf IN -o OUT", "hippolyzer GLB IN OUT"];
const LEVEL: &[&str] = &[
    "rez convert -qf IN --lods 2 -o OUT",
    "gltfpack -i IN -o OUT -si 0.33 -noq",
    "gltf-transform simplify IN OUT --ratio 0.33 --error 1",
];
const LLSD: &[&str] = &["rez convert -qf IN -o OUT", "peers --as llsd IN OUT", "python LLSD IN OUT"];

/// A program for python-llsd that converts from any encoding to the one that the name of the output implies.
const PYTHON_LLSD: &str = "import llsd, sys; value = llsd.parse(open(sys.argv[1], 'rb').read()); \
     write = llsd.format_xml if sys.argv[2].endswith('.xml') else llsd.format_binary; \
     open(sys.argv[2], 'wb').write(write(value))";

/// A program for Hippolyzer that converts a Second Life mesh to a GLB of its finest level.
const HIPPOLYZER_GLB: &str = "import sys
from hippolyzer.lib.base.gltftools import GLTFBuilder
from hippolyzer.lib.base.mesh import LLMeshSerializer
from hippolyzer.lib.base.serialization import BufferReader
mesh = BufferReader('<', open(sys.argv[1], 'rb').read()).read(LLMeshSerializer())
builder = GLTFBuilder()
builder.add_nodes_from_llmesh(mesh, 'mesh')
builder.finalize().export_glb(sys.argv[2])";

/// A program for Hippolyzer that prints an animation as text.
const HIPPOLYZER_KEYS: &str = "import sys; from hippolyzer.lib.base.llanim import Animation; \
     print(Animation.from_bytes(open(sys.argv[1], 'rb').read()))";

/// The cost of a process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProcessCost {
    /// The CPU time of all threads, in seconds.
    pub(crate) cpu: f64,
    /// The elapsed time, in seconds.
    wall: f64,
    /// The peak of resident memory, in megabytes.
    pub(crate) peak: f64,
    /// The number of page faults, in thousands.
    pages: f64,
}

impl ProcessCost {
    /// The median of each field.
    fn median(turns: &[Self]) -> Self {
        let median = |amount: fn(&Self) -> f64| {
            let mut amounts: Vec<_> = turns.iter().map(amount).collect();
            amounts.sort_by(f64::total_cmp);
            amounts[amounts.len() / 2]
        };
        Self {
            cpu: median(|turn| turn.cpu),
            wall: median(|turn| turn.wall),
            peak: median(|turn| turn.peak),
            pages: median(|turn| turn.pages),
        }
    }
}

/// Measures all jobs whose title or input contains a text, or the jobs for given files, and prints a table in Markdown.
///
/// # Errors
///
/// If an input cannot be created, or an output cannot be written.
pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<()> {
    let folder = folder()?;
    let (filter, files) = match arguments {
        [flag, filter, files @ ..] if flag == "--filter" => (&**filter, files),
        files => ("", files),
    };
    writeln!(out, "| Job | Input | Program | CPU s | Wall s | Peak MB | 1000 pages | CPU | Wall | Peak |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|")?;
    let chosen = JOBS.iter().filter(|(title, input, ..)| title.contains(filter) || input.contains(filter));
    for (title, input, extension, commands) in chosen {
        let input = made(&folder, input)?;
        measure(title, &input, &folder.join("out").with_extension(extension), commands, out)?;
    }
    for file in files.iter().map(Path::new) {
        let (print, other) = match file.extension().and_then(|extension| extension.to_str()) {
            Some("rbxm" | "rbxl") => (PRINT_BINARY, "rbxmx"),
            Some("rbxmx" | "rbxlx") => (PRINT, "rbxm"),
            _ => return Err(format!("{} is no model of Roblox", file.display()).into()),
        };
        measure("print", file, Path::new(""), print, out)?;
        measure("to the other encoding", file, &folder.join("out").with_extension(other), CONVERT, out)?;
        measure("syntax of scripts", file, Path::new(""), SYNTAX, out)?;
    }
    Ok(())
}

/// Lets the contenders take turns, and prints a line for each, with its cost and the ratio to ours.
fn measure(title: &str, input: &Path, output: &Path, commands: &[&str], out: &mut dyn Write) -> Result<()> {
    let mut turns = vec![Vec::new(); commands.len()];
    let mut seconds = 0.0;
    for turn in 0..TURNS {
        if turn > 0 && seconds > ENOUGH {
            break;
        }
        for (command, turns) in commands.iter().zip(&mut turns) {
            match taken(command, input, output) {
                Ok(taken) => {
                    seconds += taken.wall;
                    turns.push(taken);
                }
                Err(why) if turn == 0 => eprintln!("left out: {command} of {}: {why}", input.display()),
                Err(_) => {}
            }
        }
    }
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let ours = turns.first().filter(|turns| !turns.is_empty()).map(|turns| ProcessCost::median(turns));
    for (command, turns) in commands.iter().zip(&turns).filter(|(_, turns)| !turns.is_empty()) {
        let ProcessCost { cpu, wall, peak, pages } = ProcessCost::median(turns);
        let ratios = ours.filter(|_| command != &commands[0]).map_or_else(
            || "| | ".to_owned(),
            |ours| format!("{:.1}x | {:.1}x | {:.1}x", cpu / ours.cpu, wall / ours.wall, peak / ours.peak),
        );
        let program = command.split(" IN").next().unwrap_or(command).replace("peers --as", "loop");
        writeln!(
            out,
            "| {title} | {name} | {program} | {cpu:.3} | {wall:.3} | {peak:.1} | {pages:.1} | {ratios} |"
        )?;
    }
    Ok(())
}

/// The folder of inputs and outputs.
pub(crate) fn folder() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/commands");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs a command that has to succeed, and returns its cost.
fn taken(command: &str, input: &Path, output: &Path) -> Result<ProcessCost> {
    let (cost, status) = cost(command, input, output)?;
    // Differences and findings are no failure.
    let finds = ["rez diff", "rez check"].iter().any(|verb| command.starts_with(verb));
    if status.success() || status.code() == Some(1) && finds {
        Ok(cost)
    } else {
        Err(status.to_string().into())
    }
}

/// Runs a command, and returns its cost and how it ended.
pub(crate) fn cost(command: &str, input: &Path, output: &Path) -> Result<(ProcessCost, ExitStatus)> {
    let mut words = command.split(' ');
    let program = words.next().unwrap_or_default();
    let named = |variable, program: &str| env::var_os(variable).unwrap_or_else(|| program.into());
    let program = match program {
        "rez" => named("REZ", program),
        "rbx-util" => named("RBX_UTIL", program),
        "python" => named("PYTHON_LLSD", "python3"),
        "hippolyzer" => named("PYTHON_HIPPOLYZER", "python3"),
        "peers" => env::current_exe()?.into(),
        program => program.into(),
    };
    let figures = folder()?.join("peak.txt");
    // The system counts all but the peak for the children of this process together.
    let mut timed = Command::new("/usr/bin/time");
    timed.arg("-o").arg(&figures).args(["-f", "%M"]).arg(program);
    for word in words {
        match word {
            "IN" => timed.arg(input),
            "IN2" => timed.arg(edited(input)?),
            "OUT" => timed.arg(output),
            "LLSD" => timed.args(["-c", PYTHON_LLSD]),
            "GLB" => timed.args(["-c", HIPPOLYZER_GLB]),
            "KEYS" => timed.args(["-c", HIPPOLYZER_KEYS]),
            word => timed.arg(word),
        };
    }
    timed.stdout(Stdio::null()).stderr(Stdio::null());
    let (before, start) = (getrusage(UsageWho::RUSAGE_CHILDREN)?, Instant::now());
    let status = timed.status()?;
    let (wall, after) = (start.elapsed().as_secs_f64(), getrusage(UsageWho::RUSAGE_CHILDREN)?);
    let peak = fs::read_to_string(&figures)?;
    let peak: f64 = peak.lines().last().unwrap_or_default().parse()?;
    let seconds = |usage: &Usage| (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6;
    let pages = (after.minor_page_faults() - before.minor_page_faults()) as f64;
    let cost = ProcessCost {
        cpu: seconds(&after) - seconds(&before),
        wall,
        peak: peak * 1024.0 / 1e6,
        pages: pages / 1e3,
    };
    Ok((cost, status))
}

/// The path of an input, which is created if it does not exist.
fn made(folder: &Path, name: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    if path.exists() {
        return Ok(path);
    }
    let parts = |count| rbxbinary::parts_file(count);
    let bytes = match name {
        "100KB.rbxm" => parts(120),
        "1.5MB.rbxl" => parts(27_000),
        "8MB.rbxl" => parts(145_000),
        "parts100k.rbxl" => parts(100_000),
        "parts1000k.rbxl" => parts(1_000_000),
        "parts100k.rbxlx" => rbxxml::parts_file(100_000),
        "parts340k.rbxlx" => rbxxml::parts_file(340_000),
        "64MB.mesh" => mesh::binary(1_000_000, 2_000_000),
        "grid.obj" => obj_of(&grid::smooth(224)),
        "table.llmesh" => fixture("slmesh/samples/table.llmesh")?,
        "every_joint.anim" => fixture("anim/valid/every_joint.anim")?,
        "keys.anim" => keys()?,
        "records-xml.llsd" => llsd::bytes(Encoding::Xml),
        "records-binary.llsd" => llsd::bytes(Encoding::Binary),
        "files" => {
            fs::create_dir(&path)?;
            let bytes = parts(20);
            (0..100_000).try_for_each(|number| fs::write(path.join(format!("{number}.rbxm")), &bytes))?;
            return Ok(path);
        }
        // A mesh in other formats.
        _ => {
            let source = made(folder, if name.starts_with("grid") { "grid.obj" } else { "64MB.mesh" })?;
            let format = Format::of_name(name).ok_or("no such format")?;
            // Objects in the extras of a node end assimp 5.2.5.
            let mut options = ExchangeOptions::to(format);
            options.scene = options.scene.extras(false);
            convert(&fs::read(source)?, &options, &mut |_| None)?.bytes
        }
    };
    fs::write(&path, bytes)?;
    Ok(path)
}

fn fixture(name: &str) -> Result<Vec<u8>> {
    Ok(fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name))?)
}

/// An animation of nearly 250,000 bytes, which is the limit for uploads: 100 joints with 300 keys each.
fn keys() -> Result<Vec<u8>> {
    let turned = |n: u16| Key { time: 218 * n, value: [32_768 + 50 * n, 32_768 - 50 * n, 32_768] };
    let joint = |number| Joint {
        name: format!("joint{number}").into(),
        rotations: Keys::Codes((0..300).map(turned).collect()),
        ..Joint::default()
    };
    let joints = (0..100).map(joint).collect();
    Ok(anim::write(&Animation { duration: 30.0, joints, ..Animation::default() })?)
}

fn obj_of(grid: &Grid) -> Vec<u8> {
    let mut text = String::new();
    for (([x, y, z], [i, j, k]), [u, v]) in grid.positions.iter().zip(&grid.normals).zip(&grid.uvs) {
        text += &format!("v {x} {y} {z}\nvn {i} {j} {k}\nvt {u} {v}\n");
    }
    for [a, b, c] in grid.triangles.iter().map(|corners| corners.map(|corner| corner + 1)) {
        text += &format!("f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}\n");
    }
    text.into_bytes()
}

/// A copy of a file in which one part in a hundred has another name.
fn edited(input: &Path) -> Result<PathBuf> {
    let path =
        input.with_file_name(format!("edited-{}", input.file_name().unwrap_or_default().to_string_lossy()));
    if !path.exists() {
        let mut dom = read(input)?;
        let parts: Vec<_> =
            dom.descendants().filter(|one| one.class == "Part").map(Instance::referent).collect();
        for part in parts.into_iter().step_by(100) {
            if let Some(part) = dom.get_by_ref_mut(part) {
                part.name.push_str("New");
            }
        }
        write(&dom, &path)?;
    }
    Ok(path)
}

/// Runs a loop over third-party libraries in a child process, as a user would write it.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn child(arguments: &[String]) -> Result<()> {
    let stdout = std::io::stdout().lock();
    match arguments.iter().map(|argument| &**argument).collect::<Vec<_>>()[..] {
        ["print", input] => print(&read(Path::new(input))?, &mut BufWriter::new(stdout)),
        ["set", input, output] => {
            let mut dom = read(Path::new(input))?;
            let found = dom.descendants().find(|one| one.name == "Model7").map(Instance::referent);
            dom.get_by_ref_mut(found.ok_or("no model")?).ok_or("no model")?.name = "New".into();
            write(&dom, Path::new(output))
        }
        ["diff", old, new] => {
            let texts = [old, new].map(|path| Path::new(path).with_extension("txt"));
            for (path, text) in [old, new].iter().zip(&texts) {
                print(&read(Path::new(path))?, &mut BufWriter::new(fs::File::create(text)?))?;
            }
            Command::new("git").args(["diff", "--no-index"]).args(texts).status()?;
            Ok(())
        }
        ["syntax", input] => syntax(&read(Path::new(input))?, &mut BufWriter::new(stdout)),
        ["info", folder] => {
            let mut stdout = BufWriter::new(stdout);
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                writeln!(stdout, "{}: {} instances", path.display(), read(&path)?.descendants().count() - 1)?;
            }
            Ok(())
        }
        ["obj", input, output] => obj(&fs::read(input)?, &mut BufWriter::new(fs::File::create(output)?)),
        ["llsd", input, output] => {
            let bytes = fs::read(input)?;
            let value = llsd_rs::autodetect::from_slice(&bytes)?;
            let bytes = match output.ends_with(".xml") {
                true => llsd_rs::xml::to_string(&value)?.into_bytes(),
                false => llsd_rs::binary::to_vec(&value)?,
            };
            Ok(fs::write(output, bytes)?)
        }
        _ => Err("no such loop".into()),
    }
}

fn is_xml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rbxmx" || extension == "rbxlx")
}

fn read(path: &Path) -> Result<WeakDom> {
    let file = std::io::BufReader::new(fs::File::open(path)?);
    Ok(if is_xml(path) { rbx_xml::from_reader_default(file)? } else { rbx_binary::from_reader(file)? })
}

fn write(dom: &WeakDom, path: &Path) -> Result<()> {
    let file = BufWriter::new(fs::File::create(path)?);
    let roots = dom.root().children();
    if is_xml(path) {
        return Ok(rbx_xml::to_writer_default(file, dom, roots)?);
    }
    Ok(rbx_binary::to_writer(file, dom, roots)?)
}

/// Prints each instance with its properties, as the library formats them.
fn print(dom: &WeakDom, out: &mut dyn Write) -> Result<()> {
    for one in dom.descendants() {
        writeln!(out, "[{}] {}", one.class, one.name)?;
        let mut properties: Vec<_> = one.properties.iter().collect();
        properties.sort_by_key(|(name, _)| name.as_str());
        for (name, value) in properties {
            writeln!(out, "    {name}: {value:?}")?;
        }
    }
    Ok(())
}

/// The scripts that full_moon does not read.
fn syntax(dom: &WeakDom, out: &mut dyn Write) -> Result<()> {
    for one in dom.descendants() {
        if let Some(Variant::String(source)) = one.properties.get(&"Source".into())
            && let Err(errors) = full_moon::parse(source)
        {
            writeln!(out, "{}: {errors:?}", one.name)?;
        }
    }
    Ok(())
}

fn obj(bytes: &[u8], out: &mut dyn Write) -> Result<()> {
    let rbx_mesh::mesh::Mesh::V2(mesh) = rbx_mesh::read_mesh_versioned(std::io::Cursor::new(bytes))? else {
        return Err("no mesh of version 2.00".into());
    };
    let rbx_mesh::mesh::Vertices2::Full(vertices) = &mesh.vertices else {
        return Err("vertices of 36 bytes".into());
    };
    for vertex in vertices {
        let ([x, y, z], [i, j, k], [u, v]) = (vertex.pos, vertex.norm, vertex.tex);
        writeln!(out, "v {x} {y} {z}\nvn {i} {j} {k}\nvt {u} {v}")?;
    }
    for face in &mesh.faces {
        let [a, b, c] = [0, 1, 2].map(|corner| face.0[corner].0 + 1);
        writeln!(out, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}")?;
    }
    Ok(())
}
