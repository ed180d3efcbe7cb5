//! Converts geometry to a Draco stream, and reports the precision that is lost.

use crate::common::error::Error;
use crate::common::kinds::counted;
use crate::draco::{decode, encode};
use crate::error::ErrorKind;
use crate::model::{Mesh, Vertex};
use crate::options::DracoOptions;
use std::fmt;

/// The precision that [`Mesh::compress`] lost.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rounded {
    /// The number of vertices whose position changed.
    pub n_positions: usize,
    /// The number of vertices whose normal changed.
    pub n_normals: usize,
    /// The number of vertices whose texture coordinates changed.
    pub n_uvs: usize,
    /// The largest change of a coordinate or component.
    pub largest: f32,
    /// The length of the stream in bytes.
    pub n_bytes: usize,
}

impl Rounded {
    /// Returns true if all vertices are unchanged.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        (self.n_positions, self.n_normals, self.n_uvs) == (0, 0, 0)
    }

    /// Counts the changes of one vertex.
    fn add(&mut self, before: &Vertex, after: &Vertex) {
        let pairs = [
            (&mut self.n_positions, before.position.to_array(), after.position.to_array()),
            (&mut self.n_normals, before.normal.to_array(), after.normal.to_array()),
            (&mut self.n_uvs, [before.uv.x, before.uv.y, 0.0], [after.uv.x, after.uv.y, 0.0]),
        ];
        for (count, before, after) in pairs {
            if before.map(f32::to_bits) != after.map(f32::to_bits) {
                *count = count.saturating_add(1);
                let distances = before.iter().zip(after).map(|(before, after)| (before - after).abs());
                self.largest = distances.fold(self.largest, f32::max);
            }
        }
    }
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_positions, n_normals, n_uvs, largest, n_bytes } = self;
        write!(
            f,
            "{}, {} and {} rounded by up to {largest}, {}",
            counted(*n_positions, "position"),
            counted(*n_normals, "normal"),
            counted(*n_uvs, "texture coordinate"),
            counted(*n_bytes, "byte")
        )
    }
}

impl Mesh {
    /// Makes the Draco stream that [`write`](crate::write()) stores instead of plain geometry, for versions 6.00 and
    /// 7.00.
    ///
    /// Quantised attributes are rounded in `vertices` too, so that they agree with the stream. The result reports by
    /// how much. Without quantisation, nothing changes. If vertices or faces are edited later, the stream no longer
    /// matches, and `write` stores a lossless one instead. To store plain geometry, set [`draco`](Self::draco) to
    /// `None`. The metadata of a replaced stream are kept.
    ///
    /// # Errors
    ///
    /// If a face uses a vertex that does not exist, or an option is out of range. The mesh is unchanged then.
    ///
    /// ```
    /// use rbxmesh::geom::Vec3;
    /// use rbxmesh::{DracoOptions, Mesh, Version, Vertex, read, write};
    ///
    /// let corner = |x, y| Vertex { position: Vec3::new(x, y, 0.0), normal: Vec3::Z, ..Vertex::default() };
    /// let vertices = vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 0.3)];
    /// let mut mesh = Mesh { version: Version::V7_00, vertices, faces: vec![[0, 1, 2]], ..Mesh::default() };
    /// let rounded = mesh.compress(&DracoOptions::default().position_bits(8))?;
    /// assert_eq!((rounded.n_positions, mesh.vertices[2].position.y), (1, 0.3019608));
    /// assert_eq!(read(&write(&mesh)?)?, mesh);
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    pub fn compress(&mut self, options: &DracoOptions) -> Result<Rounded, Error> {
        let DracoOptions { position_bits, normal_bits, uv_bits } = *options;
        for n_bits in [position_bits, normal_bits, uv_bits].into_iter().flatten() {
            if !(1..=30).contains(&n_bits) {
                let expected = "1 to 30 bits of quantisation".into();
                return Err(Error::model(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
            }
        }
        let stream = encode(&self.vertices, &self.faces, options, self.draco.as_deref())?;
        let (vertices, _) = decode(&stream)?;
        let mut rounded = Rounded { n_bytes: stream.len(), ..Rounded::default() };
        self.vertices.iter().zip(&vertices).for_each(|(before, after)| rounded.add(before, after));
        (self.vertices, self.draco) = (vertices, Some(stream));
        Ok(rounded)
    }
}
