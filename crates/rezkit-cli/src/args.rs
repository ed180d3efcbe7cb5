//! The arguments, whose docs are the help pages.

use clap::builder::styling::{AnsiColor, Style};
use clap::builder::{PossibleValue, PossibleValuesParser, Styles, TypedValueParser};
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use rezkit::exchange::{CostLimit, FacePoses};
use rezkit::lod::LodOptions;
use rezkit::scene::{LevelOrder, LevelPlan, LevelSizes};
use rezkit::{At, ContentKind, Format, List, MeshVersion, Packing, Prefer, Profile, WeldOptions};
use std::ops::Deref;
use std::path::PathBuf;

/// Examples at the end of a help page, in the styles of [`STYLES`].
macro_rules! examples {
    ($($example:literal => $what:literal)*) => {
        concat!(
            "\x1b[1mExamples:\x1b[0m",
            $("\n  \x1b[36m", $example, "\x1b[0m\n      ", $what),*
        )
    };
}

/// What only the page of all verbs ends in.
const AFTER_ALL: &str = concat!(
    "\x1b[1mExit status:\x1b[0m\n  0  fine\n  1  findings, differences or conflicts; docs/rez.md says more\n  \
     2  wrong usage\n  3  a file is not readable as what it is\n  4  input or output failed\n\
     For several files, the highest one.\n\n",
    examples! {
        "rez info chair.mesh" => "what a file is and contains"
        "rez check downloads --summary" => "how many problems there are in the files of a folder"
        "rez convert place.rbxl -o place.rbxlx" => "the same place as XML"
    }
);

const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Green.on_default());

/// Identifies, checks, explains and converts the assets of virtual worlds.
///
/// These are the formats of Roblox, Second Life and Model 3D. Files are recognised by their content, not by their
/// names, even inside gzip, zlib and zstd. `-` reads the standard input, folders are searched for files, and `@LIST`
/// stands for the paths in a file, one on each line. Results go to stdout, messages to stderr.
#[derive(Debug, Parser)]
#[command(
    name = "rez",
    version,
    styles = STYLES,
    max_term_width = 80,
    after_help = "rez VERB -h lists the options of a verb, and rez help VERB explains them.\nrez help has the options of all verbs, and the exit statuses.",
    after_long_help = AFTER_ALL
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

impl Cli {
    /// The arguments of this call.
    ///
    /// # Errors
    ///
    /// If they are wrong, or help is asked for.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let rez = Self::command();
        let first = std::env::args_os().nth(1);
        let called = first
            .as_deref()
            .and_then(|word| rez.find_subcommand(word))
            .map(|verb| verb.get_name().to_owned());
        let mut rez = Self::for_people(rez, called.as_deref());
        let found = rez.try_get_matches_from_mut(std::env::args_os())?;
        Self::from_arg_matches(&found).map_err(|error| error.format(&mut rez))
    }

    /// The arguments, with the options of all verbs on the page of these alone; those of one verb, or of all.
    fn for_people(rez: Command, verb: Option<&str>) -> Command {
        let common = rez.get_arguments().filter(|option| option.is_global_set());
        let common: Vec<_> = common.map(|option| option.clone().hide(true)).collect();
        if let Some(verb) = verb {
            return rez.mut_subcommand(verb, |verb| verb.args(common));
        }
        let mut rez = rez.mut_subcommands(|verb| verb.args(common.clone()));
        // Only then is it known what each verb does, which the page of all verbs says.
        rez.build();
        rez
    }
}

/// The arguments of a verb, which are described when it is called: to describe those of all verbs takes longer than to
/// read a mesh.
#[derive(Debug)]
pub(crate) struct Late<T>(T);

impl<T> Deref for Late<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Args> Args for Late<T> {
    fn augment_args(verb: Command) -> Command {
        verb.defer(|verb| {
            let verb = T::augment_args(verb);
            let (examples, name) = (verb.get_after_help().cloned().unwrap_or_default(), verb.get_name());
            let more = format!("rez help {name} has examples and says more.");
            verb.after_help(more).after_long_help(examples)
        })
    }

    fn augment_args_for_update(verb: Command) -> Command {
        Self::augment_args(verb)
    }
}

impl<T: FromArgMatches> FromArgMatches for Late<T> {
    fn from_arg_matches(found: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(found).map(Self)
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(found)
    }
}

/// Options of all verbs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// When to use colours; `auto` is on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, hide_short_help = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Color,
    /// Print only results and errors, without summaries and progress.
    #[arg(short, long, global = true, hide_short_help = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Show more: files that are fine, values in full, and notes.
    #[arg(short, long, global = true, hide_short_help = true)]
    pub(crate) verbose: bool,
    /// Limit the memory for each file to about this much, such as 512M or 2G, and what is written of it to as much; by
    /// default 256 MB and 64 times the size of the file.
    #[arg(long, global = true, hide_short_help = true, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<usize>,
    /// How many files to process at a time; 0 means one per processor.
    #[arg(long, global = true, hide_short_help = true, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Identify(Late<Identify>),
    Info(Late<Info>),
    Check(Late<Check>),
    Print(Late<Print>),
    Query(Late<Query>),
    Diff(Late<Diff>),
    #[command(alias = "view-binary")]
    Dump(Late<Dump>),
    Convert(Late<Convert>),
    Thumb(Late<Thumb>),
    View(Late<View>),
    List(Late<ListVerb>),
    Extract(Late<Extract>),
    Implant(Late<Implant>),
    Lod(Late<Lod>),
    Set(Late<Set>),
    Strip(Late<Strip>),
    Migrate(Late<Migrate>),
    Add(Late<Add>),
    Remove(Late<Remove>),
    Merge(Late<Merge>),
    Sort(Late<SortVerb>),
    Table(Late<Table>),
    Roundtrip(Late<Roundtrip>),
    Formats(Late<Formats>),
    InstallGit(Late<InstallGit>),
    Rules(Late<Rules>),
    Schema(Late<Schema>),
    BugReport(Late<BugReport>),
    Completions(Late<Completions>),
    Man(Late<Man>),
}

/// The files of a verb.
#[derive(Debug, Args)]
pub(crate) struct Paths {
    /// Files and folders; `-` reads the standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The name to use for the standard input.
    #[arg(long, value_name = "NAME", default_value = "-", hide_default_value = true, hide_short_help = true)]
    pub(crate) stdin_name: String,
}

/// How a verb prints what it says of many files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
#[group(id = "many", multiple = false)]
pub(crate) struct Many {
    /// Print JSON Lines: one object per file, or per part.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print comma-separated values with a line of names.
    #[arg(long)]
    pub(crate) csv: bool,
    /// Print only totals of all files.
    #[arg(long)]
    pub(crate) summary: bool,
}

/// Tells what files are by their content.
///
/// Supported formats are known, and what is often found in their place.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez identify downloads" => "one line per file"
    "rez identify downloads --json" => "with the usual extension and the SHA-256 of each"
})]
pub(crate) struct Identify {
    #[command(flatten)]
    pub(crate) paths: Paths,
    #[command(flatten)]
    pub(crate) many: Many,
}

