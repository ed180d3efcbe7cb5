//! Comparison of documents.

use super::item::Item;
use super::property::PropertyRef;
use super::query::Visit;
use super::referents::NewReferents;
use super::text::Text;
use super::tree::Document;
use super::value::{Reference, Value};
use geom::Same;

impl Document {
    /// Everything in the document except the items.
    pub(crate) fn beside(&self) -> impl Same {
        let Self { attributes, metas, externals, elements, shared_strings, trailing, .. } = self;
        (attributes, (metas, externals, elements), (shared_strings, trailing))
    }

    /// Describes the first difference between two documents. Items correspond by their order, not by their numbers.
    fn compare(&self, other: &Self, equal: Equal) -> Option<String> {
        if let Some(rest) = self.beside().difference(&other.beside()) {
            return Some(format!(", beside the items{rest}"));
        }
        if self.len() != other.len() {
            return Some(format!(": {} items are not {}", self.len(), other.len()));
        }
        let (mine, theirs) = (Compared::new(self), Compared::new(other));
        self.walk().zip(other.walk()).enumerate().find_map(|(number, (a, b))| {
            let rest = mine.head(&a).difference(&theirs.head(&b));
            let rest = rest.or_else(|| a.item.properties.len().difference(&b.item.properties.len()));
            let rest = rest.or_else(|| {
                let different = |(a, b): &(PropertyRef<'_>, PropertyRef<'_>)| {
                    let same = match (a.value.reference(), b.value.reference()) {
                        (Some(x), Some(y)) => {
                            a.value.kind() == b.value.kind() && mine.target(x) == theirs.target(y)
                        }
                        _ => equal(a.value, b.value),
                    };
                    !a.head().is(b.head()) || !same
                };
                let (a, b) = a.item.properties.iter().zip(&b.item.properties).find(different)?;
                Some(format!(": {a:?} is not {b:?}"))
            });
            rest.map(|rest| format!(".items[{number}]{rest}"))
        })
    }
}

/// One of two documents that are compared.
struct Compared {
    order: Vec<Option<u32>>,
    new_referents: NewReferents,
}

impl Compared {
    fn new(document: &Document) -> Self {
        Self { order: document.order(), new_referents: document.new_referents() }
    }

    /// Everything about an item except its properties.
    fn head<'d>(&self, visit: &Visit<'d>) -> impl Same + use<'d> {
        let Item { class, referent, extras, properties: _ } = visit.item;
        let referent = self.new_referents.get(visit.id).or_else(|| referent.clone());
        (visit.depth, (class, referent), extras)
    }

    /// The target of a reference: the index of the item in document order, or the unresolved referent.
    fn target<'r>(&self, reference: &'r Reference) -> Option<Result<u32, &'r Text>> {
        match reference {
            Reference::None => None,
            Reference::Item(id) => self.order.get(id.index()).copied().flatten().map(Ok),
            Reference::Unresolved(referent) => Some(Err(referent)),
        }
    }
}

/// Compares two values.
type Equal = fn(&Value, &Value) -> bool;

/// Documents are equal if the trees have the same shape and equal values; the numbers of items do not matter. An item
/// without a referent counts as having the referent with which it would be written.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other, |a, b| a == b).is_none()
    }
}

/// Compares like `==`, but compares floats by their bits.
impl Same for Document {
    fn difference(&self, other: &Self) -> Option<String> {
        self.compare(other, Same::same)
    }
}
