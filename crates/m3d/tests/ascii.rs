//! The text form: samples, what its reader warns of, and its laws.

mod models;
mod support;

use m3d::{
    Canonical, Chunk, CoordinateType, ErrorKind, LineEnd, Model, Name, PropertyId, PropertyValue,
    ReadOptions, Same, SkinIndex, Title, VoxelIndex, WriteOptions, ascii,
};
use support::corpus;

/// A header with empty titles, and what follows it.
fn text(sections: &str) -> Vec<u8> {
    format!("3dmodel 1\nname\nlicence\nauthor\n\n\n{sections}").into_bytes()
}

fn read(sections: &str) -> Model {
    let (model, warnings) = ascii::read_with(&text(sections), &ReadOptions::default()).unwrap();
    assert_eq!(warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0], "{sections}");
    model
}

/// The texts of the warnings.
fn warnings(sections: &str) -> Vec<String> {
    let bytes = text(sections);
    let (_, warnings) = m3d::read_with(&bytes, &ReadOptions::default()).unwrap();
    let error = m3d::read_with(&bytes, &ReadOptions::default().strict(true)).err();
    assert_eq!(error.as_ref(), warnings.iter().next());
    warnings.iter().map(ToString::to_string).collect()
}
