//! Trees of valid, irregular and deeply nested files, and the limits that apply to them.

use crate::support;
use rbxbinary::{
    Attribute, Attributes, Chunk, Class, ClassId, Column, Compression, Document, ErrorKind, Hierarchy,
    Limits, Model, ReadOptions, Referent, Rotation, RotationId, Same, SharedIndex, SharedStrings, Strings,
    Tree, Value, Values, chunks, open_with, read, read_with, recompress, validate, write, write_onto,
};

fn fixture(name: &str) -> Model {
    read(&support::fixture(format!("rbxbinary/{name}"))).unwrap()
}

/// `Class(children)` of all roots.
fn shape(model: &Model) -> String {
    fn describe<'t>(instances: impl Iterator<Item = rbxbinary::Instance<'t>>) -> String {
        let one = |instance: rbxbinary::Instance<'t>| {
            format!("{}({})", instance.referent().0, describe(instance.children()))
        };
        instances.map(one).collect::<Vec<_>>().join(" ")
    }
    describe(Tree::new(model).roots())
}

#[test]
fn views_answer_what_they_are_asked() {
    let model = fixture("valid/nested.rbxm");
    let tree = Tree::new(&model);
    assert_eq!((tree.len(), tree.depth(), tree.is_empty()), (4, 3, false));
    let paths: Vec<_> = tree.walk().map(|one| one.path()).collect();
    assert_eq!(paths, ["Outer", "Outer/Inner", "Outer/Inner/Brick", "Outer/Brick"]);
    let brick = tree.find("Outer/Inner/Brick").unwrap();
    assert_eq!(brick.full_name(), "Outer.Inner.Brick");
    assert_eq!(
        brick.ancestors().map(|one| one.name_lossy().into_owned()).collect::<Vec<_>>(),
        ["Inner", "Outer"]
    );
    assert_eq!(brick.parent(), tree.find("Outer/Inner"));
    let (class, row) = brick.row().unwrap();
    assert_eq!((class.name.as_str(), class.referents[row]), (Some("Part"), Referent(2)));
    assert_eq!(tree.get(Referent(2)), Some(brick));
    assert_eq!(tree.of_class("Part").count(), 2);
    assert_eq!(tree.of_class("Sword").count(), 0);
    assert_eq!(tree.roots().next().unwrap().walk().count(), 4);
    assert_eq!(tree.find("Outer/Outer"), None);
    assert_eq!(tree.find(""), None);
    assert_eq!(brick.get("size").unwrap().as_vec3(), Some(geom::Vec3::new(4.0, 1.2, 2.0)));
    assert_eq!(brick.get("Size"), None);
    assert_eq!(
        brick.properties().map(|(name, _)| name).collect::<Vec<_>>(),
        [&b"Anchored"[..], b"Name", b"size"]
    );
    let unnamed = fixture("valid/class_without_names.rbxm");
    assert_eq!(Tree::new(&unnamed).roots().next().unwrap().name(), b"Folder");
    let place = fixture("valid/place.rbxl");
    let services: Vec<_> =
        Tree::new(&place).walk().filter(|one| one.is_service()).map(|one| one.path()).collect();
    assert_eq!(services, ["Workspace", "Lighting"]);
}

#[test]
fn broken_trees_are_mended_as_documented() {
    for (name, expected) in [
        ("prnt_missing.rbxm", "0() 1()"),
        ("prnt_twice.rbxm", "0(1())"),
        ("prnt_instance_missing.rbxm", "0() 1()"),
        ("prnt_child_twice.rbxm", "0(1())"),
        ("prnt_child_unknown.rbxm", "0(1())"),
        ("prnt_parent_unknown.rbxm", "0() 1()"),
        ("prnt_cycle.rbxm", "0(1())"),
        ("prnt_own_parent.rbxm", "0() 1()"),
        ("prnt_version_1.rbxm", "0()"),
        ("prnt_version_1_of_other_form.rbxm", "0()"),
        ("inst_referent_twice.rbxm", "0() 0()"),
        ("inst_class_twice.rbxm", "0() 1()"),
        ("inst_bytes_left_over.rbxm", "0()"),
        ("inst_format_2.rbxm", "0()"),
    ] {
        assert_eq!(shape(&fixture(&format!("invalid/{name}"))), expected, "{name}");
    }
    let model = fixture("invalid/prop_twice.rbxm");
    assert_eq!(Tree::new(&model).roots().next().unwrap().name(), b"b");
    // The indices of shared strings continue from the first chunk to the second.
    let model = fixture("invalid/sstr_twice.rbxm");
    assert_eq!(Tree::new(&model).roots().next().unwrap().name(), b"x");
    let model = fixture("invalid/referent_unknown.rbxm");
    let tree = Tree::new(&model);
    assert_eq!(tree.roots().next().unwrap().instance("Target"), None);
}

