//! Documents as files: a [`dom::Document`] that is opened, reports problems and is saved as all other files are.

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
/// Class, names and properties are those in the file, such as `size` and not `Size`; [`value`](Self::value),
/// [`assign`](Self::assign) and [`select`](Self::select) take the names that scripts use, too. [The module](crate::roblox)
/// has an example.
///
/// # Panics
///
/// An [`Id`] of another document, or of an instance that was removed, is an error where a method returns a result. All
/// others panic on it, but for [`contains`](Self::contains), and [`remove`](Self::remove) of what was removed.
#[derive(Debug, Clone)]
pub struct Document(pub(crate) dom::Document);

/// The instances below the root of a `WeakDom`, as [`Document::from_weak_dom`] takes them over.
#[cfg(feature = "rbx-dom")]
impl From<&rbx_dom_weak::WeakDom> for Document {
    fn from(dom: &rbx_dom_weak::WeakDom) -> Self {
        Self(dom.into())
    }
}

#[cfg(feature = "rbx-dom")]
impl Document {
    /// The instances below the root of a `WeakDom`, as a binary document, and what no file can hold of them; as
    /// [`dom::Document::from_weak_dom`].
    #[must_use]
    pub fn from_weak_dom(dom: &rbx_dom_weak::WeakDom) -> (Self, Vec<Loss>) {
        let (document, lost) = dom::Document::from_weak_dom(dom);
        (Self(document), losses(lost))
    }

    /// All instances below the root of a new `WeakDom`, and what it cannot hold of them; as
    /// [`dom::Document::to_weak_dom`].
    #[must_use]
    pub fn to_weak_dom(&self) -> (rbx_dom_weak::WeakDom, Vec<Loss>) {
        let (dom, lost) = self.0.to_weak_dom();
        (dom, losses(lost))
    }

    /// Makes the document hold what a `WeakDom` does that was made of it and has changed since, and returns what no file
    /// can hold of it; as [`dom::Document::update_from_weak_dom`].
    pub fn update_from_weak_dom(&mut self, dom: &rbx_dom_weak::WeakDom) -> Vec<Loss> {
        losses(self.0.update_from_weak_dom(dom))
    }
}

impl From<Model> for Document {
    fn from(model: Model) -> Self {
        Self(model.into())
    }
}

/// A file, from [`Document::save`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Saved {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What was done because in a binary file all instances of a class have a property or none.
    pub notes: Vec<String>,
    /// What could not be kept, or had to be made up, since the default of a property is not known.
    pub losses: Vec<Loss>,
}

/// Takes pieces of a file, in order.
pub(crate) type Sink<'s> = dyn FnMut(&[u8]) + 's;

impl Saved {
    /// What is written as it was wanted.
    pub(crate) fn plain(bytes: Vec<u8>) -> Self {
        Self { bytes, notes: Vec::new(), losses: Vec::new() }
    }

    fn new(bytes: Vec<u8>, filling: Filling) -> Self {
        Self { bytes, notes: filling.notes, losses: losses(filling.losses) }
    }
}

impl Document {
    /// Opens a file, also inside gzip or zstd.
    ///
    /// # Errors
    ///
    /// If it is no model or place of Roblox, or cannot be read.
    pub fn open(bytes: &[u8]) -> Result<Self, Problem> {
        // A program with models alone does not contain what reads meshes and the other formats.
        let readers = |family| match family {
            Family::RbxBinary => Some(const { &Reader::of::<rbxbinary::Model>() }),
            Family::RbxXml => Some(const { &Reader::of::<rbxxml::Document>() }),
            _ => None,
        };
        Self::read(&File::open_by(bytes, &OpenOptions::default(), readers)?)
    }

