//! Reads BVH, the motion capture format of Biovision: a hierarchy of joints, and their angles frame by frame.
//!
//! A unit is an inch, as in Second Life's viewer, and the first of several frames defines the rest pose of the root.

use super::{Animation, Interpolation, Node, Path, Role, Scene, Skin, Track, Trs};
use crate::affine::Affine;
use crate::allowance::Allowance;
use crate::loss::{LossCode, LossSeverity, Losses};
use crate::playback::{Frames, Playback};
use crate::problem::{Problem, ProblemKind};
use geom::{Quat, Vec3};
use std::str::SplitAsciiWhitespace;

/// Metres per unit, as in the viewer.
const INCH: f32 = 0.025_400_05;

/// The meaning of a number in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channel {
    Position(usize),
    Rotation(usize),
}

/// A joint, and the index of its first channel in a frame.
struct Joint {
    node: usize,
    first: usize,
    channels: Vec<Channel>,
}

/// Reads a file within a limit on memory.
pub fn read(bytes: &[u8], memory: usize, losses: &mut Losses) -> Result<Scene, Problem> {
    // A byte of a short number becomes several bytes of a key, and a joint with a short name becomes a node.
    Allowance::new(memory).take(bytes.len().saturating_mul(24))?;
    let text = String::from_utf8_lossy(bytes);
    let mut words = Words { rest: text.split_ascii_whitespace(), n_read: 0 };
    words.expect("HIERARCHY")?;
    let mut scene = Scene::default();
    let joints = tree(&mut words, &mut scene)?;
    motion(&mut words, &joints, &mut scene, losses)?;
    bind(&mut scene);
    let what = "lengths were read as inches, as in Second Life";
    losses.report(LossCode::FileFields, LossSeverity::Note, what, 1, "");
    Ok(scene)
}

/// The words of a file.
struct Words<'t> {
    rest: SplitAsciiWhitespace<'t>,
    n_read: usize,
}

