//! Property values that are strings with an inner format. Format document, section 6.5.
//!
//! A form is a file in this folder, with a reader and a writer, and a row of the table below for each property that has
//! it. Errors and traces use the field names of its reader.
//!
//! ```
//! use rbxbinary::forms::{Data, StringForm};
//!
//! let form = StringForm::for_property(b"Workspace", b"CollisionGroupData").unwrap();
//! let mut groups = form.read(b"\x01\x01\0\x04\xff\xff\xff\xff\x07Default")?;
//! let default = [Data::from("Default"), Data::Int(0), Data::Int(-1)];
//! assert_eq!((form.name(), &groups[..]), ("CollisionGroups", &[Data::List(default.to_vec())][..]));
//! groups.push(Data::List(vec![Data::from("Doors"), Data::Int(1), Data::Int(-3)]));
//! let written = form.write(&groups)?;
//! assert_eq!(written[..2], [1, 2]);
//! # Ok::<(), rbxbinary::Error>(())
//! ```

mod accessories;
mod attenuation;
mod attributes;
mod collision_groups;
mod colors;
mod curves;
mod emotes;
mod guid;
mod rig;
mod users;
mod values;
mod words;

pub use self::collision_groups::CollisionGroup;

use crate::attributes::Attribute;
use crate::common::error::Error;
use crate::common::input::{Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::output::Output;
use crate::common::trace::Trace;
use crate::error::ErrorKind;

/// A value decoded from a string.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Data {
    /// An integer.
    Int(i64),
    /// A 32-bit float.
    Float(f32),
    /// A 64-bit float, used for times in seconds.
    Double(f64),
    /// Any bytes, usually UTF-8.
    Text(Vec<u8>),
    /// A typed value that is not an array or a dictionary.
    Attribute(Attribute),
    /// A list of values.
    List(Vec<Data>),
}

impl From<&str> for Data {
    fn from(text: &str) -> Self {
        Self::Text(text.as_bytes().to_vec())
    }
}

/// The form of a string property.
#[derive(Debug, Clone, Copy)]
pub struct StringForm(&'static Row);

impl PartialEq for StringForm {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for StringForm {}

/// The classes that have a property, its name, and its form.
#[derive(Debug)]
struct Row(&'static [&'static str], &'static str, FormCodec);

/// The reader and the writer of a form.
#[derive(Debug)]
struct FormCodec {
    /// The content of the string, in one word.
    name: &'static str,
    read: for<'a> fn(Input<'a>) -> Parsed<'a, Vec<Data>>,
    write: fn(&[Data], &mut Output) -> Result<(), Error>,
}

/// All forms, by property.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    Row(&["HumanoidDescription"], "AccessoryBlob", accessories::ACCESSORIES),
    Row(&["AudioDeviceInput"], "AccessList", users::USERS),
    Row(&["AudioEmitter", "AudioListener"], "AngleAttenuation", attenuation::ATTENUATION),
    Row(&["Workspace", "WorldModel"], "CollisionGroupData", collision_groups::DATA),
    Row(&["Workspace"], "CollisionGroups", collision_groups::TEXT),
    Row(&["StyleQuery"], "ConditionsSerialize", attributes::CONDITIONS),
    Row(&["AudioEmitter", "AudioListener"], "DistanceAttenuation", attenuation::ATTENUATION),
    Row(&["HumanoidDescription"], "EmotesDataInternal", emotes::KNOWN),
    Row(&["HumanoidDescription"], "EquippedEmotesDataInternal", emotes::EQUIPPED),
    Row(&["KeyframeSequence", "CurveAnimation"], "GuidBinaryString", guid::GUID),
    Row(&["ServiceVisibilityService", "ExplorerServiceVisibilityService"], "HiddenServices", values::SERVICES),
    Row(&["AnimationNodeDefinition"], "InputPinData", rig::PINS),
    Row(&["Terrain"], "MaterialColors", colors::MATERIALS),
    Row(&["Path2D"], "PropertiesSerialize", values::POINTS),
    Row(&["StyleRule"], "PropertiesSerialize", attributes::PROPERTIES),
    Row(&["StyleRule"], "PropertyTransitionsSerialize", attributes::TRANSITIONS),
    Row(&["PlayerEmulatorService"], "SerializedEmulatedPolicyInfo", attributes::POLICIES),
    Row(&["FloatCurve"], "ValuesAndTimes", curves::FLOAT),
    Row(&["MarkerCurve"], "ValuesAndTimes", curves::MARKER),
    Row(&["RotationCurve"], "ValuesAndTimes", curves::ROTATION),
    Row(&["ValueCurve"], "ValuesAndTimes", curves::VALUE),
    Row(&["ServiceVisibilityService", "ExplorerServiceVisibilityService"], "VisibleServices", values::SERVICES),
    Row(&["HapticEffect"], "WaveformData", curves::FLOAT),
    Row(&["AnimationRigData"], "label", rig::LABELS),
    Row(&["AnimationRigData"], "name", rig::NAMES),
    Row(&["AnimationRigData"], "parent", rig::PARENTS),
    Row(&["AnimationRigData"], "postTransform", rig::TRANSFORMS),
    Row(&["AnimationRigData"], "preTransform", rig::TRANSFORMS),
    Row(&["AnimationRigData"], "transform", rig::TRANSFORMS),
];

