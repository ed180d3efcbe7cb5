//! Names of parts, and paths that consist of them.

pub use dom::near::near;

/// The names of a path, outermost first, joined as the format crates print them: by dots, or by a comma after text from
/// the file, which may contain dots. An index belongs to the name before it.
#[doc(hidden)]
#[must_use]
pub fn joined<'p>(names: impl Iterator<Item = &'p str>) -> String {
    let (mut path, mut before) = (String::new(), None::<&str>);
    for name in names {
        path.push_str(separator(before, name));
        path.push_str(name);
        before = Some(name);
    }
    path
}

/// The separator between two names of a path.
pub fn separator(before: Option<&str>, name: &str) -> &'static str {
    match before {
        None => "",
        Some(_) if name.starts_with('[') => "",
        Some(before) if before.contains([' ', '.', ',']) => ", ",
        Some(_) => ".",
    }
}
