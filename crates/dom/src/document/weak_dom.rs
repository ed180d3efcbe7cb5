//! Conversions between documents and the `WeakDom` of Rojo's crates.

mod update;

use super::Document;
use crate::classes::{Class, Property};
use crate::encoding::Encoding;
use crate::id::Id;
use crate::loss::Loss;
use crate::value::{Target, Value};
use crate::{to_variant, variant};
use rbx_dom_weak::types::{Ref, Variant, VariantType};
use rbx_dom_weak::{Instance, InstanceBuilder, WeakDom};
use std::borrow::Cow;
use std::collections::HashMap;

/// Converts the instances below the root of a `WeakDom`, like [`Document::from_weak_dom`].
impl From<&WeakDom> for Document {
    fn from(dom: &WeakDom) -> Self {
        Self::from_weak_dom(dom).0
    }
}

impl Document {
    /// Converts the instances below the root of a `WeakDom` to a binary document; also returns the values
    /// that no file can hold. Properties get their names in files, and values of properties that the engine
    /// has replaced move to the replacements, as `rbx_binary` writes them; properties that files do not store
    /// are left out.
    ///
    /// ```
    /// use rbx_dom_weak::{InstanceBuilder, WeakDom, types::Vector3};
    /// use dom::Document;
    ///
    /// let part = InstanceBuilder::new("Part").with_property("Size", Vector3::new(4.0, 1.0, 2.0));
    /// let dom = WeakDom::new(InstanceBuilder::new("DataModel").with_child(part));
    /// let (document, losses) = Document::from_weak_dom(&dom);
    /// let part = document.roots()[0];
    /// assert_eq!(document.get(part, "size").and_then(|size| size.as_vec3()).map(|size| size.x), Some(4.0));
    /// assert!(losses.is_empty());
    /// ```
    #[must_use]
    pub fn from_weak_dom(dom: &WeakDom) -> (Self, Vec<Loss>) {
        Self::from_weak_dom_instances(dom, dom.root().children())
    }

    /// Converts some instances of a `WeakDom` with their descendants, as
    /// [`from_weak_dom`](Self::from_weak_dom) converts those below the root. References to other instances
    /// become null.
    ///
    /// ```
    /// use rbx_dom_weak::{InstanceBuilder, WeakDom};
    /// use dom::Document;
    ///
    /// let model = InstanceBuilder::new("Model").with_child(InstanceBuilder::new("Part").with_name("Seat"));
    /// let dom = WeakDom::new(InstanceBuilder::new("DataModel").with_child(model));
    /// let model = dom.get_by_ref(dom.root().children()[0]).ok_or("no model")?;
    /// let (document, losses) = Document::from_weak_dom_instances(&dom, model.children());
    /// assert_eq!(document.name(document.roots()[0]), "Seat");
    /// assert!(losses.is_empty());
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn from_weak_dom_instances(dom: &WeakDom, instances: &[Ref]) -> (Self, Vec<Loss>) {
        let mut document = Self::new(Encoding::Binary);
        let mut incoming =
            Incoming { document: &mut document, ids: HashMap::new(), losses: Losses::default() };
        for (id, instance) in incoming.place_all(dom, instances) {
            incoming.set_all(id, instance);
        }
        let losses = incoming.losses.0;
        (document, losses)
    }

    /// Converts the document to a new `WeakDom`, with all instances below its root; also returns the values
    /// that it cannot hold. Properties get their names in scripts, and values of properties that the engine
    /// has replaced move to the replacements, as `rbx_binary` reads them.
    ///
    /// ```
    /// use rbx_dom_weak::types::Variant;
    /// use dom::{Document, Encoding};
    ///
    /// let mut document = Document::new(Encoding::Xml);
    /// let light = document.add(None, "PointLight")?;
    /// document.set(light, "Brightness", 2.0_f32)?;
    /// let (dom, losses) = document.to_weak_dom();
    /// let light = dom.get_by_ref(dom.root().children()[0]).ok_or("no light")?;
    /// assert_eq!(light.properties.get(&"Brightness".into()), Some(&Variant::Float32(2.0)));
    /// assert!(losses.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_weak_dom(&self) -> (WeakDom, Vec<Loss>) {
        let (dom, _, losses) = self.to_dom();
        (dom, losses)
    }

    fn to_dom(&self) -> (WeakDom, HashMap<Id, Ref>, Vec<Loss>) {
        let mut dom = WeakDom::new(InstanceBuilder::new("DataModel"));
        let ids = self.ids();
        dom.reserve(ids.len());
        let refs = ids.iter().map(|id| (*id, Ref::new())).collect();
        let mut outgoing = Outgoing { document: self, refs, losses: Losses::default() };
        for id in ids {
            let parent = self.parent(id).and_then(|parent| outgoing.refs.get(&parent).copied());
            let builder = outgoing.builder(id);
            dom.insert(parent.unwrap_or_else(|| dom.root_ref()), builder);
        }
        (dom, outgoing.refs, outgoing.losses.0)
    }
}

