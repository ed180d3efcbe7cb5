//! Replacement of paths by way of the root of a crate, which only re-exports names, by paths to the defining modules.

/// Replaces each `crate::Name` in a text by the path that `home` returns for the name, if any. The result is not
/// formatted.
pub(super) fn named(text: &str, home: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("crate::") {
        let (before, after) = (&rest[..at], &rest[at + "crate::".len()..]);
        out.push_str(before);
        let line = out.rsplit('\n').next().unwrap_or_default();
        let is_code =
            !line.trim_start().starts_with("//") && !line.ends_with(|it: char| it == '$' || is_word(it));
        let name = &after[..after.find(|it| !is_word(it)).unwrap_or(after.len())];
        rest = after;
        match (is_code, after.strip_prefix('{').and_then(|list| list.split_once("};"))) {
            (true, Some((list, behind))) if line.ends_with("use ") => {
                let start = line.to_owned();
                out.truncate(out.len() - start.len());
                out.extend(leaves(list).into_iter().map(|leaf| {
                    let name = &leaf[..leaf.find(|it| !is_word(it)).unwrap_or(leaf.len())];
                    let path =
                        home(name).map_or(format!("crate::{leaf}"), |home| leaf.replacen(name, &home, 1));
                    format!("{start}{path};\n")
                }));
                out.truncate(out.trim_end().len());
                rest = behind;
            }
            (true, _) if home(name).is_some() => {
                out.push_str(&home(name).unwrap_or_default());
                rest = &after[name.len()..];
            }
            _ => out.push_str("crate::"),
        }
    }
    out + rest
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The items of a list, split at commas outside of braces.
fn leaves(list: &str) -> Vec<String> {
    let (mut leaves, mut depth) = (vec![String::new()], 0_usize);
    for letter in list.chars() {
        depth = (depth + usize::from(letter == '{')).saturating_sub(usize::from(letter == '}'));
        match leaves.last_mut() {
            Some(leaf) if letter != ',' || depth > 0 => leaf.push(letter),
            _ => leaves.push(String::new()),
        }
    }
    leaves.iter().map(|leaf| leaf.trim().to_owned()).filter(|leaf| !leaf.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_and_paths_name_the_home() {
        let home = |name: &str| match name {
            "Error" => Some("crate::common::error::Error".to_owned()),
            "Same" => Some("geom::Same".to_owned()),
            _ => None,
        };
        let text = "use crate::{Error, Same as Bits, wire::{a, b}};\nfn f() -> crate::Error { $crate::Error }\n/// [`crate::Error`]\n";
        assert_eq!(
            named(text, &home),
            "use crate::common::error::Error;\nuse geom::Same as Bits;\nuse crate::wire::{a, b};\n\
             fn f() -> crate::common::error::Error { $crate::Error }\n/// [`crate::Error`]\n"
        );
    }
}