/// Shows what files contain: counts, bounds, sizes, what stands out.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez info chair.mesh" => "one screen per file"
    "rez info chair.llmesh --scale 4,4,2" => "what a mesh costs in Second Life at another size"
    "rez info downloads --brief" => "one line per file"
})]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// The size of Second Life meshes in metres, as one number or X,Y,Z; by default the size at upload.
    #[arg(long, value_name = "METRES", value_parser = scale, hide_short_help = true)]
    pub(crate) scale: Option<[f32; 3]>,
    /// Print a line per file, cut at the width of the terminal.
    #[arg(long, conflicts_with = "many")]
    pub(crate) brief: bool,
    #[command(flatten)]
    pub(crate) many: Many,
}

/// Checks files against the rules of their formats.
///
/// Of one file, each finding is shown with its place and what to do; of several, findings of one rule in one file are
/// one line, unless -v is given. The exit status is 1 if there is an error or a warning. Notes are only counted, unless
/// -v or `--deny note` is given.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez check downloads" => "problems in the files of a folder"
    "rez check chair.mesh --deny note --allow RBM017" => "notes count, but one rule is ignored"
    "rez check --explain SLM012" => "what a rule means, why it matters and what to do"
    "rez check downloads --format sarif" => "for code review systems"
    "rez check chair.glb --as llmesh --scale 1,1,2" => "what Second Life would say of a model, and what it would cost"
})]
pub(crate) struct Check {
    /// Files and folders; `-` reads the standard input.
    #[arg(required_unless_present = "explain", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The name to use for the standard input.
    #[arg(long, value_name = "NAME", default_value = "-", hide_default_value = true, hide_short_help = true)]
    pub(crate) stdin_name: String,
    /// How to print findings.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Print comma-separated values with a line of names: a row per finding.
    #[arg(long, conflicts_with_all = ["format", "json", "summary", "as_format"])]
    pub(crate) csv: bool,
    /// Print only totals of all files, by format and rule.
    #[arg(long, conflicts_with_all = ["format", "json", "as_format"])]
    pub(crate) summary: bool,
    /// Print only errors, only warnings or only notes; all are counted.
    #[arg(long, value_name = "SEVERITY", value_enum)]
    pub(crate) only: Option<OnlySeverity>,
    /// Let notes (`note`), or a rule such as SLM012, make the exit status 1 too.
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<String>,
    /// Ignore a rule, such as SLM012.
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,
    /// Judge files by what a program demands: raylib, sl-upload or roblox.
    #[arg(long, value_name = "PROGRAM", value_parser = profile)]
    pub(crate) profile: Vec<Profile>,
    /// Check models as if they were files of this format, by what its programs demand: what is found, what it would
    /// cost, and what would be lost.
    #[arg(long = "as", value_name = "FORMAT", value_enum, conflicts_with_all = ["format", "strict"])]
    pub(crate) as_format: Option<As>,
    /// With `--as llmesh`, the size in metres that the cost is for, as one number or X,Y,Z.
    #[arg(long, value_name = "METRES", value_parser = scale, requires = "as_format")]
    pub(crate) scale: Option<[f32; 3]>,
    #[command(flatten)]
    pub(crate) joints: Joints,
    /// Refuse files at the first recoverable error.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Explain a rule instead of checking files.
    #[arg(long, value_name = "RULE")]
    pub(crate) explain: Option<String>,
}

/// What findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnlySeverity {
    Error,
    Warning,
    Note,
}

impl From<OnlySeverity> for rezkit::Severity {
    fn from(only: OnlySeverity) -> Self {
        match only {
            OnlySeverity::Error => Self::Error,
            OnlySeverity::Warning => Self::Warning,
            OnlySeverity::Note => Self::Note,
        }
    }
}

/// Formats that models can be checked as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum As {
    /// A Roblox mesh.
    Mesh,
    /// A Second Life mesh.
    Llmesh,
    /// Model 3D.
    M3d,
}

impl From<As> for Format {
    fn from(format: As) -> Self {
        match format {
            As::Mesh => Self::RbxMesh,
            As::Llmesh => Self::SlMesh,
            As::M3d => Self::M3d,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people; findings are grouped by rule.
    #[default]
    Human,
    /// JSON Lines: one object per file.
    Json,
    /// SARIF 2.1.0, one log for all files.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
}

/// Prints files as text, a property on each line.
///
/// The text can be compared line by line, since its order stays. Binary and XML models of the same content give the
/// same text, and so does LLSD in any encoding. Scripts are shown line by line, other bytes as their number and a hash.
/// The README shows how git uses it for its diffs.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez print place.rbxl" => "instances, and a line for each property"
    "rez print settings.llsd --json" => "an object for each map and array, with typed values"
    "git config diff.rez.textconv 'rez print --textconv --'" => "what git compares in files with the attribute diff=rez"
})]
pub(crate) struct Print {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// For git: siblings of one name are not numbered, so that one more is no change of all others; of what cannot be
    /// read, the size and a hash are printed, and the exit status is 0.
    #[arg(long, conflicts_with = "many")]
    pub(crate) textconv: bool,
    #[command(flatten)]
    pub(crate) many: Many,
}

/// Finds the parts of files that an expression chooses.
///
/// Without --get, paths are printed. Expressions are:
///
/// - class=Part, name=Door, path=Workspace/Door, or with ~ a pattern: name~*Door*
///
/// - a property or an @attribute, and = != < <= > >= or ~: Transparency>0.5
///
/// - one number of a vector or a colour: size.Y>10
///
/// - a property alone, which is there and not false: Anchored
///
/// - several of these with `and`, `or`, `not` and parentheses
///
/// A part without the property is not chosen. Texts with spaces are in double quotes. Of what is not a model or place,
/// the parts are those that `rez print` prints.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez query place.rbxl 'class=Part and Transparency>0.5'" => "the paths of these parts"
    "rez query place.rbxl class=Part --get size --get Anchored" => "two properties, in lines that `rez set --from` takes"
    "rez query place.rbxl 'name~*Door*' --json" => "all properties with their types, as JSON"
})]
pub(crate) struct Query {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// Which parts.
    #[arg(value_name = "EXPRESSION")]
    pub(crate) query: rezkit::Query,
    /// Print this property of each part; may be given more than once.
    #[arg(long = "get", value_name = "PROPERTY")]
    pub(crate) properties: Vec<String>,
    #[command(flatten)]
    pub(crate) many: Many,
}

