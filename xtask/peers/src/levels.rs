//! The distance of our coarser models from the original, compared with that of meshoptimizer's models with as many
//! triangles.

use crate::distance::{Spot, Surface};
use crate::silhouette::Silhouettes;
use cpu_time::ThreadTime;
use geom::{TriMesh, Vec3};
use meshopt::{SimplifyOptions as Theirs, VertexDataAdapter, typed_to_bytes};
use rezkit::exchange::{SceneOptions, read};
use rezkit::scene::{LevelPlan, Scene};
use std::error::Error;
use std::fmt;
use std::path::Path;

/// The denominators of the fractions of triangles that are kept: a third, a ninth and so on, as in the levels of Second
/// Life.
const PARTS: [usize; 3] = [3, 9, 27];

/// The number of points sampled on each surface.
const N_SAMPLES: f64 = 6_000.0;

/// The number of triangles up to which results are unreliable, because they depend on single triangles.
const FEW_TRIANGLES: usize = 120;

/// The distance, as a share of the diagonal, beyond which surface counts as lost.
const LOST: f64 = 0.02;

/// The difference of distances, as a share of the diagonal, within which surfaces count as equally near; the one that
/// faces in the same direction is compared.
const SAME: f64 = 0.001;

/// The names of the figures; smaller is better.
const FIGURES: [&str; 7] = ["rms", "Hausdorff", "silhouette", "normals", "texture", "lost", "time"];

/// Lower bounds on the compared figures, so that the ratio of two tiny values is 1.
const LEAST: [f64; 7] = [1e-4, 1e-3, 2e-3, 1e-2, 1e-3, 1e-3, 1e-5];

/// The differences of a coarser model from the original; distances are shares of the diagonal.
#[derive(Debug, Clone, Copy)]
struct Figures {
    n_triangles: usize,
    /// The values in the order of `FIGURES`.
    values: [f64; 7],
}

/// A method of meshoptimizer.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Peer {
    /// Edges may collapse across seams, and attributes count with these weights for normals and texture coordinates.
    Permissive(f32, f32),
    /// The method of the viewer's uploader: only positions count, and all seams are kept. If the result has more than
    /// 1.8 times the requested triangles, seams of normals are ignored, and then all seams.
    Viewer,
}

/// The methods. The second one has the same weights as ours.
const PEERS: [Peer; 4] =
    [Peer::Permissive(0.5, 0.5), Peer::Permissive(0.12, 0.14), Peer::Permissive(0.05, 0.05), Peer::Viewer];

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permissive(normals, uvs) => write!(f, "Permissive, normals {normals}, texture {uvs}"),
            Self::Viewer => f.write_str("the viewer's AUTO"),
        }
    }
}

fn positions(shape: &TriMesh) -> Vec<[f32; 3]> {
    shape.positions.iter().map(|position| position.to_array()).collect()
}

impl Peer {
    fn simplify(self, shape: &TriMesh, n_triangles: usize) -> Vec<[u32; 3]> {
        let positions = positions(shape);
        let Ok(vertices) = VertexDataAdapter::new(typed_to_bytes(&positions), 12, 0) else {
            return Vec::new();
        };
        let indices = shape.indices.as_flattened();
        let coarse = match self {
            Self::Permissive(normals, uvs) => {
                let (values, weights) = attributes(shape, normals, uvs);
                meshopt::simplify_with_attributes_and_locks(
                    indices,
                    &vertices,
                    &values,
                    &weights,
                    4 * weights.len(),
                    &vec![false; positions.len()],
                    n_triangles * 3,
                    f32::MAX,
                    Theirs::Permissive,
                    None,
                )
            }
            Self::Viewer => {
                let run = |indices: &[u32]| {
                    meshopt::simplify(indices, &vertices, n_triangles * 3, 1.0, Theirs::None, None)
                };
                let is_enough = |coarse: &Vec<u32>| coarse.len() as f64 <= 1.8 * 3.0 * n_triangles as f64;
                let mut best = run(indices);
                for has_uvs in [true, false] {
                    if !is_enough(&best) {
                        let coarse = run(&welded(shape, has_uvs));
                        if coarse.len() < best.len() {
                            best = coarse;
                        }
                    }
                }
                best
            }
        };
        coarse.as_chunks::<3>().0.to_vec()
    }
}

