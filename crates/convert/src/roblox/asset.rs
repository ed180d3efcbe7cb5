//! Meshes and textures to which a model refers by asset numbers, and geometry that it embeds.

use super::light::hex;
use super::picture::{Budget, is_too_large};
use super::skin::Skeleton;
use super::{AskFiles, builtin, solid};
use crate::options::FacePoses;
use crate::options::SceneOptions;
use crate::rbxmesh::to_scene;
use dom::address;
use files::hash::sha256;
use geom::{TriMesh, Vec3};
use scene::allowance::{Allowance, usual_memory};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::thumb::{is_blocks, unread_blocks};
use scene::{Image, Mime, Morph, counted};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// The assets requested so far: those that were found, and those that are missing.
pub(super) struct Assets<'f> {
    files: AskFiles<'f>,
    known: HashMap<String, Option<usize>>,
    /// The shapes of unions, by their sources.
    solids: HashMap<Solid, Result<usize, String>>,
    /// The remaining number of triangles for the shapes of unions.
    n_triangles_left: usize,
    shapes: Vec<TriMesh>,
    /// The skeletons of meshes, by the index of the shape.
    skeletons: HashMap<usize, Rc<Skeleton>>,
    /// The facial poses of meshes, by the index of the shape.
    morphs: HashMap<usize, Vec<Morph>>,
    /// The remaining memory for facial poses, if they are requested.
    pub(super) faces: Option<Allowance>,
    pub(super) images: Vec<Image>,
    image_numbers: HashMap<String, Result<usize, Missing>>,
    /// Images that are composed of others.
    made: HashMap<Recipe, Option<usize>>,
    budget: Budget,
    /// For each missing asset, by its address, the number of uses.
    missing: BTreeMap<Missing, BTreeMap<String, usize>>,
}

/// The scheme of addresses of built-in files, and of files that have no asset number yet.
const OWN: &str = "rbxasset://";

/// Kinds of missing assets; some name the replacement that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Missing {
    Mesh,
    MeshShownByHulls,
    Union,
    UnionShownByHulls,
    Cage,
    Texture,
    /// A texture that was found, but has a format that glTF does not allow.
    TextureOfOtherKind,
    /// A block-compressed texture of this format, which is not decoded.
    TextureIn(&'static str),
    TextureTooLarge,
}

/// The sources of a composed image, by the indices of images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Recipe {
    RoughMetal(Option<usize>, Option<usize>),
    Above(usize, [u8; 3]),
}

/// Upper bound on decoded pixels for composing images, in bytes.
const MOST_DECODED: usize = 1 << 30;

/// The source of a union's shape.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Solid {
    /// A blob in the model, by its address in memory and its length, because many parts share a blob, and blobs do not
    /// move in memory. The form is a mesh with or without colours, or hulls.
    Blob(usize, usize, SolidForm),
    /// An asset address.
    Asset(String, SolidForm),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SolidForm {
    Coloured,
    Plain,
    Hulls,
}

impl<'f> Assets<'f> {
    /// Creates an empty set of assets. The shapes of unions have at most this many triangles in total.
    pub(super) fn new(files: AskFiles<'f>, n_triangles_left: usize) -> Self {
        Self {
            files,
            known: HashMap::new(),
            solids: HashMap::new(),
            n_triangles_left,
            shapes: Vec::new(),
            skeletons: HashMap::new(),
            morphs: HashMap::new(),
            faces: None,
            images: Vec::new(),
            image_numbers: HashMap::new(),
            made: HashMap::new(),
            budget: Budget(MOST_DECODED),
            missing: BTreeMap::new(),
        }
    }

    /// The index of the shape in a blob of the model.
    pub(super) fn blob(&mut self, blob: &[u8], form: SolidForm) -> Result<usize, String> {
        let key = Solid::Blob(blob.as_ptr() as usize, blob.len(), form);
        self.solid(
            key,
            form,
            |_| if form == SolidForm::Hulls { solid::hulls(blob) } else { solid::mesh(blob) },
        )
    }

