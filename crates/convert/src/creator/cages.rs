//! Cages compared with the templates of Roblox.

use super::shapes::Shape;
use super::{Add, INNER, Model, OUTER, Object};
use files::rules::RZK061;
use scene::{counted, grouped};

/// A cage of the templates: the number of its triangles, and the mean of the texture coordinates at their corners,
/// which does not depend on how a program splits vertices.
pub(super) struct Template {
    n_triangles: usize,
    mean: [f32; 2],
}

/// The difference of means that other programs' rounding explains: the largest between the cages below is 0.0004.
const SLACK: f32 = 0.002;

/// Both cages of clothing and hair, equal in the 27 accessories of the repository `Roblox/avatar` as of 28 April 2026.
const CLOTHING: Template = Template { n_triangles: 2690, mean: [3.5001, -1.2071] };

/// The outer cages of body parts, equal in the 20 bodies with cages of the same repository.
const BODY: [(&str, Template); 15] = [
    ("Head", Template { n_triangles: 630, mean: [3.5, 0.5148] }),
    ("UpperTorso", Template { n_triangles: 412, mean: [3.5, -2.962] }),
    ("LowerTorso", Template { n_triangles: 148, mean: [3.4999, -0.9841] }),
    ("LeftUpperArm", Template { n_triangles: 120, mean: [4.4856, -2.4621] }),
    ("LeftLowerArm", Template { n_triangles: 120, mean: [5.4958, -2.5017] }),
    ("LeftHand", Template { n_triangles: 114, mean: [6.4989, -2.5459] }),
    ("RightUpperArm", Template { n_triangles: 120, mean: [2.5144, -2.4621] }),
    ("RightLowerArm", Template { n_triangles: 120, mean: [1.5042, -2.5017] }),
    ("RightHand", Template { n_triangles: 114, mean: [0.501, -2.5459] }),
    ("LeftUpperLeg", Template { n_triangles: 140, mean: [4.5064, -1.4839] }),
    ("LeftLowerLeg", Template { n_triangles: 140, mean: [4.5051, -0.4852] }),
    ("LeftFoot", Template { n_triangles: 116, mean: [4.5009, 0.5083] }),
    ("RightUpperLeg", Template { n_triangles: 140, mean: [2.4939, -1.486] }),
    ("RightLowerLeg", Template { n_triangles: 140, mean: [2.4949, -0.4852] }),
    ("RightFoot", Template { n_triangles: 116, mean: [2.5013, 0.5085] }),
];

impl Template {
    /// The template of the outer cage of a body part.
    pub(super) fn of_part(name: &str) -> Option<&'static Self> {
        BODY.iter().find(|(part, _)| *part == name).map(|(_, template)| template)
    }

    /// The difference of a cage from the template, and what the template has instead.
    fn difference(&self, cage: &Shape) -> Option<[String; 2]> {
        if cage.triangles.len() != self.n_triangles {
            return Some(
                [cage.triangles.len(), self.n_triangles].map(|n| format!("{} triangles", grouped(n))),
            );
        }
        let Some(mean) = cage.mean_uv() else {
            return Some(["no texture coordinates".into(), "those of the template".into()]);
        };
        let is_off = mean.iter().zip(self.mean).any(|(found, own)| (found - own).abs() > SLACK);
        is_off.then(|| [mean, self.mean].map(|[u, v]| format!("texture coordinates around {u:.3}, {v:.3}")))
    }
}

/// Findings about the cages of an accessory.
pub(super) fn of_accessory(model: &Model<'_>, object: &Object<'_>, add: Add<'_>) {
    let [inner, outer] = [INNER, OUTER].map(|ending| one(model, object, ending, &CLOTHING, add));
    let (Some(inner), Some(outer)) = (inner, outer) else { return };
    let (inner, outer) = (inner.shape.distinct_uvs(), outer.shape.distinct_uvs());
    let n_single = inner.symmetric_difference(&outer).count();
    if n_single > 0 {
        let found = format!("{} in one cage only", counted(n_single, "texture coordinate"));
        add(RZK061, object.path(), found, "the same in both cages".into());
    }
}

/// Findings about the cage of a body part.
pub(super) fn of_part(model: &Model<'_>, object: &Object<'_>, name: &str, add: Add<'_>) {
    if let Some(template) = Template::of_part(name) {
        one(model, object, OUTER, template, add);
    }
}

/// The cage of an object with this ending of its name, compared with the template.
fn one<'m, 's>(
    model: &'m Model<'s>,
    object: &Object<'_>,
    ending: &str,
    template: &Template,
    add: Add<'_>,
) -> Option<&'m Object<'s>> {
    let name = format!("{}{ending}", object.node.name.trim_end_matches(super::GEOMETRY));
    let cage = model.cages.iter().find(|cage| cage.node.name == name);
    match cage {
        None => add(RZK061, object.path(), format!("no mesh {name}"), String::new()),
        Some(cage) => {
            if let Some([found, limit]) = template.difference(&cage.shape) {
                add(RZK061, cage.path(), found, limit);
            }
        }
    }
    cage
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use geom::{TriMesh, Vec2, Vec3};
    use scene::Mesh;

    /// A cage as in the template of a body part, or of clothing: a strip that zigzags over a box of these sides, whose
    /// texture coordinates have the mean of the template.
    pub(in super::super) fn cage(part: Option<&str>, sides: [f32; 3]) -> Mesh {
        let template = part.map_or(&CLOTHING, |part| Template::of_part(part).unwrap());
        let n_vertices = template.n_triangles + 2;
        let positions = (0..n_vertices).map(|vertex| {
            let share = |step: usize| (vertex / step % 2) as f32 - 0.5;
            Vec3::new(share(1) * sides[0], share(2) * sides[1], share(4) * sides[2])
        });
        let [u, v] = template.mean;
        let strip = (0..u32::try_from(template.n_triangles).unwrap()).map(|at| [at, at + 1, at + 2]);
        let shape = TriMesh {
            positions: positions.collect(),
            uvs: vec![Vec2::new(u, v); n_vertices],
            indices: strip.collect(),
            ..TriMesh::default()
        };
        Mesh { shape, ..Mesh::default() }
    }

    #[test]
    fn templates_have_as_many_triangles_as_a_body_with_cages() {
        let total: usize = BODY.iter().map(|(_, template)| template.n_triangles).sum();
        assert_eq!((BODY.len(), total), (15, 2690));
        // Tiles of the left and of the right mirror each other about the head's.
        for (name, right) in BODY.iter().filter(|(name, _)| name.starts_with("Right")) {
            let left = Template::of_part(&name.replace("Right", "Left")).unwrap();
            assert_eq!(left.n_triangles, right.n_triangles);
            let off = [left.mean[0] + right.mean[0] - 7.0, left.mean[1] - right.mean[1]];
            assert!(off.iter().all(|axis| axis.abs() < 0.003), "{name}: {off:?}");
        }
    }
}
