//! Animations of Second Life's avatar.

mod outline;

use super::Format;
use super::codec::Codec;
use super::facts::Facts;
use super::identify::{Found, Version};
use super::items::{Item, Items, List, of_rules};
use super::laws::Exact;
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::Viewer;
use super::rules::{Findings, Profile};
use scene::problem::Problem;
use slmesh::anim::{Animation, HAND_POSES};
use std::ops::ControlFlow;

/// The functions and types of the animation format, some of which it shares with meshes.
mod motion {
    pub(super) use slmesh::anim::*;
    pub(super) use slmesh::{
        Error, ErrorKind, Finding, Findings, Limits, Place, ReadOptions, Rule, Same, Severity, Warnings,
        WriteOptions,
    };
}

codec_recorded!(anim, self::motion, Animation; elements);

impl Described for Animation {
    const TITLE: &'static str = "Second Life animation";
    const BYTES_OF_ELEMENT: usize = 40;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        let version = Version::of_text(if bytes.first() == Some(&1) { "1.0" } else { "0.1" })?;
        slmesh::anim::detect(bytes).then(|| Found::version(Format::SlAnim, version))
    }
}

impl AnyModel for Animation {
    fn owed(&self, _: &[u8]) -> Exact {
        Exact::Bytes
    }

    fn findings(&self, _: &[u8], _: Options, _: &[Profile]) -> Result<Findings, Problem> {
        Ok(Codec::validate(self))
    }

    fn facts(&self, _: &[u8], facts: &mut Facts) {
        facts.version = Some(self.version.to_string());
        facts.text("duration", format!("{} seconds", self.duration));
        facts.text("priority", self.base_priority.to_string());
        if self.loops != 0 {
            facts.text("loop", format!("from {} to {} seconds", self.loop_in_point, self.loop_out_point));
        }
        facts.text("ease", format!("in {}, out {} seconds", self.ease_in_duration, self.ease_out_duration));
        facts.text("hands", hand_pose(self.hand_pose));
        if !self.emote_name.is_empty() {
            facts.text("emote", self.emote_name.to_str_lossy());
        }
        facts.count("joints", self.joints.len());
        let sum = |n: fn(&slmesh::anim::Joint) -> usize| self.joints.iter().map(n).sum();
        facts.count("rotation keys", sum(|joint| joint.rotations.len()));
        facts.count("position keys", sum(|joint| joint.positions.len()));
        facts.count("constraints", self.constraints.len());
        facts.count("bytes after the end", self.trailing.len());
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        match what {
            List::Strings => {
                let emote = Some(&self.emote_name).filter(|name| !name.is_empty());
                items.extend(emote.map(|name| Item::new("emote_name", "emote", name.to_str_lossy(), 0)))?;
                let joints = self.joints.iter().enumerate();
                items.extend(joints.map(|(i, joint)| {
                    Item::new(format!("joints[{i}].name"), "joint", joint.name.to_str_lossy(), 0)
                }))
            }
            List::Classes => {
                let sum = |n: fn(&slmesh::anim::Joint) -> usize| self.joints.iter().map(n).sum();
                let counts = [
                    ("joint", self.joints.len()),
                    ("rotation", sum(|joint| joint.rotations.len())),
                    ("position", sum(|joint| joint.positions.len())),
                    ("constraint", self.constraints.len()),
                ];
                let some = counts.into_iter().filter(|(_, count)| *count > 0);
                items.extend(some.map(|(kind, count)| Item::new("", kind, "", count)))
            }
            List::Dangling => of_rules(Codec::validate(self), &["SLA008", "SLA026", "SLA027"], items),
            List::Duplicates => of_rules(Codec::validate(self), &["SLA010"], items),
            _ => ControlFlow::Continue(()),
        }
    }

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_animation(self, memory, look)
    }
}

/// The name of a hand pose, or its number.
fn hand_pose(number: u32) -> String {
    let name = HAND_POSES.get(number as usize);
    name.map_or_else(|| number.to_string(), |name| (*name).to_owned())
}
