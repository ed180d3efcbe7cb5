//! The OBJ writer: a scene to text.

mod material;

use self::material::{library, report as report_materials};
use crate::affine::Affine;
use crate::file_names::{FileNames, ImageFiles};
use crate::finite::finite;
use crate::left_out::{Feature, left_out};
use crate::loss::{Loss, LossCode, LossSeverity, Losses};
use crate::material::Material;
use crate::mesh::Mesh;
use crate::names::Names;
use crate::number;
use crate::pose::{Mover, Pose};
use crate::scene::Scene;
use geom::{Group, Rgba8, Vec3};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// A `.obj` and the files that belong next to it.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjFiles {
    /// The content of the `.obj`.
    pub obj: Vec<u8>,
    /// Names and contents of the other files: the `.mtl`, if there are materials, and the textures. The names are valid
    /// on every system, and never refer to a location outside the folder of the model, whatever the names in the scene
    /// are.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Features that the text can represent, and a reader restores.
const HOLDS: &[Feature] = &[
    Feature::Objects,
    Feature::Normals,
    Feature::Uvs,
    Feature::Colours,
    Feature::Groups,
    Feature::GroupNames,
    Feature::Polygons,
    Feature::Lines,
    Feature::Materials,
    Feature::MaterialNames,
    Feature::Refraction,
    Feature::MaterialRest,
];

/// Writes the model at a level of detail, 0 being the finest, in a pose, and reports losses; `base` is the name of the
/// `.mtl`.
///
/// Nodes are written as objects with vertices in world space; groups and polygons are kept.
///
/// ```
/// let scene = scene::obj::read(b"o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
/// let (written, losses) = scene::obj::write(&scene, 0, &scene.rest(), "a");
/// assert!(losses.is_empty());
/// assert_eq!(
///     String::from_utf8_lossy(&written.obj),
///     "# rezkit\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"
/// );
/// # Ok::<(), scene::Problem>(())
/// ```
#[must_use]
pub fn write(scene: &Scene, level: u8, pose: &Pose, base: &str) -> (ObjFiles, Vec<Loss>) {
    let mut losses = Losses::default();
    let scene = &*finite(scene, &mut losses);
    let nodes = scene.at_level(level);
    left_out(scene, &nodes, &|part| HOLDS.contains(&part), &mut losses);
    report_materials(scene, &mut losses);
    let mut out = Writer {
        text: "# rezkit\n".into(),
        // Indices count through the whole file, from 1.
        before: [1; 3],
        names: Names::default(),
        materials: MaterialNames::from_scene(scene),
        has_group: false,
        has_material: false,
        counts: Counts::default(),
    };
    let mut names = FileNames::default();
    names.beside(base, ".obj");
    let material_file = names.beside(base, ".mtl");
    if !scene.materials.is_empty() {
        let _ = writeln!(out.text, "mtllib {material_file}");
    }
    let worlds = scene.worlds(pose);
    for index in nodes {
        let Some(node) = scene.nodes.get(index) else { continue };
        let Some(mesh) = node.mesh.and_then(|mesh| scene.meshes.get(mesh)) else { continue };
        out.object(if node.name.is_empty() { &mesh.name } else { &node.name });
        let positions = scene.posed(index, pose, &worlds);
        let normals = normals(scene, index, mesh, &worlds);
        let is_mirrored = scene.mover(index, mesh, &worlds).is_mirrored();
        let material = node.material.and_then(|material| scene.materials.get(material));
        out.mesh(mesh, &positions, &normals, is_mirrored, material);
    }
    let mut files = Vec::new();
    if !scene.materials.is_empty() {
        let images = ImageFiles::new(scene, base, &mut names);
        let white = (out.counts.n_white > 0).then(Material::default);
        let names = out.materials.list.iter().chain([&out.materials.white]);
        let library = library(scene.materials.iter().chain(&white).zip(names), scene, &images);
        files.push((material_file, library.into_bytes()));
        files.extend(images.contents(scene, 0..scene.images.len()));
    }
    out.counts.report(&out.materials, &mut losses);
    (ObjFiles { obj: out.text.into_bytes(), files }, losses.0)
}

/// Counts of elements that cannot be written unchanged.
#[derive(Default)]
struct Counts {
    n_infinite: usize,
    n_dangling: usize,
    n_rounded: usize,
    n_opaque: usize,
    n_renamed: usize,
    n_white: usize,
}

impl Counts {
    fn report(&self, materials: &MaterialNames, losses: &mut Losses) {
        use LossSeverity::{Changed, Lost};
        let n_renamed = self.n_renamed.saturating_add(materials.n_renamed);
        for (code, severity, what, count) in [
            (LossCode::PosNonfinite, Changed, "numbers that are not finite became 0", self.n_infinite),
            (LossCode::TriDropped, Lost, "polygons, lines and points with a missing vertex", self.n_dangling),
            (
                LossCode::UvRounded,
                Changed,
                "texture coordinates were rounded when V was flipped",
                self.n_rounded,
            ),
            (LossCode::ColourDropped, Lost, "opacities of vertices", self.n_opaque),
            (LossCode::Renamed, Changed, "names that were in use or had spaces were changed", n_renamed),
            (
                LossCode::MaterialProp,
                Changed,
                "groups of triangles without a material got a white one",
                self.n_white,
            ),
        ] {
            losses.report(code, severity, what, count, "");
        }
    }
}

