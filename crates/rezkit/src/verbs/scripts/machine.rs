//! Follows values through a script without running it.
//!
//! Statements are followed once each, in the order of the text: a variable has the value that was last
//! assigned to it. Functions are not called, so parameters and results are unknown.

mod calls;

use super::folding::{calculated, concatenated};
use super::instances::Instances;
use super::value::{Member, Number, Value};
use luau::{Kind, Op, Step, SyntaxError, Token};
use std::collections::HashMap;
use std::rc::Rc;

/// Upper bound on the elements of a table that are kept.
const MOST_ELEMENTS: usize = 4096;

/// Upper bound on the length of a path, which grows by a name with each dot, in bytes.
const MOST_OF_NAME: usize = 500;

/// Upper bound on unknown members of members: a method of a child of a child that the file lacks.
const MOST_MEMBERS: usize = 3;

/// An upper bound on the memory that following a script takes for each of its bytes: a value on the stack takes 40
/// bytes, and a constant at least two characters.
pub(super) const BYTES_PER_BYTE: usize = 64;

/// Upper bound on the bytes and elements of values that are read to build the strings of a script.
const MOST_READ: usize = 1 << 23;

/// Something that happens in a script.
#[derive(Debug)]
pub(super) enum Event<'e> {
    /// A string or number is written.
    Constant(&'e Value),
    /// A string is built from known parts.
    Built(&'e Value),
    /// An instance is named, or a variable that holds one.
    Instance { number: u32, is_variable: bool },
    /// An instance is named that the file does not have.
    Absent(&'e Rc<str>),
    /// A field is named by a value in brackets.
    Index { owner: &'e Value, key: &'e Value },
    /// A property, event or method is named.
    Member(&'e Member),
    /// A function or method is called, by a variable with a name.
    Call { function: &'e Value, name: Option<&'e [u8]>, arguments: &'e [Value] },
    /// A value is stored in a table or passed to a function, where it is not followed.
    Passed(&'e Value),
    /// A property is set.
    Set(&'e Member),
    /// A condition compares a value with another.
    Compared(&'e Value, &'e Value),
}

/// A callback for events, with the token at which each occurs.
pub(super) type Watch<'w> = dyn FnMut(&Event<'_>, Token) + 'w;

/// Follows a script; `script` is the node number of its instance.
///
/// # Errors
///
/// If the script has a syntax error.
pub(super) fn follow(
    source: &[u8],
    script: u32,
    instances: &Instances<'_>,
    watch: &mut Watch<'_>,
) -> Result<(), SyntaxError> {
    let mut machine = Machine {
        source,
        script,
        instances,
        watch,
        stack: Vec::new(),
        names: Vec::new(),
        variables: Vec::new(),
        latest: HashMap::new(),
        scopes: Vec::new(),
        globals: HashMap::new(),
        n_read: 0,
        is_remote: false,
    };
    luau::parse(source, &mut |step| machine.step(step))
}

struct Machine<'s, 'w, 'o> {
    source: &'s [u8],
    script: u32,
    instances: &'w Instances<'o>,
    watch: &'w mut Watch<'w>,
    stack: Vec<Slot<'s>>,
    /// The names of variables that will be declared next.
    names: Vec<&'s [u8]>,
    variables: Vec<Variable<'s>>,
    /// For each name, the index of the last visible variable.
    latest: HashMap<&'s [u8], usize>,
    /// The number of variables where each scope began.
    scopes: Vec<usize>,
    globals: HashMap<&'s [u8], Value>,
    n_read: usize,
    /// True if a player sends the values of the parameters that are declared next.
    is_remote: bool,
}

/// Returns true for an event or callback of a remote, whose function is called by the computers of players.
fn is_of_remote(value: &Value) -> bool {
    match last_name(value) {
        "OnServerInvoke" => true,
        "Connect" | "connect" => {
            value.as_member().is_some_and(|member| last_name(&member.owner) == "OnServerEvent")
        }
        _ => false,
    }
}

/// The name after the last dot.
fn last_name(value: &Value) -> &str {
    match value {
        Value::Member(member) => &member.name,
        Value::Library(path) | Value::Absent(path) => path.rsplit('.').next().unwrap_or_default(),
        _ => "",
    }
}

struct Variable<'s> {
    name: &'s [u8],
    value: Value,
    /// The variable of the same name that this one hides.
    hidden: Option<usize>,
}

/// A value on the stack.
#[derive(Default)]
struct Slot<'s> {
    value: Value,
    /// The name of the variable that it was read from.
    name: Option<&'s [u8]>,
}

impl<'s> Machine<'s, '_, '_> {
    fn step(&mut self, Step { op, at }: Step) {
        match op {
            Op::Constant => self.constant(at),
            Op::Name => self.name(at),
            Op::Rest | Op::Table | Op::FunctionEnd => {
                if op == Op::FunctionEnd {
                    self.close();
                }
                let is_table = op == Op::Table;
                self.push(if is_table { Value::List(Rc::default()) } else { Value::Unknown });
            }
            Op::Unary => {
                let operand = self.pop();
                let negative = operand.as_number().filter(|_| self.text(at) == b"-");
                self.push(negative.map_or(Value::Unknown, |number| Value::number(-number)));
            }
            Op::Binary => self.binary(at),
            Op::Field | Op::Method => {
                let owner = self.pop();
                let name = String::from_utf8_lossy(self.text(at)).into();
                let value = self.member(owner, name, at, op == Op::Method);
                self.push(value);
            }
            Op::Index => self.index(at),
            Op::Call(n) => self.call(n, at),
            Op::Group => {
                let value = self.pop();
                self.push(value);
            }
            Op::Element => self.element(at),
            Op::Entry => self.entry(at),
            Op::KeyedEntry => {
                self.entry(at);
                self.pop();
                self.spoil();
            }
            Op::Template(n) => {
                let parts = self.pop_many(n);
                let empty = Value::text("", false);
                let whole = parts.iter().fold(empty, |all, part| self.joined(&all, part));
                self.built(whole, at);
            }
            Op::Choice => {
                let choices = self.pop_many(3);
                // One is as good as the other if only one is known.
                let known = choices.into_iter().skip(1).find(|value| !matches!(value, Value::Unknown));
                self.push(known.unwrap_or_default());
            }
            Op::Condition | Op::Drop => _ = self.pop(),
            Op::Bind => {
                let name = self.text(at);
                self.names.push(name);
            }
            Op::Declare { names, values } => {
                let mut values = self.pop_many(values);
                if std::mem::take(&mut self.is_remote) {
                    values.resize(names as usize, Value::SomeText);
                }
                self.declare(names, values);
            }
            Op::Iterate { names, values } => {
                for value in self.pop_many(values) {
                    self.searched(&value, at);
                }
                self.declare(names, Vec::new());
            }
            Op::Assign { targets, values } => self.assign(targets, values, at),
            Op::Change => {
                let (value, target) = (self.pop(), self.stack.pop().unwrap_or_default());
                let is_text = self.text(at) == b"..=";
                let value = if is_text { self.joined(&target.value, &value) } else { Value::Unknown };
                self.set(&target, value, at);
            }
            Op::Return(n) => _ = self.pop_many(n),
            Op::Open => self.scopes.push(self.variables.len()),
            Op::Function => {
                self.scopes.push(self.variables.len());
                self.is_remote = self.stack.last().is_some_and(|slot| is_of_remote(&slot.value));
            }
            Op::Close => self.close(),
            Op::Itself => self.variable(b"self", Value::Unknown),
        }
    }

    fn text(&self, at: Token) -> &'s [u8] {
        at.bytes(self.source)
    }

    fn push(&mut self, value: Value) {
        self.stack.push(Slot { value, name: None });
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default().value
    }

    /// Pops values; if the last one is an unpacked list, it is replaced by its elements.
    fn pop_many(&mut self, n: u32) -> Vec<Value> {
        let at = self.stack.len().saturating_sub(n as usize);
        let mut values: Vec<_> = self.stack.drain(at..).map(|slot| slot.value).collect();
        if let Some(Value::Spread(list)) = values.last() {
            let list = list.clone();
            values.pop();
            if self.affords(&*list) {
                values.extend(list.iter().cloned());
            }
        }
        values
    }

    fn report(&mut self, event: &Event<'_>, at: Token) {
        (self.watch)(event, at);
    }

    fn constant(&mut self, at: Token) {
        let value = match at.kind {
            Kind::Number => luau::number(self.text(at)).map(|value| {
                let is_plain = self.text(at).iter().all(u8::is_ascii_digit);
                Value::Number(Number { value, is_plain })
            }),
            Kind::Word(_) => None,
            _ => luau::text(self.source, at).map(|text| Value::text(text, false)),
        };
        if let Some(value) = &value {
            self.report(&Event::Constant(value), at);
        }
        self.push(value.unwrap_or_default());
    }

    fn name(&mut self, at: Token) {
        let name = self.text(at);
        let variable = self.latest.get(name).and_then(|index| self.variables.get(*index));
        let value = match variable.map(|variable| &variable.value).or_else(|| self.globals.get(name)) {
            Some(value) => {
                let value = value.clone();
                if let Value::Instance(number) = value {
                    self.report(&Event::Instance { number, is_variable: true }, at);
                }
                value
            }
            None => {
                let value = self.global(name);
                self.seen(&value, at);
                value
            }
        };
        self.stack.push(Slot { value, name: Some(name) });
    }

    fn global(&self, name: &[u8]) -> Value {
        match name {
            b"game" | b"Game" => Value::Instance(0),
            b"script" => Value::Instance(self.script),
            b"workspace" | b"Workspace" => self
                .instances
                .service(b"Workspace")
                .map_or(Value::Absent("Workspace".into()), Value::Instance),
            _ => Value::Library(String::from_utf8_lossy(name).into()),
        }
    }

    /// Reports a value that an expression names.
    fn seen(&mut self, value: &Value, at: Token) {
        match value {
            Value::Instance(number) => {
                self.report(&Event::Instance { number: *number, is_variable: false }, at);
            }
            Value::Absent(path) => self.report(&Event::Absent(path), at),
            _ => {}
        }
    }

    fn binary(&mut self, at: Token) {
        let (right, left) = (self.pop(), self.pop());
        let operator = self.text(at);
        match operator {
            b".." => {
                let whole = self.joined(&left, &right);
                return self.built(whole, at);
            }
            // The value that a script hopes for, and the one that it takes otherwise.
            b"or" | b"and" => {
                let [first, second] = if operator == b"or" { [left, right] } else { [right, left] };
                return self.push(if matches!(first, Value::Unknown) { second } else { first });
            }
            b"==" | b"~=" | b"<" | b">" | b"<=" | b">=" => self.report(&Event::Compared(&left, &right), at),
            _ => {}
        }
        let is_arithmetic = matches!(operator, b"+" | b"-" | b"*" | b"/" | b"//" | b"%" | b"^");
        let other = if is_arithmetic { Value::SomeNumber } else { Value::Unknown };
        self.push(calculated(operator, &left, &right).unwrap_or(other));
    }

    /// Pushes a string that was built.
    fn built(&mut self, value: Value, at: Token) {
        if value.as_text().is_some() {
            self.report(&Event::Built(&value), at);
        }
        self.push(value);
    }

    fn joined(&mut self, left: &Value, right: &Value) -> Value {
        if self.affords([left, right]) { concatenated(left, right) } else { Value::Unknown }
    }

    /// Charges the values that a string is built from; false if the script has built too much.
    fn affords<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> bool {
        for value in values {
            if self.n_read > MOST_READ {
                return false;
            }
            self.n_read = self.n_read.saturating_add(value.n_bytes());
        }
        self.n_read <= MOST_READ
    }

    fn index(&mut self, at: Token) {
        let (key, owner) = (self.pop(), self.pop());
        self.report(&Event::Index { owner: &owner, key: &key }, at);
        let value = match (&key, &owner) {
            (Value::Text(name), _) => {
                let name = String::from_utf8_lossy(&name.bytes).into();
                self.member(owner, name, at, false)
            }
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "negative numbers become 0"
            )]
            (Value::Number(number), Value::List(list)) => {
                let index = (number.value as usize).checked_sub(1);
                index.and_then(|index| list.get(index)).cloned().unwrap_or_default()
            }
            _ => Value::Unknown,
        };
        self.push(value);
    }

    /// The field with this name of a value.
    fn member(&mut self, owner: Value, name: Rc<str>, at: Token, is_method: bool) -> Value {
        let value = match &owner {
            Value::Environment => self.global(name.as_bytes()),
            Value::Library(library) if matches!(&**library, "_G" | "shared") => Value::Unknown,
            Value::Library(library) if !is_method && library.len() < MOST_OF_NAME => {
                Value::Library(format!("{library}.{name}").into())
            }
            Value::Instance(number) if !is_method => match (&*name, *number) {
                ("Parent", 0) => Value::Unknown,
                ("Parent", number) => Value::Instance(self.instances.parent(number)),
                ("ClassName", _) => Value::Unknown,
                (name, number) => match self.instances.property(number, name) {
                    Some(value) => value,
                    None => self.child(number, name).unwrap_or_default(),
                },
            },
            Value::Absent(path) if !is_method && path.len() < MOST_OF_NAME => {
                Value::Absent(format!("{path}.{name}").into())
            }
            _ => Value::Unknown,
        };
        if !matches!(value, Value::Unknown) {
            self.seen(&value, at);
            return value;
        }
        // Members of members would be a chain as long as the script has dots.
        let chain = std::iter::successors(owner.as_member(), |member| member.owner.as_member());
        let is_deep = chain.take(MOST_MEMBERS).count() == MOST_MEMBERS;
        let owner = if is_deep { Value::Unknown } else { owner };
        let member = Member { owner, name, is_method };
        self.report(&Event::Member(&member), at);
        Value::Member(Rc::new(member))
    }

    /// The child of this name of an instance, or the service of the game.
    fn child(&self, parent: u32, name: &str) -> Option<Value> {
        let child = self.instances.child(parent, name.as_bytes());
        if child.is_none() && parent == 0 {
            return self.service(name);
        }
        child.map(Value::Instance)
    }

    fn service(&self, name: &str) -> Option<Value> {
        match self.instances.service(name.as_bytes()) {
            Some(number) => Some(Value::Instance(number)),
            None => {
                dom::names::is_service(name.as_bytes()).then(|| Value::Absent(format!("game.{name}").into()))
            }
        }
    }

    fn element(&mut self, at: Token) {
        let value = self.pop();
        self.passed(&value, at);
        let Some(Value::List(list)) = self.stack.last_mut().map(|slot| &mut slot.value) else { return };
        if list.len() >= MOST_ELEMENTS {
            return self.spoil();
        }
        // Tables in tables are not followed, since they could be as deep as the script is long. No one else holds a
        // table that is being built, so nothing is copied.
        let is_table = matches!(value, Value::List(_) | Value::Spread(_));
        Rc::make_mut(list).push(if is_table { Value::Unknown } else { value });
    }

    /// Handles a named field of a table, which is not followed.
    fn entry(&mut self, at: Token) {
        let value = self.pop();
        self.passed(&value, at);
        self.spoil();
    }

    /// Reports a function of a library that is stored or passed on, where it is not followed.
    fn passed(&mut self, value: &Value, at: Token) {
        if matches!(value, Value::Library(_)) {
            self.report(&Event::Passed(value), at);
        }
    }

    /// Reports a search through all globals.
    fn searched(&mut self, value: &Value, at: Token) {
        if matches!(value, Value::Environment) {
            self.report(&Event::Index { owner: value, key: &Value::Unknown }, at);
        }
    }

    /// Forgets the contents of the table on top of the stack.
    fn spoil(&mut self) {
        if let Some(slot) = self.stack.last_mut() {
            slot.value = Value::Unknown;
        }
    }

    fn declare(&mut self, n: u32, values: Vec<Value>) {
        let at = self.names.len().saturating_sub(n as usize);
        let names = self.names.split_off(at);
        let mut values = values.into_iter();
        for name in names {
            self.variable(name, values.next().unwrap_or_default());
        }
    }

    fn variable(&mut self, name: &'s [u8], value: Value) {
        let hidden = self.latest.insert(name, self.variables.len());
        self.variables.push(Variable { name, value, hidden });
    }

    fn close(&mut self) {
        let start = self.scopes.pop().unwrap_or_default();
        while self.variables.len() > start {
            let Some(variable) = self.variables.pop() else { return };
            match variable.hidden {
                Some(hidden) => self.latest.insert(variable.name, hidden),
                None => self.latest.remove(variable.name),
            };
        }
    }

    fn assign(&mut self, targets: u32, values: u32, at: Token) {
        let mut values = self.pop_many(values).into_iter();
        let start = self.stack.len().saturating_sub(targets as usize);
        let targets: Vec<_> = self.stack.drain(start..).collect();
        for target in targets {
            self.set(&target, values.next().unwrap_or_default(), at);
        }
    }

    fn set(&mut self, target: &Slot<'s>, value: Value, at: Token) {
        let Some(name) = target.name else {
            self.passed(&value, at);
            if let Value::Member(member) = &target.value {
                self.report(&Event::Set(member), at);
            }
            return;
        };
        match self.latest.get(name).and_then(|index| self.variables.get_mut(*index)) {
            Some(variable) => variable.value = value,
            None => _ = self.globals.insert(name, value),
        }
    }
}
