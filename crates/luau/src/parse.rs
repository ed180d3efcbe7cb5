//! Parses tokens, and reports steps.

mod expressions;
mod statements;
mod task;
mod types;

use super::error::{Position, SyntaxError};
use super::kind::{Broken, Kind, Word};
use super::lexer::{Lexer, Token};
use super::literal;
use super::step::{Op, Step};
use task::{Statement, Task};

/// Parses a script, and passes its steps to `report`, up to the first syntax error.
///
/// ```
/// use luau::{Op, parse};
///
/// let source = b"print(1 + 2)";
/// let mut steps = Vec::new();
/// parse(source, &mut |step| steps.push(step.op))?;
/// assert_eq!(steps, [Op::Name, Op::Constant, Op::Constant, Op::Binary, Op::Call(1), Op::Drop]);
/// # Ok::<(), luau::SyntaxError>(())
/// ```
///
/// # Errors
///
/// The first syntax error.
pub fn parse(source: &[u8], report: &mut dyn FnMut(Step)) -> Result<(), SyntaxError> {
    let mut lexer = Lexer::new(source);
    let token = lexer.next_token();
    let main = Function { has_rest: true, n_loops: 0 };
    let mut parser = Parser {
        source,
        lexer,
        token,
        ahead: None,
        before: Token { kind: Kind::End, start: 0, end: 0 },
        tasks: vec![Task::Statement(Statement::Block)],
        functions: vec![main],
        last: Shape::Value,
        report,
    };
    while let Some(task) = parser.tasks.pop() {
        parser.perform(task)?;
    }
    match parser.token.kind {
        Kind::End => Ok(()),
        _ => Err(parser.expected("a statement or the end of the script")),
    }
}

/// Checks the syntax of a script.
///
/// ```
/// let error = luau::check(b"local x = = 3").unwrap_err();
/// assert_eq!((error.offset, &*error.message), (10, "expected an expression, found `=`"));
/// assert_eq!(luau::check(b"local x: number? = if y then 1 else 2"), Ok(()));
/// ```
///
/// # Errors
///
/// The first syntax error.
pub fn check(source: &[u8]) -> Result<(), SyntaxError> {
    parse(source, &mut |_| ())
}

/// The maximum number of pending tasks. Luau refuses scripts with more than 1,000 levels of nesting, each of
/// which takes at most a dozen tasks here.
const MOST_TASKS: usize = 1 << 15;

struct Parser<'s, 'r> {
    source: &'s [u8],
    lexer: Lexer<'s>,
    /// The current token.
    token: Token,
    /// The token after the current one, if it was read already.
    ahead: Option<Token>,
    /// The token before the current one.
    before: Token,
    /// The pending tasks; the next one is at the end.
    tasks: Vec<Task>,
    functions: Vec<Function>,
    /// The shape of the last primary expression.
    last: Shape,
    report: &'r mut dyn FnMut(Step),
}

/// A function that is being parsed.
struct Function {
    /// Set if its parameters end with `...`.
    has_rest: bool,
    n_loops: u32,
}

/// The shape of a primary expression.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Call,
    /// A name alone, which may turn out to be a keyword.
    Name(Token),
    /// A field or an index, which can be assigned to.
    Field,
    Value,
}

type Parsed<T = ()> = Result<T, SyntaxError>;

impl Parser<'_, '_> {
    fn perform(&mut self, task: Task) -> Parsed {
        match task {
            Task::Statement(statement) => self.statement(statement),
            Task::Expression(expression) => self.expression(expression),
            Task::Type(part) => self.type_part(part),
            Task::Sign(sign) => self.sign(sign).map(|_| ()),
            Task::Close(open, sign) => self.close(open, Kind::Sign(sign), sign),
            Task::Emit(op, at) => {
                self.emit(op, at);
                Ok(())
            }
        }
    }

    /// Adds tasks; the first of them runs next.
    fn then<const N: usize>(&mut self, tasks: [Task; N]) -> Parsed {
        if self.tasks.len() > MOST_TASKS {
            return Err(self.error("the script is nested too deep"));
        }
        self.tasks.extend(tasks.into_iter().rev());
        Ok(())
    }

    fn emit(&mut self, op: Op, at: Token) {
        (self.report)(Step { op, at });
    }

