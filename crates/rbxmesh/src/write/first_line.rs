//! Writes the first line, which states the version. Format document, section 2.

use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{LineEnd, Mesh, Version};
use crate::wire::MAGIC;

pub(super) fn first_line(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    out.bytes(MAGIC);
    version(out, mesh.version)?;
    line_end(out, mesh.line_end);
    Ok(())
}

fn version(out: &mut Output, version: Version) -> Result<(), Error> {
    if version.minor > 99 {
        return Err(Error::model(ErrorKind::UnknownVersion { version }));
    }
    out.bytes(version.to_string().as_bytes());
    Ok(())
}

pub(super) fn line_end(out: &mut Output, line_end: LineEnd) {
    out.bytes(match line_end {
        LineEnd::Lf => b"\n",
        LineEnd::CrLf => b"\r\n",
    });
}
