//! What can be done with each format.

use crate::Code;
use crate::args::Formats;
use crate::output::Out;
use crate::show::{BOLD, DIM, GOOD, VALUE, json};
use rezkit::{Family, Format};
use serde::Serialize;

/// A row of the table.
#[derive(Serialize)]
struct Row {
    schema: &'static str,
    format: Format,
    title: &'static str,
    family: Family,
    extensions: &'static [&'static str],
    /// Read, written, checked and explained byte by byte.
    is_full: bool,
}

pub(crate) fn run(verb: &Formats, out: &mut Out) -> Code {
    let rows = Format::ALL.iter().map(|format| Row {
        schema: "rezkit.formats/1",
        format: *format,
        title: format.in_words(),
        family: format.family(),
        extensions: format.extensions(),
        // The text form of Model 3D is not read yet.
        is_full: !matches!(format.family(), Family::Exchange | Family::Other) && *format != Format::A3d,
    });
    for row in rows.filter(|row| verb.all || row.is_full) {
        if verb.json {
            out.print(&json::object(&row));
            continue;
        }
        let title = row.title.trim_start_matches("a ").trim_start_matches("an ");
        let (style, what) = match row.format {
            _ if row.is_full => (GOOD, "read and written"),
            Format::Glb | Format::Gltf | Format::Obj => (VALUE, "by the library"),
            Format::Stl => (VALUE, "library, written"),
            _ => (DIM, "identified"),
        };
        let extensions: String = row.extensions.iter().map(|one| format!(" .{one}")).collect();
        let width = if extensions.is_empty() { 0 } else { 16 };
        out.print(&format!("{BOLD}{title:48}{BOLD:#} {style}{what:width$}{style:#}{extensions}\n"));
    }
    Code::Fine
}
