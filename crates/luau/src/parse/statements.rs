//! Parsing of statements and blocks.

use super::task::{Bindings, Body, Expression, List, Parameters, Role, Statement, Task, Type};
use super::{Parsed, Parser, Shape};
use crate::kind::{Kind, Word};
use crate::lexer::Token;
use crate::step::Op;

/// The compound assignment operators.
const CHANGES: [&str; 8] = ["+=", "-=", "*=", "/=", "//=", "%=", "^=", "..="];

const EXPRESSION: Task = Task::Expression(Expression::Above(0));
const BLOCK: Task = Task::Statement(Statement::Block);
const TYPE: Task = Task::Type(Type::Start);

impl Parser<'_, '_> {
    pub(super) fn statement(&mut self, statement: Statement) -> Parsed {
        match statement {
            Statement::Block => self.block(),
            Statement::Start => self.start(),
            Statement::End { is_last } => {
                self.take(";");
                if is_last { Ok(()) } else { self.then([BLOCK]) }
            }
            Statement::Then(open) => {
                self.word(Word::Then)?;
                self.emit(Op::Condition, open);
                self.emit(Op::Open, open);
                self.then([BLOCK, Task::Statement(Statement::Else(open))])
            }
            Statement::Else(open) => self.after_then(open),
            Statement::WhileDo => {
                let open = self.word(Word::Do)?;
                self.emit(Op::Condition, open);
                self.emit(Op::Open, open);
                self.loop_body(open)
            }
            Statement::LoopEnd(open) => {
                self.leave_loop();
                self.emit(Op::Close, self.token);
                self.end(open)
            }
            Statement::BlockEnd(open) => {
                self.emit(Op::Close, self.token);
                self.end(open)
            }
            Statement::Until(open) => {
                self.leave_loop();
                self.close(open, Kind::Word(Word::Until), "until")?;
                self.then([EXPRESSION, Task::Statement(Statement::UntilEnd)])
            }
            Statement::UntilEnd => {
                self.emit(Op::Condition, self.before);
                self.emit(Op::Close, self.before);
                Ok(())
            }
            Statement::For => self.for_values(),
            Statement::ForStep => match self.take(",") {
                None => self.for_do(1, 2),
                Some(_) => self.then([EXPRESSION, Task::Statement(Statement::ForDo { names: 1, values: 3 })]),
            },
            Statement::ForDo { names, values } => self.for_do(names, values),
            Statement::Bindings(n, end) => self.binding(n, end),
            Statement::BindingNext(n, end) => match self.take(",") {
                Some(_) => self.then([Task::Statement(Statement::Bindings(n, end))]),
                None => self.bindings_end(n, end),
            },
            Statement::AfterPrimary => self.after_primary(),
            Statement::Target(n) => self.target(n),
            Statement::AfterAttributes => self.after_attributes(),
            Statement::AttributeInList(open) => self.attribute_in_list(open),
            Statement::AttributeNext(open) => match self.take(",") {
                Some(_) => self.then([Task::Statement(Statement::AttributeInList(open))]),
                None => self.close(open, Kind::Sign("]"), "]"),
            },
        }
    }

    fn ends_block(&self) -> bool {
        matches!(self.token.kind, Kind::End | Kind::Word(Word::Else | Word::Elseif | Word::End | Word::Until))
    }

    fn block(&mut self) -> Parsed {
        if self.ends_block() {
            return Ok(());
        }
        let is_last = matches!(self.token.kind, Kind::Word(Word::Return | Word::Break));
        self.then([Task::Statement(Statement::Start), Task::Statement(Statement::End { is_last })])
    }

