//! One interface for all format crates, so that the laws and verbs are written once.
//!
//! Every format crate has the same functions, and types of the same shape that are nevertheless different types. The
//! macro `codec!` adapts them. Programs that only use files need [`File`](crate::File) and the verbs.

#[macro_use]
mod adapt;

use super::layout::{Layout, Located};
use super::options::Options;
use super::rules::{Findings, Rule};
use scene::problem::{Problem, ProblemKind, Warnings};

/// A format, represented by its model.
pub trait Codec: Sized + 'static {
    /// The name of its library and its folders.
    const NAME: &'static str;

    /// Whether its files are written, and not only read.
    const WRITES: bool = true;

    /// Whether bytes look like a file of this format.
    fn detect(bytes: &[u8]) -> bool;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem>;

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// If the format cannot express the model, or nothing is written of it.
    fn write(&self) -> Result<Vec<u8>, Problem> {
        Err(read_only())
    }

    /// Writes a file, and copies from `original` what is unchanged since it was read with these options.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    fn write_onto(&self, original: &[u8], options: Options) -> Result<Vec<u8>, Problem> {
        let _ = (original, options);
        Err(read_only())
    }

    /// The first difference between two models; floats are compared bit by bit.
    fn difference(&self, other: &Self) -> Option<String>;

    /// Checks a model against the rules of the format.
    fn validate(&self) -> Findings;

    /// The rules that [`validate`](Self::validate) checks.
    fn rules() -> Vec<Rule>;

    /// What each byte is, and what [`read`](Self::read) gives, whose warnings the layout has: the file is read once.
    fn traced(bytes: &[u8], options: Options) -> (Layout<'_>, Result<Self, Problem>);

    /// What each byte is.
    fn layout(bytes: &[u8], options: Options) -> Layout<'_> {
        Self::traced(bytes, options).0
    }

    /// The bytes that the paths of findings lead to.
    fn locate(bytes: &[u8], options: Options, paths: &[&str]) -> Vec<Option<Located>> {
        Self::layout(bytes, options).locate(paths)
    }
}

/// What writing a format that is only read gives.
fn read_only() -> Problem {
    Problem::new(ProblemKind::Unsupported, "such files are only read")
}

/// A model of a format crate, whose types have counterparts here.
pub trait Adapted: Codec {
    /// The options of the crate.
    type ReadOptions;

    /// The errors of the crate.
    type Error;

    /// The findings of the crate.
    type Findings;

    /// The rules of the crate.
    type Rule;

    /// These options, as the crate has them.
    fn read_options(options: Options) -> Self::ReadOptions;

    /// What the crate reports.
    fn problem(error: &Self::Error) -> Problem;

    /// What the crate finds.
    fn found(by: Self::Findings) -> Findings;

    /// A rule of the crate.
    fn rule(of: &'static Self::Rule) -> Rule;
}
