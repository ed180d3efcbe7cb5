//! A scene to bytes.

mod animations;
mod camera;
mod light;
pub(crate) mod material;
mod mesh;
mod nodes;
mod pool;
mod skin;
mod vertices;

pub(super) use camera::ROLE as CAMERA;
pub(super) use light::EXTENSION as LIGHTS;
pub use vertices::normals as shown_normals;

use crate::file_names::{FileNames, ImageFiles};
use crate::json::Writer;
use crate::loss::LossCode;
use crate::problem::{Problem, ProblemKind, Reports, Warnings};
use crate::scene::{Scene, Unit};
use crate::thumb::View;
use material::{Materials, Pictures};
use nodes::Tree;
use pool::Pool;

/// What callers may choose.
#[derive(Debug, Clone)]
pub struct WriteOptions {
    extras: bool,
    camera: bool,
    generator: String,
    base: String,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { extras: true, camera: false, generator: "rezkit".into(), base: "model".into() }
    }
}

impl WriteOptions {
    /// Whether what glTF cannot say goes into `extras`, from which it is read back; by default it does.
    #[must_use]
    pub fn extras(mut self, extras: bool) -> Self {
        self.extras = extras;
        self
    }

    /// Whether there is a camera in it that sees what pictures show, so that other programs begin there; by default
    /// there is none. Reading leaves it out again.
    #[must_use]
    pub fn camera(mut self, camera: bool) -> Self {
        self.camera = camera;
        self
    }

    /// What the file names as the program that wrote it; by default `rezkit` without a version, so that
    /// the same scene gives the same bytes.
    #[must_use]
    pub fn generator(mut self, generator: impl Into<String>) -> Self {
        self.generator = generator.into();
        self
    }

    /// What the files beside a `.gltf` are called, without an ending; by default `model`.
    #[must_use]
    pub fn base(mut self, base: impl Into<String>) -> Self {
        self.base = base.into();
        self
    }
}

/// A `.gltf` and the files that belong beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct GltfFiles {
    /// The `.gltf` itself.
    pub json: Vec<u8>,
    /// Names and contents of the others: a `.bin`, and the images. Every system allows these names, and they lead nowhere
    /// but beside the model or below, whatever the names in the scene are.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Writes a `.glb`; the same scene gives the same bytes on every platform.
/// The warnings say what was changed or left out.
///
/// # Errors
///
/// If the file would be larger than 4 GB.
///
/// ```
/// use geom::{TriMesh, Vec3};
/// use scene::gltf::{WriteOptions, read, write_glb};
/// use scene::{Mesh, Node, Scene};
///
/// let shape = TriMesh { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], indices: vec![[0, 1, 2]], ..TriMesh::default() };
/// let mesh = Mesh { name: "triangle".into(), shape, ..Mesh::default() };
/// let node = Node { name: "here".into(), mesh: Some(0), ..Node::default() };
/// let scene = Scene { nodes: vec![node], meshes: vec![mesh], ..Scene::default() };
/// let (glb, warnings) = write_glb(&scene, &WriteOptions::default())?;
/// assert!(warnings.list.is_empty());
/// assert_eq!(read(&glb)?, scene);
/// # Ok::<(), scene::Problem>(())
/// ```
pub fn write_glb(scene: &Scene, options: &WriteOptions) -> Result<(Vec<u8>, Warnings), Problem> {
    let written = written(scene, options, None)?;
    let too_long = || Problem::new(ProblemKind::Limit, "a GLB holds at most 4 GB");
    let json = written.json.into_bytes();
    let json_len = json.len().next_multiple_of(4);
    let bin_len = written.bin.len().next_multiple_of(4);
    let bin_chunk = if bin_len == 0 { 0 } else { bin_len.saturating_add(8) };
    let len = json_len.saturating_add(20).saturating_add(bin_chunk);
    let number = |len: usize| u32::try_from(len).map_err(|_| too_long());
    let mut glb = Vec::with_capacity(len);
    glb.extend(b"glTF");
    glb.extend(2_u32.to_le_bytes());
    glb.extend(number(len)?.to_le_bytes());
    glb.extend(number(json_len)?.to_le_bytes());
    glb.extend(b"JSON");
    glb.extend(&json);
    glb.resize(json_len.saturating_add(20), b' ');
    if bin_len > 0 {
        glb.extend(number(bin_len)?.to_le_bytes());
        glb.extend(b"BIN\0");
        written.bin.append_to(&mut glb);
        glb.resize(len, 0);
    }
    Ok((glb, written.warnings))
}