#[test]
fn paths_find_what_they_are_of() {
    let names: [&[u8]; 8] = [b"A/B", b"A", b"A", b"C[1]", b"x.y", b"\\", b"A/B", b"\xff\xc3\xa9"];
    let class =
        Class { name: "Folder".into(), referents: (0..8).map(Referent).collect(), ..Class::default() };
    let names = Column {
        name: "Name".into(),
        values: Values::String(Strings::new(names).unwrap()),
        ..Column::default()
    };
    let parents = [-1, 0, 0, 2, 3, -1, -1, 6].map(Referent).into();
    let hierarchy = Hierarchy { children: (0..8).map(Referent).collect(), parents, ..Hierarchy::default() };
    let chunks = vec![Chunk::Class(class), Chunk::Column(names), Chunk::Hierarchy(hierarchy)];
    let model = Model { chunks, ..Model::default() };
    let tree = Tree::new(&model);
    let paths: Vec<_> = tree.instances().map(|one| one.path()).collect();
    let expected = [
        r"A\/B",
        r"A\/B/A",
        r"A\/B/A[2]",
        r"A\/B/A[2]/C\[1]",
        r"A\/B/A[2]/C\[1]/x.y",
        r"\\",
        r"A\/B[2]",
        r"A\/B[2]/\xffé",
    ];
    assert_eq!(paths, expected);
    for (one, path) in tree.instances().zip(&paths) {
        assert_eq!(tree.find(path), Some(one));
    }
    let document = Document::from(model.clone());
    let of_document: Vec<_> = (0..8).map(|number| document.path(Referent(number))).collect();
    assert_eq!(of_document, paths);
    assert_eq!(tree.find(r"A\/B[1]"), tree.roots().next());
    for path in ["", "A", r"A\/B[0]", r"A\/B[3]", r"A\/B/A[3]", r"A\/B[", r"A\/B[1]x", r"\xf", "\\"] {
        assert_eq!(tree.find(path), None, "{path}");
    }
}

#[test]
fn an_opened_file_has_the_tree_of_its_model() {
    for (path, bytes) in
        ["valid", "invalid"].iter().flat_map(|folder| support::fixtures(format!("rbxbinary/{folder}")))
    {
        for options in [ReadOptions::default(), ReadOptions::default().strict(true)] {
            match (read_with(&bytes, &options), open_with(&bytes, &options)) {
                (Ok((model, warnings)), Ok((opened, others))) => {
                    assert!(opened.model().same(&model) && warnings == others, "{path:?}");
                    let paths = |tree: &Tree<'_>| tree.walk().map(|one| one.path()).collect::<Vec<_>>();
                    let (tree, other) = (Tree::new(&model), opened.tree());
                    assert_eq!(paths(&tree), paths(&other), "{path:?}");
                    assert_eq!(tree.depth(), other.depth(), "{path:?}");
                    let document = Document::from(opened.clone());
                    assert_eq!(document.len(), tree.len());
                    assert!(opened.into_model().same(&model));
                }
                (Err(one), Err(other)) => assert_eq!(one, other, "{path:?}"),
                (one, other) => panic!("{path:?}: {one:?} and {other:?}"),
            }
        }
    }
}

