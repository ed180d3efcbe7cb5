//! Exit statuses.

use serde::{Deserialize, Serialize};

/// The exit code of a call. A batch ends with the highest code of its files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub(crate) enum Code {
    /// Success.
    #[default]
    Fine = 0,
    /// There are findings or differences.
    Found = 1,
    /// The arguments are invalid.
    Usage = 2,
    /// A file cannot be read, or does not have the format that its verb needs.
    Refused = 3,
    /// A file cannot be opened or saved.
    Io = 4,
}
