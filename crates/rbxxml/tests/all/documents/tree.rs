//! Properties that trees of items have in both crates for Roblox.

use super::target;
use crate::format::{Document, Item, Position};

/// A place with a car, whose wheel is a part.
pub(crate) fn place() -> Document {
    let mut document = Document::new();
    let workspace = document.add(None, Item::new("Workspace").with("Name", "Workspace")).unwrap();
    let car = document.add(workspace, Item::new("Model").with("Name", "Car")).unwrap();
    let wheel = Item::new("Part").with("Name", "Wheel").with("Transparency", 0.5_f32);
    let wheel = document.add(car, wheel).unwrap();
    document.set(car, "PrimaryPart", wheel).unwrap();
    document.add(workspace, Item::new("Part").with("Name", "Base")).unwrap();
    document
}

/// Removal from either end, from the middle or in any order costs the same per item: a second in all, where time in
/// proportion to the siblings would be minutes.
#[test]
fn a_million_items_are_removed_one_by_one() {
    const N: u32 = 1_000_000;
    // These numbers are distinct, as 7 divides no power of 2 or 5.
    let scattered = |number: u32| (u64::from(number) * 7_654_321 % u64::from(N)) as u32;
    let orders: [&dyn Fn(u32) -> u32; 4] =
        [&|number| number, &|number| N - 1 - number, &|number| (number + N / 2) % N, &scattered];
    for order in orders {
        let mut model = Document::new();
        let parent = model.add(None, Item::new("A")).unwrap();
        let ids: Vec<_> = (0..N).map(|_| model.add(parent, Item::default()).unwrap()).collect();
        let mut order: Vec<_> = (0..N).map(|number| ids[order(number) as usize]).collect();
        let last = order.pop().unwrap();
        assert!(order.iter().all(|id| model.remove(*id).is_some()));
        assert_eq!(model.remove(order[0]), None);
        assert_eq!(model.children(parent).collect::<Vec<_>>(), [last]);
        assert_eq!(model.len(), 2);
    }
}

/// Neither a deep parent nor many descendants make it slow.
#[test]
fn items_are_moved_in_time_that_does_not_depend_on_the_tree() {
    let mut model = Document::new();
    let top = model.add(None, Item::new("A")).unwrap();
    let wide = model.add(None, Item::new("A")).unwrap();
    let mut deep = top;
    for _ in 0..300_000 {
        deep = model.add(deep, Item::default()).unwrap();
        model.add(wide, Item::default()).unwrap();
    }
    let leaf = model.add(None, Item::new("Part")).unwrap();
    for _ in 0..100_000 {
        model.move_to(leaf, deep, Position::Last).unwrap();
        model.move_to(wide, None, Position::Before(top)).unwrap();
        model.move_to(leaf, wide, Position::First).unwrap();
    }
    assert!(model.move_to(top, deep, Position::Last).is_err());
    assert_eq!(model.children(wide).next(), Some(leaf));
}

#[test]
fn names_that_look_like_paths_are_found() {
    let mut model = Document::new();
    let names: [&[u8]; 8] = [b"a.b/c", b"a[0]", b"\\x41", b"", b"\xff/", b"]", b"x[1]/y", b"\xc3\xa9"];
    let mut parent = None;
    for name in names {
        let item = Item::new("Folder").with("Name", super::text(name));
        model.add(parent, item.clone()).unwrap();
        let id = model.add(parent, item).unwrap();
        assert_eq!(model.find(&model.path(id)), Some(id), "{}", model.path(id));
        parent = Some(id);
    }
    let path = model.path(parent.unwrap());
    assert_eq!(path, r"a.b\/c[2]/a\[0][2]/\\x41[2]/''[2]/\xff\/[2]/][2]/x\[1]\/y[2]/é[2]");
    let first = model.roots().next();
    assert_eq!([model.find(r"a.b\/c"), model.find(r"a.b\/c[1]")], [first; 2]);
    for wrong in [
        "a.b",
        "a.b\\/c[0]",
        "a.b\\/c[3]",
        "a.b\\/c[",
        "a.b\\/c[1]x",
        "a.b\\/c[x]",
        "\\",
        "\\x4",
        "\\xzz",
        "/",
    ] {
        assert_eq!(model.find(wrong), None, "{wrong}");
    }
}