    fn start(&mut self) -> Parsed {
        let open = self.token;
        match open.kind {
            Kind::Word(Word::If) => {
                self.next();
                self.then([EXPRESSION, Task::Statement(Statement::Then(open))])
            }
            Kind::Word(Word::While) => {
                self.next();
                self.then([EXPRESSION, Task::Statement(Statement::WhileDo)])
            }
            Kind::Word(Word::Do) => {
                self.next();
                self.emit(Op::Open, open);
                self.then([BLOCK, Task::Statement(Statement::BlockEnd(open))])
            }
            Kind::Word(Word::Repeat) => {
                self.next();
                self.emit(Op::Open, open);
                self.enter_loop();
                self.then([BLOCK, Task::Statement(Statement::Until(open))])
            }
            Kind::Word(Word::For) => {
                self.next();
                self.binding_name()?;
                let after = Task::Statement(Statement::For);
                if self.take(":").is_some() { self.then([TYPE, after]) } else { self.then([after]) }
            }
            Kind::Word(Word::Function) => {
                self.next();
                self.named_function(open)
            }
            Kind::Word(Word::Local) => {
                self.next();
                self.local()
            }
            Kind::Word(Word::Return) => {
                self.next();
                if self.ends_block() || self.is(";") {
                    self.emit(Op::Return(0), open);
                    return Ok(());
                }
                self.then([Task::Expression(Expression::List(0, List::Return))])
            }
            Kind::Word(Word::Break) => {
                self.must_be_in_loop("break")?;
                self.next();
                Ok(())
            }
            Kind::Attribute | Kind::Sign("@[") => {
                self.attributes(Task::Statement(Statement::AfterAttributes))
            }
            Kind::Name | Kind::Sign("(") => {
                self.then([Task::Expression(Expression::Primary), Task::Statement(Statement::AfterPrimary)])
            }
            _ => Err(self.expected("a statement")),
        }
    }

    fn after_then(&mut self, open: Token) -> Parsed {
        self.emit(Op::Close, self.token);
        match self.token.kind {
            Kind::Word(Word::Elseif) => {
                let open = self.next();
                self.then([EXPRESSION, Task::Statement(Statement::Then(open))])
            }
            Kind::Word(Word::Else) => {
                let open = self.next();
                self.emit(Op::Open, open);
                self.then([BLOCK, Task::Statement(Statement::BlockEnd(open))])
            }
            _ => self.end(open),
        }
    }

    fn enter_loop(&mut self) {
        if let Some(function) = self.function() {
            function.n_loops = function.n_loops.saturating_add(1);
        }
    }

    fn leave_loop(&mut self) {
        if let Some(function) = self.function() {
            function.n_loops = function.n_loops.saturating_sub(1);
        }
    }

    fn must_be_in_loop(&mut self, word: &str) -> Parsed {
        match self.function() {
            Some(function) if function.n_loops > 0 => Ok(()),
            _ => Err(self.error(format!("`{word}` is not inside a loop"))),
        }
    }

    fn loop_body(&mut self, open: Token) -> Parsed {
        self.enter_loop();
        self.then([BLOCK, Task::Statement(Statement::LoopEnd(open))])
    }

    fn for_values(&mut self) -> Parsed {
        if self.take("=").is_some() {
            return self.then([EXPRESSION, Task::Sign(","), EXPRESSION, Task::Statement(Statement::ForStep)]);
        }
        match self.take(",") {
            Some(_) => self.then([Task::Statement(Statement::Bindings(1, Bindings::For))]),
            None => self.bindings_end(1, Bindings::For),
        }
    }

    fn for_do(&mut self, names: u32, values: u32) -> Parsed {
        let open = self.word(Word::Do)?;
        self.emit(Op::Open, open);
        self.emit(Op::Iterate { names, values }, open);
        self.loop_body(open)
    }

    fn binding_name(&mut self) -> Parsed {
        let name = self.name("the name of a variable")?;
        self.emit(Op::Bind, name);
        Ok(())
    }

