//! Edits of vertices and faces that also update levels, envelopes and subsets.

use crate::common::error::Error;
use crate::common::output::count;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, Envelope, FacsBlock, Mesh, NameTable, Subset};
use crate::wire::{FACE_SIZE, LOD_OFFSET_SIZE, PLAIN_VERTEX_SIZE, VERTEX_SIZE};
use geom::Rgba8;
use std::collections::HashMap;
use std::ops::Range;

impl Mesh {
    /// Keeps the faces for which `keep` returns true, and returns the number of removed faces.
    ///
    /// Levels and subsets shrink with them, and subsets without faces and vertices are removed. In 1.x, each face has
    /// its own vertices, which are removed with it; in other versions, [`compact`](Self::compact) removes unused
    /// vertices. HSR visibility is not changed.
    pub fn retain_faces(&mut self, mut keep: impl FnMut(usize, [u32; 3]) -> bool) -> usize {
        let kept: Vec<bool> = self.faces.iter().enumerate().map(|(index, face)| keep(index, *face)).collect();
        let n_removed = kept.iter().filter(|kept| !**kept).count();
        if n_removed == 0 {
            return 0;
        }
        let moved = places(&kept);
        let new_place = |face: u32| moved.get(face as usize).copied().unwrap_or(face);
        retain(&mut self.faces, 1, &kept);
        retain(&mut self.surplus.faces, usize::from(self.sizes.face).saturating_sub(FACE_SIZE), &kept);
        if self.version.major == 1 {
            // The vertices of a face are those at its place.
            retain(&mut self.vertices, 3, &kept);
            retain(&mut self.texture_w, 3, &kept);
            self.faces = crate::read::text_faces(self.vertices.len()).collect();
        }
        // The last offset is the number of faces, for which there is a new place, too.
        self.lod_offsets.iter_mut().for_each(|offset| *offset = new_place(*offset));
        for subset in &mut self.subsets {
            let end = subset.faces_begin.saturating_add(subset.faces_length);
            let begin = new_place(subset.faces_begin);
            (subset.faces_begin, subset.faces_length) = (begin, new_place(end).saturating_sub(begin));
        }
        self.subsets.retain(|subset| (subset.faces_length, subset.vertices_length) != (0, 0));
        n_removed
    }

    /// Removes the vertices that no face uses, and returns the number of removed vertices.
    ///
    /// Faces, envelopes and subsets are updated. Bones are kept, even if they no longer move any vertex.
    ///
    /// ```
    /// use rbxmesh::{Mesh, Vertex};
    ///
    /// let mut mesh = Mesh { vertices: vec![Vertex::default(); 5], faces: vec![[4, 1, 2]], ..Mesh::default() };
    /// assert_eq!(mesh.compact(), 2);
    /// assert_eq!((mesh.vertices.len(), mesh.faces[0]), (3, [2, 0, 1]));
    /// ```
    pub fn compact(&mut self) -> usize {
        let mut used = vec![false; self.vertices.len()];
        for vertex in self.faces.as_flattened() {
            if let Some(used) = used.get_mut(*vertex as usize) {
                *used = true;
            }
        }
        let n_removed = used.iter().filter(|used| !**used).count();
        if n_removed > 0 {
            self.keep_vertices(&used);
        }
        n_removed
    }

    /// Removes the vertices that are not marked in `used`; no face may use them.
    pub(crate) fn keep_vertices(&mut self, used: &[bool]) {
        let moved = places(used);
        // A vertex that does not exist stays beyond the end.
        let new_place = |vertex: u32| match used.get(vertex as usize) {
            Some(_) => moved.get(vertex as usize).copied().unwrap_or(vertex),
            None => vertex,
        };
        self.faces.as_flattened_mut().iter_mut().for_each(|vertex| *vertex = new_place(*vertex));
        let n_surplus = self.surplus_of_vertex();
        retain(&mut self.vertices, 1, used);
        retain(&mut self.texture_w, 1, used);
        retain(&mut self.envelopes, 1, used);
        retain(&mut self.surplus.vertices, n_surplus, used);
        for subset in &mut self.subsets {
            let end = subset.vertices_begin.saturating_add(subset.vertices_length);
            let place = |vertex: u32| moved.get(vertex as usize).or(moved.last()).copied().unwrap_or(vertex);
            let begin = place(subset.vertices_begin);
            (subset.vertices_begin, subset.vertices_length) = (begin, place(end).saturating_sub(begin));
        }
        self.subsets.retain(|subset| (subset.faces_length, subset.vertices_length) != (0, 0));
    }

