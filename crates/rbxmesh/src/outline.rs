//! The contents of a file before its large arrays are decoded.

use crate::common::show::Field;
use crate::common::wire::Wire;
use crate::model::{Bone, Envelope, Mesh, Subset, Vertex};
use crate::records::{Records, Region};

/// The headers and tables of a file, and the positions of the arrays that grow with the mesh.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// Set if Draco streams are to be decoded.
    pub(crate) decodes: bool,
    /// All fields except vertices, envelopes and faces; for 1.x, only those of the first line. If a Draco stream is
    /// decoded, also vertices and faces.
    pub(crate) head: Mesh,
    pub(crate) vertices: Region<Vertex>,
    pub(crate) envelopes: Region<Envelope>,
    pub(crate) faces: Region<[u32; 3]>,
    /// The number of faces on the second line of 1.x.
    pub(crate) n_text_faces: u32,
    pub(crate) starts: Starts,
}

impl Outline {
    pub(crate) fn set_envelopes(&mut self, start: usize, envelopes: Records<'_, Envelope>) {
        self.starts.set(Table::Envelopes, start);
        self.envelopes = Region::new(start, envelopes);
    }

    pub(crate) fn set_faces(&mut self, start: usize, faces: Records<'_, [u32; 3]>) {
        self.starts.set_strided(Table::Faces, start, faces.stride());
        self.faces = Region::new(start, faces);
    }
}

/// A table whose records contain references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    Faces,
    Envelopes,
    LodOffsets,
    Bones,
    Subsets,
    TwoPoseCorrectives,
    ThreePoseCorrectives,
}

impl Table {
    /// The name of the table in paths.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Faces => "faces",
            Self::Envelopes => "envelopes",
            Self::LodOffsets => "lod_offsets",
            Self::Bones => "bones",
            Self::Subsets => "subsets",
            Self::TwoPoseCorrectives => "two_pose_correctives",
            Self::ThreePoseCorrectives => "three_pose_correctives",
        }
    }

    /// The fields of an entry of the table.
    fn fields(self) -> &'static [Field] {
        match self {
            Self::Faces => <[u32; 3]>::FIELDS,
            Self::Envelopes => Envelope::FIELDS,
            Self::LodOffsets => u32::FIELDS,
            Self::Bones => Bone::FIELDS,
            Self::Subsets => Subset::FIELDS,
            Self::TwoPoseCorrectives => <[u16; 2]>::FIELDS,
            Self::ThreePoseCorrectives => <[u16; 3]>::FIELDS,
        }
    }
}

/// The positions of the entries of each [`Table`] in the file, for warnings.
#[derive(Debug, Default)]
pub(crate) struct Starts([(usize, usize); 7]);

impl Starts {
    pub(crate) fn set(&mut self, table: Table, start: usize) {
        let stride = table.fields().iter().fold(0_usize, |sum, field| sum.saturating_add(field.len));
        self.set_strided(table, start, stride);
    }

    /// Sets the position of the entries of a table; they may be longer than their known fields.
    pub(crate) fn set_strided(&mut self, table: Table, start: usize, stride: usize) {
        if let Some(entry) = self.0.get_mut(table as usize) {
            *entry = (start, stride);
        }
    }

    /// The position of a field of an entry, or of the entry if `field` is empty.
    pub(crate) fn position(&self, table: Table, index: usize, field: &str) -> usize {
        let (start, stride) = self.0.get(table as usize).copied().unwrap_or_default();
        let at = table.fields().iter().find(|of| of.name == field).map_or(0, |field| field.at);
        start.saturating_add(index.saturating_mul(stride)).saturating_add(at)
    }
}
