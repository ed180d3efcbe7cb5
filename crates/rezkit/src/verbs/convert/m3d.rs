//! Conversion of Model 3D between its binary form and text.

use super::{Converted, Losses, refused, with};
use files::File;
use files::Format;
use files::codec::Codec;
use m3d::{Coordinates, Model, ReadOptions, TexCoords, ascii};
use scene::Problem;

pub(super) fn convert(file: &File<'_>, to: Format) -> Result<Converted, Problem> {
    let (model, warnings) = Model::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    if to == Format::A3d {
        for ascii::Loss { path, what } in ascii::losses(&model) {
            losses.add(&what, || path);
        }
        return Ok(with(losses, ascii::write(&model).map_err(refused)?));
    }
    let bytes = m3d::write(&model).map_err(refused)?;
    if ascii::detect(file.bytes()) {
        files_beside(&model, &mut losses);
        let n_rounded = n_rounded(file.bytes());
        losses.add_many("numbers of double precision, which were rounded", n_rounded);
        // The text form allows models that are invalid in the binary form; these warnings are losses.
        let (_, new) = Model::read(&bytes, file.options())?;
        for warning in &new.list {
            if !warnings.list.iter().any(|known| known.message == warning.message) {
                losses.add("parts that readers of the binary form reject", || warning.to_string());
            }
        }
    }
    Ok(with(losses, bytes))
}

/// The number of coordinates in a text that single precision cannot represent.
fn n_rounded(text: &[u8]) -> usize {
    let Ok((model, _)) = ascii::read_with(text, &ReadOptions::default().doubles(true)) else { return 0 };
    let vertices = model.vertices().map(|vertices| &vertices.coordinates);
    let pairs = model.texture_map().map(|map| &map.pairs);
    let vertices = match vertices {
        Some(Coordinates::F64(rows)) => rows.as_flattened(),
        _ => &[],
    };
    let pairs = match pairs {
        Some(TexCoords::F64(rows)) => rows.as_flattened(),
        _ => &[],
    };
    vertices.iter().chain(pairs).filter(|number| !is_single(**number)).count()
}

/// Returns true if a number is written as programs write single precision: with enough digits to identify it, or more.
fn is_single(number: f64) -> bool {
    #[expect(clippy::cast_possible_truncation, reason = "that is the question")]
    let single = number as f32;
    // A relative error of 1e-9 corresponds to nine digits, which identify any `f32`.
    let is_close = (number - f64::from(single)).abs() <= number.abs() * 1e-9;
    is_close || single.to_string().parse() == Ok(number)
}

/// Reports the preview and the assets, which a text only names: their bytes are in separate files.
fn files_beside(model: &Model, losses: &mut Losses) {
    const WHAT: &str = "files that the text refers to and that are not part of it";
    if model.preview.as_ref().is_some_and(Vec::is_empty) {
        losses.add(WHAT, || "preview.png".into());
    }
    for asset in model.assets().filter(|asset| asset.data.is_empty()) {
        losses.add(WHAT, || String::from_utf8_lossy(model.strings.start(asset.name)).into_owned());
    }
}
