//! Search in the lines of scripts.

use dom::names::is_script;
use files::File;
use files::outline::Paths;
use regex_lite::{Match, NoExpand, Regex, RegexBuilder};
use scene::{Problem, ProblemKind, Warnings};
use serde::Serialize;
use std::ops::ControlFlow;

/// A pattern for lines: a regular expression in the syntax of ripgrep, without look-around.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: Regex,
    /// Text that every match contains, which is searched first because that is faster; may be empty.
    needle: String,
    /// True if the pattern is literal text; its replacement is then literal, too.
    is_literal: bool,
}

impl Pattern {
    /// Compiles a pattern; `ignores_case` makes it case-insensitive.
    ///
    /// # Errors
    ///
    /// If the pattern is not a valid regular expression.
    pub fn new(pattern: &str, ignores_case: bool) -> Result<Self, Problem> {
        let regex = RegexBuilder::new(pattern).case_insensitive(ignores_case).build();
        let needle = if ignores_case { String::new() } else { needle(pattern) };
        regex.map(|regex| Self { regex, needle, is_literal: false }).map_err(|error| {
            let message = format!("this is not a regular expression: {error}");
            Problem::new(ProblemKind::Value, message).help("to search for the literal text, use -F")
        })
    }

    /// A pattern that matches literal text.
    ///
    /// # Errors
    ///
    /// If the text is too long.
    pub fn literal(text: &str, ignores_case: bool) -> Result<Self, Problem> {
        Ok(Self { is_literal: true, ..Self::new(&regex_lite::escape(text), ignores_case)? })
    }

    /// Returns true if the pattern matches a part of a line.
    ///
    /// ```
    /// # use rezkit::Pattern;
    /// assert!(Pattern::new("get(s|p)", true)?.fits("game:GetService('Players')"));
    /// assert!(!Pattern::literal("(", false)?.fits("a = 1"));
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    #[must_use]
    pub fn fits(&self, line: &str) -> bool {
        line.contains(&self.needle) && self.regex.is_match(line)
    }

    /// A text with all matches replaced, and the number of these.
    pub(super) fn replaced(&self, text: &str, with: &str) -> (String, usize) {
        if !text.contains(&self.needle) {
            return (String::new(), 0);
        }
        let n = self.regex.find_iter(text).count();
        let new = match self.is_literal {
            true => self.regex.replace_all(text, NoExpand(with)),
            false => self.regex.replace_all(text, with),
        };
        (new.into_owned(), n)
    }

    fn find<'l>(&self, line: &'l str) -> Option<Match<'l>> {
        line.contains(&self.needle).then(|| self.regex.find(line)).flatten()
    }
}

/// The longest literal text that every match of an expression contains. Groups and classes are not examined.
fn needle(expression: &str) -> String {
    let (mut texts, mut rest) = (vec![String::new()], expression.chars());
    while let Some(letter) = rest.next() {
        let plain = match letter {
            '|' | '(' | '[' => return String::new(),
            '\\' => match rest.next() {
                Some(letter) if letter.is_ascii_punctuation() => Some(letter),
                Some('b' | 'B' | 'd' | 'D' | 's' | 'S' | 'w' | 'W') => None,
                _ => return String::new(),
            },
            '?' | '*' | '{' => {
                // The operand of `?`, `*` or `{` may be absent.
                texts.last_mut().and_then(String::pop);
                if letter == '{' {
                    rest.find(|letter| *letter == '}');
                }
                None
            }
            // The operand of `+` occurs at least once.
            '.' | '^' | '$' | '+' => None,
            letter => Some(letter),
        };
        match (plain, texts.last_mut()) {
            (Some(letter), Some(text)) => text.push(letter),
            _ => texts.push(String::new()),
        }
    }
    texts.into_iter().max_by_key(String::len).unwrap_or_default()
}

/// A line of a script.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FoundLine {
    /// The shape of this result: `rezkit.grep/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.grep/1")))]
    pub schema: &'static str,
    /// The path of the script.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column of the first character that matches, counted in characters from 1.
    pub column: usize,
    /// The line as it is, without its end.
    pub text: String,
}

/// Passes the lines of all scripts that match a pattern to `take`, in the order of the file.
///
/// ```
/// use rezkit::{File, OpenOptions, Pattern, grep};
/// use std::ops::ControlFlow;
///
/// let place = br#"<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string>
///     <ProtectedString name="Source">local a = 1
/// print(a)</ProtectedString></Properties></Item></roblox>"#;
/// let mut found = Vec::new();
/// grep(&File::open(place, &OpenOptions::default())?, &Pattern::new(r"print\(", false)?, &mut |line| {
///     found.push((line.path, line.line, line.text));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(found, [("Main".to_owned(), 2, "print(a)".to_owned())]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, its format has no scripts, or the results exceed the memory limit.
pub fn grep(
    file: &File<'_>,
    pattern: &Pattern,
    take: &mut dyn FnMut(FoundLine) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let format = file.identity().format;
    if !format.is_roblox() {
        let message = format!("there are no scripts in {}", format.in_words());
        return Err(
            Problem::new(ProblemKind::Unsupported, message).help("`rez list strings` lists its texts")
        );
    }
    let memory = file.allowance();
    file.outline(&mut |outline| {
        let Some(view) = outline.instances() else { return Ok(()) };
        let paths = Paths::new(outline);
        let mut all = view.iter().filter(|(_, instance)| is_script(instance.class()));
        let _ = all.try_for_each(|(number, instance)| {
            let mut path = None;
            let source = instance.bytes("Source").unwrap_or_default();
            for (line, text) in (1..).zip(source.split(|byte| *byte == b'\n')) {
                let text = String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text));
                let Some(found) = pattern.find(&text) else { continue };
                let path = path.get_or_insert_with(|| paths.path(outline, number));
                // A control character takes six characters in JSON (`\u0000`).
                memory.pay(path.len().saturating_add(text.len()).saturating_mul(6).saturating_add(100))?;
                let before = text.get(..found.start()).unwrap_or_default();
                let column = before.chars().count().saturating_add(1);
                let (path, text) = (path.clone(), text.into_owned());
                take(FoundLine { schema: "rezkit.grep/1", path, line, column, text })?;
            }
            ControlFlow::Continue(())
        });
        memory.end()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_looked_for_first_that_no_line_can_do_without() {
        for (expression, expected) in [
            ("value39\\b", "value39"),
            ("ab?cd", "cd"),
            ("abc{0,2}d", "ab"),
            ("abc*", "ab"),
            ("a+bc", "bc"),
            ("^x.Parent$", "Parent"),
            ("game\\.Work", "game.Work"),
            ("\\bé*é", "é"),
            ("\\x41BC", ""),
            ("abc|d", ""),
            ("ab(c)?", ""),
            ("[abc]def", ""),
            ("", ""),
        ] {
            assert_eq!(needle(expression), expected, "{expression}");
            let pattern = Pattern::new(expression, false).unwrap();
            for line in [
                "value39",
                "acd",
                "ab",
                "abd",
                "abccd",
                "aabc",
                "xyParent",
                "game.Work",
                "é",
                "ABC",
                "d",
                "f",
            ] {
                assert_eq!(pattern.fits(line), pattern.regex.is_match(line), "{expression} {line}");
                assert_eq!(pattern.find(line).is_some(), pattern.fits(line));
            }
        }
        assert!(Pattern::new("PARENT", true).unwrap().fits("a.parent"));
    }
}
