//! The OBJ reader: bytes to a scene.

use super::build::{Up, build};
use super::material::Library;
use super::parse::{Parsed, parse};
use crate::counted::counted;
use crate::loss::LossCode;
use crate::problem::{Problem, ProblemKind, Reports, Warnings};
use crate::scene::Scene;
use geom::{Aabb, Vec3};
use serde::Serialize;
use std::collections::BTreeMap;

/// Options for reading.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ObjOptions {
    strict: bool,
    up: Up,
    output_bytes: Option<usize>,
}

impl ObjOptions {
    /// Treats recoverable errors in the file as errors instead of warnings.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the axis that points up.
    pub fn up(self, up: Up) -> Self {
        Self { up, ..self }
    }

    /// Sets the limit on the memory of vertices, faces, nodes, materials, textures and names together: by default 64 MB
    /// plus 32 bytes for each byte of the file.
    pub fn output_bytes(self, limit: usize) -> Self {
        Self { output_bytes: Some(limit), ..self }
    }

    fn limit(&self, file: &[u8]) -> usize {
        self.output_bytes.unwrap_or_else(|| file.len().saturating_mul(32).saturating_add(64 << 20))
    }
}

/// Reads a file without its materials and textures.
///
/// # Errors
///
/// If the file has no vertex, or a limit is exceeded.
///
/// ```
/// let scene = scene::obj::read(b"o chair\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl Wood\nf 1 2 3 4\n")?;
/// assert_eq!(scene.nodes[0].name, "chair");
/// assert_eq!(scene.meshes[0].shape.indices, [[0, 1, 2], [0, 2, 3]]);
/// assert_eq!(scene.meshes[0].polygons, [2]); // one polygon of two triangles
/// assert_eq!(scene.materials[0].name, "Wood");
/// # Ok::<(), scene::Problem>(())
/// ```
pub fn read(file: &[u8]) -> Result<Scene, Problem> {
    read_with(file, &ObjOptions::default(), &mut |_| None).map(|(scene, _)| scene)
}

/// Reads a file. Recoverable errors become warnings.
///
/// `files` returns material libraries and textures, which are requested only by paths without `..`.
///
/// # Errors
///
/// As [`read`]. With [`strict`](ObjOptions::strict), a recoverable error is an error.
pub fn read_with(
    file: &[u8],
    options: &ObjOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Warnings), Problem> {
    let mut reports = Reports::new(options.strict);
    let mut parsed = parse(file, options.limit(file), &mut reports)?;
    if parsed.positions.is_empty() {
        return Err(Problem::new(ProblemKind::Value, "the file has no vertices"));
    }
    report_ignored(&parsed, &mut reports)?;
    let mut scene = Scene::default();
    let mut bytes_left = parsed.bytes_left;
    let mut library = Library::new(files, &mut reports, &mut bytes_left);
    for (line, byte) in &parsed.libraries {
        library.open(line, *byte, &mut scene)?;
    }
    for name in parsed.parts.iter().filter_map(|part| part.material.as_ref()) {
        if !library.names.contains_key(name) {
            library.add(name, &mut scene);
        }
    }
    if parsed.colours.len() < parsed.positions.len() && !parsed.colours.is_empty() {
        parsed.colours.resize(parsed.positions.len(), None);
    }
    // Decimal texts of a few digits are close to their byte, too.
    let is_rounded =
        |part: f32| (part * 255.0 - (part * 255.0).round()).abs() > 0.02 || !(0.0..=1.0).contains(&part);
    let n_rounded = parsed
        .colours
        .iter()
        .flatten()
        .filter(|colour| colour.to_array().into_iter().any(is_rounded))
        .count();
    if n_rounded > 0 {
        let message = format!("colours were rounded to 8 bits: {}", counted(n_rounded, "vertex"));
        reports.excuse(Problem::new(ProblemKind::Dropped, message).code(LossCode::ColourRounded))?;
    }
    let n_given_up = build(&parsed, options.up, bytes_left, &mut scene)?;
    if n_given_up > 0 {
        let message = format!(
            "split into fans, since they are concave with too many corners: {}",
            counted(n_given_up, "polygon")
        );
        reports.excuse(Problem::new(ProblemKind::Dropped, message).code(LossCode::NgonSplit))?;
    }
    Ok((scene, reports.into_warnings()))
}

