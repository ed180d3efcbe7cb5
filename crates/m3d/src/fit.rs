//! Selection of the smallest field widths that hold a model.

use crate::model::{
    BoneIndex, Chunk, ColourRef, CoordinateType, FaceIndex, Model, Name, OrientationIndex, Scalar,
    ShapeIndex, SkinIndex, TexCoordIndex, VertexIndex, VoxelIndex, WeightCount, Width,
};
use crate::visit::{Visitor, visit};

impl Model {
    /// Sets the [types](Self::types) to the smallest that can represent everything in the model, and adds or
    /// removes the colour and skin of each vertex to match.
    ///
    /// Kinds of fields that nothing uses become absent. Colours stay inline or in the map, whichever they are.
    ///
    /// Bytes that could not be decoded are unchanged: the `surplus` of a chunk, and a chunk of a known kind that is
    /// [`Unknown`](crate::Unknown). Their fields have the widths of the old types. So if `fit` changes a type,
    /// programs may decode these bytes differently, fail to decode them, or succeed where they failed before.
    /// [`canonical`](Self::canonical) drops the `surplus`, and refuses such chunks.
    pub fn fit(&mut self) {
        let mut needs = IndexCounts::default();
        visit(self, &mut needs);
        let count =
            |chunks: &[Chunk], of: fn(&Chunk) -> usize| chunks.iter().map(of).max().unwrap_or_default();
        let n_vertices = count(&self.chunks, |chunk| match chunk {
            Chunk::Vertices(vertices) => vertices.len(),
            _ => 0,
        });
        let n_tex_coords = count(&self.chunks, |chunk| match chunk {
            Chunk::TextureMap(map) => map.pairs.len(),
            _ => 0,
        });
        let n_colours = count(&self.chunks, |chunk| match chunk {
            Chunk::ColourMap(map) => map.colours.len(),
            _ => 0,
        });
        let n_bones = count(&self.chunks, |chunk| match chunk {
            // A chunk without bones has the field of the count, too.
            Chunk::Skeleton(skeleton) => skeleton.bones.len().max(1),
            _ => 0,
        });
        let n_skins = count(&self.chunks, |chunk| match chunk {
            Chunk::Skeleton(skeleton) => skeleton.skins.len(),
            _ => 0,
        });
        let n_shapes = self.chunks.iter().filter(|chunk| matches!(chunk, Chunk::Shape(_))).count();
        let types = &mut self.types;
        types.vertex = Width::for_count(n_vertices.max(needs.vertex).max(1));
        types.string = Width::for_count(self.strings.bytes.len().max(needs.string).max(1));
        types.tex_coord = Width::for_count(n_tex_coords.max(needs.tex_coord));
        types.bone = Width::for_count(n_bones.max(needs.bone));
        types.skin = Width::for_count(n_skins.max(needs.skin));
        types.shape = Width::for_count(n_shapes.max(needs.shape));
        types.face = Width::for_count(needs.face);
        types.colour = match (types.colour, needs.colour) {
            (_, 0) if n_colours == 0 => Width::Absent,
            (Width::Four, _) => Width::Four,
            // Four bytes would mean inline colours.
            (_, highest) => Width::for_count(n_colours.max(highest)).min(Width::Two),
        };
        let largest = |of: fn(&Chunk) -> Option<usize>| self.chunks.iter().filter_map(of).max();
        types.transforms = match largest(most_transforms) {
            Some(count) => Width::for_count(count),
            None => Width::Absent,
        };
        types.weights = match largest(most_weights) {
            Some(0..=1) | None => WeightCount::One,
            Some(2) => WeightCount::Two,
            Some(3..=4) => WeightCount::Four,
            Some(_) => WeightCount::Eight,
        };
        let voxel_sizes = self.chunks.iter().filter_map(voxel_size);
        types.voxel_size = voxel_sizes.max().unwrap_or(Width::Absent);
        types.voxel = match types.voxel_size {
            Width::Absent => Width::Absent,
            _ => Width::for_count(needs.voxel.max(1)).min(Width::Two),
        };
        let stored = self.chunks.iter().filter_map(coordinate_type).next();
        types.coordinate = stored.or(needs.scalar).unwrap_or(types.coordinate);
        let types = *types;
        for chunk in &mut self.chunks {
            if let Chunk::Vertices(vertices) = chunk {
                vertices.even_out(&types);
            }
        }
    }
}

