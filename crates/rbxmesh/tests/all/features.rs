//! Says which tests did not run because a feature is off; whole programs of tests are left out in silence.

#[cfg(not(feature = "csg"))]
#[test]
#[ignore = "the tests of unions need `--features csg`"]
fn unions() {}

#[cfg(not(feature = "draco"))]
#[test]
#[ignore = "the tests of edgebreaker streams need `--features draco`"]
fn edgebreaker() {}
