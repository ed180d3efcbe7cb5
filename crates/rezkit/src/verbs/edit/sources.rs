//! Replacement of text in the sources of scripts.

use super::Edited;
use crate::roblox::{Document, Sink};
use crate::verbs::grep::Pattern;
use dom::Value;
use dom::names::is_script;
use files::File;
use files::documents;
use scene::{Problem, counted};

/// Replaces the matches of a pattern in the sources of all scripts, and hands out the new file in pieces, as
/// [`edit_in_pieces`](super::edit_in_pieces) does. `n_values` is the number of replacements.
///
/// `$1` and `${name}` in `with` stand for groups, unless the pattern is a [literal](Pattern::literal).
///
/// ```
/// use rezkit::{File, OpenOptions, Pattern, replace_in_scripts};
///
/// let model = br#"<roblox version="4"><Item class="Script"><Properties>
///     <ProtectedString name="Source">print("old")</ProtectedString></Properties></Item></roblox>"#;
/// let mut new = Vec::new();
/// let file = File::open(model, &OpenOptions::default())?;
/// let edited = replace_in_scripts(&file, &Pattern::literal("old", false)?, "new", &mut |piece| new.extend(piece))?;
/// assert_eq!(edited.n_values, 1);
/// assert!(String::from_utf8_lossy(&new).contains(r#"print("new")"#));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file is not a Roblox model or place, or cannot be read or written.
pub fn replace_in_scripts(
    file: &File<'_>,
    pattern: &Pattern,
    with: &str,
    give: &mut Sink<'_>,
) -> Result<Edited, Problem> {
    let (model, warnings) = documents::read(file)?;
    let mut notes = Vec::from_iter(warnings.in_words());
    let mut document = Document::from(model);
    let (mut n_values, mut n_scripts, mut n_left) = (0_usize, 0_usize, 0_usize);
    for id in document.ids() {
        if !is_script(document.class(id).as_bytes()) {
            continue;
        }
        let Some(source) = document.bytes(id, "Source") else { continue };
        let Ok(source) = std::str::from_utf8(source) else {
            n_left = n_left.saturating_add(1);
            continue;
        };
        let (new, n) = pattern.replaced(source, with);
        if n > 0 {
            let new = Value::from(new);
            document.set(id, "Source", new)?;
            (n_values, n_scripts) = (n_values.saturating_add(n), n_scripts.saturating_add(1));
        }
    }
    if n_scripts > 0 {
        notes.push(format!("{} changed", counted(n_scripts, "script")));
    }
    if n_left > 0 {
        notes.push(format!("{} left unchanged, because the source is not UTF-8", counted(n_left, "script")));
    }
    let edited = Edited::on(file, n_values, notes, || document.save_on(file, Some(&mut *give)))?;
    give(&edited.bytes);
    Ok(Edited { bytes: Vec::new(), is_idle: n_values == 0, ..edited })
}
