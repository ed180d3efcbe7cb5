//! Animations: the keys of each part, from keyframes or curves, and the tracks that move joints.

use super::curve::{Curve, Moved, by_time};
use super::instance::{Instance, Instances};
use super::joint::{BYTES_OF_SAMPLE, Joint, Sampled};
use core::f64::consts::TAU;
use dom::{Data, StringForm};
use geom::{Mat4, Pose, Quat};
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Marker, Path, Playback, Priority, Problem, Track, Trs};
use std::collections::{BTreeMap, HashSet};

/// Upper bound on the samples of a joint.
fn n_samples(joint: &Joint, keys: &[Key]) -> usize {
    let is_sampled = |key: &Key| joint.is_inverted || key.ease.style > CONSTANT;
    let n_sampled = keys.iter().filter(|key| is_sampled(key)).count();
    keys.len().saturating_mul(3).saturating_add(n_sampled.saturating_mul(MOST_SAMPLES.into()))
}

/// A KeyframeSequence or a CurveAnimation.
#[derive(Default)]
pub(super) struct Motion {
    name: String,
    /// The instance.
    pub(super) index: usize,
    playback: Playback,
    /// The keys of parts by name, in the order of their times.
    keys: BTreeMap<String, Vec<Key>>,
    /// The curves of parts by name.
    curves: BTreeMap<String, Moved>,
    /// The weights of expressions, by the names of controls such as `JawDrop`.
    pub(super) faces: BTreeMap<String, Curve<f64>>,
}

/// The pose of a part at a time.
#[derive(Clone, Copy)]
struct Key {
    time: f32,
    /// The transform between the two offsets of the joint.
    turn: Pose,
    ease: Ease,
}

/// The interpolation from a pose to the next: values of the enums `PoseEasingStyle` and `PoseEasingDirection`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ease {
    style: u32,
    direction: u32,
}

/// The class that contains the curves of a face.
const FACE: &str = "FaceControls";

/// The priority of animations that do not state one: `Action`.
pub(super) const ACTION: u32 = 2;

const LINEAR: u32 = 0;
const CONSTANT: u32 = 1;
const ELASTIC: u32 = 2;
const BOUNCE: u32 = 4;
const OUT: u32 = 1;
const IN_OUT: u32 = 2;

/// Samples per second of poses that are not interpolated linearly, and their upper bound between two keys.
pub(super) const RATE: f32 = 30.0;
pub(super) const MOST_SAMPLES: u16 = 600;

/// The animation and keyframe that contain an instance.
#[derive(Clone, Copy, Default)]
struct Above {
    motion: Option<usize>,
    /// The time of the keyframe.
    time: Option<f32>,
}

/// True if there is an animation.
pub(super) fn has_any(instances: &Instances<'_>) -> bool {
    instances.iter().any(|instance| is_clip(instance.class()))
}

/// True if instances of this class are animations.
fn is_clip(class: &[u8]) -> bool {
    matches!(class, b"KeyframeSequence" | b"CurveAnimation")
}

/// True if instances of this class are animations or parts of them.
pub(super) fn is_of_clip(class: &[u8]) -> bool {
    let is_part = matches!(
        class,
        b"Keyframe"
            | b"Pose"
            | b"NumberPose"
            | b"KeyframeMarker"
            | b"FloatCurve"
            | b"RotationCurve"
            | b"MarkerCurve"
            | b"ValueCurve"
            | b"Vector3Curve"
            | b"EulerRotationCurve"
    );
    is_part || is_clip(class)
}

/// True if an animation is for the R15 rig: it moves the upper half of the torso.
pub(super) fn is_r15(motions: &[Motion]) -> bool {
    let upper = "UpperTorso";
    motions.iter().any(|motion| motion.keys.contains_key(upper) || motion.curves.contains_key(upper))
}

