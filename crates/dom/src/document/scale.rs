//! Scaling of models with their contents.

use super::Document;
use crate::classes;
use crate::error::{Error, refused};
use crate::id::Id;
use crate::value::Value;
use geom::{Pose, Vec3};
use rbxbinary::{NumberKeypoint, NumberRange};

/// The longest side of a part in studs; the engine shortens longer ones.
const LONGEST: f32 = 2048.0;

/// The property in files that holds the scale of a model.
const SCALE: &str = "ScaleFactor";

/// The properties that are lengths or speeds, by the class that introduces them. Forces and torques are not
/// included: the documentation of `ScaleTo` says that it scales them, but not by which power of the factor.
#[rustfmt::skip] // a line a class
const LENGTHS: &[(&str, &[&str])] = &[
    ("Accoutrement", &["AttachmentPoint"]),
    ("Attachment", &["CFrame"]),
    ("BallSocketConstraint", &["Radius"]),
    ("BasePart", &["CFrame", "PivotOffset", "Size"]),
    ("Beam", &["CurveSize0", "CurveSize1", "TextureLength", "Width0", "Width1", "ZOffset"]),
    ("BillboardGui", &["Size", "StudsOffset", "StudsOffsetWorldSpace"]),
    ("DataModelMesh", &["Offset"]),
    ("FileMesh", &["Scale"]),
    ("Fire", &["Heat", "Size"]),
    ("HingeConstraint", &["Radius"]),
    ("Humanoid", &["HipHeight", "JumpHeight", "WalkSpeed"]),
    ("JointInstance", &["C0", "C1"]),
    ("Light", &["Range"]),
    ("Model", &[SCALE, "WorldPivotData"]),
    ("ParticleEmitter", &["Acceleration", "Size", "Speed", "ZOffset"]),
    ("RodConstraint", &["Length", "Thickness"]),
    ("RopeConstraint", &["Length", "Thickness", "WinchSpeed", "WinchTarget"]),
    ("SlidingBallConstraint", &["LowerLimit", "Size", "Speed", "TargetPosition", "UpperLimit", "Velocity"]),
    ("Smoke", &["RiseVelocity", "Size"]),
    ("Sound", &["RollOffMaxDistance", "RollOffMinDistance"]),
    ("SpringConstraint", &["FreeLength", "MaxLength", "MinLength", "Radius", "Thickness"]),
    ("Texture", &["OffsetStudsU", "OffsetStudsV", "StudsPerTileU", "StudsPerTileV"]),
    ("Tool", &["Grip"]),
    ("TorsionSpringConstraint", &["Radius"]),
    ("Trail", &["MaxLength", "MinLength", "TextureLength"]),
    ("UniversalConstraint", &["Radius"]),
    ("WeldConstraint", &["CFrame0"]),
];

