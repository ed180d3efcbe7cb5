//! Functions of strings whose results are known if their arguments are.

use super::value::Value;

/// The longest string that is built.
const MOST_BYTES: usize = 1 << 16;

/// The result of a function of the library with known arguments.
pub(super) fn folded(function: &str, arguments: &[Value]) -> Option<Value> {
    if function == "table.unpack" || function == "unpack" {
        let Value::List(list) = arguments.first()? else { return None };
        return Some(Value::Spread(list.clone()));
    }
    if function == "tonumber" {
        return number(arguments);
    }
    let text = match function {
        "string.char" | "utf8.char" => characters(function, arguments)?,
        "table.concat" => joined(arguments)?,
        "tostring" => arguments.first()?.written()?,
        _ => of_string(function.strip_prefix("string.")?, arguments)?,
    };
    (text.len() <= MOST_BYTES).then(|| Value::text(text, true))
}

/// The result of a method of a known string.
pub(super) fn folded_method(method: &str, text: &Value, arguments: &[Value]) -> Option<Value> {
    let all: Vec<_> = std::iter::once(text).chain(arguments).cloned().collect();
    folded(&format!("string.{method}"), &all)
}

/// Concatenates two strings; the result counts as decoded if one of them does.
pub(super) fn concatenated(left: &Value, right: &Value) -> Value {
    if [left, right].into_iter().any(is_from_elsewhere) {
        return Value::SomeText;
    }
    let is_decoded = [left, right].into_iter().filter_map(Value::as_text).any(|text| text.is_decoded);
    let (Some(mut text), Some(more)) = (left.written(), right.written()) else { return Value::Unknown };
    text.extend(more);
    if text.len() > MOST_BYTES { Value::Unknown } else { Value::text(text, is_decoded) }
}

/// Returns true for text with unknown content that is decoded or is the name of an instance.
fn is_from_elsewhere(value: &Value) -> bool {
    matches!(value, Value::SomeText) || value.as_member().is_some_and(|member| &*member.name == "Name")
}

/// The result of an operator between numbers.
pub(super) fn calculated(operator: &[u8], left: &Value, right: &Value) -> Option<Value> {
    let (left, right) = (left.as_number()?, right.as_number()?);
    Some(Value::number(match operator {
        b"+" => left + right,
        b"-" => left - right,
        b"*" => left * right,
        b"/" => left / right,
        b"//" => (left / right).floor(),
        b"%" => left - (left / right).floor() * right,
        b"^" => libm::pow(left, right),
        _ => return None,
    }))
}

fn number(arguments: &[Value]) -> Option<Value> {
    let text = arguments.first()?.written()?;
    let text = std::str::from_utf8(&text).ok()?.trim();
    match arguments.get(1) {
        None => luau::number(text.as_bytes()).map(Value::number),
        Some(base) => {
            let base = whole(base)?;
            let base = u32::try_from(base).ok().filter(|base| (2..=36).contains(base))?;
            let value = u32::from_str_radix(text, base).ok()?;
            Some(Value::number(value.into()))
        }
    }
}

fn characters(function: &str, arguments: &[Value]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for code in arguments {
        let code = u32::try_from(whole(code)?).ok()?;
        match function {
            "string.char" => text.push(u8::try_from(code).ok()?),
            _ => text.extend(char::from_u32(code)?.to_string().bytes()),
        }
    }
    Some(text)
}

fn joined(arguments: &[Value]) -> Option<Vec<u8>> {
    let Value::List(list) = arguments.first()? else { return None };
    let between = arguments.get(1).map_or(Some(Vec::new()), Value::written)?;
    let mut text = Vec::new();
    for (index, element) in list.iter().enumerate() {
        if index > 0 {
            text.extend_from_slice(&between);
        }
        text.extend(element.written()?);
        if text.len() > MOST_BYTES {
            return None;
        }
    }
    Some(text)
}

/// The result of a function of the library `string` whose first argument is the string.
fn of_string(function: &str, arguments: &[Value]) -> Option<Vec<u8>> {
    let (text, rest) = arguments.split_first()?;
    let mut text = text.written()?;
    match function {
        "reverse" => text.reverse(),
        "lower" => text.make_ascii_lowercase(),
        "upper" => text.make_ascii_uppercase(),
        "sub" => {
            let at = |index: i64| match index {
                0.. => index,
                _ => i64::try_from(text.len()).unwrap_or(i64::MAX).saturating_add(index).saturating_add(1),
            };
            let first = at(whole(rest.first()?)?).max(1);
            let last = rest.get(1).map_or(Some(-1), whole).map(at)?;
            let skip = usize::try_from(first.saturating_sub(1)).ok()?;
            let take = usize::try_from(last.saturating_sub(first).saturating_add(1).max(0)).ok()?;
            text = text.into_iter().skip(skip).take(take).collect();
        }
        "rep" => {
            let n = usize::try_from(whole(rest.first()?)?.max(0)).ok()?;
            if rest.len() > 1 || text.len().saturating_mul(n) > MOST_BYTES {
                return None;
            }
            text = text.repeat(n);
        }
        "gsub" => text = replaced(&text, rest)?,
        "format" => text = formatted(&text, rest)?,
        _ => return None,
    }
    Some(text)
}

/// The result of `gsub` with a literal pattern.
fn replaced(text: &[u8], arguments: &[Value]) -> Option<Vec<u8>> {
    let [pattern, with] = arguments else { return None };
    let (pattern, with) = (pattern.written()?, with.written()?);
    let pattern = match &pattern[..] {
        // An escaped sign.
        [b'%', sign] if sign.is_ascii_punctuation() => vec![*sign],
        plain if !plain.is_empty() && !plain.iter().any(|byte| b"^$()%.[]*+-?".contains(byte)) => pattern,
        _ => return None,
    };
    if with.contains(&b'%') {
        return None;
    }
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some(at) = memchr::memmem::find(rest, &pattern) {
        out.extend_from_slice(rest.get(..at)?);
        out.extend_from_slice(&with);
        rest = rest.get(at.checked_add(pattern.len())?..)?;
        if out.len() > MOST_BYTES {
            return None;
        }
    }
    out.extend_from_slice(rest);
    Some(out)
}

/// The result of `format`, if it has no other specifiers than `%s` and `%d`.
fn formatted(text: &[u8], arguments: &[Value]) -> Option<Vec<u8>> {
    let (mut out, mut arguments, mut bytes) = (Vec::new(), arguments.iter(), text.iter());
    while let Some(byte) = bytes.next() {
        if *byte != b'%' {
            out.push(*byte);
            continue;
        }
        match bytes.next()? {
            b'%' => out.push(b'%'),
            b's' | b'd' => out.extend(arguments.next()?.written()?),
            b'c' => out.push(u8::try_from(whole(arguments.next()?)?).ok()?),
            _ => return None,
        }
        if out.len() > MOST_BYTES {
            return None;
        }
    }
    Some(out)
}

fn whole(value: &Value) -> Option<i64> {
    let number = value.as_number()?;
    #[expect(clippy::cast_possible_truncation, reason = "whole numbers below 2^53 are exact")]
    (number.trunc().to_bits() == number.to_bits() && number.abs() < 9e15).then_some(number as i64)
}
