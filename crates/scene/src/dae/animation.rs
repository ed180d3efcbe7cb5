//! Conversion of Collada animations to tracks of nodes.

use super::axes::Axes;
use super::document::{Library, NumberTable, all, label, library as folder, number};
use super::nodes::{Tree, step, values};
use crate::affine::Affine;
use crate::animation::{Animation, Interpolation, Path, Track};
use crate::counted::counted;
use crate::loss::LossCode;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use roxmltree::Node as Element;
use std::collections::{BTreeMap, HashMap};

/// Upper bound on the keys that approximate a Bézier segment.
const CURVE: u16 = 8;
/// Largest rotation from one key to the next in degrees: quaternions beyond half a turn would take the shorter arc.
const TURN: f64 = 90.0;
/// Upper bound on the segments between two keys.
const MOST_PARTS: f64 = 4096.0;
/// Estimated memory of a sampled value, in bytes.
const SAMPLE: usize = 32;

/// An animated transform element or component.
struct Channel {
    /// The transform, by its index among the children of its node.
    transform: usize,
    /// The index of the animated component; `None` for all of them.
    member: Option<usize>,
    sampler: Sampler,
}

struct Sampler {
    times: NumberTable,
    values: NumberTable,
    /// The interpolation from each key to the next.
    ways: Vec<KeyInterpolation>,
    tangents: Option<[NumberTable; 2]>,
    /// Set if the last number is an angle in degrees.
    is_angle: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum KeyInterpolation {
    Line,
    Step,
    Curve,
}

impl Sampler {
    fn read<'t>(sampler: Element<'t, 't>, library: &mut Library<'t>) -> Result<Option<Self>, Problem> {
        let (mut times, mut values, mut before, mut behind) = (None, None, None, None);
        let mut ways = Vec::new();
        for input in all(sampler, "input") {
            let slot = match input.attribute("semantic") {
                Some("INPUT") => &mut times,
                Some("OUTPUT") => &mut values,
                Some("IN_TANGENT") => &mut before,
                Some("OUT_TANGENT") => &mut behind,
                Some("INTERPOLATION") => {
                    let way = |name: &str| match name {
                        "STEP" => KeyInterpolation::Step,
                        "BEZIER" => KeyInterpolation::Curve,
                        _ => KeyInterpolation::Line,
                    };
                    ways = library.names(input)?.into_iter().map(way).collect();
                    continue;
                }
                _ => continue,
            };
            *slot = library.finite_source(input)?;
        }
        let (Some(times), Some(values)) = (times, values) else { return Ok(None) };
        Ok(Some(Self {
            times,
            values,
            ways,
            tangents: before.zip(behind).map(|(before, behind)| [before, behind]),
            is_angle: false,
        }))
    }

    fn n_keys(&self) -> usize {
        self.times.numbers.len()
    }

    fn time(&self, key: usize) -> f32 {
        self.times.numbers.get(key).copied().unwrap_or_default()
    }

    fn way(&self, key: usize) -> KeyInterpolation {
        self.ways.get(key).copied().unwrap_or(KeyInterpolation::Line)
    }

    /// The cost of a sample: the number of values that take as long to compute without a curve.
    fn cost(&self) -> usize {
        self.values.width.saturating_mul(if self.tangents.is_some() { 4 } else { 1 })
    }

    /// The number of segments between a key and the next, for curves and for large rotations.
    fn parts(&self, key: usize) -> u16 {
        let next = key.saturating_add(1);
        let way = self.way(key);
        if next >= self.n_keys() || way == KeyInterpolation::Step {
            return 1;
        }
        let angle = |key| self.values.values(key).and_then(|values| values.last().copied()).map(f64::from);
        let turned = angle(next).zip(angle(key)).map_or(0.0, |(to, from)| (to - from).abs());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        let turns = if self.is_angle { libm::ceil(turned / TURN).clamp(1.0, MOST_PARTS) as u16 } else { 1 };
        let is_curve = way == KeyInterpolation::Curve && self.tangents.is_some();
        turns.max(if is_curve { CURVE } else { 1 })
    }

