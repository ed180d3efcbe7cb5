//! Properties that only some instances of a class have, where a binary file has a value for each instance or for none.
//!
//! The code here determines the values of the other instances. Each value that is made up is reported, and
//! zero never stands for an unknown default.

use super::{Document, Held, InBinary, Model};
use crate::attributes::reference_beside;
use crate::cast::fit;
use crate::classes::Class;
use crate::counted::counted;
use crate::error::Error;
use crate::id::{Id, Owner};
use crate::implied::is_default;
use crate::loss::Loss;
use crate::names::{in_binary, in_xml};
use crate::value::{Content, Shared, Target, Value};
use rbxbinary::{OwnedValue, SharedIndex, UniqueId, Value as Binary};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A property that only some instances of a class have.
struct Hole {
    class: String,
    property: String,
    /// The instances that have it.
    with: Vec<Id>,
    n_without: usize,
    /// Set if the binary file that the document was read from has the property; `None` if the file has no
    /// instances of the class.
    is_of_file: Option<bool>,
}

/// The values for instances that lack a property which others of their class have.
#[derive(Debug, Default)]
pub struct Filling {
    /// The values by class and property.
    values: BTreeMap<String, HashMap<String, Value<'static>>>,
    /// Descriptions of the values that were filled in.
    pub notes: Vec<String>,
    /// The values that could not be kept.
    pub losses: Vec<Loss>,
}

impl Filling {
    /// The value for a property, converted to the type with this number in binary files.
    #[doc(hidden)]
    pub fn value(&self, class: &[u8], property: &[u8], type_id: u8) -> Option<Value<'static>> {
        let [class, property] = [class, property].map(std::str::from_utf8);
        self.values.get(class.ok()?)?.get(property.ok()?)?.clone().of_type(type_id)
    }

    /// The value for a property, as one of a binary file.
    pub(super) fn in_binary(&self, class: &[u8], property: &[u8], type_id: u8) -> Option<OwnedValue> {
        let value = self.value(class, property, type_id)?;
        if let Value::SharedString(shared) | Value::NetAssetRef(shared) = &value {
            // It becomes a shared string when the column is built.
            return Some(Binary::String(shared.content.as_deref()?).into());
        }
        let no_string = &mut |_: &[u8]| SharedIndex(u32::MAX);
        Some(value.to_binary(&mut InBinary(no_string))?.into())
    }
}

impl Document {
    /// Prepares the document for a binary file; the result has a value for each property that some instances
    /// still lack.
    ///
    /// A property that the engine replaced keeps the name that the file uses, old or new. Without a file,
    /// values of the old property move to the new one. A property that the file lacks is added only if an
    /// instance has another value than its default.
    ///
    /// Instances that lack a property get its default. If the default is not known, instances that are added
    /// to a file get the value that most of its instances have; a property that is new to the file is left
    /// out.
    #[doc(hidden)]
    pub fn fill(&mut self) -> Result<Filling, Error> {
        let mut filling = Filling::default();
        let mut holes = self.holes();
        let properties = holes.iter().map(|hole| (&*hole.class, &*hole.property));
        if self.settle_names(properties, &mut filling.notes)? {
            holes = self.holes();
        }
        self.settle_kinds()?;
        holes = self.leave_out_defaults(holes);
        let mut n_filled = 0_usize;
        for hole in holes {
            match self.default_of(&hole) {
                Some(default) => {
                    n_filled = n_filled.saturating_add(hole.n_without);
                    filling.values.entry(hole.class).or_default().insert(hole.property, default);
                }
                None => self.close(&hole, &mut filling.losses)?,
            }
        }
        if n_filled > 0 {
            let values = counted(n_filled, "value");
            filling.notes.push(format!("{values} missing from instances filled with the engine's defaults"));
        }
        Ok(filling)
    }

