//! The list of verbs on the page of `rez`, grouped by what people want to do.

use clap::Command;
use std::fmt::Write;

/// All verbs.
const GROUPS: &[(&str, &[&str])] = &[
    ("See what is in a file", &["info", "print", "thumb", "view", "identify", "check", "dump"]),
    ("Find things", &["query", "grep", "list", "refs"]),
    ("Compare and merge", &["diff", "merge", "roundtrip"]),
    (
        "Change models and places",
        &[
            "set", "rename", "replace", "new", "add", "copy", "move", "remove", "restore", "undo", "strip",
            "migrate",
        ],
    ),
    ("Convert", &["convert", "lod", "shrink", "extract", "implant", "sourcemap"]),
    ("Work with many files", &["sort", "table"]),
    (
        "Set up and learn",
        &["mcp", "install-git", "formats", "rules", "schema", "completions", "man", "bug-report", "help"],
    ),
];

/// The page of `rez`, with a line for each verb.
pub(super) fn template(rez: &Command) -> String {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n\x1b[1mCommands:\x1b[0m\n".to_owned();
    for (title, verbs) in GROUPS {
        let _ = writeln!(text, " {title}");
        for name in *verbs {
            let about = rez.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  \x1b[36m{name:<12}\x1b[0m {about}");
        }
    }
    text + "\n{options}{after-help}"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_verb_is_in_one_group() {
        let mut all: Vec<_> = GROUPS.iter().flat_map(|(_, verbs)| *verbs).copied().collect();
        all.sort_unstable();
        let rez = super::super::Cli::command();
        let mut verbs: Vec<_> = rez.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        verbs.sort_unstable();
        assert_eq!(all, verbs);
    }
}
