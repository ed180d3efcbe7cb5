//! Animation curves: numbers and rotations over time, and the motion of joints that they define.

use super::instance::Instance;
use super::joint::{BYTES_OF_SAMPLE, Joint, Sampled};
use dom::{Data, StringForm};
use geom::{Pose, Quat, Vec3};
use scene::allowance::Allowance;
use scene::{Interpolation, Path, Problem, Track, Trs};

/// The interpolation from a key to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Constant,
    Linear,
    Cubic,
}

impl Mode {
    fn from_word(word: &[u8]) -> Self {
        match word {
            b"Constant" => Self::Constant,
            b"Linear" => Self::Linear,
            _ => Self::Cubic,
        }
    }
}

/// A key of a curve.
#[derive(Debug, Clone, Copy)]
struct Key<T> {
    /// The time in seconds.
    time: f64,
    value: T,
    mode: Mode,
    /// The slopes before and after the key, per second.
    slopes: [f64; 2],
}

/// Keys in the order of their times.
#[derive(Debug, Clone)]
pub(super) struct Curve<T>(Vec<Key<T>>);

impl<T> Default for Curve<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Sorts keys by time, and keeps the last of those at the same time.
pub(super) fn by_time<K>(keys: &mut Vec<K>, time: impl Fn(&K) -> f64) {
    keys.sort_by(|one, other| time(one).total_cmp(&time(other)));
    // `dedup_by` keeps the first of equal keys, so the order is reversed for it.
    keys.reverse();
    keys.dedup_by(|one, other| time(one) == time(other));
    keys.reverse();
}

/// The segment that contains a time.
struct Between<'c, T> {
    from: &'c Key<T>,
    to: &'c Key<T>,
    /// The fraction of the segment's duration that has passed.
    t: f64,
    seconds: f64,
}

impl<T> Curve<T> {
    /// Reads the curve of an instance; `None` if the bytes are malformed or there are no keys.
    fn read(instance: &Instance<'_>, value: impl Fn(&[Data]) -> Option<(T, &[Data])>) -> Option<Self> {
        let form = StringForm::for_property(instance.class(), b"ValuesAndTimes")?;
        let key = |data: &Data| {
            let Data::List(parts) = data else { return None };
            let (Data::Double(time), rest) = parts.split_first()? else { return None };
            let (value, rest) = value(rest)?;
            let (Data::Text(mode), rest) = rest.split_first()? else { return None };
            let [.., Data::Float(left), Data::Float(right)] = rest else { return None };
            let slopes = [left, right].map(|slope| if slope.is_finite() { f64::from(*slope) } else { 0.0 });
            Some(Key { time: *time, value, mode: Mode::from_word(mode), slopes })
        };
        let all = form.read(instance.bytes("ValuesAndTimes")?).ok()?;
        // Curves of older files begin with a version.
        let keys = all.iter().filter(|data| matches!(data, Data::List(_)));
        let mut curve = Self(keys.map(key).collect::<Option<Vec<_>>>()?);
        curve.sort();
        (!curve.0.is_empty()).then_some(curve)
    }

    /// Sorts the keys by time.
    pub(super) fn sort(&mut self) {
        by_time(&mut self.0, |key| key.time);
    }

    /// The times of the keys in order.
    pub(super) fn times(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|key| key.time)
    }

    /// The segment that contains a time; at a key, the one before or after it, as `is_before` selects. Outside of the
    /// keys, the first or the last key.
    fn between(&self, time: f64, is_before: bool) -> Result<Between<'_, T>, Option<&Key<T>>> {
        let at = self.0.partition_point(|key| if is_before { key.time < time } else { key.time <= time });
        let before = at.checked_sub(1).and_then(|at| self.0.get(at));
        match (before, self.0.get(at)) {
            (Some(from), Some(to)) => {
                let seconds = to.time - from.time;
                Ok(Between { from, to, t: (time - from.time) / seconds, seconds })
            }
            (end, other) => Err(end.or(other)),
        }
    }

    /// The interpolation mode after a time; `None` outside of the keys, where the value is constant.
    pub(super) fn mode(&self, time: f64) -> Option<Mode> {
        self.between(time, false).ok().map(|between| between.from.mode)
    }
}