impl<'t> Words<'t> {
    fn next(&mut self) -> Result<&'t str, Problem> {
        self.n_read = self.n_read.saturating_add(1);
        self.rest.next().ok_or_else(|| problem("the file ends before the motion does".into()))
    }

    fn expect(&mut self, word: &str) -> Result<(), Problem> {
        match self.next()? {
            found if found.eq_ignore_ascii_case(word) => Ok(()),
            found => Err(problem(format!("expected {word}, found {found:?}, word {}", self.n_read))),
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, Problem> {
        let word = self.next()?;
        word.parse().map_err(|_| problem(format!("expected a number, found {word:?}, word {}", self.n_read)))
    }

    fn vector(&mut self) -> Result<Vec3, Problem> {
        Ok(Vec3::new(self.number()?, self.number()?, self.number()?))
    }
}

fn problem(message: String) -> Problem {
    Problem::new(ProblemKind::Value, message)
}

/// Reads the joints, in the order of their channels.
fn tree(words: &mut Words<'_>, scene: &mut Scene) -> Result<Vec<Joint>, Problem> {
    let mut joints: Vec<Joint> = Vec::new();
    // The node of each open bracket; `None` for the end site of a limb.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut n_channels = 0_usize;
    loop {
        match words.next()? {
            "ROOT" | "JOINT" => {
                let mut name = words.next()?.to_owned();
                loop {
                    match words.next()? {
                        // Names may contain spaces.
                        "{" => break,
                        more => {
                            name.push(' ');
                            name.push_str(more);
                        }
                    }
                }
                let parent = open.last().copied().flatten();
                open.push(Some(scene.nodes.len()));
                scene.nodes.push(Node { name, parent, role: Role::Joint, ..Node::default() });
            }
            "End" => {
                words.expect("Site")?;
                words.expect("{")?;
                open.push(None);
            }
            "OFFSET" => {
                let offset = words.vector()? * INCH;
                let node = open.last().copied().flatten().and_then(|node| scene.nodes.get_mut(node));
                node.into_iter().for_each(|node| node.local.translation = offset);
            }
            "CHANNELS" => {
                let n: usize = words.number()?;
                let mut channels = Vec::new();
                // Each channel needs a word, so a count that is too high stops at the end of the file; so does a count
                // of frames.
                for _ in 0..n {
                    channels.push(channel(words.next()?)?);
                }
                if let Some(node) = open.last().copied().flatten() {
                    joints.push(Joint { node, first: n_channels, channels });
                    n_channels = n_channels.saturating_add(n);
                }
            }
            "}" => {
                open.pop();
            }
            "MOTION" if open.is_empty() && !joints.is_empty() => return Ok(joints),
            word => return Err(problem(format!("found {word:?}, word {}, among the joints", words.n_read))),
        }
    }
}

fn channel(word: &str) -> Result<Channel, Problem> {
    let (axis, kind) = word.split_at_checked(1).unwrap_or_default();
    let axis = ["X", "Y", "Z"].iter().position(|name| name.eq_ignore_ascii_case(axis));
    match (axis, kind) {
        (Some(axis), "position") => Ok(Channel::Position(axis)),
        (Some(axis), "rotation") => Ok(Channel::Rotation(axis)),
        _ => Err(problem(format!("{word:?} is not a channel"))),
    }
}

/// Reads the frames as tracks.
fn motion(
    words: &mut Words<'_>,
    joints: &[Joint],
    scene: &mut Scene,
    losses: &mut Losses,
) -> Result<(), Problem> {
    words.expect("Frames:")?;
    let n_frames: usize = words.number()?;
    words.expect("Frame")?;
    words.expect("Time:")?;
    let seconds: f32 = words.number()?;
    if !(seconds >= 0.0 && seconds.is_finite()) {
        return Err(problem(format!("a frame time of {seconds} seconds is not allowed")));
    }
    let width = joints.last().map_or(0, |last| last.first.saturating_add(last.channels.len()));
    if width == 0 || n_frames == 0 {
        return Err(Problem::new(ProblemKind::Empty, "the file has no MOTION section"));
    }
    let mut tracks: Vec<(Track, Track)> = joints.iter().map(|joint| tracks_of(joint.node)).collect();
    let mut frame = Vec::new();
    let mut n_odd = 0_usize;
    for number in 0..n_frames {
        frame.clear();
        for _ in 0..width {
            let value: f32 = words.number()?;
            n_odd = n_odd.saturating_add(usize::from(!value.is_finite()));
            frame.push(if value.is_finite() { value } else { 0.0 });
        }
        let poses = joints.iter().map(|joint| pose(joint, &frame));
        // The first of several frames is the rest pose of the root, too.
        let is_rest = number == 0 && n_frames > 1;
        #[expect(clippy::cast_precision_loss, reason = "no file has so many frames")]
        let time = number as f32 * seconds;
        for ((index, (place, turn)), (moves, turns)) in poses.enumerate().zip(&mut tracks) {
            if is_rest {
                let root = scene.nodes.get_mut(turns.node).filter(|_| index == 0);
                root.into_iter().for_each(|root| root.local = rest(&root.local, place, turn));
            }
            if let Some(place) = place {
                moves.times.push(time);
                moves.values.extend(place.to_array());
            }
            if let Some(turn) = turn {
                turns.times.push(time);
                turns.values.extend(turn.to_array());
            }
        }
    }
    let n_added = add_offsets(scene, &mut tracks);
    let what = "joints below the root whose positions were added to OFFSET, from which they count";
    losses.report(LossCode::FileFields, LossSeverity::Note, what, n_added, "MOTION");
    let what = "channels of frames that are not finite numbers became 0";
    losses.report(LossCode::PosNonfinite, LossSeverity::Changed, what, n_odd, "MOTION");
    let tracks = tracks.into_iter().flat_map(|(moves, turns)| [moves, turns]);
    let tracks = tracks.filter(|track| !track.times.is_empty()).collect();
    let frames = Frames { count: n_frames, seconds, has_reference: n_frames > 1 };
    let playback = Playback { frames: Some(frames).filter(|_| seconds > 0.0), ..Playback::default() };
    scene.animations.push(Animation { name: "motion".into(), tracks, playback, ..Animation::default() });
    Ok(())
}

/// Adds OFFSET to the positions of joints below the root if they are nearer to 0 than to OFFSET in the first frame.
/// Returns the number of these joints. Most programs write positions that replace OFFSET; the poses of MakeHuman have
/// positions of 0.
fn add_offsets(scene: &Scene, tracks: &mut [(Track, Track)]) -> usize {
    let offset = |moves: &Track| {
        let node = scene.nodes.get(moves.node)?;
        node.parent.map(|_| node.local.translation)
    };
    let moves = tracks.iter_mut().map(|(moves, _)| moves).filter(|moves| !moves.times.is_empty());
    let mut below: Vec<(&mut Track, Vec3)> =
        moves.filter_map(|moves| Some(offset(moves)?).map(|offset| (moves, offset))).collect();
    let distance = |from: f32| -> f32 {
        let first = |moves: &Track| moves.values.first_chunk().copied().map_or(Vec3::ZERO, Vec3::from_array);
        below.iter().map(|(moves, offset)| (first(moves) - *offset * from).length()).sum()
    };
    if distance(0.0) >= distance(1.0) {
        return 0;
    }
    for (moves, offset) in &mut below {
        for place in moves.values.as_chunks_mut::<3>().0 {
            *place = (Vec3::from_array(*place) + *offset).to_array();
        }
    }
    below.len()
}

/// Empty tracks for a node.
fn tracks_of(node: usize) -> (Track, Track) {
    let track = |path| Track { node, path, interpolation: Interpolation::Linear, ..Track::default() };
    (track(Path::Translation), track(Path::Rotation))
}

fn rest(local: &Trs, place: Option<Vec3>, turn: Option<Quat>) -> Trs {
    let (translation, rotation) = (place.unwrap_or(local.translation), turn.unwrap_or(local.rotation));
    Trs { translation, rotation, ..*local }
}

/// The position and rotation of a joint in a frame. Rotations apply in reverse order of the channels.
fn pose(joint: &Joint, frame: &[f32]) -> (Option<Vec3>, Option<Quat>) {
    let (mut place, mut turn) = ([0.0; 3], Quat::IDENTITY);
    let (mut is_moved, mut is_turned) = (false, false);
    let values = frame.get(joint.first..).unwrap_or_default();
    for (channel, value) in joint.channels.iter().zip(values) {
        match *channel {
            Channel::Position(axis) => {
                is_moved = true;
                place.get_mut(axis).into_iter().for_each(|place| *place = value * INCH);
            }
            Channel::Rotation(axis) => {
                is_turned = true;
                let axis = [Vec3::X, Vec3::Y, Vec3::Z].get(axis).copied().unwrap_or(Vec3::X);
                turn = turn * Quat::from_axis_angle(axis, value.to_radians()).unwrap_or(Quat::IDENTITY);
            }
        }
    }
    (is_moved.then_some(Vec3::from_array(place)), is_turned.then(|| turn.normalised().unwrap_or_default()))
}

/// Adds a skin of all joints, by which other tools recognise them.
fn bind(scene: &mut Scene) {
    let worlds = scene.worlds_at_rest();
    let inverse = |world: &Affine| world.inverse().unwrap_or(Affine::IDENTITY).to_mat4();
    let inverse_bind = worlds.iter().map(inverse).collect();
    scene.skins.push(Skin { joints: (0..scene.nodes.len()).collect(), inverse_bind, ..Skin::default() });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of two joints in the first of two frames, if the second joint has these positions, and the report.
    fn places(knee: &str) -> (Vec<Vec3>, usize) {
        let file = format!(
            "HIERARCHY ROOT hip {{ OFFSET 0 40 0 CHANNELS 3 Xposition Yposition Zposition JOINT knee {{ OFFSET 0 -18 1 \
             CHANNELS 3 Xposition Yposition Zposition End Site {{ OFFSET 0 -17 0 }} }} }} MOTION Frames: 2 \
             Frame Time: 0.1 1 2 3 {knee} 1 2 3 {knee}"
        );
        let mut losses = Losses::default();
        let scene = read(file.as_bytes(), usize::MAX, &mut losses).unwrap();
        let first = |track: &Track| Vec3::from_array(*track.values.first_chunk().unwrap()) * (1.0 / INCH);
        let n = losses.0.iter().filter(|loss| loss.what.contains("OFFSET")).map(|loss| loss.count).sum();
        (scene.animations[0].tracks.iter().map(first).collect(), n)
    }

    #[test]
    fn positions_near_zero_count_from_the_offset() {
        for (knee, place, n) in [
            ("0 0 0", [0.0, -18.0, 1.0], 1),
            ("0.5 1 0", [0.5, -17.0, 1.0], 1),
            ("0 -17 1", [0.0, -17.0, 1.0], 0),
        ] {
            let (found, n_added) = places(knee);
            assert!((found[0] - Vec3::new(1.0, 2.0, 3.0)).length() < 1e-3, "{found:?}");
            assert!((found[1] - Vec3::from_array(place)).length() < 1e-3, "{found:?}");
            assert_eq!(n_added, n, "{knee}");
        }
    }
}
