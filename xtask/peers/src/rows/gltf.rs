//! GLB, compared with the `gltf` crate; and the conversion to it, compared with copying the source.

use super::Compare;
use crate::data::mesh;
use crate::harness::Contender;
use rezkit::Format;
use rezkit::exchange::{ExchangeOptions, convert};

/// A Roblox mesh of version 2.00 with 64 MB.
fn large() -> Vec<u8> {
    mesh::binary(1_000_000, 2_000_000)
}

fn glb(source: &[u8]) -> Vec<u8> {
    convert(source, &ExchangeOptions::to(Format::Glb), &mut |_| None).expect("a model").bytes
}

/// Compares reading, in which both sides return all arrays of the file.
pub(super) fn read_large(compare: &mut Compare) {
    let glb = glb(&large());
    compare(&mut [
        Contender::new("rezkit", || rezkit::gltf::read(&glb).expect("a GLB")),
        Contender::new("gltf import_slice", || gltf::import_slice(&glb).expect("a GLB")),
    ]);
}

/// Compares like [`read_large`], but the result is lists of vectors, for which `gltf` needs its readers.
pub(super) fn read_large_to_vectors(compare: &mut Compare) {
    let glb = glb(&large());
    compare(&mut [
        Contender::new("rezkit", || rezkit::gltf::read(&glb).expect("a GLB")),
        Contender::new("gltf import_slice and readers", || {
            let (document, buffers, _) = gltf::import_slice(&glb).expect("a GLB");
            let primitives = document.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>());
            let arrays = primitives.map(|primitive| {
                let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(|data| &**data));
                (
                    reader.read_positions().expect("positions").collect::<Vec<_>>(),
                    reader.read_normals().expect("normals").collect::<Vec<_>>(),
                    reader.read_tex_coords(0).expect("coordinates").into_f32().collect::<Vec<_>>(),
                    reader.read_indices().expect("indices").into_u32().collect::<Vec<_>>(),
                )
            });
            arrays.collect::<Vec<_>>()
        }),
    ]);
}

/// Compares the conversion of a mesh to GLB, by way of a scene, with a copy of the bytes.
pub(super) fn from_mesh(compare: &mut Compare) {
    let source = large();
    compare(&mut [Contender::new("rezkit", || glb(&source)), Contender::new("memcpy", || source.clone())]);
}