/// The names of materials, each on one line, without duplicates.
struct MaterialNames {
    by_name: HashMap<String, String>,
    list: Vec<String>,
    /// The name for triangles without a material; it is in the library if it is used.
    white: String,
    n_renamed: usize,
}

impl MaterialNames {
    fn from_scene(scene: &Scene) -> Self {
        let mut names = Names::default();
        let (mut by_name, mut list, mut n_renamed) = (HashMap::new(), Vec::new(), 0_usize);
        for material in &scene.materials {
            let name = names.take(&plain(&material.name));
            n_renamed = n_renamed.saturating_add(usize::from(name != material.name));
            by_name.entry(material.name.clone()).or_insert_with(|| name.clone());
            list.push(name);
        }
        Self { by_name, list, white: names.take("default"), n_renamed }
    }

    fn get(&self, name: &str) -> String {
        self.by_name.get(name).cloned().unwrap_or_else(|| plain(name))
    }
}

/// The normals in world space; empty if the mesh has none.
fn normals(scene: &Scene, node: usize, mesh: &Mesh, worlds: &[Affine]) -> Vec<Vec3> {
    let mover = scene.mover(node, mesh, worlds);
    if matches!(mover, Mover::Node(world) if world == Affine::IDENTITY) {
        return mesh.shape.normals.clone();
    }
    let normals = mesh.shape.normals.iter().enumerate();
    normals.map(|(vertex, normal)| mover.normal(vertex, *normal)).collect()
}

struct Writer {
    text: String,
    /// The indices of the next position, texture coordinate and normal.
    before: [usize; 3],
    names: Names,
    materials: MaterialNames,
    /// Set if the following lines belong to a group; `has_material` is set if they have a material.
    has_group: bool,
    has_material: bool,
    counts: Counts,
}

impl Writer {
    fn object(&mut self, wanted: &str) {
        let name = self.names.take(&plain(if wanted.is_empty() { "mesh" } else { wanted }));
        let _ = writeln!(self.text, "o {name}");
        self.renamed(wanted, &name);
    }

    fn renamed(&mut self, before: &str, now: &str) {
        let is_renamed = !before.is_empty() && before != now;
        self.counts.n_renamed = self.counts.n_renamed.saturating_add(usize::from(is_renamed));
    }

    fn group(&mut self, name: &str) {
        if !name.is_empty() {
            let plain = plain(name);
            let _ = writeln!(self.text, "g {plain}");
            self.renamed(name, &plain);
        } else if self.has_group {
            self.text.push_str("g\n");
        }
        self.has_group = !name.is_empty();
    }

    fn material(&mut self, name: Option<&str>) {
        match name {
            Some(name) => {
                let name = self.materials.get(name);
                let _ = writeln!(self.text, "usemtl {name}");
                self.has_material = true;
            }
            // No statement resets the material, so a white one is used.
            None if self.has_material => {
                let _ = writeln!(self.text, "usemtl {}", self.materials.white);
                self.counts.n_white = self.counts.n_white.saturating_add(1);
            }
            None => {}
        }
    }

    fn mesh(
        &mut self,
        mesh: &Mesh,
        positions: &[Vec3],
        normals: &[Vec3],
        is_mirrored: bool,
        material: Option<&Material>,
    ) {
        let shape = &mesh.shape;
        let has_colours = shape.colours.len() == positions.len();
        for (index, position) in positions.iter().enumerate() {
            self.numbers("v", &position.to_array(), !has_colours);
            if let Some(Rgba8 { r, g, b, a }) = shape.colours.get(index).filter(|_| has_colours) {
                let [r, g, b] = [r, g, b].map(|byte| f32::from(*byte) / 255.0);
                let _ = writeln!(self.text, " {r} {g} {b}");
                self.counts.n_opaque = self.counts.n_opaque.saturating_add(usize::from(*a != 255));
            }
        }
        let has_uvs = shape.uvs.len() == positions.len();
        for uv in shape.uvs.iter().filter(|_| has_uvs) {
            // V points up in the file.
            let v = 1.0 - uv.y;
            self.numbers("vt", &[uv.x, v], true);
            let is_rounded = uv.y.is_finite() && 1.0 - v != uv.y;
            self.counts.n_rounded = self.counts.n_rounded.saturating_add(usize::from(is_rounded));
        }
        let has_normals = normals.len() == positions.len() && !normals.is_empty();
        for normal in normals.iter().filter(|_| has_normals) {
            self.numbers("vn", &normal.to_array(), true);
        }
        let is_vertex = |vertex: &u32| (*vertex as usize) < positions.len();
        let mut n_dangling = 0_usize;
        let mut is_good = |vertices: &[u32]| {
            let is_good = vertices.iter().all(is_vertex);
            n_dangling = n_dangling.saturating_add(usize::from(!is_good));
            is_good
        };
        let (mut face, mut last) = (Vec::new(), None);
        for (group, triangles) in faces(mesh) {
            let start = group.map(|group| group.triangles.start);
            if last.replace(start) != Some(start) {
                self.group(group.map_or("", |group| &group.name));
                let own = || group.and_then(|group| group.material.as_deref());
                self.material(material.map(|material| &*material.name).or_else(own));
            }
            outline(triangles, &mut face);
            if !is_good(&face) {
                continue;
            }
            if is_mirrored {
                // A mirrored mesh has the opposite winding, which is reversed here.
                face.reverse();
            }
            self.text.push('f');
            face.iter().for_each(|vertex| self.corner(*vertex, has_uvs, has_normals));
            self.text.push('\n');
        }
        for ends in mesh.lines.iter().filter(|ends| is_good(&ends[..])) {
            self.text.push('l');
            ends.iter().for_each(|vertex| self.corner(*vertex, false, false));
            self.text.push('\n');
        }
        for point in mesh.points.iter().filter(|point| is_good(std::slice::from_ref(*point))) {
            self.text.push('p');
            self.corner(*point, false, false);
            self.text.push('\n');
        }
        self.counts.n_dangling = self.counts.n_dangling.saturating_add(n_dangling);
        let added = [
            positions.len(),
            if has_uvs { shape.uvs.len() } else { 0 },
            if has_normals { normals.len() } else { 0 },
        ];
        self.before.iter_mut().zip(added).for_each(|(before, added)| *before = before.saturating_add(added));
    }

