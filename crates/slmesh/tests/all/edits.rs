//! Edits after which an asset is as reading would return it: law 1 holds after each of them.

use crate::models::{asset, lod};
use crate::support;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use slmesh::geom::Vec3;
use slmesh::llsd::Text;
use slmesh::*;
use std::sync::LazyLock;

const NAMES: [&str; 9] = [
    "skin",
    "physics_convex",
    "lowest_lod",
    "low_lod",
    "medium_lod",
    "high_lod",
    "physics_mesh",
    "physics_havok",
    "no such block",
];

/// An edit.
#[derive(Debug, Clone)]
enum Edit {
    RemoveLevel(Level),
    RemoveBlock(&'static str),
    SetLevel(Level, Lod),
    Copy(Level, Level),
    Move(Level, [f32; 3], NewDomain, Rounding),
    Triangles(Level, usize),
    /// Sets or removes a field, so that keys come and go.
    Version(Option<i32>),
    NoNormals(Level),
    NoBindShape,
    HashOf(Level, Option<Hash>),
    /// Sets names as users may leave them: missing ones, duplicates, and in any order.
    Order(Vec<Text>),
    Body(Vec<Piece>),
}

fn level() -> impl Strategy<Value = Level> {
    prop::sample::select(Level::ALL.to_vec())
}

fn edit() -> impl Strategy<Value = Edit> {
    let name = || prop::sample::select(NAMES.to_vec());
    let names = || vec(name().prop_map(Text::from), 0..5);
    let by = prop_oneof![-2.0_f32..2.0, Just(0.0), Just(f32::NAN), any::<f32>()];
    let domain = prop::sample::select(vec![NewDomain::Grown, NewDomain::Kept, NewDomain::Fitted]);
    let rounding = prop::sample::select(vec![Rounding::Truncate, Rounding::Nearest]);
    let hash = prop_oneof![Just(Hash::OfBlock), Just(Hash::Other(vec![7; 16]))];
    let piece = prop_oneof![names().prop_map(Piece::Blocks), vec(any::<u8>(), 0..3).prop_map(Piece::Gap),];
    prop_oneof![
        level().prop_map(Edit::RemoveLevel),
        name().prop_map(Edit::RemoveBlock),
        (level(), lod()).prop_map(|(level, lod)| Edit::SetLevel(level, lod)),
        (level(), level()).prop_map(|(from, to)| Edit::Copy(from, to)),
        (level(), [by.clone(), by.clone(), by], domain, rounding)
            .prop_map(|(level, by, domain, rounding)| Edit::Move(level, by, domain, rounding)),
        (level(), 0..3_usize).prop_map(|(level, n)| Edit::Triangles(level, n)),
        proptest::option::of(any::<i32>()).prop_map(Edit::Version),
        level().prop_map(Edit::NoNormals),
        Just(Edit::NoBindShape),
        (level(), proptest::option::of(hash)).prop_map(|(level, hash)| Edit::HashOf(level, hash)),
        names().prop_map(Edit::Order),
        vec(piece, 0..5).prop_map(Edit::Body),
    ]
}

/// Applies an edit; returns true if the method settles what it changes, otherwise the caller does.
fn apply(asset: &mut MeshAsset, edit: Edit) -> bool {
    match edit {
        Edit::RemoveLevel(level) => {
            let was_there = asset.level_block(level).is_some();
            assert_eq!(asset.remove_level(level).is_some(), was_there);
            assert!(asset.level_block(level).is_none());
            return was_there;
        }
        Edit::RemoveBlock(name) => {
            let was_there = asset.block(name).is_some();
            assert_eq!(asset.remove_block(name), was_there);
            assert!(asset.block(name).is_none());
            return was_there;
        }
        Edit::SetLevel(level, lod) => {
            asset.set_level(level, lod);
            return true;
        }
        Edit::Copy(from, to) => {
            if let Some(lod) = asset.level(from).cloned() {
                asset.set_level(to, lod);
                return true;
            }
        }
        Edit::Move(level, by, domain, rounding) => {
            if let Some(lod) = asset.level_mut(level) {
                lod.move_vertices(domain, rounding, |_, _, position| position + Vec3::from_array(by));
                // Blocks that shared their bytes do not share them any more.
                return asset.body.is_empty();
            }
        }
        Edit::Triangles(level, n) => {
            for face in asset.level_mut(level).into_iter().flat_map(|lod| &mut lod.faces) {
                face.triangle_list.iter_mut().for_each(|list| list.truncate(n));
            }
        }
        Edit::Version(version) => asset.version = version,
        Edit::NoNormals(level) => {
            asset
                .level_mut(level)
                .into_iter()
                .flat_map(|lod| &mut lod.faces)
                .for_each(|face| face.normal = None);
        }
        Edit::NoBindShape => {
            if let Some(skin) = asset.skin_mut() {
                skin.bind_shape_matrix = None;
            }
        }
        Edit::HashOf(level, hash) => {
            let block = match level {
                Level::Lowest => &mut asset.lowest_lod,
                Level::Low => &mut asset.low_lod,
                Level::Medium => &mut asset.medium_lod,
                Level::High => &mut asset.high_lod,
            };
            block.iter_mut().for_each(|block| block.hash.clone_from(&hash));
        }
        Edit::Order(order) => asset.order = order,
        Edit::Body(body) => asset.body = body,
    }
    false
}

/// Checks law 1 for a settled asset, and that `settle` changes nothing when repeated.
fn check(asset: &MeshAsset, what: &str) {
    let written = write(asset).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(read(&written).unwrap().difference(asset), None, "{what}");
    let mut again = asset.clone();
    again.settle();
    assert_eq!(again.difference(asset), None, "{what}");
}

/// Applies all edits in a row, and checks law 1 after each one that settles, and after the last.
fn check_edits(mut asset: MeshAsset, edits: Vec<Edit>, what: &str) {
    let mut is_settled = true;
    for edit in edits {
        let what = format!("{what}, {edit:?}");
        let settles = apply(&mut asset, edit);
        // `move_vertices` settles only its level.
        is_settled &= settles;
        if is_settled {
            check(&asset, &what);
        }
    }
    asset.settle();
    check(&asset, what);
}

/// Our files, some of which have keys and blocks in an unusual order, gaps, and shared blocks; and real ones.
fn files() -> &'static [support::File] {
    static ALL: LazyLock<Vec<support::File>> = LazyLock::new(|| {
        let mut all = support::fixtures("slmesh/valid");
        all.extend(support::fixtures("slmesh/invalid"));
        all.extend(support::samples("slmesh"));
        all.retain(|(_, bytes)| bytes.len() < 20_000 && read(bytes).is_ok());
        assert!(all.len() > 20);
        all
    });
    &ALL
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn generated_assets_stay_as_reading_makes_them(asset in asset(), edits in vec(edit(), 1..6)) {
        check_edits(asset, edits, "a generated asset");
    }

