//! Numbers and weights are bitwise those of the viewer.

use slmesh::*;

#[test]
fn stored_numbers_stand_for_what_the_viewer_computes() {
    let unit = Domain::new([-0.5; 3], [0.5; 3]);
    assert_eq!(unit.value([0, 65_535, 32_768]), [-0.5, 0.5, 7.6293945e-6]);
    // The viewer divides, multiplies and adds, in single precision and in this order.
    let stored = 23_766_u16;
    let (min, max) = (-0.487_713_84_f32, 0.242_712_6_f32);
    let by_hand = f32::from(stored) / 65_535.0 * (max - min) + min;
    assert_eq!(Domain::new([min], [max]).value([stored])[0].to_bits(), by_hand.to_bits());
    assert_eq!(normal_from_stored([0, 65_535, 32_767]), [-1.0, 1.0, -1.5258789e-5]);
    // Without a domain, all vertices are at one point.
    let face = Face { position: Some(vec![[1, 2, 3]]), ..Face::default() };
    assert_eq!(face.positions().next().unwrap().to_array(), [0.0; 3]);
    // Hulls have a default domain.
    let convex = Convex { bounding_verts: Some(vec![[0, 65_535, 0]]), ..Convex::default() };
    assert_eq!(convex.bounding_points().next().unwrap().to_array(), [-0.5, 0.5, -0.5]);
}

#[test]
fn the_viewer_truncates_and_others_round() {
    let unit = Domain::new([-0.5], [0.5]);
    assert_eq!(unit.quantise([0.0], Rounding::Truncate), [32_767]);
    assert_eq!(unit.quantise([0.0], Rounding::Nearest), [32_768]);
    assert_eq!(unit.quantise([0.5], Rounding::Truncate), [65_535]);
    assert_eq!(quantise_normal([0.0, 1.0, -1.0], Rounding::Truncate), [32_767, 65_535, 0]);
    assert_eq!(quantise_normal([0.0, 1.0, -1.0], Rounding::Nearest), [32_768, 65_535, 0]);
    // No extent, NaN, and values outside: a number never wraps.
    assert_eq!(Domain::new([1.0], [1.0]).quantise([1.0], Rounding::Truncate), [0]);
    assert_eq!(unit.quantise([f32::NAN], Rounding::Truncate), [0]);
    assert_eq!(unit.quantise([9.0], Rounding::Truncate), [65_535]);
    assert_eq!(unit.quantise([-9.0], Rounding::Nearest), [0]);
    assert_eq!(Domain::around([[1.0, f32::NAN], [-1.0, 2.0]]).min, [-1.0, 2.0]);
}

/// The weights of one face with `n_vertices` vertices, as bytes of a file.
pub(crate) fn stored(bytes: &[u8], n_vertices: usize) -> (Option<Vec<Influences>>, Warnings) {
    let map = llsd::Map::from([
        ("Position", llsd::Value::Binary(vec![0; 6 * n_vertices])),
        ("Weights", llsd::Value::Binary(bytes.to_vec())),
    ]);
    let content = Content::Other(llsd::Value::Array([llsd::Value::Map(map)].into_iter().collect()));
    let block = Block { content, ..Block::new(Lod::default()) };
    let asset = MeshAsset { high_lod: Some(block), ..MeshAsset::default() };
    let (asset, warnings) = read_with(&write(&asset).unwrap(), &ReadOptions::default()).unwrap();
    (asset.high_lod.unwrap().value().unwrap().faces[0].weights.clone(), warnings)
}

pub(crate) fn one(joint: u8, weight: u16) -> Influence {
    Influence { joint, weight }
}

#[test]
fn influences_are_looped_over() {
    let influences = Influences::new(&[one(3, 40_000), one(7, 25_535)]).unwrap();
    let mut joints = Vec::new();
    assert_eq!(influences.difference(&influences), None);
    let other = Influences::new(&[one(3, 40_000), one(8, 25_535)]).unwrap();
    assert!(influences.difference(&other).is_some_and(|text| text.starts_with("[1].joint")));
    for influence in &influences {
        joints.push(influence.joint);
    }
    assert_eq!(joints, [3, 7]);
}

