//! Concatenated gzip members as one stream.

use super::work::Work;
use crc32fast::Hasher;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};
use std::cell::RefCell;
use std::fmt;
use std::io::{self, BufRead, Read};

/// A reader that decompresses as far as the limits allow.
pub(super) struct Gunzip<'d, R> {
    source: R,
    state: Box<InflateState>,
    /// The checksum of the current member's data.
    checksum: Hasher,
    damage: &'d Damage,
    work: &'d Work,
    n_bytes: u64,
    /// True if the next byte belongs to a header.
    is_before: bool,
    /// True after the first member, after which trailing bytes are allowed.
    has_any: bool,
}

/// The ends of members with wrong checksums, as offsets in the decompressed stream.
#[derive(Debug, Default)]
pub(super) struct Damage(RefCell<Vec<u64>>);

impl Damage {
    /// Returns true if a damaged member ends at or before this offset, and removes it, so that it is reported
    /// only once.
    pub(super) fn is_before(&self, at: u64) -> bool {
        let mut ends = self.0.borrow_mut();
        let n_before = ends.len();
        ends.retain(|end| *end > at);
        ends.len() < n_before
    }
}

impl<'d, R: BufRead> Gunzip<'d, R> {
    pub(super) fn new(source: R, damage: &'d Damage, work: &'d Work) -> Self {
        let state = InflateState::new_boxed(DataFormat::Raw);
        let checksum = Hasher::new();
        Self { source, state, checksum, damage, work, n_bytes: 0, is_before: true, has_any: false }
    }

    /// Reads a header (RFC 1952, section 2.3); returns `false` if no other member follows.
    fn header(&mut self) -> io::Result<bool> {
        let start = self.source.fill_buf()?;
        if start.is_empty() || self.has_any && start.first() != Some(&0x1f) {
            return Ok(false);
        }
        let mut head = [0; 10];
        self.source.read_exact(&mut head)?;
        let [0x1f, 0x8b, 8, flags, ..] = head else { return Err(broken("the header is broken")) };
        // The optional fields, in this order: FEXTRA, FNAME, FCOMMENT, FHCRC.
        if flags & 4 != 0 {
            let mut len = [0; 2];
            self.source.read_exact(&mut len)?;
            self.skip(u16::from_le_bytes(len).into())?;
        }
        for flag in [8, 16] {
            if flags & flag != 0 {
                self.skip_text()?;
            }
        }
        if flags & 2 != 0 {
            self.skip(2)?;
        }
        self.state.reset(DataFormat::Raw);
        self.checksum.reset();
        (self.is_before, self.has_any) = (false, true);
        Ok(true)
    }

    /// Reads the trailer of a member: checksum and length.
    fn trailer(&mut self) -> io::Result<()> {
        let mut trailer = [0; 8];
        self.source.read_exact(&mut trailer).map_err(|_| broken("it is cut short"))?;
        // The length adds nothing to the checksum.
        if trailer.first_chunk() != Some(&self.checksum.clone().finalize().to_le_bytes()) {
            self.damage.0.borrow_mut().push(self.n_bytes);
        }
        self.is_before = true;
        Ok(())
    }

    fn skip(&mut self, len: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(len), &mut io::sink())?;
        if skipped < len { Err(broken("it is cut short")) } else { Ok(()) }
    }

    /// Skips a name or a comment, which may have any length.
    fn skip_text(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.source.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == 0);
            let n_read = end.map_or(buffer.len(), |end| end.saturating_add(1));
            if n_read == 0 {
                return Err(broken("it is cut short"));
            }
            self.source.consume(n_read);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Read for Gunzip<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !out.is_empty() {
            if self.is_before && !self.header()? {
                break;
            }
            let buffer = self.source.fill_buf()?;
            let is_end = buffer.is_empty();
            let step = inflate(&mut self.state, buffer, out, MZFlush::None);
            self.source.consume(step.bytes_consumed);
            self.checksum.update(out.get(..step.bytes_written).unwrap_or_default());
            self.n_bytes = self.n_bytes.saturating_add(step.bytes_written as u64);
            self.work.count(step.bytes_written);
            self.work.charge(step.bytes_written as u64).map_err(io::Error::other)?;
            match step.status {
                Ok(MZStatus::StreamEnd) => self.trailer()?,
                _ if step.bytes_written > 0 || step.bytes_consumed > 0 => {}
                _ if is_end => return Err(broken("it is cut short")),
                _ => return Err(broken("it is not a deflate stream")),
            }
            if step.bytes_written > 0 {
                return Ok(step.bytes_written);
            }
        }
        Ok(0)
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the gzip stream is broken: {what}"))
}

impl<R> fmt::Debug for Gunzip<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gunzip").finish_non_exhaustive()
    }
}
