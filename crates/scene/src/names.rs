//! Unique names.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The names in use, stored as hashes, so that hundreds of thousands of them take little memory. A hash collision,
/// which is very unlikely, merely adds a number that would not be needed.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<u64>,
    /// The last number that was tried for each name that was requested again.
    last: HashMap<u64, u32>,
}

impl Names {
    /// The desired name; if it is in use, followed by `_2`, `_3` and so on.
    pub fn take(&mut self, wanted: &str) -> String {
        let hash = hash_of(wanted);
        if self.taken.insert(hash) {
            return wanted.to_owned();
        }
        // The next search continues from here, so that many equal names take linear time.
        let last = self.last.entry(hash).or_insert(1);
        loop {
            *last = last.saturating_add(1);
            let name = format!("{wanted}_{last}");
            if self.taken.insert(hash_of(&name)) {
                return name;
            }
        }
    }
}

fn hash_of(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_once() {
        let mut names = Names::default();
        let taken = ["a", "a_2", "a", "a", "b"].map(|wanted| names.take(wanted));
        assert_eq!(taken, ["a", "a_2", "a_3", "a_4", "b"]);
    }
}
