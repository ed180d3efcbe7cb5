//! Meshes, and the scenes that contain them.

use crate::convert::{Wish, scene_options};
use crate::error::{Failure, detached};
use crate::file::{File, opened};
use crate::items::Items;
use crate::shared::Shared;
use crate::source::Files;
use crate::{json, module};
use geom::{Mat4, Quat, Rgba8, TriMesh, Vec3, Vec4, le};
use pyo3::exceptions::{PyReferenceError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rbxmesh::{MeshRef, Record, Records};
use rezkit::scene::{Interpolation, Material, Node, Path as TrackPath, Role, Scene, Track, Trs};
use rezkit::{Format, Loss, Problem, ProblemKind, exchange, gltf};
use std::path::Path;

/// A group in Python's representation: name, material, first triangle, and the triangle after the last.
type Group = (String, Option<String>, usize, usize);

/// A model as a scene: meshes, nodes that show them, skins, materials and animations.
///
/// Axes are those of glTF: right-handed, Y up, counter-clockwise triangles, texture coordinates with V down.
///
/// >>> import rezkit
/// >>> model = rezkit.open(b"o chair\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
/// >>> model.meshes[0].n_triangles, model.nodes[0]["name"]
/// (1, 'chair')
///
/// Meshes are built from arrays, and arrays are assigned to them. A model that was created or changed is a GLB until it
/// is converted.
///
/// >>> model = rezkit.Model("tent")
/// >>> node = model.add(rezkit.Mesh([(0, 0, 0), (2, 0, 0), (1, 2, 0)], [(0, 1, 2)]), name="front")
/// >>> mesh = model.meshes[0]
/// >>> mesh.positions = mesh.positions * 2
/// >>> model.convert("mesh").bytes[:12], rezkit.identify(model)["format"]
/// (b'version 2.00', 'glb')
#[pyclass(extends = File, frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Model {
    shown: Shared<EditedScene>,
    losses: Vec<Loss>,
}

/// A scene, which may have been changed.
#[derive(Debug)]
struct EditedScene {
    scene: Scene,
    /// True if the scene differs from the file that was read.
    is_changed: bool,
}

impl EditedScene {
    fn change(&mut self) -> &mut Scene {
        self.is_changed = true;
        &mut self.scene
    }
}

impl Model {
    pub(crate) fn open(file: &File, py: Python<'_>) -> PyResult<Self> {
        let wish = Wish { extras: true, max_memory: file.max_memory(), ..Wish::default() };
        let (path, content) = (file.path.as_deref(), file.content(py));
        let reading = scene_options(&wish, path);
        let mut files = Files::new(None, path.and_then(Path::parent).map(Path::to_owned));
        let bytes = content.as_bytes(py);
        let read = || Ok(exchange::read(bytes, &reading, &mut |name| files.find(name))?);
        let (scene, losses) = detached(py, read)?;
        Ok(Self { shown: Shared::new(EditedScene { scene, is_changed: false }), losses })
    }

    /// Creates a model from a scene, which is not a file yet.
    fn from_scene(py: Python<'_>, scene: Scene) -> PyClassInitializer<Self> {
        let shown = Shared::new(EditedScene { scene, is_changed: true });
        let model = Self { shown, losses: Vec::new() };
        PyClassInitializer::from(File::empty(py, Format::Glb)).add_subclass(model)
    }

    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&Scene) -> T) -> PyResult<T> {
        self.shown.look(py, |shown| look(&shown.scene))
    }
}

#[pymethods]
impl Model {
    /// An empty model.
    #[new]
    #[pyo3(signature = (name="model"))]
    fn new(py: Python<'_>, name: &str) -> PyClassInitializer<Self> {
        Self::from_scene(py, Scene { name: name.to_owned(), ..Scene::default() })
    }

    /// Opens a mesh or scene. rezkit.open opens any file.
    #[staticmethod]
    #[pyo3(name = "open", signature = (source, **options))]
    fn open_file<'py>(
        source: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Self>> {
        opened(source, options)
    }

