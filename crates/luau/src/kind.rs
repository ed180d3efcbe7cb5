//! The kinds of tokens.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The end of the script: after its last byte, or at a zero byte, where Luau stops reading.
    End,
    /// A name, which includes words such as `type` that are keywords in some places only.
    Name,
    /// A number.
    Number,
    /// A string in quotes.
    Quoted,
    /// A string in long brackets.
    Long,
    /// A string in backticks that contains no expressions.
    Template,
    /// The part of a string in backticks before its first expression.
    TemplateStart,
    /// The part of such a string between two expressions.
    TemplateMiddle,
    /// The part of such a string after its last expression.
    TemplateEnd,
    /// An attribute of a function, such as `@native`.
    Attribute,
    /// A keyword.
    Word(Word),
    /// An operator or punctuation, as its characters.
    Sign(&'static str),
    /// Characters that form no valid token.
    Broken(Broken),
}

/// The keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "a keyword is its name")]
pub enum Word {
    And,
    Break,
    Do,
    Else,
    Elseif,
    End,
    False,
    For,
    Function,
    If,
    In,
    Local,
    Nil,
    Not,
    Or,
    Repeat,
    Return,
    Then,
    True,
    Until,
    While,
}

/// Tokens that the lexer cannot read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Broken {
    /// A string without its end on the same line.
    String,
    /// A string in long brackets without its end, or a `[=` that does not begin one.
    Long,
    /// A comment in long brackets without its end.
    Comment,
    /// Two opening braces in a string in backticks, which Luau does not allow.
    Braces,
    /// A character with which no token begins.
    Character,
}

impl Word {
    /// All keywords with their spelling.
    const ALL: [(Self, &'static str); 21] = [
        (Self::And, "and"),
        (Self::Break, "break"),
        (Self::Do, "do"),
        (Self::Else, "else"),
        (Self::Elseif, "elseif"),
        (Self::End, "end"),
        (Self::False, "false"),
        (Self::For, "for"),
        (Self::Function, "function"),
        (Self::If, "if"),
        (Self::In, "in"),
        (Self::Local, "local"),
        (Self::Nil, "nil"),
        (Self::Not, "not"),
        (Self::Or, "or"),
        (Self::Repeat, "repeat"),
        (Self::Return, "return"),
        (Self::Then, "then"),
        (Self::True, "true"),
        (Self::Until, "until"),
        (Self::While, "while"),
    ];

    /// The keyword with this spelling.
    pub(crate) fn from_name(name: &[u8]) -> Option<Self> {
        if !(2..=8).contains(&name.len()) {
            return None;
        }
        Self::ALL.iter().find(|(_, spelling)| spelling.as_bytes() == name).map(|(word, _)| *word)
    }

    /// The spelling of the keyword.
    #[must_use]
    pub fn spelling(self) -> &'static str {
        Self::ALL.iter().find(|(word, _)| *word == self).map_or("", |(_, spelling)| spelling)
    }
}
