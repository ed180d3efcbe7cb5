//! Ids of instances.

use rbxbinary::Referent;
use rbxxml::ItemId;
use std::sync::atomic::{AtomicU32, Ordering};

/// The id of an instance of a [`Document`](super::Document). It stays valid until the instance is removed.
/// Other documents refuse it, except for clones of its document, whose instances have the same ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    number: Number,
    owner: Owner,
}

/// The document that an id belongs to, as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Owner(u32);

impl Owner {
    /// The owner of ids in a file that was not opened as a document.
    const NONE: Self = Self(0);

    /// A new owner that differs from all others of the process, unless there are more than 2^32 of them.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A function that maps an instance of one document to the corresponding instance of another; `None` if there
/// is none.
pub(crate) type IdMapping<'p> = dyn Fn(Id) -> Option<Id> + 'p;

/// The number of an instance in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Number {
    Binary(Referent),
    Xml(ItemId),
}

impl From<Referent> for Id {
    fn from(referent: Referent) -> Self {
        Self { number: Number::Binary(referent), owner: Owner::NONE }
    }
}

impl From<ItemId> for Id {
    fn from(id: ItemId) -> Self {
        Self { number: Number::Xml(id), owner: Owner::NONE }
    }
}

impl Id {
    /// The same number as an id of the document of this owner.
    pub(crate) fn with_owner(self, owner: Owner) -> Self {
        Self { owner, ..self }
    }

    pub(crate) fn is_of(self, owner: Owner) -> bool {
        self.owner == owner
    }

    /// The referent in a binary file; a null referent for the id of an XML file.
    #[doc(hidden)]
    pub fn referent(self) -> Referent {
        if let Number::Binary(referent) = self.number { referent } else { Referent::NONE }
    }

    /// The item in an XML file; `None` for the id of a binary file.
    #[doc(hidden)]
    pub fn item(self) -> Option<ItemId> {
        if let Number::Xml(id) = self.number { Some(id) } else { None }
    }
}
