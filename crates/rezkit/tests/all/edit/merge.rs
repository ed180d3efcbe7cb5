//! Merges: changes of both sides are in the result, and incompatible ones are reported and stay as in OURS.

use super::values::{changes, open};
use crate::support::fixtures;
use proptest::prelude::*;
use rbxxml::{Document, Item, ItemId, Position, UniqueId};
use rezkit::{
    Conflict, ConflictKind, ConvertOptions, File, Format, Merge, MergeOptions, OpenOptions, Prefer,
    PrintKind, ProblemKind, convert, merge, merge_with, print,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

fn binary(xml: &[u8]) -> Vec<u8> {
    convert(&open(xml), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes
}

/// Merges as XML and as binary, which have to come to the same.
fn merged(base: &[u8], ours: &[u8], theirs: &[u8]) -> Merge {
    let both = [[base, ours, theirs].map(<[u8]>::to_vec), [base, ours, theirs].map(binary)];
    let [xml, of_binary] = both.map(|files| {
        let [base, ours, theirs] = files.each_ref().map(|file| open(file));
        merge(Some(&base), &ours, &theirs).unwrap()
    });
    assert_eq!(xml.conflicts, of_binary.conflicts);
    assert_eq!(changes(&of_binary.bytes, &xml.bytes), []);
    xml
}

fn text(document: &Document) -> Vec<u8> {
    rbxxml::write(document).unwrap()
}

/// A model with an item for each letter: `a(bc)` is A with B and C in it. All have the same class and properties.
fn tree(shape: &str) -> Document {
    let mut document = Document::new();
    let (mut parents, mut last) = (Vec::new(), None);
    for (number, letter) in (1..).zip(shape.chars()) {
        match letter {
            '(' => parents.push(last),
            ')' => last = parents.pop().unwrap(),
            letter => {
                let parent = parents.last().copied().flatten();
                last = Some(document.add(parent, item(&letter.to_string(), number)).unwrap());
            }
        }
    }
    document
}

fn item(name: &str, number: u32) -> Item {
    let id = UniqueId { random: 1, time: 1, index: number };
    let item = Item::new("Part").with("Name", name).with("UniqueId", id);
    let item = item.with("Value", rbxxml::Reference::None).with("Text", name);
    (0..6).fold(item, |item, n| item.with(&*format!("P{n}"), i32::try_from(number).unwrap() * 10 + n))
}

/// Edits a tree, of which items are found by their names.
struct Edited(Document);

impl Edited {
    fn from_shape(shape: &str) -> Self {
        Self(tree(shape))
    }

    fn id(&self, name: &str) -> ItemId {
        self.0.walk().find(|visit| *visit.item.name() == *name).unwrap().id
    }

    fn set(mut self, name: &str, property: &str, value: impl Into<rbxxml::Value>) -> Self {
        self.0.set(self.id(name), property, value).unwrap();
        self
    }

    fn point(self, name: &str, to: &str) -> Self {
        let to = self.id(to);
        self.set(name, "Value", to)
    }

    fn put(mut self, name: &str, parent: &str, position: Position) -> Self {
        let parent = (!parent.is_empty()).then(|| self.id(parent));
        self.0.move_to(self.id(name), parent, position).unwrap();
        self
    }

    fn add(mut self, name: &str, number: u32, parent: &str) -> Self {
        let parent = self.id(parent);
        self.0.add(parent, item(name, number)).unwrap();
        self
    }

    fn remove(mut self, name: &str) -> Self {
        self.0.remove(self.id(name)).unwrap();
        self
    }

    fn text(&self) -> Vec<u8> {
        text(&self.0)
    }
}

/// The names of all items, in the form of [`tree`].
fn shape(file: &[u8]) -> String {
    let document = rbxxml::read(file).unwrap();
    let mut shape = String::new();
    let mut depth = 0;
    for visit in document.walk() {
        for _ in visit.depth..depth {
            shape.push(')');
        }
        if visit.depth > depth {
            shape.push('(');
        }
        depth = visit.depth;
        shape.push_str(visit.item.name().as_str().unwrap());
    }
    shape + &")".repeat(depth)
}

fn merge_of(shape: &str, ours: impl Fn(Edited) -> Edited, theirs: impl Fn(Edited) -> Edited) -> Merge {
    let base = Edited::from_shape(shape);
    merged(&base.text(), &ours(Edited::from_shape(shape)).text(), &theirs(Edited::from_shape(shape)).text())
}

fn kinds(merged: &Merge) -> Vec<(ConflictKind, &str)> {
    merged.conflicts.iter().map(|conflict| (conflict.kind, &*conflict.path)).collect()
}

#[test]
fn edits_of_both_are_taken() {
    let found = merge_of(
        "a(bc)d(e)f",
        |ours| ours.set("b", "P0", 1).set("b", "Name", "B").put("c", "d", Position::Last).add("g", 50, "a"),
        |theirs| {
            let theirs = theirs.set("b", "P1", 2).set("c", "P0", 3).add("h", 60, "a").add("i", 61, "h");
            theirs.put("f", "h", Position::Last).remove("e").point("d", "i")
        },
    );
    assert_eq!(found.conflicts, []);
    assert_eq!(shape(&found.bytes), "a(Bh(if)g)d(c)");
    assert_eq!((found.n_added, found.n_removed, found.n_moved, found.n_properties), (2, 1, 1, 3));
    let document = rbxxml::read(&found.bytes).unwrap();
    let get =
        |path: &str, property: &str| document.get(document.find(path).unwrap(), property).unwrap().clone();
    assert_eq!((get("a/B", "P0"), get("a/B", "P1")), (1.into(), 2.into()));
    assert_eq!(get("d/c", "P0"), 3.into());
    assert_eq!(get("d", "Value").as_item(), document.find("a/h/i"));
}

#[test]
fn nothing_changes_without_their_edits() {
    let base = Edited::from_shape("a(bc)").text();
    let ours = Edited::from_shape("a(bc)").set("b", "P0", 7).remove("c").text();
    for files in [[&base, &ours, &base], [&base, &ours, &ours]] {
        let [base, ours, theirs] = files;
        let found = merged(base, ours, theirs);
        assert_eq!((found.bytes, found.conflicts), (ours.clone(), vec![]));
    }
    let found = merged(&base, &base, &ours);
    assert_eq!((found.conflicts, changes(&found.bytes, &ours)), (vec![], vec![]));
}

#[test]
fn a_property_that_both_changed_stays_as_in_ours() {
    let found = merge_of(
        "ab",
        |ours| ours.set("a", "P0", 1).set("a", "P1", 5).point("b", "a").set("b", "Name", "x"),
        |theirs| theirs.set("a", "P0", 2).set("a", "P1", 5).point("b", "b").set("b", "Name", "y"),
    );
    assert_eq!(shape(&found.bytes), "ax");
    let shown = |conflict: &Conflict| {
        let Conflict { property, base, ours, theirs, .. } = conflict.clone();
        [property, base, ours, theirs].map(Option::unwrap_or_default)
    };
    assert_eq!(
        found.conflicts.iter().map(shown).collect::<Vec<_>>(),
        [["P0", "10", "1", "2"], ["Name", "\"b\"", "\"x\"", "\"y\""], ["Value", "none", "-> a", "-> y"]]
    );
    assert_eq!(found.conflicts.iter().map(|conflict| conflict.kind).max(), Some(ConflictKind::Property));
}

#[test]
fn what_one_removed_and_the_other_changed_is_a_conflict() {
    // Left as in OURS: there or not.
    let found =
        merge_of("a(b)c", |ours| ours.remove("a"), |theirs| theirs.set("b", "P0", 1).add("d", 9, "a"));
    assert_eq!(shape(&found.bytes), "c");
    assert_eq!(kinds(&found), [(ConflictKind::RemovedByOurs, "a/b"), (ConflictKind::RemovedByOurs, "a/d")]);
    let found = merge_of("a(b)c", |ours| ours.set("b", "P0", 1), |theirs| theirs.remove("a"));
    assert_eq!(shape(&found.bytes), "a(b)c");
    assert_eq!(kinds(&found), [(ConflictKind::RemovedByTheirs, "a")]);
    let found = merge_of("a(b)c", |ours| ours.add("d", 9, "b"), |theirs| theirs.remove("a"));
    assert_eq!((shape(&found.bytes), kinds(&found).len()), ("a(b(d))c".into(), 1));
    // A reference to it is an edit as well.
    let found = merge_of("a(b)c", |ours| ours.point("c", "b"), |theirs| theirs.remove("a"));
    assert_eq!((shape(&found.bytes), kinds(&found).len()), ("a(b)c".into(), 1));
    let found = merge_of("a(b)c", |ours| ours.remove("a"), |theirs| theirs.point("c", "b"));
    assert_eq!(kinds(&found), [(ConflictKind::RemovedByOurs, "c")]);
    assert_eq!(found.conflicts[0].property.as_deref(), Some("Value"));
}

#[test]
fn groups_are_made_and_taken_apart() {
    // A new group around what the other side changed.
    let found = merge_of(
        "abc",
        |ours| ours.set("a", "P0", 1),
        |theirs| {
            theirs.add("g", 9, "c").put("g", "", Position::Last).put("a", "g", Position::Last).put(
                "b",
                "g",
                Position::Last,
            )
        },
    );
    assert_eq!((found.conflicts.len(), shape(&found.bytes)), (0, "cg(ab)".into()));
    // A group whose parts move out before it goes.
    let found = merge_of(
        "a(bc)d",
        |ours| ours.set("b", "P0", 1),
        |theirs| theirs.put("b", "", Position::Last).put("c", "d", Position::Last).remove("a"),
    );
    assert_eq!((found.conflicts.len(), shape(&found.bytes)), (0, "d(c)b".into()));
}

#[test]
fn moves_that_do_not_go_together_stay_as_in_ours() {
    let found = merge_of(
        "abc",
        |ours| ours.put("a", "b", Position::Last),
        |theirs| theirs.put("a", "c", Position::Last),
    );
    assert_eq!(shape(&found.bytes), "b(a)c");
    assert_eq!(kinds(&found), [(ConflictKind::Moved, "b/a")]);
    assert_eq!(found.conflicts[0].theirs.as_deref(), Some("c/a"));
    let found = merge_of(
        "abc",
        |ours| ours.put("a", "b", Position::Last),
        |theirs| theirs.put("b", "a", Position::Last),
    );
    assert_eq!(shape(&found.bytes), "b(a)c");
    assert_eq!(kinds(&found), [(ConflictKind::Moved, "b")]);
    let found = merge_of(
        "a(b)c(d)",
        |ours| ours.put("b", "c", Position::First),
        |theirs| theirs.put("b", "c", Position::Last),
    );
    assert_eq!((shape(&found.bytes), found.conflicts), ("ac(bd)".into(), vec![]));
    // Their c can enter f only after d has left c.
    let found = merge_of(
        "c(d)fs",
        |ours| ours.put("f", "d", Position::Last),
        |theirs| theirs.put("c", "f", Position::Last).put("d", "s", Position::Last),
    );
    assert_eq!((shape(&found.bytes), found.conflicts), ("s(d(f(c)))".into(), vec![]));
}

#[test]
fn the_order_of_one_side_is_taken() {
    let first = |edited: Edited, name: &str| edited.put(name, "a", Position::First);
    let found =
        merge_of("a(bcde)", |ours| ours.add("x", 9, "a").set("c", "P0", 1), |theirs| first(theirs, "e"));
    assert_eq!((shape(&found.bytes), found.conflicts), ("a(ebcdx)".into(), vec![]));
    let found = merge_of("a(bcde)", |ours| first(ours, "c"), |theirs| first(theirs, "e"));
    assert_eq!((shape(&found.bytes), kinds(&found)), ("a(cbde)".into(), vec![(ConflictKind::Order, "a")]));
}

#[test]
fn texts_attributes_and_tags_are_merged_inside() {
    let script = |source: &str, tags: &[&str], attributes: &[(&str, f64)]| {
        let entries =
            attributes.iter().map(|(name, number)| ((*name).into(), rbxbinary::Attribute::Float64(*number)));
        let attributes =
            rbxbinary::Attributes { entries: entries.collect(), ..Default::default() }.write().unwrap();
        let item = Item::new("Script").with("Name", "Main");
        let item = item.with("Source", rbxxml::Value::ProtectedString(source.into()));
        let item = item.with("Tags", rbxbinary::tags::write(tags)).with("AttributesSerialize", attributes);
        let mut document = Document::new();
        document.add(None, item).unwrap();
        text(&document)
    };
    let base = script("a\nb\nc\nd\n", &["x", "y"], &[("p", 1.0), ("q", 1.0)]);
    let ours = script("A\nb\nc\nd\n", &["y"], &[("p", 2.0), ("q", 1.0), ("r", 1.0)]);
    let theirs = script("a\nb\nc\nD\ne\n", &["x", "y", "z"], &[("p", 1.0), ("s", 4.0)]);
    let found = merged(&base, &ours, &theirs);
    assert_eq!(found.conflicts, []);
    let expected = script("A\nb\nc\nD\ne\n", &["y", "z"], &[("p", 2.0), ("r", 1.0), ("s", 4.0)]);
    assert_eq!(changes(&expected, &found.bytes), []);
    let theirs = script("x\nb\nc\nd\n", &["y"], &[("p", 3.0), ("q", 1.0)]);
    let found = merged(&base, &ours, &theirs);
    let properties: Vec<_> =
        found.conflicts.iter().map(|conflict| conflict.property.as_deref().unwrap()).collect();
    assert_eq!(properties, ["Source", "@p"]);
    assert_eq!(changes(&ours, &found.bytes), []);
}

#[test]
fn attributes_that_cannot_be_read_are_merged_as_a_whole() {
    let with = |attributes: Vec<u8>| {
        let mut document = Document::new();
        document.add(None, Item::new("Folder").with("AttributesSerialize", attributes)).unwrap();
        text(&document)
    };
    let known = |number| {
        let entries = vec![("p".into(), rbxbinary::Attribute::Float64(number))].into_iter().collect();
        with(rbxbinary::Attributes { entries, ..Default::default() }.write().unwrap())
    };
    let (base, ours, theirs) = (known(1.0), known(2.0), with(vec![0xff; 3]));
    let found = merged(&base, &ours, &theirs);
    let [conflict] = &*found.conflicts else { panic!("{:?}", found.conflicts) };
    assert_eq!(conflict.property.as_deref(), Some("AttributesSerialize"));
    // Those that can be read have other names.
    let has = [&conflict.base, &conflict.ours, &conflict.theirs].map(Option::is_some);
    assert_eq!(has, [false, false, true]);
    assert_eq!(changes(&ours, &found.bytes), []);
}

#[test]
fn a_reference_of_base_comes_back_if_ours_still_has_its_item() {
    let base = || Edited::from_shape("abcd").point("b", "a");
    let theirs = base().point("b", "d").text();
    let kept = base().point("b", "c");
    let removed = base().point("b", "c").remove("a");
    for (ours, to, n_conflicts) in [(kept, "a", 0), (removed, "c", 1)] {
        let files = [base().text(), ours.text(), theirs.clone()];
        let [base, ours, theirs] = files.each_ref().map(|file| open(file));
        let options = MergeOptions::default().prefer(Some(Prefer::Base));
        let found = merge_with(Some(&base), &ours, &theirs, options).unwrap();
        let document = rbxxml::read(&found.bytes).unwrap();
        let value = document.get(document.find("b").unwrap(), "Value").unwrap().as_item();
        assert_eq!((value, found.conflicts.len()), (document.find(to), n_conflicts));
    }
}

#[test]
fn what_both_added_is_there_once() {
    // The same instance by its id; different ones stay two.
    let found = merge_of(
        "a",
        |ours| ours.add("b", 9, "a").add("c", 10, "b"),
        |theirs| theirs.add("b", 9, "a").set("b", "P0", 1).add("c", 11, "b"),
    );
    assert_eq!(shape(&found.bytes), "a(b(cc))");
    assert_eq!(kinds(&found), [(ConflictKind::Property, "a/b")]);
    let (ours, theirs) = (Edited::from_shape("a(b)").text(), Edited::from_shape("a(b)c").text());
    let found = merge(None, &open(&ours), &open(&theirs)).unwrap();
    assert_eq!((shape(&found.bytes), found.conflicts), ("a(b)c".into(), vec![]));
}

#[test]
fn metadata_is_merged_by_key() {
    let file = |pairs: &[(&str, &str)]| {
        let mut document = tree("a");
        document.metas = pairs
            .iter()
            .map(|(name, value)| rbxxml::Meta {
                name: (*name).into(),
                value: (*value).into(),
                ..Default::default()
            })
            .collect();
        text(&document)
    };
    let base = file(&[("a", "1"), ("b", "1")]);
    let found = merged(&base, &file(&[("a", "2"), ("b", "1")]), &file(&[("a", "1"), ("c", "3")]));
    assert_eq!((found.conflicts.len(), found.bytes), (0, file(&[("a", "2"), ("c", "3")])));
    let found = merged(&base, &file(&[("a", "2"), ("b", "1")]), &file(&[("a", "3"), ("b", "1")]));
    assert_eq!(kinds(&found), [(ConflictKind::Property, "(file)")]);
}

#[test]
fn only_models_and_places_are_merged() {
    let xml = text(&tree("a"));
    for (ours, theirs) in [(&xml[..], &b"{'a':i1}"[..]), (b"{'a':i1}", &xml), (b"{'a':i1}", b"{'a':i1}")] {
        let refused = merge(None, &open(ours), &open(theirs)).unwrap_err();
        assert_eq!(refused.kind, ProblemKind::Unsupported);
        assert!(refused.message.ends_with("only Roblox models and places can"), "{refused}");
    }
}

#[test]
fn damaged_files_are_merged_or_refused() {
    let mut n_merged = 0;
    for name in ["rbxbinary/valid/place.rbxl", "rbxbinary/valid/nested.rbxm", "rbxxml/valid/all-types.rbxmx"]
    {
        let base = std::fs::read(fixtures().join(name)).unwrap();
        let mut state = 1_u64;
        let mut random = move |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % most
        };
        for _ in 0..100 {
            let mut damaged = || {
                let mut bytes = base.clone();
                for _ in 0..=random(3) {
                    let at = random(bytes.len());
                    bytes[at] = u8::try_from(random(256)).unwrap();
                }
                bytes
            };
            let files = [damaged(), base.clone(), damaged()];
            let opened = files.each_ref().map(|file| File::open(file, &OpenOptions::default()));
            let [Ok(base), Ok(ours), Ok(theirs)] = opened else { continue };
            if let Ok(found) = merge(Some(&base), &ours, &theirs) {
                // What was written can be read.
                content(&found.bytes);
                n_merged += 1;
            }
        }
    }
    assert!(n_merged > 50, "{n_merged}");
}

/// An edit of one side.
#[derive(Debug, Clone)]
enum Edit {
    Set(usize, u8, i32),
    Point(usize, usize),
    Rename(usize),
    Add(usize),
    Move(usize, usize),
    Remove(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let item = 0..64_usize;
    prop_oneof![
        3 => (item.clone(), 0..3_u8, any::<i32>()).prop_map(|(item, n, value)| Edit::Set(item, n, value)),
        1 => (item.clone(), item.clone()).prop_map(|(item, to)| Edit::Point(item, to)),
        1 => item.clone().prop_map(Edit::Rename),
        1 => item.clone().prop_map(Edit::Add),
        1 => (item.clone(), item.clone()).prop_map(|(item, to)| Edit::Move(item, to)),
        1 => item.prop_map(Edit::Remove),
    ]
}

/// The edits of one side: to all of its own half, and to some properties of the common part.
struct Half {
    own: &'static str,
    /// The first of three properties that it sets in what both have.
    first: u8,
    /// A number that distinguishes the names and ids of this side.
    mark: u32,
}

const HALVES: [Half; 2] = [Half { own: "a", first: 0, mark: 100 }, Half { own: "z", first: 3, mark: 200 }];
const BASE: &str = "a(bc(de)f(ghi))s(tu(v))z(yx(wr)q(pon))";

/// An item of the base and its descendants; its numbers stay valid in copies.
fn within(base: &Document, name: &str) -> Vec<ItemId> {
    let top = base.roots().find(|id| *base.item(*id).unwrap().name() == *name).unwrap();
    base.walk_from(top).map(|visit| visit.id).collect()
}

fn applied(mut document: Document, base: &Document, half: &Half, edits: &[Edit]) -> Document {
    let own = within(base, half.own);
    let all = [own.clone(), within(base, "s")].concat();
    for (number, edit) in (half.mark..).zip(edits) {
        let is_there = |id: &ItemId| document.item(*id).is_some();
        let pick = |list: &[ItemId], at: &usize| Some(list[at % list.len()]).filter(is_there);
        // The first item of a half stays where it is.
        let inner = |at: &usize| pick(&own[1..], at);
        match edit {
            Edit::Set(at, n, value) => {
                let Some(id) = pick(&all, at) else { continue };
                document.set(id, &*format!("P{}", n + half.first), *value).unwrap();
            }
            Edit::Point(at, to) => {
                let (Some(id), Some(to)) = (pick(&own, at), pick(&all, to)) else { continue };
                document.set(id, "Value", to).unwrap();
            }
            Edit::Rename(at) => {
                let Some(id) = inner(at) else { continue };
                document.rename(id, &*format!("name{number}")).unwrap();
            }
            Edit::Add(at) => {
                let Some(id) = pick(&all, at) else { continue };
                document.add(id, item(&format!("new{number}"), number)).unwrap();
            }
            Edit::Move(at, to) => {
                let (Some(id), Some(to)) = (inner(at), pick(&all, to)) else { continue };
                // Into itself it cannot go.
                let _ = document.move_to(id, to, Position::Last);
            }
            Edit::Remove(at) => {
                let Some(id) = inner(at) else { continue };
                document.remove(id);
            }
        }
    }
    document
}

/// All instances with their properties by path, since the order of what both added does not matter.
fn content(file: &[u8]) -> BTreeMap<String, Vec<String>> {
    let mut content = BTreeMap::<_, Vec<_>>::new();
    let mut path = String::new();
    print(&open(file), &mut |line| {
        match line.kind {
            PrintKind::Part => path = line.value.to_owned(),
            _ => content.entry(path.clone()).or_default().push(line.to_string()),
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    content
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn merging_disjoint_edits_gives_both(
        ours in prop::collection::vec(edit(), 0..8),
        theirs in prop::collection::vec(edit(), 0..8),
    ) {
        let [our_half, their_half] = &HALVES;
        let base = tree(BASE);
        let with_ours = applied(base.clone(), &base, our_half, &ours);
        let our_file = text(&with_ours);
        let both = text(&applied(with_ours, &base, their_half, &theirs));
        let their_file = text(&applied(base.clone(), &base, their_half, &theirs));
        for (ours, theirs) in [(&our_file, &their_file), (&their_file, &our_file)] {
            let found = merged(&text(&base), ours, theirs);
            prop_assert_eq!(&found.conflicts, &[]);
            prop_assert_eq!(content(&found.bytes), content(&both));
        }
    }

    #[test]
    fn what_goes_together_does_so_either_way_round(
        ours in prop::collection::vec(edit(), 0..8),
        theirs in prop::collection::vec(edit(), 0..8),
    ) {
        // Both edit the same half.
        let base = tree(BASE);
        let [our_half, _] = &HALVES;
        let their_half = Half { mark: 200, ..HALVES[0] };
        let our_file = text(&applied(base.clone(), &base, our_half, &ours));
        let their_file = text(&applied(base.clone(), &base, &their_half, &theirs));
        let found = merged(&text(&base), &our_file, &their_file);
        let other = merged(&text(&base), &their_file, &our_file);
        prop_assert_eq!(found.conflicts.is_empty(), other.conflicts.is_empty());
        if found.conflicts.is_empty() {
            prop_assert_eq!(content(&found.bytes), content(&other.bytes));
        }
    }
}
