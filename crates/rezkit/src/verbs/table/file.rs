//! Rows about files and members of archives.

use super::columns::FileRow;
use super::sink::{int64, text};
use files::hash::{Sha256, sha256};
use files::{Timestamp, Wrapper, identify};
use scene::Problem;

/// The origin of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Origin {
    /// The path; for a member of an archive, the path of the archive, a slash, and the path inside.
    pub path: String,
    /// The archive or the group of files that contains it.
    pub shard: String,
    /// The path in the archive.
    pub member: Option<String>,
    /// The time when it was modified or fetched.
    pub mtime: Option<Timestamp>,
}

impl Origin {
    /// A file at this path.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    /// Sets the shard.
    pub fn in_shard(self, shard: impl Into<String>) -> Self {
        Self { shard: shard.into(), ..self }
    }

    /// Sets the path in the archive.
    pub fn member(self, member: impl Into<String>) -> Self {
        Self { member: Some(member.into()), ..self }
    }

    /// Sets the time of modification.
    pub fn mtime(self, mtime: Option<Timestamp>) -> Self {
        Self { mtime, ..self }
    }

    fn row(&self) -> FileRow {
        FileRow {
            path: self.path.clone(),
            shard: self.shard.clone(),
            member: self.member.clone(),
            sha256: None,
            n_bytes: None,
            wrapper: None,
            mtime: self.mtime,
            named_as: named_as(&self.path),
            error: None,
            error_offset: None,
        }
    }
}

/// The row of a file in [`Table::Files`](super::Table::Files).
#[must_use]
pub fn file(bytes: &[u8], origin: &Origin) -> FileRow {
    file_hashed(bytes, sha256(bytes), origin)
}

/// Makes the row like [`file()`], from a known hash.
#[must_use]
pub fn file_hashed(bytes: &[u8], hash: Sha256, origin: &Origin) -> FileRow {
    let wrappers = Wrapper::detect(bytes).map(|_| identify(bytes).wrappers).unwrap_or_default();
    let wrappers = wrappers.iter().map(ToString::to_string).reduce(|outer, inner| outer + ", " + &inner);
    FileRow { sha256: Some(text(hash)), n_bytes: Some(int64(bytes.len())), wrapper: wrappers, ..origin.row() }
}

/// The row of a file that could not be read from the disk or from its archive.
#[must_use]
pub fn unreadable(origin: &Origin, problem: &Problem) -> FileRow {
    FileRow { error: Some(problem.message.clone()), error_offset: problem.byte.map(int64), ..origin.row() }
}

/// The file extension of a name; the query and fragment of a URL are ignored.
fn named_as(path: &str) -> Option<String> {
    let name = path.split(['?', '#']).next().unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let (before, ending) = name.rsplit_once('.')?;
    let is_ending = (1..=16).contains(&ending.len()) && !before.is_empty();
    is_ending.then(|| ending.to_ascii_lowercase())
}