    /// The bytes of the file; a GLB if the model was created or changed.
    fn to_bytes<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let py = this.py();
        let written = this.get().shown.look_detached(py, |shown| {
            if !shown.is_changed {
                return Ok(None);
            }
            check_meshes(&shown.scene)?;
            let options = gltf::WriteOptions::default().extras(true).base(&shown.scene.name);
            gltf::write_glb(&shown.scene, &options).map(Some)
        })?;
        match written.map_err(Failure::Problem)? {
            Some((glb, _)) => Ok(PyBytes::new(py, &glb)),
            None => Ok(this.as_super().get().content(py).into_bound(py)),
        }
    }

    /// Adds a copy of a mesh, with a node that shows it; returns the index of the node.
    ///
    /// parent: the index of the parent node
    /// translation, rotation (x, y, z, w), scale: the transform relative to the parent
    /// material: the name of a material of the model for all triangles
    #[pyo3(signature = (mesh, *, name=None, parent=None, translation=[0.0; 3], rotation=[0.0, 0.0, 0.0, 1.0],
                        scale=[1.0; 3], material=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn add(
        this: &Bound<'_, Self>,
        mesh: &Mesh,
        name: Option<String>,
        parent: Option<usize>,
        translation: [f32; 3],
        rotation: [f32; 4],
        scale: [f32; 3],
        material: Option<&str>,
    ) -> PyResult<usize> {
        let mut copy = mesh.look(this.py(), rezkit::scene::Mesh::clone)?;
        if let Some(name) = name {
            copy.name = name;
        }
        let [x, y, z, w] = rotation;
        let local = Trs {
            translation: Vec3::from_array(translation),
            rotation: Quat { x, y, z, w },
            scale: Vec3::from_array(scale),
        };
        let added = this.get().shown.change(this.py(), |shown| {
            if let Some(material) = material {
                if !shown.scene.materials.iter().any(|own| own.name == material) {
                    return Err(format!("the model has no material {material:?}: add it with add_material"));
                }
                let triangles = 0..copy.shape.indices.len();
                let group =
                    geom::Group { name: copy.name.clone(), material: Some(material.to_owned()), triangles };
                copy.shape.groups = vec![group];
            }
            if parent.is_some_and(|parent| parent >= shown.scene.nodes.len()) {
                return Err("the parent does not exist".to_owned());
            }
            let scene = shown.change();
            let (place, mesh) = (scene.nodes.len(), Some(scene.meshes.len()));
            scene.nodes.push(Node { name: copy.name.clone(), parent, local, mesh, ..Node::default() });
            scene.meshes.push(copy);
            Ok(place)
        })?;
        added.map_err(PyValueError::new_err)
    }

    /// Adds a material, which meshes refer to by its name.
    ///
    /// base: linear red, green, blue and opacity
    #[pyo3(signature = (name, base=[1.0; 4], *, metallic=0.0, roughness=1.0, double_sided=false))]
    fn add_material(
        &self,
        py: Python<'_>,
        name: &str,
        base: [f32; 4],
        metallic: f32,
        roughness: f32,
        double_sided: bool,
    ) -> PyResult<()> {
        let (name, base) = (name.to_owned(), Vec4::from_array(base));
        let new = Material { name, base, metallic, roughness, double_sided, ..Material::default() };
        let added = self.shown.change(py, |shown| {
            if shown.scene.materials.iter().any(|own| own.name == new.name) {
                return Err(format!("the model already has a material {:?}", new.name));
            }
            shown.change().materials.push(new);
            Ok(())
        })?;
        added.map_err(PyValueError::new_err)
    }

    /// An independent model with the same content.
    fn __copy__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let (py, model) = (this.py(), this.get());
        let shown = model.shown.look_detached(py, |shown| EditedScene {
            scene: shown.scene.clone(),
            is_changed: shown.is_changed,
        })?;
        let copy = Self { shown: Shared::new(shown), losses: model.losses.clone() };
        Bound::new(py, PyClassInitializer::from(this.as_super().get().copy(py)).add_subclass(copy))
    }

    /// All meshes. Nodes refer to them by their index in this list.
    #[getter]
    fn meshes<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let n_meshes = this.get().look(py, |scene| scene.meshes.len())?;
        let meshes = (0..n_meshes).map(|index| Mesh { model: this.clone().unbind(), index });
        module(py, "reports")?.getattr("Meshes")?.call1((meshes.collect::<Vec<_>>(),))
    }

    /// The tree: dicts with name, parent, mesh, skin, translation, rotation (x, y, z, w), scale, role and level, where
    /// parent, mesh and skin are indices in lists.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let nodes = PyList::empty(py);
        for node in self.look(py, |scene| scene.nodes.clone())? {
            let (dict, local) = (PyDict::new(py), node.local);
            let (role, level) = role(node.role);
            dict.set_item("name", &node.name)?;
            dict.set_item("parent", node.parent)?;
            dict.set_item("mesh", node.mesh)?;
            dict.set_item("skin", node.skin)?;
            dict.set_item("translation", local.translation.to_array())?;
            dict.set_item("rotation", local.rotation.to_array())?;
            dict.set_item("scale", local.scale.to_array())?;
            dict.set_item("role", role)?;
            dict.set_item("level", level)?;
            nodes.append(dict)?;
        }
        Ok(nodes)
    }

    /// The skins: dicts with name, joints (indices of nodes) and inverse_bind, an array of matrices by columns.
    #[getter]
    fn skins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let skins = PyList::empty(py);
        for skin in self.look(py, |scene| scene.skins.clone())? {
            let dict = PyDict::new(py);
            let numbers: Vec<f32> =
                skin.inverse_bind.iter().flat_map(|bind| Mat4::to_cols_array(*bind)).collect();
            dict.set_item("name", &skin.name)?;
            dict.set_item("joints", &skin.joints)?;
            dict.set_item("inverse_bind", array(py, &numbers, "<f4", 16)?)?;
            skins.append(dict)?;
        }
        Ok(skins)
    }

    /// The materials: dicts with name, base (linear colour and opacity), metallic, roughness and double_sided.
    #[getter]
    fn materials<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let materials = PyList::empty(py);
        for material in self.look(py, |scene| scene.materials.clone())? {
            let dict = PyDict::new(py);
            dict.set_item("name", &material.name)?;
            dict.set_item("base", material.base.to_array())?;
            dict.set_item("metallic", material.metallic)?;
            dict.set_item("roughness", material.roughness)?;
            dict.set_item("double_sided", material.double_sided)?;
            materials.append(dict)?;
        }
        Ok(materials)
    }

    /// The animations: dicts with name, start and end in seconds, and tracks. Each of these is a dict with node (its
    /// index), path ('translation', 'rotation', 'scale' or 'weights'), interpolation ('linear', 'step' or 'cubic'), and
    /// the arrays times and values, with a row for each key; for 'cubic', a row has the incoming tangent, the value and
    /// the outgoing tangent.
    #[getter]
    fn animations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let animations = PyList::empty(py);
        for animation in self.look(py, |scene| scene.animations.clone())? {
            let (dict, tracks) = (PyDict::new(py), PyList::empty(py));
            let (start, end) = animation.span().unwrap_or_default();
            for track in &animation.tracks {
                tracks.append(shown_track(py, track)?)?;
            }
            dict.set_item("name", &animation.name)?;
            dict.set_item("start", start)?;
            dict.set_item("end", end)?;
            dict.set_item("tracks", tracks)?;
            animations.append(dict)?;
        }
        Ok(animations)
    }

    /// The images of materials: dicts with name, mime, bytes (empty if the file is missing) and uri, the path of a file that
    /// is not embedded.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let images = PyList::empty(py);
        for image in self.look(py, |scene| scene.images.clone())? {
            let dict = PyDict::new(py);
            dict.set_item("name", &image.name)?;
            dict.set_item("mime", image.mime.name())?;
            dict.set_item("bytes", PyBytes::new(py, &image.bytes))?;
            dict.set_item("uri", image.uri)?;
            images.append(dict)?;
        }
        Ok(images)
    }

    /// The features of the file that the scene cannot show: dicts with 'code', 'severity' and more.
    #[getter]
    fn losses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, &self.losses)
    }

    /// The arrays of a Roblox mesh of version 2 to 5 as they are in the file, without a copy: a dict of structured
    /// arrays 'vertices' (position, normal, uv, tangent, colour), 'faces' and 'envelopes' (bones, weights), and the
    /// list 'lods' with the first and the last face of each level. The file stays in memory as long as one of the
    /// arrays does.
    ///
    /// Raises FormatError if the file is not such a mesh, or was compressed.
    fn records<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let py = this.py();
        let content = this.as_super().get().content(py);
        let bytes = content.as_bytes(py);
        let mesh = detached(py, || Ok(MeshRef::read(bytes)?))?;
        let dict = PyDict::new(py);
        let function = module(py, "_arrays")?.getattr("records")?;
        let set = |name: &str, (start, count, stride): (usize, usize, usize)| {
            dict.set_item(name, function.call1((&content, name, start, count, stride))?)
        };
        set("vertices", place(bytes, &mesh.vertices))?;
        set("faces", place(bytes, &mesh.faces))?;
        set("envelopes", place(bytes, &mesh.envelopes))?;
        let lods: Vec<_> = mesh.lods().into_iter().map(|lod| (lod.start, lod.end)).collect();
        dict.set_item("lods", lods)?;
        Ok(dict)
    }
}