/// Compares two files part by part.
///
/// It shows what was added, removed, moved, renamed and changed.
///
/// Instances belong together by their UniqueId, then by their path, then by what they hold, so that a subtree that was
/// renamed or moved is one change. Scripts are compared line by line, vertices of meshes by how far they moved. Binary
/// and XML models can be compared, and LLSD in any encoding. The exit status is 1 if there is a difference.
///
/// With the seven or nine arguments of git's external diffs, the file is named first, a file that is not there on one
/// side is a line, and the exit status is 0.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez diff old.rbxl place.rbxl" => "what was changed"
    "rez diff --stat old.rbxl place.rbxl" => "how much, class by class"
    "rez diff --json old.rbxl place.rbxl" => "an object for each change, then one that counts them"
    "git difftool -yx 'rez diff --'" => "what is not committed yet"
    "git config diff.rez.command 'rez diff --'" => "what git compares files with the attribute diff=rez with"
})]
pub(crate) struct Diff {
    /// The old file; `-` is the standard input.
    pub(crate) old: PathBuf,
    /// The new file; `-` is the standard input, if the old one is not.
    pub(crate) new: PathBuf,
    /// What git adds to the names of an external diff.
    #[arg(hide = true, num_args = 5..=7)]
    pub(crate) of_git: Vec<PathBuf>,
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

/// Explains every byte of files: offset, bytes, name and value.
///
/// The data inside of compressed parts is explained, too. An offset such as 3:00000010 is in the decompressed data of
/// the third compressed part.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez dump chair.mesh --depth 2" => "the upper parts"
    "rez dump chair.mesh --at 0x11" => "what byte 0x11 is, and what it is part of"
    "rez dump chair.mesh --part faces" => "one part"
})]
pub(crate) struct Dump {
    /// Files; `-` reads the standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Show only this many levels of nested parts.
    #[arg(long, value_name = "LEVELS")]
    pub(crate) depth: Option<usize>,
    /// Show only what contains this byte: 0x1f0, 496, or 3:0x10 in the third compressed part.
    #[arg(long, value_name = "OFFSET", conflicts_with = "part", value_parser = at)]
    pub(crate) at: Option<At>,
    /// Show only this part, by its path as in messages and findings.
    #[arg(long, value_name = "PATH")]
    pub(crate) part: Option<String>,
    /// Print JSON Lines: one object per line of the dump.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Converts files to other formats, and reports what is lost.
///
/// - Roblox models and places: binary to XML and back, binary with other compression, and parts to glTF, OBJ and STL.
///
/// - Roblox meshes: from any version to any other.
///
/// - LLSD: from any encoding to any other, JSON included.
///
/// - Second Life uploads (.slm): to the meshes in them and back.
///
/// - Meshes of Roblox, Second Life and Model 3D: to each other and to glTF, OBJ and STL, and from glTF and OBJ;
///   docs/gltf.md says what becomes what.
///
/// The exit status is 1 if a value is lost between two encodings of one format (.rbxm and .rbxmx, .m3d and .a3d, LLSD),
/// or if there is nothing in the result. Other losses are only reported, unless --lossless says otherwise.
///
/// With several inputs, or a folder as input, the output is a folder. An output file is written in one step: if
/// anything goes wrong, what was there before is still there.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez convert place.rbxl -o -" => "a model as XML, to read or compare"
    "rez convert settings.llsd --to llsd-json -o -" => "LLSD as plain JSON"
    "rez convert place.rbxl --packing stored -o unpacked.rbxl" => "the same place, not compressed"
    "rez convert chair.mesh --mesh-version 2.00 -o old.mesh" => "a mesh for programs that read only old versions"
    "rez convert chair.glb --weld=position=0.001,normal=0.1 -o chair.mesh" => "fewer vertices, by joining those that nearly agree"
    "rez convert chair.mesh -o chair.glb" => "a mesh for Blender; the way back is the same"
    "rez convert chair.glb -o chair.llmesh --lossless" => "says what would be lost, and then writes nothing"
    "rez convert place.rbxl --assets downloads -o place.glb" => "the parts of a place; meshes are files such as downloads/1234.mesh"
    "rez convert walk.rbxm --rig=character.rbxm -o walk.glb" => "keyframes that move the joints of a character; the way back needs no rig"
    "rez convert upload.slm -o meshes/" => "all meshes of an upload"
    "rez convert models --to rbxmx -o xml/" => "all models below a folder, as XML"
})]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// A file, a folder, or `-` for the standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// The format, if the output's extension does not imply it.
    ///
    /// In plain JSON, the UUIDs, dates, URIs and binary values of LLSD are strings; without loss, they are objects such
    /// as {"$uuid": "…"}.
    #[arg(long, value_name = "FORMAT", value_parser = targets())]
    pub(crate) to: Option<rezkit::Target>,
    /// The version of Roblox meshes, 1.00 to 7.00.
    #[arg(long, value_name = "VERSION", value_parser = mesh_version)]
    pub(crate) mesh_version: Option<MeshVersion>,
    /// Join vertices of meshes that are equal, or differ by no more than this in each number of an attribute.
    ///
    /// Attributes are position, normal, uv, tangent (out of 127) and colour (out of 255); those that are not named must
    /// be equal, and `inf` passes one over: --weld=position=0.001,normal=0.01
    #[arg(long, value_name = "TOLERANCES", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = weld, hide_short_help = true)]
    pub(crate) weld: Option<WeldOptions>,
    /// How chunks of binary Roblox files are compressed.
    #[arg(long, value_name = "PACKING", default_value = Packing::default().name(), value_parser = packings(), hide_short_help = true)]
    pub(crate) packing: Packing,
    /// A file that says what strings are in XML, with lines such as `Part.Icon Content`.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) strings: Option<PathBuf>,
    /// The level of detail that is written to OBJ and STL; 0 is the finest.
    #[arg(long, value_name = "N", default_value_t = 0, hide_short_help = true)]
    pub(crate) level: u8,
    #[command(flatten)]
    pub(crate) levels: Levels,
    /// A folder with the meshes and textures that Roblox models name, in files whose names have the numbers of the assets, or
    /// the hashes of their content.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) assets: Option<PathBuf>,
    /// Bones, attachments and welds of Roblox models become nodes; with --rig=MODEL, the keyframes of Roblox animations
    /// move the joints of that model. Without one, they move a rig of blocks. With `sl-avatar` as the input, writes the
    /// skeleton of Second Life's avatar, to rig on.
    #[arg(long, value_name = "MODEL", num_args = 0..=1, require_equals = true, default_missing_value = "", hide_short_help = true)]
    pub(crate) rig: Option<String>,
    /// Take parts of Roblox places outside of the workspace, too.
    #[arg(long, hide_short_help = true)]
    pub(crate) all_parts: bool,
    /// How facial poses of Roblox meshes become animations.
    #[arg(long, value_name = "LAYOUT", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) facs: Facs,
    /// What numbers in names such as chair_LOD1 mean, in models of other programs.
    #[arg(long, value_name = "ORDER", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) lod_order: LodOrder,
    #[command(flatten)]
    pub(crate) joints: Joints,
    /// The animation that becomes one of Second Life, by its name, or by its number from 0; by default the first.
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) animation: Option<String>,
    /// What a mesh of Second Life collides with: box, hull, hulls:N, level:N or none.
    ///
    /// `hulls:8` is at most eight hulls with about the shape of the model; `level:3` are the triangles of the coarsest
    /// level of detail. By default, objects whose names end in _PHYS and _HULL_000 are taken.
    #[arg(long, value_name = "SHAPE")]
    pub(crate) physics: Option<rezkit::exchange::Physics>,
    /// Leave out triangles of a physics shape that the uploader of Second Life rejects.
    #[arg(long, hide_short_help = true)]
    pub(crate) drop_degenerate: bool,
    /// Write the materials of a mesh of Second Life beside it as material assets, with their images.
    #[arg(long, hide_short_help = true)]
    pub(crate) materials: bool,
    /// Make a Roblox model of the meshes of a scene: MeshParts, whose meshes and pictures are written to this folder.
    ///
    /// Beside them is a list of the addresses that the parts have for them. Fill in the numbers that they get on upload,
    /// and `rez set --map-assets` puts these into the model. Until then, --assets finds the files by these addresses.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) meshes: Option<PathBuf>,
    /// Compress the geometry of Roblox meshes by Draco, which makes them version 7.00; with so many bits for positions,
    /// 1 to 30, or without loss.
    #[arg(long, value_name = "BITS", hide_short_help = true, num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = draco)]
    pub(crate) draco: Option<rezkit::DracoOptions>,
    /// Keep nothing in glTF for the way back.
    #[arg(long, hide_short_help = true)]
    pub(crate) no_extras: bool,
    /// Write nothing if something would be lost; the exit status is then 1.
    #[arg(long)]
    pub(crate) lossless: bool,
    /// Overwrite existing files.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Print the report as JSON Lines; not with the standard output as output.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What becomes of the joints of a rig.
