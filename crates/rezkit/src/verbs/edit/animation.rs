//! Edits of Second Life animations.

use super::meshes::{Node, Parts, parsed};
use scene::{Problem, ProblemKind};
use slmesh::anim::{Animation, HAND_POSES};

impl Parts for Animation {
    const NAMES: &[&str] = &["emote", "constraints", "trailing"];

    fn strip(&mut self, part: &str) -> Option<usize> {
        Some(match part {
            "emote" => usize::from(!std::mem::take(&mut self.emote_name).is_empty()),
            "constraints" => std::mem::take(&mut self.constraints).len(),
            "trailing" => usize::from(!std::mem::take(&mut self.trailing).is_empty()),
            _ => return None,
        })
    }

    /// Sets a field by its name in `rez print`, or by a shorter one. A new duration stretches the keys, which are
    /// fractions of it.
    fn set(&mut self, node: &Node, property: &str, text: &str) -> Result<bool, Problem> {
        if node.kind == b"joint" && property == "priority" {
            let priority = parsed(text)?;
            let joints = self.joints.iter_mut().filter(|joint| joint.name.as_bytes() == node.name);
            joints.for_each(|joint| joint.priority = priority);
            return Ok(true);
        }
        if !node.is_file {
            return Ok(false);
        }
        match property {
            "base_priority" | "priority" => self.base_priority = parsed(text)?,
            "duration" => self.duration = parsed(text)?,
            "emote_name" | "emote" => self.emote_name = super::super::quotes::plain(text).into(),
            "loop_in_point" | "loop_in" => self.loop_in_point = parsed(text)?,
            "loop_out_point" | "loop_out" => self.loop_out_point = parsed(text)?,
            "loops" | "loop" => self.loops = number_or_flag(text)?,
            "ease_in_duration" | "ease_in" => self.ease_in_duration = parsed(text)?,
            "ease_out_duration" | "ease_out" => self.ease_out_duration = parsed(text)?,
            "hand_pose" => self.hand_pose = hand_pose(text)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn number_or_flag(text: &str) -> Result<i32, Problem> {
    match text.trim() {
        "true" => Ok(1),
        "false" => Ok(0),
        number => parsed(number),
    }
}

/// Parses a hand pose: its number, or its name as `rez print` prints it.
fn hand_pose(text: &str) -> Result<u32, Problem> {
    let text = super::super::quotes::plain(text);
    let name = text.trim();
    let named = (0_u32..).zip(HAND_POSES).find(|(_, pose)| *pose == name).map(|(number, _)| number);
    named.or_else(|| name.parse().ok()).ok_or_else(|| {
        let message = format!("{name:?} is not a hand pose; the hand poses are {}", HAND_POSES.join(", "));
        Problem::new(ProblemKind::Value, message)
    })
}
