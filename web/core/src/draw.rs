//! A model or place as the page draws it: lists of numbers for a graphics card, in as few batches as possible.
//!
//! Parts with the same shape and the same kind of surface are drawn at once, each with its own position, colour and
//! [`Finish`]. Parts with rare shapes are merged, so that a place of a hundred thousand parts takes some dozens of
//! calls to draw. If all shapes together have too many triangles, frequent shapes get a coarser form, which is drawn at
//! a distance.

use crate::room::MEMORY;
use rezkit::exchange::{SceneOptions, TerrainDetail, read};
use rezkit::scene::affine::Affine;
use rezkit::scene::allowance::Allowance;
use rezkit::scene::geom::{Aabb, TriMesh, Vec3, Vec4};
use rezkit::scene::simplify::{SimplifyOptions, simplify};
use rezkit::scene::thumb::View;
use rezkit::scene::{
    Alpha, Grain, Json, Loss, Material, Mesh, Node, Problem, Role, Scene, Sky, Slot, Texture, Wrap, colour,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// The number of parts with a shape, and of triangles in all of them, from which the parts are drawn as copies.
const FEW: usize = 8;
const SMALL: usize = 1000;
/// Upper bound on the shapes that are drawn as copies, which are those with the most triangles: each takes one or two
/// calls.
const MOST_COPIED: usize = 64;
/// Upper bound on the triangles of repeated shapes that are merged; further ones are drawn as copies, too.
const MOST_MERGED: usize = 2_000_000;
/// Upper bound on the kinds of surfaces, each of which takes a call. A place of signs has one for each text.
const MOST_SURFACES: usize = 600;
/// The number of triangles of all parts above which frequent shapes get a coarser form; the number that all coarser
/// forms have together; and the smallest number of one.
const MANY: usize = 1_800_000;
const COARSE: usize = 600_000;
const COARSEST: usize = 12;
/// Upper bound on the triangles that are simplified to coarser forms, which takes some microseconds for each.
const MOST_SIMPLIFIED: usize = 60_000;
/// The memory of a part in its list and as written, in bytes.
const BYTES_OF_PIECE: usize = 240;
/// The number of triangles above which a shape is cut into squares instead of being merged, so that squares out of
/// sight are not drawn; the smallest side of a square in units; and the largest number of squares along a side.
const LARGE: usize = 20_000;
const SMALLEST_SQUARE: f32 = 512.0;
const MOST_SQUARES: f32 = 8.0;
/// Upper bound on the lamps, from which the page selects some.
const MOST_LAMPS: usize = 2000;
/// Upper bound on the vertices of a list of merged parts: the page fills the memory of graphics cards list by list.
const MOST_VERTICES: usize = 1 << 16;

/// A model or place for drawing. Its lists of numbers are in the bytes of the answer.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, Serialize)]
pub(crate) struct Drawing {
    /// The length of 1 in metres.
    unit: f32,
    /// The camera of the first picture.
    view: Option<Eye>,
    /// The camera that was saved in the place.
    saved: Option<Eye>,
    /// Set for a place, which has a sky.
    is_place: bool,
    sky: Option<Air>,
    lamps: Vec<Lamp>,
    surfaces: Vec<Surface>,
    images: Vec<Picture>,
    shapes: Vec<Shape>,
    batches: Vec<Batch>,
    n_triangles: usize,
    n_parts: usize,
    /// True if large terrain is drawn with cubes larger than its voxels.
    is_coarse: bool,
    /// The side of the squares into which large shapes are cut, in units.
    square: f32,
    losses: Vec<Loss>,
    #[serde(skip)]
    pub(crate) bytes: Vec<u8>,
}

/// A camera.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Eye {
    position: [f32; 3],
    target: [f32; 3],
    /// The vertical field of view, in degrees.
    angle: f32,
}

/// The light, the sky and the fog of a place, as of [`Sky`]; colours are linear.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Air {
    /// The direction towards the sun or the moon.
    sun: [f32; 3],
    is_night: bool,
    /// The strength of the light; 1 at the default brightness of a place.
    strength: f32,
    light: [f32; 3],
    ambient: [f32; 3],
    zenith: [f32; 3],
    horizon: [f32; 3],
    ground: [f32; 3],
    halo: [f32; 3],
    fog: Option<Fog>,
    bloom: f32,
}

/// Fog between two distances.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Fog {
    colour: [f32; 3],
    start: f32,
    end: f32,
}

/// A light with a position.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Lamp {
    position: [f32; 3],
    /// The direction of the middle of the light cone.
    direction: [f32; 3],
    /// The linear colour, in candela.
    colour: [f32; 3],
    /// The distance that the light reaches.
    reach: f32,
    /// The cosines of the angles at which the light begins to weaken, and at which it ends.
    cone: [f32; 2],
}

/// The reaction of a surface to light; its parts differ only in colour and [`Finish`].
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Surface {
    emissive: [f32; 3],
    /// The opacity below which pixels are not drawn, if any.
    cutoff: Option<f32>,
    is_blended: bool,
    is_double_sided: bool,
    is_unlit: bool,
    /// The textures of colour, roughness with metallicity, normals, occlusion, and emission, as in [`Slot::ALL`].
    textures: [Option<Cover>; 5],
}

/// A texture on a surface.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Cover {
    image: usize,
    wrap: [Wrapping; 2],
    is_nearest: bool,
    strength: f32,
}

/// The continuation of a texture beyond its edges.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Wrapping {
    Repeat,
    Mirror,
    Clamp,
}

/// An image file.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Picture {
    mime: Option<&'static str>,
    at: usize,
    n_bytes: usize,
}