    /// The index of a union's mesh at an address; `None` if the asset is missing.
    pub(super) fn union(&mut self, url: &str, form: SolidForm) -> Option<Result<usize, String>> {
        // An empty reason means that the asset is missing.
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
        form: SolidForm,
        read: impl FnOnce(&mut Self) -> Result<TriMesh, String>,
    ) -> Result<usize, String> {
        if let Some(known) = self.solids.get(&key) {
            return known.clone();
        }
        let number = read(self).and_then(|mut shape| {
            let left = self.n_triangles_left.checked_sub(shape.indices.len());
            self.n_triangles_left = left.ok_or("there are too many triangles in unions")?;
            if form != SolidForm::Coloured {
                shape.colours.clear();
            }
            self.shapes.push(shape);
            Ok(self.shapes.len().saturating_sub(1))
        });
        self.solids.insert(key, number.clone());
        number
    }

    /// Records that an asset of the named instance is missing. Missing addresses are counted, and reported at the end.
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

    /// True if the vertices of a shape have colours.
    pub(super) fn is_coloured(&self, number: usize) -> bool {
        self.shapes.get(number).is_some_and(|shape| !shape.colours.is_empty())
    }

    /// The index of the mesh at an address.
    pub(super) fn mesh(&mut self, url: &str) -> Option<usize> {
        let url = address(url);
        match self.known.get(&url) {
            Some(known) => *known,
            None => {
                let bytes = self.file(&url);
                let shape = bytes.and_then(|bytes| shape(&bytes, self.faces.as_ref()));
                let shape = shape.or_else(|| Some((builtin::shape(&url)?, None, Vec::new())));
                let number = shape.map(|(shape, skeleton, morphs)| {
                    let number = self.shapes.len();
                    self.shapes.push(shape);
                    self.skeletons.extend(skeleton.map(|skeleton| (number, Rc::new(skeleton))));
                    self.morphs.insert(number, morphs);
                    number
                });
                self.known.insert(url, number);
                number
            }
        }
    }

    /// The index of the image at an address.
    pub(super) fn image(&mut self, url: &str) -> Option<usize> {
        let url = address(url);
        let number = match self.image_numbers.get(&url) {
            Some(known) => *known,
            None => {
                let number = self.new_image(&url);
                self.image_numbers.insert(url.clone(), number);
                number
            }
        };
        if let Err(missing) = number {
            let count = self.missing.entry(missing).or_default().entry(url).or_default();
            *count = count.saturating_add(1);
        }
        number.ok()
    }

    fn new_image(&mut self, url: &str) -> Result<usize, Missing> {
        let mut bytes = self.file(url).or_else(|| builtin::picture(url)).ok_or(Missing::Texture)?;
        // A texture that is too large is refused below, without decoding it.
        if is_blocks(&bytes) && !is_too_large(&bytes) {
            let other = || unread_blocks(&bytes).map_or(Missing::TextureOfOtherKind, Missing::TextureIn);
            bytes = self.budget.unblocked(&bytes).ok_or_else(other)?;
        }
        if is_too_large(&bytes) {
            return Err(Missing::TextureTooLarge);
        }
        if !matches!(Mime::detect(&bytes), Mime::Png | Mime::Jpeg) {
            return Err(Missing::TextureOfOtherKind);
        }
        let name = url.rsplit('/').next().unwrap_or_default().to_owned();
        Ok(self.push(name, bytes))
    }

    /// The index of a mesh that the model embeds; many instances may embed the same mesh.
    pub(super) fn embedded_mesh(&mut self, bytes: &[u8]) -> Option<usize> {
        let key = format!("embedded {}", sha256(bytes));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let number = shape(bytes, None).map(|(shape, ..)| {
            self.shapes.push(shape);
            self.shapes.len().saturating_sub(1)
        });
        self.known.insert(key, number);
        number
    }

    /// The pixels of the image at an address.
    pub(super) fn pixels(&mut self, url: &str) -> Option<(usize, usize, Vec<[u8; 4]>)> {
        let number = self.image(url)?;
        self.budget.decode(self.images.get(number)?)
    }

