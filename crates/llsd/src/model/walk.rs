//! Traversal of all values inside a value, without recursion.

use super::{Array, Map, Text, Value};
use crate::common::error::separator;
use std::fmt;

/// A step of a [`Walk`].
#[derive(Clone, Copy)]
pub(crate) enum Step<'a> {
    /// A value, with its key if it is in a map. If it is a container, its values follow, and then its end.
    Value(Option<&'a Text>, &'a Value),
    /// The end of the innermost open container.
    End,
}

/// An iterator that yields each value before the values inside it.
pub(crate) struct Walk<'a> {
    open: Vec<Frame<'a>>,
    is_sorted: bool,
    /// Set if the first frame is the value itself, which has no name in a path.
    has_root: bool,
}

/// The values of a container, and the number of them that were yielded.
struct Frame<'a> {
    /// The keys of a map; empty for an array.
    keys: &'a [Text],
    values: &'a [Value],
    n_taken: usize,
    /// The indices of the values in the order in which they are yielded, if that is not their own order.
    order: Option<Box<[usize]>>,
}

impl<'a> Frame<'a> {
    fn new(keys: &'a [Text], values: &'a [Value]) -> Self {
        Self { keys, values, n_taken: 0, order: None }
    }

    fn sorted(keys: &'a [Text], values: &'a [Value]) -> Self {
        let mut order: Vec<_> = (0..keys.len()).collect();
        order.sort_by_key(|at| keys.get(*at));
        Self { order: Some(order.into()), ..Self::new(keys, values) }
    }

    #[inline]
    fn get(&self, at: usize) -> Option<(Option<&'a Text>, &'a Value)> {
        let at = match &self.order {
            None => at,
            Some(order) => *order.get(at)?,
        };
        Some((self.keys.get(at), self.values.get(at)?))
    }
}

impl<'a> Walk<'a> {
    /// Walks the value and everything inside it.
    pub(crate) fn value(value: &'a Value) -> Self {
        Self::sorted(value, false)
    }

    /// Walks a value like [`value`](Self::value), with the keys of maps sorted by their bytes if `is_sorted`.
    pub(crate) fn sorted(value: &'a Value, is_sorted: bool) -> Self {
        let root = Frame::new(&[], std::slice::from_ref(value));
        Self { open: vec![root], is_sorted, has_root: true }
    }

    /// Walks the values of this array, each with everything inside it, but not the array itself.
    pub(crate) fn array(array: &'a Array) -> Self {
        Self { open: vec![Frame::new(&[], array)], is_sorted: false, has_root: false }
    }

    /// Walks the entries of this map, each with everything inside it, but not the map itself.
    pub(crate) fn map(map: &'a Map) -> Self {
        Self { open: vec![Frame::new(map.names(), map.as_values())], is_sorted: false, has_root: false }
    }

    /// Estimates the number of bytes that the remaining values need if the previous ones needed `n_before`,
    /// from the progress in the outermost container that has values left.
    #[inline]
    pub(crate) fn n_left(&self, n_before: usize) -> usize {
        let left = |frame: &Frame<'_>| frame.values.len().saturating_sub(frame.n_taken);
        // Only the first few, because there may be millions.
        let outermost = self.open.iter().take(8).find(|frame| left(frame) > 0);
        let share = |frame| n_before.saturating_mul(left(frame)).checked_div(frame.n_taken);
        outermost.and_then(share).unwrap_or_default()
    }

