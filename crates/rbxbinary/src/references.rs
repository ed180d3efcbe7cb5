//! References in values: values of the two reference types, and attributes in some strings.
//!
//! All code that changes referents uses this module, so that no reference is forgotten.

use crate::attributes::Attributes;
use crate::common::error::Error;
use crate::model::{Content, Name, Referent, Value};

/// A string property that may refer to instances, because its bytes are attributes.
///
/// ```
/// use rbxbinary::{Holder, Referent};
///
/// let holder = Holder::for_property(b"Part", b"AttributesSerialize").unwrap();
/// let bytes = b"\x01\0\0\0\x04\0\0\0Door\x25\x07\0\0\0";
/// assert_eq!(holder.references(bytes), [(Some("Door".into()), Referent(7))]);
/// let new = holder.redirected(bytes, &mut |_, _| Referent(9)).unwrap();
/// assert_eq!(new, b"\x01\0\0\0\x04\0\0\0Door\x25\x09\0\0\0");
/// assert!(Holder::for_property(b"Part", b"Tags").is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holder(&'static Row);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    /// The class that has the property; empty if all classes do.
    class: &'static [u8],
    property: &'static str,
    /// The number of bytes before the attributes.
    start: usize,
}

/// The properties that hold attributes. Format document, section 6.1. [`StringForm`](crate::forms::StringForm) lists the
/// other forms of strings.
#[rustfmt::skip]
const HOLDERS: &[Row] = &[
    Row { class: b"", property: "AttributesSerialize", start: 0 },
    Row { class: b"StyleRule", property: "PropertiesSerialize", start: 0 },
    Row { class: b"StyleRule", property: "PropertyTransitionsSerialize", start: 2 },
    Row { class: b"StyleQuery", property: "ConditionsSerialize", start: 0 },
    Row { class: b"PlayerEmulatorService", property: "SerializedEmulatedPolicyInfo", start: 0 },
];

/// The type of an attribute that is a reference.
const REFERENCE: u8 = 0x25;

impl Holder {
    /// Returns the property of a class if its value may refer to instances.
    #[must_use]
    pub fn for_property(class: &[u8], property: &[u8]) -> Option<Self> {
        // The name alone rules out most properties.
        let mut rows = HOLDERS.iter().filter(|row| row.property.as_bytes() == property);
        rows.find(|row| row.class.is_empty() || row.class == class).map(Self)
    }

    /// The properties of a class whose values may refer to instances.
    pub fn of_class(class: &[u8]) -> impl Iterator<Item = Self> {
        HOLDERS.iter().filter(move |row| row.class.is_empty() || row.class == class).map(Self)
    }

    /// The name of the property.
    #[must_use]
    pub fn property(self) -> &'static str {
        self.0.property
    }

    /// The instances that a value refers to. The name is that of the attribute, if the property holds the attributes of
    /// an instance. Attributes of unknown types may contain further references: see [`is_readable`](Self::is_readable).
    #[must_use]
    pub fn references(self, bytes: &[u8]) -> Vec<(Option<Name>, Referent)> {
        // Most values have no such byte.
        if !bytes.contains(&REFERENCE) {
            return Vec::new();
        }
        let (_, attributes, _) = self.read(bytes);
        attributes.references().map(|(name, referent)| (self.name(name), referent)).collect()
    }

    /// Replaces the instances that a value refers to by the results of `to`, and returns the new value; `None` if
    /// nothing changed.
    #[must_use]
    pub fn redirected(
        self,
        bytes: &[u8],
        to: &mut dyn FnMut(Option<Name>, Referent) -> Referent,
    ) -> Option<Vec<u8>> {
        if !bytes.contains(&REFERENCE) {
            return None;
        }
        let (start, mut attributes, _) = self.read(bytes);
        let is_changed = attributes.redirect(&mut |name, referent| to(self.name(name), referent));
        // The attributes were read, so their lengths fit the format and writing cannot fail.
        let written = attributes.write().ok().filter(|_| is_changed)?;
        Some([start, &written].concat())
    }

    /// Returns true if all attributes of a value can be decoded. References in undecoded attributes are neither found
    /// nor changed.
    #[must_use]
    pub fn is_readable(self, bytes: &[u8]) -> bool {
        self.read(bytes).1.undecoded.is_empty()
    }

    /// The reason why some attributes of a value cannot be decoded, if any.
    #[must_use]
    pub fn error(self, bytes: &[u8]) -> Option<Error> {
        self.read(bytes).2
    }

    /// Splits the bytes into those before the attributes and the attributes, and decodes these.
    fn read(self, bytes: &[u8]) -> (&[u8], Attributes, Option<Error>) {
        let (start, rest) = bytes.split_at_checked(self.0.start).unwrap_or((bytes, &[]));
        let (attributes, error) = Attributes::read(rest);
        (start, attributes, error)
    }

    /// The name under which a reference is reported: that of the attribute, but only if the property holds the
    /// attributes of an instance.
    fn name(self, attribute: &Name) -> Option<Name> {
        self.0.class.is_empty().then(|| attribute.clone())
    }
}

/// A value whose references were replaced.
pub(crate) enum Redirected {
    Value(Value<'static>),
    /// The bytes of a string or shared string.
    Bytes(Vec<u8>),
}

/// The references in a value. If its property may hold references in a string, `bytes` has the bytes of that string.
pub(crate) fn references(value: Value<'_>, bytes: Option<(Holder, &[u8])>) -> Vec<(Option<Name>, Referent)> {
    match (value.as_referent(), bytes) {
        (Some(target), _) => vec![(None, target)],
        (None, Some((holder, bytes))) => holder.references(bytes),
        (None, None) => Vec::new(),
    }
}

/// Replaces the references in a value, given as for [`references`], by the results of `to`; `None` if nothing changed.
pub(crate) fn redirected(
    value: Value<'_>,
    bytes: Option<(Holder, &[u8])>,
    to: &mut dyn FnMut(Option<Name>, Referent) -> Referent,
) -> Option<Redirected> {
    if let Some((holder, bytes)) = bytes {
        return holder.redirected(bytes, to).map(Redirected::Bytes);
    }
    let old = value.as_referent()?;
    let new = to(None, old);
    let value = match value {
        Value::Content(_) if new.is_none() => Value::Content(Content::None),
        Value::Content(_) => Value::Content(Content::Object(new)),
        _ => Value::Referent(new),
    };
    (new != old).then_some(Redirected::Value(value))
}
