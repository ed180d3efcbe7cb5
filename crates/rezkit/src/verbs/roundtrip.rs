//! A check that a file is reproduced by reading and writing it.

use files::File;
use files::Format;
use scene::Problem;
use serde::Serialize;

/// The result of [`roundtrip`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Kept {
    /// The schema of this result: `rezkit.roundtrip/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.roundtrip/1")))]
    pub schema: &'static str,
    /// The format of the file.
    pub format: Format,
    /// The number of laws that were checked.
    pub n_laws: usize,
    /// The laws that do not hold, and why.
    pub broken: Vec<String>,
    /// Differences that are errors in a file that a program wrote, but not in one that was edited by hand.
    pub notes: Vec<String>,
    /// The number of recoverable errors.
    pub n_warnings: usize,
    /// The duration of the first reading, in seconds.
    #[serde(skip)]
    pub seconds: f64,
}

/// Reads a file, writes it and reads it again, and checks that nothing is lost: the laws of docs/laws.md.
///
/// ```
/// use rezkit::{File, OpenOptions, roundtrip};
///
/// let file = File::open(b"<llsd><string>chair</string></llsd>", &OpenOptions::default())?;
/// assert_eq!(roundtrip(&file)?.broken, [""; 0]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read.
pub fn roundtrip(file: &File<'_>) -> Result<Kept, Problem> {
    let checked = file.reader().laws(file.bytes(), file.options(), true);
    if let Some(mut problem) = checked.refusal {
        file.explain([&mut problem]);
        return Err(problem);
    }
    Ok(Kept {
        schema: "rezkit.roundtrip/1",
        format: file.identity().format,
        n_laws: checked.n_laws,
        broken: checked.broken,
        notes: checked.notes,
        n_warnings: checked.n_warnings,
        seconds: checked.reading.as_secs_f64(),
    })
}
