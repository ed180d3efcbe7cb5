//! The names and spellings of properties.

use super::item::Spelling;
use super::text::Text;
use crate::hash::Keys;
use memchr::memchr2;
use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::Arc;

/// The name and spelling of a property. Usually they are the same in all items of a class, which share one head.
#[derive(Clone, PartialEq)]
pub(crate) struct Head(Arc<Shared>);

#[derive(Clone, PartialEq)]
struct Shared {
    name: Text,
    spelling: Option<Spelling>,
    /// True if the name needs no escaping.
    is_plain: bool,
}

impl Head {
    pub(crate) fn new(name: Text, spelling: Option<Spelling>) -> Self {
        let is_plain = memchr2(b'&', b'\t', &name).or(memchr2(b'\n', b'\r', &name)).is_none();
        Self(Arc::new(Shared { name, spelling, is_plain }))
    }

    /// A head with the usual spelling. Programs that build documents use few names again and again, so the last ones of
    /// each thread are looked up before anything is allocated.
    pub(super) fn of(name: &[u8]) -> Self {
        /// As many as there are bytes: one of the hash says the place.
        const N_RECENT: usize = 256;
        /// Longer names are not kept. No property of Roblox has one.
        const LONGEST: usize = 64;
        thread_local! {
            /// Each head is at the place that its hash gives.
            static RECENT: RefCell<(Keys, [Option<Head>; N_RECENT])> =
                RefCell::new((Keys::default(), [const { None }; N_RECENT]));
        }
        let new = || Self::new(name.into(), None);
        if name.len() > LONGEST {
            return new();
        }
        // There is none while a thread ends.
        let found = RECENT.try_with(|recent| {
            let (keys, heads) = &mut *recent.borrow_mut();
            let [place, ..] = keys.hash_one(name).to_le_bytes();
            let head = heads.get_mut(usize::from(place))?;
            if head.as_ref().is_none_or(|head| **head.name() != *name) {
                *head = Some(new());
            }
            head.clone()
        });
        found.ok().flatten().unwrap_or_else(new)
    }

    pub(crate) fn name(&self) -> &Text {
        &self.0.name
    }

    pub(crate) fn spelling(&self) -> Option<&Spelling> {
        self.0.spelling.as_ref()
    }

    pub(super) fn set_spelling(&mut self, spelling: Option<Spelling>) {
        Arc::make_mut(&mut self.0).spelling = spelling;
    }

    /// Whether this source text is its name.
    pub(crate) fn is_written(&self, source: &[u8]) -> bool {
        self.0.is_plain && self.0.name.as_bytes() == source
    }

    /// Whether both are equal; shared heads are, without a comparison.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self == other
    }
}

#[cfg(test)]
mod tests {
    use super::Head;
    use std::sync::Arc;

    #[test]
    fn names_that_are_used_again_are_not_allocated_again() {
        let [one, other] = ["Anchored", "Anchored"].map(|name| Head::of(name.as_bytes()));
        assert!(Arc::ptr_eq(&one.0, &other.0));
        let long = [b'x'; 65];
        assert!(!Arc::ptr_eq(&Head::of(&long).0, &Head::of(&long).0));
    }

    #[test]
    fn names_at_the_same_place_are_kept_apart() {
        for number in (0..2000).chain(0..2000) {
            let name = format!("Property{number}");
            assert_eq!(*Head::of(name.as_bytes()).name(), *name);
        }
    }
}
