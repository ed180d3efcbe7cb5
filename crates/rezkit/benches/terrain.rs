//! Terrain: reading, writing, and its surface.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use rbxbinary::terrain::{CHUNK_VOXELS, Grid, Material, Voxel};
use rezkit::scene::terrain::mesh;

fn main() {
    divan::main();
}

/// Hills of five materials and lakes, of so many chunks along both sides, three above each other.
fn hills(n_chunks: i32) -> Vec<u8> {
    let mut grid = Grid::default();
    let end = n_chunks * 32;
    for x in 0..end {
        for z in 0..end {
            let (u, v) = (x as f32, z as f32);
            let height =
                40.0 + 14.0 * ((u * 0.031).sin() + (v * 0.047).cos()) + 3.0 * (u * 0.19 + v * 0.11).sin();
            for y in 0..96 {
                let occupancy = ((height - y as f32) * 255.0).clamp(0.0, 255.0) as u8;
                let material = Material([6, 2, 8, 12, 10][(y / 16) as usize % 5]);
                let voxel = match occupancy {
                    0 if y < 32 => Voxel::full(Material::WATER),
                    0 => break,
                    occupancy => Voxel { material, occupancy, water: 0 },
                };
                grid.set(x, y, z, voxel).unwrap();
            }
        }
    }
    grid.write()
}

#[divan::bench(sample_count = 20)]
fn read(bencher: Bencher<'_, '_>) {
    let bytes = hills(13);
    bencher.counter(BytesCount::new(bytes.len())).bench_local(|| Grid::read(black_box(&bytes)));
}

#[divan::bench(sample_count = 20)]
fn write(bencher: Bencher<'_, '_>) {
    let bytes = hills(13);
    let (grid, _) = Grid::read(&bytes);
    bencher.counter(BytesCount::new(bytes.len())).bench_local(|| black_box(&grid).write());
}

/// An item is a voxel.
#[divan::bench(sample_count = 20)]
fn surface(bencher: Bencher<'_, '_>) {
    let (grid, _) = Grid::read(&hills(13));
    let n_voxels = grid.chunks().len() * CHUNK_VOXELS;
    bencher.counter(ItemsCount::new(n_voxels)).bench_local(|| mesh(black_box(&grid), usize::MAX).unwrap());
}
