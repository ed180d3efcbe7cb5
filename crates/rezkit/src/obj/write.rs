//! A scene to text.

use crate::file_names::{FileNames, ImageFiles};
use crate::scene::affine::Affine;
use crate::scene::names::Names;
use crate::scene::pose::Mover;
use crate::scene::{Alpha, Material, Mesh, Pose, Scene, Slot};
use crate::visible;
use geom::{Rgba8, Vec3};
use std::fmt::Write as _;

/// A `.obj` and the files that belong beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjFiles {
    /// The `.obj` itself.
    pub obj: Vec<u8>,
    /// Names and contents of the others: the `.mtl`, if there are materials, and the textures. Every system allows these
    /// names, and they lead nowhere but beside the model or below, whatever the names in the scene are.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Writes the model at a level of detail, 0 being the finest, in a pose; `base` names the `.mtl`.
///
/// Nodes become objects with their vertices in the world, groups stay groups, polygons polygons.
///
/// ```
/// let scene = rezkit::obj::read(b"o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
/// let written = rezkit::obj::write(&scene, 0, &scene.rest(), "a");
/// assert_eq!(
///     String::from_utf8_lossy(&written.obj),
///     "# rezkit\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"
/// );
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[must_use]
pub fn write(scene: &Scene, level: u8, pose: &Pose, base: &str) -> ObjFiles {
    let mut out = Writer { text: "# rezkit\n".into(), before: [1; 3], names: Names::default() };
    let mut names = FileNames::default();
    names.beside(base, ".obj");
    let material_file = names.beside(base, ".mtl");
    if !scene.materials.is_empty() {
        let _ = writeln!(out.text, "mtllib {material_file}");
    }
    let worlds = scene.worlds(pose);
    for index in scene.at_level(level) {
        let Some(node) = scene.nodes.get(index) else { continue };
        let Some(mesh) = node.mesh.and_then(|mesh| scene.meshes.get(mesh)) else { continue };
        let name = if node.name.is_empty() { &mesh.name } else { &node.name };
        let name = out.names.take(&plain(if name.is_empty() { "mesh" } else { name }));
        let _ = writeln!(out.text, "o {name}");
        let positions = scene.posed(index, pose, &worlds);
        let normals = normals(scene, index, mesh, &worlds);
        let is_mirrored = scene.mover(index, mesh, &worlds).is_mirrored();
        let material = node.material.and_then(|material| scene.materials.get(material));
        if let Some(material) = material {
            let _ = writeln!(out.text, "usemtl {}", plain(&material.name));
        }
        out.mesh(mesh, &positions, &normals, is_mirrored, material.is_none());
    }
    let mut files = Vec::new();
    if !scene.materials.is_empty() {
        let images = ImageFiles::new(scene, base, &mut names);
        files.push((material_file, library(scene, &images).into_bytes()));
        files.extend(images.of(scene, 0..scene.images.len()));
    }
    ObjFiles { obj: out.text.into_bytes(), files }
}

/// The normals in the world; empty if the mesh has none.
fn normals(scene: &Scene, node: usize, mesh: &Mesh, worlds: &[Affine]) -> Vec<Vec3> {
    let mover = scene.mover(node, mesh, worlds);
    if matches!(mover, Mover::Node(world) if world == Affine::IDENTITY) {
        return mesh.shape.normals.clone();
    }
    let turned = |(vertex, normal): (usize, &Vec3)| {
        let turned = mover.of(vertex).for_normals().vector(normal.to_array().map(f64::from));
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        let turned = Vec3::from_array(turned.map(|number| number as f32));
        turned.normalised().unwrap_or(*normal)
    };
    mesh.shape.normals.iter().enumerate().map(turned).collect()
}

struct Writer {
    text: String,
    /// The number of the next position, texture coordinate and normal.
    before: [usize; 3],
    names: Names,
}

impl Writer {
    fn mesh(
        &mut self,
        mesh: &Mesh,
        positions: &[Vec3],
        normals: &[Vec3],
        is_mirrored: bool,
        has_materials: bool,
    ) {
        let shape = &mesh.shape;
        let has_colours = shape.colours.len() == positions.len();
        for (index, position) in positions.iter().enumerate() {
            self.numbers("v", &position.to_array(), !has_colours);
            if let Some(Rgba8 { r, g, b, .. }) = shape.colours.get(index).filter(|_| has_colours) {
                let [r, g, b] = [r, g, b].map(|byte| f32::from(*byte) / 255.0);
                let _ = writeln!(self.text, " {r} {g} {b}");
            }
        }
        let has_uvs = shape.uvs.len() == positions.len();
        for uv in shape.uvs.iter().filter(|_| has_uvs) {
            self.numbers("vt", &[uv.x, 1.0 - uv.y], true);
        }
        let has_normals = normals.len() == positions.len() && !normals.is_empty();
        for normal in normals.iter().filter(|_| has_normals) {
            self.numbers("vn", &normal.to_array(), true);
        }
        let is_vertex = |vertex: &u32| (*vertex as usize) < positions.len();
        for (group, faces) in faces(mesh) {
            if let Some(group) = group {
                if !group.name.is_empty() {
                    let _ = writeln!(self.text, "g {}", plain(&group.name));
                }
                if let Some(material) = group.material.as_ref().filter(|_| has_materials) {
                    let _ = writeln!(self.text, "usemtl {}", plain(material));
                }
            }
            for mut face in faces.into_iter().filter(|face| face.iter().all(is_vertex)) {
                if is_mirrored {
                    // What a mirror turns round is turned back.
                    face.reverse();
                }
                self.text.push('f');
                face.iter().for_each(|vertex| self.corner(*vertex, has_uvs, has_normals));
                self.text.push('\n');
            }
        }
        for ends in mesh.lines.iter().filter(|ends| ends.iter().all(is_vertex)) {
            self.text.push('l');
            ends.iter().for_each(|vertex| self.corner(*vertex, false, false));
            self.text.push('\n');
        }
        for point in mesh.points.iter().filter(|point| is_vertex(point)) {
            self.text.push('p');
            self.corner(*point, false, false);
            self.text.push('\n');
        }
        let added = [
            positions.len(),
            if has_uvs { shape.uvs.len() } else { 0 },
            if has_normals { normals.len() } else { 0 },
        ];
        self.before.iter_mut().zip(added).for_each(|(before, added)| *before = before.saturating_add(added));
    }