    /// Writes numbers; those that are not finite become 0.
    fn numbers(&mut self, keyword: &str, numbers: &[f32], is_line: bool) {
        self.text.push_str(keyword);
        for number in numbers {
            let is_infinite = !number.is_finite();
            self.counts.n_infinite = self.counts.n_infinite.saturating_add(usize::from(is_infinite));
            self.text.push(' ');
            // Adding 0 turns -0 into 0.
            number::plain(&mut self.text, if is_infinite { 0.0 } else { *number + 0.0 });
        }
        if is_line {
            self.text.push('\n');
        }
    }

    fn corner(&mut self, vertex: u32, has_uv: bool, has_normal: bool) {
        let [position, uv, normal] = self.before.map(|before| before.saturating_add(vertex as usize));
        let text = &mut self.text;
        text.push(' ');
        number::integer(text, position);
        if has_uv || has_normal {
            text.push('/');
        }
        if has_uv {
            number::integer(text, uv);
        }
        if has_normal {
            text.push('/');
            number::integer(text, normal);
        }
    }
}

/// The triangles of each polygon, and the group that contains them.
fn faces(mesh: &Mesh) -> impl Iterator<Item = (Option<&Group>, &[[u32; 3]])> {
    let shape = &mesh.shape;
    let mut groups: Vec<_> = shape.groups.iter().collect();
    groups.sort_by_key(|group| group.triangles.start);
    let mut groups = groups.into_iter().peekable();
    let mut polygons = mesh.polygons.iter();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        while groups.next_if(|group| group.triangles.end <= start).is_some() {}
        let n_triangles = polygons.next().map_or(1, |n| (*n).max(1) as usize);
        at = start.saturating_add(n_triangles).min(shape.indices.len());
        let triangles = shape.indices.get(start..at).filter(|triangles| !triangles.is_empty())?;
        Some((groups.peek().copied().filter(|group| group.triangles.contains(&start)), triangles))
    })
}

/// Computes the outline of a polygon's triangles, starting at the first corner of the first triangle.
fn outline(triangles: &[[u32; 3]], fan: &mut Vec<u32>) {
    fan.clear();
    fan.extend(triangles.iter().take(1).flatten());
    fan.extend(triangles.iter().skip(1).map(|[_, _, corner]| *corner));
    let follows = |pair: &[[u32; 3]]| match *pair {
        [[hub, _, last], [same, next, _]] => hub == same && last == next,
        _ => true,
    };
    if triangles.windows(2).all(follows) {
        return;
    }
    // An inner edge occurs in both directions, and an edge of the outline in only one.
    let edges = triangles.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]);
    let all: HashSet<(u32, u32)> = edges.clone().collect();
    let next: HashMap<u32, u32> = edges.filter(|(from, to)| !all.contains(&(*to, *from))).collect();
    let mut outline: Vec<u32> = fan.first().copied().into_iter().collect();
    while let Some(to) = outline.last().and_then(|from| next.get(from)).filter(|to| Some(*to) != fan.first())
    {
        if outline.len() == fan.len() {
            break;
        }
        outline.push(*to);
    }
    // If corners share a vertex, the outline is ambiguous, and the triangles are written as a fan.
    if outline.len() == fan.len() {
        *fan = outline;
    }
}

/// A name on one line, without spaces, at which many readers would cut it.
fn plain(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_whitespace() || letter.is_control() { '_' } else { letter })
        .collect()
}