/// Checks that the arrays of all meshes fit together, since files would have less than what was assigned.
fn check_meshes(scene: &Scene) -> Result<(), Problem> {
    for mesh in &scene.meshes {
        if let Some(fault) = mesh.shape.check().first() {
            let message = format!("the mesh {:?} cannot be written: {fault}", mesh.name);
            return Err(Problem::new(ProblemKind::Unsupported, message));
        }
    }
    Ok(())
}

/// The location of records in a file: the offset of the first, their number, and the distance between them.
fn place<T: Record>(file: &[u8], records: &Records<'_, T>) -> (usize, usize, usize) {
    let start = records.bytes().as_ptr().addr().saturating_sub(file.as_ptr().addr());
    (if records.is_empty() { 0 } else { start }, records.len(), records.stride())
}

/// The role of a node, and the level of detail that it shows.
fn role(role: Role) -> (&'static str, u8) {
    match role {
        Role::Joint => ("joint", 0),
        Role::Lod { level, .. } => ("lod", level),
        Role::Physics => ("physics", 0),
        Role::Hull => ("hull", 0),
        Role::Bounding => ("bounding", 0),
        Role::Cage => ("cage", 0),
        Role::Attachment => ("attachment", 0),
        Role::Label => ("label", 0),
        _ => ("plain", 0),
    }
}

