//! Comparison of our convex hulls for collisions with those of V-HACD and CoACD, in equal numbers.

use crate::judge::{Figures, Judge};
use cpu_time::ThreadTime;
use geom::{TriMesh, Vec3};
use rezkit::exchange::{SceneOptions, read};
use slmesh::DecomposeOptions;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The libraries, as `hulls.py` names them.
const PEERS: [&str; 2] = ["vhacd", "coacd"];
const NAMES: [&str; 2] = ["V-HACD", "CoACD"];
/// The default numbers of hulls to request.
const NUMBERS: [u32; 2] = [8, 16];
/// Lower bounds on the compared figures, so that tiny values do not produce large ratios: 0.5 % of the volume, 0.2 % of
/// the diagonal, and a millisecond.
const LEAST: [f64; 3] = [5e-3, 2e-3, 1e-3];

/// Hulls of a mesh, and the seconds that they took.
type MadeHulls = (Vec<Vec<Vec3>>, f64);

/// The hulls that a library makes of a mesh, cached in the target folder, since some take minutes.
fn theirs(peer: &str, n_most: u32, shape: &TriMesh) -> Result<MadeHulls, Box<dyn Error>> {
    let mut input = Vec::new();
    for count in [shape.positions.len(), shape.indices.len()] {
        input.extend(u32::try_from(count)?.to_le_bytes());
    }
    input.extend(shape.positions.iter().flat_map(|place| place.to_array()).flat_map(f32::to_le_bytes));
    input.extend(shape.indices.as_flattened().iter().copied().flat_map(u32::to_le_bytes));
    // FNV-1a.
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let hash = input.iter().fold(0xcbf2_9ce4_8422_2325, hash);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/hulls");
    let kept = folder.join(format!("{hash:016x}.{peer}.{n_most}"));
    if let Ok(known) = fs::read(&kept) {
        return parsed(&known);
    }
    let python = env::var_os("HULLS_PYTHON").unwrap_or_else(|| "python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/hulls.py");
    let mut command = Command::new(python);
    command.arg(script).arg(peer).arg(n_most.to_string()).env("OMP_NUM_THREADS", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("no pipe")?.write_all(&input)?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("{peer} ended with {}", output.status).into());
    }
    fs::create_dir_all(&folder)?;
    fs::write(&kept, &output.stdout)?;
    parsed(&output.stdout)
}

/// Parses the output of `hulls.py`.
fn parsed(answer: &[u8]) -> Result<MadeHulls, Box<dyn Error>> {
    let mut words = answer.as_chunks::<4>().0.iter();
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

/// All visible meshes of a file as one, in which vertices with equal positions are merged, and sorted.
fn whole(path: &Path) -> Result<TriMesh, Box<dyn Error>> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut files = |name: &str| fs::read(folder.join(name)).ok();
    let (scene, _) = read(&fs::read(path)?, &SceneOptions::default(), &mut files)?;
    let worlds = scene.world_matrices(&scene.rest());
    let mut corners = Vec::new();
    for node in scene.at_level(0) {
        let Some(mesh) = scene.nodes[node].mesh.and_then(|mesh| scene.meshes.get(mesh)) else { continue };
        let place = |corner: u32| worlds[node].transform_point(mesh.shape.positions[corner as usize]);
        // Both zeros are one.
        let triangles = mesh
            .shape
            .indices
            .iter()
            .map(|triangle| triangle.map(|corner| place(corner).to_array().map(|at| at + 0.0)));
        corners.extend(triangles);
    }
    let mut places = corners.concat();
    places.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    places.dedup();
    let number = |place: [f32; 3]| places.partition_point(|other| *other < place) as u32;
    let all = corners.iter().map(|triangle| triangle.map(number));
    let indices = all.filter(|[a, b, c]| a != b && b != c && c != a).collect();
    let positions = places.iter().copied().map(Vec3::from_array).collect();
    Ok(TriMesh { positions, indices, ..TriMesh::default() })
}

/// Three hundred boxes that do not touch.
fn boxes() -> TriMesh {
    let mut shape = TriMesh::default();
    for number in 0..300_u16 {
        let [x, y] = [number % 20, number / 20].map(|at| f32::from(at) * 1.5);
        let first = shape.positions.len() as u32;
        let corner = |n: u32| Vec3::new(x + (n & 1) as f32, y + (n >> 1 & 1) as f32, (n >> 2) as f32);
        shape.positions.extend((0..8).map(corner));
        let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let halves = sides.into_iter().flat_map(|[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]]);
        shape.indices.extend(halves.map(|corners| corners.map(|corner| corner + first)));
    }
    shape
}

/// Our hulls and those of a library.
struct Pair {
    n_hulls: [usize; 2],
    figures: [Figures; 2],
    seconds: [f64; 2],
}