#[derive(Debug, Args)]
pub(crate) struct Joints {
    /// Give a joint another name, as in mixamorig:Hips=mPelvis; may be given more than once.
    #[arg(long, value_name = "OLD=NEW", value_parser = renaming, hide_short_help = true)]
    pub(crate) map_joint: Vec<(String, String)>,
    /// Take joints for those of Second Life's avatar by the names that they have in a rig: auto, mixamo, vrm, rigify,
    /// unreal, makehuman, r15, r6 or second-life.
    ///
    /// `auto` is the rig that most names are of, which the report tells, with what is left. Joints that the avatar does not
    /// have, such as those that twist, give their weights to the one that they belong to. Animations do it by themselves.
    #[arg(long, value_name = "RIG", hide_short_help = true)]
    pub(crate) rig_preset: Option<rezkit::exchange::RigPreset>,
    /// Let joints of a mesh of Second Life keep their positions, instead of those that the avatar has.
    ///
    /// Bones are not turned any more where they are bound, since those of the avatar are not. `pelvis=0.05` raises the
    /// avatar by so many metres while it wears the mesh, and `lock-scale` keeps the scale of joints that are moved:
    /// --joint-positions=pelvis=0.05,lock-scale
    #[arg(long, value_name = "OPTIONS", num_args = 0..=1, require_equals = true, default_missing_value = "", hide_short_help = true)]
    pub(crate) joint_positions: Option<rezkit::exchange::JointPositions>,
}

impl Joints {
    pub(crate) fn put(&self, options: &mut rezkit::exchange::AssetOptions) {
        options.joint_names.clone_from(&self.map_joint);
        options.rig = self.rig_preset;
        options.joint_positions = self.joint_positions;
    }

    /// Whether anything is said of them.
    pub(crate) fn has_any(&self) -> bool {
        !self.map_joint.is_empty() || self.rig_preset.is_some() || self.joint_positions.is_some()
    }
}

/// The levels of detail to make.
#[derive(Debug, Args)]
pub(crate) struct Levels {
    /// Make levels of detail: how many there are, or how many triangles each has, the finest first.
    ///
    /// Of a number of levels, the finest is as it is, and each other one has a third of the triangles of the one
    /// before, as in the uploader of Second Life's viewer. Where seams of texture coordinates stand in the way of a
    /// number, they are torn, and small parts are left out, which is reported.
    #[arg(long, value_name = "N|TRIANGLES,…", value_parser = lods)]
    pub(crate) lods: Option<LevelSizes>,
    /// Make levels of detail that differ by no more than this share of the size of each mesh, such as 0.01; each
    /// further level may differ by twice that of the one before.
    #[arg(long, value_name = "SHARE", value_parser = share, hide_short_help = true)]
    pub(crate) error: Option<f32>,
    /// Make levels of detail of a mesh of Second Life that cost no more than this; what is tried is shown.
    #[arg(long, value_name = "COST", value_parser = cost)]
    pub(crate) land_impact: Option<f64>,
    /// The size of the object in metres for --land-impact, as one number or three; by default that of the model.
    #[arg(long, value_name = "METRES", value_parser = scale, requires = "land_impact")]
    pub(crate) scale: Option<[f32; 3]>,
}

