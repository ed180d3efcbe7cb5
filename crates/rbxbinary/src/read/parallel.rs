//! Reads chunks on several threads.
//!
//! The threads read ahead in strict mode, and their chunks are taken over in file order. A chunk that causes an error
//! or a warning is read again in its turn. So errors, warnings and limits are the same as when reading on one thread.

use super::chunk::framed;
use crate::chunks::{Chunks, RawChunk};
use crate::common::input::{Input, Reading};
use crate::common::limits::Limits;
use crate::compress::Inflater;
use crate::context::Context;
use crate::model::Chunk;
use crate::options::ReadOptions;
use crate::parallel::{WORTH, run_tasks};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The chunks that were read ahead.
pub(super) struct Ahead<'a> {
    file: &'a [u8],
    /// The position in the file up to which chunks were read ahead or skipped.
    end: usize,
    /// The next chunks; `None` for one with an error or a warning.
    chunks: std::vec::IntoIter<Option<Ready>>,
}

/// A chunk that was read ahead.
struct Ready {
    /// The chunk and its entry in [`Context::places`], or nothing if the options exclude it.
    chunk: Option<(Chunk, (Option<usize>, usize))>,
    /// The number of output bytes that the chunk takes from the limit.
    output_bytes: usize,
    elements: usize,
    /// The length of the chunk's frame and body.
    len: usize,
}

impl<'a> Ahead<'a> {
    /// The state before the first chunk of a file.
    pub(super) fn new(file: Input<'a>) -> Self {
        Self { file: file.bytes(), end: 0, chunks: Vec::new().into_iter() }
    }

    /// Takes over the next chunk, if it was read ahead, and returns the rest of the input.
    pub(super) fn chunk<'i>(&mut self, input: Input<'i>, context: &mut Context<'_>) -> Option<Input<'i>> {
        if input.position() >= self.end {
            self.read(input, context);
        }
        let Ready { chunk, output_bytes, elements, len } = self.chunks.next()??;
        // The chunk is read again in its turn, to report the limit as one thread does.
        if output_bytes > input.remaining().output_bytes.get() || elements > input.remaining().elements.get()
        {
            return None;
        }
        if let Some((Chunk::Class(class), _)) = &chunk
            && !context.declare(class)
        {
            return None;
        }
        input.charge_output(output_bytes).ok()?;
        input.charge_elements(elements).ok()?;
        if let Some((chunk, place)) = chunk {
            context.chunks.push(chunk);
            context.places.push(place);
        }
        input.split(len).ok().map(|(rest, _)| rest)
    }

    /// Reads the next group of chunks.
    fn read(&mut self, input: Input<'_>, context: &Context<'_>) {
        let (start, group) = (input.position(), group(input.bytes()));
        // Without a complete chunk, there is nothing to read ahead any more.
        self.end = group.last().map_or(usize::MAX, |last| start.saturating_add(last.end()));
        let plain_len = group.iter().map(RawChunk::plain_len).fold(0, usize::saturating_add);
        // The memory of decompressed data is limited before any of them are made.
        if group.len() < 2
            || plain_len < WORTH
            || plain_len > input.remaining().output_bytes.get()
            || input.is_traced()
        {
            return;
        }
        let n_threads = context.options.threads;
        let (file, shares) = (self.file, Shares::new(input.remaining().elements.get(), n_threads));
        let len = |number: usize| group.get(number).map_or(0, RawChunk::plain_len);
        let state = || (Context::new(context.options, context.n_bytes), Inflater::default());
        let read = |(own, inflater): &mut (Context<'_>, Inflater), number: usize| {
            let chunk = group.get(number)?;
            // A class needs no others, and would change the list that all share.
            own.classes =
                if chunk.name() == *b"INST" { Arc::default() } else { Arc::clone(&context.classes) };
            let elements = shares.take();
            let limits = (chunk.plain_len(), elements);
            let ready = ready(file, start.saturating_add(chunk.start()), own, inflater, limits);
            shares.give_back(elements.saturating_sub(ready.as_ref().map_or(0, |ready| ready.elements)));
            ready
        };
        let chunks: Vec<_> =
            run_tasks(n_threads, group.len(), len, state, read).into_iter().map(Option::flatten).collect();
        self.chunks = chunks.into_iter();
    }
}

/// The chunks that can be read with the classes declared so far: up to the first column after a class.
fn group(bytes: &[u8]) -> Vec<RawChunk<'_>> {
    let mut has_class = false;
    let is_within = |chunk: &RawChunk<'_>| {
        has_class |= chunk.name() == *b"INST";
        !has_class || chunk.name() != *b"PROP"
    };
    Chunks::within(bytes).take_while(is_within).collect()
}

/// Reads a chunk; `None` if there is an error or a warning to report.
fn ready(
    file: &[u8],
    start: usize,
    context: &mut Context<'_>,
    inflater: &mut Inflater,
    (output_bytes, elements): (usize, usize),
) -> Option<Ready> {
    let ReadOptions { limits, .. } = context.options;
    let limits = Limits { output_bytes: Some(output_bytes), elements: Some(elements), ..*limits };
    let ready = Reading::new(true, limits, file.len()).read(file, |file| {
        let (input, _) = file.split(start)?;
        let (rest, ()) = framed(input, context, inflater)?;
        let output_bytes = output_bytes.saturating_sub(rest.remaining().output_bytes.get());
        let elements = elements.saturating_sub(rest.remaining().elements.get());
        let len = rest.position().saturating_sub(start);
        Ok((rest, Ready { chunk: None, output_bytes, elements, len }))
    });
    let chunk = context.chunks.pop().zip(context.places.pop());
    context.chunks.clear();
    context.places.clear();
    // Every chunk of an unknown type has to fail here: which of them is the first is known only in file
    // order.
    context.warned = [0; 4];
    ready.ok().map(|ready| Ready { chunk, ..ready })
}

/// The elements that the limits still allow, divided among chunks that are read at the same time. Together, these never
/// take more.
struct Shares {
    left: AtomicUsize,
    n_threads: usize,
}

impl Shares {
    fn new(n_left: usize, n_threads: usize) -> Self {
        Self { left: AtomicUsize::new(n_left), n_threads }
    }

    /// Takes a share of the remaining elements.
    fn take(&self) -> usize {
        // Each share is at most the remaining limit, so the subtraction below never fails.
        let share = |left: usize| left.div_ceil(self.n_threads);
        let take = |left: usize| left.checked_sub(share(left));
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        share(before.unwrap_or_default())
    }

    fn give_back(&self, elements: usize) {
        self.left.fetch_add(elements, Ordering::Relaxed);
    }
}
