//! glTF 2.0, as `.glb` and as `.gltf`, to and from a [`Scene`]: the module of crate `scene` with a decoder for Draco
//! streams.

use files::identify;
use rbxmesh::{DracoAttribute, DracoMesh, DracoType, ErrorKind, Limits};
use scene::gltf::{self, DracoError, detect};
use scene::{Problem, ProblemKind, Scene, Warnings};

pub use scene::gltf::{
    DracoDecoder, GltfFiles, Info, MeshNode, PrimitiveInfo, ReadOptions, TextureInfo, WriteOptions,
    write_glb, write_gltf,
};

/// Reads a `.glb`, or a `.gltf` that embeds all its data.
///
/// # Errors
///
/// If nothing usable can be read, the file requires an unsupported extension, or a limit is exceeded.
///
/// ```
/// let file = br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"chair"}]}"#;
/// let scene = convert::gltf::read(file)?;
/// assert_eq!(scene.nodes[0].name, "chair");
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
    refuse_others(file)?;
    gltf::read_with(file, &options.clone().draco(decode), files)
}

/// A summary of a file, without decoding its geometry.
///
/// # Errors
///
/// As [`read_with`].
pub fn info(
    file: &[u8],
    options: &ReadOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Info, Problem> {
    refuse_others(file)?;
    gltf::info(file, options, files)
}

/// Refuses a file of another format, with an error that names it.
fn refuse_others(file: &[u8]) -> Result<(), Problem> {
    if detect(file) {
        return Ok(());
    }
    let message = format!("expected glTF, found {}", identify(file).format.in_words());
    Err(Problem::new(ProblemKind::Unsupported, message))
}

/// Decodes a Draco stream with the decoder for Roblox meshes.
fn decode(stream: &[u8], max_bytes: usize) -> Result<gltf::DracoMesh, DracoError> {
    let elements = max_bytes.div_euclid(size_of::<u32>());
    let limits = Limits::default().output_bytes(max_bytes).elements(elements);
    let options = rbxmesh::ReadOptions::default().limits(limits);
    let (mesh, warnings) = DracoMesh::read(stream, &options).map_err(|error| match error.kind() {
        ErrorKind::NotDecoded { .. } => DracoError::Unsupported,
        ErrorKind::LimitExceeded { .. } => DracoError::Limit(error.to_string()),
        _ => DracoError::Broken(error.to_string()),
    })?;
    Ok(gltf::DracoMesh {
        n_points: mesh.n_points,
        faces: mesh.faces,
        attributes: mesh.attributes.into_iter().map(attribute).collect(),
        warnings: warnings.iter().map(ToString::to_string).collect(),
    })
}

/// Converts an attribute, with the glTF component type of its values.
fn attribute(DracoAttribute { format, values, .. }: DracoAttribute) -> gltf::DracoAttribute {
    let component = match format.value_type {
        DracoType::I8 => Ok(5120),
        DracoType::U8 => Ok(5121),
        DracoType::I16 => Ok(5122),
        DracoType::U16 => Ok(5123),
        DracoType::U32 => Ok(5125),
        DracoType::F32 => Ok(5126),
        other => Err(format!("{other:?}")),
    };
    gltf::DracoAttribute { id: format.id, component, width: format.width, values }
}
