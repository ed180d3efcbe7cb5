//! The Collada reader: bytes to a scene.

use super::animation;
use super::axes::Axes;
use super::document::{Library, all, decoded, number, one, text, tree};
use super::geometry::{Geometry, geometry};
use super::material::{Files, Materials};
use super::nodes::{Instance, Tree};
use super::skin::{Weights, report_cut, skin};
use crate::affine::Affine;
use crate::allowance::Allowance;
use crate::counted::counted;
use crate::loss::LossCode;
use crate::mesh::Mesh;
use crate::node::Role;
use crate::polygon::Cutter;
use crate::problem::{Problem, ProblemKind, Reports, Warnings};
use crate::scene::{Scene, Unit};
use roxmltree::{Node, NodeId};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Options for reading.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct DaeOptions {
    strict: bool,
    output_bytes: Option<usize>,
}

impl DaeOptions {
    /// Treats recoverable errors in the file as errors instead of warnings.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limit on the memory of the XML tree, numbers, vertices and nodes together: by default 64 MB plus 48
    /// bytes for each byte of the file.
    pub fn output_bytes(self, limit: usize) -> Self {
        Self { output_bytes: Some(limit), ..self }
    }

    fn limit(&self, file: &[u8]) -> usize {
        self.output_bytes.unwrap_or_else(|| file.len().saturating_mul(48).saturating_add(64 << 20))
    }
}

/// Reads a file without its textures.
///
/// # Errors
///
/// If it is not a Collada file, or a limit is exceeded.
///
/// ```
/// let file = br##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
///   <asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
///   <library_geometries><geometry id="g" name="sheet"><mesh>
///     <source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 0 1</float_array><technique_common>
///       <accessor source="#a" count="3" stride="3"/></technique_common></source>
///     <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
///     <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
///   </mesh></geometry></library_geometries>
///   <library_visual_scenes><visual_scene id="s"><node name="wall"><instance_geometry url="#g"/></node></visual_scene>
///   </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"##;
/// let scene = scene::dae::read(file)?;
/// assert_eq!((scene.nodes[0].name.as_str(), scene.unit), ("wall", scene::Unit::Metre));
/// // Z up was converted to Y up, and centimetres to metres.
/// assert_eq!(scene.meshes[0].shape.positions[2].to_array(), [0.0, 0.01, 0.0]);
/// # Ok::<(), scene::Problem>(())
/// ```
pub fn read(file: &[u8]) -> Result<Scene, Problem> {
    read_with(file, &DaeOptions::default(), &mut |_| None).map(|(scene, _)| scene)
}

