//! Files in gzip, one behind the other, as one stream.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};
use std::fmt;
use std::io::{self, BufRead, Read};

/// Unpacks while it is read. Checksums are not compared: what is read has a hash of its own.
pub(super) struct Gunzip<R> {
    source: R,
    state: Box<InflateState>,
    /// Whether the next byte is one of a header.
    is_before: bool,
    /// Whether there was a file already, behind which anything may stand.
    has_any: bool,
}

impl<R: BufRead> Gunzip<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, state: InflateState::new_boxed(DataFormat::Raw), is_before: true, has_any: false }
    }

    /// RFC 1952, section 2.3; `false` if no other file follows.
    fn header(&mut self) -> io::Result<bool> {
        let start = self.source.fill_buf()?;
        if start.is_empty() || self.has_any && start.first() != Some(&0x1f) {
            return Ok(false);
        }
        let mut head = [0; 10];
        self.source.read_exact(&mut head)?;
        let [0x1f, 0x8b, 8, flags, ..] = head else { return Err(broken("the header is broken")) };
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
        (self.is_before, self.has_any) = (false, true);
        Ok(true)
    }

    fn skip(&mut self, len: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(len), &mut io::sink())?;
        if skipped < len { Err(broken("it is cut short")) } else { Ok(()) }
    }

    /// Passes a name or a comment over, which may have any length.
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

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !out.is_empty() {
            if self.is_before && !self.header()? {
                break;
            }
            let buffer = self.source.fill_buf()?;
            let is_end = buffer.is_empty();
            let step = inflate(&mut self.state, buffer, out, MZFlush::None);
            self.source.consume(step.bytes_consumed);
            match step.status {
                Ok(MZStatus::StreamEnd) => {
                    // The checksum and the length.
                    self.skip(8)?;
                    self.is_before = true;
                }
                _ if step.bytes_written > 0 || step.bytes_consumed > 0 => {}
                _ if is_end => return Err(broken("it is cut short")),
                _ => return Err(broken("it is no deflate stream")),
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

impl<R> fmt::Debug for Gunzip<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gunzip").finish_non_exhaustive()
    }
}