    fn binding(&mut self, n: u32, end: Bindings) -> Parsed {
        if let Bindings::Parameters(body) = end
            && self.take("...").is_some()
        {
            let parameters = Task::Statement(Statement::BindingNext(
                n,
                Bindings::Parameters(Body { has_rest: true, ..body }),
            ));
            if self.take(":").is_none() {
                return self.then([parameters]);
            }
            if self.generic_rest() {
                return self.then([parameters]);
            } else {
                return self.then([TYPE, parameters]);
            }
        }
        if let Bindings::Parameters(Body { has_rest: true, .. }) = end {
            return Err(self.expected("`)`, since `...` is the last parameter"));
        }
        self.binding_name()?;
        let next = Task::Statement(Statement::BindingNext(n.saturating_add(1), end));
        if self.take(":").is_some() { self.then([TYPE, next]) } else { self.then([next]) }
    }

    fn bindings_end(&mut self, n: u32, end: Bindings) -> Parsed {
        match end {
            Bindings::Local => match self.take("=") {
                Some(_) => self.then([Task::Expression(Expression::List(0, List::Local(n)))]),
                None => {
                    self.emit(Op::Declare { names: n, values: 0 }, self.before);
                    Ok(())
                }
            },
            Bindings::For => {
                self.word(Word::In)?;
                self.then([Task::Expression(Expression::List(0, List::For(n)))])
            }
            Bindings::Parameters(body) => {
                self.sign(")")?;
                let block = Task::Expression(Expression::Body(body, n));
                if self.take(":").is_some() {
                    return self.then([Task::Type(Type::Return), block]);
                }
                self.then([block])
            }
        }
    }

    fn named_function(&mut self, open: Token) -> Parsed {
        let name = self.name("the name of a function")?;
        self.emit(Op::Name, name);
        while self.take(".").is_some() {
            let field = self.name("the name of a field")?;
            self.emit(Op::Field, field);
        }
        let is_method = self.take(":").is_some();
        if is_method {
            let method = self.name("the name of a method")?;
            self.emit(Op::Field, method);
        }
        let body = Body { open, is_method, has_rest: false };
        let assign = Op::Assign { targets: 1, values: 1 };
        self.then([Task::Expression(Expression::Function(body)), Task::Emit(assign, open)])
    }

    fn local(&mut self) -> Parsed {
        match self.is_word(Word::Function) {
            true => self.local_function(),
            false => self.then([Task::Statement(Statement::Bindings(0, Bindings::Local))]),
        }
    }

    fn local_function(&mut self) -> Parsed {
        let open = self.word(Word::Function)?;
        self.binding_name()?;
        // The function is known inside of itself.
        self.emit(Op::Declare { names: 1, values: 0 }, open);
        let body = Body { open, is_method: false, has_rest: false };
        self.then([Task::Expression(Expression::Function(body)), Task::Emit(Op::Drop, open)])
    }

    /// Continues after the expression at the beginning of a statement: with a call, an assignment, or a
    /// statement whose keyword is a name elsewhere.
    fn after_primary(&mut self) -> Parsed {
        if let Shape::Call = self.last {
            self.emit(Op::Drop, self.before);
            return Ok(());
        }
        if self.is("=") || self.is(",") {
            return self.target(1);
        }
        if CHANGES.iter().any(|sign| self.is(sign)) {
            self.must_be_target()?;
            let sign = self.next();
            return self.then([EXPRESSION, Task::Emit(Op::Change, sign)]);
        }
        if let Shape::Name(name) = self.last {
            self.emit(Op::Drop, name);
            let word = name.bytes(self.source);
            match word {
                b"type" if self.token.kind == Kind::Name || self.is_word(Word::Function) => {
                    return self.type_alias();
                }
                b"export" if self.is_name("type") => {
                    self.next();
                    return self.type_alias();
                }
                b"export" if self.is_word(Word::Local) || self.is_name("const") => {
                    self.next();
                    return self.local();
                }
                b"export" if self.is_word(Word::Function) => return self.local_function(),
                b"continue" => return self.continue_statement(),
                b"const" if self.token.kind == Kind::Name || self.is_word(Word::Function) => {
                    return self.local();
                }
                _ => {}
            }
        }
        Err(self.expected("a call, or an assignment after the variable"))
    }

