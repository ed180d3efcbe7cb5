//! Findings about a scene that Roblox would publish, by its public documentation for creators
//! (docs/rules/roblox-creator.md).

mod bodies;
mod cages;
mod instances;
mod purpose;
mod shapes;
#[cfg(test)]
mod tests;

pub use purpose::{AccessoryKind, Purpose};

use crate::roblox::item;
use files::Asset;
use files::rules::{
    Finding, Findings, RZK050, RZK051, RZK052, RZK053, RZK054, RZK055, RZK058, RZK059, RZK060, RZK062,
    RZK063, Rule,
};
use geom::{Aabb, Vec3};
use scene::affine::Affine;
use scene::visible::cut;
use scene::{Alpha, Mesh, Node, Role, Scene, Slot, counted, grouped};
use shapes::Shape;
use std::collections::BTreeSet;

/// The largest number of triangles of an individual mesh, and of an accessory.
const MOST_TRIANGLES: usize = 20_000;
const MOST_OF_ACCESSORY: usize = 4_000;

/// Limits on the sides of textures, in pixels: for any use, for the Marketplace, and for textures that Roblox does not
/// scale down.
const MOST_PIXELS: u32 = 4096;
const MOST_OF_MARKETPLACE: u32 = 2048;
const MOST_KEPT: u32 = 1024;

/// The suffixes of the names of nodes that are not shown: cages and attachments.
const INNER: &str = "_InnerCage";
const OUTER: &str = "_OuterCage";
const ATTACHMENT: &str = "_Att";
/// The ending of shown meshes of bodies, which Studio removes.
const GEOMETRY: &str = "_Geo";

/// The meshes of a scene, by their role in a model of Roblox.
struct Model<'s> {
    scene: &'s Scene,
    /// The shown meshes.
    objects: Vec<Object<'s>>,
    cages: Vec<Object<'s>>,
    attachments: Vec<Attachment<'s>>,
    /// True for instances of Roblox, which no longer have the endings of names.
    is_studio: bool,
}

/// An attachment: a node, usually with a small mesh around it.
struct Attachment<'s> {
    name: &'s str,
    place: Vec3,
    radius: f32,
}

/// A node with a mesh, in world space.
struct Object<'s> {
    index: usize,
    node: &'s Node,
    shape: Shape,
}

impl Object<'_> {
    fn path(&self) -> String {
        format!("nodes[{}] {}", self.index, cut(&self.node.name))
    }

    fn bounds(&self) -> Option<Aabb> {
        Aabb::from_points(self.shape.positions.iter().copied())
    }
}

/// Adds a finding: its rule, path, what was found, and the limit.
type Add<'a> = &'a mut dyn FnMut(Rule, String, String, String);

/// The findings about a scene, and about the Roblox model from which it was read; without a purpose, only the
/// requirements on any mesh are checked.
pub fn findings(scene: &Scene, asset: Option<&Asset>, purpose: Option<Purpose>) -> Findings {
    let mut found = Findings::default();
    let mut add = |rule: Rule, path: String, what: String, limit: String| {
        found.add(rule, || Finding { rule, path, found: what, limit });
    };
    let model = Model::from_scene(scene, asset.is_some());
    model.any(purpose, &mut add);
    model.textures(purpose.is_some(), &mut add);
    match purpose {
        None => {}
        Some(Purpose::Rigid(kind)) => model.accessory(kind, &mut add),
        Some(Purpose::Layered) => {
            model.accessory(Some(AccessoryKind::Layered), &mut add);
            for object in &model.objects {
                cages::of_accessory(&model, object, &mut add);
            }
        }
        Some(Purpose::Eyes) => model.accessory(Some(AccessoryKind::Eyes), &mut add),
        Some(Purpose::Body) => bodies::whole(&model, &mut add),
        Some(Purpose::Head) => bodies::head(&model, &mut add),
    }
    if let Some((asset, purpose)) = asset.zip(purpose)
        && let Ok(item) = item(asset)
    {
        instances::compare(&item, purpose, &mut add);
    }
    found
}