    /// The number of open containers, including one that was just yielded.
    pub(crate) fn depth(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    /// Passes the next values that contain no others to `leaf`, with their keys. [`next`](Self::next)
    /// continues after them. If the walk is sorted, none are passed, and `next` yields all.
    // Most values are leaves, and a loop over them alone keeps its state in registers.
    #[inline(always)]
    pub(crate) fn leaves<E>(
        &mut self,
        mut leaf: impl FnMut(Option<&'a Text>, &'a Value) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(frame) = self.open.last_mut().filter(|frame| frame.order.is_none()) else { return Ok(()) };
        let (keys, values) = (frame.keys, frame.values);
        let mut n_taken = frame.n_taken;
        let mut result = Ok(());
        while let Some(value) = values.get(n_taken)
            && !matches!(value, Value::Array(_) | Value::Map(_))
            && result.is_ok()
        {
            result = leaf(keys.get(n_taken), value);
            n_taken = n_taken.saturating_add(1);
        }
        frame.n_taken = n_taken;
        result
    }

    /// The current path: a key or an index for each level, outermost first. If there are very many levels,
    /// those in the middle are left out.
    pub(crate) fn path(&self) -> Vec<String> {
        let inside = self.open.get(usize::from(self.has_root)..).unwrap_or_default();
        short_path(inside, |frame| {
            // A container that was just yielded is the last frame, from which nothing was taken yet.
            let last = frame.n_taken.checked_sub(1)?;
            Some(match frame.get(last)?.0 {
                Some(key) => name(key.as_bytes()),
                None => format!("[{last}]"),
            })
        })
    }
}

/// The path element of the outermost value.
pub(crate) const ROOT: &str = "<value>";

/// The path element of an empty key.
pub(crate) const EMPTY: &str = "\"\"";

/// A key as it appears in paths: its first characters, up to a control character.
pub(crate) fn name(key: &[u8]) -> String {
    let start = String::from_utf8_lossy(shown(key));
    match start.len() == key.len() {
        true if key.is_empty() => EMPTY.into(),
        true => start.into(),
        // Comparisons use only the text before this blank.
        false => format!("{start} …"),
    }
}

/// The first characters of a key, as many as paths and labels show.
pub(crate) fn shown(key: &[u8]) -> &[u8] {
    const LENGTH: usize = 48;
    let text = key.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let end = text.char_indices().enumerate();
    let mut end = end.filter(|(number, (_, character))| *number == LENGTH || character.is_control());
    end.next().and_then(|(_, (end, _))| key.get(..end)).unwrap_or(text.as_bytes())
}

/// A path as one text.
pub(crate) fn joined(path: &[String]) -> String {
    let mut text = String::new();
    let mut before = None;
    for name in path {
        text += separator(before, name);
        text += name;
        before = Some(name.as_str());
    }
    if path.is_empty() { ROOT.into() } else { text }
}

/// The outermost and innermost elements of a path, which may have millions. The innermost value may have no name.
pub(crate) fn short_path<T>(path: &[T], name: impl Fn(&T) -> Option<String>) -> Vec<String> {
    const OUTER: usize = 8;
    const INNER: usize = 120;
    let last = path.last().and_then(&name);
    let path = path.split_last().map_or(path, |(_, outer)| outer);
    let n_left_out = path.len().saturating_add(last.iter().len()).saturating_sub(OUTER.saturating_add(INNER));
    let outer = path.iter().take(OUTER).filter_map(&name);
    let inner = path.iter().skip(OUTER).skip(n_left_out).filter_map(&name);
    let left_out = (n_left_out > 0).then(|| format!("[… {n_left_out} more …]"));
    outer.chain(left_out).chain(inner).chain(last).collect()
}

/// The path of the value that was yielded last.
impl fmt::Display for Walk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.path()))
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    // Inlined because a step has four words, which a call would return through memory.
    #[inline(always)]
    fn next(&mut self) -> Option<Step<'a>> {
        let frame = self.open.last_mut()?;
        let Some((key, value)) = frame.get(frame.n_taken) else {
            self.open.pop();
            return (!self.open.is_empty()).then_some(Step::End);
        };
        frame.n_taken = frame.n_taken.saturating_add(1);
        // Each arm pushes, so that the frame is constructed in its final place.
        match value {
            Value::Array(array) => self.open.push(Frame::new(&[], array)),
            Value::Map(map) if self.is_sorted => self.open.push(Frame::sorted(map.names(), map.as_values())),
            Value::Map(map) => self.open.push(Frame::new(map.names(), map.as_values())),
            _ => {}
        }
        Some(Step::Value(key, value))
    }
}
