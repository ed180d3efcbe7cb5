//! The pivots of models and parts, and moves of models and parts by their pivots.

use super::Document;
use crate::error::{Error, refused};
use crate::id::Id;
use crate::value::Value;
use geom::{Mat3, Pose, Vec3};

/// The property that holds the pivot of a model without a primary part.
const WORLD_PIVOT: &str = "WorldPivotData";

impl Document {
    /// The pivot of a model or part, as the script method `GetPivot` returns it: that of the part itself or
    /// of the primary part of the model, or else the `WorldPivot` of the model, or else the centre of its
    /// parts; `None` for other instances, and for models without any of these.
    ///
    /// ```
    /// use dom::{Document, Encoding};
    /// use geom::{Pose, Vec3};
    ///
    /// # #[cfg(feature = "classes")] {
    /// let mut document = Document::new(Encoding::Binary);
    /// let model = document.create(None, "Model")?;
    /// let part = document.create(Some(model), "Part")?;
    /// document.assign(part, "Position", Vec3::new(4.0, 0.0, 0.0))?;
    /// assert_eq!(document.pivot(model).unwrap().position, Vec3::new(4.0, 0.0, 0.0));
    /// let n_moved = document.pivot_to(model, Pose { position: Vec3::new(4.0, 10.0, 0.0), ..Pose::IDENTITY })?;
    /// assert_eq!(document.pivot(part).unwrap().position, Vec3::new(4.0, 10.0, 0.0));
    /// assert_eq!(n_moved, 2);
    /// # }
    /// # Ok::<(), dom::Error>(())
    /// ```
    #[must_use]
    pub fn pivot(&self, id: Id) -> Option<Pose> {
        if let Some(pose) = self.part_pose(id) {
            return Some(pose * self.pose(id, "PivotOffset").unwrap_or(Pose::IDENTITY));
        }
        if !self.is_a(id, "Model") {
            return None;
        }
        self.primary_part(id)
            .and_then(|part| self.pivot(part))
            .or_else(|| self.pose(id, WORLD_PIVOT))
            .or_else(|| self.middle(id))
    }

    /// Moves a model or part, with all parts and models in it, so that its pivot gets this position and
    /// rotation, as the script method `PivotTo` does. Returns the number of instances that were moved.
    ///
    /// # Errors
    ///
    /// If the instance has no pivot, or is the workspace, whose terrain cannot be moved.
    pub fn pivot_to(&mut self, id: Id, to: Pose) -> Result<usize, Error> {
        self.require(id)?;
        if self.is_a(id, "Workspace") {
            return Err(refused("the workspace cannot be moved: move the models and parts in it"));
        }
        let from = self.pivot(id).ok_or_else(|| refused("the instance contains no part to move"))?;
        let delta = Delta::new(from, to).ok_or_else(|| refused("the rotation is not valid"))?;
        let mut n_moved = 0_usize;
        for one in self.within(id) {
            let property = match self.part_pose(one) {
                Some(_) if self.is_a(one, "Terrain") => continue,
                Some(_) => "CFrame",
                None if self.pose(one, WORLD_PIVOT).is_some() => WORLD_PIVOT,
                // The engine gives a model that it moves a pivot, unless it has the one of its primary part.
                None if one == id && self.primary_part(id).is_none() => WORLD_PIVOT,
                None => continue,
            };
            let new = match property {
                WORLD_PIVOT if one == id => to,
                property => delta.apply(self.pose(one, property).unwrap_or(Pose::IDENTITY)),
            };
            let value =
                if property == WORLD_PIVOT { Value::OptionalCFrame(Some(new)) } else { Value::CFrame(new) };
            self.assign(one, property, value)?;
            n_moved = n_moved.saturating_add(1);
        }
        Ok(n_moved)
    }

    fn primary_part(&self, id: Id) -> Option<Id> {
        let Some(Value::Referent(target)) = self.value(id, "PrimaryPart") else { return None };
        target.id().filter(|part| self.part_pose(*part).is_some())
    }

