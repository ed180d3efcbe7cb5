//! Terrain: reading, writing, changing and checking it.

use crate::recorder::Recorder;
use proptest::prelude::*;
use rbxbinary::terrain::{CHUNK_VOXELS, Grid, Material, NO_PHYSICS_GRID, Voxel};
use rbxbinary::{ErrorKind, Limits, Place, ReadOptions, SpanKind};
use std::collections::BTreeMap;

/// A chunk: how far it is from the one before, and its runs.
fn chunk(step: [i32; 3], runs: &[u8]) -> Vec<u8> {
    let planes = (0..4).flat_map(|byte| step.map(|axis| axis.to_be_bytes()[byte]));
    planes.chain(runs.iter().copied()).collect()
}

/// The runs of a chunk of one voxel in all places.
fn full(flags: u8) -> Vec<u8> {
    [flags | 0x80, 255].repeat(128)
}

fn grid(chunks: &[Vec<u8>]) -> Vec<u8> {
    [&[1, 5][..], &chunks.concat()].concat()
}

fn strict(bytes: &[u8]) -> Result<Grid<'_>, rbxbinary::Error> {
    Grid::read_with(bytes, &ReadOptions::default().strict(true)).map(|(grid, _)| grid)
}

#[test]
fn chunks_lie_at_the_sums_of_their_steps() {
    let bytes =
        grid(&[chunk([-2, -1, 0], &full(2)), chunk([0, 0, 1], &full(0)), chunk([3, 0, -4], &full(1))]);
    assert_eq!(bytes[2..14], [255, 255, 0, 255, 255, 0, 255, 255, 0, 254, 255, 0]);
    let grid = strict(&bytes).unwrap();
    let positions: Vec<_> = grid.chunks().iter().map(|chunk| chunk.position()).collect();
    assert_eq!(positions, [[-2, -1, 0], [-2, -1, 1], [1, -1, -3]]);
    let seen = [[-64, -32, 0], [-33, -1, 31], [-64, -32, 32], [32, -1, -96], [31, -1, -96]];
    let materials = seen.map(|[x, y, z]| grid.voxel(x, y, z).material.name().unwrap());
    assert_eq!(materials, ["Grass", "Grass", "Air", "Water", "Air"]);
    assert_eq!(grid.cells().count(), 2 * CHUNK_VOXELS);
    assert_eq!((grid.write(), grid.validate().len()), (bytes, 0));
}

#[test]
fn runs_say_what_voxels_are() {
    let runs = [
        &[2][..],           // one, full
        &[0x43, 100],       // one, not full
        &[0x82, 0, 77],     // one, with water beside it
        &[0xc4, 9, 0, 255], // one, with both
        &[0x40, 5],         // air that is said to fill something
        &[0x81, 1],         // two of water
        &[0x80, 255],       // 256 of air
    ];
    let left = CHUNK_VOXELS - 7 - 256;
    let air = [&[0x80, 255].repeat(left / 256)[..], &[0x80, u8::try_from(left % 256 - 1).unwrap()]].concat();
    let bytes = grid(&[chunk([0; 3], &[&runs.concat()[..], &air].concat())]);
    let grid = strict(&bytes).unwrap();
    let of = |material, occupancy, water| Voxel { material: Material(material), occupancy, water };
    let expected = [of(2, 255, 0), of(3, 100, 0), of(2, 255, 77), of(4, 9, 255), of(0, 5, 0), of(1, 255, 0)];
    assert_eq!([0, 1, 2, 3, 4, 5].map(|x| grid.voxel(x, 0, 0)), expected);
    assert_eq!(grid.voxel(6, 0, 0), expected[5]);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|x| grid.voxel(x, 0, 0).solid()), [255, 100, 255, 9, 0, 0]);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|x| grid.voxel(x, 0, 0).liquid()), [0, 0, 77, 255, 0, 255]);
    // X first, then Z, then Y.
    let mut other = grid.clone();
    for (place, number) in [([1, 0, 0], 1), ([0, 0, 1], 32), ([0, 1, 0], 1024)] {
        let [x, y, z] = place;
        other.set(x, y, z, of(9, 1, 0)).unwrap();
        assert_eq!(other.chunks()[0].voxels()[number], of(9, 1, 0));
    }
    assert!(other != grid);
    // All voxels set to themselves give the same bytes, of values and not of what was kept.
    let mut again = grid.clone();
    grid.cells().for_each(|([x, y, z], voxel)| again.set(x, y, z, voxel).unwrap());
    assert!(again == grid && again.write() == bytes);
}

