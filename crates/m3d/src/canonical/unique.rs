//! Removal of duplicates from lists.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// Returns the new index of each of `n` items after duplicates are removed; items stay in the order of first
/// occurrence.
///
/// `words` returns the key of an item. Hashes are sorted, and only items with equal hashes are compared. A hash table
/// would be larger than the cache, so that each look-up would be a cache miss.
pub(crate) fn new_indices<const N: usize>(n: usize, words: impl Fn(usize) -> [u64; N]) -> Vec<u32> {
    // A random seed, so that no file can be made whose vertices collide.
    let seed = RandomState::new().hash_one(n);
    let numbers = 0..u32::try_from(n).unwrap_or(u32::MAX);
    let mut hashes: Vec<u64> = Vec::with_capacity(n);
    hashes.extend(numbers.clone().map(|i| hash(seed, words(i as usize)) & HASH | u64::from(i)));
    hashes.sort_unstable();
    let mut firsts: Vec<u32> = numbers.collect();
    let mut distinct: Vec<u32> = Vec::new();
    for alike in hashes.chunk_by(|a, b| a & HASH == b & HASH).filter(|alike| alike.len() > 1) {
        distinct.clear();
        for [number, _] in alike.iter().map(|key| halves(*key)) {
            let it = words(number as usize);
            match distinct.iter().find(|other| words(**other as usize) == it) {
                Some(first) => {
                    if let Some(slot) = firsts.get_mut(number as usize) {
                        *slot = *first;
                    }
                }
                None => distinct.push(number),
            }
        }
    }
    let (mut places, mut next) = (Vec::with_capacity(n), 0_u32..);
    for first in firsts {
        // An item that is its own first occurrence gets the next index.
        let place = places.get(first as usize).copied().or_else(|| next.next());
        places.push(place.unwrap_or(u32::MAX));
    }
    places
}

/// Removes the items that are duplicates of earlier ones, given the new index of each.
pub(super) fn remove_duplicates<T>(list: &mut Vec<T>, places: &[u32]) {
    let (mut places, mut next) = (places.iter(), 0_u32);
    list.retain(|_| {
        let is_first = places.next() == Some(&next);
        next = next.saturating_add(u32::from(is_first));
        is_first
    });
}

/// The upper half of a sort key, which holds the hash. The lower half holds the number of the item.
const HASH: u64 = 0xffff_ffff_0000_0000;

/// Hashes words: multiplies by each, and folds the high half of the product onto the low half.
fn hash<const N: usize>(seed: u64, words: [u64; N]) -> u64 {
    words.into_iter().fold(seed, |hash, word| {
        // 2^64 divided by the golden ratio: an odd number that spreads small differences over all bits.
        let product = u128::from(hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bytes = product.to_le_bytes();
        let [low, high] = [0, 8].map(|at| {
            let half = bytes.get(at..).and_then(|rest| rest.first_chunk());
            u64::from_le_bytes(half.copied().unwrap_or_default())
        });
        low ^ high
    })
}

/// The low and the high 32 bits of a number.
fn halves(wide: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = wide.to_le_bytes();
    [[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::{new_indices, remove_duplicates};

    #[test]
    fn everything_comes_once() {
        let mut list: Vec<_> = (0..2000_u64).map(|i| [i % 1000, i % 2]).collect();
        let places = new_indices(list.len(), |i| list[i]);
        assert!(places[..1000].iter().copied().eq(0..1000));
        assert_eq!(places[..1000], places[1000..]);
        let first = list[..1000].to_vec();
        remove_duplicates(&mut list, &places);
        assert_eq!(list, first);
    }

    #[test]
    fn nothing_and_the_same_have_places() {
        assert_eq!(new_indices(0, |_| [0]), [0_u32; 0]);
        assert_eq!(new_indices(3, |_| [7]), [0; 3]);
    }
}