/// The values of a property of a node over time.
fn shown_track<'py>(py: Python<'py>, track: &Track) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let path = match track.path {
        TrackPath::Translation => "translation",
        TrackPath::Rotation => "rotation",
        TrackPath::Scale => "scale",
        _ => "weights",
    };
    let interpolation = match track.interpolation {
        Interpolation::Step => "step",
        Interpolation::Cubic => "cubic",
        Interpolation::Linear => "linear",
    };
    let columns = track.values.len().checked_div(track.times.len()).unwrap_or(0).max(1);
    dict.set_item("node", track.node)?;
    dict.set_item("path", path)?;
    dict.set_item("interpolation", interpolation)?;
    dict.set_item("times", array(py, &track.times, "<f4", 1)?.call_method1("reshape", (-1,))?)?;
    dict.set_item("values", array(py, &track.values, "<f4", columns)?)?;
    Ok(dict)
}

/// Converts numbers to a NumPy array with this many columns.
fn array<'py, T: le::Element + Sync>(
    py: Python<'py>,
    elements: &[T],
    of: &str,
    columns: usize,
) -> PyResult<Bound<'py, PyAny>> {
    of_bytes(py, &encoded(elements), of, columns)
}

fn encoded<T: le::Element>(elements: &[T]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(elements.len().saturating_mul(T::SIZE));
    le::encode(elements, &mut bytes);
    bytes
}

fn of_bytes<'py>(py: Python<'py>, bytes: &[u8], of: &str, columns: usize) -> PyResult<Bound<'py, PyAny>> {
    module(py, "_arrays")?.getattr("array")?.call1((PyBytes::new(py, bytes), of, columns))
}

/// A mesh of a model, or an independent one. Its attributes are NumPy arrays with a row for each vertex or triangle,
/// and without rows if the mesh lacks the attribute. They are read-only views; assigned arrays are copied.
///
/// vertices: their positions
/// faces: the vertices of each triangle, counter-clockwise
/// normals, uv, tangents, colours, joints, weights: a row for each vertex
///
/// >>> import rezkit
/// >>> mesh = rezkit.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
/// >>> mesh.compute_normals()
/// >>> mesh.normals.tolist()
/// [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
/// >>> mesh.positions = mesh.positions + (0, 0, 5)
/// >>> mesh.positions[0].tolist(), mesh.triangles.shape, mesh.uvs.shape
/// ([0.0, 0.0, 5.0], (1, 3), (0, 2))
#[pyclass(frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Mesh {
    model: Py<Model>,
    index: usize,
}

/// The error for a mesh that the model no longer has.
#[cold]
fn no_mesh() -> PyErr {
    PyReferenceError::new_err("the model has no such mesh")
}

