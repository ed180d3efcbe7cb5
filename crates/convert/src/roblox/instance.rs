//! Access to instances for the conversion to scenes.

use dom::{ColorKeypoint, Instance as Found, NumberKeypoint, Value, View};
use geom::{Pose, Vec2, Vec3};

/// All instances, with parents before their children.
pub(super) struct Instances<'m>(pub(super) View<'m>);

/// An instance, and the index of its parent.
pub(super) struct Instance<'m> {
    pub(super) parent: Option<usize>,
    it: Found<'m>,
}

impl<'m> Instances<'m> {
    pub(super) fn get(&self, index: usize) -> Option<Instance<'m>> {
        let number = u32::try_from(index.checked_add(1)?).ok()?;
        let parent = (self.0.parent(number) as usize).checked_sub(1);
        Some(Instance { parent, it: self.0.get(number)? })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Instance<'m>> {
        (0..self.0.len()).filter_map(|index| self.get(index))
    }

    /// The index of the instance to which a property refers.
    pub(super) fn referred(&self, instance: &Instance<'_>, property: &str) -> Option<usize> {
        let number = self.0.number(instance.it.find(property)?.as_id()?)?;
        (number as usize).checked_sub(1)
    }

    /// The two parts of a joint; a WeldConstraint has other names for them.
    pub(super) fn held(&self, joint: &Instance<'_>) -> Option<(usize, usize)> {
        let of = |one: &str, other: &str| self.referred(joint, one).zip(self.referred(joint, other));
        of("Part0", "Part1").or_else(|| of("Part0Internal", "Part1Internal"))
    }
}

impl<'m> Instance<'m> {
    pub(super) fn class(&self) -> &'m [u8] {
        self.it.class()
    }

    pub(super) fn name(&self) -> String {
        String::from_utf8_lossy(self.it.name()).into_owned()
    }

    /// A vector whose components are all finite.
    pub(super) fn vec3(&self, property: &str) -> Option<Vec3> {
        self.it.find(property)?.as_vec3().filter(|vector| vector.is_finite())
    }

    pub(super) fn pose(&self, property: &str) -> Option<Pose> {
        let pose = self.it.find(property)?.as_pose()?;
        (pose.position.is_finite() && pose.rotation.is_finite()).then_some(pose)
    }

    #[expect(clippy::cast_possible_truncation, reason = "fractions need no more")]
    pub(super) fn number(&self, property: &str) -> Option<f32> {
        let number = self.it.find(property)?.as_f64()?;
        Some(number as f32).filter(|number| number.is_finite())
    }

    /// The value of an enum item, or the index of a palette colour.
    pub(super) fn choice(&self, property: &str) -> Option<u32> {
        self.it.find(property)?.as_enum()
    }

    /// An integer property; 0 without one.
    pub(super) fn whole(&self, property: &str) -> i64 {
        self.it.find(property).and_then(|value| value.as_i64()).unwrap_or_default()
    }

    /// A pair of finite numbers.
    pub(super) fn vec2(&self, property: &str) -> Option<Vec2> {
        self.it.find(property)?.as_vec2().filter(|vector| vector.x.is_finite() && vector.y.is_finite())
    }

    /// A length as a share and an offset in pixels.
    pub(super) fn udim(&self, property: &str) -> Option<[f32; 2]> {
        match self.it.find(property)? {
            Value::UDim((share, offset)) if share.is_finite() => Some([share, pixels(offset)]),
            _ => None,
        }
    }

    /// Two lengths, along X and along Y, each a share and an offset in pixels.
    pub(super) fn udim2(&self, property: &str) -> Option<[[f32; 2]; 2]> {
        match self.it.find(property)? {
            Value::UDim2([(x, u), (y, v)]) if x.is_finite() && y.is_finite() => {
                Some([[x, pixels(u)], [y, pixels(v)]])
            }
            _ => None,
        }
    }

    /// The keypoints of a number sequence.
    pub(super) fn numbers(&self, property: &str) -> Option<Vec<NumberKeypoint>> {
        match self.it.find(property)? {
            Value::NumberSequence(points) => Some(points.into_owned()).filter(|points| !points.is_empty()),
            _ => None,
        }
    }

    /// The ends of a range, which are finite.
    pub(super) fn range(&self, property: &str) -> Option<[f32; 2]> {
        match self.it.find(property)? {
            Value::NumberRange(range) => {
                Some([range.min, range.max]).filter(|ends| ends.iter().all(|end| end.is_finite()))
            }
            _ => None,
        }
    }

    /// The colours of a gradient.
    pub(super) fn colours(&self, property: &str) -> Option<Vec<ColorKeypoint>> {
        match self.it.find(property)? {
            Value::ColorSequence(points) => Some(points.into_owned()).filter(|points| !points.is_empty()),
            _ => None,
        }
    }

    /// A colour as sRGB bytes: red, green and blue.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to 0 to 255 before")]
    pub(super) fn colour(&self, property: &str) -> Option<[u8; 3]> {
        let colour = self.it.find(property)?.as_color()?;
        Some(colour.map(|part| (part * 255.0 + 0.5).clamp(0.0, 255.0) as u8))
    }

    /// The bytes of a property, which may be empty.
    pub(super) fn bytes(&self, property: &str) -> Option<&'m [u8]> {
        self.it.bytes(property)
    }

    /// The address of a mesh, in either form of Content.
    pub(super) fn mesh_url(&self) -> Option<String> {
        self.text("MeshId").or_else(|| self.text("MeshContent"))
    }

    /// True if the instance has a property.
    pub(super) fn has(&self, property: &str) -> bool {
        self.it.find(property).is_some()
    }

    /// A boolean property.
    pub(super) fn flag(&self, property: &str) -> Option<bool> {
        self.it.find(property)?.as_bool()
    }

    /// The file that a property embeds, as models from 2008 do.
    pub(super) fn embedded(&self, property: &str) -> Option<Vec<u8>> {
        self.it.find(property)?.embedded()
    }

    pub(super) fn text(&self, property: &str) -> Option<String> {
        let value = self.it.find(property)?;
        // Binary strings are not text, even if they look like it.
        let text = value.as_str().filter(|_| !matches!(value, Value::BinaryString(_)))?;
        Some(text.to_owned()).filter(|text| !text.is_empty())
    }
}

/// An offset in pixels.
#[expect(clippy::cast_precision_loss, reason = "screens have fewer pixels")]
fn pixels(offset: i32) -> f32 {
    offset as f32
}
