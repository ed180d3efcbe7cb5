//! A model or place as the page draws it: lists of numbers for a graphics card, in as few pieces as many parts allow.
//!
//! Parts of one shape and one sort of surface are drawn at once, each in its place and its colour. Those whose shapes are
//! rare are put together, so that a place of a hundred thousand parts takes a few hundred calls to draw.

use rezkit::exchange::{SceneOptions, read};
use rezkit::scene::affine::Affine;
use rezkit::scene::allowance::{Allowance, usual_memory};
use rezkit::scene::geom::{Aabb, TriMesh, Vec3, Vec4};
use rezkit::scene::thumb::View;
use rezkit::scene::{
    Alpha, Json, LightKind, Loss, Material, Mesh, Node, Problem, Scene, Slot, Texture, Wrap, colour,
};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// Shapes that come at least so often, and have so many triangles then, are drawn as copies of one another.
const FEW: usize = 8;
const SMALL: usize = 1000;
/// But not more shapes than this, those with the most triangles: each is a call.
const MOST_COPIED: usize = 100;
/// How many triangles are put together at most of shapes that come more than once: the others are copied, too.
const MOST_MERGED: usize = 2_000_000;
/// Sorts of surfaces that are told apart exactly, and at all.
const MOST_SURFACES: usize = 100;
const MOST_SORTS: usize = 1000;
/// What a part takes, in its list and as it is written.
const BYTES_OF_PIECE: usize = 240;
/// Shapes of more triangles are not put together with others, so that what is out of sight is not drawn.
const LARGE: usize = 20_000;

/// What is drawn, with places in the bytes that come with it.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Drawing {
    /// The length of 1 in metres.
    unit: f32,
    view: Option<Eye>,
    /// The camera that was saved in it.
    saved: Option<Eye>,
    /// Whether it is a place, which has a sky.
    is_place: bool,
    sun: Option<Sun>,
    /// Colours of the air and of the light from everywhere, as six hexadecimal digits, by their names in scenes.
    surroundings: BTreeMap<String, String>,
    surfaces: Vec<Surface>,
    images: Vec<Picture>,
    shapes: Vec<Shape>,
    batches: Vec<Batch>,
    n_triangles: usize,
    n_parts: usize,
    losses: Vec<Loss>,
    #[serde(skip)]
    pub(crate) bytes: Vec<u8>,
}

/// The camera of the first picture.
#[derive(Debug, Serialize)]
struct Eye {
    position: [f32; 3],
    target: [f32; 3],
    /// In degrees.
    angle: f32,
}

#[derive(Debug, Serialize)]
struct Sun {
    /// The way that its light goes.
    direction: [f32; 3],
    /// 1 is that of a place with the usual brightness.
    strength: f32,
}

/// How light falls on something; the colour comes from each part.
#[derive(Debug, Serialize)]
struct Surface {
    opacity: f32,
    metallic: f32,
    roughness: f32,
    emissive: [f32; 3],
    /// What is less opaque is not seen; `None` if that does not matter.
    cutoff: Option<f32>,
    is_blended: bool,
    is_double_sided: bool,
    is_unlit: bool,
    /// In the order of [`Slot::ALL`].
    textures: [Option<Cover>; 5],
}

#[derive(Debug, Serialize)]
struct Cover {
    image: usize,
    wrap: [&'static str; 2],
    is_nearest: bool,
    strength: f32,
}

#[derive(Debug, Serialize)]
struct Picture {
    mime: Option<&'static str>,
    at: usize,
    n_bytes: usize,
}

/// Vertices; 0 bytes of what there is none of.
#[derive(Debug, Serialize)]
struct Shape {
    n_vertices: usize,
    positions: usize,
    normals: Option<usize>,
    uvs: Option<usize>,
    /// Linear red, green and blue.
    colours: Option<usize>,
    indices: usize,
    n_indices: usize,
}

/// What is drawn at once: some triangles of a shape.
#[derive(Debug, Serialize)]
struct Batch {
    shape: usize,
    surface: usize,
    first: usize,
    n_indices: usize,
    /// How many copies: matrices of 16 numbers by columns, colours, and the numbers of nodes. 0 for parts put together,
    /// whose last index but one is known of each beside its node.
    n_copies: usize,
    matrices: usize,
    colours: usize,
    nodes: usize,
    n_pieces: usize,
    ends: usize,
    /// The corners of the box around all of it, which would take the page a while to find.
    bounds: [[f32; 3]; 2],
}

/// A part of the scene: some triangles of a mesh, where they are, and in which colour.
struct Piece {
    world: Affine,
    colour: [f32; 3],
    /// The number of its instance in the tree, or 0.
    node: u32,
}

/// Which triangles of which mesh, on which surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Kind {
    mesh: usize,
    first: usize,
    end: usize,
    surface: usize,
}

