//! One direction of a curve or surface: its degree, knots and range.

use super::{Modifiers, Points, UndrawnReason};

/// The maximum degree, which is limited because evaluation takes quadratic time in it.
pub(super) const MAX_DEGREE: usize = 15;

/// The maximum number of pieces between two knots, which bounds the triangles of a curve.
const MAX_PIECES: usize = 64;

/// One direction of a curve or surface, as a B-spline. A Bézier curve is a B-spline whose knots are all
/// repeated.
pub(super) struct Axis {
    pub(super) degree: usize,
    pub(super) n_points: usize,
    knots: Vec<f64>,
    range: [f64; 2],
}

/// The weights of control points at a parameter: the index of the first point, and the weight of each point
/// with its derivative.
pub(super) struct Weights {
    pub(super) first: usize,
    pub(super) values: [f64; MAX_DEGREE + 1],
    pub(super) slopes: [f64; MAX_DEGREE + 1],
}

impl Axis {
    /// Builds the axis from the modifiers. `n_points` is the number of control points along it, if that is
    /// known already.
    pub(super) fn new(
        modifiers: &Modifiers<'_>,
        points: Points<'_>,
        which: usize,
        n_points: Option<usize>,
        is_bezier: bool,
    ) -> Result<Self, UndrawnReason> {
        let parameters = modifiers.parameters.get(which).copied().unwrap_or_default();
        let parameters: Vec<f64> = parameters.iter().map(|scalar| scalar.get()).collect();
        let ascends = parameters.is_sorted() && parameters.iter().all(|value| value.is_finite());
        let degree = modifiers.degrees.get(which).copied().flatten();
        if !ascends || degree == Some(0) {
            return Err(UndrawnReason::NoNet);
        }
        let (degree, knots) = if is_bezier {
            bezier(degree, &parameters, n_points)
        } else {
            spline(degree, parameters, n_points)
        }
        .ok_or(UndrawnReason::NoNet)?;
        if degree > MAX_DEGREE {
            return Err(UndrawnReason::TooMany);
        }
        let found = knots.len().checked_sub(degree.saturating_add(1)).ok_or(UndrawnReason::NoNet)?;
        if found <= degree || n_points.is_some_and(|n| n != found) {
            return Err(UndrawnReason::NoNet);
        }
        // The curve is defined where all weights add up to 1: from the knot `degree` to the knot `n`.
        let full = [knots.get(degree), knots.get(found)].map(|knot| knot.copied().unwrap_or_default());
        let mut range = full;
        if let Some(index) = modifiers.ranges.get(which).copied().flatten() {
            let pair = points.pair(index).ok_or(UndrawnReason::Dangling)?;
            range = [pair.x, pair.y].map(|end| f64::from(end).clamp(full[0], full[1]));
        }
        if range[0].partial_cmp(&range[1]) != Some(std::cmp::Ordering::Less) {
            return Err(UndrawnReason::NoExtent);
        }
        Ok(Self { degree, n_points: found, knots, range })
    }

    /// The parameters at which to evaluate, so that there are `n_pieces` pieces between two knots.
    pub(super) fn samples(&self, n_pieces: usize) -> Vec<f64> {
        let mut last = self.range[0];
        let mut samples = vec![last];
        for knot in self.ends() {
            #[expect(clippy::cast_precision_loss, reason = "at most 64")]
            let part = |step: usize| step as f64 / n_pieces.max(1) as f64;
            samples.extend((1..n_pieces).map(|step| last + (knot - last) * part(step)));
            samples.push(knot);
            last = knot;
        }
        samples
    }

    /// The number of all [pieces](Self::samples) on this axis.
    pub(super) fn n_all_pieces(&self, n_pieces: usize) -> usize {
        self.ends().count().saturating_mul(n_pieces)
    }

    /// The distinct knots in the range, at which pieces end.
    fn ends(&self) -> impl Iterator<Item = f64> {
        let [start, end] = self.range;
        let inner = self.knots.iter().copied().filter(move |knot| *knot > start && *knot < end);
        let mut last = start;
        inner.chain([end]).filter(move |knot| std::mem::replace(&mut last, *knot) < *knot)
    }

    /// The number of pieces between two knots that keeps the surface within the tolerance, if the second
    /// differences of control points have at most this length.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 64")]
    pub(super) fn n_pieces(&self, second_difference: f64, tolerance: f64) -> usize {
        #[expect(clippy::cast_precision_loss, reason = "at most 15")]
        let degree = self.degree as f64;
        // The second derivative of a Bézier curve is at most degree · (degree − 1) times the second difference; a
        // chord of length 1 deviates by at most an eighth of it.
        let bend = degree * (degree - 1.0) * second_difference / 8.0;
        ((bend / tolerance).sqrt().ceil() as usize).clamp(1, MAX_PIECES)
    }

