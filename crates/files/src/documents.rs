//! Reading models and places from files, and converting the errors and losses of documents.

use crate::Family;
use crate::codec::Codec;
use crate::file::File;
use crate::file::no_instances;
use crate::model::AnyModel as _;
use crate::outline::Viewer;
use dom::{ErrorKind, Model};
use scene::{Loss, LossCode, LossSeverity, Losses, Problem, ProblemKind, Warnings};

/// Reads a model or place; also returns the warnings.
///
/// # Errors
///
/// If the file has another format, or cannot be read.
pub fn read(file: &File<'_>) -> Result<(Model, Warnings), Problem> {
    fn model<M: Codec>(file: &File<'_>, own: fn(Box<M>) -> Model) -> Result<(Model, Warnings), Problem> {
        M::read(file.bytes(), file.options()).map(|(model, warnings)| (own(Box::new(model)), warnings))
    }
    match file.identity().format.family() {
        Family::RbxBinary => model(file, Model::Binary),
        Family::RbxXml => model(file, Model::Xml),
        _ => Err(no_instances(file.identity().format)),
    }
}

/// Shows a model as an outline, within a memory limit in bytes.
///
/// # Errors
///
/// If the outline would exceed the limit.
pub fn outline(model: &Model, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    match model {
        Model::Binary(model) => model.outline(memory, look),
        Model::Xml(document) => document.outline(memory, look),
    }
}

/// Converts an error of a document.
#[cold]
pub fn problem(error: dom::Error) -> Problem {
    let kind = match error.kind {
        ErrorKind::Reference => ProblemKind::Reference,
        ErrorKind::Value => ProblemKind::Value,
        ErrorKind::Format => ProblemKind::Format,
        _ => ProblemKind::Unsupported,
    };
    Problem::new(kind, error.message)
}

/// Converts the losses of saving a document.
#[must_use]
pub fn losses(of: Vec<dom::Loss>) -> Vec<Loss> {
    let mut losses = Losses::default();
    for loss in of {
        let severity = if loss.is_made_up { LossSeverity::Changed } else { LossSeverity::Lost };
        for place in &loss.places {
            losses.report(LossCode::Value, severity, &loss.what, 1, place);
        }
    }
    losses.0
}
