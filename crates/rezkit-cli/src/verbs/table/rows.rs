//! Rows as lines of CSV or JSON.

use super::RowFormat;
use rezkit::table::{Rows, Table, csv, csv_header, json};

/// The line of column names of a CSV file.
pub(super) fn header(table: Table) -> String {
    csv_header(table) + "\n"
}

/// The rows of a table, on a line each.
pub(super) fn lines(rows: &Rows, table: Table, format: RowFormat) -> String {
    let mut text = String::new();
    rows.each(table, &mut |row| {
        let line = if format == RowFormat::Csv { csv(row) } else { json(row) };
        text.push_str(&line);
        text.push('\n');
    });
    text
}