    /// The weights at a parameter, by the recurrence of Cox and de Boor.
    pub(super) fn weights(&self, at: f64) -> Weights {
        let degree = self.degree;
        let knot = |index: usize| self.knots.get(index).copied().unwrap_or_default();
        // The last span that starts at or before the parameter and is not empty.
        let above = self.knots.partition_point(|knot| *knot <= at);
        let last = self.n_points.saturating_sub(1);
        let mut span = above.saturating_sub(1).clamp(degree, last.max(degree));
        while span > degree && knot(span) >= knot(span.saturating_add(1)) {
            span = span.saturating_sub(1);
        }
        let mut values = [0.0; MAX_DEGREE + 1];
        let mut slopes = [0.0; MAX_DEGREE + 1];
        values[0] = 1.0;
        for level in 1..=degree {
            let lower = values;
            let get = |list: &[f64], index: Option<usize>| {
                index.and_then(|at| list.get(at)).copied().unwrap_or_default()
            };
            for index in 0..=level {
                // The index of the knot at which this basis function starts.
                let start = span.saturating_sub(level).saturating_add(index);
                let next = start.saturating_add(1);
                let quotient = |upper: f64, length: f64| if length > 0.0 { upper / length } else { 0.0 };
                let left = quotient(
                    get(&lower, index.checked_sub(1)),
                    knot(start.saturating_add(level)) - knot(start),
                );
                let right = if index < level {
                    quotient(get(&lower, Some(index)), knot(next.saturating_add(level)) - knot(next))
                } else {
                    0.0
                };
                if let Some(value) = values.get_mut(index) {
                    *value = left * (at - knot(start)) + right * (knot(next.saturating_add(level)) - at);
                }
                if let Some(slope) = slopes.get_mut(index) {
                    #[expect(clippy::cast_precision_loss, reason = "at most 15")]
                    let factor = level as f64;
                    *slope = factor * (left - right);
                }
            }
        }
        Weights { first: span.saturating_sub(degree), values, slopes }
    }
}

/// The degree and knots of a chain of Bézier curves. The parameters are those of its joints; 0 and 1 if there
/// are none.
fn bezier(degree: Option<usize>, parameters: &[f64], n_points: Option<usize>) -> Option<(usize, Vec<f64>)> {
    let joints = if parameters.len() < 2 { None } else { Some(parameters.len().saturating_sub(1)) };
    let (degree, n_curves) = match (degree, joints, n_points) {
        (Some(degree), Some(curves), _) => (degree, curves),
        (Some(degree), None, Some(n)) => (degree, n.checked_sub(1)?.checked_div(degree)?),
        (Some(degree), None, None) => (degree, 1),
        (None, Some(curves), Some(n)) => (n.checked_sub(1)?.checked_div(curves)?, curves),
        (None, None, Some(n)) => (n.checked_sub(1)?, 1),
        (None, Some(_), None) | (None, None, None) => return None,
    };
    if degree == 0 || degree > MAX_DEGREE.saturating_add(1) || n_curves == 0 || n_curves > 1 << 20 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 2^20")]
    let joint = |at: usize| parameters.get(at).copied().unwrap_or(at as f64 / n_curves as f64);
    // The multiplicity of a knot is the degree, and one more at both ends.
    let mut knots = vec![joint(0)];
    (0..=n_curves).for_each(|at| knots.extend(std::iter::repeat_n(joint(at), degree)));
    knots.push(joint(n_curves));
    Some((degree, knots))
}

/// The degree and knots of a B-spline. The parameters are its knots; without any, knots are evenly spaced,
/// and the curve reaches its end points.
fn spline(degree: Option<usize>, parameters: Vec<f64>, n_points: Option<usize>) -> Option<(usize, Vec<f64>)> {
    if parameters.len() >= 2 {
        let degree = match (degree, n_points) {
            (Some(degree), _) => degree,
            (None, Some(n)) => parameters.len().checked_sub(n)?.checked_sub(1)?,
            (None, None) => return None,
        };
        return Some((degree, parameters));
    }
    let n = n_points.or(degree.and_then(|degree| degree.checked_add(1)))?;
    // The default degree is cubic, or as high as the number of points allows.
    let degree = degree.unwrap_or(n.checked_sub(1)?.min(3));
    let n_spans = n.checked_sub(degree)?;
    if degree == 0 || n_spans == 0 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "a count of points")]
    let inner = (1..n_spans).map(|at| at as f64 / n_spans as f64);
    let ends = |value: f64| std::iter::repeat_n(value, degree.saturating_add(1));
    Some((degree, ends(0.0).chain(inner).chain(ends(1.0)).collect()))
}
