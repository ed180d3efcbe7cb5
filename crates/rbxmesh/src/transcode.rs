//! Converts a mesh to another version, and reports the losses.

use crate::common::error::Error;
use crate::draco::n_left_out;
use crate::error::ErrorKind;
use crate::model::{
    Chunk, Envelope, FacsBlock, LineEnd, LodType, Mesh, Sizes, Surplus, Tangent, VDirection, Version, Vertex,
};
use crate::read::text_faces;
use geom::{Rgba8, Vec3};
use std::fmt;

/// The features that [`Mesh::transcode`] dropped or rounded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Loss(Vec<(LossKind, usize)>);

/// Something that a version cannot store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LossKind {
    /// Levels of detail other than the finest, with their faces.
    Levels,
    /// LOD offsets that describe no levels.
    LodOffsets,
    /// The program that made the levels, or the number of levels of high quality.
    LodSettings,
    /// Faces of dropped levels, and faces of vertices that do not exist.
    Faces,
    /// Vertices that no face uses any more.
    Vertices,
    /// Vertices that bones moved.
    SkinnedVertices,
    /// The bones.
    Bones,
    /// Poses of facial animation.
    FacePoses,
    /// Bytes of facial animation that is not decoded.
    FaceBytes,
    /// Vertices that had a colour other than white.
    Colours,
    /// Vertices that had a tangent.
    Tangents,
    /// Vertices whose texture coordinate was rounded when V was flipped.
    RoundedUvs,
    /// Vertices with a number that text cannot store: one that is too large, or a special NaN.
    RoundedNumbers,
    /// Third texture coordinates that are not 0.
    TextureW,
    /// Bits of HSR visibility.
    HsrVisibility,
    /// Unknown chunks.
    UnknownChunks,
    /// Unknown bytes: surplus bytes, trailing bytes, the unused byte of the header, and metadata and other attributes
    /// of a Draco stream.
    UnknownBytes,
}

impl LossKind {
    /// The name of the lost feature, in the plural.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Levels => "levels of detail",
            Self::LodOffsets => "LOD offsets without levels",
            Self::LodSettings => "LOD settings",
            Self::Faces => "faces",
            Self::Vertices => "vertices",
            Self::SkinnedVertices => "skinned vertices",
            Self::Bones => "bones",
            Self::FacePoses => "face poses",
            Self::FaceBytes => "bytes of facial animation",
            Self::Colours => "colours",
            Self::Tangents => "tangents",
            Self::RoundedUvs => "rounded texture coordinates",
            Self::RoundedNumbers => "vertices with changed numbers",
            Self::TextureW => "third texture coordinates",
            Self::HsrVisibility => "bits of HSR visibility",
            Self::UnknownChunks => "unknown chunks",
            Self::UnknownBytes => "unknown bytes",
        }
    }
}

impl Loss {
    /// Returns true if nothing was lost.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of lost features of a kind.
    #[must_use]
    pub fn count(&self, kind: LossKind) -> usize {
        self.0.iter().filter(|(lost, _)| *lost == kind).fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Iterates over the kinds of lost features, and the number of each.
    pub fn iter(&self) -> impl Iterator<Item = (LossKind, usize)> {
        self.0.iter().copied()
    }

    fn add(&mut self, kind: LossKind, count: usize) {
        match self.0.iter_mut().find(|(lost, _)| *lost == kind) {
            Some((_, sum)) => *sum = sum.saturating_add(count),
            None if count > 0 => self.0.push((kind, count)),
            None => {}
        }
    }
}

/// Iterates like [`Loss::iter`].
impl<'l> IntoIterator for &'l Loss {
    type Item = (LossKind, usize);
    type IntoIter = std::iter::Copied<std::slice::Iter<'l, (LossKind, usize)>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// Prints a list: `levels of detail: 2, bones: 38`.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_nothing() {
            return f.write_str("nothing is lost");
        }
        for (index, (kind, count)) in self.iter().enumerate() {
            write!(f, "{}{}: {count}", if index > 0 { ", " } else { "" }, kind.name())?;
        }
        Ok(())
    }
}