    /// Adds the times of the keys, and of samples between them.
    fn add_times(&self, times: &mut Vec<f32>) {
        for key in 0..self.n_keys() {
            let (from, n_parts) = (self.time(key), self.parts(key));
            times.push(from);
            let span = self.time(key.saturating_add(1)) - from;
            times.extend((1..n_parts).map(|part| from + span * f32::from(part) / f32::from(n_parts)));
        }
    }

    /// The values at a time.
    fn values_at(&self, time: f32) -> Vec<f64> {
        let next = self.times.numbers.partition_point(|key| *key <= time).min(self.n_keys());
        let before = next.saturating_sub(1);
        let key = |key: usize| -> Vec<f64> {
            self.values.values(key).unwrap_or_default().iter().map(|value| f64::from(*value)).collect()
        };
        let from = key(before);
        let span = f64::from(self.time(next)) - f64::from(self.time(before));
        if next == 0 || next >= self.n_keys() || span <= 0.0 || self.way(before) == KeyInterpolation::Step {
            return from;
        }
        let share = (f64::from(time) - f64::from(self.time(before))) / span;
        let to = key(next);
        let curve = self.tangents.as_ref().filter(|_| self.way(before) == KeyInterpolation::Curve);
        let Some([into, out]) = curve.map(|[into, out]| [into.values(next), out.values(before)]) else {
            return from.iter().zip(&to).map(|(from, to)| from + (to - from) * share).collect();
        };
        // Each component has its own tangent, with its own time.
        let ends = [self.time(before), self.time(next)].map(f64::from);
        let point = |tangent: Option<&[f32]>, number: usize, at: [f64; 2]| -> [f64; 2] {
            let place = number.saturating_mul(2);
            let pair = tangent.and_then(|tangent| tangent.get(place..place.saturating_add(2)));
            pair.and_then(|pair| Some([f64::from(*pair.first()?), f64::from(*pair.last()?)])).unwrap_or(at)
        };
        let numbers = from.iter().zip(&to).enumerate();
        let bent = numbers.map(|(number, (from, to))| {
            let [start, end] = [[ends[0], *from], [ends[1], *to]];
            bezier([start, point(out, number, start), point(into, number, end), end], f64::from(time))
        });
        bent.collect()
    }
}

/// The value of a cubic Bézier segment at a time; the points are pairs of time and value.
fn bezier(points: [[f64; 2]; 4], time: f64) -> f64 {
    let at = |share: f64, of: usize| {
        let rest = 1.0 - share;
        let weights = [
            rest * rest * rest,
            3.0 * rest * rest * share,
            3.0 * rest * share * share,
            share * share * share,
        ];
        points
            .iter()
            .zip(weights)
            .map(|(point, weight)| point.get(of).copied().unwrap_or_default() * weight)
            .sum::<f64>()
    };
    let (mut low, mut high) = (0.0, 1.0);
    // Time is monotonic along the curve, so bisection finds it; 24 steps reach single precision.
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if at(middle, 0) < time { low = middle } else { high = middle }
    }
    at((low + high) / 2.0, 1)
}

/// The channels of each node, by its index.
type Channels<'t> = BTreeMap<usize, (Element<'t, 't>, Vec<Channel>)>;

