//! Facial animation: the weights of expressions over time.

use super::Build;
use super::curve::{Curve, Mode};
use super::motion::{MOST_SAMPLES, Motion, RATE};
use crate::rbxmesh::expression;
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Morph, Path, Problem, Track};
use std::collections::{BTreeMap, HashSet};

/// A sample: the time of its key in the track, and the time at which the curves are evaluated. `is_before` selects the
/// value just before that time.
#[derive(Clone, Copy)]
struct Sample {
    time: f32,
    at: f64,
    is_before: bool,
}

/// The memory of a sample in bytes.
const BYTES_OF_SAMPLE: usize = size_of::<Sample>();

impl Build<'_, '_> {
    /// Animates the faces of all meshes that have the expressions.
    pub(super) fn move_faces(
        &self,
        motion: &Motion,
        animation: &mut Animation,
        memory: &Allowance,
        losses: &mut Losses,
    ) -> Result<(), Problem> {
        if motion.faces.is_empty() {
            return Ok(());
        }
        let names = self.scene.meshes.iter().flat_map(|mesh| &mesh.morphs);
        let known: HashSet<&str> = names.flat_map(|morph| morph.name.split('_')).collect();
        let curves = motion.faces.iter().map(|(control, curve)| (expression(control), curve));
        let curves: BTreeMap<String, &Curve<f64>> =
            curves.filter(|(name, _)| known.contains(name.as_str())).collect();
        let mut moved = Vec::new();
        for (number, node) in self.scene.nodes.iter().enumerate() {
            let Some(mesh) = node.mesh.and_then(|mesh| self.scene.meshes.get(mesh)) else { continue };
            memory.take(size_of_val(&*mesh.morphs))?;
            let of_mesh: Vec<_> = mesh.morphs.iter().map(|morph| curves_of(morph, &curves)).collect();
            if of_mesh.iter().any(|curves| !curves.is_empty()) {
                moved.push((number, mesh, of_mesh));
            }
        }
        // A corrective expression has the product of several weights, which is not linear.
        let has_products = moved.iter().any(|(_, _, of_mesh)| of_mesh.iter().any(|curves| curves.len() > 1));
        let samples = samples(&curves, has_products, memory)?;
        let mut shown: HashSet<&str> = HashSet::new();
        for (node, mesh, of_mesh) in &moved {
            let names = mesh.morphs.iter().zip(of_mesh).filter(|(_, curves)| !curves.is_empty());
            shown.extend(names.flat_map(|(morph, _)| morph.name.split('_')));
            memory.take(samples.len().saturating_mul(of_mesh.len()).saturating_mul(size_of::<f32>()))?;
            let values =
                samples.iter().flat_map(|sample| of_mesh.iter().map(|curves| weight(curves, *sample)));
            let (values, times) = (values.collect(), samples.iter().map(|sample| sample.time).collect());
            animation.tracks.push(Track {
                node: *node,
                path: Path::Weights,
                times,
                values,
                ..Track::default()
            });
        }
        for control in motion.faces.keys().filter(|control| !shown.contains(expression(control).as_str())) {
            let what = "expressions that no mesh of the rig has";
            losses.report(LossCode::FacsBoneAbsent, LossSeverity::Lost, what, 1, control);
        }
        Ok(())
    }
}

/// The curves that control a morph target; a corrective target has one for each of its expressions. Empty if an
/// expression is not animated.
fn curves_of<'c>(morph: &Morph, curves: &BTreeMap<String, &'c Curve<f64>>) -> Vec<&'c Curve<f64>> {
    let all: Option<Vec<_>> = morph.name.split('_').map(|name| curves.get(name).copied()).collect();
    all.unwrap_or_default()
}

/// The weight of a morph target. For a corrective target, it is the product of its expressions' weights.
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn weight(curves: &[&Curve<f64>], Sample { at, is_before, .. }: Sample) -> f32 {
    if curves.is_empty() {
        return 0.0;
    }
    curves.iter().map(|curve| curve.value_at(at, is_before)[0].clamp(0.0, 1.0)).product::<f64>() as f32
}

/// The times of all keys, and samples between them where a curve is not linear.
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn samples(
    curves: &BTreeMap<String, &Curve<f64>>,
    has_products: bool,
    memory: &Allowance,
) -> Result<Vec<Sample>, Problem> {
    let mut times: Vec<f64> =
        curves.values().flat_map(|curve| curve.times()).map(|time| time.max(0.0)).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    // Each segment between two keys examines all curves.
    memory.take(times.len().saturating_mul(curves.len()).saturating_mul(size_of::<f64>()))?;
    let mut samples: Vec<Sample> = Vec::new();
    let mut add = |at: f64, time: f32, is_before: bool| -> Result<(), Problem> {
        if time.is_finite() && samples.last().is_none_or(|last| last.time < time) {
            memory.take(BYTES_OF_SAMPLE)?;
            samples.push(Sample { time, at, is_before });
        }
        Ok(())
    };
    for (number, from) in times.iter().enumerate() {
        add(*from, *from as f32, false)?;
        let Some(to) = times.get(number.saturating_add(1)) else { continue };
        let modes = || curves.values().filter_map(|curve| curve.mode(*from));
        if has_products || modes().any(|mode| mode == Mode::Cubic) {
            let steps = ((to - from) * f64::from(RATE)).ceil().clamp(1.0, MOST_SAMPLES.into());
            #[expect(clippy::cast_sign_loss, reason = "cut to 1 to 600 before")]
            for step in 1..steps as u16 {
                let at = from + (to - from) * f64::from(step) / steps;
                add(at, at as f32, false)?;
            }
        }
        if modes().any(|mode| mode == Mode::Constant) {
            add(*to, (*to as f32).next_down(), true)?;
        }
    }
    Ok(samples)
}
