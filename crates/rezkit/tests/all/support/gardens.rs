//! Pictures of Roblox models that are the same everywhere, for tests and for an example that runs where tests do not.

use crate::pictures::Case;
use rezkit::exchange::{SceneOptions, read};
use rezkit::thumb::{Picture, ThumbOptions, draw};

/// Parts of a Roblox model, of each shape; in a place, on a ground.
fn garden(is_place: bool) -> Picture {
    let mut xml = String::from_utf8_lossy(include_bytes!("garden.rbxmx")).into_owned();
    if is_place {
        let (start, end) = ("<roblox version=\"4\">", "</roblox>");
        xml = xml.replace(start, &format!("{start}<Item class=\"Workspace\">"));
        xml = xml.replace(end, &format!("</Item>{end}"));
    }
    let (scene, _) = read(xml.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    draw(&scene, &ThumbOptions::default().size(160, 120).view(205.0, 24.0)).unwrap()
}

/// Pictures with the hashes of their pixels, as [`pictures::cases`](crate::pictures::cases).
pub(crate) fn cases() -> Vec<Case> {
    vec![("garden", garden(false), 0x8b2b_76f7_65c6_eb30), ("place", garden(true), 0xa39d_7f95_c184_1b02)]
}
