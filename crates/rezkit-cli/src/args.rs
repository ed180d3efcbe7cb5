//! The arguments, whose docs are the help pages.

use clap::builder::styling::{AnsiColor, Style};
use clap::builder::{PossibleValuesParser, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use rezkit::{At, ContentKind, Format, List, Profile};
use std::path::PathBuf;

/// What all help pages end in.
macro_rules! after_help {
    ($($example:literal => $what:literal)*) => {
        concat!(
            "Exit status: 0 fine, 1 findings or differences, 2 wrong usage, 3 not readable, 4 input or output failed;\n\
             of several files the highest.\n\nExamples:",
            $("\n  ", $example, "\n      ", $what),*
        )
    };
}

const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Green.on_default());

/// Identifies, checks, explains and converts the assets of Roblox, Second Life and Model 3D.
///
/// Files are known by their content, whatever they are called, also inside gzip, zlib and zstd. `-` is the standard
/// input, and of a folder all files are taken. Results go to stdout, messages to stderr.
#[derive(Debug, Parser)]
#[command(
    name = "rez",
    version,
    styles = STYLES,
    max_term_width = 100,
    after_help = after_help! {
        "rez info fixtures/rbxmesh/valid" => "what each file of a folder is and holds"
        "rez check --json fixtures/slmesh/rules" => "what breaks the rules, a line of JSON for each file"
    }
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What all verbs take.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Color,
    /// Only results and errors, no summary and no progress.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Also what is fine or skipped.
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// About how much memory a file may take, such as 512M or 2G; the default depends on its size.
    #[arg(long, global = true, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<usize>,
    /// How many files are worked on at a time; 0 is as many as there are processors.
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Identify(Identify),
    Info(Info),
    Check(Check),
    Print(Print),
    Diff(Diff),
    Dump(Dump),
    Convert(Convert),
    List(ListVerb),
    Extract(Extract),
    Implant(Implant),
    Set(Set),
    Strip(Strip),
    Roundtrip(Roundtrip),
    Formats(Formats),
    Completions(Completions),
    Man(Man),
}

/// The files of a verb.
#[derive(Debug, Args)]
pub(crate) struct Paths {
    /// Files and folders; `-` is the standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// What the standard input is called.
    #[arg(long, value_name = "NAME", default_value = "-", hide_default_value = true)]
    pub(crate) stdin_name: String,
}

/// Says what files are, by their content: our formats, and what turns up in their place.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez identify fixtures/rbxmesh/valid" => "a line for each file of a folder"
    "rez identify --json README.md" => "the same as JSON, also for files of other formats"
})]
pub(crate) struct Identify {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// JSON Lines: an object for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Says what files hold: counts, bounds, sizes of parts, and what stands out.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez info fixtures/slmesh/valid" => "a screen for each file of a folder"
    "rez info --json fixtures/m3d/valid" => "JSON Lines, for other programs"
})]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// JSON Lines: an object for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Checks files by the rules of their formats: errors, warnings and notes, each with its place and what to do.
///
/// The exit status is 1 if there is an error or a warning. Notes are shown and do not count, unless they are denied.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez check fixtures/rbxmesh/valid" => "what breaks the rules in the files of a folder"
    "rez check --deny note --allow RBM017 fixtures/rbxmesh/valid" => "notes count, and one rule does not"
    "rez check --explain SLM012" => "a rule, why it matters and what to do"
    "rez check --format sarif fixtures/llsd/rules" => "for code review systems"
})]
pub(crate) struct Check {
    /// Files and folders; `-` is the standard input.
    #[arg(required_unless_present = "explain", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// What the standard input is called.
    #[arg(long, value_name = "NAME", default_value = "-", hide_default_value = true)]
    pub(crate) stdin_name: String,
    /// How findings are printed.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// What makes the exit status 1, beside errors and warnings: `note`, or a rule such as SLM012.
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<String>,
    /// A rule that is not looked at, such as SLM012.
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,
    /// A program whose own demands are checked too.
    #[arg(long, value_name = "PROGRAM", value_parser = ["raylib"])]
    pub(crate) profile: Vec<String>,
    /// Refuses a file at the first recoverable error.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Explains a rule, and checks nothing.
    #[arg(long, value_name = "RULE")]
    pub(crate) explain: Option<String>,
}

