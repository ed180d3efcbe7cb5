//! Searching for similar names, for suggestions.

/// The names that differ from a word in at most two characters, the nearest first. Case is ignored.
#[must_use]
pub fn near<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let word = word.to_lowercase();
    let near = names.into_iter().map(|name| (distance(&word, &name.to_lowercase()), name));
    let mut near: Vec<_> = near.filter(|(distance, _)| *distance <= 2).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(_, name)| name).collect()
}

/// The edit distance between the first 40 characters of two words. Two swapped neighbours count as one
/// change, since this is the most frequent typing error.
fn distance(one: &str, other: &str) -> usize {
    const MOST: usize = 40;
    let other: Vec<_> = other.chars().take(MOST).collect();
    // The distances of the characters so far, and of those up to the one before, from each prefix of the other word.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    let (mut row_before, mut letter_before) = (Vec::new(), None);
    for (n_before, letter) in one.chars().take(MOST).enumerate() {
        let mut left = n_before.saturating_add(1);
        let mut next = vec![left];
        for (at, (pair, other_letter)) in row.windows(2).zip(&other).enumerate() {
            let &[diagonal, above] = pair else { continue };
            left = diagonal
                .saturating_add(usize::from(letter != *other_letter))
                .min(above.saturating_add(1))
                .min(left.saturating_add(1));
            let before =
                at.checked_sub(1).and_then(|before| Some((other.get(before)?, row_before.get(before)?)));
            if let Some((other_before, swapped)) = before
                && (letter_before, letter) == (Some(*other_letter), *other_before)
            {
                left = left.min(usize::saturating_add(*swapped, 1));
            }
            next.push(left);
        }
        (row_before, row, letter_before) = (row, next, Some(letter));
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
        assert_eq!(
            [("ab", "ba"), ("abc", "cba"), ("abcd", "badc")].map(|(one, other)| distance(one, other)),
            [1, 2, 2]
        );
        assert_eq!(near("prat", ["Chat", "Part"]), ["Part", "Chat"]);
        assert_eq!(near("anchord", ["Anchored", "Name", "Archivable"]), ["Anchored"]);
    }
}
