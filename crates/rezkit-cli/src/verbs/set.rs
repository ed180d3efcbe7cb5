//! The verb `set`: single values of files.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use crate::show;
use clap::Args;
use clap::builder::PossibleValuesParser;
use rezkit::{Edit, edit_in_pieces};
use std::io;
use std::path::{Path, PathBuf};

/// Sets single values; everything else stays byte for byte.
///
/// These are properties of instances, values of LLSD, titles and materials. Paths and values are as `rez print` prints
/// them; quotes around a text are optional. A value gets the type that the property has; with `--type`, properties,
/// keys and values of lists of LLSD are added. References are paths of other parts, or `null`; attributes have an `@`
/// before their names; any bytes are `base64(…)`. Properties have the names of scripts or of the file: Position, Color,
/// BrickColor and Parent are set on what the file has. Nothing is written if a part or a property is not there, or a
/// value is not of that type. The exit status is 1 if nothing is set because an
/// expression chooses nothing, or no asset of --map-assets is used.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez set place.rbxl Workspace/Door.Anchored=true --dry-run" => "what would change"
    "rez set place.rbxl Workspace/Door.Size=4,7,1 --in-place" => "the size of a part; Position, Color and Parent are set alike"
    "rez set place.rbxl --where 'class=Part' Anchored=true --in-place" => "one value of all parts"
    "rez set settings.llsd chair.colour=red --type String --in-place" => "a new key of LLSD"
    "rez set place.rbxl --map-assets old-new.csv --dry-run" => "what would change if assets had other numbers"
})]
pub(super) struct SetArgs {
    #[command(flatten)]
    target: EditArgs,
    /// Path of a part, a dot, the property, and the value; with --where, without the path. A `=` in a name is written
    /// as `\=`.
    #[arg(value_name = "PATH.PROPERTY=VALUE", required_unless_present_any = ["from", "map_assets"])]
    assignments: Vec<String>,
    /// Set it in all parts that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    query: Option<rezkit::Query>,
    /// A file with more of these, one on each line; `-` is stdin.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The type of properties that are not there yet, such as Bool, Float32, Vector3, or Integer in LLSD.
    #[arg(long = "type", value_name = "TYPE", hide_possible_values = true, value_parser = PossibleValuesParser::new(rezkit::VALUE_KINDS.iter().copied()))]
    kind: Option<String>,
    /// Replaces the addresses of assets in a model or place, by a CSV file of two columns, the old and the new: numbers,
    /// or whole addresses.
    #[arg(long, value_name = "OLD-NEW.CSV", conflicts_with = "query")]
    map_assets: Option<PathBuf>,
    /// Replace addresses of --map-assets in the sources of scripts, too.
    #[arg(long, requires = "map_assets")]
    scripts: bool,
}

pub(super) fn run(verb: &SetArgs, common: &Common, out: &mut Out) -> Ending {
    let listed = text(verb.from.as_deref(), common)?;
    let map = text(verb.map_assets.as_deref(), common)?;
    let listed = listed.lines().filter(|line| !line.trim().is_empty());
    let mut edits = Vec::new();
    for assignment in verb.assignments.iter().map(String::as_str).chain(listed) {
        let Some((path, value)) = split(assignment) else {
            let shape = if verb.query.is_some() { "PROPERTY=VALUE" } else { "PATH.PROPERTY=VALUE" };
            return Err(Done::misused(assignment, &format!("this is not {shape}")));
        };
        let kind = verb.kind.clone();
        edits.push(match verb.query.clone() {
            Some(query) => Edit::SetAll { query, property: path, value, kind },
            None => Edit::Set { path, value, kind },
        });
    }
    if let Some(path) = &verb.map_assets {
        let map = map
            .parse()
            .map_err(|problem| Done::failed(Code::Usage, show::problem(&path.to_string_lossy(), &problem)))?;
        edits.push(Edit::MapAssets { map, scripts: verb.scripts });
    }
    editing::edit_file(&verb.target, "value", "set", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}

/// The text of a file; empty without a path.
fn text(path: Option<&Path>, common: &Common) -> Result<String, Done<()>> {
    let Some(path) = path else { return Ok(String::new()) };
    String::from_utf8(done::content(path, common)?)
        .map_err(|error| Done::io(&path.to_string_lossy(), &io::Error::other(error)))
}

/// Splits an assignment at the first `=` that is not escaped.
fn split(assignment: &str) -> Option<(String, String)> {
    let is_end = |(at, _): &(usize, &str)| !assignment[..*at].ends_with('\\');
    let (at, _) = assignment.match_indices('=').find(is_end)?;
    Some((assignment[..at].replace("\\=", "="), assignment[at + 1..].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_end_at_the_first_sign() {
        let found = ["A/B.C=1=2", "a\\=b.c=d", "a.b"].map(split);
        let pair = |path: &str, value: &str| Some((path.to_owned(), value.to_owned()));
        assert_eq!(found, [pair("A/B.C", "1=2"), pair("a=b.c", "d"), None]);
    }
}
