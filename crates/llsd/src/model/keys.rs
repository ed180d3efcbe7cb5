//! The keys of maps. Maps that are read one after another often have the same keys, and then share them.

use super::{Text, fit};
use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// The keys of a map, in order and all different.
#[derive(Clone, Default)]
pub(crate) struct Keys {
    names: Vec<Text>,
    /// An index for finding keys; only if there are more than [`LINEAR`] keys.
    index: Option<Box<Index>>,
}

/// The number of keys up to which comparing each is faster than a hash table.
const LINEAR: usize = 16;

impl Keys {
    /// Builds keys from names that are known to be unique.
    pub(super) fn of_unique(names: Vec<Text>) -> Self {
        let mut keys = Self { names, index: None };
        keys.reindex();
        keys
    }

    pub(super) fn with_capacity(n_keys: usize) -> Self {
        Self { names: Vec::with_capacity(n_keys), index: None }
    }

    pub(super) fn names(&self) -> &[Text] {
        &self.names
    }

    pub(super) fn into_names(self) -> Vec<Text> {
        self.names
    }

    pub(super) fn position(&self, key: &[u8]) -> Option<usize> {
        match &self.index {
            None => self.names.iter().position(|name| name.as_bytes() == key),
            Some(index) => index.find(key, &self.names).ok(),
        }
    }

    /// Adds a key that is known to be new.
    pub(super) fn push(&mut self, key: Text) {
        self.names.push(key);
        if self.names.len() > LINEAR {
            match &mut self.index {
                Some(index) if index.has_room(self.names.len()) => _ = index.add_last(&self.names),
                _ => self.reindex(),
            }
        }
    }

    pub(super) fn remove(&mut self, at: usize) {
        if at < self.names.len() {
            self.names.remove(at);
            self.reindex();
        }
    }

    fn reindex(&mut self) {
        self.index = (self.names.len() > LINEAR).then(|| Index::new(&self.names)).flatten();
    }

    /// Returns true if all keys are unique, and indexes them if there are many.
    fn are_unique(&mut self) -> bool {
        if self.names.len() <= LINEAR {
            return are_distinct(|| self.names.iter());
        }
        self.reindex();
        self.index.is_some()
    }
}

/// A hash table of the positions of keys, with linear probing and two to four times as many slots as keys.
#[derive(Clone)]
struct Index {
    // Random keys, so that an attacker cannot construct collisions.
    hasher: RandomState,
    /// A position plus 1, or 0 for a free slot. The number of slots is a power of two.
    slots: Vec<usize>,
}

impl Index {
    /// Builds the index; `None` if a name is a duplicate.
    fn new(names: &[Text]) -> Option<Box<Self>> {
        let n_slots = names.len().saturating_mul(2).next_power_of_two();
        let mut index = Self { hasher: RandomState::new(), slots: vec![0; n_slots] };
        let is_sound = (1..=names.len()).all(|end| index.add_last(names.get(..end).unwrap_or_default()));
        is_sound.then(|| Box::new(index))
    }

    fn has_room(&self, n_names: usize) -> bool {
        n_names.saturating_mul(2) <= self.slots.len()
    }

    /// The position of the key; if it is missing, the slot for it.
    fn find(&self, key: &[u8], names: &[Text]) -> Result<usize, usize> {
        let mask = self.slots.len().saturating_sub(1);
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
        let mut slot = self.hasher.hash_one(key) as usize & mask;
        // This loop ends, because at least half of the slots are free.
        loop {
            let Some(at) = self.slots.get(slot).and_then(|at| at.checked_sub(1)) else { return Err(slot) };
            if names.get(at).is_some_and(|name| name.as_bytes() == key) {
                return Ok(at);
            }
            slot = slot.wrapping_add(1) & mask;
        }
    }

