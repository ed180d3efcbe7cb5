//! Removal of duplicate vertices and texture coordinates, and conversion to the selected type and size.

use super::coordinates::Row;
use super::unique;
use crate::common::error::Error;
use crate::model::{
    Chunk, Command, CoordinateType, Model, OrientationIndex, Scalar, SkinIndex, TexCoordIndex, VertexIndex,
    Vertices,
};
use crate::options::CanonicalOptions;
use crate::uses::VertexUse;
use crate::visit::{Visitor, visit};

pub(super) fn merge(model: &mut Model, options: &CanonicalOptions) -> Result<(), Error> {
    let coordinate = options.coordinates.unwrap_or(model.types.coordinate);
    let mut uses = model.vertex_uses();
    if let Some(vertices) = model.vertices().filter(|_| !options.drop_unused) {
        // An unused vertex counts as a point, unless its skin marks it as an orientation.
        for (i, usage) in uses.iter_mut().enumerate().filter(|(_, usage)| usage.is_unused()) {
            match vertices.skins.get(i) {
                Some(&SkinIndex::ORIENTATION) => usage.is_orientation = true,
                _ => usage.is_point = true,
            }
        }
    }
    let shrink = if options.normalise { largest(model, &uses) } else { None };
    if let Some(largest) = shrink {
        // 0 is unknown (format document, section 4), and counts as 1.
        let scale = f64::from(if model.scale > 0.0 { model.scale } else { 1.0 });
        model.scale = Scalar::F64(scale * largest).single();
    }
    vertices(model, &uses, shrink, coordinate)?;
    tex_coords(model, coordinate)?;
    scalars(model, shrink, coordinate)?;
    model.types.coordinate = coordinate;
    Ok(())
}

/// Returns true if a vertex shrinks with the model.
fn shrinks(usage: &VertexUse) -> bool {
    usage.is_position() || usage.is_bone
}

/// Returns true if a vertex is used as a normal or an orientation, which do not shrink.
fn keeps_size(usage: &VertexUse) -> bool {
    usage.is_normal || usage.is_orientation
}

/// The largest absolute coordinate of a point; `None` if the model does not have to be scaled.
fn largest(model: &Model, uses: &[VertexUse]) -> Option<f64> {
    let vertices = model.vertices()?;
    let points = uses.iter().enumerate().filter(|(_, of)| shrinks(of));
    let sides = points.filter_map(|(i, _)| vertices.coordinates.get(i)).flat_map(|[x, y, z, _]| [x, y, z]);
    let largest = sides.map(f64::abs).filter(|side| side.is_finite()).fold(0.0, f64::max);
    (largest > 0.0 && largest != 1.0).then_some(largest)
}

fn vertices(
    model: &mut Model,
    uses: &[VertexUse],
    shrink: Option<f64>,
    coordinate: CoordinateType,
) -> Result<(), Error> {
    let mut moved = NewIndices::default();
    if let Some(vertices) = model.vertices_mut() {
        let mut rows = Vec::with_capacity(uses.len());
        for (vertex, of) in (0..).zip(uses) {
            let mut add = |shrinks: bool, is_asked: bool| {
                let row = VertexIndex(u32::try_from(rows.len()).unwrap_or(u32::MAX));
                if !is_asked {
                    return VertexIndex::NONE;
                }
                rows.push(Row { vertex, shrinks });
                row
            };
            // A vertex that is both a point and a normal is split in two. If the two are equal, they are merged again
            // below.
            moved.points.push(add(true, shrinks(of)));
            moved.others.push(add(false, keeps_size(of)));
        }
        vertices.coordinates = vertices.coordinates.of_rows(&rows, shrink, coordinate)?;
        // Columns that the header marks as absent are removed again when the widths are selected.
        vertices.colours = of_rows(&vertices.colours, &rows);
        vertices.skins = of_rows(&vertices.skins, &rows);
        let places = unique::new_indices(rows.len(), |row| words(vertices, row));
        vertices.coordinates.remove_duplicates(&places);
        unique::remove_duplicates(&mut vertices.colours, &places);
        unique::remove_duplicates(&mut vertices.skins, &places);
        for row in moved.points.iter_mut().chain(&mut moved.others) {
            *row = row.get().and_then(|row| places.get(row)).map_or(VertexIndex::NONE, |at| VertexIndex(*at));
        }
    }
    visit(model, &mut moved);
    Ok(())
}

