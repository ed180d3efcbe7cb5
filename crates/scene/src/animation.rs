//! Animations.

use crate::json::Json;
use crate::playback::Playback;

/// An animation of nodes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Animation {
    /// The name of the animation.
    pub name: String,
    /// The animated properties.
    pub tracks: Vec<Track>,
    /// Repetition, priority and other facts that are not in the tracks.
    pub playback: Playback,
    /// Custom properties, as in `extras` of glTF; null if there are none.
    pub extras: Json,
}

/// The values of one property of one node over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Track {
    /// The index of the animated node.
    pub node: usize,
    /// The animated property.
    pub path: Path,
    /// The interpolation between the keys.
    pub interpolation: Interpolation,
    /// The time of each key in seconds, ascending.
    pub times: Vec<f32>,
    /// The components of the value at each key; for [`Interpolation::Cubic`], the components of the incoming tangent,
    /// the value, and the outgoing tangent.
    pub values: Vec<f32>,
}

/// The property that a track animates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Path {
    /// The translation: three numbers.
    #[default]
    Translation,
    /// The rotation: a quaternion of four numbers.
    Rotation,
    /// The scale: three numbers.
    Scale,
    /// One weight for each morph of the node's mesh.
    Weights,
}

/// The interpolation between the keys of a track.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Linear; for rotations, along an arc.
    #[default]
    Linear,
    /// The value of the previous key is held.
    Step,
    /// A cubic spline.
    Cubic,
}

impl Animation {
    /// The times of the first and the last key.
    #[must_use]
    pub fn span(&self) -> Option<(f32, f32)> {
        let ends = |track: &Track| Some((*track.times.first()?, *track.times.last()?));
        self.tracks.iter().filter_map(ends).reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
    }
}

impl Track {
    /// The number of components of a value; `None` if the lists do not match.
    #[must_use]
    pub fn width(&self) -> Option<usize> {
        let parts = if self.interpolation == Interpolation::Cubic { 3 } else { 1 };
        let n_values = self.times.len().checked_mul(parts)?;
        let width = self.values.len().checked_div(n_values)?;
        let is_right = match self.path {
            Path::Translation | Path::Scale => width == 3,
            Path::Rotation => width == 4,
            Path::Weights => true,
        };
        (is_right && width.checked_mul(n_values)? == self.values.len()).then_some(width)
    }

    /// The value at a point in time; `None` if there are no keys.
    #[must_use]
    pub fn sample(&self, time: f32) -> Option<Vec<f32>> {
        let width = self.width()?;
        let after = self.times.partition_point(|key| *key <= time);
        let before = after.saturating_sub(1);
        let (Some(start), Some(end)) = (self.times.get(before), self.times.get(after)) else {
            return self.key(before, width, 1).map(<[f32]>::to_vec);
        };
        if after == 0 || self.interpolation == Interpolation::Step || end <= start {
            return self.key(before, width, 1).map(<[f32]>::to_vec);
        }
        let span = f64::from(*end) - f64::from(*start);
        let t = (f64::from(time) - f64::from(*start)) / span;
        let (from, to) = (self.key(before, width, 1)?, self.key(after, width, 1)?);
        let blended = match self.interpolation {
            Interpolation::Cubic => {
                let tangents = (self.key(before, width, 2)?, self.key(after, width, 0)?);
                let blended = hermite(from, to, tangents, t, span);
                if self.path == Path::Rotation { unit(blended) } else { blended }
            }
            _ if self.path == Path::Rotation => slerp(from, to, t),
            _ => from.iter().zip(to).map(|(a, b)| f64::from(*a) * (1.0 - t) + f64::from(*b) * t).collect(),
        };
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        Some(blended.into_iter().map(|value| value as f32).collect())
    }

    /// A part of a key: the incoming tangent, the value, the outgoing tangent.
    fn key(&self, index: usize, width: usize, part: usize) -> Option<&[f32]> {
        let place = match self.interpolation {
            Interpolation::Cubic => index.checked_mul(3)?.checked_add(part)?,
            _ => index,
        };
        let start = place.checked_mul(width)?;
        self.values.get(start..start.checked_add(width)?)
    }
}