/// The vertices and triangles of a shape, as offsets of their lists in the bytes.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Shape {
    n_vertices: usize,
    positions: usize,
    /// The normals of merged parts, in units of 1/127, with a fourth number that is unused.
    normals: Option<usize>,
    uvs: Option<usize>,
    /// Linear red, green and blue; for merged parts, in units of 1/65,535, with a fourth number that is 1.
    colours: Option<usize>,
    /// The finishes of merged parts.
    finishes: Option<usize>,
    /// The indices, of 16 bits if there are at most 65,536 vertices.
    indices: usize,
    n_indices: usize,
}

/// Triangles of a shape that are drawn by one call.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, Serialize)]
struct Batch {
    shape: usize,
    surface: usize,
    first: usize,
    n_indices: usize,
    /// The shape for copies that are far away, if it has one.
    coarse: Option<usize>,
    /// The number of copies: matrices of 16 numbers by columns, colours, finishes, and the numbers of nodes. It is 0
    /// for merged parts, each of which has the end of its indices in `ends` next to its node.
    n_copies: usize,
    matrices: usize,
    colours: usize,
    finishes: usize,
    nodes: usize,
    n_pieces: usize,
    ends: usize,
    /// The square of a large shape.
    square: Option<[i32; 2]>,
    /// The corners of the bounding box of all copies or parts, which would take the page a while to compute.
    bounds: [[f32; 3]; 2],
}

/// The finish of a part: its metallicity, roughness and opacity, from 0 to 255 each; and the number of its [`Grain`],
/// [`GLOW`] or [`SPRITE`].
type Finish = [u8; 4];

/// The last numbers of the finishes of parts that glow in their colours, and of pictures that face the camera.
const GLOW: u8 = 255;
const SPRITE: u8 = 254;

/// A part of the scene that shows some triangles of a mesh: its transformation and its look.
struct Piece {
    world: Affine,
    colour: [f32; 3],
    finish: Finish,
    /// The number of its instance in the tree, or 0.
    node: u32,
}

/// The triangles of a mesh that share a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct MeshPiece {
    mesh: usize,
    first: usize,
    end: usize,
    surface: usize,
}

/// Merged parts of rare shapes.
#[derive(Default)]
struct Merged {
    shape: TriMesh,
    /// True if the shape has texture coordinates.
    has_uvs: bool,
    colours: Vec<[f32; 3]>,
    finishes: Vec<Finish>,
    ends: Vec<u32>,
    nodes: Vec<u32>,
}

/// The options for drawing.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, Clone, Copy, Deserialize)]
#[serde(default)]
pub(crate) struct How {
    /// The memory that the user allows, in bytes.
    pub(crate) memory: Option<usize>,
    /// Draws large terrain with cubes larger than its voxels.
    pub(crate) coarse: bool,
    /// Draws moving parts at rest.
    pub(crate) still: bool,
    /// The side of squares, if it must equal that of another drawing next to this one.
    pub(crate) square: Option<f32>,
}

