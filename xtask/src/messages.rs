//! Collects the messages of the program in one text, which a person can read from top to bottom.

use crate::workspace::{Workspace, below, files};
use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::io::Write;

/// The minimum number of words of a message. Shorter texts are names and units.
const FEWEST_WORDS: usize = 3;

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

/// Adds the messages among these tokens, except for those of tests and for documentation.
fn collect(tokens: TokenStream, messages: &mut Vec<String>) {
    let mut tokens = tokens.into_iter();
    let mut is_attribute = false;
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
                } else if !text.starts_with("doc=") {
                    collect(group.stream(), messages);
                }
            }
            TokenTree::Group(group) => collect(group.stream(), messages),
            TokenTree::Literal(literal) => messages.extend(message(&literal.to_string())),
            TokenTree::Punct(punct) if matches!(punct.as_char(), '#' | '!') => {
                is_attribute = punct.as_char() == '#' || is_attribute;
                continue;
            }
            _ => {}
        }
        is_attribute = false;
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
