//! Splits the bytes of a script into tokens.

use super::kind::{Broken, Kind, Word};

/// A token and the bytes that it consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The kind.
    pub kind: Kind,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Token {
    /// The bytes of the token in the script.
    #[must_use]
    pub fn bytes<'s>(&self, source: &'s [u8]) -> &'s [u8] {
        source.get(self.start..self.end).unwrap_or_default()
    }
}

/// Reads the tokens of a script, without comments and white space.
#[derive(Debug, Clone)]
pub struct Lexer<'s> {
    source: &'s [u8],
    at: usize,
    /// The open braces inside a string in backticks; true for those that begin an expression in the string.
    braces: Vec<bool>,
}

/// Operators and punctuation; a longer one precedes a shorter one with which it begins.
const SIGNS: [&str; 43] = [
    "...", "..=", "//=", "..", "//", "==", "~=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "^=", "->", "::",
    "@[", "+", "-", "*", "/", "%", "^", "#", "<", ">", "=", "(", ")", "{", "}", "[", "]", ";", ":", ",", ".",
    "?", "|", "&", "~", "!",
];

impl<'s> Lexer<'s> {
    /// Starts at the beginning of a script.
    #[must_use]
    pub fn new(source: &'s [u8]) -> Self {
        Self { source, at: 0, braces: Vec::new() }
    }

    /// Reads the next token; after the last one, every call returns [`Kind::End`].
    pub fn next_token(&mut self) -> Token {
        loop {
            self.skip_while(is_space);
            let start = self.at;
            let kind = match self.byte() {
                b'-' if self.is_next("--") => match self.comment() {
                    Some(broken) => broken,
                    None => continue,
                },
                _ => self.kind(),
            };
            return Token { kind, start, end: self.at };
        }
    }

    fn kind(&mut self) -> Kind {
        let start = self.at;
        match self.byte() {
            0 => Kind::End,
            b'"' | b'\'' => self.quoted(),
            b'`' => {
                self.skip(1);
                self.template(Kind::TemplateStart, Kind::Template)
            }
            b'[' => match self.long_bracket() {
                Bracket::Long(n_equals) => match self.long_end(n_equals) {
                    true => Kind::Long,
                    false => Kind::Broken(Broken::Long),
                },
                Bracket::Single => Kind::Sign("["),
                Bracket::Malformed => Kind::Broken(Broken::Long),
            },
            b'{' => {
                self.skip(1);
                if !self.braces.is_empty() {
                    self.braces.push(false);
                }
                Kind::Sign("{")
            }
            b'}' => {
                self.skip(1);
                match self.braces.pop() {
                    Some(true) => self.template(Kind::TemplateMiddle, Kind::TemplateEnd),
                    _ => Kind::Sign("}"),
                }
            }
            b'@' if !self.is_next("@[") => {
                self.skip(1);
                self.skip_while(is_name);
                Kind::Attribute
            }
            b'.' if self.source.get(self.at.saturating_add(1)).is_some_and(u8::is_ascii_digit) => {
                self.number()
            }
            byte if byte.is_ascii_digit() => self.number(),
            byte if is_name(byte) => {
                self.skip_while(is_name);
                let name = self.source.get(start..self.at).unwrap_or_default();
                Word::from_name(name).map_or(Kind::Name, Kind::Word)
            }
            _ => match SIGNS.iter().find(|sign| self.is_next(sign)) {
                Some(sign) => {
                    self.skip(sign.len());
                    Kind::Sign(sign)
                }
                None => {
                    self.skip(1);
                    self.skip_while(|byte| byte & 0xc0 == 0x80);
                    Kind::Broken(Broken::Character)
                }
            },
        }
    }

    /// The byte at the current position, or 0 at the end of the script, which a zero byte also ends.
    fn byte(&self) -> u8 {
        self.source.get(self.at).copied().unwrap_or(0)
    }

    fn is_next(&self, text: &str) -> bool {
        self.source.get(self.at..).is_some_and(|rest| rest.starts_with(text.as_bytes()))
    }

