//! Fonts.

use super::Strings;
use crate::mould::same::same;
use crate::{Error, ErrorKind};

/// A font.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Font<'a> {
    /// Address of the family.
    pub family: &'a [u8],
    /// 100 to 900; 400 is normal.
    pub weight: u16,
    /// 0 normal, 1 italic.
    pub style: u8,
    /// Address of the one face, as the engine found it last.
    pub cached_face: &'a [u8],
}

/// Values of type 20.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fonts {
    /// Family and cached face of each. Boxed, since a column takes the room of its largest variant.
    texts: Box<Strings>,
    weights: Vec<u16>,
    styles: Vec<u8>,
}

impl Fonts {
    /// None yet, with room for so many, whose texts have so many bytes together.
    pub(crate) fn with_capacity(n: usize, n_bytes: usize) -> Self {
        Self {
            texts: Box::new(Strings::with_capacity(n.saturating_mul(2), n_bytes)),
            weights: Vec::with_capacity(n),
            styles: Vec::with_capacity(n),
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// One font.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Font<'_>> {
        let text = index.checked_mul(2)?;
        Some(Font {
            family: self.texts.get(text)?,
            weight: *self.weights.get(index)?,
            style: *self.styles.get(index)?,
            cached_face: self.texts.get(text.checked_add(1)?)?,
        })
    }

    /// The fonts in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Font<'_>> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// Adds a font.
    ///
    /// # Errors
    ///
    /// If all texts take more than 4 GiB together.
    pub fn push(&mut self, font: Font<'_>) -> Result<(), Error> {
        self.texts.push(font.family)?;
        self.texts.push(font.cached_face)?;
        self.weights.push(font.weight);
        self.styles.push(font.style);
        Ok(())
    }

    /// Changes a font.
    ///
    /// # Errors
    ///
    /// If there is none at `index`, or all texts take more than 4 GiB together.
    pub fn set(&mut self, index: usize, font: Font<'_>) -> Result<(), Error> {
        if index >= self.len() {
            let (found, bound) = (index as u64, self.len() as u64);
            return Err(Error::model(ErrorKind::OutOfRange { what: "font", found, bound }));
        }
        let text = index.saturating_mul(2);
        self.texts.set(text, font.family)?;
        self.texts.set(text.saturating_add(1), font.cached_face)?;
        self.weights.get_mut(index).into_iter().for_each(|place| *place = font.weight);
        self.styles.get_mut(index).into_iter().for_each(|place| *place = font.style);
        Ok(())
    }
}

same! {
    Fonts { texts, weights, styles }
}