    /// Adds the last name; returns whether it is new.
    fn add_last(&mut self, names: &[Text]) -> bool {
        let slot = names.last().map(|key| self.find(key.as_bytes(), names));
        match slot.and_then(|slot| self.slots.get_mut(slot.err()?)) {
            Some(slot) => {
                *slot = names.len();
                true
            }
            None => false,
        }
    }
}

/// The keys of maps that were read, found by the first key.
#[derive(Default)]
pub(crate) struct RecentKeys([Option<Arc<Keys>>; 32]);

impl RecentKeys {
    /// The keys of the last map whose first key was this one.
    fn like(&self, first: &[u8]) -> Option<&Arc<Keys>> {
        let keys = self.0.get(slot(first))?.as_ref()?;
        keys.names.first().filter(|name| name.as_bytes() == first).map(|_| keys)
    }

    fn add(&mut self, keys: &Arc<Keys>) {
        let first = keys.names.first().map(Text::as_bytes).unwrap_or_default();
        if let Some(place) = self.0.get_mut(slot(first)) {
            *place = Some(Arc::clone(keys));
        }
    }
}

fn slot(first: &[u8]) -> usize {
    // Five bits, for 32 places.
    usize::try_from(hash(first) >> 59).unwrap_or_default()
}

thread_local! {
    /// The keys of maps that were built from entries. Only few and short keys are kept, so they take at most
    /// 12 kB.
    static BUILT: RefCell<RecentKeys> = RefCell::default();
}

/// Returns the keys of an earlier map if they are the same, so that both maps share them, or else these keys.
pub(super) fn shared(keys: Arc<Keys>) -> Arc<Keys> {
    if keys.names.is_empty() || keys.names.len() > LINEAR || !keys.names.iter().all(Text::is_short) {
        return keys;
    }
    let like = BUILT.try_with(|built| {
        let mut built = built.borrow_mut();
        let like = built.like(keys.names.first()?.as_bytes()).filter(|like| like.names == keys.names);
        like.map(Arc::clone).or_else(|| {
            built.add(&keys);
            None
        })
    });
    // There is nothing to share with while a thread ends.
    like.ok().flatten().unwrap_or(keys)
}

/// The keys of a map that is being read. As long as they are those of an earlier map, they are not copied.
#[derive(Default)]
pub(crate) struct Draft {
    like: Option<Arc<Keys>>,
    /// The number of keys read so far that equal the first ones of `like`.
    n_like: usize,
    /// All keys read so far, if they are not the first ones of `like`.
    own: Keys,
}

impl Draft {
    pub(crate) fn len(&self) -> usize {
        self.n_like.saturating_add(self.own.names.len())
    }

    pub(crate) fn names(&self) -> &[Text] {
        match &self.like {
            Some(keys) => keys.names.get(..self.n_like).unwrap_or_default(),
            None => &self.own.names,
        }
    }

    /// The position of a key among those read so far.
    pub(crate) fn position(&self, key: &[u8]) -> Option<usize> {
        match &self.like {
            Some(keys) => keys.position(key).filter(|at| *at < self.n_like),
            None => self.own.position(key),
        }
    }

    /// Adds a key that is known to be new, and not to be the [`expected`](Self::expected) one.
    pub(crate) fn push(&mut self, key: Text) {
        self.leave(0);
        self.own.push(key);
    }

    /// Returns true if an earlier map with the same keys so far had this key next. Then the key is not a
    /// duplicate, because the keys of that map are unique.
    #[inline]
    pub(crate) fn expects(&mut self, key: &[u8], seen: &RecentKeys) -> bool {
        if self.len() == 0 {
            self.like = seen.like(key).map(Arc::clone);
        }
        self.is_next(key)
    }

    /// The key that the earlier map had at this position.
    pub(crate) fn expected(&self) -> Option<&Text> {
        self.like.as_ref()?.names.get(self.n_like)
    }

    /// Adds the key that is [`expected`](Self::expected).
    pub(crate) fn push_expected(&mut self) {
        self.n_like = self.n_like.saturating_add(1);
    }

