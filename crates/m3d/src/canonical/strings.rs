//! Strings once, in the order in which they are named.

use crate::visit::{Visitor, visit};
use crate::{Model, Name, Strings, Title};
use std::collections::HashMap;

pub(super) fn unite(model: &mut Model) {
    let old = std::mem::take(&mut model.strings);
    let mut new = Strings { bytes: Vec::with_capacity(old.bytes.len()) };
    for title in Title::ALL {
        new.bytes.extend_from_slice(old.title(title).unwrap_or_default());
        new.bytes.push(0);
    }
    let mut unite = Unite { old: &old, new, found: HashMap::new() };
    visit(model, &mut unite);
    model.strings = unite.new;
}

struct Unite<'a> {
    old: &'a Strings,
    new: Strings,
    found: HashMap<&'a [u8], Name>,
}

impl Visitor for Unite<'_> {
    fn name(&mut self, name: &mut Name) {
        *name = match self.old.get(*name) {
            None | Some([]) => Name::NONE,
            Some(string) => *self.found.entry(string).or_insert_with(|| self.new.push(string)),
        };
    }
}
