//! The command `rez`; see `rez help`.

// These macros panic if the output is closed.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod assets;
mod batch;
mod code;
mod done;
mod editing;
mod findings;
mod git;
mod inputs;
mod isolation;
mod members;
mod output;
mod results;
mod show;
mod tally;
mod verbs;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use code::Code;
use output::{Out, Terminal};
use std::io::{self, Write};
use std::process::ExitCode;
use verbs::Cli;

fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    let terminal = Terminal::new(&cli.common);
    let mut out = Out::new(terminal);
    let code = cli.run(&mut out).unwrap_or_else(|done| done.tell(&mut out));
    ExitCode::from(out.end(code) as u8)
}

/// Words that users and other programs use for the actions of the verbs, and the advice for each.
const HINTS: &[(&[&str], &str)] = &[
    (&["validate", "lint", "verify", "test"], "rez check finds what is wrong with a file"),
    (
        &["inspect", "explain"],
        "rez info says what a file contains, rez dump what its bytes are, and rez check --explain what a rule is for",
    ),
    (
        &["stats", "stat", "show", "open", "describe"],
        "rez info says what files contain, and with --summary how much is in all of them",
    ),
    (
        &["size", "sizes"],
        "rez info says how large a file and its parts are, and rez info --brief has a line per file",
    ),
    (&["dump-text"], "rez print prints a file as text"),
    (&["tree"], "rez print prints all parts of a file, and rez query finds some of them"),
    (
        &["find", "search", "select"],
        "rez query finds parts by what they are, rez grep lines of scripts, and rez refs who uses an asset",
    ),
    (
        &["export", "import", "save-as"],
        "rez copy takes instances out, as in `rez copy place.rbxl Workspace/Shop shop.rbxm`, rez add puts a model in, and rez convert converts files",
    ),
    (
        &["unpack", "unzip", "decompress"],
        "rez extract takes out what is inside of a file; rez convert --packing stored writes a place without compression",
    ),
    (
        &["optimize", "optimise", "compress", "minify", "pack"],
        "rez shrink makes a file smaller, rez lod makes levels of detail, and rez convert --draco compresses meshes",
    ),
    (
        &["simplify", "decimate", "reduce"],
        "rez lod makes levels of detail of a mesh, and rez convert --lods of any model",
    ),
    (&["insert", "paste"], "rez add puts the instances of one model into another, and rez copy some of them"),
    (&["duplicate", "clone"], "rez copy FILE PATH FILE puts one more instance next to an instance"),
    (&["create", "make", "mkdir", "touch"], "rez new adds an instance of a class"),
    (
        &["scale", "resize"],
        "rez set scales a model, as in `rez set FILE PATH.Scale=2`, and a part by `PATH.Size=4,1,2`",
    ),
    (&["tag", "untag"], "rez set changes tags, as in `rez set FILE PATH.Tags+=Enemy` and `PATH.Tags-=Enemy`"),
    (&["delete", "del"], "rez remove takes instances out, and rez strip properties"),
    (&["edit", "change", "update"], "rez set changes properties, rez replace assets, and rez rename names"),
    (
        &["revert", "rollback", "checkout"],
        "rez restore brings an instance of an older version back, and rez undo the file before the last edit",
    ),
    (&["compare", "cmp"], "rez diff says what differs between two files"),
    (
        &["render", "thumbnail", "screenshot", "preview"],
        "rez thumb draws pictures, and rez view shows a file in the browser",
    ),
    (&["serve", "server", "agent", "assistant"], "rez mcp lets assistants look into files"),
    (&["upgrade"], "rez migrate moves values to the properties of today"),
];

/// Prints the requested help, or the error in the arguments.
fn misused(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    let is_verbose = |word: std::ffi::OsString| word == "-v" || word == "--verbose";
    if error.kind() == ErrorKind::DisplayVersion && std::env::args_os().any(is_verbose) {
        // The class database is loaded only for this.
        let version = rezkit::roblox::classes::version().unwrap_or_else(|| "none".to_owned());
        let _ = writeln!(io::stdout(), "classes of Roblox {version}");
    }
    let verb = error.get(ContextKind::InvalidSubcommand);
    if let Some(ContextValue::String(word)) = verb {
        if let Some((_, hint)) = HINTS.iter().find(|(words, _)| words.contains(&word.as_str())) {
            let _ = writeln!(io::stderr(), "\n{hint}");
        } else if word.contains(['/', '\\', '.']) {
            let _ = writeln!(io::stderr(), "\nthere is no file {word} either");
        }
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Code::Usage as u8))
}
