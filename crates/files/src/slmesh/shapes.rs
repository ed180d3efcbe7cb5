//! The faces and joints of mesh assets, including those in an upload.

use super::SecondLife;
use crate::shapes::{Bone, See, Shape, Surface, corners, tally};
use geom::{Mat4, Vec3};
use slmesh::{Level, MeshAsset};
use std::ops::ControlFlow;

pub(super) fn of_second_life(model: &SecondLife, see: &mut See<'_>) -> ControlFlow<()> {
    match model {
        SecondLife::Asset(asset) => of_asset(asset, see),
        SecondLife::Container(container) => container.assets().try_for_each(|asset| of_asset(asset, see)),
    }
}

fn of_asset(asset: &MeshAsset, see: &mut See<'_>) -> ControlFlow<()> {
    for (number, level) in Level::ALL.into_iter().rev().enumerate() {
        let faces = asset.level(level).into_iter().flat_map(|level| &level.faces);
        for (i, face) in faces.enumerate() {
            let positions: Vec<Vec3> = face.positions().collect();
            let material = asset.material_list.as_ref().and_then(|names| names.get(i));
            let name = || material.map(|name| name.to_str_lossy()).unwrap_or_default();
            see(Shape::Surface(Surface {
                level: number,
                n_vertices: face.n_vertices(),
                n_faces: face.n_triangles(),
                n_triangles: face.n_triangles(),
                triangles: corners(face.triangles(), move |index| positions.get(index).copied()),
                has_uv: face.tex_coord0.as_ref().is_some_and(|all| !all.is_empty()),
                has_skin: face.weights.as_ref().is_some_and(|all| !all.is_empty()),
                has_colour: false,
                material: material.is_some().then_some(&name),
            }))?;
        }
    }
    joints(asset, see)
}

fn joints(asset: &MeshAsset, see: &mut See<'_>) -> ControlFlow<()> {
    let Some(skin) = asset.skin.as_ref().and_then(slmesh::Block::value) else {
        return ControlFlow::Continue(());
    };
    let names = skin.joint_names.as_deref().unwrap_or_default();
    let mut moved = vec![0; names.len()];
    let faces = asset.level(Level::High).into_iter().flat_map(|level| &level.faces);
    for influence in faces.filter_map(|face| face.weights.as_ref()).flatten().flatten() {
        tally(&mut moved, influence.joint.into());
    }
    for (i, (name, n_influenced)) in names.iter().zip(moved).enumerate() {
        let at_rest = |bind: Mat4| bind.transform_point(Vec3::ZERO);
        see(Shape::Bone(Bone {
            name: &|| name.to_str_lossy(),
            parent: None,
            position: skin.bind(i).map(at_rest),
            n_influenced,
        }))?;
    }
    ControlFlow::Continue(())
}
