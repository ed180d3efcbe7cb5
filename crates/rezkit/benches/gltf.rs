//! GLB out and in, and pictures.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use geom::{TriMesh, Vec2, Vec3};
use rezkit::gltf::{WriteOptions, read, write_glb};
use rezkit::scene::{Mesh, Node, Scene};
use rezkit::thumb::{ThumbOptions, draw};

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

/// What no reader or writer can be faster than.
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
