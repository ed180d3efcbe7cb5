//! Converts meshes to and from the triangle meshes that formats share.

use crate::common::error::Error;
use crate::common::output::count;
use crate::error::ErrorKind;
use crate::model::{Bone, BoneIndex, Envelope, Mesh, Subset, Tangent, Version, Vertex};
use crate::skeleton::Joint;
use geom::{Rgba8, TriMesh, Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// The maximum number of bones in the palette of a subset. Format document, section 4.5.
const PALETTE: usize = 26;

impl Mesh {
    /// Converts a level of detail; `None` if there is no such level. Also returns the number of faces that were left
    /// out because they refer to missing vertices.
    ///
    /// The result has the vertices of all levels, so that indices stay the same. To get only those of some levels, call
    /// [`keep_levels`](Self::keep_levels) first. Joints are indices of bones. Attributes that no vertex has are absent:
    /// tangents, colours if all are white, and joints.
    ///
    /// ```rust,standalone_crate
    /// let mesh = rbxmesh::read(include_bytes!("../fixtures/rbxmesh/valid/v400.mesh"))?;
    /// let (shape, n_left_out) = mesh.to_trimesh(0).unwrap();
    /// assert_eq!((shape.positions.len(), shape.indices.len(), n_left_out), (24, 12, 0));
    /// assert_eq!((shape.joints[0][0], shape.check()), (1, vec![]));
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    #[must_use]
    pub fn to_trimesh(&self, level: usize) -> Option<(TriMesh, usize)> {
        let range = self.lods().into_iter().nth(level)?;
        let faces = self.faces.get(range).unwrap_or_default();
        let exists = |vertex: &u32| (*vertex as usize) < self.vertices.len();
        let indices: Vec<_> = faces.iter().copied().filter(|face| face.iter().all(exists)).collect();
        let n_left_out = faces.len().saturating_sub(indices.len());
        let mut shape = TriMesh { indices, ..TriMesh::default() };
        shape.positions = self.vertices.iter().map(|vertex| vertex.position).collect();
        shape.normals = self.vertices.iter().map(|vertex| vertex.normal).collect();
        shape.uvs = self.vertices.iter().map(|vertex| self.uv(vertex)).collect();
        if self.vertices.iter().any(|vertex| vertex.tangent.as_vec4().is_some()) {
            let tangent = |vertex: &Vertex| vertex.tangent.as_vec4().unwrap_or_default();
            shape.tangents = self.vertices.iter().map(tangent).collect();
        }
        if self.vertices.iter().any(|vertex| vertex.colour != Rgba8::WHITE) {
            shape.colours = self.vertices.iter().map(|vertex| vertex.colour).collect();
        }
        if !self.envelopes.is_empty() && !self.bones.is_empty() {
            let all = self.influences().map(|influences| {
                let joints = influences.map(|influence| influence.map_or(0, |influence| influence.bone.0));
                let weights = influences
                    .map(|influence| influence.map_or(0.0, |influence| f32::from(influence.weight) / 255.0));
                (joints, Vec4::from_array(weights))
            });
            (shape.joints, shape.weights) = all.unzip();
            shape.joints.resize(self.vertices.len(), [0; 4]);
            shape.weights.resize(self.vertices.len(), Vec4::ZERO);
        }
        Some((shape, n_left_out))
    }

    /// Makes a mesh from levels of detail, the finest first, and from the joints to which they are bound.
    ///
    /// Each level gets its own vertices. In 1.x colours and tangents are dropped. A subset holds at most 26 bones: a
    /// level that uses more is divided, and vertices on the seams are duplicated. Weights are sorted, and rounded so
    /// that they add up to 255. The names, parents and global poses of `joints` are used. To keep the facial animation
    /// of another mesh, set [`facs`](Self::facs) afterwards.
    ///
    /// # Errors
    ///
    /// If a level breaks the rules of [`TriMesh`], if the version cannot store several levels or joints, or if a
    /// triangle uses more than 26 joints or a joint that does not exist.
    ///
    /// ```
    /// use rbxmesh::geom::{TriMesh, Vec3};
    /// use rbxmesh::{Mesh, Version};
    ///
    /// let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    /// let shape = TriMesh { positions, indices: vec![[0, 1, 2]], ..TriMesh::default() };
    /// let mesh = Mesh::from_trimesh(Version::V3_00, &[shape.clone(), shape], &[])?;
    /// assert_eq!((mesh.vertices.len(), mesh.lods().len()), (6, 2));
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    pub fn from_trimesh(version: Version, levels: &[TriMesh], joints: &[Joint]) -> Result<Self, Error> {
        let invalid = |what: String| Error::model(ErrorKind::BadShape { what });
        let mut mesh = Self { version: Version::V7_00, ..Self::default() };
        let mut offsets = vec![0];
        for (number, level) in levels.iter().enumerate() {
            if let Some(fault) = level.check().first() {
                return Err(invalid(format!("level {number}: {fault}")));
            }
            if joints.is_empty() {
                mesh.add_rigid(level)?;
            } else {
                mesh.add_skinned(level, joints.len())
                    .map_err(|error| error.inside(format!("level {number}")))?;
            }
            offsets.push(mesh.count_faces()?);
        }
        if levels.len() > 1 {
            mesh.lod_offsets = offsets;
        }
        let bones = joints.iter().map(|joint| {
            let parent =
                joint.parent.and_then(|parent| u16::try_from(parent).ok()).map_or(BoneIndex::NONE, BoneIndex);
            Bone { parent, lod_parent: parent, pose: joint.global, ..Bone::default() }
        });
        let names: Vec<_> = joints.iter().map(|joint| joint.name.clone().into_bytes()).collect();
        mesh.set_bones(bones.collect(), &names);
        mesh.measure_bones();
        // Levels of detail come with 3.00, and bones with 4.00. Format document, sections 6 and 7.
        let levels = usize::from(version.major < 3).saturating_mul(levels.len().saturating_sub(1));
        if levels > 0 || (version.major < 4 && !joints.is_empty()) {
            let what = if levels > 0 { "levels of detail" } else { "skinning" };
            return Err(Error::model(ErrorKind::CannotHold { version, what: what.into() }));
        }
        // Only colours and tangents remain to be dropped, which 1.x does not have.
        mesh.transcode(version)?;
        Ok(mesh)
    }

    fn count_faces(&self) -> Result<u32, Error> {
        count(self.faces.len(), "faces")
    }

    fn count_vertices(&self) -> Result<u32, Error> {
        count(self.vertices.len(), "vertices")
    }

    fn add_rigid(&mut self, level: &TriMesh) -> Result<(), Error> {
        let base = self.count_vertices()?;
        self.vertices.extend((0..level.vertex_count()).map(|index| vertex(level, index)));
        self.count_vertices()?;
        self.faces.extend(level.indices.iter().map(|face| face.map(|index| index.saturating_add(base))));
        Ok(())
    }

    /// Adds the faces of a level. Each goes into one of the last two subsets if its palette has room for the face's
    /// bones, and otherwise into a new one.
    fn add_skinned(&mut self, level: &TriMesh, n_joints: usize) -> Result<(), Error> {
        let invalid = |what: String| Error::model(ErrorKind::BadShape { what });
        let mut parts: Vec<PaletteGroup> = Vec::new();
        let influences: Vec<Vec<(u16, u8)>> =
            (0..level.vertex_count()).map(|index| influences(level, index)).collect();
        for (number, face) in level.indices.iter().enumerate() {
            let of =
                |index: &u32| influences.get(*index as usize).into_iter().flatten().map(|(joint, _)| *joint);
            let mut used: Vec<u16> = face.iter().flat_map(of).collect();
            used.sort_unstable();
            used.dedup();
            if let Some(joint) = used.iter().find(|joint| usize::from(**joint) >= n_joints) {
                return Err(invalid(format!("triangle {number} uses joint {joint} of {n_joints}")));
            }
            // The last two parts: a search of all would be quadratic, and faces that are near each other share bones.
            let start = parts.len().saturating_sub(2);
            let recent = parts.get(start..).unwrap_or_default();
            let fitting = recent.iter().position(|part| part.has_room(&used));
            let place = fitting.map_or(parts.len(), |index| start.saturating_add(index));
            if place == parts.len() {
                parts.push(PaletteGroup::default());
            }
            if let Some(part) = parts.get_mut(place) {
                part.palette.extend(
                    used.iter().filter(|joint| !part.palette.contains(joint)).copied().collect::<Vec<_>>(),
                );
                part.faces.push(*face);
            }
        }
        for part in parts {
            self.add_part(level, &influences, part)?;
        }
        Ok(())
    }

    fn add_part(
        &mut self,
        level: &TriMesh,
        influences: &[Vec<(u16, u8)>],
        part: PaletteGroup,
    ) -> Result<(), Error> {
        let (vertices_begin, faces_begin) = (self.count_vertices()?, self.count_faces()?);
        let mut places: HashMap<u32, u32> = HashMap::new();
        for face in part.faces {
            let mut moved = [0; 3];
            for (place, index) in moved.iter_mut().zip(face) {
                let next = self.count_vertices()?;
                *place = *places.entry(index).or_insert(next);
                if *place == next {
                    self.vertices.push(vertex(level, index as usize));
                    let own = influences.get(index as usize).map(Vec::as_slice).unwrap_or_default();
                    self.envelopes.push(envelope(own, &part.palette));
                }
            }
            self.faces.push(moved);
        }
        // Format document, section 4.5: 65535 where not in use.
        let mut bones = [BoneIndex::NONE; PALETTE];
        bones.iter_mut().zip(&part.palette).for_each(|(place, joint)| *place = BoneIndex(*joint));
        self.subsets.push(Subset {
            faces_begin,
            faces_length: self.count_faces()?.saturating_sub(faces_begin),
            vertices_begin,
            vertices_length: self.count_vertices()?.saturating_sub(vertices_begin),
            n_bones: u32::try_from(part.palette.len()).unwrap_or_default(),
            bones,
        });
        Ok(())
    }

    /// Sets the culling distance of each bone: the distance to the farthest vertex that it moves.
    fn measure_bones(&mut self) {
        let mut farthest = vec![0.0_f32; self.bones.len()];
        for (vertex, influences) in self.vertices.iter().zip(self.influences()) {
            for influence in influences.into_iter().flatten() {
                let index = usize::from(influence.bone.0);
                if let (Some(bone), Some(farthest)) = (self.bones.get(index), farthest.get_mut(index)) {
                    *farthest = farthest.max((vertex.position - bone.pose.position).length());
                }
            }
        }
        self.bones.iter_mut().zip(farthest).for_each(|(bone, distance)| bone.culling_distance = distance);
    }
}

/// The faces of a level that share a palette.
#[derive(Debug, Default)]
struct PaletteGroup {
    palette: Vec<u16>,
    faces: Vec<[u32; 3]>,
}

impl PaletteGroup {
    /// Returns true if the palette has room for these joints. An empty palette always has, because a face has at most
    /// 12 joints.
    fn has_room(&self, used: &[u16]) -> bool {
        let n_new = used.iter().filter(|joint| !self.palette.contains(joint)).count();
        self.palette.len().saturating_add(n_new) <= PALETTE
    }
}

fn vertex(level: &TriMesh, index: usize) -> Vertex {
    let tangent = level.tangents.get(index).filter(|tangent| tangent.xyz() != Vec3::ZERO);
    Vertex {
        position: level.positions.get(index).copied().unwrap_or_default(),
        normal: level.normals.get(index).copied().unwrap_or_default(),
        uv: level.uvs.get(index).copied().unwrap_or(Vec2::ZERO),
        tangent: tangent.map_or(Tangent::NONE, |tangent| Tangent::from_vec4(*tangent)),
        colour: level.colours.get(index).copied().unwrap_or(Rgba8::WHITE),
    }
}

/// The joints of a vertex with weights that add up to 255, the largest first; the first joint if there is no weight.
fn influences(level: &TriMesh, index: usize) -> Vec<(u16, u8)> {
    let joints = level.joints.get(index).copied().unwrap_or_default();
    let weights = level.weights.get(index).copied().unwrap_or_default().to_array();
    let mut all: Vec<(u16, f32)> = Vec::new();
    for (joint, weight) in
        joints.into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0 && weight.is_finite())
    {
        match all.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += weight,
            None => all.push((joint, weight)),
        }
    }
    let sum: f32 = all.iter().map(|(_, weight)| weight).sum();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    let mut bytes: Vec<(u16, u8)> =
        all.iter().map(|(joint, weight)| (*joint, (weight / sum * 255.0).round() as u8)).collect();
    bytes.retain(|(_, weight)| *weight > 0);
    // The largest comes first, and the sum is 255. Format document, section 4.6.
    bytes.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    let rest: u32 = bytes.iter().skip(1).map(|(_, weight)| u32::from(*weight)).sum();
    match bytes.first_mut() {
        // The largest weight absorbs the rounding error.
        Some((_, weight)) => *weight = u8::try_from(255_u32.saturating_sub(rest)).unwrap_or(u8::MAX),
        None => bytes.push((joints.first().copied().unwrap_or_default(), 255)),
    }
    bytes
}

fn envelope(influences: &[(u16, u8)], palette: &[u16]) -> Envelope {
    let mut envelope = Envelope::default();
    for ((slot, weight), (joint, byte)) in
        envelope.slots.iter_mut().zip(&mut envelope.weights).zip(influences)
    {
        let place = palette.iter().position(|known| known == joint).unwrap_or_default();
        (*slot, *weight) = (u8::try_from(place).unwrap_or_default(), *byte);
    }
    envelope
}
