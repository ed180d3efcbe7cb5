//! Makes names unique.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The names in use, each with the last number that was tried.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, u32>);

impl Names {
    /// The desired name; if it is in use, followed by `_2`, `_3` and so on.
    pub fn take(&mut self, wanted: &str) -> String {
        let Some(mut number) = self.0.get(wanted).copied() else {
            self.0.insert(wanted.to_owned(), 1);
            return wanted.to_owned();
        };
        loop {
            number = number.saturating_add(1);
            let name = format!("{wanted}_{number}");
            if let Entry::Vacant(place) = self.0.entry(name.clone()) {
                place.insert(1);
                // The next search continues from here, so that many equal names stay cheap.
                if let Some(last) = self.0.get_mut(wanted) {
                    *last = number;
                }
                return name;
            }
        }
    }
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
