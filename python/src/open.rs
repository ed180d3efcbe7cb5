//! Opening of files: the content of a file determines the class.

use crate::document::Document;
use crate::file::File;
use crate::llsd::Llsd;
use crate::model::Model;
use crate::opening::Opening;
use crate::source::FileSource;
use pyo3::prelude::*;
use rezkit::exchange::converts;
use rezkit::{Family, Format};
use std::path::Path;

/// Opens a file: a path, or anything that holds bytes.
///
/// A model or place of Roblox becomes a Document; a mesh, glTF, OBJ or Collada a Model; LLSD becomes Llsd; any other
/// file that can be read a File. The format is recognised by the content; the name is only compared with it.
///
/// >>> import rezkit
/// >>> rezkit.open(b"{'legs':i4}").value
/// {'legs': 4}
/// >>> rezkit.open(b"<html>")
/// Traceback (most recent call last):
///     ...
/// rezkit.FormatError: this is an HTML page, which cannot be read here
#[pyfunction]
#[pyo3(signature = (source, *, name=None, strict=false, max_memory=None))]
pub(crate) fn open<'py>(
    py: Python<'py>,
    source: FileSource,
    name: Option<String>,
    strict: bool,
    max_memory: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let name = name.or_else(|| source.name());
    let (bytes, path) = (source.to_object(py)?, source.path().map(Path::to_owned));
    let opening = Opening { name: name.as_deref(), strict, max_memory };
    let file = File::new(py, bytes, path, matches!(source, FileSource::Path(_)), opening);
    let (format, family) = (file.identity().format, file.identity().family);
    match family {
        Family::RbxBinary | Family::RbxXml => {
            let document = Document::open(&file, py)?;
            Ok(Bound::new(py, PyClassInitializer::from(file).add_subclass(document))?.into_any())
        }
        Family::Llsd => {
            let value = Llsd::open(&file, py)?;
            Ok(Bound::new(py, PyClassInitializer::from(file).add_subclass(value))?.into_any())
        }
        _ if converts(format, Format::Glb) => {
            let model = Model::open(&file, py)?;
            Ok(Bound::new(py, PyClassInitializer::from(file).add_subclass(model))?.into_any())
        }
        _ => {
            file.read(py, |_| Ok(()))?;
            Ok(Bound::new(py, file)?.into_any())
        }
    }
}
