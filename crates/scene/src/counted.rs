//! Numbers in messages.

/// A number and what it counts: `1 byte`, `2 bytes`.
pub fn counted(number: usize, one: &str) -> String {
    match one.strip_suffix("ex") {
        _ if number == 1 => format!("{number} {one}"),
        Some(stem) => format!("{number} {stem}ices"),
        None => format!("{number} {one}s"),
    }
}
