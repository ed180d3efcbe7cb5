//! Suggestions for unknown joint names.

use super::{TABLE, plain};
use ::slmesh::skeleton;

/// The length above which names are not compared, which bounds the time.
const LONGEST: usize = 40;

/// The joint of the avatar whose name in any rig is most similar to this one, if one is similar enough.
pub(in super::super) fn nearest(name: &str) -> Option<&'static str> {
    let wanted = letters(name);
    if !(3..=LONGEST).contains(&wanted.len()) {
        return None;
    }
    // Columns of Roblox characters are skipped, because each of their parts stands for many joints.
    let lines = TABLE.lines().skip(1).flat_map(|line| {
        let own = line.split('\t').nth(1).unwrap_or_default();
        line.split('\t').skip(4).flat_map(|cell| cell.split('|')).map(move |name| (name, own))
    });
    let bones = skeleton::joints().iter().filter(|joint| joint.is_bone());
    let own = bones.map(|joint| (joint.name, joint.name));
    let all = own.chain(lines).filter(|(name, joint)| !name.is_empty() && !joint.is_empty());
    let distance = |known: &str| {
        let known = letters(known);
        (known.len().abs_diff(wanted.len()) <= wanted.len() / 3).then(|| edits(&wanted, &known))
    };
    let best = all.filter_map(|(name, joint)| Some((distance(name)?, joint))).min_by_key(|(n, _)| *n);
    // At most a third of the characters may differ.
    best.filter(|(n, _)| *n <= wanted.len() / 3).map(|(_, joint)| joint)
}

/// The alphanumeric characters of a name in lower case, with words for the sides.
fn letters(name: &str) -> Vec<u8> {
    let lower = plain(name).to_ascii_lowercase();
    let is_mark = |letter: char| !letter.is_ascii_alphanumeric();
    let words = lower.split(is_mark).map(|word| match word {
        "l" => "left",
        "r" => "right",
        word => word,
    });
    // The position of the side within the name does not matter.
    let (sides, rest): (Vec<&str>, Vec<&str>) = words.partition(|word| ["left", "right"].contains(word));
    rest.into_iter().chain(sides).flat_map(str::bytes).collect()
}

/// The Levenshtein distance between two words.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (number, letter) in (1_usize..).zip(a) {
        let mut before = number;
        let mut next = vec![before];
        for ((other, above), beside) in b.iter().zip(row.iter().skip(1)).zip(&row) {
            let changed = beside.saturating_add(usize::from(letter != other));
            before = changed.min(above.saturating_add(1)).min(before.saturating_add(1));
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        assert_eq!(nearest("UpperArm_Left"), Some("mShoulderLeft"));
        assert_eq!(nearest("L.Upperarm"), Some("mShoulderLeft"));
        assert_eq!(nearest("mixamorig:RightForeArms"), Some("mElbowRight"));
        assert_eq!(nearest("head"), Some("mHead"));
        assert_eq!(nearest("mKnieLeft"), Some("mKneeLeft"));
        assert_eq!(["Bone.031", "", "Cube", "x"].map(nearest), [None; 4]);
        assert_eq!(edits(b"kitten", b"sitting"), 3);
    }
}
