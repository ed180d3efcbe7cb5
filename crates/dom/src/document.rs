//! A model or place that can be edited.

mod attributes;
mod fit;
mod former;
mod holes;
mod ids;
mod insert;
mod moves;
mod pivot;
mod refusal;
mod save;
mod scale;
mod tags;
#[cfg(feature = "rbx-dom")]
mod weak_dom;
mod words;

pub use self::holes::{Filling, fill_xml};
pub use self::insert::Inserted;
pub use self::moves::Moves;
pub use self::save::Saved;

use crate::attributes::{ATTRIBUTES, reference_beside};
use crate::binary::Links;
use crate::counted::counted;
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind, refused};
use crate::id::{Id, Owner};
use crate::script_path::path_of_script;
use crate::value::{Kind, Shared, Target, Value};
use rbxbinary::forms::{Data, StringForm};
use rbxbinary::{Holder, OwnedValue, Referent, SharedIndex};
use rbxxml::{ItemId, Reference, Text};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// A position among siblings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Position {
    /// Before all others.
    First,
    /// After all others.
    Last,
    /// Before this sibling.
    Before(Id),
    /// After this sibling.
    After(Id),
}

/// A model or place as a tree of instances with properties, whether the file is binary or XML.
///
/// Classes and names of properties are those in the file, such as `size` and not `Size`;
/// [`value`](Self::value) and [`assign`](Self::assign) also accept the names that scripts use.
///
/// # Panics
///
/// An [`Id`] of another document, or of an instance that was removed, is an error in methods that return a
/// result. All others panic on it, except [`contains`](Self::contains), and [`remove`](Self::remove) for an
/// instance that was already removed.
#[derive(Debug, Clone)]
pub struct Document {
    owner: Owner,
    encoding: Held,
    /// Changes to the metadata of the file, each a key and its new value; `None` removes the key.
    metadata: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    /// Copied instances with content that may refer to instances but cannot be read.
    unclear: BTreeSet<Id>,
}

#[derive(Debug, Clone)]
enum Held {
    Binary(Box<rbxbinary::Document>),
    Xml(Box<rbxxml::Document>),
}

#[cold]
fn no_instance() -> Error {
    Error::new(ErrorKind::Reference, "there is no such instance")
}

#[cold]
fn no_such_kind(kind: Kind) -> Error {
    let message = format!("a value of type {} cannot be stored here", kind.name());
    Error::new(ErrorKind::Value, message)
}

