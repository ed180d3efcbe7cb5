//! A model with its tree.

use crate::model::Model;
use crate::outline::Outline;
use crate::tree::{Shape, Tree};
use std::sync::Arc;

/// A model with its tree, as returned by [`open`](crate::open()). Reading resolves the references of a file anyway, so
/// building the tree at the same time is cheap.
#[derive(Debug, Clone)]
pub struct Opened {
    model: Model,
    shape: Arc<Shape>,
}

impl Opened {
    pub(crate) fn new(model: Model, outline: Outline) -> Self {
        Self { model, shape: Arc::new(Shape::new(outline)) }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, which can be changed.
    #[must_use]
    pub fn into_model(self) -> Model {
        self.model
    }

    /// The tree of the model.
    #[must_use]
    pub fn tree(&self) -> Tree<'_> {
        Tree::with(&self.model, Arc::clone(&self.shape))
    }

    /// The model and its shape.
    pub(crate) fn into_parts(self) -> (Model, Arc<Shape>) {
        (self.model, self.shape)
    }
}