/// The state of converting a `WeakDom` to a document.
struct Incoming<'d> {
    document: &'d mut Document,
    ids: HashMap<Ref, Id>,
    losses: Losses,
}

impl Incoming<'_> {
    fn set_all(&mut self, id: Id, instance: &Instance) {
        self.set(id, "Name", &instance.name.as_str().into());
        let mut all: Vec<_> = instance.properties.iter().collect();
        // Not in the order of a hash table.
        all.sort_unstable_by_key(|(name, _)| name.as_str());
        let class = Class::from_name(instance.class.as_bytes());
        for (name, of) in all {
            self.set_one(id, class, name, of);
        }
    }

    fn set_one(&mut self, id: Id, class: Option<Class>, name: &str, of: &Variant) {
        let Some(value) = linked(of, &self.ids) else {
            return self.lose(format!("values of type {:?}, which files cannot store", of.ty()), id, name);
        };
        let Some(property) = class.and_then(|class| class.property(name.as_bytes())) else {
            return self.set(id, name, &value);
        };
        if !property.is_in_files() {
            return;
        }
        let moved = property.migration().and_then(|to| Some((to.to(), to.perform(&value)?)));
        let Some((to, new)) = moved else {
            let value = match property.value_kind() {
                Some(kind) => value.clone().cast(kind).unwrap_or(value),
                None => value,
            };
            return self.set(id, property.in_files(), &value);
        };
        for name in to {
            // The present value is newer.
            if self.document.get(id, name).is_none() {
                self.set(id, name, &new);
            }
        }
    }

    fn set(&mut self, id: Id, name: &str, value: &Value<'_>) {
        // The kind that the file has, which is that of its column.
        let kind = self.document.get(id, name).map(|old| old.kind());
        let cast = kind.filter(|kind| *kind != value.kind()).and_then(|kind| value.clone().cast(kind));
        let value = cast.as_ref().unwrap_or(value);
        if self.document.put(id, name, value).is_err() {
            let what = format!("values of type {}, which binary files cannot store", value.kind().name());
            self.lose(what, id, name);
        }
    }

    fn lose(&mut self, what: String, id: Id, name: &str) {
        self.losses.add(what, false, || format!("{}.{name}", self.document.path(id)));
    }
}

/// Converts the value of a property, given the ids for referents; `None` for a type that no file can hold.
fn linked(of: &Variant, ids: &HashMap<Ref, Id>) -> Option<Value<'static>> {
    variant::value(of, &mut |referent| match ids.get(&referent) {
        Some(id) => Target::Instance(*id),
        None if referent.is_none() => Target::None,
        None => Target::Missing,
    })
}

/// Collects losses, with all places of the same loss in one entry.
#[derive(Default)]
struct Losses(Vec<Loss>);

impl Losses {
    fn add(&mut self, what: String, is_made_up: bool, place: impl FnOnce() -> String) {
        match self.0.iter_mut().find(|loss| loss.what == what) {
            Some(loss) => loss.places.push(place()),
            None => self.0.push(Loss { what, places: vec![place()], is_made_up }),
        }
    }
}

/// The state of converting a document to a `WeakDom`.
struct Outgoing<'d> {
    document: &'d Document,
    refs: HashMap<Id, Ref>,
    losses: Losses,
}