/// The values of one field for the given rows.
fn of_rows<T: Copy + Default>(all: &[T], rows: &[Row]) -> Vec<T> {
    rows.iter().map(|row| all.get(row.vertex as usize).copied().unwrap_or_default()).collect()
}

/// The bits of a vertex, by which equal vertices are found.
fn words(vertices: &Vertices, index: usize) -> [u64; 5] {
    let [x, y, z, w] = vertices.coordinates.scalars(index).map(Scalar::bits);
    let colour = vertices.colours.get(index).copied().unwrap_or_default().0;
    let skin = vertices.skins.get(index).copied().unwrap_or_default().0;
    [x, y, z, w, u64::from(colour) << 32 | u64::from(skin)]
}

/// The new index of each vertex; −1 stands for dangling references.
#[derive(Default)]
struct NewIndices {
    points: Vec<VertexIndex>,
    others: Vec<VertexIndex>,
}

fn moved(list: &[VertexIndex], index: Option<usize>) -> VertexIndex {
    index.and_then(|old| list.get(old)).copied().unwrap_or(VertexIndex::NONE)
}

impl Visitor for NewIndices {
    fn vertex(&mut self, vertex: &mut VertexIndex) {
        *vertex = moved(&self.points, vertex.get());
    }

    fn normal(&mut self, vertex: &mut VertexIndex) {
        *vertex = moved(&self.others, vertex.get());
    }

    fn orientation(&mut self, vertex: &mut OrientationIndex) {
        *vertex = OrientationIndex(moved(&self.others, vertex.get()).0);
    }
}

fn tex_coords(model: &mut Model, coordinate: CoordinateType) -> Result<(), Error> {
    let mut moved = NewTexCoords(Vec::new());
    if let Some(map) = model.texture_map_mut() {
        if map.pairs.coordinate_type() != coordinate {
            map.pairs = map.pairs.converted(coordinate)?;
        }
        let pairs = &mut map.pairs;
        moved.0 = unique::new_indices(pairs.len(), |pair| pairs.words(pair));
        pairs.remove_duplicates(&moved.0);
    }
    visit(model, &mut moved);
    Ok(())
}

struct NewTexCoords(Vec<u32>);

impl Visitor for NewTexCoords {
    fn tex_coord(&mut self, tex_coord: &mut TexCoordIndex) {
        let place = tex_coord.get().and_then(|old| self.0.get(old));
        *tex_coord = place.map_or(TexCoordIndex::NONE, |place| TexCoordIndex(*place));
    }
}

/// Converts the numbers in shapes: lengths shrink with the model, and all numbers get the type of
/// coordinates.
fn scalars(model: &mut Model, shrink: Option<f64>, coordinate: CoordinateType) -> Result<(), Error> {
    let shapes = model.chunks.iter_mut().filter_map(|chunk| match chunk {
        Chunk::Shape(shape) => Some(shape),
        _ => None,
    });
    if let Some(shrink) = shrink {
        let lengths = shapes.flat_map(|shape| &mut shape.commands).flat_map(lengths);
        lengths.for_each(|length| *length = Scalar::F64(length.get() / shrink));
    }
    let mut convert = Convert { coordinate, error: None };
    visit(model, &mut convert);
    convert.error.map_or(Ok(()), Err)
}

fn lengths(command: &mut Command) -> Vec<&mut Scalar> {
    match command {
        Command::EdgeLength { length } => vec![length],
        Command::Distance { distance, .. } => vec![distance],
        Command::Circle { radius, .. } | Command::Sphere { radius, .. } => vec![radius],
        Command::Cylinder { bottom, top } => vec![&mut bottom.2, &mut top.2],
        Command::Torus { radius, tube_radius, .. } => vec![radius, tube_radius],
        _ => Vec::new(),
    }
}

struct Convert {
    coordinate: CoordinateType,
    error: Option<Error>,
}

impl Visitor for Convert {
    fn scalar(&mut self, scalar: &mut Scalar) {
        match scalar.converted(self.coordinate) {
            Ok(converted) => *scalar = converted,
            Err(error) => self.error = Some(error.inside("SHPE")),
        }
    }
}
