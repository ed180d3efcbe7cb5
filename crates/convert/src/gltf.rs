//! glTF 2.0, as `.glb` and as `.gltf`, to and from a [`Scene`]: that of crate `scene`, with streams of Draco decoded.

use files::identify;
use rbxmesh::{DracoAttribute, DracoMesh, DracoType, ErrorKind, Limits};
use scene::gltf::{self, DracoError, detect};
use scene::{Problem, ProblemKind, Scene, Warnings};

pub use scene::gltf::{
    DracoDecoder, GltfFiles, Info, MeshNode, PrimitiveInfo, ReadOptions, TextureInfo, WriteOptions,
    write_glb, write_gltf,
};

/// Reads a `.glb`, or a `.gltf` that holds all its data itself.
///
/// # Errors
///
/// If nothing usable can be read, the file demands what is not there, or a limit is exceeded.
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

/// Reads a file, and says what was wrong and what was left out.
///
/// `files` is asked for the files beside it that it names: by paths without `..`, and never by another address.
///
/// # Errors
///
/// As [`read`]; when strict, also the first thing that would be a warning.
pub fn read_with(
    file: &[u8],
    options: &ReadOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Warnings), Problem> {
    refuse_others(file)?;
    gltf::read_with(file, &options.clone().draco(decode), files)
}

/// What a file holds, without decoding its geometry.
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

/// Says of what format a file is that is no glTF.
fn refuse_others(file: &[u8]) -> Result<(), Problem> {
    if detect(file) {
        return Ok(());
    }
    let message = format!("expected glTF, this is {}", identify(file).format.in_words());
    Err(Problem::new(ProblemKind::Unsupported, message))
}

/// A stream of Draco, decoded as those in Roblox meshes are.
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

/// An attribute, with the number that glTF has for its type.
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
