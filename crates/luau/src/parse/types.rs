//! Parsing of types, which reports no steps except for the expressions in `typeof`.

use super::task::{Expression, Operators, Parameters, Role, Task, Type};
use super::{Parsed, Parser};
use crate::kind::{Kind, Word};
use crate::lexer::Token;
use crate::step::Op;

const TYPE: Task = Task::Type(Type::Start);

impl Parser<'_, '_> {
    pub(super) fn type_part(&mut self, part: Type) -> Parsed {
        match part {
            Type::Start => {
                let suffix = Task::Type(Type::Suffix(Operators::None));
                match self.is("|") || self.is("&") {
                    true => self.then([suffix]),
                    false => self.then([Task::Type(Type::Simple { or_pack: false }), suffix]),
                }
            }
            Type::Simple { or_pack } => self.simple(if or_pack { Role::Pack } else { Role::Type }),
            Type::Suffix(before) => self.type_operators(before),
            Type::Return => self.return_type(),
            Type::Parameters(parameters) => self.parameter(parameters),
            Type::ParameterNext(parameters) => match self.take(",") {
                Some(_) => self.then([Task::Type(Type::Parameters(parameters))]),
                None => self.parameters_end(parameters),
            },
            Type::ParametersEnd(parameters) => self.parameters_end(parameters),
            Type::TableItem { open, is_first } => self.table_item(open, is_first),
            Type::TableNext(open) => {
                if self.take(",").is_some() || self.take(";").is_some() {
                    return self.then([Task::Type(Type::TableItem { open, is_first: false })]);
                }
                self.close(open, Kind::Sign("}"), "}")
            }
            Type::Generics { open, has_defaults } => self.generic(open, has_defaults),
            Type::GenericNext { open, has_defaults } => match self.take(",") {
                Some(_) => self.then([Task::Type(Type::Generics { open, has_defaults })]),
                None => self.close(open, Kind::Sign(">"), ">"),
            },
            Type::Arguments(open) => match self.take(">") {
                Some(_) => Ok(()),
                None => self.then([Task::Type(Type::Argument(open))]),
            },
            Type::Argument(open) => self.pack(Task::Type(Type::ArgumentNext(open))),
            Type::ArgumentNext(open) => match self.take(",") {
                Some(_) => self.then([Task::Type(Type::Argument(open))]),
                None => self.close(open, Kind::Sign(">"), ">"),
            },
        }
    }

    fn simple(&mut self, role: Role) -> Parsed {
        let token = self.token;
        match token.kind {
            Kind::Word(Word::Nil | Word::True | Word::False) => {
                self.next();
                Ok(())
            }
            Kind::Quoted | Kind::Long => self.string().map(|_| ()),
            Kind::Name => self.named_type(),
            Kind::Sign("{") => {
                self.next();
                self.then([Task::Type(Type::TableItem { open: token, is_first: true })])
            }
            Kind::Sign("(") => {
                self.next();
                self.parameters_start(Self::parameters(token, role, false))
            }
            Kind::Sign("<") => {
                self.next();
                let generics = Task::Type(Type::Generics { open: token, has_defaults: false });
                let parameters = Self::parameters(token, role, true);
                self.then([generics, Task::Sign("("), Task::Type(Type::Parameters(parameters))])
            }
            _ => Err(self.expected("a type")),
        }
    }

    fn named_type(&mut self) -> Parsed {
        let is_typeof = self.is_name("typeof");
        let name = self.next();
        if self.take(".").is_some() {
            self.name("the name of a type")?;
        } else if is_typeof {
            let open = self.sign("(")?;
            let expression = Task::Expression(Expression::Above(0));
            return self.then([expression, Task::Close(open, ")"), Task::Emit(Op::Drop, name)]);
        }
        match self.take("<") {
            Some(open) => self.then([Task::Type(Type::Arguments(open))]),
            None => Ok(()),
        }
    }

