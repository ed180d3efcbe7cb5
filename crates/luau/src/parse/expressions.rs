//! Parsing of expressions and functions.

use super::task::{Bindings, Body, Expression, List, Statement, Task, Type};
use super::{Function, Parsed, Parser, Shape};
use crate::kind::{Kind, Word};
use crate::lexer::Token;
use crate::literal;
use crate::step::Op;

/// The binding power of unary operators.
const UNARY: u8 = 8;

const EXPRESSION: Task = Task::Expression(Expression::Above(0));
const SUFFIX: Task = Task::Expression(Expression::Suffix);

impl Parser<'_, '_> {
    pub(super) fn expression(&mut self, expression: Expression) -> Parsed {
        match expression {
            Expression::Above(limit) => self.above(limit),
            Expression::Operators(limit) => self.operators(limit),
            Expression::Operand => self.operand(),
            Expression::Assertion => match self.take("::") {
                Some(_) => self.then([Task::Type(Type::Start)]),
                None => Ok(()),
            },
            Expression::Primary => self.primary(),
            Expression::GroupEnd(open) => {
                self.close(open, Kind::Sign(")"), ")")?;
                self.emit(Op::Group, open);
                self.suffix_of(Shape::Value)
            }
            Expression::Suffix => self.suffix(),
            Expression::IndexEnd(open) => {
                self.close(open, Kind::Sign("]"), "]")?;
                self.emit(Op::Index, open);
                self.suffix_of(Shape::Field)
            }
            Expression::Arguments => self.arguments(),
            Expression::CalledTable(open) => {
                self.emit(Op::Call(1), open);
                self.suffix_of(Shape::Call)
            }
            Expression::Instantiated(open) => {
                self.close(open, Kind::Sign(">"), ">")?;
                self.suffix_of(Shape::Value)
            }
            Expression::List(n, list) => {
                let next = Expression::ListNext(n.saturating_add(1), list);
                self.then([EXPRESSION, Task::Expression(next)])
            }
            Expression::ListNext(n, list) => match self.take(",") {
                Some(_) => self.then([Task::Expression(Expression::List(n, list))]),
                None => self.list_end(n, list),
            },
            Expression::Item(open) => self.item(open),
            Expression::Separator(open) => {
                if self.take(",").is_some() || self.take(";").is_some() {
                    return self.then([Task::Expression(Expression::Item(open))]);
                }
                self.close(open, Kind::Sign("}"), "}")
            }
            Expression::Template(n) => self.template(n),
            Expression::IfThen(open) => {
                self.word(Word::Then)?;
                self.then([EXPRESSION, Task::Expression(Expression::IfElse(open))])
            }
            Expression::IfElse(open) => self.if_else(open),
            Expression::Function(body) => {
                let parameters = Task::Expression(Expression::Parameters(body));
                match self.take("<") {
                    Some(open) => {
                        self.then([Task::Type(Type::Generics { open, has_defaults: false }), parameters])
                    }
                    None => self.then([parameters]),
                }
            }
            Expression::Parameters(body) => {
                self.sign("(")?;
                match self.is(")") {
                    // The end of an empty list is that of any other.
                    true => {
                        self.then([Task::Statement(Statement::BindingNext(0, Bindings::Parameters(body)))])
                    }
                    false => self.then([Task::Statement(Statement::Bindings(0, Bindings::Parameters(body)))]),
                }
            }
            Expression::Body(body, n) => self.body(body, n),
            Expression::FunctionEnd(open) => {
                self.functions.pop();
                self.emit(Op::FunctionEnd, open);
                self.end(open)
            }
            Expression::AttributedFunction => match self.token.kind {
                Kind::Attribute | Kind::Sign("@[") => {
                    self.attributes(Task::Expression(Expression::AttributedFunction))
                }
                _ => {
                    let open = self.word(Word::Function)?;
                    self.anonymous_function(open)
                }
            },
        }
    }

    fn above(&mut self, limit: u8) -> Parsed {
        let operator = self.token;
        let rest = Task::Expression(Expression::Operators(limit));
        if matches!(operator.kind, Kind::Word(Word::Not) | Kind::Sign("-" | "#")) {
            self.next();
            let operand = Task::Expression(Expression::Above(UNARY));
            return self.then([operand, Task::Emit(Op::Unary, operator), rest]);
        }
        self.then([Task::Expression(Expression::Operand), Task::Expression(Expression::Assertion), rest])
    }

