#![doc = include_str!("../README.md")]

mod below;
mod original;
mod part;
#[cfg(test)]
mod scratch;
mod staged;
mod stamp;

pub use below::{make_folders, make_room, no_link, stage_below};
pub use original::{
    ChangedMeanwhile, Draft, FOLDER, Original, Undone, is_changed_meanwhile, remove_unchanged, undo,
};
pub use part::clear_parts;
pub use staged::{Sink, Staged, Staging, replaced, save, stage, stage_parts};
pub use stamp::Stamp;