/// Stores rows of numbers in the attribute with this name in Python.
fn put(shape: &mut TriMesh, what: &str, bytes: &[u8]) {
    fn rows<T: le::Element>(bytes: &[u8]) -> Vec<T> {
        le::decode(bytes).unwrap_or_default()
    }
    match what {
        "positions" => shape.positions = rows(bytes),
        "normals" => shape.normals = rows(bytes),
        "tangents" => shape.tangents = rows(bytes),
        "uvs" => shape.uvs = rows(bytes),
        "weights" => shape.weights = rows(bytes),
        "triangles" => shape.indices = rows(bytes),
        "joints" => shape.joints = rows::<u16>(bytes).as_chunks().0.to_vec(),
        _ => {
            shape.colours =
                bytes.as_chunks().0.iter().map(|[r, g, b, a]| Rgba8::new(*r, *g, *b, *a)).collect()
        }
    }
}

impl Mesh {
    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&rezkit::scene::Mesh) -> T) -> PyResult<T> {
        self.model.get().look(py, |scene| scene.meshes.get(self.index).map(look))?.ok_or_else(no_mesh)
    }

    fn change<T>(&self, py: Python<'_>, change: impl FnOnce(&mut TriMesh) -> T) -> PyResult<T> {
        let changed = self.model.get().shown.change(py, |shown| {
            shown.change().meshes.get_mut(self.index).map(|mesh| change(&mut mesh.shape))
        })?;
        changed.ok_or_else(no_mesh)
    }

    fn array<'py, T: le::Element + Sync>(
        &self,
        py: Python<'py>,
        elements: impl Fn(&TriMesh) -> &[T] + Sync,
        of: &str,
        columns: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.model.get().shown.look_detached(py, |shown| {
            let mesh = shown.scene.meshes.get(self.index)?;
            Some(encoded(elements(&mesh.shape)))
        })?;
        of_bytes(py, &bytes.ok_or_else(no_mesh)?, of, columns)
    }

    /// Creates a mesh in a model of its own.
    fn alone(py: Python<'_>, own: rezkit::scene::Mesh) -> PyResult<Self> {
        let name = own.name.clone();
        let shown = Node { name: name.clone(), mesh: Some(0), ..Node::default() };
        let scene = Scene { name, meshes: vec![own], nodes: vec![shown], ..Scene::default() };
        Ok(Self { model: Py::new(py, Model::from_scene(py, scene))?, index: 0 })
    }

    /// Assigns rows of numbers to an attribute.
    fn assign(&self, what: &str, values: &Bound<'_, PyAny>, of: &str, columns: usize) -> PyResult<()> {
        let py = values.py();
        let data = module(py, "_arrays")?.getattr("data")?.call1((values, of, columns, what))?;
        let data = data.cast_into::<PyBytes>()?;
        self.change(py, |shape| put(shape, what, data.as_bytes()))
    }
}