#[test]
fn getters_are_lenient() {
    let one = |values| {
        let class = Class { name: "Thing".into(), referents: vec![Referent(0)], ..Class::default() };
        let strings = Strings::new(["", "shared"]).unwrap();
        let chunks = vec![
            Chunk::SharedStrings(strings.into()),
            Chunk::Class(class),
            Chunk::Column(Column { name: "P".into(), values, ..Column::default() }),
        ];
        Model { chunks, ..Model::default() }
    };
    let get = |values| {
        let model = one(values);
        let tree = Tree::new(&model);
        let root = tree.roots().next().unwrap();
        let value = root.get("P").unwrap();
        let bytes = root.bytes("P").map(<[u8]>::to_vec);
        (value.as_i64(), value.as_f64(), value.as_enum(), value.as_color(), value.as_bool(), bytes)
    };
    assert_eq!(get(Values::Int32(vec![-3])), (Some(-3), None, None, None, None, None));
    assert_eq!(get(Values::Int64(vec![-3])), (Some(-3), None, None, None, None, None));
    assert_eq!(get(Values::Float32(vec![0.5])), (None, Some(0.5), None, None, None, None));
    assert_eq!(get(Values::Float64(vec![0.5])), (None, Some(0.5), None, None, None, None));
    assert_eq!(get(Values::BrickColor(vec![7])).2, Some(7));
    assert_eq!(get(Values::Int32(vec![7])).2, Some(7));
    assert_eq!(get(Values::Color3uint8(vec![[255, 0, 51]].into())).3, Some([1.0, 0.0, 0.2]));
    assert_eq!(get(Values::Color3(vec![[1.0, 0.5, 0.0]].into())).3, Some([1.0, 0.5, 0.0]));
    assert_eq!(get(Values::Bool(vec![9])).4, Some(true));
    assert_eq!(get(Values::SharedString(vec![SharedIndex(1)])).5.as_deref(), Some(&b"shared"[..]));
    assert_eq!(get(Values::SharedString(vec![SharedIndex(9)])).5, None);
    assert_eq!(get(Values::Bytecode(Strings::new(["x"]).unwrap())).5.as_deref(), Some(&b"x"[..]));
}

