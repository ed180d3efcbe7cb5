//! The names and spellings of properties.

use super::recent::{Recent, is_plain, recent};
use super::spelling::Spelling;
use super::text::Text;
use std::cell::RefCell;
use std::sync::Arc;

/// The name and spelling of a property. Usually they are the same in all items of a class, which share one head.
#[derive(Clone, PartialEq)]
pub(crate) struct Head(Arc<Shared>);

#[derive(Clone, PartialEq)]
struct Shared {
    name: Text,
    // The spelling is in a box, because nearly all heads have none.
    spelling: Option<Box<Spelling>>,
    /// Set if the source text of the name is the name itself.
    is_plain: bool,
}

thread_local! {
    // A place has about three hundred names.
    static RECENT: RefCell<Recent<Head, 1024>> = Recent::new();
}

impl Head {
    pub(crate) fn new(name: Text, spelling: Option<Spelling>) -> Self {
        let is_plain = is_plain(&name);
        Self(Arc::new(Shared { name, spelling: spelling.map(Box::new), is_plain }))
    }

    /// A head with the usual spelling.
    pub(crate) fn with_name(name: &[u8]) -> Self {
        let new = || Self::new(name.into(), None);
        recent(&RECENT, name, |head| **head.name() == *name, || Some(new())).unwrap_or_else(new)
    }

    /// Makes the head from the source text of a name; `None` if the text contains character references or non-ASCII
    /// bytes.
    pub(crate) fn written(source: &[u8]) -> Option<Self> {
        let new = || is_plain(source).then(|| Self::new(source.into(), None));
        recent(&RECENT, source, |head| head.is_written(source), new)
    }

    pub(crate) fn name(&self) -> &Text {
        &self.0.name
    }

    pub(crate) fn spelling(&self) -> Option<&Spelling> {
        self.0.spelling.as_deref()
    }

    pub(super) fn set_spelling(&mut self, spelling: Option<Spelling>) {
        Arc::make_mut(&mut self.0).spelling = spelling.map(Box::new);
    }

    /// Returns true if the source text of the name is certain to be `source`.
    pub(crate) fn is_written(&self, source: &[u8]) -> bool {
        self.0.is_plain && self.0.name.as_bytes() == source
    }

    /// Returns true if the heads are equal. Shared heads need no comparison.
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
        let [one, other] = ["Anchored", "Anchored"].map(|name| Head::with_name(name.as_bytes()));
        assert!(Arc::ptr_eq(&one.0, &other.0));
        let long = [b'x'; 65];
        assert!(!Arc::ptr_eq(&Head::with_name(&long).0, &Head::with_name(&long).0));
    }

    #[test]
    fn names_at_the_same_place_are_kept_apart() {
        for number in (0..2000).chain(0..2000) {
            let name = format!("Property{number}");
            assert_eq!(*Head::with_name(name.as_bytes()).name(), *name);
        }
    }
}
