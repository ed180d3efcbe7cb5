//! The names that a thread has used last. Programs use few names again and again, in one document after another, so a
//! name is looked up here before it is allocated.

use crate::hash::Keys;
use std::cell::RefCell;
use std::hash::BuildHasher;
use std::mem;
use std::thread::LocalKey;

/// The maximum length of a name that is kept. No class or property of Roblox has a longer one.
const LONGEST: usize = 64;

/// A table of names. The hash of a name gives two positions; the name that was used more recently is at the first.
pub(super) struct Recent<T, const N: usize> {
    keys: Keys,
    places: [Option<T>; N],
}

impl<T, const N: usize> Recent<T, N> {
    pub(super) fn new() -> RefCell<Self> {
        RefCell::new(Self { keys: Keys::default(), places: [const { None }; N] })
    }
}

/// Returns the object for a name: the one that this thread used last, or else the result of `new`.
#[inline]
pub(super) fn recent<T: Clone, const N: usize>(
    all: &'static LocalKey<RefCell<Recent<T, N>>>,
    name: &[u8],
    is: impl Fn(&T) -> bool,
    new: impl Fn() -> Option<T>,
) -> Option<T> {
    if name.len() > LONGEST {
        return new();
    }
    // There is none while a thread ends.
    let found = all.try_with(|recent| {
        let Recent { keys, places } = &mut *recent.borrow_mut();
        let place = usize::try_from(keys.hash_one(name).checked_rem(N as u64)?).ok()? & !1;
        let [first, second] = places.get_mut(place..)?.first_chunk_mut()?;
        if !first.as_ref().is_some_and(&is) {
            mem::swap(first, second);
            if !first.as_ref().is_some_and(&is) {
                *first = Some(new()?);
            }
        }
        first.clone()
    });
    found.ok().flatten().or_else(new)
}

/// Returns true if the source text of a name is the name itself, without character references and non-ASCII bytes.
pub(crate) fn is_plain(source: &[u8]) -> bool {
    source.iter().all(|byte| matches!(byte, b' '..=b'~') && *byte != b'&')
}