    /// Keeps a range of levels of detail, and returns the number of removed levels. The finest level is 0.
    ///
    /// The faces of the other levels are removed, with those outside all levels, and the vertices that only they use.
    /// If `levels` is empty or not within the levels of the mesh, nothing changes.
    ///
    /// ```
    /// use rbxmesh::{Mesh, Vertex};
    ///
    /// let faces = vec![[0, 1, 2], [2, 1, 3], [0, 1, 2]];
    /// let vertices = vec![Vertex::default(); 4];
    /// let mut mesh = Mesh { vertices, faces, lod_offsets: vec![0, 2, 3], ..Mesh::default() };
    /// assert_eq!(mesh.keep_levels(1..2), 1);
    /// assert_eq!((mesh.faces, mesh.vertices.len(), mesh.lod_offsets), (vec![[0, 1, 2]], 3, vec![0, 1]));
    /// ```
    pub fn keep_levels(&mut self, levels: Range<usize>) -> usize {
        let all = self.lods();
        let first = levels.start;
        let Some(kept) = all.get(levels).filter(|kept| !kept.is_empty()) else { return 0 };
        let n_removed = all.len().saturating_sub(kept.len());
        let (start, end) =
            (kept.first().map_or(0, |level| level.start), kept.last().map_or(0, |level| level.end));
        let offsets = kept.iter().map(|level| level.start).chain([end]);
        let offsets: Vec<u32> = offsets.map(|face| u32::try_from(face).unwrap_or(u32::MAX)).collect();
        if n_removed > 0 {
            self.set_lod_offsets(offsets, first);
        }
        self.retain_faces(|face, _| (start..end).contains(&face));
        if n_removed > 0 && self.version.major > 1 {
            self.compact();
        }
        // Levels of high quality are the finest, and every known file has one.
        let before = usize::from(self.n_high_quality_lods);
        let n_high = before.saturating_sub(first).max(before.min(1)).min(kept.len());
        self.n_high_quality_lods = u8::try_from(n_high).unwrap_or(u8::MAX);
        n_removed
    }

    /// Replaces the offsets. `first` is the number that the first new offset had before, whose surplus bytes it keeps.
    fn set_lod_offsets(&mut self, offsets: Vec<u32>, first: usize) {
        let n_surplus = usize::from(self.sizes.lod_offset).saturating_sub(LOD_OFFSET_SIZE);
        let surplus = &mut self.surplus.lod_offsets;
        surplus.drain(..n_surplus.saturating_mul(first).min(surplus.len()));
        surplus.resize(n_surplus.saturating_mul(offsets.len()), 0);
        self.lod_offsets = offsets;
    }

    /// Sets the colour of all vertices.
    ///
    /// If the vertices have 36 bytes, and so no colour, they will be written with 40. In 1.x files cannot store
    /// colours, so `write` rejects the mesh.
    pub fn recolour(&mut self, colour: Rgba8) {
        self.vertices.iter_mut().for_each(|vertex| vertex.colour = colour);
        if usize::from(self.sizes.vertex) < VERTEX_SIZE && colour != Rgba8::WHITE {
            // Bytes after the 36th are a surplus, which the colour replaces. Format document, section 3.
            (self.sizes.vertex, self.surplus.vertices) = (40, Vec::new());
        }
    }