/// Reads all animations.
pub(super) fn all(instances: &Instances<'_>, losses: &mut Losses) -> Vec<Motion> {
    let (mut motions, mut states): (Vec<Motion>, Vec<Above>) = (Vec::new(), Vec::new());
    let mut count = |what: &str, name: &str| {
        losses.report(LossCode::AnimResampled, LossSeverity::Lost, what, 1, name);
    };
    for (index, instance) in instances.iter().enumerate() {
        // Parents precede their children.
        let above = instance.parent.and_then(|parent| states.get(parent).copied()).unwrap_or_default();
        let mut state = above;
        match instance.class() {
            b"KeyframeSequence" | b"CurveAnimation" => {
                let playback = Playback {
                    repeats: Some(instance.flag("Loop").unwrap_or(true)),
                    priority: Some(Priority::Roblox(instance.choice("Priority").unwrap_or(ACTION))),
                    ..Playback::default()
                };
                state = Above { motion: Some(motions.len()), time: None };
                motions.push(Motion { name: instance.name(), index, playback, ..Motion::default() });
            }
            b"Keyframe" => {
                let time = instance.number("Time");
                if time.is_none() && instance.has("Time") {
                    count("keyframes whose time is not a number", &instance.name());
                } else {
                    let time = time.unwrap_or(0.0).max(0.0);
                    state.time = Some(time);
                    // The last keyframe ends the animation, whether or not it has poses.
                    if let Some(motion) = above.motion.and_then(|motion| motions.get_mut(motion)) {
                        let duration = &mut motion.playback.duration;
                        *duration = Some(duration.map_or(time, |before| before.max(time)));
                    }
                }
            }
            b"Pose" => {
                let motion = above.motion.and_then(|motion| motions.get_mut(motion));
                // A pose of weight 0 only contains others.
                let is_meant = instance.number("Weight").unwrap_or(1.0) > 0.0;
                if let (Some(motion), Some(time), Some(turn), true) =
                    (motion, above.time, instance.pose("CFrame"), is_meant)
                {
                    let ease = Ease {
                        style: instance.choice("EasingStyle").unwrap_or(LINEAR),
                        direction: instance.choice("EasingDirection").unwrap_or(0),
                    };
                    motion.keys.entry(instance.name()).or_default().push(Key { time, turn, ease });
                }
            }
            b"KeyframeMarker" => {
                let motion = above.motion.and_then(|motion| motions.get_mut(motion));
                if let Some((motion, time)) = motion.zip(above.time) {
                    let value = instance.text("Value").unwrap_or_default();
                    let marker = Marker { time: time.into(), name: instance.name(), value };
                    motion.playback.markers.push(marker);
                }
            }
            b"NumberPose" => {
                let motion = above.motion.and_then(|motion| motions.get_mut(motion));
                let of = instance.parent.and_then(|parent| instances.get(parent)).map(|above| above.name());
                if let (Some(motion), Some(time), Some(FACE)) = (motion, above.time, of.as_deref()) {
                    let style = instance.choice("EasingStyle").unwrap_or(LINEAR);
                    if style > CONSTANT {
                        count("easing styles of facial poses, which become linear", &instance.name());
                    }
                    let value = instance.number("Value").filter(|value| value.is_finite()).unwrap_or(0.0);
                    let curve = motion.faces.entry(instance.name()).or_default();
                    curve.add(time.into(), value.into(), style == CONSTANT);
                } else {
                    count("number poses that do not belong to a face", &instance.name());
                }
            }
            b"FloatCurve" | b"RotationCurve" | b"MarkerCurve" | b"ValueCurve" => {
                let motion = above.motion.and_then(|motion| motions.get_mut(motion));
                if let Some(Err(what)) = motion.map(|motion| motion.add_curve(instances, &instance)) {
                    count(what, &instance.name());
                }
            }
            _ => {}
        }
        states.push(state);
    }
    for motion in &mut motions {
        motion.curves.retain(|_, moved| !moved.is_empty());
        motion.faces.values_mut().for_each(Curve::sort);
        motion.playback.markers.sort_by(|one, other| one.time.total_cmp(&other.time));
    }
    for keys in motions.iter_mut().flat_map(|motion| motion.keys.values_mut()) {
        by_time(keys, |key| key.time.into());
    }
    motions
}

