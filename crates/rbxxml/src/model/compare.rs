//! Comparison of documents.

use super::item::Item;
use super::properties::PropertyRef;
use super::query::Visit;
use super::text::Text;
use super::tree::Document;
use super::value::{Reference, Value};
use crate::Same;

impl Document {
    /// The first difference. Items correspond by their order, not by their numbers.
    fn compare(&self, other: &Self, equal: Equal) -> Option<String> {
        let (mine, theirs) = (self.order(), other.order());
        self.compare_with(other, |a, b| {
            let rest = a.properties.len().difference(&b.properties.len());
            rest.or_else(|| {
                let different = |(a, b): &(PropertyRef<'_>, PropertyRef<'_>)| {
                    let same = match (a.value.reference(), b.value.reference()) {
                        (Some(x), Some(y)) => {
                            a.value.kind() == b.value.kind() && target(&mine, x) == target(&theirs, y)
                        }
                        _ => equal(a.value, b.value),
                    };
                    !a.head().is(b.head()) || !same
                };
                let (a, b) = a.properties.iter().zip(&b.properties).find(different)?;
                Some(format!(": {a:?} is not {b:?}"))
            })
        })
    }

    /// As [`compare`](Self::compare), with another comparison of the properties of two items.
    fn compare_with(
        &self,
        other: &Self,
        properties: impl Fn(&Item, &Item) -> Option<String>,
    ) -> Option<String> {
        fn beside(document: &Document) -> impl Same {
            let Document { attributes, metas, externals, elements, shared_strings, trailing, .. } = document;
            (attributes, (metas, externals, elements), (shared_strings, trailing))
        }
        if let Some(rest) = beside(self).difference(&beside(other)) {
            return Some(format!(", beside the items{rest}"));
        }
        if self.len() != other.len() {
            return Some(format!(": {} items are not {}", self.len(), other.len()));
        }
        self.walk().zip(other.walk()).enumerate().find_map(|(number, (a, b))| {
            fn head(visit: &Visit<'_>) -> impl Same {
                let Item { class, referent, extras, properties: _ } = visit.item;
                (visit.depth, (class, referent), extras)
            }
            let rest = head(&a).difference(&head(&b)).or_else(|| properties(a.item, b.item));
            rest.map(|rest| format!(".items[{number}]{rest}"))
        })
    }

    /// Whether everything except the properties of items is equal.
    pub(crate) fn same_but_properties(&self, other: &Self) -> bool {
        self.compare_with(other, |_, _| None).is_none()
    }
}

/// The index of the item, or the referent that no item has.
fn target<'a>(order: &[Option<u32>], reference: &'a Reference) -> Option<Result<u32, &'a Text>> {
    match reference {
        Reference::Null => None,
        Reference::Item(id) => order.get(id.index()).copied().flatten().map(Ok),
        Reference::Unresolved(referent) => Some(Err(referent)),
    }
}

/// How values are compared.
type Equal = fn(&Value, &Value) -> bool;

/// Equal if the trees have the same shape and equal values; the numbers of items do not matter.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other, |a, b| a == b).is_none()
    }
}

/// As `==`, but compares floats by their bits.
impl Same for Document {
    fn difference(&self, other: &Self) -> Option<String> {
        self.compare(other, Same::same)
    }
}