#[test]
fn poses_are_of_three_types() {
    let rotation = geom::Mat3::from_rows_array([0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let (free, position) = (Rotation::Free(rotation), geom::Vec3::new(1.0, 2.0, 3.0));
    let turned = geom::Pose { rotation, position };
    let plain = geom::Pose { rotation: geom::Mat3::IDENTITY, position };
    for (value, expected) in [
        (Value::CFrame(free, position), Some(turned)),
        (Value::OptionalCFrame(Some((free, position))), Some(turned)),
        (Value::CFrameQuat(Rotation::Id(RotationId::IDENTITY), position), Some(plain)),
        (Value::OptionalCFrame(None), None),
        (Value::Vector3(position), None),
    ] {
        assert_eq!(value.as_pose(), expected);
    }
}

/// Two types of attributes that no file has.
#[test]
fn vectors_of_small_integers_are_attributes() {
    for (type_id, value, expected) in [
        (0x12, &[1, 0, 0xfe, 0xff][..], Attribute::Vector2int16([1, -2])),
        (0x13, &[1, 0, 0xfe, 0xff, 3, 0], Attribute::Vector3int16([1, -2, 3])),
    ] {
        let bytes = [b"\x01\0\0\0\x01\0\0\0a", &[type_id][..], value].concat();
        let (attributes, error) = Attributes::read(&bytes);
        assert_eq!((attributes.get("a"), error), (Some(&expected), None));
        assert_eq!(attributes.write().unwrap(), bytes);
    }
}

#[test]
fn lists_are_equal_if_their_values_are() {
    let list = |values: &[Result<rbxbinary::PhysicalProperties, u8>]| {
        Values::PhysicalProperties(values.iter().copied().collect())
    };
    let large = rbxbinary::PhysicalProperties { density: 0.5, ..Default::default() };
    assert_eq!(list(&[Ok(large), Err(0)]), list(&[Ok(large), Err(0)]));
    assert_ne!(list(&[Ok(large), Err(0)]), list(&[Ok(large), Err(1)]));
    assert_ne!(list(&[Ok(large)]), list(&[Ok(large), Err(0)]));
    let lanes: rbxbinary::Lanes<u8, 3> = vec![[1, 2, 3], [4, 5, 6]].into();
    let mut left = lanes.iter();
    assert_eq!((left.len(), left.next(), left.len()), (2, Some([1, 2, 3]), 1));
}

#[test]
fn strings_and_lists_have_indexes() {
    let strings = Strings::new(["a", "bc"]).unwrap();
    assert_eq!((&strings[0], &strings[1]), (&b"a"[..], &b"bc"[..]));
    let lists: rbxbinary::Lists<i32> = [vec![1, 2], vec![], vec![3]].into_iter().collect();
    assert_eq!((&lists[0], &lists[1], &lists[2]), (&[1, 2][..], &[][..], &[3][..]));
    assert!(std::panic::catch_unwind(|| strings[2].len()).is_err());
    assert!(std::panic::catch_unwind(|| lists[3].len()).is_err());
}

#[test]
fn lists_of_values_are_empty_without_one() {
    macro_rules! check {
        ($($ty:ty: $one:expr),* $(,)?) => { $(
            let (none, one) = (<$ty>::default(), [$one].into_iter().collect::<$ty>());
            assert_eq!((none.len(), none.is_empty()), (0, true), stringify!($ty));
            assert_eq!((one.len(), one.is_empty()), (1, false), stringify!($ty));
        )* };
    }
    check! {
        rbxbinary::Lanes<f32, 2>: [0.0; 2],
        rbxbinary::Lists<i32>: vec![],
        rbxbinary::UniqueIds: rbxbinary::UniqueId::default(),
    }
    let (none, one) = (Strings::default(), Strings::new([""]).unwrap());
    assert_eq!((none.is_empty(), one.is_empty()), (true, false));
}

/// Nested instances.
fn chain(n: i32) -> Model {
    let class =
        Class { name: "Folder".into(), referents: (0..n).map(Referent).collect(), ..Class::default() };
    let children = (0..n).map(Referent).collect();
    let parents = (-1..n - 1).map(Referent).collect();
    let hierarchy = Hierarchy { children, parents, ..Hierarchy::default() };
    let names = Values::String(Strings::new((0..n).map(|_| "F")).unwrap());
    let names = Column { class: ClassId(0), name: "Name".into(), values: names, surplus: Vec::new() };
    let end = Chunk::End(b"</roblox>".to_vec());
    let chunks = vec![Chunk::Class(class), Chunk::Column(names), Chunk::Hierarchy(hierarchy), end];
    Model { chunks, ..Model::default() }
}

#[test]
fn a_million_levels_are_read_if_the_limit_says_so() {
    const N: i32 = 1_000_000;
    let model = chain(N);
    let bytes = write(&model).unwrap();
    let error = read(&bytes).unwrap_err();
    let levels = ErrorKind::LimitExceeded {
        limit: "levels of depth",
        requested: N as usize,
        left: 100_000,
        option: Some("depth"),
    };
    assert_eq!(error.kind(), &levels);
    let options = ReadOptions::default().limits(Limits::default().depth(N as usize));
    let (again, warnings) = read_with(&bytes, &options).unwrap();
    assert_eq!(warnings.total(), 0);
    assert_eq!(again.clone().difference(&model), None);
    let tree = Tree::new(&again);
    assert_eq!(tree.depth(), N as usize);
    let last = tree.walk().last().unwrap();
    assert_eq!(last.ancestors().count(), N as usize - 1);
    assert_eq!(last.path().len(), 2 * N as usize - 1);
    assert!(validate(&again).is_empty());
    assert!(write_onto(&again, &bytes).unwrap() == bytes);
    assert!(format!("{again:?}").len() > N as usize);
}

#[test]
fn limits_are_errors_also_where_parts_may_fail() {
    let bytes = write(&chain(100)).unwrap();
    let with = |limits| read_with(&bytes, &ReadOptions::default().limits(limits)).unwrap_err();
    // The elements of the instances (four each), the names, the children and the parents.
    let error = with(Limits::default().elements(699));
    let limit = ErrorKind::LimitExceeded { limit: "elements", requested: 100, left: 99, option: None };
    assert_eq!(error.kind(), &limit);
    assert_eq!(error.path().collect::<Vec<_>>(), ["chunks[2] PRNT", "parents"]);
    assert!(read_with(&bytes, &ReadOptions::default().limits(Limits::default().elements(700))).is_ok());
    let error = with(Limits::default().output_bytes(500));
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "output bytes", .. }), "{error}");
    let error = with(Limits::default().depth(99));
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { left: 99, .. }), "{error}");
}

