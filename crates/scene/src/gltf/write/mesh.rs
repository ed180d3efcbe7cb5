//! Writing of meshes: each group becomes a primitive.

use super::Out;
use super::material::{Materials, Pictures, VisibleTextures};
use super::pool::ArrayKind;
use super::quantized::{self, Grid};
use super::skin::{Influences, n_joints};
use super::vertices::{colours, encode_colours, normals, positions, tangents, tangents_of, uvs};
use crate::counted::counted;
use crate::json::{Json, Writer};
use crate::loss::LossCode;
use crate::material::Slot;
use crate::mesh::{Mesh, Morph};
use crate::node::Node;
use crate::scene::Scene;
use geom::{Aabb, Group, Vec3};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// The list of meshes, and their indices. Meshes without anything to draw have none.
///
/// A mesh that nodes show with other materials is written once for each, with the same accessors.
pub(super) struct Meshes {
    pub(super) json: String,
    numbers: HashMap<(usize, Option<usize>), usize>,
    /// The grids of meshes with quantised positions.
    grids: HashMap<usize, Grid>,
}

impl Meshes {
    /// The index of a node's mesh, with the material of the node or its own.
    pub(super) fn index(&self, node: &Node) -> Option<usize> {
        self.numbers.get(&(node.mesh?, node.material)).copied()
    }

    /// The grid of a mesh, if its positions are quantised.
    pub(super) fn grid(&self, mesh: usize) -> Option<Grid> {
        self.grids.get(&mesh).copied()
    }
}

pub(super) fn meshes<'a>(out: &mut Out<'a>, pictures: &Pictures, materials: &mut Materials) -> Meshes {
    let scene = out.scene;
    let mut json = Writer::default();
    let (mut numbers, looks, joints) = (HashMap::new(), looks(scene), n_joints(scene));
    let (mut grids, shown) = (HashMap::new(), quantized::shown(out));
    for (index, mesh) in scene.meshes.iter().enumerate() {
        let own = [None].into_iter().collect();
        let looks = looks.get(&index).unwrap_or(&own);
        let has_normal_map = has_normal_map(scene, mesh, looks, materials);
        let mut prepared = Prepared::new(out, index, mesh, joints.get(&index).copied(), has_normal_map);
        prepared.grid = shown.get(&index).and_then(|shown| prepared.steps(*shown));
        grids.extend(prepared.grid.map(|grid| (index, grid)));
        let primitives = prepared.primitives(out);
        if primitives.is_empty() {
            if !mesh.shape.positions.is_empty() {
                out.report(
                    LossCode::TriDropped,
                    format!("/meshes/{index}"),
                    "the mesh has nothing to draw and is left out",
                );
            }
            continue;
        }
        for look in looks {
            numbers.insert((index, *look), numbers.len());
            let primitives = prepared.json(out, &primitives, pictures, materials, *look);
            json.map(|map| {
                if !mesh.name.is_empty() {
                    map.key("name").text(&mesh.name);
                }
                map.raw("primitives", primitives);
                let extras = extras(out, mesh);
                if !extras.is_empty() {
                    map.key("extras").json(&extras);
                }
            });
        }
    }
    if out.options.quantize {
        let vertices = scene.meshes.iter().map(|mesh| mesh.shape.positions.len());
        let n_vertices = counted(vertices.fold(0, usize::saturating_add), "vertex");
        let message = format!("rounded to 8 and 16 bits: {n_vertices}");
        out.report(LossCode::PosRounded, "/meshes".to_owned(), message);
    }
    Meshes { json: json.text, numbers, grids }
}

/// The materials that nodes assign to each mesh.
fn looks(scene: &Scene) -> BTreeMap<usize, BTreeSet<Option<usize>>> {
    let mut looks: BTreeMap<usize, BTreeSet<Option<usize>>> = BTreeMap::new();
    for node in &scene.nodes {
        if let Some(mesh) = node.mesh {
            looks.entry(mesh).or_default().insert(node.material);
        }
    }
    looks
}

/// True if any surface of a mesh has a normal map.
fn has_normal_map(
    scene: &Scene,
    mesh: &Mesh,
    looks: &BTreeSet<Option<usize>>,
    materials: &Materials,
) -> bool {
    let given = looks.iter().flatten().filter_map(|look| scene.materials.get(*look));
    let own = mesh.shape.groups.iter().filter_map(|group| group.material.as_deref());
    let mut names = given.map(|material| material.name.as_str()).chain(own);
    names.any(|name| materials.has(name, Slot::Normal))
}

