//! Convenience methods on models.

mod library;
mod lookup;
mod texture;
mod titles;
mod uses;

pub use lookup::Colours;
pub use texture::Texture;
pub use titles::Author;
pub use uses::VertexUse;
