//! Outlines of the render and collision data of Roblox unions.

use crate::outline::Viewer;
use crate::outline::sheet::{Sheet, vector};
use geom::Vec3;
use rbxmesh::csg::{Collision, Csg, SolidMesh, UnionMesh};
use scene::Problem;

pub(crate) fn of_blob(model: &Csg, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    let mut sheet = Sheet::new("Roblox union data", memory);
    match model {
        Csg::Mesh(mesh) => of_mesh(mesh, &mut sheet),
        Csg::Solid(solid) => of_solid(solid, &mut sheet),
        Csg::Collision(collision) => of_collision(collision, &mut sheet),
        Csg::Key(key) => sheet.word(0, "key", key),
        _ => {}
    }
    sheet.show(look)
}

fn of_mesh<'m>(mesh: &'m UnionMesh, sheet: &mut Sheet<'m>) {
    sheet.word(0, "version", mesh.version);
    sheet.blob(0, "unknown", &mesh.unknown);
    sheet.blob(0, "trailing", &mesh.trailing);
    let node = sheet.named(0, "vertices", b"vertices");
    let n = mesh.positions.len();
    sheet.points(node, mesh.positions.clone());
    sheet.list(node, "normals", n, mesh.normals.iter().map(|normal| vector(*normal)));
    sheet.list(node, "tangents", n, mesh.tangents.iter().map(|tangent| vector(*tangent)));
    sheet.list(node, "uvs", n, mesh.uvs.iter().flat_map(|uv| uv.to_array().map(f32::to_le_bytes)));
    sheet.list(node, "colours", n, mesh.colours.iter().map(|colour| colour.to_array()));
    sheet.list(node, "sides", n, mesh.sides.iter().map(|side| side.to_le_bytes()));
    let node = corners(sheet, "triangles", &mesh.triangles);
    for (i, bound) in sheet.first(0, &mesh.bounds).enumerate() {
        let level = sheet.numbered(node, "bound", i);
        sheet.word(level, "first", bound);
    }
}

fn of_solid<'m>(solid: &'m SolidMesh, sheet: &mut Sheet<'m>) {
    sheet.blob(0, "trailing", &solid.trailing);
    let node = sheet.named(0, "points", b"points");
    sheet.points(node, solid.positions.clone());
    let others = [("normals", &solid.normals), ("third", &solid.third), ("colours", &solid.colours)];
    for (name, values) in others {
        sheet.list(node, name, values.len(), values.iter().map(|value: &Vec3| vector(*value)));
    }
    corners(sheet, "position_corners", &solid.position_corners);
    corners(sheet, "normal_corners", &solid.normal_corners);
    corners(sheet, "third_corners", &solid.third_corners);
    corners(sheet, "colour_corners", &solid.colour_corners);
}

fn of_collision<'m>(collision: &'m Collision, sheet: &mut Sheet<'m>) {
    sheet.word(0, "version", collision.version);
    if let Some(kind) = collision.kind {
        sheet.word(0, "kind", kind);
    }
    if let Some(mass) = collision.mass {
        sheet.number(0, "volume", mass.volume);
        sheet.numbers(0, "centre", mass.centre.to_array());
        sheet.numbers(0, "inertia", mass.inertia);
    }
    if let Some([lowest, highest]) = collision.bounds {
        sheet.numbers(0, "lowest", lowest.to_array());
        sheet.numbers(0, "highest", highest.to_array());
    }
    sheet.blob(0, "trailing", &collision.trailing);
    for (i, hull) in sheet.first(0, collision.hulls()).enumerate() {
        let node = sheet.numbered(0, "hull", i);
        sheet.points(node, hull.points.clone());
        let all = hull.triangles.iter().map(|triangle| bytes(*triangle));
        sheet.list(node, "triangles", hull.triangles.len(), all);
    }
}

fn corners<'m>(sheet: &mut Sheet<'m>, name: &'static str, triangles: &'m [[u32; 3]]) -> u32 {
    let node = sheet.named(0, name, name.as_bytes());
    sheet.list(node, "corners", triangles.len(), triangles.iter().map(|triangle| bytes(*triangle)));
    node
}

fn bytes([a, b, c]: [u32; 3]) -> [u8; 12] {
    let [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = [a, b, c].map(u32::to_le_bytes);
    [a, b, c, d, e, f, g, h, i, j, k, l]
}