/// The extras, with the names of morph targets in `targetNames`, where other tools look for them.
fn extras(out: &Out<'_>, mesh: &Mesh) -> Json {
    let mut extras = if out.options.extras { mesh.extras.clone() } else { Json::Null };
    if !mesh.morphs.is_empty() {
        let names: Vec<_> = mesh.morphs.iter().map(|morph| Json::from(morph.name.as_str())).collect();
        extras.set("targetNames", names);
    }
    extras
}

/// A mesh whose vertices satisfy the requirements of glTF.
struct Prepared<'a> {
    index: usize,
    mesh: &'a Mesh,
    positions: Cow<'a, [Vec3]>,
    normals: Cow<'a, [Vec3]>,
    tangents: Cow<'a, [geom::Vec4]>,
    uvs: Cow<'a, [geom::Vec2]>,
    colours: &'a [geom::Rgba8],
    influences: Option<Influences>,
    /// The grid of quantised positions.
    grid: Option<Grid>,
}

impl<'a> Prepared<'a> {
    fn new(
        out: &mut Out<'_>,
        index: usize,
        mesh: &'a Mesh,
        n_joints: Option<usize>,
        has_normal_map: bool,
    ) -> Self {
        let shape = &mesh.shape;
        let n_vertices = shape.vertex_count();
        let fits = |len: usize| len == n_vertices;
        let path = || format!("/meshes/{index}");
        let (positions, n_bad) = positions(&shape.positions);
        if n_bad > 0 {
            out.report(
                LossCode::PosNonfinite,
                path(),
                format!(
                    "not finite, so set to 0, and their triangles left out: {}",
                    counted(n_bad, "position")
                ),
            );
        }
        let (normals, n_bad) = if fits(shape.normals.len()) { normals(shape) } else { Default::default() };
        if n_bad > 0 {
            out.report(
                LossCode::NormalChanged,
                path(),
                format!("normalized to length 1: {}", counted(n_bad, "normal")),
            );
        }
        let (uvs, n_bad) = if fits(shape.uvs.len()) { uvs(&shape.uvs) } else { Default::default() };
        if n_bad > 0 {
            let n_bad = counted(n_bad, "texture coordinate");
            out.report(LossCode::UvRounded, path(), format!("not finite, so set to 0: {n_bad}"));
        }
        if normals.is_empty() && !shape.tangents.is_empty() {
            let what = "tangents are left out, since there are no normals";
            out.report(LossCode::Tangent, path(), what);
        }
        let mut tangents =
            if fits(shape.tangents.len()) { tangents(&shape.tangents, &normals) } else { Default::default() };
        if has_normal_map && tangents.is_empty() {
            tangents = tangents_of(shape, &normals, &uvs).into();
            if tangents.is_empty() {
                let what = "a normal map is left out, since there are no normals or texture coordinates";
                out.report(LossCode::MaterialProp, path(), what);
            }
        }
        let influences = n_joints
            .filter(|n_joints| *n_joints > 0 && fits(shape.joints.len()) && fits(shape.weights.len()));
        let influences = influences.map(|n_joints| Influences::from_mesh(mesh, n_joints));
        if let Some(n_changed) = influences.as_ref().map(|it| it.n_changed).filter(|n| *n > 0) {
            out.report(
                LossCode::WeightRounded,
                path(),
                format!("weights normalized to a sum of 1: {}", counted(n_changed, "vertex")),
            );
        }
        Self {
            index,
            mesh,
            positions,
            normals,
            tangents,
            uvs,
            colours: if fits(shape.colours.len()) { colours(&shape.colours) } else { &[] },
            influences,
            grid: None,
        }
    }

    /// The grid for quantising positions, if that saves space and is exact enough for all nodes with the mesh.
    fn steps(&self, shown: quantized::MeshUse) -> Option<Grid> {
        let is_moved = self.influences.is_some() || !self.mesh.morphs.is_empty();
        Grid::for_positions(&self.positions, shown).filter(|_| !is_moved)
    }