/// Evaluates the same expression for the document of either encoding.
macro_rules! both {
    ($self:expr, $document:ident => $call:expr) => {
        match $self {
            Held::Binary($document) => $call,
            Held::Xml($document) => $call,
        }
    };
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file is not a Roblox model or place, or cannot be read.
    pub fn open(bytes: &[u8]) -> Result<Self, Error> {
        Model::read(bytes).map(Self::from)
    }

    /// An empty document that is saved in this encoding.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        Model::new(encoding).into()
    }

    /// The encoding in which the document is saved.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        match self.encoding {
            Held::Binary(_) => Encoding::Binary,
            Held::Xml(_) => Encoding::Xml,
        }
    }

    /// The number of instances.
    #[must_use]
    pub fn len(&self) -> usize {
        both!(&self.encoding, document => document.len())
    }

    /// Returns true if there are no instances.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All instances, parents before their children.
    #[must_use]
    pub fn ids(&self) -> Vec<Id> {
        both!(&self.encoding, document => document.walk().map(|visit| self.own(visit.id)).collect())
    }

    /// The instances of a class.
    #[must_use]
    pub fn of_class(&self, class: &str) -> Vec<Id> {
        both!(&self.encoding, document => document.of_class(class).map(|visit| self.own(visit.id)).collect())
    }

    /// The instances at the top level.
    #[must_use]
    pub fn roots(&self) -> Vec<Id> {
        both!(&self.encoding, document => document.roots().map(|id| self.own(id)).collect())
    }

    /// The children of an instance.
    #[must_use]
    pub fn children(&self, id: Id) -> Vec<Id> {
        self.expect(id);
        match &self.encoding {
            Held::Binary(document) => document.children(id.referent()).map(|id| self.own(id)).collect(),
            Held::Xml(document) => {
                id.item().into_iter().flat_map(|id| document.children(id)).map(|id| self.own(id)).collect()
            }
        }
    }

    /// An instance and its descendants.
    #[must_use]
    pub fn within(&self, id: Id) -> Vec<Id> {
        self.expect(id);
        match &self.encoding {
            Held::Binary(document) => {
                document.walk_from(id.referent()).map(|visit| self.own(visit.id)).collect()
            }
            Held::Xml(document) => {
                let walk = id.item().into_iter().flat_map(|id| document.walk_from(id));
                walk.map(|visit| self.own(visit.id)).collect()
            }
        }
    }

    /// The parent of an instance; `None` at the top level.
    #[must_use]
    pub fn parent(&self, id: Id) -> Option<Id> {
        self.expect(id);
        match &self.encoding {
            Held::Binary(document) => document.parent(id.referent()).map(|id| self.own(id)),
            Held::Xml(document) => document.parent(id.item()?).map(|id| self.own(id)),
        }
    }

    /// The class of an instance.
    #[must_use]
    pub fn class(&self, id: Id) -> Cow<'_, str> {
        self.expect(id);
        let class: &[u8] = match &self.encoding {
            Held::Binary(document) => document.item(id.referent()).map_or(b"", |item| item.class),
            Held::Xml(document) => {
                id.item().and_then(|id| document.item(id)).map_or(b"", |item| item.class.as_bytes())
            }
        };
        String::from_utf8_lossy(class)
    }

    /// The name of an instance, or its class if it has none.
    #[must_use]
    pub fn name(&self, id: Id) -> Cow<'_, str> {
        self.expect(id);
        match &self.encoding {
            Held::Binary(document) => document.item(id.referent()).map(|item| item.name_lossy()),
            Held::Xml(document) => id.item().and_then(|id| document.item(id)).map(|item| item.name_lossy()),
        }
        .unwrap_or_default()
    }

    /// The instance at a path such as `Workspace/Car/Wheel[2]`, or at one in the form of scripts, such as
    /// `game.Workspace.Car`.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<Id> {
        both!(&self.encoding, document => {
            let found = document.find(path).or_else(|| document.find(&path_of_script(path)?));
            found.map(|id| self.own(id))
        })
    }

    /// The instances at these paths, `None` for each that does not exist, found in one pass.
    #[doc(hidden)]
    pub fn find_all(&self, paths: &[&str]) -> Vec<Option<Id>> {
        both!(&self.encoding, document => {
            let all = document.paths();
            let find = |path: &&str| all.find(path).or_else(|| all.find(&path_of_script(path)?)).map(|id| self.own(id));
            paths.iter().map(find).collect()
        })
    }

    /// The path of an instance, from which [`find`](Self::find) finds it.
    #[must_use]
    pub fn path(&self, id: Id) -> String {
        self.expect(id);
        match &self.encoding {
            Held::Binary(document) => document.path(id.referent()),
            Held::Xml(document) => id.item().map(|id| document.path(id)).unwrap_or_default(),
        }
    }

    /// Calls `look` with a function that returns the path of any instance, without counting its siblings each
    /// time.
    #[doc(hidden)]
    pub fn with_paths<R>(&self, look: impl FnOnce(&dyn Fn(Id) -> String) -> R) -> R {
        match &self.encoding {
            Held::Binary(document) => {
                let paths = document.paths();
                look(&|id| {
                    self.expect(id);
                    paths.path(id.referent())
                })
            }
            Held::Xml(document) => {
                let paths = document.paths();
                look(&|id| {
                    self.expect(id);
                    id.item().map(|id| paths.path(id)).unwrap_or_default()
                })
            }
        }
    }

    /// The value of a property by its name in the file; `None` if the instance does not have it.
    #[must_use]
    pub fn get(&self, id: Id, property: &str) -> Option<Value<'_>> {
        self.expect(id);
        let value = match &self.encoding {
            Held::Binary(document) => {
                let value = document.get(id.referent(), property)?;
                Value::of_binary(value, |index| document.shared_string(index))
            }
            Held::Xml(document) => {
                Value::of_xml(document.get(id.item()?, property)?, &document.shared_strings)
            }
        };
        value.map(|value| self.own_value(value))
    }

    /// The names and values of all properties of an instance, in the order of the file. In XML, references in
    /// attributes are not among them: [`attributes`](Self::attributes) returns these.
    #[must_use]
    pub fn properties(&self, id: Id) -> Vec<(Cow<'_, str>, Value<'_>)> {
        self.expect(id);
        let named =
            |(name, value): (_, Option<_>)| Some((String::from_utf8_lossy(name), self.own_value(value?)));
        match &self.encoding {
            Held::Binary(document) => {
                let item = document.item(id.referent());
                let all = item.into_iter().flat_map(rbxbinary::ItemRef::properties).map(|(name, value)| {
                    (&**name, Value::of_binary(value, |index| document.shared_string(index)))
                });
                all.filter_map(named).collect()
            }
            Held::Xml(document) => {
                let all =
                    id.item().and_then(|id| document.item(id)).into_iter().flat_map(|item| &item.properties);
                let all = all.filter(|property| reference_beside(*property).is_none()).map(|property| {
                    (property.name().as_bytes(), Value::of_xml(property.value, &document.shared_strings))
                });
                all.filter_map(named).collect()
            }
        }
    }

    /// The bytes of a property that holds text or other bytes, of any kind.
    #[must_use]
    pub fn bytes(&self, id: Id, property: &str) -> Option<&[u8]> {
        self.expect(id);
        match &self.encoding {
            Held::Binary(document) => document.bytes(id.referent(), property),
            Held::Xml(document) => document.bytes(id.item()?, property),
        }
    }

    /// Sets a property by its name in files. The value is converted to the kind of the property, as the
    /// engine converts a value that a script assigns: text keeps its kind of text, numbers are rounded to the
    /// precision of the property, and enum items may be given by name. An instance that has the property under
    /// another name, such as `Size` for `size`, keeps that name. [`set_unknown`](Self::set_unknown) stores any
    /// value under any name.
    ///
    /// # Errors
    ///
    /// If there is no such instance, the value cannot be converted to the kind of the property, or the class is known and
    /// has no such property.
    pub fn set<'v>(&mut self, id: Id, property: &str, value: impl Into<Value<'v>>) -> Result<(), Error> {
        self.require(id)?;
        let value = self.fitted(id, property, value.into())?;
        if let Some(other) = self.other_name(id, property)
            && let Ok(value) = self.fitted(id, other, value.clone())
        {
            return self.put(id, other, &value);
        }
        self.put(id, property, &value)
    }

    /// Sets a property to exactly this value, even if the engine has no such property, or one of another
    /// kind. Other programs may refuse the file.
    ///
    /// # Errors
    ///
    /// If there is no such instance, or the encoding has no values of this kind.
    pub fn set_unknown<'v>(
        &mut self,
        id: Id,
        property: &str,
        value: impl Into<Value<'v>>,
    ) -> Result<(), Error> {
        let value = value.into();
        self.require(id)?;
        self.require_target(&value)?;
        self.put(id, property, &value)
    }

    /// The content of a property whose bytes have a known structure, such as collision groups; `None` for
    /// other properties, and for bytes that do not have this structure.
    ///
    /// ```
    /// use dom::{Data, Document, Encoding, Value};
    ///
    /// let mut document = Document::new(Encoding::Binary);
    /// let curve = document.add(None, "FloatCurve")?;
    /// document.set(curve, "ValuesAndTimes", Value::BinaryString(b"\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0".into()))?;
    /// let mut keys = document.form(curve, "ValuesAndTimes").unwrap();
    /// assert_eq!(keys, []);
    /// // Time, value, interpolation, which slopes are set, both slopes.
    /// let numbers = [0.5, 3.0].map(Data::Double);
    /// let slopes = [Data::Int(0), Data::Int(0), Data::Int(0)];
    /// keys.push(Data::List([&numbers[..], &[Data::from("Linear")], &slopes].concat()));
    /// document.set_form(curve, "ValuesAndTimes", &keys)?;
    /// assert_eq!(document.bytes(curve, "ValuesAndTimes").unwrap().len(), 34);
    /// # Ok::<(), dom::Error>(())
    /// ```
    #[must_use]
    pub fn form(&self, id: Id, property: &str) -> Option<Vec<Data>> {
        StringForm::for_property(self.class(id).as_bytes(), property.as_bytes())?
            .read(self.bytes(id, property)?)
            .ok()
    }

    /// Sets a property whose bytes have a known structure.
    ///
    /// # Errors
    ///
    /// If the class has no such property, its structure is not known, or the values do not fit it.
    pub fn set_form(&mut self, id: Id, property: &str, all: &[Data]) -> Result<(), Error> {
        self.require(id)?;
        let Some(form) = StringForm::for_property(self.class(id).as_bytes(), property.as_bytes()) else {
            let text = format!("the format of {}.{property} is unknown", self.class(id));
            return Err(Error::new(ErrorKind::Unsupported, text));
        };
        self.set(id, property, Value::BinaryString(form.write(all).map_err(refused)?.into()))
    }

    /// Sets a property to exactly this value, of any kind that the encoding has.
    pub(super) fn put(&mut self, id: Id, property: &str, value: &Value<'_>) -> Result<(), Error> {
        let none = || no_such_kind(value.kind());
        match &mut self.encoding {
            Held::Binary(document) => {
                let mut share = |content: &[u8]| document.share(content);
                let value = OwnedValue::from(value.to_binary(&mut InBinary(&mut share)).ok_or_else(none)?);
                document.set(id.referent(), property, value).map_err(refused)?;
            }
            Held::Xml(document) => {
                let mut share = |content: &[u8]| document.share(content);
                let value = value.to_xml(&mut InXml(&mut share)).ok_or_else(none)?;
                document.set(id.item().ok_or_else(no_instance)?, property, value).map_err(refused)?;
            }
        }
        Ok(())
    }

    /// Removes a property; returns `false` if the instance did not have it.
    pub fn unset(&mut self, id: Id, property: &str) -> bool {
        self.expect(id);
        if let (Held::Xml(document), ATTRIBUTES) = (&mut self.encoding, property)
            && let Some(item) = id.item().and_then(|id| document.item_mut(id))
        {
            item.properties.to_mut().retain(|property| reference_beside(property.into()).is_none());
        }
        match &mut self.encoding {
            Held::Binary(document) => document.unset(id.referent(), property).is_some(),
            Held::Xml(document) => id.item().is_some_and(|id| document.unset(id, property).is_some()),
        }
    }

    /// Sets a property to bytes, in the kind of its present value, or else in the one that Studio writes.
    #[doc(hidden)]
    pub fn set_bytes(&mut self, id: Id, property: &str, bytes: &[u8]) -> Result<(), Error> {
        self.require(id)?;
        let bytes = Cow::Borrowed(bytes);
        let value =
            if property == "Source" { Value::ProtectedString(bytes) } else { Value::BinaryString(bytes) };
        match self.get(id, property) {
            // Not as text to a content, which has no text.
            Some(Value::Content(_)) => {
                let uri = value.as_bytes().unwrap_or_default();
                self.put(id, property, &Value::Content(super::Content::Uri(uri.into())))
            }
            Some(old) => self.put(id, property, &value.clone().cast(old.kind()).unwrap_or(value)),
            None => self.put(id, property, &value),
        }
    }

    /// Adds an instance of any class, as the last child of `parent` or at the top level. It has no
    /// properties, and so no name. When a binary file is saved, it gets the defaults of the properties that
    /// other instances of its class have.
    ///
    /// # Errors
    ///
    /// If `parent` is not in the document.
    pub fn add(&mut self, parent: Option<Id>, class: &str) -> Result<Id, Error> {
        parent.map_or(Ok(()), |parent| self.require(parent))?;
        let added = match &mut self.encoding {
            Held::Binary(document) => {
                let parent = parent.map(Id::referent);
                let mut item = rbxbinary::Item::new(class);
                item.is_service = parent.is_none() && super::names::is_service(class.as_bytes());
                document.add(parent, item).map(Id::from).map_err(refused)
            }
            Held::Xml(document) => {
                document.add(in_xml(parent)?, rbxxml::Item::new(class)).map(Id::from).map_err(refused)
            }
        };
        added.map(|id| self.own(id))
    }

    /// Adds an instance as the engine creates it, as the last child of `parent` or at the top level: named
    /// after its class, and with the defaults of all properties that files store. Without the feature
    /// `classes`, it has only its name.
    ///
    /// ```
    /// use dom::{Document, Encoding};
    ///
    /// let mut document = Document::new(Encoding::Xml);
    /// let part = document.create(None, "Part")?;
    /// assert_eq!(document.name(part), "Part");
    /// # #[cfg(feature = "classes")]
    /// assert_eq!(document.get(part, "Anchored"), Some(false.into()));
    /// # Ok::<(), dom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`add`](Self::add), and an error if the engine has no such class; `add` accepts any
    /// class.
    pub fn create(&mut self, parent: Option<Id>, class: &str) -> Result<Id, Error> {
        if crate::classes::ARE_KNOWN && crate::classes::class(class).is_none() {
            return Err(fit::no_class(class));
        }
        let id = self.add(parent, class)?;
        if let Some(known) = crate::classes::class(class) {
            for (name, property) in known.properties() {
                // Ids are given by Studio, and a value that the encoding lacks stays out.
                if let Some(value) = known.default(name).filter(|value| !matches!(value, Value::UniqueId(_)))
                {
                    let _ = self.put(id, property.name, &value);
                }
            }
        }
        self.set(id, "Name", class)?;
        Ok(id)
    }

    /// Removes an instance and its descendants, and returns the number of removed instances: 0 if it was
    /// removed before. References to them become null.
    pub fn remove(&mut self, id: Id) -> usize {
        if !self.contains(id) && id.is_of(self.owner) {
            return 0;
        }
        self.expect(id);
        match &mut self.encoding {
            Held::Binary(document) => document.remove(id.referent()).map_or(0, |removed| removed.n_items),
            Held::Xml(document) => {
                id.item().and_then(|id| document.remove(id)).map_or(0, |removed| removed.n_items)
            }
        }
    }

    /// Moves an instance with its descendants to a position in `parent`, or at the top level.
    ///
    /// # Errors
    ///
    /// If one of the instances is not in the document, if the position is next to an instance that has
    /// another parent, or if `parent` is the instance or one of its descendants.
    pub fn move_to(&mut self, id: Id, parent: Option<Id>, position: Position) -> Result<(), Error> {
        let sibling = match position {
            Position::Before(sibling) | Position::After(sibling) => Some(sibling),
            Position::First | Position::Last => None,
        };
        [Some(id), parent, sibling].into_iter().flatten().try_for_each(|id| self.require(id))?;
        match &mut self.encoding {
            Held::Binary(document) => {
                use rbxbinary::Position as To;
                let position = match position {
                    Position::First => To::First,
                    Position::Last => To::Last,
                    Position::Before(sibling) => To::Before(sibling.referent()),
                    Position::After(sibling) => To::After(sibling.referent()),
                };
                document.move_to(id.referent(), parent.map(Id::referent), position).map_err(refused)
            }
            Held::Xml(document) => {
                use rbxxml::Position as To;
                let item = |id: Id| id.item().ok_or_else(no_instance);
                let position = match position {
                    Position::First => To::First,
                    Position::Last => To::Last,
                    Position::Before(sibling) => To::Before(item(sibling)?),
                    Position::After(sibling) => To::After(item(sibling)?),
                };
                document.move_to(item(id)?, in_xml(parent)?, position).map_err(refused)
            }
        }
    }

    /// Copies an instance with its descendants, as the last child of `parent` or at the top level. References
    /// between the copied instances refer to the copies.
    ///
    /// # Errors
    ///
    /// If one of the two instances is not in the document.
    pub fn copy(&mut self, id: Id, parent: Option<Id>) -> Result<Id, Error> {
        [Some(id), parent].into_iter().flatten().try_for_each(|id| self.require(id))?;
        let copy = match &mut self.encoding {
            Held::Binary(document) => {
                document.copy(id.referent(), parent.map(Id::referent)).map(Id::from).map_err(refused)
            }
            Held::Xml(document) => {
                let id = id.item().ok_or_else(no_instance)?;
                document.copy(id, in_xml(parent)?).map(Id::from).map_err(refused)
            }
        }?;
        let copy = self.own(copy);
        self.note_unclear(self.within(copy));
        Ok(copy)
    }

    /// Returns true for an instance with attributes of unknown types, or with other content that may refer to
    /// instances but cannot be read. A copy of the instance keeps this content, which may then refer to other
    /// instances.
    #[must_use]
    pub fn is_unclear(&self, id: Id) -> bool {
        let is_unclear = |holder: Holder| {
            let bytes = self.bytes(id, holder.property());
            bytes.is_some_and(|bytes| !holder.is_readable(bytes))
        };
        Holder::of_class(self.class(id).as_bytes()).any(is_unclear)
    }

    /// The properties of an instance whose strings contain references to instances; none in XML.
    #[doc(hidden)]
    pub fn strings_with_references(&self, id: Id) -> Vec<&'static str> {
        self.expect(id);
        let Held::Binary(document) = &self.encoding else { return Vec::new() };
        let refers = |holder: &Holder| {
            let bytes = document.bytes(id.referent(), holder.property());
            bytes.is_some_and(|bytes| !holder.references(bytes).is_empty())
        };
        Holder::of_class(self.class(id).as_bytes()).filter(refers).map(Holder::property).collect()
    }

    /// Records which of these copies are [unclear](Self::is_unclear).
    pub(super) fn note_unclear(&mut self, ids: impl IntoIterator<Item = Id>) {
        let unclear: Vec<_> = ids.into_iter().filter(|id| self.is_unclear(*id)).collect();
        self.unclear.extend(unclear);
    }

    /// Sets or removes an entry of the metadata of the file.
    #[doc(hidden)]
    pub fn set_metadata(&mut self, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.metadata.push((key, value));
    }

    /// A warning about references in copies that could not be updated; `None` if all could, or if these
    /// copies were removed.
    #[doc(hidden)]
    pub fn unclear_copies(&self) -> Option<String> {
        let mut unclear = self.unclear.iter().filter(|id| self.contains(**id) && self.is_unclear(**id));
        let first = unclear.next()?;
        let instances = counted(unclear.count().saturating_add(1), "instance");
        Some(format!(
            "{instances} with attributes of unknown types, which were copied unchanged: references in them \
             may point to other instances now, first in {}",
            self.path(*first)
        ))
    }
}

