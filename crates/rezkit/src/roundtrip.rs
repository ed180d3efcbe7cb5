//! Whether a file comes back as it was.

use crate::{File, Format, Problem};
use serde::Serialize;

/// What [`roundtrip`] finds.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Kept {
    /// The shape of this result: `rezkit.roundtrip/1`.
    #[cfg_attr(test, schemars(extend("const" = "rezkit.roundtrip/1")))]
    pub schema: &'static str,
    /// What the file is.
    pub format: Format,
    /// How many laws were looked at.
    pub n_laws: usize,
    /// The laws that do not hold, and why.
    pub broken: Vec<String>,
    /// What would be a fault in a file that a program wrote, and is none in one that was edited by hand.
    pub notes: Vec<String>,
    /// How many recoverable errors reading met.
    pub n_warnings: usize,
    /// How many seconds the first reading took.
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
    let checked = (file.reader().laws)(file.bytes(), file.options(), true);
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
