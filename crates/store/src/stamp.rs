//! The identity of the content of a file, by its hash.

use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::SystemTime;

/// Length, modification time and SHA-256 of a file at the moment it was read. Two stamps are equal if the
/// bytes are, whatever the times.
#[derive(Debug, Clone, Copy)]
pub struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    sha256: [u8; 32],
}

impl Stamp {
    /// Reads a file and returns its stamp.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        Self::of_open(&mut File::open(path)?)
    }

    /// Returns the stamp of bytes that have no time.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self { len: bytes.len() as u64, modified: None, sha256: Sha256::digest(bytes).into() }
    }

    /// Copies the rest of an open file, at most `limit` bytes, and returns the stamp of the copied bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the copy cannot be written.
    pub fn of_copied(file: &File, limit: u64, copy: &mut impl Write) -> io::Result<Self> {
        let modified = file.metadata()?.modified().ok();
        let (mut hash, mut len) = (Sha256::new(), 0_u64);
        let (mut file, mut piece) = (file.take(limit), vec![0; 1 << 16]);
        loop {
            match file.read(&mut piece) {
                Ok(0) => return Ok(Self { len, modified, sha256: hash.finalize().into() }),
                Ok(n) => {
                    let piece = piece.get(..n).unwrap_or_default();
                    hash.update(piece);
                    copy.write_all(piece)?;
                    len += n as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads the rest of an open file, which is all of it if nothing has been read before, and returns the
    /// stamp.
    pub(crate) fn of_open(file: &mut File) -> io::Result<Self> {
        Self::of_copied(file, u64::MAX, &mut io::sink())
    }

    pub(crate) fn with_modified(self, modified: Option<SystemTime>) -> Self {
        Self { modified, ..self }
    }

    pub(crate) fn from_parts(len: u64, sha256: [u8; 32]) -> Self {
        Self { len, modified: None, sha256 }
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns `true` for an empty file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Time of the last change, if the file system records it.
    #[must_use]
    pub fn modified(&self) -> Option<SystemTime> {
        self.modified
    }

    /// SHA-256 of the bytes.
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        self.sha256
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        (self.len, self.sha256) == (other.len, other.sha256)
    }
}

impl Eq for Stamp {}

/// The SHA-256 in hexadecimal digits.
impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = String::with_capacity(64);
        for byte in self.sha256 {
            write!(digits, "{byte:02x}")?;
        }
        f.pad(&digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_copy_has_the_stamp_of_its_bytes() {
        let path = std::env::temp_dir().join(format!("rez-stamp-{}", std::process::id()));
        fs::write(&path, "0123456789").unwrap();
        for (limit, expected) in [(u64::MAX, &b"0123456789"[..]), (4, b"0123")] {
            let (file, mut copy) = (File::open(&path).unwrap(), Vec::new());
            let stamp = Stamp::of_copied(&file, limit, &mut copy).unwrap();
            assert_eq!((&*copy, stamp), (expected, Stamp::of_bytes(expected)));
            assert_eq!(stamp.modified(), path.metadata().unwrap().modified().ok());
        }
        fs::remove_file(&path).unwrap();
    }
}
