//! The names of properties in scripts and in files.
//!
//! The list is kept here and not taken from the class database, so that looking up a name does not load the
//! database, and builds without it use the same names. Values that files do not store, such as the position
//! of a part, are computed from those that they store.

use super::classes::{brick_colour, brick_number};
use super::{Instance, Kind, Value};
use geom::{Mat3, Pose, Vec3};

macro_rules! renamed {
    ($($script:literal $file:literal),* $(,)?) => {
        const RENAMED: &[(&str, &str)] = &[$(($script, $file)),*];

        /// The name of a property in scripts, if it differs from the one in files.
        pub fn in_scripts(name: &[u8]) -> Option<&'static str> {
            match std::str::from_utf8(name).ok()? {
                $($file => Some($script),)*
                _ => None,
            }
        }
    };
}

renamed! {
    "Archivable" "archivable",
    "AvatarJointUpgrade" "AvatarJointUpgrade_SerializedRollout",
    "Color" "Color3uint8",
    "FluidFidelity" "FluidFidelityInternal",
    "FormFactor" "formFactorRaw",
    "Health" "Health_XML",
    "Heat" "heat_xml",
    "MaterialVariant" "MaterialVariantSerialized",
    "MaxPlayers" "MaxPlayersInternal",
    "Opacity" "opacity_xml",
    "PackageContent" "PackageContentSerialize",
    "Part0" "Part0Internal",
    "Part1" "Part1Internal",
    "PreferredPlayers" "PreferredPlayersInternal",
    "RiseVelocity" "riseVelocity_xml",
    "RollOffMaxDistance" "xmlRead_MaxDistance_3",
    "RollOffMinDistance" "EmitterSize",
    "Sandboxed" "DefinesCapabilities",
    "Scale" "ScaleFactor",
    "Shape" "shape",
    "SignalBehavior" "SignalBehavior2",
    "Size" "size",
    "Size" "size_xml",
    "Use2022Materials" "Use2022MaterialsXml",
    "WorldPivot" "WorldPivotData",
}

/// Former names in scripts, and the name that rbx-dom uses for the attributes of an instance, with their
/// names in files.
const ALIASES: &[(&str, &str)] =
    &[("Attributes", "AttributesSerialize"), ("MaxDistance", "xmlRead_MaxDistance_3")];

/// The names in files of the property with this name in scripts, if they differ.
pub fn in_files<'n>(name: &'n str) -> impl Iterator<Item = &'n str> {
    let all = RENAMED.iter().chain(ALIASES);
    all.filter(move |(script, _)| *script == name).map(|(_, file)| -> &'n str { file })
}

/// The name in scripts of a property with this name in files, such as `Size` for `size`; for most properties,
/// both names are the same.
///
/// ```
/// use dom::name_in_scripts;
///
/// assert_eq!([name_in_scripts("size"), name_in_scripts("Anchored")], ["Size", "Anchored"]);
/// ```
#[must_use]
pub fn name_in_scripts(name: &str) -> &str {
    in_scripts(name.as_bytes()).unwrap_or(name)
}

/// Does the same as [`name_in_scripts`] for a name given as bytes.
pub fn in_words(name: &[u8]) -> &[u8] {
    in_scripts(name).map_or(name, str::as_bytes)
}

/// The name in scripts of a property of an instance, if it differs from the one in files; `None` also if the
/// instance has another property with that name.
pub fn in_scripts_of(instance: Option<Instance<'_>>, name: &[u8]) -> Option<&'static str> {
    let instance = instance?;
    in_scripts(name).filter(|script| instance.get(script).is_none())
}

impl<'m> Instance<'m> {
    /// The value of a property by its name in files, or else by its name in scripts, which some programs write instead.
    #[must_use]
    pub fn find(self, property: &str) -> Option<Value<'m>> {
        self.get(property).or_else(|| {
            let script = name_in_scripts(property);
            (script != property).then(|| self.get(script))?
        })
    }
}

