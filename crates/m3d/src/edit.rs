//! Changes that keep a model sound: widths, references and tables follow.
//!
//! Each method widens only the fields that it touches, and takes no time for the rest of the model.

mod assets;
mod materials;
mod points;
mod skeleton;

pub use materials::NewValue;