impl<'s> Model<'s> {
    fn from_scene(scene: &'s Scene, is_studio: bool) -> Self {
        let worlds = scene.worlds_at_rest();
        let mut model =
            Self { scene, objects: Vec::new(), cages: Vec::new(), attachments: Vec::new(), is_studio };
        for (index, (node, world)) in scene.nodes.iter().zip(&worlds).enumerate() {
            let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh));
            let positions = mesh.map_or_else(Vec::new, |mesh| positions(scene, index, mesh, &worlds));
            if node.name.ends_with(ATTACHMENT) {
                let pivot = world.decomposed().0.translation;
                let bounds = Aabb::from_points(positions).unwrap_or(Aabb { min: pivot, max: pivot });
                // Programs that freeze transforms leave the pivot at the origin.
                let place = if bounds.contains(pivot) { pivot } else { bounds.centre() };
                let Vec3 { x, y, z } = bounds.size() * 0.5;
                model.attachments.push(Attachment { name: &node.name, place, radius: x.min(y).min(z) });
                continue;
            }
            let Some(mesh) = mesh else { continue };
            let is_cage = node.role == Role::Cage || node.name.ends_with(INNER) || node.name.ends_with(OUTER);
            let is_shown = !node.hidden && matches!(node.role, Role::Plain | Role::Joint);
            let list = if is_cage { &mut model.cages } else { &mut model.objects };
            if is_cage || is_shown {
                list.push(Object { index, node, shape: Shape::new(scene, index, mesh, positions) });
            }
        }
        model
    }

    /// Checks the requirements of the general specifications on any mesh.
    fn any(&self, purpose: Option<Purpose>, add: Add<'_>) {
        for object in &self.objects {
            let shape = &object.shape;
            // Budgets of accessories and bodies are smaller, and reported there.
            if purpose.is_none() && shape.triangles.len() > MOST_TRIANGLES {
                let found = format!("{} triangles", grouped(shape.triangles.len()));
                add(RZK050, object.path(), found, grouped(MOST_TRIANGLES));
            }
            let (n_open, n_crowded) = shape.faulty_edges();
            // Sheets that share an edge of a closed mesh leave no hole.
            if n_open > 0 {
                let found = format!(
                    "{} with one triangle, {} with more than two",
                    counted(n_open, "edge"),
                    n_crowded
                );
                add(RZK052, object.path(), found, "at least two triangles at each edge".into());
            }
            if object.bounds().is_some_and(|it| it.size().to_array().contains(&0.0)) {
                add(RZK063, object.path(), "a mesh without thickness".into(), String::new());
            }
            if shape.most_influences > 4 {
                add(RZK054, object.path(), counted(shape.most_influences, "influence"), "4".into());
            }
            if shape.materials.len() > 1 {
                add(RZK059, object.path(), counted(shape.materials.len(), "material"), "1".into());
            }
            if shape.n_outside > 0 {
                let found = counted(shape.n_outside, "texture coordinate");
                add(RZK062, object.path(), found, "0 to 1".into());
            }
        }
    }

    /// Checks the sizes of textures.
    fn textures(&self, is_marketplace: bool, add: Add<'_>) {
        let used = self.scene.materials.iter().flat_map(|material| {
            Slot::ALL.into_iter().filter_map(|slot| Some(material.texture(slot)?.image))
        });
        for index in used.collect::<BTreeSet<usize>>() {
            let Some(image) = self.scene.images.get(index) else { continue };
            let Some([width, height]) = files::image::size(&image.bytes) else { continue };
            let most = if is_marketplace { MOST_OF_MARKETPLACE } else { MOST_PIXELS };
            let (path, found) = (
                format!("images[{index}] {}", cut(&image.name)).trim_end().to_owned(),
                format!("{width} × {height} pixels"),
            );
            if width.max(height) > most {
                add(RZK058, path, found, most.to_string());
            } else if width.max(height) > MOST_KEPT {
                add(RZK060, path, found, MOST_KEPT.to_string());
            }
        }
    }

    /// Checks the requirements on accessories: those of the given kind, or of any kind.
    fn accessory(&self, kind: Option<AccessoryKind>, add: Add<'_>) {
        if self.objects.len() != 1 && !(kind == Some(AccessoryKind::Layered) && self.is_pair()) {
            add(RZK053, String::new(), counted(self.objects.len(), "object"), "1".into());
        }
        for object in &self.objects {
            let n = object.shape.triangles.len();
            if n > MOST_OF_ACCESSORY {
                add(RZK050, object.path(), format!("{} triangles", grouped(n)), grouped(MOST_OF_ACCESSORY));
            }
            let size = object.bounds().map(|it| it.size().to_array()).unwrap_or_default();
            let kinds = kind.map_or(AccessoryKind::ALL, |kind| kind.only());
            let limits = kinds.iter().flat_map(|kind| kind.limits());
            // Each body scale has sizes of its own, so a mesh has to fit one of them.
            if !limits.clone().any(|most| size.iter().zip(most).all(|(side, most)| side <= most)) {
                let largest =
                    limits.fold([0.0_f32; 3], |a, b| [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])]);
                add(RZK051, object.path(), shapes::sides(size), shapes::sides(largest));
            }
            self.opaque(object, add);
        }
        self.extra(add);
    }

    /// True for a left and a right shoe, which are separate accessories, and may be in one file by «Export», «Geometry and
    /// cage data».
    fn is_pair(&self) -> bool {
        let [first, second] = &self.objects[..] else { return false };
        let is_left = |left: &str, right: &str| left != right && left.replace("Left", "Right") == right;
        let names = [first, second].map(|object| &*object.node.name);
        is_left(names[0], names[1]) || is_left(names[1], names[0])
    }

    /// Checks that an object is opaque.
    fn opaque(&self, object: &Object<'_>, add: Add<'_>) {
        for name in &object.shape.materials {
            let material = self.scene.material(name);
            if let Some(material) = material.filter(|it| it.alpha != Alpha::Opaque && it.base.w < 1.0) {
                let found = format!("opacity {} of {}", material.base.w, cut(&material.name));
                add(RZK055, object.path(), found, "1".into());
            }
        }
    }

    /// Reports lights and cameras, which are extraneous objects.
    fn extra(&self, add: Add<'_>) {
        let is_extra = |node: &&Node| node.light.is_some() || node.camera.is_some();
        for node in self.scene.nodes.iter().filter(is_extra) {
            add(RZK053, cut(&node.name).into_owned(), "a light or a camera".into(), "meshes alone".into());
        }
    }
}

/// The positions of a node's vertices in world space.
fn positions(scene: &Scene, node: usize, mesh: &Mesh, worlds: &[Affine]) -> Vec<Vec3> {
    let mover = scene.mover(node, mesh, worlds);
    #[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
    let moved = |(vertex, position): (usize, &Vec3)| {
        let place = mover.transform(vertex).point(position.to_array().map(f64::from));
        Vec3::from_array(place.map(|axis| axis as f32))
    };
    mesh.shape.positions.iter().enumerate().map(moved).collect()
}
