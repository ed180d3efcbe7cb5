//! Documents as files.

use super::holes::Filling;
use super::{Document, Encoding, Model, Position};
use crate::formats::codec::{Adapted, Codec};
use crate::formats::fault::refused;
use crate::formats::roblox::Id;
use crate::formats::{File, OpenOptions};
use ::rbxxml::WriteOptions;
use scene::{Loss, Problem};

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
}

impl Document {
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

    /// A document with only these instances, which are at its top, and all in them. References to others become none.
    ///
    /// ```
    /// use rezkit::Format;
    /// use rezkit::roblox::Document;
    ///
    /// let mut place = Document::new(Format::RbxXml)?;
    /// let workspace = place.add(None, "Workspace")?;
    /// let car = place.add(Some(workspace), "Model")?;
    /// place.add(Some(car), "Part")?;
    /// let car = place.only(&[car])?;
    /// assert_eq!((car.len(), &*car.class(car.roots()[0])), (2, "Model"));
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one of them is not in the document.
    pub fn only(&self, ids: &[Id]) -> Result<Self, Problem> {
        let mut other = self.clone();
        for id in ids {
            other.move_to(*id, None, Position::Last)?;
        }
        for root in other.roots() {
            if !ids.contains(&root) {
                other.remove(root);
            }
        }
        Ok(other)
    }

    /// As [`save_onto`](Self::save_onto), for a file that is open. XML, which may be long, is given away in pieces if there is
    /// somebody to take them, and is not in the result then.
    pub(crate) fn save_on(self, file: &File<'_>, give: Option<&mut Sink<'_>>) -> Result<Saved, Problem> {
        let (model, filling) = self.into_model()?;
        let bytes = match (&model, give) {
            (Model::Binary(model), _) => model.write_onto(file.bytes(), file.options())?,
            (Model::Xml(document), None) => document.write_onto(file.bytes(), file.options())?,
            (Model::Xml(document), Some(give)) => {
                let (read, write) = (rbxxml::Document::read_options(file.options()), WriteOptions::default());
                rbxxml::write_onto_in_pieces(document, file.bytes(), &read, &write, give)
                    .map_err(|error| rbxxml::Document::problem(&error))?;
                Vec::new()
            }
        };
        Ok(Saved { bytes, notes: filling.notes, losses: filling.losses })
    }

    /// As [`save`](Self::save), without a copy of the document.
    pub(crate) fn into_saved(self) -> Result<Saved, Problem> {
        let (model, filling) = self.into_model()?;
        let bytes = match &model {
            Model::Binary(model) => Codec::write(&**model)?,
            Model::Xml(document) => Codec::write(&**document)?,
        };
        Ok(Saved { bytes, notes: filling.notes, losses: filling.losses })
    }

    /// What is written, and what was done for it.
    fn into_model(mut self) -> Result<(Model, Filling), Problem> {
        // XML says only what instances have.
        let is_binary = matches!(self.encoding, Encoding::Binary(_));
        let mut filling = if is_binary { self.fill()? } else { Filling::default() };
        filling.notes.extend(self.unclear_copies());
        let mut model = match self.encoding {
            Encoding::Binary(document) => {
                let fill =
                    |class: &[u8], property: &[u8], type_id| filling.in_binary(class, property, type_id);
                let options = rbxbinary::ModelOptions::default().fill(&fill);
                Model::Binary(Box::new(document.to_model_with(&options).map_err(refused)?))
            }
            Encoding::Xml(document) => Model::Xml(document),
        };
        for (key, value) in self.metadata {
            model.set_metadata(&key, value.as_deref());
        }
        Ok((model, filling))
    }
}
