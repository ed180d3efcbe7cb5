//! The glTF reader: bytes to a scene.

mod animations;
mod camera;
mod draco;
mod images;
mod lights;
mod materials;
mod meshes;
mod nodes;
mod primitive;
mod skins;

use super::context::{Context, Files, ReadOptions};
use super::document::Document;
use crate::problem::{Problem, Warnings};
use crate::scene::Scene;
use materials::Surfaces;
pub(super) use materials::layout as materials_layout;

/// Reads a `.glb`, or a `.gltf` that embeds all its data.
///
/// # Errors
///
/// If nothing usable can be read, the file requires an unsupported extension, or a limit is exceeded.
///
/// ```
/// let file = br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"chair"}]}"#;
/// let scene = scene::gltf::read(file)?;
/// assert_eq!(scene.nodes[0].name, "chair");
///
/// let file = br#"{"asset":{"version":"2.0"},"nodes":[{"mesh":7}],"extensionsRequired":["KHR_meshopt_compression"]}"#;
/// let problem = scene::gltf::read(file).unwrap_err();
/// assert_eq!(
///     problem.to_string(),
///     "/extensionsRequired/0: requires KHR_meshopt_compression (a later version of meshopt compression) (at byte 0x46)"
/// );
/// # Ok::<(), scene::Problem>(())
/// ```
pub fn read(file: &[u8]) -> Result<Scene, Problem> {
    read_with(file, &ReadOptions::default(), &mut |_| None).map(|(scene, _)| scene)
}

/// Reads a file, and returns the warnings about what was wrong or left out.
///
/// `files` returns the external files to which the file refers: they are requested by paths without `..`, and never by
/// any other address.
///
/// # Errors
///
/// The errors of [`read`]; if strict, also the first warning.
pub fn read_with(
    file: &[u8],
    options: &ReadOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Warnings), Problem> {
    let (document, mut context) = Document::open(file, options, files)?;
    let scene = scene(&document, &mut context, files).map_err(|problem| document.placed(problem))?;
    Ok((scene, document.placed_warnings(context)))
}

fn scene(document: &Document<'_>, context: &mut Context, files: &mut Files<'_>) -> Result<Scene, Problem> {
    let root = document.root();
    let mut scene = Scene::default();
    images::images(document, context, files, &mut scene)?;
    let surfaces = Surfaces::read(document, context, &mut scene)?;
    lights::lights(document, context, &mut scene)?;
    camera::cameras(document, context, &mut scene)?;
    meshes::meshes(document, context, &surfaces, &mut scene)?;
    nodes::nodes(document, context, &mut scene)?;
    skins::skins(document, context, &mut scene)?;
    animations::animations(document, context, &mut scene)?;
    camera::take(&mut scene);
    if let Some(asset) = root.get("asset") {
        scene.copyright = asset.text("copyright").unwrap_or_default().to_owned();
    }
    Ok(scene)
}