impl Levels {
    /// `None` if none are to be made.
    pub(crate) fn options(&self) -> Option<LodOptions> {
        if self.lods.is_none() && self.error.is_none() && self.land_impact.is_none() {
            return None;
        }
        let plan = match self.lods.clone() {
            Some(LevelSizes::Each(triangles)) => LevelPlan::with_triangles(triangles),
            Some(LevelSizes::Parts(n_levels, _)) => LevelPlan::levels(n_levels),
            _ if self.land_impact.is_some() => LevelPlan::halves(4),
            _ => LevelPlan::levels(4),
        };
        let plan = self.error.map_or(plan.clone(), |error| plan.max_error(error));
        let options = LodOptions::new(plan);
        let Some(limit) = self.land_impact.map(CostLimit::new) else { return Some(options) };
        Some(options.limit(self.scale.map_or(limit, |scale| limit.scale(scale))))
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Facs {
    /// An animation of a second for each pose.
    #[default]
    Poses,
    /// One animation with a pose a frame, as Roblox Studio imports heads.
    Studio,
}

impl From<Facs> for FacePoses {
    fn from(layout: Facs) -> Self {
        match layout {
            Facs::Poses => Self::Animations,
            Facs::Studio => Self::Studio,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LodOrder {
    /// By the names that there are, and the numbers of triangles.
    #[default]
    Guess,
    /// As in Second Life: LOD0 is the coarsest, and the finest has no number.
    Sl,
    /// As in game engines: LOD0 is the finest.
    Engine,
}

impl From<LodOrder> for LevelOrder {
    fn from(order: LodOrder) -> Self {
        match order {
            LodOrder::Guess => Self::Guess,
            LodOrder::Sl => Self::SecondLife,
            LodOrder::Engine => Self::Engine,
        }
    }
}

/// Draws pictures of models.
///
/// Meshes of Roblox, Second Life and Model 3D, Roblox models and places, glTF and OBJ can be drawn. The same file gives
/// the same pixels on every machine. Of several files or a folder, all pictures are on one sheet, with names. Parts
/// that lie far away from all others are left out, and named. If there is nothing to see, nothing is written, and the
/// exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez thumb robot.m3d -o robot.png" => "512 pixels each way, nothing behind the model"
    "rez thumb robot.m3d --action walk --time 0.5 --size 256x128 -o walk.png" => "a pose, in another size"
    "rez thumb robot.m3d chair.glb models -o sheet.png" => "files and folders on one sheet, with names"
})]
pub(crate) struct Thumb {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// Where to write the PNG; `-` is the standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// In pixels, up to 4096 each way: 512, or 640x480; by default 512, and 192 on a sheet, or less if there
    /// are many.
    #[arg(long, value_name = "SIZE", value_parser = pixels)]
    pub(crate) size: Option<(u32, u32)>,
    /// The level of detail; 0 is the finest.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) level: u8,
    /// The pose of this action or animation.
    #[arg(long, value_name = "NAME")]
    pub(crate) action: Option<String>,
    /// The time in the action, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, requires = "action")]
    pub(crate) time: f32,
    /// Where the camera stands, in degrees: around the model from its front (-Z of Roblox, +X of Second Life, otherwise
    /// +Z) to its left, and up.
    #[arg(long, value_name = "YAW,PITCH", default_value = "30,20", allow_hyphen_values = true, value_parser = pair)]
    pub(crate) view: (f32, f32),
    /// A folder with the meshes and textures that Roblox models name, in files whose names have the numbers of the assets, or
    /// the hashes of their content.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) assets: Option<PathBuf>,
    /// Draw parts of Roblox places outside of the workspace, too.
    #[arg(long)]
    pub(crate) all_parts: bool,
    /// The colour behind the model, such as ffffff; by default nothing, and light grey on a sheet.
    #[arg(long, value_name = "RRGGBB", value_parser = colour)]
    pub(crate) background: Option<[u8; 4]>,
    /// Overwrite the output.
    #[arg(short, long)]
    pub(crate) force: bool,
}

/// Opens a file in a browser, with the model in 3D.
///
/// The page has facts, findings, the tree and every byte, too. It needs no server and sends nothing. Where it is not
/// installed, a GLB for other programs is written instead, and its path is printed.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez view robot.m3d" => "a page with the file in it"
    "rez view --no-open chair.mesh" => "only the path of what was written"
})]
pub(crate) struct View {
    /// A file; `-` is the standard input.
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Where to write; by default a folder for temporary files, which a later call removes when it is a day old.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// The page, rezkit.html; by default the one beside this program.
    #[arg(long, value_name = "PATH")]
    pub(crate) page: Option<PathBuf>,
    /// Only write, and start no browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Overwrite the output.
    #[arg(short, long)]
    pub(crate) force: bool,
}

/// Lists everything of one kind in files, and where it is.
#[derive(Debug, Args)]
#[command(name = "list", after_help = examples! {
    "rez list classes place.rbxl" => "the number of instances of each class"
    "rez list assets place.rbxl --where 'class=Decal'" => "asset ids and addresses of decals, and where they are used"
})]
pub(crate) struct ListVerb {
    /// What to list.
    #[arg(value_enum)]
    pub(crate) what: What,
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// Only in the instances that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) query: Option<rezkit::Query>,
    #[command(flatten)]
    pub(crate) many: Many,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Scripts, with the length of their source.
    Scripts,
    /// Asset ids and addresses, and assets inside the file.
    Assets,
    /// Classes or kinds of parts, with their counts.
    Classes,
    /// Strings.
    Strings,
    /// Ids and contents that occur more than once.
    Duplicates,
    /// References to something that does not exist.
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

/// Copies files into folders by format, under names by content.
///
/// A file is called by the first 16 digits of its SHA-256 and the ending of its format. Files with the same content
/// become one, and none is ever overwritten. Archives are files like others.
#[derive(Debug, Args)]
#[command(name = "sort", after_help = examples! {
    "rez sort downloads --into assets" => "copies such as assets/rbx-mesh/4f0c….mesh"
    "rez sort downloads --into assets --move" => "moves them instead"
})]
pub(crate) struct SortVerb {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// The folder that they are copied to, which is made if it is not there.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) into: PathBuf,
    /// Move files, and remove those whose content is there already.
    #[arg(long = "move")]
    pub(crate) is_move: bool,
    /// Write nothing, and print what would be done.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON Lines: one object per file.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Makes tables about many files, for databases.
///
/// DuckDB, Polars, Spark and other engines query them: a row for each file, content, finding, mesh, script and so on.
///
/// Archives (tar, zip, WARC; also tar and WARC in gzip) are read without extracting anything. Each content is read
/// once, however often it occurs, and is known by its SHA-256 in all tables. What cannot be read is a row with the
/// reason. Each table is a folder in the output, with a file per shard: an archive, or 10,000 files. docs/tables.md
/// lists all columns.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez table downloads -o tables" => "all tables but properties, as JSON Lines in tables/files, tables/contents and so on"
    "rez table --table findings downloads -o -" => "one table, on the standard output"
    "rez table --format parquet crawl-*.warc.gz -o tables --resume" => "goes on where an earlier run was stopped"
    "rez table --table properties --class Part --property Size place.rbxl -o -" => "one property of all parts"
    "duckdb -c \"SELECT format, count(*) FROM 'tables/contents/*.jsonl' GROUP BY 1\"" => "what is there, by format"
})]
pub(crate) struct Table {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// The folder of the tables, which is made if it is not there; or, for one table, `-` for the standard output.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// How rows are written.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: RowFormat,
    /// Only this table; may be given more than once. By default all but properties, which is large.
    #[arg(long = "table", value_name = "NAME", value_parser = tables())]
    pub(crate) tables: Vec<rezkit::table::Table>,
    /// In properties, only instances of this class; may be given more than once.
    #[arg(long = "class", value_name = "CLASS")]
    pub(crate) classes: Vec<String>,
    /// In properties, only this property; may be given more than once.
    #[arg(long = "property", value_name = "NAME")]
    pub(crate) properties: Vec<String>,
    /// In properties, how many bytes of a text or of other bytes are kept at most; of longer ones, the hash is.
    #[arg(long, value_name = "BYTES", default_value_t = 1024)]
    pub(crate) max_text: usize,
    /// How Parquet files are compressed: gzip if nothing else is said.
    #[arg(long, value_name = "METHOD", value_enum)]
    pub(crate) compression: Option<Compress>,
    /// Make only the shards that are not there yet, or of which a file could not be read.
    #[arg(long, conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Overwrite existing files.
    #[arg(short, long)]
    pub(crate) force: bool,
}

/// How rows are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// JSON Lines.
    #[default]
    Jsonl,
    /// Comma-separated values (RFC 4180), with a line of names.
    Csv,
    /// Apache Parquet.
    Parquet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compress {
    None,
    /// Faster.
    Lz4,
    /// Smaller.
    Gzip,
}

