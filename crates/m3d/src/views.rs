//! Convenience methods on models.

mod library;
mod lookup;
mod texture;
mod titles;

pub use texture::Texture;
pub use titles::Author;

pub(crate) use lookup::Colours;
