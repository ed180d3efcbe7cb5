//! Conversion of triangle meshes to models.

use super::quantise::skin_of;
use crate::canonical::unique::new_indices;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{
    Bone, BoneIndex, Chunk, ColourRef, Coordinates, Face, Mesh, Model, Name, OrientationIndex, Parts, Record,
    Skeleton, Skin, SkinIndex, TexCoordIndex, TexCoords, TextureMap, VertexIndex, Vertices, Width,
};
use geom::{Quat, TriMesh, Vec2, Vec3};
use std::collections::HashMap;
use std::fmt;

/// Options of [`Model::from_trimesh`].
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use]
pub struct FromTrimeshOptions {
    bones: Vec<NewBone>,
    v_down: bool,
}

/// A bone to add.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewBone {
    /// The name.
    pub name: String,
    /// The parent; `None` for a root bone.
    pub parent: Option<BoneIndex>,
    /// The position, in the space of its parent.
    pub position: Vec3,
    /// The orientation.
    pub orientation: Quat,
}

/// The features that [`Model::from_trimesh`] left out. It is printed as one line for each count that is not
/// 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FromTrimeshReport {
    /// The number of triangles that refer to a missing vertex.
    pub n_dangling_triangles: usize,
    /// The number of vertices with weights for joints that are not among the bones.
    pub n_dangling_skins: usize,
    /// The number of tangents, which the format does not have.
    pub n_tangents: usize,
}

impl FromTrimeshOptions {
    /// Sets the skeleton that the joints of the mesh refer to, in the bind pose. Without bones, joints and weights
    /// are left out.
    pub fn bones(self, bones: Vec<NewBone>) -> Self {
        Self { bones, ..self }
    }

    /// Writes V pointing down, as the public document says. In all known files it points up.
    pub fn v_down(self, v_down: bool) -> Self {
        Self { v_down, ..self }
    }
}

impl fmt::Display for FromTrimeshReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = [
            (self.n_dangling_triangles, "triangles left out, since a corner refers to no vertex"),
            (self.n_dangling_skins, "vertices with weights of joints that are not bones"),
            (self.n_tangents, "tangents left out"),
        ];
        lines
            .iter()
            .filter(|(count, _)| *count > 0)
            .try_for_each(|(count, what)| writeln!(f, "{what}: {count}"))
    }
}

