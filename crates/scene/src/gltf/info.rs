//! A summary of a file's content, without decoding it.

use super::context::{Context, Files, ReadOptions};
use super::cursor::At;
use super::document::Document;
use super::read::materials_layout;
use crate::problem::Problem;
use serde::Serialize;

/// The result of [`info`].
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Info {
    /// The schema of this result: `rezkit.gltf-info/1`.
    pub schema: &'static str,
    /// The program that wrote the file, as the file states it.
    pub generator: String,
    /// All extensions that are named.
    pub extensions_used: Vec<String>,
    /// The extensions that are required to read the file.
    pub extensions_required: Vec<String>,
    /// The names of the scenes.
    pub scenes: Vec<Option<String>>,
    /// The default scene.
    pub default_scene: Option<usize>,
    /// The number of nodes.
    pub n_nodes: usize,
    /// The number of meshes.
    pub n_meshes: usize,
    /// The total number of primitives in the meshes.
    pub n_primitives: usize,
    /// The number of accessors.
    pub n_accessors: usize,
    /// The number of buffers.
    pub n_buffers: usize,
    /// The number of cameras.
    pub n_cameras: usize,
    /// The number of lights.
    pub n_lights: usize,
    /// The nodes that have a mesh.
    pub mesh_nodes: Vec<MeshNode>,
    /// The nodes whose mesh does not exist.
    pub broken_nodes: Vec<usize>,
    /// The number of joints of each skin, and of its inverse bind matrices, if it has any.
    pub skins: Vec<(usize, Option<usize>)>,
    /// The textures of each material.
    pub textures: Vec<Vec<TextureInfo>>,
}

/// A node that has a mesh.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct MeshNode {
    /// The index of the node.
    pub node: usize,
    /// The index of the mesh.
    pub mesh: usize,
    /// The number of instances in EXT_mesh_gpu_instancing, if it is used.
    pub n_instances: Option<usize>,
    /// The primitives of the mesh.
    pub primitives: Vec<PrimitiveInfo>,
}

/// A primitive of a mesh.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PrimitiveInfo {
    /// The glTF mode: points, lines or triangles.
    pub mode: usize,
    /// The number of vertices.
    pub n_vertices: usize,
    /// The number of indices; the number of vertices if the primitive has no indices.
    pub n_indices: usize,
    /// The number of triangles.
    pub n_triangles: usize,
    /// The number of line segments.
    pub n_segments: usize,
    /// The number of points.
    pub n_points: usize,
    /// The names of the vertex attributes, sorted.
    pub attributes: Vec<String>,
    /// The name of the material.
    pub material: Option<String>,
    /// The number of morph targets.
    pub n_targets: usize,
}

/// A texture of a material.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TextureInfo {
    /// The purpose of the texture: `base`, `metallic_roughness`, `normal`, `occlusion`, `emissive`.
    pub slot: &'static str,
    /// The set of texture coordinates.
    pub tex_coord: usize,
    /// Offset, rotation and scale of KHR_texture_transform.
    pub transform: Option<([f32; 2], f32, [f32; 2])>,
}

/// Summarises a file, without decoding its geometry.
///
/// # Errors
///
/// As [`read_with`](super::read_with).
pub fn info(file: &[u8], options: &ReadOptions, files: &mut Files<'_>) -> Result<Info, Problem> {
    let (document, mut context) = Document::open(file, options, files)?;
    info_of(&document, &mut context).map_err(|problem| document.placed(problem))
}

fn info_of(document: &Document<'_>, context: &mut Context) -> Result<Info, Problem> {
    let root = document.root();
    let texts = |key| root.list(key).iter().filter_map(|at| at.value.as_text().map(str::to_owned)).collect();
    let (scenes, meshes) = (root.list("scenes"), root.list("meshes"));
    let lights = root.path(["extensions", "KHR_lights_punctual", "lights"]);
    let mut info = Info {
        schema: "rezkit.gltf-info/1",
        generator: root.get("asset").and_then(|asset| asset.text("generator")).unwrap_or_default().to_owned(),
        extensions_used: texts("extensionsUsed"),
        extensions_required: texts("extensionsRequired"),
        scenes: scenes.iter().map(|at| at.text("name").map(str::to_owned)).collect(),
        default_scene: root.index("scene", scenes.len(), "scene")?,
        n_nodes: root.list("nodes").len(),
        n_meshes: meshes.len(),
        n_primitives: meshes.iter().map(|mesh| mesh.list("primitives").len()).fold(0, usize::saturating_add),
        n_accessors: root.list("accessors").len(),
        n_buffers: root.list("buffers").len(),
        n_cameras: root.list("cameras").len(),
        n_lights: lights.map_or(0, |lights| lights.items().len()),
        ..Info::default()
    };
    for (node, at) in root.list("nodes").iter().enumerate() {
        let Some(index) = context.or_warn(at.index("mesh", meshes.len(), "mesh"))?.flatten() else {
            if at.get("mesh").is_some() {
                context.charge::<usize>(&at, 1)?;
                info.broken_nodes.push(node);
            }
            continue;
        };
        let mut primitives = Vec::new();
        for primitive in meshes.get(index).into_iter().flat_map(|mesh| mesh.list("primitives").iter()) {
            context.charge::<PrimitiveInfo>(&primitive, 2)?;
            primitives.push(primitive_info(document, context, primitive)?);
        }
        let n_instances = n_instances(document, context, at)?;
        info.mesh_nodes.push(MeshNode { node, mesh: index, n_instances, primitives });
    }
    for at in root.list("materials").iter() {
        info.textures.push(textures(context, at)?);
    }
    for at in root.list("skins").iter() {
        context.charge::<(usize, Option<usize>)>(&at, 1)?;
        let matrices = document.accessor(at, "inverseBindMatrices", context);
        let matrices = context.or_warn(matrices)?.flatten();
        info.skins.push((at.list("joints").len(), matrices.map(|accessor| accessor.count)));
    }
    Ok(info)
}