impl Curve<f64> {
    /// Reads a FloatCurve.
    pub(super) fn of_numbers(instance: &Instance<'_>) -> Option<Self> {
        Self::read(instance, |parts| match parts.split_first()? {
            (Data::Float(value), rest) if value.is_finite() => Some((f64::from(*value), rest)),
            _ => None,
        })
    }

    /// Adds a key; its value is held until the next, or interpolated linearly.
    pub(super) fn add(&mut self, time: f64, value: f64, is_held: bool) {
        let mode = if is_held { Mode::Constant } else { Mode::Linear };
        self.0.push(Key { time, value, mode, slopes: [0.0; 2] });
    }

    /// The value and the slope at a time.
    pub(super) fn value_at(&self, time: f64, is_before: bool) -> [f64; 2] {
        let Between { from, to, t, seconds } = match self.between(time, is_before) {
            Ok(between) => between,
            Err(key) => return [key.map_or(0.0, |key| key.value), 0.0],
        };
        match from.mode {
            Mode::Constant => [from.value, 0.0],
            Mode::Linear => [from.value + (to.value - from.value) * t, (to.value - from.value) / seconds],
            Mode::Cubic => hermite([from.value, to.value], [from.slopes[1], to.slopes[0]], t, seconds),
        }
    }
}

/// The value and the slope of a cubic Hermite segment.
fn hermite([from, to]: [f64; 2], [out, into]: [f64; 2], t: f64, seconds: f64) -> [f64; 2] {
    let (t2, t3) = (t * t, t * t * t);
    let value = from * (2.0 * t3 - 3.0 * t2 + 1.0)
        + to * (3.0 * t2 - 2.0 * t3)
        + seconds * (out * (t3 - 2.0 * t2 + t) + into * (t3 - t2));
    let slope = (to - from) * (6.0 * t - 6.0 * t2) / seconds
        + out * (3.0 * t2 - 4.0 * t + 1.0)
        + into * (3.0 * t2 - 2.0 * t);
    [value, slope]
}

/// A quaternion: x, y, z, w.
type Turn = [f64; 4];

impl Curve<Turn> {
    /// Reads a RotationCurve.
    pub(super) fn of_rotations(instance: &Instance<'_>) -> Option<Self> {
        Self::read(instance, |parts| {
            let (numbers, rest) = parts.split_at_checked(4)?;
            let mut turn = [0.0; 4];
            for (axis, number) in turn.iter_mut().zip(numbers) {
                let Data::Float(number) = number else { return None };
                *axis = f64::from(*number);
            }
            Some((unit(turn)?, rest))
        })
    }

    /// The rotation at a time. A cubic segment moves along the arc by a scalar curve from 0 to 1.
    fn turn_at(&self, time: f64, is_before: bool) -> Turn {
        let Between { from, to, t, seconds } = match self.between(time, is_before) {
            Ok(between) => between,
            Err(key) => return key.map_or(NO_TURN, |key| key.value),
        };
        match from.mode {
            Mode::Constant => from.value,
            Mode::Linear => arc(from.value, to.value, t),
            Mode::Cubic => {
                let [way, _] = hermite([0.0, 1.0], [from.slopes[1], to.slopes[0]], t, seconds);
                arc(from.value, to.value, way)
            }
        }
    }
}

const NO_TURN: Turn = [0.0, 0.0, 0.0, 1.0];

fn unit(turn: Turn) -> Option<Turn> {
    let length = turn.iter().map(|axis| axis * axis).sum::<f64>().sqrt();
    (length.is_finite() && length > 1e-6).then(|| turn.map(|axis| axis / length))
}

/// Spherical interpolation along the shorter arc between two rotations.
fn arc(from: Turn, mut to: Turn, t: f64) -> Turn {
    let mut cosine: f64 = from.iter().zip(to).map(|(a, b)| a * b).sum();
    if cosine < 0.0 {
        (cosine, to) = (-cosine, to.map(|axis| -axis));
    }
    let angle = libm::acos(cosine.min(1.0));
    let (a, b) = if angle < 1e-6 {
        (1.0 - t, t)
    } else {
        (libm::sin((1.0 - t) * angle) / libm::sin(angle), libm::sin(t * angle) / libm::sin(angle))
    };
    let mut mixed = from;
    mixed.iter_mut().zip(to).for_each(|(axis, other)| *axis = *axis * a + other * b);
    unit(mixed).unwrap_or(from)
}