#[test]
fn weights_that_do_not_fit_the_vertices_are_kept_and_warned_of() {
    let says = |bytes: &[u8], n| {
        let (weights, warnings) = stored(bytes, n);
        (weights.unwrap().len(), warnings.iter().map(|w| w.kind().to_string()).collect::<Vec<_>>())
    };
    assert_eq!(says(&[0xff, 0xff, 9], 2), (2, vec!["1 byte is left over".into()]));
    assert_eq!(
        says(&[0xff, 5, 1], 2),
        (
            1,
            vec![
                "needs 3 bytes, and 2 are left".into(),
                "2 bytes are left over".into(),
                "expected 2 as the number of vertices with weights, found 1".into()
            ]
        )
    );
    assert_eq!(says(&[0xff, 0, 0xff, 0xff], 2), (2, vec!["needs 1 byte, and 0 are left".into()]));
}

/// The viewer stops at the end of the bytes, so the last vertex keeps its influences, after an edit, too.
#[test]
fn a_last_vertex_without_an_end_keeps_its_weights() {
    let three = [1, 0xff, 0x7f, 2, 0xff, 0x3f, 3, 0xff, 0x3f];
    let influences = Influences::new(&[one(1, 0x7fff), one(2, 0x3fff), one(3, 0x3fff)]).unwrap();
    let bytes = [&[0xff][..], &three].concat();
    let map = llsd::Map::from([("Position", vec![0_u8; 12]), ("Weights", bytes)]);
    let content = Content::Other(llsd::Value::Array([llsd::Value::Map(map)].into_iter().collect()));
    let block = Block { content, ..Block::new(Lod::default()) };
    let original = write(&MeshAsset { high_lod: Some(block), ..MeshAsset::default() }).unwrap();
    let mut asset = read(&original).unwrap();
    fn face(asset: &mut MeshAsset) -> &mut Face {
        &mut asset.high_lod.as_mut().unwrap().value_mut().unwrap().faces[0]
    }
    assert_eq!(face(&mut asset).weights, Some(vec![Influences::default(), influences]));
    assert_eq!(write(&asset).unwrap(), original);
    let other = Influences::new(&[one(0, 65_535)]).unwrap();
    face(&mut asset).weights.as_mut().unwrap()[0] = other;
    let (mut again, warnings) = read_with(&write(&asset).unwrap(), &ReadOptions::default()).unwrap();
    assert_eq!(face(&mut again).weights, Some(vec![other, influences]));
    assert_eq!(warnings.total(), 0, "{warnings:?}");
}

#[test]
fn influences_are_four_at_most_and_none_of_joint_255() {
    assert!(Influences::new(&[one(0, 1); 5]).is_none());
    assert!(Influences::new(&[one(255, 1)]).is_none());
    let made = Influences::from_shares([(0, 0.6), (1, 0.4)], Rounding::Truncate).unwrap();
    assert_eq!(*made, [one(0, 39_321), one(1, 26_214)]);
    // Other formats always have four influences, with 0 for missing ones.
    let four = [(4, 0.5), (2, 0.25), (7, 0.25), (0, 0.0)];
    let made = Influences::from_shares(four, Rounding::Truncate).unwrap();
    assert_eq!(*made, [one(4, 32_767), one(2, 16_383), one(7, 16_383)]);
    let made = Influences::from_shares([(255, 0.0), (0, -1.0), (1, f32::NAN)], Rounding::Nearest).unwrap();
    assert!(made.is_empty());
    let made = Influences::from_shares([(0, 0.60001)], Rounding::Nearest).unwrap();
    assert_eq!(*made, [one(0, 39_322)]);
}

#[test]
fn the_viewer_raises_weights_and_divides_by_their_sum() {
    let shares = |all: &[Influence]| Influences::new(all).unwrap().as_in_viewer();
    assert_eq!(shares(&[]), [(0, 1.0)]);
    assert_eq!(shares(&[one(4, 65_535)]), [(4, 1.0)]);
    let [(0, first), (1, second)] = shares(&[one(0, 65_535), one(1, 0)])[..] else { panic!() };
    assert_eq!((first, second), (0.999 / 1.0, 0.001));
}
