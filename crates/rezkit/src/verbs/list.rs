//! Lists of the scripts, assets, classes and other items of a file.

use super::query::{Query, chosen};
#[cfg(feature = "scripts")]
use super::scripts::{Found, ScriptUse};
use files::File;
use files::items::{Item, Items, List};
use files::{Family, Format};
use scene::{Problem, ProblemKind, Warnings};
#[cfg(feature = "scripts")]
use scene::{counted, grouped};
use serde::Serialize;

/// The result of [`list`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Listing {
    /// The schema of this result: `rezkit.list/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.list/1")))]
    pub schema: &'static str,
    /// The format of the file.
    pub format: Format,
    /// The kind of items.
    pub what: List,
    /// The lines.
    pub items: Vec<Item>,
    /// Notes on instances that may belong to the list, because a property that the query names could not be
    /// read.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The recoverable errors in the file.
    #[serde(skip)]
    pub warnings: Warnings,
}

/// Lists the items of one kind in a file.
///
/// ```
/// use rezkit::{File, List, OpenOptions, list};
///
/// let file = File::open(b"{'icon':l\"http://example.com/icon\"}", &OpenOptions::default())?;
/// let assets = list(&file, List::Assets)?;
/// assert_eq!((&*assets.items[0].path, &*assets.items[0].value), ("icon", "http://example.com/icon"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read.
pub fn list(file: &File<'_>, what: List) -> Result<Listing, Problem> {
    listing(file, what, None)
}

/// Lists like [`list`], but only items in the instances that a query selects.
///
/// # Errors
///
/// The errors of [`list`], and an error if the file has no instances.
pub fn list_where(file: &File<'_>, what: List, query: &Query) -> Result<Listing, Problem> {
    if !matches!(file.identity().format.family(), Family::RbxBinary | Family::RbxXml) {
        let words = file.identity().format.in_words();
        let message = format!("expressions choose instances, and {words} has none");
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    listing(file, what, Some(query))
}

fn listing(file: &File<'_>, what: List, query: Option<&Query>) -> Result<Listing, Problem> {
    if what.is_of_scripts() {
        return in_scripts(file, what, query);
    }
    let (model, warnings) = file.read()?;
    let (mut items, mut notes) = (Items::new(file.memory()), Vec::new());
    if let Some(query) = query {
        let mut numbers = Ok(Vec::new());
        let shown = model.outline(file.memory(), &mut |outline| numbers = chosen(outline, query, &mut notes));
        shown.map_err(|problem| file.explained(problem))?;
        items = items.only(numbers?.into_iter().collect());
    }
    // The model ends early if the list exceeds its limit.
    let _ = model.list(what, &mut items);
    // Explaining a problem builds a layout, so the model is dropped first.
    drop(model);
    let items = items.end().map_err(|problem| file.explained(problem))?;
    Ok(Listing { schema: "rezkit.list/1", format: file.identity().format, what, items, notes, warnings })
}

#[cfg(not(feature = "scripts"))]
fn in_scripts(_: &File<'_>, _: List, _: Option<&Query>) -> Result<Listing, Problem> {
    Err(Problem::new(ProblemKind::Unsupported, "this build cannot read scripts"))
}

/// Lists what scripts use.
#[cfg(feature = "scripts")]
fn in_scripts(file: &File<'_>, what: List, query: Option<&Query>) -> Result<Listing, Problem> {
    use super::scripts::{UseKind, each_use};
    use std::collections::HashSet;
    let is_of_list = |kind| match what {
        List::Requires => matches!(
            kind,
            UseKind::Require | UseKind::RequireMissing | UseKind::RequireAsset | UseKind::RequireComputed
        ),
        List::Remotes => matches!(kind, UseKind::Fires | UseKind::Listens),
        _ => kind == UseKind::Service,
    };
    let (memory, mut found, mut notes, mut n_broken) = (file.allowance(), Vec::new(), Vec::new(), 0);
    let warnings = file.outline(&mut |outline| {
        let numbers = query.map(|query| chosen(outline, query, &mut notes)).transpose()?;
        let only = numbers.map(HashSet::<u32>::from_iter);
        let is_chosen = |script| only.as_ref().is_none_or(|only| only.contains(&script));
        let is_wanted = |one: Found| is_of_list(one.kind) && is_chosen(one.script);
        (_, n_broken) = each_use(outline, &memory, &is_wanted, &mut |_, one| found.push(one));
        memory.end()
    })?;
    let n_computed = found.iter().filter(|one| one.target.is_empty()).count();
    if n_computed > 0 {
        notes.push(format!(
            "{} of these cannot be followed, because scripts compute the names",
            grouped(n_computed)
        ));
    }
    if n_broken > 0 {
        let scripts = counted(n_broken, "script");
        notes.push(format!("{scripts} with a syntax error may use more; `rez check` lists the errors"));
    }
    let item = |one: ScriptUse| {
        let ScriptUse { script, line, kind, target, text, .. } = one;
        let value = if target.is_empty() { text } else { target };
        Item::new(format!("{script}:{line}"), kind.in_words(), value, 0)
    };
    let items = found.into_iter().map(item).collect();
    Ok(Listing { schema: "rezkit.list/1", format: file.identity().format, what, items, notes, warnings })
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::OpenOptions;

    /// Paths take linear time: counting the siblings for each one would take minutes here.
    #[test]
    fn many_equal_siblings_are_listed_in_linear_time() {
        const N: usize = 200_000;
        let text = format!("<roblox version=\"4\">{}</roblox>", "<Item class=\"Script\"></Item>".repeat(N));
        let file = File::open(text.as_bytes(), &OpenOptions::default()).unwrap();
        let scripts = list(&file, List::Scripts).unwrap().items;
        assert_eq!((scripts.len(), &*scripts[0].path), (N, "Script"));
        assert_eq!(scripts[N - 1].path, format!("Script[{N}]"));
    }
}