impl Document {
    /// Scales a model with everything in it about its pivot, so that its `Scale` becomes `to`, as the script
    /// method `ScaleTo` does. Returns the number of instances that were changed.
    ///
    /// Lengths and speeds are scaled: sizes and positions of parts, joints, attachments, meshes, constraints,
    /// effects, lights and sounds. Forces and torques keep their values.
    ///
    /// ```
    /// use dom::{Document, Encoding, Value};
    /// use geom::Vec3;
    ///
    /// # #[cfg(feature = "classes")] {
    /// let mut document = Document::new(Encoding::Binary);
    /// let model = document.create(None, "Model")?;
    /// let part = document.create(Some(model), "Part")?;
    /// document.assign(part, "Size", Vec3::new(4.0, 1.0, 2.0))?;
    /// document.scale_to(model, 2.0)?;
    /// assert_eq!(document.value(part, "Size"), Some(Value::Vector3(Vec3::new(8.0, 2.0, 4.0))));
    /// document.scale_to(model, 1.0)?;
    /// assert_eq!(document.value(part, "Size"), Some(Value::Vector3(Vec3::new(4.0, 1.0, 2.0))));
    /// # }
    /// # Ok::<(), dom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the instance is not a model, the scale is not positive, or a part would be longer than 2,048 studs.
    /// Then nothing is changed.
    pub fn scale_to(&mut self, id: Id, to: f32) -> Result<usize, Error> {
        self.require(id)?;
        if !self.is_a(id, "Model") || self.is_a(id, "Workspace") {
            return Err(refused("only models have a scale"));
        }
        if !(to.is_normal() && to > 0.0) {
            return Err(refused("a scale is above 0"));
        }
        let from = match self.value_or_default(id, SCALE) {
            Some(Value::Float32(scale)) if scale.is_normal() && scale > 0.0 => scale,
            _ => 1.0,
        };
        let pivot = self.pivot(id).map_or(Vec3::ZERO, |pivot| pivot.position);
        let mut changes = Vec::new();
        for one in self.within(id) {
            for property in self.lengths(one) {
                let is_part = self.part_pose(one).is_some();
                // Other places are relative to an instance that is scaled itself.
                let is_in_world = property == "WorldPivotData" || is_part && property == "CFrame";
                let about = if is_in_world { pivot } else { Vec3::ZERO };
                let Some(old) = self.value_or_default(one, property) else { continue };
                let Some(new) = scaled(&old, to / from, about).filter(|new| *new != old) else { continue };
                if let (Value::Vector3(size), true) = (&new, is_part)
                    && size.x.max(size.y).max(size.z) > LONGEST
                {
                    let part = self.path(one);
                    return Err(refused(format!("{part} would be longer than {LONGEST} studs")));
                }
                changes.push((one, property, new));
            }
        }
        let mut n_changed = 0_usize;
        let mut last = None;
        for (one, property, new) in changes {
            let new = if (one, property) == (id, SCALE) { Value::Float32(to) } else { new };
            self.assign(one, property, new)?;
            n_changed = n_changed.saturating_add(usize::from(last.replace(one) != Some(one)));
        }
        Ok(n_changed)
    }

    /// The names of the properties of an instance that are lengths or speeds.
    fn lengths(&self, id: Id) -> Vec<&'static str> {
        let Some(class) = classes::class(&self.class(id)).filter(|class| !class.is_a("Terrain")) else {
            return Vec::new();
        };
        let own = LENGTHS.iter().filter(|(base, _)| class.is_a(base)).flat_map(|(_, names)| *names);
        own.copied().filter(|name| self.is_length(id, name)).collect()
    }

    /// Returns false if the property is a factor here: the scale of a mesh that fills its part, or the length
    /// of a stretched texture.
    fn is_length(&self, id: Id, property: &str) -> bool {
        let is_item = |property, number| self.value_or_default(id, property) == Some(Value::Enum(number));
        match property {
            // The type FileMesh; plain FileMesh instances have none.
            "Scale" if self.is_a(id, "SpecialMesh") => is_item("MeshType", 5),
            "TextureLength" => !is_item("TextureMode", 0),
            _ => true,
        }
    }
}