    fn skip(&mut self, n: usize) {
        self.at = self.at.saturating_add(n).min(self.source.len());
    }

    fn skip_while(&mut self, fits: fn(u8) -> bool) {
        let rest = self.source.get(self.at..).unwrap_or_default();
        self.skip(rest.iter().position(|byte| !fits(*byte)).unwrap_or(rest.len()));
    }

    /// Skips a comment; returns an error token if it has no end.
    fn comment(&mut self) -> Option<Kind> {
        self.skip(2);
        if let Bracket::Long(n_equals) = self.long_bracket() {
            return (!self.long_end(n_equals)).then_some(Kind::Broken(Broken::Comment));
        }
        self.skip_while(|byte| !matches!(byte, 0 | b'\r' | b'\n'));
        None
    }

    /// Reads `[`, or `[[` with any number of `=` in between.
    fn long_bracket(&mut self) -> Bracket {
        if self.byte() != b'[' {
            return Bracket::Single;
        }
        self.skip(1);
        let start = self.at;
        self.skip_while(|byte| byte == b'=');
        let n_equals = self.at.saturating_sub(start);
        match self.byte() {
            b'[' => {
                self.skip(1);
                Bracket::Long(n_equals)
            }
            _ if n_equals == 0 => Bracket::Single,
            _ => Bracket::Malformed,
        }
    }

    /// Skips everything up to and including the end of a long bracket; returns false if there is none.
    fn long_end(&mut self, n_equals: usize) -> bool {
        loop {
            self.skip_while(|byte| byte != 0 && byte != b']');
            if self.byte() == 0 {
                return false;
            }
            self.skip(1);
            let start = self.at;
            self.skip_while(|byte| byte == b'=');
            if self.byte() == b']' && self.at.saturating_sub(start) == n_equals {
                self.skip(1);
                return true;
            }
        }
    }

    fn quoted(&mut self) -> Kind {
        let quote = self.byte();
        self.skip(1);
        loop {
            match self.byte() {
                0 | b'\r' | b'\n' => return Kind::Broken(Broken::String),
                b'\\' => self.escape(),
                byte => {
                    self.skip(1);
                    if byte == quote {
                        return Kind::Quoted;
                    }
                }
            }
        }
    }

    /// Skips an escape sequence, which may continue on the next line.
    fn escape(&mut self) {
        self.skip(1);
        match self.byte() {
            0 => {}
            b'\r' => {
                self.skip(1);
                if self.byte() == b'\n' {
                    self.skip(1);
                }
            }
            b'z' => {
                self.skip(1);
                self.skip_while(is_space);
            }
            _ => self.skip(1),
        }
    }

    fn template(&mut self, before_expression: Kind, at_end: Kind) -> Kind {
        loop {
            match self.byte() {
                0 | b'\r' | b'\n' => return Kind::Broken(Broken::String),
                // This brace does not begin an expression.
                b'\\' if self.is_next("\\u{") => self.skip(3),
                b'\\' => self.escape(),
                b'`' => {
                    self.skip(1);
                    return at_end;
                }
                b'{' => {
                    self.braces.push(true);
                    if self.is_next("{{") {
                        self.skip(2);
                        return Kind::Broken(Broken::Braces);
                    }
                    self.skip(1);
                    return before_expression;
                }
                _ => self.skip(1),
            }
        }
    }

    /// Skips characters that look like a number; [`number`](super::number) checks whether they are one.
    fn number(&mut self) -> Kind {
        self.skip_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_'));
        if matches!(self.byte(), b'e' | b'E') {
            self.skip(1);
            if matches!(self.byte(), b'+' | b'-') {
                self.skip(1);
            }
        }
        self.skip_while(is_name);
        Kind::Number
    }
}

/// The token that a `[` begins.
enum Bracket {
    /// A long bracket with this number of `=`.
    Long(usize),
    /// No long bracket: `[` is a token by itself.
    Single,
    /// A `[=` that does not continue as a long bracket.
    Malformed,
}

/// Returns true for white space in Luau.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