    /// The index of an image that the model embeds; many instances may embed the same image.
    pub(super) fn embedded(&mut self, bytes: Vec<u8>) -> Option<usize> {
        if is_too_large(&bytes) || !matches!(Mime::detect(&bytes), Mime::Png | Mime::Jpeg) {
            return None;
        }
        let key = format!("embedded {}", sha256(&bytes));
        if let Some(Ok(known)) = self.image_numbers.get(&key) {
            return Some(*known);
        }
        let number = self.push("embedded".into(), bytes);
        self.image_numbers.insert(key, Ok(number));
        Some(number)
    }

    fn push(&mut self, name: String, bytes: Vec<u8>) -> usize {
        self.images.push(Image { name, mime: Mime::detect(&bytes), bytes, uri: None });
        self.images.len().saturating_sub(1)
    }

    /// The index of an image that combines the roughness of `rough` with the metalness of `metal`; the flag is set if
    /// there is metalness.
    pub(super) fn rough_metal(
        &mut self,
        rough: Option<usize>,
        metal: Option<usize>,
    ) -> Option<(usize, bool)> {
        let made = self.made(Recipe::RoughMetal(rough, metal), |budget, images| {
            let image = |number: Option<usize>| images.get(number?);
            budget.rough_metal(image(rough), image(metal))
        });
        Some((made?, metal.is_some()))
    }

    /// The index of an image composed over a colour; `None` if it is opaque everywhere.
    pub(super) fn above(&mut self, image: usize, colour: [u8; 3]) -> Option<usize> {
        self.made(Recipe::Above(image, colour), |budget, images| budget.above(images.get(image)?, colour))
    }

    fn made(
        &mut self,
        of: Recipe,
        make: impl FnOnce(&mut Budget, &[Image]) -> Option<Vec<u8>>,
    ) -> Option<usize> {
        if let Some(known) = self.made.get(&of) {
            return *known;
        }
        let bytes = make(&mut self.budget, &self.images);
        let name = match of {
            Recipe::RoughMetal(..) => "rough_metal".into(),
            Recipe::Above(image, colour) => {
                let image = self.images.get(image).map_or("", |image| &*image.name);
                format!("{image}_{}", hex(colour))
            }
        };
        let number = bytes.map(|bytes| self.push(name, bytes));
        self.made.insert(of, number);
        number
    }

    /// Requests the file at an address from the caller, if it is the address of an asset: other addresses could refer
    /// to anything.
    fn file(&mut self, url: &str) -> Option<Vec<u8>> {
        let is_asset = ["rbxassetid://", "rbxassethash://", OWN].iter().any(|scheme| url.starts_with(scheme));
        if is_asset { (self.files)(url) } else { None }
    }

    /// The shape of a mesh.
    pub(super) fn shape(&self, number: usize) -> TriMesh {
        self.shapes.get(number).cloned().unwrap_or_default()
    }

    /// The skeleton of a mesh.
    pub(super) fn skeleton(&self, number: usize) -> Option<Rc<Skeleton>> {
        self.skeletons.get(&number).cloned()
    }

    /// The facial poses of a mesh, if they are requested.
    pub(super) fn morphs(&self, number: usize) -> Vec<Morph> {
        self.morphs.get(&number).cloned().unwrap_or_default()
    }

    /// The size of a mesh.
    pub(super) fn size(&self, number: usize) -> Vec3 {
        self.shapes.get(number).and_then(TriMesh::bounds).map_or(Vec3::ONE, |bounds| bounds.size())
    }