    /// Adds the vertices, faces and bones of another mesh.
    ///
    /// Bones with the same name are merged, and keep the pose that they have in this mesh. If only one of the two has a
    /// skin, the vertices of the other are bound to the first bone.
    ///
    /// # Errors
    ///
    /// If one of the meshes has several levels of detail, or facial animation that the other does not have, if the
    /// directions of V differ, or if geometry is not decoded. The message names the obstacle, and the mesh is
    /// unchanged.
    pub fn append(&mut self, other: &Self) -> Result<(), Error> {
        let has_facs = |mesh: &Self| mesh.facs != FacsBlock::None;
        let has_loose_bones = |mesh: &Self| mesh.subsets.is_empty() && mesh.bones.len() > 26;
        let obstacles = [
            ("several levels of detail", self.lods().len() > 1 || other.lods().len() > 1),
            ("facial animation", has_facs(other) && self.facs != other.facs),
            ("another direction of V", self.v_direction != other.v_direction),
            ("geometry that is not decoded", !self.is_decoded() || !other.is_decoded()),
            ("many bones and no subset", has_loose_bones(self) || has_loose_bones(other)),
            ("different surplus bytes", !has_same_surplus(self, other)),
        ];
        if let Some((what, _)) = obstacles.into_iter().find(|(_, is_there)| *is_there) {
            return Err(Error::model(ErrorKind::CannotJoin { what }));
        }
        let n_vertices = self.vertices.len().saturating_add(other.vertices.len());
        count::<u32>(n_vertices, "vertices")?;
        let base = count(self.vertices.len(), "vertices")?;
        let n_faces = count(self.faces.len(), "faces")?;
        if !self.bones.is_empty() || !other.bones.is_empty() {
            self.append_skin(other, base, n_faces)?;
        }
        let w = |mesh: &Self| mesh.texture_w.clone();
        if !self.texture_w.is_empty() || !other.texture_w.is_empty() {
            let (mut mine, mut theirs) = (w(self), w(other));
            mine.resize(self.vertices.len(), 0.0);
            theirs.resize(other.vertices.len(), 0.0);
            self.texture_w = [mine, theirs].concat();
        }
        self.vertices.extend_from_slice(&other.vertices);
        self.surplus.vertices.extend_from_slice(&other.surplus.vertices);
        self.surplus.faces.extend_from_slice(&other.surplus.faces);
        let moved = |vertex: u32| match other.vertices.get(vertex as usize) {
            Some(_) => vertex.saturating_add(base),
            // An index out of range stays so, and must not reach the vertices that are added.
            None => u32::MAX,
        };
        self.faces.extend(other.faces.iter().map(|face| face.map(moved)));
        if !self.lod_offsets.is_empty() {
            self.set_lod_offsets(vec![0, u32::try_from(self.faces.len()).unwrap_or(u32::MAX)], 0);
        }
        self.sizes.vertex = self.sizes.vertex.max(other.sizes.vertex);
        Ok(())
    }

    /// Joins bones by name, and adds a subset for vertices without one.
    fn append_skin(&mut self, other: &Self, base: u32, n_faces: u32) -> Result<(), Error> {
        let mut names: Vec<Vec<u8>> = self.bones.iter().map(|bone| self.name_of(bone.name_offset)).collect();
        let mut known: HashMap<Vec<u8>, u16> = HashMap::new();
        for (index, name) in (0..=u16::MAX).zip(&names) {
            known.entry(name.clone()).or_insert(index);
        }
        let mut bones = self.bones.clone();
        let mut moved = Vec::new();
        for bone in &other.bones {
            let name = other.name_of(bone.name_offset);
            let next = u16::try_from(bones.len()).ok().filter(|next| BoneIndex(*next) != BoneIndex::NONE);
            let next = next.ok_or_else(|| Error::model(ErrorKind::TooLong { len: bones.len() }))?;
            let index = *known.entry(name.clone()).or_insert(next);
            if index == next {
                bones.push(*bone);
                names.push(name);
            }
            moved.push((BoneIndex(index), index == next));
        }
        let new_index = |bone: BoneIndex| {
            let place = bone.get().and_then(|bone| moved.get(bone));
            place.map_or(BoneIndex::NONE, |(index, _)| *index)
        };
        for (index, _) in moved.iter().filter(|(_, is_new)| *is_new) {
            if let Some(bone) = bones.get_mut(usize::from(index.0)) {
                (bone.parent, bone.lod_parent) = (new_index(bone.parent), new_index(bone.lod_parent));
            }
        }
        let mut subsets = covering(self, self.subsets.clone(), |bone| bone);
        for mut subset in covering(other, other.subsets.clone(), new_index) {
            subset.vertices_begin = subset.vertices_begin.saturating_add(base);
            subset.faces_begin = subset.faces_begin.saturating_add(n_faces);
            subsets.push(subset);
        }
        let mut envelopes = bound(self);
        envelopes.extend(bound(other));
        self.set_bones(bones, &names);
        (self.subsets, self.envelopes) = (subsets, envelopes);
        Ok(())
    }

