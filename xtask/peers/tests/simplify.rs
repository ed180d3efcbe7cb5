//! How near our coarser meshes are to the original, beside those of meshoptimizer with as many triangles.

use cpu_time::ThreadTime;
use geom::TriMesh;
use meshopt::{SimplifyOptions as Options, VertexDataAdapter, typed_to_bytes};
use peers::distance::Surface;
use rezkit::exchange::{SceneOptions, read};
use rezkit::scene::simplify::{SimplifyOptions, Stop, simplify};
use std::path::{Path, PathBuf};

/// The meshes of the corpus with enough triangles, each by the name of its file.
fn meshes() -> Vec<(String, TriMesh)> {
    let Some(corpus) = std::env::var_os("REZKIT_CORPUS") else { return Vec::new() };
    let (mut folders, mut files) = (vec![PathBuf::from(corpus)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut found: Vec<(String, TriMesh)> = Vec::new();
    for path in files {
        let is_model = |path: &Path| {
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            ["glb", "llmesh", "mesh", "m3d", "obj"].contains(&&*ending)
        };
        if !is_model(&path) || path.metadata().unwrap().len() > 20_000_000 {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let Ok((scene, _)) = read(&bytes, &SceneOptions::default(), &mut |_| None) else { continue };
        let largest = scene.meshes.into_iter().max_by_key(|mesh| mesh.shape.indices.len());
        let Some(mesh) = largest.filter(|mesh| mesh.shape.indices.len() >= 1000) else { continue };
        let is_known = |known: &TriMesh| known.indices.len() == mesh.shape.indices.len();
        if mesh.shape.check().is_empty() && !found.iter().any(|(_, known)| is_known(known)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, mesh.shape));
        }
    }
    found
}

fn surface(shape: &TriMesh, indices: &[[u32; 3]]) -> Surface {
    let positions: Vec<[f32; 3]> = shape.positions.iter().map(|position| position.to_array()).collect();
    Surface::new(&positions, indices)
}

/// What meshoptimizer makes of a mesh, and the seconds that it takes; with normals and texture coordinates, if asked.
fn native(shape: &TriMesh, n_triangles: usize, has_attributes: bool) -> (Vec<[u32; 3]>, f64) {
    let positions: Vec<[f32; 3]> = shape.positions.iter().map(|position| position.to_array()).collect();
    let vertices = VertexDataAdapter::new(typed_to_bytes(&positions), 12, 0).unwrap();
    let usual = SimplifyOptions::to(n_triangles);
    let normals = if has_attributes { &*shape.normals } else { &[] };
    let uvs = if has_attributes { &*shape.uvs } else { &[] };
    let values = (0..positions.len()).flat_map(|vertex| {
        let normal = normals.get(vertex).map(|normal| normal.to_array());
        normal.into_iter().flatten().chain(uvs.get(vertex).into_iter().flat_map(|uv| [uv.x, uv.y]))
    });
    let values: Vec<f32> = values.collect();
    let weight = |number| if number < 3 && !normals.is_empty() { usual.normals } else { usual.uvs };
    let weights: Vec<f32> = (0..values.len() / positions.len()).map(weight).collect();
    let locks = vec![false; positions.len()];
    let indices = shape.indices.as_flattened();
    let start = ThreadTime::now();
    let coarse = meshopt::simplify_with_attributes_and_locks(
        indices,
        &vertices,
        &values,
        &weights,
        4 * weights.len(),
        &locks,
        n_triangles * 3,
        f32::MAX,
        Options::None,
        None,
    );
    (coarse.as_chunks::<3>().0.to_vec(), start.elapsed().as_secs_f64())
}

/// The least of three times.
fn best<T>(mut run: impl FnMut() -> (T, f64)) -> (T, f64) {
    let [first, second, third] = [run(), run(), run()];
    let time = first.1.min(second.1).min(third.1);
    (first.0, time)
}

#[test]
fn meshes_are_as_near_as_those_of_meshoptimizer() {
    let mut ratios = [(0.0, 0), (0.0, 0)];
    for (name, shape) in meshes() {
        let original = surface(&shape, &shape.indices);
        let size = shape.bounds().map_or(0.0, |bounds| f64::from(bounds.size().length()));
        for part in [4, 16] {
            let timed = |options: &SimplifyOptions| {
                best(|| {
                    let start = ThreadTime::now();
                    (simplify(&shape, options), start.elapsed().as_secs_f64())
                })
            };
            let (theirs, their_time) = best(|| native(&shape, shape.indices.len() / part, false));
            let options = SimplifyOptions::to(theirs.len());
            let (_, our_time) = timed(&options.positions_only());
            let (_, their_time_with) = best(|| native(&shape, theirs.len(), true));
            let (ours, our_time_with) = timed(&options);
            let far = surface(&shape, &theirs).hausdorff(&original);
            let near = surface(&ours.shape, &ours.shape.indices).hausdorff(&original);
            let times = [our_time / their_time, our_time_with / their_time_with];
            println!(
                "{name:40} {:8} -> {:6} {:6} {:?} distance {far:9.5} {near:9.5} {:5.2}x time {:7.2} ms {:5.2}x, with attributes {:7.2} ms {:5.2}x",
                shape.indices.len(),
                theirs.len(),
                ours.shape.indices.len(),
                ours.stop,
                near / far,
                our_time * 1e3,
                times[0],
                our_time_with * 1e3,
                times[1],
            );
            // A run that is stuck halfway takes less time.
            if theirs.len() <= shape.indices.len() / part {
                for (sum, time) in ratios.iter_mut().zip(times) {
                    *sum = (sum.0 + time.ln(), sum.1 + 1);
                }
            }
            // Where surfaces meet at an edge, ours keeps more triangles.
            let is_near = near <= 1.25 * far + 1e-3 * size;
            assert!(ours.stop == Stop::Stuck || is_near, "{name}: {near} beside {far}");
        }
    }
    let [plain, with] = ratios.map(|(sum, n)| (sum / f64::from(n)).exp());
    println!("where meshoptimizer gets as far as asked: time {plain:.2}x, with attributes {with:.2}x");
}
