//! Conversion of shapes. Format document, section 6.10.

mod axis;
mod drawing;
mod solids;
mod surfaces;

use super::{Names, Triangles, TrimeshOptions, Undrawn, UndrawnReason};
use crate::common::error::Error;
use crate::model::{BoneIndex, Command, Model, Name, Scalar, Shape, TexCoordIndex, VertexIndex, Vertices};
use drawing::Drawing;
use geom::{Mat4, Quat, Vec3, Vec4};

/// A curve of the model as a polyline, because triangle meshes have no curves.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Polyline {
    /// The points.
    pub points: Vec<Vec3>,
    /// The name of its material.
    pub material: Option<String>,
    /// The bone that moves the curve.
    pub bone: BoneIndex,
}

/// The limit on the work for all shapes, counted in values of lists. The values of an included shape count
/// each time, because shapes that include others can stand for any number of commands.
const MAX_WORK: usize = 10_000_000;

/// The work for a command in addition to its lists.
const COMMAND: usize = 5;

/// The maximum nesting of included shapes.
const MAX_DEPTH: usize = 64;

/// The properties of the next curve or surface, as set by the commands so far.
#[derive(Debug, Clone, Default)]
struct Modifiers<'a> {
    degrees: [Option<usize>; 2],
    parameters: [&'a [Scalar]; 2],
    ranges: [Option<TexCoordIndex>; 2],
}

/// A shape whose commands are being drawn.
struct OpenShape<'a> {
    index: usize,
    shape: &'a Shape,
    next: usize,
    transform: Mat4,
    material: Name,
    modifiers: Modifiers<'a>,
}

/// Draws all shapes, except those that exist only to be included.
pub(super) fn add(
    model: &Model,
    names: &Names<'_>,
    options: &TrimeshOptions,
    triangles: &mut Triangles,
) -> Result<(), Error> {
    let none = Vertices::default();
    let points = Points { model, vertices: model.vertices().unwrap_or(&none) };
    let shapes: Vec<&Shape> = model.shapes().collect();
    let mut drawing = Drawing::new(model, names, options);
    let mut left = MAX_WORK;
    for (index, shape) in shapes.iter().enumerate() {
        let text = super::label(model, shape.name);
        let name = if text.is_empty() { format!("shape {index}") } else { text };
        drawing.start_shape(name, shape.group);
        let before = drawing.extent();
        if !shape.surplus.is_empty() {
            drawing.leave_out(index, shape.commands.len(), "", UndrawnReason::NotDecoded);
        }
        let mut open = vec![OpenShape::new(index, shape, Mat4::IDENTITY, Name::NONE)];
        while let Some(top) = open.last_mut() {
            let Some(command) = top.shape.commands.get(top.next) else {
                open.pop();
                continue;
            };
            let at = (top.index, top.next);
            top.next = top.next.saturating_add(1);
            left = left.saturating_sub(command.n_values().unwrap_or(0).saturating_add(COMMAND));
            let reason = if left == 0 {
                top.next = top.shape.commands.len();
                Some(UndrawnReason::TooMany)
            } else if let Command::Include { shape, position, orientation } = command {
                let place = points.position(*position).zip(points.orientation(orientation.0));
                let inner = shape.get().and_then(|at| Some((at, *shapes.get(at)?)));
                match (inner, place) {
                    (Some((inner, shape)), Some((position, orientation))) => {
                        let transform = top.transform * inclusion_transform(position, orientation);
                        let material = top.material;
                        if open.iter().any(|open| open.index == inner) {
                            Some(UndrawnReason::IncludesItself)
                        } else if open.len() >= MAX_DEPTH {
                            Some(UndrawnReason::TooMany)
                        } else {
                            open.push(OpenShape::new(inner, shape, transform, material));
                            None
                        }
                    }
                    _ => Some(UndrawnReason::Dangling),
                }
            } else {
                draw_command(top, command, points, &mut drawing)?
            };
            if let Some(reason) = reason {
                drawing.leave_out(at.0, at.1, command.keyword(), reason);
            }
        }
        if drawing.extent() == before {
            drawing.count_empty();
        }
    }
    drawing.finish(triangles);
    Ok(())
}

