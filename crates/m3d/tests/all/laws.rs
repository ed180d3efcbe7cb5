//! The laws (docs/laws.md) on generated models and bytes.

use crate::models::any::model;
use crate::recorder::traced;
use m3d::*;
use proptest::prelude::*;

proptest! {
    /// Laws 1 and 3; `write_onto` writes the same, and reproduces the original.
    #[test]
    fn reading_undoes_writing(model in model()) {
        let bytes = write(&model).unwrap();
        let again = read(&bytes).unwrap();
        prop_assert_eq!(again.difference(&model), None);
        prop_assert!(write(&again).unwrap() == bytes);
        prop_assert!(write_onto(&again, &bytes).unwrap() == bytes);
        traced(&bytes, &ReadOptions::default()).check(&bytes, "a model");
    }

    /// Law 5.
    #[test]
    fn every_prefix_is_refused_inside_its_bounds(model in model(), cut: prop::sample::Index) {
        let bytes = write(&Model { end: b"OMD3".to_vec(), trailing: vec![], ..model }).unwrap();
        let prefix = &bytes[..cut.index(bytes.len())];
        let error = read_with(prefix, &ReadOptions::default().strict(true)).unwrap_err();
        match error.place() {
            Place::Input(at) => prop_assert!(at <= prefix.len(), "{}", error),
            Place::Inner { start, .. } => prop_assert!(start <= prefix.len(), "{}", error),
            place => prop_assert!(false, "{:?}", place),
        }
        if let Ok((_, warnings)) = read_with(prefix, &ReadOptions::default()) {
            prop_assert!(!warnings.is_empty());
        }
        traced(prefix, &ReadOptions::default());
    }

    /// Validation and canonicalising work on any model, and canonicalising twice changes nothing more.
    #[test]
    fn the_canonical_form_settles(model in model(), normalise: bool, drop_unused: bool) {
        let _ = validate(&model);
        let _ = validate_for(&model, Program::Raylib);
        let options = CanonicalOptions::default().normalise(normalise).drop_unused(drop_unused);
        let Ok(canonical) = model.canonical(&options) else { return Ok(()) };
        let bytes = write(&canonical).unwrap();
        prop_assert_eq!(read(&bytes).unwrap().difference(&canonical), None);
        let again = canonical.canonical(&CanonicalOptions::default().drop_unused(drop_unused)).unwrap();
        prop_assert_eq!(again.difference(&canonical), None);
    }

    /// The smallest widths hold everything that larger widths held.
    #[test]
    fn all_fits_the_widths_that_are_chosen(mut model in model()) {
        model.fit();
        let bytes = write(&model).unwrap();
        prop_assert_eq!(read(&bytes).unwrap().difference(&model), None);
    }
}

/// The order in the text of the rule. Coordinates and vertices may be in any order, as may surfaces and assets; types of
/// voxels come before blocks.
#[test]
fn chunks_come_after_those_that_they_refer_to() {
    let ranks = [
        (b"CMAP", 1),
        (b"TMAP", 2),
        (b"VRTS", 2),
        (b"BONE", 3),
        (b"MTRL", 4),
        (b"PROC", 5),
        (b"MESH", 5),
        (b"VOXT", 5),
        (b"VOXD", 5),
        (b"SHPE", 5),
        (b"LBLS", 6),
        (b"ACTN", 7),
    ];
    for (first, before) in ranks {
        for (second, after) in ranks {
            let chunk = |magic: &[u8; 4]| Chunk::Unknown(Unknown { magic: *magic, data: vec![] });
            let assets = chunk(b"ASET");
            let chunks = vec![chunk(first), assets.clone(), chunk(second), assets];
            let findings = validate(&Model { chunks, ..Model::default() });
            let found: Vec<_> = findings
                .iter()
                .filter(|finding| finding.rule.id == "M3D005")
                .map(|finding| (finding.path.clone(), finding.found.clone()))
                .collect();
            let is_wrong = before > after || (first, second) == (b"VOXD", b"VOXT");
            let [first, second] = [first, second].map(|magic| magic.escape_ascii());
            let expected = (format!("chunks[2] {second}"), format!("a position after {first}"));
            assert_eq!(found, Vec::from_iter(is_wrong.then_some(expected)));
        }
    }
}
