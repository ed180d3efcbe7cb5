//! Calls of functions and methods whose results are known, or known to come from elsewhere.

use super::{Event, Machine, Slot};
use crate::verbs::scripts::folding::{folded, folded_method};
use crate::verbs::scripts::value::Value;
use luau::Token;

/// Methods that return an unknown string: one that they change, or one from outside the script.
const TAKES_TEXT: [&str; 6] = ["reverse", "gsub", "GetAttribute", "GetAsync", "HttpGet", "HttpGetAsync"];

/// Returns true for a replacement by nothing in a text of which nothing is known: administrators' commands remove the
/// word before the code that was typed.
fn is_cut(text: &Value, replacement: Option<&Value>) -> bool {
    let is_empty = replacement.and_then(Value::as_text).is_some_and(|with| with.bytes.is_empty());
    matches!(text, Value::Unknown) && is_empty
}

impl Machine<'_, '_, '_> {
    pub(super) fn call(&mut self, n: u32, at: Token) {
        let arguments = self.pop_many(n);
        let Slot { value: function, name } = self.stack.pop().unwrap_or_default();
        self.report(&Event::Call { function: &function, name, arguments: &arguments }, at);
        let result = match &function {
            Value::Library(name) => return self.call_library(name, &arguments, at),
            Value::Member(member) if member.is_method => match &member.owner {
                text @ Value::Text(_) => {
                    let is_known = self.affords(std::iter::once(text).chain(&arguments));
                    let built = is_known.then(|| folded_method(&member.name, text, &arguments)).flatten();
                    return self.built(built.unwrap_or(Value::SomeText), at);
                }
                owner => match self.found(owner, &member.name, &arguments) {
                    Value::Unknown if &*member.name == "gsub" && is_cut(owner, arguments.get(1)) => {
                        Value::Unknown
                    }
                    Value::Unknown if TAKES_TEXT.contains(&&*member.name) => Value::SomeText,
                    found => found,
                },
            },
            // A decoder of the script's own.
            Value::Unknown if matches!(arguments[..], [Value::Text(_)]) => Value::SomeText,
            _ => Value::Unknown,
        };
        for argument in &arguments {
            self.passed(argument, at);
        }
        self.seen(&result, at);
        self.push(result);
    }

    fn call_library(&mut self, name: &str, arguments: &[Value], at: Token) {
        let result = match (name, arguments) {
            ("getfenv" | "getgenv", _) => Value::Environment,
            ("os.time" | "tick" | "time" | "DateTime.now", _) => Value::SomeNumber,
            ("rawget", [owner, Value::Text(key)]) => {
                let name = String::from_utf8_lossy(&key.bytes).into();
                self.member(owner.clone(), name, at, false)
            }
            ("coroutine.wrap", [function, ..]) => function.clone(),
            // Functions that call their first argument with the others.
            ("pcall" | "xpcall" | "spawn" | "task.spawn" | "task.defer", [function, rest @ ..]) => {
                self.report(&Event::Call { function, name: None, arguments: rest }, at);
                Value::Unknown
            }
            ("delay" | "task.delay", [_, function, rest @ ..]) => {
                self.report(&Event::Call { function, name: None, arguments: rest }, at);
                Value::Unknown
            }
            _ => match self.affords(arguments).then(|| folded(name, arguments)).flatten() {
                None if name == "tonumber" => Value::SomeNumber,
                None if name == "string.gsub"
                    && is_cut(arguments.first().unwrap_or(&Value::Unknown), arguments.get(2)) =>
                {
                    Value::Unknown
                }
                // Commands of administrators take a part of what was typed by `string.sub`, so that one is not here.
                None if matches!(name, "string.reverse" | "string.gsub" | "string.char") => Value::SomeText,
                Some(built @ Value::Text(_)) => return self.built(built, at),
                Some(known) => known,
                None => {
                    for argument in arguments {
                        self.passed(argument, at);
                        self.searched(argument, at);
                    }
                    Value::Unknown
                }
            },
        };
        self.push(result);
    }

    /// The instance that a method such as `WaitForChild` returns.
    fn found(&self, owner: &Value, method: &str, arguments: &[Value]) -> Value {
        let name = arguments.first().and_then(Value::as_text).map(|text| text.bytes.as_slice());
        let (Some(name), Value::Instance(number)) = (name, owner) else {
            let path = match (name, owner) {
                (Some(name), Value::Absent(path))
                    if method == "WaitForChild" || method == "FindFirstChild" =>
                {
                    format!("{path}.{}", String::from_utf8_lossy(name))
                }
                _ => return Value::Unknown,
            };
            return Value::Absent(path.into());
        };
        let shown = String::from_utf8_lossy(name);
        let found = match method {
            "GetService" | "FindService" | "service" => return self.service(&shown).unwrap_or_default(),
            "WaitForChild" => {
                let child = self.child(*number, &shown);
                let absent = || Value::Absent(format!("{}.{shown}", self.shown(*number)).into());
                return child.unwrap_or_else(absent);
            }
            "FindFirstChild" if arguments.len() < 2 => self.instances.child(*number, name),
            "FindFirstChildOfClass" | "FindFirstChildWhichIsA" => {
                self.instances.child_of_class(*number, name)
            }
            "GetAttribute" => return self.instances.attribute(*number, &shown).unwrap_or_default(),
            "FindFirstAncestor" => {
                self.instances.ancestor(*number, |above| self.instances.name(above) == name)
            }
            "FindFirstAncestorOfClass" | "FindFirstAncestorWhichIsA" => {
                self.instances.ancestor(*number, |above| self.instances.class(above) == name)
            }
            _ => None,
        };
        found.map_or(Value::Unknown, Value::Instance)
    }

    /// The name of an instance, for the path of a descendant that does not exist.
    fn shown(&self, number: u32) -> String {
        String::from_utf8_lossy(self.instances.name(number)).into_owned()
    }
}
