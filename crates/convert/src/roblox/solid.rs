//! Geometry of unions, and collision hulls of unions and meshes, decoded from the blobs that files hold.

use super::instance::{Instance, Instances};
use super::shape::faceted;
use crate::options::SceneOptions;
use dom::View;
use files::Asset;
use files::roblox::unions::{MESHES, read};
use geom::TriMesh;
use rbxmesh::csg::{Collision, Csg, Hull};
use scene::allowance::too_much;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Mesh, Node, Problem, ProblemKind, Scene, Unit};

/// Converts a single blob to a scene: the finest level of a mesh, or all hulls.
pub(crate) fn to_scene(model: &Csg, options: &SceneOptions, losses: &mut Losses) -> Result<Scene, Problem> {
    let n_triangles = match model {
        Csg::Collision(collision) => collision.hulls().iter().map(|hull| hull.triangles.len()).sum(),
        Csg::Mesh(mesh) => mesh.triangles.len(),
        Csg::Solid(solid) => solid.position_corners.len(),
        _ => 0,
    };
    if n_triangles > options.max_triangles {
        let most = options.max_triangles;
        return Err(too_much(format!("there are {n_triangles} triangles, and a scene has at most {most}")));
    }
    let shape = match model {
        Csg::Collision(collision) => of_hulls(collision),
        model => of_mesh(model),
    };
    let shape = shape.map_err(|reason| Problem::new(ProblemKind::Unsupported, reason))?;
    if let Csg::Mesh(mesh) = model {
        let n_coarse = mesh.levels().len().saturating_sub(1);
        losses.report(LossCode::Value, LossSeverity::Lost, "coarser levels of detail", n_coarse, "");
    }
    let mesh = Mesh { name: options.name.clone(), shape, ..Mesh::default() };
    let node = Node { name: options.name.clone(), mesh: Some(0), ..Node::default() };
    let name = options.name.clone();
    Ok(Scene { name, unit: Unit::Stud, meshes: vec![mesh], nodes: vec![node], ..Scene::default() })
}

/// Decodes the mesh of a union.
pub(super) fn mesh(blob: &[u8]) -> Result<TriMesh, String> {
    of_mesh(&read(blob)?)
}

fn of_mesh(model: &Csg) -> Result<TriMesh, String> {
    let (mut shape, n_left_out) = match model {
        Csg::Mesh(mesh) => mesh.to_trimesh(0).unwrap_or_default(),
        Csg::Solid(solid) => solid.to_trimesh(),
        Csg::Key(_) => return Err("the file has only the key (CSGK) of the mesh".into()),
        Csg::Collision(_) => return Err("the file has collision data instead of a mesh".into()),
        _ => return Err("the file has union data of an unknown kind".into()),
    };
    if shape.indices.is_empty() {
        return Err(match n_left_out {
            0 => "there are no triangles".into(),
            _ => "no triangle has all its vertices".into(),
        });
    }
    // The handedness of the tangents, which gives the direction of the bitangent, is unknown.
    shape.tangents.clear();
    Ok(shape)
}

/// Decodes collision hulls as one shape with flat faces.
pub(super) fn hulls(blob: &[u8]) -> Result<TriMesh, String> {
    match read(blob)? {
        Csg::Collision(collision) => of_hulls(&collision),
        _ => Err("the file has no collision data".into()),
    }
}

fn of_hulls(collision: &Collision) -> Result<TriMesh, String> {
    let whole = |hull: &Hull, triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|index| hull.points.get(index as usize).copied());
        Some([a?, b?, c?]).filter(|corners| corners.iter().all(|corner| corner.is_finite()))
    };
    let shape = faceted(
        collision.hulls().iter().flat_map(|hull| hull.triangles.iter().filter_map(|of| whole(hull, of))),
    );
    match shape.indices.is_empty() {
        true => Err("the collision data is only a box".into()),
        false => Ok(shape),
    }
}

/// Reads the mesh of a union from the file at its address: a model with a `PartOperationAsset`, or a blob.
pub(super) fn in_asset(bytes: &[u8]) -> Result<TriMesh, String> {
    match Asset::read(bytes).map_err(|problem| problem.to_string())? {
        Asset::RbxBinary(model) => in_model(&Instances(View::of_binary(&rbxbinary::Tree::new(&model)))),
        Asset::RbxXml(document) => in_model(&Instances(View::of_xml(&document))),
        Asset::RbxCsg(_) => mesh(bytes),
        other => Err(format!("it is {}", other.format().in_words())),
    }
}

fn in_model(instances: &Instances<'_>) -> Result<TriMesh, String> {
    let mut flaw = None;
    for instance in instances.iter().filter(|instance| instance.class() == b"PartOperationAsset") {
        for (_, blob) in blobs(&instance, &MESHES) {
            match mesh(blob) {
                Ok(shape) => return Ok(shape),
                Err(reason) => flaw = flaw.or(Some(reason)),
            }
        }
    }
    Err(flaw.unwrap_or_else(|| "the asset has no union mesh".into()))
}

/// Those of the given properties that hold bytes, with their values.
pub(super) fn blobs<'m>(
    instance: &Instance<'m>,
    properties: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, &'m [u8])> {
    let found = |property: &&'static str| Some((*property, instance.bytes(property)?));
    let all: Vec<_> = properties.iter().filter_map(found).collect();
    all.into_iter().filter(|(_, blob)| !blob.is_empty())
}
