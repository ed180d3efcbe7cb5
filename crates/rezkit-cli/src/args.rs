//! The arguments that verbs share. Their doc comments are the help.

mod joints;
mod levels;
mod memory;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(crate) use joints::Joints;
pub(crate) use levels::{Levels, share};
pub(crate) use memory::{machine, usual_or};

/// Formats examples for the end of a help page, in the styles of [`STYLES`].
macro_rules! examples {
    ($($example:literal => $what:literal)*) => {
        concat!(
            "\x1b[1mExamples:\x1b[0m",
            $("\n  \x1b[36m", $example, "\x1b[0m\n      ", $what),*
        )
    };
}
pub(crate) use examples;

/// Options of all verbs.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Colours: auto (on a terminal, unless NO_COLOR is set), always or never.
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        hide_possible_values = true,
        hide_default_value = true
    )]
    #[arg(value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Color,
    /// Print only results and errors, without summaries and progress.
    #[arg(short, long, global = true, hide_short_help = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Show more: files that are fine, values in full, and notes.
    #[arg(short, long, global = true, hide_short_help = true)]
    pub(crate) verbose: bool,
    /// Memory for each file, such as 512M, and as much again for its output. By default, a named file gets half
    /// of what is free, up to 8 GB; files in folders and archives get 256 MB and 64 times their size.
    #[arg(long, global = true, hide_short_help = true, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<usize>,
    /// Number of threads, which share the files, or a single file; by default one per processor.
    #[arg(long, global = true, hide_short_help = true, value_name = "N", default_value_t = 0)]
    #[arg(hide_default_value = true)]
    pub(crate) threads: usize,
    #[arg(skip)]
    at_once: memory::AtOnce,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// The files of a verb.
#[derive(Debug, Args)]
pub(crate) struct Paths {
    /// Files and folders; `-` reads stdin.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The name to use for stdin.
    #[arg(long, value_name = "NAME", default_value = "-", hide_default_value = true, hide_short_help = true)]
    pub(crate) stdin_name: String,
}

/// The form in which a verb prints its results for many files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
#[group(id = "many", multiple = false)]
pub(crate) struct Many {
    /// Print JSON Lines: one object per file, or per part.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print comma-separated values with a line of names.
    #[arg(long)]
    pub(crate) csv: bool,
    /// Print only totals of all files.
    #[arg(long)]
    pub(crate) summary: bool,
}

impl Many {
    /// Returns true if the output is text for people.
    pub(crate) fn is_text(self) -> bool {
        !self.json && !self.csv && !self.summary
    }
}

/// A parser that accepts one of several names, given with their help texts and values.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static>(
    choices: impl IntoIterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let choices: Vec<_> = choices.into_iter().collect();
    let named = choices.iter().map(|(name, help, _)| match *help {
        "" => PossibleValue::new(name),
        help => PossibleValue::new(name).help(help),
    });
    PossibleValuesParser::new(named.collect::<Vec<_>>()).try_map(move |text| {
        let chosen = choices.iter().find(|(name, ..)| *name == text);
        chosen.map(|(.., it)| it.clone()).ok_or("there is no such choice")
    })
}

/// Parses the path of an output. Addresses such as `s3://…` are refused, since they would silently become
/// folders of that name.
pub(crate) fn destination() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text| {
        let scheme = text.to_str().and_then(|text| text.split_once("://")).map(|(scheme, _)| scheme);
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme.chars().all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one))
        };
        match scheme.filter(|scheme| is_scheme(scheme)) {
            Some(scheme) => Err(format!(
                "results can only be written to local files, not to addresses such as {scheme}://: mount the \
                 store as a folder, or copy the results to it (docs/tables.md)"
            )),
            None => Ok(PathBuf::from(text)),
        }
    })
}

/// Parses a scale such as `2` or `0.5,0.5,2`.
pub(crate) fn scale(text: &str) -> Result<[f32; 3], String> {
    let lengths: Result<Vec<f32>, _> = text.split(',').map(|length| length.trim().parse()).collect();
    let scale = match lengths.as_deref() {
        Ok([length]) => [*length; 3],
        Ok([x, y, z]) => [*x, *y, *z],
        _ => return Err("expected one length or three, such as 0.5,0.5,2".to_owned()),
    };
    let is_size = |length: &f32| length.is_finite() && *length > 0.0;
    if scale.iter().all(is_size) { Ok(scale) } else { Err("each length must be above 0".to_owned()) }
}

/// Parses a size such as `512M`, `2G` or `100000`.
fn size(text: &str) -> Result<usize, String> {
    let text = text.trim().to_ascii_uppercase();
    let text = text.trim_end_matches("IB").trim_end_matches('B');
    let (digits, unit) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (digits, text.chars().last().unwrap_or_default()),
        None => (text, ' '),
    };
    let shift = match unit {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        _ => 0,
    };
    let number: usize = digits.trim().parse().map_err(|_| "expected a size such as 512M or 2G".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "this is too large".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(
            ["100000", "64k", "512M", "2 GiB"].map(size),
            [Ok(100_000), Ok(65_536), Ok(512 << 20), Ok(2 << 30)]
        );
        assert_eq!([scale("2"), scale("0.5, 1,2")], [Ok([2.0; 3]), Ok([0.5, 1.0, 2.0])]);
        assert!(["", "1,2", "-1", "nan", "inf"].into_iter().all(|text| scale(text).is_err()));
        assert!(size("much").is_err() && size("99999999999999999999G").is_err());
    }
}
