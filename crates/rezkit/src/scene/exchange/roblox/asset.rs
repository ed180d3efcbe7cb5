//! Meshes and textures that a model names by the numbers of assets, and the shapes that it holds itself.

use super::{Files, solid};
use crate::formats::counted::counted;
use crate::formats::loss::{LossCode, LossSeverity, Losses};
use crate::scene::{Image, Mime};
use geom::{TriMesh, Vec3};
use std::collections::{BTreeMap, HashMap};

/// What was asked for, and what came.
pub(super) struct Assets<'f> {
    files: Files<'f>,
    known: HashMap<String, Option<usize>>,
    /// The shapes of unions, by what they were read from.
    solids: HashMap<Solid, Result<usize, String>>,
    /// How many triangles such shapes may still have.
    n_triangles_left: usize,
    shapes: Vec<TriMesh>,
    pub(super) images: Vec<Image>,
    /// How often each asset was not there, by its address.
    missing: BTreeMap<Missing, BTreeMap<String, usize>>,
}

/// What is not at hand, and what is shown in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Missing {
    Mesh,
    MeshShownByHulls,
    Union,
    UnionShownByHulls,
    Texture,
}

/// What the shape of a union is read from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Solid {
    /// Bytes of the model, by their place in memory and their number: many parts share them, and they stay where they
    /// are. Whether they are a mesh with its colours, one without, or hulls.
    Blob(usize, usize, Form),
    /// An address.
    Asset(String, Form),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Coloured,
    Plain,
    Hulls,
}

impl<'f> Assets<'f> {
    /// Shapes of unions have at most so many triangles, all together.
    pub(super) fn new(files: Files<'f>, n_triangles_left: usize) -> Self {
        let (known, solids, missing) = (HashMap::new(), HashMap::new(), BTreeMap::new());
        Self { files, known, solids, n_triangles_left, shapes: Vec::new(), images: Vec::new(), missing }
    }

    /// The number of the shape in the bytes of a model.
    pub(super) fn blob(&mut self, blob: &[u8], form: Form) -> Result<usize, String> {
        let key = Solid::Blob(blob.as_ptr() as usize, blob.len(), form);
        self.solid(key, form, |_| if form == Form::Hulls { solid::hulls(blob) } else { solid::mesh(blob) })
    }

    /// The number of the mesh of a union at an address; `None` if nothing is there.
    pub(super) fn union(&mut self, url: &str, form: Form) -> Option<Result<usize, String>> {
        const NOTHING: &str = "";
        let url = address(url);
        let found = self.solid(Solid::Asset(url.clone(), form), form, |all| match all.file(&url) {
            Some(bytes) => solid::in_asset(&bytes).map_err(|reason| format!("{url}: {reason}")),
            None => Err(NOTHING.into()),
        });
        Some(found).filter(|found| found.as_ref().err().is_none_or(|reason| reason != NOTHING))
    }

    fn solid(
        &mut self,
        key: Solid,
        form: Form,
        read: impl FnOnce(&mut Self) -> Result<TriMesh, String>,
    ) -> Result<usize, String> {
        if let Some(known) = self.solids.get(&key) {
            return known.clone();
        }
        let number = read(self).and_then(|mut shape| {
            let left = self.n_triangles_left.checked_sub(shape.indices.len());
            self.n_triangles_left = left.ok_or("there are too many triangles in unions")?;
            if form != Form::Coloured {
                shape.colours.clear();
            }
            self.shapes.push(shape);
            Ok(self.shapes.len().saturating_sub(1))
        });
        self.solids.insert(key, number.clone());
        number
    }

    /// Notes that something of this name is not at hand. Addresses are counted first, and reported later.
    pub(super) fn note(&mut self, missing: Missing, url: Option<&str>, name: &str, losses: &mut Losses) {
        match url {
            Some(url) => {
                let count = self.missing.entry(missing).or_default().entry(address(url)).or_default();
                *count = count.saturating_add(1);
            }
            None => {
                let what = missing.without_address();
                losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, what, 1, name);
            }
        }
    }

    /// Whether the vertices of a shape have colours.
    pub(super) fn is_coloured(&self, number: usize) -> bool {
        self.shapes.get(number).is_some_and(|shape| !shape.colours.is_empty())
    }

    /// The number of the mesh at an address.
    pub(super) fn mesh(&mut self, url: &str) -> Option<usize> {
        let url = address(url);
        match self.known.get(&url) {
            Some(known) => *known,
            None => {
                let shape = self.file(&url).and_then(|bytes| shape(&bytes));
                let number = shape.map(|shape| {
                    self.shapes.push(shape);
                    self.shapes.len().saturating_sub(1)
                });
                self.known.insert(url, number);
                number
            }
        }
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
        if number.is_none() {
            let count = self.missing.entry(Missing::Texture).or_default().entry(url).or_default();
            *count = count.saturating_add(1);
        }
        number
    }

    /// Only assets are asked for: other addresses could lead anywhere.
    fn file(&mut self, url: &str) -> Option<Vec<u8>> {
        if url.starts_with("rbxassetid://") { (self.files)(url) } else { None }
    }

    /// The shape of a mesh.
    pub(super) fn shape(&self, number: usize) -> TriMesh {
        self.shapes.get(number).cloned().unwrap_or_default()
    }

    /// The size of a mesh.
    pub(super) fn size(&self, number: usize) -> Vec3 {
        self.shapes.get(number).and_then(TriMesh::bounds).map_or(Vec3::ONE, |bounds| bounds.size())
    }

    /// Says what was not there, and what is shown in its place.
    pub(super) fn report(&self, losses: &mut Losses) {
        for (missing, urls) in &self.missing {
            let what = missing.with_addresses(urls.len());
            for (url, count) in urls {
                losses.report(LossCode::AssetMissing, LossSeverity::Lost, &what, *count, url);
            }
        }
    }
}

impl Missing {
    fn without_address(self) -> &'static str {
        match self {
            Self::Mesh => "meshes without a file are shown as boxes",
            Self::MeshShownByHulls => "meshes without a file are shown by their collision hulls",
            Self::Union => "unions are shown as boxes",
            Self::UnionShownByHulls => "unions are shown by their collision hulls",
            Self::Texture => "textures are not at hand",
        }
    }

    fn with_addresses(self, n_assets: usize) -> String {
        let assets = counted(n_assets, "asset");
        match self {
            Self::Mesh => "meshes are not at hand, and are shown as boxes".into(),
            Self::MeshShownByHulls => {
                format!("meshes are shown by their collision hulls; they are in {assets} not at hand")
            }
            Self::Union => format!("unions are shown as boxes; their meshes are in {assets} not at hand"),
            Self::UnionShownByHulls => {
                format!("unions are shown by their collision hulls; their meshes are in {assets} not at hand")
            }
            Self::Texture => "textures are not at hand".into(),
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
