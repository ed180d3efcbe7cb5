//! Columns of fonts.

use super::Strings;
use super::strings::Escaped;
use crate::common::error::Error;
use crate::error::ErrorKind;
use geom::same;
use std::fmt;

/// A font.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Font<'a> {
    /// The URI of the font family.
    pub family: &'a [u8],
    /// The weight: 100 to 900; 400 is normal.
    pub weight: u16,
    /// The style: 0 normal, 1 italic.
    pub style: u8,
    /// The URI of the font face that the engine last resolved.
    pub cached_face: &'a [u8],
}

impl fmt::Debug for Font<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Font")
            .field("family", &Escaped(self.family))
            .field("weight", &self.weight)
            .field("style", &self.style)
            .field("cached_face", &Escaped(self.cached_face))
            .finish()
    }
}

/// Values of type 20: fonts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fonts {
    /// The family and cached face of each font. Boxed to keep the size of `Values` small.
    texts: Box<Strings>,
    weights: Vec<u16>,
    styles: Vec<u8>,
}

impl Fonts {
    /// An empty list with capacity for `n` fonts whose texts have `n_bytes` bytes in total.
    pub(crate) fn with_capacity(n: usize, n_bytes: usize) -> Self {
        Self {
            texts: Box::new(Strings::with_capacity(n.saturating_mul(2), n_bytes)),
            weights: Vec::with_capacity(n),
            styles: Vec::with_capacity(n),
        }
    }

    /// The encoded length of the fonts in bytes, or slightly more.
    pub(crate) fn n_bytes(&self) -> usize {
        self.texts.n_bytes().saturating_add(self.len().saturating_mul(3))
    }

    /// The number of fonts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Returns true if there are no fonts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The font at `index`.
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
    /// If all texts together take more than 4 GiB.
    pub fn push(&mut self, font: Font<'_>) -> Result<(), Error> {
        self.texts.push(font.family)?;
        self.texts.push(font.cached_face)?;
        self.weights.push(font.weight);
        self.styles.push(font.style);
        Ok(())
    }

    /// Changes the font at `index`.
    ///
    /// # Errors
    ///
    /// If there is no font at `index`, or all texts together take more than 4 GiB.
    pub fn set(&mut self, index: usize, font: Font<'_>) -> Result<(), Error> {
        if index >= self.len() {
            let (found, bound) = (index as u64, self.len() as u64);
            return Err(Error::model(ErrorKind::OutOfRange { what: "font", found, bound }));
        }
        let text = index.saturating_mul(2);
        self.texts.set(text, font.family)?;
        self.texts.set(text.saturating_add(1), font.cached_face)?;
        if let Some(weight) = self.weights.get_mut(index) {
            *weight = font.weight;
        }
        if let Some(style) = self.styles.get_mut(index) {
            *style = font.style;
        }
        Ok(())
    }
}

same! {
    Fonts { texts, weights, styles }
}