    /// Builds the primitives and adds their arrays to the pool; none if there is nothing to draw.
    fn primitives(&self, out: &mut Out<'a>) -> Vec<Primitive<'a>> {
        let drawings = self.drawings(out);
        let ranges = ranges(&drawings, self.positions.len());
        let mut primitives = Vec::new();
        let mut shared: Option<(Range<usize>, String)> = None;
        for (drawing, range) in drawings.into_iter().zip(ranges) {
            // Primitives with the same vertices share the accessors.
            let attributes = match &shared {
                Some((known, attributes)) if *known == range => attributes.clone(),
                _ => {
                    let attributes = self.attributes(out, &range);
                    shared = Some((range.clone(), attributes.clone()));
                    attributes
                }
            };
            let indices = drawing.indices(out, &range);
            let Drawing { mode, group, .. } = drawing;
            primitives.push(Primitive { mode, group, attributes, indices });
        }
        primitives
    }

    /// The list of primitives, with one material for all of them, or each with its own.
    fn json(
        &self,
        out: &Out<'_>,
        primitives: &[Primitive<'_>],
        pictures: &Pictures,
        materials: &mut Materials,
        look: Option<usize>,
    ) -> String {
        let mut json = Writer::default();
        let look = look.and_then(|look| out.scene.materials.get(look));
        let shown = match (self.uvs.is_empty(), self.tangents.is_empty()) {
            (true, _) => VisibleTextures::NoTextures,
            (false, true) => VisibleTextures::NoNormalMap,
            (false, false) => VisibleTextures::All,
        };
        for primitive in primitives {
            let own = primitive.group.and_then(|group| group.material.as_deref());
            let material = look.map(|look| look.name.as_str()).or(own);
            let material = match material.and_then(|name| materials.number(out, pictures, name, shown)) {
                None if primitive.mode == 4 => Some(materials.white(out)),
                material => material,
            };
            json.map(|map| {
                map.fragment(&primitive.attributes);
                map.key("indices").integer(primitive.indices);
                if let Some(material) = material {
                    map.key("material").integer(material);
                }
                // The default mode of glTF is triangles.
                if primitive.mode != 4 {
                    map.key("mode").integer(primitive.mode);
                }
                let name = primitive.group.map(|group| group.name.as_str()).filter(|name| !name.is_empty());
                if let Some(name) = name.filter(|_| out.options.extras) {
                    map.key("extras").map(|map| map.key("rezkit").map(|map| map.key("name").text(name)));
                }
            });
        }
        json.text
    }

    /// Splits the mesh into drawings: groups, triangles without a group, lines, points.
    fn drawings(&self, out: &mut Out<'a>) -> Vec<Drawing<'a>> {
        let shape = &self.mesh.shape;
        let n_vertices = self.positions.len();
        // Borrowed positions were all finite.
        let is_finite: Vec<bool> = if matches!(self.positions, Cow::Borrowed(_)) {
            Vec::new()
        } else {
            shape.positions.iter().map(|position| position.is_finite()).collect()
        };
        let is_good = |vertex: &u32| {
            (*vertex as usize) < n_vertices && is_finite.get(*vertex as usize).copied().unwrap_or(true)
        };
        let mut groups: Vec<&Group> =
            shape.groups.iter().filter(|group| !group.triangles.is_empty()).collect();
        groups.sort_by_key(|group| group.triangles.start);
        let (mut drawings, mut n_dropped, mut at) = (Vec::new(), 0_usize, 0);
        let mut add = |group: Option<&'a Group>, triangles: Range<usize>| {
            let all = shape.indices.get(triangles).unwrap_or_default();
            let good = all.iter().filter(|corners| corners.iter().all(is_good));
            // In nearly all files, no vertex is missing, and comparing the largest index is faster than checking each
            // triangle.
            let is_whole =
                is_finite.is_empty() && largest(all.as_flattened()).is_none_or(|max| max < n_vertices);
            let indices: Cow<'a, [u32]> = if is_whole || all.as_flattened().iter().all(is_good) {
                Cow::Borrowed(all.as_flattened())
            } else {
                Cow::Owned(good.flatten().copied().collect())
            };
            n_dropped = n_dropped.saturating_add(all.len().saturating_sub(indices.len() / 3));
            if !indices.is_empty() {
                drawings.push(Drawing { mode: 4, group, indices });
            }
        };
        for group in groups {
            let end = group.triangles.end.min(shape.indices.len());
            let start = group.triangles.start.clamp(at, end.max(at));
            add(None, at..start);
            add(Some(group), start..end.max(start));
            at = end.max(start);
        }
        add(None, at..shape.indices.len().max(at));
        let lines: Vec<u32> =
            self.mesh.lines.iter().filter(|ends| ends.iter().all(is_good)).flatten().copied().collect();
        let points: Vec<u32> = self.mesh.points.iter().filter(|point| is_good(point)).copied().collect();
        let others = [(1, lines), (0, points)].into_iter().filter(|(_, indices)| !indices.is_empty());
        drawings.extend(others.map(|(mode, indices)| Drawing {
            mode,
            group: None,
            indices: Cow::Owned(indices),
        }));
        if n_dropped > 0 {
            let n_dropped = counted(n_dropped, "triangle");
            let message = format!("left out, since a vertex is missing or not finite: {n_dropped}");
            out.report(LossCode::TriDropped, format!("/meshes/{}", self.index), message);
        }
        drawings
    }

    /// The attributes and morph targets of a range of vertices, as entries of a JSON object.
    fn attributes(&self, out: &mut Out<'a>, range: &Range<usize>) -> String {
        let mut json = Writer::default();
        let count = range.len();
        let is_short = out.options.quantize;
        // The extension is not needed for integer texture coordinates and colours alone.
        if is_short && !(self.positions.is_empty() || self.grid.is_none() && self.normals.is_empty()) {
            out.requires(quantized::EXTENSION);
        }
        let pool = &mut out.pool;
        json.key("attributes").map(|map| {
            let positions = part(&self.positions, range);
            let bounds = bounds(&positions);
            let accessor = match self.grid {
                Some(grid) => quantized::positions(pool, grid, positions),
                None => pool.add_bounded(ArrayKind::Vec3, "VEC3", positions, count, bounds),
            };
            map.key("POSITION").integer(accessor);
            let normals = part(&self.normals, range);
            if !normals.is_empty() {
                let accessor = if is_short {
                    quantized::normals(pool, normals)
                } else {
                    pool.add(ArrayKind::Vec3, "VEC3", normals, count)
                };
                map.key("NORMAL").integer(accessor);
            }
            let tangents = part(&self.tangents, range);
            if !tangents.is_empty() {
                let accessor = if is_short {
                    quantized::tangents(pool, tangents)
                } else {
                    pool.add(ArrayKind::Vec4, "VEC4", tangents, count)
                };
                map.key("TANGENT").integer(accessor);
            }
            let uvs = part(&self.uvs, range);
            if !uvs.is_empty() {
                let accessor = if is_short && quantized::are_shares(&uvs) {
                    quantized::uvs(pool, uvs)
                } else {
                    pool.add(ArrayKind::Vec2, "VEC2", uvs, count)
                };
                map.key("TEXCOORD_0").integer(accessor);
            }
            if let Some(colours) = self.colours.get(range.clone()).filter(|list| !list.is_empty()) {
                let accessor = if is_short && quantized::are_bright(colours) {
                    quantized::colours(pool, colours)
                } else {
                    let encode = move |out: &mut Vec<u8>| encode_colours(colours, out);
                    pool.add_encoded(ArrayKind::Colours, "VEC4", count, encode)
                };
                map.key("COLOR_0").integer(accessor);
            }
            if let Some(influences) = &self.influences {
                self.influences(map, pool, influences, range);
            }
        });
        if !self.mesh.morphs.is_empty() {
            json.key("targets").list(|list| {
                for morph in &self.mesh.morphs {
                    let offsets = offsets(morph, range);
                    let bounds = bounds(&offsets);
                    let accessor = pool.add_bounded(ArrayKind::Vec3, "VEC3", offsets.into(), count, bounds);
                    list.map(|map| map.key("POSITION").integer(accessor));
                }
            });
        }
        json.text
    }

    fn influences(
        &self,
        map: &mut Writer,
        pool: &mut super::Pool<'a>,
        influences: &Influences,
        range: &Range<usize>,
    ) {
        let count = range.len();
        let is_small = influences.joints.iter().flatten().flatten().all(|joint| *joint <= 255);
        for (name, joints) in ["JOINTS_0", "JOINTS_1"].into_iter().zip(&influences.joints) {
            let joints = joints.get(range.clone()).unwrap_or_default().as_flattened();
            let accessor = if is_small {
                let bytes: Vec<u8> =
                    joints.iter().map(|joint| u8::try_from(*joint).unwrap_or_default()).collect();
                pool.add_bytes(ArrayKind::Joints8, bytes, count)
            } else {
                pool.add(ArrayKind::Joints16, "VEC4", joints.to_vec().into(), count)
            };
            map.key(name).integer(accessor);
        }
        let (bytes, words) = (influences.as_fractions(255), influences.as_fractions(65535));
        for (set, name) in ["WEIGHTS_0", "WEIGHTS_1"].into_iter().enumerate().take(influences.weights.len()) {
            fn part<'a, T: Clone>(sets: &[Vec<[T; 4]>], set: usize, range: &Range<usize>) -> Cow<'a, [T]> {
                let set = sets.get(set).and_then(|set| set.get(range.clone())).unwrap_or_default();
                set.as_flattened().to_vec().into()
            }
            let accessor = if let Some(sets) = &bytes {
                let wholes = part(sets, set, range);
                let bytes: Vec<u8> = wholes.iter().map(|whole| u8::try_from(*whole).unwrap_or(255)).collect();
                pool.add_bytes(ArrayKind::Weights8, bytes, count)
            } else if let Some(sets) = &words {
                pool.add(ArrayKind::Weights16, "VEC4", part(sets, set, range), count)
            } else {
                pool.add(ArrayKind::Vec4, "VEC4", part(&influences.weights, set, range), count)
            };
            map.key(name).integer(accessor);
        }
    }
}

/// A written primitive, without its material.
struct Primitive<'a> {
    mode: usize,
    group: Option<&'a Group>,
    /// The entries of a JSON object.
    attributes: String,
    /// The index of the accessor.
    indices: usize,
}