/// Takes out what is inside of a file, such as scripts and images.
///
/// These are scripts, embedded models, geometry, images and packed blocks. Scripts get the names that Rojo gives them,
/// in folders named as their instances; everything else is named by its content. Nothing is written outside of the
/// folder, and no name is one that a system reserves. Without -o it is only listed.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez extract chair.llmesh" => "what is inside"
    "rez extract place.rbxl --only script -o src" => "the scripts of a place, as a folder tree"
    "rez extract place.rbxl --rojo game" => "a project of Rojo, which `rez implant` puts back"
})]
pub(crate) struct Extract {
    /// A file; `-` is the standard input.
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// The folder that things are extracted to, which is made if it is not there.
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "list")]
    pub(crate) output: Option<PathBuf>,
    /// Write a place as a project of Rojo into this folder: services, folders and scripts as files, all else as models.
    ///
    /// A parent whose children cannot be files, since they share a name or have one that no file can have, is a model
    /// with all in it. What the project does not say is listed.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "list", "kinds"])]
    pub(crate) rojo: Option<PathBuf>,
    /// Only list what would be extracted, as happens without -o.
    #[arg(long)]
    pub(crate) list: bool,
    /// Only what is of this kind; may be given more than once.
    #[arg(long = "only", value_name = "KIND", value_enum)]
    pub(crate) kinds: Vec<Sort>,
    /// Only in the parts that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) query: Option<rezkit::Query>,
    /// Overwrite existing files.
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

/// Puts scripts back into the place that they were extracted from.
///
/// Everything else stays as it is. A script belongs to the file that `rez extract` gives it. Scripts without a file
/// stay as they are.
///
/// Of a project that `rez extract --rojo` made, all that changed is put back: sources, properties, models, files that
/// are new and files that are gone. Files that belong to nothing are named.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez implant place.rbxl game --dry-run" => "what changed in a project of Rojo"
    "rez implant place.rbxl src --dry-run" => "which scripts were changed, and how"
    "rez implant place.rbxl src --in-place" => "the same place with these scripts"
})]
pub(crate) struct Implant {
    #[command(flatten)]
    pub(crate) target: Target,
    /// The folder that `rez extract -o` or `--rojo` made.
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
    /// Replace the file, and keep the old one with `.bak` behind its name; one that is there already is only
    /// overwritten with --force.
    #[arg(long)]
    pub(crate) in_place: bool,
    /// Write nothing, and print what would change.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrite the output, or the copy of the old file.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// JSON Lines: an object that counts what was done, and with `--dry-run` before it one for each change; not with
    /// the standard output as output.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Makes levels of detail of a mesh from its finest one.
///
/// It takes meshes of Second Life and Roblox, and everything else of them stays as it is. Edges are collapsed, those
/// first that change the shape least. Borders, seams of texture coordinates and borders between materials stay; each
/// vertex is one of the finest level, with its normal, texture coordinates, colour and weights. A mesh that cannot have
/// so few triangles is reported, with the reason.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez lod chair.llmesh --lods 4 --dry-run" => "four levels, each with a third of the one before"
    "rez lod chair.mesh --lods 4000,1000,200,50 -o smaller.mesh" => "levels with so many triangles"
    "rez lod chair.llmesh --land-impact 2 --scale 1,1,2 -o cheap.llmesh" => "levels that cost no more than 2"
})]
pub(crate) struct Lod {
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) levels: Levels,
}

/// Sets single values; everything else stays byte by byte.
///
/// These are properties of instances, values of LLSD, titles and materials. Paths and values are as `rez print` prints
/// them; quotes around a text are optional. A value gets the type that the property has; with `--type`, properties,
/// keys and values of lists of LLSD are added. References are paths of other parts, or `null`; attributes have an `@`
/// before their names; any bytes are `base64(…)`. Nothing is written if a part or a property is not there, or a value
/// is not of that type.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez set place.rbxl Workspace/Door.Anchored=true --dry-run" => "what would change"
    "rez set place.rbxl Workspace/Door.size='(4, 7, 1)' --in-place" => "the size of a part"
    "rez set place.rbxl --where 'class=Part' Anchored=true --in-place" => "one value of all parts"
    "rez set settings.llsd chair.colour=red --type String --in-place" => "a new key of LLSD"
    "rez set place.rbxl --map-assets old-new.csv --dry-run" => "what would change if assets had other numbers"
})]
pub(crate) struct Set {
    #[command(flatten)]
    pub(crate) target: Target,
    /// What is set: the path of a part, a dot, the property, and the value; with --where, without the path. A `=` in a
    /// name is written as `\=`.
    #[arg(value_name = "PATH.PROPERTY=VALUE", required_unless_present_any = ["from", "map_assets"])]
    pub(crate) assignments: Vec<String>,
    /// Set it in all parts that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) query: Option<rezkit::Query>,
    /// A file with more of these, one on each line; `-` is the standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The type of properties that are not there yet, such as Bool, Float32, Vector3, or Integer in LLSD.
    #[arg(long = "type", value_name = "TYPE", hide_possible_values = true, value_parser = PossibleValuesParser::new(rezkit::VALUE_KINDS.iter().copied()))]
    pub(crate) kind: Option<String>,
    /// Replaces the addresses of assets in a model or place, by a CSV file of two columns, the old and the new: numbers,
    /// or whole addresses.
    #[arg(long, value_name = "OLD-NEW.CSV", conflicts_with = "query")]
    pub(crate) map_assets: Option<PathBuf>,
    /// With --map-assets, replaces addresses in the sources of scripts, too.
    #[arg(long, requires = "map_assets")]
    pub(crate) scripts: bool,
}

/// Removes properties or parts; everything else stays byte by byte.
///
/// - Models and places: CLASS.PROPERTY; as class, `*` stands for all.
///
/// - LLSD: `*.KEY`, from all maps.
///
/// - Model 3D: `titles`, or `name`, `licence`, `author`, `description`; `preview`; `assets`; `unknown` chunks.
///
/// - Second Life meshes and uploads: blocks by their names, such as `physics_havok`; `hashes`, `creator`, `date`.
///
/// - Roblox meshes: `facs`, `hsr`, `lods` (all but the finest), `unknown` chunks, `trailing` bytes.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez strip place.rbxl Part.Anchored --dry-run" => "what would change"
    "rez strip chair.llmesh skin --dry-run" => "a mesh without its joints"
    "rez strip place.rbxl '*.HistoryId' -o smaller.rbxl" => "a property of instances of any class"
})]
pub(crate) struct Strip {
    #[command(flatten)]
    pub(crate) target: Target,
    /// What is removed; with --where, a property without a class.
    #[arg(value_name = "CLASS.PROPERTY|PART", required = true)]
    pub(crate) what: Vec<String>,
    /// Only from the parts that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) query: Option<rezkit::Query>,
}

