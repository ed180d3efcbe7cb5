//! A visitor of all references of a model in order, to check or renumber them.

use crate::model::{
    BoneIndex, Byte, Chunk, ColourRef, Command, FaceIndex, MeshArguments, Model, Name, OrientationIndex,
    PartIndex, PropertyValue, Record, Scalar, ShapeIndex, SkinIndex, TexCoordIndex, VertexIndex, VoxelIndex,
    with_commands,
};
use crate::wire::Tuple;

/// Receives each reference once, after the calls that report its position.
pub(crate) trait Visitor {
    /// Reports the item that has the following fields: its list in the chunk, such as `bones`, and its index.
    fn item(&mut self, _list: &'static str, _index: usize) {}
    /// Reports the name of the following field of the item or, before the first item, of the chunk.
    fn field(&mut self, _name: &'static str) {}
    /// Reports the index of the element of the field that has the following values.
    fn element(&mut self, _index: usize) {}
    /// Reports the name of the following value in the element or the field.
    fn cell(&mut self, _name: &'static str) {}
    fn name(&mut self, _: &mut Name) {}
    fn colour(&mut self, _: &mut ColourRef) {}
    /// Receives the index of a point.
    fn vertex(&mut self, _: &mut VertexIndex) {}
    fn normal(&mut self, _: &mut VertexIndex) {}
    fn orientation(&mut self, _: &mut OrientationIndex) {}
    fn tex_coord(&mut self, _: &mut TexCoordIndex) {}
    fn bone(&mut self, _: &mut BoneIndex) {}
    fn skin(&mut self, _: &mut SkinIndex) {}
    fn shape(&mut self, _: &mut ShapeIndex) {}
    fn face(&mut self, _: &mut FaceIndex) {}
    fn voxel(&mut self, _: &mut VoxelIndex) {}
    /// Receives a number that is not a reference, but whose type is set by the header, like that of coordinates.
    fn scalar(&mut self, _: &mut Scalar) {}
}

pub(crate) fn visit(model: &mut Model, visitor: &mut impl Visitor) {
    model.chunks.iter_mut().for_each(|chunk| visit_chunk(chunk, visitor));
}

/// Visits fields of a chunk or item: `fields! { visitor: bone bone.parent, name bone.name }`.
macro_rules! fields {
    ($visitor:ident: $($visit:ident $owner:ident.$field:ident),+) => {{
        $(
            $visitor.field(stringify!($field));
            $visitor.$visit(&mut $owner.$field);
        )+
    }};
}

pub(crate) fn visit_chunk(chunk: &mut Chunk, visitor: &mut impl Visitor) {
    match chunk {
        Chunk::ColourMap(_) | Chunk::TextureMap(_) | Chunk::Unknown(_) => {}
        Chunk::Vertices(vertices) => {
            for (i, colour) in vertices.colours.iter_mut().enumerate() {
                visitor.item("vertices", i);
                visitor.field("colour");
                visitor.colour(colour);
            }
            for (i, skin) in vertices.skins.iter_mut().enumerate() {
                visitor.item("vertices", i);
                visitor.field("skin");
                visitor.skin(skin);
            }
        }
        Chunk::Skeleton(skeleton) => {
            for (i, bone) in skeleton.bones.iter_mut().enumerate() {
                visitor.item("bones", i);
                fields! { visitor: bone bone.parent, name bone.name }
                fields! { visitor: vertex bone.position, orientation bone.orientation }
            }
            for (i, skin) in skeleton.skins.iter_mut().enumerate() {
                visitor.item("skins", i);
                visitor.field("bones");
                for (slot, bone) in skin.bones.iter_mut().enumerate() {
                    visitor.element(slot);
                    visitor.bone(bone);
                }
            }
        }
        Chunk::Material(material) => {
            fields! { visitor: name material.name }
            for (i, property) in material.properties.iter_mut().enumerate() {
                visitor.item("properties", i);
                visitor.field("value");
                match &mut property.value {
                    PropertyValue::Colour(colour) => visitor.colour(colour),
                    PropertyValue::Texture(name) => visitor.name(name),
                    PropertyValue::Float(_) | PropertyValue::Byte(_) => {}
                }
            }
        }
        Chunk::Procedure(procedure) => fields! { visitor: name procedure.script },
        Chunk::Mesh(mesh) => {
            for (i, record) in mesh.records.iter_mut().enumerate() {
                visitor.item("records", i);
                match record {
                    Record::Material(name) => {
                        visitor.field("material");
                        visitor.name(name);
                    }
                    Record::Parameter { name, .. } => {
                        visitor.field("parameter");
                        visitor.name(name);
                    }
                    Record::Polygons { .. } => {}
                }
            }
            // Corners have no places here, because the lists do not have the polygons; validation checks meshes
            // itself.
            mesh.vertices.iter_mut().for_each(|vertex| visitor.vertex(vertex));
            mesh.tex_coords.iter_mut().for_each(|tex_coord| visitor.tex_coord(tex_coord));
            mesh.normals.iter_mut().for_each(|normal| visitor.normal(normal));
            mesh.max_vertices.iter_mut().for_each(|vertex| visitor.vertex(vertex));
        }
        Chunk::VoxelTypes(voxels) => {
            for (i, voxel) in voxels.types.iter_mut().enumerate() {
                visitor.item("types", i);
                fields! { visitor: colour voxel.colour, name voxel.name, skin voxel.skin }
                visitor.field("items");
                for (i, item) in voxel.items.iter_mut().enumerate() {
                    visitor.element(i);
                    visitor.cell("name");
                    visitor.name(&mut item.name);
                }
            }
        }
        Chunk::VoxelBlock(block) => {
            fields! { visitor: name block.name }
            for (i, voxel) in block.voxels.iter_mut().enumerate() {
                visitor.item("voxels", i);
                visitor.voxel(voxel);
            }
        }
        Chunk::Shape(shape) => {
            fields! { visitor: name shape.name, bone shape.group }
            for (i, one) in shape.commands.iter_mut().enumerate() {
                visitor.item("commands", i);
                command(one, visitor);
            }
        }
        Chunk::Labels(labels) => {
            fields! { visitor: name labels.group, name labels.language, colour labels.colour }
            for (i, label) in labels.labels.iter_mut().enumerate() {
                visitor.item("labels", i);
                fields! { visitor: vertex label.vertex, name label.text }
            }
        }
        Chunk::Action(action) => {
            fields! { visitor: name action.name }
            for (i, frame) in action.frames.iter_mut().enumerate() {
                visitor.item("frames", i);
                visitor.field("transforms");
                for (i, transform) in frame.transforms.iter_mut().enumerate() {
                    visitor.element(i);
                    visitor.cell("bone");
                    visitor.bone(&mut transform.bone);
                    visitor.cell("position");
                    visitor.vertex(&mut transform.position);
                    visitor.cell("orientation");
                    visitor.orientation(&mut transform.orientation);
                }
            }
        }
        Chunk::Asset(asset) => fields! { visitor: name asset.name },
    }
}

macro_rules! visitor {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        fn command(command: &mut Command, visitor: &mut impl Visitor) {
            match command {
                $(Command::$Command { $($field),* } => { $(visitor.field(stringify!($field)); $field.visit(visitor);)* })*
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

/// Skips arguments that are plain numbers, and need no renumbering.
impl Argument for Byte {
    fn visit(&mut self, _: &mut impl Visitor) {}
}

impl Argument for PartIndex {
    fn visit(&mut self, _: &mut impl Visitor) {}
}

impl Argument for MeshArguments {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        match self {
            Self::Face { face } => {
                visitor.field("face");
                visitor.face(face);
            }
            Self::Range { position, orientation, .. } => {
                visitor.field("position");
                visitor.vertex(position);
                visitor.field("orientation");
                visitor.orientation(orientation);
            }
            Self::ScaledRange { faces, position, orientation, scale } => {
                visitor.field("first");
                visitor.face(&mut faces.0);
                visitor.field("count");
                visitor.face(&mut faces.1);
                visitor.field("position");
                visitor.vertex(position);
                visitor.field("orientation");
                visitor.orientation(orientation);
                // The scale is stored as a vertex, but is no point: it does not change when the model shrinks.
                visitor.field("scale");
                visitor.normal(scale);
            }
        }
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        for (i, value) in self.iter_mut().enumerate() {
            visitor.element(i);
            value.visit(visitor);
        }
    }
}

impl<A: Argument, B: Argument> Argument for (A, B)
where
    Self: Tuple,
{
    fn visit(&mut self, visitor: &mut impl Visitor) {
        let [a, b, ..] = Self::NAMES;
        visitor.cell(a);
        self.0.visit(visitor);
        visitor.cell(b);
        self.1.visit(visitor);
    }
}

impl<A: Argument, B: Argument, C: Argument> Argument for (A, B, C)
where
    Self: Tuple,
{
    fn visit(&mut self, visitor: &mut impl Visitor) {
        let [a, b, c] = Self::NAMES;
        visitor.cell(a);
        self.0.visit(visitor);
        visitor.cell(b);
        self.1.visit(visitor);
        visitor.cell(c);
        self.2.visit(visitor);
    }
}