    /// The number of surplus bytes per vertex.
    pub(crate) fn surplus_of_vertex(&self) -> usize {
        let size = usize::from(self.sizes.vertex);
        size.saturating_sub(if size < VERTEX_SIZE { PLAIN_VERTEX_SIZE } else { VERTEX_SIZE })
    }

    fn name_of(&self, offset: u32) -> Vec<u8> {
        crate::model::name_at(&self.bone_names.0, offset).unwrap_or_default().to_vec()
    }

    /// Sets the bones, and builds the table of their names, which are in the same order.
    pub(crate) fn set_bones(&mut self, mut bones: Vec<crate::model::Bone>, names: &[Vec<u8>]) {
        let mut offset = 0_usize;
        for (bone, name) in bones.iter_mut().zip(names) {
            bone.name_offset = u32::try_from(offset).unwrap_or(u32::MAX);
            offset = offset.saturating_add(name.len()).saturating_add(1);
        }
        (self.bones, self.bone_names) = (bones, NameTable::from_names(names));
    }
}

/// Returns true if vertices and faces of the two meshes have the same number of surplus bytes, and the surplus bytes
/// elsewhere are equal.
fn has_same_surplus(a: &Mesh, b: &Mesh) -> bool {
    a.surplus_of_vertex() == b.surplus_of_vertex()
        && a.sizes.face == b.sizes.face
        && (&a.surplus.header, &a.surplus.lod_offsets) == (&b.surplus.header, &b.surplus.lod_offsets)
}

/// The subsets of a mesh with the indices of bones replaced. A mesh without subsets gets one with all vertices and
/// faces.
fn covering(mesh: &Mesh, mut subsets: Vec<Subset>, moved: impl Fn(BoneIndex) -> BoneIndex) -> Vec<Subset> {
    if subsets.is_empty() {
        // Slots without subsets are indices of bones; `append` accepts at most 26 of those.
        let mut bones = [BoneIndex::NONE; 26];
        let own = (0..26_u16).map(BoneIndex).take(mesh.bones.len().max(1));
        bones.iter_mut().zip(own).for_each(|(place, bone)| *place = bone);
        let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        subsets.push(Subset {
            faces_length: count(mesh.faces.len()),
            vertices_length: count(mesh.vertices.len()),
            n_bones: count(mesh.bones.len().clamp(1, 26)),
            bones,
            ..Subset::default()
        });
    }
    for subset in &mut subsets {
        for bone in subset.bones.iter_mut().take(subset.n_bones as usize) {
            // A mesh without bones is bound to the first bone of the other.
            *bone = if mesh.bones.is_empty() { BoneIndex(0) } else { moved(*bone) };
        }
    }
    subsets
}

/// Returns an envelope per vertex; a vertex without one is bound to the first bone of its palette.
fn bound(mesh: &Mesh) -> Vec<Envelope> {
    let mut envelopes = mesh.envelopes.clone();
    envelopes.resize(mesh.vertices.len(), Envelope { slots: [0; 4], weights: [255, 0, 0, 0] });
    envelopes
}

/// For each item, the number of kept items before it, which is its new index; and finally the number of all kept items.
fn places(kept: &[bool]) -> Vec<u32> {
    let mut places = vec![0_u32];
    places.extend(kept.iter().scan(0_u32, |count, kept| {
        *count = count.saturating_add((*kept).into());
        Some(*count)
    }));
    places
}

/// Keeps the groups of `group` items that are marked in `kept`.
fn retain<T>(items: &mut Vec<T>, group: usize, kept: &[bool]) {
    let mut index = 0_usize;
    items.retain(|_| {
        let keep = index.checked_div(group).and_then(|group| kept.get(group)).copied().unwrap_or(true);
        index = index.wrapping_add(1);
        keep
    });
}
