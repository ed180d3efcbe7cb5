//! The viewer's test for triangles of a physics shape.

use geom::Vec3;

/// Returns true if the viewer rejects a triangle in a physics shape. The test uses corners at half their size, in
/// single precision. Format document, section 10.
pub(crate) fn is_degenerate(a: Vec3, b: Vec3, c: Vec3) -> bool {
    let (ab, ac, bc) = (a - b, a - c, b - c);
    let [len_ab, len_ac, len_bc] = [ab, ac, bc].map(|edge| edge.dot(edge));
    // The edges have similar lengths. The viewer should compare all pairs, but leaves out ac and bc.
    let are_alike = [len_ac, len_bc].iter().all(|len| len_ab <= 100.0 * len && *len <= 100.0 * len_ab);
    // The constants are the viewer's: 1e-7, reduced by a factor of 1e-4.
    let tolerance = if are_alike { 1e-7 * 1e-4 } else { 1e-7 };
    let (at_a, at_b) = (ab.cross(ac), (b - a).cross(bc));
    let (to_a, to_c) = (a - b, c - b);
    let along = to_a.dot(to_c);
    at_a.dot(at_a) < tolerance
        || at_b.dot(at_b) < tolerance
        || to_a.dot(to_a) * to_c.dot(to_c) - along * along == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests a triangle with edges of 295, 313 and 30, for which the result depends on which edges are compared.
    #[test]
    fn the_viewer_compares_the_first_edge_with_the_others() {
        let (a, b, c) = (
            Vec3::from_array([-0.016_74, 0.024_29, 0.0]),
            Vec3::default(),
            Vec3::from_array([0.003, 0.0, 0.0]),
        );
        assert!(!is_degenerate(a, b, c));
        assert!(is_degenerate(b, c, a));
        // Thin triangles with edges of similar length are accepted down to a smaller height.
        let thin = |height| {
            is_degenerate(
                Vec3::default(),
                Vec3::from_array([0.1, 0.0, 0.0]),
                Vec3::from_array([0.05, height, 0.0]),
            )
        };
        assert!(!thin(0.000_1) && thin(0.000_01));
    }
}