/// For each kind of index, the highest one in use plus 1, or 0 if none is used.
#[derive(Debug, Default)]
struct IndexCounts {
    string: usize,
    vertex: usize,
    tex_coord: usize,
    colour: usize,
    bone: usize,
    skin: usize,
    shape: usize,
    face: usize,
    voxel: usize,
    scalar: Option<CoordinateType>,
}

/// Raises the number of indices so that they include `index`. −1 does not require the field, because it is
/// the value of an absent field. −2 requires it, even if there are no indices.
fn raise(need: &mut usize, index: u32) {
    let least = match index {
        u32::MAX => 0,
        0xffff_fffe => 1,
        index => (index as usize).saturating_add(1),
    };
    *need = least.max(*need);
}

impl Visitor for IndexCounts {
    fn name(&mut self, name: &mut Name) {
        raise(&mut self.string, name.0);
    }

    fn colour(&mut self, colour: &mut ColourRef) {
        // An absent colour reads as 0, so index 0 needs no field. For colours, −1 and −2 are plain indices.
        let least = if colour.0 == 0 { 0 } else { (colour.0 as usize).saturating_add(1) };
        self.colour = least.max(self.colour);
    }

    fn vertex(&mut self, vertex: &mut VertexIndex) {
        raise(&mut self.vertex, vertex.0);
    }

    fn normal(&mut self, vertex: &mut VertexIndex) {
        raise(&mut self.vertex, vertex.0);
    }

    fn orientation(&mut self, vertex: &mut OrientationIndex) {
        raise(&mut self.vertex, vertex.0);
    }

    fn tex_coord(&mut self, tex_coord: &mut TexCoordIndex) {
        raise(&mut self.tex_coord, tex_coord.0);
    }

    fn bone(&mut self, bone: &mut BoneIndex) {
        raise(&mut self.bone, bone.0);
    }

    fn skin(&mut self, skin: &mut SkinIndex) {
        raise(&mut self.skin, skin.0);
    }

    fn shape(&mut self, shape: &mut ShapeIndex) {
        raise(&mut self.shape, shape.0);
    }

    fn face(&mut self, face: &mut FaceIndex) {
        raise(&mut self.face, face.0);
    }

    fn voxel(&mut self, voxel: &mut VoxelIndex) {
        raise(&mut self.voxel, voxel.0);
    }

    fn scalar(&mut self, scalar: &mut Scalar) {
        self.scalar = Some(scalar.coordinate_type());
    }
}

fn most_transforms(chunk: &Chunk) -> Option<usize> {
    match chunk {
        Chunk::Action(action) => action.frames.iter().map(|frame| frame.transforms.len()).max(),
        _ => None,
    }
}

/// The number of weights that the skins use. A single weight that is not 255 needs two, because the weight of one is
/// not stored.
fn most_weights(chunk: &Chunk) -> Option<usize> {
    let Chunk::Skeleton(skeleton) = chunk else { return None };
    let used = skeleton.skins.iter().map(|skin| {
        let slots =
            skin.weights.iter().rposition(|weight| *weight != 0).map_or(0, |last| last.saturating_add(1));
        // A single weight is not stored, and is always read as 255.
        if slots <= 1 && skin.weights.first() != Some(&255) { 2 } else { slots }
    });
    used.max()
}

fn voxel_size(chunk: &Chunk) -> Option<Width> {
    let Chunk::VoxelBlock(block) = chunk else { return None };
    let position = |side: &i32| match (i8::try_from(*side), i16::try_from(*side)) {
        (Ok(_), _) => Width::One,
        (_, Ok(_)) => Width::Two,
        _ => Width::Four,
    };
    let size = |side: &u32| match side {
        0..=0xff => Width::One,
        0x100..=0xffff => Width::Two,
        _ => Width::Four,
    };
    block.position.iter().map(position).chain(block.size.iter().map(size)).max()
}

fn coordinate_type(chunk: &Chunk) -> Option<CoordinateType> {
    match chunk {
        Chunk::Vertices(vertices) => Some(vertices.coordinates.coordinate_type()),
        Chunk::TextureMap(map) => Some(map.pairs.coordinate_type()),
        _ => None,
    }
}