impl Motion {
    /// True if the animation moves a part of this name.
    pub(super) fn moves(&self, part: &str) -> bool {
        self.keys.contains_key(part) || self.curves.contains_key(part)
    }

    /// Adds a curve, according to the instances that contain it.
    fn add_curve(&mut self, instances: &Instances<'_>, curve: &Instance<'_>) -> Result<(), &'static str> {
        const UNKNOWN: &str = "curves whose data cannot be decoded";
        const OTHER: &str = "curves other than those of faces and of positions and rotations of parts";
        // A curve without keys moves nothing.
        let data = curve.bytes("ValuesAndTimes").unwrap_or_default();
        let form = StringForm::for_property(curve.class(), b"ValuesAndTimes").ok_or(OTHER)?;
        let keys = form.read(data).map_err(|_| UNKNOWN)?;
        if !keys.iter().any(|key| matches!(key, Data::List(_))) {
            return Ok(());
        }
        if curve.class() == b"MarkerCurve" {
            for key in &keys {
                if let Data::List(parts) = key
                    && let [Data::Double(time), Data::Text(value)] = parts.as_slice()
                {
                    let value = String::from_utf8_lossy(value).into_owned();
                    let marker = Marker { time: time.max(0.0), name: curve.name(), value };
                    self.playback.markers.push(marker);
                }
            }
            return Ok(());
        }
        let within = |one: &Instance<'_>| one.parent.and_then(|parent| instances.get(parent));
        let above = within(curve).ok_or(OTHER)?;
        if curve.class() == b"RotationCurve" {
            let moved = self.curves.entry(above.name()).or_default();
            moved.rotation = Some(Curve::of_rotations(curve).ok_or(UNKNOWN)?);
            return Ok(());
        }
        if above.name() == FACE {
            self.faces.insert(curve.name(), Curve::of_numbers(curve).ok_or(UNKNOWN)?);
            return Ok(());
        }
        // Both classes of curves contain a FloatCurve for each axis, by its name.
        let axis = ["X", "Y", "Z"].iter().position(|axis| *axis == curve.name()).ok_or(OTHER)?;
        let part = within(&above).ok_or(OTHER)?.name();
        let curves = match above.class() {
            b"Vector3Curve" => &mut self.curves.entry(part).or_default().position,
            b"EulerRotationCurve" => {
                let moved = self.curves.entry(part).or_default();
                moved.order = above.choice("RotationOrder").unwrap_or(0);
                &mut moved.angles
            }
            _ => return Err(OTHER),
        };
        let numbers = Curve::of_numbers(curve).ok_or(UNKNOWN)?;
        curves.get_mut(axis).map(|place| *place = Some(numbers)).ok_or(OTHER)
    }
}

/// Converts an animation to tracks of joints.
pub(super) fn animation(
    motion: &Motion,
    joints: &[Joint],
    memory: &Allowance,
    losses: &mut Losses,
) -> Result<Animation, Problem> {
    let mut tracks = Vec::new();
    let mut moved: HashSet<&str> = HashSet::new();
    let mut n_sampled = 0_usize;
    for joint in joints {
        if let Some(curves) = motion.curves.get(&joint.part) {
            moved.insert(&joint.part);
            let (of_joint, is_sampled) = curves.tracks(joint, memory)?;
            tracks.extend(of_joint);
            n_sampled = n_sampled.saturating_add(usize::from(is_sampled));
        }
        let Some(keys) = motion.keys.get(&joint.part) else { continue };
        moved.insert(&joint.part);
        if keys.iter().all(|key| key.turn == Pose::IDENTITY) {
            continue;
        }
        // Many joints may move parts of one name, and few keys may be far apart, so samples are counted in advance.
        memory.take(n_samples(joint, keys).saturating_mul(BYTES_OF_SAMPLE))?;
        let mut sampled = Sampled::default();
        sample_all(&mut sampled, joint, keys);
        tracks.extend(sampled.tracks(joint));
    }
    let eased = motion.keys.iter().filter(|(_, keys)| keys.iter().any(|key| key.ease.style > CONSTANT));
    let what = "parts with easing styles: their poses are sampled at 30 Hz";
    losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, eased.count(), &motion.name);
    let what = "joints with nonlinear curves, which are sampled to within 0.1 degrees and 0.001 studs";
    losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_sampled, &motion.name);
    // Animations of characters often have a pose of the root part, which stays at rest.
    let keyed = motion.keys.iter().filter(|(_, keys)| keys.iter().any(|key| key.turn != Pose::IDENTITY));
    let parts = keyed.map(|(part, _)| part).chain(motion.curves.keys());
    for part in parts.filter(|part| !moved.contains(part.as_str())) {
        let what = "animated parts that no joint of the rig moves";
        losses.report(LossCode::JointUnknown, LossSeverity::Lost, what, 1, part);
    }
    Ok(Animation {
        name: motion.name.clone(),
        tracks,
        playback: motion.playback.clone(),
        ..Animation::default()
    })
}