pub(super) fn in_xml(parent: Option<Id>) -> Result<Option<ItemId>, Error> {
    parent.map(|parent| parent.item().ok_or_else(no_instance)).transpose()
}

/// Translates references in values for a binary document; the function adds a shared string.
struct InBinary<'s>(&'s mut dyn FnMut(&[u8]) -> SharedIndex);

impl<'a> Links<'a> for InBinary<'_> {
    type Reference = Referent;
    type Shared = SharedIndex;

    fn reference(&mut self, target: Target) -> Referent {
        target.id().map_or(Referent::NONE, Id::referent)
    }

    fn shared(&mut self, string: &Shared<'a>) -> Option<SharedIndex> {
        // One that leads nowhere there leads nowhere here as well.
        Some(string.content.as_deref().map_or(SharedIndex(u32::MAX), &mut *self.0))
    }
}

/// Translates references in values for an XML document; the function adds a shared string.
pub(super) struct InXml<'s>(&'s mut dyn FnMut(&[u8]) -> Text);

impl<'a> Links<'a> for InXml<'_> {
    type Reference = Reference;
    type Shared = Text;

    fn reference(&mut self, target: Target) -> Reference {
        target.id().and_then(Id::item).map_or(Reference::None, Reference::Item)
    }

    fn shared(&mut self, string: &Shared<'a>) -> Option<Text> {
        string.content.as_deref().map(&mut *self.0)
    }
}

