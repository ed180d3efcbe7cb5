//! Findings about character bodies and heads.

use super::{Add, GEOMETRY, Model, Object, cages, shapes};
use files::rules::{RZK050, RZK051, RZK056, RZK057, RZK064};
use geom::{Aabb, Vec3};
use scene::{Skin, counted, grouped};

/// The names of the parts of a body, without the ending `_Geo`.
const PARTS: [&str; 15] = [
    "Head",
    "UpperTorso",
    "LowerTorso",
    "LeftUpperArm",
    "LeftLowerArm",
    "LeftHand",
    "RightUpperArm",
    "RightLowerArm",
    "RightHand",
    "LeftUpperLeg",
    "LeftLowerLeg",
    "LeftFoot",
    "RightUpperLeg",
    "RightLowerLeg",
    "RightFoot",
];

/// An asset that consists of several parts. Its limits are the largest number of triangles, and the smallest and
/// largest sides over the three body scales, in studs.
struct Limb {
    name: &'static str,
    parts: &'static [&'static str],
    most_triangles: usize,
    least: [f32; 3],
    most: [f32; 3],
}

/// Limits from «Triangle budgets» and «Body scale» of the character body specifications.
const LIMBS: [Limb; 6] = [
    Limb {
        name: "DynamicHead",
        parts: &["Head"],
        most_triangles: 4000,
        least: [0.5; 3],
        most: [3.0, 2.0, 2.0],
    },
    Limb {
        name: "Torso",
        parts: &["UpperTorso", "LowerTorso"],
        most_triangles: 1750,
        least: [0.85, 1.7, 0.7],
        most: [4.6, 3.8, 2.25],
    },
    Limb {
        name: "LeftArm",
        parts: &["LeftUpperArm", "LeftLowerArm", "LeftHand"],
        most_triangles: 1248,
        least: [0.25, 1.5, 0.25],
        most: [2.0, 4.5, 2.0],
    },
    Limb {
        name: "RightArm",
        parts: &["RightUpperArm", "RightLowerArm", "RightHand"],
        most_triangles: 1248,
        least: [0.25, 1.5, 0.25],
        most: [2.0, 4.5, 2.0],
    },
    Limb {
        name: "LeftLeg",
        parts: &["LeftUpperLeg", "LeftLowerLeg", "LeftFoot"],
        most_triangles: 1248,
        least: [0.25, 1.4, 0.5],
        most: [1.5, 4.0, 2.0],
    },
    Limb {
        name: "RightLeg",
        parts: &["RightUpperLeg", "RightLowerLeg", "RightFoot"],
        most_triangles: 1248,
        least: [0.25, 1.4, 0.5],
        most: [1.5, 4.0, 2.0],
    },
];

/// The region of a part's bounding box in which an attachment has to be. The character faces +Z, so its left is +X.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    Anywhere,
    Front,
    Back,
    Top,
    LeftTop,
    RightTop,
    /// At the origin.
    Origin,
}

/// Attachments from «Attachments» of the character body specifications.
const ATTACHMENTS: [(&str, &str, Region); 19] = [
    ("Head", "FaceCenter_Att", Region::Anywhere),
    ("Head", "FaceFront_Att", Region::Front),
    ("Head", "Hat_Att", Region::Top),
    ("Head", "Hair_Att", Region::Top),
    ("UpperTorso", "LeftCollar_Att", Region::LeftTop),
    ("UpperTorso", "RightCollar_Att", Region::RightTop),
    ("UpperTorso", "Neck_Att", Region::Top),
    ("UpperTorso", "BodyBack_Att", Region::Back),
    ("UpperTorso", "BodyFront_Att", Region::Front),
    ("LowerTorso", "Root_Att", Region::Origin),
    ("LowerTorso", "WaistFront_Att", Region::Front),
    ("LowerTorso", "WaistBack_Att", Region::Back),
    ("LowerTorso", "WaistCenter_Att", Region::Anywhere),
    ("RightUpperArm", "RightShoulder_Att", Region::Top),
    ("RightHand", "RightGrip_Att", Region::Anywhere),
    ("LeftUpperArm", "LeftShoulder_Att", Region::Top),
    ("LeftHand", "LeftGrip_Att", Region::Anywhere),
    ("RightFoot", "RightFoot_Att", Region::Anywhere),
    ("LeftFoot", "LeftFoot_Att", Region::Anywhere),
];

/// Checks a body of 15 parts.
pub(super) fn whole(model: &Model<'_>, add: Add<'_>) {
    parts(model, &PARTS, add);
    limbs(model, &LIMBS, add);
}

/// Checks a head.
pub(super) fn head(model: &Model<'_>, add: Add<'_>) {
    parts(model, &["Head"], add);
    limbs(model, &LIMBS[..1], add);
}

