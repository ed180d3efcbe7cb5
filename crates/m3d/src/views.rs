//! What users look for in a model.

mod library;
mod lookup;
mod texture;
mod titles;

pub use texture::Texture;
pub use titles::Author;
