//! Updates of a document from a changed `WeakDom` that was built from it.

use super::{Incoming, Losses, linked};
use crate::classes::Class;
use crate::document::{Document, Position};
use crate::id::Id;
use crate::loss::Loss;
use crate::value::Value;
use rbx_dom_weak::types::{Ref, Variant};
use rbx_dom_weak::{Instance, WeakDom};
use std::collections::{HashMap, HashSet, VecDeque};

impl Document {
    /// Applies the changes of a `WeakDom` that was built by [`to_weak_dom`](Self::to_weak_dom), and returns
    /// the values that no file can hold. Everything that is the same in both stays as it is in the file, so
    /// that [`save_onto`](Self::save_onto) keeps its bytes, and so does everything that a `WeakDom` cannot
    /// hold.
    ///
    /// An instance of the `WeakDom` corresponds to the one of the document with the same class and
    /// `UniqueId`, or else with the same class, name and parent; if there are several, they correspond in
    /// order.
    ///
    /// ```
    /// use dom::{Document, Encoding};
    ///
    /// let mut document = Document::new(Encoding::Binary);
    /// for class in ["Part", "PointLight"] {
    ///     document.create(None, class)?;
    /// }
    /// let original = document.save()?.bytes;
    ///
    /// let mut document = Document::open(&original)?;
    /// let (mut dom, _) = document.to_weak_dom();
    /// let light = dom.root().children()[1];
    /// dom.get_by_ref_mut(light).ok_or("no light")?.properties.insert("Range".into(), 20.0_f32.into());
    /// document.update_from_weak_dom(&dom);
    /// let saved = document.save_onto(&original)?.bytes;
    /// let again = Document::open(&saved)?;
    /// assert_eq!(again.get(again.roots()[1], "Range"), Some(20.0_f32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update_from_weak_dom(&mut self, dom: &WeakDom) -> Vec<Loss> {
        let (was, refs, _) = self.to_dom();
        let before = self.ids();
        let old = refs.iter().map(|(id, referent)| (*referent, *id)).collect();
        let mut incoming = Incoming { document: self, ids: HashMap::new(), losses: Losses::default() };
        let placed = incoming.place_all(dom, dom.root().children());
        let kept: HashSet<Id> = placed.iter().map(|(id, _)| *id).collect();
        for id in before {
            if !kept.contains(&id) {
                incoming.document.remove(id);
            }
        }
        incoming.sort(dom.root(), None);
        for (id, instance) in placed {
            match refs.get(&id).and_then(|referent| was.get_by_ref(*referent)) {
                Some(was) => incoming.set_changed(id, instance, was, &old),
                None => incoming.set_all(id, instance),
            }
            incoming.sort(instance, Some(id));
        }
        incoming.losses.0
    }

    /// The instances of a `WeakDom` with the same class and `UniqueId` as an instance of the document, and
    /// the ids of the latter.
    fn same_unique_ids(&self, dom: &WeakDom) -> HashMap<Ref, Id> {
        let mut own = HashMap::new();
        for id in self.ids() {
            if let Some(Value::UniqueId(unique)) = self.get(id, "UniqueId")
                && !unique.is_none()
            {
                own.insert(unique, id);
            }
        }
        if own.is_empty() {
            return HashMap::new();
        }
        let name = "UniqueId".into();
        let same = dom.descendants().filter_map(|instance| {
            let Value::UniqueId(unique) = linked(instance.properties.get(&name)?, &HashMap::new())? else {
                return None;
            };
            let id = own.remove(&unique)?;
            (*self.class(id) == *instance.class).then_some((instance.referent(), id))
        });
        same.collect()
    }
}

