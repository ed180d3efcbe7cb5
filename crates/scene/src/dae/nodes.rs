//! The node hierarchy, and the geometries and controllers to be placed at its nodes.

use super::axes::Axes;
use super::document::{Library, all, label, library as folder, number, text, words};
use crate::affine::{Affine, cross, length};
use crate::counted::counted;
use crate::loss::LossCode;
use crate::node::{Node, Role, Trs};
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use roxmltree::{Node as Element, NodeId};
use std::collections::{HashMap, HashSet};

/// Estimated memory of a node, and the cost of examining a child of its element, in bytes.
const NODE: usize = 512;
const CHILD: usize = 32;

/// The attributes by which skins refer to joints, the specified one first.
const NAMES: [&str; 3] = ["sid", "id", "name"];

/// A geometry or a controller to be placed at a node.
pub(super) struct Instance<'t> {
    pub(super) node: usize,
    /// The transform applied to its vertices, because nodes cannot hold a shear.
    pub(super) before: Affine,
    pub(super) element: Element<'t, 't>,
}

/// The nodes of all scenes, by their elements and names.
#[derive(Default)]
pub(super) struct Tree<'t> {
    pub(super) instances: Vec<Instance<'t>>,
    /// The first node built from each element.
    pub(super) of_element: HashMap<NodeId, usize>,
    /// The nodes with each value of an attribute of [`NAMES`], in ascending order.
    names: HashMap<(&'static str, &'t str), Vec<usize>>,
    /// For each node, the index after its last descendant.
    ends: Vec<usize>,
}

/// A step of the walk: a node that starts, or one that ends.
enum Step<'t> {
    Enter(Element<'t, 't>, Placement),
    Leave(usize),
}

/// The placement of a node.
#[derive(Clone, Copy)]
struct Placement {
    parent: Option<usize>,
    is_hidden: bool,
    /// The part of the ancestors' transforms that nodes cannot hold.
    above: Affine,
}

impl<'t> Tree<'t> {
    pub(super) fn read(axes: &Axes, library: &mut Library<'t>, scene: &mut Scene) -> Result<Self, Problem> {
        let shown = all(library.root, "scene").flat_map(|scene| all(scene, "instance_visual_scene"));
        let shown = shown.filter_map(|instance| library.named_by(instance, "url")).next();
        let scenes: Vec<_> = folder(library.root, "library_visual_scenes", "visual_scene").collect();
        let shown = shown.or(scenes.first().copied());
        match shown {
            Some(shown) => label(shown).clone_into(&mut scene.name),
            None => library.lacks("there is no visual scene", library.root)?,
        }
        let channels = library.root.descendants().filter(|element| element.tag_name().name() == "channel");
        let moved = channels.filter_map(|channel| Some(channel.attribute("target")?.split_once('/')?.0));
        let moved = moved.collect();
        let (tree, pending, counts) = Default::default();
        let mut walk = Walk { tree, pending, counts, moved, axes, file: library, scene };
        for of in scenes.iter().rev() {
            let is_hidden = shown.is_some_and(|shown| shown != *of);
            let roots: Vec<_> = all(*of, "node").collect();
            let place = Placement { parent: None, is_hidden, above: Affine::IDENTITY };
            walk.pending.extend(roots.into_iter().rev().map(|node| Step::Enter(node, place)));
        }
        while let Some(step) = walk.pending.pop() {
            match step {
                Step::Enter(element, place) => walk.enter(element, place)?,
                Step::Leave(node) => {
                    let end = walk.scene.nodes.len();
                    walk.tree.ends.get_mut(node).into_iter().for_each(|own| *own = end);
                }
            }
        }
        walk.counts.report(walk.file)?;
        Ok(walk.tree)
    }

    /// The node with a name: in the first of the trees below `roots` that contains one, or else anywhere.
    pub(super) fn named(&self, name: &str, roots: &[usize]) -> Option<usize> {
        let found = || NAMES.iter().filter_map(|kind| self.names.get(&(*kind, name)));
        let below = |all: &Vec<usize>, root: usize| {
            let end = self.ends.get(root).copied()?;
            // Nodes are numbered in the order of the walk, so the descendants of a root follow it up to its end.
            let first = all.partition_point(|node| *node < root);
            all.get(first).copied().filter(|node| *node < end)
        };
        let in_roots = found().find_map(|all| roots.iter().find_map(|root| below(all, *root)));
        in_roots.or_else(|| found().find_map(|all| all.first().copied()))
    }
}

/// A walk through the scenes.
struct Walk<'w, 't> {
    tree: Tree<'t>,
    pending: Vec<Step<'t>>,
    counts: Counts,
    /// The ids of animated nodes.
    moved: HashSet<&'t str>,
    axes: &'w Axes,
    file: &'w mut Library<'t>,
    scene: &'w mut Scene,
}