#[test]
fn only_what_is_needed_is_added() {
    let mut grid = Grid::read(b"").0;
    assert_eq!(grid.write(), b"");
    grid.set(5, 5, 5, Voxel::AIR).unwrap();
    assert_eq!(grid.write(), b"");
    grid.set(-1, 31, 32, Voxel::full(Material(22))).unwrap();
    grid.set(40, 0, 0, Voxel::full(Material::WATER)).unwrap();
    let positions: Vec<_> = grid.chunks().iter().map(|chunk| chunk.position()).collect();
    assert_eq!(positions, [[-1, 0, 1], [1, 0, 0]]);
    let error = grid.set(0, 0, 0, Voxel::full(Material(64))).unwrap_err();
    assert_eq!(error.to_string(), "material 64 is not below 64");
    let written = grid.write();
    assert_eq!(written[..2], [1, 5]);
    assert_eq!(strict(&written).unwrap(), grid);
    for corner in [[i32::MAX; 3], [i32::MIN; 3]] {
        let [x, y, z] = corner;
        grid.set(x, y, z, Voxel::full(Material(5))).unwrap();
        assert_eq!(strict(&grid.write()).unwrap().voxel(x, y, z).material, Material(5));
    }
    assert_eq!(NO_PHYSICS_GRID.len(), 14);
}

#[test]
fn what_cannot_be_decoded_is_kept() {
    let sound = chunk([0; 3], &full(2));
    let cases: [(Vec<u8>, usize, &str); 6] = [
        (vec![2, 5], 0, "expected version 1, found 2 (at byte 0x0)"),
        (vec![1], 0, "edge: needs 1 byte, and 0 are left (at byte 0x1)"),
        (vec![1, 4, 0], 0, "expected edge 5, found 4 (at byte 0x1)"),
        (
            grid(&[sound.clone(), vec![0; 7]]),
            1,
            "chunks[1].step: needs 12 bytes, and 7 are left (at byte 0x10e)",
        ),
        (
            grid(&[sound.clone(), chunk([0; 3], &[0x80])]),
            1,
            "chunks[1].runs[0].count: needs 1 byte, and 0 are left (at byte 0x11b)",
        ),
        (
            grid(&[chunk([0; 3], &[&full(2)[..254], &[2, 0x82, 255]].concat()), sound]),
            0,
            "chunks[0].runs[128]: the number of voxels 32769 is not below 32769 (at byte 0x10d)",
        ),
    ];
    for (bytes, n_chunks, message) in cases {
        let (mut grid, error) = Grid::read(&bytes);
        assert_eq!((error.unwrap().to_string(), grid.chunks().len()), (message.to_owned(), n_chunks));
        assert_eq!(strict(&bytes).unwrap_err().to_string(), message);
        assert_eq!(grid.write(), bytes, "{message}");
        let findings = grid.validate();
        assert_eq!((findings.len(), findings[0].rule.id), (1, "RBX018"));
        assert!(grid.set(-1, 0, 0, Voxel::full(Material(2))).is_err(), "{message}");
        if n_chunks > 0 {
            grid.set(0, 0, 0, Voxel::AIR).unwrap();
            let written = grid.write();
            let (again, _) = Grid::read(&written);
            assert_eq!((&again, again.undecoded()), (&grid, grid.undecoded()));
        }
    }
}

#[test]
fn limits_hold() {
    let bytes = grid(&[chunk([0; 3], &full(2)), chunk([1, 0, 0], &full(2))]);
    let within = |elements| {
        let options = ReadOptions::default().limits(Limits::default().elements(elements));
        Grid::read_with(&bytes, &options).map(|(grid, _)| grid.chunks().len())
    };
    assert_eq!(within(2 * 129), Ok(2));
    assert!(matches!(within(2 * 129 - 1).unwrap_err().kind(), ErrorKind::LimitExceeded { .. }));
}