/// The indices and the mode of a primitive.
struct Drawing<'a> {
    mode: usize,
    group: Option<&'a Group>,
    indices: Cow<'a, [u32]>,
}

impl<'a> Drawing<'a> {
    /// The accessor of the indices, relative to the start of the range.
    fn indices(&self, out: &mut Out<'a>, range: &Range<usize>) -> usize {
        let start = u32::try_from(range.start).unwrap_or(u32::MAX);
        let count = self.indices.len();
        // The index 65535 is forbidden, because it restarts primitives in graphics APIs.
        let [narrow_kind, wide_kind] = if self.mode == 4 {
            [ArrayKind::Indices16, ArrayKind::Indices32]
        } else {
            [ArrayKind::Ends16, ArrayKind::Ends32]
        };
        if range.len() <= 65535 {
            let narrow = |index: &u32| u16::try_from(index.saturating_sub(start)).unwrap_or_default();
            let indices: Vec<u16> = self.indices.iter().map(narrow).collect();
            return out.pool.add(narrow_kind, "SCALAR", indices.into(), count);
        }
        if start == 0 {
            return out.pool.add(wide_kind, "SCALAR", self.indices.clone(), count);
        }
        let indices: Vec<u32> = self.indices.iter().map(|index| index.saturating_sub(start)).collect();
        out.pool.add(wide_kind, "SCALAR", indices.into(), count)
    }
}

