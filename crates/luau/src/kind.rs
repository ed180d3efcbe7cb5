//! The kinds of tokens.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The end of the script: its last byte, or a byte of zero, where Luau stops reading.
    End,
    /// A name, which includes words such as `type` that are keywords in some places only.
    Name,
    /// A number.
    Number,
    /// A string in quotes.
    Quoted,
    /// A string in long brackets.
    Long,
    /// A string in backticks without expressions.
    Template,
    /// The part of a string in backticks before its first expression.
    TemplateStart,
    /// A part between two expressions.
    TemplateMiddle,
    /// The part after the last expression.
    TemplateEnd,
    /// An attribute of a function, such as `@native`.
    Attribute,
    /// A keyword.
    Word(Word),
    /// An operator or another sign, by its characters.
    Sign(&'static str),
    /// Something that is no token.
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
    /// A string in long brackets, or a `[=` that begins none.
    Long,
    /// A comment in long brackets without its end.
    Comment,
    /// Two opening braces in a string in backticks.
    Braces,
    /// A character that is no part of Luau.
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

    /// The keyword that is spelled like this.
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
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