/// A file that was read but not yet converted to a [`Document`].
#[derive(Debug)]
pub enum Model {
    Binary(Box<rbxbinary::Model>),
    Xml(Box<rbxxml::Document>),
}

impl Model {
    /// Reads a file, with the default limits.
    ///
    /// # Errors
    ///
    /// If the file is not a Roblox model or place, or cannot be read.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        if rbxbinary::detect(bytes) {
            return Ok(Self::Binary(Box::new(rbxbinary::read(bytes)?)));
        }
        if rbxxml::detect(bytes) {
            return Ok(Self::Xml(Box::new(rbxxml::read(bytes)?)));
        }
        Err(Error::new(ErrorKind::Unsupported, "this is not a Roblox model or place"))
    }

    /// Creates an empty model.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Binary => Self::Binary(Box::default()),
            Encoding::Xml => Self::Xml(Box::default()),
        }
    }

    /// An empty model of the same encoding.
    #[must_use]
    pub fn empty(&self) -> Self {
        match self {
            Self::Binary(_) => Self::Binary(Box::default()),
            Self::Xml(_) => Self::Xml(Box::default()),
        }
    }

    /// The metadata of the file, by key.
    #[doc(hidden)]
    pub fn metadata(&self) -> HashMap<Vec<u8>, Vec<u8>> {
        match self {
            Self::Binary(model) => {
                let chunks = model.chunks.iter().filter_map(|chunk| match chunk {
                    rbxbinary::Chunk::Metadata(metadata) => Some(&metadata.entries),
                    _ => None,
                });
                chunks.flatten().map(|(key, value)| (key.to_vec(), value.clone())).collect()
            }
            Self::Xml(document) => {
                document.metas.iter().map(|meta| (meta.name.to_vec(), meta.value.to_vec())).collect()
            }
        }
    }

    fn set_metadata(&mut self, key: &[u8], value: Option<&[u8]>) {
        match self {
            Self::Binary(model) => {
                let metadata = model.chunks.iter_mut().find_map(|chunk| match chunk {
                    rbxbinary::Chunk::Metadata(metadata) => Some(metadata),
                    _ => None,
                });
                let Some(metadata) = metadata else {
                    let Some(value) = value else { return };
                    let entries = vec![(key.into(), value.to_vec())];
                    let metadata = rbxbinary::Metadata { entries, ..Default::default() };
                    return model.chunks.insert(0, rbxbinary::Chunk::Metadata(metadata));
                };
                let entry = metadata.entries.iter_mut().find(|(name, _)| **name == *key);
                match (entry, value) {
                    (Some((_, old)), Some(value)) => *old = value.to_vec(),
                    (None, Some(value)) => metadata.entries.push((key.into(), value.to_vec())),
                    (_, None) => metadata.entries.retain(|(name, _)| **name != *key),
                }
            }
            Self::Xml(document) => {
                let is_meant = |meta: &rbxxml::Meta| meta.name.as_bytes() == key;
                let Some(value) = value else { return document.metas.retain(|meta| !is_meant(meta)) };
                match document.metas.iter_mut().find(|meta| is_meant(meta)) {
                    Some(meta) => meta.value = value.into(),
                    None => document.metas.push(rbxxml::Meta {
                        name: key.into(),
                        value: value.into(),
                        ..Default::default()
                    }),
                }
            }
        }
    }
}

impl From<Model> for Document {
    fn from(model: Model) -> Self {
        let encoding = match model {
            Model::Binary(model) => Held::Binary(Box::new((*model).into())),
            Model::Xml(document) => Held::Xml(document),
        };
        Self { owner: Owner::new(), encoding, metadata: Vec::new(), unclear: BTreeSet::new() }
    }
}