/// Draws a model or place; `None` if something moves in a model, because animations need the nodes of the scene, unless
/// `still` is set. Places are drawn at rest: their light and terrain matter more than the animations that they store.
pub(crate) fn draw(
    bytes: &[u8],
    name: &str,
    How { memory, coarse, still, square }: How,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Option<Drawing>, Problem> {
    let memory = memory.unwrap_or(MEMORY / 2);
    let detail = if coarse { TerrainDetail::Preview } else { TerrainDetail::Full };
    let options = SceneOptions::default().name(name).numbers(true).terrain_detail(detail).max_memory(memory);
    let (scene, losses) = read(bytes, &options, files)?;
    if !scene.animations.is_empty() && !still && !scene.is_place() {
        return Ok(None);
    }
    let memory = Allowance::new(memory);
    Ok(Some(Drawing { losses, ..Drawing::from_scene(&scene, square, &memory)? }))
}

impl Drawing {
    fn from_scene(scene: &Scene, square: Option<f32>, memory: &Allowance) -> Result<Self, Problem> {
        let mut drawing = Self { unit: scene.unit.metres(), ..Self::default() };
        drawing.view = View::from_scene(scene).map(|view| Eye {
            position: view.position.to_array(),
            target: view.target.to_array(),
            angle: view.angle.to_degrees(),
        });
        let own = scene.extras.get("rezkit");
        let is = |key: &str| own.and_then(|own| own.get(key)?.as_bool()).unwrap_or_default();
        (drawing.is_place, drawing.is_coarse) = (is("place"), is("coarse"));
        drawing.sky = drawing.is_place.then(|| Air::from_sky(&Sky::from_scene(scene)));
        drawing.images =
            scene.images.iter().map(|image| drawing.bytes.picture(&image.bytes, image.mime.name())).collect();
        let worlds = scene.worlds_at_rest();
        drawing.saved = scene.nodes.iter().zip(&worlds).find_map(|(node, world)| saved(scene, node, world));
        // The studio that models stand in has light enough.
        let lamps = if drawing.is_place { scene.lamps() } else { Vec::new() };
        drawing.lamps = lamps.iter().take(MOST_LAMPS).map(Lamp::from_lamp).collect();
        let mut surfaces = Surfaces::from_scene(scene);
        let kinds = pieces(scene, &worlds, &mut surfaces, memory)?;
        drawing.surfaces = surfaces.list.iter().map(Surface::from_material).collect();
        let copied = copied(&kinds);
        let large = large(scene, &kinds);
        drawing.square = square.unwrap_or_else(|| {
            let widest = large.values().map(|bounds| bounds.size()).map(|size| size.x.max(size.z));
            (widest.fold(0.0, f32::max) / MOST_SQUARES).max(SMALLEST_SQUARE)
        });
        let mut coarser = Coarser::from_kinds(&kinds);
        let mut shapes = HashMap::new();
        let mut merged: BTreeMap<(usize, Option<Square>), Vec<Merged>> = BTreeMap::new();
        let mut places = Places::default();
        // Merged parts begin with the largest: the page draws the shadows of that if it cannot draw all.
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_by_cached_key(|(kind, pieces)| Reverse(largest(scene.meshes.get(kind.mesh), pieces)));
        for (kind, pieces) in kinds {
            let Some(mesh) = scene.meshes.get(kind.mesh) else { continue };
            let Some(triangles) = mesh.shape.indices.get(kind.first..kind.end) else { continue };
            drawing.n_parts = drawing.n_parts.saturating_add(pieces.len());
            drawing.n_triangles = drawing.n_triangles.saturating_add(kind.total(&pieces));
            if copied.contains(&kind) {
                let shape = *shapes.entry(kind.mesh).or_insert_with(|| drawing.shape(&mesh.shape, None));
                let coarse = if pieces.len() > 1 { coarser.shape(mesh, kind) } else { None };
                let coarse = coarse.map(|coarse| drawing.shape(&coarse, None));
                drawing.copies([Some(shape), coarse], kind, &pieces, mesh.shape.bounds());
                continue;
            }
            for piece in &pieces {
                let bounds = large.get(&kind.mesh).filter(|_| pieces.len() == 1);
                for (square, triangles) in squares(mesh, triangles, piece, bounds, drawing.square) {
                    let lists = merged.entry((kind.surface, square)).or_default();
                    Merged::add(lists, &mesh.shape, &triangles, piece, &mut places);
                }
            }
        }
        for ((surface, square), lists) in merged {
            for merged in lists {
                let shape = drawing.shape(&merged.shape, Some(&merged));
                let (ends, nodes) =
                    (drawing.bytes.numbers(&merged.ends), drawing.bytes.numbers(&merged.nodes));
                drawing.batches.push(Batch {
                    shape,
                    surface,
                    n_indices: merged.shape.indices.len().saturating_mul(3),
                    nodes,
                    n_pieces: merged.ends.len(),
                    ends,
                    square: square.map(|(_, square)| square),
                    bounds: corners(merged.shape.bounds()),
                    ..Batch::default()
                });
            }
        }
        Ok(drawing)
    }

    /// Writes vertices and triangles, and returns the index of the shape; `merged` is present for merged parts.
    fn shape(&mut self, shape: &TriMesh, merged: Option<&Merged>) -> usize {
        let n_vertices = shape.positions.len();
        let bytes = &mut self.bytes;
        let is_whole = |n: usize| n == n_vertices && n > 0;
        let positions = bytes.floats(shape.positions.iter().flat_map(|it| it.to_array()));
        let normals = is_whole(shape.normals.len()).then(|| match merged {
            Some(_) => bytes.list(shape.normals.iter().flat_map(|normal| short(*normal))),
            None => bytes.floats(shape.normals.iter().flat_map(|it| it.to_array())),
        });
        let has_uvs = is_whole(shape.uvs.len()) && merged.is_none_or(|merged| merged.has_uvs);
        let uvs = has_uvs.then(|| bytes.floats(shape.uvs.iter().flat_map(|it| it.to_array())));
        let colours = match merged {
            Some(merged) => Some(bytes.list(merged.colours.iter().flat_map(|colour| shares(*colour)))),
            None => is_whole(shape.colours.len())
                .then(|| bytes.floats(shape.colours.iter().flat_map(|colour| linear(*colour)))),
        };
        let finishes = merged.map(|merged| bytes.list(merged.finishes.iter().copied().flatten()));
        // What names no vertex would not be drawn by any program.
        let last = u32::try_from(n_vertices).unwrap_or(u32::MAX).saturating_sub(1);
        let all = shape.indices.as_flattened().iter().map(|index| (*index).min(last));
        let indices = if n_vertices <= MOST_VERTICES {
            bytes.list(all.flat_map(|index| u16::try_from(index).unwrap_or(u16::MAX).to_le_bytes()))
        } else {
            bytes.list(all.flat_map(u32::to_le_bytes))
        };
        let n_indices = shape.indices.len().saturating_mul(3);
        let list = Shape { n_vertices, positions, normals, uvs, colours, finishes, indices, n_indices };
        self.shapes.push(list);
        self.shapes.len().saturating_sub(1)
    }

    /// Adds a batch of copies. The shapes are the finest one and the coarser one; `bounds` is the bounding box of the
    /// shape.
    fn copies(
        &mut self,
        [shape, coarse]: [Option<usize>; 2],
        kind: MeshPiece,
        pieces: &[Piece],
        bounds: Option<Aabb>,
    ) {
        let bytes = &mut self.bytes;
        let matrices = bytes.floats(pieces.iter().flat_map(|piece| by_columns(&piece.world)));
        let colours = bytes.floats(pieces.iter().flat_map(|piece| piece.colour));
        let finishes = bytes.list(pieces.iter().flat_map(|piece| piece.finish));
        let nodes: Vec<u32> = pieces.iter().map(|piece| piece.node).collect();
        let nodes = bytes.numbers(&nodes);
        self.batches.push(Batch {
            shape: shape.unwrap_or_default(),
            surface: kind.surface,
            first: kind.first.saturating_mul(3),
            n_indices: kind.n_triangles().saturating_mul(3),
            coarse,
            n_copies: pieces.len(),
            matrices,
            colours,
            finishes,
            nodes,
            bounds: corners(bounds.and_then(|bounds| around(bounds, pieces))),
            ..Batch::default()
        });
    }
}

impl MeshPiece {
    fn n_triangles(&self) -> usize {
        self.end.saturating_sub(self.first)
    }

    /// The number of triangles of these pieces.
    fn total(&self, pieces: &[Piece]) -> usize {
        self.n_triangles().saturating_mul(pieces.len())
    }
}

/// A generator of coarser forms of shapes.
struct Coarser {
    /// The number of triangles of all pieces, which is to be reduced to about [`COARSE`].
    n_all: usize,
    /// The number of triangles that may still be simplified.
    n_left: usize,
}

impl Coarser {
    fn from_kinds(kinds: &BTreeMap<MeshPiece, Vec<Piece>>) -> Self {
        let all = kinds.iter().map(|(kind, pieces)| kind.total(pieces));
        Self { n_all: all.fold(0, usize::saturating_add), n_left: MOST_SIMPLIFIED }
    }

    /// The coarser form of a kind; `None` if it would have nearly as many triangles, or would take too long.
    fn shape(&mut self, mesh: &Mesh, kind: MeshPiece) -> Option<TriMesh> {
        let n_triangles = kind.n_triangles();
        let share = n_triangles.saturating_mul(COARSE).checked_div(self.n_all).unwrap_or_default();
        let n_wanted = share.max(COARSEST);
        if self.n_all <= MANY || n_wanted.saturating_mul(2) > n_triangles {
            return None;
        }
        self.n_left = self.n_left.checked_sub(n_triangles)?;
        let indices = mesh.shape.indices.get(kind.first..kind.end)?.to_vec();
        let shape = TriMesh { indices, groups: Vec::new(), ..mesh.shape.clone() };
        Some(simplify(&shape, &SimplifyOptions::to(n_wanted).drops_parts(true)).shape)
    }
}

/// All pieces of the finest level, grouped by triangles and surface.
fn pieces(
    scene: &Scene,
    worlds: &[Affine],
    surfaces: &mut Surfaces,
    memory: &Allowance,
) -> Result<BTreeMap<MeshPiece, Vec<Piece>>, Problem> {
    let names: HashMap<&str, usize> =
        scene.materials.iter().enumerate().map(|(index, material)| (&*material.name, index)).collect();
    let mut kinds: BTreeMap<MeshPiece, Vec<Piece>> = BTreeMap::new();
    // Names can be long, and a mesh can be in many places.
    let mut of_meshes = HashMap::new();
    for index in scene.at_level(0) {
        let Some(node) = scene.nodes.get(index) else { continue };
        let Some((number, mesh)) = node.mesh.and_then(|mesh| Some((mesh, scene.meshes.get(mesh)?))) else {
            continue;
        };
        if mesh.shape.indices.is_empty() {
            continue;
        }
        let world = worlds.get(index).copied().unwrap_or(Affine::IDENTITY);
        // What is between groups is a part, too.
        let most_parts = mesh.shape.groups.len().saturating_mul(2).saturating_add(1);
        memory.take(most_parts.saturating_mul(BYTES_OF_PIECE))?;
        let groups = || of_meshes.entry(number).or_insert_with(|| covered(mesh, &names)).clone();
        let whole = |material| vec![(0..mesh.shape.indices.len(), Some(material))];
        for (triangles, material) in node.material.map_or_else(groups, whole) {
            let (surface, colour, mut finish) = surfaces.of_material(material);
            if node.role == Role::Sprite {
                finish[3] = SPRITE;
            }
            let kind = MeshPiece { mesh: number, first: triangles.start, end: triangles.end, surface };
            kinds.entry(kind).or_default().push(Piece { world, colour, finish, node: number_of(node) });
        }
    }
    Ok(kinds)
}

/// The kinds that are drawn as copies, and not merged with others of the same surface.
fn copied(kinds: &BTreeMap<MeshPiece, Vec<Piece>>) -> HashSet<MeshPiece> {
    let mut repeated: Vec<_> = kinds.iter().filter(|(_, pieces)| pieces.len() > 1).collect();
    let total = |(kind, pieces): (&MeshPiece, &Vec<Piece>)| kind.total(pieces);
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
    let is_large =
        |(kind, pieces): &(&MeshPiece, &Vec<Piece>)| kind.n_triangles() > LARGE && pieces.len() > 1;
    // The page turns copies, and nothing that is merged.
    let faces =
        |(_, pieces): &(&MeshPiece, &Vec<Piece>)| pieces.iter().any(|piece| piece.finish[3] == SPRITE);
    copied.extend(kinds.iter().filter(faces).map(|(kind, _)| *kind));
    let mut large: Vec<_> = kinds.iter().filter(is_large).map(|(kind, _)| kind).collect();
    large.sort_unstable_by_key(|kind| Reverse((kind.n_triangles(), **kind)));
    copied.extend(large.into_iter().take(MOST_COPIED));
    copied
}

/// The number of a node, and the index of one of its squares along X and Z.
type Square = (usize, [i32; 2]);

/// Triangles, and the square that contains them.
type Cut<'m> = (Option<Square>, Cow<'m, [[u32; 3]]>);

