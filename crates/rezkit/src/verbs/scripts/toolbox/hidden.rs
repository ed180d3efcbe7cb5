//! Code that hides: names that are built, numbers that are disguised, globals that are reached through a table.

use super::{Add, beginning, is_hidden_name, quoted};
use crate::verbs::scripts::machine::Event;
use crate::verbs::scripts::rules::{SCR101, SCR102, SCR103, SCR104, SCR105, SCR106, SCR107};
use crate::verbs::scripts::toolbox::payload::calls_out;
use crate::verbs::scripts::value::Value;
use luau::{Kind, Token};

/// The number of needlessly escaped alphanumeric characters from which a string counts as disguised.
/// Sequences that colour a terminal have at most one.
const FEWEST_ESCAPES: usize = 3;

pub(super) fn check(event: &Event<'_>, source: &[u8], at: Token, add: &mut Add<'_>) {
    match event {
        Event::Constant(Value::Text(text))
            if at.kind != Kind::Long && n_needless_escapes(at.bytes(source)) >= FEWEST_ESCAPES =>
        {
            add(&SCR101, at.start, quoted(&text.bytes));
        }
        Event::Built(Value::Text(text)) if is_hidden_name(&text.bytes) => {
            add(&SCR102, at.start, format!("the script builds {}", quoted(&text.bytes)));
        }
        Event::Index { owner: Value::Environment, key } => global(key, at, add),
        Event::Passed(Value::Library(name)) if RUNS.contains(&&**name) => {
            add(&SCR107, at.start, format!("{name} is put into a table, or given to a function"));
        }
        Event::Call { function, name, arguments } => {
            let is_renamed = name.is_some_and(|name| function.as_library().map(str::as_bytes) != Some(name));
            called(function, is_renamed, arguments, at, add);
        }
        _ => {}
    }
}

/// Reports a global that is looked up in the table of all globals, if scripts hide it or compute its name.
fn global(key: &Value, at: Token, add: &mut Add<'_>) {
    match key {
        Value::Text(name) if is_hidden_name(&name.bytes) => {
            add(&SCR103, at.start, format!("getfenv()[{}]", quoted(&name.bytes)));
        }
        // Scripts that share variables name their own.
        Value::Text(_) => {}
        _ => add(&SCR106, at.start, "getfenv()[…] with a name that the script computes".to_owned()),
    }
}

/// Functions that run code.
const RUNS: [&str; 2] = ["require", "loadstring"];

fn called(function: &Value, is_renamed: bool, arguments: &[Value], at: Token, add: &mut Add<'_>) {
    let found = match (function.as_library(), arguments) {
        (Some("require"), [Value::Number(number), ..]) if !number.is_plain => {
            format!("require of {:.0}, which the script does not spell in digits", number.value)
        }
        (Some("require"), [Value::Number(number), ..]) if is_renamed => {
            format!("require of {:.0}, under another name", number.value)
        }
        (Some("require"), [Value::SomeNumber, ..]) => {
            "require of a number that the script computes".to_owned()
        }
        (Some("loadstring"), [code, ..]) => return loaded(code, at, add),
        _ => return,
    };
    add(&SCR104, at.start, found);
}

/// Reports text that is run as code, unless it is readable: all calls of `loadstring` have a note anyway.
fn loaded(code: &Value, at: Token, add: &mut Add<'_>) {
    let found = match code {
        // Administrators' commands are put into an empty StringValue while the game runs.
        Value::Text(text)
            if !text.bytes.is_empty() && (text.is_decoded || calls_out(beginning(&text.bytes))) =>
        {
            format!("loadstring of {}", quoted(&text.bytes))
        }
        Value::SomeText => "loadstring of what the script decodes, or takes from elsewhere".to_owned(),
        _ => return,
    };
    add(&SCR105, at.start, found);
}

/// The number of alphanumeric characters that a string literal writes as escapes.
fn n_needless_escapes(token: &[u8]) -> usize {
    let (mut n, mut rest) = (0_usize, token);
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let escape = rest.get(at.saturating_add(1)..).unwrap_or_default();
        let code = match escape {
            [b'x', digits @ ..] => digits.get(..2).and_then(|digits| code(digits, 16)),
            [b'u', b'{', digits @ ..] => {
                let end = digits.iter().position(|byte| *byte == b'}');
                end.and_then(|end| digits.get(..end)).and_then(|digits| code(digits, 16))
            }
            digits => {
                let n = digits.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
                digits.get(..n).and_then(|digits| code(digits, 10))
            }
        };
        let is_needless = code.and_then(char::from_u32).is_some_and(|letter| letter.is_ascii_alphanumeric());
        n = n.saturating_add(is_needless.into());
        rest = escape.get(1..).unwrap_or_default();
    }
    n
}

fn code(digits: &[u8], radix: u32) -> Option<u32> {
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()
}
