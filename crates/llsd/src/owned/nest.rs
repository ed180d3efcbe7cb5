//! A fast reader of values in XML and notation, whose containers do not announce their lengths.

use crate::common::input::{Input, Reading};
use crate::common::limits::Limits;
use crate::model::keys::{Draft, RecentKeys};
use crate::model::{Text, Value, make_room};
use crate::owned::{Owned, Put, put_container};

/// Reads a value. Returns `None` at the first error, warning or exceeded limit, which the reporting reader then finds.
pub(crate) fn read(
    bytes: &[u8],
    depth: usize,
    elements: usize,
    parser: impl for<'b> FnOnce(Input<'b>, &mut Nest) -> Option<&'b [u8]>,
) -> Option<Owned> {
    let mut nest = Nest {
        open: vec![OpenContainer::default()],
        spare: Vec::new(),
        seen: RecentKeys::default(),
        depth,
        elements,
        n_values: 0,
    };
    // A strict reading turns the warnings of the other reader into errors, at which this one gives up.
    let reading = Reading::new(true, Limits::default(), bytes.len());
    let n_left = reading.read(bytes, |input| Ok((input, parser(input, &mut nest).map(<[u8]>::len))));
    let len = bytes.len().checked_sub(n_left.ok()??)?;
    Some(Owned { value: nest.open.pop()?.values.pop()?, len, n_values: nest.n_values })
}

/// The state of the fast reader: the values read so far.
pub(crate) struct Nest {
    /// The open containers, innermost last; the first is an array that receives the whole value.
    open: Vec<OpenContainer>,
    /// Lists of containers that have ended, whose memory is used again.
    spare: Vec<Vec<Value>>,
    seen: RecentKeys,
    /// The limits on nesting and on elements.
    depth: usize,
    elements: usize,
    n_values: usize,
}

#[derive(Default)]
struct OpenContainer {
    values: Vec<Value>,
    /// The keys, if it is a map. Before each value, there is one more key than values.
    keys: Option<Draft>,
}

impl Nest {
    /// Returns true if the innermost container is a map.
    #[inline]
    pub(crate) fn is_map(&self) -> bool {
        self.open.last().is_some_and(|open| open.keys.is_some())
    }

    /// Returns true if no container is open.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.open.len() == 1
    }

    /// Adds the key of the next value.
    #[inline]
    pub(crate) fn key(&mut self, key: &[u8]) {
        if let Some(keys) = self.open.last_mut().and_then(|open| open.keys.as_mut()) {
            keys.push_unchecked(key, None, &self.seen);
        }
    }

    /// Counts a value, and returns the list for it, which has room; `n_left` is the number of bytes from its
    /// start to the end of the input.
    #[inline]
    fn room(&mut self, n_left: usize) -> Option<&mut Vec<Value>> {
        self.n_values = self.n_values.saturating_add(1);
        if self.n_values > self.elements {
            return None;
        }
        let values = &mut self.open.last_mut()?.values;
        make_room(values, n_left);
        Some(values)
    }

    /// Adds a value that is not a container; `n_left` is the number of bytes from its start to the end of the
    /// input.
    #[inline(always)]
    pub(crate) fn put(&mut self, n_left: usize, value: Value) -> Option<()> {
        self.room(n_left)?.push(value);
        Some(())
    }

    /// Adds a string, with whose text `bytes` begin.
    #[inline(always)]
    pub(crate) fn put_text(&mut self, bytes: &[u8], text: &[u8]) -> Option<()> {
        let values = self.room(bytes.len())?;
        match Text::window(bytes, text.len()) {
            Some((window, len)) => values.put(|| Value::String(Text::from_window(window, len))),
            None => values.put(|| Value::String(text.into())),
        }
    }

    /// Begins an array or a map; `n_left` is the number of bytes from its start to the end of the input.
    pub(crate) fn begin(&mut self, n_left: usize, is_map: bool) -> Option<()> {
        self.room(n_left)?;
        if self.open.len() > self.depth {
            return None;
        }
        let Self { open, spare, .. } = self;
        let begun =
            || OpenContainer { values: spare.pop().unwrap_or_default(), keys: is_map.then(Draft::default) };
        open.extend(std::iter::once_with(begun));
        Some(())
    }

    /// Ends the innermost container; `None` if none is open, or if a key is a duplicate.
    pub(crate) fn end(&mut self) -> Option<()> {
        let [.., OpenContainer { values: out, .. }, OpenContainer { values, keys }] =
            self.open.as_mut_slice()
        else {
            return None;
        };
        let mut exact = std::mem::take(values);
        if exact.len() <= FEW {
            let mut room = exact;
            exact = Vec::with_capacity(room.len());
            exact.append(&mut room);
            self.spare.push(room);
        } else {
            exact.shrink_to_fit();
        }
        put_container(keys.as_mut(), exact, &mut self.seen, out)?;
        self.open.pop();
        Some(())
    }
}

/// The maximum number of values that a container moves to a list of exact size when it ends, which is faster
/// than growing a list for each container.
const FEW: usize = 64;
