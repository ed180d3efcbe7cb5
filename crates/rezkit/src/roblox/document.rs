//! Documents as files: wraps [`dom::Document`] so that it is opened and saved, and reports problems, like any other
//! file.

#[cfg(feature = "rbx-dom")]
use dom::rbx_dom_weak;
use dom::{Data, Encoding, Filling, Id, Inserted, Model, Position, Value};
use files::codec::{Adapted, Codec};
use files::documents::{losses, problem, read};
use files::file::no_instances;
use files::model::Reader;
use files::{Family, File, Format, OpenOptions};
use scene::{Loss, Problem};
use std::borrow::Cow;

/// A model or place as a tree of instances with properties, whether the file is binary or XML.
///
/// Classes, names and properties are those in the file, such as `size` and not `Size`; [`value`](Self::value),
/// [`assign`](Self::assign) and [`select`](Self::select) accept the names that scripts use as well. [The
/// module](crate::roblox) has an example.
///
/// # Panics
///
/// An [`Id`] of another document, or of an instance that was removed, is an error where a method returns a result. All
/// others panic on it, except [`contains`](Self::contains), and [`remove`](Self::remove) of what was removed.
#[derive(Debug, Clone)]
pub struct Document(pub(crate) dom::Document);

/// Converts the instances below the root of a `WeakDom`, as [`Document::from_weak_dom`] does.
#[cfg(feature = "rbx-dom")]
impl From<&rbx_dom_weak::WeakDom> for Document {
    fn from(dom: &rbx_dom_weak::WeakDom) -> Self {
        Self(dom.into())
    }
}

#[cfg(feature = "rbx-dom")]
impl Document {
    /// Converts the instances below the root of a `WeakDom` to a binary document. Returns the losses as well: features
    /// that no file can represent. See [`dom::Document::from_weak_dom`].
    #[must_use]
    pub fn from_weak_dom(dom: &rbx_dom_weak::WeakDom) -> (Self, Vec<Loss>) {
        let (document, lost) = dom::Document::from_weak_dom(dom);
        (Self(document), losses(lost))
    }

    /// Converts some instances of a `WeakDom` with their descendants. See
    /// [`dom::Document::from_weak_dom_instances`].
    #[must_use]
    pub fn from_weak_dom_instances(
        dom: &rbx_dom_weak::WeakDom,
        instances: &[rbx_dom_weak::types::Ref],
    ) -> (Self, Vec<Loss>) {
        let (document, lost) = dom::Document::from_weak_dom_instances(dom, instances);
        (Self(document), losses(lost))
    }

    /// Copies all instances below the root of a new `WeakDom`. Returns the losses as well: features that it cannot
    /// represent. See [`dom::Document::to_weak_dom`].
    #[must_use]
    pub fn to_weak_dom(&self) -> (rbx_dom_weak::WeakDom, Vec<Loss>) {
        let (dom, lost) = self.0.to_weak_dom();
        (dom, losses(lost))
    }

    /// Updates the document from a `WeakDom` that was made from it and has changed since. Returns the
    /// features that no file can represent. See [`dom::Document::update_from_weak_dom`].
    pub fn update_from_weak_dom(&mut self, dom: &rbx_dom_weak::WeakDom) -> Vec<Loss> {
        losses(self.0.update_from_weak_dom(dom))
    }
}

impl From<Model> for Document {
    fn from(model: Model) -> Self {
        Self(model.into())
    }
}

/// A saved file, from [`Document::save`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Saved {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Properties that were filled in, because in a binary file either all instances of a class have a property or
    /// none.
    pub notes: Vec<String>,
    /// Values that were dropped or invented, because the default of a property is not known.
    pub losses: Vec<Loss>,
}

/// A callback that receives the pieces of a file, in order.
pub(crate) type Sink<'s> = dyn FnMut(&[u8]) + 's;

impl Saved {
    /// Wraps the bytes of a file that was written without filling in properties.
    pub(crate) fn plain(bytes: Vec<u8>) -> Self {
        Self { bytes, notes: Vec::new(), losses: Vec::new() }
    }

    fn new(bytes: Vec<u8>, filling: Filling) -> Self {
        Self { bytes, notes: filling.notes, losses: losses(filling.losses) }
    }
}