/// The triangles with each vertex replaced by the first one with the same position and, if `has_uvs` is set, the same
/// texture coordinates.
fn welded(shape: &TriMesh, has_uvs: bool) -> Vec<u32> {
    let mut known = std::collections::HashMap::new();
    let key = |vertex: u32| {
        let uv = shape.uvs.get(vertex as usize).filter(|_| has_uvs);
        let uv = uv.map(|uv| [uv.x.to_bits(), uv.y.to_bits()]);
        (shape.positions[vertex as usize].to_array().map(f32::to_bits), uv)
    };
    let indices = shape.indices.as_flattened();
    indices.iter().map(|vertex| *known.entry(key(*vertex)).or_insert(*vertex)).collect()
}

/// The normals and texture coordinates of all vertices, and the weight of each component.
fn attributes(shape: &TriMesh, normals: f32, uvs: f32) -> (Vec<f32>, Vec<f32>) {
    let values = (0..shape.positions.len()).flat_map(|vertex| {
        let normal = shape.normals.get(vertex).map(|normal| normal.to_array());
        normal.into_iter().flatten().chain(shape.uvs.get(vertex).into_iter().flat_map(|uv| [uv.x, uv.y]))
    });
    let n_normals = if shape.normals.is_empty() { 0 } else { 3 };
    let n_uvs = if shape.uvs.is_empty() { 0 } else { 2 };
    (values.collect(), [vec![normals; n_normals], vec![uvs; n_uvs]].concat())
}

/// The value at a spot of a triangle, interpolated from its corners.
fn interpolate<const N: usize>(
    triangle: [u32; 3],
    spot: &Spot,
    value: impl Fn(usize) -> [f32; N],
) -> [f64; N] {
    let mut sum = [0.0; N];
    for (corner, weight) in triangle.into_iter().zip(spot.weights) {
        for (sum, value) in sum.iter_mut().zip(value(corner as usize)) {
            *sum += f64::from(value) * weight;
        }
    }
    sum
}

fn unit(vector: [f64; 3]) -> [f64; 3] {
    let length = vector.iter().map(|number| number * number).sum::<f64>().sqrt();
    if length > 0.0 { vector.map(|number| number / length) } else { vector }
}

fn squared<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

/// A mesh, with the structures that find nearest points and outlines.
struct Measured<'a> {
    shape: &'a TriMesh,
    indices: &'a [[u32; 3]],
    surface: Surface,
    silhouettes: Silhouettes,
}

impl<'a> Measured<'a> {
    /// Prepares the triangles of a mesh, which are viewed in the bounds of the original.
    fn new(original: &TriMesh, shape: &'a TriMesh, indices: &'a [[u32; 3]]) -> Self {
        let positions = positions(shape);
        let surface = Surface::new(&positions, indices);
        let bounds = original.bounds().unwrap_or_default();
        Self { shape, indices, surface, silhouettes: Silhouettes::new(&bounds, &positions, indices) }
    }

    /// The mean squared differences of positions, normals and texture coordinates; the largest squared distance; and
    /// the share of the surface beyond the squared distance `lost`.
    fn to(&self, other: &Self, lost: f64, near: f64) -> [f64; 5] {
        let mut sums = [0.0; 5];
        for (weight, point, spot) in self.surface.samples(N_SAMPLES) {
            let facing = Surface::facing(&self.shape.positions, self.indices[spot.triangle as usize]);
            let (distance, there) = other.surface.nearest_facing(point, facing, near);
            let [own, its] = [self.indices[spot.triangle as usize], other.indices[there.triangle as usize]];
            let mut differences = [0.0; 2];
            if !self.shape.normals.is_empty() {
                let [own, its] = [(self, own, spot), (other, its, there)].map(|(mesh, triangle, spot)| {
                    unit(interpolate(triangle, &spot, |vertex| mesh.shape.normals[vertex].to_array()))
                });
                differences[0] = squared(own, its);
            }
            if !self.shape.uvs.is_empty() {
                let [own, its] = [(self, own, spot), (other, its, there)].map(|(mesh, triangle, spot)| {
                    interpolate(triangle, &spot, |vertex| {
                        [mesh.shape.uvs[vertex].x, mesh.shape.uvs[vertex].y]
                    })
                });
                differences[1] = squared(own, its);
            }
            sums[0] += weight * distance;
            sums[1] += weight * differences[0];
            sums[2] += weight * differences[1];
            sums[3] = f64::max(sums[3], distance);
            sums[4] += if distance > lost { weight } else { 0.0 };
        }
        let corners = self.surface.corners().map(|point| other.surface.nearest(point).0);
        sums[3] = corners.fold(sums[3], f64::max);
        sums
    }

