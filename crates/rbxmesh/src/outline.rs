//! What a file holds, before its arrays are decoded.

use crate::records::{Records, Stretch};
use crate::{Envelope, Mesh, Vertex};

/// Headers and tables, and where the arrays are that grow with the mesh.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// All but vertices, envelopes and faces; of 1.x, what the first line says.
    pub(crate) head: Mesh,
    pub(crate) vertices: Stretch<Vertex>,
    pub(crate) envelopes: Stretch<Envelope>,
    pub(crate) faces: Stretch<[u32; 3]>,
    /// What the second line of 1.x says.
    pub(crate) n_text_faces: u32,
    pub(crate) starts: Starts,
}

impl Outline {
    pub(crate) fn set_envelopes(&mut self, start: usize, envelopes: Records<'_, Envelope>) {
        self.starts.set(Part::Envelopes, start, envelopes.stride());
        self.envelopes = Stretch::new(start, envelopes);
    }

    pub(crate) fn set_faces(&mut self, start: usize, faces: Records<'_, [u32; 3]>) {
        self.starts.set(Part::Faces, start, faces.stride());
        self.faces = Stretch::new(start, faces);
    }
}

/// A list whose entries refer to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Faces,
    Envelopes,
    LodOffsets,
    Bones,
    Subsets,
    TwoPoseCorrectives,
    ThreePoseCorrectives,
}

impl Part {
    /// Its name in paths and in the layout.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Faces => "faces",
            Self::Envelopes => "envelopes",
            Self::LodOffsets => "lod offsets",
            Self::Bones => "bones",
            Self::Subsets => "subsets",
            Self::TwoPoseCorrectives => "two pose correctives",
            Self::ThreePoseCorrectives => "three pose correctives",
        }
    }
}

/// Where the entries of each [`Part`] are in the file, so that a warning can say it.
#[derive(Debug, Default)]
pub(crate) struct Starts([(usize, usize); 7]);

impl Starts {
    pub(crate) fn set(&mut self, part: Part, start: usize, stride: usize) {
        self.0.get_mut(part as usize).into_iter().for_each(|entry| *entry = (start, stride));
    }

    /// The first byte of an entry.
    pub(crate) fn of(&self, part: Part, index: usize) -> usize {
        let (start, stride) = self.0.get(part as usize).copied().unwrap_or_default();
        start.saturating_add(index.saturating_mul(stride))
    }
}