/// The cubic spline of glTF, appendix C.
fn hermite(from: &[f32], to: &[f32], tangents: (&[f32], &[f32]), t: f64, span: f64) -> Vec<f64> {
    let (t2, t3) = (t * t, t * t * t);
    let weights =
        [2.0 * t3 - 3.0 * t2 + 1.0, span * (t3 - 2.0 * t2 + t), 3.0 * t2 - 2.0 * t3, span * (t3 - t2)];
    let parts = from.iter().zip(tangents.0).zip(to).zip(tangents.1);
    let blend = |(((a, out), b), into): (((&f32, &f32), &f32), &f32)| {
        [a, out, b, into].into_iter().zip(weights).map(|(value, weight)| f64::from(*value) * weight).sum()
    };
    parts.map(blend).collect()
}

/// The values divided by their length, unless it is 0.
fn unit(values: Vec<f64>) -> Vec<f64> {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 { values.iter().map(|value| value / length).collect() } else { values }
}

/// Spherical interpolation along the shorter arc.
fn slerp(from: &[f32], to: &[f32], t: f64) -> Vec<f64> {
    let wide = |values: &[f32]| values.iter().map(|value| f64::from(*value)).collect::<Vec<_>>();
    let (from, mut to) = (unit(wide(from)), unit(wide(to)));
    let mut cosine: f64 = from.iter().zip(&to).map(|(a, b)| a * b).sum();
    // A quaternion and its negative represent the same rotation.
    if cosine < 0.0 {
        cosine = -cosine;
        to.iter_mut().for_each(|value| *value = -*value);
    }
    // For nearly equal rotations, the sine is too small as a divisor, and linear interpolation is exact enough.
    let (a, b) = if cosine > 0.999_999 {
        (1.0 - t, t)
    } else {
        let angle = libm::acos(cosine);
        let sine = libm::sin(angle);
        (libm::sin((1.0 - t) * angle) / sine, libm::sin(t * angle) / sine)
    };
    unit(from.iter().zip(&to).map(|(from, to)| from * a + to * b).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(path: Path, interpolation: Interpolation, times: &[f32], values: &[f32]) -> Track {
        Track { node: 0, path, interpolation, times: times.to_vec(), values: values.to_vec() }
    }

    #[test]
    fn values_between_keys() {
        let times = [1.0, 2.0];
        let line = track(Path::Scale, Interpolation::Linear, &times, &[0.0, 0.0, 0.0, 1.0, 2.0, 4.0]);
        assert_eq!(line.sample(1.25).unwrap(), [0.25, 0.5, 1.0]);
        assert_eq!(
            (line.sample(-1.0).unwrap(), line.sample(9.0).unwrap()),
            (vec![0.0; 3], vec![1.0, 2.0, 4.0])
        );
        let step = Track { interpolation: Interpolation::Step, ..line.clone() };
        assert_eq!((step.sample(1.9).unwrap()[0], step.sample(2.0).unwrap()[0]), (0.0, 1.0));
        // The second key is a quarter turn, with its signs reversed; halfway is an eighth of a turn.
        let sine = std::f32::consts::FRAC_1_SQRT_2;
        let turn = track(
            Path::Rotation,
            Interpolation::Linear,
            &times,
            &[0.0, 0.0, 0.0, 1.0, 0.0, -sine, 0.0, -sine],
        );
        let half = turn.sample(1.5).unwrap();
        assert!((half[1] - 0.382_683_43).abs() < 1e-6 && (half[3] - 0.923_879_5).abs() < 1e-6);
        // The mean of two quaternions is shorter than both.
        let parts = [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0; 4], [0.0; 4], [0.0, sine, 0.0, sine], [0.0; 4]];
        let turn = track(Path::Rotation, Interpolation::Cubic, &times, parts.as_flattened());
        let half = turn.sample(1.5).unwrap();
        assert!((half[1] - 0.382_683_43).abs() < 1e-6 && (half[3] - 0.923_879_5).abs() < 1e-6);
        let curve = track(Path::Weights, Interpolation::Cubic, &times, &[0.0, 0.0, 2.0, 0.0, 1.0, 0.0]);
        assert_eq!((curve.width(), curve.sample(1.5).unwrap()), (Some(1), vec![0.75]));
    }

    #[test]
    fn lists_that_do_not_fit_have_no_value() {
        for values in [&[0.0; 5][..], &[], &[0.0; 7]] {
            assert_eq!(
                track(Path::Translation, Interpolation::Linear, &[0.0, 1.0], values).sample(0.5),
                None
            );
        }
        assert_eq!(track(Path::Weights, Interpolation::Linear, &[], &[]).sample(0.5), None);
    }
}
