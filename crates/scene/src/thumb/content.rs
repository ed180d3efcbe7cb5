//! The measure by which cameras are compared: the content of a small picture.

use crate::scene::Scene;

/// The number of pixels of a small picture from which a part counts as clearly visible.
const PLAIN: f64 = 6.0;

/// The numbers of parts and of colours, weighted by area, from which a picture counts as fully varied.
const MANY_PARTS: f64 = 8.0;
const MANY_COLOURS: f64 = 3.0;

/// The share of a picture above which a single part of the content is too near, and the share at which the penalty for
/// that is largest.
const NEAR: f64 = 0.35;
const TOO_NEAR: f64 = 0.9;

/// The fraction of enough that fills a wide picture, and the exponent of how full it is.
const WIDE: f64 = 0.85;
const FULLNESS: f64 = 0.6;

/// The penalty for a picture whose border cuts off all of its parts.
const CUT: f64 = 0.5;

/// The number of equally large parts that a mesh with vertex colours, such as terrain, counts as.
const PARTS_OF_TERRAIN: f64 = 4.0;

/// The share of neighbouring pixels on different parts from which a picture has enough outlines: those of a few boxes.
const ENOUGH_OUTLINES: f64 = 0.05;

/// The colour of a part, rounded so that similar ones are equal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hue {
    number: u16,
    /// Set if the mesh has several colours, as that of terrain.
    is_mixed: bool,
}

impl Hue {
    /// The number of rounded colours: three bits for each channel.
    const COUNT: usize = 1 << 9;

    /// The colour of the mesh that a node shows.
    pub(super) fn from_node(scene: &Scene, node: usize) -> Self {
        let Some(node) = scene.nodes.get(node) else { return Self::default() };
        let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh));
        let by_name = || {
            let group = mesh?.shape.groups.iter().find_map(|group| group.material.as_ref())?;
            scene.material(group)
        };
        let material = node.material.and_then(|material| scene.materials.get(material)).or_else(by_name);
        let Some(material) = material else { return Self::default() };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 7")]
        // The square root is about how the eye sees linear light.
        let rounded = |part: f32| (part.clamp(0.0, 1.0).sqrt() * 7.0).round() as u16;
        let [red, green, blue, _] = material.base.to_array();
        let number = rounded(red) << 6 | rounded(green) << 3 | rounded(blue);
        let is_mixed = mesh.is_some_and(|mesh| mesh.shape.groups.len() > 1 || !mesh.shape.colours.is_empty());
        Self { number, is_mixed }
    }
}

/// The content of a small picture.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PictureContent {
    /// The fraction of the picture that the content covers.
    pub(super) filled: f64,
    /// The number of visible parts of the content.
    pub(super) n_parts: usize,
    /// The weight of the parts that are clearly visible; `any` is that of all visible parts. 1 is everything.
    plain: f64,
    pub(super) any: f64,
    /// The variety of parts and colours, from 0, if all of the picture is one part or empty, to 1.
    variety: f64,
    /// The share of the largest part of the content.
    largest: f64,
    /// The share of neighbouring pixels on different parts, where outlines are.
    outlines: f64,
    /// The weight of the visible parts that the border of the picture cuts off, as a share of that of all visible parts.
    cut: f64,
}

impl PictureContent {
    /// Measures a picture by the number of samples of each part, with the weights and colours of the parts, the share of
    /// its outlines, and the weight of the parts at its border.
    #[expect(clippy::cast_precision_loss, reason = "numbers of pixels")]
    pub(super) fn measure(
        samples: &[u32],
        n_pixels: usize,
        weights: &[f64],
        hues: &[Hue],
        outlines: f64,
        cut: f64,
    ) -> Self {
        let n_samples = n_pixels.max(1).saturating_mul(4) as f64;
        let (mut found, mut by_hue) = (Self { outlines, ..Self::default() }, vec![0.0; Hue::COUNT]);
        // The sums of the squares of shares: their inverse is the number of parts of equal size that would be as varied.
        let (mut of_parts, mut empty) = (0.0, 1.0);
        for ((samples, weight), hue) in samples.iter().zip(weights).zip(hues).filter(|((n, _), _)| **n > 0) {
            let (samples, share) = (f64::from(*samples), f64::from(*samples) / n_samples);
            empty -= share;
            of_parts += share * share / if hue.is_mixed { PARTS_OF_TERRAIN } else { 1.0 };
            if let Some(sum) = by_hue.get_mut(usize::from(hue.number)) {
                *sum += share;
            }
            if *weight > 0.0 {
                found.filled += share;
                found.n_parts = found.n_parts.saturating_add(1);
                found.largest = found.largest.max(share / if hue.is_mixed { PARTS_OF_TERRAIN } else { 1.0 });
                found.plain += weight * (samples / 4.0 / PLAIN).min(1.0);
                found.any += weight;
            }
        }
        let empty = f64::max(empty, 0.0);
        let of_colours = by_hue.iter().map(|share| share * share).sum::<f64>() + empty * empty;
        let amount =
            |squares: f64, many: f64| (-libm::log(squares.max(1e-9)) / libm::log(many)).clamp(0.0, 1.0);
        let [parts, colours] =
            [amount(of_parts + empty * empty, MANY_PARTS), amount(of_colours, MANY_COLOURS)];
        found.cut = cut / found.any.max(1e-9);
        found.variety = parts * (0.6 + 0.4 * colours);
        found
    }