    fn continue_statement(&mut self) -> Parsed {
        self.must_be_in_loop("continue")?;
        // It is the last statement of its block, whose end is the task that was pushed with its beginning.
        if let Some(Task::Statement(Statement::End { is_last })) = self.tasks.last_mut() {
            *is_last = true;
        }
        Ok(())
    }

    fn must_be_target(&mut self) -> Parsed {
        match self.last {
            Shape::Name(_) | Shape::Field => Ok(()),
            Shape::Call | Shape::Value => Err(self.error("only variables and fields can be set")),
        }
    }

    fn target(&mut self, n: u32) -> Parsed {
        self.must_be_target()?;
        if self.take(",").is_some() {
            let next = Task::Statement(Statement::Target(n.saturating_add(1)));
            return self.then([Task::Expression(Expression::Primary), next]);
        }
        self.sign("=")?;
        self.then([Task::Expression(Expression::List(0, List::Assign(n)))])
    }

    fn type_alias(&mut self) -> Parsed {
        if self.is_word(Word::Function) {
            let open = self.next();
            self.name("the name of a type function")?;
            let body = Body { open, is_method: false, has_rest: false };
            return self.then([Task::Expression(Expression::Function(body)), Task::Emit(Op::Drop, open)]);
        }
        self.name("the name of a type")?;
        match self.take("<") {
            Some(open) => {
                let generics = Task::Type(Type::Generics { open, has_defaults: true });
                self.then([generics, Task::Sign("="), TYPE])
            }
            None => self.then([Task::Sign("="), TYPE]),
        }
    }

    /// Takes attributes, and continues with the task `after`.
    pub(super) fn attributes(&mut self, after: Task) -> Parsed {
        match self.token.kind {
            Kind::Attribute if self.token.end == self.token.start.saturating_add(1) => {
                Err(self.error("an attribute has no name"))
            }
            Kind::Attribute => {
                self.next();
                self.then([after])
            }
            _ => {
                let open = self.next();
                self.then([Task::Statement(Statement::AttributeInList(open)), after])
            }
        }
    }

    fn attribute_in_list(&mut self, list: Token) -> Parsed {
        let name = self.name("the name of an attribute")?;
        let next = Task::Statement(Statement::AttributeNext(list));
        if let Some(open) = self.take("(") {
            if self.take(")").is_some() {
                return self.then([next]);
            }
            return self.then([Task::Expression(Expression::List(0, List::Attribute(open))), next]);
        }
        match self.token.kind {
            Kind::Quoted | Kind::Long | Kind::Sign("{") => {
                self.then([Task::Expression(Expression::Operand), Task::Emit(Op::Drop, name), next])
            }
            _ => self.then([next]),
        }
    }

    fn after_attributes(&mut self) -> Parsed {
        match self.token.kind {
            Kind::Attribute | Kind::Sign("@[") => {
                self.attributes(Task::Statement(Statement::AfterAttributes))
            }
            Kind::Word(Word::Function) => {
                let open = self.next();
                self.named_function(open)
            }
            Kind::Word(Word::Local) => {
                self.next();
                self.local_function()
            }
            Kind::Name if self.is_name("const") || self.is_name("export") => {
                self.next();
                self.local_function()
            }
            _ => Err(self.expected("a function after its attributes")),
        }
    }

    /// Takes `name...`, a generic pack of types; returns false if there is none.
    pub(super) fn generic_rest(&mut self) -> bool {
        let is_rest = self.token.kind == Kind::Name && self.peek() == Kind::Sign("...");
        if is_rest {
            self.next();
            self.next();
        }
        is_rest
    }

    /// The state for parsing the parameters of a function type, after the opening parenthesis.
    pub(super) fn parameters(open: Token, role: Role, is_function: bool) -> Parameters {
        Parameters { open, n: 0, is_function, has_rest: false, role }
    }
}