fn sample_all(sampled: &mut Sampled, joint: &Joint, keys: &[Key]) {
    let is_held = |key: &Key| key.ease == Ease { style: CONSTANT, direction: OUT };
    let n_ways = keys.len().saturating_sub(1);
    sampled.is_step = n_ways > 0 && keys.iter().take(n_ways).all(is_held);
    for (number, key) in keys.iter().enumerate() {
        sampled.add(key.time, joint.place(key.turn));
        if let Some(next) = keys.get(number.saturating_add(1)).filter(|_| !sampled.is_step) {
            sample_between(sampled, joint, key, next);
        }
    }
}

/// Samples between two keys, without the keys.
fn sample_between(sampled: &mut Sampled, joint: &Joint, key: &Key, next: &Key) {
    let (from, to) = (joint.place(key.turn), joint.place(next.turn));
    // The latest time that single precision can represent, but not before the key itself.
    let just = |time: f32| time.next_down().max(key.time.next_up());
    match (key.ease.style, key.ease.direction) {
        (CONSTANT, OUT) => sampled.add(just(next.time), from),
        (CONSTANT, IN_OUT) => {
            let middle = key.time + (next.time - key.time) / 2.0;
            sampled.add(just(middle), from);
            sampled.add(middle, to);
        }
        (CONSTANT, _) => sampled.add(key.time.next_up(), to),
        (LINEAR, _) if !joint.is_inverted => {}
        _ => {
            let steps = ((next.time - key.time) * RATE).ceil().clamp(1.0, f32::from(MOST_SAMPLES));
            #[expect(clippy::cast_possible_truncation, reason = "cut to 1 to 600 before")]
            #[expect(clippy::cast_sign_loss, reason = "cut to 1 to 600 before")]
            for step in 1..steps as u16 {
                let t = f32::from(step) / steps;
                let time = key.time + (next.time - key.time) * t;
                sampled.add(time, joint.place(mixed(key.turn, next.turn, key.ease.progress_at(t.into()))));
            }
        }
    }
}

/// The interpolation of two poses: linear for positions, spherical for rotations.
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn mixed(from: Pose, to: Pose, t: f64) -> Pose {
    let arc = |pose: Pose| Trs::of_matrix(&Mat4::from(pose)).0.rotation.to_array();
    let times = vec![0.0, 1.0];
    let values = [arc(from), arc(to)].concat();
    let turn = Track { path: Path::Rotation, times, values, ..Track::default() };
    // Beyond the ends, where easing overshoots, rotations are those at the ends.
    let rotation = turn.sample(t as f32).and_then(|values| values.try_into().ok()).map(Quat::from_array);
    let position = from.position + (to.position - from.position) * t as f32;
    Pose { rotation: rotation.unwrap_or(Quat::IDENTITY).to_mat3(), position }
}