    /// Converts the values of added instances to the kinds that the file has, such as poses of old files, whose
    /// rotations are quaternions.
    fn settle_kinds(&mut self) -> Result<(), Error> {
        let Held::Binary(document) = &self.encoding else { return Ok(()) };
        let is_in_file = |id: &Id| document.first_in_file(self.class(*id).as_bytes(), "Name").is_some();
        let mut settled = Vec::new();
        for id in self.ids().into_iter().filter(|id| !self.is_from_file(*id)).filter(is_in_file) {
            for (name, value) in self.properties(id) {
                let wanted = self.in_column(id, &name).map(|stored| stored.kind());
                let wanted = wanted.filter(|wanted| wanted.in_data() != value.kind().in_data());
                if let Some(value) = wanted.and_then(|wanted| fit(&value, wanted, None)) {
                    settled.push((id, name.into_owned(), value.into_owned()));
                }
            }
        }
        settled.iter().try_for_each(|(id, name, value)| self.put(*id, name, value))
    }

    /// Removes values of added instances that equal their default, if the file does not have the property.
    /// Returns the remaining holes.
    fn leave_out_defaults(&mut self, holes: Vec<Hole>) -> Vec<Hole> {
        let mut left = Vec::with_capacity(holes.len());
        for hole in holes {
            let is_new = hole.is_of_file == Some(false) && hole.with.iter().all(|id| !self.is_from_file(*id));
            let is_default = |id: &Id| {
                let class = hole.class.as_bytes();
                let value = self.get(*id, &hole.property).filter(|_| Class::from_name(class).is_some());
                value.is_some_and(|value| is_default(class, &hole.property, &value))
            };
            if is_new && hole.with.iter().all(is_default) {
                for id in &hole.with {
                    self.unset(*id, &hole.property);
                }
            } else {
                left.push(hole);
            }
        }
        left
    }

    /// The value that the engine assumes for a missing property.
    fn default_of(&self, hole: &Hole) -> Option<Value<'static>> {
        let (class, property) = (hole.class.as_bytes(), hole.property.as_bytes());
        let other = in_binary(class, property, self.get(*hole.with.first()?, &hole.property)?);
        let known = match &*hole.property {
            "Name" => Some(Value::String(Cow::Owned(class.to_vec()))),
            _ => Class::from_name(class).and_then(|known| known.default(property)),
        };
        // What an instance lacks is nothing, where a value can say that.
        let nothing = || {
            Some(match in_xml(class, property, other.clone()) {
                Value::Referent(_) => Value::Referent(Target::None),
                Value::UniqueId(_) => Value::UniqueId(UniqueId::default()),
                Value::Content(_) => Value::Content(Content::None),
                Value::ContentId(_) => Value::ContentId(None),
                Value::OptionalCFrame(_) => Value::OptionalCFrame(None),
                Value::BinaryString(_) => Value::BinaryString(Cow::Borrowed(b"")),
                Value::SharedString(_) | Value::NetAssetRef(_) => Value::SharedString(Shared::from(&b""[..])),
                _ => return None,
            })
        };
        known.filter(|known| known.clone().of_type(other.kind().in_data()).is_some()).or_else(nothing)
    }

    /// Fills in a property whose default is not known for all instances of a class, or removes it from those
    /// that have it.
    fn close(&mut self, hole: &Hole, losses: &mut Vec<Loss>) -> Result<(), Error> {
        let Hole { class, property, with, n_without, is_of_file } = hole;
        let is_filled = is_of_file.unwrap_or(with.len() > *n_without);
        let most = self.most(with, property).filter(|_| is_filled).map(Value::into_owned);
        let Some(most) = most else {
            let what = format!(
                "values of {class}.{property}: its default is unknown, and binary files need a value for all instances of a class or for none"
            );
            losses.push(Loss { what, places: self.places(with, property), is_made_up: false });
            for id in with {
                self.unset(*id, property);
            }
            return Ok(());
        };
        let with: HashSet<_> = with.iter().copied().collect();
        let without: Vec<_> = self.of_class(class).into_iter().filter(|id| !with.contains(id)).collect();
        let what = format!(
            "instances without {class}.{property}: its default is unknown, so they get the most frequent \
             value"
        );
        losses.push(Loss { what, places: self.places(&without, property), is_made_up: true });
        for id in without {
            self.put(id, property, &most)?;
        }
        Ok(())
    }

    /// The paths of instances, each with the property, such as `Workspace/Car.Speed`.
    fn places(&self, ids: &[Id], property: &str) -> Vec<String> {
        self.with_paths(|path| ids.iter().map(|id| format!("{}.{property}", path(*id))).collect())
    }

    /// The value of a property that more than half of the instances share, or else that of one of them.
    fn most(&self, ids: &[Id], property: &str) -> Option<Value<'_>> {
        // The vote of Boyer and Moore: what is left after each has been paired with another that differs.
        let (mut most, mut n_more) = (None, 0_usize);
        for id in ids {
            let value = self.get(*id, property);
            if n_more == 0 {
                most = value;
                n_more = 1;
            } else if value == most {
                n_more = n_more.saturating_add(1);
            } else {
                n_more = n_more.saturating_sub(1);
            }
        }
        most
    }

    fn holes(&self) -> Vec<Hole> {
        match &self.encoding {
            Held::Binary(document) => {
                let holes = document.holes().into_iter().filter_map(|hole| {
                    Some(Hole {
                        class: hole.class.as_str()?.to_owned(),
                        property: hole.property.as_str()?.to_owned(),
                        with: hole.with.into_iter().map(|id| self.own(id)).collect(),
                        n_without: hole.n_without,
                        is_of_file: hole.is_of_file,
                    })
                });
                holes.collect()
            }
            Held::Xml(document) => of_xml(document, self.owner),
        }
    }
}