/// The bounding boxes of large meshes that occur once. Only those with the most triangles are included, since each
/// square takes a call.
fn large(scene: &Scene, kinds: &BTreeMap<MeshPiece, Vec<Piece>>) -> HashMap<usize, Aabb> {
    let mut totals: HashMap<usize, usize> = HashMap::new();
    let once = || kinds.iter().filter(|(_, pieces)| pieces.len() == 1);
    for (kind, _) in once() {
        let total = totals.entry(kind.mesh).or_default();
        *total = total.saturating_add(kind.n_triangles());
    }
    let mut meshes: Vec<_> = totals.into_iter().filter(|(_, total)| *total > LARGE).collect();
    meshes.sort_unstable_by_key(|(mesh, total)| Reverse((*total, *mesh)));
    meshes.truncate(MOST_COPIED);
    let meshes: HashSet<usize> = meshes.into_iter().map(|(mesh, _)| mesh).collect();
    let boxes = once().filter(|(kind, _)| meshes.contains(&kind.mesh)).filter_map(|(kind, pieces)| {
        Some((kind.mesh, around(scene.meshes.get(kind.mesh)?.shape.bounds()?, pieces)?))
    });
    boxes.collect()
}

/// The triangles of a piece, divided into squares if `bounds` is present, as it is for large meshes; otherwise all
/// together.
fn squares<'m>(
    mesh: &Mesh,
    triangles: &'m [[u32; 3]],
    piece: &Piece,
    bounds: Option<&Aabb>,
    side: f32,
) -> Vec<Cut<'m>> {
    let Some(bounds) = bounds else { return vec![(None, Cow::Borrowed(triangles))] };
    let number = usize::try_from(piece.node).unwrap_or_default();
    let size = bounds.size();
    if size.x <= side && size.z <= side {
        return vec![(Some((number, square_of(bounds.centre(), side))), Cow::Borrowed(triangles))];
    }
    let mut squares: BTreeMap<[i32; 2], Vec<[u32; 3]>> = BTreeMap::new();
    for triangle in triangles {
        let first = mesh.shape.positions.get(triangle[0] as usize).copied().unwrap_or_default();
        let first = narrow(piece.world.point(first.to_array().map(f64::from)));
        squares.entry(square_of(first, side)).or_default().push(*triangle);
    }
    squares.into_iter().map(|(square, triangles)| (Some((number, square)), Cow::Owned(triangles))).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "what is farther away is in the last square")]
