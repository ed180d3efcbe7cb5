//! Results as JSON Lines.

use rezkit::{Line, Problem, Refusal};
use serde::Serialize;

/// A result on one line, with the name of its file.
pub(crate) fn line<T: Serialize>(file: &str, result: &T) -> String {
    Line { tool: concat!("rez ", env!("CARGO_PKG_VERSION")), file, result }.to_json() + "\n"
}

/// A value on one line.
pub(crate) fn object<T: Serialize>(value: &T) -> String {
    rezkit::to_json(value) + "\n"
}

/// A problem on one line, in place of a result.
pub(crate) fn problem(file: &str, problem: &Problem) -> String {
    let mut problem = problem.clone();
    problem.help = super::help(&problem);
    line(file, &Refusal::new(&problem))
}