/// Reads the animations of a file: its clips, or else one of all channels.
pub(super) fn read<'t>(
    axes: &Axes,
    tree: &Tree<'t>,
    library: &mut Library<'t>,
    scene: &mut Scene,
) -> Result<(), Problem> {
    let roots: Vec<_> = folder(library.root, "library_animations", "animation").collect();
    let elements = elements_by_id(library, tree);
    let mut n_left_out = 0_usize;
    for clip in folder(library.root, "library_animation_clips", "animation_clip") {
        let of: Vec<_> = all(clip, "instance_animation")
            .filter_map(|instance| library.named_by(instance, "url"))
            .collect();
        let time = |name| number(clip.attribute(name)?);
        let span = [time("start"), time("end")];
        let channels = channels(&of, &elements, library, &mut n_left_out)?;
        add(label(clip), &channels, span, axes, library, scene)?;
    }
    if scene.animations.is_empty() {
        let channels = channels(&roots, &elements, library, &mut n_left_out)?;
        let name = if let [root] = roots[..] { label(root) } else { "animation" };
        add(name, &channels, [None; 2], axes, library, scene)?;
    }
    if n_left_out > 0 {
        let message = format!("left out: {} that moves no node", counted(n_left_out, "channel"));
        let problem = Problem::new(ProblemKind::Dropped, message).code(LossCode::AnimResampled);
        library.reports.excuse(problem)?;
    }
    Ok(())
}

/// The elements that are nodes of the scene, by their ids.
fn elements_by_id<'t>(library: &Library<'t>, tree: &Tree<'t>) -> HashMap<&'t str, (usize, Element<'t, 't>)> {
    let nodes = library.root.descendants().filter(|element| element.tag_name().name() == "node");
    let known = nodes.filter_map(|element| {
        Some((element.attribute("id")?, (*tree.of_element.get(&element.id())?, element)))
    });
    known.collect()
}

fn channels<'t>(
    roots: &[Element<'t, 't>],
    elements: &HashMap<&'t str, (usize, Element<'t, 't>)>,
    library: &mut Library<'t>,
    n_left_out: &mut usize,
) -> Result<Channels<'t>, Problem> {
    let mut out = Channels::new();
    for root in roots {
        // Several clips may share an animation.
        library.charge(root.range().len())?;
        for element in root.descendants().filter(|element| element.tag_name().name() == "channel") {
            let found = channel(element, elements, library)?;
            match found {
                Some((node, of, channel)) => out.entry(node).or_insert((of, Vec::new())).1.push(channel),
                None => *n_left_out = n_left_out.saturating_add(1),
            }
        }
    }
    Ok(out)
}

fn channel<'t>(
    element: Element<'t, 't>,
    elements: &HashMap<&'t str, (usize, Element<'t, 't>)>,
    library: &mut Library<'t>,
) -> Result<Option<(usize, Element<'t, 't>, Channel)>, Problem> {
    let target = element.attribute("target").unwrap_or_default();
    let Some((id, rest)) = target.split_once('/') else { return Ok(None) };
    let Some((node, of)) = elements.get(id).copied() else { return Ok(None) };
    let sid = rest.split(['.', '(']).next().unwrap_or_default();
    let member = rest.get(sid.len()..).unwrap_or_default();
    library.charge(of.children().count().saturating_add(256))?;
    let transforms = of.children().enumerate();
    let mut named = transforms.filter(|(_, child)| child.attribute("sid") == Some(sid));
    let Some((transform, child)) = named.next() else { return Ok(None) };
    let member = match member {
        "" => None,
        ".X" => Some(0),
        ".Y" => Some(1),
        ".Z" => Some(2),
        ".ANGLE" => Some(3),
        _ => {
            let numbers: Vec<usize> =
                member.split(['(', ')']).filter_map(|number| number.parse().ok()).collect();
            match numbers[..] {
                [number] => Some(number),
                // The numbers of a matrix are stored by rows, but the index of the column comes first.
                [column, row] => Some(row.saturating_mul(4).saturating_add(column)),
                _ => return Ok(None),
            }
        }
    };
    if step(child.tag_name().name(), &values(child)).is_none() {
        return Ok(None);
    }
    let Some(sampler) = library.named_by(element, "source") else { return Ok(None) };
    let Some(sampler) = Sampler::read(sampler, library)? else { return Ok(None) };
    let is_angle = child.tag_name().name() == "rotate" && matches!(member, None | Some(3));
    Ok(Some((node, of, Channel { transform, member, sampler: Sampler { is_angle, ..sampler } })))
}

