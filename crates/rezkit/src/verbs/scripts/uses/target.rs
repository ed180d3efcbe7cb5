//! Something that a script uses.

use crate::verbs::scripts::value::Value;

/// Something that a script uses.
pub(super) enum Target {
    Instance(u32),
    /// A name, number or path.
    Name(String),
    Computed,
}

impl Target {
    /// A key that distinguishes the target from others on the same line.
    pub(super) fn name(&self) -> (u32, String) {
        match self {
            Self::Instance(number) => (*number, String::new()),
            Self::Name(name) => (u32::MAX, name.clone()),
            Self::Computed => (u32::MAX, String::new()),
        }
    }

    /// The target that a value stands for: an instance, or a name if the value is a known path or string.
    pub(super) fn from_value(value: Option<&Value>) -> Self {
        match value {
            Some(Value::Instance(number)) => Self::Instance(*number),
            Some(Value::Absent(path)) => Self::Name(path.to_string()),
            Some(Value::Text(text)) => Self::Name(String::from_utf8_lossy(&text.bytes).into_owned()),
            _ => Self::Computed,
        }
    }
}