/// Moves values of old properties to those that replaced them.
///
/// It does as Roblox's engine does, and says each. Studio does the same when it opens a file; other programs may know
/// only the new properties. Where the new property is there already, the old one is removed, and a value that means
/// nothing stays. `rez check --profile roblox` finds such properties, and `rez --version -v` has the release of the
/// engine whose classes are known.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez migrate place.rbxl --dry-run" => "what would change"
    "rez migrate place.rbxl --in-place" => "the same place with the properties of today"
})]
pub(crate) struct Migrate {
    #[command(flatten)]
    pub(crate) target: Target,
}

/// Adds the instances of a model to another model or place.
///
/// They are the last in their new parent, and may come from the other encoding. References between them lead to the
/// copies. A value of LLSD is added by `rez set --type`.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez add place.rbxl Workspace house.rbxm --dry-run" => "what would be added"
    "rez add place.rbxl Workspace house.rbxm --in-place" => "the place with the house in it"
    "rez add house.rbxm '(file)' place.rbxl -o both.rbxm" => "at the top of the file"
})]
pub(crate) struct Add {
    #[command(flatten)]
    pub(crate) target: Target,
    /// The path of the instance that they go into, or (file) for the top.
    #[arg(value_name = "PARENT")]
    pub(crate) parent: String,
    /// The models whose instances are added.
    #[arg(value_name = "MODEL", required = true)]
    pub(crate) models: Vec<PathBuf>,
}

/// Removes instances with all that is in them; of LLSD, values.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez remove place.rbxl Workspace/Door --in-place" => "the place without the door"
    "rez remove place.rbxl --where 'class=Part and Transparency=1' --dry-run" => "which parts would go"
    "rez remove settings.llsd chair.legs --dry-run" => "LLSD without a key"
})]
pub(crate) struct Remove {
    #[command(flatten)]
    pub(crate) target: Target,
    /// What is removed.
    #[arg(value_name = "PART", required_unless_present = "query")]
    pub(crate) parts: Vec<String>,
    /// All instances that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) query: Option<rezkit::Query>,
}

/// Merges two changed copies of a model or place.
///
/// What THEIRS changed since BASE goes into OURS, by instance and property. What does not go together is listed and
/// stays as in OURS, and the exit status is then 1. Everything else of both sides is in the result, and what nobody
/// changed is as in OURS byte by byte. Sources of scripts are merged line by line; where lines do not go together, all
/// others are taken all the same. Without an output, only the conflicts are listed. The README shows how git uses it
/// for its merges.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez merge old.rbxl place.rbxl theirs.rbxl" => "what would not go together"
    "rez merge old.rbxl place.rbxl theirs.rbxl -o merged.rbxl" => "the place with the changes of both"
    "rez merge old.rbxl place.rbxl theirs.rbxl --prefer theirs -o merged.rbxl" => "where both changed a value, theirs"
    "git config merge.rez.driver 'rez merge --path=%P -fo %A -- %O %A %B'" => "what git merges files with the attribute merge=rez with"
})]
pub(crate) struct Merge {
    /// The file that both sides started from; an empty file stands for none.
    pub(crate) base: PathBuf,
    /// The file that we have now.
    pub(crate) ours: PathBuf,
    /// The file that the others have now.
    pub(crate) theirs: PathBuf,
    /// Where to write; `-` is the standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// What decides where both changed a property, or a line of a script; by default nothing, and OURS stays.
    ///
    /// What both moved, and what one removed and the other changed, stays a conflict.
    #[arg(long, value_name = "SIDE", value_enum)]
    pub(crate) prefer: Option<Side>,
    /// Put lines of scripts that both changed into the result, between markers as git makes them.
    #[arg(long, conflicts_with = "prefer")]
    pub(crate) markers: bool,
    /// Overwrite the output.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// What the file is called in messages, where OURS is a copy with another name.
    #[arg(long, value_name = "NAME")]
    pub(crate) path: Option<PathBuf>,
    /// JSON Lines: an object for each conflict, and one that counts what was done; not with the standard output as
    /// output.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The sides of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    Ours,
    Theirs,
    Base,
}

impl From<Side> for Prefer {
    fn from(side: Side) -> Self {
        match side {
            Side::Ours => Self::Ours,
            Side::Theirs => Self::Theirs,
            Side::Base => Self::Base,
        }
    }
}

/// Checks that files come back as they were when they are written.
///
/// An unchanged file must come back byte for byte, and a file that is written anew must have the same values.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez roundtrip models" => "check the promises of docs/laws.md on your own files"
})]
pub(crate) struct Roundtrip {
    #[command(flatten)]
    pub(crate) paths: Paths,
    #[command(flatten)]
    pub(crate) many: Many,
}

/// Lists the formats and what can be done with each.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez formats" => "a table"
    "rez formats --all" => "include formats that are only identified"
})]
pub(crate) struct Formats {
    /// Include formats that are only identified.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print JSON Lines: one object per format.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lets git show and merge models and places in a repository.
///
/// It adds lines to `.gitattributes` and keys to the configuration of the clone, which it shows first. What is there
/// already stays; of what `--undo` removes, each line and key is one that this verb adds.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez install-git --dry-run" => "what would be added to the repository of this folder"
    "rez install-git game --yes" => "adds it to another, without a question"
    "rez install-git game --undo" => "takes it back"
})]
pub(crate) struct InstallGit {
    /// A folder in the repository.
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Only show what would change.
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
    /// Do it without a question.
    #[arg(short, long)]
    pub(crate) yes: bool,
    /// Remove what was added.
    #[arg(long)]
    pub(crate) undo: bool,
}

/// Lists the rules that `rez check` checks.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez rules" => "all rules, by format"
    "rez rules rbxmesh --json" => "those of a format, with what to do, as JSON"
})]
pub(crate) struct Rules {
    /// Only those of this format, or whose names begin with this, such as RBM.
    #[arg(value_name = "FORMAT")]
    pub(crate) of: Option<String>,
    /// Print JSON Lines: one object per rule.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the JSON Schema of what --json prints.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez schema" => "the names of all schemas"
    "rez schema rezkit.check/1" => "that of lines of `rez check --json`"
})]
pub(crate) struct Schema {
    /// The name, as in the field `schema`; without it, the names are listed.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// Prints what a bug report about a file needs.
///
/// Versions, the structure of the file as sizes and counts, and the rules that it breaks: no names, values or bytes.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez bug-report chair.mesh" => "text for an issue"
})]
pub(crate) struct BugReport {
    /// A file; `-` is the standard input.
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
}

/// Prints a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez completions bash > rez.bash" => "a file for ~/.bashrc to source"
})]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Prints a manual page, or writes all of them to a folder.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez man | man -l -" => "the main page"
    "rez man check" => "the page of a verb"
})]
pub(crate) struct Man {
    /// The verb; the main page by default.
    pub(crate) verb: Option<String>,
    /// The folder to write all pages to.
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "verb")]
    pub(crate) output: Option<PathBuf>,
}