fn square_of(point: Vec3, side: f32) -> [i32; 2] {
    [point.x, point.z].map(|along| (along / side).floor() as i32)
}

/// The material of each range of triangles of a mesh; triangles outside of groups have none.
fn covered(mesh: &Mesh, names: &HashMap<&str, usize>) -> Vec<(Range<usize>, Option<usize>)> {
    let whole = 0..mesh.shape.indices.len();
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

/// The number in the tree of the instance that a node shows; 0 if it is unknown.
fn number_of(node: &Node) -> u32 {
    let own = node.extras.get("rezkit").and_then(|own| own.get("node"));
    let number = own.and_then(|number| if let Json::Integer(number) = number { Some(*number) } else { None });
    number.and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

/// The kinds of surfaces: materials that differ at most in colour and finish.
struct Surfaces {
    list: Vec<Material>,
    /// The surface, the colour and the finish of each material of the scene.
    of: Vec<(usize, [f32; 3], Finish)>,
    /// The index of the surface for parts without a material.
    plain: Option<usize>,
}

impl Surfaces {
    fn from_scene(scene: &Scene) -> Self {
        let mut surfaces = Self { list: Vec::new(), of: Vec::new(), plain: None };
        surfaces.of = scene.materials.iter().map(|material| surfaces.take(material)).collect();
        surfaces
    }

    fn take(&mut self, material: &Material) -> (usize, [f32; 3], Finish) {
        let [red, green, blue, opacity] = material.base.to_array();
        let glows = material.emissive != Vec3::ZERO && material.emissive == Vec3::new(red, green, blue);
        let [metallic, roughness, opaque] = [material.metallic, material.roughness, opacity].map(byte);
        let finish = [metallic, roughness, opaque, if glows { GLOW } else { material.grain as u8 }];
        let is_clear = opacity < 1.0 && material.alpha == Alpha::Opaque;
        let sort = Material {
            base: Vec4::ONE,
            metallic: 1.0,
            roughness: 1.0,
            emissive: if glows { Vec3::ZERO } else { material.emissive },
            alpha: if is_clear { Alpha::Blend } else { material.alpha },
            double_sided: material.double_sided,
            unlit: material.unlit,
            textures: material.textures,
            grain: Grain::None,
            ..Material::default()
        };
        (self.number(sort), [red, green, blue], finish)
    }

    /// The index of a kind, which is added if it is new. If there are too many, the index of a similar kind without
    /// textures.
    fn number(&mut self, sort: Material) -> usize {
        if let Some(known) = self.list.iter().position(|other| *other == sort) {
            return known;
        }
        if self.list.len() >= MOST_SURFACES {
            let Material { alpha, double_sided, unlit, .. } = sort;
            let is_near = |other: &Material| {
                (other.alpha, other.double_sided, other.unlit) == (alpha, double_sided, unlit)
            };
            let nearest = self.list.iter().position(|other| is_near(other) && other.textures == [None; 5]);
            return nearest.unwrap_or_default();
        }
        self.list.push(sort);
        self.list.len().saturating_sub(1)
    }

    fn of_material(&mut self, material: Option<usize>) -> (usize, [f32; 3], Finish) {
        if let Some(found) = material.and_then(|material| self.of.get(material)) {
            return *found;
        }
        let (number, colour, finish) = self.take(&Material::default());
        (*self.plain.get_or_insert(number), colour, finish)
    }
}

/// Converts a share to a byte: 1 becomes 255.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn byte(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}

impl Merged {
    /// Adds triangles of a piece to the last of some lists, and to new ones when it is full. `places` is a buffer that
    /// is reused.
    fn add(
        lists: &mut Vec<Self>,
        shape: &TriMesh,
        triangles: &[[u32; 3]],
        piece: &Piece,
        places: &mut Places,
    ) {
        let last = u32::try_from(shape.positions.len()).unwrap_or(u32::MAX).saturating_sub(1);
        let normals = Normals::from_world(&piece.world);
        let mut left = triangles;
        while !left.is_empty() {
            if lists.last().is_none_or(|list| list.n_left() < 3) {
                lists.push(Self::default());
            }
            let Some(list) = lists.last_mut() else { return };
            list.has_uvs |= !shape.uvs.is_empty();
            places.forget(shape.positions.len().max(1));
            while let Some(([a, b, c], rest)) = left.split_first().filter(|_| list.n_left() >= 3) {
                let corners = if normals.is_mirrored { [a, c, b] } else { [a, b, c] };
                let corners = corners.map(|vertex| {
                    let vertex = (*vertex).min(last);
                    places.get_or_add(vertex, || list.vertex(shape, vertex as usize, piece, &normals))
                });
                list.shape.indices.push(corners);
                left = rest;
            }
            list.ends.push(u32::try_from(list.shape.indices.len().saturating_mul(3)).unwrap_or(u32::MAX));
            list.nodes.push(piece.node);
        }
    }

    /// The number of vertices that still fit.
    fn n_left(&self) -> usize {
        MOST_VERTICES.saturating_sub(self.shape.positions.len())
    }

    /// Adds a vertex of a piece; returns its index.
    fn vertex(&mut self, shape: &TriMesh, vertex: usize, piece: &Piece, normals: &Normals) -> u32 {
        let number = u32::try_from(self.shape.positions.len()).unwrap_or(u32::MAX);
        let position = shape.positions.get(vertex).copied().unwrap_or_default();
        let normal = shape.normals.get(vertex).copied().unwrap_or(Vec3::Y);
        self.shape.positions.push(narrow(piece.world.point(position.to_array().map(f64::from))));
        self.shape.normals.push(normals.turned(normal));
        self.shape.uvs.push(shape.uvs.get(vertex).copied().unwrap_or_default());
        let [r, g, b] = shape.colours.get(vertex).map_or([1.0; 3], |colour| linear(*colour));
        let [red, green, blue] = piece.colour;
        self.colours.push([r * red, g * green, b * blue]);
        self.finishes.push(piece.finish);
        number
    }
}

/// A map from vertices of a shape to their positions in a list.
#[derive(Default)]
struct Places {
    of: Vec<u32>,
    known: Vec<u32>,
}

impl Places {
    /// Clears the map for another shape with this many vertices.
    fn forget(&mut self, n_vertices: usize) {
        for vertex in self.known.drain(..) {
            if let Some(place) = self.of.get_mut(vertex as usize) {
                *place = u32::MAX;
            }
        }
        self.of.resize(n_vertices.max(self.of.len()), u32::MAX);
    }

    /// The position of a vertex in the list; calls `add` if it has none yet.
    fn get_or_add(&mut self, vertex: u32, add: impl FnOnce() -> u32) -> u32 {
        let Some(place) = self.of.get_mut(vertex as usize) else { return 0 };
        if *place == u32::MAX {
            *place = add();
            self.known.push(vertex);
        }
        *place
    }
}

/// Converts a normal to integers in units of 1/127.
#[expect(clippy::cast_possible_truncation, reason = "from −127 to 127")]
fn short(normal: Vec3) -> [u8; 4] {
    let [x, y, z] = normal.to_array().map(|along| (along.clamp(-1.0, 1.0) * 127.0).round() as i8);
    [x, y, z, 0].map(i8::cast_unsigned)
}

/// Converts a colour to integers in units of 1/65,535.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 65,535")]
fn shares([red, green, blue]: [f32; 3]) -> [u8; 8] {
    let share = |share: f32| (share.clamp(0.0, 1.0) * 65_535.0).round() as u16;
    let [[a, b], [c, d], [e, f], [g, h]] = [red, green, blue, 1.0].map(|it| share(it).to_le_bytes());
    [a, b, c, d, e, f, g, h]
}

/// The transformation of normals by the cofactors of a part's matrix, which is also correct for non-uniform scales.
struct Normals {
    rows: [Vec3; 3],
    is_mirrored: bool,
}

impl Normals {
    #[expect(clippy::cast_possible_truncation, reason = "graphics cards have single precision")]
    fn from_world(world: &Affine) -> Self {
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

/// The bounding box of all pieces of a shape with these bounds.
fn around(bounds: Aabb, pieces: &[Piece]) -> Option<Aabb> {
    let corners = bounds.corners().map(|corner| corner.to_array().map(f64::from));
    Aabb::from_points(pieces.iter().flat_map(|piece| corners.map(|corner| narrow(piece.world.point(corner)))))
}

/// The length of the longest side of the largest copy of a mesh, in whole units.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is larger is as large as most"
)]
fn largest(mesh: Option<&Mesh>, pieces: &[Piece]) -> u32 {
    let bounds = mesh.and_then(|mesh| mesh.shape.bounds());
    let sizes = pieces.iter().filter_map(|piece| Some(around(bounds?, std::slice::from_ref(piece))?.size()));
    sizes.map(|size| size.x.max(size.y).max(size.z)).fold(0.0, f32::max) as u32
}

fn corners(bounds: Option<Aabb>) -> [[f32; 3]; 2] {
    bounds.map_or([[0.0; 3]; 2], |Aabb { min, max }| [min.to_array(), max.to_array()])
}

#[expect(clippy::cast_possible_truncation, reason = "graphics cards have single precision")]
fn narrow(vector: [f64; 3]) -> Vec3 {
    Vec3::from_array(vector.map(|number| number as f32))
}

/// The view of a camera of the scene, whose target is a short way in front of it.
fn saved(scene: &Scene, node: &Node, world: &Affine) -> Option<Eye> {
    let camera = scene.cameras.get(node.camera?)?;
    let [position, target] = [0.0, -10.0].map(|ahead| narrow(world.point([0.0, 0.0, ahead])).to_array());
    Some(Eye { position, target, angle: camera.angle.to_degrees() })
}

impl Air {
    fn from_sky(sky: &Sky) -> Self {
        let Sky { is_night, strength, bloom, .. } = *sky;
        let [sun, light, ambient] = [sky.sun, sky.light, sky.ambient].map(Vec3::to_array);
        let [zenith, horizon, ground, halo] =
            [sky.zenith, sky.horizon, sky.ground, sky.halo].map(Vec3::to_array);
        let fog = sky.fog.map(|fog| Fog { colour: fog.colour.to_array(), start: fog.start, end: fog.end });
        Self { sun, is_night, strength, light, ambient, zenith, horizon, ground, halo, fog, bloom }
    }
}

impl Lamp {
    fn from_lamp(lamp: &rezkit::scene::Lamp) -> Self {
        let [position, direction, colour] = [lamp.position, lamp.direction, lamp.colour].map(Vec3::to_array);
        Self { position, direction, colour, reach: lamp.reach, cone: lamp.cone }
    }
}

impl Surface {
    fn from_material(material: &Material) -> Self {
        Self {
            emissive: material.emissive.to_array(),
            cutoff: if let Alpha::Mask(cutoff) = material.alpha { Some(cutoff) } else { None },
            is_blended: material.alpha == Alpha::Blend,
            is_double_sided: material.double_sided,
            is_unlit: material.unlit,
            textures: Slot::ALL.map(|slot| material.texture(slot).map(Cover::from_texture)),
        }
    }
}

impl Cover {
    fn from_texture(texture: Texture) -> Self {
        let wrap = texture.wrap.map(|wrap| match wrap {
            Wrap::Repeat => Wrapping::Repeat,
            Wrap::Mirror => Wrapping::Mirror,
            Wrap::Clamp => Wrapping::Clamp,
        });
        Self { image: texture.image, wrap, is_nearest: texture.nearest, strength: texture.strength }
    }
}

/// Appends lists to bytes, each at a multiple of four; returns their offsets.
trait Lists {
    fn list(&mut self, bytes: impl Iterator<Item = u8>) -> usize;
    fn floats(&mut self, numbers: impl Iterator<Item = f32>) -> usize;
    fn numbers(&mut self, numbers: &[u32]) -> usize;
    fn picture(&mut self, bytes: &[u8], mime: Option<&'static str>) -> Picture;
}

impl Lists for Vec<u8> {
    fn list(&mut self, bytes: impl Iterator<Item = u8>) -> usize {
        let at = self.len();
        self.extend(bytes);
        self.resize(self.len().next_multiple_of(4), 0);
        at
    }

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
        Picture { mime, at: self.list(bytes.iter().copied()), n_bytes: bytes.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(place: &[u8]) -> Drawing {
        draw(place, "place", How::default(), &mut |_| None).unwrap().unwrap()
    }

    fn numbers(drawing: &Drawing, at: usize, n: usize) -> Vec<u32> {
        let bytes = drawing.bytes.get(at..at + 4 * n).unwrap();
        bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    fn floats(drawing: &Drawing, at: usize, n: usize) -> Vec<f32> {
        numbers(drawing, at, n).into_iter().map(f32::from_bits).collect()
    }

    /// The 16-bit indices of a shape.
    fn indices(drawing: &Drawing, shape: &Shape) -> Vec<usize> {
        let bytes = drawing.bytes.get(shape.indices..shape.indices + 2 * shape.n_indices).unwrap();
        bytes.as_chunks::<2>().0.iter().map(|word| usize::from(u16::from_le_bytes(*word))).collect()
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
        assert!(indices(&drawing, shape).iter().all(|index| *index < shape.n_vertices));
        // Where the third part is, two to the right of the first.
        let positions = floats(&drawing, shape.positions, 3 * shape.n_vertices);
        let right = positions.chunks(3).map(|point| point[0]).fold(f32::MIN, f32::max);
        assert_eq!((right, batch.bounds[1]), (2.5, [2.5, 1.0, 1.5]));
    }

    /// Large parts come first, because the page draws the shadows of the first parts if it cannot draw all.
    #[test]
    fn what_is_put_together_begins_with_what_is_largest() {
        let place = parts(4, |_| 0x00ff_0000);
        let (others, last) = place.rsplit_once("<Item").unwrap();
        let ball = r#"<token name="shape">0</token></Properties></Item>"#;
        let last = last.replace("<X>1</X><Y>2</Y><Z>3</Z>", "<X>40</X><Y>40</Y><Z>40</Z>");
        let place = format!("{others}<Item{}", last.replace("</Properties></Item>", ball));
        let drawing = drawn(place.as_bytes());
        let [batch] = &*drawing.batches else { panic!("{:?}", drawing.batches) };
        assert_eq!(numbers(&drawing, batch.nodes, 4), [5, 2, 3, 4]);
    }

    #[test]
    fn what_little_comes_often_is_put_together_with_what_is_rare() {
        // Thirty copies of a box have fewer triangles than a call is worth.
        let drawing = drawn(parts(30, |_| 0x00ff_0000).as_bytes());
        assert!(drawing.batches.iter().all(|batch| batch.n_copies == 0), "{:?}", drawing.batches);
        assert_eq!((drawing.n_parts, drawing.batches.len()), (30, 1));
    }

    /// Merging and dividing are bounded, so that no input takes far more memory than its size.
    #[test]
    fn what_is_put_together_and_taken_apart_has_a_bound() {
        let piece = || Piece { world: Affine::IDENTITY, colour: [1.0; 3], finish: [0; 4], node: 0 };
        let kind = |mesh| MeshPiece { mesh, first: 0, end: 5000, surface: 0 };
        let kinds = (0..200).map(|mesh| (kind(mesh), (0..100).map(|_| piece()).collect())).collect();
        let n_merged = 200 - copied(&kinds).len();
        assert_eq!(n_merged * 100 * 5000, MOST_MERGED);
        let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned();
        let groups: String = (0..3000).map(|i| format!("usemtl m{i}\nf 1 2 3\n")).collect();
        let mut scene = rezkit::scene::obj::read((corners + &groups).as_bytes()).unwrap();
        let node = scene.nodes.last().unwrap().clone();
        scene.nodes.extend(std::iter::repeat_n(node, 2000));
        assert!(Drawing::from_scene(&scene, None, &Allowance::new(1 << 30)).is_err());
        let texture = |i| Some(Texture { strength: i as f32, ..Texture::new(0) });
        let textured = |i| Material { textures: [texture(i), None, None, None, None], ..Material::default() };
        scene.materials.extend((0..900).map(textured));
        let surfaces = Surfaces::from_scene(&scene);
        assert_eq!((surfaces.list.len(), surfaces.of.last().map(|it| it.0)), (MOST_SURFACES, Some(0)));
    }

    /// Large shapes are cut into squares: those out of sight are not drawn, and the page uploads them list by list.
    #[test]
    fn what_is_large_is_cut_into_squares_of_short_lists() {
        const SIDE: usize = 300;
        let corners: String =
            (0..SIDE * SIDE).map(|i| format!("v {} 0 {}\n", 8 * (i % SIDE), 8 * (i / SIDE))).collect();
        let faces = (0..SIDE * (SIDE - 1)).filter(|i| i % SIDE < SIDE - 1);
        let faces: String = faces.map(|i| format!("f {} {} {}\n", i + 1, i + SIDE + 1, i + 2)).collect();
        let scene = rezkit::scene::obj::read((corners + &faces).as_bytes()).unwrap();
        for (side, n_squares) in [(None, 25), (Some(3000.0), 1)] {
            let drawing = Drawing::from_scene(&scene, side, &Allowance::new(1 << 30)).unwrap();
            assert_eq!(drawing.square, side.unwrap_or(512.0));
            let squares: HashSet<_> = drawing.batches.iter().map(|batch| batch.square.unwrap()).collect();
            assert_eq!(squares.len(), n_squares);
            for batch in &drawing.batches {
                let shape = &drawing.shapes[batch.shape];
                let most = indices(&drawing, shape).into_iter().max().unwrap();
                assert!(most < shape.n_vertices && shape.n_vertices <= MOST_VERTICES, "{shape:?}");
                let [low, high] = batch.bounds;
                let start = batch.square.unwrap().map(|along| along as f32 * drawing.square);
                assert!(low[0] >= start[0] && high[0] <= start[0] + drawing.square + 8.0, "{batch:?}");
                assert!(low[2] >= start[1] && high[2] <= start[1] + drawing.square + 8.0, "{batch:?}");
            }
            let n_indices: usize = drawing.batches.iter().map(|batch| batch.n_indices).sum();
            assert_eq!((n_indices / 3, drawing.n_triangles), (89_401, 89_401));
        }
        assert_eq!(
            (short(Vec3::new(0.0, -1.0, 2.0)), shares([0.0, 1.0, 0.5])),
            ([0, 129, 127, 0], [0, 0, 255, 255, 0, 128, 255, 255])
        );
    }

    #[test]
    fn surfaces_of_other_finishes_are_drawn_at_once() {
        let material = |i: u16| {
            let share = f32::from(i) / 100.0;
            let base = Vec4::new(share, 0.5, 0.5, 1.0);
            let emissive = if i == 7 { Vec3::new(share, 0.5, 0.5) } else { Vec3::ZERO };
            Material { base, emissive, roughness: share, ..Material::default() }
        };
        let clear = Material { base: Vec4::new(1.0, 1.0, 1.0, 0.5), ..Material::default() };
        let materials = (0..100).map(material).chain([clear]).collect();
        let surfaces = Surfaces::from_scene(&Scene { materials, ..Scene::default() });
        assert_eq!(
            surfaces.list.iter().map(|it| it.alpha).collect::<Vec<_>>(),
            [Alpha::Opaque, Alpha::Blend]
        );
        assert_eq!(surfaces.of[7], (0, [0.07, 0.5, 0.5], [0, 18, 255, 255]));
        assert_eq!(surfaces.of[100], (1, [1.0; 3], [0, 255, 128, 0]));
    }

    /// Frequent shapes get a coarser form: three thousand balls have more triangles than a frame should.
    #[test]
    fn shapes_that_come_too_often_have_a_coarser_form() {
        let balls = |n| {
            drawn(
                parts(n, |_| 0)
                    .replace("</Properties></Item>", r#"<token name="shape">0</token></Properties></Item>"#)
                    .as_bytes(),
            )
        };
        let (few, many) = (balls(300), balls(3000));
        assert_eq!((few.batches[0].coarse, few.batches[0].n_copies), (None, 300));
        let [batch] = &*many.batches else { panic!("{:?}", many.batches) };
        let coarse = &many.shapes[batch.coarse.unwrap()];
        assert!(many.n_triangles > MANY && batch.n_copies * coarse.n_indices / 3 <= COARSE, "{coarse:?}");
        assert!(coarse.normals.is_some());
        let positions = floats(&many, coarse.positions, 3 * coarse.n_vertices);
        assert!(
            positions.iter().any(|place| *place > 0.45) && positions.iter().all(|place| place.abs() < 0.51)
        );
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
        let [lamp] = &*drawing.lamps else { panic!("{:?}", drawing.lamps) };
        assert_eq!((lamp.reach, lamp.cone), (8.0, [-1.0, -2.0]));
        assert!(draw(b"{'a':i1}", "a", How::default(), &mut |_| None).is_err());
    }
}
