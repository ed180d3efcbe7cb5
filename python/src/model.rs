//! Meshes, and the scenes that they stand in.

use crate::convert::{Wish, scene_options};
use crate::error::detached;
use crate::file::File;
use crate::json;
use crate::module;
use crate::source::Files;
use geom::{Mat4, TriMesh, le};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rbxmesh::{MeshRef, Record, Records};
use rezkit::Loss;
use rezkit::exchange;
use rezkit::scene::{Role, Scene};
use std::path::Path;
use std::sync::Arc;

/// A model as a scene: meshes, nodes that show them, skins, materials and animations.
///
/// Axes are those of glTF: right-handed, Y up, counter-clockwise triangles, texture coordinates with V down.
///
/// >>> import rezkit
/// >>> model = rezkit.open(b"o chair\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
/// >>> model.meshes[0].n_triangles, model.nodes[0]["name"]
/// (1, 'chair')
#[pyclass(extends = File, frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Model {
    scene: Arc<Scene>,
    losses: Vec<Loss>,
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
        Ok(Self { scene: Arc::new(scene), losses })
    }
}

#[pymethods]
impl Model {
    /// All meshes. Nodes refer to them by their place in this list.
    #[getter]
    fn meshes(&self) -> Vec<Mesh> {
        (0..self.scene.meshes.len()).map(|index| Mesh { scene: Arc::clone(&self.scene), index }).collect()
    }

    /// The tree: dicts with name, parent, mesh, skin, translation, rotation (x, y, z, w), scale, role and level, where
    /// parent, mesh and skin are places in lists.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let nodes = PyList::empty(py);
        for node in &self.scene.nodes {
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

    /// The skins: dicts with name, joints (nodes by their place) and inverse_bind, an array of matrices by columns.
    #[getter]
    fn skins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let skins = PyList::empty(py);
        for skin in &self.scene.skins {
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
        for material in &self.scene.materials {
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

    /// The animations: dicts with name, and start and end in seconds.
    #[getter]
    fn animations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let animations = PyList::empty(py);
        for animation in &self.scene.animations {
            let dict = PyDict::new(py);
            let (start, end) = animation.span().unwrap_or_default();
            dict.set_item("name", &animation.name)?;
            dict.set_item("start", start)?;
            dict.set_item("end", end)?;
            animations.append(dict)?;
        }
        Ok(animations)
    }

    /// What the scene cannot show of the file: dicts with 'code', 'severity' and more.
    #[getter]
    fn losses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, &self.losses)
    }

    /// The arrays of a Roblox mesh of version 2 to 5 as they are in the file, without a copy: a dict of structured arrays
    /// 'vertices' (position, normal, uv, tangent, colour), 'faces' and 'envelopes' (bones, weights), and the list 'lods'
    /// with the first and the last face of each level. The file stays in memory as long as one of them does.
    ///
    /// Raises FormatError if the file is none, or was packed.
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

/// Where records are in a file: their first byte, how many there are, and how long each is.
fn place<T: Record>(file: &[u8], records: &Records<'_, T>) -> (usize, usize, usize) {
    let start = records.bytes().as_ptr().addr().saturating_sub(file.as_ptr().addr());
    (if records.is_empty() { 0 } else { start }, records.len(), records.stride())
}

/// What a node is for, and the level of detail that it shows.
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

/// Numbers as an array of NumPy with rows of so many columns.
fn array<'py, T: le::Element + Sync>(
    py: Python<'py>,
    elements: &[T],
    of: &str,
    columns: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = Vec::with_capacity(elements.len().saturating_mul(T::SIZE));
    py.detach(|| le::encode(elements, &mut bytes));
    of_bytes(py, &bytes, of, columns)
}

fn of_bytes<'py>(py: Python<'py>, bytes: &[u8], of: &str, columns: usize) -> PyResult<Bound<'py, PyAny>> {
    module(py, "_arrays")?.getattr("array")?.call1((PyBytes::new(py, bytes), of, columns))
}

/// A mesh of a model. Its arrays are NumPy's, with a row for each vertex or triangle; attributes that it does not have
/// have no rows.
///
/// >>> import rezkit
/// >>> mesh = rezkit.open(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").meshes[0]
/// >>> mesh.positions.tolist()
/// [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
/// >>> mesh.triangles.shape, mesh.uvs.shape
/// ((1, 3), (0, 2))
#[pyclass(frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Mesh {
    scene: Arc<Scene>,
    index: usize,
}

impl Mesh {
    fn mesh(&self) -> Option<&rezkit::scene::Mesh> {
        self.scene.meshes.get(self.index)
    }

    fn array<'py, T: le::Element + Sync>(
        &self,
        py: Python<'py>,
        elements: impl Fn(&TriMesh) -> &[T],
        of: &str,
        columns: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.mesh().map_or(&[], |mesh| elements(&mesh.shape)), of, columns)
    }
}

#[pymethods]
impl Mesh {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.mesh().map_or("", |mesh| &mesh.name)
    }

    /// How many vertices there are.
    #[getter]
    fn n_vertices(&self) -> usize {
        self.mesh().map_or(0, |mesh| mesh.shape.positions.len())
    }

    /// How many triangles there are.
    #[getter]
    fn n_triangles(&self) -> usize {
        self.mesh().map_or(0, |mesh| mesh.shape.indices.len())
    }

    /// Where the vertices are: x, y, z.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.positions, "<f4", 3)
    }

    /// Vectors of length 1 that point out of the surface.
    #[getter]
    fn normals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.normals, "<f4", 3)
    }

    /// Vectors of length 1 along the surface, and the sign of the bitangent.
    #[getter]
    fn tangents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.tangents, "<f4", 4)
    }

    /// Texture coordinates, with V down.
    #[getter]
    fn uvs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.uvs, "<f4", 2)
    }

    /// Colours: red, green and blue as sRGB, and opacity, each from 0 to 255.
    #[getter]
    fn colours<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let colours = self.mesh().map_or(&[][..], |mesh| &mesh.shape.colours);
        let bytes: Vec<u8> = colours.iter().flat_map(|colour| colour.to_array()).collect();
        of_bytes(py, &bytes, "u1", 4)
    }

    /// Up to four joints of each vertex, as places in the joints of the skin.
    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let joints = self.mesh().map_or(&[][..], |mesh| &mesh.shape.joints);
        array(py, joints.as_flattened(), "<u2", 4)
    }

    /// How much each of the four joints moves the vertex.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.weights, "<f4", 4)
    }

    /// The vertices of each triangle.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, |shape| &shape.indices, "<u4", 3)
    }

    /// The parts: name, material or None, first triangle, and the triangle after the last.
    #[getter]
    fn groups(&self) -> Vec<(String, Option<String>, usize, usize)> {
        let groups = self.mesh().map_or(&[][..], |mesh| &mesh.shape.groups).iter();
        let of = |group: &geom::Group| {
            (group.name.clone(), group.material.clone(), group.triangles.start, group.triangles.end)
        };
        groups.map(of).collect()
    }

    /// The shapes that it can change to: by name, the vertices that move, and how far each does.
    #[getter]
    fn morphs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for morph in self.mesh().map_or(&[][..], |mesh| &mesh.morphs) {
            let (vertices, offsets): (Vec<_>, Vec<_>) = morph.offsets.iter().copied().unzip();
            let vertices = array(py, &vertices, "<u4", 1)?.call_method1("reshape", (-1,))?;
            dict.set_item(&morph.name, (vertices, array(py, &offsets, "<f4", 3)?))?;
        }
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<Mesh {:?}: {} vertices, {} triangles>", self.name(), self.n_vertices(), self.n_triangles())
    }
}
