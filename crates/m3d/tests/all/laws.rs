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