/// The product of two rotations: the second applies first.
fn product([a, b, c, d]: Turn, [x, y, z, w]: Turn) -> Turn {
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}

/// The axes of the items of the enum `RotationOrder`, in the order in which their rotations are multiplied.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];

/// The curves that move a part.
#[derive(Default)]
pub(super) struct Moved {
    pub(super) position: [Option<Curve<f64>>; 3],
    /// Angles in radians.
    pub(super) angles: [Option<Curve<f64>>; 3],
    /// A value of the enum `RotationOrder`.
    pub(super) order: u32,
    pub(super) rotation: Option<Curve<Turn>>,
}

/// Largest deviation of a sampled joint: as the sine of half an angle (0.1 degrees), and in studs.
const MOST_TURN: f64 = 0.000_872_66;
const MOST_WAY: f64 = 0.001;

/// Upper bound on the times that a segment between two keys is halved.
const MOST_HALVES: u32 = 10;

impl Moved {
    fn has_rotation(&self) -> bool {
        self.rotation.is_some() || self.angles.iter().any(Option::is_some)
    }

    fn has_position(&self) -> bool {
        self.position.iter().any(Option::is_some)
    }

    /// The times of all keys of position, of rotation, or of both.
    fn times(&self, with_position: bool, with_rotation: bool) -> Vec<f64> {
        let numbers = |curves: &[Option<Curve<f64>>; 3]| -> Vec<f64> {
            curves.iter().flatten().flat_map(Curve::times).collect()
        };
        let mut times = if with_position { numbers(&self.position) } else { Vec::new() };
        if with_rotation {
            times.extend(numbers(&self.angles));
            times.extend(self.rotation.iter().flat_map(Curve::times));
        }
        // An animation starts at 0.
        times.iter_mut().for_each(|time| *time = time.max(0.0));
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    /// The interpolation modes of these curves after a time.
    fn modes(&self, with_position: bool, with_rotation: bool, time: f64) -> impl Iterator<Item = Mode> {
        let position = self.position.iter().filter(move |_| with_position);
        let angles = self.angles.iter().filter(move |_| with_rotation);
        let rotation = self.rotation.iter().filter(move |_| with_rotation);
        let numbers = position.chain(angles).flatten().filter_map(move |curve| curve.mode(time));
        numbers.chain(rotation.filter_map(move |curve| curve.mode(time)))
    }

    /// The position and its slopes.
    fn position(&self, time: f64, is_before: bool) -> [Vec3; 2] {
        let axes = self.position.each_ref();
        let axes = axes.map(|curve| curve.as_ref().map_or([0.0; 2], |curve| curve.value_at(time, is_before)));
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        let vector =
            |which: usize| Vec3::from_array(axes.map(|axis| axis.get(which).map_or(0.0, |it| *it as f32)));
        [vector(0), vector(1)]
    }

    fn rotation(&self, time: f64, is_before: bool) -> Turn {
        if let Some(curve) = &self.rotation {
            return curve.turn_at(time, is_before);
        }
        let mut turn = NO_TURN;
        for axis in ORDERS.get(self.order as usize).unwrap_or(&ORDERS[0]) {
            let angle = self
                .angles
                .get(*axis)
                .and_then(Option::as_ref)
                .map_or(0.0, |curve| curve.value_at(time, is_before)[0]);
            let mut one = NO_TURN;
            one[3] = libm::cos(angle / 2.0);
            if let Some(part) = one.get_mut(*axis) {
                *part = libm::sin(angle / 2.0);
            }
            turn = product(turn, one);
        }
        turn
    }

    /// The transform between the two offsets of a joint.
    fn pose(&self, time: f64, is_before: bool) -> Pose {
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        let turn = Quat::from_array(self.rotation(time, is_before).map(|axis| axis as f32));
        Pose { position: self.position(time, is_before)[0], rotation: turn.to_mat3() }
    }

    /// The tracks of a joint; the flag is set if curves had to be sampled.
    pub(super) fn tracks(&self, joint: &Joint, memory: &Allowance) -> Result<(Vec<Track>, bool), Problem> {
        let mut tracks = Vec::new();
        let mut is_sampled = false;
        // If a joint is inverted, its rotation also changes its position.
        let parts = if joint.is_inverted { [(true, true); 2] } else { [(true, false), (false, true)] };
        for ((with_position, with_rotation), path) in
            parts.into_iter().zip([Path::Translation, Path::Rotation])
        {
            let times = self.times(with_position, with_rotation);
            if times.is_empty() {
                continue;
            }
            memory.take(times.len().saturating_mul(3 * BYTES_OF_SAMPLE))?;
            let ways = || times.iter().take(times.len().saturating_sub(1));
            let all = |wanted: fn(Mode) -> bool| {
                ways().all(|time| self.modes(with_position, with_rotation, *time).all(wanted))
            };
            let is_step = times.len() > 1 && all(|mode| mode == Mode::Constant);
            if path == Path::Translation && !joint.is_inverted && all(|mode| mode != Mode::Constant) {
                tracks.push(self.spline(joint, &times, !all(|mode| mode == Mode::Linear)));
                continue;
            }
            let mut sampled = Sampled { is_step, ..Sampled::default() };
            let place = |time, is_before| joint.place(self.pose(time, is_before));
            is_sampled |= sample(&mut sampled, &times, &place, memory)?;
            tracks.extend(sampled.tracks(joint).into_iter().filter(|track| track.path == path));
        }
        Ok((tracks, is_sampled))
    }

    /// The positions of a joint. They are exact, since a segment of a cubic is a cubic; so each axis may have keys of
    /// its own.
    #[expect(clippy::cast_possible_truncation, reason = "times of files are multiples of 1/2400 s")]
    fn spline(&self, joint: &Joint, times: &[f64], is_cubic: bool) -> Track {
        let mut values = Vec::with_capacity(times.len().saturating_mul(if is_cubic { 9 } else { 3 }));
        for time in times {
            let [position, behind] = self.position(*time, false);
            let [_, before] = self.position(*time, true);
            let place = joint.rest.transform_point(position).to_array();
            let [before, behind] =
                [before, behind].map(|slope| joint.rest.transform_vector(slope).to_array());
            if is_cubic { values.extend([before, place, behind].concat()) } else { values.extend(place) }
        }
        let interpolation = if is_cubic { Interpolation::Cubic } else { Interpolation::Linear };
        let times = times.iter().map(|time| *time as f32).collect();
        Track { node: joint.node, path: Path::Translation, interpolation, times, values }
    }

    /// True if no curve moves the part.
    pub(super) fn is_empty(&self) -> bool {
        !self.has_position() && !self.has_rotation()
    }
}

/// Samples transforms so densely that linear and spherical interpolation between them is within tolerance; true if that
/// needs more than the keys.
#[expect(clippy::cast_possible_truncation, reason = "times of files are multiples of 1/2400 s")]
fn sample(
    sampled: &mut Sampled,
    times: &[f64],
    place: &dyn Fn(f64, bool) -> Trs,
    memory: &Allowance,
) -> Result<bool, Problem> {
    let mut has_more = false;
    for (number, from) in times.iter().enumerate() {
        let start = place(*from, false);
        sampled.add(*from as f32, start);
        let Some(to) = times.get(number.saturating_add(1)).filter(|_| !sampled.is_step) else { continue };
        let end = place(*to, true);
        // The segments that remain, the next one last.
        let mut left = vec![(*from, start, *to, end, MOST_HALVES)];
        while let Some((from, start, to, end, halves)) = left.pop() {
            let is_right = |t: f64| is_near(&place(from + (to - from) * t, true), &mixed(&start, &end, t));
            // Three points within tolerance are taken as a sign that the whole segment is.
            if halves == 0 || [0.25, 0.5, 0.75].into_iter().all(is_right) {
                sampled.add(from as f32, start);
                continue;
            }
            memory.take(BYTES_OF_SAMPLE)?;
            has_more = true;
            let middle = f64::midpoint(from, to);
            let there = place(middle, true);
            let halves = halves.saturating_sub(1);
            left.push((middle, there, to, end, halves));
            left.push((from, start, middle, there, halves));
        }
        // The value jumps here, after a constant segment.
        if !is_near(&end, &place(*to, false)) {
            sampled.add((*to as f32).next_down(), end);
        }
    }
    Ok(has_more)
}

fn wide(rotation: Quat) -> Turn {
    rotation.to_array().map(f64::from)
}

/// The interpolation between two transforms.
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn mixed(from: &Trs, to: &Trs, t: f64) -> Trs {
    let rotation = arc(wide(from.rotation), wide(to.rotation), t).map(|axis| axis as f32);
    let translation = from.translation + (to.translation - from.translation) * t as f32;
    Trs { translation, rotation: Quat::from_array(rotation), scale: from.scale }
}

fn is_near(one: &Trs, other: &Trs) -> bool {
    let [x, y, z, w] = wide(one.rotation);
    let [a, b, c, _] = product([-x, -y, -z, w], wide(other.rotation));
    let way = f64::from((one.translation - other.translation).length());
    (a * a + b * b + c * c).sqrt() <= MOST_TURN && way <= MOST_WAY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(keys: &[(f64, f64, Mode, [f64; 2])]) -> Curve<f64> {
        Curve(
            keys.iter()
                .map(|(time, value, mode, slopes)| Key {
                    time: *time,
                    value: *value,
                    mode: *mode,
                    slopes: *slopes,
                })
                .collect(),
        )
    }

    #[test]
    fn numbers_go_as_their_keys_say() {
        use Mode::{Constant, Cubic, Linear};
        let all = curve(&[
            (0.0, 1.0, Constant, [0.0; 2]),
            (1.0, 2.0, Linear, [0.0; 2]),
            (2.0, 4.0, Cubic, [0.0, 1.0]),
            (4.0, 4.0, Cubic, [-1.0, 0.0]),
        ]);
        let at = |time| all.value_at(time, false);
        assert_eq!([at(-1.0), at(0.5), at(1.5), at(9.0)], [[1.0, 0.0], [1.0, 0.0], [3.0, 2.0], [4.0, 0.0]]);
        assert_eq!((all.value_at(1.0, true)[0], all.value_at(1.0, false)[0]), (1.0, 2.0));
        // The curve rises by a quarter of the distance times the slope.
        assert_eq!((at(3.0), at(2.0)), ([4.5, 0.0], [4.0, 1.0]));
    }

    #[test]
    fn angles_are_multiplied_in_their_order() {
        let quarter = core::f64::consts::FRAC_PI_2;
        let held = |angle| Some(curve(&[(0.0, angle, Mode::Constant, [0.0; 2])]));
        let turned = |order| {
            let moved = Moved { angles: [held(quarter), held(quarter), None], order, ..Moved::default() };
            moved.pose(0.0, false).transform_vector(Vec3::Z).to_array().map(|axis| axis.round())
        };
        // With Y first, Z turns to X, which a rotation about X leaves; with X first, Z turns to -Y, which a rotation
        // about Y leaves.
        assert_eq!((turned(0), turned(3)), ([1.0, 0.0, 0.0], [0.0, -1.0, 0.0]));
    }

    #[test]
    fn a_line_of_one_angle_needs_no_samples_and_a_whole_turn_does() {
        let samples = |angle: f64| {
            let keys = [(0.0, 0.0, Mode::Linear, [0.0; 2]), (1.0, angle, Mode::Linear, [0.0; 2])];
            let moved = Moved { angles: [None, Some(curve(&keys)), None], ..Moved::default() };
            let joint = Joint { node: 0, part: String::new(), rest: Pose::IDENTITY, is_inverted: false };
            let (tracks, is_sampled) = moved.tracks(&joint, &Allowance::new(1 << 20)).unwrap();
            (tracks.len(), tracks[0].times.len(), is_sampled)
        };
        assert_eq!(samples(3.0), (1, 2, false));
        let (_, n, is_sampled) = samples(6.0);
        assert!(is_sampled && (3..=5).contains(&n), "{n}");
    }
}
