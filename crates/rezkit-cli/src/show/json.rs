//! JSON Lines.

use rezkit::Problem;
use serde::Serialize;

const TOOL: &str = concat!("rez ", env!("CARGO_PKG_VERSION"));

/// What every line begins with.
#[derive(Serialize)]
struct Line<'l, T: Serialize> {
    tool: &'static str,
    file: &'l str,
    #[serde(flatten)]
    result: &'l T,
}

/// A result on one line, with the file that it is of.
pub(crate) fn line<T: Serialize>(file: &str, result: &T) -> String {
    object(&Line { tool: TOOL, file, result })
}

/// Anything on one line.
pub(crate) fn object<T: Serialize>(value: &T) -> String {
    // Our own types have texts as keys and no number that JSON lacks.
    let mut text = serde_json::to_string(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"));
    text.push('\n');
    text
}

/// Why there is no result.
pub(crate) fn problem(file: &str, problem: &Problem) -> String {
    #[derive(Serialize)]
    struct Refused<'p> {
        schema: &'static str,
        problem: &'p Problem,
    }
    line(file, &Refused { schema: "rezkit.problem/1", problem })
}
