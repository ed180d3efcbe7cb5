//! A note on the scripts that name an instance.

use super::{Found, each_use};
use files::File;
use files::outline::Paths;
use scene::{Problem, counted};

/// The most lines of scripts that a note names.
const MOST_NAMED: usize = 5;

/// A note on the lines of scripts that name an instance, which do not follow it when it is renamed or moved; `None` if
/// there are none.
///
/// # Errors
///
/// If the file cannot be read.
#[doc(hidden)]
pub fn note_of_scripts(file: &File<'_>, path: &str) -> Result<Option<String>, Problem> {
    if !file.identity().format.is_roblox() {
        return Ok(None);
    }
    let (memory, mut places) = (file.allowance(), Vec::new());
    file.outline(&mut |outline| {
        let Some(number) = Paths::new(outline).number(outline, path) else { return Ok(()) };
        let is_wanted = |one: Found| one.target == Some(number);
        each_use(outline, &memory, &is_wanted, &mut |one| {
            places.push(format!("{}:{}", one.script, one.line))
        });
        memory.end()
    })?;
    places.dedup();
    if places.is_empty() {
        return Ok(None);
    }
    let (n, more) = (places.len(), places.len().saturating_sub(MOST_NAMED));
    places.truncate(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let name = if n == 1 { "names" } else { "name" };
    let lines = counted(n, "line");
    Ok(Some(format!(
        "{lines} of scripts {name} {path} and may no longer find it: {}{more}",
        places.join(", ")
    )))
}
