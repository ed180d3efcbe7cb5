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

use crate::common::error::Error;
use crate::error::ErrorKind;

/// The index of a new item after `len` others; the two highest numbers are no indices.
fn index_after(len: usize) -> Result<u32, Error> {
    let index = u32::try_from(len).ok().filter(|index| *index < u32::MAX - 1);
    index.ok_or_else(|| Error::model(ErrorKind::TooLong { len }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_highest_numbers_are_no_indices() {
        assert_eq!(index_after(0xffff_fffd), Ok(0xffff_fffd));
        let error = index_after(0xffff_fffe).unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::TooLong { len: 0xffff_fffe });
    }
}
