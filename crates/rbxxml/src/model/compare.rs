//! Comparison of documents.

use super::item::{Item, Property};
use super::query::Visit;
use super::text::Text;
use super::tree::Document;
use super::value::{Reference, Value};
use crate::Same;

impl Document {
    /// The first difference. Items correspond by their order, not by their numbers.
    fn compare(&self, other: &Self, equal: Equal) -> Option<String> {
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
        let (mine, theirs) = (self.order(), other.order());
        self.walk().zip(other.walk()).enumerate().find_map(|(number, (a, b))| {
            fn heads(visit: &Visit<'_>) -> impl Same {
                let Item { class, referent, extras, properties } = visit.item;
                (visit.depth, (class, referent), extras, properties.len())
            }
            let rest = heads(&a).difference(&heads(&b)).or_else(|| {
                let different = |(a, b): &(&Property, &Property)| {
                    let same = match (a.value.reference(), b.value.reference()) {
                        (Some(x), Some(y)) => {
                            a.value.kind() == b.value.kind() && target(&mine, x) == target(&theirs, y)
                        }
                        _ => equal(&a.value, &b.value),
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
