//! One interface for all format crates, so that the laws and the verbs (functions such as `info` and
//! `convert`) are written once.
//!
//! All format crates have the same functions, and types of equal shape that are nevertheless distinct types. The macro
//! `codec!` adapts them. Programs that only use files need [`File`](crate::File) and the verbs.

#[macro_use]
mod adapt;

use super::layout::{Layout, Located};
use super::options::Options;
use super::rules::{Findings, Rule};
use scene::problem::{Problem, ProblemKind, Warnings};

/// A format, represented by its model.
pub trait Codec: Sized + 'static {
    /// The name of the format's crate, and of its folders of fixtures.
    const NAME: &'static str;

    /// False if files of the format can only be read.
    const WRITES: bool = true;

    /// Returns true if bytes look like a file of this format.
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
    /// If the format cannot represent the model, or can only be read.
    fn write(&self) -> Result<Vec<u8>, Problem> {
        Err(read_only())
    }

    /// Writes a file. Units that have not changed since `original` was read with these options are copied
    /// from it.
    ///
    /// # Errors
    ///
    /// The errors of [`write`](Self::write).
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

    /// Reads a file once, and returns its layout, which contains the warnings, and the model or the error.
    fn traced(bytes: &[u8], options: Options) -> (Layout<'_>, Result<Self, Problem>);

    /// The layout of a file.
    fn layout(bytes: &[u8], options: Options) -> Layout<'_> {
        Self::traced(bytes, options).0
    }

    /// Locates the bytes that the paths of findings refer to.
    fn locate(bytes: &[u8], options: Options, paths: &[&str]) -> Vec<Option<Located>> {
        Self::layout(bytes, options).locate(paths)
    }
}

/// The error of writing a format that can only be read.
fn read_only() -> Problem {
    Problem::new(ProblemKind::Unsupported, "files of this format cannot be written")
}

/// A model of a format crate, with conversions of the types of that crate to their counterparts here.
pub trait Adapted: Codec {
    /// The read options of the crate.
    type ReadOptions;

    /// The error type of the crate.
    type Error;

    /// The findings of the crate.
    type Findings;

    /// The rule type of the crate.
    type Rule;

    /// Converts options to those of the crate.
    fn read_options(options: Options) -> Self::ReadOptions;

    /// Converts an error or warning of the crate.
    fn problem(error: &Self::Error) -> Problem;

    /// Converts findings of the crate.
    fn found(by: Self::Findings) -> Findings;

    /// Converts a rule of the crate.
    fn rule(of: &'static Self::Rule) -> Rule;
}
