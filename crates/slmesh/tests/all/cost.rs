//! Costs are equal to those of a separate implementation of the viewer's formulas.

use crate::support;
use serde_json::Value as Json;
use slmesh::geom::Vec3;
use slmesh::*;

fn near(found: f64, expected: &Json, what: &str) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{what}: {found} is not {expected}");
}

#[test]
fn costs_are_those_of_the_viewer() {
    let Some(real) = support::corpus("slmesh/real") else { return };
    let text =
        std::fs::read_to_string(format!("{}/slmesh/expected.json", std::env::var("REZKIT_CORPUS").unwrap()));
    let all: Json = serde_json::from_str(&text.unwrap()).unwrap();
    let mut n_files = 0;
    for (name, bytes) in real.into_iter().chain(support::corpus("slmesh/generated").unwrap()) {
        let expected = &all[name.rsplit('/').next().unwrap()]["cost"];
        let sizes = LodSizes::of_file(&bytes).unwrap();
        for (level, triangles) in sizes.triangles().into_iter().enumerate() {
            near(triangles, &expected["estimated_triangles_by_lod"][level], &name);
        }
        near(sizes.charged_triangles(), &expected["charged_triangles"], &name);
        near(sizes.animated_cost(), &expected["animated_object_triangle_cost"], &name);
        for (radius, numbers) in expected["by_radius"].as_object().unwrap() {
            let cost = sizes.cost(Vec3::new(2.0 * radius.parse::<f32>().unwrap(), 0.0, 0.0));
            near(cost.radius, &radius.parse::<f64>().unwrap().into(), &name);
            near(cost.weighted_triangles, &numbers["weighted_triangles"], &name);
            near(cost.streaming, &numbers["streaming_cost"], &name);
            let zero = &expected["viewer_reports_zero_because_lowest_lod_is_absent"];
            assert_eq!(Some(cost.viewer_shows_zero), zero.as_bool(), "{name}");
        }
        n_files += 1;
    }
    assert_eq!(n_files, 9);
}

fn sizes(bytes: [u64; 4]) -> LodSizes {
    LodSizes { bytes, ..LodSizes::default() }
}

#[test]
fn levels_that_are_absent_count_as_the_one_above() {
    assert_eq!(sizes([0, 0, 0, 1984]).triangles(), [100.0; 4]);
    assert_eq!(sizes([0, 784, 0, 1984]).triangles(), [25.0, 25.0, 100.0, 100.0]);
    assert_eq!(sizes([0; 4]).triangles(), [1.0; 4]);
    let cost = sizes([0, 784, 0, 1984]).cost(Vec3::ONE);
    assert!(cost.viewer_shows_zero);
    assert!(!sizes([400; 4]).cost(Vec3::ONE).viewer_shows_zero);
    assert!(LodSizes { version: Some(1000), ..sizes([400; 4]) }.cost(Vec3::ONE).viewer_shows_zero);
}

#[test]
fn an_asset_that_is_not_available_costs_nothing_in_the_viewer() {
    let mut asset = read(include_bytes!("../../../../fixtures/slmesh/valid/sound.llmesh")).unwrap();
    let shows_zero = |asset: &MeshAsset| asset.cost(Vec3::ONE).unwrap().viewer_shows_zero;
    assert!(!shows_zero(&asset));
    asset.other.insert("404", llsd::Value::Undef);
    assert!(LodSizes::of_file(&write(&asset).unwrap()).unwrap().is_unavailable);
    assert!(shows_zero(&asset));
}

/// By hand: a cube of 10 m has a radius of 8.66 m, so the high level is shown up to 36.1 m, the medium up to 144.3 m,
/// and the low one up to 288.7 m.
#[test]
fn a_cube_of_ten_metres() {
    let cost = sizes([400, 784, 1984, 16_384]).cost(Vec3::splat(10.0));
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-3 * expected, "{found}");
    near(cost.radius, 8.660);
    cost.distances
        .into_iter()
        .zip([36.084, 144.338, 288.675])
        .for_each(|(found, by_hand)| near(found, by_hand));
    // Circles of 4,090.6 and 65,449.8 square metres, and one larger than the region.
    let by_hand = [1.0 / 102_945.0, 37_494.2 / 102_945.0, 61_359.2 / 102_945.0, 4090.6 / 102_945.0];
    cost.shares.into_iter().zip(by_hand).for_each(|(found, by_hand)| near(found, by_hand));
    near(
        cost.weighted_triangles,
        1.0 * by_hand[0] + 25.0 * by_hand[1] + 100.0 * by_hand[2] + 1000.0 * by_hand[3],
    );
    near(cost.streaming, 6.507);
    assert_eq!(cost.dominant, Level::Medium);
}

#[test]
fn savings_name_the_change_that_saves_most() {
    let sizes = sizes([1000, 1384, 1984, 16_384]);
    let savings = sizes.savings(Vec3::ONE);
    // Small objects are far away from nearly everywhere.
    assert_eq!(savings[0].change, Change::LeastLowest);
    assert_eq!(savings[1].change, Change::Halve(Level::Lowest));
    for saving in &savings {
        assert!((sizes.cost(Vec3::ONE).streaming - saving.streaming - saving.saved).abs() < 1e-12);
    }
    let large = sizes.savings(Vec3::splat(60.0));
    assert_eq!(large[0].change, Change::Halve(Level::High));
    assert_eq!(least().savings(Vec3::ONE), []);
}

fn least() -> LodSizes {
    sizes([300; 4])
}

/// 64 triangles of a lower level are free, and so is half of the level above.
#[test]
fn animated_objects_are_charged_for_lower_levels_that_are_too_large() {
    let bytes = |triangles: [u64; 4]| sizes(triangles.map(|n| n * 16 + 384));
    assert!((bytes([64, 64, 64, 64]).charged_triangles() - 64.0).abs() < 1e-9);
    assert!((bytes([100, 250, 500, 1000]).charged_triangles() - 1000.0).abs() < 1e-9);
    assert!((bytes([125, 250, 600, 1000]).charged_triangles() - 1100.0).abs() < 1e-9);
    assert!(
        (bytes([1000, 1000, 1000, 1000]).charged_triangles() - (1000.0 + 500.0 + 750.0 + 875.0)).abs() < 1e-9
    );
}