#[test]
fn words_of_scripts_find_items() {
    let model = place();
    let workspace = model.find_first_child(None, "Workspace").unwrap();
    let car = model.find_first_child_of_class(workspace, "Model").unwrap();
    let wheel = model.find_first_descendant(workspace, "Wheel").unwrap();
    assert_eq!(model.find("Workspace/Car"), Some(car));
    assert_eq!(model.parent(wheel), Some(car));
    assert_eq!(model.find_first_child(workspace, "Wheel"), None);
    assert_eq!(model.find_first_ancestor(wheel, "Workspace"), Some(workspace));
    assert_eq!(model.find_first_ancestor_of_class(wheel, "Model"), Some(car));
    assert_eq!(model.find_first_ancestor(car, "Wheel"), None);
    assert!(model.is_descendant_of(wheel, workspace) && model.is_ancestor_of(car, wheel));
    assert!(!model.is_descendant_of(car, car) && !model.is_ancestor_of(wheel, car));
    assert_eq!(model.descendants(workspace).count(), 3);
    assert_eq!(model.full_name(wheel), "Workspace.Car.Wheel");
    assert_eq!(model.with_property("Transparency").map(|(visit, _)| visit.id).collect::<Vec<_>>(), [wheel]);
    let from: Vec<_> = model.references_from(car).map(|(name, id)| (name.to_string(), id)).collect();
    assert_eq!(from, [("PrimaryPart".to_owned(), wheel)]);
}

/// Counting the siblings for each path would take minutes.
#[test]
fn paths_of_many_equal_siblings_take_linear_time() {
    const N: usize = 200_000;
    let mut document = Document::new();
    let parent = document.add(None, Item::new("Folder")).unwrap();
    for _ in 0..N {
        document.add(parent, Item::new("Part")).unwrap();
    }
    let paths = document.paths();
    let of_children: Vec<_> = document.children(parent).map(|id| paths.path(id)).collect();
    assert_eq!((&*of_children[0], &*of_children[1]), ("Folder/Part", "Folder/Part[2]"));
    assert!(of_children.iter().zip(1..).skip(1).all(|(path, n)| *path == format!("Folder/Part[{n}]")));
    let last = document.children(parent).next_back().unwrap();
    assert_eq!((paths.path(last), document.path(last)), (format!("Folder/Part[{N}]"), paths.path(last)));
    assert_eq!((paths.find(&paths.path(last)), paths.find("Folder/Part[0]")), (Some(last), None));
    assert!(document.children(parent).zip(&of_children).all(|(id, path)| paths.find(path) == Some(id)));
    document.remove(last);
    assert_eq!(document.paths().path(last), "");
}

#[test]
fn references_between_items_that_are_inserted_lead_to_the_copies() {
    let mut model = Document::new();
    let [a, b, c] =
        ["A", "B", "C"].map(|name| model.add(None, Item::new("Model").with("Name", name)).unwrap());
    let inner = model.add(a, Item::new("Part")).unwrap();
    for (id, property, target) in
        [(a, "To", b), (b, "To", inner), (inner, "Up", a), (c, "To", a), (inner, "Out", c)]
    {
        model.set(id, property, target).unwrap();
    }
    let mut place = Document::new();
    let all = place.insert(&model, model.roots(), None).unwrap();
    assert_eq!(all.references, []);
    let two = place.insert(&model, [a, inner, b], all.items[2]).unwrap();
    let [a_copy, inner_copy, b_copy] = two.items[..] else { panic!("{two:?}") };
    assert_eq!(place.children(all.items[2]).collect::<Vec<_>>(), [a_copy, b_copy]);
    assert_eq!(place.children(a_copy).collect::<Vec<_>>(), [inner_copy]);
    let leads = |id, property| target(&place, id, property);
    assert_eq!(
        [leads(a_copy, "To"), leads(b_copy, "To"), leads(inner_copy, "Up")],
        [Some(b_copy), Some(inner_copy), Some(a_copy)]
    );
    assert_eq!(leads(inner_copy, "Out"), None);
    assert_eq!(two.references, [(inner_copy, "Out".into())]);
    // An item before the one that it is in is copied by itself, too.
    let twice = place.insert(&model, [inner, a], None).unwrap();
    let lost = twice.references.iter().map(|(_, name)| name.to_string()).collect::<Vec<_>>();
    assert_eq!(lost, ["Out", "To", "Out"]);
    let up = target(&place, twice.items[0], "Up");
    assert_eq!((place.parent(twice.items[0]), up), (None, Some(twice.items[1])));
    let n_items = place.len();
    let gone = model.add(None, Item::new("Part")).unwrap();
    model.remove(gone);
    assert!(place.insert(&model, [b, gone], None).is_err());
    assert_eq!(place.len(), n_items);
}
