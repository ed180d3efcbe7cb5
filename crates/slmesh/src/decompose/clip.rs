//! Polygons, cut off at planes across the axes.

/// A point of a grid, whose cells are 1 long.
pub(super) type Place = [f64; 3];

/// The value of an axis.
pub(super) fn along(place: &Place, axis: usize) -> f64 {
    place.get(axis).copied().unwrap_or_default()
}

/// What lies between two values of an axis of a convex polygon, into `out`.
pub(super) fn between(polygon: &[Place], axis: usize, from: f64, to: f64, out: &mut Vec<Place>) {
    let mut below = Vec::with_capacity(polygon.len().saturating_add(1));
    half(polygon, axis, to, 1.0, &mut below);
    out.clear();
    half(&below, axis, from, -1.0, out);
}

/// What lies below a value, or above it if the sign is negative.
fn half(polygon: &[Place], axis: usize, at: f64, sign: f64, out: &mut Vec<Place>) {
    let height = |place: &Place| (along(place, axis) - at) * sign;
    let Some(mut before) = polygon.last() else { return };
    for place in polygon {
        let (from, to) = (height(before), height(place));
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            let share = from / (from - to);
            let mut crossing = *before;
            for (number, (part, end)) in crossing.iter_mut().zip(place).enumerate() {
                *part = if number == axis { at } else { *part + (end - *part) * share };
            }
            out.push(crossing);
        }
        if to <= 0.0 {
            out.push(*place);
        }
        before = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_becomes_a_strip() {
        let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 2.0]];
        let mut strip = Vec::new();
        between(&triangle, 1, 1.0, 2.0, &mut strip);
        let mut found = strip.clone();
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(found, [[0.0, 1.0, 0.5], [0.0, 2.0, 1.0], [2.0, 2.0, 1.0], [3.0, 1.0, 0.5]]);
        between(&triangle, 2, 3.0, 9.0, &mut strip);
        assert!(strip.is_empty());
    }
}
