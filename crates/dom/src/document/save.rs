//! Writing documents to files.

use super::holes::Filling;
use super::{Document, Held, Model, Position};
use crate::error::{Error, refused};
use crate::id::Id;
use crate::loss::Loss;

/// The result of [`Document::save`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Saved {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Descriptions of the values that were added, because in a binary file either all instances of a class
    /// have a property or none has it.
    pub notes: Vec<String>,
    /// The values that were lost, or that were made up since the default of the property is not known.
    pub losses: Vec<Loss>,
}

impl Document {
    /// Writes a new file in the encoding of the document.
    ///
    /// # Errors
    ///
    /// If instances of one class have values of incompatible kinds for a property, in a binary file.
    pub fn save(&self) -> Result<Saved, Error> {
        self.clone().into_saved()
    }

    /// Writes the file so that all unchanged parts have the same bytes as in the original.
    ///
    /// # Errors
    ///
    /// The errors of [`save`](Self::save).
    pub fn save_onto(&self, original: &[u8]) -> Result<Saved, Error> {
        let (model, filling) = self.clone().into_model()?;
        let bytes = match &model {
            Model::Binary(model) => rbxbinary::write_onto(model, original).map_err(refused)?,
            Model::Xml(document) => rbxxml::write_onto(document, original).map_err(refused)?,
        };
        Ok(Saved { bytes, notes: filling.notes, losses: filling.losses })
    }

    /// A document with only these instances as its roots, and their descendants. References to others become null.
    ///
    /// ```
    /// use dom::{Document, Encoding};
    ///
    /// let mut place = Document::new(Encoding::Xml);
    /// let workspace = place.add(None, "Workspace")?;
    /// let car = place.add(Some(workspace), "Model")?;
    /// place.add(Some(car), "Part")?;
    /// let car = place.only(&[car])?;
    /// assert_eq!((car.len(), &*car.class(car.roots()[0])), (2, "Model"));
    /// # Ok::<(), dom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one of the instances is not in the document.
    pub fn only(&self, ids: &[Id]) -> Result<Self, Error> {
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

    /// Saves like [`save`](Self::save), without a copy of the document.
    ///
    /// # Errors
    ///
    /// The errors of [`save`](Self::save).
    pub fn into_saved(self) -> Result<Saved, Error> {
        let (model, filling) = self.into_model()?;
        let bytes = match &model {
            Model::Binary(model) => rbxbinary::write(model).map_err(refused)?,
            Model::Xml(document) => rbxxml::write(document).map_err(refused)?,
        };
        Ok(Saved { bytes, notes: filling.notes, losses: filling.losses })
    }

    /// Converts the document to the model to write; also returns the values that were filled in.
    ///
    /// # Errors
    ///
    /// The errors of [`save`](Self::save).
    pub fn into_model(mut self) -> Result<(Model, Filling), Error> {
        // XML says only what instances have.
        let is_binary = matches!(self.encoding, Held::Binary(_));
        let mut filling = if is_binary { self.fill()? } else { Filling::default() };
        filling.notes.extend(self.unclear_copies());
        let mut model = match self.encoding {
            Held::Binary(document) => {
                let fill =
                    |class: &[u8], property: &[u8], type_id| filling.in_binary(class, property, type_id);
                let options = rbxbinary::ModelOptions::default().fill(&fill);
                Model::Binary(Box::new(document.to_model_with(&options).map_err(refused)?))
            }
            Held::Xml(document) => Model::Xml(document),
        };
        for (key, value) in self.metadata {
            model.set_metadata(&key, value.as_deref());
        }
        Ok((model, filling))
    }
}
