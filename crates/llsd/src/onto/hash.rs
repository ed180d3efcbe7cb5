//! What tells values apart, so that none is compared again at each level that it lies in.

use crate::model::walk::{Step, Walk};
use crate::{Text, Uri, Uuid, Value};
use std::hash::{BuildHasher, DefaultHasher, Hasher as _, RandomState};

/// The same for values that are the same, bit by bit, and for no others: two hashes, keyed at random.
pub(super) type Hash = [u64; 2];

pub(super) struct Hasher([RandomState; 2]);

impl Hasher {
    pub(super) fn new() -> Self {
        Self([RandomState::new(), RandomState::new()])
    }

    /// Of a value that holds no others.
    pub(super) fn scalar(&self, value: &Value) -> Hash {
        self.hash(|hasher| {
            hasher.write_u8(value.kind() as u8);
            match value {
                Value::Undef | Value::Array(_) | Value::Map(_) => {}
                Value::Boolean(is_true) => hasher.write_u8((*is_true).into()),
                Value::Integer(number) => hasher.write_i32(*number),
                Value::Real(number) => hasher.write_u64(number.to_bits()),
                Value::Date(date) => hasher.write_u64(date.0.to_bits()),
                Value::Uuid(Uuid(bytes)) => hasher.write(bytes),
                Value::String(text) | Value::Uri(Uri(text)) => hasher.write(text.as_bytes()),
                Value::Binary(bytes) => hasher.write(bytes),
            }
        })
    }

    /// Of an array or a map, before it has values.
    pub(super) fn container(&self, is_map: bool) -> Hash {
        self.hash(|hasher| hasher.write_u8(if is_map { b'{' } else { b'[' }))
    }

    /// Of a container with one value more.
    pub(super) fn with(&self, container: Hash, key: Option<&Text>, value: Hash) -> Hash {
        self.hash(|hasher| {
            container.iter().chain(&value).for_each(|half| hasher.write_u64(*half));
            hasher.write(key.map(Text::as_bytes).unwrap_or_default());
        })
    }

    fn hash(&self, feed: impl Fn(&mut DefaultHasher)) -> Hash {
        self.0.each_ref().map(|state| {
            let mut hasher = state.build_hasher();
            feed(&mut hasher);
            hasher.finish()
        })
    }
}

/// The hashes of a value's containers that hold something.
///
/// Containers have numbers: each one is followed by those inside it.
pub(super) struct Containers(Vec<Container>);

#[derive(Clone, Copy, Default)]
struct Container {
    hash: Hash,
    /// The number after those inside it.
    next: u32,
}

impl Containers {
    pub(super) fn new(value: &Value, hasher: &Hasher) -> Self {
        let values = Walk::value(value).filter_map(|step| match step {
            Step::Value(_, value) => Some(value).filter(|value| !value.is_empty()),
            Step::End => None,
        });
        let values: Vec<_> = values.collect();
        let mut containers = Self(vec![Container::default(); values.len()]);
        // From the innermost to the outermost, without recursion.
        for (number, value) in values.into_iter().enumerate().rev() {
            let mut next = u32::try_from(number).unwrap_or(u32::MAX).saturating_add(1);
            let mut hash = hasher.container(value.as_map().is_some());
            let mut at = 0_usize;
            while let Some((key, inner)) = inside(value, at) {
                hash = hasher.with(hash, key, containers.hash(inner, next, hasher));
                next = containers.after(inner, next);
                at = at.saturating_add(1);
            }
            if let Some(container) = containers.0.get_mut(number) {
                *container = Container { hash, next };
            }
        }
        containers
    }

    /// Of a value, whose number this is if it is a container that holds something.
    pub(super) fn hash(&self, value: &Value, number: u32, hasher: &Hasher) -> Hash {
        match self.0.get(number as usize).filter(|_| !value.is_empty()) {
            Some(container) => container.hash,
            None => hasher.scalar(value),
        }
    }

    /// The number of the next container that is not in this value.
    pub(super) fn after(&self, value: &Value, number: u32) -> u32 {
        let container = self.0.get(number as usize).filter(|_| !value.is_empty());
        container.map_or(number, |container| container.next)
    }
}

/// The value that stands there in an array or a map, with its key.
pub(super) fn inside(value: &Value, at: usize) -> Option<(Option<&Text>, &Value)> {
    match value {
        Value::Array(array) => array.get(at).map(|value| (None, value)),
        Value::Map(map) => map.get_index(at).map(|(key, value)| (Some(key), value)),
        _ => None,
    }
}
