//! Damaged copies of files of one format, of all kinds.

use crate::mutate::{Random, mutant};
use crate::structure::{spliced, structured};

/// The mutant of these files with a number: first the files themselves, then damage of each kind in turn. The same
/// number gives the same mutant on every machine.
#[must_use]
pub fn mutant_of(files: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = Random::new(number);
    let index = usize::try_from(number).unwrap_or_default();
    let one = |index: usize| files.get(index).cloned().unwrap_or_default();
    if index < files.len() {
        return one(index);
    }
    let file = one(random.below(files.len()));
    let seed = random.below(1 << 30) as u64;
    let made = match random.below(10) {
        0..=3 => structured(&file, seed),
        4 => Some(spliced(&file, &one(random.below(files.len())), seed)),
        5 => file.get(..random.below(file.len())).map(<[u8]>::to_vec),
        _ => None,
    };
    made.unwrap_or_else(|| mutant(&file, seed))
}
