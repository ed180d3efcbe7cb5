//! The steps that a script consists of, in the order in which a stack machine would execute them.

use super::lexer::Token;

/// A step of a script.
///
/// Steps are in postfix order: those of an expression come before the one that uses its value. Each
/// expression, including a call, pushes one value, and the steps that use values pop them. So a reader of
/// steps needs a stack of values, a stack of [names](Op::Bind) and a stack of scopes, but no recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The kind of the step.
    pub op: Op,
    /// The token that the step is about, such as the name of a [`Name`](Op::Name) or the bracket of a
    /// [`Call`](Op::Call).
    pub at: Token,
}

/// The kind of a step. The number in a kind is that of the values that are popped, unless stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Pushes the value of the token: a number, a string, `nil`, `true` or `false`.
    Constant,
    /// Pushes the values of `...`.
    Rest,
    /// Pushes the value of the variable with the name in the token.
    Name,
    /// Pops a value, and pushes the result of an operator such as `not`.
    Unary,
    /// Pops two values, and pushes the result of an operator.
    Binary,
    /// Pops a value, and pushes its field with the name in the token.
    Field,
    /// Pops a value, and pushes its method with the name in the token. A [`Call`](Op::Call) always uses it.
    Method,
    /// Pops a key, then a value, and pushes the field.
    Index,
    /// Pops this number of arguments, then a function or method, and pushes the result.
    Call(u32),
    /// Pops a value, and pushes it as an expression in parentheses, which cannot be assigned to and has only
    /// one value.
    Group,
    /// Pushes a new table.
    Table,
    /// Pops a value, which becomes the next element of the table that is then at the top.
    Element,
    /// Pops a value, which becomes the field with the name in the token of the table that is then at the top.
    Entry,
    /// Pops a value and then its key, which become an entry of the table that is then at the top.
    KeyedEntry,
    /// Pops the texts and values of a string in backticks, and pushes the string.
    Template(u32),
    /// Pops both values of an `if` expression, then its condition, and pushes one of the values.
    Choice,
    /// Pops the condition of a statement.
    Condition,
    /// Pops a value that is not used.
    Drop,
    /// Pushes the name of a future variable to the stack of names.
    Bind,
    /// Pops values, and declares the last [bound](Op::Bind) names as variables with these values.
    Declare {
        /// The number of names.
        names: u32,
        /// The number of values.
        values: u32,
    },
    /// Pops values, and declares the last [bound](Op::Bind) names as the variables of a loop over these
    /// values.
    Iterate {
        /// The number of names.
        names: u32,
        /// The number of values.
        values: u32,
    },
    /// Pops values, then the variables and fields to which they are assigned.
    Assign {
        /// The number of variables and fields.
        targets: u32,
        /// The number of values.
        values: u32,
    },
    /// Pops a value, then the variable or field that an operator such as `+=` changes.
    Change,
    /// Pops the values that a function returns.
    Return(u32),
    /// Opens a scope: variables declared from here on exist up to its end.
    Open,
    /// Closes a scope.
    Close,
    /// Opens the scope of a function; its parameters are declared next, without values.
    Function,
    /// Declares the variable `self` of a function whose name contains `:`.
    Itself,
    /// Closes the scope of a function, and pushes the function.
    FunctionEnd,
}