    /// Adds a key without checking whether it is new; [`is_sound`](Self::is_sound) checks all keys later.
    /// `n_keys` is the number of keys of the map, if it is known.
    #[inline(always)]
    pub(crate) fn push_unchecked(&mut self, key: &[u8], n_keys: Option<usize>, seen: &RecentKeys) {
        if self.is_next(key) {
            self.push_expected();
        } else {
            self.push_other(key, n_keys, seen);
        }
    }

    #[inline(never)]
    fn push_other(&mut self, key: &[u8], n_keys: Option<usize>, seen: &RecentKeys) {
        if !self.follows(key, n_keys, seen) {
            self.leave(n_keys.unwrap_or_default());
            self.own.names.push(key.into());
        }
    }

    #[inline(always)]
    fn is_next(&self, key: &[u8]) -> bool {
        self.expected().is_some_and(|name| name.as_bytes() == key)
    }

    /// Adds the key and returns true if an earlier map had it at the same position. If `n_keys` is given,
    /// that map must have had this number of keys.
    fn follows(&mut self, key: &[u8], n_keys: Option<usize>, seen: &RecentKeys) -> bool {
        if self.len() == 0 {
            let is_such = |keys: &&Arc<Keys>| n_keys.is_none_or(|n_keys| keys.names.len() == n_keys);
            self.like = seen.like(key).filter(is_such).map(Arc::clone);
        }
        let is_next = self.is_next(key);
        self.n_like = self.n_like.saturating_add(usize::from(is_next));
        is_next
    }

    /// Copies the keys of the earlier map so far, with room for this many, because the next key differs.
    fn leave(&mut self, n_keys: usize) {
        if let Some(like) = self.like.take() {
            let mut names = Vec::with_capacity(n_keys);
            names.extend(like.names.iter().take(self.n_like).cloned());
            self.own = Keys::of_unique(names);
            self.n_like = 0;
        } else if self.own.names.is_empty() {
            self.own.names.reserve_exact(n_keys);
        }
    }

    /// Returns true if all keys are unique.
    pub(crate) fn is_sound(&mut self) -> bool {
        self.like.is_some() || self.own.are_unique()
    }

    /// Takes the keys, to be shared by this map and later ones with the same keys; the draft is empty
    /// afterwards.
    pub(crate) fn finish(&mut self, seen: &mut RecentKeys) -> Option<Arc<Keys>> {
        if self.len() == 0 {
            return None;
        }
        if self.like.as_ref().is_some_and(|keys| keys.names.len() > self.n_like) {
            self.leave(self.n_like);
        }
        Some(self.like.take().unwrap_or_else(|| {
            let mut own = std::mem::take(&mut self.own);
            fit(&mut own.names);
            if own.index.is_none() {
                own.reindex();
            }
            let keys = Arc::new(own);
            seen.add(&keys);
            keys
        }))
    }
}

/// Returns true if all keys are unique.
pub(crate) fn are_distinct<I>(keys: impl Fn() -> I) -> bool
where
    I: Iterator<Item: AsRef<[u8]> + Ord>,
{
    // A bit for each value of the highest ten bits of a hash.
    let (mut seen, mut is_new) = ([0_u64; 16], true);
    for key in keys() {
        let hash = hash(key.as_ref()) >> 54;
        let bit = 1 << (hash & 63);
        let Some(word) = seen.get_mut(usize::try_from(hash >> 6).unwrap_or_default()) else { continue };
        is_new &= *word & bit == 0;
        *word |= bit;
    }
    // Ten bits of the hashes are usually enough to distinguish keys.
    is_new || {
        // Different keys can have the same hash; they are compared, too.
        let mut keys: Vec<_> = keys().map(|key| (hash(key.as_ref()), key)).collect();
        keys.sort_unstable();
        keys.is_sorted_by(|a, b| a < b)
    }
}

