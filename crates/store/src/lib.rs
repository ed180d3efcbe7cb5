#![doc = include_str!("../README.md")]

mod below;
mod copies;
mod original;
mod part;
#[cfg(test)]
mod scratch;
mod staged;
mod stamp;

pub use below::{make_room, no_link, stage_below};
pub use copies::{FOLDER, Undone, undo};
pub use original::{ChangedMeanwhile, Draft, Original, is_changed_meanwhile, remove_unchanged};
pub use part::clear_parts;
pub use staged::{Sink, Staged, Staging, replaced, save, stage, stage_parts};
pub use stamp::Stamp;