impl<'t> Walk<'_, 't> {
    fn enter(&mut self, element: Element<'t, 't>, place: Placement) -> Result<(), Problem> {
        self.file.charge(label(element).len().saturating_add(NODE))?;
        for child in element.children() {
            self.file.charge(text(child).len().saturating_add(CHILD))?;
        }
        let Placement { parent, is_hidden, above } = place;
        let whole = above.times(&self.axes.transform(&transform(element)));
        let (mut local, is_exact) = whole.decomposed();
        let mut above = Affine::IDENTITY;
        let is_moved = element.attribute("id").is_some_and(|id| self.moved.contains(id));
        let is_joint = element.attribute("type") == Some("JOINT");
        // Animated nodes and joints need their whole transform themselves, and lose a shear; all others pass it on to
        // their descendants.
        if is_moved || is_joint {
            self.counts.n_sheared = self.counts.n_sheared.saturating_add(usize::from(!is_exact));
        } else if !is_exact {
            (local, above) = (Trs::IDENTITY, whole);
        }
        let name = label(element).to_owned();
        let role = if is_joint { Role::Joint } else { Role::Plain };
        let number = self.add(Node { name, parent, local, role, hidden: is_hidden, ..Node::default() });
        self.tree.of_element.entry(element.id()).or_insert(number);
        for kind in NAMES {
            if let Some(name) = element.attribute(kind) {
                self.tree.names.entry((kind, name)).or_default().push(number);
            }
        }
        self.pending.push(Step::Leave(number));
        let first = self.pending.len();
        let below = Placement { parent: Some(number), is_hidden, above };
        let mut has_shape = false;
        for child in element.children().filter(Element::is_element) {
            match child.tag_name().name() {
                "node" => self.pending.push(Step::Enter(child, below)),
                "instance_node" => match self.file.named_by(child, "url") {
                    // A node that instantiates itself is expanded until the limit on memory ends it.
                    Some(target) => self.pending.push(Step::Enter(target, below)),
                    None => self.file.excuse(ProblemKind::Reference, "a node is missing", child)?,
                },
                "instance_geometry" | "instance_controller" => {
                    let mut node = number;
                    if has_shape {
                        self.file.charge(NODE)?;
                        node = self.add(Node { parent: Some(number), hidden: is_hidden, ..Node::default() });
                    }
                    has_shape = true;
                    self.tree.instances.push(Instance { node, before: above, element: child });
                }
                "instance_light" | "instance_camera" => {
                    self.counts.n_lights = self.counts.n_lights.saturating_add(1);
                }
                _ => {}
            }
        }
        self.pending.get_mut(first..).unwrap_or_default().reverse();
        Ok(())
    }

    fn add(&mut self, node: Node) -> usize {
        self.scene.nodes.push(node);
        self.tree.ends.push(self.scene.nodes.len());
        self.tree.ends.len().saturating_sub(1)
    }
}

#[derive(Default)]
struct Counts {
    n_sheared: usize,
    n_lights: usize,
}

impl Counts {
    fn report(&self, library: &mut Library<'_>) -> Result<(), Problem> {
        for (count, what, code) in [
            (self.n_sheared, "a shear was left out: ", LossCode::NodeDropped),
            (self.n_lights, "left out: lights and cameras of ", LossCode::CameraLightDropped),
        ] {
            if count > 0 {
                let message = format!("{what}{}", counted(count, "node"));
                library.reports.excuse(Problem::new(ProblemKind::Dropped, message).code(code))?;
            }
        }
        Ok(())
    }
}

/// The product of the transforms in a node's element, in the axes of the file.
pub(super) fn transform(element: Element<'_, '_>) -> Affine {
    let steps = element.children().filter_map(|child| step(child.tag_name().name(), &values(child)));
    steps.fold(Affine::IDENTITY, |all, step| all.times(&step))
}

/// The numbers of an element.
pub(super) fn values(element: Element<'_, '_>) -> Vec<f64> {
    // A matrix has sixteen numbers, the most of all transforms.
    words(text(element)).take(16).map(|word| number(word).unwrap_or_default()).collect()
}

/// The transform of an element with this name and these numbers; `None` if it is not a transform.
pub(super) fn step(name: &str, values: &[f64]) -> Option<Affine> {
    let mut out = Affine::IDENTITY;
    match (name, values) {
        ("matrix", values) => {
            out = matrix(values)?;
        }
        ("translate", [x, y, z, ..]) => {
            for (row, by) in out.0.iter_mut().zip([x, y, z]) {
                row[3] = *by;
            }
        }
        ("scale", [x, y, z, ..]) => out.0 = [[*x, 0.0, 0.0, 0.0], [0.0, *y, 0.0, 0.0], [0.0, 0.0, *z, 0.0]],
        ("rotate", [x, y, z, angle, ..]) => out = rotation([*x, *y, *z], angle.to_radians()),
        ("lookat", [ex, ey, ez, tx, ty, tz, ux, uy, uz, ..]) => {
            let eye = [*ex, *ey, *ez];
            let back = unit([ex - tx, ey - ty, ez - tz])?;
            let right = unit(cross([*ux, *uy, *uz], back))?;
            let up = cross(back, right);
            for (number, row) in out.0.iter_mut().enumerate() {
                let of = |vector: [f64; 3]| vector.get(number).copied().unwrap_or_default();
                *row = [of(right), of(up), of(back), of(eye)];
            }
        }
        _ => return None,
    }
    Some(out)
}

/// A matrix from sixteen numbers by rows, without the last row.
pub(super) fn matrix(values: &[f64]) -> Option<Affine> {
    let rows = values.get(..16)?.as_chunks::<4>().0;
    match rows {
        [a, b, c, _] => Some(Affine([*a, *b, *c])),
        _ => None,
    }
}

fn unit(vector: [f64; 3]) -> Option<[f64; 3]> {
    let length = length(vector);
    (length > 0.0).then(|| vector.map(|part| part / length))
}

/// A rotation about an axis.
fn rotation(axis: [f64; 3], angle: f64) -> Affine {
    let Some([x, y, z]) = unit(axis) else { return Affine::IDENTITY };
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let rest = 1.0 - cosine;
    Affine([
        [x * x * rest + cosine, x * y * rest - z * sine, x * z * rest + y * sine, 0.0],
        [y * x * rest + z * sine, y * y * rest + cosine, y * z * rest - x * sine, 0.0],
        [z * x * rest - y * sine, z * y * rest + x * sine, z * z * rest + cosine, 0.0],
    ])
}