/// The hash of a key.
#[inline]
pub(crate) fn hash(key: &[u8]) -> u64 {
    let mix = |word: u64| word.wrapping_mul(MIXER);
    // The high bits of a product are mixed best; turned to the low half, they reach all bits of the next one.
    let add = |hash: u64, word: u64| mix(hash).rotate_left(32) ^ word;
    let (words, _) = key.as_chunks::<8>();
    let hash = words.iter().fold(0, |hash, word| add(hash, u64::from_le_bytes(*word)));
    // The last word overlaps the one before it; a shorter key is a single word.
    let short = || key.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte));
    let last = key.last_chunk().map_or_else(short, |last| u64::from_le_bytes(*last));
    mix(add(hash, last) ^ key.len() as u64)
}

/// An odd number without a pattern in its bits.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::{Keys, MIXER, are_distinct, hash};
    use crate::{Encoding, Map, Value, WriteOptions};
    use std::sync::Arc;

    #[test]
    fn maps_built_alike_share_their_keys_until_one_changes() {
        let maps = [1, 2].map(|number| Map::from([("id", number), ("flags", 0)]));
        let keys = |map: &Map| map.shared_keys().unwrap();
        assert!(Arc::ptr_eq(&keys(&maps[0]), &keys(&maps[1])));
        assert!(Map::from([("id", 1); 0]).shared_keys().is_none());
        let other = Map::from([("id", 1), ("name", 0)]);
        assert!(!Arc::ptr_eq(&keys(&maps[0]), &keys(&other)));
        let mut changed = maps[1].clone();
        changed.insert("name", 3);
        assert_eq!((changed.len(), maps[0].len(), maps[0].position("name")), (3, 2, None));
    }

    #[test]
    fn maps_read_alike_share_their_keys() {
        let map = Map::from([("id", 1), ("flags", 0)]);
        for encoding in [Encoding::Binary, Encoding::Notation] {
            let maps = Value::from(vec![Value::Map(map.clone()); 2]);
            let bytes = crate::write_with(&maps, &WriteOptions::default().encoding(encoding)).unwrap();
            let read = crate::read(&bytes).unwrap();
            let keys = |at: usize| read[at].as_map().unwrap().shared_keys().unwrap();
            assert!(Arc::ptr_eq(&keys(0), &keys(1)), "{encoding:?}");
        }
    }

    #[test]
    fn keys_are_different_whatever_their_hashes() {
        let names = ["RenderShadowBlurDistance", "RenderShadowFadeDistance"];
        assert_ne!(hash(names[0].as_bytes()), hash(names[1].as_bytes()));
        // The bytes of a short key are all in its hash.
        assert!(["ba", "ab", "bb"].iter().all(|key| hash(b"aa") != hash(key.as_bytes())));
        assert!(are_distinct(|| names.iter()));
        assert!(!are_distinct(|| names.iter().chain(&names[..1])));
        // The key of two words with this second word that has the same hash as the first key.
        let add = |hash: u64, word: u64| hash.wrapping_mul(MIXER).rotate_left(32) ^ word;
        let inverse = (0..6).fold(1_u64, |x, _| x.wrapping_mul(2_u64.wrapping_sub(MIXER.wrapping_mul(x))));
        let key = |state: u64| {
            let last = add(state, 7);
            let first = (state ^ last).rotate_right(32).wrapping_mul(inverse);
            [first, last].map(u64::to_le_bytes).concat()
        };
        let alike: Vec<_> = (0..100).map(key).collect();
        assert!(alike.iter().all(|key| hash(key) == hash(&alike[0])));
        assert!(are_distinct(|| alike.iter()));
        assert!(!are_distinct(|| alike.iter().chain(&alike[50..51])));
    }

    #[test]
    fn long_keys_are_not_kept_for_sharing() {
        let keys = |key: &str| super::shared(Arc::new(Keys::of_unique(vec![key.into()])));
        let is_shared = |key: &str| Arc::ptr_eq(&keys(key), &keys(key));
        assert!(is_shared("short"));
        assert!(!is_shared(&"long".repeat(9)));
    }
}