/// Writes a `.gltf`, with its arrays in a `.bin` and its images as files of their own.
///
/// # Errors
///
/// If the arrays would take more than 4 GB.
pub fn write_gltf(scene: &Scene, options: &WriteOptions) -> Result<(GltfFiles, Warnings), Problem> {
    let mut names = FileNames::default();
    names.beside(&options.base, ".gltf");
    let bin_file = names.beside(&options.base, ".bin");
    let images = ImageFiles::new(scene, &options.base, &mut names);
    let written = written(scene, options, Some((&bin_file, images)))?;
    let mut files = Vec::new();
    if written.bin.len() > 0 {
        let mut bin = Vec::with_capacity(written.bin.len());
        written.bin.append_to(&mut bin);
        files.push((bin_file.clone(), bin));
    }
    files.extend(written.images);
    Ok((GltfFiles { json: written.json.into_bytes(), files }, written.warnings))
}

struct Written<'a> {
    json: String,
    bin: Pool<'a>,
    images: Vec<(String, Vec<u8>)>,
    warnings: Warnings,
}

/// What all parts write to.
struct Out<'a> {
    scene: &'a Scene,
    options: &'a WriteOptions,
    pool: Pool<'a>,
    reports: Reports,
    extensions: Vec<&'static str>,
}

impl Out<'_> {
    /// Reports what is changed or left out; nothing is refused for it.
    #[cold]
    fn report(&mut self, code: LossCode, path: String, message: impl Into<String>) {
        let _ = self.reports.excuse(Problem::new(ProblemKind::Dropped, message).at(path).code(code));
    }

    fn uses(&mut self, extension: &'static str) {
        if !self.extensions.contains(&extension) {
            self.extensions.push(extension);
        }
    }
}

/// `files` has the names of the files beside a `.gltf`: of its arrays, and of images.
fn written<'a>(
    scene: &'a Scene,
    options: &'a WriteOptions,
    files: Option<(&str, ImageFiles)>,
) -> Result<Written<'a>, Problem> {
    let (bin_file, image_files) = files.unzip();
    let mut out =
        Out { scene, options, pool: Pool::default(), reports: Reports::new(false), extensions: Vec::new() };
    let tree = Tree::of(&mut out);
    let pictures = Pictures::of(&mut out, image_files);
    let mut materials = Materials::of(&mut out, &pictures);
    let meshes = mesh::meshes(&mut out, &pictures, &mut materials);
    materials.report(&mut out);
    let skins = skin::skins(&mut out);
    let animations = animations::animations(&mut out);
    let lights = light::lights(&mut out);
    let view = if options.camera { View::of(scene) } else { None };
    let (nodes, scenes) = (tree.nodes(&mut out, &meshes, view.as_ref()), tree.scenes(&out, view.is_some()));
    let views = pictures.views(&mut out);

    let mut json = Writer::default();
    json.map(|root| {
        root.key("asset").map(|asset| {
            asset.key("version").text("2.0");
            asset.key("generator").text(&options.generator);
            if !scene.copyright.is_empty() {
                asset.key("copyright").text(&scene.copyright);
            }
        });
        out.extensions.sort_unstable();
        if !out.extensions.is_empty() {
            root.key("extensionsUsed").list(|list| out.extensions.iter().for_each(|name| list.text(name)));
        }
        if !lights.is_empty() {
            root.key("extensions").map(|map| map.key(LIGHTS).map(|map| map.raw("lights", &lights)));
        }
        root.key("scene").integer(0);
        root.raw("scenes", &scenes);
        root.raw("cameras", &camera::list(&scene.cameras, view.as_ref()));
        root.raw("nodes", &nodes);
        root.raw("meshes", &meshes.json);
        root.raw("skins", &skins);
        root.raw("animations", &animations);
        root.raw("materials", &materials.json());
        root.raw("textures", &pictures.textures());
        root.raw("images", &views);
        root.raw("samplers", &pictures.samplers());
        out.pool.describe(root, bin_file);
    });
    if out.pool.len() > u32::MAX as usize {
        return Err(Problem::new(ProblemKind::Limit, "the arrays take more than 4 GB"));
    }
    let images = pictures.files(scene);
    Ok(Written { json: json.text, bin: out.pool, images, warnings: out.reports.into_warnings() })
}

/// What our own reader takes back from the extras of the default scene.
fn scene_extras(out: &Out<'_>) -> crate::json::Json {
    let mut extras = out.scene.extras.clone();
    if !out.options.extras {
        return crate::json::Json::Null;
    }
    let unit = match out.scene.unit {
        Unit::Metre => return extras,
        Unit::Stud => "stud".into(),
        Unit::Other(metres) => crate::json::Json::from(f64::from(metres)),
    };
    let mut own = extras.get("rezkit").cloned().unwrap_or_default();
    own.set("schema", "rezkit.gltf/1");
    own.set("units", unit);
    extras.set("rezkit", own);
    extras
}