#[pymethods]
impl Mesh {
    #[new]
    #[pyo3(signature = (vertices, faces=None, *, normals=None, uv=None, tangents=None, colours=None, joints=None,
                        weights=None, name="mesh"))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: Option<&Bound<'_, PyAny>>,
        normals: Option<&Bound<'_, PyAny>>,
        uv: Option<&Bound<'_, PyAny>>,
        tangents: Option<&Bound<'_, PyAny>>,
        colours: Option<&Bound<'_, PyAny>>,
        joints: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyAny>>,
        name: &str,
    ) -> PyResult<Self> {
        let own = rezkit::scene::Mesh { name: name.to_owned(), ..rezkit::scene::Mesh::default() };
        let mesh = Self::alone(py, own)?;
        let given = [
            ("positions", Some(vertices), "<f4", 3),
            ("normals", normals, "<f4", 3),
            ("uvs", uv, "<f4", 2),
            ("tangents", tangents, "<f4", 4),
            ("colours", colours, "u1", 4),
            ("joints", joints, "<u2", 4),
            ("weights", weights, "<f4", 4),
            ("triangles", faces, "<u4", 3),
        ];
        for (what, values, of, columns) in given {
            if let Some(values) = values {
                mesh.assign(what, values, of, columns)?;
            }
        }
        let fault = mesh.look(py, |mesh| mesh.shape.check().into_iter().next())?;
        fault.map_or(Ok(mesh), |fault| Err(PyValueError::new_err(fault.to_string())))
    }

    /// An independent mesh with the same arrays.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let own = self.look(py, rezkit::scene::Mesh::clone)?;
        Self::alone(py, own)
    }

    /// Its name.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |mesh| mesh.name.clone())
    }

    /// The model that contains the mesh, or a new one with the mesh alone.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<Model> {
        self.model.clone_ref(py)
    }

    /// The number of vertices.
    #[getter]
    fn n_vertices(&self, py: Python<'_>) -> PyResult<usize> {
        self.look(py, |mesh| mesh.shape.positions.len())
    }

    /// The number of triangles.
    #[getter]
    fn n_triangles(&self, py: Python<'_>) -> PyResult<usize> {
        self.look(py, |mesh| mesh.shape.indices.len())
    }

    /// Gives each vertex the mean normal of its triangles, weighted by area.
    fn compute_normals(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, TriMesh::compute_normals)
    }

    /// The positions of the vertices: x, y, z.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.positions, "<f4", 3)
    }

    #[setter]
    fn set_positions(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("positions", values, "<f4", 3)
    }

    /// The normals: vectors of length 1 that point out of the surface.
    #[getter]
    fn normals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.normals, "<f4", 3)
    }

    #[setter]
    fn set_normals(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("normals", values, "<f4", 3)
    }

    /// The tangents: vectors of length 1 along the surface, and the sign of the bitangent.
    #[getter]
    fn tangents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.tangents, "<f4", 4)
    }

    #[setter]
    fn set_tangents(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("tangents", values, "<f4", 4)
    }

    /// Texture coordinates, with V down.
    #[getter]
    fn uvs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.uvs, "<f4", 2)
    }

    #[setter]
    fn set_uvs(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("uvs", values, "<f4", 2)
    }

    /// Colours: red, green and blue as sRGB, and opacity, each from 0 to 255.
    #[getter]
    fn colours<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let flat = |mesh: &rezkit::scene::Mesh| {
            mesh.shape.colours.iter().flat_map(|colour| colour.to_array()).collect()
        };
        let bytes: Vec<u8> = self.look(py, flat)?;
        of_bytes(py, &bytes, "u1", 4)
    }

    #[setter]
    fn set_colours(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("colours", values, "u1", 4)
    }

    /// Up to four joints of each vertex, as indices in the joints of the skin.
    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| shape.joints.as_flattened(), "<u2", 4)
    }

    #[setter]
    fn set_joints(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("joints", values, "<u2", 4)
    }

    /// The weight of each of the four joints of a vertex.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.weights, "<f4", 4)
    }

    #[setter]
    fn set_weights(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("weights", values, "<f4", 4)
    }

    /// The vertices of each triangle.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.indices, "<u4", 3)
    }

    #[setter]
    fn set_triangles(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("triangles", values, "<u4", 3)
    }

    /// The parts: name, material or None, first triangle, and the triangle after the last.
    #[getter]
    fn groups(&self, py: Python<'_>) -> PyResult<Vec<Group>> {
        let of = |group: &geom::Group| {
            (group.name.clone(), group.material.clone(), group.triangles.start, group.triangles.end)
        };
        self.look(py, |mesh| mesh.shape.groups.iter().map(of).collect())
    }

    #[setter]
    fn set_groups(&self, py: Python<'_>, groups: Items<Group>) -> PyResult<()> {
        let of = |(name, material, start, end)| geom::Group { name, material, triangles: start..end };
        self.change(py, |shape| shape.groups = groups.0.into_iter().map(of).collect())
    }

    /// The morph targets: for each name, the vertices that move, and their displacements.
    #[getter]
    fn morphs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let morphs = self.look(py, |mesh| mesh.morphs.clone())?;
        for morph in &morphs {
            let (vertices, offsets): (Vec<_>, Vec<_>) = morph.offsets.iter().copied().unzip();
            let vertices = array(py, &vertices, "<u4", 1)?.call_method1("reshape", (-1,))?;
            dict.set_item(&morph.name, (vertices, array(py, &offsets, "<f4", 3)?))?;
        }
        Ok(dict)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |mesh| {
            let (n_vertices, n_triangles) = (mesh.shape.positions.len(), mesh.shape.indices.len());
            format!("<Mesh {:?}: {n_vertices} vertices, {n_triangles} triangles>", mesh.name)
        })
    }
}