/// Multiplies all lengths in a value, and moves positions away from or towards `about`; `None` for values
/// without lengths.
fn scaled(value: &Value<'_>, by: f32, about: Vec3) -> Option<Value<'static>> {
    let pose = |pose: Pose| Pose { position: about + (pose.position - about) * by, ..pose };
    Some(match value {
        Value::Float32(length) => Value::Float32(length * by),
        Value::Vector3(lengths) => Value::Vector3(*lengths * by),
        Value::CFrame(place) => Value::CFrame(pose(*place)),
        Value::OptionalCFrame(Some(place)) => Value::OptionalCFrame(Some(pose(*place))),
        Value::NumberRange(NumberRange { min, max }) => {
            Value::NumberRange(NumberRange { min: min * by, max: max * by })
        }
        Value::NumberSequence(points) => {
            let point = |point: &NumberKeypoint| NumberKeypoint {
                value: point.value * by,
                envelope: point.envelope * by,
                ..*point
            };
            Value::NumberSequence(points.iter().map(point).collect())
        }
        // The offsets are pixels.
        Value::UDim2(sides) => Value::UDim2(sides.map(|(studs, pixels)| (studs * by, pixels))),
        _ => return None,
    })
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use super::*;
    use crate::encoding::Encoding;
    use crate::value::Target;

    fn vec(value: f32) -> Value<'static> {
        Value::Vector3(Vec3::splat(value))
    }

    #[test]
    fn lengths_are_scaled_about_the_pivot_and_factors_are_kept() {
        let mut document = Document::new(Encoding::Binary);
        let model = document.create(None, "Model").unwrap();
        let [near, far] = [2.0, 5.0].map(|x| {
            let part = document.create(Some(model), "Part").unwrap();
            document.assign(part, "Position", Vec3::new(x, 0.0, 0.0)).unwrap();
            part
        });
        document.assign(model, "PrimaryPart", Value::Referent(Target::Instance(near))).unwrap();
        let inner = document.create(Some(model), "Model").unwrap();
        let pose = |x| Value::CFrame(Pose { position: Vec3::splat(x), ..Pose::IDENTITY });
        let points =
            |value| Value::NumberSequence(vec![NumberKeypoint { time: 0.0, value, envelope: 0.0 }; 2].into());
        let mut made = |class, property, old: Value<'static>, new: Value<'static>| {
            let id = document.create(Some(inner), class).unwrap();
            document.assign(id, property, old).unwrap();
            (id, class, property, new)
        };
        let sizes = [(0.5, 8), (0.0, 2)];
        let mut all = vec![
            made("Attachment", "CFrame", pose(1.0), pose(2.0)),
            made("Weld", "C1", pose(-1.0), pose(-2.0)),
            made("PointLight", "Range", 8.0_f32.into(), 16.0_f32.into()),
            made("Sound", "RollOffMinDistance", 10.0_f32.into(), 20.0_f32.into()),
            made("RopeConstraint", "Length", 3.0_f32.into(), 6.0_f32.into()),
            made("ParticleEmitter", "Size", points(1.5), points(3.0)),
            made("BillboardGui", "Size", Value::UDim2(sizes), Value::UDim2(sizes.map(|(x, y)| (x * 2.0, y)))),
            made("BlockMesh", "Scale", vec(1.5), vec(1.5)),
            made("SpecialMesh", "Scale", vec(1.5), vec(1.5)),
            made("FileMesh", "Scale", vec(1.5), vec(3.0)),
            made("Beam", "TextureLength", 1.5_f32.into(), 1.5_f32.into()),
            made("HingeConstraint", "MotorMaxTorque", 7.0_f32.into(), 7.0_f32.into()),
        ];
        let file = document.copy(all[8].0, Some(inner)).unwrap();
        document.assign(file, "MeshType", Value::Enum(5)).unwrap();
        all.push((file, "SpecialMesh of a file", "Scale", vec(3.0)));
        // Setting the property does the same.
        document.assign(model, "Scale", 2.0_f32).unwrap();
        for (id, class, property, new) in all {
            assert_eq!(document.value(id, property), Some(new), "{class}.{property}");
        }
        assert_eq!(document.value(near, "Position"), Some(Vec3::new(2.0, 0.0, 0.0).into()));
        assert_eq!(document.value(far, "Position"), Some(Vec3::new(8.0, 0.0, 0.0).into()));
        assert_eq!(document.value(far, "Size"), Some(Vec3::new(8.0, 2.4, 4.0).into()));
        assert_eq!(
            [model, inner].map(|id| document.value(id, "Scale")),
            [const { Some(Value::Float32(2.0)) }; 2]
        );
        assert_eq!(document.scale_to(model, 2.0).unwrap(), 0);
        for (id, scale, message) in [
            (near, 2.0, "only models have a scale"),
            (model, 0.0, "a scale is above 0"),
            (model, f32::NAN, "a scale is above 0"),
            (model, 1000.0, "Model/Part would be longer than 2048 studs"),
        ] {
            assert_eq!(document.scale_to(id, scale).unwrap_err().message, message);
        }
        assert_eq!(document.value(far, "Size"), Some(Vec3::new(8.0, 2.4, 4.0).into()));
    }
}
