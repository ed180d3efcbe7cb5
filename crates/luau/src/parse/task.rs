//! The tasks of the parser.
//!
//! A task parses one piece of the grammar. It takes tokens, and pushes the tasks for the pieces inside it, so
//! that deep nesting grows a list instead of the thread's stack. The tasks named after a keyword or a piece
//! continue after that piece.

use crate::lexer::Token;
use crate::step::Op;

#[derive(Debug, Clone, Copy)]
pub(super) enum Task {
    Statement(Statement),
    Expression(Expression),
    Type(Type),
    /// Expects an operator or punctuation.
    Sign(&'static str),
    /// Expects the closing bracket for the opening bracket at this token.
    Close(Token, &'static str),
    /// Reports a step for a token.
    Emit(Op, Token),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Statement {
    /// Statements up to a token that ends a block.
    Block,
    Start,
    /// The end of a statement. `is_last` is set after `return`, `break` and `continue`, which end a block.
    End {
        is_last: bool,
    },
    /// Continues after the condition of an `if` or `elseif`.
    Then(Token),
    /// Continues after the block of a `then`.
    Else(Token),
    /// Continues after the condition of a `while`.
    WhileDo,
    /// Continues after the block of a loop that this token began.
    LoopEnd(Token),
    /// Continues after the block of a `do` or an `else`.
    BlockEnd(Token),
    Until(Token),
    UntilEnd,
    /// Continues after the first name of a `for`.
    For,
    /// Continues after the second value of a numeric `for`.
    ForStep,
    /// Continues after the names and values of a `for`.
    ForDo {
        names: u32,
        values: u32,
    },
    /// Parses names with optional types; the number is that of the names parsed so far.
    Bindings(u32, Bindings),
    BindingNext(u32, Bindings),
    /// Continues after the expression with which a statement begins.
    AfterPrimary,
    /// Continues after a target of an assignment.
    Target(u32),
    /// Parses the function or local function after attributes.
    AfterAttributes,
    /// Parses an attribute in `@[]`.
    AttributeInList(Token),
    AttributeNext(Token),
}

/// The owner of a list of names, which determines how parsing continues after the list.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bindings {
    Local,
    For,
    Parameters(Body),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Expression {
    /// An expression whose operators bind more strongly than this limit.
    Above(u8),
    /// The operators after an operand that bind more strongly than this limit.
    Operators(u8),
    /// An operand, and an optional type assertion.
    Operand,
    /// An optional type assertion after an operand.
    Assertion,
    /// A variable or an expression in parentheses, with all fields, indices and calls that follow.
    Primary,
    GroupEnd(Token),
    /// Fields, indices and calls that follow an expression.
    Suffix,
    IndexEnd(Token),
    Arguments,
    /// Continues after a table that is the only argument of a call.
    CalledTable(Token),
    /// Continues after the types of `f<<T>>`.
    Instantiated(Token),
    /// A list of expressions; the number is that of the expressions parsed so far.
    List(u32, List),
    ListNext(u32, List),
    /// An item of a table, or the end of the table.
    Item(Token),
    /// The separator after an item of a table, or the end of the table.
    Separator(Token),
    /// Continues after an expression in a string in backticks; the number is that of the parts so far.
    Template(u32),
    /// Continues after the condition of an `if` expression.
    IfThen(Token),
    IfElse(Token),
    /// A function, from its generic types to its end.
    Function(Body),
    Parameters(Body),
    /// A function, from its block to its end, with the number of its parameters.
    Body(Body, u32),
    FunctionEnd(Token),
    /// An anonymous function after attributes.
    AttributedFunction,
}

/// A function that is being parsed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body {
    /// The keyword `function`.
    pub(super) open: Token,
    pub(super) is_method: bool,
    pub(super) has_rest: bool,
}

/// The owner of a list of expressions, which determines how parsing continues after the list.
#[derive(Debug, Clone, Copy)]
pub(super) enum List {
    Call(Token),
    Local(u32),
    For(u32),
    Assign(u32),
    Return,
    /// The arguments of an attribute.
    Attribute(Token),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Type {
    Start,
    /// A type without operators, or if `or_pack` is set, possibly a list of types in parentheses.
    Simple {
        or_pack: bool,
    },
    /// The operators after a type.
    Suffix(Operators),
    /// The type that a function returns, or several types in parentheses.
    Return,
    /// The parameters of a function type, or a type in parentheses.
    Parameters(Parameters),
    ParameterNext(Parameters),
    ParametersEnd(Parameters),
    TableItem {
        open: Token,
        is_first: bool,
    },
    TableNext(Token),
    /// The declaration of generic types.
    Generics {
        open: Token,
        has_defaults: bool,
    },
    GenericNext {
        open: Token,
        has_defaults: bool,
    },
    /// The arguments of a generic type, of which there may be none.
    Arguments(Token),
    /// One argument of a generic type.
    Argument(Token),
    ArgumentNext(Token),
}

/// The operator that joins types so far; unions and intersections cannot be mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operators {
    None,
    Union,
    Intersection,
}

/// The state of parsing types in parentheses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameters {
    pub(super) open: Token,
    pub(super) n: u32,
    /// Set if the parentheses certainly belong to a function type, since a type in them has a name, or
    /// generic types precede them.
    pub(super) is_function: bool,
    pub(super) has_rest: bool,
    pub(super) role: Role,
}

/// The meaning of types in parentheses if they are not the parameters of a function type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A type in parentheses.
    Type,
    /// A type in parentheses, or a list of types.
    Pack,
    /// The types that a function returns.
    Return,
}
