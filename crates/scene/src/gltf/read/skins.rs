//! Reading of skins.

use super::super::context::Context;
use super::super::cursor::At;
use super::super::document::Document;
use crate::counted::counted;
use crate::mesh::Skin;
use crate::node::Role;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use geom::Mat4;

pub(super) fn skins(
    document: &Document<'_>,
    context: &mut Context,
    scene: &mut Scene,
) -> Result<(), Problem> {
    // For each node, the last skin that has it as a joint, so that the list need not be cleared for the next skin.
    let mut marks = vec![0; scene.nodes.len()];
    for (mark, at) in (1_usize..).zip(document.root().list("skins").iter()) {
        context.charge::<Skin>(&at, 1)?;
        let read = skin(document, context, at, &mut marks, mark);
        let skin = context.or_warn(read)?.unwrap_or_default();
        for joint in &skin.joints {
            if let Some(node) = scene.nodes.get_mut(*joint).filter(|node| node.role == Role::Plain) {
                node.role = Role::Joint;
            }
        }
        scene.skins.push(skin);
    }
    Ok(())
}

fn skin(
    document: &Document<'_>,
    context: &mut Context,
    at: At<'_>,
    marks: &mut [usize],
    mark: usize,
) -> Result<Skin, Problem> {
    let mut skin = Skin { name: at.name(), extras: at.extras(), ..Skin::default() };
    let joints = at.list("joints");
    context.charge::<usize>(&at, joints.len())?;
    for joint in joints.iter() {
        let index = joint.whole()?;
        let place = marks.get_mut(index);
        let place = place.ok_or_else(|| joint.fault(ProblemKind::Reference, "the node does not exist"))?;
        if std::mem::replace(place, mark) == mark {
            context.excuse(joint.fault(ProblemKind::Reference, "the joint is listed twice"))?;
        }
        skin.joints.push(index);
    }
    let Some(accessor) = document.accessor(at, "inverseBindMatrices", context)? else { return Ok(skin) };
    if accessor.width != 16 || accessor.count < skin.joints.len() {
        let message =
            format!("bind matrices: {}, for {}", accessor.count, counted(skin.joints.len(), "joint"));
        return Err(accessor.at.fault(ProblemKind::Value, message));
    }
    let floats = accessor.floats(context)?;
    context.charge::<Mat4>(&at, skin.joints.len())?;
    let matrices = floats.as_chunks().0.iter().take(skin.joints.len());
    skin.inverse_bind = matrices.map(|numbers| Mat4::from_cols_array(*numbers)).collect();
    Ok(skin)
}