/// Parts of rare shapes, put together.
#[derive(Default)]
struct Merged {
    shape: TriMesh,
    colours: Vec<[f32; 3]>,
    ends: Vec<u32>,
    nodes: Vec<u32>,
}

/// Draws a model or place; `None` if something moves in it, which takes its nodes.
pub(crate) fn draw(
    bytes: &[u8],
    name: &str,
    memory: Option<usize>,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Option<Drawing>, Problem> {
    let mut options = SceneOptions::default().name(name).numbers(true);
    if let Some(memory) = memory {
        options = options.max_memory(memory);
    }
    let (scene, losses) = read(bytes, &options, files)?;
    if !scene.animations.is_empty() {
        return Ok(None);
    }
    let memory = Allowance::new(memory.unwrap_or(usual_memory(bytes.len())));
    Ok(Some(Drawing { losses, ..Drawing::of(&scene, &memory)? }))
}

impl Drawing {
    fn of(scene: &Scene, memory: &Allowance) -> Result<Self, Problem> {
        let mut drawing = Self { unit: scene.unit.metres(), ..Self::default() };
        drawing.view = View::of(scene).map(|view| Eye {
            position: view.position.to_array(),
            target: view.target.to_array(),
            angle: view.angle.to_degrees(),
        });
        let own = scene.extras.get("rezkit");
        drawing.is_place = own.and_then(|own| own.get("place")?.as_bool()).unwrap_or_default();
        let colours = own.and_then(|own| own.get("surroundings")).into_iter().flat_map(Json::entries);
        drawing.surroundings =
            colours.filter_map(|(key, value)| Some((key.clone(), value.as_text()?.to_owned()))).collect();
        drawing.images =
            scene.images.iter().map(|image| drawing.bytes.picture(&image.bytes, image.mime.name())).collect();
        let worlds = scene.worlds_at_rest();
        drawing.saved = scene.nodes.iter().zip(&worlds).find_map(|(node, world)| saved(scene, node, world));
        drawing.sun = scene.nodes.iter().zip(&worlds).find_map(|(node, world)| sun(scene, node, world));
        let mut surfaces = Surfaces::of(scene);
        let kinds = pieces(scene, &worlds, &mut surfaces, memory)?;
        drawing.surfaces = surfaces.list.iter().map(Surface::of).collect();
        let copied = copied(&kinds);
        let mut shapes = HashMap::new();
        let mut merged: BTreeMap<usize, Merged> = BTreeMap::new();
        for (kind, pieces) in kinds {
            let Some(mesh) = scene.meshes.get(kind.mesh) else { continue };
            let n_triangles = kind.end.saturating_sub(kind.first);
            drawing.n_parts = drawing.n_parts.saturating_add(pieces.len());
            drawing.n_triangles =
                drawing.n_triangles.saturating_add(n_triangles.saturating_mul(pieces.len()));
            if copied.contains(&kind) {
                let shape = *shapes.entry(kind.mesh).or_insert_with(|| drawing.shape(&mesh.shape, &[]));
                drawing.copies(shape, kind, &pieces, mesh.shape.bounds());
            } else {
                let merged = merged.entry(kind.surface).or_default();
                pieces.iter().for_each(|piece| merged.add(mesh, kind, piece));
            }
        }
        for (surface, merged) in merged {
            let shape = drawing.shape(&merged.shape, &merged.colours);
            let (ends, nodes) = (drawing.bytes.numbers(&merged.ends), drawing.bytes.numbers(&merged.nodes));
            let n_indices = merged.shape.indices.len().saturating_mul(3);
            let n_pieces = merged.ends.len();
            let bounds = corners(merged.shape.bounds());
            let no_copies = Batch {
                shape,
                surface,
                first: 0,
                n_indices,
                n_copies: 0,
                matrices: 0,
                colours: 0,
                nodes,
                n_pieces,
                ends,
                bounds,
            };
            drawing.batches.push(no_copies);
        }
        Ok(drawing)
    }

    /// Writes vertices and triangles, with colours of their own or those that are given.
    fn shape(&mut self, shape: &TriMesh, colours: &[[f32; 3]]) -> usize {
        let n_vertices = shape.positions.len();
        let bytes = &mut self.bytes;
        let own: Vec<[f32; 3]> = match colours {
            [] => shape.colours.iter().map(|colour| linear(*colour)).collect(),
            given => given.to_vec(),
        };
        let is_whole = |n: usize| n == n_vertices && n > 0;
        let positions = bytes.floats(shape.positions.iter().flat_map(|it| it.to_array()));
        let normals = is_whole(shape.normals.len())
            .then(|| bytes.floats(shape.normals.iter().flat_map(|it| it.to_array())));
        let uvs =
            is_whole(shape.uvs.len()).then(|| bytes.floats(shape.uvs.iter().flat_map(|it| it.to_array())));
        let colours = is_whole(own.len()).then(|| bytes.floats(own.into_iter().flatten()));
        // What names no vertex would not be drawn by any program.
        let last = u32::try_from(n_vertices).unwrap_or(u32::MAX).saturating_sub(1);
        let indices: Vec<u32> = shape.indices.as_flattened().iter().map(|index| (*index).min(last)).collect();
        let n_indices = indices.len();
        let indices = bytes.numbers(&indices);
        self.shapes.push(Shape { n_vertices, positions, normals, uvs, colours, indices, n_indices });
        self.shapes.len().saturating_sub(1)
    }

    /// `bounds` is around the whole shape.
    fn copies(&mut self, shape: usize, kind: Kind, pieces: &[Piece], bounds: Option<Aabb>) {
        let bytes = &mut self.bytes;
        let matrices = bytes.floats(pieces.iter().flat_map(|piece| by_columns(&piece.world)));
        let colours = bytes.floats(pieces.iter().flat_map(|piece| piece.colour));
        let nodes: Vec<u32> = pieces.iter().map(|piece| piece.node).collect();
        let nodes = bytes.numbers(&nodes);
        self.batches.push(Batch {
            shape,
            surface: kind.surface,
            first: kind.first.saturating_mul(3),
            n_indices: kind.end.saturating_sub(kind.first).saturating_mul(3),
            n_copies: pieces.len(),
            matrices,
            colours,
            nodes,
            n_pieces: 0,
            ends: 0,
            bounds: corners(bounds.and_then(|bounds| around(bounds, pieces))),
        });
    }
}

/// All pieces of the finest level, by what they have in common.
fn pieces(
    scene: &Scene,
    worlds: &[Affine],
    surfaces: &mut Surfaces,
    memory: &Allowance,
) -> Result<BTreeMap<Kind, Vec<Piece>>, Problem> {
    let names: HashMap<&str, usize> =
        scene.materials.iter().enumerate().map(|(index, material)| (&*material.name, index)).collect();
    let mut kinds: BTreeMap<Kind, Vec<Piece>> = BTreeMap::new();
    for index in scene.at_level(0) {
        let Some(node) = scene.nodes.get(index) else { continue };
        let Some((number, mesh)) = node.mesh.and_then(|mesh| Some((mesh, scene.meshes.get(mesh)?))) else {
            continue;
        };
        let world = worlds.get(index).copied().unwrap_or(Affine::IDENTITY);
        // What is between groups is a part, too.
        let most_parts = mesh.shape.groups.len().saturating_mul(2).saturating_add(1);
        memory.take(most_parts.saturating_mul(BYTES_OF_PIECE))?;
        for (triangles, material) in covered(node, mesh, &names) {
            let (surface, colour) = surfaces.of_material(material);
            let kind = Kind { mesh: number, first: triangles.start, end: triangles.end, surface };
            kinds.entry(kind).or_default().push(Piece { world, colour, node: number_of(node) });
        }
    }
    Ok(kinds)
}

/// What is drawn as copies of one another, or alone, and not put together with what else has its surface.
fn copied(kinds: &BTreeMap<Kind, Vec<Piece>>) -> HashSet<Kind> {
    let n_triangles = |kind: &Kind| kind.end.saturating_sub(kind.first);
    let mut repeated: Vec<_> = kinds.iter().filter(|(_, pieces)| pieces.len() > 1).collect();
    let total = |(kind, pieces): (&Kind, &Vec<Piece>)| n_triangles(kind).saturating_mul(pieces.len());
    repeated.sort_unstable_by_key(|one| Reverse((total(*one), *one.0)));
    let mut n_left = repeated.iter().map(|one| total(*one)).fold(0, usize::saturating_add);
    let (mut copied, mut n_copied) = (HashSet::new(), 0_usize);
    for one in repeated {
        let is_worth_it = one.1.len() >= FEW && total(one) >= SMALL && n_copied < MOST_COPIED;
        if is_worth_it || n_left > MOST_MERGED {
            copied.insert(*one.0);
            n_copied = n_copied.saturating_add(1);
        }
        n_left = n_left.saturating_sub(total(one));
    }
    copied.extend(kinds.keys().copied().filter(|kind| n_triangles(kind) > LARGE));
    copied
}

/// Which triangles of the mesh of a node have which material; those in no group have none.
fn covered(node: &Node, mesh: &Mesh, names: &HashMap<&str, usize>) -> Vec<(Range<usize>, Option<usize>)> {
    let whole = 0..mesh.shape.indices.len();
    if node.material.is_some() || mesh.shape.groups.is_empty() {
        return vec![(whole, node.material)]
            .into_iter()
            .filter(|(triangles, _)| !triangles.is_empty())
            .collect();
    }
    let (mut list, mut end) = (Vec::new(), 0);
    let mut groups: Vec<_> = mesh.shape.groups.iter().collect();
    groups.sort_by_key(|group| group.triangles.start);
    for group in groups {
        let start = group.triangles.start.clamp(end, whole.end);
        let stop = group.triangles.end.clamp(start, whole.end);
        list.push((end..start, None));
        list.push((start..stop, group.material.as_deref().and_then(|name| names.get(name).copied())));
        end = stop;
    }
    list.push((end..whole.end, None));
    list.retain(|(triangles, _)| !triangles.is_empty());
    list
}

/// The number that the instance of a node has in the tree.
fn number_of(node: &Node) -> u32 {
    let own = node.extras.get("rezkit").and_then(|own| own.get("node"));
    let number = own.and_then(|number| if let Json::Integer(number) = number { Some(*number) } else { None });
    number.and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

/// The sorts of surfaces: materials that are alike but for their colours.
struct Surfaces {
    list: Vec<Material>,
    /// The surface and the colour of each material of the scene.
    of: Vec<(usize, [f32; 3])>,
    /// What has no material.
    plain: Option<usize>,
}

impl Surfaces {
    /// Surfaces as they are, or if there are many, by eighths, which are hardly seen.
    fn of(scene: &Scene) -> Self {
        let exact = Self::taken(scene, Material::clone);
        if exact.list.len() <= MOST_SURFACES { exact } else { Self::taken(scene, by_eighths) }
    }

    fn taken(scene: &Scene, rounded: fn(&Material) -> Material) -> Self {
        let mut surfaces = Self { list: Vec::new(), of: Vec::new(), plain: None };
        surfaces.of = scene.materials.iter().map(|material| surfaces.take(&rounded(material))).collect();
        surfaces
    }

    fn take(&mut self, material: &Material) -> (usize, [f32; 3]) {
        let [r, g, b, opacity] = material.base.to_array();
        let base = Vec4::new(1.0, 1.0, 1.0, opacity);
        let sort = Material { name: String::new(), base, extras: Json::Null, ..material.clone() };
        let known = self.list.iter().position(|other| *other == sort);
        let known = known.or_else(|| (self.list.len() >= MOST_SORTS).then_some(0));
        let number = known.unwrap_or_else(|| {
            self.list.push(sort);
            self.list.len().saturating_sub(1)
        });
        (number, [r, g, b])
    }

    fn of_material(&mut self, material: Option<usize>) -> (usize, [f32; 3]) {
        if let Some(found) = material.and_then(|material| self.of.get(material)) {
            return *found;
        }
        let plain = self.plain.unwrap_or_else(|| self.take(&Material::default()).0);
        self.plain = Some(plain);
        (plain, [1.0; 3])
    }
}

fn by_eighths(material: &Material) -> Material {
    let eighths = |share: f32| (share * 8.0).round() / 8.0;
    let mut base = material.base;
    // What is seen at all stays seen.
    base.w = if base.w > 0.0 { eighths(base.w).max(0.125) } else { 0.0 };
    let (metallic, roughness) = (eighths(material.metallic), eighths(material.roughness));
    Material { base, metallic, roughness, ..material.clone() }
}

impl Merged {
    fn add(&mut self, mesh: &Mesh, kind: Kind, piece: &Piece) {
        let Some(triangles) = mesh.shape.indices.get(kind.first..kind.end) else { return };
        let shape = &mesh.shape;
        let n_vertices = shape.positions.len();
        let mut places: HashMap<u32, u32> = HashMap::new();
        let normal_of = Normals::of(&piece.world);
        for triangle in triangles {
            let mut corners = [0; 3];
            for (corner, old) in corners.iter_mut().zip(triangle) {
                let next = u32::try_from(self.shape.positions.len()).unwrap_or(u32::MAX);
                let vertex = (*old as usize).min(n_vertices.saturating_sub(1));
                *corner = *places.entry(*old).or_insert_with(|| {
                    let position = shape.positions.get(vertex).copied().unwrap_or_default();
                    let normal = shape.normals.get(vertex).copied().unwrap_or(Vec3::Y);
                    self.shape.positions.push(narrow(piece.world.point(position.to_array().map(f64::from))));
                    self.shape.normals.push(normal_of.turned(normal));
                    self.shape.uvs.push(shape.uvs.get(vertex).copied().unwrap_or_default());
                    let own = shape.colours.get(vertex).map_or([1.0; 3], |colour| linear(*colour));
                    let [r, g, b] = own;
                    let [red, green, blue] = piece.colour;
                    self.colours.push([r * red, g * green, b * blue]);
                    next
                });
            }
            if normal_of.is_mirrored {
                corners.swap(1, 2);
            }
            self.shape.indices.push(corners);
        }
        self.ends.push(u32::try_from(self.shape.indices.len().saturating_mul(3)).unwrap_or(u32::MAX));
        self.nodes.push(piece.node);
    }
}

/// How the normals of a part turn: by the cofactors of its matrix, which are right for what is stretched, too.
struct Normals {
    rows: [Vec3; 3],
    is_mirrored: bool,
}

impl Normals {
    #[expect(clippy::cast_possible_truncation, reason = "graphics cards have single precision")]
    fn of(world: &Affine) -> Self {
        let row = |[x, y, z, _]: [f64; 4]| Vec3::new(x as f32, y as f32, z as f32);
        let [a, b, c] = world.0.map(row);
        let is_mirrored = a.dot(b.cross(c)) < 0.0;
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        Self { rows: [b.cross(c), c.cross(a), a.cross(b)].map(|row| scaled(row, sign)), is_mirrored }
    }

    fn turned(&self, normal: Vec3) -> Vec3 {
        let [a, b, c] = self.rows;
        let turned = Vec3::new(a.dot(normal), b.dot(normal), c.dot(normal));
        let length = turned.length();
        if length > 0.0 && length.is_finite() { scaled(turned, 1.0 / length) } else { normal }
    }
}

fn scaled(vector: Vec3, factor: f32) -> Vec3 {
    Vec3::from_array(vector.to_array().map(|number| number * factor))
}

#[expect(clippy::cast_possible_truncation, reason = "graphics cards have single precision")]
fn by_columns(world: &Affine) -> [f32; 16] {
    let [[a, b, c, x], [d, e, f, y], [g, h, i, z]] = world.0.map(|row| row.map(|number| number as f32));
    [a, d, g, 0.0, b, e, h, 0.0, c, f, i, 0.0, x, y, z, 1.0]
}

fn linear(colour: rezkit::scene::geom::Rgba8) -> [f32; 3] {
    [colour.r, colour.g, colour.b].map(colour::linear)
}

/// The box around all copies of what is in a box.
fn around(bounds: Aabb, pieces: &[Piece]) -> Option<Aabb> {
    let corners = bounds.corners().map(|corner| corner.to_array().map(f64::from));
    Aabb::of(pieces.iter().flat_map(|piece| corners.map(|corner| narrow(piece.world.point(corner)))))
}

fn corners(bounds: Option<Aabb>) -> [[f32; 3]; 2] {
    bounds.map_or([[0.0; 3]; 2], |Aabb { min, max }| [min.to_array(), max.to_array()])
}

#[expect(clippy::cast_possible_truncation, reason = "graphics cards have single precision")]
fn narrow(vector: [f64; 3]) -> Vec3 {
    Vec3::from_array(vector.map(|number| number as f32))
}

/// What a camera of the scene sees, a short way ahead of it.
fn saved(scene: &Scene, node: &Node, world: &Affine) -> Option<Eye> {
    let camera = scene.cameras.get(node.camera?)?;
    let [position, target] = [0.0, -10.0].map(|ahead| narrow(world.point([0.0, 0.0, ahead])).to_array());
    Some(Eye { position, target, angle: camera.angle.to_degrees() })
}

/// What shines as the sun does.
fn sun(scene: &Scene, node: &Node, world: &Affine) -> Option<Sun> {
    let light = scene.lights.get(node.light?).filter(|light| light.kind == LightKind::Directional)?;
    let direction = narrow(world.vector([0.0, 0.0, -1.0])).to_array();
    Some(Sun { direction, strength: light.intensity })
}

impl Surface {
    fn of(material: &Material) -> Self {
        Self {
            opacity: material.base.w,
            metallic: material.metallic,
            roughness: material.roughness,
            emissive: material.emissive.to_array(),
            cutoff: if let Alpha::Mask(cutoff) = material.alpha { Some(cutoff) } else { None },
            is_blended: material.alpha == Alpha::Blend,
            is_double_sided: material.double_sided,
            is_unlit: material.unlit,
            textures: Slot::ALL.map(|slot| material.texture(slot).map(Cover::of)),
        }
    }
}

impl Cover {
    fn of(texture: Texture) -> Self {
        let wrap = texture.wrap.map(|wrap| match wrap {
            Wrap::Repeat => "repeat",
            Wrap::Mirror => "mirror",
            Wrap::Clamp => "clamp",
        });
        Self { image: texture.image, wrap, is_nearest: texture.nearest, strength: texture.strength }
    }
}

/// Lists in bytes, each from a multiple of four on.
trait Lists {
    fn floats(&mut self, numbers: impl Iterator<Item = f32>) -> usize;
    fn numbers(&mut self, numbers: &[u32]) -> usize;
    fn picture(&mut self, bytes: &[u8], mime: Option<&'static str>) -> Picture;
}

impl Lists for Vec<u8> {
    fn floats(&mut self, numbers: impl Iterator<Item = f32>) -> usize {
        let at = self.len();
        numbers.for_each(|number| self.extend(number.to_le_bytes()));
        at
    }

    fn numbers(&mut self, numbers: &[u32]) -> usize {
        let at = self.len();
        self.reserve(numbers.len().saturating_mul(4));
        numbers.iter().for_each(|number| self.extend(number.to_le_bytes()));
        at
    }

    fn picture(&mut self, bytes: &[u8], mime: Option<&'static str>) -> Picture {
        let (at, n_bytes) = (self.len(), bytes.len());
        self.extend(bytes);
        self.resize(self.len().next_multiple_of(4), 0);
        Picture { mime, at, n_bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(place: &[u8]) -> Drawing {
        draw(place, "place", None, &mut |_| None).unwrap().unwrap()
    }

    fn numbers(drawing: &Drawing, at: usize, n: usize) -> Vec<u32> {
        let bytes = drawing.bytes.get(at..at + 4 * n).unwrap();
        bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    fn floats(drawing: &Drawing, at: usize, n: usize) -> Vec<f32> {
        numbers(drawing, at, n).into_iter().map(f32::from_bits).collect()
    }

    fn parts(n: usize, colour: impl Fn(usize) -> u32) -> String {
        let part = |i: usize| {
            format!(
                r#"<Item class="Part"><Properties><Vector3 name="size"><X>1</X><Y>2</Y><Z>3</Z></Vector3><CoordinateFrame
                name="CFrame"><X>{i}</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12>
                <R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame><Color3uint8 name="Color3uint8">{}</Color3uint8></Properties></Item>"#,
                0xff00_0000_u32 + colour(i)
            )
        };
        let parts: String = (0..n).map(part).collect();
        format!(
            r#"<roblox version="4"><Item class="Workspace"><Properties></Properties>{parts}</Item></roblox>"#
        )
    }

    #[test]
    fn parts_of_one_shape_are_drawn_at_once_whatever_their_colours() {
        let drawing = drawn(parts(1000, |i| u32::try_from(i).unwrap()).as_bytes());
        let [batch] = &*drawing.batches else { panic!("{:?}", drawing.batches) };
        assert_eq!((batch.n_copies, drawing.n_parts, drawing.is_place), (1000, 1000, true));
        assert_eq!(numbers(&drawing, batch.nodes, 3), [2, 3, 4]);
        let second = floats(&drawing, batch.matrices + 64, 16);
        assert_eq!((second[12], second[15]), (1.0, 1.0));
        assert_eq!(floats(&drawing, batch.colours + 12 * 255, 3), [0.0, 0.0, 1.0]);
        assert_eq!(batch.bounds, [[-0.5, -1.0, -1.5], [999.5, 1.0, 1.5]]);
    }

    #[test]
    fn rare_shapes_are_put_together_and_still_known_by_their_nodes() {
        let drawing = drawn(parts(3, |_| 0x00ff_0000).as_bytes());
        let [batch] = &*drawing.batches else { panic!("{:?}", drawing.batches) };
        let n_indices = batch.n_indices;
        assert_eq!((batch.n_copies, batch.n_pieces), (0, 3));
        assert_eq!(numbers(&drawing, batch.nodes, 3), [2, 3, 4]);
        let ends = numbers(&drawing, batch.ends, 3);
        assert_eq!(ends.last().map(|end| *end as usize), Some(n_indices));
        let shape = &drawing.shapes[batch.shape];
        let indices = numbers(&drawing, shape.indices, shape.n_indices);
        assert!(indices.iter().all(|index| (*index as usize) < shape.n_vertices));
        // Where the third part is, two to the right of the first.
        let positions = floats(&drawing, shape.positions, 3 * shape.n_vertices);
        let right = positions.chunks(3).map(|point| point[0]).fold(f32::MIN, f32::max);
        assert_eq!((right, batch.bounds[1]), (2.5, [2.5, 1.0, 1.5]));
    }

    #[test]
    fn what_little_comes_often_is_put_together_with_what_is_rare() {
        // Thirty copies of a box have fewer triangles than a call is worth.
        let drawing = drawn(parts(30, |_| 0x00ff_0000).as_bytes());
        assert!(drawing.batches.iter().all(|batch| batch.n_copies == 0), "{:?}", drawing.batches);
        assert_eq!((drawing.n_parts, drawing.batches.len()), (30, 1));
    }

    /// Nothing takes far more memory than what is read.
    #[test]
    fn what_is_put_together_and_taken_apart_has_a_bound() {
        let piece = || Piece { world: Affine::IDENTITY, colour: [1.0; 3], node: 0 };
        let kind = |mesh| Kind { mesh, first: 0, end: 5000, surface: 0 };
        let kinds = (0..200).map(|mesh| (kind(mesh), (0..100).map(|_| piece()).collect())).collect();
        let n_merged = 200 - copied(&kinds).len();
        assert_eq!(n_merged * 100 * 5000, MOST_MERGED);
        let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned();
        let groups: String = (0..3000).map(|i| format!("usemtl m{i}\nf 1 2 3\n")).collect();
        let mut scene = rezkit::scene::obj::read((corners + &groups).as_bytes()).unwrap();
        let node = scene.nodes.last().unwrap().clone();
        scene.nodes.extend(std::iter::repeat_n(node, 2000));
        assert!(Drawing::of(&scene, &Allowance::new(1 << 30)).is_err());
        assert!(Surfaces::of(&scene).list.len() <= MOST_SORTS);
    }

    #[test]
    fn surfaces_are_told_apart_as_long_as_they_are_few() {
        let surfaces = |n: u16| {
            let material = |i| Material { roughness: f32::from(i) / f32::from(n), ..Material::default() };
            Surfaces::of(&Scene { materials: (0..n).map(material).collect(), ..Scene::default() }).list.len()
        };
        assert_eq!((surfaces(100), surfaces(1000)), (100, 9));
        let faint = Material { base: Vec4::new(0.5, 0.0, 0.0, 0.01), ..Material::default() };
        assert_eq!(by_eighths(&faint).base.to_array(), [0.5, 0.0, 0.0, 0.125]);
    }

    #[test]
    fn a_place_has_its_first_view_and_what_moves_is_not_drawn_so() {
        let hut = include_bytes!("../../../fixtures/rbxxml/samples/hut.rbxlx");
        let drawing = drawn(hut);
        assert!(
            drawing.view.is_some()
                && drawing.saved.is_none()
                && drawing.batches.len() < 20
                && drawing.n_triangles > 1000
        );
        assert!(draw(b"{'a':i1}", "a", None, &mut |_| None).is_err());
    }
}