impl Outgoing<'_> {
    fn builder(&mut self, id: Id) -> InstanceBuilder {
        let document = self.document;
        let class = document.class(id);
        let known = Class::from_name(class.as_bytes());
        let mut builder = InstanceBuilder::new(&*class).with_name(document.name(id));
        if let Some(referent) = self.refs.get(&id) {
            builder = builder.with_referent(*referent);
        }
        for (name, value) in document.properties(id) {
            if name != "Name" {
                self.add(&mut builder, id, known, &name, value);
            }
        }
        builder
    }

    fn add(
        &mut self,
        builder: &mut InstanceBuilder,
        id: Id,
        class: Option<Class>,
        name: &str,
        value: Value<'_>,
    ) {
        let property = class.and_then(|class| class.property(name.as_bytes()));
        let moved = property.and_then(|old| {
            let migration = old.migration()?;
            Some((migration.to(), migration.perform(&value)?))
        });
        let Some((to, new)) = moved else {
            let name = match property {
                Some(property) => property.in_scripts(),
                None => name,
            };
            let ty = property.map(Property::type_in_dom);
            if let Some(of) = self.variant(id, name, value, ty) {
                builder.add_property(name, of);
            }
            return;
        };
        for name in to {
            // What the file has by the new name is used.
            if self.document.get(id, name).is_some() {
                continue;
            }
            let Some(property) = class.and_then(|class| class.property(name.as_bytes())) else { continue };
            let ty = Some(property.type_in_dom());
            if let Some(of) = self.variant(id, name, new.clone(), ty) {
                builder.add_property(property.in_scripts(), of);
            }
        }
    }

    fn variant(&mut self, id: Id, name: &str, value: Value<'_>, ty: Option<VariantType>) -> Option<Variant> {
        let kind = value.kind();
        let refs = &self.refs;
        let referent =
            &mut |target: Target| target.id().and_then(|id| refs.get(&id).copied()).unwrap_or_else(Ref::none);
        if let Some(of) = to_variant::of_type(value.clone(), ty, referent) {
            return Some(of);
        }
        let place = || format!("{}.{name}", self.document.path(id));
        // A String of a WeakDom is UTF-8, and rbx_binary makes it so in the same way.
        if let (Some(bytes), None) = (value.as_bytes(), value.as_str()) {
            let text = Cow::into_owned(String::from_utf8_lossy(bytes));
            let text = to_variant::of_type(Value::String(text.into_bytes().into()), ty, referent);
            self.losses.add("texts that are not UTF-8".to_owned(), true, place);
            return text;
        }
        let what = format!("values of type {}, which a WeakDom cannot store", kind.name());
        self.losses.add(what, false, place);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rbx_dom_weak::types::{Color3uint8, Content, ContentId, Enum, Region3, Vector3};

    /// Tests the conversion of instances of all classes with the defaults of all properties, which include
    /// most types of values.
    #[test]
    fn a_new_instance_of_each_class_comes_back() {
        let database = rbx_reflection_database::get_bundled();
        let mut classes: Vec<_> = database.classes.values().collect();
        classes.sort_unstable_by_key(|class| class.name);
        let mut dom = WeakDom::new(InstanceBuilder::new("DataModel"));
        let root = dom.root_ref();
        for class in &classes {
            let all = class.default_properties.iter().map(|(name, value)| (*name, value.clone()));
            dom.insert(root, InstanceBuilder::new(class.name).with_properties(all));
        }
        let (document, losses) = Document::from_weak_dom(&dom);
        assert_eq!(losses, []);
        let (again, losses) = document.to_weak_dom();
        assert_eq!(losses, []);
        let mut n_values = 0;
        assert_eq!(again.root().children().len(), classes.len());
        for (old, new) in dom.root().children().iter().zip(again.root().children()) {
            let [old, new] = [dom.get_by_ref(*old).unwrap(), again.get_by_ref(*new).unwrap()];
            assert_eq!((&old.class, &old.name), (&new.class, &new.name));
            let class = Class::from_name(old.class.as_bytes()).unwrap();
            for (name, value) in &old.properties {
                let property = class.property(name.as_bytes()).unwrap();
                if !property.is_in_files() || property.migration().is_some() || *name == "UniqueId" {
                    continue;
                }
                // The database has these defaults in another type than the property.
                if value.ty() != property.type_in_dom() {
                    let others = [VariantType::SharedString, VariantType::Color3uint8];
                    assert!(others.contains(&value.ty()), "{}.{name}: {:?}", old.class, value.ty());
                    continue;
                }
                assert_eq!(new.properties.get(name), Some(value), "{}.{name}", old.class);
                n_values += 1;
            }
        }
        assert!(n_values > 7_000, "{n_values}");
    }

    #[test]
    fn references_names_and_moved_properties_go_both_ways() {
        let mut dom = WeakDom::new(InstanceBuilder::new("DataModel"));
        let model = dom.insert(dom.root_ref(), InstanceBuilder::new("Model").with_name("Car"));
        let part = InstanceBuilder::new("Part")
            .with_property("Size", Vector3::new(1.0, 2.0, 3.0))
            .with_property("Color", Color3uint8::new(1, 2, 3));
        let part = dom.insert(model, part);
        dom.get_by_ref_mut(model).unwrap().properties.insert("PrimaryPart".into(), part.into());
        let label = InstanceBuilder::new("ImageLabel")
            .with_property("Image", ContentId::from("rbxassetid://1"))
            .with_property(
                "Surroundings",
                Region3::new(Vector3::new(0.0, 0.0, 0.0), Vector3::new(1.0, 1.0, 1.0)),
            );
        dom.insert(model, label);

        let (document, losses) = Document::from_weak_dom(&dom);
        let what = "values of type Region3, which binary files cannot store";
        let expected = Loss {
            what: what.to_owned(),
            places: vec!["Car/ImageLabel.Surroundings".to_owned()],
            is_made_up: false,
        };
        assert_eq!(losses, [expected]);
        let part = document.find("Car/Part").unwrap();
        assert_eq!(document.get(document.roots()[0], "PrimaryPart").unwrap().as_id(), Some(part));
        assert_eq!(document.get(part, "Color3uint8"), Some(Value::Color3uint8([1, 2, 3])));
        let label = document.find("Car/ImageLabel").unwrap();
        assert!(document.get(label, "Image").is_none() && document.get(label, "ImageContent").is_some());

        let (again, losses) = document.to_weak_dom();
        assert_eq!(losses, []);
        let model = again.get_by_ref(again.root().children()[0]).unwrap();
        assert_eq!(model.properties.get(&"PrimaryPart".into()), Some(&Variant::Ref(model.children()[0])));
        let [part, label] = [0, 1].map(|at| &again.get_by_ref(model.children()[at]).unwrap().properties);
        assert_eq!(part.get(&"Size".into()), Some(&Vector3::new(1.0, 2.0, 3.0).into()));
        assert_eq!(label.get(&"ImageContent".into()), Some(&Content::from_uri("rbxassetid://1").into()));
    }

    #[test]
    fn what_files_say_of_old_and_of_no_text_becomes_what_rbx_binary_makes_of_it() {
        let mut document = Document::new(Encoding::Binary);
        let part = document.add(None, "Part").unwrap();
        document.set(part, "BrickColor", Value::BrickColor(21)).unwrap();
        document.set(part, "Name", Value::String(b"a".as_slice().into())).unwrap();
        document.set(part, "Material", Value::Enum(288)).unwrap();
        let script = document.add(Some(part), "Script").unwrap();
        document.set(script, "Source", Value::String(b"\xff!".as_slice().into())).unwrap();
        document.add_tag(part, "Door").unwrap();
        document.set_attribute(part, "Speed", 2.0).unwrap();
        let (dom, losses) = document.to_weak_dom();
        let part = dom.get_by_ref(dom.root().children()[0]).unwrap();
        let get = |name: &str| part.properties.get(&name.into()).cloned();
        assert_eq!(get("Color"), Some(Color3uint8::new(196, 40, 28).into()));
        assert_eq!(get("Material"), Some(Enum::from_u32(288).into()));
        let Some(Variant::Tags(tags)) = get("Tags") else { panic!() };
        assert_eq!(tags.iter().collect::<Vec<_>>(), ["Door"]);
        let Some(Variant::Attributes(attributes)) = get("Attributes") else { panic!() };
        assert_eq!(attributes.get("Speed"), Some(&Variant::Float64(2.0)));
        let script = dom.get_by_ref(part.children()[0]).unwrap();
        assert_eq!(script.properties.get(&"Source".into()), Some(&Variant::String("\u{fffd}!".to_owned())));
        assert_eq!((losses.len(), losses[0].is_made_up), (1, true));
    }
}