impl Document {
    /// Opens a file, which may be compressed by gzip or zstd.
    ///
    /// # Errors
    ///
    /// If the file is not a Roblox model or place, or cannot be read.
    pub fn open(bytes: &[u8]) -> Result<Self, Problem> {
        // Naming two readers keeps those of meshes and other formats out of programs that use only models.
        let readers = |family| match family {
            Family::RbxBinary => Some(const { &Reader::for_model::<rbxbinary::Model>() }),
            Family::RbxXml => Some(const { &Reader::for_model::<rbxxml::Document>() }),
            _ => None,
        };
        Self::read(&File::open_by(bytes, &OpenOptions::default(), readers)?)
    }

    /// Reads a file that has been opened with other options.
    ///
    /// # Errors
    ///
    /// The errors of [`open`](Self::open).
    pub fn read(file: &File<'_>) -> Result<Self, Problem> {
        read(file).map(|(model, _)| model.into())
    }

    /// An empty document that is saved in this format.
    ///
    /// # Errors
    ///
    /// If the format is not one of Roblox models and places.
    pub fn new(format: Format) -> Result<Self, Problem> {
        match format.family() {
            Family::RbxBinary => Ok(Self(dom::Document::new(Encoding::Binary))),
            Family::RbxXml => Ok(Self(dom::Document::new(Encoding::Xml))),
            _ => Err(no_instances(format)),
        }
    }

    /// The format in which the document is saved.
    #[must_use]
    pub const fn format(&self) -> Format {
        match self.0.encoding() {
            Encoding::Binary => Format::RbxBinary,
            Encoding::Xml => Format::RbxXml,
        }
    }