#[test]
fn rules_name_what_is_wrong() {
    let of = |chunks: &[Vec<u8>]| {
        let findings = Grid::read(&grid(chunks)).0.validate();
        findings.iter().map(|one| (one.rule.id, one.path.clone(), one.found.clone())).collect::<Vec<_>>()
    };
    let one = |rule, path: &str, found: &str| vec![(rule, path.to_owned(), found.to_owned())];
    let twice = [chunk([3, 2, 1], &full(2)), chunk([0; 3], &full(3))];
    assert_eq!(of(&twice), one("RBX019", "chunks[1].position", "(3, 2, 1) again"));
    // The last one is used.
    assert_eq!(Grid::read(&grid(&twice)).0.voxel(96, 64, 32).material, Material(3));
    assert_eq!(of(&[chunk([262_144, -262_144, 0], &full(2))]), []);
    let far = of(&[chunk([0, -262_145, 0], &full(2))]);
    assert_eq!(far, one("RBX020", "chunks[0].position", "(0, -262145, 0)"));
    // Its voxels have no coordinates.
    let n_cells = |x| Grid::read(&grid(&[chunk([x, 0, 0], &full(2))])).0.cells().count();
    assert_eq!([262_144, 262_145].map(n_cells), [32_768, 0]);
    assert_eq!(of(&[chunk([0; 3], &full(22))]), []);
    let new = [&full(2)[..254], &full(23)[..2]].concat();
    assert_eq!(of(&[chunk([0; 3], &new)]), one("RBX021", "chunks[0].runs[127]", "material 23"));
}

fn voxel() -> impl Strategy<Value = Voxel> {
    let byte = || prop_oneof![Just(0), Just(255), any::<u8>()];
    (0..64_u8, byte(), prop_oneof![4 => Just(0), 1 => byte()])
        .prop_map(|(material, occupancy, water)| Voxel { material: Material(material), occupancy, water })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A map of voxels, which has nothing in common with the grid, holds the same.
    #[test]
    fn voxels_that_are_set_are_there(edits in prop::collection::vec(([-70..70, -40..40, -40..40], voxel()), 0..200)) {
        let (mut grid, mut map) = (Grid::default(), BTreeMap::new());
        for ([x, y, z], voxel) in edits {
            grid.set(x, y, z, voxel).unwrap();
            map.insert([x, y, z], voxel);
        }
        let written = grid.write();
        let again = strict(&written).unwrap();
        prop_assert!(again == grid && again.write() == written);
        for ([x, y, z], voxel) in &map {
            prop_assert_eq!(grid.voxel(*x, *y, *z), *voxel);
            prop_assert_eq!(again.voxel(*x, *y, *z), *voxel);
        }
        map.retain(|_, voxel| !voxel.is_air());
        let cells: BTreeMap<_, _> = again.cells().collect();
        prop_assert_eq!(cells, map);
    }

    #[test]
    fn any_bytes_come_back(bytes: Vec<u8>, runs in prop::collection::vec(any::<(u8, u8, u8)>(), 0..3000)) {
        let runs: Vec<u8> = runs.into_iter().flat_map(|(a, b, c)| [a | 0x80, b, c]).collect();
        for bytes in [bytes, grid(&[chunk([0; 3], &runs)])] {
            let (read, error) = Grid::read(&bytes);
            prop_assert_eq!(&read.write(), &bytes);
            prop_assert_eq!(error.is_some(), !read.undecoded().is_empty());
            let recorder = Recorder::default();
            let (traced, told) = Grid::trace(&bytes, &recorder);
            prop_assert_eq!((&traced, &told), (&read, &error));
            if error.is_none() {
                recorder.check(&bytes, "any");
                prop_assert!(recorder.spans.borrow().iter().all(|span| span.kind != SpanKind::Unknown));
            }
            prop_assert!(read.validate().len() <= 4000);
        }
    }

    #[test]
    fn a_prefix_has_the_chunks_before_its_end(cut: prop::sample::Index) {
        let whole = grid(&[chunk([0; 3], &full(2)), chunk([0, 0, 1], &full(3)), chunk([0, 0, 1], &full(4))]);
        let prefix = &whole[..cut.index(whole.len())];
        match strict(prefix) {
            Ok(grid) => prop_assert!(prefix.is_empty() || prefix.len() == 2 + 268 * grid.chunks().len()),
            Err(error) => prop_assert!(matches!(error.place(), Place::Input(at) if at <= prefix.len())),
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn terrain_is_kept_as_its_bytes() {
    let bytes = grid(&[chunk([0; 3], &full(2))]);
    let text = serde_json::to_string(&Grid::read(&bytes).0).unwrap();
    assert_eq!(serde_json::from_str::<Grid<'_>>(&text).unwrap().write(), bytes);
}
