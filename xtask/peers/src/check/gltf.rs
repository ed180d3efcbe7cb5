//! Comparison of glTF with the crate gltf: nodes, and the corners of all triangles.

use super::{Peer, Values, text};
use ::gltf::mesh::Mode;
use rezkit::Format;
use rezkit::gltf::ReadOptions;

pub(crate) const PEER: Peer = Peer {
    name: "gltf 1.4.1",
    supports: |bytes| matches!(rezkit::identify(bytes).format, Format::Glb | Format::Gltf),
    ours: by_us,
    theirs: by_them,
    warning: |bytes| {
        let (_, warnings) = rezkit::gltf::read_with(bytes, &ReadOptions::default(), &mut |_| None).ok()?;
        warnings.list.first().map(|warning| warning.message.clone())
    },
};

/// Adds a node, with its matrix, which can be decomposed in several ways.
fn node(
    values: &mut Values,
    index: usize,
    name: &str,
    mesh: Option<usize>,
    skin: Option<usize>,
    matrix: [[f32; 4]; 4],
) {
    values.insert(format!("node {index}"), format!("{} {mesh:?} {skin:?}", text(name)));
    // Without the digits on which two ways of multiplying differ.
    values.insert(
        format!("node {index} transform"),
        format!("{:?}", matrix.map(|all| all.map(|one| format!("{:.3}", one + 0.0)))),
    );
}

/// Adds a corner of a triangle.
fn corner(
    values: &mut Values,
    mesh: usize,
    corner: usize,
    position: [f32; 3],
    normal: Option<[f32; 3]>,
    uv: Option<[f32; 2]>,
) {
    values.insert(format!("corner[{mesh}][{corner}]"), format!("{position:?} {normal:?} {uv:?}"));
}

fn by_us(bytes: &[u8]) -> Result<Values, String> {
    let scene = rezkit::gltf::read(bytes).map_err(|problem| problem.message)?;
    let mut values = Values::new();
    for (index, one) in scene.nodes.iter().enumerate() {
        let columns = one.local.matrix().to_cols_array();
        let matrix = [0, 4, 8, 12].map(|from| [0, 1, 2, 3].map(|row| columns[from + row]));
        node(&mut values, index, &one.name, one.mesh, one.skin, matrix);
    }
    for (mesh, one) in scene.meshes.iter().enumerate() {
        values.insert(format!("mesh {mesh}"), text(&one.name));
        let shape = &one.shape;
        for (at, vertex) in shape.indices.as_flattened().iter().map(|index| *index as usize).enumerate() {
            let position = shape.positions.get(vertex).ok_or("an index without a vertex")?.to_array();
            let normal = shape.normals.get(vertex).map(|normal| normal.to_array());
            let uv = shape.uvs.get(vertex).map(|uv| uv.to_array());
            corner(&mut values, mesh, at, position, normal, uv);
        }
    }
    Ok(values)
}

fn by_them(bytes: &[u8]) -> Result<Values, String> {
    let (document, buffers) = {
        let ::gltf::Gltf { document, blob } =
            ::gltf::Gltf::from_slice(bytes).map_err(|error| error.to_string())?;
        let buffers = ::gltf::import_buffers(&document, None, blob).map_err(|error| error.to_string())?;
        (document, buffers)
    };
    if document.extensions_used().any(|name| name == "KHR_texture_transform") {
        return Err("coordinates that we transform".into());
    }
    let mut values = Values::new();
    for one in document.nodes() {
        let (mesh, skin) = (one.mesh().map(|mesh| mesh.index()), one.skin().map(|skin| skin.index()));
        node(&mut values, one.index(), one.name().unwrap_or_default(), mesh, skin, one.transform().matrix());
    }
    for one in document.meshes() {
        let mesh = one.index();
        values.insert(format!("mesh {mesh}"), text(one.name().unwrap_or_default()));
        // Attributes that only some primitives have get a filler in the others.
        let has = |semantic: ::gltf::Semantic| one.primitives().any(|of| of.get(&semantic).is_some());
        // The set of coordinates of the colours, which is the one that we read.
        let set = |of: &::gltf::Primitive<'_>| {
            let texture = of.material().pbr_metallic_roughness().base_color_texture();
            texture.map_or(0, |texture| texture.tex_coord())
        };
        let (has_normals, has_uvs) = (
            has(::gltf::Semantic::Normals),
            one.primitives().any(|of| of.get(&::gltf::Semantic::TexCoords(set(&of))).is_some()),
        );
        let mut at = 0;
        for primitive in one.primitives() {
            if primitive.mode() != Mode::Triangles {
                return Err("a mode of which it gives plain indices".into());
            }
            let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(|data| &**data));
            let positions: Vec<_> = reader.read_positions().ok_or("no positions")?.collect();
            let normals: Option<Vec<_>> = reader.read_normals().map(Iterator::collect);
            let uvs: Option<Vec<_>> =
                reader.read_tex_coords(set(&primitive)).map(|all| all.into_f32().collect());
            let indices: Vec<_> = match reader.read_indices() {
                Some(all) => all.into_u32().collect(),
                None => (0..positions.len() as u32).collect(),
            };
            for index in indices.chunks_exact(3).flatten().map(|index| *index as usize) {
                let position = *positions.get(index).ok_or("an index without a vertex")?;
                let of = |all: &Option<Vec<[f32; 3]>>| {
                    all.as_ref().map_or(Some([0.0; 3]), |all| all.get(index).copied())
                };
                let uv = uvs.as_ref().map_or(Some([0.0; 2]), |all| all.get(index).copied());
                corner(
                    &mut values,
                    mesh,
                    at,
                    position,
                    of(&normals).filter(|_| has_normals),
                    uv.filter(|_| has_uvs),
                );
                at += 1;
            }
        }
    }
    Ok(values)
}
