//! The tree of nodes, with what is to stand there.

use super::axes::Up;
use super::document::{Library, all, label, library as folder, text, words};
use crate::affine::Affine;
use crate::counted::counted;
use crate::loss::LossCode;
use crate::node::Node;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use roxmltree::{Node as Element, NodeId};
use std::collections::HashMap;

/// What a node takes in all.
const NODE: usize = 512;

/// What is to stand at a node: a geometry or a controller.
pub(super) struct Instance<'t> {
    pub(super) node: usize,
    pub(super) element: Element<'t, 't>,
}

/// The nodes of all scenes, by their elements and what they are called below others.
#[derive(Default)]
pub(super) struct Tree<'t> {
    pub(super) instances: Vec<Instance<'t>>,
    /// The first node that each element became.
    pub(super) of_element: HashMap<NodeId, usize>,
    /// The nodes with a name for skins, in their order.
    sids: HashMap<&'t str, Vec<usize>>,
    /// The node after the last one below each.
    ends: Vec<usize>,
}

enum Step<'t> {
    Enter(Element<'t, 't>, Option<usize>, bool),
    Leave(usize),
}

impl<'t> Tree<'t> {
    pub(super) fn read(up: Up, library: &mut Library<'t>, scene: &mut Scene) -> Result<Self, Problem> {
        let mut tree = Self::default();
        let shown = all(library.root, "scene").flat_map(|scene| all(scene, "instance_visual_scene"));
        let shown = shown.filter_map(|instance| library.named_by(instance, "url")).next();
        let scenes: Vec<_> = folder(library.root, "library_visual_scenes", "visual_scene").collect();
        let shown = shown.or(scenes.first().copied());
        if let Some(shown) = shown {
            scene.name = label(shown).to_owned();
        }
        let mut pending: Vec<Step<'t>> = Vec::new();
        for of in scenes.iter().rev() {
            let is_hidden = shown.is_some_and(|shown| shown != *of);
            let roots: Vec<_> = all(*of, "node").collect();
            pending.extend(roots.into_iter().rev().map(|node| Step::Enter(node, None, is_hidden)));
        }
        let mut counts = Counts::default();
        while let Some(step) = pending.pop() {
            match step {
                Step::Enter(element, parent, is_hidden) => {
                    tree.enter(element, parent, is_hidden, up, library, scene, &mut pending, &mut counts)?;
                }
                Step::Leave(node) => {
                    let end = scene.nodes.len();
                    tree.ends.get_mut(node).into_iter().for_each(|own| *own = end);
                }
            }
        }
        counts.report(library)?;
        Ok(tree)
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a walk, which changes all of them")]
    fn enter(
        &mut self,
        element: Element<'t, 't>,
        parent: Option<usize>,
        is_hidden: bool,
        up: Up,
        library: &mut Library<'t>,
        scene: &mut Scene,
        pending: &mut Vec<Step<'t>>,
        counts: &mut Counts,
    ) -> Result<(), Problem> {
        library.charge(label(element).len().saturating_add(NODE))?;
        let number = scene.nodes.len();
        let (local, is_exact) = up.transform(&transform(element)).decomposed();
        counts.n_sheared = counts.n_sheared.saturating_add(usize::from(!is_exact));
        let name = label(element).to_owned();
        scene.nodes.push(Node { name, parent, local, hidden: is_hidden, ..Node::default() });
        self.ends.push(0);
        self.of_element.entry(element.id()).or_insert(number);
        for name in [element.attribute("sid"), element.attribute("id"), element.attribute("name")].into_iter().flatten() {
            let known = self.sids.entry(name).or_default();
            if known.last() != Some(&number) {
                known.push(number);
            }
        }
        pending.push(Step::Leave(number));
        let mut below = Vec::new();
        let mut has_shape = false;
        for child in element.children().filter(Element::is_element) {
            match child.tag_name().name() {
                "node" => below.push(Step::Enter(child, Some(number), is_hidden)),
                "instance_node" => match library.named_by(child, "url") {
                    // A node that is in itself has no end, and what is granted ends it.
                    Some(target) => below.push(Step::Enter(target, Some(number), is_hidden)),
                    None => library.excuse(ProblemKind::Reference, "a node is not there", child)?,
                },
                "instance_geometry" | "instance_controller" => {
                    let mut node = number;
                    if has_shape {
                        library.charge(NODE)?;
                        node = scene.nodes.len();
                        let parent = Some(number);
                        scene.nodes.push(Node { parent, hidden: is_hidden, ..Node::default() });
                        self.ends.push(node.saturating_add(1));
                    }
                    has_shape = true;
                    self.instances.push(Instance { node, element: child });
                }
                "instance_light" | "instance_camera" => counts.n_lights = counts.n_lights.saturating_add(1),
                _ => {}
            }
        }
        pending.extend(below.into_iter().rev());
        Ok(())
    }

    /// The node with a name, in the first of these trees that has one; otherwise anywhere.
    pub(super) fn named(&self, name: &str, roots: &[usize]) -> Option<usize> {
        let all = self.sids.get(name)?;
        let below = |root: &usize| {
            let end = self.ends.get(*root).copied()?;
            let first = all.partition_point(|node| node < root);
            all.get(first).copied().filter(|node| *node < end)
        };
        roots.iter().find_map(below).or_else(|| all.first().copied())
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

/// What a node's elements do together, in the axes of the file.
pub(super) fn transform(element: Element<'_, '_>) -> Affine {
    let steps = element.children().filter_map(|child| step(child.tag_name().name(), &values(child)));
    steps.fold(Affine::IDENTITY, |all, step| all.times(&step))
}

/// The numbers of an element.
pub(super) fn values(element: Element<'_, '_>) -> Vec<f64> {
    let number = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite()).unwrap_or(0.0);
    // A matrix has sixteen.
    words(text(element)).take(16).map(number).collect()
}

/// What an element of this name and with these numbers does; `None` if it is no transform.
pub(super) fn step(name: &str, values: &[f64]) -> Option<Affine> {
    let mut out = Affine::IDENTITY;
    match (name, values) {
        ("matrix", [values @ ..]) => {
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

/// Three of four rows of four numbers.
pub(super) fn matrix(values: &[f64]) -> Option<Affine> {
    let rows = values.get(..16)?.as_chunks::<4>().0;
    match rows {
        [a, b, c, _] => Some(Affine([*a, *b, *c])),
        _ => None,
    }
}

fn cross([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

fn unit(vector: [f64; 3]) -> Option<[f64; 3]> {
    let length = vector.iter().map(|part| part * part).sum::<f64>().sqrt();
    (length > 0.0).then(|| vector.map(|part| part / length))
}

/// A turn around an axis.
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