    /// Advances to the next token, and returns the current one.
    fn next(&mut self) -> Token {
        let token = self.token;
        self.before = token;
        self.token = self.ahead.take().unwrap_or_else(|| self.lexer.next_token());
        token
    }

    /// The token after the current one.
    fn peek(&mut self) -> Kind {
        self.ahead.get_or_insert_with(|| self.lexer.next_token()).kind
    }

    fn is(&self, sign: &'static str) -> bool {
        self.token.kind == Kind::Sign(sign)
    }

    fn is_word(&self, word: Word) -> bool {
        self.token.kind == Kind::Word(word)
    }

    /// Returns true if the current token is this name, for names that are keywords in some positions.
    fn is_name(&self, name: &str) -> bool {
        self.token.kind == Kind::Name && self.token.bytes(self.source) == name.as_bytes()
    }

    /// Takes the current token if it is this operator or punctuation.
    fn take(&mut self, sign: &'static str) -> Option<Token> {
        self.is(sign).then(|| self.next())
    }

    fn sign(&mut self, sign: &'static str) -> Parsed<Token> {
        match self.take(sign) {
            Some(token) => Ok(token),
            None => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    fn word(&mut self, word: Word) -> Parsed<Token> {
        match self.is_word(word) {
            true => Ok(self.next()),
            false => Err(self.expected(&format!("`{}`", word.spelling()))),
        }
    }

    fn name(&mut self, what: &str) -> Parsed<Token> {
        match self.token.kind {
            Kind::Name => Ok(self.next()),
            _ => Err(self.expected(what)),
        }
    }

    /// Takes a string, whose escape sequences must be well formed.
    fn string(&mut self) -> Parsed<Token> {
        let token = self.token;
        if token.bytes(self.source).contains(&b'\\') && literal::text(self.source, token).is_none() {
            return Err(self.error("a string has a malformed escape"));
        }
        Ok(self.next())
    }

    /// Expects the closing token of this kind for the opening token `open`.
    fn close(&mut self, open: Token, kind: Kind, spelling: &str) -> Parsed {
        if self.token.kind == kind {
            self.next();
            return Ok(());
        }
        let line = Position::from_offset(self.source, open.start).line;
        let open = String::from_utf8_lossy(open.bytes(self.source)).into_owned();
        Err(self.expected(&format!("`{spelling}` to close `{open}` of line {line}")))
    }

    fn end(&mut self, open: Token) -> Parsed {
        self.close(open, Kind::Word(Word::End), "end")
    }

    /// Returns true if there is a line break between the last token and the current one.
    fn is_after_line_break(&self) -> bool {
        self.source.get(self.before.end..self.token.start).is_some_and(|between| between.contains(&b'\n'))
    }

    fn function(&mut self) -> Option<&mut Function> {
        self.functions.last_mut()
    }

    fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { offset: self.token.start, message: message.into() }
    }

    fn expected(&self, what: &str) -> SyntaxError {
        let found = match self.token.kind {
            Kind::Broken(Broken::String) => return self.error("a string has no end on its line"),
            Kind::Broken(Broken::Long) => return self.error("a string in long brackets has no end"),
            Kind::Broken(Broken::Comment) => return self.error("a comment in long brackets has no end"),
            Kind::Broken(Broken::Braces) => {
                return self.error("a string in backticks has `{{`; a brace of the text is `\\{`");
            }
            Kind::End => "the end of the script".to_owned(),
            _ => {
                let bytes = self.token.bytes(self.source);
                let text = String::from_utf8_lossy(bytes.get(..40).unwrap_or(bytes));
                format!("`{}`", text.lines().next().unwrap_or_default())
            }
        };
        let mut error = self.error(format!("expected {what}, found {found}"));
        if let Some(luau) = self.foreign_operator() {
            error.message.push_str("; Luau writes `");
            error.message.push_str(luau);
            error.message.push('`');
        }
        error
    }

    /// The spelling in Luau of an operator of other languages, if the current token begins one.
    fn foreign_operator(&self) -> Option<&'static str> {
        let rest = self.source.get(self.token.start..).unwrap_or_default();
        match rest {
            [b'!', b'=', ..] => Some("~="),
            [b'!', ..] => Some("not"),
            [b'&', b'&', ..] => Some("and"),
            [b'|', b'|', ..] => Some("or"),
            _ => None,
        }
    }
}