    /// Sets a property by its name in files. The value is converted to the kind that the property has.
    ///
    /// # Errors
    ///
    /// If the instance is missing, the engine knows the class but not the property, or the value cannot be converted.
    pub fn set<'v>(&mut self, id: Id, property: &str, value: impl Into<Value<'v>>) -> Result<(), Problem> {
        self.0.set(id, property, value).map_err(problem)
    }

    /// Sets a property without consulting the class: any name is accepted, and the value keeps its kind.
    ///
    /// # Errors
    ///
    /// If the instance is missing, or the format has no values of this kind.
    pub fn set_unknown<'v>(
        &mut self,
        id: Id,
        property: &str,
        value: impl Into<Value<'v>>,
    ) -> Result<(), Problem> {
        self.0.set_unknown(id, property, value).map_err(problem)
    }

    /// Sets a property whose bytes have a structure of their own, such as collision groups.
    ///
    /// # Errors
    ///
    /// If the class has no such property, its structure is not known, or the values do not match the structure.
    pub fn set_form(&mut self, id: Id, property: &str, all: &[Data]) -> Result<(), Problem> {
        self.0.set_form(id, property, all).map_err(problem)
    }

    /// Sets a property by the name that scripts use, as [`dom::Document::assign`] does.
    ///
    /// # Errors
    ///
    /// If the property does not exist, or the value cannot be converted to its kind.
    pub fn assign<'v>(&mut self, id: Id, name: &str, value: impl Into<Value<'v>>) -> Result<(), Problem> {
        self.0.assign(id, name, value).map_err(problem)
    }

    /// Sets an attribute. The value is converted to the kind that the attribute has, if that is lossless.
    ///
    /// # Errors
    ///
    /// If the instance does not exist, or attributes cannot have this kind.
    pub fn set_attribute<'v>(
        &mut self,
        id: Id,
        name: &str,
        value: impl Into<Value<'v>>,
    ) -> Result<(), Problem> {
        self.0.set_attribute(id, name, value).map_err(problem)
    }

    /// Removes an attribute; returns `false` if it does not exist.
    ///
    /// # Errors
    ///
    /// If the other attributes cannot be written.
    pub fn unset_attribute(&mut self, id: Id, name: &str) -> Result<bool, Problem> {
        self.0.unset_attribute(id, name).map_err(problem)
    }

    /// Adds a tag to an instance, after the others; returns `false` if the instance already has it.
    ///
    /// # Errors
    ///
    /// If the instance does not exist, or if the tag is empty or contains a NUL character, which separates tags in
    /// files.
    pub fn add_tag(&mut self, id: Id, tag: &str) -> Result<bool, Problem> {
        self.0.add_tag(id, tag).map_err(problem)
    }

    /// Removes a tag from an instance; returns `false` if the instance does not have it.
    ///
    /// # Errors
    ///
    /// If the other tags cannot be set.
    pub fn remove_tag(&mut self, id: Id, tag: &str) -> Result<bool, Problem> {
        self.0.remove_tag(id, tag).map_err(problem)
    }

    /// Adds an instance without properties, as the last child of `parent` or as the last root.
    ///
    /// # Errors
    ///
    /// If `parent` is not in the document.
    pub fn add(&mut self, parent: Option<Id>, class: &str) -> Result<Id, Problem> {
        self.0.add(parent, class).map_err(problem)
    }

    /// Adds an instance with the defaults of the engine, as [`dom::Document::create`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`add`](Self::add).
    pub fn create(&mut self, parent: Option<Id>, class: &str) -> Result<Id, Problem> {
        self.0.create(parent, class).map_err(problem)
    }

    /// Removes a property; returns `false` if it does not exist.
    pub fn unset(&mut self, id: Id, property: &str) -> bool {
        self.0.unset(id, property)
    }

    /// Removes an instance and its descendants, and returns the number of instances removed: 0 if it was removed before.
    /// References to them become null.
    pub fn remove(&mut self, id: Id) -> usize {
        self.0.remove(id)
    }

    /// Moves an instance and its descendants to a position in `parent`, or among the roots.
    ///
    /// # Errors
    ///
    /// If one of the instances is not in the document, if the position is next to an instance that has another parent,
    /// or if `parent` is inside the instance.
    pub fn move_to(&mut self, id: Id, parent: Option<Id>, position: Position) -> Result<(), Problem> {
        self.0.move_to(id, parent, position).map_err(problem)
    }

    /// Copies an instance and its descendants, as the last child of `parent` or as the last root. References
    /// between the copied instances refer to the copies.
    ///
    /// # Errors
    ///
    /// If one of the instances is not in the document.
    pub fn copy(&mut self, id: Id, parent: Option<Id>) -> Result<Id, Problem> {
        self.0.copy(id, parent).map_err(problem)
    }

    /// Copies instances and their descendants from another document, which may have the other encoding, as
    /// [`dom::Document::insert`] does.
    ///
    /// # Errors
    ///
    /// If one of the instances is not in `other`, or `parent` is not in this document.
    pub fn insert(&mut self, other: &Self, ids: &[Id], parent: Option<Id>) -> Result<Inserted, Problem> {
        self.0.insert(&other.0, ids, parent).map_err(problem)
    }

    /// A document that has only these instances, as its roots, and their descendants. References to other instances
    /// become null.
    ///
    /// # Errors
    ///
    /// If one of the instances is not in the document.
    pub fn only(&self, ids: &[Id]) -> Result<Self, Problem> {
        self.0.only(ids).map(Self).map_err(problem)
    }

    /// Writes the document anew, in its encoding. [`save_as`](Self::save_as) writes either encoding.
    ///
    /// # Errors
    ///
    /// If a property has values of incompatible kinds on instances of one class, which a binary file cannot represent.
    pub fn save(&self) -> Result<Saved, Problem> {
        self.clone().into_saved()
    }

    /// Writes the document such that everything unchanged is as in the original, byte for byte.
    ///
    /// # Errors
    ///
    /// The errors of [`save`](Self::save).
    pub fn save_onto(&self, original: &[u8]) -> Result<Saved, Problem> {
        self.clone().save_on(&File::open(original, &OpenOptions::default())?, None)
    }

    /// Saves like [`save_onto`](Self::save_onto), for an open file. If `give` is present, it receives an XML
    /// file, which may be long, in pieces, and the result has no bytes.
    pub(crate) fn save_on(self, file: &File<'_>, give: Option<&mut Sink<'_>>) -> Result<Saved, Problem> {
        let (model, filling) = self.0.into_model().map_err(problem)?;
        let bytes = match (&model, give) {
            (Model::Binary(model), _) => model.write_onto(file.bytes(), file.options())?,
            (Model::Xml(document), None) => document.write_onto(file.bytes(), file.options())?,
            (Model::Xml(document), Some(give)) => {
                let (read, write) =
                    (rbxxml::Document::read_options(file.options()), rbxxml::WriteOptions::default());
                rbxxml::write_onto_in_pieces(document, file.bytes(), &read, &write, give)
                    .map_err(|error| rbxxml::Document::problem(&error))?;
                Vec::new()
            }
        };
        Ok(Saved::new(bytes, filling))
    }

    /// Saves like [`save`](Self::save), without copying the document.
    pub(crate) fn into_saved(self) -> Result<Saved, Problem> {
        let (model, filling) = self.0.into_model().map_err(problem)?;
        let bytes = match &model {
            Model::Binary(model) => Codec::write(&**model)?,
            Model::Xml(document) => Codec::write(&**document)?,
        };
        Ok(Saved::new(bytes, filling))
    }
}

