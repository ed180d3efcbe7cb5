//! Second Life mesh assets, compared with only decompressing their blocks.

use super::Compare;
use crate::data::grid::{Grid, PHYSICS, smooth};
use crate::harness::Contender;
use slmesh::{Block, Domain, Face, Lod, MeshAsset, Rounding, quantise_normal};

pub(super) fn read_small(compare: &mut Compare) {
    read(&asset(45), compare);
}

pub(super) fn read_large(compare: &mut Compare) {
    read(&asset(250), compare);
}

fn read(asset: &MeshAsset, compare: &mut Compare) {
    let bytes = slmesh::write(asset).unwrap();
    let blocks = blocks(&bytes);
    compare(&mut [
        Contender::new("slmesh", || slmesh::read(&bytes).unwrap()),
        Contender::new("miniz_oxide alone", || {
            let inflate = |block: &&[u8]| miniz_oxide::inflate::decompress_to_vec_zlib(block).unwrap();
            blocks.iter().map(inflate).collect::<Vec<_>>()
        }),
    ]);
}

/// The compressed blocks of a file.
fn blocks(bytes: &[u8]) -> Vec<&[u8]> {
    let file = rezkit::File::open(bytes, &rezkit::OpenOptions::default()).unwrap();
    let place = |path| file.layout().find(path);
    ["high_lod", "physics_mesh"].into_iter().filter_map(place).map(|(_, range)| &bytes[range]).collect()
}

/// An asset with one level of `side` vertices on a side, and a physics shape of one triangle.
fn asset(side: u32) -> MeshAsset {
    let Grid { positions, normals, uvs, triangles } = smooth(side);
    let domain = Domain::around(positions.iter().copied());
    let coordinates = Domain::around(uvs.iter().copied());
    let index = |index: u32| u16::try_from(index).unwrap();
    let face = Face {
        position: Some(domain.quantise_all(positions, Rounding::Truncate)),
        position_domain: Some(domain),
        normal: Some(normals.iter().map(|normal| quantise_normal(*normal, Rounding::Truncate)).collect()),
        tex_coord0: Some(coordinates.quantise_all(uvs, Rounding::Truncate)),
        tex_coord0_domain: Some(coordinates),
        triangle_list: Some(triangles.iter().map(|corners| corners.map(index)).collect()),
        ..Face::default()
    };
    let unit = Domain::new([-0.5; 3], [0.5; 3]);
    let shape = Face {
        position: Some(unit.quantise_all(PHYSICS, Rounding::Truncate)),
        position_domain: Some(unit),
        triangle_list: Some(vec![[0, 1, 2]]),
        ..Face::default()
    };
    let block = |face| Some(Block::new(Lod { faces: vec![face] }));
    MeshAsset { high_lod: block(face), physics_mesh: block(shape), ..MeshAsset::default() }
}
