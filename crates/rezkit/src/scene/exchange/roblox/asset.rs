//! Meshes and textures that a model names by the numbers of assets.

use super::Files;
use crate::formats::loss::{LossCode, LossSeverity, Losses};
use crate::scene::{Image, Mime};
use geom::{TriMesh, Vec3};
use std::collections::{BTreeMap, HashMap};

/// What was asked for, and what came.
pub(super) struct Assets<'f> {
    files: Files<'f>,
    known: HashMap<String, Option<usize>>,
    shapes: Vec<TriMesh>,
    pub(super) images: Vec<Image>,
    /// How often each mesh and texture was not there.
    missing: [BTreeMap<String, usize>; 2],
}

impl<'f> Assets<'f> {
    pub(super) fn new(files: Files<'f>) -> Self {
        let (known, missing) = (HashMap::new(), [BTreeMap::new(), BTreeMap::new()]);
        Self { files, known, shapes: Vec::new(), images: Vec::new(), missing }
    }

    /// The number of the mesh at an address.
    pub(super) fn mesh(&mut self, url: &str) -> Option<usize> {
        let url = address(url);
        let number = match self.known.get(&url) {
            Some(known) => *known,
            None => {
                let shape = self.file(&url).and_then(|bytes| shape(&bytes));
                let number = shape.map(|shape| {
                    self.shapes.push(shape);
                    self.shapes.len().saturating_sub(1)
                });
                self.known.insert(url.clone(), number);
                number
            }
        };
        self.noted(number, 0, url)
    }

    /// The number of the image at an address.
    pub(super) fn image(&mut self, url: &str) -> Option<usize> {
        let url = address(url);
        // An asset is a mesh or an image, but a file may name one as both.
        let key = format!("{url} image");
        let number = match self.known.get(&key) {
            Some(known) => *known,
            None => {
                let bytes = self.file(&url).filter(|bytes| matches!(Mime::of(bytes), Mime::Png | Mime::Jpeg));
                let number = bytes.map(|bytes| {
                    let name = url.rsplit('/').next().unwrap_or_default().to_owned();
                    self.images.push(Image { name, mime: Mime::of(&bytes), bytes, uri: None });
                    self.images.len().saturating_sub(1)
                });
                self.known.insert(key, number);
                number
            }
        };
        self.noted(number, 1, url)
    }

    /// Only assets are asked for: other addresses could lead anywhere.
    fn file(&mut self, url: &str) -> Option<Vec<u8>> {
        if url.starts_with("rbxassetid://") { (self.files)(url) } else { None }
    }

    fn noted(&mut self, number: Option<usize>, sort: usize, url: String) -> Option<usize> {
        if number.is_none()
            && let Some(missing) = self.missing.get_mut(sort)
        {
            let count = missing.entry(url).or_default();
            *count = count.saturating_add(1);
        }
        number
    }

    /// The shape of a mesh.
    pub(super) fn shape(&self, number: usize) -> TriMesh {
        self.shapes.get(number).cloned().unwrap_or_default()
    }

    /// The size of a mesh.
    pub(super) fn size(&self, number: usize) -> Vec3 {
        self.shapes.get(number).and_then(TriMesh::bounds).map_or(Vec3::ONE, |bounds| bounds.size())
    }

    /// Says what was not there.
    pub(super) fn report(&self, losses: &mut Losses) {
        let what = ["meshes are not at hand, and are shown as boxes", "textures are not at hand"];
        for (missing, what) in self.missing.iter().zip(what) {
            for (url, count) in missing {
                losses.report(LossCode::AssetMissing, LossSeverity::Lost, what, *count, url);
            }
        }
    }
}

/// `rbxassetid://1`, in whichever way the number is told; other addresses stay.
fn address(url: &str) -> String {
    let number = url.strip_prefix("rbxassetid://").or_else(|| {
        let at = url.to_ascii_lowercase().find("id=")?;
        url.get(at.saturating_add(3)..)
    });
    let digits = number.map(|number| number.trim_start().split(|it: char| !it.is_ascii_digit()).next());
    match digits.flatten().filter(|digits| !digits.is_empty()) {
        Some(digits) => format!("rbxassetid://{digits}"),
        None => url.to_owned(),
    }
}

/// The finest level of a mesh file, as it stands without its bones.
fn shape(bytes: &[u8]) -> Option<TriMesh> {
    let crate::Asset::RbxMesh(model) = crate::Asset::read(bytes).ok()? else { return None };
    let options = crate::scene::exchange::SceneOptions::default().extras(false);
    let scene = crate::scene::exchange::rbxmesh::to_scene(&model, &options, &mut Losses::default()).ok()?;
    let mut shape = scene.meshes.into_iter().next()?.shape;
    (shape.joints, shape.weights) = Default::default();
    Some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_addresses() {
        let same = "rbxassetid://1234";
        for url in
            [same, "rbxassetid:// 1234", "http://www.roblox.com/asset/?id=1234", "https://x/?ID=1234&v=2"]
        {
            assert_eq!(address(url), same, "{url}");
        }
        assert_eq!(address("rbxasset://fonts/head.mesh"), "rbxasset://fonts/head.mesh");
    }
}