/// Prepares an XML document for conversion to binary, as [`Document::fill`] does.
pub fn fill_xml(document: &mut rbxxml::Document) -> Result<Filling, Error> {
    let mut filled = Document::from(Model::Xml(Box::new(std::mem::take(document))));
    let filling = filled.fill();
    if let Held::Xml(filled) = filled.encoding {
        *document = *filled;
    }
    filling
}

/// The instances of a class, grouped by the names of their properties, which are the same for nearly all.
#[derive(Default)]
struct Shapes<'d> {
    list: Vec<(Vec<&'d [u8]>, Vec<Id>)>,
    /// The index in the list, by the names.
    places: HashMap<Vec<&'d [u8]>, usize>,
}

impl<'d> Shapes<'d> {
    fn add(&mut self, names: &[&'d [u8]], id: Id) {
        if let [(first, ids), ..] = &mut *self.list
            && first == names
        {
            return ids.push(id);
        }
        let next = self.list.len();
        let place = *self.places.entry(names.to_vec()).or_insert(next);
        match self.list.get_mut(place) {
            Some((_, ids)) => ids.push(id),
            None => self.list.push((names.to_vec(), vec![id])),
        }
    }

    fn holes(&self, class: &str) -> Vec<Hole> {
        if self.list.len() < 2 {
            return Vec::new();
        }
        let n_ids = self.list.iter().map(|(_, ids)| ids.len()).fold(0, usize::saturating_add);
        let mut with: BTreeMap<&str, Vec<Id>> = BTreeMap::new();
        for (names, ids) in &self.list {
            let names: HashSet<_> = names.iter().filter_map(|name| std::str::from_utf8(name).ok()).collect();
            for name in names {
                with.entry(name).or_default().extend(ids);
            }
        }
        let holes = with.into_iter().filter(|(_, with)| with.len() < n_ids);
        let holes = holes.map(|(property, with)| Hole {
            class: class.to_owned(),
            property: property.to_owned(),
            n_without: n_ids.saturating_sub(with.len()),
            with,
            is_of_file: None,
        });
        holes.collect()
    }
}

fn of_xml(document: &rbxxml::Document, owner: Owner) -> Vec<Hole> {
    let mut classes: BTreeMap<&[u8], Shapes<'_>> = BTreeMap::new();
    let mut names = Vec::new();
    for visit in document.walk() {
        names.clear();
        // References next to attributes are in the attributes of a binary file, and have no columns.
        let properties = visit.item.properties.iter().filter(|one| reference_beside(*one).is_none());
        names.extend(properties.map(|property| property.name().as_bytes()));
        classes
            .entry(visit.item.class.as_bytes())
            .or_default()
            .add(&names, Id::from(visit.id).with_owner(owner));
    }
    let classes =
        classes.iter().filter_map(|(class, shapes)| Some((std::str::from_utf8(class).ok()?, shapes)));
    classes.flat_map(|(class, shapes)| shapes.holes(class)).collect()
}