    fn figures(&self, coarse: &Self, time: f64) -> Figures {
        let size = self.shape.bounds().map_or(1.0, |bounds| f64::from(bounds.size().length()));
        let lost = (LOST * size).powi(2);
        if coarse.indices.is_empty() {
            return Figures { n_triangles: 0, values: [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, time] };
        }
        let near = SAME * size;
        let (there, back) = (self.to(coarse, lost, near), coarse.to(self, lost, near));
        let rms = |number: usize| ((there[number] + back[number]) / 2.0).sqrt();
        let outline = self.silhouettes.difference(&coarse.silhouettes);
        let farthest = there[3].max(back[3]).sqrt() / size;
        let values = [rms(0) / size, farthest, outline, rms(1), rms(2), there[4], time];
        Figures { n_triangles: coarse.indices.len(), values }
    }
}

/// The result of `run`, and the shortest of three durations in seconds.
fn timed<T>(run: impl Fn() -> T) -> (T, f64) {
    let once = || {
        let start = ThreadTime::now();
        (run(), start.elapsed().as_secs_f64())
    };
    let (result, first) = once();
    (result, first.min(once().1).min(once().1))
}

/// The minimum number of triangles of a model; smaller ones would show little.
pub(crate) const LEAST_TRIANGLES: usize = 300;

/// A model and all its meshes as one; `None` if it has too few triangles or invalid data.
fn model(path: &Path) -> Result<Option<(Scene, TriMesh)>, Box<dyn Error>> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut files = |name: &str| std::fs::read(folder.join(name)).ok();
    let (scene, _) = read(&std::fs::read(path)?, &SceneOptions::default(), &mut files)?;
    let shape = whole(&scene, 0);
    let is_usable = shape.indices.len() >= LEAST_TRIANGLES && shape.check().is_empty();
    Ok(is_usable.then_some((scene, shape)))
}

/// All meshes of a level as one, in world coordinates at rest. Normals and texture coordinates are those of meshes that
/// have them, and 0 elsewhere.
fn whole(scene: &Scene, level: u8) -> TriMesh {
    let (pose, worlds) = (scene.rest(), scene.worlds_at_rest());
    let mut whole = TriMesh::default();
    for node in scene.at_level(level) {
        let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]) else { continue };
        let (shape, mover) = (&mesh.shape, scene.mover(node, mesh, &worlds));
        let first = whole.positions.len() as u32;
        whole.indices.extend(shape.indices.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
        whole.positions.extend(scene.skinned(node, &pose));
        whole.uvs.extend((0..shape.positions.len()).map(|at| shape.uvs.get(at).copied().unwrap_or_default()));
        whole.normals.extend((0..shape.positions.len()).map(|at| {
            let normal = shape.normals.get(at).copied().unwrap_or_default().to_array().map(f64::from);
            Vec3::from_array(
                unit(mover.transform(at).for_normals().vector(normal)).map(|number| number as f32),
            )
        }));
    }
    if whole.normals.iter().all(|normal| *normal == Vec3::ZERO) {
        whole.normals.clear();
    }
    if whole.uvs.iter().all(|uv| *uv == whole.uvs[0]) {
        whole.uvs.clear();
    }
    whole
}

/// Our model with this many triangles, or as many more as its largest error requires.
fn ours(scene: &Scene, n_triangles: usize) -> TriMesh {
    let mut scene = scene.clone();
    // A model without triangles was refused when it was read.
    let _ = scene.make_levels(&LevelPlan::with_triangles(vec![n_triangles]));
    whole(&scene, 0)
}

/// Compares the levels of the models in files; with `-v`, prints each model, too.
///
/// # Errors
///
/// If nothing can be printed.
pub fn run(arguments: &[String], out: &mut dyn std::io::Write) -> Result<(), Box<dyn Error>> {
    let mut models = Vec::new();
    for path in arguments.iter().filter(|path| *path != "-v").map(Path::new) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match model(path) {
            Ok(Some((scene, shape))) => models.push((name, scene, shape)),
            Ok(None) => writeln!(out, "{name}: fewer than {LEAST_TRIANGLES} triangles")?,
            Err(error) => writeln!(out, "{name}: {error}")?,
        }
    }
    writeln!(out, "{} models", models.len())?;
    Ok(compare(&models, arguments.iter().any(|argument| argument == "-v"), out)?)
}

