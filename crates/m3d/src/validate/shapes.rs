//! Checks of shapes.

use super::{Findings, title};
use crate::model::{Chunk, Command, Model};
use crate::rules::*;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Shape(shape) = chunk else { continue };
        for (i, command) in shape.commands.iter().enumerate() {
            let path = |field| format!("{}, commands[{i}].{field}", title(number, chunk));
            if matches!(command, Command::Mesh { .. }) {
                findings.add(&M3D052, path("id"), "one", "");
            }
            if command.n_values() == Some(0) {
                findings.add(&M3D053, path("count"), command.keyword(), "");
            }
        }
    }
}