    /// Reads a file that is opened with other options.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn read(file: &File<'_>) -> Result<Self, Problem> {
        read(file).map(|(model, _)| model.into())
    }

    /// An empty document that is saved as this format.
    ///
    /// # Errors
    ///
    /// If it is no format of models and places of Roblox.
    pub fn new(format: Format) -> Result<Self, Problem> {
        match format.family() {
            Family::RbxBinary => Ok(Self(dom::Document::new(Encoding::Binary))),
            Family::RbxXml => Ok(Self(dom::Document::new(Encoding::Xml))),
            _ => Err(no_instances(format)),
        }
    }

    /// The format that it is saved as.
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

    /// Sets a property without asking what the engine knows of it: any name, and the kind of the value as it is.
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

    /// Sets a property whose bytes have a form of their own.
    ///
    /// # Errors
    ///
    /// If there is no such property of the class, it has no known form, or the values are not those of the form.
    pub fn set_form(&mut self, id: Id, property: &str, all: &[Data]) -> Result<(), Problem> {
        self.0.set_form(id, property, all).map_err(problem)
    }

    /// Sets a property by the name that scripts use, as [`dom::Document::assign`] does.
    ///
    /// # Errors
    ///
    /// If there is no such property, or the value is not of its kind.
    pub fn assign<'v>(&mut self, id: Id, name: &str, value: impl Into<Value<'v>>) -> Result<(), Problem> {
        self.0.assign(id, name, value).map_err(problem)
    }

    /// Sets an attribute. A value becomes one of the kind that the attribute has, if nothing is lost by it.
    ///
    /// # Errors
    ///
    /// If there is no such instance, or there are no attributes of this kind.
    pub fn set_attribute<'v>(
        &mut self,
        id: Id,
        name: &str,
        value: impl Into<Value<'v>>,
    ) -> Result<(), Problem> {
        self.0.set_attribute(id, name, value).map_err(problem)
    }

    /// Removes an attribute; `false` if there is none.
    ///
    /// # Errors
    ///
    /// If the other attributes cannot be written.
    pub fn unset_attribute(&mut self, id: Id, name: &str) -> Result<bool, Problem> {
        self.0.unset_attribute(id, name).map_err(problem)
    }

    /// Gives an instance a tag, as its last; `false` if it has it.
    ///
    /// # Errors
    ///
    /// If there is no such instance, or if the tag is empty or contains a zero character, which separates tags in files.
    pub fn add_tag(&mut self, id: Id, tag: &str) -> Result<bool, Problem> {
        self.0.add_tag(id, tag).map_err(problem)
    }

    /// Takes a tag from an instance; `false` if it does not have it.
    ///
    /// # Errors
    ///
    /// If the other tags cannot be set.
    pub fn remove_tag(&mut self, id: Id, tag: &str) -> Result<bool, Problem> {
        self.0.remove_tag(id, tag).map_err(problem)
    }

    /// Adds an instance without properties, as the last in `parent` or at the top.
    ///
    /// # Errors
    ///
    /// If `parent` is not in the document.
    pub fn add(&mut self, parent: Option<Id>, class: &str) -> Result<Id, Problem> {
        self.0.add(parent, class).map_err(problem)
    }

    /// Adds an instance as the engine makes it, as [`dom::Document::create`] does.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub fn create(&mut self, parent: Option<Id>, class: &str) -> Result<Id, Problem> {
        self.0.create(parent, class).map_err(problem)
    }

    /// Removes a property; `false` if there is none.
    pub fn unset(&mut self, id: Id, property: &str) -> bool {
        self.0.unset(id, property)
    }

    /// Removes an instance with all in it, and returns how many these are: 0 if it was removed before. References to them
    /// become none.
    pub fn remove(&mut self, id: Id) -> usize {
        self.0.remove(id)
    }

    /// Moves an instance with all in it to a position in `parent`, or at the top.
    ///
    /// # Errors
    ///
    /// If one of them is not in the document, if the position is beside an instance that is elsewhere, or if `parent` is
    /// in the instance.
    pub fn move_to(&mut self, id: Id, parent: Option<Id>, position: Position) -> Result<(), Problem> {
        self.0.move_to(id, parent, position).map_err(problem)
    }

    /// Copies an instance with all in it, as the last in `parent` or at the top. References between the copied instances
    /// lead to the copies.
    ///
    /// # Errors
    ///
    /// If one of them is not in the document.
    pub fn copy(&mut self, id: Id, parent: Option<Id>) -> Result<Id, Problem> {
        self.0.copy(id, parent).map_err(problem)
    }

    /// Copies instances with all in them from another document, which may be of the other encoding, as
    /// [`dom::Document::insert`] does.
    ///
    /// # Errors
    ///
    /// If one of the instances is not in `other`, or `parent` is not in this document.
    pub fn insert(&mut self, other: &Self, ids: &[Id], parent: Option<Id>) -> Result<Inserted, Problem> {
        self.0.insert(&other.0, ids, parent).map_err(problem)
    }

    /// A document with only these instances, which are at its top, and all in them. References to others become none.
    ///
    /// # Errors
    ///
    /// If one of them is not in the document.
    pub fn only(&self, ids: &[Id]) -> Result<Self, Problem> {
        self.0.only(ids).map(Self).map_err(problem)
    }

    /// The file, written anew in the encoding that the document has. [`save_as`](Self::save_as) writes either.
    ///
    /// # Errors
    ///
    /// If properties of one class have values of kinds that do not go together in a binary file.
    pub fn save(&self) -> Result<Saved, Problem> {
        self.clone().into_saved()
    }

    /// The file, in which all that was not changed is as in the original, byte for byte.
    ///
    /// # Errors
    ///
    /// As [`save`](Self::save).
    pub fn save_onto(&self, original: &[u8]) -> Result<Saved, Problem> {
        self.clone().save_on(&File::open(original, &OpenOptions::default())?, None)
    }

    /// As [`save_onto`](Self::save_onto), for a file that is open. XML, which may be long, is given away in pieces if there is
    /// somebody to take them, and is not in the result then.
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

    /// As [`save`](Self::save), without a copy of the document.
    pub(crate) fn into_saved(self) -> Result<Saved, Problem> {
        let (model, filling) = self.0.into_model().map_err(problem)?;
        let bytes = match &model {
            Model::Binary(model) => Codec::write(&**model)?,
            Model::Xml(document) => Codec::write(&**document)?,
        };
        Ok(Saved::new(bytes, filling))
    }
}

