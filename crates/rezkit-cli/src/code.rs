//! Exit statuses.

use serde::{Deserialize, Serialize};

/// How a call ends. A batch ends with the highest of its files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub(crate) enum Code {
    /// All is well.
    #[default]
    Fine = 0,
    /// There are findings or differences.
    Found = 1,
    /// The arguments are wrong.
    Usage = 2,
    /// A file cannot be read as what it is.
    Refused = 3,
    /// A file cannot be opened or saved.
    Io = 4,
}
