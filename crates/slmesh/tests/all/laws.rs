//! The laws (docs/laws.md) on generated models.

use crate::models::asset;
use crate::recorder::check_traced;
use proptest::prelude::*;
use slmesh::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Laws 1, 3 and 6; traced bytes read the same.
    #[test]
    fn reading_undoes_writing(asset in asset()) {
        let written = write(&asset).unwrap();
        let read = read(&written).unwrap();
        prop_assert_eq!(read.difference(&asset), None);
        prop_assert_eq!(write(&read).unwrap(), written.clone());
        prop_assert_eq!(write_onto(&asset, &written).unwrap(), written.clone());
        check_traced(&written);
        let _ = validate(&asset);
    }

    /// Every stored number survives the conversion to floats and back with either rounding, because a step is larger
    /// than the error of the floats.
    #[test]
    fn stored_numbers_come_back_from_floats(stored: [u16; 3], min in -9.0_f32..9.0, extent in 0.01_f32..9.0) {
        let domain = Domain::new([min; 3], [min + extent; 3]);
        let again = domain.quantise(domain.value(stored), Rounding::Nearest);
        prop_assert!(again.iter().zip(stored).all(|(again, stored)| again.abs_diff(stored) <= 4), "{again:?}");
        let normal = quantise_normal(normal_from_stored(stored), Rounding::Nearest);
        prop_assert_eq!(normal, stored);
    }
}