/// The largest index.
fn largest(indices: &[u32]) -> Option<usize> {
    let max = indices.iter().fold(0, |max: u32, index| max.max(*index));
    (!indices.is_empty()).then_some(max as usize)
}

/// The vertices of each drawing: a range of its own if the drawings use consecutive vertices, else all.
///
/// Each range starts where the previous one ends, so that together they are all vertices in order.
fn ranges(drawings: &[Drawing<'_>], n_vertices: usize) -> Vec<Range<usize>> {
    if drawings.len() == 1 {
        return drawings.iter().map(|_| 0..n_vertices).collect();
    }
    let mut ranges = Vec::new();
    let mut end = 0;
    for drawing in drawings {
        let min = drawing.indices.iter().fold(u32::MAX, |min, index| min.min(*index)) as usize;
        let max = largest(&drawing.indices).unwrap_or(0);
        if min < end {
            return vec![0..n_vertices; drawings.len()];
        }
        ranges.push(end..max.saturating_add(1));
        end = max.saturating_add(1);
    }
    if let Some(last) = ranges.last_mut() {
        last.end = n_vertices;
    }
    ranges
}

/// The elements of a range of vertices: borrowed if the list is borrowed, and empty if the list is empty.
fn part<'a, T: Clone>(list: &Cow<'a, [T]>, range: &Range<usize>) -> Cow<'a, [T]> {
    match list {
        Cow::Borrowed(list) => list.get(range.clone()).unwrap_or_default().into(),
        Cow::Owned(list) => list.get(range.clone()).unwrap_or_default().to_vec().into(),
    }
}

/// The bounding box, which glTF requires for positions.
fn bounds(positions: &[Vec3]) -> Option<(Vec<f32>, Vec<f32>)> {
    // Adding 0 turns -0 into 0.
    let plain = |corner: Vec3| corner.to_array().map(|number| number + 0.0).to_vec();
    Aabb::from_points(positions.iter().copied()).map(|bounds| (plain(bounds.min), plain(bounds.max)))
}

fn offsets(morph: &Morph, range: &Range<usize>) -> Vec<Vec3> {
    let mut offsets = vec![Vec3::ZERO; range.len()];
    for (vertex, offset) in &morph.offsets {
        let place = (*vertex as usize).checked_sub(range.start).and_then(|at| offsets.get_mut(at));
        if let Some(place) = place.filter(|_| offset.is_finite()) {
            *place = *offset;
        }
    }
    offsets
}