impl Mesh {
    /// Converts the mesh to another version, and returns the features that this version cannot store.
    ///
    /// - Without levels of detail (1.x and 2.00) the finest level remains.
    /// - Without bones (before 4.00) and facial animation (before 5.00) the mesh is rigid.
    /// - To and from 1.x, V is flipped. In 1.x each face gets its own vertices, without colours and tangents.
    /// - In 6.00 and 7.00 geometry is plain; [`compress`](Self::compress) makes a Draco stream.
    ///
    /// # Errors
    ///
    /// If the version is unknown, or the geometry is not decoded and the version cannot store its stream. The mesh is
    /// unchanged then.
    ///
    /// ```rust,standalone_crate
    /// use rbxmesh::{LossKind, Version, read, write};
    ///
    /// let mut mesh = read(include_bytes!("../fixtures/rbxmesh/valid/v500.mesh"))?;
    /// let loss = mesh.transcode(Version::V2_00)?;
    /// assert_eq!((loss.count(LossKind::Levels), loss.count(LossKind::Bones)), (1, 2));
    /// assert_eq!(loss.to_string(), "levels of detail: 1, faces: 4, LOD settings: 2, bones: 2, skinned vertices: 24, face poses: 3");
    /// assert_eq!(read(&write(&mesh)?)?, mesh);
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    pub fn transcode(&mut self, version: Version) -> Result<Loss, Error> {
        let mut loss = Loss::default();
        let (from, to) = (self.version.major, version.major);
        if !Version::ALL.contains(&version) {
            return Err(Error::model(ErrorKind::UnknownVersion { version }));
        }
        if to < 6 && !self.is_decoded() {
            return Err(Error::model(ErrorKind::CannotTranscode { version }));
        }
        if from != to {
            self.drop_unknown(to, &mut loss);
            self.drop_levels(to, &mut loss);
            self.drop_skin(to, &mut loss);
            self.drop_facs(to, &mut loss);
        }
        if to < 6 {
            self.drop_chunks(&mut loss);
        }
        match (from, to) {
            (1, 1) => {}
            (1, _) => {
                self.turn_v(&mut loss);
                loss.add(LossKind::TextureW, self.texture_w.iter().filter(|w| **w != 0.0).count());
                (self.texture_w, self.line_end) = (Vec::new(), LineEnd::Lf);
            }
            (_, 1) => {
                self.part_faces(&mut loss);
                self.turn_v(&mut loss);
            }
            _ => {}
        }
        self.version = version;
        if to == 1 {
            let n_changed =
                self.vertices.iter_mut().map(|vertex| make_text(vertex, version)).filter(|is| *is).count();
            loss.add(LossKind::RoundedNumbers, n_changed);
        }
        Ok(loss)
    }

    /// Drops bytes that other versions cannot store.
    fn drop_unknown(&mut self, to: u8, loss: &mut Loss) {
        // Only the headers of 2.00 and 3.x name the sizes of records. Format document, section 3.
        let have_sizes = (2..=3).contains(&self.version.major) && (2..=3).contains(&to);
        let old = std::mem::take(&mut self.surplus);
        let mut n_bytes = old.header.len().saturating_add(old.lod_offsets.len());
        if have_sizes {
            self.surplus = Surplus { vertices: old.vertices, faces: old.faces, ..Surplus::default() };
            self.sizes = Sizes { header: None, lod_offset: 4, ..self.sizes };
        } else {
            n_bytes = n_bytes.saturating_add(old.vertices.len()).saturating_add(old.faces.len());
            self.sizes = Sizes::default();
        }
        n_bytes = n_bytes.saturating_add(std::mem::take(&mut self.trailing).len());
        // Other headers have no unused byte. Format document, section 7.1.
        if !(4..=5).contains(&to) {
            n_bytes = n_bytes.saturating_add(usize::from(std::mem::take(&mut self.unused) != 0));
        }
        loss.add(LossKind::UnknownBytes, n_bytes);
    }

    fn drop_levels(&mut self, to: u8, loss: &mut Loss) {
        if to < 3 {
            let (n_faces, n_vertices) = (self.faces.len(), self.vertices.len());
            let n_levels = self.keep_levels(0..1);
            loss.add(LossKind::Levels, n_levels);
            loss.add(LossKind::Faces, n_faces.saturating_sub(self.faces.len()));
            loss.add(LossKind::Vertices, n_vertices.saturating_sub(self.vertices.len()));
            let offsets = std::mem::take(&mut self.lod_offsets);
            if n_levels == 0 {
                loss.add(LossKind::LodOffsets, offsets.len());
            }
        }
        if to < 4 {
            let settings =
                (std::mem::take(&mut self.lod_type), std::mem::take(&mut self.n_high_quality_lods));
            let count = usize::from(settings.0 != LodType::NONE).saturating_add((settings.1 != 0).into());
            loss.add(LossKind::LodSettings, count);
        }
    }

    fn drop_skin(&mut self, to: u8, loss: &mut Loss) {
        let is_moved = |envelope: &&Envelope| envelope.weights != [0; 4];
        match to {
            ..4 => {
                loss.add(LossKind::Bones, self.bones.len());
                loss.add(LossKind::SkinnedVertices, self.envelopes.iter().filter(is_moved).count());
                (self.bones, self.bone_names, self.subsets) = Default::default();
                self.envelopes.clear();
            }
            4 | 5 => {
                // There is an envelope per vertex if there are bones.
                let n_envelopes = if self.bones.is_empty() { 0 } else { self.vertices.len() };
                let lost = self.envelopes.get(n_envelopes..).unwrap_or_default();
                loss.add(LossKind::SkinnedVertices, lost.iter().filter(is_moved).count());
                self.envelopes.resize(n_envelopes, Envelope::default());
            }
            _ => {}
        }
    }