impl Pair {
    fn new(peer: &str, n_most: u32, shape: &TriMesh, judge: &Judge<'_>) -> Result<Self, Box<dyn Error>> {
        let (hulls, seconds) = theirs(peer, n_most, shape)?;
        let start = ThreadTime::now();
        let own = slmesh::decompose(shape, &DecomposeOptions::to(hulls.len()));
        let own_seconds = start.elapsed().as_secs_f64();
        Ok(Self {
            n_hulls: [own.hulls.len(), hulls.len()],
            figures: [judge.figures(&own.hulls), judge.figures(&hulls)],
            seconds: [own_seconds, seconds],
        })
    }

    /// The ratios of ours to theirs, for surplus, Hausdorff distance and time.
    fn ratios(&self) -> [f64; 3] {
        let [own, theirs] = [0, 1].map(|side| {
            let Figures { surplus, hausdorff, .. } = self.figures[side];
            [surplus, hausdorff, self.seconds[side]]
        });
        [0, 1, 2].map(|figure| own[figure].max(LEAST[figure]) / theirs[figure].max(LEAST[figure]))
    }

    fn row(&self) -> String {
        let [own, theirs] = self.figures;
        let both = |of: fn(Figures) -> f64| format!("{:.1} / {:.1}", of(own) * 100.0, of(theirs) * 100.0);
        format!(
            " {} / {} | {} | {} | {:.2} / {:.1} |",
            self.n_hulls[0],
            self.n_hulls[1],
            both(|figures| figures.surplus),
            both(|figures| figures.hausdorff),
            self.seconds[0],
            self.seconds[1]
        )
    }
}

/// Compares our hulls of models with those of other libraries: prints a table of each model for the first number of
/// hulls, and a summary.
///
/// # Errors
///
/// If a library cannot be run, or nothing can be printed.
pub fn run(arguments: &[String], out: &mut dyn std::io::Write) -> Result<(), Box<dyn Error>> {
    let mut numbers: Vec<u32> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    if numbers.is_empty() {
        numbers.extend(NUMBERS);
    }
    let paths = arguments.iter().filter(|argument| argument.parse::<u32>().is_err());
    let mut models = Vec::new();
    for path in paths.map(Path::new) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match whole(path) {
            Ok(shape) if shape.indices.is_empty() => writeln!(out, "{name}: no triangles")?,
            Ok(shape) => models.push((name, shape)),
            Err(error) => writeln!(out, "{name}: {error}")?,
        }
    }
    models.push(("300 boxes".to_owned(), boxes()));
    let mut pairs: HashMap<(usize, u32), Vec<Pair>> = HashMap::new();
    writeln!(out, "Ours / theirs, of at most {} hulls:\n", numbers[0])?;
    let columns = "hulls | surplus, % | Hausdorff, % | seconds |";
    writeln!(out, "| model | triangles | {} {columns} {} {columns}", NAMES[0], NAMES[1])?;
    writeln!(out, "|---|---|{}", "---|".repeat(8))?;
    for (name, shape) in &models {
        let judge = Judge::new(shape);
        let mut row = format!("| {name} | {} |", shape.indices.len());
        for n_most in numbers.iter().copied() {
            for (number, peer) in PEERS.into_iter().enumerate() {
                let pair = Pair::new(peer, n_most, shape, &judge)?;
                if n_most == numbers[0] {
                    row.push_str(&pair.row());
                }
                pairs.entry((number, n_most)).or_default().push(pair);
            }
        }
        writeln!(out, "{row}")?;
    }
    writeln!(out, "\nOurs over theirs, the geometric mean of {} models, and the worst:\n", models.len())?;
    writeln!(
        out,
        "| beside | hulls | surplus | worst | Hausdorff | worst | time | slowest of ours, s | missing, ours / theirs, % |"
    )?;
    writeln!(out, "|---|{}", "---|".repeat(8))?;
    for (number, name) in NAMES.into_iter().enumerate() {
        for n_most in numbers.iter().copied() {
            let all = pairs.get(&(number, n_most)).map_or(&[][..], Vec::as_slice);
            let ratios: Vec<[f64; 3]> = all.iter().map(Pair::ratios).collect();
            let mean = |figure: usize| {
                (ratios.iter().map(|ratio| ratio[figure].ln()).sum::<f64>() / ratios.len() as f64).exp()
            };
            let worst = |figure: usize| {
                let worst =
                    ratios.iter().zip(&models).max_by(|(a, _), (b, _)| a[figure].total_cmp(&b[figure]));
                worst.map_or(String::new(), |(ratio, (name, _))| format!("{:.2} {name}", ratio[figure]))
            };
            let largest = |of: &dyn Fn(&Pair) -> f64| all.iter().map(of).fold(0.0, f64::max);
            writeln!(
                out,
                "| {name} | {n_most} | {:.2} | {} | {:.2} | {} | {:.3} | {:.2} | {:.1} / {:.1} |",
                mean(0),
                worst(0),
                mean(1),
                worst(1),
                mean(2),
                largest(&|pair| pair.seconds[0]),
                largest(&|pair| pair.figures[0].missing) * 100.0,
                largest(&|pair| pair.figures[1].missing) * 100.0,
            )?;
        }
    }
    Ok(())
}