fn report_ignored(parsed: &Parsed, reports: &mut Reports) -> Result<(), Problem> {
    let mut ignored: Vec<_> = parsed.n_ignored.iter().collect();
    ignored.sort();
    for (name, count) in ignored {
        let message = format!("left out: {} of {name:?}", counted(*count, "line"));
        reports.excuse(Problem::new(ProblemKind::Dropped, message))?;
    }
    Ok(())
}

/// A summary of a file's lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Info {
    /// The schema of this result: `rezkit.obj-info/1`.
    pub schema: &'static str,
    /// The number of `v` lines.
    pub n_positions: usize,
    /// The number of `vt` lines.
    pub n_uvs: usize,
    /// The number of `vn` lines.
    pub n_normals: usize,
    /// The number of vertices with a colour.
    pub n_coloured: usize,
    /// The number of faces with each number of corners.
    pub polygons: BTreeMap<u32, usize>,
    /// The number of line segments.
    pub n_segments: usize,
    /// The number of points.
    pub n_points: usize,
    /// The bounding box of all positions.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// The bounding box of the positions that faces use.
    pub bounds_of_faces: Option<[[f32; 3]; 2]>,
    /// The material libraries.
    pub libraries: Vec<String>,
    /// The keywords of ignored lines, sorted.
    pub ignored: Vec<String>,
    /// The faces by object, group and material, in the order of first use.
    pub parts: Vec<PartInfo>,
}

/// The faces of one object, group and material.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PartInfo {
    /// The name of the object.
    pub object: Option<String>,
    /// The name of the group.
    pub group: Option<String>,
    /// The name of the material.
    pub material: Option<String>,
    /// The number of faces.
    pub n_faces: usize,
    /// The number of triangles in them.
    pub n_triangles: usize,
}

/// Summarises a file.
///
/// # Errors
///
/// As [`read_with`].
pub fn info(file: &[u8], options: &ObjOptions) -> Result<Info, Problem> {
    let parsed = parse(file, options.limit(file), &mut Reports::new(options.strict))?;
    let bounds = |points: &mut dyn Iterator<Item = Vec3>| {
        Aabb::from_points(points).map(|bounds| [bounds.min.to_array(), bounds.max.to_array()])
    };
    let corners = parsed.parts.iter().flat_map(|part| &part.corners);
    let mut used = corners.filter_map(|corner| parsed.positions.get(corner[0] as usize).copied());
    let mut info = Info {
        schema: "rezkit.obj-info/1",
        n_positions: parsed.positions.len(),
        n_uvs: parsed.uvs.len(),
        n_normals: parsed.normals.len(),
        n_coloured: parsed.colours.iter().flatten().count(),
        bounds: bounds(&mut parsed.positions.iter().copied()),
        bounds_of_faces: bounds(&mut used),
        libraries: parsed.libraries.iter().map(|(name, _)| name.clone()).collect(),
        ignored: parsed.n_ignored.keys().cloned().collect(),
        ..Info::default()
    };
    info.ignored.sort();
    for part in &parsed.parts {
        for size in &part.sizes {
            let count = info.polygons.entry(*size).or_default();
            *count = count.saturating_add(1);
        }
        info.n_segments = info.n_segments.saturating_add(part.lines.len());
        info.n_points = info.n_points.saturating_add(part.points.len());
        if !part.sizes.is_empty() {
            // A polygon of n corners has n − 2 triangles.
            let n_triangles = part.corners.len().saturating_sub(part.sizes.len().saturating_mul(2));
            info.parts.push(PartInfo {
                object: part.object.clone(),
                group: part.group.clone(),
                material: part.material.clone(),
                n_faces: part.sizes.len(),
                n_triangles,
            });
        }
    }
    Ok(info)
}
