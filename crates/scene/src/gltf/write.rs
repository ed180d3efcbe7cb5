//! The glTF writer: a scene to bytes.

mod animations;
mod camera;
mod instances;
mod light;
pub(crate) mod material;
mod mesh;
mod nodes;
mod pool;
mod quantized;
mod skin;
mod vertices;

pub(super) use camera::ROLE as CAMERA;
pub(super) use instances::EXTENSION as INSTANCING;
pub(super) use light::EXTENSION as LIGHTS;
pub(super) use material::{TEXTURE_KTX2, TEXTURE_WEBP};
pub(super) use pool::MESHOPT;
pub use vertices::normals as shown_normals;

use crate::file_names::{FileNames, ImageFiles};
use crate::json::Writer;
use crate::loss::LossCode;
use crate::pose::Pose;
use crate::problem::{Problem, ProblemKind, Reports, Warnings};
use crate::scene::{Scene, Unit};
use crate::threads;
use crate::thumb::View;
use material::{Materials, Pictures};
use nodes::Tree;
use pool::Pool;

/// Options for writing.
#[derive(Debug, Clone)]
#[must_use]
pub struct WriteOptions {
    extras: bool,
    camera: bool,
    instancing: bool,
    quantize: bool,
    compress: bool,
    generator: String,
    base: String,
}

impl Default for WriteOptions {
    fn default() -> Self {
        let (instancing, quantize, compress) = Default::default();
        let [generator, base] = ["rezkit", "model"].map(String::from);
        Self { extras: true, camera: false, instancing, quantize, compress, generator, base }
    }
}

impl WriteOptions {
    /// Stores data that glTF cannot represent in `extras`, from which they are read back; this is the default.
    pub fn extras(self, extras: bool) -> Self {
        Self { extras, ..self }
    }

    /// Adds a camera with the view of rendered pictures, before those of the scene, because viewers start from the
    /// first one; by default there is none. Reading removes it again.
    pub fn camera(self, camera: bool) -> Self {
        Self { camera, ..self }
    }

    /// Merges nodes that differ only in their transform into one node with instances (EXT_mesh_gpu_instancing), without
    /// their names; by default they stay separate.
    pub fn instancing(self, instancing: bool) -> Self {
        Self { instancing, ..self }
    }

    /// Stores vertex attributes in one or two bytes per component (KHR_mesh_quantization) where that is exact enough;
    /// by default they are floats. Positions move by at most 1/131070 of the longest side of their mesh. They stay
    /// floats where that exceeds 1/32 of a unit of the scene, in meshes with joints or morph targets, and in small
    /// ones. Normals and tangents are rounded to bytes, texture coordinates from 0 to 1 to 16 bits, and colours to
    /// bytes if that changes none by more than one of the 256 steps of a screen.
    pub fn quantize(self, quantize: bool) -> Self {
        Self { quantize, ..self }
    }

    /// Compresses arrays (EXT_meshopt_compression); by default they are not compressed. The compression is lossless,
    /// except that triangles may start with another of their corners.
    pub fn compress(self, compress: bool) -> Self {
        Self { compress, ..self }
    }

    /// Sets the program named as the writer of the file; by default `rezkit` without a version, so that equal scenes
    /// give equal bytes.
    pub fn generator(self, generator: impl Into<String>) -> Self {
        Self { generator: generator.into(), ..self }
    }

    /// Sets the name of the files next to a `.gltf`, without an extension; by default `model`.
    pub fn base(self, base: impl Into<String>) -> Self {
        Self { base: base.into(), ..self }
    }
}

/// A `.gltf` and the files that belong next to it.
#[derive(Debug, Clone, PartialEq)]
pub struct GltfFiles {
    /// The content of the `.gltf`.
    pub json: Vec<u8>,
    /// Names and contents of the other files: a `.bin`, and the images. The names are valid on every system, and never
    /// refer to a location outside the folder of the model, whatever the names in the scene are.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Writes a `.glb`; equal scenes give equal bytes on every platform. The warnings report what was changed or left out.
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
    // The JSON may be large, so the header and the binary chunk are added around it instead of copying it.
    let mut glb = written.json.into_bytes();
    let json_len = glb.len().next_multiple_of(4);
    let bin_len = written.bin.len().next_multiple_of(4);
    let bin_chunk = if bin_len == 0 { 0 } else { bin_len.saturating_add(8) };
    // The file header has 12 bytes, and that of the chunk 8.
    let len = json_len.saturating_add(20).saturating_add(bin_chunk);
    let number = |len: usize| u32::try_from(len).map_err(|_| too_long());
    let mut head = b"glTF".to_vec();
    head.extend(2_u32.to_le_bytes());
    head.extend(number(len)?.to_le_bytes());
    head.extend(number(json_len)?.to_le_bytes());
    head.extend(b"JSON");
    glb.reserve_exact(len.saturating_sub(glb.len()));
    glb.splice(..0, head);
    glb.resize(json_len.saturating_add(20), b' ');
    if bin_len > 0 {
        glb.extend(number(bin_len)?.to_le_bytes());
        glb.extend(b"BIN\0");
        written.bin.append_to(&mut glb);
        glb.resize(len, 0);
    }
    Ok((glb, written.warnings))
}