fn parts(model: &Model<'_>, names: &[&str], add: Add<'_>) {
    for name in names {
        let Some(object) = named(model, name) else {
            let ending = if model.is_studio { "" } else { GEOMETRY };
            add(RZK056, String::new(), format!("no mesh {name}{ending}"), counted(names.len(), "part"));
            continue;
        };
        cages::of_part(model, object, name, add);
        model.opaque(object, add);
        roots(model, object, add);
        let attachments = ATTACHMENTS.iter().filter(|(part, ..)| part == name && !model.is_studio);
        for (_, attachment, region) in attachments {
            attached(model, object, attachment, *region, add);
        }
    }
    for object in model.objects.iter().filter(|object| !names.contains(&part_name(model, object))) {
        add(RZK056, object.path(), "a mesh that is not a body part".into(), "names such as Head_Geo".into());
    }
    model.extra(add);
}

/// The name of a part without its ending, which Studio removes; nothing if the ending is missing.
fn part_name<'m>(model: &Model<'_>, object: &Object<'m>) -> &'m str {
    let name = &*object.node.name;
    if model.is_studio { name } else { name.strip_suffix(GEOMETRY).unwrap_or("") }
}

fn named<'m, 's>(model: &'m Model<'s>, name: &str) -> Option<&'m Object<'s>> {
    model.objects.iter().find(|object| part_name(model, object) == name)
}

/// Checks the number of triangles and the size of each asset that consists of parts.
fn limbs(model: &Model<'_>, limbs: &[Limb], add: Add<'_>) {
    for limb in limbs {
        let objects: Vec<_> = limb.parts.iter().filter_map(|part| named(model, part)).collect();
        let n: usize = objects.iter().map(|object| object.shape.triangles.len()).sum();
        if n > limb.most_triangles {
            add(RZK050, limb.name.into(), format!("{} triangles", grouped(n)), grouped(limb.most_triangles));
        }
        let bounds = objects.iter().filter_map(|object| object.bounds()).reduce(Aabb::union);
        // Parts that are missing are reported, and would make the size wrong.
        let Some(bounds) = bounds.filter(|_| objects.len() == limb.parts.len()) else { continue };
        let size = bounds.size().to_array();
        if size.iter().zip(limb.most).any(|(side, most)| *side > most) {
            add(RZK051, limb.name.into(), shapes::sides(size), shapes::sides(limb.most));
        } else if size.iter().zip(limb.least).any(|(side, least)| *side < least) {
            add(
                RZK051,
                limb.name.into(),
                shapes::sides(size),
                format!("at least {}", shapes::sides(limb.least)),
            );
        }
    }
}

fn attached(model: &Model<'_>, object: &Object<'_>, name: &str, region: Region, add: Add<'_>) {
    let Some(own) = model.attachments.iter().find(|found| found.name == name) else {
        add(RZK057, object.path(), format!("no attachment {name}"), String::new());
        return;
    };
    let Some(bounds) = object.bounds() else { return };
    let (place, middle) = (own.place, bounds.centre());
    let is_right = match region {
        Region::Anywhere => true,
        Region::Front => place.z >= middle.z,
        Region::Back => place.z <= middle.z,
        Region::Top => place.y >= middle.y,
        Region::LeftTop => place.y >= middle.y && place.x >= middle.x,
        Region::RightTop => place.y >= middle.y && place.x <= middle.x,
        Region::Origin => place.length() < 1e-3,
    };
    // The mesh of an attachment on the surface of its part overlaps the part by half, as the documentation asks. Where node
    // transforms are added up, a place on the surface is off by a rounding.
    let slack = Vec3::splat(own.radius + 1e-3);
    let bounds = Aabb { min: bounds.min - slack, max: bounds.max + slack };
    if !is_right || region != Region::Origin && !bounds.contains(place) {
        let words = match region {
            Region::Anywhere => "inside the part",
            Region::Front => "in its front half",
            Region::Back => "in its back half",
            Region::Top => "in its top half",
            Region::LeftTop => "in its left top half",
            Region::RightTop => "in its right top half",
            Region::Origin => "at 0, 0, 0",
        };
        // Adding 0 turns -0 into 0.
        let [x, y, z] = place.to_array().map(|axis| (axis * 1000.0).round() / 1000.0 + 0.0);
        add(RZK057, object.path(), format!("{name} at {x}, {y}, {z}"), words.into());
    }
}

/// Checks that no vertex is bound to the root joint.
fn roots(model: &Model<'_>, object: &Object<'_>, add: Add<'_>) {
    let skin: Option<&Skin> = object.node.skin.and_then(|skin| model.scene.skins.get(skin));
    let mesh = object.node.mesh.and_then(|mesh| model.scene.meshes.get(mesh));
    let (Some(skin), Some(mesh)) = (skin, mesh) else { return };
    let is_root = |joint: u16| {
        let node = skin.joints.get(usize::from(joint)).and_then(|node| model.scene.nodes.get(*node));
        node.is_some_and(|node| node.name == "Root")
    };
    let hangs =
        |vertex: &usize| mesh.influences(*vertex).any(|(joint, weight)| weight > 0.0 && is_root(joint));
    let n = (0..mesh.shape.vertex_count()).filter(hangs).count();
    if n > 0 {
        add(RZK064, object.path(), format!("{} on the root joint", counted(n, "vertex")), "0".into());
    }
}