    fn operators(&mut self, limit: u8) -> Parsed {
        match strengths(self.token.kind) {
            Some((left, right)) if left > limit => {
                let operator = self.next();
                self.then([
                    Task::Expression(Expression::Above(right)),
                    Task::Emit(Op::Binary, operator),
                    Task::Expression(Expression::Operators(limit)),
                ])
            }
            _ => Ok(()),
        }
    }

    fn operand(&mut self) -> Parsed {
        let token = self.token;
        match token.kind {
            Kind::Word(Word::Nil | Word::True | Word::False) => {
                self.next();
                self.emit(Op::Constant, token);
                Ok(())
            }
            Kind::Number => {
                if literal::number(token.bytes(self.source)).is_none() {
                    return Err(self.error("a number is malformed"));
                }
                self.next();
                self.emit(Op::Constant, token);
                Ok(())
            }
            Kind::Quoted | Kind::Long | Kind::Template => {
                self.string()?;
                self.emit(Op::Constant, token);
                Ok(())
            }
            Kind::TemplateStart => {
                self.string()?;
                self.emit(Op::Constant, token);
                self.then([EXPRESSION, Task::Expression(Expression::Template(2))])
            }
            Kind::Sign("...") => {
                if self.function().is_some_and(|function| !function.has_rest) {
                    return Err(self.error("`...` is outside of a function that has it as a parameter"));
                }
                self.next();
                self.emit(Op::Rest, token);
                Ok(())
            }
            Kind::Sign("{") => {
                self.next();
                self.emit(Op::Table, token);
                self.then([Task::Expression(Expression::Item(token))])
            }
            Kind::Word(Word::If) => {
                self.next();
                self.then([EXPRESSION, Task::Expression(Expression::IfThen(token))])
            }
            Kind::Word(Word::Function) => {
                self.next();
                self.anonymous_function(token)
            }
            Kind::Attribute | Kind::Sign("@[") => {
                self.attributes(Task::Expression(Expression::AttributedFunction))
            }
            _ => self.then([Task::Expression(Expression::Primary)]),
        }
    }

    fn anonymous_function(&mut self, open: Token) -> Parsed {
        let body = Body { open, is_method: false, has_rest: false };
        self.then([Task::Expression(Expression::Function(body))])
    }

    fn primary(&mut self) -> Parsed {
        if let Some(open) = self.take("(") {
            return self.then([EXPRESSION, Task::Expression(Expression::GroupEnd(open))]);
        }
        let name = self.name("an expression")?;
        self.emit(Op::Name, name);
        self.suffix_of(Shape::Name(name))
    }

    /// Continues with the calls, fields and indices that follow an expression of this shape.
    fn suffix_of(&mut self, shape: Shape) -> Parsed {
        self.last = shape;
        self.then([SUFFIX])
    }

    fn suffix(&mut self) -> Parsed {
        let kind = self.token.kind;
        match kind {
            Kind::Sign(".") => {
                self.next();
                let field = self.name("the name of a field")?;
                self.emit(Op::Field, field);
                self.suffix_of(Shape::Field)
            }
            Kind::Sign("[") => {
                let open = self.next();
                self.then([EXPRESSION, Task::Expression(Expression::IndexEnd(open))])
            }
            Kind::Sign(":") => {
                self.next();
                let method = self.name("the name of a method")?;
                self.emit(Op::Method, method);
                let arguments = Task::Expression(Expression::Arguments);
                match self.is("<") && self.peek() == Kind::Sign("<") {
                    true => {
                        let (open, inner) = (self.next(), self.next());
                        self.then([Task::Type(Type::Arguments(inner)), Task::Close(open, ">"), arguments])
                    }
                    false => self.then([arguments]),
                }
            }
            Kind::Sign("<") if self.peek() == Kind::Sign("<") => {
                let (open, inner) = (self.next(), self.next());
                let end = Task::Expression(Expression::Instantiated(open));
                self.then([Task::Type(Type::Arguments(inner)), end])
            }
            Kind::Sign("(" | "{") | Kind::Quoted | Kind::Long => {
                self.then([Task::Expression(Expression::Arguments)])
            }
            _ => Ok(()),
        }
    }

