//! Conversion of coordinates to another type.

use super::coordinates::Row;
use crate::common::error::Error;
use crate::model::{Chunk, CoordinateType, Model, Scalar};
use crate::visit::{Visitor, visit_chunk};

impl Model {
    /// Converts all coordinates to another type: those of vertices, texture coordinates, and the numbers in
    /// shapes. Returns the largest rounding error; 0 if nothing was rounded.
    ///
    /// Integers hold only -1 to 1, and texture coordinates only 0 to 1. To scale a model so that it fits, use the
    /// [canonical form](Self::canonical).
    ///
    /// # Errors
    ///
    /// If a number does not fit the type. The model is unchanged then.
    ///
    /// ```rust,standalone_crate
    /// use m3d::CoordinateType;
    ///
    /// let mut model = m3d::read(include_bytes!("../../fixtures/m3d/valid/sound.m3d"))?;
    /// assert!(model.requantise(CoordinateType::Int16)? < 1e-5);
    /// assert_eq!(model.types.coordinate, CoordinateType::Int16);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    pub fn requantise(&mut self, coordinate: CoordinateType) -> Result<f64, Error> {
        let mut largest = 0.0_f64;
        let mut chunks = Vec::with_capacity(self.chunks.len());
        for chunk in &self.chunks {
            chunks.push(match chunk {
                Chunk::Vertices(vertices) => {
                    let old = &vertices.coordinates;
                    let rows = 0..u32::try_from(old.len()).unwrap_or(u32::MAX);
                    let rows: Vec<_> = rows.map(|vertex| Row { vertex, shrinks: false }).collect();
                    let new = old.of_rows(&rows, None, coordinate)?;
                    for at in 0..old.len() {
                        let pair = old.get(at).zip(new.get(at));
                        let sides = pair.into_iter().flat_map(|(old, new)| old.into_iter().zip(new));
                        sides.for_each(|(old, new)| largest = largest.max((old - new).abs()));
                    }
                    Some(Chunk::Vertices(crate::model::Vertices {
                        coordinates: new,
                        colours: vertices.colours.clone(),
                        skins: vertices.skins.clone(),
                        surplus: vertices.surplus.clone(),
                    }))
                }
                Chunk::TextureMap(map) => {
                    let pairs = map.pairs.converted(coordinate)?;
                    for at in 0..pairs.len() {
                        let pair = map.pairs.wide(at).zip(pairs.wide(at));
                        let sides = pair.into_iter().flat_map(|(old, new)| old.into_iter().zip(new));
                        sides.for_each(|(old, new)| largest = largest.max((old - new).abs()));
                    }
                    Some(Chunk::TextureMap(crate::model::TextureMap { pairs, surplus: map.surplus.clone() }))
                }
                Chunk::Shape(shape) => {
                    let mut chunk = Chunk::Shape(shape.clone());
                    let mut convert = Convert { coordinate, largest, error: None };
                    visit_chunk(&mut chunk, &mut convert);
                    largest = convert.largest;
                    if let Some(error) = convert.error {
                        return Err(error.inside("SHPE"));
                    }
                    Some(chunk)
                }
                _ => None,
            });
        }
        for (chunk, new) in self.chunks.iter_mut().zip(chunks) {
            if let Some(new) = new {
                *chunk = new;
            }
        }
        self.types.coordinate = coordinate;
        Ok(largest)
    }
}

/// Converts the numbers in shapes.
struct Convert {
    coordinate: CoordinateType,
    largest: f64,
    error: Option<Error>,
}

impl Visitor for Convert {
    fn scalar(&mut self, scalar: &mut Scalar) {
        match scalar.converted(self.coordinate) {
            Ok(new) => {
                self.largest = self.largest.max((scalar.get() - new.get()).abs());
                *scalar = new;
            }
            Err(error) => self.error = self.error.take().or(Some(error)),
        }
    }
}
