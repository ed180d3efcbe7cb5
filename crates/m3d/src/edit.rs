//! Changes that keep a model sound: widths, references and tables follow.
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