impl Check {
    pub(crate) fn profiles(&self) -> Vec<Profile> {
        self.profile.iter().map(|_| Profile::Raylib).collect()
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people; findings of one rule together.
    #[default]
    Human,
    /// JSON Lines: an object for each file.
    Json,
    /// SARIF 2.1.0, one log for all files.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
}

/// Prints files as text that can be compared line by line: a property on each line, in an order that stays.
///
/// Binary and XML models of the same content give the same text, and so does LLSD in any encoding. Scripts are shown
/// line by line, other bytes as their number and a hash. The README shows how git uses it for its diffs.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez print fixtures/rbxbinary/valid/nested.rbxm" => "instances, and a line for each property"
    "rez print --json fixtures/llsd/valid/everything.xml" => "an object for each map and array"
    "git config diff.rez.textconv 'rez print --textconv'" => "what git compares in files with the attribute diff=rez"
})]
pub(crate) struct Print {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// For git: of what cannot be read, the size and a hash are printed, and the exit status is 0.
    #[arg(long, conflicts_with = "json")]
    pub(crate) textconv: bool,
    /// JSON Lines: an object for each part of a file.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compares two files part by part: what was added, removed, moved, renamed and changed.
///
/// Instances belong together by their UniqueId, then by their path, then by what they hold, so that a subtree that was
/// renamed or moved is one change. Scripts are compared line by line, vertices of meshes by how far they moved. Binary
/// and XML models can be compared, and LLSD in any encoding. The exit status is 1 if there is a difference.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez diff fixtures/rbxmesh/valid/v400.mesh fixtures/rbxmesh/valid/v401.mesh" => "what the newer file has that the older has not"
    "rez diff --stat fixtures/rbxxml/valid/all-types.rbxmx fixtures/rbxxml/valid/other-layout.rbxmx" => "how much, class by class"
    "rez diff --json fixtures/llsd/valid/by_hand.xml fixtures/llsd/valid/everything.xml" => "an object for each change, then one that counts them"
})]
pub(crate) struct Diff {
    /// The old file and the new one; one of them may be `-`, the standard input.
    #[arg(num_args = 2, required = true, value_names = ["OLD", "NEW"])]
    pub(crate) paths: Vec<PathBuf>,
    /// Only how many parts of each class were changed.
    #[arg(long, conflicts_with = "json")]
    pub(crate) stat: bool,
    /// Between a binary and an XML model, also hidden objects, which XML leaves out.
    #[arg(long)]
    pub(crate) exact: bool,
    /// How far a vertex has to move to count as moved.
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0001)]
    pub(crate) tolerance: f32,
    /// How many unchanged lines are shown around changed lines.
    #[arg(short = 'U', long, value_name = "LINES", default_value_t = 2)]
    pub(crate) context: usize,
    /// JSON Lines: an object for each change, and one that counts them.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Explains every byte of files: offset, bytes, what they are and what they say, packed parts included.
///
/// Before the offset stands the number of the packed part whose plain data it lies in, if any.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez dump fixtures/rbxmesh/valid/v200.mesh --depth 2" => "the upper parts"
    "rez dump fixtures/rbxmesh/valid/v200.mesh --at 0x11" => "what the byte 0x11 is, and what it is in"
    "rez dump fixtures/rbxmesh/valid/v200.mesh --part faces" => "one part"
})]
pub(crate) struct Dump {
    /// Files; `-` is the standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How many levels of parts in parts are shown, instead of all.
    #[arg(long, value_name = "LEVELS")]
    pub(crate) depth: Option<usize>,
    /// Only what holds this byte: 0x1f0, 496, or 3:0x10 in the plain data of the third packed part.
    #[arg(long, value_name = "OFFSET", conflicts_with = "part")]
    pub(crate) at: Option<At>,
    /// Only this part, by its path as messages and findings have it.
    #[arg(long, value_name = "PATH")]
    pub(crate) part: Option<String>,
    /// JSON Lines: an object for each line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Converts a file to another format of its family, and reports what is lost.
///
/// Binary Roblox models and places to XML and back, LLSD from any encoding to any other, and binary Roblox files with
/// other packing. The output is written in one step: whatever happens, the old file or the whole new one is there.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez convert fixtures/rbxbinary/valid/nested.rbxm -o -" => "as text, to be read or compared"
    "rez convert fixtures/llsd/valid/everything.xml --to llsd-binary -o everything.llsd" => "LLSD in another encoding"
    "rez convert place.rbxl --packing stored -o unpacked.rbxl" => "the same place, not compressed"
})]
pub(crate) struct Convert {
    /// A file; `-` is the standard input.
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Where to write; `-` is the standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// The format, if the ending of the output does not tell it; to the standard output, text is the default.
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<To>,
    /// How the chunks of a binary Roblox file are packed.
    #[arg(long, value_name = "PACKING", value_enum, default_value_t)]
    pub(crate) packing: Packing,
    /// Writes nothing if something would be lost; the exit status is 1.
    #[arg(long)]
    pub(crate) lossless: bool,
    /// Overwrites the output.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// The report as JSON; not with the standard output as output.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// Roblox, binary: .rbxm and .rbxl.
    Rbxm,
    /// Roblox, XML: .rbxmx and .rbxlx.
    Rbxmx,
    LlsdBinary,
    LlsdXml,
    LlsdNotation,
}

