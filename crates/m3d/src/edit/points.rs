//! Changes of vertices, texture coordinates and colours.

use super::index_after;
use crate::canonical::chunks::rank;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{
    Chunk, ColourMap, ColourRef, CoordinateType, Coordinates, Model, SkinIndex, TexCoordIndex, TexCoords,
    TextureMap, Vertex, VertexIndex, Vertices, Width,
};
use geom::{Rgba8, Vec2, Vec3};

/// Converts a number to an integer, where 1 becomes `most`; `None` if the integer would be outside `least` to
/// `most`.
fn steps(number: f32, least: f64, most: f64) -> Option<f64> {
    let steps = (f64::from(number) * most).round();
    (least..=most).contains(&steps).then_some(steps)
}

impl Model {
    /// Adds a vertex: a point, a normal, or an orientation if its skin is [`SkinIndex::ORIENTATION`].
    ///
    /// It is stored in the same type as the other vertices. If that is an integer type, and the vertex does
    /// not fit, all coordinates of the model become floats. Fields that refer to vertices are widened if
    /// necessary; the other editing methods do the same.
    ///
    /// # Errors
    ///
    /// If the vertex is not finite, or if there are as many vertices as a file can have.
    pub fn add_vertex(&mut self, vertex: Vertex) -> Result<VertexIndex, Error> {
        let row = vertex.position.to_array();
        self.widen_coordinates_for(row)?;
        self.ensure_vertices();
        let n_before = self.vertices().map_or(0, Vertices::len);
        let index = index_after(n_before)?;
        if let Some(vertices) = self.vertices_mut() {
            match &mut vertices.coordinates {
                Coordinates::I8(list) => list.push([0; 4]),
                Coordinates::I16(list) => list.push([0; 4]),
                Coordinates::F32(list) => list.push([0.0; 4]),
                Coordinates::F64(list) => list.push([0.0; 4]),
            }
        }
        self.types.vertex = self.types.vertex.max(Width::for_count(n_before.saturating_add(1)));
        self.store(n_before, row);
        self.colour_vertex(VertexIndex(index), vertex.colour);
        self.skin_vertex(VertexIndex(index), vertex.skin);
        Ok(VertexIndex(index))
    }

    /// Adds a point without colour and skin; see [`add_vertex`](Self::add_vertex).
    ///
    /// # Errors
    ///
    /// Those of [`add_vertex`](Self::add_vertex).
    pub fn add_point(&mut self, position: Vec3) -> Result<VertexIndex, Error> {
        let (colour, skin) = (ColourRef(0), SkinIndex::NONE);
        self.add_vertex(Vertex { position: position.extend(1.0), colour, skin })
    }

    /// Returns the field value for a colour: the colour itself or, if the model has a colour map, its index there. A
    /// new colour is added to the map.
    ///
    /// The search takes time proportional to the map. A model without colours gets inline ones.
    ///
    /// # Errors
    ///
    /// If the map is full.
    pub fn add_colour(&mut self, colour: Rgba8) -> Result<ColourRef, Error> {
        match self.types.colour {
            Width::Four => return Ok(ColourRef::inline(colour)),
            Width::Absent => {
                self.types.colour = Width::Four;
                self.even_out();
                return Ok(ColourRef::inline(colour));
            }
            Width::One | Width::Two => {}
        }
        if self.colour_map().is_none() {
            // Fields without a colour have the value 0, so the first entry of a map is no colour.
            self.insert(Chunk::ColourMap(ColourMap { colours: vec![Rgba8::default()], surplus: Vec::new() }));
        }
        let Some(map) = self.colour_map_mut() else { return Ok(ColourRef(0)) };
        let found = map.colours.iter().position(|known| *known == colour);
        let at = found.unwrap_or(map.colours.len());
        // Unlike other indices, those of colours do not reserve −1 and −2.
        let index = u32::try_from(at).ok().filter(|index| *index <= 0xffff);
        let Some(index) = index else { return Err(Error::model(ErrorKind::TooLong { len: at })) };
        if found.is_none() {
            map.colours.push(colour);
        }
        if index > 0xff {
            self.types.colour = Width::Two;
        }
        Ok(ColourRef(index))
    }

    /// Adds texture coordinates. V points up, as in all known files.
    ///
    /// If the model stores integers and a number is not between 0 and 1, all coordinates of the model become floats.
    ///
    /// # Errors
    ///
    /// If a number is not finite, or if there are as many pairs as a file can have.
    pub fn add_tex_coord(&mut self, pair: Vec2) -> Result<TexCoordIndex, Error> {
        let pair = pair.to_array();
        let fits = |most: f64| pair.iter().all(|number| steps(*number, 0.0, most).is_some());
        self.check_finite(&pair)?;
        match self.types.coordinate {
            CoordinateType::Int8 if !fits(255.0) => self.widen_coordinates()?,
            CoordinateType::Int16 if !fits(65535.0) => self.widen_coordinates()?,
            _ => {}
        }
        if self.texture_map().is_none() {
            let pairs = match self.types.coordinate {
                CoordinateType::Int8 => TexCoords::U8(Vec::new()),
                CoordinateType::Int16 => TexCoords::U16(Vec::new()),
                CoordinateType::Float => TexCoords::F32(Vec::new()),
                CoordinateType::Double => TexCoords::F64(Vec::new()),
            };
            self.insert(Chunk::TextureMap(TextureMap { pairs, surplus: Vec::new() }));
        }
        let n_before = self.texture_map().map_or(0, |map| map.pairs.len());
        let index = index_after(n_before)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to fit")]
        if let Some(map) = self.texture_map_mut() {
            let integers = |most| pair.map(|number| steps(number, 0.0, most).unwrap_or_default());
            match &mut map.pairs {
                TexCoords::U8(list) => list.push(integers(255.0).map(|number| number as u8)),
                TexCoords::U16(list) => list.push(integers(65535.0).map(|number| number as u16)),
                TexCoords::F32(list) => list.push(pair),
                TexCoords::F64(list) => list.push(pair.map(f64::from)),
            }
        }
        self.types.tex_coord = wider(self.types.tex_coord, n_before.saturating_add(1));
        Ok(TexCoordIndex(index))
    }