/// Reads a file. Recoverable errors become warnings.
///
/// `files` returns textures, which are requested only by paths without `..`.
///
/// # Errors
///
/// As [`read`]. With [`strict`](DaeOptions::strict), a recoverable error is an error.
pub fn read_with(
    file: &[u8],
    options: &DaeOptions,
    files: &mut Files<'_>,
) -> Result<(Scene, Warnings), Problem> {
    let memory = Allowance::new(options.limit(file));
    let text_of_file = decoded(file)?;
    let document = tree(&text_of_file, &memory)?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        return Err(Problem::new(
            ProblemKind::Value,
            "this is not a Collada file: its root element has another name",
        ));
    }
    let mut library = Library::new(&document, Reports::new(options.strict), memory);
    let asset = one(root, "asset");
    let of_asset = |name| asset.and_then(|asset| one(asset, name));
    let metres = of_asset("unit").and_then(|unit| number(unit.attribute("meter")?));
    let metres = metres.filter(|metres: &f64| metres.is_normal() && *metres > 0.0).unwrap_or(1.0);
    // The unit of Roblox is kept, and all others are converted to metres.
    let is_stud = metres == 0.28;
    let unit = if is_stud { Unit::Stud } else { Unit::Metre };
    let axes = Axes::new(of_asset("up_axis").map_or("", text).trim(), if is_stud { 1.0 } else { metres });
    let mut scene = Scene { unit, ..Scene::default() };
    let tools = asset.into_iter().flat_map(|asset| asset.descendants());
    let mut tools = tools.filter(|node| node.tag_name().name() == "authoring_tool");
    let mut materials = Materials::new(files, tools.any(|tool| text(tool).starts_with("Blender")));
    materials.read(&mut library, &mut scene)?;
    let tree = Tree::read(&axes, &mut library, &mut scene)?;
    let mut reader = Reader {
        axes: &axes,
        materials: &materials,
        cutter: Cutter::new(),
        geometries: HashMap::new(),
        meshes: HashMap::new(),
        n_morphs: 0,
    };
    for instance in &tree.instances {
        reader.instance(instance, &tree, &mut library, &mut scene)?;
    }
    let Reader { n_morphs, cutter, .. } = reader;
    animation::read(&axes, &tree, &mut library, &mut scene)?;
    for (count, what, code) in [
        (n_morphs, "left out: the morph targets of ", LossCode::ParamMorph),
        (
            cutter.n_given_up,
            "concave polygons with too many corners were split into fans, in ",
            LossCode::NgonSplit,
        ),
    ] {
        if count > 0 {
            let message = format!("{what}{}", counted(count, "mesh"));
            library.reports.excuse(Problem::new(ProblemKind::Dropped, message).code(code))?;
        }
    }
    if library.n_wrong > 0 {
        let message = format!("read as 0, since they are not numbers: {}", counted(library.n_wrong, "value"));
        library.reports.excuse(Problem::new(ProblemKind::Value, message))?;
    }
    Ok((scene, library.reports.into_warnings()))
}

/// The identity of a mesh: its controller or geometry, the names of its materials by their symbols, and the bits of the
/// transform of its vertices.
type Bound = (NodeId, BTreeMap<String, String>, Vec<u64>);

struct Reader<'m, 'f> {
    axes: &'m Axes,
    materials: &'m Materials<'f>,
    cutter: Cutter,
    geometries: HashMap<NodeId, Option<Rc<Geometry>>>,
    meshes: HashMap<Bound, usize>,
    n_morphs: usize,
}