/// A property that scripts have and files do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScriptOnly {
    Position,
    /// Angles in degrees about Y, then X, then Z.
    Orientation,
    /// Angles in degrees about X, then Y, then Z.
    Rotation,
    /// The number of the nearest palette colour.
    BrickColor,
    /// True if a script runs; files store the opposite.
    Enabled,
    /// The time of day in hours.
    ClockTime,
}

impl ScriptOnly {
    const ALL: [(&'static str, Self); 7] = [
        ("Position", Self::Position),
        ("Orientation", Self::Orientation),
        ("Rotation", Self::Rotation),
        ("BrickColor", Self::BrickColor),
        ("brickColor", Self::BrickColor),
        ("Enabled", Self::Enabled),
        ("ClockTime", Self::ClockTime),
    ];

    pub const NAMES: [&'static str; 6] =
        ["BrickColor", "ClockTime", "Enabled", "Orientation", "Position", "Rotation"];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, made)| *made)
    }

    /// Finds a property by its name like [`named`](Self::named), but in any case.
    pub fn like(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, made)| *made)
    }

    /// The property in files from which it is computed.
    pub const fn source(self) -> &'static str {
        match self {
            Self::BrickColor => "Color3uint8",
            Self::Enabled => "Disabled",
            Self::ClockTime => "TimeOfDay",
            _ => "CFrame",
        }
    }

    /// The kind of its values.
    pub const fn kind(self) -> Kind {
        match self {
            Self::BrickColor => Kind::BrickColor,
            Self::Enabled => Kind::Bool,
            Self::ClockTime => Kind::Float32,
            _ => Kind::Vector3,
        }
    }

    /// Computes it from a value of the property [`source`](Self::source).
    pub fn compute(self, source: &Value<'_>) -> Option<Value<'static>> {
        match (self, source) {
            (Self::Position, Value::CFrame(pose)) => Some(Value::Vector3(pose.position)),
            (Self::Orientation, Value::CFrame(pose)) => Some(Value::Vector3(orientation(pose.rotation))),
            (Self::Rotation, Value::CFrame(pose)) => Some(Value::Vector3(rotation(pose.rotation))),
            (Self::BrickColor, Value::Color3uint8(colour)) => brick_number(*colour).map(Value::BrickColor),
            (Self::Enabled, Value::Bool(is_disabled)) => Some(Value::Bool(!is_disabled)),
            (Self::ClockTime, Value::String(time)) => hours(time).map(Value::Float32),
            _ => None,
        }
    }

    /// The value that the property [`source`](Self::source) gets when this one is set to `new`.
    pub fn put(self, source: &Value<'_>, new: &Value<'_>) -> Option<Value<'static>> {
        let pose = |pose| Some(Value::CFrame(pose));
        match (self, source, new) {
            (Self::Position, Value::CFrame(old), Value::Vector3(new)) => {
                pose(Pose { position: *new, ..*old })
            }
            (Self::Orientation, Value::CFrame(old), Value::Vector3(new)) => {
                pose(Pose { rotation: turned(*new, [1, 0, 2]), ..*old })
            }
            (Self::Rotation, Value::CFrame(old), Value::Vector3(new)) => {
                pose(Pose { rotation: turned(*new, [0, 1, 2]), ..*old })
            }
            (Self::BrickColor, Value::Color3uint8(_), Value::BrickColor(number)) => {
                brick_colour(*number).map(Value::Color3uint8)
            }
            (Self::Enabled, Value::Bool(_), Value::Bool(is_enabled)) => Some(Value::Bool(!is_enabled)),
            (Self::ClockTime, Value::String(_), new) => match new.clone().cast(Kind::Float64)? {
                Value::Float64(hours) => {
                    time_of_day(hours).map(|time| Value::String(time.into_bytes().into()))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The hours of a time such as `14:30:00`, with fractions.
fn hours(time: &[u8]) -> Option<f32> {
    let parts: Option<Vec<f32>> =
        std::str::from_utf8(time).ok()?.split(':').map(|part| part.parse().ok()).collect();
    let [hours, minutes, seconds] = parts?.try_into().ok()?;
    Some(hours + minutes / 60.0 + seconds / 3600.0)
}

/// The time of day that many hours after midnight, such as `14:30:00`; hours beyond 24 wrap around, as in the
/// engine.
fn time_of_day(hours: f64) -> Option<String> {
    let seconds = libm::round(hours.rem_euclid(24.0) * 3600.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most those of a day")]
    let seconds = seconds.is_finite().then_some(seconds as u32 % 86_400)?;
    Some(format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60))
}

/// Converts angles to degrees, rounded to the three decimals that Studio shows, so that right angles are
/// exact.
fn degrees(radians: [f64; 3]) -> Vec3 {
    #[expect(clippy::cast_possible_truncation, reason = "angles are small")]
    let rounded = radians.map(|angle| (libm::round(angle.to_degrees() * 1000.0) / 1000.0) as f32);
    // Without a sign of zero.
    Vec3::from_array(rounded.map(|angle| if angle == 0.0 { 0.0 } else { angle }))
}

/// The absolute sine above which the other two angles cannot be distinguished.
const POLE: f64 = 0.999_999;

/// The angles about X, Y and Z of a rotation about Y, then X, then Z.
fn orientation(matrix: Mat3) -> Vec3 {
    let [a, _, c, d, e, f, g, _, i] = matrix.to_rows_array().map(f64::from);
    let x = libm::asin((-f).clamp(-1.0, 1.0));
    if f.abs() > POLE {
        // Y and Z turn about one axis here, and Y says all of it.
        return degrees([x, libm::atan2(-g, a), 0.0]);
    }
    degrees([x, libm::atan2(c, i), libm::atan2(d, e)])
}

/// The angles about X, Y and Z of a rotation about X, then Y, then Z.
fn rotation(matrix: Mat3) -> Vec3 {
    let [a, b, c, _, e, f, _, h, i] = matrix.to_rows_array().map(f64::from);
    let y = libm::asin(c.clamp(-1.0, 1.0));
    if c.abs() > POLE {
        // X and Z turn about one axis here, and X says all of it.
        return degrees([libm::atan2(h, e), y, 0.0]);
    }
    degrees([libm::atan2(-f, i), y, libm::atan2(-b, a)])
}

/// The rotation by these angles in degrees about the axes in this order, the first of them outermost.
fn turned(angles: Vec3, order: [usize; 3]) -> Mat3 {
    let mut matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for axis in order {
        let angle = angles.to_array().get(axis).copied().unwrap_or_default();
        let (sin, cos) = sin_cos(f64::from(angle));
        let turn = match axis {
            0 => [[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]],
            1 => [[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]],
            _ => [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]],
        };
        matrix = matrix.map(|[x, y, z]: [f64; 3]| {
            let [one, two, three] = turn;
            let column = |i: usize| {
                let at = |row: [f64; 3]| row.get(i).copied().unwrap_or_default();
                x * at(one) + y * at(two) + z * at(three)
            };
            [column(0), column(1), column(2)]
        });
    }
    let [[a, b, c], [d, e, f], [g, h, i]] = matrix;
    #[expect(clippy::cast_possible_truncation, reason = "files have so many digits")]
    // Adding 0 takes the sign off a zero.
    Mat3::from_rows_array([a, b, c, d, e, f, g, h, i].map(|number| number as f32 + 0.0))
}

/// The sine and cosine of an angle in degrees, exact at right angles, for which binary files have numbers.
fn sin_cos(degrees: f64) -> (f64, f64) {
    let turn = degrees.rem_euclid(360.0);
    match [0.0, 90.0, 180.0, 270.0].iter().position(|right| *right == turn) {
        Some(0) => (0.0, 1.0),
        Some(1) => (1.0, 0.0),
        Some(2) => (0.0, -1.0),
        Some(_) => (-1.0, 0.0),
        None => (libm::sin(turn.to_radians()), libm::cos(turn.to_radians())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "classes")]
    #[test]
    fn the_words_are_those_of_the_database() {
        use crate::classes::renamed;
        // `Properties` of a style rule shares its name in files with another class.
        let but = |(script, _): &(&str, &str)| *script != "Properties";
        // The database has these twice, as if one had nothing to do with the other.
        let is_known =
            |(script, _): &(&str, &str)| !["FluidFidelity", "Health", "WorldPivot"].contains(script);
        let mut ours: Vec<_> = RENAMED.iter().chain(ALIASES).copied().filter(is_known).collect();
        ours.sort_unstable();
        assert_eq!(ours, renamed().into_iter().filter(but).collect::<Vec<_>>());
        assert_eq!(
            [in_scripts(b"size"), in_scripts(b"Size"), in_scripts(b"\xff")],
            [Some("Size"), None, None]
        );
        assert_eq!(in_files("Size").collect::<Vec<_>>(), ["size", "size_xml"]);
    }

    #[test]
    fn angles_become_matrices_and_matrices_angles() {
        for angles in [[0.0, 180.0, 0.0], [30.0, -120.0, 45.0], [90.0, 30.0, 0.0], [-12.5, 179.0, -60.0]] {
            let angles = Vec3::from_array(angles);
            assert_eq!(orientation(turned(angles, [1, 0, 2])), angles);
        }
        for angles in [[0.0, 90.0, 0.0], [30.0, -60.0, 45.0], [170.0, 12.0, -90.0]] {
            let angles = Vec3::from_array(angles);
            assert_eq!(rotation(turned(angles, [0, 1, 2])), angles);
        }
        // A quarter about Y takes X to -Z.
        let quarter = turned(Vec3::new(0.0, 90.0, 0.0), [1, 0, 2]);
        assert_eq!(quarter.to_rows_array(), [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0]);
    }

    #[test]
    fn values_that_scripts_alone_have_are_made_and_set() {
        let old = Value::CFrame(Pose { position: Vec3::new(1.0, 2.0, 3.0), rotation: Mat3::default() });
        let new = ScriptOnly::Position.put(&old, &Value::Vector3(Vec3::new(0.0, 10.0, 0.0))).unwrap();
        assert_eq!(ScriptOnly::Position.compute(&new), Some(Value::Vector3(Vec3::new(0.0, 10.0, 0.0))));
        assert_eq!(ScriptOnly::Orientation.compute(&new), Some(Value::Vector3(Vec3::default())));
        assert_eq!(ScriptOnly::Position.compute(&Value::Bool(true)), None);
        let grey = Value::Color3uint8([163, 162, 165]);
        let red = ScriptOnly::BrickColor.put(&grey, &Value::BrickColor(21));
        let known = cfg!(feature = "classes").then_some(Value::Color3uint8([196, 40, 28]));
        assert_eq!(red, known);
        let number = cfg!(feature = "classes").then_some(Value::BrickColor(194));
        assert_eq!(ScriptOnly::BrickColor.compute(&grey), number);
        assert_eq!(ScriptOnly::Enabled.compute(&Value::Bool(true)), Some(Value::Bool(false)));
        assert_eq!(ScriptOnly::Enabled.put(&Value::Bool(true), &true.into()), Some(Value::Bool(false)));
        let time = |text: &'static str| Value::String(text.as_bytes().into());
        assert_eq!(ScriptOnly::ClockTime.compute(&time("14:30:00")), Some(Value::Float32(14.5)));
        assert_eq!(ScriptOnly::ClockTime.compute(&time("noon")), None);
        for (hours, text) in [(0.0, "00:00:00"), (14.5, "14:30:00"), (25.0, "01:00:00"), (-0.25, "23:45:00")]
        {
            assert_eq!(
                ScriptOnly::ClockTime.put(&time("14:30:00"), &Value::Float32(hours)),
                Some(time(text))
            );
        }
        assert_eq!(ScriptOnly::ClockTime.put(&time("14:30:00"), &Value::Float32(f32::NAN)), None);
    }
}
