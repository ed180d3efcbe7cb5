//! A list of properties that is being read. Most properties equal, byte for byte, those of an earlier item of the
//! class, and need not be parsed again.

use super::OpenItem;
use crate::common::input::{Checked, Input};
use crate::common::trace::Label;
use crate::model::{Head, ItemId, N_COMMON, Name, Properties, Property, Text, Value, bit};
use crate::read::Reader;
use std::collections::HashSet;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

/// An item of a class, which the next item of the class usually resembles.
pub(in crate::read) struct Usual {
    id: ItemId,
    /// The item's properties as a base that others share, once there is another item of the class.
    base: Option<Arc<Vec<Property>>>,
    /// The range of [`Reader::sources`] with the sources of the item's properties.
    sources: Range<usize>,
    /// Set if several properties have the same name.
    has_twins: bool,
    /// The item of the class that was read last.
    last: ItemId,
}

/// The properties of an item that are being read.
pub(in crate::read) struct List {
    pub(in crate::read) id: ItemId,
    pub(in crate::read) class: Name,
    /// The number of properties so far.
    pub(in crate::read) len: usize,
    /// The previous item of the class.
    pub(in crate::read) last: Option<ItemId>,
    /// The base, if its names are those of the properties so far.
    base: Option<Arc<Vec<Property>>>,
    /// The bits of the values that are shared with the base. `own` has the other values.
    in_common: u64,
    own: Vec<Value>,
    /// The properties, if there is no base.
    others: Vec<Property>,
    sources: Range<usize>,
    usual_has_twins: bool,
    /// The names of all properties, if reading is traced.
    names: HashSet<Text>,
}

impl List {
    /// The head that the next property probably has.
    pub(in crate::read) fn usual_head(&self) -> Option<&Head> {
        self.base.as_ref()?.get(self.len).map(Property::head)
    }

    /// Adds a property.
    pub(in crate::read) fn push(&mut self, head: Head, value: Value) {
        match &self.base {
            None => self.others.push(Property::with_head(head, value)),
            Some(base) if base.get(self.len).is_some_and(|usual| usual.head().is(&head)) => {
                self.own.push(value)
            }
            Some(_) => {
                self.leave_base();
                self.others.push(Property::with_head(head, value));
            }
        }
        self.len = self.len.saturating_add(1);
    }

    /// Copies the properties so far, because the names of the next ones differ from those of the base.
    fn leave_base(&mut self) {
        self.sources = 0..0;
        if let Some(base) = self.base.take() {
            let own = self.own.drain(..).collect();
            self.others.extend(Properties::packed(base, self.in_common, own).into_first(self.len));
        }
    }

    /// The properties that have no base.
    pub(super) fn others(&self) -> &[Property] {
        &self.others
    }

    /// The name of a property.
    pub(super) fn name(&self, number: usize) -> Option<&Text> {
        self.base.as_deref().unwrap_or(&self.others).get(number).map(Property::name)
    }

    /// The label of a property: its name, and also its index if an earlier property has the same name.
    pub(in crate::read) fn label<'a>(
        &mut self,
        source: &'a [u8],
        name: &Text,
        input: Input<'a>,
    ) -> Label<'a> {
        let text = Label { text: source, ..Label::default() };
        if !input.is_traced() || self.names.insert(name.clone()) {
            return text;
        }
        Label { word: "properties", index: Some(self.len), ..text }
    }
}

impl<'a> Reader<'a, '_> {
    /// Begins the list of properties with index `number` in its item.
    pub(super) fn open_list(&mut self, open: &OpenItem, number: usize, is_traced: bool) -> List {
        let id = open.id;
        let item = self.document.item_without_references(id);
        // The sources of earlier lists stay at the front.
        let (class, before) =
            item.map(|item| (item.class.clone(), mem::take(&mut item.properties))).unwrap_or_default();
        let mut list = List {
            id,
            class,
            len: open.n_properties,
            last: None,
            base: None,
            in_common: 0,
            own: mem::take(&mut self.own),
            others: mem::take(&mut self.room),
            sources: 0..0,
            usual_has_twins: true,
            names: HashSet::new(),
        };
        list.others.extend(before.into_vec());
        if is_traced {
            list.names.extend(list.others.iter().map(|property| property.name().clone()));
        }
        if number > 0 {
            // An item with several lists is not usual.
            self.usual.remove(&list.class);
        } else if let Some(usual) = self.usual.get_mut(&list.class) {
            list.last = Some(mem::replace(&mut usual.last, id));
            list.usual_has_twins = usual.has_twins;
            if !is_traced {
                list.sources = usual.sources.clone();
            }
            let document = &mut self.document;
            let base = || document.item_without_references(usual.id).map(|item| item.properties.base());
            usual.base = usual.base.take().or_else(base);
            list.base.clone_from(&usual.base);
        }
        list
    }

    /// Skips a property that equals, byte for byte, the one of the usual item; `None` if it differs.
    #[inline]
    pub(super) fn usual_property(&mut self, list: &mut List, input: Input<'a>) -> Checked<Option<Input<'a>>> {
        let number = list.sources.start.saturating_add(list.len);
        if number >= list.sources.end {
            return Ok(None);
        }
        let source = self.sources.get(number).copied().unwrap_or_default();
        if source.is_empty() || !input.bytes().starts_with(source) {
            return Ok(None);
        }
        let rest = self.pass(list, input, source)?;
        list.in_common |= bit(list.len);
        list.len = list.len.saturating_add(1);
        Ok(Some(rest))
    }

    /// The indices of properties whose name an earlier property has.
    pub(super) fn twins_of(&self, list: &List) -> Vec<usize> {
        match &list.base {
            // An item with the same names as one without duplicates has no duplicates.
            Some(_) if !list.usual_has_twins => Vec::new(),
            Some(base) => super::twins(base.get(..list.len).unwrap_or(base)),
            None => super::twins(&list.others),
        }
    }

    /// Moves the properties of the list to the item.
    pub(super) fn close_list(&mut self, mut list: List, number: usize, has_twins: bool) {
        if list.base.as_ref().is_none_or(|base| base.len() != list.len) {
            list.leave_base();
            if number == 0 {
                let from = self.sources.len();
                self.sources.extend(self.starts.iter().take(N_COMMON).map(|start| start.bytes()));
                let sources = from..self.sources.len();
                let usual = Usual { id: list.id, base: None, sources, has_twins, last: list.id };
                self.usual.insert(list.class.clone(), usual);
            }
        }
        if let Some(item) = self.document.item_without_references(list.id) {
            item.properties = match list.base {
                Some(base) => Properties::packed(base, list.in_common, list.own.drain(..).collect()),
                // Growing and shrinking a list of each item would take longer.
                None => list.others.drain(..).collect(),
            };
        }
        (self.own, self.room) = (list.own, list.others);
    }
}
