//! Rows about files, for tables that databases query. One pass over a file fills all selected tables.
//!
//! Content is identified by its SHA-256, so that it is extracted once, however often it occurs. Files that cannot be
//! read are rows with the reason instead of errors, so that a job over a million files does not stop.
//!
//! ```
//! use rezkit::table::{Options, Origin, Table, extract, file, json};
//!
//! let bytes = b"version 1.00\n0\n";
//! let row = file(bytes, &Origin::new("downloads/chair.mesh"));
//! let rows = extract(bytes, &Options::for_tables([Table::Contents, Table::Findings]));
//! assert_eq!(row.sha256, Some(rows.contents[0].sha256.clone()));
//! assert_eq!((&*rows.contents[0].format, rows.contents[0].n_faces), ("rbx-mesh", Some(0)));
//! assert_eq!(rows.findings[0].rule, "RBM032");
//! assert!(json(&row).starts_with(r#"{"path":"downloads/chair.mesh","#));
//! ```

#[cfg(feature = "tables")]
mod arrow;
mod columns;
mod content;
mod file;
mod findings;
#[cfg(test)]
pub(crate) mod listing;
mod model;
mod parts;
mod roblox;
mod scenes;
mod sink;
mod text;

#[cfg(feature = "tables")]
pub use self::arrow::{Compression, Parquet, batch, schema};
pub use self::columns::*;
pub use self::content::{extract, extract_hashed, extract_to};
pub use self::file::{Origin, file, file_hashed, unreadable};
pub use self::sink::Options;
pub use self::text::{csv, csv_header, json};
pub use files::hash::{Sha256, sha256};

/// Finds a file by its path from the one that refers to it.
pub type FindFile<'f> = dyn FnMut(&str) -> Option<Vec<u8>> + 'f;

/// The version of the tables, which is raised when columns are added.
pub const SCHEMA: u32 = 1;

/// The program that writes the rows, and its version.
pub const TOOL: &str = concat!("rezkit ", env!("CARGO_PKG_VERSION"));
