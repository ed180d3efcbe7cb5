//! Writes headers and records that are longer than their known fields. Format document, section 3.

use super::equal;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{Mesh, NameTable};

/// The size to state in a header with `known` known bytes. [`header_end`] writes its surplus bytes.
pub(super) fn header_size(mesh: &Mesh, known: u16) -> Result<u16, Error> {
    match mesh.sizes.header {
        Some(stated) => Ok(stated),
        None => count(mesh.surplus.header.len().saturating_add(known.into()), "surplus.header"),
    }
}

/// Checks that a reader will detect the wrong size of the header. `body` and `trailing` are the lengths of the data
/// after it.
pub(super) fn is_wrong(mesh: &Mesh, known: u16, body: usize, trailing: usize) -> Result<(), Error> {
    let Some(stated) = mesh.sizes.header else { return Ok(()) };
    let surplus = stated.checked_sub(known).map(usize::from);
    let seems_longer =
        surplus.is_some_and(|surplus| trailing > 0 && surplus <= body.saturating_add(trailing));
    if stated == known || seems_longer || !mesh.surplus.header.is_empty() {
        let expected = format!("a size that a header of {known} bytes cannot have").into();
        return Err(Error::model(ErrorKind::Unexpected { expected, found: stated.to_string() })
            .inside("sizes.header"));
    }
    Ok(())
}

pub(super) fn header_end(out: &mut Output, mesh: &Mesh) {
    out.bytes(&mesh.surplus.header);
}

/// Writes records of `size` bytes each, of which the first `N` are known.
pub(super) fn strided<const N: usize, T: Wire<N>>(
    out: &mut Output,
    name: &'static str,
    rows: &[T],
    size: usize,
    surplus: &[u8],
) -> Result<(), Error> {
    let Some(surplus_size) = size.checked_sub(N) else {
        equal(name, rows.len(), 0)?;
        return equal("bytes of surplus", surplus.len(), 0).map_err(|error| error.inside(name));
    };
    let expected = surplus_size.saturating_mul(rows.len());
    equal("bytes of surplus", surplus.len(), expected).map_err(|error| error.inside(name))?;
    if surplus_size == 0 {
        out.rows(rows);
        return Ok(());
    }
    for (row, surplus) in rows.iter().zip(surplus.chunks(surplus_size)) {
        out.value(row);
        out.bytes(surplus);
    }
    Ok(())
}

/// Writes a table of names.
pub(super) fn names(out: &mut Output, names: &NameTable) {
    out.bytes(&names.0);
}
