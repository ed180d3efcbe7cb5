//! A path that one verb prints leads to the same instance in every other, whatever its name is.

use super::values::{changes, open, set};
use proptest::collection::vec;
use proptest::prelude::*;
use rezkit::{List, Tree, edit, extract, list, print_parts};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Scripts by name, each with the one before it that it is in.
type Names = [(Option<usize>, String)];

fn any_names() -> impl Strategy<Value = Vec<(Option<usize>, String)>> {
    let parts = [
        "[", "]", "[1]", "[2]", "[#1]", "[…]", "/", ".", "\\", "'", "''", "x", "n", "u{41}", "x41", " ", "(",
        "@", "é", "\n", "\u{a0}", "\u{202e}", "\u{7f}", "=", "->", "none", "Script",
    ];
    let odd = vec(prop::sample::select(parts.to_vec()), 0..4).prop_map(|parts| parts.concat());
    // Few other names, so that siblings share them.
    let name = prop_oneof![odd, Just("Part".to_owned()), Just("A/B".to_owned())];
    vec((any::<Option<prop::sample::Index>>(), name), 1..12).prop_map(|names| {
        let parent =
            |n: usize, parent: Option<prop::sample::Index>| parent.filter(|_| n > 0).map(|of| of.index(n));
        names.into_iter().enumerate().map(|(n, (of, name))| (parent(n, of), name)).collect()
    })
}

/// A binary file and one in XML. In the order of the tree, the marks of instances count from 0.
fn files(names: &Names) -> [Vec<u8>; 2] {
    let (mut binary, mut xml) = (rbxbinary::Document::new(), rbxxml::Document::new());
    let (mut in_binary, mut in_xml) = (Vec::new(), Vec::new());
    for (parent, name) in names {
        let item = rbxbinary::Item::new("Script").with("Name", &**name);
        in_binary.push(binary.add(parent.map(|parent| in_binary[parent]), item).unwrap());
        let item = rbxxml::Item::new("Script").with("Name", &**name);
        in_xml.push(xml.add(parent.map(|parent| in_xml[parent]), item).unwrap());
    }
    let (in_binary, in_xml): (Vec<_>, Vec<_>) =
        binary.walk().zip(xml.walk()).map(|(one, other)| (one.id, other.id)).unzip();
    for (mark, (one, other)) in (0..).zip(in_binary.into_iter().zip(in_xml)) {
        binary.set(one, "Mark", mark).unwrap();
        binary.set(one, "Link", rbxbinary::Referent::NONE).unwrap();
        xml.set(other, "Mark", mark).unwrap();
        xml.set(other, "Link", rbxxml::Reference::None).unwrap();
    }
    [rbxbinary::write(&binary.to_model().unwrap()).unwrap(), rbxxml::write(&xml).unwrap()]
}

/// The mark of each instance and of the one it links to, in the order of the tree.
fn marks(bytes: &[u8]) -> Vec<(i64, Option<i64>)> {
    if rbxxml::detect(bytes) {
        let document = rbxxml::read(bytes).unwrap();
        let mark = |id| document.get(id, "Mark").unwrap().as_i64().unwrap();
        let link = |id| document.get(id, "Link").unwrap().as_item().map(mark);
        return document.walk().map(|visit| (mark(visit.id), link(visit.id))).collect();
    }
    let document = rbxbinary::Document::try_from(bytes).unwrap();
    let mark = |id| document.get(id, "Mark").unwrap().as_i64().unwrap();
    let link = |id| document.get(id, "Link").unwrap().as_referent().map(mark);
    document.walk().map(|visit| (mark(visit.id), link(visit.id))).collect()
}

/// The paths of all instances in the order of the tree, from the format crate.
fn paths_of_crate(bytes: &[u8]) -> Vec<String> {
    if rbxxml::detect(bytes) {
        let document = rbxxml::read(bytes).unwrap();
        let all = document.paths();
        let paths = document.walk().map(|visit| {
            let path = document.path(visit.id);
            assert_eq!([document.find(&path), all.find(&path)], [Some(visit.id); 2], "{path}");
            path
        });
        return paths.collect();
    }
    let model = rbxbinary::read(bytes).unwrap();
    let (tree, document) = (rbxbinary::Tree::new(&model), rbxbinary::Document::from(model.clone()));
    let all = document.paths();
    let paths = tree.walk().map(|instance| {
        let (id, path) = (instance.referent(), instance.path());
        assert_eq!(tree.find(&path), Some(instance), "{path}");
        assert_eq!([document.find(&path), all.find(&path)], [Some(id); 2], "{path}");
        path
    });
    paths.collect()
}

