//! Spans without a word, for readers that work by hand because values nest deeply or bytes lie anywhere.

use super::error::Error;
use super::input::{Input, Name};
use super::show::Look;
use crate::error::ErrorKind;
use nom::Err;

/// An open span; none if no layout is recorded.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub(crate) struct Opened(usize);

impl Input<'_> {
    /// Whether a layout is recorded.
    pub(crate) fn is_recording(self) -> bool {
        self.source.reading.tape().is_some()
    }

    /// Opens a span here. Spans are closed in reverse order; those that a failure leaves open are closed with the span
    /// around them.
    pub(crate) fn open(self, name: impl Name, look: &'static Look) -> Opened {
        Opened(self.source.reading.tape().map_or(0, |mut tape| tape.open(self, name.label(), look)))
    }

    /// Closes a span here. The context is what is needed to show the value, besides its bytes.
    pub(crate) fn close(self, span: Opened, context: u64) {
        if let (Some(mut tape), Opened(depth @ 1..)) = (self.source.reading.tape(), span) {
            tape.open.truncate(depth);
            tape.show(context);
            tape.close(depth, self.at());
        }
    }

    /// Adds a span without spans inside, up to `end`; returns `end`.
    pub(crate) fn span<'b>(
        self,
        to: Input<'b>,
        name: impl Name,
        look: &'static Look,
        context: u64,
    ) -> Input<'b> {
        let span = self.open(name, look);
        to.close(span, context);
        to
    }

    /// Any bytes of the buffer, for formats with offsets.
    #[allow(dead_code, reason = "not every format has offsets")]
    pub(crate) fn elsewhere(self, at: usize, len: usize) -> Result<Self, Err<Error>> {
        let bytes = self.source.bytes;
        match bytes.get(at..).and_then(|rest| rest.get(..len)) {
            Some(rest) => Ok(Self { rest, ..self }),
            None => {
                let rest = bytes.get(at..).unwrap_or_default();
                Err(self.fatal(ErrorKind::UnexpectedEnd { needed: len, left: rest.len() }))
            }
        }
    }
}
