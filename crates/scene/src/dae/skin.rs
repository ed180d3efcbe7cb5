//! Conversion of Collada skins and vertex weights.

use super::axes::Axes;
use super::document::{Library, all, integers, one, text};
use super::nodes::{Tree, matrix, values};
use crate::affine::Affine;
use crate::counted::counted;
use crate::loss::LossCode;
use crate::mesh::{Mesh, Skin};
use crate::problem::{Problem, ProblemKind};
use geom::Vec4;
use roxmltree::Node;

/// Estimated memory of a weight while it is read, in bytes.
const WEIGHT: usize = 48;
/// The number of influences per vertex that a scene can hold.
const MOST_WEIGHTS: usize = 8;

/// The influences of each position of a geometry.
pub(super) struct Weights {
    /// The joints and weights of all positions, one position after the other.
    all: Vec<(u16, f32)>,
    /// The end of each position's influences.
    ends: Vec<usize>,
}

impl Weights {
    pub(super) fn read<'t>(skin: Node<'t, 't>, library: &mut Library<'t>) -> Result<Self, Problem> {
        let mut weights = Self { all: Vec::new(), ends: Vec::new() };
        let Some(list) = one(skin, "vertex_weights") else { return Ok(weights) };
        let (mut joint_at, mut weight_at, mut stride) = (None, None, 1_usize);
        for input in all(list, "input") {
            let offset = input.attribute("offset").and_then(|text| text.parse().ok()).unwrap_or(0);
            stride = stride.max(usize::saturating_add(offset, 1));
            match input.attribute("semantic") {
                Some("JOINT") => joint_at = Some(offset),
                Some("WEIGHT") => weight_at = library.finite_source(input)?.map(|source| (offset, source)),
                _ => {}
            }
        }
        let (Some(joint_at), Some((weight_at, source)), Some(v)) = (joint_at, weight_at, one(list, "v"))
        else {
            library.lacks("the weights are missing", list)?;
            return Ok(weights);
        };
        library.charge(text(v).len().saturating_mul(WEIGHT / 2))?;
        let numbers: Vec<i64> = integers(v).map(|number| number.unwrap_or(-1)).collect();
        let mut pairs = numbers.chunks_exact(stride);
        for count in one(list, "vcount").into_iter().flat_map(integers) {
            let count = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
            for pair in pairs.by_ref().take(count) {
                let at = |offset: usize| pair.get(offset).copied();
                // An index of -1 refers to no joint.
                let joint = at(joint_at).and_then(|joint| u16::try_from(joint).ok());
                let number = at(weight_at).and_then(|number| u32::try_from(number).ok());
                let weight = number.and_then(|number| source.row::<1>(number));
                if let Some((joint, [weight])) = joint.zip(weight).filter(|(_, [weight])| *weight > 0.0) {
                    weights.all.push((joint, weight));
                }
            }
            weights.ends.push(weights.all.len());
        }
        Ok(weights)
    }

    fn get(&self, position: u32) -> &[(u16, f32)] {
        let position = position as usize;
        let start = position.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(position).copied().unwrap_or(start);
        self.all.get(start..end).unwrap_or_default()
    }

    /// Binds the vertices of a mesh to joints; returns the number of vertices that lost some weights.
    pub(super) fn hang(&self, mesh: &mut Mesh, positions: &[u32], n_joints: usize) -> usize {
        let mut n_cut = 0_usize;
        let mut has_more = false;
        for position in positions {
            let mut own: Vec<(u16, f32)> = self
                .get(*position)
                .iter()
                .copied()
                .filter(|(joint, _)| usize::from(*joint) < n_joints)
                .collect();
            own.sort_by(|a, b| b.1.total_cmp(&a.1));
            n_cut = n_cut.saturating_add(usize::from(own.len() > MOST_WEIGHTS));
            own.truncate(MOST_WEIGHTS);
            let sum: f32 = own.iter().map(|(_, weight)| weight).sum();
            let mut joints = [0_u16; MOST_WEIGHTS];
            let mut weights = [0.0_f32; MOST_WEIGHTS];
            for ((joint, weight), (own, share)) in joints.iter_mut().zip(&mut weights).zip(own) {
                (*joint, *weight) = (own, share / sum);
            }
            let ([a, b, c, d, e, f, g, h], [p, q, r, s, t, u, v, w]) = (joints, weights);
            mesh.shape.joints.push([a, b, c, d]);
            mesh.shape.weights.push(Vec4::new(p, q, r, s));
            has_more |= t > 0.0;
            mesh.extra_influences.push(([e, f, g, h], Vec4::new(t, u, v, w)));
        }
        if !has_more {
            mesh.extra_influences = Vec::new();
        }
        n_cut
    }
}

/// The skin of a controller, with joints looked up below these roots, and the transform of its vertices before joints move
/// them; `None` if a joint is missing.
pub(super) fn skin<'t>(
    skin: Node<'t, 't>,
    roots: &[usize],
    axes: &Axes,
    tree: &Tree<'t>,
    library: &mut Library<'t>,
) -> Result<Option<(Skin, Affine)>, Problem> {
    let bind_shape = one(skin, "bind_shape_matrix").and_then(|shape| matrix(&values(shape)));
    let bind_shape = axes.transform(&bind_shape.unwrap_or(Affine::IDENTITY));
    // Vertices are placed by it, and skins with joints in common then have bind matrices in common. A mirror is left to
    // the bind matrices, which may undo it: they decide which side of a triangle is the front.
    let (before, rest) = match bind_shape.determinant() > 0.0 {
        true => (bind_shape, Affine::IDENTITY),
        false => (Affine::IDENTITY, bind_shape),
    };
    let joints = one(skin, "joints");
    let (mut names, mut inverse) = (Vec::new(), None);
    for input in joints.into_iter().flat_map(|joints| all(joints, "input")) {
        match input.attribute("semantic") {
            Some("JOINT") => names = library.names(input)?,
            Some("INV_BIND_MATRIX") => inverse = library.finite_source(input)?,
            _ => {}
        }
    }
    library.charge(names.len().saturating_mul(roots.len().saturating_mul(16).saturating_add(128)))?;
    let mut out = Skin::default();
    let mut missing = Vec::new();
    for (number, name) in names.iter().enumerate() {
        match tree.named(name, roots) {
            Some(node) => out.joints.push(node),
            None => missing.push(*name),
        }
        let stored: Option<Vec<f64>> = inverse
            .as_ref()
            .and_then(|source| source.values(number))
            .map(|row| row.iter().map(|part| f64::from(*part)).collect());
        let bind = stored.and_then(|values| matrix(&values)).unwrap_or(Affine::IDENTITY);
        out.inverse_bind.push(axes.transform(&bind).times(&rest).to_mat4());
    }
    if let Some(first) = missing.first() {
        let message = format!(
            "the mesh is not skinned, because the nodes of {} are missing, such as {first:?}",
            counted(missing.len(), "joint")
        );
        library.excuse(ProblemKind::Reference, message, skin)?;
        return Ok(None);
    }
    Ok(Some((out, before)).filter(|(skin, _)| !skin.joints.is_empty()))
}

/// Reports that weights were dropped.
pub(super) fn report_cut(n_cut: usize, skin: Node<'_, '_>, library: &mut Library<'_>) -> Result<(), Problem> {
    if n_cut == 0 {
        return Ok(());
    }
    let message = format!("only the eight largest weights were kept: {}", counted(n_cut, "vertex"));
    let problem = Problem::new(ProblemKind::Dropped, message).code(LossCode::WeightTruncated);
    library.reports.excuse(problem.with_path(super::document::path(skin)))
}