    /// Reports missing assets, and the replacements that are shown.
    pub(super) fn report(&self, losses: &mut Losses) {
        for (missing, urls) in &self.missing {
            let what = missing.with_addresses(urls.len());
            let code = match missing {
                Missing::TextureOfOtherKind | Missing::TextureIn(_) | Missing::TextureTooLarge => {
                    LossCode::TextureFormat
                }
                _ => LossCode::AssetMissing,
            };
            for (url, count) in urls {
                losses.report(code, LossSeverity::Lost, &what, *count, url);
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
            Self::Cage => "clothing cages are left out",
            Self::Texture | Self::TextureOfOtherKind | Self::TextureIn(_) | Self::TextureTooLarge => {
                "textures were not found"
            }
        }
    }

    fn with_addresses(self, n_assets: usize) -> String {
        let assets = counted(n_assets, "asset");
        let were = if n_assets == 1 { "was" } else { "were" };
        match self {
            Self::Mesh => "meshes were not found and are shown as boxes".into(),
            Self::MeshShownByHulls => {
                format!(
                    "meshes are shown by their collision hulls, because {assets} with them {were} not found"
                )
            }
            Self::Union => {
                format!("unions are shown as boxes, because {assets} with their meshes {were} not found")
            }
            Self::UnionShownByHulls => {
                format!(
                    "unions are shown by their collision hulls, because {assets} with their meshes {were} \
                     not found"
                )
            }
            Self::Cage => "clothing cages were not found and are left out".into(),
            Self::Texture => "textures were not found".into(),
            Self::TextureOfOtherKind => {
                "textures that are neither PNG nor JPEG, nor DDS or KTX with BC1 to BC7 or ETC, are left out"
                    .into()
            }
            Self::TextureIn(blocks) => format!("textures in the unsupported format {blocks} are left out"),
            Self::TextureTooLarge => "textures of more than 67 million pixels are left out".into(),
        }
    }
}

/// Normalises an address: to the form `rbxassetid://1` if it contains an asset number, or `rbxassethash://0123…` if it
/// contains the hash of the content. Other addresses stay as they are, except that backslashes in addresses of built-in
/// files, which places from before 2010 have, become slashes.
fn address(url: &str) -> String {
    if url.starts_with(OWN) {
        return url.replace('\\', "/");
    }
    match address::number(url).and_then(|at| url.get(at)) {
        Some(number) => format!("rbxassetid://{number}"),
        None => match address::hash(url) {
            Some(hash) => format!("rbxassethash://{}", hash.to_ascii_lowercase()),
            None => url.to_owned(),
        },
    }
}

/// The finest level of a mesh file in its bind pose, its skeleton, and its facial poses if they are requested. If the
/// poses exceed the limit on memory, the mesh is shown without them.
fn shape(bytes: &[u8], faces: Option<&Allowance>) -> Option<(TriMesh, Option<Skeleton>, Vec<Morph>)> {
    let files::Asset::RbxMesh(model) = files::Asset::read(bytes).ok()? else { return None };
    let plain = SceneOptions::default().extras(false);
    let with_faces = faces.and_then(|faces| {
        let mut options = plain.clone().max_memory(usual_memory(bytes.len()));
        options.face_poses = FacePoses::Morphs;
        let scene = to_scene(&model, &options, &mut Losses::default()).ok()?;
        let morphs = scene.meshes.iter().flat_map(|mesh| &mesh.morphs);
        // The poses exist twice: here, and in the scene.
        let n_bytes = morphs.map(|morph| size_of_val(&*morph.offsets)).fold(0, usize::saturating_add);
        faces.take(n_bytes.saturating_mul(2)).ok().map(|()| scene)
    });
    let scene = with_faces.or_else(|| to_scene(&model, &plain, &mut Losses::default()).ok());
    let mut scene = scene?;
    let mesh = scene.meshes.first_mut()?;
    let (mut shape, morphs) = (std::mem::take(&mut mesh.shape), std::mem::take(&mut mesh.morphs));
    let skeleton = Skeleton::extract(&scene, &mut shape);
    Some((shape, skeleton, morphs))
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
        assert_eq!(address("rbxasset://Textures\\Face.png"), "rbxasset://Textures/Face.png");
        assert_eq!(address("rbxasset://fonts/head.mesh"), "rbxasset://fonts/head.mesh");
        let hash = "0123456789abcdef0123456789abcdef";
        let url = format!("http://www.roblox.com/asset/?hash={}", hash.to_uppercase());
        assert_eq!(address(&url), format!("rbxassethash://{hash}"));
    }
}