fn is_outlier(ratio: f64) -> bool {
    ratio > 1.5
}

/// Prints the ratios of ours to theirs: for each model and level if requested, and for all the geometric means, the
/// worst ratios, and the names of the worst models.
fn compare(
    models: &[(String, Scene, TriMesh)],
    is_long: bool,
    out: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    let mut ratios: [[Vec<[f64; 7]>; PARTS.len()]; PEERS.len()] = Default::default();
    let mut worst: [Vec<(f64, String)>; PEERS.len()] = Default::default();
    let mut n_few = [0; PEERS.len()];
    for (name, scene, shape) in models {
        let original = Measured::new(shape, shape, &shape.indices);
        for (number, part) in PARTS.into_iter().enumerate() {
            let measured = |n_triangles: usize| {
                let (made, time) = timed(|| ours(scene, n_triangles));
                original.figures(&Measured::new(shape, &made, &made.indices), time)
            };
            let usual = measured(shape.indices.len() / part);
            for (peer_number, peer) in PEERS.into_iter().enumerate() {
                let (theirs, time) = timed(|| peer.simplify(shape, usual.n_triangles));
                let theirs = original.figures(&Measured::new(shape, shape, &theirs), time);
                // A peer may be unable to reach as few.
                let is_more = theirs.n_triangles > usual.n_triangles;
                let own = if is_more { measured(theirs.n_triangles) } else { usual };
                let ratio = std::array::from_fn(|figure| {
                    let [own, theirs] = [own, theirs].map(|of| of.values[figure].max(LEAST[figure]));
                    own / theirs
                });
                ratios[peer_number][number].push(ratio);
                if own.n_triangles <= FEW_TRIANGLES {
                    n_few[peer_number] += ratio.iter().take(6).filter(|ratio| is_outlier(**ratio)).count();
                }
                let label = format!("{name} to 1/{part}");
                worst[peer_number].extend(
                    FIGURES
                        .iter()
                        .zip(ratio)
                        .take(6)
                        .map(|(figure, ratio)| (ratio, format!("{label} {figure}"))),
                );
                if is_long {
                    let each = |values: [f64; 7]| values.map(|value| format!("{value:.5}")).join(" ");
                    writeln!(
                        out,
                        "{label:44} {peer}: {} of {} triangles",
                        theirs.n_triangles,
                        shape.indices.len()
                    )?;
                    writeln!(out, "{:44} ours {} {}", "", own.n_triangles, each(own.values))?;
                    writeln!(out, "{:44} theirs {}", "", each(theirs.values))?;
                    writeln!(out, "{:44} {}", "", ratio.map(|ratio| format!("{ratio:.2}")).join(" "))?;
                }
            }
        }
    }
    for (((peer, ratios), mut worst), n_few) in PEERS.iter().zip(&ratios).zip(worst).zip(n_few) {
        writeln!(out, "\n| {peer} | {} |\n|---|{}", FIGURES.join(" | "), "---|".repeat(7))?;
        for (part, ratios) in PARTS.iter().zip(ratios) {
            let mean = |figure: usize| {
                let sum: f64 = ratios.iter().map(|ratio| ratio[figure].ln()).sum();
                let worst = ratios.iter().map(|ratio| ratio[figure]).fold(0.0, f64::max);
                format!("{:.2}, {worst:.1}", (sum / ratios.len() as f64).exp())
            };
            writeln!(out, "| 1/{part} | {} |", [0, 1, 2, 3, 4, 5, 6].map(mean).join(" | "))?;
        }
        worst.sort_by(|a, b| b.0.total_cmp(&a.0));
        let n_above = worst.iter().filter(|(ratio, _)| is_outlier(*ratio)).count();
        let names: Vec<_> = worst.iter().take(12).map(|(ratio, name)| format!("{ratio:.2} {name}")).collect();
        writeln!(
            out,
            "{n_above} of {} above 1.5, {n_few} of them in levels of at most {FEW_TRIANGLES} triangles; worst: {}",
            worst.len(),
            names.join("; ")
        )?;
    }
    Ok(())
}
