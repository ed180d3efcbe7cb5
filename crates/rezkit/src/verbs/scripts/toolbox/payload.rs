//! Code in values other than the sources of scripts, from which a script may load it.

use super::NAMES;
use super::layout::BYTECODE;
use crate::verbs::scripts::instances::Instances;
use crate::verbs::scripts::rules::SCR141;
use dom::View;
use dom::names::is_script;
use files::rules::Rule;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The length of the shortest value that can hold code, in bytes.
const SHORTEST: usize = 12;

/// The length of the longest value that is examined, in bytes.
const LONGEST: usize = 1 << 20;

pub(super) fn check(
    view: &View<'_>,
    instances: &Instances<'_>,
    add: &mut dyn FnMut(&'static Rule, u32, String),
) {
    for (number, instance) in view.iter() {
        let mut found = |name: &[u8], value: &[u8]| {
            if let Some(how) = code_in(value) {
                let name = String::from_utf8_lossy(name);
                add(&SCR141, number, format!("{name} holds code{how}: {:?}", excerpt(value)));
            }
        };
        let is_script = is_script(instance.class());
        // The callback never ends the iteration.
        _ = instance.each(&mut |name, value| {
            let is_source = is_script && name == b"Source";
            if let dom::Value::String(text) | dom::Value::ProtectedString(text) = &value
                && !is_source
                && name != dom::ATTRIBUTES.as_bytes()
            {
                found(name, text);
            }
            ControlFlow::Continue(())
        });
        instances.attributes(number, &mut |name, value| {
            found(b"the name of an attribute", name);
            if let dom::Value::String(text) = value {
                found(name, text);
            }
        });
    }
}

fn excerpt(value: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(value.get(..60).unwrap_or(value))
}

/// The way in which a value holds code: as it is, backwards, or in an encoding; `None` if it holds none.
fn code_in(value: &[u8]) -> Option<&'static str> {
    if !(SHORTEST..=LONGEST).contains(&value.len()) {
        return None;
    }
    let backwards = |bytes: &[u8]| is_code(&bytes.iter().rev().copied().collect::<Vec<_>>());
    if is_code(value) {
        return Some("");
    }
    if backwards(value) {
        return Some(", backwards");
    }
    let encodings: [(&str, Decode); 3] =
        [(", in base64", base64), (", in hexadecimal", hexadecimal), (", as numbers", numbers)];
    let mut decoded = encodings.into_iter().filter_map(|(how, decode)| Some((how, decode(value)?)));
    decoded.find(|(_, bytes)| is_code(bytes) || backwards(bytes)).map(|(how, _)| how)
}

/// A decoder of an encoding that looks like text; `None` for other bytes.
type Decode = fn(&[u8]) -> Option<Vec<u8>>;

/// Returns true for compiled Lua, and for a script that calls one of [`NAMES`].
fn is_code(text: &[u8]) -> bool {
    text.starts_with(BYTECODE) || (calls_out(text) && luau::check(text).is_ok())
}

/// Returns true if a text seems to call one of [`NAMES`]: functions that run code, load it, or communicate
/// with the outside.
pub(super) fn calls_out(text: &[u8]) -> bool {
    let calls = |name: &&str| {
        memchr::memmem::find_iter(text, name.as_bytes()).any(|at| {
            let after = text.get(at.saturating_add(name.len())..).unwrap_or_default().trim_ascii_start();
            let before = at.checked_sub(1).and_then(|before| text.get(before));
            let is_whole = !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            is_whole && matches!(after.first(), Some(b'(' | b'{' | b'[' | b'"' | b'\''))
        })
    };
    NAMES.iter().any(calls)
}

fn base64(value: &[u8]) -> Option<Vec<u8>> {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    // Decoders in scripts take any length, so padding may be missing.
    let value = value.trim_ascii();
    let whole = value.len().saturating_sub(value.len() % 4);
    BASE64_STANDARD.decode(value.get(..whole)?).ok()
}

fn hexadecimal(value: &[u8]) -> Option<Vec<u8>> {
    let (pairs, rest) = value.trim_ascii().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    rest.is_empty().then(|| pairs.iter().map(byte).collect()).flatten()
}

/// Decodes decimal character codes with separators between them.
fn numbers(value: &[u8]) -> Option<Vec<u8>> {
    let is_between = |byte: &u8| b" ,;\\/|.-_".contains(byte);
    let codes = value.split(is_between).filter(|code| !code.is_empty());
    codes.map(|code| std::str::from_utf8(code).ok()?.parse().ok()).collect()
}