    /// Numbers that are not finite become 0.
    fn numbers(&mut self, keyword: &str, numbers: &[f32], is_line: bool) {
        self.text.push_str(keyword);
        for number in numbers {
            let number = if number.is_finite() { *number + 0.0 } else { 0.0 };
            let _ = write!(self.text, " {number}");
        }
        if is_line {
            self.text.push('\n');
        }
    }

    fn corner(&mut self, vertex: u32, has_uv: bool, has_normal: bool) {
        let [position, uv, normal] = self.before.map(|before| before.saturating_add(vertex as usize));
        let _ = match (has_uv, has_normal) {
            (true, true) => write!(self.text, " {position}/{uv}/{normal}"),
            (true, false) => write!(self.text, " {position}/{uv}"),
            (false, true) => write!(self.text, " {position}//{normal}"),
            (false, false) => write!(self.text, " {position}"),
        };
    }
}

/// The faces of each group, and those of no group; triangles of one polygon are joined again.
fn faces(mesh: &Mesh) -> Vec<(Option<&geom::Group>, Vec<Vec<u32>>)> {
    let shape = &mesh.shape;
    let mut groups: Vec<_> = shape.groups.iter().collect();
    groups.sort_by_key(|group| group.triangles.start);
    let mut polygons = mesh.polygons.iter().copied();
    let mut faces: Vec<(Option<&geom::Group>, Vec<Vec<u32>>)> = Vec::new();
    let (mut at, mut group) = (0, groups.into_iter().peekable());
    let mut last_start = usize::MAX;
    while at < shape.indices.len() {
        while group.peek().is_some_and(|group| group.triangles.end <= at) {
            group.next();
        }
        let current = group.peek().copied().filter(|group| group.triangles.contains(&at));
        let n_triangles = polygons.next().unwrap_or(1).max(1) as usize;
        let end = at.saturating_add(n_triangles).min(shape.indices.len());
        let fan = shape.indices.get(at..end).unwrap_or_default();
        let mut face: Vec<u32> = fan.first().map(|corners| corners.to_vec()).unwrap_or_default();
        face.extend(fan.iter().skip(1).map(|[_, _, corner]| *corner));
        let start = current.map_or(usize::MAX, |group| group.triangles.start);
        match faces.last_mut().filter(|_| last_start == start) {
            Some((_, faces)) => faces.push(face),
            None => faces.push((current, vec![face])),
        }
        last_start = start;
        at = end;
    }
    faces
}

/// The text of the material library.
fn library(scene: &Scene, images: &ImageFiles) -> String {
    let mut text = String::from("# rezkit\n");
    for material in &scene.materials {
        let Material { base: colour, emissive, alpha, metallic, roughness, .. } = material;
        let _ = writeln!(text, "newmtl {}", plain(&material.name));
        let _ = writeln!(text, "Kd {} {} {}", colour.x, colour.y, colour.z);
        if *emissive != Vec3::ZERO {
            let _ = writeln!(text, "Ke {} {} {}", emissive.x, emissive.y, emissive.z);
        }
        let opacity = if *alpha == Alpha::Opaque { 1.0 } else { colour.w };
        let _ = writeln!(text, "d {opacity}");
        let _ = writeln!(text, "Pr {roughness}");
        let _ = writeln!(text, "Pm {metallic}");
        for (keyword, slot) in [("map_Kd", Slot::Base), ("map_Ke", Slot::Emissive), ("norm", Slot::Normal)] {
            let Some(texture) = material.texture(slot) else { continue };
            // What is not at hand stays where it was.
            let reference = || scene.images.get(texture.image)?.uri.as_deref();
            if let Some(path) = images.get(texture.image).or_else(reference) {
                let _ = writeln!(text, "{keyword} {}", visible(path));
            }
        }
    }
    text
}

/// A name on one line, and without the blanks at which many readers would cut it.
fn plain(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_whitespace() || letter.is_control() { '_' } else { letter })
        .collect()
}