impl From<To> for Format {
    fn from(to: To) -> Self {
        match to {
            To::Rbxm => Self::RbxBinary,
            To::Rbxmx => Self::RbxXml,
            To::LlsdBinary => Self::LlsdBinary,
            To::LlsdXml => Self::LlsdXml,
            To::LlsdNotation => Self::LlsdNotation,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Packing {
    /// As Studio packs.
    #[default]
    Lz4,
    /// As Roblox's servers pack.
    Zstd,
    /// Not packed.
    Stored,
}

impl From<Packing> for rezkit::Packing {
    fn from(packing: Packing) -> Self {
        match packing {
            Packing::Lz4 => Self::Lz4,
            Packing::Zstd => Self::Zstd,
            Packing::Stored => Self::Stored,
        }
    }
}

/// Lists what is of one kind in files, and where it is.
#[derive(Debug, Args)]
#[command(name = "list", after_help = after_help! {
    "rez list classes fixtures/rbxxml/valid" => "how many instances there are of each class"
    "rez list assets --json fixtures/rbxbinary/valid" => "ids and addresses with where they are used, as JSON"
})]
pub(crate) struct ListVerb {
    /// What is listed.
    #[arg(value_enum)]
    pub(crate) what: What,
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// JSON Lines: an object for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Scripts, with the length of their source.
    Scripts,
    /// Ids and addresses of assets, and assets inside the file.
    Assets,
    /// Classes or kinds of parts, with how many there are.
    Classes,
    /// Texts.
    Strings,
    /// Ids and contents that are there more than once.
    Duplicates,
    /// References that lead to nothing.
    Dangling,
}

impl From<What> for List {
    fn from(what: What) -> Self {
        match what {
            What::Scripts => Self::Scripts,
            What::Assets => Self::Assets,
            What::Classes => Self::Classes,
            What::Strings => Self::Strings,
            What::Duplicates => Self::Duplicates,
            What::Dangling => Self::Dangling,
        }
    }
}

/// Takes out what is inside of a file: scripts, embedded models, geometry, images, packed blocks.
///
/// Scripts get the names that Rojo gives them, in folders named as their instances; everything else is named by its
/// content. Nothing is written outside of the folder, and no name is one that a system reserves. Without -o it is
/// only listed.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez extract fixtures/slmesh/valid/sound.llmesh" => "what is inside"
    "rez extract place.rbxl --only script -o src" => "the scripts of a place, as a folder tree"
})]
pub(crate) struct Extract {
    /// A file; `-` is the standard input.
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// The folder that things are extracted to, which is made if it is not there.
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "list")]
    pub(crate) output: Option<PathBuf>,
    /// Only lists what would be extracted; what happens without -o.
    #[arg(long)]
    pub(crate) list: bool,
    /// Only what is of this kind; may be given more than once.
    #[arg(long = "only", value_name = "KIND", value_enum)]
    pub(crate) kinds: Vec<Sort>,
    /// Overwrites files.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// JSON Lines: an object for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sort {
    Script,
    /// Models inside models.
    Model,
    /// Geometry of unions, and meshes.
    Mesh,
    /// Shapes for collisions.
    Collision,
    Image,
    /// Assets of Model 3D.
    Asset,
    /// The plain data of packed parts.
    Block,
    /// Bytes of other kinds.
    Data,
}

impl From<Sort> for ContentKind {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Script => Self::Script,
            Sort::Model => Self::Model,
            Sort::Mesh => Self::Mesh,
            Sort::Collision => Self::Collision,
            Sort::Image => Self::Image,
            Sort::Asset => Self::Asset,
            Sort::Block => Self::Block,
            Sort::Data => Self::Data,
        }
    }
}

