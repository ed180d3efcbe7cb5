//! A summary of a mesh, from headers and tables.

use crate::common::error::Error;
use crate::common::input::Reading;
use crate::common::kinds::counted;
use crate::common::limits::Limits;
use crate::model::{Chunk, ChunkPart, DracoHeader, LineEnd, LodType, Version};
use crate::outline::Outline;
use crate::query::levels;
use crate::wire::{COREMESH_DRACO, ChunkName, chunk_name};
use std::fmt;
use std::ops::Range;

/// A summary of a mesh, from headers and tables.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Info {
    /// The version.
    pub version: Version,
    /// The end of the first line.
    pub line_end: LineEnd,
    /// The length of the file in bytes.
    pub n_bytes: usize,
    /// The number of vertices; 0 if it is not stated, as in some Draco streams.
    pub n_vertices: usize,
    /// The size of a vertex in bytes; `None` for text, Draco streams and unknown geometry.
    pub vertex_size: Option<usize>,
    /// The number of faces; 0 if it is not stated.
    pub n_faces: usize,
    /// The faces of each level of detail, including those of a Draco stream.
    pub lods: Vec<Range<usize>>,
    /// The LOD offsets, from which `lods` is derived.
    pub lod_offsets: Vec<u32>,
    /// The program that made the levels.
    pub lod_type: LodType,
    /// The number of high-quality levels of detail.
    pub n_high_quality_lods: u8,
    /// The number of bones.
    pub n_bones: usize,
    /// The names of the bones.
    pub bone_names: Vec<String>,
    /// The number of subsets.
    pub n_subsets: usize,
    /// A summary of the facial animation, if there is any.
    pub facs: Option<FacsInfo>,
    /// The header of the Draco stream, if there is one.
    pub draco: Option<DracoHeader>,
    /// The name and version of each chunk of 6.00 and 7.00.
    pub chunks: Vec<(String, u32)>,
    /// The number of bytes after the last part. It is always 0 for text, whose faces are not read here.
    pub n_trailing: usize,
}

/// A summary of facial animation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FacsInfo {
    /// The number of bones that the poses move.
    pub n_bones: usize,
    /// The number of controls.
    pub n_controls: usize,
    /// The number of poses that correct two controls, and the number of those that correct three.
    pub n_correctives: [usize; 2],
}

/// Reads only headers and tables of a mesh; for 1.x, the first two lines.
///
/// # Errors
///
/// The errors of [`read`](crate::read()), for the parts that are read.
///
/// ```
/// let info = rbxmesh::info(b"version 2.00\n\x0c\0\x28\x0c\0\0\0\0\0\0\0\0")?;
/// assert_eq!(info.to_string(), "version 2.00, 0 vertices of 40 bytes, 0 faces");
/// # Ok::<(), rbxmesh::Error>(())
/// ```
pub fn info(bytes: &[u8]) -> Result<Info, Error> {
    let reading = Reading::new(false, Limits::default(), bytes.len());
    let outline = reading.read(bytes, crate::read::outline)?;
    let Outline { head, vertices, faces, n_text_faces, envelopes, .. } = outline;
    let draco = head.draco_header();
    let counts = match head.version.major {
        1 => Some(((n_text_faces as usize).saturating_mul(3), n_text_faces as usize)),
        _ if head.draco.is_some() => head.counts(),
        _ => Some((vertices.count(), faces.count())),
    };
    let (n_vertices, n_faces) = counts.unwrap_or_default();
    let vertex_size = vertices.on(bytes).stride();
    let facs = head.facs().map(|facs| FacsInfo {
        n_bones: facs.bone_names.count(),
        n_controls: facs.control_names.count(),
        n_correctives: [facs.two_pose_correctives.len(), facs.three_pose_correctives.len()],
    });
    // Counted first: a name may take one byte of the file, and a list that grows holds its strings twice.
    let mut bone_names = Vec::with_capacity(head.bone_names.count());
    bone_names.extend(head.bone_names.iter().map(|name| String::from_utf8_lossy(name).into_owned()));
    let chunks = head.chunk_list(envelopes.count() > 0);
    Ok(Info {
        version: head.version,
        line_end: head.line_end,
        n_bytes: bytes.len(),
        n_vertices,
        vertex_size: (vertex_size > 0).then_some(vertex_size),
        n_faces,
        lods: levels(&head.lod_offsets, counts.map(|(_, n_faces)| n_faces)),
        n_bones: head.bones.len(),
        bone_names,
        n_subsets: head.subsets.len(),
        facs,
        draco,
        chunks: chunks.iter().map(|chunk| name_and_version(chunk, head.draco.is_some())).collect(),
        n_trailing: head.trailing.len(),
        lod_type: head.lod_type,
        n_high_quality_lods: head.n_high_quality_lods,
        lod_offsets: head.lod_offsets,
    })
}

fn name_and_version(chunk: &Chunk, has_draco: bool) -> (String, u32) {
    match chunk {
        Chunk::Part { part, .. } => {
            let is_draco = has_draco && *part == ChunkPart::CoreMesh;
            (ChunkName(chunk_name(*part)).to_string(), if is_draco { COREMESH_DRACO } else { 1 })
        }
        Chunk::Raw { name, version, .. } => (ChunkName(*name).to_string(), *version),
    }
}

/// Prints the summary on one line.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version {}, {}", self.version, counted(self.n_vertices, "vertex"))?;
        match (self.vertex_size, &self.draco) {
            (Some(size), _) => write!(f, " of {}", counted(size, "byte"))?,
            (None, Some(_)) => f.write_str(" in a Draco stream")?,
            (None, None) => {}
        }
        write!(f, ", {}", counted(self.n_faces, "face"))?;
        if self.lods.len() > 1 {
            write!(f, " in {} levels", self.lods.len())?;
        }
        if self.n_bones > 0 {
            write!(f, ", {} in {}", counted(self.n_bones, "bone"), counted(self.n_subsets, "subset"))?;
        }
        if let Some(FacsInfo { n_bones, n_controls, n_correctives: [two, three] }) = &self.facs {
            write!(f, ", {} by {n_controls} + {two} + {three} poses", counted(*n_bones, "face bone"))?;
        }
        Ok(())
    }
}