/// What only looks at a document is the same for all that holds one.
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
    /// How many instances there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool;

    /// All instances, parents before what is in them.
    fn ids(&self) -> Vec<Id>;

    /// The instances of a class.
    fn of_class(&self, class: &str) -> Vec<Id>;

    /// The instances at the top.
    fn roots(&self) -> Vec<Id>;

    /// What is in an instance.
    fn children(&self, id: Id) -> Vec<Id>;

    /// An instance and all in it.
    fn within(&self, id: Id) -> Vec<Id>;

    /// The instance that an instance is in; `None` at the top.
    fn parent(&self, id: Id) -> Option<Id>;

    /// Returns true if an instance is of this document, and was not removed.
    fn contains(&self, id: Id) -> bool;

    /// Its class.
    fn class(&self, id: Id) -> Cow<'_, str>;

    /// Its name, or else its class.
    fn name(&self, id: Id) -> Cow<'_, str>;

    /// The instance at a path such as `Workspace/Car/Wheel[2]`.
    fn find(&self, path: &str) -> Option<Id>;

    /// The path of an instance, from which [`find`](Self::find) finds it.
    fn path(&self, id: Id) -> String;

    /// The value of a property; `None` without it.
    fn get(&self, id: Id, property: &str) -> Option<Value<'_>>;

    /// The names and values of all properties of an instance, in the order of the file. What XML has beside the attributes
    /// is among [these](Self::attributes).
    fn properties(&self, id: Id) -> Vec<(Cow<'_, str>, Value<'_>)>;

    /// The bytes of a property that is a text of any kind.
    fn bytes(&self, id: Id, property: &str) -> Option<&[u8]>;

    /// The tags of an instance, in the order of the file.
    fn tags(&self, id: Id) -> Vec<String>;

    /// Returns true if an instance has a tag.
    fn has_tag(&self, id: Id, tag: &str) -> bool;

    /// What a property holds whose bytes have a form of their own, such as collision groups; `None` for others, and for
    /// bytes that do not have the form.
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

    /// Whether an instance has attributes of unknown types, or something else that may refer to instances and cannot be
    /// read. Where the instance is copied, this stays as it is, and may lead to other instances.
    fn is_unclear(&self, id: Id) -> bool;

    /// What the file calls a property of an instance, such as `size` for `Size`; `None` if it is not there. The name may
    /// be the one in files, too, and in another case where that is unambiguous.
    fn stored_name(&self, id: Id, name: &str) -> Option<String>;

    /// The value of a property by the name that scripts use. `Position`, `Orientation` and `Rotation` are made of a CFrame
    /// that the file has, and `BrickColor` of a colour.
    fn value(&self, id: Id, name: &str) -> Option<Value<'_>>;

    /// The value that the engine takes for a property: that of the file, or else the default of the class, if the feature
    /// `classes` is on. `ClassName` and `Parent` are there, too.
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

    /// The attributes of an instance, without those that hold others.
    fn attributes(&self, id: Id) -> Vec<(String, Value<'static>)>;

    /// An attribute; `None` without it.
    fn attribute(&self, id: Id, name: &str) -> Option<Value<'static>>;
}
