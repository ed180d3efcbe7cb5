//! Paths in the form that scripts use.

/// Converts a path in the form that scripts use, such as `game.Workspace.Shop["Front door"]`, to one with
/// slashes; `None` for other strings. An index among siblings of the same name may follow a name, as in
/// `game.Workspace.Wall[2]`.
pub fn path_of_script(text: &str) -> Option<String> {
    let mut rest = text.strip_prefix("game").filter(|rest| rest.starts_with(['.', '[']))?;
    let mut path = String::new();
    while !rest.is_empty() {
        let name;
        if let Some(quoted) = rest.strip_prefix("[\"") {
            (name, rest) = quoted.split_once("\"]")?;
        } else if let Some(quoted) = rest.strip_prefix("['") {
            (name, rest) = quoted.split_once("']")?;
        } else {
            let plain = rest.strip_prefix('.')?;
            let is_quote = |at: &usize| {
                plain.get(at.saturating_add(1)..).is_some_and(|after| after.starts_with(['"', '\'']))
            };
            let bracket = plain.match_indices('[').map(|(at, _)| at).find(is_quote);
            let end = plain.find('.').into_iter().chain(bracket).min().unwrap_or(plain.len());
            (name, rest) = plain.split_at_checked(end)?;
        }
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(&name.replace('\\', "\\\\").replace('/', "\\/"));
    }
    Some(path)
}
