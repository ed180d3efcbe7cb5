//! Conversion of models to triangle meshes, and back.

mod cut;
mod from;
mod options;
mod polygons;
mod quantise;
mod report;
mod shapes;
mod skins;
mod voxels;

pub use from::{FromTrimeshOptions, FromTrimeshReport, NewBone};
pub use options::{TrimeshOptions, VoxelMode};
pub(crate) use quantise::skin_of;
pub use report::{TrimeshReport, Undrawn, UndrawnReason};
pub use shapes::Polyline;

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, Mesh, Model, Name, PropertyId, PropertyValue, SkinIndex};
use geom::{Group, Mat4, TriMesh};
use std::collections::HashMap;

/// Converts positions and normals to the axes of glTF, which are the same: +Y is up, and the front of a model faces
/// +Z.
pub const TO_GLTF: Mat4 = Mat4::IDENTITY;

/// A model as triangles; see [`Model::to_trimesh`].
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Triangles {
    /// The triangles, in groups that have the names of materials.
    pub mesh: TriMesh,
    /// The texture of each group: a name for [`Model::texture`].
    pub textures: Vec<Option<String>>,
    /// The skin of each vertex, with all of its up to eight weights; empty if no vertex has one.
    pub skins: Vec<SkinIndex>,
    /// The bone of each vertex of a shape that is attached to a bone; none for all others. The list is empty
    /// if no shape is attached to a bone.
    pub bones: Vec<BoneIndex>,
    /// The lines and curves, which are not triangles.
    pub lines: Vec<Polyline>,
    /// The features that were left out or approximated.
    pub report: TrimeshReport,
}

impl Model {
    /// Converts the surface of the model to triangles.
    ///
    /// All polygons of a chunk with the same material form a group, and so do all voxels of a block with the same
    /// material. Vertices are in the space of the model, in units of [`scale`](Self::scale) metres, and follow the
    /// [conventions](geom::TriMesh#conventions) of triangle meshes: V points down, although in the files it points
    /// up. Colours are those of vertices; those of materials are not applied. Joints are bones, by their index.
    ///
    /// If the model has shapes, they replace its polygons, as the format specifies, unless they draw nothing.
    ///
    /// # Errors
    ///
    /// If there would be more triangles, or more voxels to visit, than the options allow.
    ///
    /// ```rust,standalone_crate
    /// use m3d::TrimeshOptions;
    ///
    /// let model = m3d::read(include_bytes!("../fixtures/m3d/valid/authored/auth_texquad.fixedsdk.m3d"))?;
    /// let triangles = model.to_trimesh(&TrimeshOptions::default())?;
    /// assert_eq!((triangles.mesh.positions.len(), triangles.mesh.indices.len()), (4, 2));
    /// assert_eq!(triangles.mesh.groups[0].material.as_deref(), Some("board"));
    /// assert_eq!(triangles.textures[0].as_deref(), Some("checker"));
    /// assert!(triangles.report.is_empty(), "{}", triangles.report);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    pub fn to_trimesh(&self, options: &TrimeshOptions) -> Result<Triangles, Error> {
        let mut triangles = Triangles::default();
        triangles.report.n_procedures = self.procedures().count();
        let names = Names::new(self);
        let mut of_shapes = Triangles::default();
        if options.shapes {
            shapes::add(self, &names, options, &mut of_shapes)?;
        }
        let has_shapes = !of_shapes.mesh.indices.is_empty() || !of_shapes.lines.is_empty();
        if options.polygons.unwrap_or(!has_shapes) {
            polygons::add(self, &names, options, &mut triangles)?;
        } else if options.polygons.is_none() {
            triangles.report.n_hidden_polygons =
                self.meshes().map(Mesh::n_faces).fold(0, usize::saturating_add);
        }
        triangles.report.take_shapes(&mut of_shapes.report);
        triangles.append(of_shapes);
        check_count(triangles.mesh.indices.len(), triangles.mesh.groups.len(), options)?;
        if options.voxels != VoxelMode::Omitted {
            voxels::add(self, &names, options, &mut triangles)?;
        }
        skins::attach(self, options, &mut triangles);
        Ok(triangles)
    }
}

/// The names of groups, materials and textures.
struct Names<'a> {
    model: &'a Model,
    /// The texture of each material.
    textures: HashMap<(&'a [u8], Name), Name>,
}

impl<'a> Names<'a> {
    fn new(model: &'a Model) -> Self {
        let mut textures = HashMap::new();
        for material in model.materials() {
            // The first of several materials of the same name is the one that readers use.
            textures.entry(model.strings.key(material.name)).or_insert_with(|| {
                match material.get(PropertyId::DIFFUSE_MAP) {
                    Some(PropertyValue::Texture(texture)) => texture,
                    _ => Name::NONE,
                }
            });
        }
        Self { model, textures }
    }

    /// Returns true if the model defines a material of this name.
    fn has_material(&self, name: Name) -> bool {
        name != Name::NONE && self.textures.contains_key(&self.model.strings.key(name))
    }

    /// Adds a group without triangles.
    fn add_group(&self, triangles: &mut Triangles, name: String, material: Name) {
        let end = triangles.mesh.indices.len();
        let texture = self.textures.get(&self.model.strings.key(material)).copied().unwrap_or_default();
        let [material, texture] =
            [material, texture].map(|name| Some(label(self.model, name)).filter(|text| !text.is_empty()));
        triangles.mesh.groups.push(Group { name, material, triangles: end..end });
        triangles.textures.push(texture);
    }
}

/// The first 255 bytes of the string of a name, because many names in a file may share a string of many
/// megabytes.
fn label(model: &Model, name: Name) -> String {
    String::from_utf8_lossy(model.strings.start(name)).into_owned()
}

/// Fails if there are more triangles than the options allow. A group counts as eight triangles, for the
/// memory of its names.
fn check_count(n_triangles: usize, n_groups: usize, options: &TrimeshOptions) -> Result<(), Error> {
    let limit = options.max_triangles;
    if n_triangles.saturating_add(n_groups.saturating_mul(8)) <= limit.saturating_add(8) {
        Ok(())
    } else {
        Err(Error::model(ErrorKind::TooManyTriangles { limit }))
    }
}