    #[test]
    fn files_stay_as_reading_makes_them(file in any::<Index>(), edits in vec(edit(), 1..6)) {
        let (name, bytes) = file.get(files());
        let settled = read(&write(&read(bytes).unwrap()).unwrap()).unwrap();
        check_edits(settled, edits, name);
    }
}

#[test]
fn what_was_read_is_settled() {
    let mut n_checked = 0;
    for (name, bytes) in files() {
        let asset = read(bytes).unwrap();
        let mut settled = asset.clone();
        settled.settle();
        // Law 1 has exceptions, which a damaged file may need.
        let keeps_law_1 = read(&write(&asset).unwrap()).unwrap().same(&asset);
        n_checked += usize::from(keeps_law_1);
        assert!(!keeps_law_1 || settled.same(&asset), "{name}: {:?}", settled.difference(&asset));
        assert_eq!(write_onto(&settled, bytes).unwrap(), *bytes, "{name}");
    }
    assert!(n_checked > 20, "{n_checked}");
}

fn sound() -> MeshAsset {
    read(&support::fixture("slmesh/valid/sound.llmesh")).unwrap()
}

fn stored(asset: &MeshAsset) -> Vec<[u16; 3]> {
    asset.level(Level::High).unwrap().faces[0].position.clone().unwrap()
}

