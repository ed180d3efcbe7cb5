//! `COREMESH`: the geometry. Format document, sections 9.1 and 9.6.

use crate::mould::output::{Output, count};
use crate::{Error, ErrorKind, Mesh};

/// The payload of the version that the geometry asks for.
pub(super) fn coremesh(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    match &mesh.draco {
        Some(stream) => draco(out, mesh, stream),
        None => plain(out, mesh),
    }
}

fn plain(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    out.value(&count::<u32>(mesh.vertices.len(), "vertices")?);
    out.rows(&mesh.vertices);
    out.value(&count::<u32>(mesh.faces.len(), "faces")?);
    out.rows(&mesh.faces);
    Ok(())
}

fn draco(out: &mut Output, mesh: &Mesh, stream: &[u8]) -> Result<(), Error> {
    if !mesh.vertices.is_empty() || !mesh.faces.is_empty() {
        let what = "both vertices or faces and a Draco stream";
        return Err(Error::model(ErrorKind::CannotHold { version: mesh.version, what: what.into() }));
    }
    out.value(&count::<u32>(stream.len(), "draco")?);
    out.bytes(stream);
    Ok(())
}
