//! Conversion of Collada geometries to meshes.

use super::axes::Axes;
use super::document::{Library, NumberTable, all, integers, label, one, path, text};
use crate::counted::counted;
use crate::loss::LossCode;
use crate::mesh::Mesh;
use crate::polygon::Cutter;
use crate::problem::{Problem, ProblemKind};
use geom::{Group, Rgba8, Vec2, Vec3, Vec4};
use roxmltree::Node;
use std::collections::HashMap;

/// Estimated memory of a vertex, with its entry in the table of known corners, in bytes.
const VERTEX: usize = 160;
/// Estimated memory of a corner of a polygon while it is triangulated, in bytes.
const CORNER: usize = 96;
/// The index that stands for a missing attribute.
const NONE: u32 = u32::MAX;

/// A mesh with the index of each vertex's position in the file, to which weights refer.
pub(super) struct Geometry {
    pub(super) mesh: Mesh,
    pub(super) positions: Vec<u32>,
    /// The symbols of materials, by the index of the group.
    pub(super) symbols: Vec<Option<String>>,
}

/// The attributes of a primitive's corners.
#[derive(Default, Clone)]
struct Inputs {
    /// The offset of the index within a corner, and the source.
    position: Option<(usize, NumberTable)>,
    normal: Option<(usize, NumberTable)>,
    uv: Option<(usize, NumberTable)>,
    colour: Option<(usize, NumberTable)>,
    /// The number of indices of a corner.
    stride: usize,
}

impl Inputs {
    fn read<'t>(
        primitive: Node<'t, 't>,
        mesh: Node<'t, 't>,
        library: &mut Library<'t>,
    ) -> Result<Self, Problem> {
        let mut inputs = Self { stride: 1, ..Self::default() };
        let mut more = 0_usize;
        for input in all(primitive, "input") {
            let offset = input.attribute("offset").and_then(|text| text.parse().ok()).unwrap_or(0);
            inputs.stride = inputs.stride.max(usize::saturating_add(offset, 1));
            if input.attribute("semantic") == Some("VERTEX") {
                let vertices = library.named_by(input, "source").or_else(|| one(mesh, "vertices"));
                // Any number of primitives may share the element `vertices`.
                library.charge(vertices.map_or(0, |vertices| vertices.range().len()))?;
                for own in vertices.into_iter().flat_map(|vertices| all(vertices, "input")) {
                    more = more.saturating_add(inputs.add(own, offset, library)?);
                }
            } else {
                more = more.saturating_add(inputs.add(input, offset, library)?);
            }
        }
        if inputs.position.is_none() {
            library.lacks("a primitive has no positions", primitive)?;
        }
        if more > 0 {
            let message = format!("left out: {} per corner", counted(more, "further value"));
            library.excuse(ProblemKind::Dropped, message, primitive)?;
        }
        Ok(inputs)
    }

    /// Adds an input; returns 1 if it is not supported, and 0 otherwise.
    fn add<'t>(
        &mut self,
        input: Node<'t, 't>,
        offset: usize,
        library: &mut Library<'t>,
    ) -> Result<usize, Problem> {
        let slot = match input.attribute("semantic") {
            Some("POSITION") => &mut self.position,
            Some("NORMAL") => &mut self.normal,
            Some("TEXCOORD") => &mut self.uv,
            Some("COLOR") => &mut self.colour,
            _ => return Ok(1),
        };
        if slot.is_some() {
            return Ok(1);
        }
        *slot = library.source(input)?.map(|source| (offset, source));
        Ok(0)
    }

    /// The indices of position, normal, texture coordinate and colour of a corner.
    fn corner(&self, indices: &[u32]) -> Corner {
        [&self.position, &self.normal, &self.uv, &self.colour]
            .map(|input| input.as_ref().and_then(|(offset, _)| indices.get(*offset)).copied().unwrap_or(NONE))
    }
}

type Corner = [u32; 4];

