//! The indentation of the original file, for new elements.

use super::Original;
use crate::nodes::Role;
use crate::read::markup::{space, start_tag};
use memchr::memrchr;

/// The white space at the starts of lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indentation {
    pub(crate) has_carriage_returns: bool,
    /// The character: a space or a tab.
    pub(crate) sign: u8,
    /// The number of characters before an element inside the root.
    first: usize,
    /// The number of further characters per level of nesting.
    more: usize,
}

/// The indentation of Studio's files.
impl Default for Indentation {
    fn default() -> Self {
        Self { has_carriage_returns: false, sign: b'\t', first: 1, more: 1 }
    }
}

impl Indentation {
    /// The number of characters before an element that is inside `depth` others.
    pub(crate) fn len(&self, depth: usize) -> usize {
        let inside = |depth: usize| self.first.saturating_add(self.more.saturating_mul(depth));
        depth.checked_sub(1).map_or(0, inside)
    }
}

/// Returns the indentation in the last line of white space: the character and its count. `None` if it consists of
/// different characters, or if there is no line end.
fn line(before: &[u8]) -> Option<(Option<u8>, usize)> {
    /// The maximum indentation that is used; a larger one would make the file many times larger.
    const MOST: usize = 64;
    let line = before.get(memrchr(b'\n', before)?.checked_add(1)?..)?;
    let sign = line.first().copied();
    let is_even =
        line.len() <= MOST && line.iter().all(|byte| matches!(byte, b' ' | b'\t') && Some(*byte) == sign);
    is_even.then_some((sign, line.len()))
}

impl Original<'_> {
    /// The indentation of the file, if its elements are on lines of their own; otherwise Studio's.
    pub(crate) fn indentation(&self) -> Indentation {
        let usual = Indentation::default();
        let before =
            self.nodes.below(Self::ROOT).next().and_then(|node| self.all_before(node)).unwrap_or_default();
        let Some((sign, first)) = line(before) else { return usual };
        let inside = self.nodes.below(Self::ROOT).find_map(|node| {
            self.number_of(node, Role::Item)?;
            let (inside, tag) = start_tag(self.source(node)?)?;
            let n_spaces = inside.len().checked_sub(space(inside).len())?;
            line(inside.get(..n_spaces).filter(|_| !tag.is_closed)?)
        });
        let (sign, more) = match inside {
            Some((inner, len)) if sign.is_none() || inner.is_none() || sign == inner => {
                (sign.or(inner), len.saturating_sub(first))
            }
            _ => (sign, first),
        };
        Indentation {
            has_carriage_returns: memchr::memmem::find(before, b"\r\n").is_some(),
            sign: sign.unwrap_or(usual.sign),
            first,
            more,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn indentation_is_short_and_of_one_character() {
        assert_eq!(line(b"\n\n\t\t"), Some((Some(b'\t'), 2)));
        let long = [b"\n", &[b' '; 65][..]].concat();
        assert_eq!([b"\n \t", b"\n x", &long[..]].map(line), [None; 3]);
    }
}
