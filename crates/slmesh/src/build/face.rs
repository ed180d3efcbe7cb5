//! Converts a face from floats to stored numbers.

use super::patches::Patch;
use super::{Report, UnitCubeFit};
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Domain, Face, Influences, Rounding, quantise_normal};
use geom::{TriMesh, Vec2};

/// The tolerance for the sum of weights. It allows for four truncated or rounded numbers, each off by up to one step.
const SLACK: f32 = 4.5 / 65_535.0;

/// The settings that all faces of a mesh share.
pub(super) struct Faces<'b> {
    pub(super) mesh: &'b TriMesh,
    pub(super) fit: &'b UnitCubeFit,
    pub(super) domain: Domain<3>,
    pub(super) rounding: Rounding,
    /// The number of joints; `None` without a skin.
    pub(super) n_joints: Option<usize>,
    pub(super) normalized_scale: Option<[f64; 3]>,
}

impl Faces<'_> {
    pub(super) fn face(&self, patch: &Patch, report: &mut Report) -> Result<Face, Error> {
        // As in the viewer, fewer than three vertices are no face.
        if patch.vertices.len() < 3 {
            report.n_too_small = report.n_too_small.saturating_add(usize::from(!patch.triangles.is_empty()));
            return Ok(Face { no_geometry: Some(true), ..Face::default() });
        }
        let Self { mesh, fit, domain, rounding, .. } = self;
        let positions = patch.values(&mesh.positions).map(|position| fit.point(position).to_array());
        let normals = patch.values(&mesh.normals).map(|normal| fit.normal(normal).to_array());
        // V points down in meshes and up in the file.
        let coords: Vec<[f32; 2]> = patch.values(&mesh.uvs).map(|Vec2 { x, y }| [x, 1.0 - y]).collect();
        let coord_domain = Domain::around(coords.iter().copied());
        let has = |len: usize| len > 0;
        let normals: Vec<_> = normals.map(|normal| quantise_normal(normal, *rounding)).collect();
        Ok(Face {
            position: Some(domain.quantise_all(positions, *rounding)),
            position_domain: Some(*domain),
            normalized_scale: self.normalized_scale,
            normal: has(normals.len()).then_some(normals),
            tex_coord0: has(coords.len())
                .then(|| coord_domain.quantise_all(coords.iter().copied(), *rounding)),
            tex_coord0_domain: has(coords.len()).then_some(coord_domain),
            triangle_list: Some(patch.triangles.clone()),
            weights: self.weights(patch, report)?,
            ..Face::default()
        })
    }

    fn weights(&self, patch: &Patch, report: &mut Report) -> Result<Option<Vec<Influences>>, Error> {
        let Some(n_joints) = self.n_joints.filter(|_| !self.mesh.joints.is_empty()) else { return Ok(None) };
        let both = patch.values(&self.mesh.joints).zip(patch.values(&self.mesh.weights));
        let all = both.map(|(joints, weights)| {
            let mut shares: Vec<(u8, f32)> = Vec::with_capacity(4);
            for (joint, weight) in
                joints.into_iter().zip(weights.to_array()).filter(|(_, weight)| *weight > 0.0)
            {
                let is_there = usize::from(joint) < n_joints;
                match u8::try_from(joint) {
                    Ok(small @ 0..=254) if is_there => shares.push((small, weight)),
                    _ => {
                        // The number 255 ends the influences of a vertex.
                        let bound = n_joints.min(255) as u64;
                        let kind = ErrorKind::OutOfRange { what: "joint", found: joint.into(), bound };
                        return Err(Error::model(kind));
                    }
                }
            }
            // As in the viewer, the strongest come first: format document, section 6.
            shares.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            let sum: f32 = shares.iter().map(|(_, share)| share).sum();
            if shares.is_empty() {
                report.n_unweighted = report.n_unweighted.saturating_add(1);
            } else if (sum - 1.0).abs() > SLACK {
                shares.iter_mut().for_each(|(_, share)| *share /= sum);
                report.n_renormalised = report.n_renormalised.saturating_add(1);
            }
            // There are at most four influences, and none is of joint 255, so this cannot fail.
            Ok(Influences::from_shares(shares, self.rounding).unwrap_or_default())
        });
        all.collect::<Result<_, _>>().map(Some)
    }
}

impl Patch {
    /// The values of the patch's vertices; empty if the mesh has no values of this kind.
    fn values<'v, T: Copy + Default>(&'v self, values: &'v [T]) -> impl Iterator<Item = T> + 'v {
        let vertices = if values.is_empty() { &[][..] } else { &self.vertices };
        vertices.iter().map(|vertex| values.get(*vertex as usize).copied().unwrap_or_default())
    }
}
