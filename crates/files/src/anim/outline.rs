//! Outlines of animations of Second Life's avatar.

use super::hand_pose;
use crate::outline::Viewer;
use crate::outline::sheet::Sheet;
use scene::Problem;
use slmesh::anim::{Animation, Constraint, ConstraintKind, Joint};

pub(crate) fn of_animation(model: &Animation, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    let mut sheet = Sheet::new("Second Life animation", memory);
    sheet.word(0, "version", model.version);
    sheet.word(0, "base_priority", model.base_priority);
    sheet.number(0, "duration", model.duration);
    sheet.text(0, "emote_name", model.emote_name.as_bytes());
    sheet.number(0, "loop_in_point", model.loop_in_point);
    sheet.number(0, "loop_out_point", model.loop_out_point);
    sheet.word(0, "loops", model.loops);
    sheet.number(0, "ease_in_duration", model.ease_in_duration);
    sheet.number(0, "ease_out_duration", model.ease_out_duration);
    sheet.word(0, "hand_pose", hand_pose(model.hand_pose));
    sheet.blob(0, "trailing", &model.trailing);
    for joint in sheet.first(0, &model.joints) {
        of_joint(joint, model.duration, &mut sheet);
    }
    for (number, constraint) in sheet.first(0, &model.constraints).enumerate() {
        let node = sheet.numbered(0, "constraint", number);
        of_constraint(constraint, node, &mut sheet);
    }
    sheet.show(look)
}

fn of_joint<'m>(joint: &'m Joint, duration: f32, sheet: &mut Sheet<'m>) {
    let node = sheet.named(0, "joint", joint.name.as_bytes());
    sheet.word(node, "priority", joint.priority);
    let rotations = joint.rotations.rotations(duration);
    for (number, (time, rotation)) in sheet.first(node, &rotations).enumerate() {
        let key = sheet.numbered(node, "rotation", number);
        sheet.number(key, "time", *time);
        sheet.numbers(key, "value", rotation.to_array());
    }
    let positions = joint.positions.positions(duration);
    for (number, (time, position)) in sheet.first(node, &positions).enumerate() {
        let key = sheet.numbered(node, "position", number);
        sheet.number(key, "time", *time);
        sheet.numbers(key, "value", position.to_array());
    }
}

fn of_constraint<'m>(constraint: &'m Constraint, node: u32, sheet: &mut Sheet<'m>) {
    match constraint.kind() {
        Some(ConstraintKind::Point) => sheet.word(node, "type", "point"),
        Some(ConstraintKind::Plane) => sheet.word(node, "type", "plane"),
        _ => sheet.word(node, "type", constraint.constraint_type),
    }
    sheet.word(node, "chain_length", constraint.chain_length);
    sheet.text(node, "source_volume", constraint.source_volume.name());
    sheet.blob(node, "source_leftover", constraint.source_volume.leftover());
    sheet.numbers(node, "source_offset", constraint.source_offset.to_array());
    sheet.text(node, "target_volume", constraint.target_volume.name());
    sheet.blob(node, "target_leftover", constraint.target_volume.leftover());
    sheet.numbers(node, "target_offset", constraint.target_offset.to_array());
    sheet.numbers(node, "target_dir", constraint.target_dir.to_array());
    sheet.number(node, "ease_in_start", constraint.ease_in_start);
    sheet.number(node, "ease_in_stop", constraint.ease_in_stop);
    sheet.number(node, "ease_out_start", constraint.ease_out_start);
    sheet.number(node, "ease_out_stop", constraint.ease_out_stop);
}