/// The paths of all instances in the order of the tree, as verbs print them.
fn paths_of_verbs(bytes: &[u8]) -> Vec<String> {
    let file = open(bytes);
    let tree = Tree::read(&file).unwrap();
    let paths: Vec<_> =
        (1..u32::try_from(tree.len()).unwrap()).map(|number| tree.node(number).path).collect();
    let listed: Vec<_> =
        list(&file, List::Scripts).unwrap().items.into_iter().map(|item| item.path).collect();
    assert_eq!(listed, paths);
    let mut printed = Vec::new();
    print_parts(&file, &mut |part| {
        printed.push(part.path.clone());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(printed[1..], paths);
    let mut extracted = BTreeSet::new();
    extract(&file, &mut |content| {
        extracted.insert(content.source);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(extracted, paths.iter().cloned().collect());
    paths
}

/// Each path leads to its instance alone, as what is changed and as what is referred to.
fn lead_to_their_instances(bytes: &[u8], paths: &[String]) {
    let before = marks(bytes);
    let printed = paths_of_verbs(bytes);
    for (number, path) in paths.iter().enumerate() {
        let mut expected = before.clone();
        expected[number] = (1000, Some(1000));
        let edits =
            [set(&format!("{path}.Mark"), "1000"), set(&format!("{path}.Link"), &format!("-> {path}"))];
        let edited = edit(&open(bytes), &edits).unwrap().bytes;
        assert_eq!(marks(&edited), expected, "{path}");
        let changed: Vec<_> = changes(bytes, &edited).into_iter().map(|change| change.path).collect();
        assert_eq!(changed, printed[number..=number]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_path_leads_to_its_instance(names in any_names()) {
        let files = files(&names);
        for bytes in &files {
            let paths = [paths_of_crate(bytes), paths_of_verbs(bytes)];
            for paths in &paths {
                prop_assert_eq!(paths.iter().collect::<BTreeSet<_>>().len(), names.len());
                lead_to_their_instances(bytes, paths);
            }
        }
        prop_assert_eq!(paths_of_verbs(&files[0]), paths_of_verbs(&files[1]));
    }
}

#[test]
fn the_second_of_a_name_is_2() {
    for bytes in &files(&["A", "A", "A"].map(|name| (None, name.to_owned()))) {
        assert_eq!(paths_of_crate(bytes), ["A", "A[2]", "A[3]"]);
        assert_eq!(paths_of_verbs(bytes), ["A", "A[2]", "A[3]"]);
        lead_to_their_instances(bytes, &["A[1]".to_owned()]);
        for wrong in ["A[0].Mark", "A[4].Mark", "A[.Mark", ".Mark", "Mark"] {
            assert!(edit(&open(bytes), &[set(wrong, "1")]).is_err(), "{wrong}");
        }
    }
}

/// An abbreviated path leads to its instance as well.
#[test]
fn short_forms_of_paths_lead_to_their_instances() {
    let long = |end: &str| format!("{}{end}", "é".repeat(120));
    let mut names =
        vec![(None, long("a")), (None, long("b")), (None, "é".repeat(100)), (Some(1), "C".into())];
    // Two branches that are the same, but for what is far above.
    for top in ["A", "B"] {
        names.push((None, top.to_owned()));
        for _ in 0..100 {
            names.push((Some(names.len() - 1), "Folder".to_owned()));
        }
    }
    let shown = "é".repeat(100);
    for bytes in &files(&names) {
        let paths = paths_of_verbs(bytes);
        let expected =
            [format!("{shown}[…]"), format!("{shown}[…][2]"), format!("{shown}[…][2]/C"), shown.clone()];
        assert_eq!([0, 1, 2, 3].map(|number| paths[number].clone()), expected);
        let rest = "/Folder".repeat(64);
        assert_eq!(
            [104, 205].map(|number| &*paths[number]),
            [format!("[#41]{rest}"), format!("[#142]{rest}")]
        );
        for number in [0, 1, 2, 3, 104, 205] {
            let mut expected = marks(bytes);
            expected[number].0 = 1000;
            for path in [&paths[number], &paths_of_crate(bytes)[number]] {
                let edited = edit(&open(bytes), &[set(&format!("{path}.Mark"), "1000")]).unwrap();
                assert_eq!(marks(&edited.bytes), expected, "{path}");
            }
        }
    }
}