fn n_instances(document: &Document<'_>, context: &mut Context, at: At<'_>) -> Result<Option<usize>, Problem> {
    let attributes = at.path(["extensions", "EXT_mesh_gpu_instancing", "attributes"]);
    let Some(attributes) = attributes else { return Ok(None) };
    let Some((name, _)) = attributes.entries().next() else { return Ok(Some(0)) };
    let accessor = document.accessor(attributes, name, context);
    Ok(context.or_warn(accessor)?.flatten().map(|accessor| accessor.count))
}

fn primitive_info(
    document: &Document<'_>,
    context: &mut Context,
    at: At<'_>,
) -> Result<PrimitiveInfo, Problem> {
    let count =
        |at: Option<At<'_>>, key: &'static str, context: &mut Context| -> Result<Option<usize>, Problem> {
            let Some(at) = at else { return Ok(None) };
            let accessor = document.accessor(at, key, context).map(|accessor| accessor.map(|it| it.count));
            Ok(context.or_warn(accessor)?.flatten())
        };
    let attributes = at.get("attributes");
    let n_vertices = count(attributes, "POSITION", context)?.unwrap_or(0);
    let n_indices = count(Some(at), "indices", context)?.unwrap_or(n_vertices);
    let mode = at.maybe_whole("mode")?.unwrap_or(4);
    let mut names: Vec<_> =
        attributes.into_iter().flat_map(|at| at.entries()).map(|(name, _)| name.to_owned()).collect();
    context.charge::<u8>(&at, names.iter().map(String::len).fold(0, usize::saturating_add))?;
    names.sort_unstable();
    let materials = document.root().list("materials");
    let material = context.or_warn(at.index("material", materials.len(), "material"))?.flatten();
    let material = material.and_then(|index| materials.get(index)?.text("name"));
    // The name is copied for each node that shows the mesh.
    context.charge::<u8>(&at, material.map_or(0, str::len))?;
    Ok(PrimitiveInfo {
        mode,
        n_vertices,
        n_indices,
        // The modes are lists, strips and fans; below, lists, loops and strips of lines.
        n_triangles: match mode {
            4 => n_indices / 3,
            5 | 6 => n_indices.saturating_sub(2),
            _ => 0,
        },
        n_segments: match mode {
            1 => n_indices / 2,
            2 => n_indices,
            3 => n_indices.saturating_sub(1),
            _ => 0,
        },
        n_points: if mode == 0 { n_indices } else { 0 },
        attributes: names,
        material: material.map(str::to_owned),
        n_targets: at.list("targets").len(),
    })
}

fn textures(context: &mut Context, at: At<'_>) -> Result<Vec<TextureInfo>, Problem> {
    let metal = at.get("pbrMetallicRoughness");
    let slots = [
        ("base", metal.and_then(|metal| metal.get("baseColorTexture"))),
        ("metallic_roughness", metal.and_then(|metal| metal.get("metallicRoughnessTexture"))),
        ("normal", at.get("normalTexture")),
        ("occlusion", at.get("occlusionTexture")),
        ("emissive", at.get("emissiveTexture")),
    ];
    let mut textures = Vec::new();
    for (slot, texture) in slots {
        let Some(texture) = texture else { continue };
        let Some(layout) = context.or_warn(materials_layout(texture))? else { continue };
        let transform =
            layout.transform.map(|(offset, turn, scale)| (offset.to_array(), turn, scale.to_array()));
        textures.push(TextureInfo { slot, tex_coord: layout.set, transform });
    }
    Ok(textures)
}