    /// The quality of a picture from a camera that was computed, if the content should fill a fraction of `enough`.
    ///
    /// Variety does not count here: it would favour cameras so near that they cut off the main content of a place.
    pub(super) fn rating(&self, enough: f64) -> f64 {
        self.content() * (self.filled / enough).min(1.0) * self.distance()
    }

    /// A factor for what the border of the picture does not cut off.
    pub(super) fn uncut(&self) -> f64 {
        1.0 - self.cut * CUT
    }

    /// The same quality, if a picture that is half as full is not half as good: it may show more than a near one.
    pub(super) fn rating_of_wide(&self, enough: f64) -> f64 {
        let filled = (self.filled / (enough * WIDE)).min(1.0);
        self.content() * libm::pow(filled, FULLNESS) * self.distance()
    }

    /// The quality of a picture from a camera that a person has chosen. Its content counts as at least half; a lack of
    /// variety or of outlines, such as a wall or a hedge, or one part that is too near reduces the quality.
    pub(super) fn rating_of_chosen(&self, enough: f64) -> f64 {
        let shown = (self.filled / enough).min(1.0) * (0.3 + 0.7 * self.variety);
        let outlined = (self.outlines / ENOUGH_OUTLINES).min(1.0);
        self.content().max(0.5) * shown * self.distance() * outlined
    }

    /// A factor for the distance: 1, or less if one part fills most of the picture.
    fn distance(&self) -> f64 {
        (1.0 - (self.largest - NEAR) / (TOO_NEAR - NEAR)).clamp(0.1, 1.0)
    }

    /// The share of the content that is visible.
    pub(super) fn content(&self) -> f64 {
        self.plain.sqrt() * 0.7 + self.any * 0.3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 100 pixels with parts of these areas.
    fn seen<const N: usize>(areas: [u32; N], hues: [u16; N]) -> PictureContent {
        let hues = hues.map(|number| Hue { number, is_mixed: false });
        let equal = 1.0 / f64::from(u32::try_from(N).unwrap());
        PictureContent::measure(&areas.map(|area| area * 4), 100, &[equal; N], &hues, 0.1, 0.0)
    }

    #[test]
    fn a_picture_of_many_parts_and_colours_is_better_than_one_of_a_wall() {
        let wall = seen([92, 4, 4], [1, 2, 3]);
        let room = seen([30, 20, 20], [1, 2, 3]);
        let grey = seen([30, 20, 20], [1, 1, 1]);
        let all = [&wall, &grey, &room].map(|seen| seen.rating_of_chosen(0.2));
        assert!(all.is_sorted() && all[0] * 1.8 < all[1], "{all:?}");
        assert_eq!(seen([0, 0], [1, 2]).rating(0.2), 0.0);
        assert!(seen([100], [1]).variety.abs() < 1e-9);
        // The same areas as in the room, but in two large pieces.
        let plain = PictureContent { outlines: 0.02, ..room };
        assert!(plain.rating_of_chosen(0.2) < all[2] / 2.0);
    }

    #[test]
    fn a_picture_that_is_half_as_full_is_not_half_as_good() {
        let [half, full] = [seen([5, 5], [1, 2]), seen([10, 10], [1, 2])];
        assert!(half.rating(0.2) < 0.6 * full.rating(0.2));
        assert!(half.rating_of_wide(0.2) > 0.65 * full.rating_of_wide(0.2));
        assert_eq!(full.rating_of_wide(0.2), full.rating(0.2));
    }

    #[test]
    fn a_picture_that_cuts_nothing_off_is_better() {
        let hues = [Hue::default(); 2];
        let cut = |weight| PictureContent::measure(&[40, 40], 100, &[0.5, 0.5], &hues, 0.1, weight).uncut();
        assert_eq!([cut(0.0), cut(0.5), cut(1.0)], [1.0, 1.0 - CUT / 2.0, 1.0 - CUT]);
    }

    #[test]
    fn what_a_person_has_chosen_needs_to_show_less_of_the_whole() {
        let hues = [Hue::default(); 4];
        let part = PictureContent::measure(&[100, 60, 0, 0], 100, &[0.05, 0.05, 0.45, 0.45], &hues, 0.1, 0.0);
        assert!(part.rating_of_chosen(0.2) > part.rating(0.2));
        let whole =
            PictureContent::measure(&[100, 60, 30, 30], 100, &[0.05, 0.05, 0.45, 0.45], &hues, 0.1, 0.0);
        assert!(whole.rating_of_chosen(0.2) < whole.rating(0.2));
    }
}
