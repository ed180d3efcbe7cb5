//! Collects the messages of the program in one text, which a person can read from top to bottom.

use crate::workspace::{Workspace, below, files};
use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::io::Write;

/// The minimum number of words of a message. Shorter texts are names and units.
const FEWEST_WORDS: usize = 3;

/// The starts of attributes whose texts are for readers of the source.
const SILENT_ATTRIBUTES: [&str; 5] = ["doc=", "expect(", "allow(", "deprecated", "must_use"];

/// The macros whose texts are seen only if the program has a bug.
const ASSERTIONS: [&str; 8] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "unreachable",
    "panic",
];

/// Prints the messages of each file in the sources of the libraries and of the command.
pub(crate) fn run(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    for package in workspace.published() {
        let folder = workspace.root.join(&package.folder).join("src");
        let mut paths = files(&folder)?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs"));
        for path in paths {
            let text = fs::read_to_string(&path)?;
            let tokens = text.parse().map_err(|error| anyhow!("{}: {error}", path.display()))?;
            let mut messages = Vec::new();
            collect(tokens, &mut messages);
            if !messages.is_empty() {
                writeln!(out, "\n{}/src/{}", package.folder, below(&folder, &path))?;
            }
            for message in messages {
                writeln!(out, "  {message}")?;
            }
        }
    }
    Ok(())
}

/// Adds the messages among these tokens, except for those of tests, documentation, lints and assertions.
fn collect(tokens: TokenStream, messages: &mut Vec<String>) {
    let mut tokens = tokens.into_iter();
    let mut is_attribute = false;
    let mut is_assertion = false;
    let mut word = String::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if is_attribute && group.delimiter() == Delimiter::Bracket => {
                let text = group.stream().to_string().replace(' ', "");
                if text.starts_with("cfg(test)") || text.starts_with("cfg(all(test") {
                    // Up to the end of the item.
                    let _ = tokens.find(|token| match token {
                        TokenTree::Punct(punct) => punct.as_char() == ';',
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        _ => false,
                    });
                } else if !SILENT_ATTRIBUTES.iter().any(|start| text.starts_with(start)) {
                    collect(group.stream(), messages);
                }
            }
            TokenTree::Group(_) if is_assertion => {}
            TokenTree::Group(group) => collect(group.stream(), messages),
            TokenTree::Literal(literal) => messages.extend(message(&literal.to_string())),
            TokenTree::Punct(punct) if matches!(punct.as_char(), '#' | '!') => {
                is_attribute = punct.as_char() == '#' || is_attribute;
                is_assertion = punct.as_char() == '!' && ASSERTIONS.contains(&&*word);
                continue;
            }
            TokenTree::Ident(name) => {
                word = name.to_string();
                (is_attribute, is_assertion) = (false, false);
                continue;
            }
            TokenTree::Punct(_) => {}
        }
        word.clear();
        (is_attribute, is_assertion) = (false, false);
    }
}

/// The text of a string literal, if it is a message, with continued lines joined.
fn message(literal: &str) -> Option<String> {
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut lines = text.split("\\\n");
    let first = lines.next()?.to_owned();
    let text = lines.fold(first, |text, line| text + line.trim_start());
    let is_word =
        |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || ",.:;'".contains(c));
    (text.split(' ').filter(is_word).count() >= FEWEST_WORDS).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;
    use serde_json::json;

    #[test]
    fn messages_are_texts_of_several_words() {
        let text = "//! Docs of three words.\n#![doc = \"no message at all\"]\n/// Docs of a function.\n\
            #[command(about = \"what the help says\")] fn f() { a(\"there is no \\\n     such {part}\", \"two words\", b\"bytes of a text\"); }\n\
            #[expect(dead_code, reason = \"of two programs, one\")] fn i() { debug_assert!(a != b, \"the two are the same\"); }\n\
            #[cfg(test)] mod tests { fn g() { a(\"a message of tests\"); } }\nfn h() { a!(\"and one more, after tests\") }";
        let tree = Scratch::new(&[
            ("crates/toy/src/lib.rs", text),
            ("crates/toy/src/a/tests.rs", "fn f() { a(\"a message of tests\"); }"),
        ]);
        let mut out = Vec::new();
        run(&tree.member("crates/toy", json!({})).0, &mut out).unwrap();
        let expected = "\ncrates/toy/src/lib.rs\n  what the help says\n  there is no such {part}\n  and one more, after tests\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
