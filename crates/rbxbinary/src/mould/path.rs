//! Paths of items in a tree: names joined by slashes, for formats whose items have names that need not be unique.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Appends a name to a path, and its index among the siblings with the same name unless it is the first. In the name,
/// `/`, `[` and `\` follow a `\`, and bytes that are not UTF-8 are written as `\xff`.
pub(crate) fn append(path: &mut String, name: &[u8], index: usize) {
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            if matches!(character, '/' | '[' | '\\') {
                path.push('\\');
            }
            path.push(character);
        }
        for byte in chunk.invalid() {
            // Writing to a string does not fail.
            _ = write!(path, "\\x{byte:02x}");
        }
    }
    if index > 0 {
        _ = write!(path, "[{index}]");
    }
}

/// A name, its index, and what follows the slash.
pub(crate) type Segment<'p> = (Cow<'p, [u8]>, usize, Option<&'p str>);

/// The first name of a path, as [`append`] writes it; `None` if the path is malformed.
pub(crate) fn segment(path: &str) -> Option<Segment<'_>> {
    let end = path.find(['/', '[', '\\']).unwrap_or(path.len());
    let (plain, mut rest) = path.split_at_checked(end)?;
    let mut name = Cow::Borrowed(plain.as_bytes());
    loop {
        match rest.as_bytes() {
            [] => return Some((name, 0, None)),
            [b'/', ..] => return Some((name, 0, rest.get(1..))),
            [b'[', ..] => {
                let (index, after) = rest.get(1..)?.split_once(']')?;
                let after = if after.is_empty() { None } else { Some(after.strip_prefix('/')?) };
                return Some((name, index.parse().ok()?, after));
            }
            [b'\\', b'x', ..] => {
                name.to_mut().push(u8::from_str_radix(rest.get(2..4)?, 16).ok()?);
                rest = rest.get(4..)?;
            }
            _ => {
                let mut characters = rest.strip_prefix('\\').unwrap_or(rest).chars();
                let character = characters.next()?;
                name.to_mut().extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = characters.as_str();
            }
        }
    }
}
