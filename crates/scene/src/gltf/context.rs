//! The limits and warnings while a file is read.

use super::cursor::At;
use super::draco::DracoDecoder;
use crate::problem::{GRANT_MORE, Problem, ProblemKind, Reports};

/// Options for reading.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(super) strict: bool,
    pub(super) output_bytes: Option<usize>,
    pub(super) draco: Option<DracoDecoder>,
}

impl ReadOptions {
    /// Treats the first warning about a fault of the file as an error.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limit on the bytes of all decoded arrays, images and names together: by default 96 MB plus 16 bytes for
    /// each byte of the file.
    pub fn output_bytes(self, limit: usize) -> Self {
        Self { output_bytes: Some(limit), ..self }
    }

    /// Sets the decoder for meshes that Draco compressed. Without one, they are refused.
    pub fn draco(self, decoder: DracoDecoder) -> Self {
        Self { draco: Some(decoder), ..self }
    }
}

/// A function that returns files by their path relative to the model.
pub(super) type Files<'f> = dyn FnMut(&str) -> Option<Vec<u8>> + 'f;

/// The remaining limits, and the warnings so far.
pub(super) struct Context {
    pub(super) reports: Reports,
    /// The number of vertex colours that 8 bits cannot hold exactly.
    pub(super) n_rounded_colours: usize,
    pub(super) bytes_left: usize,
    pub(super) draco: Option<DracoDecoder>,
}

/// The output that is always allowed, in bytes, whatever the size of the input.
const FREE_BYTES: usize = 96 << 20;

impl Context {
    pub(super) fn new(options: &ReadOptions) -> Self {
        let bytes_left = options.output_bytes.unwrap_or(FREE_BYTES);
        Self { reports: Reports::new(options.strict), n_rounded_colours: 0, bytes_left, draco: options.draco }
    }

    /// Counts a list against the limit, before it is allocated.
    pub(super) fn charge<T>(&mut self, at: &At<'_>, count: usize) -> Result<(), Problem> {
        let wanted = count.saturating_mul(size_of::<T>());
        match self.bytes_left.checked_sub(wanted) {
            Some(left) => {
                self.bytes_left = left;
                Ok(())
            }
            None => {
                let left = self.bytes_left;
                let message = format!("exceeds the limit of bytes: {wanted} requested, {left} left");
                Err(at.fault(ProblemKind::Limit, message).help(GRANT_MORE))
            }
        }
    }

    /// The remaining bytes of the limit.
    pub(super) fn bytes_left(&self) -> usize {
        self.bytes_left
    }

    /// Records a recoverable error, unless reading is strict or the error is a limit.
    pub(super) fn excuse(&mut self, problem: Problem) -> Result<(), Problem> {
        self.reports.excuse(problem)
    }

    /// The value of a result. An error becomes a warning and `None`.
    pub(super) fn or_warn<T>(&mut self, result: Result<T, Problem>) -> Result<Option<T>, Problem> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(problem) => self.excuse(problem).map(|()| None),
        }
    }
}
