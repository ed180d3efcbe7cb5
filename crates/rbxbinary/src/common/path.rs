//! Paths of items in a tree: names joined by slashes, for formats whose items have names that need not be unique.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Appends a name to a path. Among siblings of the same name, all but the first have a number: `Part[2]` is the second,
/// with `n_before` equal to one.
///
/// In the name, `/`, `[` and `\` are escaped by a `\`, as is `'` at the start, and bytes that are not UTF-8 are written
/// as `\xff`. An empty name is `''`.
pub(crate) fn append(path: &mut String, name: &[u8], n_before: usize) {
    match name {
        [] => path.push_str("''"),
        [b'\'', ..] => path.push('\\'),
        _ => {}
    }
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            if matches!(character, '/' | '[' | '\\') {
                path.push('\\');
            }
            path.push(character);
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            _ = write!(path, "\\x{byte:02x}");
        }
    }
    if n_before > 0 {
        _ = write!(path, "[{}]", n_before.saturating_add(1));
    }
}

/// Resolves a path from `top`. `child` finds an item in its parent, by its name and the number of siblings of that name
/// before it.
pub(crate) fn follow<I: Copy>(path: &str, top: I, child: impl Fn(I, &[u8], usize) -> Option<I>) -> Option<I> {
    let (mut found, mut rest) = (top, Some(path));
    while let Some(path) = rest {
        let (name, n_before, after) = segment(path)?;
        found = child(found, &name, n_before)?;
        rest = after;
    }
    Some(found)
}

/// A name, the number of siblings of that name before it, and the path after the slash.
pub(crate) type Segment<'p> = (Cow<'p, [u8]>, usize, Option<&'p str>);

/// Parses the first name of a path, as [`append`] writes it; returns `None` if the path is malformed.
///
/// In addition, the first of several siblings may have the number 1, and a name may have the escapes `\n`, `\r`, `\t` and
/// `\u{202e}`, with which `rez` prints invisible characters.
pub(crate) fn segment(path: &str) -> Option<Segment<'_>> {
    let nameless = path.strip_prefix("''").filter(|rest| rest.is_empty() || rest.starts_with(['/', '[']));
    let (plain, mut rest) = match nameless {
        Some(rest) => ("", rest),
        None => path.split_at_checked(path.find(['/', '[', '\\']).unwrap_or(path.len()))?,
    };
    let mut name = Cow::Borrowed(plain.as_bytes());
    loop {
        match rest.as_bytes() {
            [] | [b'/', ..] => return Some((name, 0, rest.get(1..))),
            [b'[', ..] => {
                let (number, after) = rest.get(1..)?.split_once(']')?;
                let after = if after.is_empty() { None } else { Some(after.strip_prefix('/')?) };
                return Some((name, number.parse::<usize>().ok()?.checked_sub(1)?, after));
            }
            [b'\\', b'x', ..] => {
                name.to_mut().push(u8::from_str_radix(rest.get(2..4)?, 16).ok()?);
                rest = rest.get(4..)?;
            }
            _ => {
                let (character, after) = character(rest)?;
                name.to_mut().extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = after;
            }
        }
    }
}

/// Parses a character of a name, which a `\` may escape; returns it and the text after it.
fn character(text: &str) -> Option<(char, &str)> {
    let escaped = text.strip_prefix('\\');
    if let Some((digits, after)) = escaped.and_then(|text| text.strip_prefix("u{")?.split_once('}')) {
        return Some((u32::from_str_radix(digits, 16).ok()?.try_into().ok()?, after));
    }
    let mut characters = escaped.unwrap_or(text).chars();
    let character = match (characters.next()?, escaped) {
        ('n', Some(_)) => '\n',
        ('r', Some(_)) => '\r',
        ('t', Some(_)) => '\t',
        (character, _) => character,
    };
    Some((character, characters.as_str()))
}