impl<'a> OpenShape<'a> {
    fn new(index: usize, shape: &'a Shape, transform: Mat4, material: Name) -> Self {
        Self { index, shape, next: 0, transform, material, modifiers: Modifiers::default() }
    }
}

/// The transform of an included shape. A quaternion whose length is clearly not 1 also scales.
fn inclusion_transform(position: Vec3, orientation: Quat) -> Mat4 {
    let length = orientation.length();
    // Orientations of one byte per number have an error of up to one percent, which is not meant as a scale.
    let scale = if (length - 1.0).abs() < 0.02 || length == 0.0 { 1.0 } else { length };
    Mat4::from_translation_rotation_scale(position, orientation, Vec3::splat(scale))
}

/// Draws a command; returns the reason if it was not drawn.
fn draw_command<'a>(
    open: &mut OpenShape<'a>,
    command: &'a Command,
    points: Points<'_>,
    drawing: &mut Drawing<'_>,
) -> Result<Option<UndrawnReason>, Error> {
    use Command as C;
    drawing.set_placement(open.transform, open.material);
    let modifiers = &mut open.modifiers;
    match command {
        C::Use { material } => open.material = *material,
        // These commands set the fineness, which the options override.
        C::Divide { .. } | C::Subdivide { .. } | C::EdgeLength { .. } | C::Distance { .. } => {}
        C::DegreeU { u } => modifiers.degrees[0] = u.get(),
        C::Degrees { u, v } => modifiers.degrees = [u.get(), v.get()],
        C::RangeU { u } => modifiers.ranges[0] = Some(*u),
        C::Range { u, v } => modifiers.ranges = [Some(*u), Some(*v)],
        C::ParametersU { values } => modifiers.parameters[0] = values,
        C::ParametersV { values } => modifiers.parameters[1] = values,
        C::Line { points: list } => return solids::line(list, points, drawing),
        C::Polygon { points: list } => return solids::polygon(list, points, drawing),
        C::Circle { centre, orientation, radius } => {
            return solids::circle((*centre, *orientation, *radius), points, drawing);
        }
        C::Cylinder { bottom, top } => return solids::cylinder([*bottom, *top], points, drawing),
        C::Sphere { centre, radius } => return solids::sphere(*centre, *radius, points, drawing),
        C::Torus { centre, orientation, radius, tube_radius } => {
            return solids::torus((*centre, *orientation, *radius), *tube_radius, points, drawing);
        }
        C::Cone { first, second, third } => return solids::cone([*first, *second, *third], points, drawing),
        C::Cube { first, second, third } => return solids::cube([*first, *second, *third], points, drawing),
        _ => {
            let Some(surface) = surfaces::Surface::from_command(command) else {
                return Ok(Some(UndrawnReason::NotSupported));
            };
            // Modifiers apply to the next curve or surface only: format document, section 6.10.
            let modifiers = std::mem::take(modifiers);
            return surface.draw(&modifiers, points, drawing);
        }
    }
    Ok(None)
}

/// The vertices and texture coordinates that commands refer to.
#[derive(Clone, Copy)]
struct Points<'a> {
    model: &'a Model,
    vertices: &'a Vertices,
}

impl Points<'_> {
    fn position(self, index: VertexIndex) -> Option<Vec3> {
        self.vertices.coordinates.single(index.get()?)
    }

    /// The position of a vertex with its weight, `w`.
    fn weighted(self, index: VertexIndex) -> Option<Vec4> {
        Some(self.vertices.get(index.get()?)?.position)
    }

    fn orientation(self, index: u32) -> Option<Quat> {
        let index = VertexIndex(index);
        Some(Quat::from_array(self.weighted(index)?.to_array()))
    }

    /// A pair of texture coordinates, or a range of parameters, which is also stored in the texture map.
    fn pair(self, index: TexCoordIndex) -> Option<geom::Vec2> {
        self.model.texture_map()?.pairs.get(index.get()?)
    }
}

impl Undrawn {
    fn new(shape: usize, command: usize, keyword: &'static str, reason: UndrawnReason) -> Self {
        Self { shape, command, keyword, reason }
    }
}