    /// The position and rotation of a part; `None` for other instances.
    pub(super) fn part_pose(&self, id: Id) -> Option<Pose> {
        self.is_a(id, "BasePart").then(|| self.pose(id, "CFrame").unwrap_or(Pose::IDENTITY))
    }

    fn pose(&self, id: Id, property: &str) -> Option<Pose> {
        match self.value(id, property)? {
            Value::CFrame(pose) | Value::OptionalCFrame(Some(pose)) => Some(pose),
            _ => None,
        }
    }

    /// Returns true if an instance is of this class, or of one derived from it.
    pub(super) fn is_a(&self, id: Id, class: &str) -> bool {
        crate::classes::class(&self.class(id)).is_some_and(|own| own.is_a(class))
    }

    /// The centre of the box around the parts in an instance, along the axes of the world.
    fn middle(&self, id: Id) -> Option<Pose> {
        let (mut low, mut high) = (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY));
        for one in self.within(id) {
            let Some(pose) = self.part_pose(one) else { continue };
            let Some(Value::Vector3(size)) = self.value_or_default(one, "Size") else { continue };
            let half = size * 0.5;
            for x in [-half.x, half.x] {
                for y in [-half.y, half.y] {
                    for z in [-half.z, half.z] {
                        let corner = pose.transform_point(Vec3::new(x, y, z));
                        (low, high) = (low.min(corner), high.max(corner));
                    }
                }
            }
        }
        let position = (low + high) * 0.5;
        position.is_finite().then_some(Pose { rotation: Mat3::IDENTITY, position })
    }
}

/// The movement from one pose to another.
#[derive(Debug, Clone, Copy)]
enum Delta {
    /// A translation, which leaves rotations exactly as they are.
    Shift(Vec3),
    Turn(Pose),
}

impl Delta {
    fn new(from: Pose, to: Pose) -> Option<Self> {
        if from.rotation == to.rotation {
            return Some(Self::Shift(to.position - from.position));
        }
        Some(Self::Turn(to * from.inverse()?))
    }

    fn apply(self, pose: Pose) -> Pose {
        match self {
            Self::Shift(by) => Pose { position: pose.position + by, ..pose },
            Self::Turn(by) => by * pose,
        }
    }
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use super::*;
    use crate::encoding::Encoding;
    use crate::value::Target;

    #[test]
    fn a_model_turns_about_its_primary_part() {
        let mut document = Document::new(Encoding::Binary);
        let model = document.add(None, "Model").unwrap();
        let inner = document.add(Some(model), "Model").unwrap();
        let [one, other] = [2.0, 5.0].map(|x| {
            let part = document.add(Some(inner), "Part").unwrap();
            document.assign(part, "Position", Vec3::new(x, 0.0, 0.0)).unwrap();
            part
        });
        assert_eq!(document.pivot(model).unwrap().position, Vec3::new(3.5, 0.0, 0.0));
        document.assign(model, "PrimaryPart", Value::Referent(Target::Instance(one))).unwrap();
        assert_eq!(document.pivot(model).unwrap().position, Vec3::new(2.0, 0.0, 0.0));
        // A quarter turn about Y takes X to -Z.
        let rotation = Mat3::from_rows_array([0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0]);
        let to = Pose { rotation, position: Vec3::new(2.0, 1.0, 0.0) };
        assert_eq!(document.pivot_to(model, to).unwrap(), 2);
        assert_eq!(document.pivot(other), Some(Pose { rotation, position: Vec3::new(2.0, 1.0, -3.0) }));
        assert_eq!(document.value(model, "WorldPivotData"), None);
        // A model without a primary part is given a pivot.
        assert_eq!(document.pivot_to(inner, Pose::IDENTITY).unwrap(), 3);
        assert_eq!(
            document.value(inner, "WorldPivotData"),
            Some(Value::OptionalCFrame(Some(Pose::IDENTITY)))
        );
        assert_eq!(document.pivot(one).unwrap().position, Vec3::new(0.0, 0.0, 1.5));
        let folder = document.add(None, "Folder").unwrap();
        assert_eq!(
            document.pivot_to(folder, to).unwrap_err().message,
            "the instance contains no part to move"
        );
    }
}
