//! Findings about a glTF file, apart from its joints: features that this crate converts, but the uploader of Second
//! Life's viewers refuses or ignores.

use files::rules::{
    Finding, Findings, RZK042, RZK043, RZK044, RZK045, RZK046, RZK047, RZK048, RZK065, RZK068, Rule,
};
use scene::gltf::{Info, PrimitiveInfo};
use scene::visible::cut;
use scene::{Scene, counted};

/// The glTF mode of primitives of triangles; strips have 5, and fans 6.
const TRIANGLES: usize = 4;

/// The findings about a scene, and about the glTF file from which it was read.
pub(in super::super) fn findings(scene: &Scene, info: Option<&Info>) -> Findings {
    let mut found = Findings::default();
    let mut add = |rule: Rule, path: String, what: String, limit: &str| {
        found.add(rule, || Finding { rule, path, found: what, limit: limit.to_owned() });
    };
    mirrored(scene, &mut add);
    textures(scene, &mut add);
    if let Some(info) = info {
        of_file(info, &mut add);
    }
    found
}

type Add<'a> = &'a mut dyn FnMut(Rule, String, String, &str);

fn mirrored(scene: &Scene, add: Add<'_>) {
    for (index, (node, world)) in scene.nodes.iter().zip(scene.worlds_at_rest()).enumerate() {
        let is_shown = node.mesh.is_some() && node.skin.is_none() && !node.hidden;
        if is_shown && world.determinant() < 0.0 {
            let scale = world.decomposed().0.scale.to_array().map(|axis| format!("{axis:.3}"));
            let path = format!("nodes[{index}] {}", cut(&node.name));
            add(RZK043, path, format!("scaled by {}", scale.join(", ")), "");
        }
    }
}

/// Reports textures that the uploader scales down.
fn textures(scene: &Scene, add: Add<'_>) {
    const MOST: u32 = 2048;
    for (index, image) in scene.images.iter().enumerate() {
        if let Some([width, height]) =
            files::image::size(&image.bytes).filter(|sides| sides.iter().any(|side| *side > MOST))
        {
            let path = format!("images[{index}] {}", cut(&image.name)).trim_end().to_owned();
            add(RZK065, path, format!("{width} × {height} pixels"), &MOST.to_string());
        }
    }
}

fn of_file(info: &Info, add: Add<'_>) {
    if info.scenes.is_empty() {
        add(RZK044, String::new(), "no scenes".into(), "");
    }
    for name in &info.extensions_required {
        let rule = match name.as_str() {
            "KHR_materials_unlit" | "KHR_texture_transform" => continue,
            "KHR_materials_pbrSpecularGlossiness" => RZK068,
            _ => RZK048,
        };
        add(rule, "extensionsRequired".into(), cut(name).into_owned(), "");
    }
    for (index, (n_joints, n_matrices)) in info.skins.iter().enumerate() {
        if *n_matrices != Some(*n_joints) {
            let found = format!("{} inverse bind matrices", n_matrices.unwrap_or(0));
            add(RZK045, format!("skins[{index}]"), found, &counted(*n_joints, "joint"));
        }
    }
    for node in &info.broken_nodes {
        add(RZK047, format!("nodes[{node}]"), "no such mesh".into(), "");
    }
    let mut meshes = std::collections::HashSet::new();
    for node in info.mesh_nodes.iter().filter(|node| meshes.insert(node.mesh)) {
        for (number, primitive) in node.primitives.iter().enumerate() {
            let path = || format!("meshes[{}].primitives[{number}]", node.mesh);
            let PrimitiveInfo { mode, n_vertices, n_indices, .. } = *primitive;
            if n_vertices == 0 {
                add(RZK046, path(), counted(n_vertices, "vertex"), "");
            } else if mode != TRIANGLES {
                let what = match mode {
                    0 => "points",
                    1..=3 => "lines",
                    5 => "a strip",
                    _ => "a fan",
                };
                add(RZK042, path(), what.into(), "triangles");
            } else if !n_indices.is_multiple_of(3) {
                add(RZK042, path(), counted(n_indices, "index"), "a multiple of 3");
            }
        }
    }
}
