//! Names that look like others.

/// The names that differ from a word in at most two characters, the nearest first. Case does not
/// count.
#[must_use]
pub fn near<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let word = word.to_lowercase();
    let near = names.into_iter().map(|name| (distance(&word, &name.to_lowercase()), name));
    let mut near: Vec<_> = near.filter(|(distance, _)| *distance <= 2).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(_, name)| name).collect()
}

/// The edit distance of two words, of which only the first characters count.
fn distance(one: &str, other: &str) -> usize {
    const MOST: usize = 40;
    let other: Vec<_> = other.chars().take(MOST).collect();
    // The distance of the characters so far from each prefix of the other word.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (n_before, letter) in one.chars().take(MOST).enumerate() {
        let (mut diagonal, mut left) = (n_before, n_before.saturating_add(1));
        let mut cells = row.iter_mut();
        cells.next().into_iter().for_each(|first| *first = left);
        for (cell, other) in cells.zip(&other) {
            let changed = diagonal.saturating_add(usize::from(letter != *other));
            diagonal = *cell;
            left = changed.min(diagonal.saturating_add(1)).min(left.saturating_add(1));
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_differ_in_two_letters() {
        let distances = [("RBM017", "RBM017"), ("RBM17", "RBM017"), ("", "RZK"), ("kitten", "sitting")];
        assert_eq!(distances.map(|(one, other)| distance(one, other)), [0, 1, 3, 3]);
        assert_eq!(near("anchord", ["Anchored", "Name", "Archivable"]), ["Anchored"]);
    }
}