/// Writes a `.gltf`, with its arrays in a `.bin` and its images in separate files.
///
/// # Errors
///
/// If the arrays exceed 4 GB.
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

/// The state that all parts of the writer share.
struct Out<'a> {
    scene: &'a Scene,
    options: &'a WriteOptions,
    pool: Pool<'a>,
    reports: Reports,
    extensions: Vec<&'static str>,
    /// The extensions that a reader must support to show the file.
    required: Vec<&'static str>,
}

impl Out<'_> {
    /// Reports what is changed or left out. The writer is never strict, so this cannot fail.
    #[cold]
    fn report(&mut self, code: LossCode, path: String, message: impl Into<String>) {
        let _ = self.reports.excuse(Problem::new(ProblemKind::Dropped, message).with_path(path).code(code));
    }

    fn uses(&mut self, extension: &'static str) {
        if !self.extensions.contains(&extension) {
            self.extensions.push(extension);
        }
    }

    fn requires(&mut self, extension: &'static str) {
        self.uses(extension);
        if !self.required.contains(&extension) {
            self.required.push(extension);
        }
    }
}

/// Writes the parts of a file. `files` has the name of the `.bin` next to a `.gltf`, and those of the images.
fn written<'a>(
    scene: &'a Scene,
    options: &'a WriteOptions,
    files: Option<(&str, ImageFiles)>,
) -> Result<Written<'a>, Problem> {
    let (bin_file, image_files) = files.unzip();
    let (pool, reports) = (Pool::new(options.compress), Reports::new(false));
    let mut out = Out { scene, options, pool, reports, extensions: Vec::new(), required: Vec::new() };
    let pictures = Pictures::write(&mut out, image_files);
    let mut materials = Materials::write(&mut out, &pictures);
    // Choosing a camera examines all vertices, which takes about as long as writing them, so both run in parallel.
    let n_before = camera::n_before(scene, options);
    let has_view = options.camera && (n_before > 0 || scene.cameras.is_empty());
    // Sprites face the view, so it must be known before nodes are written.
    let early = scene.sprites().next().map(|_| View::from_scene(scene));
    let mut turned = Pose::default();
    if let Some(view) = early.flatten() {
        scene.face(&mut turned, view.position.to_array().map(f64::from));
    }
    let view = || has_view.then(|| early.unwrap_or_else(|| View::from_scene(scene))).flatten();
    let (view, (tree, meshes, skins, animations, lights, nodes)) = threads::both(view, || {
        let tree = Tree::new(&mut out);
        let meshes = mesh::meshes(&mut out, &pictures, &mut materials);
        materials.report(&mut out);
        let skins = skin::skins(&mut out, |node| tree.number(node));
        let animations = animations::animations(&mut out, |node| tree.number(node));
        let lights = light::lights(&mut out);
        let nodes = tree.nodes(&mut out, &meshes, &turned);
        (tree, meshes, skins, animations, lights, nodes)
    });
    let (nodes, camera) = nodes.with(view.as_ref());
    let scenes = tree.scenes(&out, camera);
    let views = pictures.views(&mut out);
    // All arrays must be in the pool before this.
    if options.compress && out.pool.compress() {
        out.requires(MESHOPT);
    }

    let mut json = Writer::default();
    json.map(|root| {
        root.key("asset").map(|asset| {
            asset.key("version").text("2.0");
            asset.key("generator").text(&options.generator);
            if !scene.copyright.is_empty() {
                asset.key("copyright").text(&scene.copyright);
            }
        });
        for (key, names) in
            [("extensionsUsed", &mut out.extensions), ("extensionsRequired", &mut out.required)]
        {
            names.sort_unstable();
            if !names.is_empty() {
                root.key(key).list(|list| names.iter().for_each(|name| list.text(name)));
            }
        }
        if !lights.is_empty() {
            root.key("extensions").map(|map| map.key(LIGHTS).map(|map| map.raw("lights", lights)));
        }
        root.key("scene").integer(0);
        root.raw("scenes", scenes);
        root.raw("cameras", camera::list(&scene.cameras, n_before, view.as_ref()));
        root.raw("nodes", nodes);
        root.raw("meshes", meshes.json);
        root.raw("skins", skins);
        root.raw("animations", animations);
        root.raw("materials", materials.json());
        root.raw("textures", pictures.textures());
        root.raw("images", views);
        root.raw("samplers", pictures.samplers());
        out.pool.describe(root, bin_file);
    });
    // The chunks of a GLB have lengths of 32 bits.
    if out.pool.len() > u32::MAX as usize {
        return Err(Problem::new(ProblemKind::Limit, "the arrays take more than 4 GB"));
    }
    let images = pictures.files(scene);
    Ok(Written { json: json.text, bin: out.pool, images, warnings: out.reports.into_warnings() })
}

/// The extras of the default scene, with the length of the unit for the reader of this crate.
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