/// Adds an animation, if it moves anything.
fn add(
    name: &str,
    channels: &Channels<'_>,
    [start, end]: [Option<f32>; 2],
    axes: &Axes,
    library: &mut Library<'_>,
    scene: &mut Scene,
) -> Result<(), Problem> {
    let mut animation = Animation { name: name.to_owned(), ..Animation::default() };
    for (node, (element, channels)) in channels {
        let mut times = Vec::new();
        for channel in channels {
            let parts = (0..channel.sampler.n_keys()).map(|key| usize::from(channel.sampler.parts(key)));
            library.charge(parts.fold(0, usize::saturating_add).saturating_mul(SAMPLE))?;
            channel.sampler.add_times(&mut times);
        }
        // A clip may start and end between keys.
        times.extend(start.into_iter().chain(end));
        times.retain(|time| start.is_none_or(|start| *time >= start) && end.is_none_or(|end| *time <= end));
        times.sort_unstable_by(f32::total_cmp);
        times.dedup();
        let transforms: Vec<(&str, Vec<f64>)> =
            element.children().map(|child| (child.tag_name().name(), values(child))).collect();
        let costs = channels.iter().map(|channel| channel.sampler.cost());
        let n_values = costs.fold(transforms.len(), usize::saturating_add);
        library.charge(times.len().saturating_mul(n_values).saturating_mul(SAMPLE))?;
        let mut tracks = [Path::Translation, Path::Rotation, Path::Scale].map(|path| Track {
            node: *node,
            path,
            interpolation: Interpolation::Linear,
            ..Track::default()
        });
        let is_stepped = channels.iter().all(|channel| {
            (0..channel.sampler.n_keys()).all(|key| channel.sampler.way(key) == KeyInterpolation::Step)
        });
        for time in times {
            // Channels animate single transform elements, and tracks hold the components of their product.
            let mut now = transforms.clone();
            for channel in channels {
                let new = channel.sampler.values_at(time);
                let Some((_, old)) = now.get_mut(channel.transform) else { continue };
                match channel.member {
                    Some(member) => {
                        if let (Some(old), Some(new)) = (old.get_mut(member), new.first()) {
                            *old = *new;
                        }
                    }
                    None => old.iter_mut().zip(new).for_each(|(old, new)| *old = new),
                }
            }
            let steps = now.iter().filter_map(|(name, values)| step(name, values));
            let whole = steps.fold(Affine::IDENTITY, |all, step| all.times(&step));
            let (local, _) = axes.transform(&whole).decomposed();
            let rotation = local.rotation;
            let parts: [&[f32]; 3] = [
                &local.translation.to_array(),
                &[rotation.x, rotation.y, rotation.z, rotation.w],
                &local.scale.to_array(),
            ];
            for (track, part) in tracks.iter_mut().zip(parts) {
                track.times.push(time - start.unwrap_or(0.0));
                track.values.extend(part);
            }
        }
        let Some(rest) = scene.nodes.get(*node).map(|node| node.local) else { continue };
        let rest: [Vec<f32>; 3] = [
            rest.translation.to_array().to_vec(),
            vec![rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w],
            rest.scale.to_array().to_vec(),
        ];
        for (mut track, rest) in tracks.into_iter().zip(rest) {
            // A path that does not differ from the rest pose needs no keys.
            let is_still = track
                .values
                .chunks(rest.len())
                .all(|key| key.iter().zip(&rest).all(|(a, b)| (a - b).abs() <= 1e-6 * (1.0 + b.abs())));
            if !is_still {
                if is_stepped {
                    track.interpolation = Interpolation::Step;
                }
                animation.tracks.push(track);
            }
        }
    }
    if !animation.tracks.is_empty() {
        scene.animations.push(animation);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_passes_through_its_ends_and_bends_between() {
        let straight = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]];
        assert!((bezier(straight, 1.2) - 1.2).abs() < 1e-6);
        let late = [[0.0, 0.0], [2.0, 0.0], [2.0, 0.0], [4.0, 8.0]];
        assert!((bezier(late, 2.0) - 1.0).abs() < 1e-6);
    }
}
