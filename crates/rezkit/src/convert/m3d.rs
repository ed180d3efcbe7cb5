//! Conversion of Model 3D between its binary form and text.

use super::{Converted, Losses, refused};
use crate::codec::Codec;
use crate::{File, Format, Problem};
use m3d::{Model, ascii};

pub(super) fn convert(file: &File<'_>, to: Format) -> Result<Converted, Problem> {
    let (model, warnings) = Model::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    if to == Format::A3d {
        for ascii::Loss { path, what } in ascii::losses(&model) {
            losses.add(&what, || path);
        }
        return Ok(losses.with(ascii::write(&model).map_err(refused)?));
    }
    if ascii::detect(file.bytes()) {
        files_beside(&model, &mut losses);
    }
    Ok(losses.with(m3d::write(&model).map_err(refused)?))
}

/// A text only names its preview and its assets, whose bytes are in separate files.
fn files_beside(model: &Model, losses: &mut Losses) {
    const WHAT: &str = "files that the text names, which are not in it";
    if model.preview.as_ref().is_some_and(Vec::is_empty) {
        losses.add(WHAT, || "preview.png".into());
    }
    for asset in model.assets().filter(|asset| asset.data.is_empty()) {
        losses.add(WHAT, || model.text(asset.name).to_string());
    }
}
