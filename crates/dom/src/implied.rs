//! Values that instances have although their file does not store them.

use crate::cast::fit;
use crate::classes::{self, Class};
use crate::value::{Content, Target, Value, is_same};
use crate::view::Instance;
use rbxbinary::UniqueId;

/// Properties that identify an instance. Each build with Rojo changes UniqueId, and Studio changes all three
/// in instances that are inserted or copied, so they do not indicate a change by a person.
pub const IDENTITY: [&str; 3] = ["HistoryId", "ScriptGuid", "UniqueId"];

impl Instance<'_> {
    /// Returns true if the engine gives an instance this value of a property although its file lacks it: as
    /// the default of the class, or computed from the older or newer property that the instance has instead.
    pub fn implies(self, name: &str, value: &Value<'_>) -> bool {
        let Some(class) = Class::from_name(self.class()) else { return self.is_default(name, value) };
        let Some(property) = class.property(name.as_bytes()) else { return is_nothing(value) };
        let in_engine = |value: &Value<'_>| {
            let kind = property.value_kind();
            kind.and_then(|kind| fit(value, kind, None)).unwrap_or_else(|| value.clone()).into_owned()
        };
        for (old, migration) in class.became(name.as_bytes()) {
            if let Some(old) = self.get(old) {
                return migration.perform(&old).is_some_and(|moved| is_same(&moved, &in_engine(value)));
            }
        }
        if let Some(migration) = property.migration() {
            let mut new = migration.to().into_iter().filter_map(|name| self.get(name)).peekable();
            if new.peek().is_some() {
                let moved = migration.perform(value);
                return moved.is_some_and(|moved| new.all(|new| is_same(&moved, &new)));
            }
        }
        self.is_default(name, value)
    }

    /// Returns true if this value is the default of a property for the class of this instance.
    pub fn is_default(self, name: &str, value: &Value<'_>) -> bool {
        is_default(self.class(), name, value)
    }
}

/// Returns true if new instances of a class have this value for a property.
pub(crate) fn is_default(class: &[u8], name: &str, value: &Value<'_>) -> bool {
    match classes::default(class, name.as_bytes()) {
        Some(default) => equals_default(value, &default),
        None => is_nothing(value),
    }
}

/// Returns true if a value is the same as a default, which may have another kind.
pub(crate) fn equals_default(value: &Value<'_>, default: &Value<'_>) -> bool {
    is_same(value, default) || fit(value, default.kind(), None).is_some_and(|value| is_same(&value, default))
}

/// Returns true for an empty or null value, which serves as the default of properties whose default is not
/// known.
pub(crate) fn is_nothing(value: &Value<'_>) -> bool {
    match value {
        Value::Referent(target) => *target == Target::None,
        Value::Content(content) => *content == Content::None,
        Value::ContentId(address) => address.is_none(),
        Value::OptionalCFrame(frame) => frame.is_none(),
        Value::UniqueId(id) => *id == UniqueId::default(),
        // The type that binary files also give to data and addresses that the classes do not know.
        Value::String(bytes) | Value::BinaryString(bytes) => bytes.is_empty(),
        Value::SharedString(shared) | Value::NetAssetRef(shared) => {
            shared.content.as_deref().is_some_and(<[u8]>::is_empty)
        }
        _ => false,
    }
}