/// The names of targets, of which the help has the titles.
fn targets() -> impl TypedValueParser<Value = rezkit::Target> {
    let all = rezkit::Target::ALL.iter();
    let names = all.map(|target| PossibleValue::new(target.name()).help(target.title()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

fn packings() -> impl TypedValueParser<Value = Packing> {
    let all = Packing::ALL.iter();
    let names = all.map(|packing| PossibleValue::new(packing.name()).help(packing.title()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

fn profile(text: &str) -> Result<Profile, String> {
    let named = Profile::ALL.iter().find(|profile| profile.name() == text);
    let names: Vec<_> = Profile::ALL.iter().map(|profile| profile.name()).collect();
    named.copied().ok_or_else(|| format!("programs are {}", names.join(", ")))
}

/// `2`, or `0.5,0.5,2`.
fn scale(text: &str) -> Result<[f32; 3], String> {
    let lengths: Result<Vec<f32>, _> = text.split(',').map(|length| length.trim().parse()).collect();
    let scale = match lengths.as_deref() {
        Ok([length]) => [*length; 3],
        Ok([x, y, z]) => [*x, *y, *z],
        _ => return Err("expected one length or three, such as 0.5,0.5,2".to_owned()),
    };
    let is_size = |length: &f32| length.is_finite() && *length > 0.0;
    if scale.iter().all(is_size) { Ok(scale) } else { Err("lengths are above 0".to_owned()) }
}

/// `4`, or `4000,1000,200,50`.
fn lods(text: &str) -> Result<LevelSizes, String> {
    const MOST_LEVELS: usize = 8;
    let numbers: Result<Vec<usize>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    match numbers.as_deref() {
        Ok([number]) if (1..=MOST_LEVELS).contains(number) => {
            Ok(LevelSizes::Parts(u8::try_from(*number).unwrap_or(u8::MAX), 3))
        }
        Ok(numbers) if numbers.len() > MOST_LEVELS => Err(format!("there are at most {MOST_LEVELS} levels")),
        Ok(numbers) if numbers.contains(&0) => Err("a level has at least one triangle".to_owned()),
        Ok(numbers) if !numbers.is_sorted_by(|finer, coarser| finer >= coarser) => {
            Err("the finest level comes first, and none has more triangles than the one before".to_owned())
        }
        Ok(numbers) => Ok(LevelSizes::Each(numbers.to_vec())),
        Err(_) => {
            Err("expected a number of levels, or of the triangles of each, such as 4000,1000,200".to_owned())
        }
    }
}

/// A share of the size of a mesh.
fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share: &f32| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a share from 0 to 1, such as 0.01".to_owned())
}

fn cost(text: &str) -> Result<f64, String> {
    let cost = text.parse().ok().filter(|cost: &f64| cost.is_finite() && *cost > 0.0);
    cost.ok_or_else(|| "expected a cost above 0".to_owned())
}

fn mesh_version(text: &str) -> Result<MeshVersion, String> {
    let known = |version: &&MeshVersion| version.to_string() == text;
    MeshVersion::ALL.iter().find(known).copied().ok_or_else(|| {
        let all: Vec<_> = MeshVersion::ALL.iter().map(ToString::to_string).collect();
        format!("versions are {}", all.join(", "))
    })
}

fn draco(text: &str) -> Result<rezkit::DracoOptions, String> {
    match (text, text.parse()) {
        ("", _) => Ok(rezkit::DracoOptions::default()),
        (_, Ok(n_bits @ 1..=30)) => Ok(rezkit::exchange::draco_of_bits(n_bits)),
        _ => Err("1 to 30 bits, or nothing".into()),
    }
}

/// `position=0.001,normal=0.01`, or nothing.
fn weld(text: &str) -> Result<WeldOptions, String> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    parts.into_iter().try_fold(WeldOptions::default(), |weld, part| {
        let (name, number) =
            part.split_once('=').ok_or("expected an attribute and a number, as in normal=0.01")?;
        let tolerance: f32 = number.parse().map_err(|_| format!("{number} is no number"))?;
        if tolerance.is_nan() || tolerance < 0.0 {
            return Err("tolerances are 0 or more".to_owned());
        }
        match name {
            "position" => Ok(weld.position(tolerance)),
            "normal" => Ok(weld.normal(tolerance)),
            "uv" => Ok(weld.uv(tolerance)),
            "tangent" => Ok(weld.tangent(tolerance)),
            "colour" => Ok(weld.colour(tolerance)),
            _ => Err("attributes are position, normal, uv, tangent and colour".to_owned()),
        }
    })
}

/// `0x1f0`, `496`, `3:0x10`.
fn at(text: &str) -> Result<At, String> {
    text.parse().map_err(|_| "expected an offset such as 0x1f0, 496 or 3:0x10".to_owned())
}

/// `hips=mPelvis`.
fn renaming(text: &str) -> Result<(String, String), String> {
    let (old, new) = text.split_once('=').ok_or("expected two names, as in hips=mPelvis")?;
    Ok((old.to_owned(), new.to_owned()))
}

/// `512`, `640x480`.
fn pixels(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|pixels| (1..=4096).contains(pixels));
    number(width).zip(number(height)).ok_or_else(|| "expected 1 to 4096, as in 512 or 640x480".to_owned())
}

/// `30,20`.
fn pair(text: &str) -> Result<(f32, f32), String> {
    let numbers =
        text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers, as in 30,20".to_owned())
}

/// `ffffff`.
fn colour(text: &str) -> Result<[u8; 4], String> {
    let number = u32::from_str_radix(text.trim_start_matches('#'), 16).ok().filter(|_| text.len() >= 6);
    let [_, red, green, blue] =
        number.filter(|number| *number <= 0xff_ffff).ok_or("expected a colour such as ff8000")?.to_be_bytes();
    Ok([red, green, blue, 255])
}

/// `512M`, `2G`, `100000`.
/// Tables by their names. Assets, as `rez list` calls them, are what files refer to.
fn tables() -> impl TypedValueParser<Value = rezkit::table::Table> {
    use rezkit::table::Table;
    let names = Table::ALL.iter().map(|table| {
        let value = PossibleValue::new(table.name());
        if *table == Table::References { value.alias("assets") } else { value }
    });
    PossibleValuesParser::new(names).map(|name| {
        let is_named = |table: &&Table| table.name() == name;
        Table::ALL.iter().find(is_named).copied().unwrap_or(Table::References)
    })
}

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

    #[test]
    fn the_arguments_are_sound() {
        Cli::for_people(Cli::command(), None).debug_assert();
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(
            ["100000", "64k", "512M", "2 GiB"].map(size),
            [Ok(100_000), Ok(65_536), Ok(512 << 20), Ok(2 << 30)]
        );
        assert_eq!([scale("2"), scale("0.5, 1,2")], [Ok([2.0; 3]), Ok([0.5, 1.0, 2.0])]);
        assert!(["", "1,2", "-1", "nan", "inf"].into_iter().all(|text| scale(text).is_err()));
        assert!(size("much").is_err() && size("99999999999999999999G").is_err());
    }
}
