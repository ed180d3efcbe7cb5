//! Code that hides: names that are built, numbers that are disguised, globals that are reached through a table.

use super::{Add, NAMES};
use crate::verbs::scripts::machine::Event;
use crate::verbs::scripts::rules::{SCR101, SCR102, SCR103, SCR104, SCR105, SCR106};
use crate::verbs::scripts::value::Value;
use luau::{Kind, Token};

/// The fewest letters and digits of a string that are escaped without need, from which on that is a disguise. Sequences
/// that colour a terminal have one at most.
const FEWEST_ESCAPES: usize = 3;

pub(super) fn check(event: &Event<'_>, source: &[u8], at: Token, add: &mut Add<'_>) {
    match event {
        Event::Constant(Value::Text(text))
            if at.kind != Kind::Long && n_needless_escapes(at.bytes(source)) >= FEWEST_ESCAPES =>
        {
            add(&SCR101, at.start, format!("{:?}", String::from_utf8_lossy(&text.bytes)));
        }
        Event::Built(Value::Text(text)) => {
            let name = NAMES.iter().find(|name| text.bytes == name.as_bytes());
            if let Some(name) = name {
                add(&SCR102, at.start, format!("the script builds {name:?}"));
            }
        }
        Event::Index { owner: Value::Environment, key } => {
            let name = key.as_text().map(|name| format!("{:?}", String::from_utf8_lossy(&name.bytes)));
            match name {
                Some(name) => add(&SCR103, at.start, format!("getfenv()[{name}]")),
                None => {
                    add(&SCR106, at.start, "getfenv()[…] with a name that the script computes".to_owned())
                }
            }
        }
        Event::Call { function, arguments } => called(function, arguments, at, add),
        _ => {}
    }
}

fn called(function: &Value, arguments: &[Value], at: Token, add: &mut Add<'_>) {
    match (function.as_library(), arguments) {
        (Some("require"), [Value::Number(number), ..]) if !number.is_plain => {
            let number = number.value;
            add(
                &SCR104,
                at.start,
                format!("require of {number:.0}, which the script does not spell in digits"),
            );
        }
        (Some("require"), [Value::SomeNumber, ..]) => {
            add(&SCR104, at.start, "require of a number that the script computes".to_owned());
        }
        (Some("loadstring"), [code, ..]) => {
            let what = match code {
                // Administrators' commands are put into an empty StringValue while the game runs.
                Value::Text(text) if text.is_built && !text.bytes.is_empty() => {
                    format!("loadstring of {:?}", String::from_utf8_lossy(&text.bytes))
                }
                Value::SomeText => {
                    "loadstring of what the script decodes, or takes from elsewhere".to_owned()
                }
                _ => return,
            };
            add(&SCR105, at.start, what);
        }
        _ => {}
    }
}

/// The number of letters and digits that a string writes as escapes.
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