impl Ease {
    /// The fraction of the motion after this fraction of the time. In and Out have the reverse of their usual meaning,
    /// as the engine's documentation states for poses.
    fn progress_at(self, t: f64) -> f64 {
        match self.direction {
            IN_OUT if t < 0.5 => self.curve(t * 2.0) / 2.0,
            IN_OUT => 1.0 - self.curve(2.0 - t * 2.0) / 2.0,
            OUT => self.curve(t),
            _ => 1.0 - self.curve(1.0 - t),
        }
    }

    /// The curve that starts slowly.
    fn curve(self, t: f64) -> f64 {
        match self.style {
            LINEAR => t,
            // This and the next are Robert Penner's usual easing functions.
            ELASTIC => {
                let (period, shift) = if self.direction == IN_OUT { (0.45, 0.1125) } else { (0.3, 0.075) };
                let u = 1.0 - t;
                -libm::exp2(-10.0 * u) * libm::sin((u - shift) * TAU / period)
            }
            BOUNCE => 1.0 - bounced(1.0 - t),
            _ => t * t * t,
        }
    }
}

fn bounced(u: f64) -> f64 {
    let eleventh = |n: f64| n / 11.0;
    let bow = |middle: f64, low: f64| 7.5625 * (u - middle) * (u - middle) + low;
    if u < eleventh(4.0) {
        bow(0.0, 0.0)
    } else if u < eleventh(8.0) {
        bow(eleventh(6.0), 0.75)
    } else if u < eleventh(10.0) {
        bow(eleventh(9.0), 0.9375)
    } else {
        bow(eleventh(10.5), 0.984_375)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec3;

    #[test]
    fn curves_begin_and_end_where_keys_are() {
        for style in [0, ELASTIC, 3, BOUNCE, 5] {
            for direction in 0..3 {
                let ease = Ease { style, direction };
                let ends = (ease.progress_at(0.0), ease.progress_at(1.0));
                assert!(ends.0.abs() < 1e-3 && (ends.1 - 1.0).abs() < 1e-3, "{ease:?}: {ends:?}");
            }
        }
        let cubic = |direction| Ease { style: 5, direction }.progress_at(0.5);
        assert_eq!([cubic(0), cubic(OUT), cubic(IN_OUT)], [0.875, 0.125, 0.5]);
        assert!((bounced(4.0 / 11.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_upper_torso_is_of_the_rig_with_15_parts() {
        let of = |part: &str| {
            let keys = BTreeMap::from([(part.to_owned(), Vec::new())]);
            Motion { keys, ..Motion::default() }
        };
        assert!(is_r15(&[of("Torso"), of("UpperTorso")]));
        assert!(!is_r15(&[of("Torso")]) && !is_r15(&[]));
    }

    #[test]
    fn what_is_sampled_is_counted() {
        let count = |is_inverted: bool, style: u32| {
            let joint = Joint { node: 0, part: String::new(), rest: Pose::IDENTITY, is_inverted };
            let key = Key { time: 0.0, turn: Pose::IDENTITY, ease: Ease { style, direction: OUT } };
            n_samples(&joint, &[key; 2])
        };
        let all = 6 + 2 * usize::from(MOST_SAMPLES);
        assert_eq!([count(false, CONSTANT), count(true, CONSTANT)], [6, all]);
        assert_eq!([count(false, ELASTIC), count(true, ELASTIC)], [all; 2]);
    }

    #[test]
    fn halfway_is_half_of_the_turn() {
        let turned = Pose {
            rotation: Quat::new(0.0, core::f32::consts::FRAC_1_SQRT_2, 0.0, core::f32::consts::FRAC_1_SQRT_2)
                .to_mat3(),
            position: Vec3::new(2.0, 0.0, 0.0),
        };
        let half = mixed(Pose::IDENTITY, turned, 0.5);
        let root = core::f32::consts::FRAC_1_SQRT_2;
        assert!((half.transform_point(Vec3::X) - Vec3::new(1.0 + root, 0.0, -root)).length() < 1e-6);
    }
}
