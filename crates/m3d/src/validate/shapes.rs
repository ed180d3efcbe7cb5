//! Shapes.

use super::{Findings, title};
use crate::rules::*;
use crate::{Chunk, Command, Model};

pub(super) fn check(model: &Model, findings: &mut Findings) {
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Shape(shape) = chunk else { continue };
        for (i, command) in shape.commands.iter().enumerate() {
            let path = |field| format!("{}, commands[{i}].{field}", title(number, chunk));
            if matches!(command, Command::Mesh { .. }) {
                findings.add(&M3D052, path("id"), "one", "");
            }
            if is_empty_list(command) {
                findings.add(&M3D053, path("count"), command.keyword(), "");
            }
        }
    }
}

fn is_empty_list(command: &Command) -> bool {
    match command {
        Command::ParametersU { values } | Command::ParametersV { values } => values.is_empty(),
        Command::Trim { curves } | Command::Hole { curves } | Command::SpecialCurves { curves } => {
            curves.is_empty()
        }
        Command::SpecialPoints { points }
        | Command::BezierCurve { points }
        | Command::BSplineCurve { points }
        | Command::RationalBezierCurve { points }
        | Command::RationalBSplineCurve { points }
        | Command::Bezier { points }
        | Command::Nurbs { points }
        | Command::Line { points }
        | Command::Polygon { points } => points.is_empty(),
        Command::BezierUvNormal { points } | Command::NurbsUvNormal { points } => points.is_empty(),
        Command::BezierUv { points } | Command::NurbsUv { points } => points.is_empty(),
        Command::BezierNormal { points } | Command::NurbsNormal { points } => points.is_empty(),
        _ => false,
    }
}
