//! Saved uploads of a viewer, and their mesh assets.

use super::{Converted, Loss, Losses, impossible, refused, with};
use files::File;
use files::Format;
use files::codec::Codec;
use llsd::{Kind, Map, Value};
use scene::{Problem, ProblemKind};
use serde::Serialize;
use slmesh::slm::Container;

/// An asset from a saved upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Extracted {
    /// The name of the asset: the label of its first instance; empty if it has none.
    pub label: String,
    /// The bytes of the asset.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Extracts the assets of a saved upload (`.slm`), with their bytes unchanged.
///
/// # Errors
///
/// If the file is not a saved upload or cannot be read.
pub fn extract_assets(file: &File<'_>) -> Result<(Vec<Extracted>, Vec<Loss>), Problem> {
    if file.identity().format != Format::Slm {
        return Err(impossible(file.identity().format, Format::SlMesh));
    }
    let (container, warnings) = <Container as Codec>::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    if container.name.is_some() {
        losses.add_many("name of the upload", 1);
    }
    let instances = container.instance.as_deref().unwrap_or_default();
    losses.add_many("positions of instances", instances.iter().filter(|one| one.transform.is_some()).count());
    let materials = instances.iter().filter_map(|one| one.material.as_ref()).map(Vec::len);
    losses.add_many("materials of instances", materials.sum());
    losses.add_many("unknown entries", container.other.len());
    let label = |number: usize| {
        let mut of_asset = instances.iter().filter(|one| one.mesh_id == i32::try_from(number).ok());
        let label = of_asset.find_map(|one| one.label.as_ref());
        label.map(|label| label.to_str_lossy().into_owned()).unwrap_or_default()
    };
    // The original bytes are used, because writing the model would compress it again.
    let document = llsd::Document::read(file.bytes()).map_err(refused)?;
    let mesh = document.root().get("mesh");
    let items = mesh.iter().flat_map(|mesh| mesh.items()).enumerate();
    let strings = items.filter(|(_, item)| item.kind() == Kind::String);
    let assets =
        strings.map(|(number, item)| Extracted { label: label(number), bytes: item.to_text().into_bytes() });
    Ok((assets.collect(), losses.0))
}

/// The only asset of a saved upload.
pub(super) fn only_asset(file: &File<'_>) -> Result<Converted, Problem> {
    let (mut assets, losses) = extract_assets(file)?;
    match (assets.pop(), assets.len()) {
        (Some(asset), 0) => Ok(Converted::new(asset.bytes, losses)),
        (None, _) => Err(Problem::new(ProblemKind::Unsupported, "the upload has no asset")),
        (_, more) => Err(Problem::new(
            ProblemKind::Unsupported,
            format!("the upload has {} assets: extract them into a folder", more.saturating_add(1)),
        )),
    }
}

/// Creates a saved upload (`.slm`) from mesh assets, with one instance of each at the origin. The names become labels.
///
/// # Errors
///
/// If a file is not a Second Life mesh or cannot be read, or if there are no files.
pub fn bundle_assets<'f>(
    name: &str,
    files: impl IntoIterator<Item = (&'f str, &'f File<'f>)>,
) -> Result<Converted, Problem> {
    let mut losses = Losses::default();
    let (mut meshes, mut instances) = (Vec::new(), Vec::new());
    for (label, file) in files {
        if file.identity().format != Format::SlMesh {
            return Err(impossible(file.identity().format, Format::Slm).with_path(label));
        }
        let (asset, warnings) = slmesh::MeshAsset::read(file.bytes(), file.options())
            .map_err(|problem| problem.with_path(label))?;
        losses.warnings(&warnings);
        if asset.material_list.is_none() {
            // Viewers look up the materials of an upload by these names.
            losses.add("names of materials, which a mesh asset cannot store", || label.to_owned());
        }
        let number = i32::try_from(meshes.len()).unwrap_or(i32::MAX);
        // Whole assets are strings there, not binary values (docs/formats/slmesh.md, 9.1).
        meshes.push(Value::String(file.bytes().to_vec().into()));
        instances.push(instance(number, label));
    }
    if meshes.is_empty() {
        return Err(Problem::new(ProblemKind::MissingFile, "the file has no assets to bundle"));
    }
    let upload = Map::from([
        ("instance", Value::Array(instances.into_iter().collect())),
        ("mesh", Value::Array(meshes.into_iter().collect())),
        ("name", Value::from(name)),
        // Viewers write version 3 (docs/formats/slmesh.md, 9).
        ("version", Value::Integer(3)),
    ]);
    let options = llsd::WriteOptions::default().header(llsd::Header::None);
    let bytes = llsd::binary::write_with(&upload.into(), &options).map_err(refused)?;
    Ok(with(losses, bytes))
}

fn instance(number: i32, label: &str) -> Value {
    // Every fifth of the 16 numbers is on the diagonal.
    let identity = |i: usize| Value::Real(if i.is_multiple_of(5) { 1.0 } else { 0.0 });
    Map::from([
        ("label", Value::from(label)),
        ("material", Value::Array(llsd::Array::default())),
        ("mesh_id", Value::Integer(number)),
        ("transform", Value::Array((0..16).map(identity).collect())),
    ])
    .into()
}
