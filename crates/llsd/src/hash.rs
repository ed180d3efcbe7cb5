//! Hashes that identify values, so that comparing nested values does not compare the inner ones again at each
//! level.

use crate::model::walk::{Step, Walk};
use crate::model::{Text, Uri, Uuid, Value};
use std::hash::{BuildHasher, DefaultHasher, Hasher as _, RandomState};

/// The hash of a value, which consists of two hashes with random keys. It is equal for values that are
/// bitwise the same, and in practice for no others.
pub(crate) type Hash = [u64; 2];

/// The random keys of the hashes.
#[derive(Clone)]
pub(crate) struct Hasher([RandomState; 2]);

/// A hash that is being computed.
pub(super) struct Sum([DefaultHasher; 2]);

impl Hasher {
    pub(super) fn new() -> Self {
        Self([RandomState::new(), RandomState::new()])
    }

    /// Starts the hash of a container, whose values follow.
    pub(super) fn begin(&self, is_map: bool) -> Sum {
        let mut sum = self.empty();
        sum.fixed(if is_map { b'{' } else { b'[' }, &[]);
        sum
    }

    fn empty(&self) -> Sum {
        Sum(self.0.each_ref().map(RandomState::build_hasher))
    }

    /// The hash of a value that is not a container.
    pub(super) fn scalar(&self, value: &Value) -> Hash {
        let mut sum = self.empty();
        sum.scalar(value);
        sum.finish()
    }
}

impl Sum {
    pub(super) fn key(&mut self, key: &Text) {
        self.bytes(key.as_bytes());
    }

    /// Adds a container by its hash.
    pub(super) fn container(&mut self, hash: Hash) {
        // No type has this number.
        self.fixed(0xff, hash.map(u64::to_le_bytes).as_flattened());
    }

    /// Adds a value that is not a container.
    pub(super) fn scalar(&mut self, value: &Value) {
        let kind = value.kind() as u8;
        match value {
            Value::Undef | Value::Array(_) | Value::Map(_) => self.fixed(kind, &[]),
            Value::Boolean(is_true) => self.fixed(kind, &[(*is_true).into()]),
            Value::Integer(number) => self.fixed(kind, &number.to_le_bytes()),
            Value::Real(number) => self.fixed(kind, &number.to_le_bytes()),
            Value::Date(date) => self.fixed(kind, &date.0.to_le_bytes()),
            Value::Uuid(Uuid(bytes)) => self.fixed(kind, bytes),
            Value::String(text) | Value::Uri(Uri(text)) => {
                self.fixed(kind, &[]);
                self.bytes(text.as_bytes());
            }
            Value::Binary(bytes) => {
                self.fixed(kind, &[]);
                self.bytes(bytes);
            }
        }
    }

    pub(super) fn finish(self) -> Hash {
        self.0.map(|hasher| hasher.finish())
    }

    fn fixed(&mut self, kind: u8, bytes: &[u8]) {
        for hasher in &mut self.0 {
            hasher.write_u8(kind);
            hasher.write(bytes);
        }
    }

    /// Adds the length before the bytes, so that different sequences cannot hash alike.
    fn bytes(&mut self, bytes: &[u8]) {
        for hasher in &mut self.0 {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
    }
}

/// The hashes of the non-empty containers of a document, computed while it is read.
pub(crate) struct Hashes {
    hasher: Hasher,
    /// The index in `done` and the unfinished hash of each open container.
    open: Vec<(usize, Sum)>,
    /// The hash of each container, by its extent number.
    done: Vec<(usize, Hash)>,
}

impl Hashes {
    pub(super) fn new(hasher: &Hasher) -> Self {
        Self { hasher: hasher.clone(), open: Vec::new(), done: Vec::new() }
    }

    /// Adds a value that is not a container to the innermost open one.
    pub(crate) fn scalar(&mut self, key: Option<&Text>, value: &Value) {
        if let Some((_, sum)) = self.open.last_mut() {
            if let Some(key) = key {
                sum.key(key);
            }
            sum.scalar(value);
        }
    }

    /// Begins the container whose extent has this number.
    pub(crate) fn begin(&mut self, key: Option<&Text>, extent: usize, is_map: bool) {
        if let (Some((_, sum)), Some(key)) = (self.open.last_mut(), key) {
            sum.key(key);
        }
        self.open.push((self.done.len(), self.hasher.begin(is_map)));
        self.done.push((extent, Hash::default()));
    }

    /// Ends the innermost container; `empty` is its value if it contains none.
    pub(crate) fn end(&mut self, empty: Option<&Value>) {
        let Some((place, sum)) = self.open.pop() else { return };
        let hash = sum.finish();
        if let Some(empty) = empty {
            self.done.pop();
            self.scalar(None, empty);
            return;
        }
        if let Some((_, done)) = self.done.get_mut(place) {
            *done = hash;
        }
        if let Some((_, sum)) = self.open.last_mut() {
            sum.container(hash);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.done.clear();
    }

    pub(super) fn into_done(self) -> Vec<(usize, Hash)> {
        self.done
    }
}

/// The hashes of the non-empty containers in a value.
///
/// Containers are numbered so that each is followed by those inside it.
pub(super) struct Containers(Vec<Container>);

#[derive(Clone, Copy, Default)]
struct Container {
    hash: Hash,
    /// The number of the next container that is not inside this one.
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
        // Iterates from the innermost container to the outermost, instead of recursing.
        for (number, value) in values.into_iter().enumerate().rev() {
            let mut next = u32::try_from(number).unwrap_or(u32::MAX).saturating_add(1);
            let mut sum = hasher.begin(value.as_map().is_some());
            let mut at = 0_usize;
            while let Some((key, inner)) = inside(value, at) {
                if let Some(key) = key {
                    sum.key(key);
                }
                match containers.get(inner, next) {
                    None => sum.scalar(inner),
                    Some(container) => {
                        sum.container(container.hash);
                        next = container.next;
                    }
                }
                at = at.saturating_add(1);
            }
            if let Some(container) = containers.0.get_mut(number) {
                *container = Container { hash: sum.finish(), next };
            }
        }
        containers
    }

    /// The hash of a value. If the value is a non-empty container, `number` is its number.
    pub(super) fn hash(&self, value: &Value, number: u32, hasher: &Hasher) -> Hash {
        self.get(value, number).map_or_else(|| hasher.scalar(value), |container| container.hash)
    }

    /// The number of the first container after this value. If the value is a non-empty container, `number` is
    /// its number.
    pub(super) fn after(&self, value: &Value, number: u32) -> u32 {
        self.get(value, number).map_or(number, |container| container.next)
    }

    fn get(&self, value: &Value, number: u32) -> Option<Container> {
        self.0.get(number as usize).filter(|_| !value.is_empty()).copied()
    }
}

/// The value at an index of an array or a map, with its key if it has one.
pub(super) fn inside(value: &Value, at: usize) -> Option<(Option<&Text>, &Value)> {
    match value {
        Value::Array(array) => array.get(at).map(|value| (None, value)),
        Value::Map(map) => map.get_index(at).map(|(key, value)| (Some(key), value)),
        _ => None,
    }
}
