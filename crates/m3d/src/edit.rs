//! Changes that keep a model valid: widths, references and tables are updated.
//!
//! Each method widens only the fields that it touches, and takes no time for the rest of the model.

mod assets;
mod compact;
mod materials;
mod points;
mod skeleton;
mod strip;

pub use assets::AssetFile;
pub use materials::NewValue;
pub use strip::Part;