    /// Inserts a chunk at its canonical position: after the last chunk that must precede it.
    pub(super) fn insert(&mut self, chunk: Chunk) {
        let own = rank(chunk.magic());
        let is_before = |other: &Chunk| rank(other.magic()).is_some_and(|other| Some(other) <= own);
        let at = self.chunks.iter().rposition(is_before).map_or(0, |last| last.saturating_add(1));
        // Chunks of applications stay with the chunk that they follow.
        let after = self.chunks.get(at..).unwrap_or_default();
        let n_unknown = after.iter().take_while(|chunk| matches!(chunk, Chunk::Unknown(_))).count();
        let at = if at == 0 { 0 } else { at.saturating_add(n_unknown) };
        self.chunks.insert(at, chunk);
    }

    fn check_finite(&self, numbers: &[f32]) -> Result<(), Error> {
        match numbers.iter().find(|number| !number.is_finite()) {
            None => Ok(()),
            Some(number) => {
                let (what, width) = ("coordinate", "a finite number");
                Err(Error::model(ErrorKind::DoesNotFit { what, value: number.to_string(), width }))
            }
        }
    }

    /// Converts the coordinates to floats if they cannot hold a vertex.
    fn widen_coordinates_for(&mut self, row: [f32; 4]) -> Result<(), Error> {
        self.check_finite(&row)?;
        let fits = |most: f64| row.iter().all(|number| steps(*number, -most, most).is_some());
        match self.types.coordinate {
            CoordinateType::Int8 if !fits(127.0) => self.widen_coordinates(),
            CoordinateType::Int16 if !fits(32767.0) => self.widen_coordinates(),
            _ => Ok(()),
        }
    }

    fn widen_coordinates(&mut self) -> Result<(), Error> {
        self.requantise(CoordinateType::Float).map(|_| ())
    }

    /// Adds an empty list of vertices if there is none.
    fn ensure_vertices(&mut self) {
        if self.vertices().is_some() {
            return;
        }
        let coordinates = match self.types.coordinate {
            CoordinateType::Int8 => Coordinates::I8(Vec::new()),
            CoordinateType::Int16 => Coordinates::I16(Vec::new()),
            CoordinateType::Float => Coordinates::F32(Vec::new()),
            CoordinateType::Double => Coordinates::F64(Vec::new()),
        };
        self.insert(Chunk::Vertices(Vertices { coordinates, ..Vertices::default() }));
    }

    /// Stores the coordinates of a vertex, which must fit the type.
    #[expect(clippy::cast_possible_truncation, reason = "checked to fit")]
    fn store(&mut self, at: usize, row: [f32; 4]) {
        let integers = |most: f64| row.map(|number| steps(number, -most, most).unwrap_or_default());
        let Some(vertices) = self.vertices_mut() else { return };
        match &mut vertices.coordinates {
            Coordinates::I8(list) => set(list, at, integers(127.0).map(|number| number as i8)),
            Coordinates::I16(list) => set(list, at, integers(32767.0).map(|number| number as i16)),
            Coordinates::F32(list) => set(list, at, row),
            Coordinates::F64(list) => set(list, at, row.map(f64::from)),
        }
    }

    fn colour_vertex(&mut self, vertex: VertexIndex, colour: ColourRef) {
        if colour != ColourRef(0) && self.types.colour == Width::Absent {
            self.types.colour = Width::Four;
        }
        if self.types.colour == Width::One && colour.0 > 0xff {
            self.types.colour = Width::Two;
        }
        self.even_out_one();
        if let (Some(vertices), Some(at)) = (self.vertices_mut(), vertex.get()) {
            set(&mut vertices.colours, at, colour);
        }
    }

    fn skin_vertex(&mut self, vertex: VertexIndex, skin: SkinIndex) {
        if skin != SkinIndex::NONE {
            self.types.skin = wider(self.types.skin, skin.get().map_or(1, |at| at.saturating_add(1)));
        }
        self.even_out_one();
        if let (Some(vertices), Some(at)) = (self.vertices_mut(), vertex.get()) {
            set(&mut vertices.skins, at, skin);
        }
    }

    /// Adds the colours and skins that the types require to the first list of vertices, which is the one that
    /// readers use.
    fn even_out_one(&mut self) {
        let types = self.types;
        if let Some(vertices) = self.vertices_mut() {
            vertices.even_out(&types);
        }
    }

    /// Adds the colours and skins that the types require to all lists of vertices.
    fn even_out(&mut self) {
        let types = self.types;
        for chunk in &mut self.chunks {
            if let Chunk::Vertices(vertices) = chunk {
                vertices.even_out(&types);
            }
        }
    }
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}

/// The width for `count` items, but at least `width`.
pub(super) fn wider(width: Width, count: usize) -> Width {
    let needed = Width::for_count(count);
    if width == Width::Absent { needed } else { needed.max(width) }
}