#[test]
fn what_cannot_be_written_says_which_part() {
    let mut model = chain(2);
    let Some(Chunk::Column(names)) = model.chunks.get_mut(1) else { panic!("a column") };
    names.values = Values::Bool(vec![1]);
    assert_eq!(
        write(&model).unwrap_err().to_string(),
        "chunks[1] PROP Folder.Name: expected 2 as the number of values, found 1"
    );
    let findings: Vec<_> = validate(&model).iter().map(ToString::to_string).collect();
    assert_eq!(findings.len(), 1);
    assert!(findings[0].starts_with("error RBX006: chunks[1] PROP Folder.Name, values: "), "{findings:?}");
    let mut model = chain(2);
    let Some(Chunk::Hierarchy(hierarchy)) = model.chunks.get_mut(2) else { panic!("a hierarchy") };
    hierarchy.parents.pop();
    assert_eq!(
        write(&model).unwrap_err().to_string(),
        "chunks[2] PRNT: expected 2 as the number of parents, found 1"
    );

    let says = |edit: &dyn Fn(&mut Vec<Chunk>)| {
        let mut model = chain(2);
        edit(&mut model.chunks);
        let error = write(&model).unwrap_err();
        assert_eq!(write_onto(&model, &write(&chain(2)).unwrap()).unwrap_err(), error);
        error.to_string()
    };
    let shared = |n_hashes| {
        let strings = Strings::new(["", "x"]).unwrap();
        Chunk::SharedStrings(SharedStrings { hashes: vec![[0; 16]; n_hashes], ..strings.into() })
    };
    assert_eq!(
        says(&|chunks| chunks.insert(0, shared(1))),
        "chunks[0] SSTR: expected 2 as the number of hashes, found 1"
    );
    assert_eq!(
        says(&|chunks| chunks.insert(0, shared(3))),
        "chunks[0] SSTR: expected 2 as the number of hashes, found 3"
    );
    assert_eq!(
        says(&|chunks| chunks.push(shared(2))),
        "chunks[3] END: expected END as the last chunk, found 1 more after it"
    );
    let absent = || Column { name: "P".into(), surplus: vec![2, 1], ..Column::default() };
    assert_eq!(
        says(&|chunks| chunks[1] = Chunk::Column(absent())),
        "chunks[1] PROP Folder.P: 2 bytes are left over"
    );
    let later = || Hierarchy { version: 1, surplus: vec![0], ..Hierarchy::default() };
    assert_eq!(
        says(&|chunks| chunks[2] = Chunk::Hierarchy(later())),
        "chunks[2] PRNT: expected version 0, found 1"
    );
}

#[test]
fn conversions_are_those_that_are_expected() {
    let bytes = write(&chain(2)).unwrap();
    assert_eq!(Model::try_from(&bytes[..]), read(&bytes));
    assert!(Model::try_from(&bytes[..20]).is_err());
    let ids = (rbxbinary::ClassId(7), Referent::NONE, rbxbinary::SharedIndex(3));
    assert_eq!(format!("{} {} {}", ids.0, ids.1, ids.2), "7 -1 3");
    assert_eq!(rbxbinary::geom::Vec3::new(1.0, 2.0, 3.0).to_array(), [1.0, 2.0, 3.0]);
    let id = "4bc5e68b442e8f7107e89cee00000385".parse::<rbxbinary::UniqueId>().unwrap();
    assert_eq!(
        (id.time, id.index, id.to_string().as_str()),
        (132_685_038, 901, "4bc5e68b442e8f7107e89cee00000385")
    );
    for wrong in ["", "+bc5e68b442e8f7107e89cee00000385", "4bc5e68b442e8f7107e89cee0000038", "é"] {
        assert!(wrong.parse::<rbxbinary::UniqueId>().is_err(), "{wrong}");
    }
    assert_eq!(Referent::from(3), Referent(3));
}

#[test]
fn nothing_is_a_chunk_after_the_end() {
    let sound = write(&chain(2)).unwrap();
    let after = [&sound[..], &sound[32..]].concat();
    assert_eq!(chunks(&after).unwrap().count(), 4);
    let (model, warnings) = read_with(&after, &ReadOptions::default()).unwrap();
    assert_eq!((model.chunks.len(), model.trailing.len(), warnings.total()), (4, sound.len() - 32, 1));
    let stored = recompress(&after, Compression::Stored, &ReadOptions::default()).unwrap();
    assert!(stored.ends_with(&sound[32..]));
    assert!(write_onto(&model, &after).unwrap() == after);
    // Nor if it cannot be decompressed.
    let end = sound.len() - 25;
    let mut broken = after;
    broken[end + 4] = 9;
    let (model, _) = read_with(&broken, &ReadOptions::default()).unwrap();
    assert_eq!((model.chunks.len(), model.trailing.len()), (4, sound.len() - 32));
    assert!(write_onto(&model, &broken).unwrap() == broken);
}

#[test]
fn a_column_takes_values_of_its_type() {
    let mut column = rbxbinary::NewValues::new(0x03, 2).unwrap();
    let taken = [Value::Int32(5), Value::Bool(1)].map(|value| column.push(&value).unwrap());
    column.push_neutral().unwrap();
    assert_eq!((taken, Values::from(column)), ([true, false], Values::Int32(vec![5, 0])));
}