impl Incoming<'_> {
    /// Moves or adds instances and their descendants to the top level, parents first. Properties are set
    /// later, since they may refer to any instance.
    pub(super) fn place_all<'d>(&mut self, dom: &'d WeakDom, top: &[Ref]) -> Vec<(Id, &'d Instance)> {
        let mut twins = self.document.same_unique_ids(dom);
        let mut taken = twins.values().copied().collect();
        let mut all = Vec::new();
        self.pair(dom, dom.root(), None, &mut twins, &mut taken);
        let mut rest: Vec<_> = top.iter().rev().map(|child| (None, *child)).collect();
        while let Some((parent, referent)) = rest.pop() {
            let Some(instance) = dom.get_by_ref(referent) else { continue };
            let twin = twins.get(&referent).copied();
            let placed = match twin {
                Some(id) if self.document.parent(id) == parent => Ok(id),
                Some(id) => self.document.move_to(id, parent, Position::Last).map(|()| id),
                None => self.document.add(parent, &instance.class),
            };
            let Ok(id) = placed else { continue };
            if twin.is_some() {
                self.pair(dom, instance, Some(id), &mut twins, &mut taken);
            }
            self.ids.insert(referent, id);
            all.push((id, instance));
            rest.extend(instance.children().iter().rev().map(|child| (Some(id), *child)));
        }
        all
    }

    /// Matches the children of an instance of the `WeakDom` with those of the document, by class and name.
    fn pair(
        &self,
        dom: &WeakDom,
        of: &Instance,
        parent: Option<Id>,
        twins: &mut HashMap<Ref, Id>,
        taken: &mut HashSet<Id>,
    ) {
        let own = parent.map_or_else(|| self.document.roots(), |id| self.document.children(id));
        let mut named = HashMap::<_, VecDeque<Id>>::new();
        for id in own.into_iter().filter(|id| !taken.contains(id)) {
            let key = (self.document.class(id), self.document.name(id));
            named.entry(key).or_default().push_back(id);
        }
        for child in of.children().iter().filter_map(|child| dom.get_by_ref(*child)) {
            if twins.contains_key(&child.referent()) {
                continue;
            }
            let key = (child.class.as_str().into(), child.name.as_str().into());
            if let Some(id) = named.get_mut(&key).and_then(VecDeque::pop_front) {
                twins.insert(child.referent(), id);
                taken.insert(id);
            }
        }
    }

    /// Sorts the children of an instance into the order of the `WeakDom`.
    fn sort(&mut self, of: &Instance, parent: Option<Id>) {
        let wanted: Vec<_> = of.children().iter().filter_map(|child| self.ids.get(child).copied()).collect();
        let own = parent.map_or_else(|| self.document.roots(), |id| self.document.children(id));
        if own != wanted {
            for id in wanted {
                // Is in the parent already.
                let _ = self.document.move_to(id, parent, Position::Last);
            }
        }
    }

    /// Sets the properties that differ from the earlier `WeakDom`, `was`, whose referents `old` maps to ids.
    fn set_changed(&mut self, id: Id, instance: &Instance, was: &Instance, old: &HashMap<Ref, Id>) {
        if instance.name != was.name {
            self.set(id, "Name", &instance.name.as_str().into());
        }
        let class = Class::from_name(instance.class.as_bytes());
        let mut names: Vec<_> = instance.properties.keys().chain(was.properties.keys()).copied().collect();
        // Not in the order of a hash table.
        names.sort_unstable_by_key(|name| name.as_str());
        names.dedup();
        for name in names {
            match (instance.properties.get(&name), was.properties.get(&name)) {
                // A WeakDom makes new ones for what is equal in a file.
                _ if name == "UniqueId" => {}
                (Some(new), Some(of)) if self.is_same(new, of, old) => {}
                (Some(new), _) => self.set_one(id, class, &name, new),
                (None, _) => self.unset(id, class, &name),
            }
        }
    }

    fn is_same(&self, new: &Variant, was: &Variant, old: &HashMap<Ref, Id>) -> bool {
        linked(new, &self.ids) == linked(was, old)
    }

    /// Removes a property, and the former properties from which the engine would compute it.
    fn unset(&mut self, id: Id, class: Option<Class>, name: &str) {
        let name = match class.and_then(|class| class.property(name.as_bytes())) {
            Some(property) => property.in_files(),
            None => name,
        };
        self.document.unset(id, name);
        for (former, _) in class.map(|class| class.became(name.as_bytes())).unwrap_or_default() {
            self.document.unset(id, former);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Encoding;
    use rbx_dom_weak::InstanceBuilder;
    use rbxbinary::UniqueId;

    /// Writes a file with instances of several classes, each with all its properties.
    fn original(encoding: Encoding) -> Vec<u8> {
        let mut document = Document::new(encoding);
        let model = document.create(None, "Model").unwrap();
        for class in ["Part", "Part", "PointLight", "TextLabel"] {
            document.create(Some(model), class).unwrap();
        }
        let part = document.children(model)[1];
        document.set(model, "PrimaryPart", part).unwrap();
        // An old property, which a WeakDom has as FontFace, and one that it cannot have.
        document.set_unknown(document.children(model)[3], "Font", Value::Enum(18)).unwrap();
        document.set_unknown(part, "Odd", Value::String(b"\xff".as_slice().into())).unwrap();
        document.save().unwrap().bytes
    }

    #[test]
    fn what_is_not_changed_keeps_its_bytes() {
        for encoding in [Encoding::Binary, Encoding::Xml] {
            let original = original(encoding);
            let mut document = Document::open(&original).unwrap();
            let (mut dom, _) = document.to_weak_dom();
            assert_eq!(document.update_from_weak_dom(&dom), []);
            assert!(document.save_onto(&original).unwrap().bytes == original, "{encoding:?}");

            let model = dom.root().children()[0];
            let [_, second, light, _] = *dom.get_by_ref(model).unwrap().children() else { panic!() };
            let second = dom.get_by_ref_mut(second).unwrap();
            second.properties.insert("Anchored".into(), true.into());
            dom.get_by_ref_mut(light).unwrap().properties.remove(&"Range".into());
            assert_eq!(document.update_from_weak_dom(&dom), []);

            let mut expected = Document::open(&original).unwrap();
            let [_, second, light, _] = *expected.children(expected.roots()[0]) else { panic!() };
            expected.set(second, "Anchored", true).unwrap();
            expected.unset(light, "Range");
            let saved = document.save_onto(&original).unwrap();
            assert!(saved.bytes == expected.save_onto(&original).unwrap().bytes, "{encoding:?}");
        }
    }

    #[test]
    fn instances_are_added_removed_renamed_and_moved() {
        for encoding in [Encoding::Binary, Encoding::Xml] {
            let mut document = Document::open(&original(encoding)).unwrap();
            let model = document.roots()[0];
            let [first, second, light, label] = *document.children(model) else { panic!() };
            document.set_unknown(light, "UniqueId", UniqueId { random: 7, time: 8, index: 9 }).unwrap();
            let (mut dom, _) = document.to_weak_dom();
            let root = dom.root_ref();
            let in_dom = dom.root().children()[0];
            let [first_in_dom, second_in_dom, light_in_dom, _] = *dom.get_by_ref(in_dom).unwrap().children()
            else {
                panic!()
            };
            dom.destroy(first_in_dom);
            dom.get_by_ref_mut(light_in_dom).unwrap().name = "Lamp".into();
            dom.transfer_within(light_in_dom, root);
            let folder = dom.insert(root, InstanceBuilder::new("Folder").with_name("New"));
            dom.get_by_ref_mut(in_dom).unwrap().properties.insert("PrimaryPart".into(), Ref::none().into());
            dom.transfer_within(second_in_dom, folder);

            assert_eq!(document.update_from_weak_dom(&dom), []);
            let [top, lamp, new] = *document.roots() else { panic!() };
            assert_eq!((top, lamp, document.name(lamp)), (model, light, "Lamp".into()));
            assert!(!document.contains(first) && !document.contains(second));
            assert_eq!(document.children(model), [label]);
            let [part] = *document.children(new) else { panic!() };
            assert_eq!((document.class(part), document.class(new)), ("Part".into(), "Folder".into()));
            assert_eq!(document.get(model, "PrimaryPart").unwrap().as_id(), None);
        }
    }
}
