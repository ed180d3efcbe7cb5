//! Convex hulls of models for collisions, beside those of V-HACD and CoACD of the same number.

use crate::judge::Judge;
use cpu_time::ThreadTime;
use geom::{TriMesh, Vec3};
use rezkit::exchange::{SceneOptions, read};
use slmesh::DecomposeOptions;
use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The libraries, as `hulls.py` names them.
const PEERS: [&str; 2] = ["vhacd", "coacd"];
/// The numbers of hulls that are asked for.
const NUMBERS: [u32; 3] = [4, 8, 16];
/// What is compared, the less the better.
const FIGURES: [&str; 3] = ["surplus", "Hausdorff", "time"];
/// What is less counts as this: a thousandth of the volume, 0.2 % of the diagonal, a millisecond.
const LEAST: [f64; 3] = [1e-3, 2e-3, 1e-3];

/// A library's hulls of a mesh, and the seconds that they took.
fn theirs(peer: &str, n_most: u32, shape: &TriMesh) -> Result<(Vec<Vec<Vec3>>, f64), Box<dyn Error>> {
    let python = env::var_os("HULLS_PYTHON").unwrap_or_else(|| "python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/hulls.py");
    let mut command = Command::new(python);
    command.arg(script).arg(peer).arg(n_most.to_string()).env("OMP_NUM_THREADS", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = Vec::new();
    for count in [shape.positions.len(), shape.indices.len()] {
        input.extend(u32::try_from(count)?.to_le_bytes());
    }
    input.extend(shape.positions.iter().flat_map(|place| place.to_array()).flat_map(f32::to_le_bytes));
    input.extend(shape.indices.as_flattened().iter().copied().flat_map(u32::to_le_bytes));
    child.stdin.take().ok_or("no pipe")?.write_all(&input)?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("{peer} ended with {}", output.status).into());
    }
    let mut words = output.stdout.as_chunks::<4>().0.iter();
    let mut word = || words.next().copied().ok_or("the answer is too short");
    let seconds = f64::from(f32::from_le_bytes(word()?));
    let mut hulls = Vec::new();
    for _ in 0..u32::from_le_bytes(word()?) {
        let mut points = Vec::new();
        for _ in 0..u32::from_le_bytes(word()?) {
            let [x, y, z] = [word()?, word()?, word()?].map(f32::from_le_bytes);
            points.push(Vec3::new(x, y, z));
        }
        hulls.push(points);
    }
    Ok((hulls, seconds))
}

/// All that a file shows, as one mesh in which corners at one place are one vertex.
fn whole(path: &Path) -> Result<TriMesh, Box<dyn Error>> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut files = |name: &str| std::fs::read(folder.join(name)).ok();
    let (scene, _) = read(&std::fs::read(path)?, &SceneOptions::default(), &mut files)?;
    let worlds = scene.world_matrices(&scene.rest());
    let mut known = HashMap::new();
    let mut shape = TriMesh::default();
    for node in scene.at_level(0) {
        let Some(mesh) = scene.nodes[node].mesh.and_then(|mesh| scene.meshes.get(mesh)) else { continue };
        let world = worlds[node];
        for triangle in &mesh.shape.indices {
            let corners = triangle.map(|corner| {
                let place = world.transform_point(mesh.shape.positions[corner as usize]);
                let key = place.to_array().map(|part| (part + 0.0).to_bits());
                *known.entry(key).or_insert_with(|| {
                    shape.positions.push(place);
                    shape.positions.len() as u32 - 1
                })
            });
            let [a, b, c] = corners;
            if a != b && b != c && c != a {
                shape.indices.push(corners);
            }
        }
    }
    Ok(shape)
}

/// Compares our hulls of the models in files with those of other libraries, of the same number; with `-v` each by itself.
///
/// # Errors
///
/// If a library cannot be run, or nothing can be printed.
pub fn run(arguments: &[String], out: &mut dyn std::io::Write) -> Result<(), Box<dyn Error>> {
    let is_long = arguments.iter().any(|argument| argument == "-v");
    let mut ratios: HashMap<(&str, u32), Vec<[f64; 3]>> = HashMap::new();
    let mut n_missing = [0.0_f64; 3];
    for path in arguments.iter().filter(|path| *path != "-v").map(Path::new) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let shape = match whole(path) {
            Ok(shape) if !shape.indices.is_empty() => shape,
            Ok(_) => {
                writeln!(out, "{name}: no triangles")?;
                continue;
            }
            Err(error) => {
                writeln!(out, "{name}: {error}")?;
                continue;
            }
        };
        let judge = Judge::new(&shape);
        for n_most in NUMBERS {
            for (number, peer) in PEERS.into_iter().enumerate() {
                let (hulls, seconds) = theirs(peer, n_most, &shape)?;
                let start = ThreadTime::now();
                let made = slmesh::decompose(&shape, &DecomposeOptions::to(hulls.len()));
                let own_seconds = start.elapsed().as_secs_f64();
                let (own, theirs) = (judge.figures(&made.hulls), judge.figures(&hulls));
                n_missing[0] = n_missing[0].max(own.missing);
                n_missing[number + 1] = n_missing[number + 1].max(theirs.missing);
                let own_values = [own.surplus, own.hausdorff, own_seconds];
                let values = [theirs.surplus, theirs.hausdorff, seconds];
                let mut ratio = [0.0; 3];
                for (ratio, ((own, theirs), least)) in ratio.iter_mut().zip(own_values.into_iter().zip(values).zip(LEAST)) {
                    *ratio = own.max(least) / theirs.max(least);
                }
                ratios.entry((peer, n_most)).or_default().push(ratio);
                if is_long {
                    let all = |values: [f64; 3]| values.map(|value| format!("{value:.4}")).join(" ");
                    writeln!(out, "{name} {peer}: {} hulls, ours {}", hulls.len(), made.hulls.len())?;
                    writeln!(out, "  ours {}, missing {:.4}; theirs {}, missing {:.4}", all(own_values), own.missing, all(values), theirs.missing)?;
                }
            }
        }
    }
    writeln!(out, "| beside | hulls | models | {} | worst surplus | worst Hausdorff |", FIGURES.join(" | "))?;
    writeln!(out, "|---|---|---|{}---|---|", "---|".repeat(FIGURES.len()))?;
    for peer in PEERS {
        for n_most in NUMBERS {
            let Some(all) = ratios.get(&(peer, n_most)) else { continue };
            let mean = |figure: usize| {
                let sum: f64 = all.iter().map(|ratio| ratio[figure].ln()).sum();
                format!("{:.2}", (sum / all.len() as f64).exp())
            };
            let worst = |figure: usize| all.iter().map(|ratio| ratio[figure]).fold(0.0, f64::max);
            writeln!(
                out,
                "| {peer} | {n_most} | {} | {} | {:.2} | {:.2} |",
                all.len(),
                [0, 1, 2].map(mean).join(" | "),
                worst(0),
                worst(1)
            )?;
        }
    }
    let [own, theirs @ ..] = n_missing;
    writeln!(out, "\nThe largest share of a model's volume that is in no hull: ours {own:.2}, {} {:.2}, {} {:.2}.", PEERS[0], theirs[0], PEERS[1], theirs[1])?;
    Ok(())
}