/// Defines methods that call the method of the same name on [`dom::Document`].
macro_rules! same {
    ($($(#[$doc:meta])* fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {
        impl Document { $(
            $(#[$doc])*
            #[must_use]
            pub fn $name(&self $(, $argument: $type)*) -> $result {
                self.0.$name($($argument),*)
            }
        )* }
    };
}

same! {
    /// The number of instances.
    fn len(&self) -> usize;

    /// Returns true if the document has no instances.
    fn is_empty(&self) -> bool;

    /// All instances, parents before their descendants.
    fn ids(&self) -> Vec<Id>;

    /// The instances of a class.
    fn of_class(&self, class: &str) -> Vec<Id>;

    /// The instances without a parent.
    fn roots(&self) -> Vec<Id>;

    /// The children of an instance.
    fn children(&self, id: Id) -> Vec<Id>;

    /// An instance and its descendants.
    fn within(&self, id: Id) -> Vec<Id>;

    /// The parent of an instance; `None` for roots.
    fn parent(&self, id: Id) -> Option<Id>;

    /// Returns true if an instance belongs to this document and has not been removed.
    fn contains(&self, id: Id) -> bool;

    /// The class of an instance.
    fn class(&self, id: Id) -> Cow<'_, str>;

    /// The name of an instance; its class if it has no name.
    fn name(&self, id: Id) -> Cow<'_, str>;

    /// The instance at a path such as `Workspace/Car/Wheel[2]`.
    fn find(&self, path: &str) -> Option<Id>;

    /// The path of an instance, by which [`find`](Self::find) finds it.
    fn path(&self, id: Id) -> String;

    /// The value of a property; `None` if it does not exist.
    fn get(&self, id: Id, property: &str) -> Option<Value<'_>>;

    /// The names and values of all properties of an instance, in the order of the file. Additional content
    /// that XML stores next to the attributes is returned by [`attributes`](Self::attributes) instead.
    fn properties(&self, id: Id) -> Vec<(Cow<'_, str>, Value<'_>)>;

    /// The bytes of a property that is a string of any kind.
    fn bytes(&self, id: Id, property: &str) -> Option<&[u8]>;

    /// The tags of an instance, in the order of the file.
    fn tags(&self, id: Id) -> Vec<String>;

    /// Returns true if an instance has a tag.
    fn has_tag(&self, id: Id, tag: &str) -> bool;

    /// The values of a property whose bytes have a structure of their own, such as collision groups; `None` for other
    /// properties, and for bytes that do not follow the structure.
    ///
    /// ```
    /// use rezkit::Format;
    /// use rezkit::roblox::{Data, Document, Value};
    ///
    /// let mut document = Document::new(Format::RbxBinary)?;
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
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    fn form(&self, id: Id, property: &str) -> Option<Vec<Data>>;

    /// Returns true if an instance has attributes of unknown types, or other unreadable content that may refer to
    /// instances. A copy of the instance keeps that content, which may then refer to the wrong instances.
    fn is_unclear(&self, id: Id) -> bool;

    /// The name in the file of a property, such as `size` for `Size`; `None` if it does not exist. `name` may be the
    /// stored name too, and may differ in case where that is unambiguous.
    fn stored_name(&self, id: Id, name: &str) -> Option<String>;

    /// The value of a property by the name that scripts use. `Position`, `Orientation` and `Rotation` are derived from
    /// a CFrame in the file, and `BrickColor` from a colour.
    fn value(&self, id: Id, name: &str) -> Option<Value<'_>>;

    /// The value that the engine uses for a property: that of the file, or else, with the feature `classes`, the
    /// default of the class. `ClassName` and `Parent` are included.
    ///
    /// ```
    /// use rezkit::Format;
    /// use rezkit::roblox::{Document, Value};
    ///
    /// let mut document = Document::new(Format::RbxXml)?;
    /// let part = document.add(None, "Part")?;
    /// assert_eq!(document.value(part, "CanCollide"), None);
    /// # #[cfg(feature = "classes")]
    /// assert_eq!(document.value_or_default(part, "CanCollide"), Some(Value::Bool(true)));
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    fn value_or_default(&self, id: Id, name: &str) -> Option<Value<'_>>;

    /// The attributes of an instance, except for containers of other attributes.
    fn attributes(&self, id: Id) -> Vec<(String, Value<'static>)>;

    /// The value of an attribute; `None` if it does not exist.
    fn attribute(&self, id: Id, name: &str) -> Option<Value<'static>>;
}