#[test]
fn a_domain_grows_only_where_vertices_leave_it() {
    let mut asset = sound();
    let before = stored(&asset);
    let domain = asset.level(Level::High).unwrap().faces[0].position_domain.unwrap();
    let lod = asset.level_mut(Level::High).unwrap();
    // Inside the domain, one number changes, and the others are those that were read.
    let centre = Vec3::ZERO;
    let to_centre = |_, vertex, position| if vertex == 2 { centre } else { position };
    assert_eq!(lod.move_vertices(NewDomain::Grown, Rounding::Nearest, to_centre), 0);
    let after = stored(&asset);
    assert_eq!(after[2], [32_768; 3]);
    assert!((0..before.len()).filter(|vertex| *vertex != 2).all(|vertex| after[vertex] == before[vertex]));
    assert_eq!(asset.level(Level::High).unwrap().faces[0].position_domain, Some(domain));
    // Outside on one axis, that axis grows, and every vertex stays within half a step of its position.
    let positions: Vec<Vec3> = asset.level(Level::High).unwrap().faces[0].positions().collect();
    let lod = asset.level_mut(Level::High).unwrap();
    let out = |_, vertex, position| if vertex == 2 { Vec3::new(0.0, 1.5, 0.0) } else { position };
    assert_eq!(lod.move_vertices(NewDomain::Grown, Rounding::Nearest, out), 0);
    let face = &asset.level(Level::High).unwrap().faces[0];
    let grown = face.position_domain.unwrap();
    assert_eq!((grown.min, grown.max), ([-0.5; 3], [0.5, 1.5, 0.5]));
    for (vertex, (now, old)) in face.positions().zip(positions).enumerate() {
        let expected = out(0, vertex, old);
        assert!(
            (now - expected).to_array().iter().all(|apart| apart.abs() <= 1.01 / 65_535.0),
            "{vertex}: {now:?}"
        );
    }
}

#[test]
fn a_kept_domain_stores_what_leaves_it_at_its_edge() {
    let mut asset = sound();
    let domain = asset.level(Level::High).unwrap().faces[0].position_domain;
    let lod = asset.level_mut(Level::High).unwrap();
    let to = |_, vertex, position: Vec3| match vertex {
        0 => Vec3::new(-9.0, 0.0, 9.0),
        1 => Vec3::new(f32::NAN, 0.0, 0.0),
        _ => position,
    };
    assert_eq!(lod.move_vertices(NewDomain::Kept, Rounding::Truncate, to), 2);
    let face = &asset.level(Level::High).unwrap().faces[0];
    assert_eq!(face.position_domain, domain);
    assert_eq!(face.position.as_ref().unwrap()[..2], [[0, 32_767, 65_535], [0, 32_767, 32_767]]);
}

#[test]
fn a_fitted_domain_is_what_the_positions_span_and_the_same_for_all_faces() {
    let mut asset = sound();
    let lod = asset.level_mut(Level::High).unwrap();
    lod.faces.push(lod.faces[0].clone());
    lod.faces[1].position_domain = Some(Domain { min_first: true, ..Domain::new([0.0; 3], [4.0; 3]) });
    let half = |_, _, position: Vec3| position * 0.5;
    assert_eq!(lod.move_vertices(NewDomain::Fitted, Rounding::Nearest, half), 0);
    let domains: Vec<Domain<3>> = lod.faces.iter().map(|face| face.position_domain.unwrap()).collect();
    let spanned =
        Domain::around(lod.faces.iter().flat_map(Face::positions).map(|position| position.to_array()));
    assert_eq!((domains[0].min, domains[0].max), (spanned.min, spanned.max));
    assert_eq!((domains[1].min, domains[1].max), (spanned.min, spanned.max));
    assert_eq!((domains[0].min_first, domains[1].min_first), (false, true));
    assert_eq!(domains[0].max, [2.0; 3]);
}

/// Section 1.3: viewers differ in the bits after those of the levels; the flags show which have been used.
#[test]
fn the_flags_of_a_cache_lose_the_bit_of_a_block_that_goes() {
    let whole = MeshAsset { skin: Some(Block::new(Skin::default())), ..sound() };
    for (flags, bit_of_skin, bit_of_hulls) in [(0b110_1111, 5, 6), (0b11_1111, 4, 5)] {
        let mut asset = MeshAsset { preamble: Some(Preamble { flags }), ..whole.clone() };
        assert!(asset.remove_block("skin"));
        assert_eq!(asset.preamble.unwrap().flags, flags & !(1 << bit_of_skin));
        assert!(asset.remove_block("physics_convex"));
        assert_eq!(asset.preamble.unwrap().flags, flags & !(1 << bit_of_skin) & !(1 << bit_of_hulls));
        assert!(asset.remove_level(Level::Low).is_some());
        assert_eq!(asset.preamble.unwrap().flags & 0b1111, 0b1101);
        asset.set_level(Level::Low, Lod::default());
        assert_eq!(asset.preamble.unwrap().flags & 0b1111, 0b1111);
        check(&asset, "a cache entry");
    }
}
