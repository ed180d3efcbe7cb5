//! `External` inside of items, which Studio wrote from 2008 to 2022: it carries nothing, and its numbers change each time.

use crate::edit::values::{changes, open, set};
use rezkit::{
    CheckOptions, ConvertOptions, Edit, Format, MergeOptions, Profile, check, convert, edit, merge_with,
};

const OLD: &str = include_str!("../../../../fixtures/rbxxml/valid/external-in-items.rbxmx");

/// The same file with its elements renumbered, as a program that saves it again would do.
fn renumbered() -> String {
    (1..=7).rev().fold(OLD.to_owned(), |text, n| {
        text.replace(&format!("<External>RBX{n}<"), &format!("<External>RBX{}<", 100 + n))
    })
}

#[test]
fn they_are_no_finding_no_difference_and_no_loss() {
    for profiles in [vec![], vec![Profile::Roblox]] {
        let options = CheckOptions { profiles, ..CheckOptions::default() };
        let report = check(&open(OLD.as_bytes()), &options).unwrap();
        let found: Vec<_> = report.findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(found, [""; 0]);
    }
    assert_eq!(changes(OLD.as_bytes(), renumbered().as_bytes()), []);
    let binary = convert(&open(OLD.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap();
    assert_eq!((&*binary.losses, &*binary.notes), (&[][..], &[][..]));
    assert_eq!(changes(OLD.as_bytes(), &binary.bytes), []);
    // Any other element is not known, and what it says is lost.
    let other = OLD.replace("<External>RBX5</External>", "<Outside>RBX5</Outside>");
    let binary = convert(&open(other.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap();
    assert!(binary.losses.iter().any(|loss| loss.to_string() == "unknown elements (1, at Lamp, Outside)"));
}

#[test]
fn they_stay_where_they_are() {
    let edits = [set("Lamp/Globe.Name", "Shade"), Edit::Remove { path: "Lamp/Post".into() }];
    // One stands between items.
    let between = "\n\t\t<External>RBX5</External>";
    let globe = "\n\t\t<Item class=\"Part\" referent=\"RBX6\">";
    let old = OLD.replace(between, "").replace(globe, &format!("{between}{globe}"));
    let edited = edit(&open(old.as_bytes()), &edits).unwrap();
    let post = old.find("\n\t\t<Item class=\"Part\" referent=\"RBX2\">").unwrap();
    let end = old.find(between).unwrap();
    let wanted = format!("{}{}", &old[..post], &old[end..]).replace("Globe", "Shade");
    assert_eq!(String::from_utf8_lossy(&edited.bytes), wanted);
}

/// Units that are equal on one side are not conflicts, whatever their kind.
#[test]
fn what_one_side_changed_is_merged_even_where_it_is_not_known() {
    let merged = |ours: &str, theirs: &str| {
        let [base, ours, theirs] = [OLD, ours, theirs].map(|text| open(text.as_bytes()));
        merge_with(Some(&base), &ours, &theirs, MergeOptions::default()).unwrap()
    };
    let theirs = renumbered().replace("Globe", "Shade");
    let merge = merged(OLD, &theirs);
    assert_eq!((merge.n_conflicts, merge.n_properties), (0, 1), "{:?}", merge.conflicts);
    assert_eq!(String::from_utf8_lossy(&merge.bytes), OLD.replace("Globe", "Shade"));
    // Elements that may carry something are taken over, in items and at the top.
    let element = |text: &str, said: &str| {
        let (item, top) = (format!("<Outside>{said}</Outside>"), format!("<Beyond>{said}</Beyond>"));
        text.replace("<External>RBX5</External>", &item).replace("<External>RBX7</External>", &top)
    };
    let [base, theirs] = [element(OLD, "1"), element(&OLD.replace("Globe", "Shade"), "2")];
    let files = [&base, &base, &theirs].map(|text| open(text.as_bytes()));
    let merge = merge_with(Some(&files[0]), &files[1], &files[2], MergeOptions::default()).unwrap();
    assert_eq!(merge.n_conflicts, 0, "{:?}", merge.conflicts);
    assert_eq!(String::from_utf8_lossy(&merge.bytes), theirs);
    let ours = element(OLD, "3");
    let files = [&base, &ours, &theirs].map(|text| open(text.as_bytes()));
    let merge = merge_with(Some(&files[0]), &files[1], &files[2], MergeOptions::default()).unwrap();
    assert_eq!(merge.n_conflicts, 2, "{:?}", merge.conflicts);
}