impl Model {
    /// Converts a triangle mesh to a model with the smallest field widths. Coordinates are floats.
    ///
    /// The first vertices of the model are those of the mesh, in order; normals and bones follow. Triangles
    /// in no group come first, then the triangles of each group, with its material. The materials themselves
    /// are not defined: add them with [`set_material`](Self::set_material), or leave them to a library. To
    /// fill the cube from -1 to 1, and to store integers, write the model in [canonical
    /// form](Self::canonical).
    ///
    /// # Errors
    ///
    /// If an attribute of the mesh does not have one entry for each vertex.
    ///
    /// ```
    /// use geom::{TriMesh, Vec3};
    /// use m3d::{FromTrimeshOptions, Model, TrimeshOptions};
    ///
    /// let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    /// let mesh = TriMesh { positions, normals: vec![Vec3::Z; 3], indices: vec![[0, 1, 2]], ..TriMesh::default() };
    /// let (model, _) = Model::from_trimesh(&mesh, &FromTrimeshOptions::default())?;
    /// let back = m3d::read(&m3d::write(&model)?)?.to_trimesh(&TrimeshOptions::default())?;
    /// assert_eq!((back.mesh.positions, back.mesh.normals), (mesh.positions, mesh.normals));
    /// # Ok::<(), m3d::Error>(())
    /// ```
    pub fn from_trimesh(
        mesh: &TriMesh,
        options: &FromTrimeshOptions,
    ) -> Result<(Self, FromTrimeshReport), Error> {
        let n_vertices = mesh.positions.len();
        for (what, found) in [
            ("normals", mesh.normals.len()),
            ("texture coordinates", mesh.uvs.len()),
            ("colours", mesh.colours.len()),
            ("joints", mesh.joints.len()),
            ("weights", mesh.weights.len()),
        ] {
            if found != 0 && found != n_vertices {
                return Err(Error::model(ErrorKind::Mismatch { what, found, expected: n_vertices }));
            }
        }
        let mut model = Self::default();
        let mut report =
            FromTrimeshReport { n_tangents: mesh.tangents.len(), ..FromTrimeshReport::default() };
        let mut rows: Vec<[f32; 4]> =
            mesh.positions.iter().map(|point| point.extend(1.0).to_array()).collect();
        let (normals, of_vertices) = distinct(&mesh.normals, |normal| normal.extend(0.0).to_array());
        let first_normal = rows.len();
        rows.extend(normals.iter().map(|normal| normal.extend(1.0).to_array()));
        let normal_of: Vec<_> =
            of_vertices.iter().map(|at| VertexIndex(index(first_normal).saturating_add(*at))).collect();
        let (pairs, pair_of) = distinct(&mesh.uvs, |pair| [pair.x, pair.y, 0.0, 0.0]);
        let pair_of: Vec<_> = pair_of.into_iter().map(TexCoordIndex).collect();

        let (skins, skin_of_vertices) = skins(mesh, options.bones.len(), &mut report);
        let mut vertex_skins = skin_of_vertices;
        vertex_skins.resize(rows.len(), SkinIndex::NONE);
        let skeleton = skeleton(&mut model, options, skins, &mut rows, &mut vertex_skins);

        let mut colours: Vec<_> = mesh.colours.iter().map(|colour| ColourRef::inline(*colour)).collect();
        if colours.is_empty() {
            model.types.colour = Width::Absent;
        } else {
            colours.resize(rows.len(), ColourRef(0));
        }
        if skeleton.is_none() {
            model.types.skin = Width::Absent;
            vertex_skins.clear();
        }
        if !pairs.is_empty() {
            // V points up in files, and down in the mesh. Format document, section 5.
            let stored = |pair: &Vec2| if options.v_down { [pair.x, pair.y] } else { [pair.x, 1.0 - pair.y] };
            let pairs = TexCoords::F32(pairs.iter().map(stored).collect());
            model.chunks.push(Chunk::TextureMap(TextureMap { pairs, surplus: Vec::new() }));
        }
        let coordinates = Coordinates::F32(rows);
        model.chunks.push(Chunk::Vertices(Vertices {
            coordinates,
            colours,
            skins: vertex_skins,
            surplus: Vec::new(),
        }));
        model.chunks.extend(skeleton.map(Chunk::Skeleton));
        let polygons = polygons(&mut model, mesh, &normal_of, &pair_of, &mut report)?;
        model.chunks.push(Chunk::Mesh(polygons));
        model.fit();
        Ok((model, report))
    }
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The distinct items of a list, and the index of each item of the list among them.
fn distinct<T: Copy>(list: &[T], numbers: impl Fn(&T) -> [f32; 4]) -> (Vec<T>, Vec<u32>) {
    let places = new_indices(list.len(), |at| {
        // Numbers are compared by their bits, for which 0 and -0 differ.
        let [x, y, z, w] =
            list.get(at).map(&numbers).unwrap_or_default().map(|number| u64::from(number.to_bits()));
        [x | y << 32, z | w << 32]
    });
    let mut items = Vec::new();
    for (item, place) in list.iter().zip(&places) {
        if *place as usize == items.len() {
            items.push(*item);
        }
    }
    (items, places)
}

/// The distinct skins, and the index of the skin of each vertex.
fn skins(mesh: &TriMesh, n_bones: usize, report: &mut FromTrimeshReport) -> (Vec<Skin>, Vec<SkinIndex>) {
    let mut skins = Vec::new();
    let mut known = HashMap::new();
    let mut of_vertices = Vec::with_capacity(mesh.positions.len());
    for (joints, weights) in mesh.joints.iter().zip(&mesh.weights) {
        let slots = joints.iter().zip(weights.to_array()).filter(|(_, weight)| *weight > 0.0);
        let exists = |joint: &u16| usize::from(*joint) < n_bones;
        if slots.clone().any(|(joint, _)| !exists(joint)) {
            report.n_dangling_skins = report.n_dangling_skins.saturating_add(1);
        }
        let slots = slots.filter(|(joint, _)| exists(joint));
        let skin = skin_of(slots.map(|(joint, weight)| (BoneIndex(u32::from(*joint)), weight)));
        let Some(skin) = skin else {
            of_vertices.push(SkinIndex::NONE);
            continue;
        };
        let index = *known.entry((skin.weights, skin.bones)).or_insert_with(|| {
            skins.push(skin);
            SkinIndex(index(skins.len().saturating_sub(1)))
        });
        of_vertices.push(index);
    }
    (skins, of_vertices)
}

/// Adds the skeleton; its positions and orientations become vertices.
fn skeleton(
    model: &mut Model,
    options: &FromTrimeshOptions,
    skins: Vec<Skin>,
    rows: &mut Vec<[f32; 4]>,
    vertex_skins: &mut Vec<SkinIndex>,
) -> Option<Skeleton> {
    if options.bones.is_empty() {
        return None;
    }
    let mut names = model.strings.interner();
    let mut bones = Vec::with_capacity(options.bones.len());
    for bone in &options.bones {
        let at = index(rows.len());
        rows.extend([bone.position.extend(1.0).to_array(), bone.orientation.to_array()]);
        // The mark of an orientation takes the field of the skin: format document, section 4.2.
        vertex_skins.extend([SkinIndex::NONE, SkinIndex::ORIENTATION]);
        let (position, orientation) = (VertexIndex(at), OrientationIndex(at.saturating_add(1)));
        let parent = bone.parent.unwrap_or(BoneIndex::NONE);
        bones.push(Bone { parent, name: names.intern(&bone.name), position, orientation });
    }
    Some(Skeleton { bones, skins, surplus: Vec::new() })
}

fn polygons(
    model: &mut Model,
    mesh: &TriMesh,
    normals: &[VertexIndex],
    tex_coords: &[TexCoordIndex],
    report: &mut FromTrimeshReport,
) -> Result<Mesh, Error> {
    // A triangle in several groups belongs to the first.
    let mut group_of = vec![0_usize; mesh.indices.len()];
    for (number, group) in (1..).zip(&mesh.groups) {
        let end = group.triangles.end.min(group_of.len());
        for of in group_of.get_mut(group.triangles.start..end).unwrap_or_default() {
            if *of == 0 {
                *of = number;
            }
        }
    }
    let mut order: Vec<usize> = (0..mesh.indices.len()).collect();
    // The sort is stable, so that the triangles of a group keep their order.
    order.sort_by_key(|triangle| group_of.get(*triangle).copied());
    let mut names = model.strings.interner();
    let mut polygons = Mesh::default();
    let (mut last_group, mut last_material) = (0, Name::NONE);
    for triangle in order {
        let group = group_of.get(triangle).copied().unwrap_or_default();
        if group != last_group {
            last_group = group;
            let material = group.checked_sub(1).and_then(|at| mesh.groups.get(at)?.material.as_deref());
            let material = names.intern(material.unwrap_or_default());
            if material != last_material {
                last_material = material;
                polygons.records.push(Record::Material(material));
            }
        }
        let corners = mesh.indices.get(triangle).copied().unwrap_or_default();
        if corners.iter().any(|corner| *corner as usize >= mesh.positions.len()) {
            report.n_dangling_triangles = report.n_dangling_triangles.saturating_add(1);
            continue;
        }
        let normals: Vec<_> =
            corners.iter().filter_map(|corner| normals.get(*corner as usize)).copied().collect();
        let pairs: Vec<_> =
            corners.iter().filter_map(|corner| tex_coords.get(*corner as usize)).copied().collect();
        polygons.push(&Face {
            material: Name::NONE,
            parameter: Name::NONE,
            parts: Parts::default(),
            vertices: &corners.map(VertexIndex),
            tex_coords: &pairs,
            normals: &normals,
            max_vertices: &[],
        })?;
    }
    Ok(polygons)
}
