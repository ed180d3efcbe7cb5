//! A trial conversion back to the source format without extras, which finds all differences for the report.

use super::WrittenFiles;
use crate::verbs::diff::{Change, ChangeKind, DiffOptions, diff};
use convert::{AssetOptions, SceneOptions, bytes_of, from_scene, read};
use files::{Asset, File, OpenOptions};
use scene::loss::{LossCode, LossSeverity, Losses};

/// Upper bound on the paths in the report.
const MOST_PATHS: usize = 1000;

/// Reports every path at which a model differs from the result of converting its scene back.
pub(super) fn report(source: &[u8], files: &WrittenFiles, options: &SceneOptions, losses: &mut Losses) {
    let Some(back) = back(source, &files.bytes, &files.beside, options) else { return };
    let open = OpenOptions::default();
    let Some((was, is)) = File::open(source, &open).ok().zip(File::open(&back, &open).ok()) else { return };
    let mut paths: Vec<String> = Vec::new();
    let compared = diff(&was, &is, &DiffOptions::default().tolerance(0.0), &mut |change| {
        paths.extend(paths_of(&change));
        std::ops::ControlFlow::Continue(())
    });
    if compared.is_err() {
        return;
    }
    paths.sort();
    paths.dedup();
    // The differences found replace the general loss of fields that may differ.
    losses.0.retain(|loss| loss.code != LossCode::FileFields || loss.severity == LossSeverity::Note);
    let what = "values differ after converting back";
    losses.report(LossCode::FileFields, LossSeverity::Changed, what, paths.len(), "");
    if let Some(loss) = losses.0.last_mut().filter(|_| !paths.is_empty()) {
        paths.truncate(MOST_PATHS);
        loss.places = paths;
    }
}

/// Converts the file of a scene back to the format of its source.
fn back(
    source: &[u8],
    scene: &[u8],
    beside: &[(String, Vec<u8>)],
    options: &SceneOptions,
) -> Option<Vec<u8>> {
    let format = Asset::read(source).ok()?.format();
    let mut files =
        |name: &str| beside.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes.clone());
    let (scene, _) = read(scene, options, &mut files).ok()?;
    let (asset, _) = from_scene(&scene, format, &AssetOptions::default()).ok()?;
    drop(scene);
    bytes_of(&asset).ok()
}

/// The paths of the properties that differ; for a part that exists on one side only, the path of the part.
fn paths_of(change: &Change) -> Vec<String> {
    let at =
        |name: &str| if change.path.is_empty() { name.to_owned() } else { format!("{}.{name}", change.path) };
    match change.kind {
        ChangeKind::Added | ChangeKind::Removed => vec![change.path.clone()],
        _ if change.properties.is_empty() => vec![change.path.clone()],
        _ => change.properties.iter().map(|property| at(&property.name)).collect(),
    }
}