/// The maximum number of entries. An entry of a curve takes about one byte in a compressed file, about a hundred bytes
/// in memory, and as many again when it is printed.
const MOST_VALUES: usize = 1 << 16;

const LIMITS: Limits = Limits { output_bytes: Some(0), depth: None, elements: Some(MOST_VALUES) };

impl StringForm {
    /// The form of a property of a class; `None` if the property has no inner format, or an unknown one.
    #[must_use]
    pub fn for_property(class: &[u8], property: &[u8]) -> Option<Self> {
        // The name alone rules out most properties.
        let mut rows = TABLE.iter().filter(|row| row.1.as_bytes() == property);
        rows.find(|row| row.0.iter().any(|one| one.as_bytes() == class)).map(Self)
    }

    /// The forms of those properties of a class that have one.
    pub fn of_class(class: &[u8]) -> impl Iterator<Item = Self> {
        TABLE.iter().filter(move |row| row.0.iter().any(|one| one.as_bytes() == class)).map(Self)
    }

    /// The form of each property that has one.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(Self)
    }

    /// The content of the string, in one word such as `CollisionGroups`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.2.name
    }

    /// The classes that have the property in this form.
    #[must_use]
    pub fn classes(self) -> &'static [&'static str] {
        self.0.0
    }

    /// The name of the property.
    #[must_use]
    pub fn property(self) -> &'static str {
        self.0.1
    }

    /// Reads the bytes of the property.
    ///
    /// # Errors
    ///
    /// If the bytes do not match the form up to the last byte, if writing the values would not restore the bytes, or if
    /// there are more than 2^16 entries.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<Data>, Error> {
        self.read_by(Reading::new(true, LIMITS, bytes.len()), bytes)
    }

    /// Reads the string like [`read`](Self::read), and reports to `trace` what each byte is.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read).
    pub fn trace(self, bytes: &[u8], trace: &dyn Trace) -> Result<Vec<Data>, Error> {
        self.read_by(Reading::new(true, LIMITS, bytes.len()).with_trace(trace), bytes)
    }

    fn read_by(self, reading: Reading<'_>, bytes: &[u8]) -> Result<Vec<Data>, Error> {
        let all = reading.read(bytes, |input| {
            let (rest, all) = (self.0.2.read)(input)?;
            match rest.bytes().len() {
                0 => Ok((rest, all)),
                // Format document, section 6.5: a string that has more than its form is kept as bytes.
                n_bytes => Err(rest.fatal(ErrorKind::Surplus { n_bytes })),
            }
        })?;
        // A string that would be written differently is better kept as bytes.
        if self.written(&all)? == bytes {
            Ok(all)
        } else {
            Err(words::other("bytes that writing reproduces"))
        }
    }

    /// Writes the bytes of the property.
    ///
    /// # Errors
    ///
    /// If the values do not fit the form, or a text contains characters that would end it.
    pub fn write(self, all: &[Data]) -> Result<Vec<u8>, Error> {
        let bytes = self.written(all)?;
        // A separator inside a text would end it early where it is read.
        let again = self.read(&bytes)?;
        if has_texts(&again, all) { Ok(bytes) } else { Err(words::other("texts that do not end early")) }
    }

    fn written(self, all: &[Data]) -> Result<Vec<u8>, Error> {
        let mut out = Output::default();
        (self.0.2.write)(all, &mut out).map_err(|error| error.inside(self.name()))?;
        Ok(out.0)
    }
}

/// Returns true if both have the same lists and texts; numbers may have been rounded.
fn has_texts(one: &[Data], other: &[Data]) -> bool {
    let mut pending = vec![(one, other)];
    while let Some((one, other)) = pending.pop() {
        if one.len() != other.len() {
            return false;
        }
        for pair in one.iter().zip(other) {
            match pair {
                (Data::List(one), Data::List(other)) => pending.push((one, other)),
                (Data::Text(one), Data::Text(other)) if one != other => return false,
                _ => {}
            }
        }
    }
    true
}
