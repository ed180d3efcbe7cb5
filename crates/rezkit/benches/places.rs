//! Terrain, and a whole place to GLB with the memory that it takes.

use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher, black_box};
use geom::{Pose, Vec3};
use rbxbinary::terrain::{CHUNK_VOXELS, Grid, Material, Voxel};
use rbxbinary::{Document, Item, OwnedValue, Value};
use rezkit::Format;
use rezkit::exchange::{ExchangeOptions, convert};
use rezkit::scene::terrain::mesh;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

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
    let bytes = hills(13);
    let (grid, _) = Grid::read(&bytes);
    let n_voxels = grid.chunks().len() * CHUNK_VOXELS;
    bencher
        .counter(ItemsCount::new(n_voxels))
        .bench_local(|| mesh(black_box(&grid), 0.5, usize::MAX).unwrap());
}

/// 100,000 parts in rows over 507 chunks of terrain, and among them 1,000 unions: every other one has a mesh, the others
/// hulls.
fn place() -> Vec<u8> {
    let fixture = |name: &str| {
        let path = format!("{}/../../fixtures/rbxcsg/valid/{name}.csg", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).unwrap()
    };
    let bytes = |bytes: &[u8]| OwnedValue::from(bytes);
    let (meshes, hulls) = (bytes(&fixture("mesh_5")), bytes(&fixture("collision_7")));
    let mut document = Document::new();
    let workspace = document.add(None, Item::new("Workspace").with("Name", "Workspace")).unwrap();
    let terrain = Item::new("Terrain").with("SmoothGrid", bytes(&hills(13)));
    document.add(Some(workspace), terrain).unwrap();
    for number in 0..100_000_u32 {
        let (row, column) = ((number / 400) as f32, (number % 400) as f32);
        let pose = Pose { position: Vec3::new(column * 4.0, 300.0, row * 6.0), ..Pose::default() };
        let (class, blob) = match number {
            _ if number % 100 > 0 => ("Part", None),
            _ if number % 200 == 0 => ("UnionOperation", Some(("MeshData2", &meshes))),
            _ => ("UnionOperation", Some(("PhysicalConfigData", &hulls))),
        };
        let part = Item::new(class).with("Name", class).with("CFrame", pose);
        let part =
            part.with("size", Vec3::new(3.0, 1.0 + column % 7.0, 5.0)).with("Material", Value::Enum(256));
        let part = part.with("Transparency", if number % 9 == 0 { 0.5_f32 } else { 0.0 });
        let part = blob.into_iter().fold(part, |part, (name, value)| part.with(name, value.clone()));
        document.add(Some(workspace), part).unwrap();
    }
    rbxbinary::write(&document.to_model().unwrap()).unwrap()
}

/// The peak of allocations is the memory of the conversion; the file itself comes on top.
#[divan::bench(sample_count = 5)]
fn place_to_glb(bencher: Bencher<'_, '_>) {
    let bytes = place();
    bencher.counter(BytesCount::new(bytes.len())).bench_local(|| {
        let glb = convert(black_box(&bytes), &ExchangeOptions::to(Format::Glb), &mut |_| None).unwrap();
        assert!(!glb.is_empty);
        glb.bytes
    });
}
