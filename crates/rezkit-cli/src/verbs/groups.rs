//! The list of verbs on the page of `rez`, grouped by what people want to do.

use super::GROUPS;
use clap::Command;
use std::fmt::Write;

/// The page of `rez`, with a line for each verb.
pub(super) fn template(rez: &Command) -> String {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n\x1b[1mCommands:\x1b[0m\n".to_owned();
    let line = |text: &mut String, name: &str| {
        let about = rez.find_subcommand(name).and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "  \x1b[36m{name:<12}\x1b[0m {about}");
    };
    for (title, verbs) in GROUPS {
        let _ = writeln!(text, " {title}");
        verbs.iter().for_each(|verb| line(&mut text, &in_kebab_case(verb)));
    }
    line(&mut text, "help");
    text + "\n{options}{after-help}"
}

/// The name on the command line of a verb of the enum: `install-git` for `InstallGit`.
fn in_kebab_case(verb: &str) -> String {
    let mut name = String::new();
    for character in verb.chars() {
        if character.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_describes_a_verb() {
        let mut rez = super::super::Cli::command();
        rez.build();
        for verb in GROUPS.iter().flat_map(|(_, verbs)| *verbs) {
            let name = in_kebab_case(verb);
            let about = rez.find_subcommand(&name).and_then(Command::get_about);
            assert!(about.is_some_and(|about| !about.to_string().is_empty()), "{name}");
        }
    }
}
