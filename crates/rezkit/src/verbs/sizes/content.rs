//! The sizes of a file by purpose, such as textures or scripts.

use super::{SizeLine, SizeShare};

/// Sums the sizes of lines by purpose, and sorts them in descending order. A line counts without the lines inside it.
pub(super) fn content(lines: &[SizeLine]) -> Vec<SizeShare> {
    // If the whole file is packed, the names of the parts inside say more than that of the packed data.
    let is_packed = !lines.iter().any(|line| line.is_in_file && line.depth > 0)
        && lines.iter().any(|line| !line.is_in_file);
    let mut around: Vec<&str> = Vec::new();
    let mut shares: Vec<SizeShare> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        around.truncate(line.depth);
        around.push(&line.name);
        let inner = lines.get(at.saturating_add(1)..).unwrap_or_default();
        let inner = inner.iter().take_while(|inner| inner.depth > line.depth);
        let n_inside = inner.filter(|inner| {
            inner.depth == line.depth.saturating_add(1) && inner.is_in_file == line.is_in_file
        });
        let n_inside = n_inside.map(|inner| inner.n_bytes).fold(0, usize::saturating_add);
        let n_bytes = line.n_bytes.saturating_sub(n_inside);
        if n_bytes == 0 || line.is_in_file == is_packed {
            continue;
        }
        let name = name_of(&around);
        match shares.iter_mut().find(|share| share.name == name) {
            Some(share) => share.n_bytes = share.n_bytes.saturating_add(n_bytes),
            None => shares.push(SizeShare { name, n_bytes }),
        }
    }
    shares.sort_by_key(|share| std::cmp::Reverse(share.n_bytes));
    shares
}

/// The purpose of bytes about which nothing more is known.
const OTHER: &str = "other data";

/// The purpose of bytes, by the names of the enclosing parts.
fn name_of(names: &[&str]) -> &'static str {
    match names {
        ["PROP" | "INST" | "items", class, property @ ..] => of_class(class, property.first().copied()),
        ["PRNT" | "PROP" | "INST" | "items", ..] => "the tree",
        ["SSTR" | "shared strings" | "SharedStrings", ..] => "unions and shared data",
        ["SIGN", ..] => "signatures",
        ["META" | "END", ..] => "frame",
        _ => names.iter().rev().find_map(|name| of_part(name)).unwrap_or(OTHER),
    }
}

/// The purpose of the bytes of instances of a class.
pub(super) fn of_class(class: &str, property: Option<&str>) -> &'static str {
    match (class, property) {
        ("Terrain", _) => "terrain",
        (_, Some("Source")) if class.ends_with("Script") => "scripts",
        (_, Some("AttributesSerialize" | "Tags")) => "attributes and tags",
        _ if class.ends_with("Operation") || class.contains("CSG") => "unions and shared data",
        _ if class.ends_with("Script") => "scripts",
        _ if class.ends_with("Part") || ["Seat", "VehicleSeat", "SpawnLocation"].contains(&class) => "parts",
        _ if class.ends_with("Mesh") || ["Decal", "Texture", "SurfaceAppearance"].contains(&class) => {
            "meshes and pictures"
        }
        _ if class.contains("Keyframe") || class.contains("Pose") || class.ends_with("Curve") => "animations",
        _ if class.ends_with("Gui") || class.starts_with("UI") => "interface",
        (
            "Frame" | "TextLabel" | "TextButton" | "TextBox" | "ImageLabel" | "ImageButton"
            | "ScrollingFrame",
            _,
        ) => "interface",
        ("Folder" | "Model", _) => "folders and models",
        _ if class.starts_with("Sound") => "sounds",
        _ if class.ends_with("Value") => "values",
        _ if class.ends_with("Light") || class.ends_with("Effect") => "lights and effects",
        (
            "Sky" | "Atmosphere" | "Clouds" | "ParticleEmitter" | "Beam" | "Trail" | "Fire" | "Smoke"
            | "Sparkles",
            _,
        ) => "lights and effects",
        _ if ["Attachment", "Motor6D", "Bone"].contains(&class)
            || class.contains("Weld")
            || class.ends_with("Constraint") =>
        {
            "joints"
        }
        _ if class.ends_with("Service") || class.ends_with("Storage") || class.starts_with("Starter") => {
            "services"
        }
        ("Workspace" | "Lighting" | "Players" | "Chat" | "Teams" | "ReplicatedFirst", _) => "services",
        _ => "other instances",
    }
}

/// The purpose of a part of a mesh, by the start of a word in its name, such as `chunks[3] ACTN walk`.
fn of_part(name: &str) -> Option<&'static str> {
    const PARTS: [(&str, &str); 34] = [
        ("vertices", "positions and normals"),
        ("Position", "positions and normals"),
        ("faces", "faces"),
        ("TriangleList", "faces"),
        ("high_lod", "the finest level"),
        ("medium_lod", "coarser levels"),
        ("low_lod", "coarser levels"),
        ("lowest_lod", "coarser levels"),
        ("lod", "levels of detail"),
        ("physics", "shapes for collisions"),
        ("skin", "skin"),
        ("envelopes", "skin"),
        ("bones", "skin"),
        ("bone", "skin"),
        ("subsets", "skin"),
        ("facs", "face controls"),
        ("FACS", "face controls"),
        ("hsr", "visibility"),
        ("COREMESH", "positions and faces"),
        ("LODS", "levels of detail"),
        ("SKINNING", "skin"),
        ("VRTS", "positions and normals"),
        ("MESH", "faces"),
        ("BONE", "skin"),
        ("ACTN", "animations"),
        ("MTRL", "materials"),
        ("VOX", "voxels"),
        ("SHPE", "shapes"),
        ("ASET", "files inside"),
        ("TMAP", "texture coordinates"),
        ("CMAP", "colours"),
        ("joints", "keys"),
        ("constraints", "constraints"),
        ("preview", "preview"),
    ];
    let words = || name.split([' ', '[', ']', '.']);
    let found = PARTS.iter().find(|(start, _)| words().any(|word| word.starts_with(start)));
    found.map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use crate::verbs::{fixture, sizes};
    use files::{File, OpenOptions};

    fn content_sizes(path: &str) -> Vec<(&'static str, usize)> {
        let sizes = sizes(&File::open(&fixture(path), &OpenOptions::default()).unwrap());
        sizes.content.iter().map(|share| (share.name, share.n_bytes)).collect()
    }

    #[test]
    fn the_bytes_of_each_format_have_words() {
        for (path, words) in [
            ("rbxbinary/valid/terrain.rbxl", "terrain"),
            ("rbxbinary/valid/nested.rbxm", "parts"),
            ("rbxxml/valid/other-layout.rbxmx", "parts"),
            ("rbxmesh/valid/v500.mesh", "positions and normals"),
            ("slmesh/valid/part.llmesh", "the finest level"),
            ("m3d/samples/figure.m3d", "animations"),
            ("anim/valid/every_joint.anim", "keys"),
        ] {
            let content = content_sizes(path);
            assert!(content.iter().any(|(name, _)| *name == words), "{path}: {content:?}");
            assert!(content.is_sorted_by(|one, next| one.1 >= next.1), "{path}: {content:?}");
        }
    }

    #[test]
    fn no_byte_counts_twice() {
        for path in ["rbxbinary/valid/nested.rbxm", "slmesh/valid/part.llmesh"] {
            let content = content_sizes(path);
            let sum: usize = content.iter().map(|(_, n_bytes)| n_bytes).sum();
            assert_eq!(sum, fixture(path).len(), "{path}: {content:?}");
        }
    }
}
