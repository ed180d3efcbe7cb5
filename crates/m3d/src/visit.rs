//! Visits all references of a model in order, to renumber them.

use crate::model::with_commands;
use crate::{
    BoneIndex, Byte, Chunk, ColourRef, Command, FaceIndex, MeshPart, Model, Name, OrientationIndex,
    PartIndex, PropertyValue, Record, Scalar, ShapeIndex, SkinIndex, TexCoordIndex, VertexIndex, VoxelIndex,
};

/// What to do with each reference. Each is visited once.
pub(crate) trait Visitor {
    fn name(&mut self, _: &mut Name) {}
    fn colour(&mut self, _: &mut ColourRef) {}
    /// A point.
    fn vertex(&mut self, _: &mut VertexIndex) {}
    fn normal(&mut self, _: &mut VertexIndex) {}
    fn orientation(&mut self, _: &mut OrientationIndex) {}
    fn tex_coord(&mut self, _: &mut TexCoordIndex) {}
    fn bone(&mut self, _: &mut BoneIndex) {}
    fn skin(&mut self, _: &mut SkinIndex) {}
    fn shape(&mut self, _: &mut ShapeIndex) {}
    fn face(&mut self, _: &mut FaceIndex) {}
    fn voxel(&mut self, _: &mut VoxelIndex) {}
    /// Not a reference, but its type is set by the header, like that of coordinates.
    fn scalar(&mut self, _: &mut Scalar) {}
}

pub(crate) fn visit(model: &mut Model, visitor: &mut impl Visitor) {
    model.chunks.iter_mut().for_each(|chunk| visit_chunk(chunk, visitor));
}

pub(crate) fn visit_chunk(chunk: &mut Chunk, visitor: &mut impl Visitor) {
    match chunk {
        Chunk::ColourMap(_) | Chunk::TextureMap(_) | Chunk::Unknown(_) => {}
        Chunk::Vertices(vertices) => {
            vertices.colours.iter_mut().for_each(|colour| visitor.colour(colour));
            vertices.skins.iter_mut().for_each(|skin| visitor.skin(skin));
        }
        Chunk::Skeleton(skeleton) => {
            for bone in &mut skeleton.bones {
                visitor.bone(&mut bone.parent);
                visitor.name(&mut bone.name);
                visitor.vertex(&mut bone.position);
                visitor.orientation(&mut bone.orientation);
            }
            skeleton.skins.iter_mut().flat_map(|skin| &mut skin.bones).for_each(|bone| visitor.bone(bone));
        }
        Chunk::Material(material) => {
            visitor.name(&mut material.name);
            for property in &mut material.properties {
                match &mut property.value {
                    PropertyValue::Colour(colour) => visitor.colour(colour),
                    PropertyValue::Texture(name) => visitor.name(name),
                    PropertyValue::Float(_) | PropertyValue::Byte(_) => {}
                }
            }
        }
        Chunk::Procedure(procedure) => visitor.name(&mut procedure.script),
        Chunk::Mesh(mesh) => {
            for record in &mut mesh.records {
                match record {
                    Record::Material(name) | Record::Parameter { name, .. } => visitor.name(name),
                    Record::Polygons { .. } => {}
                }
            }
            mesh.vertices.iter_mut().for_each(|vertex| visitor.vertex(vertex));
            mesh.tex_coords.iter_mut().for_each(|tex_coord| visitor.tex_coord(tex_coord));
            mesh.normals.iter_mut().for_each(|normal| visitor.normal(normal));
            mesh.max_vertices.iter_mut().for_each(|vertex| visitor.vertex(vertex));
        }
        Chunk::VoxelTypes(voxels) => {
            for voxel in &mut voxels.types {
                visitor.colour(&mut voxel.colour);
                visitor.name(&mut voxel.name);
                visitor.skin(&mut voxel.skin);
                voxel.items.iter_mut().for_each(|item| visitor.name(&mut item.name));
            }
        }
        Chunk::VoxelBlock(block) => {
            visitor.name(&mut block.name);
            block.voxels.iter_mut().for_each(|voxel| visitor.voxel(voxel));
        }
        Chunk::Shape(shape) => {
            visitor.name(&mut shape.name);
            visitor.bone(&mut shape.group);
            shape.commands.iter_mut().for_each(|one| command(one, visitor));
        }
        Chunk::Labels(labels) => {
            visitor.name(&mut labels.group);
            visitor.name(&mut labels.language);
            visitor.colour(&mut labels.colour);
            for label in &mut labels.labels {
                visitor.vertex(&mut label.vertex);
                visitor.name(&mut label.text);
            }
        }
        Chunk::Action(action) => {
            visitor.name(&mut action.name);
            for transform in action.frames.iter_mut().flat_map(|frame| &mut frame.transforms) {
                visitor.bone(&mut transform.bone);
                visitor.vertex(&mut transform.position);
                visitor.orientation(&mut transform.orientation);
            }
        }
        Chunk::Asset(asset) => visitor.name(&mut asset.name),
    }
}

macro_rules! visitor {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        fn command(command: &mut Command, visitor: &mut impl Visitor) {
            match command {
                $(Command::$Command { $($field),* } => { $($field.visit(visitor);)* })*
            }
        }
    };
}
with_commands!(visitor);

/// An argument of a command.
trait Argument {
    fn visit(&mut self, visitor: &mut impl Visitor);
}

macro_rules! arguments {
    ($($ty:ident $visit:ident;)*) => { $(
        impl Argument for $ty {
            fn visit(&mut self, visitor: &mut impl Visitor) {
                visitor.$visit(self);
            }
        }
    )* };
}
arguments! {
    Name name;
    ShapeIndex shape;
    FaceIndex face;
    TexCoordIndex tex_coord;
    VertexIndex vertex;
    OrientationIndex orientation;
    Scalar scalar;
}

/// Arguments that are plain numbers, so renumbering does not apply.
impl Argument for Byte {
    fn visit(&mut self, _: &mut impl Visitor) {}
}

impl Argument for PartIndex {
    fn visit(&mut self, _: &mut impl Visitor) {}
}

impl Argument for MeshPart {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        match self {
            Self::Face { face } => visitor.face(face),
            Self::Range { position, orientation, .. } => {
                visitor.vertex(position);
                visitor.orientation(orientation);
            }
            Self::ScaledRange { faces, position, orientation, scale } => {
                faces.visit(visitor);
                visitor.vertex(position);
                visitor.orientation(orientation);
                // The scale is not a point: it does not change when the model shrinks.
                visitor.normal(scale);
            }
        }
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        self.iter_mut().for_each(|value| value.visit(visitor));
    }
}

impl<A: Argument, B: Argument> Argument for (A, B) {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        self.0.visit(visitor);
        self.1.visit(visitor);
    }
}

impl<A: Argument, B: Argument, C: Argument> Argument for (A, B, C) {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        self.0.visit(visitor);
        self.1.visit(visitor);
        self.2.visit(visitor);
    }
}
