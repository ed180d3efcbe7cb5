//! Writing of the HEAD chunk. Format document, section 4.

use super::frame::frame;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{Model, Types, Width};

pub(super) fn head(out: &mut Output, model: &Model) -> Result<(), Error> {
    let head = frame(out, *b"HEAD", |out| {
        out.value(&model.scale);
        types(out, &model.types)?;
        out.bytes(&model.strings.bytes);
        Ok(())
    });
    head.map_err(|error| error.inside("header"))
}

/// Writes the types. Vertex indices and string offsets must be present, and voxels cannot have four bytes: format
/// document, section 4.1.
fn types(out: &mut Output, types: &Types) -> Result<(), Error> {
    let refuse = |what| Err(Error::model(ErrorKind::AbsentType { what }).inside("types"));
    match types {
        Types { vertex: Width::Absent, .. } => refuse("vertex"),
        Types { string: Width::Absent, .. } => refuse("string"),
        Types { voxel: Width::Four, .. } => refuse("voxel of four bytes"),
        Types { reserved: 64.., .. } => {
            let (value, width) = (types.reserved.to_string(), "six bits");
            Err(Error::model(ErrorKind::DoesNotFit { what: "reserved", value, width }).inside("types"))
        }
        types => {
            out.value(&types.to_bits());
            Ok(())
        }
    }
}