    fn type_operators(&mut self, before: Operators) -> Parsed {
        let now = match self.token.kind {
            Kind::Sign("|" | "?") => Operators::Union,
            Kind::Sign("&") => Operators::Intersection,
            _ => return Ok(()),
        };
        if before != Operators::None && before != now {
            return Err(self.error("`|` or `?` and `&` need parentheses between types"));
        }
        let (operator, rest) = (self.next(), Task::Type(Type::Suffix(now)));
        match operator.kind {
            Kind::Sign("?") => self.then([rest]),
            _ => self.then([Task::Type(Type::Simple { or_pack: false }), rest]),
        }
    }

    fn return_type(&mut self) -> Parsed {
        if let Some(open) = self.take("(") {
            return self.parameters_start(Self::parameters(open, Role::Return, false));
        }
        if self.take("...").is_some() {
            return self.then([TYPE]);
        }
        if self.generic_rest() { Ok(()) } else { self.then([TYPE]) }
    }

    fn parameters_start(&mut self, parameters: Parameters) -> Parsed {
        self.then([Task::Type(match self.is(")") {
            true => Type::ParametersEnd(parameters),
            false => Type::Parameters(parameters),
        })])
    }

    fn parameter(&mut self, mut parameters: Parameters) -> Parsed {
        if self.is(")") && parameters.n == 0 {
            return self.parameters_end(parameters);
        }
        if self.take("...").is_some() {
            parameters.has_rest = true;
            return self.then([TYPE, Task::Type(Type::ParametersEnd(parameters))]);
        }
        if self.generic_rest() {
            parameters.has_rest = true;
            return self.parameters_end(parameters);
        }
        if self.token.kind == Kind::Name && self.peek() == Kind::Sign(":") {
            self.next();
            self.next();
            parameters.is_function = true;
        }
        parameters.n = parameters.n.saturating_add(1);
        self.then([TYPE, Task::Type(Type::ParameterNext(parameters))])
    }

    /// Continues after types in parentheses, which are either the parameters of a function type or the types
    /// themselves.
    fn parameters_end(&mut self, parameters: Parameters) -> Parsed {
        let Parameters { open, n, is_function, has_rest, role } = parameters;
        self.close(open, Kind::Sign(")"), ")")?;
        if is_function || self.is("->") {
            self.sign("->")?;
            return self.then([Task::Type(Type::Return)]);
        }
        match role {
            Role::Return if n == 1 => self.then([Task::Type(Type::Suffix(Operators::None))]),
            Role::Return | Role::Pack => Ok(()),
            Role::Type if n == 1 && !has_rest => Ok(()),
            Role::Type => Err(self.expected("`->` with what the function returns")),
        }
    }

    fn table_item(&mut self, open: Token, is_first: bool) -> Parsed {
        if self.take("}").is_some() {
            return Ok(());
        }
        if (self.is_name("read") || self.is_name("write")) && self.peek() != Kind::Sign(":") {
            self.next();
        }
        let next = Task::Type(Type::TableNext(open));
        if let Some(bracket) = self.take("[") {
            return self.then([TYPE, Task::Close(bracket, "]"), Task::Sign(":"), TYPE, next]);
        }
        let has_name = self.token.kind == Kind::Name && self.peek() == Kind::Sign(":");
        if is_first && !has_name {
            return self.then([TYPE, Task::Close(open, "}")]);
        }
        self.name("the name of a field")?;
        self.then([Task::Sign(":"), TYPE, next])
    }

    fn generic(&mut self, open: Token, has_defaults: bool) -> Parsed {
        self.name("the name of a generic type")?;
        let is_pack = self.take("...").is_some();
        let next = Task::Type(Type::GenericNext { open, has_defaults });
        if !has_defaults || self.take("=").is_none() {
            return self.then([next]);
        }
        match is_pack {
            true => self.pack(next),
            false => self.then([TYPE, next]),
        }
    }

    /// Takes a type, several types in parentheses, or a pack of types such as `...T` or `T...`.
    fn pack(&mut self, next: Task) -> Parsed {
        if self.take("...").is_some() {
            return self.then([TYPE, next]);
        }
        if self.generic_rest() {
            return self.then([next]);
        }
        let suffix = Task::Type(Type::Suffix(Operators::None));
        match self.is("|") || self.is("&") {
            true => self.then([suffix, next]),
            false => self.then([Task::Type(Type::Simple { or_pack: true }), suffix, next]),
        }
    }
}