    fn arguments(&mut self) -> Parsed {
        let open = self.token;
        match open.kind {
            Kind::Sign("(") => {
                if self.is_after_line_break() {
                    let message = "ambiguous: either a call of the expression on the previous line or a new \
                        statement; add a `;`, or move the parenthesis to that line";
                    return Err(self.error(message));
                }
                self.next();
                if self.take(")").is_some() {
                    self.emit(Op::Call(0), open);
                    return self.suffix_of(Shape::Call);
                }
                self.then([Task::Expression(Expression::List(0, List::Call(open)))])
            }
            Kind::Sign("{") => {
                let call = Task::Expression(Expression::CalledTable(open));
                self.then([Task::Expression(Expression::Operand), call])
            }
            Kind::Quoted | Kind::Long => {
                self.string()?;
                self.emit(Op::Constant, open);
                self.emit(Op::Call(1), open);
                self.suffix_of(Shape::Call)
            }
            _ => Err(self.expected("`(` with the arguments of the method")),
        }
    }

    fn list_end(&mut self, n: u32, list: List) -> Parsed {
        match list {
            List::Call(open) => {
                self.close(open, Kind::Sign(")"), ")")?;
                self.emit(Op::Call(n), open);
                return self.suffix_of(Shape::Call);
            }
            List::Attribute(open) => {
                self.close(open, Kind::Sign(")"), ")")?;
                (0..n).for_each(|_| self.emit(Op::Drop, open));
            }
            List::Local(names) => self.emit(Op::Declare { names, values: n }, self.before),
            List::Assign(targets) => self.emit(Op::Assign { targets, values: n }, self.before),
            List::Return => self.emit(Op::Return(n), self.before),
            List::For(names) => {
                return self.then([Task::Statement(Statement::ForDo { names, values: n })]);
            }
        }
        Ok(())
    }

    fn item(&mut self, open: Token) -> Parsed {
        let token = self.token;
        let separator = Task::Expression(Expression::Separator(open));
        match token.kind {
            Kind::Sign("}") => {
                self.next();
                Ok(())
            }
            Kind::Sign("[") => {
                self.next();
                self.then([
                    EXPRESSION,
                    Task::Close(token, "]"),
                    Task::Sign("="),
                    EXPRESSION,
                    Task::Emit(Op::KeyedEntry, token),
                    separator,
                ])
            }
            Kind::Name if self.peek() == Kind::Sign("=") => {
                self.next();
                self.next();
                self.then([EXPRESSION, Task::Emit(Op::Entry, token), separator])
            }
            _ => self.then([EXPRESSION, Task::Emit(Op::Element, token), separator]),
        }
    }

    fn template(&mut self, n: u32) -> Parsed {
        let token = self.token;
        let n_with_this = n.saturating_add(1);
        match token.kind {
            Kind::TemplateMiddle => {
                self.string()?;
                self.emit(Op::Constant, token);
                let next = Expression::Template(n_with_this.saturating_add(1));
                self.then([EXPRESSION, Task::Expression(next)])
            }
            Kind::TemplateEnd => {
                self.string()?;
                self.emit(Op::Constant, token);
                self.emit(Op::Template(n_with_this), token);
                Ok(())
            }
            _ => Err(self.expected("`}` after an expression in a string in backticks")),
        }
    }

    fn if_else(&mut self, open: Token) -> Parsed {
        let choice = Task::Emit(Op::Choice, open);
        if self.is_word(Word::Elseif) {
            let open = self.next();
            return self.then([EXPRESSION, Task::Expression(Expression::IfThen(open)), choice]);
        }
        self.word(Word::Else)?;
        self.then([EXPRESSION, choice])
    }

    fn body(&mut self, body: Body, n: u32) -> Parsed {
        let Body { open, is_method, has_rest } = body;
        self.emit(Op::Function, open);
        if is_method {
            self.emit(Op::Itself, open);
        }
        self.emit(Op::Declare { names: n, values: 0 }, open);
        self.functions.push(Function { has_rest, n_loops: 0 });
        self.then([Task::Statement(Statement::Block), Task::Expression(Expression::FunctionEnd(open))])
    }
}

/// The binding power of a binary operator on its left and on its right.
fn strengths(kind: Kind) -> Option<(u8, u8)> {
    Some(match kind {
        Kind::Word(Word::Or) => (1, 1),
        Kind::Word(Word::And) => (2, 2),
        Kind::Sign("<" | ">" | "<=" | ">=" | "~=" | "==") => (3, 3),
        Kind::Sign("..") => (5, 4),
        Kind::Sign("+" | "-") => (6, 6),
        Kind::Sign("*" | "/" | "//" | "%") => (7, 7),
        Kind::Sign("^") => (10, 9),
        _ => return None,
    })
}