/// Reads a geometry; `None` if it has no triangles, lines or points.
pub(super) fn geometry<'t>(
    node: Node<'t, 't>,
    axes: &Axes,
    cutter: &mut Cutter,
    library: &mut Library<'t>,
) -> Result<Option<Geometry>, Problem> {
    let Some(mesh) = one(node, "mesh").or_else(|| one(node, "convex_mesh")) else {
        library.excuse(
            ProblemKind::Dropped,
            "left out: a spline, or another shape that is not a mesh",
            node,
        )?;
        return Ok(None);
    };
    let mut builder = Builder {
        axes,
        cutter,
        known: HashMap::new(),
        n_missing: 0,
        n_unmapped: 0,
        out: Geometry {
            mesh: Mesh { name: label(node).to_owned(), ..Mesh::default() },
            positions: Vec::new(),
            symbols: Vec::new(),
        },
        has: [false; 4],
    };
    for primitive in mesh.children().filter(Node::is_element) {
        let is_shape = matches!(
            primitive.tag_name().name(),
            "triangles" | "polylist" | "polygons" | "trifans" | "tristrips" | "lines" | "linestrips"
        );
        if is_shape {
            builder.primitive(primitive, mesh, library)?;
        }
    }
    if builder.n_missing > 0 {
        let message =
            format!("left out, since a vertex is missing: {}", counted(builder.n_missing, "polygon"));
        library.lacks(message, node)?;
    }
    if builder.n_unmapped > 0 {
        let n_unmapped = counted(builder.n_unmapped, "vertex");
        let problem =
            Problem::new(ProblemKind::Value, format!("texture coordinates are missing: {n_unmapped}"));
        let problem = problem.code(LossCode::UvMissing).with_path(path(node)).on_byte(node.range().start);
        library.reports.excuse(problem)?;
    }
    let geometry = builder.finished();
    Ok(Some(geometry).filter(|geometry| !geometry.positions.is_empty()))
}

struct Builder<'c> {
    axes: &'c Axes,
    cutter: &'c mut Cutter,
    known: HashMap<Corner, u32>,
    n_missing: usize,
    /// The number of vertices whose texture coordinates do not exist, although their primitive has some.
    n_unmapped: usize,
    out: Geometry,
    /// Set for the attributes that any vertex has: position, normal, texture coordinates, colour.
    has: [bool; 4],
}