/// Puts the scripts of a folder back into the place that they were extracted from; everything else stays.
///
/// A script belongs to the file that `rez extract` gives it. Scripts without a file stay as they are.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez implant place.rbxl src --dry-run" => "which scripts were changed, and how"
    "rez implant place.rbxl src --in-place" => "the same place with these scripts"
})]
pub(crate) struct Implant {
    #[command(flatten)]
    pub(crate) target: Target,
    /// The folder that `rez extract -o` made.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

/// What is edited, and where the result goes.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("where").required(true).args(["output", "in_place", "dry_run"]))]
pub(crate) struct Target {
    /// A file; `-` is the standard input.
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    /// Where to write; `-` is the standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Replaces the file, and keeps the old one with `.bak` behind its name.
    #[arg(long)]
    pub(crate) in_place: bool,
    /// Writes nothing, and prints what would change.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrites the output.
    #[arg(short, long)]
    pub(crate) force: bool,
}

/// Sets properties of instances, or values of LLSD; everything else stays byte by byte.
///
/// Paths and values are as `rez print` prints them; quotes around a text are optional. A value gets the type that the
/// property has. Nothing is written if a part or a property is not there, or a value is not of that type.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez set fixtures/rbxbinary/valid/nested.rbxm Outer/Brick.Anchored=true --dry-run" => "what would change"
    "rez set place.rbxl Workspace/Door.size='Vector3(4, 7, 1)' Workspace/Door.Name=Gate --in-place" => "two values of one part"
})]
pub(crate) struct Set {
    #[command(flatten)]
    pub(crate) target: Target,
    /// What is set: the path of a part, a dot, the property, and the value. A `=` in a name is written as `\=`.
    #[arg(value_name = "PATH.PROPERTY=VALUE", required = true)]
    pub(crate) assignments: Vec<String>,
    /// The type of properties that are not there yet.
    #[arg(long = "type", value_name = "TYPE", value_parser = PossibleValuesParser::new(rezkit::VALUE_KINDS.iter().copied()))]
    pub(crate) kind: Option<String>,
}

/// Removes a property from all instances of a class, or a key from all maps of LLSD; everything else stays.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez strip fixtures/rbxbinary/valid/nested.rbxm Part.Anchored --dry-run" => "what would change"
    "rez strip place.rbxl '*.HistoryId' -o smaller.rbxl" => "a property of instances of any class"
})]
pub(crate) struct Strip {
    #[command(flatten)]
    pub(crate) target: Target,
    /// What is removed; as class, `*` stands for all.
    #[arg(value_name = "CLASS.PROPERTY", required = true)]
    pub(crate) what: Vec<String>,
}

/// Reads files, writes them and reads them again, and says what is lost: nothing should be.
///
/// A file that nobody has changed has to come back byte by byte, and what is written anew has to hold the same values.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez roundtrip fixtures/rbxxml/valid" => "the promises of docs/laws.md, on your own files"
})]
pub(crate) struct Roundtrip {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// JSON Lines: an object for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lists the formats, and what can be done with each.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez formats" => "a table"
    "rez formats --all" => "also the formats that are only identified"
})]
pub(crate) struct Formats {
    /// Also the formats that are only identified.
    #[arg(long)]
    pub(crate) all: bool,
    /// JSON Lines: an object for each format.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints a script that completes commands in a shell.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez completions bash > rez.bash" => "to be sourced by ~/.bashrc"
})]
pub(crate) struct Completions {
    /// Which shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Prints a manual page, or writes all of them into a folder.
#[derive(Debug, Args)]
#[command(after_help = after_help! {
    "rez man | man -l -" => "the page of rez itself"
    "rez man check" => "the page of a verb"
})]
pub(crate) struct Man {
    /// The verb, instead of all of rez.
    pub(crate) verb: Option<String>,
    /// The folder to write all pages into.
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "verb")]
    pub(crate) output: Option<PathBuf>,
}

/// `512M`, `2G`, `100000`.
fn size(text: &str) -> Result<usize, String> {
    let text = text.trim().to_ascii_uppercase();
    let text = text.trim_end_matches("IB").trim_end_matches('B');
    let (digits, unit) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (digits, text.chars().last().unwrap_or_default()),
        None => (text, ' '),
    };
    let shift = match unit {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        _ => 0,
    };
    let number: usize = digits.trim().parse().map_err(|_| "expected a size such as 512M or 2G".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "this is more than there can be".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(
            ["100000", "64k", "512M", "2 GiB"].map(size),
            [Ok(100_000), Ok(65_536), Ok(512 << 20), Ok(2 << 30)]
        );
        assert!(size("much").is_err() && size("99999999999999999999G").is_err());
    }
}
