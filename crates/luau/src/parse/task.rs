//! The tasks of the parser.
//!
//! A task is a piece of grammar. Running one takes tokens, and pushes the tasks for the pieces inside of it, so that
//! nesting grows a list and not the stack of the thread.

use crate::lexer::Token;
use crate::step::Op;

#[derive(Debug, Clone, Copy)]
pub(super) enum Task {
    Statement(Statement),
    Expression(Expression),
    Type(Type),
    /// Expects a sign.
    Sign(&'static str),
    /// Expects the sign that closes what a token opens.
    Close(Token, &'static str),
    /// Reports a step about a token.
    Emit(Op, Token),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Statement {
    /// Statements up to a token that ends a block.
    Block,
    Start,
    /// The end of a statement; the last one of a block is `return`, `break` or `continue`.
    End {
        is_last: bool,
    },
    /// After the condition of an `if` or `elseif`.
    Then(Token),
    /// After the block of a `then`.
    Else(Token),
    /// After the condition of a `while`.
    WhileDo,
    /// After the block of a loop, which a token opened.
    LoopEnd(Token),
    /// After the block of a `do` or an `else`.
    BlockEnd(Token),
    Until(Token),
    UntilEnd,
    /// After the first name of a `for`.
    For,
    /// After the second value of a `for` over numbers.
    ForStep,
    /// After the names and values of a `for`.
    ForDo {
        names: u32,
        values: u32,
    },
    /// Names with types, after some of them.
    Bindings(u32, Bindings),
    BindingNext(u32, Bindings),
    /// After the expression that a statement begins with.
    AfterPrimary,
    /// After a target of an assignment.
    Target(u32),
    /// A function or a local variable, after attributes.
    AfterAttributes,
    /// An attribute in `@[]`.
    AttributeInList(Token),
    AttributeNext(Token),
}

/// The end of a list of names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bindings {
    Local,
    For,
    Parameters(Body),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Expression {
    /// An expression of operators that bind stronger than a limit.
    Above(u8),
    /// The operators after an operand.
    Operators(u8),
    /// An operand, and the type that is asserted of it.
    Operand,
    /// After an operand.
    Assertion,
    /// A variable, or an expression in parentheses, and everything that is called on it.
    Primary,
    GroupEnd(Token),
    /// Fields, indices and calls.
    Suffix,
    IndexEnd(Token),
    Arguments,
    /// After a table that is the only argument of a call.
    CalledTable(Token),
    /// After the types of `f<<T>>`.
    Instantiated(Token),
    /// A list of expressions, of which there are some already.
    List(u32, List),
    ListNext(u32, List),
    /// An item of a table, or its end.
    Item(Token),
    /// After an item.
    Separator(Token),
    /// After an expression of a string in backticks, which has so many parts.
    Template(u32),
    /// After the condition of an `if` expression.
    IfThen(Token),
    IfElse(Token),
    /// A function from its generic types on.
    Function(Body),
    Parameters(Body),
    /// A function from its block on, with the number of its parameters.
    Body(Body, u32),
    FunctionEnd(Token),
    /// A function after attributes.
    AttributedFunction,
}

/// A function that is being parsed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body {
    /// The keyword.
    pub(super) open: Token,
    pub(super) is_method: bool,
    pub(super) has_rest: bool,
}

/// The end of a list of expressions.
#[derive(Debug, Clone, Copy)]
pub(super) enum List {
    Call(Token),
    Local(u32),
    For(u32),
    Assign(u32),
    Return,
    /// Arguments of an attribute.
    Attribute(Token),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Type {
    Start,
    /// A type without operators; in some places a list in parentheses may be there instead.
    Simple {
        or_pack: bool,
    },
    /// The operators after a type.
    Suffix(Operators),
    /// The type that a function returns, or several in parentheses.
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
    /// Generic types that are declared.
    Generics {
        open: Token,
        has_defaults: bool,
    },
    GenericNext {
        open: Token,
        has_defaults: bool,
    },
    /// Arguments of a generic type, of which there may be none.
    Arguments(Token),
    /// One of these.
    Argument(Token),
    ArgumentNext(Token),
}

/// The operators between types, which cannot be mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operators {
    None,
    Union,
    Intersection,
}

/// Types in parentheses that are being parsed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameters {
    pub(super) open: Token,
    pub(super) n: u32,
    /// Set if some have names, or generic types are declared: then it is a function.
    pub(super) is_function: bool,
    pub(super) has_rest: bool,
    pub(super) role: Role,
}

/// The meaning that types in parentheses may have in addition to the parameters of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A type in parentheses.
    Type,
    /// Such a type, or several.
    Pack,
    /// The types that a function returns.
    Return,
}
