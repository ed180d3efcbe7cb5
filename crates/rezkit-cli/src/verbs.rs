//! The command line and its verbs. Each verb has a file with its arguments, its help and its output.

mod add;
mod bug_report;
mod check;
mod completions;
mod convert;
mod copy;
mod diff;
mod dump;
mod extract;
mod formats;
mod grep;
mod groups;
mod identify;
mod implant;
mod info;
mod install_git;
mod list;
mod lod;
mod man;
mod mcp;
mod merge;
mod migrate;
mod move_to;
mod new;
mod print;
mod query;
mod refs;
mod remove;
mod rename;
mod replace;
mod restore;
mod roundtrip;
mod rules;
mod schema;
mod set;
mod shrink;
mod sort;
mod sourcemap;
mod strip;
mod table;
mod thumb;
mod undo;
mod view;

use crate::args::{Common, examples};
use crate::batch::n_threads;
use crate::done::Ending;
use crate::output::Out;
use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Style};
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use rezkit::threads;
use std::ffi::OsString;
use std::ops::Deref;
use std::path::Path;

/// Defines the enum of verbs, each with its arguments, and the groups of the help.
macro_rules! verbs {
    ($($group:literal { $($(#[$how:meta])* $verb:ident($file:ident::$arguments:ident),)* })*) => {
        #[derive(Debug, Subcommand)]
        enum Verb {
            $($($(#[$how])* $verb(Late<$file::$arguments>),)*)*
        }

        /// The verbs of each group, as they are called in the enum.
        const GROUPS: &[(&str, &[&str])] = &[$(($group, &[$(stringify!($verb)),*])),*];

        impl Verb {
            fn run(&self, common: &Common, out: &mut Out) -> Ending {
                match self {
                    $($(Self::$verb(arguments) => $file::run(arguments, common, out),)*)*
                }
            }

            /// The definition of a single verb by its name; `None` for names of several words.
            fn only(name: &str) -> Option<Command> {
                match name {
                    _ if name.contains('_') => None,
                    $($(stringify!($file) => Some(Late::<$file::$arguments>::augment_args(Command::new(stringify!($file)))),)*)*
                    _ => None,
                }
            }
        }
    };
}

// The verbs in the order and the groups of the help: by what people want to do.
verbs! {
    "See what is in a file" {
        #[command(alias = "du")]
        Info(info::InfoArgs),
        #[command(alias = "cat")]
        Print(print::PrintArgs),
        Thumb(thumb::ThumbArgs),
        View(view::ViewArgs),
        Identify(identify::IdentifyArgs),
        Check(check::CheckArgs),
        #[command(alias = "view-binary")]
        Dump(dump::DumpArgs),
    }
    "Find things" {
        Query(query::QueryArgs),
        Grep(grep::GrepArgs),
        #[command(alias = "ls")]
        List(list::ListArgs),
        Refs(refs::RefsArgs),
    }
    "Compare and merge" {
        Diff(diff::DiffArgs),
        Merge(merge::MergeArgs),
        Roundtrip(roundtrip::RoundtripArgs),
    }
    "Change models and places" {
        Set(set::SetArgs),
        Rename(rename::RenameArgs),
        Replace(replace::ReplaceArgs),
        New(new::NewArgs),
        Add(add::AddArgs),
        #[command(alias = "cp")]
        Copy(copy::CopyArgs),
        #[command(alias = "mv")]
        Move(move_to::MoveArgs),
        #[command(alias = "rm")]
        Remove(remove::RemoveArgs),
        Restore(restore::RestoreArgs),
        Undo(undo::UndoArgs),
        Strip(strip::StripArgs),
        Migrate(migrate::MigrateArgs),
    }
    "Convert" {
        Convert(convert::ConvertArgs),
        Lod(lod::LodArgs),
        Shrink(shrink::ShrinkArgs),
        Extract(extract::ExtractArgs),
        Implant(implant::ImplantArgs),
        Sourcemap(sourcemap::SourcemapArgs),
    }
    "Work with many files" {
        Sort(sort::SortArgs),
        Table(table::TableArgs),
    }
    "Set up and learn" {
        Mcp(mcp::McpArgs),
        InstallGit(install_git::InstallGitArgs),
        Formats(formats::FormatsArgs),
        Rules(rules::RulesArgs),
        Schema(schema::SchemaArgs),
        Completions(completions::CompletionsArgs),
        Man(man::ManArgs),
        BugReport(bug_report::BugReportArgs),
    }
}

/// The end of the help page that lists all verbs.
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
/// names, even inside gzip, zlib and zstd. `-` reads stdin, folders are searched for files, and `@LIST`
/// stands for the paths in a file, one on each line. Results go to stdout, messages to stderr.
#[derive(Debug, Parser)]
#[command(
    name = "rez",
    version,
    styles = STYLES,
    max_term_width = 80,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "rez VERB -h lists the options of a verb, and rez help VERB explains them.\nrez help has the options of all verbs, and the exit statuses.",
    after_long_help = AFTER_ALL
)]
struct Rez {
    #[command(flatten)]
    common: Common,
}

/// The parsed command line.
pub(crate) struct Cli {
    pub(crate) common: Common,
    verb: Verb,
}

impl Cli {
    /// Parses the command line of this process.
    ///
    /// # Errors
    ///
    /// If the arguments are invalid, or help is requested.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut words = shell_words(std::env::args_os().collect());
        // Only the verb in use is defined, because defining all of them takes longer than identifying a file.
        let only = words.get(1).and_then(|word| word.to_str()).and_then(Verb::only);
        let rez = only.map_or_else(Self::command, |verb| Rez::command().subcommand(verb));
        let verb = words.get(1).and_then(|word| rez.find_subcommand(word));
        let mut called = verb.map(|verb| verb.get_name().to_owned());
        // A file without a verb is shown by `info`, which is how a file dropped on the program arrives.
        let is_file = |word: &OsString| word != "help" && Path::new(word).exists();
        if called.is_none() && words.get(1).is_some_and(is_file) {
            words.insert(1, "info".into());
            called = Some("info".to_owned());
        }
        if called.as_deref() == Some("convert") {
            convert::join_rig(&mut words);
        }
        let mut rez = Self::for_people(rez, called.as_deref());
        let found = rez.try_get_matches_from_mut(words)?;
        let call = Common::from_arg_matches(&found)
            .and_then(|common| Verb::from_arg_matches(&found).map(|verb| Self { common, verb }));
        call.map_err(|error| error.format(&mut rez))
    }

    /// The command with all verbs.
    fn command() -> Command {
        Verb::augment_subcommands(Rez::command())
    }

    /// Runs the verb.
    pub(crate) fn run(&self, out: &mut Out) -> Ending {
        // Verbs with several files process them in parallel instead of sharing the work on each.
        threads::share(n_threads(&self.common), || self.verb.run(&self.common, out))
    }

    /// Prepares the help: common options are shown only on the page that lists all verbs. With `verb`, only the page of
    /// that verb is prepared.
    fn for_people(rez: Command, verb: Option<&str>) -> Command {
        // clap adds global options to the page of each verb, unless the verb has an argument with the same name, here a
        // hidden one.
        let common = rez.get_arguments().filter(|option| option.is_global_set());
        let common: Vec<_> = common.map(|option| option.clone().hide(true)).collect();
        if let Some(verb) = verb {
            return rez.mut_subcommand(verb, |verb| verb.args(common));
        }
        let mut rez = rez.mut_subcommands(|verb| verb.args(common.clone()));
        // The descriptions of verbs for this page are only known after building.
        rez.build();
        let template = groups::template(&rez);
        rez.help_template(template)
    }
}

/// Replaces words of the shell that stand for a verb with options: `du FILE` for the largest instances, `ls FILE PATH` for
/// the children of an instance.
fn shell_words(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_file = |word: &OsString| Path::new(word).is_file();
    match words.get(1).and_then(|word| word.to_str()) {
        Some("du") if words.get(2).is_some_and(is_file) => words.insert(2, "--largest".into()),
        Some("ls") if words.get(2).is_some_and(is_file) => {
            let parent = words.get(3).and_then(|path| path.to_str()).filter(|path| !path.starts_with('-'));
            let children = parent.map_or_else(
                || "> Instance".to_owned(),
                |path| format!("Parent=\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"")),
            );
            let end = if parent.is_some() { 4 } else { 3 };
            words.splice(3..end, [children.into()]);
            words[1] = "query".into();
        }
        _ => {}
    }
    words
}

/// Arguments of a verb that are defined only when the verb is called, because defining those of all verbs takes longer
/// than reading a mesh.
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
            // `-h` ends with a pointer to the full help, and `--help` with the examples.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_sound() {
        Cli::for_people(Cli::command(), None).debug_assert();
    }

    #[test]
    fn a_verb_alone_is_as_among_all() {
        let help = |rez: Command, name: &str| {
            let mut rez = Cli::for_people(rez, Some(name));
            let found = rez.try_get_matches_from_mut(["rez", name, "--help"]);
            found.unwrap_err().to_string()
        };
        let all = Cli::command();
        for name in all.get_subcommands().map(Command::get_name) {
            match Verb::only(name) {
                Some(verb) => {
                    assert_eq!(help(Rez::command().subcommand(verb), name), help(all.clone(), name))
                }
                None => assert!(name.contains('-') || name == "move", "{name}"),
            }
        }
        assert!(["install_git", "helps", ""].into_iter().all(|name| Verb::only(name).is_none()));
    }
}
