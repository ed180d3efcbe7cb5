//! Values of sequences at a time.

use dom::{ColorKeypoint, NumberKeypoint};

/// The keypoints next to a time, and its position between them, from 0 to 1.
fn around<P: Copy>(points: &[P], time: impl Fn(&P) -> f32, at: f32) -> Option<(P, P, f32)> {
    let next = points.iter().position(|point| time(point) >= at).unwrap_or(points.len().saturating_sub(1));
    let (from, to) = (*points.get(next.saturating_sub(1))?, *points.get(next)?);
    let span = time(&to) - time(&from);
    Some((from, to, if span > 0.0 { ((at - time(&from)) / span).clamp(0.0, 1.0) } else { 1.0 }))
}

/// The value of a sequence at a time from 0 to 1.
pub(super) fn value(points: &[NumberKeypoint], time: f32, usual: f32) -> f32 {
    let value = around(points, |point| point.time, time)
        .map(|(from, to, share)| from.value + (to.value - from.value) * share);
    value.filter(|value| value.is_finite()).unwrap_or(usual)
}

/// The colour of a sequence at a time from 0 to 1; white without one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
pub(super) fn colour(points: &[ColorKeypoint], time: f32) -> [u8; 3] {
    let Some((from, to, share)) = around(points, |point| point.time, time) else { return [255; 3] };
    let [r, g, b] = [0, 1, 2].map(|part: usize| {
        let [from, to] = [from, to].map(|point| point.color.get(part).copied().unwrap_or(1.0));
        ((from + (to - from) * share) * 255.0 + 0.5) as u8
    });
    [r, g, b]
}
