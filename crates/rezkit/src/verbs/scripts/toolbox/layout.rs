//! Scripts that are laid out so that nobody sees what they do.

use super::Add;
use crate::verbs::scripts::rules::{SCR111, SCR112, SCR113, SCR114};
use luau::{Kind, Lexer};

/// The number of blanks between code on a line from which the rest is taken to be outside the window of an
/// editor.
const FEWEST_BETWEEN: usize = 150;

/// The number of blanks at the beginning of a line from which its code counts as hidden; some people indent
/// very deep.
const FEWEST_BEFORE: usize = 300;

/// The number of empty lines between code from which readers take the gap for the end of the script.
const FEWEST_EMPTY: usize = 200;

/// The number of lines of a comment from which readers overlook code on its last line that precedes another
/// comment.
const LONG_COMMENT: usize = 10;

/// The shortest line of code that no person writes or reads, in bytes and in tokens: a line of data has few tokens.
const LONG_LINE: (usize, usize) = (10_000, 1_000);

/// The bytes that compiled Lua begins with.
pub(super) const BYTECODE: &[u8] = b"\x1bLua";

pub(super) fn check(source: &[u8], name: &[u8], add: &mut Add<'_>) {
    if source.starts_with(BYTECODE) {
        add(&SCR113, 0, "the source is compiled Lua".to_owned());
    }
    if is_invisible(name) {
        add(&SCR114, 0, format!("the name is {:?}", String::from_utf8_lossy(name)));
    }
    let (mut lexer, mut end, mut start_of_line, mut n_on_line) = (Lexer::new(source), 0, 0, 0_usize);
    loop {
        let token = lexer.next_token();
        if token.kind == Kind::End {
            return;
        }
        let between = source.get(end..token.start).unwrap_or_default();
        let is_first = end == 0 || between.contains(&b'\n');
        if let Some(last_break) = between.iter().rposition(|byte| *byte == b'\n') {
            start_of_line = end.saturating_add(last_break).saturating_add(1);
            n_on_line = 0;
        }
        let fewest = if is_first { FEWEST_BEFORE } else { FEWEST_BETWEEN };
        let after = source.get(token.start..).unwrap_or_default();
        if let Some(hidden) = hidden_between(between, after, fewest) {
            add(&SCR111, token.start, hidden);
        }
        n_on_line = n_on_line.saturating_add(1);
        if n_on_line == LONG_LINE.1 && long_from(source, start_of_line) {
            add(&SCR112, start_of_line, format!("a line of more than {} bytes", LONG_LINE.0));
        }
        end = token.end;
    }
}

/// The reason why readers overlook the code after a gap of blanks and comments; `None` if they do not.
fn hidden_between(gap: &[u8], after: &[u8], fewest_blanks: usize) -> Option<String> {
    let n_blanks = gap.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if n_blanks >= fewest_blanks {
        return Some(format!("code after {n_blanks} blanks"));
    }
    let rest = gap.trim_ascii_end();
    let empty = gap.get(rest.len()..).unwrap_or_default();
    let n_empty = memchr::memchr_iter(b'\n', empty).count();
    if n_empty >= FEWEST_EMPTY {
        return Some(format!("code after {n_empty} empty lines"));
    }
    if n_empty > 0 || !rest.ends_with(b"]") {
        return None;
    }
    let n_lines = memchr::memchr_iter(b'\n', rest).count();
    let line = after.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_between = n_lines >= LONG_COMMENT && memchr::memmem::find(line, b"--[").is_some();
    is_between.then(|| format!("code between two comments, the first of {n_lines} lines"))
}

/// Returns true if the line at `start` has at least as many bytes as [`LONG_LINE`].
fn long_from(source: &[u8], start: usize) -> bool {
    let line = source.get(start..start.saturating_add(LONG_LINE.0));
    line.is_some_and(|line| !line.contains(&b'\n'))
}

/// Returns true for a name without visible characters.
fn is_invisible(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    let is_unseen = |letter: char| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{3164}' | '\u{feff}')
    };
    !name.is_empty() && name.chars().all(is_unseen)
}
