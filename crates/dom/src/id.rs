//! What instances are called.

use rbxbinary::Referent;
use rbxxml::ItemId;

/// An instance of a [`Document`](super::Document). It stays valid until the instance is removed, and means nothing in another document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(Number);

/// Finds the instance of one document that an instance of another is; `None` if there is none.
pub(crate) type Place<'p> = dyn Fn(Id) -> Option<Id> + 'p;

/// How a file calls an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Number {
    Binary(Referent),
    Xml(ItemId),
}

impl From<Referent> for Id {
    fn from(referent: Referent) -> Self {
        Self(Number::Binary(referent))
    }
}

impl From<ItemId> for Id {
    fn from(id: ItemId) -> Self {
        Self(Number::Xml(id))
    }
}

impl Id {
    /// In a binary file; what is of another leads nowhere.
    #[doc(hidden)]
    pub fn referent(self) -> Referent {
        if let Self(Number::Binary(referent)) = self { referent } else { Referent::NONE }
    }

    /// In XML.
    #[doc(hidden)]
    pub fn item(self) -> Option<ItemId> {
        if let Self(Number::Xml(id)) = self { Some(id) } else { None }
    }
}
