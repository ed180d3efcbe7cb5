//! The attributes that vertices have, and finding them in a stream. Format document, section 9.6.

use crate::model::{DracoFormat, DracoType};

/// An attribute of vertices in the form of Roblox's files.
#[derive(Clone, Copy)]
pub(super) struct VertexAttribute {
    pub(super) name: &'static str,
    pub(super) id: u32,
    pub(super) kind: u8,
    /// The kind that identifies the attribute in third-party files, whatever its id.
    kind_of_others: Option<u8>,
    pub(super) value_type: DracoType,
    pub(super) width: u8,
}

impl VertexAttribute {
    const fn new(name: &'static str, id: u32, kind: u8, value_type: DracoType, width: u8) -> Self {
        let kind_of_others = if kind == ANYTHING { None } else { Some(kind) };
        Self { name, id, kind, kind_of_others, value_type, width }
    }
}

/// The kind of generic attributes.
const ANYTHING: u8 = 4;

pub(super) const POSITION: VertexAttribute = VertexAttribute::new("position", 0, 0, DracoType::F32, 3);
pub(super) const NORMAL: VertexAttribute = VertexAttribute {
    kind_of_others: Some(1),
    ..VertexAttribute::new("normal", 1, ANYTHING, DracoType::F32, 3)
};
pub(super) const UV: VertexAttribute = VertexAttribute::new("texture coordinate", 2, 3, DracoType::F32, 2);
pub(super) const TANGENT: VertexAttribute = VertexAttribute::new("tangent", 3, ANYTHING, DracoType::U8, 4);
pub(super) const COLOUR: VertexAttribute = VertexAttribute::new("colour", 4, 2, DracoType::U8, 4);

/// The ids that the attributes of vertices have in a stream with these formats, in the order of Roblox's ids.
pub(super) fn ids(formats: &[DracoFormat]) -> [Option<u32>; 5] {
    [POSITION, NORMAL, UV, TANGENT, COLOUR].map(|known| known.find(formats))
}

impl VertexAttribute {
    /// Finds the id of the attribute with this kind, whatever its id; otherwise, of the one with Roblox's id, if its
    /// kind is generic and its type and width fit.
    pub(super) fn find(&self, formats: &[DracoFormat]) -> Option<u32> {
        let rank = |format: &DracoFormat| {
            let (fits, has_id) = (self.fits(format), format.id == self.id);
            let is_kind = Some(format.kind) == self.kind_of_others;
            let is_candidate = is_kind || fits && has_id && format.kind == ANYTHING;
            is_candidate.then_some((fits, is_kind, has_id))
        };
        // The first of those that are equally good.
        let ranked = formats.iter().rev().filter_map(|format| Some((rank(format)?, format.id)));
        ranked.max_by_key(|(rank, _)| *rank).map(|(_, id)| id)
    }

    pub(super) fn fits(&self, format: &DracoFormat) -> bool {
        (format.value_type, format.width) == (self.value_type, self.width)
    }
}