impl Reader<'_, '_> {
    fn instance<'t>(
        &mut self,
        instance: &Instance<'t>,
        tree: &Tree<'t>,
        library: &mut Library<'t>,
        scene: &mut Scene,
    ) -> Result<(), Problem> {
        let element = instance.element;
        let Some(target) = library.named_by(element, "url") else {
            return library.lacks("a geometry is missing", element);
        };
        library.charge(element.range().len().saturating_mul(2))?;
        let bound = self.bound(element, library)?;
        let (skinned, source) = self.sources(target, library);
        let Some(source) = source else {
            return library.lacks("a geometry is missing", target);
        };
        let Some(geometry) = self.geometry(source, library)? else { return Ok(()) };
        let bound_to = match skinned {
            Some(skinned) => {
                let roots = all(element, "skeleton").filter_map(|root| library.find(text(root).trim()));
                let roots: Vec<usize> =
                    roots.filter_map(|root| tree.of_element.get(&root.id()).copied()).collect();
                skin(skinned, &roots, self.axes, tree, library)?.map(|(own, before)| (skinned, own, before))
            }
            None => None,
        };
        // The transform of a skinned mesh's node has no effect.
        let before = bound_to.as_ref().map_or(instance.before, |(_, _, before)| *before);
        let own = bound_to.map(|(skinned, own, _)| (skinned, own));
        let numbers: Vec<u64> = before.0.as_flattened().iter().map(|number| number.to_bits()).collect();
        let key = (own.as_ref().map_or(source.id(), |(skinned, _)| skinned.id()), bound, numbers);
        // Instances with equal vertices and materials share a mesh.
        let mesh = match self.meshes.get(&key) {
            Some(known) => *known,
            None => {
                let shape = &geometry.mesh.shape;
                library.charge(geometry.mesh.name.len().saturating_add(256))?;
                library.charge(shape.positions.len().saturating_mul(160))?;
                library.charge(shape.indices.len().saturating_mul(16))?;
                let mut mesh = self.with_materials(&geometry, &key.1, library)?;
                if before != Affine::IDENTITY {
                    mesh.shape.transform(before.to_mat4());
                }
                if let Some((skinned, own)) = &own {
                    let weights = Weights::read(*skinned, library)?;
                    let n_cut = weights.hang(&mut mesh, &geometry.positions, own.joints.len());
                    report_cut(n_cut, *skinned, library)?;
                }
                scene.meshes.push(mesh);
                let number = scene.meshes.len().saturating_sub(1);
                self.meshes.insert(key, number);
                number
            }
        };
        if let Some((_, own)) = own {
            for joint in &own.joints {
                scene.nodes.get_mut(*joint).into_iter().for_each(|node| node.role = Role::Joint);
            }
            if let Some(node) = scene.nodes.get_mut(instance.node) {
                node.skin = Some(scene.skins.len());
            }
            scene.skins.push(own);
        }
        let name = &geometry.mesh.name;
        library.charge(name.len())?;
        if let Some(node) = scene.nodes.get_mut(instance.node) {
            node.mesh = Some(mesh);
            if node.name.is_empty() {
                node.name.clone_from(name);
            }
        }
        Ok(())
    }

    /// The skin of a controller, and the geometry that it deforms.
    fn sources<'t>(
        &mut self,
        target: Node<'t, 't>,
        library: &Library<'t>,
    ) -> (Option<Node<'t, 't>>, Option<Node<'t, 't>>) {
        let is_geometry = |node: &Node<'t, 't>| node.tag_name().name() == "geometry";
        let skinned = one(target, "skin");
        let mut source = match skinned {
            Some(skinned) => library.named_by(skinned, "source"),
            None => Some(target),
        };
        // A skin may deform a morph controller.
        if let Some(morph) = source.and_then(|source| one(source, "morph")) {
            self.n_morphs = self.n_morphs.saturating_add(1);
            source = library.named_by(morph, "source");
        }
        (skinned, source.filter(is_geometry))
    }

    fn geometry<'t>(
        &mut self,
        node: Node<'t, 't>,
        library: &mut Library<'t>,
    ) -> Result<Option<Rc<Geometry>>, Problem> {
        if let Some(known) = self.geometries.get(&node.id()) {
            return Ok(known.clone());
        }
        let made = geometry(node, self.axes, &mut self.cutter, library)?.map(Rc::new);
        self.geometries.insert(node.id(), made.clone());
        Ok(made)
    }

    /// The names of materials, by their symbols in a geometry.
    fn bound<'t>(
        &self,
        instance: Node<'t, 't>,
        library: &mut Library<'t>,
    ) -> Result<BTreeMap<String, String>, Problem> {
        let common = one(instance, "bind_material").and_then(|bind| one(bind, "technique_common"));
        let mut bound = BTreeMap::new();
        for binding in common.into_iter().flat_map(|common| all(common, "instance_material")) {
            let material = library.named_by(binding, "target").and_then(|target| self.materials.name(target));
            if let (Some(material), Some(symbol)) = (material, binding.attribute("symbol")) {
                library.charge(material.len().saturating_add(symbol.len()).saturating_add(64))?;
                bound.insert(symbol.to_owned(), material.clone());
            }
        }
        Ok(bound)
    }

    fn with_materials(
        &self,
        geometry: &Geometry,
        bound: &BTreeMap<String, String>,
        library: &mut Library<'_>,
    ) -> Result<Mesh, Problem> {
        let mut mesh = geometry.mesh.clone();
        for (group, symbol) in mesh.shape.groups.iter_mut().zip(&geometry.symbols) {
            let Some(symbol) = symbol else { continue };
            // Without a binding, a symbol may be the id of the material.
            let itself = || self.materials.name(library.find(symbol)?);
            let Some(material) = bound.get(symbol).or_else(itself) else { continue };
            library.charge(material.len())?;
            group.material = Some(material.clone());
        }
        Ok(mesh)
    }
}
