//! Convenience methods on models.

mod library;
mod lookup;
mod texture;
mod titles;

pub use lookup::Colours;
pub use texture::Texture;
pub use titles::Author;
