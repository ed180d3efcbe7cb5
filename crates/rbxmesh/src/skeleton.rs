//! The skeleton as a tree of joints, and the poses of facial animation.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::Mesh;
use geom::{Mat3, Mat4, Pose, Vec3};

/// A bone as a joint of the skeleton.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Joint {
    /// The name; empty if the bone has none.
    pub name: String,
    /// The index of the parent; `None` for a root, and for a bone whose parent does not exist or that is its own
    /// ancestor.
    pub parent: Option<usize>,
    /// The rest pose in mesh space.
    pub global: Pose,
    /// The rest pose relative to the parent; relative to the mesh for a root.
    pub local: Pose,
    /// The transform from mesh space to the space of the joint at rest, as in glTF. It is the identity if the pose
    /// cannot be inverted.
    pub inverse_bind: Mat4,
}

impl Mesh {
    /// The skeleton: a joint per bone, in the order of the bones.
    ///
    /// ```rust,standalone_crate
    /// let mesh = rbxmesh::read(include_bytes!("../fixtures/rbxmesh/valid/v400.mesh"))?;
    /// let joints = mesh.joints();
    /// assert_eq!((joints[1].name.as_str(), joints[1].parent), ("Jaw", Some(0)));
    /// assert_eq!(joints[1].local.position.y, -0.5);
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    #[must_use]
    pub fn joints(&self) -> Vec<Joint> {
        let parents = self.parents();
        let joint = |(index, bone): (usize, &crate::model::Bone)| {
            let parent = parents.get(index).copied().flatten();
            let inverse_of_parent = parent.and_then(|parent| self.bones.get(parent)?.pose.inverse());
            Joint {
                name: self.bone_name(bone).unwrap_or_default().into_owned(),
                parent,
                global: bone.pose,
                local: inverse_of_parent.map_or(bone.pose, |inverse| inverse * bone.pose),
                inverse_bind: bone.pose.inverse().map_or(Mat4::IDENTITY, Mat4::from),
            }
        };
        self.bones.iter().enumerate().map(joint).collect()
    }

    /// The parent of each bone; `None` if it does not exist, or if the bone is on a cycle.
    fn parents(&self) -> Vec<Option<usize>> {
        let exists = |parent: &usize| *parent < self.bones.len();
        let mut parents: Vec<_> = self.bones.iter().map(|bone| bone.parent.get().filter(exists)).collect();
        for bone in crate::references::bones_on_cycles(self) {
            if let Some(parent) = parents.get_mut(bone) {
                *parent = None;
            }
        }
        parents
    }

