//! Quantisation of weights.

use crate::model::{BoneIndex, Skin};

/// Converts the eight largest weights to a skin whose weights are bytes that add up to 255: each is rounded
/// down, and the remainder is added to those with the largest rounding errors. `None` if no weight is above
/// 0.
pub(crate) fn skin_of(weights: impl Iterator<Item = (BoneIndex, f32)>) -> Option<Skin> {
    let mut all: Vec<_> = weights.filter(|(_, weight)| *weight > 0.0 && weight.is_finite()).collect();
    // The sort is stable, so that the order of the caller decides between equal weights.
    all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    all.truncate(8);
    let sum: f64 = all.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let exact = |weight: f32| f64::from(weight) / sum * 255.0;
    let mut skin = Skin { weights: [0; 8], bones: [BoneIndex::NONE; 8] };
    let mut losses = Vec::with_capacity(8);
    for (at, ((bone, weight), slot)) in all.iter().zip(&mut skin.weights).enumerate() {
        let whole = exact(*weight).floor();
        // The number is at most 255, and never NaN, because the sum is not 0.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
        let byte = whole as u8;
        *slot = byte;
        losses.push((exact(*weight) - whole, at));
        if let Some(of) = skin.bones.get_mut(at) {
            *of = *bone;
        }
    }
    losses.sort_by(|(a, at_a), (b, at_b)| b.total_cmp(a).then(at_a.cmp(at_b)));
    let missing = usize::from(255_u16.saturating_sub(skin.sum()));
    for (_, at) in losses.iter().take(missing) {
        if let Some(weight) = skin.weights.get_mut(*at) {
            *weight = weight.saturating_add(1);
        }
    }
    for (weight, bone) in skin.weights.iter().zip(&mut skin.bones) {
        if *weight == 0 {
            *bone = BoneIndex::NONE;
        }
    }
    (!all.is_empty()).then_some(skin)
}