    fn drop_facs(&mut self, to: u8, loss: &mut Loss) {
        let fits = match &self.facs {
            // The chunk has no field for the format. Format document, section 9.4.
            FacsBlock::Raw { format, .. } => to == 5 || (to > 5 && *format == 1),
            FacsBlock::None | FacsBlock::Decoded(_) => to >= 5,
        };
        if fits {
            return;
        }
        match std::mem::take(&mut self.facs) {
            FacsBlock::Decoded(facs) => loss.add(LossKind::FacePoses, facs.n_poses().max(1)),
            FacsBlock::Raw { data, .. } => loss.add(LossKind::FaceBytes, data.len().max(1)),
            FacsBlock::None => {}
        }
    }

    fn drop_chunks(&mut self, loss: &mut Loss) {
        loss.add(LossKind::UnknownBytes, self.draco.take().map_or(0, |stream| n_left_out(&stream)));
        if let Some(bits) = self.hsr_visibility.take() {
            loss.add(LossKind::HsrVisibility, (bits.n_bits as usize).max(1));
        }
        for chunk in std::mem::take(&mut self.chunks) {
            match chunk {
                Chunk::Raw { .. } => loss.add(LossKind::UnknownChunks, 1),
                Chunk::Part { surplus, .. } => loss.add(LossKind::UnknownBytes, surplus.len()),
            }
        }
    }

    fn turn_v(&mut self, loss: &mut Loss) {
        let mut n_rounded = 0_usize;
        for vertex in &mut self.vertices {
            // Exact from 0.5 to 2; most other numbers are rounded. Format document, section 10.1.
            let turned = 1.0 - vertex.uv.y;
            let is_same = (1.0 - turned).to_bits() == vertex.uv.y.to_bits();
            n_rounded = n_rounded.saturating_add((!is_same).into());
            vertex.uv.y = turned;
        }
        loss.add(LossKind::RoundedUvs, n_rounded);
        self.v_direction = match self.v_direction {
            VDirection::Up => VDirection::Down,
            VDirection::Down => VDirection::Up,
        };
    }

    /// Duplicates vertices so that each face has its own, and drops features that text cannot store. Format document,
    /// section 10.1.
    fn part_faces(&mut self, loss: &mut Loss) {
        let mut used = vec![false; self.vertices.len()];
        let mut corners = Vec::with_capacity(self.faces.len().saturating_mul(3));
        for face in &self.faces {
            let vertex = |index: u32| self.vertices.get(index as usize).copied();
            let [Some(a), Some(b), Some(c)] = face.map(vertex) else { continue };
            corners.extend([a, b, c]);
            for index in face {
                used.iter_mut().skip(*index as usize).take(1).for_each(|used| *used = true);
            }
        }
        loss.add(LossKind::Faces, self.faces.len().saturating_sub(corners.len() / 3));
        loss.add(LossKind::Vertices, used.iter().filter(|used| !**used).count());
        let lost = self.vertices.iter().zip(&used).filter(|(_, used)| **used).map(|(vertex, _)| vertex);
        let (mut n_colours, mut n_tangents) = (0_usize, 0_usize);
        for vertex in lost {
            n_colours = n_colours.saturating_add((vertex.colour != Rgba8::WHITE).into());
            n_tangents = n_tangents.saturating_add((vertex.tangent != Tangent::NONE).into());
        }
        loss.add(LossKind::Colours, n_colours);
        loss.add(LossKind::Tangents, n_tangents);
        for vertex in &mut corners {
            (vertex.colour, vertex.tangent) = (Rgba8::WHITE, Tangent::NONE);
        }
        self.faces = text_faces(corners.len()).collect();
        self.vertices = corners;
    }
}

/// Changes numbers that text cannot store; returns true if there were any.
fn make_text(vertex: &mut Vertex, version: Version) -> bool {
    // 1.00 stores positions at twice their size.
    let most = if version == Version::V1_00 { f32::MAX / 2.0 } else { f32::MAX };
    let stored = |number: f32, most: f32| match () {
        // Text has no other NaN values. Format document, section 10.2.
        () if number.is_nan() => f32::NAN.copysign(number),
        () if number.is_finite() => number.clamp(-most, most),
        () => number,
    };
    let before = *vertex;
    let Vec3 { x, y, z } = vertex.position;
    vertex.position = Vec3::new(stored(x, most), stored(y, most), stored(z, most));
    let Vec3 { x, y, z } = vertex.normal;
    vertex.normal = Vec3::new(stored(x, f32::MAX), stored(y, f32::MAX), stored(z, f32::MAX));
    (vertex.uv.x, vertex.uv.y) = (stored(vertex.uv.x, f32::MAX), stored(vertex.uv.y, f32::MAX));
    geom::Same::difference(&before, vertex).is_some()
}