impl Builder<'_> {
    fn primitive<'t>(
        &mut self,
        node: Node<'t, 't>,
        mesh: Node<'t, 't>,
        library: &mut Library<'t>,
    ) -> Result<(), Problem> {
        let inputs = Inputs::read(node, mesh, library)?;
        // Equal indices may refer to other sources than in the previous primitive.
        self.known.clear();
        let first = self.out.mesh.shape.indices.len();
        let kind = node.tag_name().name();
        let mut sizes = one(node, "vcount").into_iter().flat_map(integers);
        for list in node.children().filter(Node::is_element) {
            let list = match list.tag_name().name() {
                "p" => list,
                "ph" => {
                    library.excuse(ProblemKind::Dropped, "left out: the holes of a polygon", list)?;
                    let Some(outline) = one(list, "p") else { continue };
                    outline
                }
                _ => continue,
            };
            library.charge(text(list).len().saturating_mul(2))?;
            let indices: Vec<u32> = integers(list)
                .map(|number| number.and_then(|number| u32::try_from(number).ok()).unwrap_or(NONE))
                .collect();
            let corners: Vec<Corner> =
                indices.chunks_exact(inputs.stride).map(|own| inputs.corner(own)).collect();
            library.charge(corners.len().saturating_mul(CORNER))?;
            let mut rest = &corners[..];
            match kind {
                "polylist" => {
                    for size in sizes.by_ref() {
                        let size = size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
                        let Some((polygon, behind)) = rest.split_at_checked(size) else {
                            self.n_missing = self.n_missing.saturating_add(1);
                            break;
                        };
                        rest = behind;
                        self.polygon(polygon, &inputs, library)?;
                    }
                }
                // In `polygons`, each list is one polygon.
                "polygons" => self.polygon(rest, &inputs, library)?,
                "triangles" => {
                    let (triangles, cut) = rest.as_chunks::<3>();
                    self.n_missing = self.n_missing.saturating_add(usize::from(!cut.is_empty()));
                    for corners in triangles {
                        self.polygon(corners, &inputs, library)?;
                    }
                }
                "trifans" => {
                    if let Some((middle, around)) = rest.split_first() {
                        for pair in around.windows(2) {
                            let corners: Vec<Corner> = [middle].into_iter().chain(pair).copied().collect();
                            self.polygon(&corners, &inputs, library)?;
                        }
                    }
                }
                "tristrips" => {
                    for (number, corners) in rest.windows(3).enumerate() {
                        let mut corners = corners.to_vec();
                        if number % 2 == 1 {
                            // Every second triangle of a strip has the opposite winding.
                            corners.swap(0, 1);
                        }
                        self.polygon(&corners, &inputs, library)?;
                    }
                }
                _ => {
                    let step = if kind == "lines" { 2 } else { 1 };
                    for ends in rest.windows(2).step_by(step) {
                        let ends = ends
                            .iter()
                            .map(|corner| self.vertex(*corner, &inputs, library))
                            .collect::<Result<Vec<_>, _>>()?;
                        if let [Some(a), Some(b)] = ends[..] {
                            self.out.mesh.lines.push([a, b]);
                        }
                    }
                }
            }
        }
        let triangles = first..self.out.mesh.shape.indices.len();
        if !triangles.is_empty() {
            self.out.symbols.push(node.attribute("material").map(str::to_owned));
            self.out.mesh.shape.groups.push(Group { name: String::new(), material: None, triangles });
        }
        Ok(())
    }

    fn polygon(
        &mut self,
        corners: &[Corner],
        inputs: &Inputs,
        library: &mut Library<'_>,
    ) -> Result<(), Problem> {
        if corners.len() < 3 {
            return Ok(());
        }
        let vertices = corners
            .iter()
            .map(|corner| self.vertex(*corner, inputs, library))
            .collect::<Result<Vec<_>, _>>()?;
        let Some(vertices) = vertices.into_iter().collect::<Option<Vec<u32>>>() else {
            self.n_missing = self.n_missing.saturating_add(1);
            return Ok(());
        };
        let place =
            |vertex: &u32| self.out.mesh.shape.positions.get(*vertex as usize).copied().unwrap_or_default();
        let places: Vec<Vec3> = vertices.iter().map(place).collect();
        let triangles = self.cutter.cut(&places);
        self.out.mesh.polygons.push(u32::try_from(triangles.len()).unwrap_or(u32::MAX));
        let vertex = |corner: usize| vertices.get(corner).copied().unwrap_or(NONE);
        self.out.mesh.shape.indices.extend(triangles.into_iter().map(|triangle| triangle.map(vertex)));
        Ok(())
    }

    /// The vertex of a corner; `None` if its position does not exist.
    fn vertex(
        &mut self,
        corner: Corner,
        inputs: &Inputs,
        library: &mut Library<'_>,
    ) -> Result<Option<u32>, Problem> {
        if let Some(known) = self.known.get(&corner) {
            return Ok(Some(*known));
        }
        let [position, normal, uv, colour] = corner;
        let Some(place) = inputs.position.as_ref().and_then(|(_, source)| source.row::<3>(position)) else {
            return Ok(None);
        };
        library.charge(VERTEX)?;
        let shape = &mut self.out.mesh.shape;
        let number = u32::try_from(shape.positions.len()).unwrap_or(NONE);
        shape.positions.push(self.axes.point(Vec3::from_array(place)));
        self.out.positions.push(position);
        let normal = inputs.normal.as_ref().and_then(|(_, source)| source.row::<3>(normal));
        let uv = inputs.uv.as_ref().map(|(_, source)| source.row::<2>(uv));
        self.n_unmapped = self.n_unmapped.saturating_add(usize::from(uv == Some(None)));
        let uv = uv.flatten();
        let colour =
            inputs.colour.as_ref().and_then(|(_, source)| Some((source.width, source.row::<4>(colour)?)));
        for (has, is_there) in
            self.has.iter_mut().zip([true, normal.is_some(), uv.is_some(), colour.is_some()])
        {
            *has |= is_there;
        }
        shape.normals.push(self.axes.direction(Vec3::from_array(normal.unwrap_or_default())));
        // V points up in the file.
        shape.uvs.push(uv.map_or(Vec2::ZERO, |[u, v]| Vec2::new(u, 1.0 - v)));
        shape.colours.push(colour.map_or(Rgba8::WHITE, |(width, [r, g, b, a])| {
            Rgba8::from_vec4(Vec4::new(r, g, b, if width > 3 { a } else { 1.0 }))
        }));
        self.known.insert(corner, number);
        Ok(Some(number))
    }

    fn finished(mut self) -> Geometry {
        let [_, has_normals, has_uvs, has_colours] = self.has;
        let mesh = &mut self.out.mesh;
        if !has_normals {
            mesh.shape.normals = Vec::new();
        }
        if !has_uvs {
            mesh.shape.uvs = Vec::new();
        }
        if !has_colours {
            mesh.shape.colours = Vec::new();
        }
        if mesh.polygons.iter().all(|n| *n == 1) {
            mesh.polygons = Vec::new();
        }
        self.out
    }
}
