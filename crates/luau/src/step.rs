//! The steps that a script consists of, in the order in which a machine with a stack of values takes them.

use super::lexer::Token;

/// A step of a script.
///
/// Steps are in postfix order: those of an expression come before the one that uses its value. Expressions push one
/// value each, also calls, and the steps that use values pop them. So whoever reads steps needs a stack of values, a
/// stack of [names](Op::Bind) and a stack of scopes, and no recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The step.
    pub op: Op,
    /// The token that it is about, such as the name of a [`Name`](Op::Name) or the bracket of a [`Call`](Op::Call).
    pub at: Token,
}

/// The kind of a step. Counts are those of values that are popped, unless they say something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Pushes a number, a string, or `nil`, `true` or `false`, which the token is.
    Constant,
    /// Pushes the values of `...`.
    Rest,
    /// Pushes the value of a variable.
    Name,
    /// Pops a value, and pushes that of an operator such as `not`.
    Unary,
    /// Pops two values, and pushes that of an operator.
    Binary,
    /// Pops a value, and pushes its field with the name that the token is.
    Field,
    /// Pops a value, and pushes its method with the name that the token is. Only a [`Call`](Op::Call) follows.
    Method,
    /// Pops a key, then a value, and pushes the field.
    Index,
    /// Pops arguments, then a function or method, and pushes the result.
    Call(u32),
    /// Pops a value, and pushes it in parentheses, which is no variable and one value only.
    Group,
    /// Pushes a table.
    Table,
    /// Pops a value of the table that is then at the top: the next element.
    Element,
    /// Pops a value of the table that is then at the top: the field with the name that the token is.
    Entry,
    /// Pops a value and a key of the table that is then at the top.
    KeyedEntry,
    /// Pops the texts and values of a string in backticks, and pushes the string.
    Template(u32),
    /// Pops both values of an `if` expression and its condition, and pushes one.
    Choice,
    /// Pops a condition of a statement.
    Condition,
    /// Pops a value that nothing uses.
    Drop,
    /// Remembers a name that is going to be a variable.
    Bind,
    /// Pops values, and declares the last names that were remembered as variables.
    Declare {
        /// The number of names.
        names: u32,
        /// The number of values.
        values: u32,
    },
    /// Pops values, and declares the last names that were remembered as variables that take values from these.
    Iterate {
        /// The number of names.
        names: u32,
        /// The number of values.
        values: u32,
    },
    /// Pops values, then the variables and fields that are set to them.
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
    /// Opens a scope: variables that are declared from here on exist up to its end.
    Open,
    /// Closes a scope.
    Close,
    /// Opens the scope of a function; its parameters are declared next, without values.
    Function,
    /// Declares the variable `self` of a function whose name has a `:`.
    Itself,
    /// Closes the scope of a function, and pushes the function.
    FunctionEnd,
}
