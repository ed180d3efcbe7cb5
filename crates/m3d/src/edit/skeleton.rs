//! Changes of bones, skins and actions.

use super::index_after;
use super::points::wider;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{
    Action, Bone, BoneIndex, Chunk, ColourRef, Frame, Model, OrientationIndex, Skeleton, SkinIndex,
    Transform, Vertex, VertexIndex, WeightCount,
};
use crate::triangles::skin_of;
use geom::{Quat, Vec3};

impl Model {
    /// Adds a bone as a child of another one, or a root bone. Its position is in the space of its parent.
    ///
    /// # Errors
    ///
    /// If the parent does not exist, if a number is not finite, or if the limit on vertices is reached.
    ///
    /// ```
    /// use geom::{Quat, Vec3};
    /// use m3d::BoneIndex;
    ///
    /// let mut model = m3d::Model::default();
    /// let root = model.add_bone("root", None, Vec3::ZERO, Quat::IDENTITY)?;
    /// let tip = model.add_bone("tip", Some(root), Vec3::Y, Quat::IDENTITY)?;
    /// let wave = model.add_action("wave", 1000)?;
    /// model.add_frame(wave, 500, &[(tip, Vec3::Y, Quat::new(0.0, 0.0, 1.0, 0.0))])?;
    /// let pose = model.pose(model.action("wave").unwrap(), 500.0, m3d::Playback::Hold);
    /// assert_eq!(pose.bones[1].orientation.z, 1.0);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    pub fn add_bone(
        &mut self,
        name: &str,
        parent: Option<BoneIndex>,
        position: Vec3,
        orientation: Quat,
    ) -> Result<BoneIndex, Error> {
        let n_bones = self.skeleton().map_or(0, |skeleton| skeleton.bones.len());
        if let Some(parent) = parent {
            self.check_bone(parent)?;
        }
        let index = index_after(n_bones)?;
        let (position, orientation) = self.add_pose(position, orientation)?;
        let name = self.name_of(name);
        self.ready_skeleton();
        self.types.bone = wider(self.types.bone, n_bones.saturating_add(1));
        if let Some(skeleton) = self.skeleton_mut() {
            let parent = parent.unwrap_or(BoneIndex::NONE);
            skeleton.bones.push(Bone { parent, name, position, orientation });
        }
        Ok(BoneIndex(index))
    }

    /// Adds a skin of the eight largest weights, which may have any sum.
    ///
    /// # Errors
    ///
    /// If a bone does not exist, or if no weight is above 0.
    pub fn add_skin(&mut self, weights: &[(BoneIndex, f32)]) -> Result<SkinIndex, Error> {
        weights.iter().try_for_each(|(bone, _)| self.check_bone(*bone))?;
        let Some(skin) = skin_of(weights.iter().copied()) else {
            return Err(Error::model(ErrorKind::Missing { what: "weight above 0" }));
        };
        let n_skins = self.skeleton().map_or(0, |skeleton| skeleton.skins.len());
        let index = index_after(n_skins)?;
        let needed = match skin.weights.iter().filter(|weight| **weight != 0).count() {
            0 | 1 => WeightCount::One,
            2 => WeightCount::Two,
            3 | 4 => WeightCount::Four,
            _ => WeightCount::Eight,
        };
        self.types.weights = self.types.weights.max(needed);
        self.types.skin = wider(self.types.skin, n_skins.saturating_add(1));
        let types = self.types;
        if let Some(skeleton) = self.skeleton_mut() {
            skeleton.skins.push(skin);
        }
        if let Some(vertices) = self.vertices_mut() {
            vertices.even_out(&types);
        }
        Ok(SkinIndex(index))
    }

    /// Adds an action without frames. Returns its number among the [actions](Self::actions).
    ///
    /// # Errors
    ///
    /// There are none now, but a later version may return some.
    pub fn add_action(&mut self, name: &str, duration: u32) -> Result<usize, Error> {
        let name = self.name_of(name);
        self.insert(Chunk::Action(Action { name, duration, ..Action::default() }));
        Ok(self.actions().count().saturating_sub(1))
    }

    /// Adds a frame to an action: the poses of some bones from this time on. Other bones keep their poses. Frames are
    /// sorted by time.
    ///
    /// # Errors
    ///
    /// If the action or a bone does not exist, if the action has 65,535 frames already, or if a number is not finite.
    pub fn add_frame(
        &mut self,
        action: usize,
        time: u32,
        bones: &[(BoneIndex, Vec3, Quat)],
    ) -> Result<(), Error> {
        let n_actions = self.actions().count();
        let Some(found) = self.actions().nth(action) else {
            let (found, bound) = [action, n_actions].map(|n| u64::try_from(n).unwrap_or(u64::MAX)).into();
            return Err(Error::model(ErrorKind::OutOfRange { what: "action", found, bound }));
        };
        // The count of frames has two bytes in the file.
        let n_frames = found.frames.len();
        if n_frames >= usize::from(u16::MAX) {
            return Err(Error::model(ErrorKind::TooLong { len: n_frames.saturating_add(1) }));
        }
        bones.iter().try_for_each(|(bone, ..)| self.check_bone(*bone))?;
        let mut transforms = Vec::with_capacity(bones.len());
        for (bone, position, orientation) in bones {
            let (position, orientation) = self.add_pose(*position, *orientation)?;
            transforms.push(Transform { bone: *bone, position, orientation });
        }
        self.types.transforms = wider(self.types.transforms, transforms.len().max(1));
        let actions = self.chunks.iter_mut().filter_map(|chunk| match chunk {
            Chunk::Action(action) => Some(action),
            _ => None,
        });
        if let Some(action) = actions.into_iter().nth(action) {
            let at = action.frames.partition_point(|frame| frame.time <= time);
            action.frames.insert(at, Frame { time, transforms });
        }
        Ok(())
    }

    /// Adds the vertices of a bone's position and orientation.
    fn add_pose(
        &mut self,
        position: Vec3,
        orientation: Quat,
    ) -> Result<(VertexIndex, OrientationIndex), Error> {
        let position = self.add_point(position)?;
        let [x, y, z, w] = orientation.to_array();
        let (colour, skin) = (ColourRef(0), SkinIndex::ORIENTATION);
        let orientation = self.add_vertex(Vertex { position: geom::Vec4::new(x, y, z, w), colour, skin })?;
        Ok((position, OrientationIndex(orientation.0)))
    }

    fn ready_skeleton(&mut self) {
        if self.skeleton().is_none() {
            self.insert(Chunk::Skeleton(Skeleton::default()));
        }
    }

    fn check_bone(&self, bone: BoneIndex) -> Result<(), Error> {
        let n_bones = self.skeleton().map_or(0, |skeleton| skeleton.bones.len());
        if bone.get().is_some_and(|at| at < n_bones) {
            return Ok(());
        }
        let bound = u64::try_from(n_bones).unwrap_or(u64::MAX);
        Err(Error::model(ErrorKind::OutOfRange { what: "bone", found: bone.0.into(), bound }))
    }
}