    /// Poses the face, and returns the pose of each bone in mesh space.
    ///
    /// Each control has a value from 0 to 1; controls that are not given are at rest. A corrective of two or three
    /// controls is weighted by the product of their values. The weighted offsets of all poses are added up, and applied
    /// to the rest pose of each bone; its child bones move with it. Rotations are about Z first, then Y, then X. To
    /// move vertices, multiply the result by [`Joint::inverse_bind`].
    ///
    /// Face bones that the mesh does not have are skipped.
    ///
    /// # Errors
    ///
    /// If there is no facial animation, or no control with a given name.
    ///
    /// ```rust,standalone_crate
    /// let mesh = rbxmesh::read(include_bytes!("../fixtures/rbxmesh/valid/v500.mesh"))?;
    /// let poses = mesh.pose_faces([("c_JD", 1.0)])?;
    /// // The jaw turns by 15 degrees.
    /// let down = poses[1].transform_vector(rbxmesh::geom::Vec3::Z);
    /// assert!((down.y.asin().to_degrees() - 15.0).abs() < 0.01);
    /// assert_eq!(poses[0], mesh.bones[0].pose);
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    pub fn pose_faces<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, f32)>,
    ) -> Result<Vec<Pose>, Error> {
        let facs =
            self.facs().ok_or_else(|| Error::model(ErrorKind::Missing { what: "facial animation" }))?;
        let names: Vec<_> = facs.control_names.iter().collect();
        let mut controls = vec![0.0_f32; names.len()];
        for (name, value) in values {
            let found = names.iter().position(|known| *known == name.as_bytes());
            let Some(control) = found.and_then(|index| controls.get_mut(index)) else {
                return Err(Error::model(ErrorKind::NoControl { name: name.into() }));
            };
            *control = value;
        }
        let value = |control: &u16| controls.get(usize::from(*control)).copied().unwrap_or(0.0);
        let two = facs.two_pose_correctives.iter().map(|all| all.iter().map(value).product());
        let three = facs.three_pose_correctives.iter().map(|all| all.iter().map(value).product());
        // The columns of the matrices are in this order. Format document, section 8.
        let weights: Vec<f32> = controls.iter().copied().chain(two).chain(three).collect();
        // No more than the matrices have, so that the work is that of their size.
        let size = facs.transforms.as_ref().map(|[x, ..]| (x.n_rows as usize, x.n_columns as usize));
        let (n_rows, n_columns) = size.unwrap_or_default();
        let weights = weights.iter().take(n_columns).enumerate();
        let active: Vec<_> = weights.filter(|(_, weight)| **weight != 0.0).collect();

        let mut moved = vec![Pose::IDENTITY; self.bones.len()];
        // Backwards, so that of several bones with one name the first is found.
        let by_name: std::collections::HashMap<_, _> = (self.bones.iter().enumerate().rev())
            .filter_map(|(index, bone)| {
                Some((crate::model::name_at(&self.bone_names.0, bone.name_offset)?, index))
            })
            .collect();
        for (face_bone, name) in facs.bone_names.iter().take(n_rows).enumerate() {
            let Some(place) = by_name.get(name).and_then(|bone| moved.get_mut(*bone)) else { continue };
            let (mut position, mut angles) = (Vec3::ZERO, Vec3::ZERO);
            for (pose, weight) in &active {
                let offset = facs.offset(face_bone, *pose).unwrap_or_default();
                position += offset.position * **weight;
                angles += offset.rotation * **weight;
            }
            *place = Pose { rotation: turned(angles), position };
        }
        Ok(self.global_poses(&moved))
    }

    /// The pose of each bone in mesh space, if `moved` has its offset from the rest pose.
    fn global_poses(&self, moved: &[Pose]) -> Vec<Pose> {
        let joints = self.joints();
        let mut children = vec![Vec::new(); joints.len()];
        let mut next = Vec::new();
        for (index, joint) in joints.iter().enumerate() {
            match joint.parent.and_then(|parent| children.get_mut(parent)) {
                Some(children) => children.push(index),
                None => next.push((index, Pose::IDENTITY)),
            }
        }
        let mut poses: Vec<Pose> = joints.iter().map(|joint| joint.global).collect();
        // Parents before their children, without recursion.
        while let Some((index, parent)) = next.pop() {
            let (Some(joint), Some(moved)) = (joints.get(index), moved.get(index)) else { continue };
            let is_rest = *moved == Pose::IDENTITY;
            // A bone that nothing moves keeps its stored pose to the last bit.
            let at_rest = joint
                .parent
                .and_then(|parent| joints.get(parent))
                .map_or(Pose::IDENTITY, |joint| joint.global);
            let pose =
                if is_rest && parent == at_rest { joint.global } else { parent * joint.local * *moved };
            if let Some(place) = poses.get_mut(index) {
                *place = pose;
            }
            next.extend(children.get(index).into_iter().flatten().map(|child| (*child, pose)));
        }
        poses
    }
}

/// A rotation by angles in degrees: about Z first, then Y, then X.
fn turned(angles: Vec3) -> Mat3 {
    let [(sx, cx), (sy, cy), (sz, cz)] = angles.to_array().map(|angle| angle.to_radians().sin_cos());
    let x = Mat3::from_rows_array([1.0, 0.0, 0.0, 0.0, cx, -sx, 0.0, sx, cx]);
    let y = Mat3::from_rows_array([cy, 0.0, sy, 0.0, 1.0, 0.0, -sy, 0.0, cy]);
    let z = Mat3::from_rows_array([cz, -sz, 0.0, sz, cz, 0.0, 0.0, 0.0, 1.0]);
    x * y * z
}
