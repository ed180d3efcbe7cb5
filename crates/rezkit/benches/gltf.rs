//! GLB out and in, from meshes and places, and pictures.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use geom::{TriMesh, Vec2, Vec3};
use rezkit::exchange::{AssetOptions, ExchangeOptions, convert, from_scene};
use rezkit::gltf::{WriteOptions, read, write_glb};
use rezkit::scene::{Mesh, Node, Scene};
use rezkit::thumb::{ThumbOptions, draw};
use rezkit::{Asset, ConvertOptions, File, Format, MeshVersion, OpenOptions};
use std::fmt::Write;

fn main() {
    divan::main();
}

/// A waved ball of two triangles for each of n by n squares.
fn ball(n: u32) -> Scene {
    let mut shape = TriMesh::default();
    for row in 0..=n {
        for column in 0..=n {
            let (v, u) = (row as f32 / n as f32, column as f32 / n as f32);
            let (down, round) = (v * std::f32::consts::PI, u * std::f32::consts::TAU);
            let normal = Vec3::new(down.sin() * round.sin(), down.cos(), down.sin() * round.cos());
            shape.positions.push(normal * (1.0 + 0.05 * (down * 9.0).sin() * (round * 8.0).cos()));
            shape.normals.push(normal);
            shape.uvs.push(Vec2::new(u, v));
        }
    }
    for row in 0..n {
        for column in 0..n {
            let (a, b) = (row * (n + 1) + column, (row + 1) * (n + 1) + column);
            shape.indices.extend([[a, b, b + 1], [a, b + 1, a + 1]]);
        }
    }
    let mesh = Mesh { shape, ..Mesh::default() };
    Scene { nodes: vec![Node { mesh: Some(0), ..Node::default() }], meshes: vec![mesh], ..Scene::default() }
}

/// 64 MB of arrays.
const LARGE: u32 = 1090;

#[divan::bench(sample_count = 20)]
fn glb_out(bencher: Bencher<'_, '_>) {
    let scene = ball(LARGE);
    let len = write_glb(&scene, &WriteOptions::default()).unwrap().0.len();
    bencher
        .counter(BytesCount::new(len))
        .bench_local(|| write_glb(black_box(&scene), &WriteOptions::default()).unwrap());
}

#[divan::bench(sample_count = 20)]
fn glb_in(bencher: Bencher<'_, '_>) {
    let glb = write_glb(&ball(LARGE), &WriteOptions::default()).unwrap().0;
    bencher.counter(BytesCount::new(glb.len())).bench_local(|| read(black_box(&glb)).unwrap());
}

/// A Roblox mesh of version 2.00 of 64 MB.
fn mesh() -> Vec<u8> {
    let options = AssetOptions::default().version(MeshVersion::V2_00);
    match from_scene(&ball(1000), Format::RbxMesh, &options).unwrap() {
        (Asset::RbxMesh(mesh), _) => rbxmesh::write(&mesh).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[divan::bench(sample_count = 20)]
fn glb_of_a_mesh(bencher: Bencher<'_, '_>) {
    let mesh = mesh();
    let options = ExchangeOptions::to(Format::Glb);
    bencher
        .counter(BytesCount::new(mesh.len()))
        .bench_local(|| convert(black_box(&mesh), &options, &mut |_| None).unwrap());
}

/// A place of blocks, balls, cylinders and wedges of 216 colours in a grid.
fn place(n: u32) -> Vec<u8> {
    let mut xml = String::from("<roblox version='4'><Item class='Workspace'><Properties/>");
    for number in 0..n {
        let (x, y, z) = (number % 100 * 5, number / 10_000 * 5, number / 100 % 100 * 5);
        let colour = (number % 6) << 21 | (number / 6 % 6) << 13 | (number / 36 % 6) << 5;
        let _ = write!(
            xml,
            "<Item class='Part'><Properties><string name='Name'>Part{number}</string><CoordinateFrame name='CFrame'>\
             <X>{x}</X><Y>{y}</Y><Z>{z}</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12>\
             <R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame><Color3uint8 name='Color3uint8'>{colour}</Color3uint8>\
             <token name='shape'>{}</token><Vector3 name='size'><X>4</X><Y>{}</Y><Z>2</Z></Vector3></Properties></Item>",
            number % 5,
            1 + number % 3,
        );
    }
    xml.push_str("</Item></roblox>");
    let file = File::open(xml.as_bytes(), &OpenOptions::default()).unwrap();
    rezkit::convert(&file, &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes
}

#[divan::bench(sample_count = 5)]
fn glb_of_a_place_of_100_000_parts(bencher: Bencher<'_, '_>) {
    let place = place(100_000);
    let options = ExchangeOptions::to(Format::Glb);
    bencher
        .counter(ItemsCount::new(100_000_u32))
        .bench_local(|| convert(black_box(&place), &options, &mut |_| None).unwrap());
}

/// A copy of the bytes, which is a lower bound for readers and writers.
#[divan::bench(sample_count = 20)]
fn copy(bencher: Bencher<'_, '_>) {
    let glb = write_glb(&ball(LARGE), &WriteOptions::default()).unwrap().0;
    bencher.counter(BytesCount::new(glb.len())).bench_local(|| black_box(&glb).clone());
}

#[divan::bench(sample_count = 20)]
fn picture_of_100_000_triangles(bencher: Bencher<'_, '_>) {
    let scene = ball(224);
    let options = ThumbOptions::default().size(512, 512);
    bencher
        .counter(ItemsCount::new(scene.n_triangles()))
        .bench_local(|| draw(black_box(&scene), &options).unwrap());
}
