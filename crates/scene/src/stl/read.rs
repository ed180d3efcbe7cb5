//! The STL reader: bytes to a scene.

use crate::allowance::Allowance;
use crate::mesh::Mesh;
use crate::node::Node;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use geom::{TriMesh, Vec3, WeldOptions};

/// The size of a binary file's header, and of each triangle after it: a normal, three corners, and two bytes of
/// attributes.
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

/// Estimated memory of a corner while equal ones are searched, in bytes.
const BYTES_OF_CORNER: usize = 130;

/// Reads a text or binary file of triangles within a limit on memory. Corners at the same position are merged into one
/// vertex. The normals of the file are ignored, because they follow from its triangles.
///
/// ```
/// let text = b"solid tent\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 1 3 0\nendloop\nendfacet\nendsolid";
/// let scene = scene::stl::read(text, 1 << 20)?;
/// assert_eq!((scene.nodes[0].name.as_str(), scene.n_triangles()), ("tent", 1));
/// assert_eq!(scene.bounds().unwrap().max.to_array(), [2.0, 3.0, 0.0]);
/// # Ok::<(), scene::Problem>(())
/// ```
///
/// # Errors
///
/// If it has no triangles, a corner is not three numbers, or the limit on memory is exceeded.
pub fn read(bytes: &[u8], memory: usize) -> Result<Scene, Problem> {
    let memory = Allowance::new(memory);
    let (name, corners) = match binary(bytes) {
        Some(triangles) => {
            memory.take((triangles.len() / TRIANGLE).saturating_mul(3 * BYTES_OF_CORNER))?;
            (String::new(), corners_of(triangles))
        }
        None => corners_in(bytes, &memory)?,
    };
    // A text may end within a triangle, which is dropped.
    let n_corners = u32::try_from((corners.len() / 3).saturating_mul(3)).unwrap_or_default();
    if n_corners == 0 {
        return Err(Problem::new(ProblemKind::Empty, "the file has no triangles"));
    }
    let mut of_corners = 0..n_corners;
    let indices = std::iter::from_fn(|| Some([of_corners.next()?, of_corners.next()?, of_corners.next()?]));
    let shape = TriMesh { indices: indices.collect(), positions: corners, ..TriMesh::default() };
    let mut mesh = Mesh { name: name.clone(), shape, ..Mesh::default() };
    mesh.weld(&WeldOptions::default());
    let node = Node { name, mesh: Some(0), ..Node::default() };
    Ok(Scene { nodes: vec![node], meshes: vec![mesh], ..Scene::default() })
}

/// The triangles of a binary file. Binary files may also start with `solid`; their length distinguishes them from
/// texts.
fn binary(bytes: &[u8]) -> Option<&[u8]> {
    let count = u32::from_le_bytes(*bytes.get(80..HEADER)?.first_chunk()?);
    let triangles = bytes.get(HEADER..)?;
    let len = usize::try_from(count).ok()?.checked_mul(TRIANGLE)?;
    (len == triangles.len()).then_some(triangles)
}

fn corners_of(triangles: &[u8]) -> Vec<Vec3> {
    let number = |bytes: &[u8]| f32::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default());
    let corner = |bytes: &[u8]| {
        let mut numbers = bytes.chunks_exact(4).map(number);
        Vec3::from_array([(); 3].map(|()| numbers.next().unwrap_or_default()))
    };
    let triangles = triangles.chunks_exact(TRIANGLE).filter_map(|triangle| triangle.get(12..48));
    triangles.flat_map(|corners| corners.chunks_exact(12)).map(corner).collect()
}

/// Reads the name and the corners of a text.
fn corners_in(bytes: &[u8], memory: &Allowance) -> Result<(String, Vec<Vec3>), Problem> {
    let (mut name, mut corners) = (None, Vec::new());
    for (number, line) in (1_usize..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("solid") {
            name.get_or_insert_with(|| rest.trim().to_owned());
        } else if let Some(rest) = line.strip_prefix("vertex") {
            let mut numbers = rest.split_ascii_whitespace().map_while(|word| word.parse().ok());
            let [Some(x), Some(y), Some(z)] = [(); 3].map(|()| numbers.next()) else {
                let problem = Problem::new(ProblemKind::Value, "a vertex is not three numbers");
                return Err(problem.with_path(format!("line {number}")));
            };
            memory.take(BYTES_OF_CORNER)?;
            corners.push(Vec3::new(x, y, z));
        }
    }
    Ok((name.unwrap_or_default(), corners))
}
