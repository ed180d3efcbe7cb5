//! What can be done with each format.

use crate::Code;
use crate::args::Formats;
use crate::output::Out;
use crate::show::{BOLD, DIM, GOOD, VALUE, json};
use rezkit::{Format, Support, formats};

pub(crate) fn run(verb: &Formats, out: &mut Out) -> Code {
    let shown = formats().filter(|row| verb.all || row.is_full);
    let widest = shown.map(|row| title(&row).chars().count()).max().unwrap_or_default();
    for row in formats().filter(|row| verb.all || row.is_full) {
        if verb.json {
            out.print(&json::object(&row));
            continue;
        }
        let (style, what) = match row.format {
            _ if row.is_full => (GOOD, "read and written"),
            Format::Glb | Format::Gltf | Format::Obj => (VALUE, "converted"),
            Format::Stl => (VALUE, "written"),
            _ => (DIM, "identified"),
        };
        let extensions: String = row.extensions.iter().map(|one| format!(" .{one}")).collect();
        let width = if extensions.is_empty() { 0 } else { 16 };
        out.print(&format!(
            "{BOLD}{:widest$}{BOLD:#}  {style}{what:width$}{style:#}{extensions}\n",
            title(&row)
        ));
    }
    Code::Fine
}

/// The name of a format without an article.
fn title(row: &Support) -> &str {
    row.title.trim_start_matches("a ").trim_start_matches("an ")
}
